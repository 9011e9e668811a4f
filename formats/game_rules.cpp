// Tables of the games' rules. Source: the games' own tools and what their mappers rely on; docs/rules.md explains them.

#include <iterator>
#include <span>

#include "formats/rules.hpp"

namespace hullbake {

namespace {

struct TextureRow {
    std::string_view name, is;
    std::string_view hull = {};  // the one hull that has it; empty: all
    RuleScope scope = RuleScope::Anywhere;
};

// Names that all editors and games share.
constexpr TextureRow kCommon[] = {
    {"skip", "neutral"},
    {"null", "neutral"},
    {"nodraw", "neutral"},
    {"caulk", "neutral"},
    {"bevel", "ungrown neutral"},
    {"hint", "nothing"},
    {"hintskip", "nothing"},
    {"origin", "origin"},
    {"trigger", "mark trigger", {}, RuleScope::World},
    {"clip", "clip"},
    {"fullclip", "clip"},
    {"playerclip", "playerclip"},
    {"monsterclip", "monsterclip"},
};

constexpr TextureRow kSky[] = {{"sky*", "sky"}};

constexpr TextureRow kStarLiquids[] = {
    {"[*]lava*", "lava"}, {"!lava*", "lava"}, {"[*]slime*", "slime"},
    {"!slime*", "slime"}, {"[*]*", "water"},  {"!*", "water"},
};

constexpr TextureRow kHalflifeNames[] = {
    {"cliphull1", "whole clip", "player"},
    {"cliphull2", "whole clip", "large"},
    {"cliphull3", "whole clip", "crouch"},
    {"clipbevel", "whole ungrown clip"},
    {"clipbevelbrush", "whole ungrown clip"},
    {"bevelbrush", "ungrown neutral"},
    {"noclip", "neutral", "point"},
    {"nullnoclip", "neutral", "point"},
    {"solidhint", "neutral"},
    {"bevelhint", "ungrown neutral"},
    {"splitface", "nothing"},
    {"boundingbox", "nothing"},
    {"contentwater", "whole water"},
    {"contentslime", "whole slime"},
    {"contentlava", "whole lava"},
    {"contentsky", "whole sky"},
    {"contentsolid", "whole solid"},
    {"contentempty", "whole illusionary"},
    {"env_sky*", "sky"},
    {"!cur_0*", "water,current_east"},
    {"!cur_90*", "water,current_north"},
    {"!cur_180*", "water,current_west"},
    {"!cur_270*", "water,current_south"},
    {"!cur_up*", "water,current_up"},
    {"!cur_dwn*", "water,current_down"},
};

// Other games mean something else by these, or have longer names that begin so.
constexpr TextureRow kHalflifeAlone[] = {
    {"clip", "whole clip"},
    {"skip", "whole illusionary"},
    {"@*", "illusionary"},
    {"translucent*", "illusionary"},
};

constexpr TextureRow kQuake3Names[] = {
    {"areaportal", "mark areaportal"},
    {"antiportal", "nothing"},
    {"clusterportal", "mark user1"},
    {"donotenter", "mark user2"},
    {"nodrop", "mark user3"},
    {"lightgrid", "nothing"},
    {"botclip", "mark botclip"},
    {"nodrawnonsolid", "mark illusionary"},
    {"slick", "unseen solid"},
    {"weapclip", "unseen solid"},
    {"watercaulk", "water"},
    {"slimecaulk", "slime"},
    {"lavacaulk", "lava"},
    // Shader scripts tell fog and liquids. By convention their textures lie in these folders.
    {"sfx*/*fog*", "mark fog"},
    {"fog*/*", "mark fog"},
    {"liquids*/*fog*", "mark fog"},
    {"liquids*/*lava*", "lava"},
    {"liquids*/*slime*", "slime"},
    {"liquids*/*", "water"},
};

constexpr TextureRow kQuake3Alone[] = {
    {"skies*/*", "sky"},
    {"common/ladder", "unseen playerclip,ladder"},
};

constexpr TextureRow kDoom3Names[] = {
    {"visportal", "mark areaportal"},
    {"editor/visportal", "mark areaportal"},
    {"player_clip", "playerclip"},
    {"monster_clip", "monsterclip"},
    {"full_clip", "clip"},
    {"moveable_clip", "mark user4"},
    {"moveableclip", "mark user4"},
    {"ikclip", "mark user5"},
    {"aassolid", "mark botclip"},
    {"aasobstacle", "mark botclip"},
    {"common/trig*", "mark trigger", {}, RuleScope::World},
    {"nodrawsolid", "unseen solid"},
    {"common/shadow*", "mark illusionary"},
    {"common/noshadow*", "mark illusionary"},
};

constexpr TextureRow kDoom3Alone[] = {
    {"common/nodraw", "mark illusionary"},
};

constexpr TextureRow kSourceNames[] = {
    {"tools/toolsclip", "clip"},
    {"tools/toolsplayerclip", "playerclip"},
    {"tools/toolscontrolclip", "playerclip"},
    {"tools/toolsnpcclip", "monsterclip"},
    {"tools/toolsgrenadeclip", "mark user1"},
    {"tools/toolsdroneclip", "mark user2"},
    {"tools/toolsblockbullets*", "mark user3"},
    {"tools/toolsblock_los", "mark user4"},
    {"tools/toolsblocklos", "mark user4"},
    {"tools/toolsblocklight", "mark user5"},
    {"tools/toolsskybox*", "sky"},
    {"tools/toolshint", "nothing"},
    {"tools/toolsskip", "nothing"},
    {"tools/toolsoccluder", "nothing"},
    {"tools/toolsareaportal", "mark areaportal"},
    {"tools/toolsfog", "mark fog"},
    {"tools/toolsinvisibleladder", "unseen solid,ladder"},
    {"tools/toolsinvisible*", "unseen solid"},
    {"tools/toolsnodraw", "neutral"},
    {"tools/toolsorigin", "origin"},
    {"tools/toolstrigger", "mark trigger", {}, RuleScope::World},
};

constexpr TextureRow kSourceAlone[] = {
    {"nature/*slime*", "slime"},
    {"nature/*water*", "water"},
    {"liquids/*", "water"},
    {"dev/*water*", "water"},
};

struct FlagRow {
    std::uint32_t bits;
    FlagEffect effect;
    std::string_view is;
};

constexpr FlagRow kQuake2Surface[] = {
    {0x100, FlagEffect::Decides, "nothing"},  // hint
    {0x200, FlagEffect::Decides, "nothing"},  // skip
};

constexpr FlagRow kQuake2Sky[] = {{0x4, FlagEffect::Decides, "sky"}};

constexpr FlagRow kQuake2Contents[] = {
    {0x1000000, FlagEffect::Decides, "origin"},
    {0x20000000, FlagEffect::Joins, "ladder"},
    {0x40000, FlagEffect::Joins, "current_east"},
    {0x80000, FlagEffect::Joins, "current_north"},
    {0x100000, FlagEffect::Joins, "current_west"},
    {0x200000, FlagEffect::Joins, "current_south"},
    {0x400000, FlagEffect::Joins, "current_up"},
    {0x800000, FlagEffect::Joins, "current_down"},
    {0x1, FlagEffect::Decides, "solid"},
    {0x2, FlagEffect::Decides, "solid"},  // window
    {0x8, FlagEffect::Adds, "lava"},
    {0x10, FlagEffect::Adds, "slime"},
    {0x20, FlagEffect::Adds, "water"},
    {0x10000, FlagEffect::Adds, "playerclip"},
    {0x20000, FlagEffect::Adds, "monsterclip"},
    {0x40, FlagEffect::Decides, "mark fog"},  // mist
    {0x8000, FlagEffect::Decides, "mark areaportal"},
};

constexpr FlagRow kQuake2Aux[] = {{0x4, FlagEffect::Decides, "mark illusionary"}};

struct ClassRow {
    std::string_view name;
    bool model;
    std::string_view contents = {};  // empty: those of the brushes
};

constexpr ClassRow kClasses[] = {
    {"worldspawn", false},
    {"func_group", false},
    {"func_detail", false},
    {"func_detail_wall", false},
    {"func_detail_fence", false},
    {"func_detail_illusionary", false, "illusionary"},
    {"func_illusionary_visblocker", false, "illusionary"},
    {"func_illusionary*", true, "illusionary"},
};

constexpr ClassRow kHalflifeClasses[] = {
    {"func_ladder", true, "ladder"},
    {"info_hullshape", false, "nothing"},
};

constexpr ClassRow kSourceClasses[] = {
    {"func_areaportal*", true, "areaportal"},  {"func_viscluster", false, "nothing"},
    {"func_occluder", true, "nothing"},        {"func_dustmotes", true, "illusionary"},
    {"func_smokevolume", true, "illusionary"}, {"func_precipitation", true, "illusionary"},
    {"func_ladder", true, "ladder"},
};

struct KeyRow {
    std::string_view classname, key, value;
    std::string_view contents;   // empty: not replaced
    std::string_view hull = {};  // the one hull that has the brushes; empty: all
};

constexpr KeyRow kKeys[] = {
    {"*", "_illusionary", "", "illusionary"},
    {"*", "_omitbrushes", "", "nothing"},
};

constexpr KeyRow kHalflifeKeys[] = {
    {"func_illusionary*", "skin", "-3", "water"}, {"func_illusionary*", "skin", "-4", "slime"},
    {"func_illusionary*", "skin", "-5", "lava"},  {"func_illusionary*", "skin", "-16", "ladder"},
    {"*", "zhlt_noclip", "", "", "point"},        {"*", "zhlt_usemodel", "", "nothing"},
};

constexpr KeyRow kSourceKeys[] = {{"func_brush", "solidity", "1", "illusionary"}};  // never solid

using ParmKind = SurfaceParm::Kind;

struct ParmRow {
    std::string_view name;
    std::string_view adds;  // empty: no contents
    bool solid;
    ParmKind kind = ParmKind::Contents;
};

constexpr ParmRow kParms[] = {
    {"water", "water", false},
    {"slime", "slime", false},
    {"lava", "lava", false},
    {"fog", "fog", false},
    {"playerclip", "playerclip", false},
    {"monsterclip", "monsterclip", false},
    {"botclip", "botclip", false},
    {"nodrop", "user3", false},
    {"areaportal", "areaportal", false},
    {"clusterportal", "user1", false},
    {"donotenter", "user2", false},
    {"trigger", "trigger", false},
    {"nonsolid", "", false},
    // Return to Castle Wolfenstein, Enemy Territory
    {"slag", "slime", false},
    {"donotenterlarge", "user2", false},
    {"nonotenterlarge", "user2", false},
    {"ai_nopass", "user2", false},
    {"ai_nopasslarge", "user2", false},
    {"ai_nosight", "user7", false},
    {"clipmissile", "user6", false},
    {"clipshot", "user6", false},
    // Medal of Honor
    {"weaponclip", "user6", false},
    {"shootonly", "user6", false},
    {"vehicleclip", "user4", false},
    // Jedi Outcast, Jedi Academy, Soldier of Fortune II
    {"shotclip", "user6", false},
    {"abseil", "", false},
    {"outside", "", false},
    {"terrain", "", false},
    {"sky", "sky", false},
    {"ladder", "ladder", true},
    {"nodraw", "", true, ParmKind::Unseen},
    {"hint", "", true, ParmKind::Nothing},
    {"skip", "", true, ParmKind::Nothing},
    {"antiportal", "", true, ParmKind::Nothing},
    {"lightgrid", "", true, ParmKind::Nothing},
    {"origin", "", false, ParmKind::Origin},
};

// The texts of these tables are right: a test reads every one.
FaceMeaning meaningOf(std::string_view text) {
    return parseMeaning(text).value_or(FaceMeaning{});
}

std::optional<Contents> contentsOf(std::string_view text) {
    if (text.empty()) return std::nullopt;
    return meaningOf(text).contents;
}

HullNames hullsOf(std::string_view hull) {
    return hull.empty() ? HullNames{} : HullNames{std::string(hull)};
}

void add(GameRules& rules, std::span<const TextureRow> rows) {
    for (const TextureRow& row : rows)
        rules.textures.push_back({std::string(row.name), meaningOf(row.is), row.scope, hullsOf(row.hull)});
}

void add(std::vector<FlagRule>& rules, std::span<const FlagRow> rows) {
    for (const FlagRow& row : rows) rules.push_back({row.bits, row.effect, meaningOf(row.is)});
}

void add(GameRules& rules, std::span<const ClassRow> rows) {
    for (const ClassRow& row : rows)
        rules.classes.push_back({std::string(row.name), row.model, contentsOf(row.contents), {}});
}

void add(GameRules& rules, std::span<const KeyRow> rows) {
    for (const KeyRow& row : rows)
        rules.keys.push_back({std::string(row.classname), std::string(row.key), std::string(row.value),
                              contentsOf(row.contents), hullsOf(row.hull)});
}

void addFlags(GameRules& rules) {
    add(rules.surfaceFlags, kQuake2Surface);
    add(rules.contentsFlags, kQuake2Contents);
}

// The names of all games, as far as no game means something else by them.
void addAny(GameRules& rules) {
    add(rules, kCommon);
    add(rules, kHalflifeNames);
    add(rules, kQuake3Names);
    add(rules, kSourceNames);
    add(rules, kDoom3Names);
    add(rules, kSky);
    add(rules, kStarLiquids);
    addFlags(rules);
    add(rules, kHalflifeClasses);
    add(rules, kKeys);
    add(rules, kHalflifeKeys);
}

void addQuake(GameRules& rules) {
    add(rules, kCommon);
    add(rules, kSky);
    add(rules, kStarLiquids);
    add(rules, kKeys);
}

void addHalflife(GameRules& rules) {
    add(rules, kHalflifeAlone);
    add(rules, kHalflifeNames);
    add(rules, kCommon);
    add(rules, kSky);
    add(rules, kStarLiquids);
    add(rules, kHalflifeClasses);
    add(rules, kKeys);
    add(rules, kHalflifeKeys);
}

void addQuake2(GameRules& rules) {
    add(rules, kCommon);
    add(rules, kSky);
    addFlags(rules);
    add(rules.surfaceFlags, kQuake2Sky);
    add(rules.contentsFlags, kQuake2Aux);
    add(rules, kKeys);
}

// Quake 3's tools read no flag but detail, which says nothing about collision.
void addQuake3Alone(GameRules& rules) {
    add(rules, kCommon);
    add(rules, kQuake3Alone);
    add(rules, kQuake3Names);
    add(rules, kSky);
}

void addDoom3(GameRules& rules) {
    add(rules, kDoom3Alone);
    add(rules, kDoom3Names);
    add(rules, kCommon);
    add(rules, kSky);
}

void addSource(GameRules& rules) {
    add(rules, kSourceNames);
    add(rules, kSourceAlone);
    add(rules, kSourceClasses);
    add(rules, kSourceKeys);
}

struct GameRow {
    std::string_view name;
    void (*fill)(GameRules&);
};

constexpr GameRow kGames[] = {
    {"any", addAny},       {"quake", addQuake},        {"halflife", addHalflife}, {"hexen2", addQuake},
    {"quake2", addQuake2}, {"quake3", addQuake3Alone}, {"doom3", addDoom3},       {"source", addSource},
};

}  // namespace

GameRules gameRules(std::string_view game) {
    GameRules rules;
    for (const GameRow& row : kGames) {
        if (row.name != game) continue;
        rules.game = row.name;
        row.fill(rules);
        add(rules, kClasses);
        for (const ParmRow& parm : kParms)  // shader scripts are read for any game
            rules.surfaceParms.push_back(
                {std::string(parm.name), contentsOf(parm.adds).value_or(Contents::Empty), parm.solid, parm.kind});
    }
    return rules;
}

std::vector<std::string_view> gameRuleNames() {
    std::vector<std::string_view> names;
    for (const GameRow& row : kGames) names.push_back(row.name);
    return names;
}

}  // namespace hullbake
