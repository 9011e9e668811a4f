// Tables of the rules for texture names, contents flags and class names, and their look-up.

#include "compiler/brushes/contents_rules.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include "compiler/base/lower_case.hpp"

namespace hullbake {

namespace {

// A texture's name in lower case: its last folder, empty if it has none, and what follows.
struct TextureName {
    std::string folder, base;
};

TextureName nameOf(std::string_view texture) {
    constexpr std::string_view kSlashes = "/\\";
    const std::size_t slash = texture.find_last_of(kSlashes);
    if (slash == std::string_view::npos) return {{}, lowerCase(texture)};
    const std::string_view path = texture.substr(0, slash);
    return {lowerCase(path.substr(path.find_last_of(kSlashes) + 1)), lowerCase(texture.substr(slash + 1))};
}

// How a pattern matches a name.
enum class Match : std::uint8_t { Whole, Start, Part };

bool matches(std::string_view name, Match match, std::string_view pattern) {
    if (match == Match::Whole) return name == pattern;
    return match == Match::Start ? name.starts_with(pattern) : name.find(pattern) != std::string_view::npos;
}

// What one face says about its brush.
struct Meaning {
    bool tells = true;  // false: a neutral face, which says nothing
    BrushRole role = BrushRole::Volume;
    Contents contents = Contents::Solid;
    bool seen = true;  // false: the games draw no such face
};

constexpr Meaning volumeOf(Contents contents) {
    return {true, BrushRole::Volume, contents};
}
constexpr Meaning kNeutral{false, BrushRole::Volume, Contents::Empty};
constexpr Meaning kNothing{true, BrushRole::Nothing, Contents::Empty};
constexpr Meaning kUnseenSolid{true, BrushRole::Volume, Contents::Solid, false};
constexpr Meaning kOrigin{true, BrushRole::Origin, Contents::Empty};

enum class Where : std::uint8_t { Anywhere, World };

// A rule for texture names in lower case. `folder` is the beginning of the last folder; an empty one matches any name,
// with or without a folder.
struct TextureRule {
    std::string_view folder;
    Match match;
    std::string_view pattern;
    Where where;
    Meaning meaning;
};

// The first rule that matches applies. A name without a rule is solid.
constexpr TextureRule kTextureRules[] = {
    {"", Match::Whole, "skip", Where::Anywhere, kNeutral},
    {"", Match::Whole, "null", Where::Anywhere, kNeutral},
    {"", Match::Whole, "nodraw", Where::Anywhere, kNeutral},
    {"", Match::Whole, "caulk", Where::Anywhere, kNeutral},
    {"", Match::Whole, "bevel", Where::Anywhere, kNeutral},
    {"", Match::Whole, "hint", Where::Anywhere, kNothing},
    {"", Match::Whole, "hintskip", Where::Anywhere, kNothing},
    {"", Match::Whole, "areaportal", Where::Anywhere, kNothing},
    {"", Match::Whole, "antiportal", Where::Anywhere, kNothing},
    {"", Match::Whole, "clusterportal", Where::Anywhere, kNothing},
    {"", Match::Whole, "lightgrid", Where::Anywhere, kNothing},
    {"", Match::Whole, "donotenter", Where::Anywhere, kNothing},
    {"", Match::Whole, "botclip", Where::Anywhere, kNothing},
    {"", Match::Whole, "nodrop", Where::Anywhere, kNothing},
    {"", Match::Whole, "nodrawnonsolid", Where::Anywhere, kNothing},
    {"", Match::Whole, "origin", Where::Anywhere, kOrigin},
    {"", Match::Whole, "trigger", Where::World, kNothing},
    {"", Match::Whole, "slick", Where::Anywhere, kUnseenSolid},
    {"", Match::Whole, "weapclip", Where::Anywhere, kUnseenSolid},
    {"", Match::Whole, "clip", Where::Anywhere, volumeOf(Contents::Clip)},
    {"", Match::Whole, "fullclip", Where::Anywhere, volumeOf(Contents::Clip)},
    {"", Match::Whole, "playerclip", Where::Anywhere, volumeOf(Contents::Playerclip)},
    {"", Match::Whole, "monsterclip", Where::Anywhere, volumeOf(Contents::Monsterclip)},
    {"", Match::Whole, "watercaulk", Where::Anywhere, volumeOf(Contents::Water)},
    {"", Match::Whole, "slimecaulk", Where::Anywhere, volumeOf(Contents::Slime)},
    {"", Match::Whole, "lavacaulk", Where::Anywhere, volumeOf(Contents::Lava)},
    // Quake 3 tells fog and liquids in shader scripts. By convention their textures lie in these folders.
    {"sfx", Match::Part, "fog", Where::Anywhere, kNothing},
    {"fog", Match::Start, "", Where::Anywhere, kNothing},
    {"liquids", Match::Part, "fog", Where::Anywhere, kNothing},
    {"liquids", Match::Part, "lava", Where::Anywhere, volumeOf(Contents::Lava)},
    {"liquids", Match::Part, "slime", Where::Anywhere, volumeOf(Contents::Slime)},
    {"liquids", Match::Start, "", Where::Anywhere, volumeOf(Contents::Water)},
    {"", Match::Start, "sky", Where::Anywhere, volumeOf(Contents::Sky)},
    {"", Match::Start, "*lava", Where::Anywhere, volumeOf(Contents::Lava)},
    {"", Match::Start, "!lava", Where::Anywhere, volumeOf(Contents::Lava)},
    {"", Match::Start, "*slime", Where::Anywhere, volumeOf(Contents::Slime)},
    {"", Match::Start, "!slime", Where::Anywhere, volumeOf(Contents::Slime)},
    {"", Match::Start, "*", Where::Anywhere, volumeOf(Contents::Water)},
    {"", Match::Start, "!", Where::Anywhere, volumeOf(Contents::Water)},
};

// A surface flag of Quake 2. It goes before contents flags, as in Quake 2's tools.
struct SurfaceRule {
    std::uint32_t flag;
    Meaning meaning;
};

constexpr SurfaceRule kSurfaceRules[] = {
    {0x100, kNothing},  // hint
    {0x200, kNothing},  // skip
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
    {0x8000, Effect::Decides, kNothing},                       // area portal
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

Meaning meaningOfName(const TextureName& name, bool inWorld) {
    for (const TextureRule& rule : kTextureRules)
        if ((inWorld || rule.where == Where::Anywhere) && name.folder.starts_with(rule.folder) &&
            matches(name.base, rule.match, rule.pattern))
            return rule.meaning;
    return volumeOf(Contents::Solid);
}

Meaning meaningOf(const MapFace& face, bool inWorld) {
    if (face.flags) {
        const auto [contents, surface, value] = *face.flags;
        for (const SurfaceRule& rule : kSurfaceRules)
            if ((surface & rule.flag) != 0) return rule.meaning;
        if (const Meaning byFlags = meaningOfFlags(contents); byFlags.tells) return byFlags;
    }
    return meaningOfName(nameOf(face.texture), inWorld);
}

// Contents that stop everything. No other face takes them away.
constexpr Contents kStopsAll = Contents::Solid | Contents::Sky;

}  // namespace

BrushKind brushKind(const MapBrush& brush, bool inWorld) {
    struct Word {
        Meaning meaning = kNeutral;
        const MapFace* face = nullptr;
    };
    Word volume, other, marker;  // the volume that counts, one that does not, and the first face that fills nothing
    for (const MapFace& face : brush.faces) {
        const Word word{meaningOf(face, inWorld), &face};
        if (!word.meaning.tells) continue;
        if (word.meaning.role != BrushRole::Volume) {
            if (!marker.face) marker = word;
        } else if (!volume.face) {
            volume = word;
        } else if (word.meaning.contents != volume.meaning.contents) {
            other = word;
            const bool solid = word.meaning.seen && any(word.meaning.contents & Contents::Solid);
            if (solid && !any(volume.meaning.contents & kStopsAll)) std::swap(volume, other);
        }
    }
    if (volume.face)
        return {BrushRole::Volume, volume.meaning.contents, volume.face, marker.face ? marker.face : other.face};
    if (marker.face) return {marker.meaning.role, Contents::Empty};
    return {};
}

bool isUngrown(const MapFace& face) {
    return nameOf(face.texture).base == "bevel";
}

EntityRole entityRole(std::string_view classname) {
    const std::string name = lowerCase(classname);
    for (const ClassRule& rule : kClassRules)
        if (matches(name, rule.match, rule.pattern)) return rule.role;
    return EntityRole::Model;
}

std::array<Contents, 2> partsOf(Contents contents) {
    return {resolveOverlap(contents & kMaskBlocking), contents & kMaskLiquid};
}

}  // namespace hullbake
