#include "compiler/plane_table.hpp"

#include <algorithm>
#include <cmath>

#include "hullbake/format.hpp"

namespace hullbake {

namespace {

constexpr double kCell = 1.0 / 16;  // units of distance per bucket, far above kSameDist

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

std::size_t PlaneTable::KeyHash::operator()(const Key& key) const {
    return hashBytes(&key, sizeof key);
}

// Of those that are the same plane the lowest, so that the order within a bucket does not matter; but one with the same
// equation comes before all others.
PlaneId PlaneTable::find(const Key& key, double dist, const PlaneEquation& equation) const {
    PlaneId first = kNoPlane;
    const auto range = index_.equal_range(key);
    for (auto it = range.first; it != range.second; ++it) {
        if (!(std::fabs(planes_[it->second].dist - dist) <= kSameDist)) continue;
        const PlaneEquation known = equations_.of(it->second);
        if (known.known() && equation.known()) {
            if (known == equation) return it->second;
        } else {
            first = std::min(first, it->second);
        }
    }
    return first;
}

PlaneId PlaneTable::add(const Plane& plane, const PlaneEquation& equation) {
    const bool flip = !facesCanonically(plane.normal);
    const Vec3 normal = withoutNegativeZero(flip ? -plane.normal : plane.normal);
    const double dist = (flip ? -plane.dist : plane.dist) + 0.0;
    const PlaneEquation canonical = flip ? flipped(equation) : equation;
    const auto cell = static_cast<long long>(std::floor(dist / kCell));
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
    index_.emplace(Key{normal, cell}, id);
    return id ^ static_cast<PlaneId>(flip);
}

}  // namespace hullbake
