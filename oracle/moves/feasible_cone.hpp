// The directions that lead into none of some planes, and the one of them nearest to a wish; the nearest place in front
// of all of some planes. By all faces, edges and corners.
#pragma once

#include <optional>
#include <span>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

/// The vector nearest to `wish` among those with dot(normal, v) >= 0 for all unit `normals`; zero when none leads
/// anywhere. Its length is what `wish` keeps along it.
Vec3 nearestInCone(const Vec3& wish, std::span<const Vec3> normals);

/// The shortest way from the origin to where dot(normal, p) >= dist for all planes; nothing when there is no such
/// place.
std::optional<Vec3> nearestInFront(std::span<const Plane> planes);

}  // namespace hullbake::oracle
