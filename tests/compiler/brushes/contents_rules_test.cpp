// Proves the meaning of textures, flags and classes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "compiler/brushes/contents_rules.hpp"
#include "compiler/compiler_support.hpp"
#include "formats/rules.hpp"

namespace hullbake::test {
namespace {

const BrushRules& anyRules() {
    static const GameRules game = gameRules("any");
    static const BrushRules rules(game);
    return rules;
}

BrushKind brushKind(const MapBrush& brush, bool inWorld) {
    return anyRules().brushKind(brush, inWorld);
}

bool isUngrown(const MapFace& face) {
    return anyRules().isUngrown(face, true);
}

MapBrush textured(const std::vector<std::string>& names) {
    MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
    for (std::size_t i = 0; i < brush.faces.size(); ++i) brush.faces[i].texture = names[std::min(i, names.size() - 1)];
    return brush;
}

MapBrush flagged(std::uint32_t contents, const std::string& texture = "e1u1/metal") {
    MapBrush brush = textured({texture});
    for (MapFace& face : brush.faces) face.flags = {contents, 0, 0};
    return brush;
}

void expectVolume(const MapBrush& brush, Contents contents, const std::string& what, bool inWorld = true) {
    const BrushKind kind = brushKind(brush, inWorld);
    EXPECT_EQ(kind.role, BrushRole::Volume) << what;
    EXPECT_EQ(kind.contents, contents) << what;
    EXPECT_EQ(kind.dissenter, nullptr) << what;
}

void expectRole(const MapBrush& brush, BrushRole role, const std::string& what, bool inWorld = true) {
    EXPECT_EQ(brushKind(brush, inWorld).role, role) << what;
}

TEST(ContentsRules, Textures) {
    const std::pair<const char*, Contents> rules[] = {
        {"wall_brick", Contents::Solid},
        {"", Contents::Solid},
        {"skip", Contents::Solid},
        {"null", Contents::Solid},
        {"nodraw", Contents::Solid},
        {"caulk", Contents::Solid},
        {"bevel", Contents::Solid},
        {"sky1", Contents::Sky},
        {"sky", Contents::Sky},
        {"clip", Contents::Clip},
        {"fullclip", Contents::Clip},
        {"playerclip", Contents::Playerclip},
        {"monsterclip", Contents::Monsterclip},
        {"*lava1", Contents::Lava},
        {"*lava_hot", Contents::Lava},
        {"!lava", Contents::Lava},
        {"*slime0", Contents::Slime},
        {"!slime_x", Contents::Slime},
        {"*water1", Contents::Water},
        {"!watery", Contents::Water},
        {"*teleport", Contents::Water},
        {"*04mwat1", Contents::Water},
        {"liquids/calm_pool", Contents::Water},
        {"textures/liquids/LavaHell2", Contents::Lava},
        {"liquids\\proto_slime1", Contents::Slime},
        {"textures/liquids_q/flow", Contents::Water},
        {"common/watercaulk", Contents::Water},
        {"common/slimecaulk", Contents::Slime},
        {"common/lavacaulk", Contents::Lava},
        {"liquids/caulk", Contents::Solid},
        {"liquids/pipes/steel", Contents::Solid},
        {"liquids", Contents::Solid},
        {"sfx/flame", Contents::Solid},
        {"base/foggy_window", Contents::Solid},
        {"fog", Contents::Solid},
        {"clipper", Contents::Solid},
        {"lava", Contents::Solid},
        {"water", Contents::Solid},
        {"{fence", Contents::Solid},
        {"+0button", Contents::Solid},
    };
    for (const auto& [name, contents] : rules) {
        expectVolume(textured({name}), contents, name);
        expectVolume(textured({name}), contents, name, false);
    }
}

TEST(ContentsRules, NamesIgnoreCaseAndFolders) {
    expectVolume(textured({"CLIP"}), Contents::Clip, "CLIP");
    expectVolume(textured({"SkY_Night"}), Contents::Sky, "SkY_Night");
    expectVolume(textured({"*LAVA1"}), Contents::Lava, "*LAVA1");
    expectVolume(textured({"common/playerclip"}), Contents::Playerclip, "common/playerclip");
    expectVolume(textured({"textures\\common\\MonsterClip"}), Contents::Monsterclip, "backslashes");
    expectVolume(textured({"sky/wall"}), Contents::Solid, "a folder tells nothing");
    EXPECT_TRUE(isUngrown(textured({"Common/BEVEL"}).faces[0]));
    EXPECT_FALSE(isUngrown(textured({"bevel2"}).faces[0]));
}

TEST(ContentsRules, Marks) {
    const std::pair<const char*, Contents> marks[] = {{"hint", Contents::Empty},
                                                      {"hintskip", Contents::Empty},
                                                      {"HINT", Contents::Empty},
                                                      {"antiportal", Contents::Empty},
                                                      {"lightgrid", Contents::Empty},
                                                      {"common/hint", Contents::Empty},
                                                      {"areaportal", Contents::Areaportal},
                                                      {"common/clusterportal", Contents::User1},
                                                      {"donotenter", Contents::User2},
                                                      {"common/nodrop", Contents::User3},
                                                      {"common/botclip", Contents::Botclip},
                                                      {"common/nodrawnonsolid", Contents::Illusionary},
                                                      {"sfx/fog_grey", Contents::Fog},
                                                      {"textures/sfx/hellfogdense", Contents::Fog},
                                                      {"fogs/green", Contents::Fog},
                                                      {"liquids/swampfog", Contents::Fog}};
    for (const auto& [name, contents] : marks) {
        const BrushRole role = any(contents) ? BrushRole::Volume : BrushRole::Nothing;
        for (const MapBrush& brush :
             {textured({name}), textured({"skip", "skip", name, "skip"}), textured({"common/caulk", name, "hint"})}) {
            expectRole(brush, role, name);
            EXPECT_EQ(brushKind(brush, true).contents, contents) << name;
        }
        // Mixed with a face that names contents, it counts for nothing.
        for (const char* visible : {"stone", "*water1", "sky1", "clip"}) {
            const MapBrush brush = textured({name, "skip", visible, visible, name});
            const BrushKind kind = brushKind(brush, true);
            EXPECT_EQ(kind.role, BrushRole::Volume) << name << ' ' << visible;
            EXPECT_EQ(kind.contents, brushKind(textured({visible}), true).contents) << name << ' ' << visible;
            EXPECT_EQ(kind.decider, &brush.faces[2]) << name;
            EXPECT_EQ(kind.dissenter, &brush.faces[0]) << name;
        }
    }
}

TEST(ContentsRules, TriggerIsSolidInItsEntityOnly) {
    expectVolume(textured({"trigger"}), Contents::Trigger, "in the world");
    expectVolume(textured({"trigger"}), Contents::Solid, "in an entity", false);
    expectVolume(textured({"common/Trigger"}), Contents::Solid, "in an entity", false);
}

TEST(ContentsRules, Origin) {
    expectRole(textured({"origin"}), BrushRole::Origin, "origin", false);
    expectRole(textured({"nodraw", "ORIGIN", "nodraw"}), BrushRole::Origin, "neutral faces", false);
    EXPECT_EQ(brushKind(textured({"origin"}), false).contents, Contents::Empty);
    for (const bool inWorld : {true, false}) {
        const BrushKind kind = brushKind(textured({"origin", "origin", "stone", "origin"}), inWorld);
        EXPECT_EQ(kind.role, BrushRole::Volume);
        EXPECT_EQ(kind.contents, Contents::Solid);
        EXPECT_NE(kind.dissenter, nullptr);
    }
}

// Expects the contents of a brush with such faces, and that it is told apart from one whose faces agree.
void expectMixed(const std::vector<std::string>& names, Contents contents, const std::string& decider) {
    const MapBrush brush = textured(names);
    const BrushKind kind = brushKind(brush, true);
    EXPECT_EQ(kind.contents, contents) << decider;
    ASSERT_NE(kind.decider, nullptr);
    EXPECT_EQ(kind.decider->texture, decider);
    EXPECT_NE(kind.dissenter, nullptr) << decider;
}

TEST(ContentsRules, WhereContentsDifferSolidCounts) {
    expectVolume(textured({"skip", "*water1", "*water2", "nodraw", "caulk"}), Contents::Water, "neutral faces");
    expectMixed({"null", "sky1", "stone", "stone"}, Contents::Sky, "sky1");
    expectMixed({"stone", "sky1"}, Contents::Solid, "stone");
    expectMixed({"clip", "clip", "stone", "clip"}, Contents::Solid, "stone");
    expectMixed({"*lava1", "clip", "*water1", "wall", "sky1"}, Contents::Solid, "wall");
    expectMixed({"*water1", "sky1"}, Contents::Water, "*water1");
    expectMixed({"clip", "*water1"}, Contents::Clip, "clip");
    expectMixed({"playerclip", "common/slick"}, Contents::Playerclip, "playerclip");
    expectMixed({"common/weapclip", "playerclip"}, Contents::Solid, "common/weapclip");
    expectVolume(textured({"common/slick", "stone"}), Contents::Solid, "both solid");
    expectMixed({"*water1", "clip"}, Contents::Water, "*water1");
    expectVolume(textured({"stone", "brick", "metal"}), Contents::Solid, "different names of one meaning");
    expectVolume({}, Contents::Solid, "no face at all");
}

// Any order of any faces: what a visible face calls solid is solid or sky, and only a brush of marks is dropped.
TEST(ContentsRules, NoFaceTakesSolidAway) {
    Rng random(20260311);
    const std::vector<std::string> words = {"stone", "sky1",   "*water1", "clip",  "playerclip", "trigger",
                                            "hint",  "origin", "botclip", "caulk", "skip"};
    std::size_t solids = 0, dropped = 0, reported = 0;
    for (int i = 0; i < 20000; ++i) {
        std::vector<std::string> names;
        bool visible = false, stone = false, mark = false;
        const std::size_t kinds = 1 + random.next() % 4;
        const std::size_t first = random.next() % words.size();
        for (int f = 0; f < 6; ++f) {
            const std::size_t word = (first + random.next() % kinds * 5) % words.size();
            names.push_back(words[word]);
            stone = stone || word == 0;
            visible = visible || word < 5;
            mark = mark || (word >= 5 && word < 9);
        }
        const BrushKind kind = brushKind(textured(names), true);
        const bool fills = kind.role == BrushRole::Volume && any(kind.contents & (kMaskBlocking | kMaskLiquid));
        ASSERT_EQ(fills, visible || !mark) << i;
        if (stone) {
            ASSERT_TRUE(kind.contents == Contents::Solid || kind.contents == Contents::Sky) << i;
        }
        if (mark && visible) {
            ASSERT_NE(kind.dissenter, nullptr) << i;
        }
        solids += stone && kind.dissenter != nullptr;
        dropped += fills ? 0 : 1;
        reported += kind.dissenter != nullptr;
    }
    EXPECT_GE(solids, 2000u);
    EXPECT_GE(dropped, 2000u);
    EXPECT_GE(reported, 5000u);
}

TEST(ContentsRules, Quake2Flags) {
    const std::pair<std::uint32_t, Contents> rules[] = {
        {0x1, Contents::Solid},
        {0x2, Contents::Solid},
        {0x8, Contents::Lava},
        {0x10, Contents::Slime},
        {0x20, Contents::Water},
        {0x10000, Contents::Playerclip},
        {0x20000, Contents::Monsterclip},
        {0x30000, Contents::Playerclip | Contents::Monsterclip},
        {0x28, Contents::Lava | Contents::Water},
        {0x8000020, Contents::Water},  // translucent water
        {0x8000000, Contents::Solid},  // detail alone is neutral: the name decides
        {0x0, Contents::Solid},
        {0x8000001, Contents::Solid},
    };
    for (const auto& [flags, contents] : rules) expectVolume(flagged(flags), contents, std::to_string(flags));
    expectVolume(flagged(0x20, "sky1"), Contents::Water, "flags go before the name");
    expectVolume(flagged(0, "sky1"), Contents::Sky, "no flag: the name");
    expectVolume(flagged(0x1, "clip"), Contents::Solid, "flags go before the name");
    expectVolume(flagged(0x40), Contents::Fog, "mist");
    expectVolume(flagged(0x60), Contents::Water, "mist in water is water");
    expectVolume(flagged(0x8000), Contents::Areaportal, "area portal");
    expectVolume(flagged(0x20000000), Contents::Solid | Contents::Ladder, "a ladder is solid, too");
    expectVolume(flagged(0x20000001), Contents::Solid | Contents::Ladder, "a ladder is solid, too");
    expectVolume(flagged(0x20000000, "caulk"), Contents::Solid | Contents::Ladder, "on a neutral face, too");
    expectVolume(flagged(0x20040020), Contents::Water | Contents::CurrentEast | Contents::Ladder, "a stream");
    expectVolume(flagged(0x800020), Contents::Water | Contents::CurrentDown, "a fall");
    expectRole(flagged(0x20000000, "hint"), BrushRole::Nothing, "a mark takes nothing on");
    expectRole(flagged(0x1000000), BrushRole::Origin, "origin flag", false);
}

TEST(ContentsRules, Quake2SurfaceFlags) {
    const auto flaggedSurface = [](std::uint32_t contents, std::uint32_t surface, std::size_t faces) {
        MapBrush brush = textured({"e1u1/wall"});
        for (std::size_t i = 0; i < faces; ++i) brush.faces[i].flags = {contents, surface, 0};
        return brush;
    };
    for (const std::uint32_t surface : {0x100u, 0x200u, 0x300u, 0x180u, 0x284u})
        for (const std::uint32_t contents : {0u, 1u, 0x20u, 0x8000000u}) {
            expectRole(flaggedSurface(contents, surface, 6), BrushRole::Nothing, std::to_string(surface));
            const BrushKind kind = brushKind(flaggedSurface(contents, surface, 5), true);
            EXPECT_EQ(kind.contents, Contents::Solid) << "the last face is visible";
            EXPECT_NE(kind.dissenter, nullptr);
        }
    for (const std::uint32_t surface : {0u, 0x1u, 0x4u, 0x80u, 0x400u})
        expectVolume(flaggedSurface(0, surface, 6), Contents::Solid, std::to_string(surface));
}

TEST(ContentsRules, EntityClasses) {
    struct Rule {
        const char* name;
        bool model;
        std::optional<Contents> contents;
    };
    const Rule rules[] = {
        {"worldspawn", false, {}},
        {"func_group", false, {}},
        {"func_detail", false, {}},
        {"FUNC_Detail_Wall", false, {}},
        {"func_detail_fence", false, {}},
        {"func_detail_illusionary", false, Contents::Illusionary},
        {"func_illusionary", true, Contents::Illusionary},
        {"func_illusionary_visblocker", false, Contents::Illusionary},
        {"func_illusionary_other", true, Contents::Illusionary},
        {"func_ladder", true, Contents::Ladder},
        {"info_hullshape", false, Contents::Empty},
        {"func_wall", true, {}},
        {"func_door", true, {}},
        {"trigger_once", true, {}},
        {"", true, {}},
    };
    for (const Rule& rule : rules) {
        MapEntity entity;
        entity.keys.push_back({"classname", rule.name, {}});
        const EntityKind kind = anyRules().entityKind(entity);
        EXPECT_EQ(kind.model, rule.model) << rule.name;
        EXPECT_EQ(kind.contents, rule.contents) << rule.name;
        EXPECT_TRUE(kind.hulls.empty()) << rule.name;
    }
}

TEST(ContentsRules, EntityKeys) {
    struct Rule {
        const char *classname, *key, *value;
        std::optional<Contents> contents;
        bool pointOnly;
    };
    const Rule rules[] = {
        {"func_wall", "_omitbrushes", "1", Contents::Empty, false},
        {"func_wall", "_omitbrushes", "0", {}, false},
        {"func_wall", "_omitbrushes", "", {}, false},
        {"func_wall", "_Illusionary", "1", Contents::Illusionary, false},
        {"func_wall", "skin", "-3", {}, false},
        {"func_illusionary", "skin", "-3", Contents::Water, false},
        {"func_illusionary", "skin", "-4", Contents::Slime, false},
        {"func_illusionary", "skin", "-5", Contents::Lava, false},
        {"func_illusionary", "skin", "-16", Contents::Ladder, false},
        {"func_illusionary", "skin", "-1", Contents::Illusionary, false},
        {"func_door", "zhlt_noclip", "1", {}, true},
        {"func_wall", "zhlt_usemodel", "fence", Contents::Empty, false},
    };
    for (const Rule& rule : rules) {
        MapEntity entity;
        entity.keys.push_back({"classname", rule.classname, {}});
        entity.keys.push_back({rule.key, rule.value, {}});
        const EntityKind kind = anyRules().entityKind(entity);
        EXPECT_EQ(kind.contents, rule.contents) << rule.key << ' ' << rule.value;
        ASSERT_EQ(kind.hulls.size(), rule.pointOnly ? 1u : 0u) << rule.key;
        if (rule.pointOnly) {
            EXPECT_EQ(*kind.hulls[0], HullNames{"point"});
        }
    }
}

// Repeats the rules as chains of conditions, which the tables must agree with.
struct Said {
    BrushRole role = BrushRole::Volume;
    Contents contents = Contents::Solid;
};

std::optional<Said> saidByFlags(std::uint32_t flags) {
    if ((flags & 0x1000000) != 0) return Said{BrushRole::Origin, Contents::Empty};
    if ((flags & 0x3) != 0) return Said{};
    Contents contents = Contents::Empty;
    if ((flags & 0x8) != 0) contents |= Contents::Lava;
    if ((flags & 0x10) != 0) contents |= Contents::Slime;
    if ((flags & 0x20) != 0) contents |= Contents::Water;
    if ((flags & 0x10000) != 0) contents |= Contents::Playerclip;
    if ((flags & 0x20000) != 0) contents |= Contents::Monsterclip;
    if (any(contents)) return Said{BrushRole::Volume, contents};
    if ((flags & 0x40) != 0) return Said{BrushRole::Volume, Contents::Fog};
    if ((flags & 0x8000) != 0) return Said{BrushRole::Volume, Contents::Areaportal};
    return std::nullopt;
}

std::optional<Said> saidByName(const std::string& name, bool inWorld) {
    const auto isOneOf = [&](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    const auto volume = [](Contents contents) { return Said{BrushRole::Volume, contents}; };
    if (isOneOf({"skip", "null", "nodraw", "caulk", "bevel"})) return std::nullopt;
    if (isOneOf({"hint", "hintskip", "antiportal", "lightgrid"})) return Said{BrushRole::Nothing, Contents::Empty};
    if (name == "areaportal") return volume(Contents::Areaportal);
    if (name == "clusterportal") return volume(Contents::User1);
    if (name == "donotenter") return volume(Contents::User2);
    if (name == "nodrop") return volume(Contents::User3);
    if (name == "botclip") return volume(Contents::Botclip);
    if (name == "nodrawnonsolid") return volume(Contents::Illusionary);
    if (name == "origin") return Said{BrushRole::Origin, Contents::Empty};
    if (name == "trigger" && inWorld) return volume(Contents::Trigger);
    if (name == "clip" || name == "fullclip") return volume(Contents::Clip);
    if (name == "playerclip") return volume(Contents::Playerclip);
    if (name == "monsterclip") return volume(Contents::Monsterclip);
    if (name.starts_with("sky")) return volume(Contents::Sky);
    if (name.starts_with('*') || name.starts_with('!')) {
        const std::string liquid = name.substr(1);
        if (liquid.starts_with("lava")) return volume(Contents::Lava);
        if (liquid.starts_with("slime")) return volume(Contents::Slime);
        return volume(Contents::Water);
    }
    return Said{};
}

void expectSaid(const MapBrush& brush, const std::optional<Said>& said, bool inWorld, const std::string& what) {
    const BrushKind kind = brushKind(brush, inWorld);
    const Said wanted = said.value_or(Said{});
    EXPECT_EQ(kind.role, wanted.role) << what;
    EXPECT_EQ(kind.contents, wanted.contents) << what;
    EXPECT_EQ(kind.dissenter, nullptr) << what;
}

TEST(ContentsRules, TablesAgreeWithTheChains) {
    const std::vector<std::string> words = {
        "skip",       "null",       "nodraw",      "caulk",      "bevel",         "hint",    "hintskip",
        "areaportal", "antiportal", "lightgrid",   "donotenter", "origin",        "trigger", "clip",
        "fullclip",   "playerclip", "monsterclip", "botclip",    "clusterportal", "nodrop",  "nodrawnonsolid",
        "sky",        "lava",       "slime",       "water",      "stone",         ""};
    std::size_t others = 0;
    for (const std::string& word : words)
        for (const char* before : {"", "*", "!", "**", "x", "+0"})
            for (const char* after : {"", "1", "_x", "skip", "*"})
                for (const bool inWorld : {true, false}) {
                    const std::string name = before + word + after;
                    const std::optional<Said> said = saidByName(name, inWorld);
                    others += !said || said->role != BrushRole::Volume || said->contents != Contents::Solid;
                    expectSaid(textured({name}), said, inWorld, name);
                    expectSaid(textured({"folder/" + name}), said, inWorld, name);
                }
    EXPECT_GT(others, 500u);
}

TEST(ContentsRules, FlagsAgreeWithTheChains) {
    const std::uint32_t flags[] = {0x1,  0x2,    0x4,     0x8,     0x10,      0x20,
                                   0x40, 0x8000, 0x10000, 0x20000, 0x1000000, 0x8000000};
    for (std::uint32_t subset = 0; subset < 1u << std::size(flags); ++subset) {
        std::uint32_t set = 0;
        for (std::size_t i = 0; i < std::size(flags); ++i)
            if ((subset >> i & 1) != 0) set |= flags[i];
        const std::optional<Said> said = saidByFlags(set);
        for (const char* name : {"stone", "sky1", "hint"})
            for (const bool inWorld : {true, false})
                expectSaid(flagged(set, name), said ? said : saidByName(name, inWorld), inWorld, std::to_string(set));
    }
}

// Tests the rules through a whole compile.
TEST(ContentsRules, ClipIsAbsentFromPointHullsOnly) {
    const Baked baked = bake(worldMap(
        {boxBrush({-64, -64, 0}, {64, 64, 64}, "clip"), boxBrush({200, -64, 0}, {264, 64, 64}, "playerclip")}));
    EXPECT_EQ(baked.at({0, 0, 32}, "point"), Contents::Empty);
    EXPECT_EQ(baked.at({0, 0, 32}, "player"), Contents::Clip);
    EXPECT_EQ(baked.at({232, 0, 32}, "point"), Contents::Playerclip);
    EXPECT_EQ(baked.at({232, 0, 32}, "player"), Contents::Playerclip);
}

TEST(ContentsRules, BevelTexturedFaceIsNotGrown) {
    MapBrush brush = boxBrush({-64, -64, 0}, {64, 64, 64});
    brush.faces[1].texture = "bevel";  // towards +x
    const Baked baked = bake(worldMap({brush}));
    EXPECT_EQ(baked.at({63, 0, 32}, "player"), Contents::Solid);
    EXPECT_EQ(baked.at({65, 0, 32}, "player"), Contents::Empty);
    EXPECT_EQ(baked.at({-79, 0, 32}, "player"), Contents::Solid);
    EXPECT_EQ(baked.at({-81, 0, 32}, "player"), Contents::Empty);
}

TEST(ContentsRules, HullsKeyRestrictsAnEntity) {
    MapFile map = worldMap({boxBrush({-512, -512, -16}, {512, 512, 0})});
    addModel(map, "func_detail", {boxBrush({-64, -64, 0}, {64, 64, 64})});
    map.entities.back().keys.push_back({"_hulls", "player, large", {}});
    const Baked baked = bake(map);
    EXPECT_EQ(baked.at({0, 0, 32}, "point"), Contents::Empty);
    EXPECT_EQ(baked.at({0, 0, 32}, "player"), Contents::Solid);
    EXPECT_EQ(baked.at({0, 0, 32}, "large"), Contents::Solid);
    EXPECT_EQ(baked.at({0, 0, -8}, "point"), Contents::Solid);
}

}  // namespace
}  // namespace hullbake::test
