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
    // Below: what no game stops at. Which names, flags and classes mean them, the rules of the game say.
    Illusionary = 1u << 8,  ///< drawn, or a volume of no other kind: passed by everything
    Fog = 1u << 9,          ///< fog and mist
    Ladder = 1u << 10,
    Trigger = 1u << 11,
    Areaportal = 1u << 12,
    Botclip = 1u << 13,       ///< bots do not go here
    CurrentEast = 1u << 14,   ///< pushes towards +x
    CurrentNorth = 1u << 15,  ///< pushes towards +y
    CurrentWest = 1u << 16,   ///< pushes towards -x
    CurrentSouth = 1u << 17,  ///< pushes towards -y
    CurrentUp = 1u << 18,
    CurrentDown = 1u << 19,
    User1 = 1u << 20,  ///< the user bits mean what the game's rules and the game make of them
    User2 = 1u << 21,
    User3 = 1u << 22,
    User4 = 1u << 23,
    User5 = 1u << 24,
    User6 = 1u << 25,
    User7 = 1u << 26,
    User8 = 1u << 27,
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
/// All liquids.
inline constexpr Contents kMaskLiquid = Contents::Lava | Contents::Slime | Contents::Water;
/// All bits that a file may contain.
inline constexpr Contents kMaskAll = static_cast<Contents>((1u << 28) - 1);
/// Everything that stops nothing: liquids, fog, ladders and the like. Stored in trees of their own, so that they cost a
/// blocking trace nothing.
inline constexpr Contents kMaskPassable = kMaskAll & ~kMaskBlocking;

/// Resolves the contents where brushes overlap. Solid replaces everything else that blocks, because any sensible mask
/// stops at it. The other bits are kept side by side, so that a mask for one of them finds it everywhere.
constexpr Contents resolveOverlap(Contents bits) {
    return any(bits & Contents::Solid) ? Contents::Solid : bits;
}

/// Returns the name of the bit with the highest priority, which is the lowest bit: solid, sky, clip, playerclip,
/// monsterclip, lava, slime, water, illusionary, fog, ladder, trigger, areaportal, botclip, current_east,
/// current_north, current_west, current_south, current_up, current_down, user1 to user8, else "empty".
HULLBAKE_API std::string_view contentsName(Contents bits) noexcept;
/// Stores the bits of such a name ("empty" included) in `bits`. Returns false and leaves `bits` unchanged if there is
/// no such name.
HULLBAKE_API bool contentsFromName(std::string_view name, Contents& bits) noexcept;

}  // namespace hullbake
