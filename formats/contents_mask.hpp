// Sets of contents as users write them: comma-separated names and groups.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hullbake/contents.hpp"

namespace hullbake {

/// What parseContentsMask takes, for messages.
inline constexpr std::string_view kMaskNames =
    "solid, sky, clip, playerclip, monsterclip, lava, slime, water, blocking, liquid, all";

/// Comma-separated names of contents ("empty" is none) and of the groups `blocking`, `liquid`, `all`; nothing when a
/// name is unknown, which `unknown` then gets.
std::optional<Contents> parseContentsMask(std::string_view list, std::string& unknown);

/// The shortest such list: a group where the bits are exactly one, names otherwise. `mask` must have a bit of kMaskAll,
/// and no other.
std::string contentsMaskText(Contents mask);

}  // namespace hullbake
