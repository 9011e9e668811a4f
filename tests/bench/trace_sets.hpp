// Draws the segments for all engines. They start where the player's box is free in the playable part of the level. The
// same seed gives the same traces with any compiler.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hullbake/clip_map.hpp"

namespace hullbake::bench {

enum class SetKind : std::uint8_t {
    Short,    ///< 8 to 64 units, any direction: a step
    Medium,   ///< 256 to 1,024 units: sight, shots
    Long,     ///< 4,096 units: across the level
    Ground,   ///< 18 units down from the end of a fall: the ground check of a standing mover
    Slide,    ///< 8 to 64 units from a stop at the skin: along the surface or away from it
    Surface,  ///< 8 to 64 units from the exact contact, on the surface
};
inline constexpr std::array kSetKinds = {SetKind::Short,  SetKind::Medium, SetKind::Long,
                                         SetKind::Ground, SetKind::Slide,  SetKind::Surface};

/// Returns "S", "M", "L", "G", "slide" or "surface".
std::string_view setName(SetKind kind);

/// Returns `count` traces of the hull's box through the world, in random order. Returns fewer when free places are too
/// rare: in a level that is almost all solid.
std::vector<Segment> makeTraces(const ClipMap& map, HullId hull, SetKind kind, std::size_t count, std::uint64_t seed);

/// Sorts the traces by the cell of 64 units that contains their start, in Morton order.
std::vector<Segment> sortedByStart(std::vector<Segment> traces);

}  // namespace hullbake::bench
