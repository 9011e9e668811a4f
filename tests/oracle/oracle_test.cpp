// Compares baked hulls with the oracle: the demo, the scenes, three real maps, and rocks with many bevels.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/campaign/campaign.hpp"
#include "oracle/campaign/tally_summary.hpp"
#include "oracle/campaign/verify.hpp"
#include "oracle/solids/file_brushes.hpp"
#include "oracle/solids/sample_brushes.hpp"
#include "support/shared_maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20240607;
constexpr std::size_t kFullTraces = 20000;
/// Traces, and as many points, for each hull.
const std::size_t kTraces = test::sized(4000, kFullTraces);
const std::size_t kModelTraces = test::sized(500, std::size_t{2000});
const std::size_t kSampledModels = test::sized(2, std::size_t{6});
/// Largest share of answers that are right at another tolerance only (see Verdict::marginal).
constexpr double kMarginalShare = 1e-3;
/// Largest share of marginal answers off the grid. Brushes that were meant to touch miss each other there by about the
/// tolerance, and every such crack is kept.
constexpr double kMarginalShareOffGrid = 4e-3;
/// Largest share of marginal answers among traces that are drawn to lie within the tolerance.
constexpr double kMarginalAtTolerance = 0.06;
/// Largest share of traces in a filled hull that leave reached space between touching edges.
constexpr double kLeftReachedShare = 1e-2;
/// Largest share of traces in a filled hull that stop at closed cracks.
constexpr double kClosedCrackShare = 1e-2;

/// Least counts for kFullTraces traces. Fewer traces need fewer, in proportion.
struct Minimum {
    std::size_t hits = 0, misses = 0, startsolids = 0;  ///< per hull, unfilled
    std::size_t bevelHits = 0;                          ///< all hulls together
    std::size_t filledTraces = 0;                       ///< compared per filled hull
};

std::size_t least(std::size_t ofFullTraces) {
    return test::scaledMinimum(ofFullTraces, kTraces, kFullTraces);
}

std::vector<HullSpec> testedHulls() {
    std::vector<HullSpec> hulls = gameHulls("quake");
    hulls.push_back({"feet", {{-16, -16, 0}, {16, 16, 56}}});
    hulls.push_back({"corner", {{0, 0, 0}, {24, 40, 56}}});
    return hulls;
}

/// A map compiled for all tested hulls. `open` points into `blob`.
struct Baked {
    std::vector<std::byte> blob;
    OpenResult open;
    CompileReport report;
};

void bake(const MapFile& map, bool fill, Baked& baked) {
    CompileSettings settings;
    settings.hulls = testedHulls();
    settings.fill = fill;
    CompileResult result = compileMap(map, "", settings);
    std::string errors;
    for (const Remark& remark : result.report.remarks)
        if (remark.severity == Severity::Error) errors += remark.where.text() + "\n";
    ASSERT_TRUE(errors.empty()) << errors;
    baked.blob = std::move(result.blob);
    baked.report = std::move(result.report);
    baked.open = ClipMap::open(baked.blob);
    ASSERT_TRUE(baked.open) << statusText(baked.open.status);
}

/// Returns the map's models as the oracle reads them. Expects the file to hold the same brushes.
std::vector<MapModel> comparedModels(const MapFile& map, const Baked& baked) {
    std::vector<MapModel> models = readModels(map);
    FileBrushes file(map, baked.open.map);
    for (const MapModel& model : models)
        for (const MapSolid& solid : model.solids) EXPECT_EQ(file.compare(solid), "") << "line " << solid.line;
    EXPECT_EQ(file.unclaimed(), 0u);
    return models;
}

bool onGrid(const MapFile& map) {
    const auto whole = [](const Vec3& p) {
        return p.x == std::floor(p.x) && p.y == std::floor(p.y) && p.z == std::floor(p.z);
    };
    for (const MapEntity& entity : map.entities)
        for (const MapBrush& brush : entity.brushes)
            for (const MapFace& face : brush.faces)
                if (!std::all_of(face.points.begin(), face.points.end(), whole)) return false;
    return true;
}

/// Counts of this whole program, printed once at its end.
class Totals : public testing::Environment {
  public:
    void addMap() { ++maps_; }
    void addHull(const Tally& tally) {
        ++hulls_;
        tally_.add(tally);
    }
    void TearDown() override {
        std::cout << "[  oracle  ] in all: " << maps_ << " maps, " << hulls_ << " hulls, " << tally_.traces
                  << " traces, " << tally_.points << " points, " << tally_.mismatches << " + " << tally_.pointMismatches
                  << " mismatches, " << tally_.marginal << " marginal, " << tally_.leftReached
                  << " left reached space, " << tally_.closedCracks << " closed cracks\n";
    }

  private:
    std::size_t maps_ = 0, hulls_ = 0;
    Tally tally_;
};

// GoogleTest deletes it.
Totals* const kTotals = dynamic_cast<Totals*>(testing::AddGlobalTestEnvironment(new Totals));

void expectAgreement(const CampaignResult& result, const std::string& what, const MapFile& map) {
    kTotals->addHull(result.tally);
    std::string differences;
    for (const Difference& difference : result.differences)
        differences += "\n  (" + difference.kind + ") " + difference.reason;
    EXPECT_EQ(result.tally.mismatches, 0u) << what << differences;
    EXPECT_EQ(result.tally.pointMismatches, 0u) << what << differences;
    // Grazing traces, and tiny ones, are drawn to lie within the tolerance.
    KindTally atTolerance, others;
    for (std::size_t i = 0; i < kQueryKinds; ++i) {
        const auto kind = static_cast<QueryKind>(i);
        KindTally& sum = kind == QueryKind::Grazing || kind == QueryKind::Tiny ? atTolerance : others;
        sum.tested += result.tally.kinds[i].tested;
        sum.marginal += result.tally.kinds[i].marginal;
    }
    const double share = onGrid(map) ? kMarginalShare : kMarginalShareOffGrid;
    EXPECT_LE(static_cast<double>(others.marginal), static_cast<double>(others.tested) * share + 2) << what;
    EXPECT_LE(static_cast<double>(atTolerance.marginal),
              static_cast<double>(atTolerance.tested) * kMarginalAtTolerance + 2)
        << what;
}

void report(const std::string& what, const Tally& tally) {
    std::cout << "[  oracle  ] " << what << ", seed " << kSeed << ": " << summary(tally) << "\n";
}

/// Compares the world compiled without fill. Every trace counts.
void compareUnfilled(const MapFile& map, const Baked& baked, const std::string& name, const Minimum& minimum) {
    Tally total;
    const auto models = comparedModels(map, baked);
    EXPECT_EQ(baked.open.map.modelCount(), models.size()) << name;
    for (const HullSpec& hull : testedHulls()) {
        const auto id = baked.open.map.findHull(hull.name);
        if (!id) {
            ADD_FAILURE() << name << ": no hull " << hull.name;
            continue;
        }
        const SolidSet solids(growModel(models.front(), hull.box, hull.name));
        const Targets targets(map, solids);
        const auto result = runCampaign(baked.open.map, {.hull = *id}, solids, targets, {kSeed, kTraces, kTraces});
        expectAgreement(result, name + " " + hull.name, map);
        EXPECT_EQ(result.tally.traces, kTraces);
        EXPECT_GE(result.tally.hits, least(minimum.hits)) << name << " " << hull.name;
        EXPECT_GE(result.tally.misses, least(minimum.misses)) << name << " " << hull.name;
        EXPECT_GE(result.tally.startsolids, least(minimum.startsolids)) << name << " " << hull.name;
        total.add(result.tally);
    }
    EXPECT_GE(total.bevelHits, least(minimum.bevelHits)) << name;
    report(name, total);
}

/// Compares brush models, spread over the map's list. Brush models are never filled.
void compareModels(const MapFile& map, const Baked& baked, const std::string& name) {
    const auto models = comparedModels(map, baked);
    if (models.size() < 2) return;
    Tally total;
    const std::size_t sampled = std::min(kSampledModels, models.size() - 1);
    for (std::size_t i = 0; i < sampled; ++i) {
        const std::size_t model = 1 + i * (models.size() - 1) / sampled;
        for (const HullSpec& hull : testedHulls()) {
            const auto id = baked.open.map.findHull(hull.name);
            ASSERT_TRUE(id) << hull.name;
            const SolidSet solids(growModel(models[model], hull.box, hull.name));
            const Targets targets({}, solids);
            const Probe probe{.hull = *id, .model = {static_cast<std::uint32_t>(model)}};
            const auto result =
                runCampaign(baked.open.map, probe, solids, targets, {kSeed + model, kModelTraces, kModelTraces});
            const std::string what = name + " model " + std::to_string(model) + " " + hull.name;
            expectAgreement(result, what, map);
            // Most masks pass a model that nothing stops at.
            const bool blocks =
                std::any_of(solids.brushes().begin(), solids.brushes().end(),
                            [](const GrownBrush& brush) { return any(brush.contents & kMaskBlocking); });
            EXPECT_TRUE(solids.brushes().empty() || result.tally.hits >= kModelTraces / (blocks ? 20 : 200)) << what;
            total.add(result.tally);
        }
    }
    report(name + ", models", total);
}

/// Compares the world compiled with fill, by traces that start in what the hull calls free.
void compareFilled(const MapFile& map, const std::string& name, const Minimum& minimum) {
    Baked baked;
    bake(map, true, baked);
    if (testing::Test::HasFatalFailure()) return;
    const auto models = comparedModels(map, baked);
    Tally total;
    for (const HullSpec& hull : testedHulls()) {
        const auto id = baked.open.map.findHull(hull.name);
        ASSERT_TRUE(id) << hull.name;
        const SolidSet solids(growModel(models.front(), hull.box, hull.name));
        const Targets targets(map, solids);
        CampaignSettings settings{kSeed + 1, kTraces, kTraces};
        settings.filled = true;
        const auto result = runCampaign(baked.open.map, {.hull = *id}, solids, targets, settings);
        expectAgreement(result, name + " filled " + hull.name, map);
        EXPECT_LE(static_cast<double>(result.tally.leftReached),
                  static_cast<double>(result.tally.traces) * kLeftReachedShare + 2)
            << name << " " << hull.name;
        EXPECT_LE(static_cast<double>(result.tally.closedCracks),
                  static_cast<double>(result.tally.traces) * kClosedCrackShare + 2)
            << name << " " << hull.name;
        EXPECT_GE(result.tally.traces, least(minimum.filledTraces)) << name << " " << hull.name;
        EXPECT_GE(result.tally.hits, least(minimum.filledTraces) / 10) << name << " " << hull.name;
        total.add(result.tally);
    }
    report(name + ", filled", total);
}

void readInto(const std::string& path, MapFile& map) {
    auto read = readMap(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) FAIL() << error->text();
    map = std::move(std::get<MapFile>(read));
}

void compareAll(const std::string& path, const std::string& name, const Minimum& minimum) {
    MapFile map;
    ASSERT_NO_FATAL_FAILURE(readInto(path, map));
    Baked unfilled;
    ASSERT_NO_FATAL_FAILURE(bake(map, false, unfilled));
    kTotals->addMap();
    compareUnfilled(map, unfilled, name, minimum);
    compareModels(map, unfilled, name);
    compareFilled(map, name, minimum);
}

TEST(Oracle, Demo) {
    const std::filesystem::path root(HULLBAKE_SOURCE_ROOT);
    compareAll((root / "maps" / "demo" / "demo.map").string(), "demo", {2000, 2000, 1000, 500, kFullTraces});
}

std::vector<std::string> sceneNames() {
    std::vector<std::string> names;
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps" / "scenes";
    for (const auto& entry : std::filesystem::directory_iterator(folder, error))
        if (entry.path().extension() == ".map") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string parameterName(const testing::TestParamInfo<std::string>& info) {
    return info.param;
}

TEST(Oracle, ThereAreScenes) {
    EXPECT_GE(sceneNames().size(), 15u);
}

class OracleScenes : public testing::TestWithParam<std::string> {};

TEST_P(OracleScenes, AgreesWithBakedHulls) {
    const std::filesystem::path root(HULLBAKE_SOURCE_ROOT);
    compareAll((root / "maps" / "scenes" / (GetParam() + ".map")).string(), GetParam(), {1000, 1000, 300, 0, 0});
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(OracleScenes);
INSTANTIATE_TEST_SUITE_P(Maps, OracleScenes, testing::ValuesIn(sceneNames()), parameterName);

struct RealMap {
    const char* name;
    Minimum minimum;
};

void PrintTo(const RealMap& map, std::ostream* out) {
    *out << map.name;
}

std::string realMapName(const testing::TestParamInfo<RealMap>& info) {
    return info.param.name;
}

class OracleRealMaps : public testing::TestWithParam<RealMap> {};

TEST_P(OracleRealMaps, AgreesWithBakedHulls) {
    const std::string relative = std::string("maps/quake/") + GetParam().name + ".map";
    const auto path = test::sharedFile(relative);
    if (!path) GTEST_SKIP() << test::missingShared(relative);
    compareAll(*path, GetParam().name, GetParam().minimum);
}

// Nearly everything in these maps is axial: e1m1 has two bevels that a trace can hit, dm1 none.
INSTANTIATE_TEST_SUITE_P(Maps, OracleRealMaps,
                         testing::Values(RealMap{"dm1", {4000, 5000, 3000, 0, kFullTraces}},
                                         RealMap{"e1m1", {4000, 5000, 2000, 500, kFullTraces}},
                                         RealMap{"e3m4", {3000, 5000, 2000, 10, kFullTraces}}),
                         realMapName);

TEST(Oracle, RocksFullOfBevels) {
    const MapFile map = rocks(kSeed, 300, 256);
    Baked baked;
    ASSERT_NO_FATAL_FAILURE(bake(map, false, baked));
    kTotals->addMap();
    compareUnfilled(map, baked, "rocks", {2000, 3000, 100, 3000, 0});
}

}  // namespace
}  // namespace hullbake::oracle
