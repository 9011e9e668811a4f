// Reads `terrainDef` blocks: heights over a grid, in the notations of Quake 3's first editor and of Medal of Honor's.
#pragma once

#include <vector>

#include "formats/map.hpp"
#include "formats/map_lexer.hpp"

namespace hullbake {

/// Reads the block that follows the word `terrainDef` into `patch`, braces included. The front of its points is above,
/// or below where Medal of Honor's flag 64 says so. Throws MapSyntaxError.
///
/// A block that does not begin with a number is in a notation that is not known (Elite Force 2). It is passed over, and
/// `patch` keeps no points.
/// `flagged` receives the places of points with flags of their own, which are passed over.
void readTerrain(MapLexer& lexer, MapPatch& patch, std::vector<SourcePos>& flagged);

}  // namespace hullbake
