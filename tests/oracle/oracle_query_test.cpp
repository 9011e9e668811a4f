// Compares boxes expanded at query time with the oracle: twelve kinds of boxes over the demo, the scenes and real maps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
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
#include "oracle/judge/compare_trace.hpp"
#include "oracle/oracle_map.hpp"
#include "oracle/solids/map_solids.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20241103;
constexpr std::size_t kBoxes = 12;
constexpr std::size_t kFullTraces = 5000, kFullSceneTraces = 1000;
/// Largest share of answers that are right at another tolerance only (see Verdict::marginal).
constexpr double kMarginalShare = 3e-3;

/// Least counts for all boxes together, with `fullTraces` traces for each. Fewer traces need fewer, in proportion.
struct Minimum {
    std::size_t hits = 0, misses = 0, startsolids = 0, fullTraces = kFullTraces;
};

void compareBoxes(const std::string& path, std::uint64_t seed, std::size_t traces, const Minimum& minimum) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap(path, {}, opened));
    const std::string name = std::filesystem::path(path).stem().string();
    Tally total;
    for (const Box& box : randomBoxes(seed, kBoxes)) {
        const SolidSet solids(growModel(opened.models.front(), box));
        const Targets targets(opened.map, solids);
        const auto result = runCampaign(opened.open.map, {.box = box}, solids, targets, {seed, traces, traces});
        std::string differences;
        for (const Difference& difference : result.differences)
            differences += "\n  (" + difference.kind + ") " + difference.reason;
        EXPECT_EQ(result.tally.mismatches, 0u) << name << differences;
        EXPECT_EQ(result.tally.pointMismatches, 0u) << name << differences;
        EXPECT_EQ(result.tally.traces, traces);
        total.add(result.tally);
    }
    std::cout << "[  oracle  ] " << name << ", " << kBoxes << " boxes, seed " << seed << ": " << summary(total) << "\n";
    EXPECT_LE(static_cast<double>(total.marginal), static_cast<double>(total.traces) * kMarginalShare + 2) << name;
    const auto least = [&](std::size_t ofFull) { return test::scaledMinimum(ofFull, traces, minimum.fullTraces); };
    EXPECT_GE(total.hits, least(minimum.hits)) << name;
    EXPECT_GE(total.misses, least(minimum.misses)) << name;
    EXPECT_GE(total.startsolids, least(minimum.startsolids)) << name;
}

std::filesystem::path mapsFolder() {
    return std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps";
}

TEST(OracleQuery, Demo) {
    compareBoxes((mapsFolder() / "demo" / "demo.map").string(), kSeed, test::sized(1000, kFullTraces),
                 {10000, 10000, 10000});
}

// The trace follows a face down to an edge in which prisms meet. An axial bevel of two of them only touches the edge,
// because the box is flat. The bevel must not be named.
TEST(OracleQuery, FlatBoxesNameAFaceWhereAnotherBrushHasABevel) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap((mapsFolder() / "scenes" / "terrain_prisms.map").string(), {}, opened));
    const Box box{{0, -3, -4}, {0, 9, 3}};
    const SolidSet solids(growModel(opened.models.front(), box));
    TraceCase input;
    input.probe.box = box;
    input.start = {160.00824894225386, 49.132296490923295, 60.115485191554143};
    input.end = {159.99514088339026, 13.551443581531201, 59.931972367463707};
    const Trace trace = input.ask(opened.open.map);
    const Verdict verdict = compareTrace(solids, input, trace);
    EXPECT_TRUE(verdict.agrees) << verdict.reason;
    EXPECT_NEAR(trace.normal.x, 0.0712470499, 1e-9);
    EXPECT_NEAR(trace.normal.z, 0.9974586998, 1e-9);
}

// The trace enters one brush below its edge. A side of the next brush is at a shallow angle, and another of its sides
// is 4e-4 units ahead. The next brush must not stop the trace.
TEST(OracleQuery, BrushesAheadOfTheContactStopNothing) {
    OpenMap opened;
    ASSERT_NO_FATAL_FAILURE(openMap((mapsFolder() / "scenes" / "tilted_room.map").string(), {}, opened));
    const Box box{{0, -3, -4}, {0, 9, 3}};
    const SolidSet solids(growModel(opened.models.front(), box));
    for (const double aside : {-1e-9, 0.0, 1e-9}) {
        TraceCase input;
        input.probe.box = box;
        input.probe.skin = 0;
        input.start = {-85.728838746581999, 52.376272168915932, 345.19731695032414 + aside};
        input.end = {-79.845936355072908, 41.872390701786344, 341.275369027588};
        const Trace trace = input.ask(opened.open.map);
        const Verdict verdict = compareTrace(solids, input, trace);
        EXPECT_TRUE(verdict.agrees) << verdict.reason;
        EXPECT_EQ(trace.normal, (Vec3{-1, 0, 0})) << aside;
        EXPECT_NEAR(trace.endpos.x, -81.033, 1e-9) << aside;
    }
}

std::vector<std::string> sceneNames() {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(mapsFolder() / "scenes", error))
        if (entry.path().extension() == ".map") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

class OracleQueryScenes : public testing::TestWithParam<std::string> {};

TEST_P(OracleQueryScenes, AgreesWithAnyBox) {
    compareBoxes((mapsFolder() / "scenes" / (GetParam() + ".map")).string(), kSeed, test::sized(250, kFullSceneTraces),
                 {500, 500, 500, kFullSceneTraces});
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OracleQueryScenes);
INSTANTIATE_TEST_SUITE_P(Maps, OracleQueryScenes, testing::ValuesIn(sceneNames()),
                         [](const auto& scene) { return scene.param; });

/// Returns the traces, and points, for each box on a real map: 83334 make a million for a map. The environment variable
/// HULLBAKE_QUERY_TRACES can raise it.
std::size_t realTraces() {
    const std::size_t traces = test::sized(500, kFullTraces);
    const char* const asked = std::getenv("HULLBAKE_QUERY_TRACES");
    return asked == nullptr ? traces : std::max(traces, static_cast<std::size_t>(std::strtoull(asked, nullptr, 10)));
}

class OracleQueryRealMaps : public testing::TestWithParam<const char*> {};

TEST_P(OracleQueryRealMaps, AgreesWithAnyBox) {
    const std::string relative = std::string("maps/quake/") + GetParam() + ".map";
    const auto path = test::sharedFile(relative);
    if (!path) GTEST_SKIP() << test::missingShared(relative);
    compareBoxes(*path, kSeed, realTraces(), {8000, 10000, 10000});
}

INSTANTIATE_TEST_SUITE_P(Maps, OracleQueryRealMaps, testing::Values("dm1", "e1m1", "e2m1", "e3m4", "e4m7", "start"),
                         [](const auto& map) { return std::string(map.param); });

}  // namespace
}  // namespace hullbake::oracle
