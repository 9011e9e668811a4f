#include "tools/input/rules_options.hpp"

#include <utility>
#include <variant>

#include "formats/shader_scripts.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/rules_file.hpp"

namespace hullbake::cli {

std::vector<OptionSpec> rulesOptions(RulesOptions& options, const std::string& help) {
    const std::vector<std::string_view> names = gameRuleNames();
    return {
        option("--game", options.game, "GAME", help).oneOf({names.begin(), names.end()}),
        option("--rules", options.rules, "FILE", "Rules for contents as JSON, which go before the game's"),
        option("--shaders", options.shaders, "DIR", "Read Quake 3's .shader files in DIR for what textures mean"),
    };
}

namespace {

/// Puts the rules of `other` behind those of `rules`. The first match wins.
template <typename Rule>
void append(std::vector<Rule>& rules, const std::vector<Rule>& other) {
    rules.insert(rules.end(), other.begin(), other.end());
}

}  // namespace

GameRules rulesFrom(const RulesOptions& options) {
    const GameRules ofGame = gameRules(options.game.empty() ? "any" : options.game);
    RulesFile own;
    if (!options.rules.empty()) own = readRulesFile(options.rules);
    const GameRules base = own.alone ? GameRules{} : ofGame;
    GameRules rules = std::move(own.rules);
    if (!own.alone) rules.game = ofGame.game;
    append(rules.surfaceParms, base.surfaceParms);
    if (!options.shaders.empty()) {
        const auto read = readShaderRules(options.shaders, rules);
        if (const auto* problem = std::get_if<Diagnostic>(&read)) throw Failure(problem->text());
        append(rules.textures, std::get<std::vector<TextureRule>>(read));
    }
    append(rules.textures, base.textures);
    append(rules.surfaceFlags, base.surfaceFlags);
    append(rules.contentsFlags, base.contentsFlags);
    append(rules.classes, base.classes);
    // Of keys the last match wins.
    rules.keys.insert(rules.keys.begin(), base.keys.begin(), base.keys.end());
    return rules;
}

}  // namespace hullbake::cli
