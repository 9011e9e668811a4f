// Finds nearest directions and positions among planes.
//
// In: a wish and unit normals, or planes. Out: the direction nearest to the wish that leads into no plane, or the
// nearest position in front of all planes.
// Invariant: exact up to rounding, by trying all faces, edges and corners.
#pragma once

#include <optional>
#include <span>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

/// Returns the vector nearest to `wish` among those with dot(normal, v) >= 0 for all unit `normals`; zero if there is
/// no other. Its length is the part of `wish` along it.
Vec3 nearestInCone(const Vec3& wish, std::span<const Vec3> normals);

/// Returns the shortest vector from the origin to a point with dot(normal, p) >= dist for all planes; nothing if there
/// is no such point.
std::optional<Vec3> nearestInFront(std::span<const Plane> planes);

}  // namespace hullbake::oracle
