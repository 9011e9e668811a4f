// Points on a lattice of 1/64 unit, and brushes that are hulls of such points. All planes of them are exact.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// A point in sixty-fourths of a unit.
using LatticePoint = std::array<std::int64_t, 3>;

inline constexpr double kLattice = 64;

/// How thick the shell behind a surface is, in units. No point of it is deeper behind the surface than 1.1 times this.
inline constexpr double kShellThickness = 1;

Vec3 unitsOf(const LatticePoint& p);
/// Returns the way from one point to another, in sixty-fourths of a unit.
Vec3 between(const LatticePoint& from, const LatticePoint& to);
/// Returns the outward normal of a triangle that runs clockwise seen from outside: as long as twice its area.
Vec3 areaNormal(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c);

/// Returns the side of `p` seen from the plane of a, b, c: 1 in front, where they run clockwise, -1 behind, 0 on it.
/// Exact for points within +-kMaxCoordinate.
int sideOf(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c, const LatticePoint& p);

/// Returns the point of the lattice nearest to the place kShellThickness behind `p`. The normal is not zero.
LatticePoint movedBehind(const LatticePoint& p, const Vec3& normal);

/// What the faces of a brush are given.
struct FaceLook {
    std::string texture;
    SourcePos pos;
};

MapFace faceOf(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c, const FaceLook& look);

/// Returns the convex hull of at most 32 points, or nothing if they have no volume.
std::optional<MapBrush> hullOf(std::span<const LatticePoint> points, const FaceLook& look);

}  // namespace hullbake
