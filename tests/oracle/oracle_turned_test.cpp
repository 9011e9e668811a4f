// Compares moved and turned models with the oracle, which turns the brushes itself. Covers all kinds of turns and boxes
// over the demo, scenes and real maps.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/base/random_boxes.hpp"
#include "oracle/campaign/campaign.hpp"
#include "oracle/campaign/tally_summary.hpp"
#include "oracle/oracle_map.hpp"
#include "oracle/solids/map_solids.hpp"
#include "oracle/solids/turned_model.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20250322;
const std::vector<HullSpec> kHulls = {{"point", {}}, {"player", {{-16, -16, -24}, {16, 16, 32}}}};
/// Largest share of answers that are right at another tolerance only (see Verdict::marginal).
constexpr double kMarginalShare = 3e-3;

struct Amount {
    std::size_t traces;   ///< for each model, turn and box
    std::size_t turns;    ///< for each kind
    std::size_t models;   ///< at most, spread over the map
    std::size_t minimum;  ///< least hits, misses and starts in solid, each, for each kind of turn
};

/// Compares one model, turned in one way, for a few boxes of different kinds.
void compareTurned(const OpenMap& opened, std::uint32_t model, const Transform& transform, const std::string& what,
                   std::size_t traces, std::uint64_t seed, Tally& total) {
    const MapModel turned = turnedModel(opened.models[model], transform);
    ASSERT_EQ(turned.solids.size(), opened.models[model].solids.size()) << what;
    ASSERT_TRUE(transform.valid()) << what;
    std::vector<Box> boxes = randomBoxes(seed, 12);
    const std::array<Box, 4> chosen = {Box{{-16, -16, -24}, {16, 16, 32}}, boxes[seed % 12], boxes[(seed + 5) % 12],
                                       seed % 3 == 0 ? Box{} : boxes[(seed + 7) % 12]};
    for (const Box& box : chosen) {
        const SolidSet solids(growModel(turned, box, box == chosen[0] ? "player" : box == Box{} ? "point" : ""));
        const Targets targets({}, solids);
        const Probe probe{.box = box, .model = ModelId{model}, .transform = transform};
        const auto result = runCampaign(opened.open.map, probe, solids, targets, {++seed, traces, traces / 2});
        std::string differences;
        for (const Difference& difference : result.differences)
            differences += "\n  (" + difference.kind + ") " + difference.reason;
        EXPECT_EQ(result.tally.mismatches + result.tally.pointMismatches, 0u) << what << differences;
        EXPECT_EQ(result.tally.traces, traces);
        total.add(result.tally);
    }
}

void compareMap(const std::string& path, const Amount& amount) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap(path, kHulls, opened));
    const std::string name = std::filesystem::path(path).stem().string();
    ASSERT_GE(opened.models.size(), 2u) << name << " has no model to turn";
    const std::size_t count = opened.models.size() - 1, step = (count + amount.models - 1) / amount.models;
    SplitMix random(kSeed);
    for (std::size_t k = 0; k < kTurnKinds; ++k) {
        const auto kind = static_cast<TurnKind>(k);
        Tally total;
        for (std::size_t m = 1; m <= count; m += step)
            for (std::size_t turn = 0; turn < amount.turns; ++turn) {
                const auto model = static_cast<std::uint32_t>(m);
                const Box bounds = opened.open.map.model({model}).bounds;
                const Transform transform = randomTransform(kind, bounds, random);
                const std::string what = name + ", model " + std::to_string(model) + ", " +
                                         std::string(turnKindName(kind)) + " " + std::to_string(turn);
                ASSERT_NO_FATAL_FAILURE(
                    compareTurned(opened, model, transform, what, amount.traces, random.next(), total));
            }
        std::cout << "[  oracle  ] " << name << " " << turnKindName(kind) << ", seed " << kSeed << ": "
                  << summary(total) << "\n";
        EXPECT_LE(static_cast<double>(total.marginal), static_cast<double>(total.traces) * kMarginalShare + 2) << name;
        EXPECT_GE(total.hits, amount.minimum) << name;
        EXPECT_GE(total.misses, amount.minimum) << name;
        EXPECT_GE(total.startsolids, amount.minimum) << name;
    }
}

std::string ownMap(const std::string& relative) {
    return (std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps" / relative).string();
}

TEST(OracleTurned, Demo) {
    compareMap(ownMap("demo/demo.map"), {150, 2, 8, 500});
}

// The file has the corners of the world's brushes, too. Box brushes imply theirs.
TEST(OracleTurnedWorld, AgreesWithTurnedBrushes) {
    SplitMix random(kSeed);
    Tally total;
    for (const char* name : {"scenes/rotating_door.map", "scenes/edge_bevel_wedge.map", "demo/demo.map"}) {
        OpenMap opened;
        ASSERT_NO_FATAL_FAILURE(openMap(ownMap(name), kHulls, opened));
        ASSERT_TRUE(opened.open.map.turnable({0}));
        for (std::size_t k = 0; k < kTurnKinds; ++k) {
            const auto kind = static_cast<TurnKind>(k);
            const Transform transform = randomTransform(kind, opened.open.map.model({0}).bounds, random);
            const std::string what = std::string(name) + ", world, " + std::string(turnKindName(kind));
            ASSERT_NO_FATAL_FAILURE(compareTurned(opened, 0, transform, what, 150, random.next(), total));
        }
    }
    std::cout << "[  oracle  ] turned world, seed " << kSeed << ": " << summary(total) << "\n";
    EXPECT_LE(static_cast<double>(total.marginal), static_cast<double>(total.traces) * kMarginalShare + 2);
    EXPECT_GE(total.hits, 500u);
    EXPECT_GE(total.misses, 500u);
    EXPECT_GE(total.startsolids, 300u);
}

class OracleTurnedScenes : public testing::TestWithParam<const char*> {};

TEST_P(OracleTurnedScenes, AgreesWithTurnedBrushes) {
    compareMap(ownMap(std::string("scenes/") + GetParam() + ".map"), {200, 4, 8, 500});
}

INSTANTIATE_TEST_SUITE_P(Maps, OracleTurnedScenes,
                         testing::Values("rotating_door", "bmodel_lift", "clip_and_solid_entity"),
                         [](const auto& scene) { return std::string(scene.param); });

class OracleTurnedRealMaps : public testing::TestWithParam<const char*> {};

TEST_P(OracleTurnedRealMaps, AgreesWithTurnedBrushes) {
    const std::string relative = std::string("maps/quake/") + GetParam() + ".map";
    const auto path = test::sharedFile(relative);
    if (!path) GTEST_SKIP() << test::missingShared(relative);
    compareMap(*path, {150, 1, 12, 500});
}

INSTANTIATE_TEST_SUITE_P(Maps, OracleTurnedRealMaps, testing::Values("e1m1", "e3m4"),
                         [](const auto& map) { return std::string(map.param); });

}  // namespace
}  // namespace hullbake::oracle
