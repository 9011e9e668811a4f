// Compares whole maps of ours that are turned by odd angles, and rounded as editors round, with the oracle: traces that
// start exactly on a face, an edge or a corner, and along them.
//
// Faces that lay in one plane part there by less than rounding, so such starts lie in seams and hairline cracks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "hullbake/clip_map.hpp"
#include "oracle/campaign/campaign.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/solids/map_solids.hpp"
#include "oracle/solids/sample_brushes.hpp"
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

std::string levelName(const testing::TestParamInfo<TurnedLevel>& info) {
    return info.param.name;
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
                                         TurnedLevel{"floor_about_y", "seam_tiles_floor", {0, 17, 0}, 6},
                                         TurnedLevel{"floor_about_z", "seam_tiles_floor", {0, 0, 33}, 12},
                                         TurnedLevel{"ramp_about_x_and_z", "tiled_ramp", {7, 0, 23}, 4}),
                         levelName);

/// The world of a map compiled without a fill, and its bare brushes.
struct PointLevel {
    explicit PointLevel(const MapFile& map) : solids(growModel(readModels(map).front(), Box{}, "point")) {
        CompileSettings settings;
        settings.fill = false;
        blob = compileMap(map, "", settings).blob;
        open = ClipMap::open(blob);
        EXPECT_TRUE(open) << statusText(open.status);
    }

    /// Traces a point in both modes and compares it with the oracle. No end may be in solid for the next trace.
    void expectRight(const Vec3& start, const Vec3& end, const std::string& what, std::vector<Trace>& traces) const {
        for (const Probe& probe : {Probe{.hull = *open.map.findHull("point")}, Probe{.box = Box{}}}) {
            SCOPED_TRACE(what + (probe.box ? ", at query time" : ", baked"));
            const TraceCase input{probe, start, end};
            const Trace trace = input.ask(open.map);
            const Verdict verdict = compareTrace(solids, input, trace);
            EXPECT_TRUE(verdict.agrees) << verdict.reason;
            EXPECT_TRUE(trace.startsolid || !open.map.trace(probe, trace.endpos, end).startsolid)
                << "ends in solid: " << text(trace.endpos);
            traces.push_back(trace);
        }
    }

    SolidSet solids;
    std::vector<std::byte> blob;
    OpenResult open;
};

/// A trace of a point in the demo, turned by 17 degrees about y and rounded to 6 decimals.
struct CrackEnd {
    const char* shows;
    Vec3 start, end;
};

TEST(OracleTurnedTraces, EndWhereTheirCracksDo) {
    const PointLevel level(test::turnedMap(test::demoMap(), {0, 17, 0}, 6));
    const std::vector<CrackEnd> cases = {
        {"on a face that another one crosses further on",
         {811.09495062657084, -384, -247.44542672010223},
         {813.12931398376418, -362.33983594875968, -240.79132384002114}},
        {"from solid into a crack that a wall ends",
         {940.10425629257361, -327.05927084878095, -287.41871505566019},
         {763.33044323457364, -139.49810943722017, -224.10368429127129}},
        {"in a crack of faces that cross",
         {921.06094166052469, -209.40729047425933, -266.02352196872948},
         {808.94007256160103, -369.0910282412359, -86.587497474907025}},
    };
    for (const CrackEnd& crack : cases) {
        std::vector<Trace> traces;
        level.expectRight(crack.start, crack.end, crack.shows, traces);
        for (const Trace& trace : traces) EXPECT_TRUE(trace.hit) << crack.shows;
    }
}

// The crack between a floor and a box is narrower than rounding allows for. The box begins in it at so flat an angle
// that only the last unit before its end is deeper than the tolerance.
TEST(OracleTurnedTraces, StopAtAFlatFaceInAClosedCrack) {
    const PointLevel level(test::turnedMap(test::sceneMap("rotated_room"), {3, 1, 44}, 8));
    std::vector<Trace> traces;
    level.expectRight({-104.02014916675191, 127.22036141106187, 8.3477976748687013},
                      {205.66234863277583, 398.97330375966038, 0.13480915391079762}, "flat", traces);
    for (const Trace& trace : traces) EXPECT_NEAR(trace.hitFraction, 0.0673357820578, 1e-9);
}

// Two faces overlap by less than rounding where the trace starts on one of them. A crack opens between them 0.0004
// units further on, and the trace runs along it.
TEST(OracleTurnedTraces, FollowACrackThatOpensAtTheStart) {
    const PointLevel level(test::turnedMap(test::sceneMap("terrain_prisms"), {0, 31, 7}, 3));
    std::vector<Trace> traces;
    level.expectRight({-50.198981979089439, -102.88509552762763, 98.137010394424635},
                      {-173.86008854200537, -381.50196336653289, -162.64746778958721}, "opens", traces);
    for (const Trace& trace : traces) EXPECT_NEAR(trace.hitFraction, 0.170922201343, 1e-9);
}

// Returns a box whose faces are given by their own corners, as editors do, so that rounding moves each by itself.
MapBrush cornerBox(const Vec3& low, const Vec3& high) {
    MapBrush brush = boxBrush(low, high);
    const auto at = [&](int x, int y, int z) {
        return Vec3{x != 0 ? high.x : low.x, y != 0 ? high.y : low.y, z != 0 ? high.z : low.z};
    };
    const std::vector<std::vector<Vec3>> faces = {
        {low, at(0, 1, 0), at(0, 0, 1)}, {at(1, 0, 0), at(1, 0, 1), at(1, 1, 0)},
        {low, at(0, 0, 1), at(1, 0, 0)}, {at(0, 1, 0), at(1, 1, 0), at(0, 1, 1)},
        {low, at(1, 0, 0), at(0, 1, 0)}, {at(0, 0, 1), at(0, 1, 1), at(1, 0, 1)}};
    for (std::size_t i = 0; i < faces.size(); ++i) std::copy_n(faces[i].begin(), 3, brush.faces[i].points.begin());
    return brush;
}

// Two boxes side by side lie on a third, which ends with them at a wall. Turned and rounded, the third parts from them
// by less than a millionth of a unit, or crosses them. A trace runs along the edge of the two, and on behind the wall.
TEST(OracleTurnedTraces, DoNotEndInSolidBesideAWall) {
    const MapFile map = worldOf({cornerBox({0, 0, 0}, {128, 24, 16}), cornerBox({0, 24, 0}, {128, 48, 16}),
                                 cornerBox({72, 0, -16}, {128, 48, 0}), cornerBox({128, 0, -32}, {320, 48, 32})});
    std::size_t before = 0;
    for (int i = 1; i <= 60; ++i) {
        const Vec3 degrees{0, 0.97 * i, 0};
        const PointLevel level(test::turnedMap(map, degrees, 6));
        ASSERT_TRUE(level.open);
        const Vec3 from = test::turnedPoint({0, 24, 0}, degrees, 6), to = test::turnedPoint({128, 24, 0}, degrees, 6);
        std::vector<Trace> traces;
        level.expectRight(from + (to - from) * 0.15, from + (to - from) * 1.7, text(degrees), traces);
        for (const Trace& trace : traces) {
            EXPECT_TRUE(trace.hit && !trace.startsolid) << text(degrees);
            before += 0.15 + trace.hitFraction * 1.55 < 1 - 1e-3;
        }
    }
    EXPECT_GE(before, 110u);
}

}  // namespace
}  // namespace hullbake::oracle
