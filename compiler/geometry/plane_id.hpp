// Ids by which polygons and trees name planes.
#pragma once

#include <cstdint>

namespace hullbake {

/// Index into a plane table; `id ^ 1` is the plane facing the other way. Ids with kAxialIdBit are not indices: they
/// encode an axial plane without a table entry (axialPlaneId in plane_equation.hpp). PlaneTable::resolved accepts both.
using PlaneId = std::uint32_t;
inline constexpr PlaneId kNoPlane = 0xffffffffu;
inline constexpr PlaneId kAxialIdBit = 0x80000000u;

}  // namespace hullbake
