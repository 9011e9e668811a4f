// How polygons and trees name planes.
#pragma once

#include <cstdint>

namespace hullbake {

/// Index into a plane table; `id ^ 1` is the same plane facing the other way. Ids with kAxialIdBit are no indices: they
/// spell an axial plane that stands in no table (axialPlaneId in plane_equation.hpp). PlaneTable::resolved takes both.
using PlaneId = std::uint32_t;
inline constexpr PlaneId kNoPlane = 0xffffffffu;
inline constexpr PlaneId kAxialIdBit = 0x80000000u;

}  // namespace hullbake
