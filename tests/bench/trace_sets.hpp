// What is asked of every engine: segments from places where the player's box stands free in the part of the level that
// can be played. The same seed gives the same traces with any compiler.
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
    Ground,   ///< 18 units down from where a fall ended: the ground check of a mover that stands
    Slide,    ///< 8 to 64 units from where a trace was stopped by its skin: along the surface or away from it
    Surface,  ///< the same from the exact contact, on the surface
};
inline constexpr std::array kSetKinds = {SetKind::Short,  SetKind::Medium, SetKind::Long,
                                         SetKind::Ground, SetKind::Slide,  SetKind::Surface};

/// "S", "M", "L", "G", "slide" and "surface".
std::string_view setName(SetKind kind);

/// `count` traces of the hull's box through the world, in random order. Fewer when free places are too rare to find:
/// in a level that is almost all solid.
std::vector<Segment> makeTraces(const ClipMap& map, HullId hull, SetKind kind, std::size_t count, std::uint64_t seed);

/// The same traces sorted by the cell of 64 units that they start in, neighbours together (in Morton order).
std::vector<Segment> sortedByStart(std::vector<Segment> traces);

}  // namespace hullbake::bench
