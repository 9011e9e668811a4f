// In: two cores. Out: their contact. What holds: `distance` is the gap along `normal`, computed from both boxes'
// extents along it, so no rounding of the search can make it a gap that is not there. Source: the 15 axes of
// Gottschalk, Lin and Manocha, "OBBTree", 1996.
#include "shapes/box_pair.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "shapes/axis_rows.hpp"
#include "shapes/box_axes.hpp"
#include "shapes/core_feature.hpp"

namespace hullbake::detail {

namespace {

// The corner of a box that is nearest to the other box.
struct CoreCorner {
    double squared;  // distance from the other box
    bool ofFirst;
    Vec3 point;     // the corner
    Vec3 way;       // from the first box to the second
    int signs[3];   // where the corner is on its own box; 0 along sides of length 0
    int beyond[3];  // where it is of the other box: less, inside, beyond
};

enum class Shared : std::uint8_t { Yes, No, Unclear };

class BoxPair {
  public:
    /// Whoever asks for an overlap only may stop where the sides alone have a gap of `enough`.
    BoxPair(const Core& a, const Core& b, double enough = DBL_MAX);
    bool areRotations() const { return axes_.rotations; }
    bool overlap(double radius);
    CoreContact contact();

  private:
    Vec3 intoB(const Vec3& v) const { return {dot(axesB_[0], v), dot(axesB_[1], v), dot(axesB_[2], v)}; }
    Vec3 fromB(const Vec3& v) const { return axesB_[0] * v.x + axesB_[1] * v.y + axesB_[2] * v.z; }
    void layAxes();
    void findUnclear();
    bool axis(int index, Vec3& n) const;
    double gap(const Vec3& n) const;
    CoreFeature feature(const Vec3& half, const Vec3 (&axes)[3], const Vec3& centre, const Vec3& n) const;
    bool cornerAlong(const Vec3& half, const Vec3& slopes, int level, Vec3& signs) const;
    Shared shareFace(int index, CoreContact& contact) const;
    Shared shareEdges(int index, CoreContact& contact) const;
    bool shareAlong(int index, CoreContact& contact) const;
    bool share(CoreContact& contact) const;
    Vec3 clamped(int index, const CoreContact& contact) const;
    CoreContact along(int index, double gap) const;
    CoreCorner cornerAt(int index) const;
    CoreContact byCorner(const CoreCorner& corner, double& off) const;
    CoreContact byNearestCorner(double least, CoreCorner& nearest, bool& fits) const;
    bool shareTied(CoreContact& contact);
    Vec3 polished(const CoreCorner& corner, Vec3 n) const;

    const Vec3 &halfA_, &halfB_;
    BoxAxes axes_;
    double size_;
    Vec3 axesB_[3];  // in the frame of the first box
    Vec3 shift_;     // from the first centre to the second
    Vec3 shiftB_;    // the same in the frame of the second box
};

constexpr Vec3 kOwnAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

double extentAlong(const Vec3& half, const Vec3& n) {
    return half.x * std::fabs(n.x) + half.y * std::fabs(n.y) + half.z * std::fabs(n.z);
}

BoxPair::BoxPair(const Core& a, const Core& b, double enough)
    : halfA_(a.half), halfB_(b.half), size_(a.size() + b.size()) {
    axes_.find(a, b, enough, kSameGap * size_);
}

Vec3 vectorOfRow(const double (&row)[4]) {
    return {row[0], row[1], row[2]};
}

void BoxPair::layAxes() {
    for (int j = 0; j < 3; ++j) axesB_[j] = {axes_.across[0][j], axes_.across[1][j], axes_.across[2][j]};
    shift_ = vectorOfRow(axes_.shift[0]);
    shiftB_ = vectorOfRow(axes_.shift[1]);
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

// Finds the gaps square to sides that are nearly parallel.
void BoxPair::findUnclear() {
    layAxes();
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            Vec3 n;
            const int index = 6 + 3 * i + j;
            if ((axes_.unclear >> (4 * i + j) & 1) != 0 && axis(index, n)) axes_.gap(index) = gap(n);
        }
    axes_.findWidest(kSameGap * size_);
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

// Finds towards which ends of its sides a box lies farthest along a direction, whose shares of the sides are `slopes`;
// the side `level` may be level. Returns false if another is.
bool BoxPair::cornerAlong(const Vec3& half, const Vec3& slopes, int level, Vec3& signs) const {
    for (int i = 0; i < 3; ++i) {
        const double height = half[i] * slopes[i];
        signs[i] = i == level ? 0 : height < 0 ? -1 : 1;
        if (i != level && 2 * std::fabs(height) <= kSameCornerHeight * size_) return false;
    }
    return true;
}

// As share(), where a corner of one box meets a face of the other.
Shared BoxPair::shareFace(int index, CoreContact& contact) const {
    const Vec3& n = contact.normal;
    const bool ofFirst = index < 3;
    const int side = index % 3;
    Vec3 signs;
    if (!(ofFirst ? cornerAlong(halfB_, intoB(-n), -1, signs) : cornerAlong(halfA_, n, -1, signs)))
        return Shared::Unclear;
    const Vec3 &own = ofFirst ? halfB_ : halfA_, &other = ofFirst ? halfA_ : halfB_;
    const Vec3 corner{own.x * signs.x, own.y * signs.y, own.z * signs.z};
    const Vec3 seen = ofFirst ? fromB(corner) + shift_ : intoB(corner) - shiftB_;
    for (int i = 0; i < 3; ++i)
        if (i != side && std::fabs(seen[i]) > other[i] + kSameCornerHeight * size_) return Shared::No;
    contact.onFirst = ofFirst ? seen : corner;
    if (ofFirst) contact.onFirst[side] = n[side] < 0 ? -halfA_[side] : halfA_[side];
    return Shared::Yes;
}

// As share(), where two edges cross.
Shared BoxPair::shareEdges(int index, CoreContact& contact) const {
    const int i = (index - 6) / 3, j = (index - 6) % 3;
    const Vec3 &n = contact.normal, &v = axesB_[j];
    Vec3 signs, signsB;
    if (!cornerAlong(halfA_, n, i, signs) || !cornerAlong(halfB_, intoB(-n), j, signsB)) return Shared::Unclear;
    const double sine = dot(cross(kOwnAxes[i], v), n), slack = kSameCornerHeight * size_;
    if (std::fabs(sine) * (halfA_[i] + halfB_[j]) <= slack) return Shared::Unclear;
    Vec3 middle{halfA_.x * signs.x, halfA_.y * signs.y, halfA_.z * signs.z};
    const Vec3 other = shift_ + fromB({halfB_.x * signsB.x, halfB_.y * signsB.y, halfB_.z * signsB.z});
    const double at = dot(cross(other - middle, v), n) / sine;
    if (std::fabs(at) > halfA_[i] + slack) return Shared::No;
    middle[i] = std::clamp(at, -halfA_[i], halfA_[i]);
    if (std::fabs(dot(middle - other, v)) > halfB_[j] + 2 * slack) return Shared::No;
    contact.onFirst = middle;
    return Shared::Yes;
}

// Finds the points of both boxes that touch when one is moved along the normal, which is that of an axis. Returns false
// if there are none: then the normal is not that of the nearest points.
bool BoxPair::shareAlong(int index, CoreContact& contact) const {
    const Shared plain = index < 6 ? shareFace(index, contact) : shareEdges(index, contact);
    return plain == Shared::Unclear ? share(contact) : plain == Shared::Yes;
}

// As shareAlong, for any normal, and where sides lie along each other.
bool BoxPair::share(CoreContact& contact) const {
    const Vec3& n = contact.normal;
    const CoreFeature first = feature(halfA_, kOwnAxes, {}, n), second = feature(halfB_, axesB_, shift_, -n);
    Vec3 middle;
    if (!middleOfCommon(first, second, n * -contact.distance, n, kSameCornerHeight * size_, middle)) return false;
    contact.onFirst = middle + n * (extentAlong(halfA_, n) - dot(middle, n));
    return true;
}

// As shareAlong, where rounding alone has put the features beside each other: moves the point into the face.
Vec3 BoxPair::clamped(int index, const CoreContact& contact) const {
    const Vec3& n = contact.normal;
    const auto inBox = [](Vec3 p, const Vec3& half, int except) {
        for (int i = 0; i < 3; ++i)
            if (i != except) p[i] = std::clamp(p[i], -half[i], half[i]);
        return p;
    };
    if (index >= 3 && index < 6) {
        const Vec3 deepest = intoB(feature(halfA_, kOwnAxes, {}, n).middle) - shiftB_;
        return fromB(inBox(deepest, halfB_, index - 3)) + shift_;
    }
    return inBox(feature(halfB_, axesB_, shift_, -n).middle - n * contact.distance, halfA_, -1);
}

CoreContact BoxPair::along(int index, double gap) const {
    CoreContact contact;
    const int i = (index - 6) / 3, j = (index - 6) % 3;
    if (index >= 6 && (axes_.unclear >> (4 * i + j) & 1) == 0) {
        const int k = (i + 1) % 3, l = (i + 2) % 3;
        Vec3& n = contact.normal;
        const double scale = 1 / axes_.sines[i][j];
        n[k] = -axesB_[j][l] * scale;
        n[l] = axesB_[j][k] * scale;
        if (dot(n, shift_) < 0) n = -n;
    } else {
        axis(index, contact.normal);
    }
    contact.distance = gap;
    contact.family = index < 3 ? ContactFamily::FaceA : index < 6 ? ContactFamily::FaceB : ContactFamily::Edges;
    return contact;
}

// The corners of the first box come before those of the second, as BoxAxes has them.
CoreCorner BoxPair::cornerAt(int index) const {
    CoreCorner best;
    best.ofFirst = index < 8;
    const Vec3 &own = best.ofFirst ? halfA_ : halfB_, &other = best.ofFirst ? halfB_ : halfA_;
    Vec3 place;
    for (int i = 0; i < 3; ++i) {
        best.signs[i] = own[i] > 0 ? (index >> i & 1) * 2 - 1 : 0;
        place[i] = (index >> i & 1) != 0 ? own[i] : -own[i];
    }
    const Vec3 seen = best.ofFirst ? intoB(place) - shiftB_ : fromB(place) + shift_;
    for (int i = 0; i < 3; ++i) {
        best.way[i] = seen[i] > other[i] ? seen[i] - other[i] : seen[i] < -other[i] ? seen[i] + other[i] : 0;
        best.beyond[i] = best.way[i] > 0 ? 1 : best.way[i] < 0 ? -1 : 0;
    }
    best.squared = dot(best.way, best.way);
    best.point = best.ofFirst ? place : seen;
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

// `off`: how far the point of the other box lies beside it.
CoreContact BoxPair::byCorner(const CoreCorner& corner, double& off) const {
    CoreContact contact;
    off = 0;
    const double apart = std::sqrt(corner.squared);
    if (!(apart > 0)) {
        contact.distance = -DBL_MAX;
        return contact;
    }
    contact.family = ContactFamily::Corner;
    contact.normal = corner.way * (1 / length(corner.way));
    contact.distance = gap(contact.normal);
    contact.onFirst = corner.ofFirst ? corner.point : corner.point - corner.way;
    if (apart < kPoorWay * size_ || contact.distance < apart - kNoWider * size_)
        if (const Vec3 n = polished(corner, contact.normal); gap(n) > contact.distance) {
            contact.normal = n;
            contact.distance = gap(n);
        }
    if (!share(contact)) off = length(corner.way - contact.normal * contact.distance);
    return contact;
}

// Where no two faces or edges face each other, the corner of either box that is nearest to the other box is one of the
// nearest points. Edges that are nearly parallel end at two corners that are equally near, and both boxes lie behind
// one of them only. Looks for it unless the first has a gap of `least`, as wide as it is far, and points on both.
// `fits`: the points are on both.
CoreContact BoxPair::byNearestCorner(double least, CoreCorner& nearest, bool& fits) const {
    const int first = axes_.nearestCorner(halfA_, halfB_);
    nearest = cornerAt(first);
    double off = 0, otherOff = 0;
    CoreContact best = byCorner(nearest, off);
    const double same = kSameGap * size_, apart = std::sqrt(nearest.squared), near = apart + same;
    fits = off <= same;
    if (best.distance > least && best.distance >= apart - same && fits) return best;
    for (int i = 0; i < 16; ++i) {
        const CoreCorner corner = cornerAt(i);
        if (i == first || !(corner.squared <= near * near)) continue;
        const CoreContact other = byCorner(corner, otherOff);
        const bool otherFits = otherOff <= same;
        if (fits == otherFits ? !(other.distance > best.distance) : fits || other.distance < best.distance - same)
            continue;
        best = other;
        nearest = corner;
        fits = otherFits;
    }
    return best;
}

// As shareAlong, along the other axes whose gaps are the widest to rounding. Of two that differ by a hair, the one with
// the wider gap may have features that lie beside each other.
bool BoxPair::shareTied(CoreContact& contact) {
    const double gap = axes_.widest.gap;
    for (int i = axes_.widest.first + 1; i < BoxAxes::kAxisCount; ++i) {
        if (i == axes_.widest.axis || !(axes_.gap(i) >= gap - kSameGap * size_)) continue;
        CoreContact other = along(i, gap);
        if (!shareAlong(i, other)) continue;
        contact = other;
        return true;
    }
    return false;
}

CoreContact BoxPair::contact() {
    if (axes_.unclear != 0) findUnclear();
    layAxes();
    // The first of equal axes counts. The distance is the widest gap all the same, so its sign depends on no tie.
    CoreContact first = along(axes_.widest.first, axes_.widest.gap);
    if (shareAlong(axes_.widest.first, first)) return first;
    const bool other = axes_.widest.first != axes_.widest.axis;
    CoreContact flat = other ? along(axes_.widest.axis, axes_.widest.gap) : first;
    if (other && shareAlong(axes_.widest.axis, flat)) return flat;
    if (flat.distance > 0) {
        // A corner that is hardly beside a face or an edge is farther by less than rounding, but its normal is the one
        // that leads from point to point.
        const double least = flat.distance - kNoWider * size_;
        CoreCorner corner;
        bool fits = false;
        CoreContact contact = byNearestCorner(least, corner, fits);
        const bool corners = contact.distance > least;
        const bool sure = corners && (fits || contact.distance > flat.distance + kSameGap * size_);
        if (!sure && shareTied(flat)) return flat;
        if (corners) {
            contact.distance = std::max(contact.distance, flat.distance);
            return contact;
        }
        flat.onFirst = corner.ofFirst ? corner.point : corner.point - corner.way;
        return flat;
    }
    if (!shareTied(flat)) flat.onFirst = clamped(other ? axes_.widest.axis : axes_.widest.first, flat);
    return flat;
}

bool BoxPair::overlap(double radius) {
    if (axes_.unclear != 0 && axes_.widest.gap < radius) findUnclear();
    if (axes_.widest.gap - radius >= 0) return false;
    // A round body may be farther than any gap tells.
    return radius == 0 || axes_.widest.gap <= 0 || contact().distance - radius < 0;
}

}  // namespace

CoreContact boxContact(const Core& a, const Core& b) noexcept {
    return BoxPair(a, b).contact();
}

bool boxContactOfPlain(const Core& a, const Core& b, CoreContact& contact) noexcept {
    BoxPair pair(a, b);
    if (pair.areRotations()) contact = pair.contact();
    return pair.areRotations();
}

bool boxesOverlap(const Core& a, const Core& b) noexcept {
    const double radius = a.radius + b.radius;
    return BoxPair(a, b, radius).overlap(radius);
}

bool boxesOverlapOfPlain(const Core& a, const Core& b, bool& overlap) noexcept {
    BoxPair pair(a, b, 0);
    if (pair.areRotations()) overlap = pair.overlap(0);
    return pair.areRotations();
}

}  // namespace hullbake::detail
