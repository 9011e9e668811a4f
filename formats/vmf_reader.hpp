// Reads VMF text: the maps of Hammer, the editor of Source games. They are nested blocks of keys and values.
#pragma once

#include "formats/map.hpp"
#include "formats/map_lexer.hpp"

namespace hullbake {

/// Returns true if a word and '{' follow, and no word of another notation. `lexer` stands at the head of the text.
bool beginsVmf(MapLexer lexer);

/// Reads the whole text. Throws MapSyntaxError. The result has no path. Geometry is not checked.
MapFile parseVmf(MapLexer& lexer);

}  // namespace hullbake
