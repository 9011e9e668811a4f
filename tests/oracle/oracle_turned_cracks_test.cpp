// Pins traces through cracks of scenes that were turned and rounded.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "oracle/campaign/filled_hull_rules.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/point_hull.hpp"

namespace hullbake::oracle {
namespace {

/// A trace of a point in a turned scene. Each was answered, or judged, wrongly once.
struct TurnedCrackTrace {
    const char *shows, *scene;
    Vec3 degrees;
    int decimals;
    Vec3 start, end;
    bool baked = false;
    double skin = 0;
    Vec3 offset = {};  ///< of the point from the box's origin
};

std::vector<TurnedCrackTrace> turnedCrackTraces() {
    return {
        {"the plane of another column closes the cell, and this column is met",
         "rotated_room",
         {95, 318, 345},
         5,
         {-114.35678392423759, 25.523677008666905, -29.368895434616693},
         {-9.0426837093352788, -19.167505583872856, 317.36266917043793}},
        {"the same from a corner of a column",
         "rotated_room",
         {95, 318, 345},
         5,
         {-96.152669022705467, 22.165644740149361, -35.331979685866543},
         {3.9128127948833082, -20.298229612807582, 294.11926191209011},
         false,
         kDefaultSkin},
        {"the same from an edge of a column",
         "rotated_room",
         {95, 318, 345},
         5,
         {-108.03476184863649, 24.357526823504898, -31.440468630106835},
         {-61.606684815229002, 4.6552679247776148, 121.41731355241092},
         false,
         kDefaultSkin},
        {"the plane of a column's foot closes the cell, and the floor is met",
         "rotated_room",
         {95, 318, 345},
         5,
         {-42.065513513724476, -0.63752703534591215, 140.48927623130521},
         {-35.558231213260001, -0.4008030150094038, 116.67258784549307},
         true},
        {"ends where the crack beside it closes, before the plane ahead is met",
         "rotated_room",
         {95, 318, 345},
         5,
         {-79.516481989150094, -152.70523964792869, 81.340269360624077},
         {20.226658929339948, -149.07679409482674, -283.72049214429535},
         true},
        {"the same between tiles of a ramp",
         "tiled_ramp",
         {3, 80, 201},
         5,
         {-99.350922004863122, 68.244568391039891, -37.42715616494111},
         {-85.24559634890106, 72.989655937179705, -21.774272032234784}},
        {"deep in one brush for five tolerances, less than a thousandth behind the mouth",
         "terrain_prisms",
         {12, 200, 33},
         3,
         {18.09525019186335, 38.581433083253771, -64.30454193819358},
         {95.873311510345047, -99.324643462995326, -91.447663160168446},
         false,
         kDefaultSkin},
        {"within the tolerance of a crack from the start, up to a brush ahead",
         "bad_brushes",
         {72, 46, 275},
         6,
         {-264.01554797610862, 206.61858859591868, 45.920314915495553},
         {-318.45125280379546, 122.45811438569, 122.71772104385708},
         true},
        {"out of the floor into a crack between two brushes, entered before and met where it closes",
         "terrain_prisms",
         {346, 6, 332},
         7,
         {-78.489851948404493, 74.289929321538438, 3.7431985069670315},
         {-26.985040898864533, 116.37799447919321, 248.42315249487558},
         false,
         kDefaultSkin},
        {"out of solid into a brush entered before that, without sliding along it",
         "terrain_prisms",
         {353, 83, 95},
         3,
         {-58.358392089410522, -4.1610341056570634, 10.333249442567844},
         {-172.55206193914552, 6.4942150462667589, -16.535478574725484},
         false,
         kDefaultSkin},
        {"the same in another turn of the scene, without a skin",
         "terrain_prisms",
         {130, 123, 222},
         4,
         {81.611360869486134, 38.622689366035488, -76.499774013948411},
         {-91.504419913989722, 9.8490900343806587, -30.214894433807586}},
        {"thousands of tolerances between where two faces rise by rounding and where they are deep enough",
         "exact_fit_doorway",
         {171, 294, 68},
         9,
         {-82.466998076005524, 103.6659206437285, -37.79699846957616},
         {105.4104535409717, -5.8265726442636208, -23.932763378144543},
         true,
         kDefaultSkin},
        {"out of solid where a brush that was out of reach before is left, first of all",
         "expansion_lip",
         {83, -17, 129},
         6,
         {-68.762909012644442, 66.697804930984532, 126.7149534602185},
         {-33.789725275771914, -53.52792602004611, 504.31029668487361},
         false,
         kDefaultSkin},
        {"in a face all the way, beside a crack of 8e-8 units that closes to 2e-9 after 18 units",
         "sealed_corner_shots",
         {81, 25, 342},
         7,
         {219.26207873582663, -56.896816149649872, -10.390432612584815},
         {-38.783830314309256, 10.064104599628642, 1.8378960072640336},
         true,
         kDefaultSkin},
        {"sinks into a face by a millionth after the crack beside it has closed, and ends where it closes",
         "terrain_prisms",
         {47, 283, 131},
         8,
         {4.4909723749445316, 39.468168643418196, 110.48874826215575},
         {-187.60279406412195, 133.13570117713505, -30.48676017617835},
         true},
        {"from solid across a crack wider than the tolerance, beside free space all the way",
         "expansion_lip",
         {83, -17, 129},
         6,
         {96.731150521175735, -127.4610425259432, 85.310936150500808},
         {-286.78065951590088, -415.87070872606137, 29.002893666549781}},
        {"out of solid, from an edge into one face by 1e-9 and less than the tolerance, up to the brush ahead",
         "sliver_faces",
         {136, 356, 306},
         4,
         {0.27347238487845882, -228.37447140077876, 150.88651298960477},
         {-21.287082404320774, -226.41528149075259, 132.97717377325361},
         false,
         kDefaultSkin},
        {"out of a seam that opens to a crack of 2e-9 after 22 units, before that is beyond the tolerance",
         "terrain_prisms",
         {346, 6, 332},
         7,
         {-154.55163110688537, -86.522405568662435, 62.408581059951231},
         {-120.0861472530086, -70.295727157195671, 50.293782370940932},
         false,
         kDefaultSkin},
        {"out of solid into a crack that closes by 1e-9 for 3e-4 units, before both brushes beside it end",
         "sealed_corner_shots",
         {81, 206, 168},
         3,
         {-215.9764543176392, 59.713838034450163, -14.193553925292685},
         {-247.56946397806638, 68.470132940789568, -16.273379575818531},
         false,
         kDefaultSkin},
        {"in a crack of 2.6e-9, past a brush ahead whose other planes would divide it",
         "seam_tiles_floor",
         {187, 292, 284},
         11,
         {-141.24652465412004, 60.834194764868876, -157.59713002569663},
         {60.83869161027053, 95.103516430633107, -51.90587267234622},
         false,
         0,
         {-6.7127812730931069, -23.992884713798333, -20.576873503626043}},
        {"a crack of 2.5e-5 units that the fill closed, and a face beyond it that is met deep in solid",
         "clip_and_solid_entity",
         {43, 291, 157},
         7,
         {176.74693505866406, 196.15472223757158, -148.57575832260662},
         {178.35020121748457, 245.06218678533276, -205.84027775439733},
         true},
    };
}

TEST(OracleTurnedCracks, TracesStopWhereCracksClose) {
    for (const TurnedCrackTrace& crack : turnedCrackTraces()) {
        SCOPED_TRACE(crack.shows);
        PointHull hull;
        ASSERT_NO_FATAL_FAILURE(openTurned(crack.scene, crack.degrees, hull, crack.decimals));
        Probe probe{.hull = hull.probe.hull, .skin = crack.skin};
        const Box box{crack.offset, crack.offset};
        if (!crack.baked) probe.box = box;
        const SolidSet solids(growModel(hull.opened.models.front(), box, crack.offset == Vec3{} ? "point" : ""));
        const TraceCase input{probe, crack.start, crack.end};
        const Trace trace = input.ask(hull.clip());
        const Verdict verdict = compareTrace(solids, input, trace);
        EXPECT_TRUE(trace.hit);
        EXPECT_TRUE(verdict.agrees) << verdict.reason;
    }
}

// Two brushes leave a seam of 1.6e-9 units. The trace sinks into one of them so slowly that once the seam's one face is
// within the tolerance and the other a little farther.
TEST(OracleTurnedCracks, ASeamIsNoWayOutBesideTheTolerance) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("exact_fit_doorway", {171, 294, 68}, hull, 9));
    const TraceCase input{{.box = Box{}},
                          {51.257101715189037, 172.96601583120164, -82.989898397869567},
                          {3.563484809217826, 90.148524215464633, -90.733540697891826}};
    const Trace trace = input.ask(hull.clip());
    EXPECT_TRUE(trace.startsolid && !trace.hit);
    const Verdict verdict = compareTrace(*hull.solids, input, trace);
    EXPECT_TRUE(verdict.agrees) << verdict.reason;
}

// A seam of two brushes ends where a third begins. The trace passes an edge of that one, and so touches free space in a
// point. Free space is within the tolerance for 3e-4 units.
TEST(OracleTurnedCracks, AnEdgeTouchedAtTheEndOfASeamIsNoWayOut) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("fins_corridor", {222, 31, 196}, hull, 12));
    const TraceCase input{{.box = Box{}},
                          {185.82612738792221, -132.3076251973857, 21.64167032939222},
                          {188.14826981447766, -117.44335123226072, 11.107886721988795}};
    const Trace trace = input.ask(hull.clip());
    EXPECT_TRUE(trace.allsolid);
    const Verdict verdict = compareTrace(*hull.solids, input, trace);
    EXPECT_TRUE(verdict.agrees) << verdict.reason;
}

// Solid swallows the clip brush around it. The trace comes down to the solid's edge at an angle of 6e-7 and is within
// the tolerance of it for 17 units, though it touches it in a point only.
TEST(OracleTurnedCracks, ALongWayWithinTheToleranceOfAnEdgeLeavesSolid) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("clip_and_solid_entity", {43, 291, 157}, hull, 7));
    const auto large = hull.clip().findHull("large");
    ASSERT_TRUE(large);
    const Box box = hull.clip().hull(*large).box;
    const SolidSet solids(growModel(hull.opened.models.at(1), box, "large"));
    const TraceCase input{{.box = box, .model = ModelId{1}, .mask = Contents::Sky | Contents::Clip},
                          {3.9696377127209779, -116.90270331293009, 87.014896409199025},
                          {30.213142247564203, -119.45263442296944, 85.163566759218213}};
    const Trace trace = input.ask(hull.clip());
    EXPECT_TRUE(trace.startsolid && trace.hit && !trace.allsolid);
    const Verdict verdict = compareTrace(solids, input, trace);
    EXPECT_TRUE(verdict.agrees) << verdict.reason;
}

// Both lie in a wall, within rounding, and in a crack that the face ahead closes.
TEST(OracleTurnedCracks, NoPlaneThatATraceSlidesAlongStopsIt) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("terrain_prisms", {30, 30, 30}, hull, 6));
    const std::pair<Vec3, Vec3> ways[] = {
        {{-28.414976635405651, -209.51005298849191, 95.936937826326215},
         {152.78172198053474, -344.01358697386456, 251.24853988904351}},
        {{221.49399368434126, -113.69403213463146, 123.93439168062177},
         {240.92738670726322, -190.32558560668735, 85.618294921384063}},
    };
    for (const auto& [start, end] : ways) {
        const Trace trace = hull.clip().trace({.hull = hull.probe.hull, .skin = 0}, start, end);
        ASSERT_TRUE(trace.hit);
        EXPECT_GT(dot(trace.normal, normalized(start - end)), 0.1);
        EXPECT_GT(trace.fraction, 0.4);
    }
}

// The trace slides 4e-6 deep in one tile. The crack beside it, to the next tile, is its only free space.
TEST(OracleTurnedCracks, ATraceThatEndsBeforeTheCrackBesideItClosesIsWrong) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("tiled_ramp", {3, 80, 201}, hull));
    const TraceCase input{{.box = Box{}, .skin = 0},
                          {-99.350922004863122, 68.244568391039891, -37.42715616494111},
                          {-85.24559634890106, 72.989655937179705, -21.774272032234784}};
    Trace trace = input.ask(hull.clip());
    ASSERT_TRUE(compareTrace(*hull.solids, input, trace).agrees);
    ASSERT_TRUE(trace.fraction > 0 && trace.fraction == trace.hitFraction);
    trace.fraction = trace.hitFraction = trace.fraction * 0.9;
    trace.endpos = input.start + (input.end - input.start) * trace.fraction;
    EXPECT_FALSE(compareTrace(*hull.solids, input, trace).agrees);
}

// Tiles leave gaps of thousandths. The hull is solid up to a hundredth in front of their mouths, where no ball fits.
TEST(OracleTurnedCracks, WhatNoBallCoversInFrontOfAMouthMayBeSolid) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("seam_tiles_floor", {5, 71, 12}, hull, 4));
    const FilledHullRules rules(hull.clip(), hull.probe, *hull.solids);
    for (const auto& [start, end] :
         {std::pair<Vec3, Vec3>{{-24.262250383523671, 190.15698106927843, 5.4420577936132197},
                                {-10.86242670052377, 179.68163998168305, 15.293226912715776}},
          {{-19.959078564813897, 60.848320033525674, 38.52965859628334},
           {-44.846775525402919, 57.461047644123063, 80.764082795959126}}}) {
        const TraceCase input = hull.caseOf(start, end);
        const Trace trace = input.ask(hull.clip());
        const Verdict verdict = compareTrace(*hull.solids, input, trace);
        EXPECT_FALSE(verdict.agrees);
        EXPECT_EQ(rules.excuse(input, trace, verdict), FilledHullRules::Excuse::ClosedCrack);
    }
}

// Two tiles leave a crack behind a mouth that a panel narrows. Balls in the room see what is in front of the mouth in
// a few directions alone.
TEST(OracleTurnedCracks, RoomsReachUpToMouths) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("seam_tiles_floor", {5, 71, 12}, hull, 4));
    const FilledHullRules rules(hull.clip(), hull.probe, *hull.solids);
    const std::pair<Vec3, Vec3> ways[] = {
        {{23.642431776371545, 50.475346327904525, -2.6433762542966264},
         {-115.23412435700601, 95.346678864644758, 71.207477946375292}},
        {{-9.9500045455124209, 27.657545414368037, 100.96376846787586},
         {-24.348396385285142, 90.078205250683226, -29.471038649612041}},
        {{21.208965087472603, 74.273188298733785, 32.85202882988024},
         {-61.062830411932396, 47.2376065617837, 31.235918174699787}},
        {{-19.395092938926165, 61.218591997575899, 50.115453689511831},
         {-31.866213256370717, 57.516588547857744, -10.068900068434353}},
        {{31.974218471774439, 68.618919388064953, 0.22529547798966831},
         {-69.382508884606125, 54.455475921907343, 43.182540014964914}},
        {{45.175577716678681, 9.6011557397408094, -134.08755212246439},
         {61.848341559277763, 13.148915294948893, -183.69750550802058}},
    };
    for (const auto& [start, end] : ways) {
        const TraceCase input = hull.caseOf(start, end);
        const Trace trace = input.ask(hull.clip());
        const Verdict verdict = compareTrace(*hull.solids, input, trace);
        EXPECT_TRUE(verdict.agrees || rules.excuse(input, trace, verdict) == FilledHullRules::Excuse::ClosedCrack)
            << verdict.reason;
    }
}

// From an edge of one panel along its face, over the mouth of a crack to another. The face of the edge is entered at
// the start, and does not stop the trace.
TEST(OracleTurnedCracks, ASlideEndsAtTheMouthThatTheFillClosed) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("seam_tiles_floor", {5, 71, 12}, hull, 4));
    const FilledHullRules rules(hull.clip(), hull.probe, *hull.solids);
    const TraceCase input = hull.caseOf({-8.0899493192849636, 63.460924297729491, 1.8198110504832425},
                                        {-4.7183174001964776, 64.644490617693236, -24.494772424919237});
    const Trace trace = input.ask(hull.clip());
    ASSERT_TRUE(trace.hit);
    EXPECT_NEAR(trace.hitFraction * length(input.end - input.start), 0.0484, 1e-4);
    const Verdict verdict = compareTrace(*hull.solids, input, trace);
    EXPECT_EQ(rules.excuse(input, trace, verdict), FilledHullRules::Excuse::ClosedCrack) << verdict.reason;
}

// The gap between two walls is 0.0165 wide there and 0.002 elsewhere, so the fill takes it for a crack.
TEST(OracleTurnedCracks, TracesStopAtGapsThatTaper) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("seam_tiles_floor", {5, 71, 12}, hull, 4));
    const FilledHullRules rules(hull.clip(), hull.probe, *hull.solids);
    for (const auto& [start, end] :
         {std::pair<Vec3, Vec3>{{197.70397561339382, -159.9253498475631, 73.492220870900155},
                                {143.04061821520864, -183.17923530399509, 240.08236790056523}},
          {{151.37250364621366, -174.44289287916402, 212.95000758467955},
           {142.74526773243034, -194.25260859459766, 244.6775288218679}}}) {
        const TraceCase input = hull.caseOf(start, end);
        const Trace trace = input.ask(hull.clip());
        const Verdict verdict = compareTrace(*hull.solids, input, trace);
        EXPECT_FALSE(verdict.agrees);
        EXPECT_EQ(rules.excuse(input, trace, verdict), FilledHullRules::Excuse::ClosedCrack) << verdict.reason;
    }
}

// A sheet below the ceiling goes on over the wall, and its part in the corner is the room's. Few balls fit near there.
TEST(OracleTurnedCracks, RoomsReachIntoTheirCorners) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("tilted_room", {202, 8, 8}, hull, 14));
    hull.probe.skin = 0;
    for (const auto& [start, end] :
         {std::pair<Vec3, Vec3>{{77.459180705855147, 109.1614916254544, -80.861782149115243},
                                {140.29312260124345, 51.301961317805258, -250.00623215935212}},
          {{75.608058097716139, 66.879668190286381, -88.898549409320125},
           {257.04666661403013, 283.74505967318856, -362.42655805262945}}}) {
        const TraceCase input = hull.caseOf(start, end);
        const Verdict verdict = compareTrace(*hull.solids, input, input.ask(hull.clip()));
        EXPECT_TRUE(verdict.agrees) << verdict.reason;
    }
}

// Coordinates of 16 digits. Rounded to ten decimals, a wall 8,000 units long leaves a crack that the map has not.
TEST(OracleTurnedCracks, LongFacesKeepTheirDigits) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("wide_hall", {231, 86, 349}, hull, 12));
    for (const Vec3& p : {Vec3{-1065.6059856966224, -64.569340193883306, 8139.720166713123},
                          {-1140.3586957289208, 84.140172957498464, 8132.6048055696128},
                          {-1145.8817407295805, 99.278500916227529, 8132.0237067516846},
                          {-1079.9792010430356, -14.869613395909006, 8138.0704328186066}})
        EXPECT_EQ(comparePoint(*hull.solids, p, hull.clip().contentsAt(hull.probe, p)), "");
}

// A floor and a wall leave a crack 3e-6 wide and 22.6 units long that leads outside. The fill closes it on the way. The
// wall's face sinks by less than a millionth, so a trace meets it only far outside.
TEST(OracleTurnedCracks, ATraceStopsWhereTheFillClosedItsCrack) {
    PointHull hull;
    ASSERT_NO_FATAL_FAILURE(openTurned("floor_two_walls_corner", {264, 248, 313}, hull, 8));
    const FilledHullRules rules(hull.clip(), hull.probe, *hull.solids);
    for (const double skin : {0.0, kDefaultSkin}) {
        TraceCase input = hull.caseOf({84.407668729999997, -100.32528907, -154.17581468},
                                      {14.746480391601239, 10.332693039490536, -459.08468576964367});
        input.probe.skin = skin;
        const Trace trace = input.ask(hull.clip());
        EXPECT_TRUE(trace.hit);
        EXPECT_LT(trace.hitFraction * length(input.end - input.start), 22.7);
        const Verdict verdict = compareTrace(*hull.solids, input, trace);
        EXPECT_EQ(rules.excuse(input, trace, verdict), FilledHullRules::Excuse::ClosedCrack) << verdict.reason;
    }
}

}  // namespace
}  // namespace hullbake::oracle
