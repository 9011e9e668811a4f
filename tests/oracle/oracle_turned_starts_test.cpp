// Compares whole maps of ours that are turned by odd angles, and rounded as editors round, with the oracle: traces that
// start exactly on a face, an edge or a corner, and along them.
//
// Faces that lay in one plane part there by less than rounding, so such starts lie in seams and hairline cracks.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/campaign/campaign.hpp"
#include "oracle/solids/map_solids.hpp"
#include "support/maps.hpp"
#include "support/test_size.hpp"
#include "support/turned_maps.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20261127;
/// Traces for each hull and mode that leave a surface, and that run along one. The second kind is what seams decide.
const std::size_t kLeaving = test::sized(600, std::size_t{10000});
const std::size_t kAlong = test::sized(2400, std::size_t{40000});

struct TurnedLevel {
    const char* name;
    const char* scene;
    Vec3 degrees;
    int decimals;
};

void PrintTo(const TurnedLevel& level, std::ostream* out) {
    *out << level.name;
}

/// Counts of both modes of all hulls. Traces of hulls are compared without a fill, so every trace counts.
class OracleTurnedStarts : public testing::TestWithParam<TurnedLevel> {
  protected:
    void compile() {
        const TurnedLevel& level = GetParam();
        map_ = test::turnedMap(test::sceneMap(level.scene), level.degrees, level.decimals);
        CompileSettings settings;
        settings.fill = false;
        hulls_ = settings.hulls;
        blob_ = compileMap(map_, "", settings).blob;
        open_ = ClipMap::open(blob_);
        ASSERT_TRUE(open_) << statusText(open_.status);
        model_ = readModels(map_).front();
    }

    Tally compare(const HullSpec& hull, const Probe& probe, const std::string& mode) const {
        const SolidSet solids(growModel(model_, hull.box, hull.name));
        const Targets targets(map_, solids);
        CampaignSettings leaving{kSeed, kLeaving, 0}, along{kSeed + 1, kAlong, 0};
        leaving.kinds = {QueryKind::Face, QueryKind::Edge, QueryKind::Corner};
        along.kinds = {QueryKind::Parallel};
        Tally both;
        for (const CampaignSettings& settings : {leaving, along}) {
            const CampaignResult result = runCampaign(open_.map, probe, solids, targets, settings);
            for (const Difference& difference : result.differences)
                ADD_FAILURE() << hull.name << " " << mode << ", " << difference.kind << ": " << difference.reason;
            EXPECT_EQ(result.tally.mismatches, 0u) << hull.name << " " << mode;
            both.add(result.tally);
        }
        return both;
    }

    MapFile map_;
    std::vector<HullSpec> hulls_;
    std::vector<std::byte> blob_;
    OpenResult open_;
    MapModel model_;
};

TEST_P(OracleTurnedStarts, AnswerAsTheOracleDoes) {
    ASSERT_NO_FATAL_FAILURE(compile());
    Tally total;
    for (const HullSpec& hull : hulls_) {
        const auto id = open_.map.findHull(hull.name);
        ASSERT_TRUE(id) << hull.name;
        total.add(compare(hull, {.hull = *id}, "baked"));
        total.add(compare(hull, {.box = hull.box}, "at query time"));
    }
    std::cout << "[  oracle  ] " << GetParam().name << ", seed " << kSeed << ": " << total.traces << " traces, "
              << total.hits << " hits, " << total.surfaceStops << " stopped at once, " << total.marginal
              << " at the tolerance\n";
    const std::size_t runs = 2 * hulls_.size();
    const auto tested = [&](QueryKind kind) { return total.kinds[static_cast<std::size_t>(kind)].tested; };
    EXPECT_EQ(tested(QueryKind::Parallel), runs * kAlong);
    for (const QueryKind kind : {QueryKind::Face, QueryKind::Edge, QueryKind::Corner})
        EXPECT_GE(tested(kind), runs * kLeaving / 5) << queryKindName(kind);
    EXPECT_GE(total.hits, total.traces / 8);
    EXPECT_GE(total.misses, total.traces / 8);
    EXPECT_GE(total.startsolids, total.traces / 40);
    EXPECT_GE(total.surfaceStops, total.traces / 80);
}

INSTANTIATE_TEST_SUITE_P(Maps, OracleTurnedStarts,
                         testing::Values(TurnedLevel{"ramp_about_y", "tiled_ramp", {0, 17, 0}, 6},
                                         TurnedLevel{"boxes_about_y", "touching_boxes", {0, 17, 0}, 6},
                                         TurnedLevel{"floor_about_y", "seam_tiles_floor", {0, 17, 0}, 6}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace hullbake::oracle
