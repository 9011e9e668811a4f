// Finds entities that would bring solids which are no brushes of the map.
//
// In: the parsed map. Out: one note for each class of them, with their number and the place of the first, and all
// places by kind.
#pragma once

#include <optional>
#include <vector>

#include "formats/map.hpp"
#include "formats/rules.hpp"

namespace hullbake {

/// Returns what the map asks for and the compiler leaves out: maps of other files that were not placed, and models that
/// are solid. Also shapes of Half-Life's compilers that are in use: brushes are grown by boxes alone. Adds their places
/// to `leftOut`.
std::vector<MapNote> leftOutEntities(const MapFile& map, std::vector<MapLeftOut>& leftOut);

/// Returns a note about words behind faces that are not known, and of surface parameters that the rules do not have.
/// Adds the places of their faces to `leftOut`. Nothing if there are none.
std::optional<MapNote> unknownFaceWords(const MapFile& map, const GameRules& rules, std::vector<MapLeftOut>& leftOut);

}  // namespace hullbake
