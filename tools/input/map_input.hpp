// A map as the compiler takes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/hull_sets.hpp"
#include "formats/map.hpp"
#include "formats/patch_brushes.hpp"
#include "tools/reports/messages.hpp"

namespace hullbake::cli {

struct MapInput {
    MapFile map;  ///< with the brushes of its curved patches
    std::string text;
    double milliseconds = 0;
    PatchCount patches;
};

/// Reads a map, and terrain and glTF as a map. `curveError` is that of addPatchBrushes; 0 leaves patches out. `threads`
/// are those of a compile. Prints what is wrong and throws a Failure without text if it cannot. `messages` then knows
/// the places in the map.
MapInput readInput(const std::string& path, double curveError, int threads, Messages& messages);

/// Returns the hulls of a game; Quake's if it has none of its own.
std::vector<HullSpec> hullsFor(std::string_view game);

}  // namespace hullbake::cli
