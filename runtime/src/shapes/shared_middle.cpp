// In: two cores and a normal. Out: the middle of what touches. All happens in the plane square to the normal, where
// what is farthest of a core is a point, a segment, a convex polygon or a disc.
#include "shapes/shared_middle.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::detail {

namespace {

struct FlatPoint {
    double x, y;
};

FlatPoint operator-(const FlatPoint& a, const FlatPoint& b) {
    return {a.x - b.x, a.y - b.y};
}
double turnOf(const FlatPoint& a, const FlatPoint& b) {
    return a.x * b.y - a.y * b.x;
}
double lengthOf(const FlatPoint& a) {
    return std::sqrt(a.x * a.x + a.y * a.y);
}
FlatPoint between(const FlatPoint& a, const FlatPoint& b, double share) {
    return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

constexpr int kMostFlatPoints = 2 * static_cast<int>(kMaxConvexPoints) + 2;

// A convex polygon, counter-clockwise; a segment or a point; or a disc around its one point.
struct FlatFeature {
    FlatPoint points[kMostFlatPoints];
    int count = 0;
    double radius = 0;

    void add(const FlatPoint& p) {
        if (count < kMostFlatPoints) points[count++] = p;
    }
    const FlatPoint& next(int i) const { return points[i + 1 < count ? i + 1 : 0]; }
};

struct FlatFrame {
    Vec3 right, up;
    explicit FlatFrame(const Vec3& n) {
        int least = 0;
        for (int i = 1; i < 3; ++i)
            if (std::fabs(n[i]) < std::fabs(n[least])) least = i;
        Vec3 side;
        side[least] = 1;
        side = side - n * n[least];
        right = side * (1 / length(side));
        up = cross(n, right);
    }
    FlatPoint of(const Vec3& p) const { return {dot(p, right), dot(p, up)}; }
};

// Puts the points in order around their hull and drops those inside. Source: A. M. Andrew, "Another efficient algorithm
// for convex hulls in two dimensions", 1979.
void toHull(double slack, FlatFeature& feature) {
    FlatPoint(&p)[kMostFlatPoints] = feature.points;
    const int count = feature.count;
    for (int i = 1; i < count; ++i) {
        const FlatPoint at = p[i];
        int k = i;
        for (; k > 0 && (at.x < p[k - 1].x || (at.x == p[k - 1].x && at.y < p[k - 1].y)); --k) p[k] = p[k - 1];
        p[k] = at;
    }
    FlatPoint hull[kMostFlatPoints];
    int size = 0;
    const auto extend = [&](int least, const FlatPoint& at) {
        while (size >= least + 2 &&
               turnOf(hull[size - 1] - hull[size - 2], at - hull[size - 2]) <= slack * lengthOf(at - hull[size - 2]))
            --size;
        hull[size++] = at;
    };
    for (int i = 0; i < count; ++i) extend(0, p[i]);
    const int lower = size - 1;
    for (int i = count - 2; i >= 0; --i) extend(lower, p[i]);
    feature.count = std::max(1, size - 1);
    for (int i = 0; i < feature.count; ++i) p[i] = hull[i];
}

FlatFeature featureOfCylinder(const SupportCore& core, const Vec3& n, const FlatFrame& frame, double slack) {
    const Core& c = core.core();
    const double rise = dot(c.axes[2], n);
    const Vec3 level = n - c.axes[2] * rise;
    const double out = length(level), tall = c.half.z;
    FlatFeature feature;
    if (c.half.x * out <= slack) {
        feature.radius = c.half.x;
        feature.add(frame.of(core.place() + c.axes[2] * (rise < 0 ? -tall : tall)));
        return feature;
    }
    const Vec3 side = core.place() + level * (c.half.x / out);
    if (2 * tall * std::fabs(rise) <= slack) {
        feature.add(frame.of(side - c.axes[2] * tall));
        feature.add(frame.of(side + c.axes[2] * tall));
    } else {
        feature.add(frame.of(side + c.axes[2] * (rise < 0 ? -tall : tall)));
    }
    return feature;
}

FlatFeature featureOfCore(const SupportCore& core, const Vec3& n, const FlatFrame& frame, double slack) {
    if (core.isRound()) return featureOfCylinder(core, n, frame, slack);
    double at[kMaxConvexPoints];
    double farthest = at[0] = dot(core.corner(0), n);
    for (unsigned i = 1; i < core.cornerCount(); ++i) {
        at[i] = dot(core.corner(i), n);
        farthest = std::max(farthest, at[i]);
    }
    FlatFeature feature;
    for (unsigned i = 0; i < core.cornerCount(); ++i)
        if (at[i] >= farthest - slack) feature.add(frame.of(core.corner(i)));
    if (feature.count > 2) toHull(slack, feature);
    return feature;
}

// Keeps what lies on the left of the line. Source: Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974.
void keepLeftOf(const FlatFeature& shape, const FlatPoint& from, const FlatPoint& to, double slack, FlatFeature& kept) {
    kept.count = 0;
    const FlatPoint way = to - from;
    const double size = lengthOf(way), scale = size > 0 ? 1 / size : 0;
    const auto height = [&](const FlatPoint& p) { return turnOf(way, p - from) * scale + slack; };
    const int sides = shape.count > 2 ? shape.count : shape.count - 1;
    for (int i = 0; i < shape.count; ++i) {
        const double a = height(shape.points[i]), b = i < sides ? height(shape.next(i)) : a;
        if (a >= 0) kept.add(shape.points[i]);
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) kept.add(between(shape.points[i], shape.next(i), a / (a - b)));
    }
}

// The middle of the area, or of the two points farthest apart where there is hardly any.
FlatPoint middleOfFlat(const FlatFeature& shape, double slack) {
    FlatPoint from = shape.points[0], to = from;
    double longest = 0, area = 0, x = 0, y = 0;
    for (int i = 0; i < shape.count; ++i)
        for (int k = i + 1; k < shape.count; ++k)
            if (const double size = lengthOf(shape.points[k] - shape.points[i]); size > longest)
                longest = size, from = shape.points[i], to = shape.points[k];
    const FlatPoint& apex = shape.points[0];
    for (int i = 1; i + 1 < shape.count; ++i) {
        const FlatPoint u = shape.points[i] - apex, v = shape.points[i + 1] - apex;
        const double part = turnOf(u, v);
        area += part;
        x += (u.x + v.x) * part / 3;
        y += (u.y + v.y) * part / 3;
    }
    if (!(area > slack * longest)) return between(from, to, 0.5);
    return {apex.x + x / area, apex.y + y / area};
}

double toSegment(const FlatPoint& p, const FlatPoint& a, const FlatPoint& b, FlatPoint& nearest) {
    const FlatPoint way = b - a, to = p - a;
    const double square = way.x * way.x + way.y * way.y;
    const double share = square > 0 ? std::clamp((way.x * to.x + way.y * to.y) / square, 0.0, 1.0) : 0;
    nearest = between(a, b, share);
    return lengthOf(p - nearest);
}

// How far a point lies outside, and what of the feature is nearest to it.
double outsideOf(const FlatFeature& shape, const FlatPoint& p, FlatPoint& nearest) {
    nearest = p;
    if (shape.count == 1) {
        const FlatPoint way = p - shape.points[0];
        const double size = lengthOf(way);
        if (size > shape.radius) nearest = between(shape.points[0], p, shape.radius / size);
        return std::max(0.0, size - shape.radius);
    }
    bool inside = shape.count > 2;
    for (int i = 0; i < shape.count && inside; ++i)
        inside = turnOf(shape.next(i) - shape.points[i], p - shape.points[i]) >= 0;
    if (inside) return 0;
    double least = -1;
    for (int i = 0; i < shape.count; ++i) {
        FlatPoint at{};
        const double size = toSegment(p, shape.points[i], shape.next(i), at);
        if (least < 0 || size < least) least = size, nearest = at;
    }
    return least;
}

// A disc and anything: the middle of the way through both, along the line from the disc's middle to what is nearest.
FlatPoint middleWithDisc(const FlatFeature& disc, const FlatFeature& other, double slack) {
    const FlatPoint& centre = disc.points[0];
    if (other.count == 1 && other.radius > 0) {
        const FlatPoint way = other.points[0] - centre;
        const double apart = lengthOf(way);
        if (!(apart > 0)) return centre;
        const double from = std::max(-disc.radius, apart - other.radius);
        const double to = std::min(disc.radius, apart + other.radius);
        return between(centre, other.points[0], (from + to) / 2 / apart);
    }
    if (other.count == 2) {
        // The part of a segment that is in the disc.
        FlatPoint nearest{};
        const FlatPoint &a = other.points[0], &b = other.points[1], way = b - a, to = centre - a;
        const double size = lengthOf(way);
        if (!(toSegment(centre, a, b, nearest) < disc.radius) || !(size > slack)) return nearest;
        const double foot = (way.x * to.x + way.y * to.y) / size, off = turnOf(way, to) / size;
        const double reach = std::sqrt(std::max(0.0, (disc.radius - off) * (disc.radius + off)));
        return between(a, b, (std::max(0.0, foot - reach) + std::min(size, foot + reach)) / 2 / size);
    }
    FlatPoint nearest{};
    outsideOf(other, centre, nearest);
    return nearest;
}

bool middleOfSegmentPair(const FlatFeature& a, const FlatFeature& b, double slack, FlatPoint& middle) {
    const FlatPoint u = a.points[1] - a.points[0], v = b.points[1] - b.points[0], way = b.points[0] - a.points[0];
    const double sizeU = lengthOf(u), sizeV = lengthOf(v), turn = turnOf(u, v);
    if (!(std::fabs(turn) > slack * std::max(sizeU, sizeV))) {
        if (!(sizeU > 0)) return false;
        const double p = (way.x * u.x + way.y * u.y) / sizeU, q = p + (v.x * u.x + v.y * u.y) / sizeU;
        const double low = std::max(0.0, std::min(p, q)), high = std::min(sizeU, std::max(p, q));
        middle = between(a.points[0], a.points[1], std::clamp((low + high) / 2 / sizeU, 0.0, 1.0));
    } else {
        middle = between(a.points[0], a.points[1], std::clamp(turnOf(way, v) / turn, 0.0, 1.0));
    }
    return true;
}

// The middle of what of a feature lies in a polygon, or beside it by `beyond`.
bool middleWithin(const FlatFeature& polygon, const FlatFeature& feature, double beyond, double slack,
                  FlatPoint& middle) {
    FlatFeature parts[2];
    const FlatFeature* shared = &feature;
    for (int i = 0; i < polygon.count && shared->count > 0; ++i) {
        FlatFeature& kept = parts[i % 2];
        keepLeftOf(*shared, polygon.points[i], polygon.next(i), beyond, kept);
        shared = &kept;
    }
    if (shared->count == 0) return false;
    middle = middleOfFlat(*shared, slack);
    return true;
}

}  // namespace

bool sharedMiddle(const SupportCore& first, const SupportCore& second, const Vec3& n, double slack,
                  Vec3& middle) noexcept {
    const FlatFrame frame(n);
    const FlatFeature a = featureOfCore(first, n, frame, slack), b = featureOfCore(second, -n, frame, slack);
    FlatPoint found{};
    if (a.count == 1 && a.radius == 0) {
        found = a.points[0];
    } else if (b.count == 1 && b.radius == 0) {
        found = b.points[0];
    } else if (a.radius > 0) {
        found = middleWithDisc(a, b, slack);
    } else if (b.radius > 0) {
        found = middleWithDisc(b, a, slack);
    } else if (a.count == 2 && b.count == 2) {
        if (!middleOfSegmentPair(a, b, slack, found)) return false;
    } else {
        const FlatFeature &polygon = a.count > 2 ? a : b, &other = a.count > 2 ? b : a;
        // A sliver beside the polygon counts only where nothing is in it.
        if (!middleWithin(polygon, other, 0, slack, found) && !middleWithin(polygon, other, slack, slack, found))
            return false;
    }
    FlatPoint nearest{};
    if (outsideOf(a, found, nearest) > 2 * slack || outsideOf(b, found, nearest) > 2 * slack) return false;
    middle = frame.right * found.x + frame.up * found.y + n * first.reach(n);
    return true;
}

}  // namespace hullbake::detail
