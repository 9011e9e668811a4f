// Proves every combination of contents: a file of them opens, baked hulls and bare brushes agree, every mask finds what
// it should, and the oracle's own rules say the same of any faces.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "compiler/brushes/contents_rules.hpp"
#include "compiler/compiler_support.hpp"
#include "oracle/solids/map_solids.hpp"
#include "support/content_kinds.hpp"

namespace hullbake::test {
namespace {

constexpr std::array kHulls = {"point", "player", "large"};
constexpr std::uint32_t kAllBits = 0xff;  // one texture for each: see content_kinds.hpp
const GameRules kRules = gameRules("any");

BrushKind brushKind(const MapBrush& brush, bool inWorld) {
    return BrushRules(kRules).brushKind(brush, inWorld);
}

constexpr double kApart = 256, kSize = 64;

/// Returns the lower corner of the place with that number, far from all others.
Vec3 placeOf(std::size_t number) {
    return {kApart * static_cast<double>(number % 32), kApart * static_cast<double>(number / 32), 0};
}

MapBrush boxAt(std::size_t number, const std::string& texture = "stone") {
    return boxBrush(placeOf(number), placeOf(number) + Vec3{kSize, kSize, kSize}, texture);
}

/// Returns what masks can find of brushes with these bits: solid swallows what blocks, and points meet no clip.
Contents visible(Contents bits, std::string_view hull) {
    if (hull == "point") bits = bits & ~Contents::Clip;
    return resolveOverlap(bits & kMaskBlocking) | (bits & kMaskPassable);
}

/// Expects the answers at one place of a model, for every mask of `masks`, from the baked hull and from its box.
void expectPlace(const Baked& baked, std::uint32_t model, std::size_t number, Contents bits,
                 const std::vector<Contents>& masks, std::size_t& hits, std::size_t& passes) {
    const Vec3 middle = placeOf(number) + Vec3{kSize, kSize, kSize} * 0.5;
    for (const char* hull : kHulls) {
        Probe probe{.hull = baked.hull(hull), .model = {model}};
        const Contents there = visible(bits, hull);
        for (const bool expanded : {false, true}) {
            if (expanded) probe.box = baked.map.hull(probe.hull).box;
            ASSERT_EQ(baked.map.contentsAt(probe, middle), resolveOverlap(there)) << hull << expanded;
            for (const Contents mask : masks) {
                probe.mask = mask;
                const Trace trace = baked.map.trace(probe, middle + Vec3{3, 5, 400}, middle);
                const bool met = any(there & mask);
                ASSERT_EQ(trace.hit, met) << hull << expanded << " mask " << static_cast<std::uint32_t>(mask);
                ASSERT_FALSE(trace.startsolid);
                (met ? hits : passes) += 1;
                if (!met) continue;
                ASSERT_TRUE(any(trace.contents & mask));
                ASSERT_EQ(trace.contents & ~there, Contents::Empty)
                    << hull << expanded << " mask " << static_cast<std::uint32_t>(mask);
                ASSERT_EQ(trace.normal, (Vec3{0, 0, 1}));
                ASSERT_TRUE(baked.map.surface(probe, middle + Vec3{3, 5, 400}, middle, trace).found);
                ASSERT_EQ(baked.map.trace(probe, middle, middle + Vec3{2, 1, 3}).startsolid, met);
            }
        }
    }
}

std::vector<Contents> everyMask() {
    std::vector<Contents> masks;
    for (std::uint32_t bits = 1; bits <= kAllBits; ++bits) masks.push_back(static_cast<Contents>(bits));
    return masks;
}

/// Bakes the brushes as the world and as model 1 of another map, which must agree.
struct Both {
    Baked world, model;

    explicit Both(const std::vector<MapBrush>& brushes) {
        world = bake(worldMap(brushes));
        MapFile map = worldMap({boxBrush({-4000, -4000, -4000}, {-3900, -3900, -3900})});
        addModel(map, "func_wall", brushes);
        model = bake(map);
    }
};

TEST(ContentsCombinations, OneBrushOfEveryFlagCombination) {
    constexpr std::array<std::uint32_t, 10> kFlags = {0x1,    0x2,     0x8,     0x10,      0x20,
                                                      0x8000, 0x10000, 0x20000, 0x8000000, 0x40};
    std::vector<MapBrush> brushes;
    for (std::uint32_t subset = 0; subset < 1u << kFlags.size(); ++subset) {
        std::uint32_t flags = 0;
        for (std::size_t i = 0; i < kFlags.size(); ++i)
            if ((subset >> i & 1) != 0) flags |= kFlags[i];
        brushes.push_back(boxAt(subset));
        for (MapFace& face : brushes.back().faces) face.flags = {flags, 0, 0};
    }
    const Both both(brushes);
    std::size_t hits = 0, passes = 0, mixed = 0;
    const std::vector<Contents> masks = {kMaskBlocking,
                                         kMaskPassable,
                                         kMaskAll,
                                         Contents::Solid,
                                         Contents::Lava,
                                         Contents::Slime,
                                         Contents::Water,
                                         Contents::Playerclip,
                                         Contents::Monsterclip,
                                         Contents::Playerclip | Contents::Water};
    for (std::size_t i = 0; i < brushes.size(); ++i) {
        SCOPED_TRACE("flags " + std::to_string((*brushes[i].faces[0].flags)[0]));
        const BrushKind kind = brushKind(brushes[i], true);
        const Contents bits = kind.role == BrushRole::Volume ? kind.contents : Contents::Empty;
        mixed += any(partsOf(bits)[0]) && any(partsOf(bits)[1]);
        expectPlace(both.world, 0, i, bits, masks, hits, passes);
        expectPlace(both.model, 1, i, bits, masks, hits, passes);
        if (HasFatalFailure()) return;
    }
    EXPECT_EQ(countRemarks(both.world.result.report, Severity::Warning, ""), 3u) << "no hull of it is filled";
    EXPECT_EQ(mixed, 7u * 3 * 8) << "a liquid and a clip, without solid";
    EXPECT_GE(hits, 20000u);
    EXPECT_GE(passes, 20000u);
}

TEST(ContentsCombinations, EveryCombinationOfBitsForEveryMask) {
    std::vector<MapBrush> brushes;
    for (std::uint32_t bits = 0; bits <= kAllBits; ++bits)
        for (const ContentKind& kind : kContentKinds)
            if ((bits & static_cast<std::uint32_t>(kind.contents)) != 0) brushes.push_back(boxAt(bits, kind.texture));
    const Both both(brushes);
    std::size_t hits = 0, passes = 0;
    for (std::uint32_t bits = 0; bits <= kAllBits; ++bits) {
        SCOPED_TRACE("contents " + std::to_string(bits));
        // Every mask in the world; for the model only those of a quarter, which are others at each place.
        std::vector<Contents> some;
        for (const Contents mask : everyMask())
            if (static_cast<std::uint32_t>(mask) % 4 == bits % 4) some.push_back(mask);
        expectPlace(both.world, 0, bits, static_cast<Contents>(bits), everyMask(), hits, passes);
        expectPlace(both.model, 1, bits, static_cast<Contents>(bits), some, hits, passes);
        if (HasFatalFailure()) return;
    }
    EXPECT_GE(hits, 200000u);
    EXPECT_GE(passes, 50000u);
}

TEST(ContentsCombinations, PartsAreOfOneTreeEach) {
    for (std::uint32_t bits = 0; bits <= kAllBits; ++bits) {
        const auto contents = static_cast<Contents>(bits);
        const auto [blocking, liquid] = partsOf(contents);
        EXPECT_FALSE(any(blocking & ~kMaskBlocking)) << bits;
        EXPECT_FALSE(any(liquid & ~kMaskPassable)) << bits;
        EXPECT_EQ(blocking | liquid, visible(contents, "player")) << bits;
    }
}

// A brush of two parts keeps its number, and a liquid that equals one of its parts is a duplicate of that part.
TEST(ContentsCombinations, PartsOfABrushKeepItsPlaceInTheMap) {
    std::vector<MapBrush> brushes = {boxAt(0), boxAt(1), boxAt(1, "*water1"), boxAt(1, "playerclip"), boxAt(2)};
    for (MapFace& face : brushes[1].faces) face.flags = {0x10020, 0, 0};
    const Baked baked = bake(worldMap(brushes));
    std::vector<std::string> records;
    for (const format::BrushRecord& record : baked.map.tables().brushes)
        records.push_back(std::to_string(record.number) + " " + std::to_string(record.line) + " " +
                          std::string(contentsName(static_cast<Contents>(record.contents))));
    EXPECT_EQ(records, (std::vector<std::string>{"0 100 solid", "1 110 playerclip", "1 110 water", "4 140 solid"}));
    EXPECT_EQ(countRemarks(baked.result.report, Severity::Warning, "duplicate of the one at line 110"), 2u);
    EXPECT_EQ(baked.result.report.brushes, 5u);
}

TEST(ContentsCombinations, TheOracleReadsAnyFacesAlike) {
    constexpr std::uint64_t kSeed = 20260312;
    Rng random(kSeed);
    const std::vector<std::string> names = {"stone",
                                            "sky1",
                                            "*water1",
                                            "!lava",
                                            "*slime",
                                            "clip",
                                            "fullclip",
                                            "playerclip",
                                            "monsterclip",
                                            "trigger",
                                            "hint",
                                            "origin",
                                            "skip",
                                            "caulk",
                                            "common/botclip",
                                            "common/clusterportal",
                                            "common/nodrop",
                                            "liquids/pool",
                                            "liquids/LavaHell",
                                            "liquids/slime1",
                                            "sfx/fog_a",
                                            "fogs/b",
                                            "liquids/fog",
                                            "liquids/*fog",
                                            "liquids/skyfog",
                                            "liquids/sky",
                                            "watercaulk",
                                            "a/skyline",
                                            "a\\liquids\\x",
                                            "areaportal",
                                            "common/slick",
                                            "weapclip",
                                            "liquids/hint",
                                            "sfx/sky",
                                            "nodraw"};
    const std::vector<std::uint32_t> flags = {0,    0,      0,       0x1,     0x2,       0x8,    0x20,
                                              0x40, 0x8000, 0x10000, 0x20000, 0x1000000, 0x10020};
    const std::vector<std::uint32_t> surfaces = {0, 0, 0, 0x80, 0x100, 0x200, 0x4};
    std::size_t empty = 0, passed = 0, solid = 0, others = 0;
    for (int i = 0; i < 40000; ++i) {
        MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
        const std::size_t kinds = 1 + random.next() % 3;
        std::array<std::string, 3> chosen;
        for (std::string& name : chosen) name = names[random.next() % names.size()];
        const bool flagged = random.next() % 3 == 0;
        for (MapFace& face : brush.faces) {
            face.texture = chosen[random.next() % kinds];
            if (flagged)
                face.flags = {flags[random.next() % flags.size()], surfaces[random.next() % surfaces.size()], 0};
        }
        const bool inWorld = random.next() % 2 == 0;
        const BrushKind kind = brushKind(brush, inWorld);
        const Contents ours = kind.role == BrushRole::Volume ? kind.contents : Contents::Empty;
        const Contents theirs = oracle::brushWord(brush, kRules, inWorld).contents;
        ASSERT_EQ(ours, theirs) << "seed " << kSeed << ", round " << i << ": " << chosen[0] << ' ' << chosen[1];
        if (ours == Contents::Empty)
            ++empty;
        else if (!any(ours & (kMaskBlocking | kMaskLiquid)))
            ++passed;
        else
            ++(ours == Contents::Solid ? solid : others);
    }
    EXPECT_GE(empty, 1200u);
    EXPECT_GE(passed, 3000u);
    EXPECT_GE(solid, 4000u);
    EXPECT_GE(others, 4000u);
}

// Half-Life has faces that mean the whole brush, and faces that leave it to some hulls.
TEST(ContentsCombinations, TheOracleReadsWholeBrushesAlike) {
    constexpr std::uint64_t kSeed = 20261128;
    Rng random(kSeed);
    const GameRules game = gameRules("halflife");
    const BrushRules rules(game);
    const std::vector<std::string> names = {
        "stone",     "!water",    "!lava",      "sky",        "clip",      "noclip",       "bevelbrush", "contentwater",
        "splitface", "cliphull1", "cliphull2",  "cliphull3",  "clipbevel", "contentlava",  "origin",     "contentempty",
        "*slime",    "skip",      "nullnoclip", "aaatrigger", "bevelhint", "contentsolid", "hint",       "translucent"};
    std::size_t wholes = 0, hulls = 0, written = 0;
    for (int i = 0; i < 40000; ++i) {
        MapBrush brush = boxBrush({0, 0, 0}, {64, 64, 64});
        std::array<std::string, 4> chosen;
        for (std::string& name : chosen) name = names[random.next() % names.size()];
        for (MapFace& face : brush.faces) face.texture = chosen[random.next() % chosen.size()];
        if (random.next() % 8 == 0) brush.contents = Contents::User6;
        const BrushKind kind = rules.brushKind(brush, true);
        const oracle::BrushWord word = oracle::brushWord(brush, game, true);
        const Contents ours = kind.role == BrushRole::Volume ? kind.contents : Contents::Empty;
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(i));
        ASSERT_EQ(ours, word.contents);
        if (!any(ours)) continue;
        std::set<std::string> ourHulls;
        for (const HullNames* some : kind.hulls) ourHulls.insert(some->begin(), some->end());
        ASSERT_EQ(ourHulls, std::set<std::string>(word.hulls.begin(), word.hulls.end()));
        wholes += kind.decider != nullptr && kind.decider->texture.starts_with("content");
        hulls += ourHulls.empty() ? 0 : 1;
        written += any(brush.contents);
    }
    EXPECT_GE(wholes, 10000u);
    EXPECT_GE(hulls, 10000u);
    EXPECT_GE(written, 4000u);
}

}  // namespace
}  // namespace hullbake::test
