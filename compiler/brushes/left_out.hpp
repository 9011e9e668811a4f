// Finds entities that would bring solids which are no brushes of the map.
//
// In: the parsed map. Out: one note for each kind of them, with their number and the place of the first.
#pragma once

#include <vector>

#include "formats/map.hpp"

namespace hullbake {

/// Returns what the map asks for and the compiler leaves out: brushes of other files, and models that are solid.
std::vector<MapNote> leftOutEntities(const MapFile& map);

}  // namespace hullbake
