#include "shapes/core_feature.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::detail {

namespace {

// A convex polygon in space. Two segments or parallelograms share at most eight corners.
struct SharedPolygon {
    Vec3 corners[12];
    int count = 0;

    void add(const Vec3& p) {
        if (count < 12) corners[count++] = p;
    }
};

SharedPolygon outlineOf(const CoreFeature& feature) {
    SharedPolygon outline;
    const Vec3 u = feature.along[0] * feature.reach[0], v = feature.along[1] * feature.reach[1];
    if (feature.dims == 2) {
        outline.add(feature.middle - u - v);
        outline.add(feature.middle + u - v);
        outline.add(feature.middle + u + v);
        outline.add(feature.middle - u + v);
    } else {
        outline.add(feature.middle - u);
        outline.add(feature.middle + u);
    }
    return outline;
}

// Keeps the part of the polygon where dot(n, p) <= limit. Source: Sutherland and Hodgman, Reentrant Polygon Clipping,
// 1974.
void cut(const Vec3& n, double limit, SharedPolygon& polygon) {
    double over[12];
    bool whole = true;
    for (int i = 0; i < polygon.count; ++i) {
        over[i] = dot(n, polygon.corners[i]) - limit;
        whole = whole && over[i] <= 0;
    }
    if (whole) return;
    const SharedPolygon before = polygon;
    polygon.count = 0;
    for (int i = 0; i < before.count; ++i) {
        const int next = i + 1 < before.count ? i + 1 : 0;
        const Vec3 &p = before.corners[i], &q = before.corners[next];
        const double a = over[i], b = over[next];
        if (a <= 0) polygon.add(p);
        if ((a < 0 && b > 0) || (a > 0 && b < 0)) polygon.add(p + (q - p) * (a / (a - b)));
    }
}

// Returns the part of a feature that lies over a parallelogram.
SharedPolygon partWithin(const CoreFeature& frame, const CoreFeature& feature, double slack) {
    SharedPolygon part = outlineOf(feature);
    for (int i = 0; i < 2; ++i)
        for (const double sign : {-1.0, 1.0}) {
            const Vec3 n = frame.along[i] * sign;
            cut(n, dot(n, frame.middle) + frame.reach[i] + slack, part);
        }
    return part;
}

// Returns the middle of the area, or of the two corners farthest apart where there is hardly any.
Vec3 middleOf(const SharedPolygon& polygon, const Vec3& normal, double slack) {
    Vec3 from = polygon.corners[0], to = from, sum;
    double longest = 0, area = 0;
    for (int i = 0; i < polygon.count; ++i)
        for (int k = i + 1; k < polygon.count; ++k) {
            const Vec3 way = polygon.corners[k] - polygon.corners[i];
            if (dot(way, way) > longest) longest = dot(way, way), from = polygon.corners[i], to = polygon.corners[k];
        }
    const Vec3& apex = polygon.corners[0];
    for (int i = 1; i + 1 < polygon.count; ++i) {
        const Vec3 u = polygon.corners[i] - apex, v = polygon.corners[i + 1] - apex;
        const double part = std::fabs(dot(cross(u, v), normal));
        area += part;
        sum = sum + (u + v) * (part / 3);
    }
    if (area <= slack * std::sqrt(longest)) return (from + to) * 0.5;
    return apex + sum * (1 / area);
}

// `middle`: that of the feature, where it is moved to.
bool holds(const CoreFeature& feature, const Vec3& middle, const Vec3& p, const Vec3& normal, double slack) {
    Vec3 rest = p - middle;
    for (int i = 0; i < feature.dims; ++i) {
        const double at = dot(rest, feature.along[i]);
        if (std::fabs(at) > feature.reach[i] + slack) return false;
        rest = rest - feature.along[i] * at;
    }
    rest = rest - normal * dot(rest, normal);
    return dot(rest, rest) <= slack * slack;
}

// Two segments: the point where they cross, or the middle of the stretch that they share.
bool middleOfSegments(const CoreFeature& first, const CoreFeature& second, const Vec3& normal, double slack,
                      Vec3& middle) {
    const Vec3 &u = first.along[0], &v = second.along[0];
    const Vec3 way = second.middle - first.middle;
    const double sine = dot(cross(u, v), normal);
    if (std::fabs(sine) * (first.reach[0] + second.reach[0]) <= slack) {
        const double turn = dot(u, v), at = dot(way, u), reach = std::fabs(second.reach[0] * turn);
        const double low = std::max(-first.reach[0], at - reach), high = std::min(first.reach[0], at + reach);
        if (low > high + slack) return false;
        middle = first.middle + u * std::clamp((low + high) / 2, -first.reach[0], first.reach[0]);
        return holds(second, second.middle, middle, normal, 2 * slack);
    }
    const double s = dot(cross(way, v), normal) / sine;
    const double inside = std::clamp(s, -first.reach[0], first.reach[0]);
    middle = first.middle + u * inside;
    return std::fabs(s - inside) <= slack && holds(second, second.middle, middle, normal, 2 * slack);
}

}  // namespace

bool middleOfCommon(const CoreFeature& first, const CoreFeature& apart, const Vec3& back, const Vec3& normal,
                    double slack, Vec3& middle) noexcept {
    const Vec3 moved = apart.middle + back;
    if (first.dims == 0) {
        middle = first.middle;
        return holds(apart, moved, middle, normal, slack);
    }
    if (apart.dims == 0) {
        middle = moved;
        return holds(first, first.middle, middle, normal, slack);
    }
    CoreFeature second = apart;
    second.middle = moved;
    if (first.dims == 1 && second.dims == 1) return middleOfSegments(first, second, normal, slack, middle);
    const CoreFeature &frame = first.dims == 2 ? first : second, &other = first.dims == 2 ? second : first;
    SharedPolygon shared = partWithin(frame, other, 0);
    // A sliver beside the frame counts only where nothing is in it.
    if (shared.count == 0) shared = partWithin(frame, other, slack);
    if (shared.count == 0) return false;
    middle = middleOf(shared, normal, slack);
    return true;
}

}  // namespace hullbake::detail
