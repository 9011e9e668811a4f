// Parses `.map` text, in all its notations. Text of VMF is for vmf_reader.hpp.
#pragma once

#include "formats/map.hpp"
#include "formats/map_lexer.hpp"

namespace hullbake {

/// Parses the whole text. Throws MapSyntaxError at the first error.
MapFile parseMapText(MapLexer lexer);

}  // namespace hullbake
