// Settings of a compile, and their validation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/hull_sets.hpp"
#include "compiler/player_starts.hpp"
#include "formats/patch_brushes.hpp"
#include "formats/rules.hpp"

namespace hullbake {

/// Width of the narrowest passage that lets the void in, and the most that it may be. World units. Off-grid maps have
/// narrower cracks between brushes that were meant to touch.
inline constexpr double kPassage = 1.0 / 64, kMostPassage = 4;

struct CompileSettings {
    std::vector<HullSpec> hulls = gameHulls("quake");             ///< at most 32, names unique
    GameRules rules = gameRules("any");                           ///< what names, flags, classes and keys mean
    int threads = 0;                                              ///< 0: all processors
    bool fill = true;                                             ///< turn unreached space into solid (world only)
    std::vector<std::string> playerStarts = knownPlayerStarts();  ///< classes where players start; `*`: any characters
    double passage = kPassage;        ///< world units; the fill closes what is narrower, so it is no leak
    double curveError = kCurveError;  ///< with which the map's patches became brushes; for the record alone
    double cellSize = 64;             ///< world units; size of the grid cells that speed up traces; 0: no cells
};

/// Returns a hash of the rules, which the file records; 0 for those of "any".
std::uint64_t rulesHash(const GameRules& rules);

/// Returns true for a width from 0 to kMostPassage.
bool validPassage(double units);

/// Returns true for a power of two from 1 to 65536, and for 0.
bool validCellSize(double units);

/// Returns the reason why the settings are invalid, or an empty text.
std::string faultOf(const CompileSettings& settings);

}  // namespace hullbake
