// Tables of the rules for texture names, contents flags and class names, and their look-up.

#include "compiler/brushes/contents_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

namespace hullbake {

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return out;
}

std::string baseName(std::string_view texture) {
    const std::size_t slash = texture.find_last_of("/\\");
    return lower(slash == std::string_view::npos ? texture : texture.substr(slash + 1));
}

// How a pattern matches a name: the whole name or its beginning.
enum class Match : std::uint8_t { Whole, Start };

bool matches(std::string_view name, Match match, std::string_view pattern) {
    return match == Match::Whole ? name == pattern : name.starts_with(pattern);
}

// Meaning of one face for its brush.
struct Meaning {
    bool tells = true;  // false: a neutral face, which other faces overrule
    BrushRole role = BrushRole::Volume;
    Contents contents = Contents::Solid;

    bool operator==(const Meaning&) const = default;
};

constexpr Meaning volumeOf(Contents contents) {
    return {true, BrushRole::Volume, contents};
}
constexpr Meaning kNeutral{false, BrushRole::Volume, Contents::Empty};
constexpr Meaning kNothing{true, BrushRole::Nothing, Contents::Empty};
constexpr Meaning kOrigin{true, BrushRole::Origin, Contents::Empty};

enum class Where : std::uint8_t { Anywhere, World };

// A rule for texture names in lower case, without their folder.
struct TextureRule {
    Match match;
    std::string_view pattern;
    Where where;
    Meaning meaning;
};

// The first rule that matches applies. A name without a rule is solid.
constexpr TextureRule kTextureRules[] = {
    {Match::Whole, "skip", Where::Anywhere, kNeutral},
    {Match::Whole, "null", Where::Anywhere, kNeutral},
    {Match::Whole, "nodraw", Where::Anywhere, kNeutral},
    {Match::Whole, "caulk", Where::Anywhere, kNeutral},
    {Match::Whole, "bevel", Where::Anywhere, kNeutral},
    {Match::Whole, "hint", Where::Anywhere, kNothing},
    {Match::Whole, "hintskip", Where::Anywhere, kNothing},
    {Match::Whole, "areaportal", Where::Anywhere, kNothing},
    {Match::Whole, "antiportal", Where::Anywhere, kNothing},
    {Match::Whole, "lightgrid", Where::Anywhere, kNothing},
    {Match::Whole, "donotenter", Where::Anywhere, kNothing},
    {Match::Whole, "origin", Where::Anywhere, kOrigin},
    {Match::Whole, "trigger", Where::World, kNothing},
    {Match::Whole, "clip", Where::Anywhere, volumeOf(Contents::Clip)},
    {Match::Whole, "fullclip", Where::Anywhere, volumeOf(Contents::Clip)},
    {Match::Whole, "playerclip", Where::Anywhere, volumeOf(Contents::Playerclip)},
    {Match::Whole, "monsterclip", Where::Anywhere, volumeOf(Contents::Monsterclip)},
    {Match::Start, "sky", Where::Anywhere, volumeOf(Contents::Sky)},
    {Match::Start, "*lava", Where::Anywhere, volumeOf(Contents::Lava)},
    {Match::Start, "!lava", Where::Anywhere, volumeOf(Contents::Lava)},
    {Match::Start, "*slime", Where::Anywhere, volumeOf(Contents::Slime)},
    {Match::Start, "!slime", Where::Anywhere, volumeOf(Contents::Slime)},
    {Match::Start, "*", Where::Anywhere, volumeOf(Contents::Water)},
    {Match::Start, "!", Where::Anywhere, volumeOf(Contents::Water)},
};

// A contents flag of Quake 2. Flags that add are combined; one that decides applies alone.
enum class Effect : std::uint8_t { Decides, Adds };
struct FlagRule {
    std::uint32_t flag;
    Effect effect;
    Meaning meaning;
};

// Ordered by priority: a rule that decides applies unless an earlier flag has added something.
constexpr FlagRule kFlagRules[] = {
    {0x1000000, Effect::Decides, kOrigin},                     // origin
    {0x1, Effect::Decides, volumeOf(Contents::Solid)},         // solid
    {0x2, Effect::Decides, volumeOf(Contents::Solid)},         // window
    {0x8, Effect::Adds, volumeOf(Contents::Lava)},             // lava
    {0x10, Effect::Adds, volumeOf(Contents::Slime)},           // slime
    {0x20, Effect::Adds, volumeOf(Contents::Water)},           // water
    {0x10000, Effect::Adds, volumeOf(Contents::Playerclip)},   // player clip
    {0x20000, Effect::Adds, volumeOf(Contents::Monsterclip)},  // monster clip
    {0x40, Effect::Decides, kNothing},                         // mist
};

struct ClassRule {
    Match match;
    std::string_view pattern;
    EntityRole role;
};

// The first rule that matches applies. Any other class is a model of its own.
constexpr ClassRule kClassRules[] = {
    {Match::Whole, "worldspawn", EntityRole::World},
    {Match::Whole, "func_group", EntityRole::World},
    {Match::Whole, "func_detail", EntityRole::World},
    {Match::Whole, "func_detail_wall", EntityRole::World},
    {Match::Whole, "func_detail_fence", EntityRole::World},
    {Match::Whole, "func_detail_illusionary", EntityRole::WorldNothing},
    {Match::Start, "func_illusionary", EntityRole::ModelNothing},
};

struct ClassPattern {
    Match match;
    std::string_view pattern;
};

constexpr ClassPattern kPlayerStarts[] = {
    {Match::Start, "info_player_"},
    {Match::Start, "info_team_start"},
    {Match::Whole, "info_coop_start"},
};

Meaning meaningOfFlags(std::uint32_t flags) {
    Contents contents = Contents::Empty;
    for (const FlagRule& rule : kFlagRules) {
        if ((flags & rule.flag) == 0) continue;
        if (rule.effect == Effect::Adds)
            contents |= rule.meaning.contents;
        else if (!any(contents))
            return rule.meaning;
    }
    return any(contents) ? volumeOf(contents) : kNeutral;
}

Meaning meaningOfName(std::string_view name, bool inWorld) {
    for (const TextureRule& rule : kTextureRules)
        if ((inWorld || rule.where == Where::Anywhere) && matches(name, rule.match, rule.pattern)) return rule.meaning;
    return volumeOf(Contents::Solid);
}

Meaning meaningOf(const MapFace& face, bool inWorld) {
    if (face.flags)
        if (const Meaning byFlags = meaningOfFlags((*face.flags)[0]); byFlags.tells) return byFlags;
    return meaningOfName(baseName(face.texture), inWorld);
}

}  // namespace

BrushKind brushKind(const MapBrush& brush, bool inWorld) {
    std::optional<Meaning> first;
    bool mixed = false;
    for (const MapFace& face : brush.faces) {
        const Meaning next = meaningOf(face, inWorld);
        if (!next.tells) continue;
        // A single origin, hint or portal face decides: hint brushes carry skip on their other faces, portals any
        // texture.
        if (next.role != BrushRole::Volume) return {next.role, Contents::Empty, false};
        if (!first)
            first = next;
        else
            mixed = mixed || !(*first == next);
    }
    if (!first) return {};
    return {first->role, first->contents, mixed};
}

bool isUngrown(const MapFace& face) {
    return baseName(face.texture) == "bevel";
}

EntityRole entityRole(std::string_view classname) {
    const std::string name = lower(classname);
    for (const ClassRule& rule : kClassRules)
        if (matches(name, rule.match, rule.pattern)) return rule.role;
    return EntityRole::Model;
}

bool isPlayerStart(std::string_view classname) {
    const std::string name = lower(classname);
    return std::any_of(std::begin(kPlayerStarts), std::end(kPlayerStarts),
                       [&](const ClassPattern& start) { return matches(name, start.match, start.pattern); });
}

}  // namespace hullbake
