// Words and flags behind faces of Medal of Honor and FAKK 2.
#pragma once

#include <string_view>

#include "formats/map.hpp"
#include "formats/map_lexer.hpp"

namespace hullbake {

/// Reads words up to the end of the line, with their numbers. The first one, at `words.pos`, is next. Adds those that
/// may mean something to `words`, none if `dropped`. Returns true if there are surface parameters among them.
bool readFaceWords(MapLexer& lexer, MapFaceWords& words, bool dropped);

/// Returns true for a surface parameter such as `detail`, in lower case: the rules of no game have it.
bool isParmWithoutMeaning(std::string_view parm);

/// Numbers the flags of these games as Quake 2 does. Drops those that mean something else in Quake 2, such as
/// 0x20000000, a ladder there.
void numberFlagsAsQuake2(MapEntity& entity);

}  // namespace hullbake
