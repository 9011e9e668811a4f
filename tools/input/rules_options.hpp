// The options that say what a map's textures, flags, classes and keys mean.
#pragma once

#include <string>
#include <vector>

#include "formats/rules.hpp"
#include "tools/input/options.hpp"

namespace hullbake::cli {

struct RulesOptions {
    std::string game, rules, shaders;  ///< empty: not given

    bool operator==(const RulesOptions&) const = default;
};

/// Returns --game, --rules and --shaders. `help` says what --game does.
std::vector<OptionSpec> rulesOptions(RulesOptions& options, const std::string& help);

/// Returns the rules that count: those of --rules first, then those of the shader scripts, then those of the game.
/// Throws Failure if a file cannot be read.
GameRules rulesFrom(const RulesOptions& options);

}  // namespace hullbake::cli
