// Words and flags behind faces of Medal of Honor and FAKK 2.
#pragma once

#include <string_view>

#include "formats/map.hpp"

namespace hullbake {

/// Returns true for a word such as `subdivisions`, in any case, with a sign or without one.
bool isFaceWordWithoutMeaning(std::string_view word);
/// Returns true for a surface parameter such as `detail`, in lower case: the rules of no game have it.
bool isParmWithoutMeaning(std::string_view parm);

/// Numbers the flags of these games as Quake 2 does. Drops those that mean something else in Quake 2, such as
/// 0x20000000, a ladder there.
void numberFlagsAsQuake2(MapEntity& entity);

}  // namespace hullbake
