// The directions that lead into none of some planes, and the one of them nearest to a wish. By all faces of the cone.
#pragma once

#include <span>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

/// The vector nearest to `wish` among those with dot(normal, v) >= 0 for all unit `normals`; zero when none leads
/// anywhere. Its length is what `wish` keeps along it.
Vec3 nearestInCone(const Vec3& wish, std::span<const Vec3> normals);

}  // namespace hullbake::oracle
