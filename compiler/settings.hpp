// What a caller may set for a compile, and the check of it.
#pragma once

#include <string>
#include <vector>

#include "compiler/hull_sets.hpp"

namespace hullbake {

struct CompileSettings {
    std::vector<HullSpec> hulls = gameHulls("quake");  ///< at most 32, names unique
    int threads = 0;                                   ///< 0: all processors
    bool fill = true;                                  ///< turn what no entity reaches into solid (world only)
    double cellSize = 64;                              ///< units: of the grid cells that speed up traces; 0: no cells
};

/// A power of two from 1 to 65536, or 0.
bool validCellSize(double units);

/// Returns why the settings cannot be compiled with, or an empty text.
std::string faultOf(const CompileSettings& settings);

}  // namespace hullbake
