// Finds equal planes through hash buckets over normal and distance; a plane near a border is looked up in both buckets.

#include "compiler/geometry/plane_table.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/base/inline_vector.hpp"
#include "compiler/base/negative_zero.hpp"

namespace hullbake {

namespace {

// Bucket size of distances. World units. Far above kSamePlaneDist, so that one plane can lie in at most two buckets.
constexpr double kBucketSize = 1.0 / 16;

bool facesCanonically(const Vec3& normal) {
    for (int a = 0; a < 3; ++a)
        if (normal[a] != 0) return normal[a] > 0;
    return true;
}

Plane reversed(const Plane& plane) {
    return {-plane.normal, -plane.dist};
}

long long bucketOf(double dist) {
    return static_cast<long long>(std::floor(dist / kBucketSize));
}

// Returns the buckets in which planes of about that distance lie, its own first. A plane that became exact later may
// have left the bucket that it was entered in by kSamePlaneDist.
InlineVector<long long, 3> bucketsNear(double dist) {
    constexpr double kNear = 4 * kSamePlaneDist / kBucketSize;
    const double place = dist / kBucketSize, bucket = std::floor(place);
    InlineVector<long long, 3> buckets = {static_cast<long long>(bucket)};
    if (!(place - bucket > kNear)) buckets.push_back(buckets[0] - 1);
    if (!(bucket + 1 - place > kNear)) buckets.push_back(buckets[0] + 1);
    return buckets;
}

}  // namespace

std::uint64_t PlaneTable::hashOf(const Key& key) {
    return hashBytes(&key, sizeof key);
}

// Returns the lowest id among equal planes, so that the order within a bucket does not matter. A plane with an equal
// equation takes precedence over all others.
PlaneId PlaneTable::find(const Key& key, double dist, const PlaneEquation& equation) const {
    PlaneId first = kNoPlane;
    const std::uint32_t same = index_.find(hashOf(key), [&](std::uint32_t number) {
        const PlaneId id = 2 * number;
        if (!(keys_[number] == key) || !(std::fabs(planes_[id].dist - dist) <= kSamePlaneDist)) return false;
        PlaneEquation axial;
        const PlaneEquation& known = equations_.find(id, axial);
        if (known.known() && equation.known()) return known == equation;
        first = std::min(first, id);
        return false;
    });
    return same == IndexTable::kNone ? first : 2 * same;
}

PlaneId PlaneTable::add(const Plane& plane, const PlaneEquation& equation) {
    const bool flip = !facesCanonically(plane.normal);
    const Plane front = withoutNegativeZero(flip ? reversed(plane) : plane);
    const Plane back = withoutNegativeZero(reversed(front));
    const PlaneEquation canonical = flip ? flipped(equation) : equation;
    PlaneId known = kNoPlane;
    PlaneEquation axial;
    for (const long long neighbour : bucketsNear(front.dist)) {
        const PlaneId found = find({front.normal, neighbour}, front.dist, canonical);
        if (found == kNoPlane) continue;
        if (known == kNoPlane) known = found;
        if (!canonical.known()) break;
        if (equations_.find(found, axial) == canonical) {
            known = found;
            break;
        }
    }
    if (known != kNoPlane) {
        if (canonical.known() && !equations_.isKnown(known)) {
            // The exact plane replaces the rounded one from here on.
            equations_.replace(known, canonical);
            planes_[known] = front;
            planes_[known ^ 1] = back;
            ++exactCount_;
        }
        return known ^ static_cast<PlaneId>(flip);
    }
    const auto id = static_cast<PlaneId>(planes_.size());
    planes_.push_back(front);
    planes_.push_back(back);
    equations_.add(canonical);
    exactCount_ += canonical.known();
    keys_.push_back({front.normal, bucketOf(front.dist)});
    index_.enter(hashOf(keys_.back()), id / 2);
    return id ^ static_cast<PlaneId>(flip);
}

Plane PlaneTable::resolved(PlaneId id) const {
    return isAxialPlaneId(id) ? planeOf(axialEquation(id)) : planes_[id];
}

PlaneId PlaneTable::firstEqual(PlaneId id) const {
    const Plane plane = resolved(id);
    PlaneId first = id;
    for (const long long neighbour : bucketsNear(plane.dist)) {
        const Key key{plane.normal, neighbour};
        const std::uint32_t same = index_.find(hashOf(key), [&](std::uint32_t number) {
            return keys_[number] == key && planes_[std::size_t{2} * number].dist == plane.dist;
        });
        if (same != IndexTable::kNone) first = std::min(first, 2 * same);
    }
    return first;
}

}  // namespace hullbake
