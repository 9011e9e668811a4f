// Contents of space as a bit mask. Overlapping volumes keep their bits, so that each query's mask selects what stops
// it.
#pragma once

#include <cstdint>
#include <string_view>

#include "hullbake/export.h"
#include "hullbake/ieee.hpp"

namespace hullbake {

enum class Contents : std::uint32_t {
    Empty = 0,
    Solid = 1u << 0,
    Sky = 1u << 1,          ///< blocks like solid; games often remove projectiles that hit it
    Clip = 1u << 2,         ///< blocks boxes; absent from hulls whose box is a point
    Playerclip = 1u << 3,   ///< blocks only queries whose mask has it
    Monsterclip = 1u << 4,  ///< blocks only queries whose mask has it
    Lava = 1u << 5,
    Slime = 1u << 6,
    Water = 1u << 7,
};

constexpr Contents operator|(Contents a, Contents b) {
    return static_cast<Contents>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr Contents operator&(Contents a, Contents b) {
    return static_cast<Contents>(static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b));
}
constexpr Contents operator~(Contents a) {
    return static_cast<Contents>(~static_cast<std::uint32_t>(a));
}
constexpr Contents& operator|=(Contents& a, Contents b) {
    return a = a | b;
}
constexpr bool any(Contents c) {
    return c != Contents::Empty;
}

/// All contents that stop a mover: solid, sky and the clips. The default mask of a trace.
inline constexpr Contents kMaskBlocking =
    Contents::Solid | Contents::Sky | Contents::Clip | Contents::Playerclip | Contents::Monsterclip;
/// All liquids. Stored in trees of their own, so that they cost a blocking trace nothing.
inline constexpr Contents kMaskLiquid = Contents::Lava | Contents::Slime | Contents::Water;
/// All bits that a file may contain.
inline constexpr Contents kMaskAll = kMaskBlocking | kMaskLiquid;

/// Resolves the contents where brushes overlap. Solid replaces everything else that blocks, because any sensible mask
/// stops at it. The other bits are kept side by side, so that a mask for one of them finds it everywhere.
constexpr Contents resolveOverlap(Contents bits) {
    return any(bits & Contents::Solid) ? Contents::Solid : bits;
}

/// Returns the name of the bit with the highest priority: solid, sky, clip, playerclip, monsterclip, lava, slime,
/// water, else "empty".
HULLBAKE_API std::string_view contentsName(Contents bits) noexcept;
/// Stores the bits of such a name ("empty" included) in `bits`. Returns false and leaves `bits` unchanged if there is
/// no such name.
HULLBAKE_API bool contentsFromName(std::string_view name, Contents& bits) noexcept;

}  // namespace hullbake
