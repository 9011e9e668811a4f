// Contents masks as text, e.g. "solid,clip": comma-separated names and groups.
// In: text or a mask. Out: the mask or its shortest text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hullbake/contents.hpp"

namespace hullbake {

/// Names and groups that parseContentsMask accepts, for messages.
inline constexpr std::string_view kMaskNames =
    "solid, sky, clip, playerclip, monsterclip, lava, slime, water, illusionary, fog, ladder, trigger, areaportal, "
    "botclip, current_east, current_north, current_west, current_south, current_up, current_down, user1, user2, user3, "
    "user4, user5, user6, user7, user8, blocking, liquid, all";

/// Parses comma-separated names of contents and the groups `blocking`, `liquid`, `all`. A mask may not be empty, so
/// "empty" counts as unknown. Returns nothing when a name is unknown, and stores that name in `unknown`.
std::optional<Contents> parseContentsMask(std::string_view list, std::string& unknown);

/// Returns the shortest text that parses to `mask`: a group if it has exactly these bits, names otherwise. `mask` must
/// have at least one bit of kMaskAll and no other bit.
std::string contentsMaskText(Contents mask);

}  // namespace hullbake
