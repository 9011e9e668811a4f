// Points that very many planes of a hull pass through exactly, such as the hub of a fan.
//
// In: grown brushes. Out: the hubs of each plane. Where n brushes share a corner, the side of the corner is asked for
// n * n times, and it is zero: the slowest of all exact decisions. Hubs decide it by comparing bits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/growth/grow.hpp"

namespace hullbake {

/// Returns the hubs of each plane for PlaneEquations::setHubs, at most 64 in all. Empty if there is none.
std::vector<std::uint64_t> planeHubs(const PlaneTable& planes, std::span<const GrownBrush> brushes);

}  // namespace hullbake
