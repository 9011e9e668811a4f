#include "compiler/geometry/plane_table.hpp"

#include <algorithm>
#include <cmath>

#include "hullbake/format.hpp"

namespace hullbake {

namespace {

// Size of a bucket of distances. World units. Far above kSamePlaneDist, so that one plane has two buckets at most.
constexpr double kBucketSize = 1.0 / 16;

bool facesCanonically(const Vec3& normal) {
    for (int a = 0; a < 3; ++a)
        if (normal[a] != 0) return normal[a] > 0;
    return true;
}

// 0 instead of -0, so that equal normals have equal bytes.
Vec3 withoutNegativeZero(const Vec3& v) {
    return {v.x + 0.0, v.y + 0.0, v.z + 0.0};
}

}  // namespace

std::uint64_t PlaneTable::hashOf(const Key& key) {
    return hashBytes(&key, sizeof key);
}

// Of those that are the same plane the lowest, so that the order within a bucket does not matter; but one with the same
// equation comes before all others.
PlaneId PlaneTable::find(const Key& key, double dist, const PlaneEquation& equation) const {
    PlaneId first = kNoPlane;
    const std::uint32_t same = index_.find(hashOf(key), [&](std::uint32_t number) {
        const PlaneId id = 2 * number;
        if (!(keys_[number] == key) || !(std::fabs(planes_[id].dist - dist) <= kSamePlaneDist)) return false;
        const PlaneEquation known = equations_.of(id);
        if (known.known() && equation.known()) return known == equation;
        first = std::min(first, id);
        return false;
    });
    return same == IndexTable::kNone ? first : 2 * same;
}

PlaneId PlaneTable::add(const Plane& plane, const PlaneEquation& equation) {
    const bool flip = !facesCanonically(plane.normal);
    const Vec3 normal = withoutNegativeZero(flip ? -plane.normal : plane.normal);
    const double dist = (flip ? -plane.dist : plane.dist) + 0.0;
    const PlaneEquation canonical = flip ? flipped(equation) : equation;
    const auto cell = static_cast<long long>(std::floor(dist / kBucketSize));
    PlaneId known = kNoPlane;
    for (const long long neighbour : {cell, cell - 1, cell + 1}) {
        const PlaneId found = find({normal, neighbour}, dist, canonical);
        if (found == kNoPlane) continue;
        if (known == kNoPlane) known = found;
        if (!canonical.known()) break;
        if (equations_.of(found) == canonical) {
            known = found;
            break;
        }
    }
    if (known != kNoPlane) {
        if (canonical.known() && !equations_.of(known).known()) {
            // From here on the plane is the exact one.
            equations_.replace(known, canonical);
            planes_[known] = {normal, dist};
            planes_[known ^ 1] = {withoutNegativeZero(-normal), -dist};
            ++exactCount_;
        }
        return known ^ static_cast<PlaneId>(flip);
    }
    const auto id = static_cast<PlaneId>(planes_.size());
    planes_.push_back({normal, dist});
    planes_.push_back({withoutNegativeZero(-normal), -dist});
    equations_.add(canonical);
    exactCount_ += canonical.known();
    keys_.push_back({normal, cell});
    index_.enter(hashOf(keys_.back()), id / 2);
    return id ^ static_cast<PlaneId>(flip);
}

}  // namespace hullbake
