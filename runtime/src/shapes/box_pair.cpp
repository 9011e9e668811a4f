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
constexpr double kSameHeight = 4 * kSameGap;

struct CoreCorner {
    double squared = DBL_MAX;  // distance from the other box
    bool ofFirst = false;
    Vec3 point;     // the corner
    Vec3 way;       // from the first box to the second
    int signs[3];   // where the corner is on its own box; 0 along sides of length 0
    int beyond[3];  // where it is of the other box: less, inside, beyond
};

class BoxPair {
  public:
    BoxPair(const Core& a, const Core& b);
    CoreContact contact() const;

  private:
    Vec3 intoB(const Vec3& v) const { return {dot(axesB_[0], v), dot(axesB_[1], v), dot(axesB_[2], v)}; }
    Vec3 fromB(const Vec3& v) const { return axesB_[0] * v.x + axesB_[1] * v.y + axesB_[2] * v.z; }
    bool axis(int index, Vec3& n) const;
    double gap(const Vec3& n) const;
    CoreFeature feature(const Vec3& half, const Vec3 (&axes)[3], const Vec3& centre, const Vec3& n) const;
    bool share(CoreContact& contact) const;
    CoreContact along(int index, double gap) const;
    CoreCorner nearestCorner() const;
    CoreContact byCorner(const CoreCorner& corner) const;
    Vec3 polished(const CoreCorner& corner, Vec3 n) const;

    Vec3 halfA_, halfB_;
    Vec3 axesB_[3];  // in the frame of the first box
    Vec3 shift_;     // from the first centre to the second
    double size_;
};

constexpr Vec3 kOwnAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

double extentAlong(const Vec3& half, const Vec3& n) {
    return half.x * std::fabs(n.x) + half.y * std::fabs(n.y) + half.z * std::fabs(n.z);
}

BoxPair::BoxPair(const Core& a, const Core& b) : halfA_(a.half), halfB_(b.half), size_(a.size() + b.size()) {
    for (int j = 0; j < 3; ++j) axesB_[j] = a.intoOwn(b.axes[j]);
    shift_ = a.intoOwn(wayBetween(a, b));
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
        const bool level = 2 * std::fabs(height[i]) <= kSameHeight * size_;
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
    const CoreFeature first = feature(halfA_, kOwnAxes, {}, n), second = feature(halfB_, axesB_, shift_, -n);
    Vec3 middle;
    if (!middleOfCommon(first, second, n * -contact.distance, n, kSameHeight * size_, middle)) return false;
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

// Visits the corners of a box around the origin, those of sides of length 0 once.
template <class Visit>
void forEachCorner(const Vec3& half, const Visit& visit) {
    const auto count = [](double side) { return side > 0 ? 2 : 1; };
    for (int i = 0; i < count(half.x); ++i)
        for (int j = 0; j < count(half.y); ++j)
            for (int k = 0; k < count(half.z); ++k) {
                const int signs[3] = {half.x > 0 ? 2 * i - 1 : 0, half.y > 0 ? 2 * j - 1 : 0,
                                      half.z > 0 ? 2 * k - 1 : 0};
                visit(Vec3{half.x * signs[0], half.y * signs[1], half.z * signs[2]}, signs);
            }
}

// Returns the corner of either box that is nearest to the other box. Where no two faces or edges face each other, it
// is one of the nearest points.
CoreCorner BoxPair::nearestCorner() const {
    CoreCorner best;
    const auto offer = [&](const Vec3& q, const Vec3& half, const int(&signs)[3], bool ofFirst) {
        CoreCorner corner;
        corner.ofFirst = ofFirst;
        for (int i = 0; i < 3; ++i) {
            corner.signs[i] = signs[i];
            corner.beyond[i] = q[i] > half[i] ? 1 : q[i] < -half[i] ? -1 : 0;
            if (corner.beyond[i] != 0) corner.way[i] = q[i] - corner.beyond[i] * half[i];
        }
        corner.squared = dot(corner.way, corner.way);
        if (!(corner.squared < best.squared)) return false;
        best = corner;
        return true;
    };
    forEachCorner(halfA_, [&](const Vec3& p, const int(&signs)[3]) {
        if (offer(intoB(p - shift_), halfB_, signs, true)) best.point = p;
    });
    forEachCorner(halfB_, [&](const Vec3& p, const int(&signs)[3]) {
        const Vec3 q = fromB(p) + shift_;
        if (offer(q, halfA_, signs, false)) best.point = q;
    });
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
    for (int round = 0; round < 8; ++round) {
        n = corner.ofFirst ? fit(corner.signs, false, 1, n) : fit(corner.beyond, true, 1, n);
        n = fromB(corner.ofFirst ? fit(corner.beyond, true, -1, intoB(n)) : fit(corner.signs, false, -1, intoB(n)));
        const double size = length(n);
        if (!(size > 0.5)) return corner.way;
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
    double gaps[kAxisCount];
    int widest = 0;
    for (int i = 0; i < kAxisCount; ++i) {
        Vec3 n;
        gaps[i] = axis(i, n) ? gap(n) : -DBL_MAX;
        if (gaps[i] > gaps[widest]) widest = i;
    }
    // The first of equal axes counts. The distance is the widest gap all the same, so its sign depends on no tie.
    int chosen = 0;
    while (gaps[chosen] < gaps[widest] - kSameGap * size_) ++chosen;
    for (const int index : {chosen, widest})
        if (CoreContact contact = along(index, gaps[widest]); share(contact)) return contact;
    CoreContact flat = along(widest, gaps[widest]);
    if (flat.distance > 0) {
        const CoreCorner corner = nearestCorner();
        const CoreContact contact = byCorner(corner);
        if (contact.distance > flat.distance) return contact;
        flat.onFirst = corner.ofFirst ? corner.point : corner.point - corner.way;
        return flat;
    }
    // Rounding alone has put the features beside each other.
    const Vec3 deepest = feature(halfB_, axesB_, shift_, -flat.normal).middle - flat.normal * flat.distance;
    for (int i = 0; i < 3; ++i) flat.onFirst[i] = std::clamp(deepest[i], -halfA_[i], halfA_[i]);
    return flat;
}

}  // namespace

CoreContact boxContact(const Core& a, const Core& b) noexcept {
    return BoxPair(a, b).contact();
}

}  // namespace hullbake::detail
