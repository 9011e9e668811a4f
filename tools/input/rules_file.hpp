// Rules of a game as JSON: reads a user's file, and prints rules as such a file.
#pragma once

#include <string>

#include "formats/rules.hpp"

namespace hullbake::cli {

struct RulesFile {
    GameRules rules;
    bool alone = false;  ///< they replace those of the game, rather than going before them
};

/// Throws Failure with the file and the place: line and column of wrong JSON, else the element ("textures[2].is").
RulesFile readRulesFile(const std::string& path);

/// Returns the rules as JSON that readRulesFile reads, with "alone".
std::string rulesJson(const GameRules& rules);

}  // namespace hullbake::cli
