// What fills space: a bit mask, so that overlapping volumes can be told apart by each query's mask.
#pragma once

#include <cstdint>
#include <string_view>

#include "hullbake/export.h"
#include "hullbake/ieee.hpp"

namespace hullbake {

enum class Contents : std::uint32_t {
    Empty = 0,
    Solid = 1u << 0,
    Sky = 1u << 1,          ///< blocks like solid; games often remove projectiles that reach it
    Clip = 1u << 2,         ///< blocks boxes, absent from hulls whose box is a point
    Playerclip = 1u << 3,   ///< blocks those whose mask asks for it
    Monsterclip = 1u << 4,  ///< blocks those whose mask asks for it
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

/// Everything that stops a mover: solid, sky and the clips. The default mask of a trace.
inline constexpr Contents kMaskBlocking =
    Contents::Solid | Contents::Sky | Contents::Clip | Contents::Playerclip | Contents::Monsterclip;
/// Everything that is waded in. Kept in trees of its own, so that it costs a blocking trace nothing.
inline constexpr Contents kMaskLiquid = Contents::Lava | Contents::Slime | Contents::Water;
/// Every bit that a file may hold.
inline constexpr Contents kMaskAll = kMaskBlocking | kMaskLiquid;

/// Where brushes overlap: solid swallows everything else that blocks (any sensible mask stops at it); the other bits
/// are kept side by side, so that a mask for one of them finds it wherever it is.
constexpr Contents resolveOverlap(Contents bits) {
    return any(bits & Contents::Solid) ? Contents::Solid : bits;
}

/// The one name of a set of bits, by priority: solid, sky, clip, playerclip, monsterclip, lava, slime, water, empty.
HULLBAKE_API std::string_view contentsName(Contents bits) noexcept;
/// The bits of one such name ("empty" included); false when there is no such name.
HULLBAKE_API bool contentsFromName(std::string_view name, Contents& bits) noexcept;

}  // namespace hullbake
