// Rules of a game as data: what names of textures, flags, classes and keys mean for collision.
//
// In: the tables of game_rules.cpp, a user's file, shader scripts. Out: lists whose first match counts. The compiler
// and the oracle apply them by code of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hullbake/contents.hpp"

namespace hullbake {

/// What a face says about its brush.
enum class FaceSays : std::uint8_t {
    Neutral,  ///< nothing: a brush of such faces alone is solid
    Volume,   ///< the brush fills space with the contents
    Mark,     ///< the same, but only where no face says Volume; without contents the brush fills nothing
    Origin,   ///< a mark: the middle of the brush is the origin of its entity
};

struct FaceMeaning {
    FaceSays says = FaceSays::Volume;
    Contents contents = Contents::Solid;
    bool seen = true;    ///< false: the games draw no such face, so other faces may overrule it
    bool grown = true;   ///< false: the plane of the face stays where it is in every hull
    bool whole = false;  ///< the whole brush is that, whatever its other faces say
    bool operator==(const FaceMeaning&) const = default;
};

/// Reads a meaning: any of `mark`, `whole`, `unseen`, `ungrown`, in this order, then `neutral`, `nothing`, `origin` or
/// contents joined by commas. Returns nullopt for any other text.
std::optional<FaceMeaning> parseMeaning(std::string_view text);
/// Returns the text that parseMeaning reads as `meaning`.
std::string meaningText(const FaceMeaning& meaning);

/// Names of hulls. A rule that has some puts its brushes into these hulls alone.
using HullNames = std::vector<std::string>;

enum class RuleScope : std::uint8_t { Anywhere, World, Models };

/// A rule for textures. `name` is a pattern (see matchesName) without case.
struct TextureRule {
    std::string name;
    FaceMeaning meaning;
    RuleScope scope = RuleScope::Anywhere;
    HullNames hulls;  ///< those of faces that are neutral, or mean the whole brush, are joined
    bool operator==(const TextureRule&) const = default;
};

/// How the bits of a flag take part. Rules are tried in order.
enum class FlagEffect : std::uint8_t {
    Decides,  ///< the meaning applies alone, unless an earlier rule has added contents
    Adds,     ///< adds contents; several combine
    Joins,    ///< adds contents to whatever the brush turns out to be: ladders, currents
};

struct FlagRule {
    std::uint32_t bits = 0;  ///< any of these
    FlagEffect effect = FlagEffect::Decides;
    FaceMeaning meaning;
    bool operator==(const FlagRule&) const = default;
};

/// A rule for classes of entities. `name` is a pattern without case.
struct ClassRule {
    std::string name;
    bool model = true;                 ///< false: its brushes belong to the world, model 0
    std::optional<Contents> contents;  ///< replaces the contents of its brushes; Empty: they fill nothing
    HullNames hulls;
    bool operator==(const ClassRule&) const = default;
};

/// A rule for a key of entities. All rules that match apply, after the class; later ones win.
struct KeyRule {
    std::string classname = "*";  ///< pattern without case
    std::string key;              ///< without case
    std::string value;            ///< pattern; empty: any value but "" and "0"
    std::optional<Contents> contents;
    HullNames hulls;
    bool operator==(const KeyRule&) const = default;
};

/// A `surfaceparm` of Quake 3's shader scripts.
struct SurfaceParm {
    std::string name;  ///< in lower case
    Contents adds = Contents::Empty;
    bool solid = true;  ///< false: a face with it is not solid
    enum class Kind : std::uint8_t { Contents, Unseen, Nothing, Origin } kind = Kind::Contents;
    bool operator==(const SurfaceParm&) const = default;
};

struct GameRules {
    std::string game;
    std::vector<TextureRule> textures;  ///< a name without a rule is solid
    std::vector<FlagRule> surfaceFlags, contentsFlags;
    std::vector<ClassRule> classes;  ///< without a rule: worldspawn is the world, others are models of their own
    std::vector<KeyRule> keys;
    std::vector<SurfaceParm> surfaceParms;
    bool operator==(const GameRules&) const = default;
};

/// Returns the rules of a game. "any" knows the names of all, for maps whose game is not told. Any other name that
/// gameRuleNames does not list gives rules without a game and without entries.
GameRules gameRules(std::string_view game);
/// Returns the names: any, quake, halflife, hexen2, quake2, quake3, doom3, source.
std::vector<std::string_view> gameRuleNames();

/// Returns all rules as text, a line each: equal for equal rules. For hashes and messages.
std::string rulesText(const GameRules& rules);

}  // namespace hullbake
