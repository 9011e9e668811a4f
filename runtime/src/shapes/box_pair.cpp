// In: two cores. Out: their contact. What holds: `distance` is the gap along `normal`, computed from both boxes'
// extents along it, so no rounding of the search can make it a gap that is not there. Source: the 15 axes of
// Gottschalk, Lin and Manocha, "OBBTree", 1996.
#include "shapes/box_pair.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "shapes/core_feature.hpp"

namespace hullbake::detail {

namespace {

constexpr int kAxisCount = 15;
// Axes whose gaps differ by less count as equal, relative to the size of both bodies: about 10^5 roundings. Which of
// them counts is then a matter of order, and does not change when a body trembles.
constexpr double kSameGap = 1e-10;
// Corners of a box that are farthest along a direction to within this, relative to the size, are one feature.
constexpr double kSameCornerHeight = 4 * kSameGap;
// Gaps that differ by less, relative to the size, differ by rounding: about a thousand of them.
constexpr double kNoWider = 1e-13;

// The sine between two sides from which on the gap across them has a short formula without cancellation.
constexpr double kSlanted = 1e-2;
constexpr int kNext[3] = {1, 2, 0}, kAfter[3] = {2, 0, 1};

// The corner of a box that is nearest to the other box.
struct CoreCorner {
    double squared = DBL_MAX;  // distance from the other box
    bool ofFirst = false;
    int index = 0;  // 0 to 7: the signs along the sides
    Vec3 point;     // the corner
    Vec3 way;       // from the first box to the second
    int signs[3];   // where the corner is on its own box; 0 along sides of length 0
    int beyond[3];  // where it is of the other box: less, inside, beyond
};

// The gap square to two sides, in units of the sine between them, whose square goes with it.
struct EdgeWidth {
    double width, squared;
};

class BoxPair {
  public:
    BoxPair(const Core& a, const Core& b);
    bool apart(int hint, double radius) const;
    int scan(int hint, double radius);
    bool apartBy(double radius) const { return gaps_[widest_] - radius >= 0; }
    bool isCertain(double radius) const { return radius == 0 || gaps_[widest_] <= 0; }
    CoreContact contact() const;

  private:
    Vec3 intoB(const Vec3& v) const { return {dot(axesB_[0], v), dot(axesB_[1], v), dot(axesB_[2], v)}; }
    Vec3 fromB(const Vec3& v) const { return axesB_[0] * v.x + axesB_[1] * v.y + axesB_[2] * v.z; }
    bool axis(int index, Vec3& n) const;
    double gap(const Vec3& n) const;
    double faceGap(int index) const;
    template <int I, int J>
    EdgeWidth edgeWidth() const;
    double edgeGap(int index, double least) const;
    double edgeGap(int index, const EdgeWidth& edge, double least) const;
    template <int Index>
    void scanEdges(double radius, double least, int hint, double gapOfHint);
    CoreFeature featureOfFirst(const Vec3& n) const;
    CoreFeature feature(const Vec3& half, const Vec3 (&axes)[3], const Vec3& centre, const Vec3& n) const;
    bool share(CoreContact& contact) const;
    CoreContact along(int index, double gap) const;
    void offer(const Vec3& q, const Vec3& half, int index, bool ofFirst, CoreCorner& best) const;
    CoreCorner nearestCorner() const;
    CoreContact byCorner(const CoreCorner& corner) const;
    Vec3 polished(const CoreCorner& corner, Vec3 n) const;

    Vec3 halfA_, halfB_;
    Vec3 axesB_[3];   // in the frame of the first box
    Vec3 slopes_[3];  // their lengths along its axes
    Vec3 shift_;      // from the first centre to the second
    Vec3 shiftB_;     // the same in the frame of the second box
    double size_;
    double gaps_[kAxisCount] = {};
    int widest_ = 0;
};

constexpr Vec3 kOwnAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

double extentAlong(const Vec3& half, const Vec3& n) {
    return half.x * std::fabs(n.x) + half.y * std::fabs(n.y) + half.z * std::fabs(n.z);
}

BoxPair::BoxPair(const Core& a, const Core& b) : halfA_(a.half), halfB_(b.half), size_(a.size() + b.size()) {
    for (int j = 0; j < 3; ++j) axesB_[j] = a.intoOwn(b.axes[j]);
    for (int j = 0; j < 3; ++j) slopes_[j] = {std::fabs(axesB_[j].x), std::fabs(axesB_[j].y), std::fabs(axesB_[j].z)};
    shift_ = a.intoOwn(wayBetween(a, b));
    shiftB_ = intoB(shift_);
}

// The sides of the first box, those of the second, and what is square to a side of each. All are unit vectors that
// point from the first centre to the second. Returns false where two sides are parallel.
bool BoxPair::axis(int index, Vec3& n) const {
    if (index < 3) {
        n = kOwnAxes[index];
    } else if (index < 6) {
        n = axesB_[index - 3];
    } else {
        const Vec3 square = cross(kOwnAxes[(index - 6) / 3], axesB_[(index - 6) % 3]);
        const double size = length(square);
        // However small, this direction is square to both sides to rounding: each product has but one rounding.
        if (!(size > DBL_EPSILON)) return false;
        n = square * (1 / size);
    }
    if (dot(n, shift_) < 0) n = -n;
    return true;
}

double BoxPair::gap(const Vec3& n) const {
    return dot(n, shift_) - extentAlong(halfA_, n) - extentAlong(halfB_, intoB(n));
}

double BoxPair::faceGap(int index) const {
    if (index < 3)
        return std::fabs(shift_[index]) - halfA_[index] - halfB_.x * slopes_[0][index] - halfB_.y * slopes_[1][index] -
               halfB_.z * slopes_[2][index];
    return std::fabs(shiftB_[index - 3]) - halfB_[index - 3] - dot(halfA_, slopes_[index - 3]);
}

// The extents along the product of side I of the first box and side J of the second, which is as long as their sine.
template <int I, int J>
EdgeWidth BoxPair::edgeWidth() const {
    constexpr int k = kNext[I], l = kAfter[I];
    const Vec3 &b = axesB_[J], &slope = slopes_[J];
    const auto at = [](const Vec3& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; };
    return {std::fabs(at(shift_, l) * at(b, k) - at(shift_, k) * at(b, l)) - at(halfA_, k) * at(slope, l) -
                at(halfA_, l) * at(slope, k) - at(halfB_, kNext[J]) * at(slopes_[kAfter[J]], I) -
                at(halfB_, kAfter[J]) * at(slopes_[kNext[J]], I),
            at(b, k) * at(b, k) + at(b, l) * at(b, l)};
}

// Returns the gap square to a side of each box, or a low number where it is certainly less than `least`, or where the
// sides are parallel. What it returns for a wide gap does not depend on `least`.
double BoxPair::edgeGap(int index, const EdgeWidth& edge, double least) const {
    if (edge.squared >= kSlanted * kSlanted) {
        // Squares that keep their signs are in the order of the numbers.
        const double limit = least - kSameGap * size_;
        if (edge.width * std::fabs(edge.width) < limit * std::fabs(limit) * edge.squared) return -DBL_MAX;
        return edge.width / std::sqrt(edge.squared);
    }
    Vec3 n;
    return axis(index, n) ? gap(n) : -DBL_MAX;
}

double BoxPair::edgeGap(int index, double least) const {
    using Width = EdgeWidth (BoxPair::*)() const;
    constexpr Width kWidths[9] = {&BoxPair::edgeWidth<0, 0>, &BoxPair::edgeWidth<0, 1>, &BoxPair::edgeWidth<0, 2>,
                                  &BoxPair::edgeWidth<1, 0>, &BoxPair::edgeWidth<1, 1>, &BoxPair::edgeWidth<1, 2>,
                                  &BoxPair::edgeWidth<2, 0>, &BoxPair::edgeWidth<2, 1>, &BoxPair::edgeWidth<2, 2>};
    return edgeGap(index, (this->*kWidths[index - 6])(), least);
}

// Returns true if the axis of this number alone shows that the bodies are apart.
bool BoxPair::apart(int hint, double radius) const {
    return (hint < 6 ? faceGap(hint) : edgeGap(hint, -DBL_MAX)) - radius >= 0;
}

// Finds the gaps along all axes. Those that are certainly less than the widest may be told as a low number. With a
// `radius` that is not negative it may stop at an axis that shows that the bodies are apart. Returns the widest.
int BoxPair::scan(int hint, double radius) {
    const auto keep = [&](int index, double gap) {
        gaps_[index] = gap;
        if (gap > gaps_[widest_]) widest_ = index;
    };
    widest_ = 0;
    for (int index = 0; index < 6; ++index) keep(index, faceGap(index));
    if (radius >= 0 && apartBy(radius)) return widest_;
    // What is certainly below the margin of equal gaps changes nothing, so the hint only saves work.
    double least = gaps_[widest_];
    const double gapOfHint = hint >= 6 ? edgeGap(hint, -DBL_MAX) : -DBL_MAX;
    if (gapOfHint > least) least = gapOfHint;
    scanEdges<6>(radius, least, hint, gapOfHint);
    return widest_;
}

template <int Index>
void BoxPair::scanEdges(double radius, double least, int hint, double gapOfHint) {
    if constexpr (Index < kAxisCount) {
        const double gap =
            Index == hint ? gapOfHint
                          : edgeGap(Index, edgeWidth<(Index - 6) / 3, (Index - 6) % 3>(), least - kSameGap * size_);
        gaps_[Index] = gap;
        if (gap > gaps_[widest_]) {
            widest_ = Index;
            if (radius >= 0 && apartBy(radius)) return;
        }
        scanEdges<Index + 1>(radius, gap > least ? gap : least, hint, gapOfHint);
    }
}

// As `feature`, for the box that lies along the axes.
CoreFeature BoxPair::featureOfFirst(const Vec3& n) const {
    CoreFeature found;
    const double height[3] = {halfA_.x * n.x, halfA_.y * n.y, halfA_.z * n.z};
    int steepest = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(height[i]) > std::fabs(height[steepest])) steepest = i;
    for (int i = 0; i < 3; ++i) {
        const bool level = 2 * std::fabs(height[i]) <= kSameCornerHeight * size_;
        if (!level || (i == steepest && found.dims == 2)) {
            found.middle[i] = height[i] < 0 ? -halfA_[i] : halfA_[i];
        } else if (halfA_[i] > 0 && found.dims < 2) {
            found.along[found.dims] = kOwnAxes[i];
            found.reach[found.dims++] = halfA_[i];
        }
    }
    return found;
}

CoreFeature BoxPair::feature(const Vec3& half, const Vec3 (&axes)[3], const Vec3& centre, const Vec3& n) const {
    CoreFeature found;
    found.middle = centre;
    double height[3];
    int steepest = 0;
    for (int i = 0; i < 3; ++i) {
        height[i] = half[i] * dot(axes[i], n);
        if (std::fabs(height[i]) > std::fabs(height[steepest])) steepest = i;
    }
    for (int i = 0; i < 3; ++i) {
        const bool level = 2 * std::fabs(height[i]) <= kSameCornerHeight * size_;
        if (!level || (i == steepest && found.dims == 2)) {
            found.middle = found.middle + axes[i] * (height[i] < 0 ? -half[i] : half[i]);
        } else if (half[i] > 0 && found.dims < 2) {
            found.along[found.dims] = axes[i];
            found.reach[found.dims++] = half[i];
        }
    }
    return found;
}

// Finds the points of both boxes that touch when one is moved along the normal. Returns false if there are none: then
// the normal is not that of the nearest points.
bool BoxPair::share(CoreContact& contact) const {
    const Vec3& n = contact.normal;
    const CoreFeature first = featureOfFirst(n), second = feature(halfB_, axesB_, shift_, -n);
    Vec3 middle;
    if (!middleOfCommon(first, second, n * -contact.distance, n, kSameCornerHeight * size_, middle)) return false;
    contact.onFirst = middle + n * (extentAlong(halfA_, n) - dot(middle, n));
    return true;
}

CoreContact BoxPair::along(int index, double gap) const {
    CoreContact contact;
    axis(index, contact.normal);
    contact.distance = gap;
    contact.family = index < 3 ? ContactFamily::FaceA : index < 6 ? ContactFamily::FaceB : ContactFamily::Edges;
    return contact;
}

void BoxPair::offer(const Vec3& q, const Vec3& half, int index, bool ofFirst, CoreCorner& best) const {
    const auto out = [](double at, double side) { return at > side ? at - side : at < -side ? at + side : 0; };
    const Vec3 way = {out(q.x, half.x), out(q.y, half.y), out(q.z, half.z)};
    const double squared = dot(way, way);
    if (!(squared < best.squared)) return;
    best.squared = squared;
    best.ofFirst = ofFirst;
    best.index = index;
    best.way = way;
}

// Returns the corner of either box that is nearest to the other box. Where no two faces or edges face each other, it
// is one of the nearest points.
CoreCorner BoxPair::nearestCorner() const {
    CoreCorner best;
    const auto place = [](const Vec3& half, int index) {
        return Vec3{(index & 1) != 0 ? half.x : -half.x, (index & 2) != 0 ? half.y : -half.y,
                    (index & 4) != 0 ? half.z : -half.z};
    };
    // Corners on sides of length 0 are seen once.
    const auto doubled = [](const Vec3& half, int index) {
        return (half.x == 0 && (index & 1) != 0) || (half.y == 0 && (index & 2) != 0) ||
               (half.z == 0 && (index & 4) != 0);
    };
    for (int index = 0; index < 8; ++index)
        if (!doubled(halfA_, index)) offer(intoB(place(halfA_, index)) - shiftB_, halfB_, index, true, best);
    for (int index = 0; index < 8; ++index)
        if (!doubled(halfB_, index)) offer(fromB(place(halfB_, index)) + shift_, halfA_, index, false, best);
    const Vec3& own = best.ofFirst ? halfA_ : halfB_;
    for (int i = 0; i < 3; ++i) {
        best.signs[i] = own[i] > 0 ? (best.index >> i & 1) * 2 - 1 : 0;
        best.beyond[i] = best.way[i] > 0 ? 1 : best.way[i] < 0 ? -1 : 0;
    }
    best.point = best.ofFirst ? place(own, best.index) : fromB(place(own, best.index)) + shift_;
    if (best.ofFirst) best.way = -fromB(best.way);
    return best;
}

// Turns a direction that is known badly, because it joins points close to each other, so that both boxes lie behind
// their points along it. Each step projects on the directions that suit one box.
Vec3 BoxPair::polished(const CoreCorner& corner, Vec3 n) const {
    // The corner's own box lies behind it. The other box has sides that are level there, or that end there.
    const auto fit = [](const int(&signs)[3], bool level, double side, Vec3 v) {
        for (int i = 0; i < 3; ++i)
            if (signs[i] == 0 ? level : v[i] * signs[i] * side < 0) v[i] = 0;
        return v;
    };
    const Vec3 known = n;
    for (int round = 0; round < 8; ++round) {
        n = corner.ofFirst ? fit(corner.signs, false, 1, n) : fit(corner.beyond, true, 1, n);
        n = fromB(corner.ofFirst ? fit(corner.beyond, true, -1, intoB(n)) : fit(corner.signs, false, -1, intoB(n)));
        const double size = length(n);
        if (!(size > 0.5)) return known;  // a unit vector, unlike the way
        n = n * (1 / size);
    }
    return n;
}

CoreContact BoxPair::byCorner(const CoreCorner& corner) const {
    CoreContact contact;
    const double apart = std::sqrt(corner.squared);
    if (!(apart > 0)) {
        contact.distance = -DBL_MAX;
        return contact;
    }
    contact.family = ContactFamily::Corner;
    contact.normal = corner.way * (1 / apart);
    contact.distance = gap(contact.normal);
    contact.onFirst = corner.ofFirst ? corner.point : corner.point - corner.way;
    if (const Vec3 n = polished(corner, contact.normal); gap(n) > contact.distance) {
        contact.normal = n;
        contact.distance = gap(n);
    }
    share(contact);
    return contact;
}

CoreContact BoxPair::contact() const {
    const double widest = gaps_[widest_];
    // The first of equal axes counts. The distance is the widest gap all the same, so its sign depends on no tie.
    int chosen = 0;
    while (gaps_[chosen] < widest - kSameGap * size_) ++chosen;
    CoreContact first = along(chosen, widest);
    if (share(first)) return first;
    CoreContact flat = chosen == widest_ ? first : along(widest_, widest);
    if (chosen != widest_ && share(flat)) return flat;
    if (flat.distance > 0) {
        const CoreCorner corner = nearestCorner();
        CoreContact contact = byCorner(corner);
        // A corner that is hardly beside a face or an edge is farther by less than rounding, but its normal is the one
        // that leads from point to point.
        if (contact.distance > flat.distance - kNoWider * size_) {
            contact.distance = std::max(contact.distance, flat.distance);
            return contact;
        }
        flat.onFirst = corner.ofFirst ? corner.point : corner.point - corner.way;
        return flat;
    }
    // Rounding alone has put the features beside each other.
    const Vec3 deepest = feature(halfB_, axesB_, shift_, -flat.normal).middle - flat.normal * flat.distance;
    for (int i = 0; i < 3; ++i) flat.onFirst[i] = std::clamp(deepest[i], -halfA_[i], halfA_[i]);
    return flat;
}

}  // namespace

CoreContact boxContact(const Core& a, const Core& b, std::uint64_t& hint) noexcept {
    BoxPair pair(a, b);
    hint = static_cast<std::uint64_t>(pair.scan(static_cast<int>(hint % kAxisCount), -1));
    return pair.contact();
}

bool boxesOverlap(const Core& a, const Core& b, std::uint64_t& hint) noexcept {
    const double radius = a.radius + b.radius;
    BoxPair pair(a, b);
    const int first = static_cast<int>(hint % kAxisCount);
    if (pair.apart(first, radius)) return false;
    hint = static_cast<std::uint64_t>(pair.scan(first, radius));
    if (pair.apartBy(radius)) return false;
    // A round body may be farther than any gap tells.
    return pair.isCertain(radius) || pair.contact().distance - radius < 0;
}

}  // namespace hullbake::detail
