// Proves the oracle right off the grid: faces that are almost shared, cracks around the tolerance, segments that graze.
#include <gtest/gtest.h>

#include <iostream>
#include <utility>

#include "oracle/campaign/campaign.hpp"
#include "oracle/campaign/filled_hull_rules.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/point_hull.hpp"
#include "oracle/solids/sample_brushes.hpp"
#include "oracle/trace/cracks.hpp"
#include "support/maps.hpp"

namespace hullbake::oracle {
namespace {

TraceAnswer traceOf(const SolidSet& solids, const Vec3& a, const Vec3& b) {
    return solids.trace(a, b, kMaskBlocking);
}

class PillarOnFloor : public testing::Test {
  protected:
    // The top of the floor and the bottom of the pillar are in z = 0.
    SolidSet solids_ = solidsOf(worldOf({boxBrush({-64, -64, -16}, {64, 64, 0}), boxBrush({10, -8, 0}, {20, 8, 64})}));
};

TEST_F(PillarOnFloor, SlidingIntoThePillarMeetsItsSideHoweverTheSlideIsRounded) {
    for (const double sink : {0.0, 5e-7, -5e-7, 5e-6, -5e-6}) {
        const TraceAnswer hit = traceOf(solids_, {-40, 0, 0}, {60, 0, sink});
        ASSERT_TRUE(hit.hit) << sink;
        EXPECT_FALSE(hit.startsolid);
        EXPECT_NEAR(hit.hitFraction, 0.5, 1e-12) << sink;
        ASSERT_EQ(hit.planes.size(), 1u) << sink;
        EXPECT_EQ(hit.planes[0].plane.normal, (Vec3{-1, 0, 0}));
        const TraceAnswer out = traceOf(solids_, {15, 0, 0}, {-40, 0, sink});
        EXPECT_TRUE(out.startsolid) << "from within the seam";
        EXPECT_FALSE(out.hit || out.allsolid) << sink;
    }
}

TEST_F(PillarOnFloor, StartsWithinTheToleranceEnterThroughThePlaneBehindThem) {
    const TraceAnswer in = traceOf(solids_, {40, 0, -5e-6}, {41, 0, -10});
    EXPECT_TRUE(in.hit);
    EXPECT_FALSE(in.startsolid);
    EXPECT_EQ(in.hitFraction, 0);
    ASSERT_EQ(in.planes.size(), 1u);
    EXPECT_EQ(in.planes[0].plane.normal, (Vec3{0, 0, 1}));
}

TEST_F(PillarOnFloor, StretchesThatStayWithinTheToleranceAreOutside) {
    // Sinks 6e-6 below the top of the floor before it passes the floor's edge.
    const TraceAnswer shallow = traceOf(solids_, {40, 63, 0}, {40, 263, -1.2e-3});
    EXPECT_FALSE(shallow.hit || shallow.startsolid);
    const TraceAnswer deeper = traceOf(solids_, {40, 0, 0}, {40, 200, -1.2e-3});
    EXPECT_TRUE(deeper.hit);
    EXPECT_EQ(deeper.hitFraction, 0) << "the exact entry, however long it takes to get deep";
}

/// Returns two walls `width` apart on a floor whose top is z = 0. They reach 8 units into the floor.
SolidSet wallsApart(double width) {
    return solidsOf(worldOf({boxBrush({0, -64, -8}, {10, 64, 64}), boxBrush({10 + width, -64, -8}, {30, 64, 64}),
                             boxBrush({-64, -64, -16}, {64, 64, 0})}));
}

TEST(OracleCracks, AreFreeAboveTheToleranceAndNobodysBelow) {
    const TraceAnswer wide = traceOf(wallsApart(1e-4), {5, 0, 20}, {25, 0, 20});
    EXPECT_TRUE(wide.startsolid && wide.hit);
    EXPECT_NEAR(wide.hitFraction * 20, 5 + 1e-4, 1e-9);
    const TraceAnswer narrow = traceOf(wallsApart(5e-6), {5, 0, 20}, {25, 0, 20});
    EXPECT_TRUE(narrow.allsolid);
}

TEST(OracleCracks, AFaceAlongTheSegmentDoesNotCloseThem) {
    const SolidSet solids = wallsApart(1e-4);
    const TraceAnswer along = traceOf(solids, {5, 0, 0}, {25, 0, 0});
    EXPECT_TRUE(along.startsolid && along.hit) << "half of the crack's neighbourhood is floor, the other half is free";
    EXPECT_NEAR(along.hitFraction * 20, 5 + 1e-4, 1e-9);
    EXPECT_TRUE(traceOf(solids, {5, 0, -1}, {25, 0, -1}).allsolid) << "the floor fills the crack below";
}

TEST(OracleCracks, AreToldFromOpenSpace) {
    EXPECT_TRUE(inCrack(wallsApart(1e-4), {10 + 5e-5, 0, 20}));
    EXPECT_TRUE(inCrack(wallsApart(1.0 / 128), {10 + 1.0 / 256, 0, 20}));
    EXPECT_FALSE(inCrack(wallsApart(1.0 / 32), {10 + 1.0 / 64, 0, 20}));
    const SolidSet solids = wallsApart(1e-4);
    EXPECT_FALSE(inCrack(solids, {-1, 0, 20})) << "in the open";
    EXPECT_FALSE(inCrack(solids, {-1e-5, 0, 1e-5})) << "in a right corner";
    EXPECT_FALSE(inCrack(solids, {5, 0, 20})) << "in solid";
    EXPECT_TRUE(hasPlane(solids, {{1, 0, 0}, 10}, {10, 2, 3}));
    EXPECT_TRUE(hasPlane(solids, {{-1, 0, 0}, -10}, {10, 2, 3}));
    EXPECT_FALSE(hasPlane(solids, {{1, 0, 0}, 11}, {10, 2, 3}));
    EXPECT_FALSE(hasPlane(solids, {normalized({1, 0.001, 0}), 10}, {10, 2, 3}));
}

/// Returns two walls with a gap that is `narrow` at y = -60 and `wide` at y = 60.
SolidSet wallsThatTaper(double narrow, double wide) {
    const double n = 10 + narrow, w = 10 + wide;
    const std::vector<Vec3> corners = {{n, -60, -8}, {w, 60, -8}, {30, 60, -8}, {30, -60, -8},
                                       {n, -60, 64}, {w, 60, 64}, {30, 60, 64}, {30, -60, 64}};
    return solidsOf(worldOf({boxBrush({0, -64, -8}, {10, 64, 64}), hullBrush(corners)}));
}

// The fill closes portals where its ball does not fit at the middle, so wider ends of them count as cracks, too.
TEST(OracleCracks, MayTaperUpToTheWidthOfTheirPortals) {
    const Vec3 place{10 + 1.0 / 128, 55, 20};
    const auto isClosed = [](const Vec3&) { return true; };
    const ClosedPortal across{{0, 1, 0}, isClosed}, along{{0, 0, 1}, isClosed};
    EXPECT_TRUE(inCrack(wallsThatTaper(0.010, 0.02), place));
    EXPECT_TRUE(inCrack(wallsThatTaper(0.001, 0.024), place));
    EXPECT_FALSE(inCrack(wallsThatTaper(0.013, 0.02), place)) << "wider than 1/64 at the middle";
    EXPECT_FALSE(inCrack(wallsThatTaper(0.016, 0.02), place)) << "nowhere narrower than 1/64";
    EXPECT_FALSE(inCrack(wallsThatTaper(0.02, 0.02), place)) << "does not taper";
    EXPECT_FALSE(inCrack(wallsThatTaper(0.001, 0.033), place)) << "too wide here";
    EXPECT_FALSE(inCrack(wallsThatTaper(0.010, 0.02), {place.x, 60.01, 20})) << "in front of the gap";
    EXPECT_TRUE(inCrack(wallsThatTaper(0.010, 0.02), place, kSampleDistance, &along)) << "a portal that tapers";
    EXPECT_FALSE(inCrack(wallsThatTaper(0.010, 0.02), place, kSampleDistance, &across)) << "a portal that does not";
    // 0.025 wide where it is 0.006 elsewhere: closed as far as that, or up to its end, which is 0.03 wide.
    const SolidSet wide = wallsThatTaper(0.006, 0.030);
    const Vec3 inside{10 + 1.0 / 128, 35, 20};
    const ClosedPortal part{along.normal, [](const Vec3& p) { return p.y < 36; }};
    EXPECT_TRUE(inCrack(wide, inside, kSampleDistance, &part));
    EXPECT_FALSE(inCrack(wide, inside, kSampleDistance, &along)) << "wider than 1/64 at the middle of the portal";
}

// A trace leaves one brush into a crack that closes, and lies just inside one side of it from its start on.
TEST(OracleCracks, WhatTheStartIsShallowInCountsWhereSolidWasLeft) {
    MapBrush below, above;
    for (MapBrush* brush : {&below, &above})
        brush->faces = {planeFace({-1, 0, 0}, 0), planeFace({1, 0, 0}, 20), planeFace({0, 1, 0}, 5),
                        planeFace({0, -1, 0}, 5)};
    below.faces.push_back(planeFace({0, 0, -1}, 5));
    below.faces.push_back(planeFace({-1.4e-7, 0, 1}, 0));
    above.faces.push_back(planeFace({0, 0, 1}, 5));
    above.faces.push_back(planeFace({-3e-5, 0, -1}, -1.4e-5));
    const double left = 0.011;
    const SolidSet solids = solidsOf(worldOf({boxBrush({-5, -5, -5}, {left, 5, 5}), below, above}));
    const TraceAnswer hit = traceOf(solids, {0, 0, 0}, {20, 0, 0});
    ASSERT_TRUE(hit.startsolid && hit.hit && !hit.allsolid);
    EXPECT_NEAR(hit.hitFraction * 20, 1.4 / 3.014, 1e-3) << "where both faces meet";
    ASSERT_FALSE(hit.alternatives.empty());
    for (const TraceAnswer::Alternative& other : hit.alternatives) EXPECT_GE(other.fraction * 20, left - 1e-4);
}

// Traces run along the cracks of two walls. The cracks of one wall are closed inside, the cracks of the other outside.
TEST(OracleCracks, TracesStopAtEitherMouthOfThoseThatTheFillClosed) {
    constexpr std::uint64_t kSeed = 20261122;
    std::cout << "seed " << kSeed << "\n";
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openPointHull(test::sceneMap("closed_cracks"), hull));
    for (const std::size_t low : {2u, 3u}) {
        SCOPED_TRACE("wall of brush " + std::to_string(low));
        MapFile wall = hull.opened.map;
        const std::vector<MapBrush> all = wall.entities[0].brushes;
        wall.entities[0].brushes = {all[low], all[low + 4]};
        const Targets targets(wall, SolidSet(growModel(readModels(wall).front(), Box{}, "point")));
        CampaignSettings settings{kSeed + low, 150000, 0};
        settings.filled = true;
        const CampaignResult result = runCampaign(hull.clip(), hull.probe, *hull.solids, targets, settings);
        for (const Difference& difference : result.differences) ADD_FAILURE() << difference.reason;
        EXPECT_EQ(result.tally.mismatches, 0u);
        EXPECT_GE(result.tally.closedCracks, 20u);
    }
}

// Two slabs touch in the plane in which the trace lies, and end after 1/20 unit. A needle between them is a way out.
TEST(OracleCracks, ASeamThroughAThinSlabIsNone) {
    const TraceCase input{{.box = Box{}, .skin = 0}, {0, 0, 0}, {0, 10, 0}};
    Trace passes;
    passes.fraction = passes.hitFraction = 1;
    passes.endpos = input.end;
    MapBrush left = boxBrush({-32, 0, -32}, {0, 0.05, 32});
    const MapBrush right = boxBrush({0, 0, -32}, {32, 0.05, 32});
    EXPECT_FALSE(compareTrace(solidsOf(worldOf({left, right})), input, passes).agrees);
    left.faces[1] = planeFace({1, 1e-6, 0}, 0);
    const Verdict needle = compareTrace(solidsOf(worldOf({left, right})), input, passes);
    EXPECT_TRUE(needle.agrees) << needle.reason;
}

// Thin leaves along a wall go on through a crack. Its outer mouth is where the brushes beside it end, which rounding
// has parted, and the fill closes it at the last of these places. A contact there may be as deep as the tolerance.
TEST(OracleCracks, TracesStopWhereTheLastBrushBesideTheMouthEnds) {
    struct TurnedTrace {
        const char* scene;
        Vec3 degrees, start, end;
    };
    for (const TurnedTrace& trace : {TurnedTrace{"start_in_solid",
                                                 {287, 327, 84},
                                                 {24.585824942267571, 151.29323154266581, 133.06147790757436},
                                                 {0.49363180685966057, 245.2103938523513, 60.352240533673722}},
                                     {"groups_and_details",
                                      {286, 334, 315},
                                      {-10.206839774708664, 121.09331020540807, -247.62812167698075},
                                      {161.50072187080451, 228.2764279801267, -341.17727919392361}},
                                     {"tiled_ramp",
                                      {5, 0, 71},
                                      {42.629852606675094, -33.198980693305899, 50.983304867523309},
                                      {-49.351902801025027, 388.86911700854245, 255.88271580905493}}}) {
        SCOPED_TRACE(trace.scene);
        PointHull hull;
        ASSERT_NO_FATAL_FAILURE(openTurned(trace.scene, trace.degrees, hull));
        const TraceCase input = hull.caseOf(trace.start, trace.end);
        const Trace answer = input.ask(hull.clip());
        const Verdict verdict = compareTrace(*hull.solids, input, answer);
        EXPECT_FALSE(verdict.agrees);
        const FilledHullRules rules(hull.clip(), hull.probe, *hull.solids);
        EXPECT_EQ(rules.excuse(input, answer, verdict), FilledHullRules::Excuse::ClosedCrack);
    }
}

// Thin leaves along a ceiling or floor go on through a crack at its edge. Up to the crack they are part of the room: a
// trace stops at the brush, not at solid in front of it.
TEST(OracleCracks, SheetsAlongWallsBelongToTheRoom) {
    struct Room {
        const char* scene;
        Vec3 degrees;
        std::vector<std::pair<Vec3, Vec3>> traces;
    };
    const std::vector<Room> rooms{
        {"pocket_closed_by_growth",
         {293, 230, 259},
         {{{72, 104, -160}, {72, 104, 390}},
          {{109.88799184281829, 56.679465357610013, 42.570163062480283},
           {-9.7856660246406193, 195.68263358339422, 132.00279656589422}},
          {{64.382769435986546, 13.072835531592048, 252.41696754583342},
           {65.993084485429179, 1.3077613939370494, 253.0406687672241}},
          {{183.98346264628481, 39.009613069210573, 240.46725580828456},
           {-16.01875990944113, -12.319151548962195, 263.29486585731604}}}},
        {"clip_kinds",
         {200, 17, 80},
         {{{-177.47008321876396, -136.62672195045442, 108.04302621185916},
           {-226.23579971121171, -159.57433253687338, 134.30231591720593}}}},
        {"closed_cracks",
         {200, 100, 50},
         {{{43.577900838080581, -274.20329196970761, -161.33116225840004},
           {42.612123581402997, -301.67663232104974, -322.60829511131186}},
          {{28.964759139424679, -283.61247835870944, -108.12293571874265},
           {140.77326170354678, -226.58398160330981, -32.646661244737182}}}},
        {"closed_cracks",
         {11, 200, 44},
         {{{344, 192, -208}, {344, 192, -885}},
          {{292, 214, -186}, {292, 214, -524}},
          {{56, -72, -64}, {354, 226, -362}},
          {{319.59810743415284, 194.22685788124488, -211.98907968450789},
           {389.95119901226502, 189.67534296943816, -345.14205152771848}}}},
    };
    for (const Room& room : rooms) {
        SCOPED_TRACE(room.scene);
        PointHull hull;
        ASSERT_NO_FATAL_FAILURE(openTurned(room.scene, room.degrees, hull));
        for (const auto& [start, end] : room.traces) {
            const TraceCase input = hull.caseOf(start, end);
            const Trace answer = input.ask(hull.clip());
            const Verdict verdict = compareTrace(*hull.solids, input, answer);
            EXPECT_TRUE(answer.hit && !answer.startsolid);
            EXPECT_TRUE(verdict.agrees) << verdict.reason;
        }
    }
}

// A sheet a billionth of a unit thick goes on through a seam into the void. Beyond the wall it is solid.
TEST(OracleCracks, SheetsThroughSeamsEndInTheWall) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("exact_fit_doorway", {40.854, -54.851, 93.465}, hull, 9));
    for (const auto& [start, end] :
         {std::pair<Vec3, Vec3>{{10.858106124971059, -203.70759352102735, 153.41242035150728},
                                {-153.27367242916137, -370.05935916252554, 192.87954302801833}},
          {{40.644886765494988, -182.61479707010156, 134.17939114437237},
           {-138.08144943464501, -154.1056370875493, 455.34121607097245}}}) {
        const TraceCase input = hull.caseOf(start, end);
        const Trace answer = input.ask(hull.clip());
        const Verdict verdict = compareTrace(*hull.solids, input, answer);
        const FilledHullRules rules(hull.clip(), hull.probe, *hull.solids);
        EXPECT_TRUE(verdict.agrees || rules.excuse(input, answer, verdict) == FilledHullRules::Excuse::ClosedCrack)
            << verdict.reason;
    }
}

// A crack that is left free up to its outer mouth does not make the void beside the mouth reached.
TEST(OracleCracks, TheVoidBesideAnOuterMouthIsNotReached) {
    struct Mouth {
        const char* scene;
        Vec3 degrees, p;
    };
    for (const Mouth& mouth :
         {Mouth{"expansion_lip", {65, 300, 247}, {111.41116352065168, 152.95017411163607, -41.382718406530657}},
          {"closed_cracks", {200, 100, 50}, {-209.46308929501782, 62.331259001668961, -520.82510901291755}},
          {"thin_plates", {191, 200, 237}, {276.78246207957898, 49.538128861697544, 33.045717478723994}}}) {
        SCOPED_TRACE(mouth.scene);
        PointHull hull;
        ASSERT_NO_FATAL_FAILURE(openTurned(mouth.scene, mouth.degrees, hull));
        EXPECT_TRUE(any(hull.clip().contentsAt(hull.probe, mouth.p) & kMaskBlocking));
        EXPECT_FALSE(FilledHullRules(hull.clip(), hull.probe, *hull.solids).filledReachedSpace(mouth.p));
    }
}

// A hull that is solid a hundredth of a unit in front of the mouth of a crack is wrong: a ball of 1/64 gets there.
TEST(OracleCracks, SolidInFrontOfAMouthIsNoExcuse) {
    MapFile plated = test::sceneMap("closed_cracks");
    plated.entities[0].brushes.push_back(boxBrush({-512, -200, 60}, {-511.99, 200, 70}));
    PointHull hull, plate;
    ASSERT_NO_FATAL_FAILURE(openPointHull(test::sceneMap("closed_cracks"), hull));
    ASSERT_NO_FATAL_FAILURE(openPointHull(plated, plate));
    const double level = 64 + 1.0 / 256;
    const TraceCase input = hull.caseOf({0, 0, level}, {-600, 10, level});
    const auto excuseOf = [&](const ClipMap& clip) {
        const Trace answer = input.ask(clip);
        EXPECT_TRUE(answer.hit);
        const Verdict verdict = compareTrace(*hull.solids, input, answer);
        EXPECT_FALSE(verdict.agrees);
        return FilledHullRules(clip, hull.probe, *hull.solids).excuse(input, answer, verdict);
    };
    EXPECT_EQ(excuseOf(hull.clip()), FilledHullRules::Excuse::ClosedCrack);
    EXPECT_EQ(excuseOf(plate.clip()), FilledHullRules::Excuse::None);
    const Vec3 inPlate{-511.991, 0, level};
    EXPECT_TRUE(FilledHullRules(plate.clip(), hull.probe, *hull.solids).filledReachedSpace(inPlate));
}

// A block that only the hull has stands on the floor and at walls. A trace that slides exactly along them stops at it.
TEST(OracleCracks, SolidOnAFloorIsNoExcuseForTracesAlongTheFloor) {
    MapFile blocked = test::sceneMap("closed_cracks");
    for (const Box& block : {Box{{-420, -60, 0}, {-400, -40, 4}}, {{-512, 100, 90}, {-509, 120, 96}}})
        blocked.entities[0].brushes.push_back(boxBrush(block.mins, block.maxs));
    PointHull hull, wrong;
    ASSERT_NO_FATAL_FAILURE(openPointHull(test::sceneMap("closed_cracks"), hull));
    ASSERT_NO_FATAL_FAILURE(openPointHull(blocked, wrong));
    for (const auto& [start, end] : {std::pair<Vec3, Vec3>{{-409, 5, 0}, {-409, -113, 0}},
                                     {{-300, -50, 0}, {-511, -45, 0}},
                                     {{-512, 200, 93}, {-512, -200, 93}},
                                     {{-512, 80, 70}, {-512, 130, 110}}}) {
        const TraceCase input = hull.caseOf(start, end);
        const Trace answer = input.ask(wrong.clip());
        const Verdict verdict = compareTrace(*hull.solids, input, answer);
        EXPECT_TRUE(answer.hit && !answer.startsolid);
        EXPECT_FALSE(verdict.agrees);
        EXPECT_EQ(FilledHullRules(wrong.clip(), hull.probe, *hull.solids).excuse(input, answer, verdict),
                  FilledHullRules::Excuse::None);
    }
}

// A gap is 0.006 wide at one end and 0.03 at the other. A plate that only the hull has stops traces in it where it is
// 1/40 wide. The fill closes no portal there, as its ball fits at the middle.
TEST(OracleCracks, SolidAcrossAGapThatTapersIsNoExcuse) {
    MapFile gap = test::sceneMap("closed_cracks");
    const std::vector<Vec3> corners = {{310.006, -60, 0},  {310.030, 60, 0},  {330, 60, 0},  {330, -60, 0},
                                       {310.006, -60, 50}, {310.030, 60, 50}, {330, 60, 50}, {330, -60, 50}};
    gap.entities[0].brushes.push_back(boxBrush({300, -64, 0}, {310, 64, 50}));
    gap.entities[0].brushes.push_back(hullBrush(corners));
    MapFile plated = gap;
    plated.entities[0].brushes.push_back(boxBrush({310, -60, 20}, {310.03, 60, 21}));
    PointHull hull, wrong;
    ASSERT_NO_FATAL_FAILURE(openPointHull(std::move(gap), hull));
    ASSERT_NO_FATAL_FAILURE(openPointHull(std::move(plated), wrong));
    const TraceCase input = hull.caseOf({310.0125, 35, 40}, {310.0125, 35, 10});
    EXPECT_FALSE(input.ask(hull.clip()).hit);
    const Trace answer = input.ask(wrong.clip());
    EXPECT_TRUE(answer.hit && !answer.startsolid);
    const Verdict verdict = compareTrace(*hull.solids, input, answer);
    EXPECT_FALSE(verdict.agrees);
    EXPECT_EQ(FilledHullRules(wrong.clip(), hull.probe, *hull.solids).excuse(input, answer, verdict),
              FilledHullRules::Excuse::None);
}

/// A trace of a point in the scene `tilted_room`, between faces rounded to 3 decimals that almost meet.
struct CrackTrace {
    const char* shows;
    Vec3 start, end;
    bool baked = false;
    double skin = kDefaultSkin;
    Contents mask = kMaskBlocking;
};

// Returns traces that were once answered wrongly, each in its mode.
std::vector<CrackTrace> crackTraces() {
    return {
        {"shallow in one face from the start, stopped by the other",
         {123.34295156741382, 51.412714850794487, -87.944180261149043},
         {91.986217050843621, 183.32577285122693, -23.73375385972534}},
        {"the same in a baked hull",
         {116.91880406759063, 2.8582407348556862, 126.58375547370159},
         {329.19206250444893, 12.478945564636764, 213.27645180282602},
         true},
        {"the same for all contents",
         {47.971580100108696, -83.133606782164364, -63.975044311480566},
         {25.086055246370108, 9.3565163953596198, -18.204820408674628},
         true,
         kDefaultSkin,
         kMaskAll},
        {"ends where the crack does, without a skin, and must not be in solid there",
         {151.37836802205678, -57.532758213806588, -142.7567142142083},
         {68.729992602052562, 276.48729335415538, 22.539706439764643},
         false,
         0},
        {"the same in a baked hull",
         {20.024953695537107, 168.83314222882976, 112.25074226860073},
         {175.12259255781029, 115.10590598659778, 298.36815474543857},
         true,
         0},
        {"from solid across a crack wider than the tolerance",
         {137.60483585711128, -111.1833604012045, -145.87992766486025},
         {141.5008697064797, -126.92907684119335, -153.67199536359712}},
        {"the same, free itself in the last third of the stretch only",
         {136.49865815007746, -76.050414823295739, -117.11303663742463},
         {202.47029341329832, -342.67292996470019, -249.05628360581727}},
        {"a crack that closes for less than a thousandth before it opens into the room",
         {118.95470759347427, -10.17430161522752, 153.93434653514635},
         {449.07994269260371, 180.45620547922471, -66.170752132463349}},
        {"the same from a free start",
         {64.489688273922155, 219.99557231863076, 31.099506598992217},
         {38.703063300085844, 205.10844741241254, 48.287705020127127}},
        {"the same, along both faces all the way",
         {64.467865200971147, 219.98372096105007, 31.112542347204037},
         {64.394877394461858, 219.94071657586957, 31.162944845698647},
         true},
    };
}

TEST(OracleCracks, TracesStopWhereCracksBetweenTiltedFacesClose) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openPointHull(test::sceneMap("tilted_room"), hull));
    const ClipMap& clip = hull.clip();
    for (const CrackTrace& crack : crackTraces()) {
        Probe probe{.hull = hull.probe.hull, .mask = crack.mask, .skin = crack.skin};
        if (!crack.baked) probe.box = Box{};
        const TraceCase input{probe, crack.start, crack.end};
        const Trace trace = input.ask(clip);
        const Verdict verdict = compareTrace(*hull.solids, input, trace);
        EXPECT_TRUE(verdict.agrees) << crack.shows << ": " << verdict.reason;
        if (trace.startsolid || !(trace.fraction > 0)) continue;
        EXPECT_FALSE(clip.trace(probe, trace.endpos, trace.endpos).startsolid) << crack.shows;
    }
}

// Rounding leaves a seam of 1.3e-9 units, and beside it a crack ends, or free space between two brushes that rise from
// it. The trace runs along the seam.
class OutOfSolidAlongASeam : public testing::Test {
  protected:
    static constexpr double kSeam = 1.3e-9;

    /// Asks the baked hull and the brushes, for ends in free space and in solid, and compares with the oracle.
    static void expectHits(const std::vector<MapBrush>& brushes, bool hits, double at) {
        PointHull hull;
        ASSERT_NO_FATAL_FAILURE(openPointHull(worldOf(brushes), hull));
        hull.probe.skin = 0;
        for (const double y : {0.0, -1e-10, 1e-10, -kSeam / 2, -kSeam})
            for (const double end : {12.0, 7.0})
                for (const bool baked : {true, false}) {
                    SCOPED_TRACE((baked ? "baked, y " : "query, y ") + std::to_string(y * 1e9) + "e-9");
                    TraceCase input = hull.caseOf({1, y, 4}, {end, y, 4});
                    if (!baked) input.probe.box = Box{};
                    const Trace trace = input.ask(hull.clip());
                    EXPECT_TRUE(trace.startsolid);
                    EXPECT_EQ(trace.hit && !trace.allsolid, hits);
                    EXPECT_EQ(trace.allsolid, !hits && end < 8);
                    if (hits) {
                        EXPECT_NEAR(1 + trace.hitFraction * (end - 1), at, 1e-8);
                    }
                    const Verdict verdict = compareTrace(*hull.solids, input, trace);
                    EXPECT_TRUE(verdict.agrees && !verdict.marginal) << verdict.reason;
                }
    }
};

TEST_F(OutOfSolidAlongASeam, ACrackWiderThanTheToleranceIsLeft) {
    for (const double width : {9e-6, 1.98e-5})
        expectHits({boxBrush({0, -8, 0}, {4, -kSeam, 8}), boxBrush({4 + width, -8, 0}, {8, -kSeam, 8}),
                    boxBrush({0, 0, 0}, {8, 8, 8})},
                   width > kSurfaceTolerance, 4 + width);
}

TEST_F(OutOfSolidAlongASeam, FreeSpaceBehindTheTraceIsLeftWhereItEnds) {
    constexpr double kSlope = 0.04;
    const auto above = [](double x) { return planeFace({kSlope, 0, -1}, kSlope * x - 4); };
    for (const double length : {9e-6, 1e-4}) {
        MapBrush one = boxBrush({0, -8, 0}, {20, -kSeam, 8}), other = boxBrush({0, 0, 0}, {20, 8, 8});
        one.faces.push_back(above(4));
        other.faces.push_back(above(4 + length));
        expectHits({one, other, boxBrush({4 + length, -8, 0}, {8, 8, 8})}, length > kSurfaceTolerance, 4 + length);
    }
}

// The trace begins beside the bricks. It is within rounding of a face that it has been behind from the start.
TEST(OracleCracks, ASeamThatClosesStopsNoTraceBeforeItsBrushes) {
    MapBrush below = boxBrush({0, -8, 0}, {8, 0, 8});
    below.faces.push_back(planeFace({1e-10, 1, 0}, -1.5e-9));
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openPointHull(worldOf({below, boxBrush({0, 0, 0}, {8, 8, 8})}), hull));
    hull.probe.skin = 0;
    for (const bool baked : {true, false})
        for (const double end : {-2.936e-9, -3.1e-9, -3.5e-9}) {
            TraceCase input = hull.caseOf({12, -2.85e-9, 4}, {1, end, 4});
            if (!baked) input.probe.box = Box{};
            const Trace trace = input.ask(hull.clip());
            EXPECT_TRUE(trace.hit && 12 - 11 * trace.hitFraction < 8 + 1e-5) << baked << ' ' << end;
            EXPECT_TRUE(compareTrace(*hull.solids, input, trace).agrees) << baked << ' ' << end;
        }
}

}  // namespace
}  // namespace hullbake::oracle
