// Proves that maps turned, moved and scaled by maps/transform.py stay sealed, and keep their trees where the move is
// exact.
#include <gtest/gtest.h>

#include <array>

#include "tests/cli/map_tools_support.hpp"
#include "tests/support/shared_maps.hpp"
#include "tests/support/test_size.hpp"

namespace hullbake::test {
namespace {

class MovedMaps : public MapToolsTest {
  protected:
    /// Turns `map` by 30 degrees about each axis, rounds it to several numbers of decimals, and expects every hull to
    /// be filled.
    void expectSealedWhenTurned(const std::string& map) {
        for (const char* decimals : sizedList<const char*>(2, {"6", "3", "12", "9", "4"})) {
            SCOPED_TRACE(map + ", " + decimals + " decimals");
            // Use corners as points: the demo's own points lie a unit apart, so that rounding would tilt its walls by a
            // unit.
            place(map, "turned.map", {"--corners", "--rotate", "30,30,30", "--decimals", decimals});
            const Json report = compileReport("turned.map");
            ASSERT_TRUE(report.contains("hulls"));
            EXPECT_EQ(report.at("hulls").size(), 3u);
            for (const Json& hull : report.at("hulls")) {
                EXPECT_TRUE(hull.at("filled").get<bool>()) << hull.at("name");
                EXPECT_FALSE(hull.at("leaked").get<bool>()) << hull.at("name");
            }
        }
    }

    /// Turns a shared map by 17 degrees about an axis, rounds it to 6 decimals, and expects these points to be solid.
    void expectSolidWhenTurned(const std::string& map, const std::vector<std::string>& points) {
        if (!sharedFile(map)) GTEST_SKIP() << missingShared(map);
        place(*sharedFile(map), "turned.map", {"--rotate", "0,17,0", "--decimals", "6"});
        compileReport("turned.map");
        for (const std::string& point : points) {
            const RunResult result = run({"contents", "out.hull", "--hull", "point", "--at", point});
            EXPECT_NE(result.out.find("solid"), std::string::npos) << point << ": " << result.out;
        }
    }

    /// Returns the trees in `hullbake info`: classes, brushes and nodes of every model.
    Json trees(const std::string& map, const std::vector<std::string>& options) {
        place(map, "moved.map", options);
        compileReport("moved.map");
        Json info = Json::parse(run({"info", "out.hull", "--json"}).out);
        EXPECT_TRUE(info.contains("models"));
        if (!info.contains("models")) return {};
        for (Json& model : info["models"]) {
            model.erase("mins");
            model.erase("maxs");
            model.erase("origin");
        }
        Json counts;
        for (const Json& section : info.at("sections"))
            counts[section.at("id").get<std::string>()] = section.at("count");
        counts.erase("META");
        counts.erase("ENTS");  // the text of the entities is longer far from the origin
        counts.erase("PLAN");  // there, a plane shared by two brushes may round to two planes
        counts.erase("GBOX");  // boxes stop at slopes up to rounding, so their number may differ by one
        counts.erase("GNOD");  // slopes touch a corner of a cell, up to rounding
        counts.erase("GCUT");
        counts.erase("GPLN");  // planes of the cuts: one more or less with them
        return {{"models", info.at("models")}, {"sections", counts}, {"maxDepth", info.at("maxDepth")}};
    }

    void expectSameTreesWhenShifted(const std::string& map) {
        const Json here = trees(map, {});
        EXPECT_GT(here.at("models")[0].at("nodes").at("player").get<int>(), 500);
        for (const char* shift :
             sizedList<const char*>(2, {"131072,131072,-131072", "-1000.0625,2000.5,3.25", "32768,0,0",
                                        "-32768,32768,-32768", "126976,-126976,126976", "-126976,126976,-126976"})) {
            SCOPED_TRACE(map + " moved by " + shift);
            const Json there = trees(map, {"--translate", shift});
            EXPECT_TRUE(there == here) << here << "\n" << there;
        }
    }

    /// Returns counts of the first stages, which do not depend on lengths. The final tree does: traces of certain
    /// lengths choose it.
    Json shapes(const std::string& map, double scale) {
        const auto box = [&](const std::string& name, const std::vector<double>& sides) {
            std::string text = "--hull=" + name + "=";
            for (std::size_t i = 0; i < sides.size(); ++i)
                text += (i == 0 ? "" : i == 3 ? ":" : ",") + std::to_string(scale * sides[i]);
            return text;
        };
        Json report =
            compileReport(map, {box("player", {-16, -16, -24, 16, 16, 32}), box("large", {-32, -32, -24, 32, 32, 64})});
        Json shapes = {{"planes", report.at("planes")}, {"faces", report.at("faces")}};
        for (const Json& hull : report.at("hulls"))
            for (const char* key :
                 {"grownBrushes", "grownPlanes", "bevels", "boundaryFaces", "firstTreeNodes", "filled"})
                shapes[hull.at("name").get<std::string>()][key] = hull.at(key);
        return shapes;
    }

    void expectSameShapesWhenScaled(const std::string& map) {
        const Json here = shapes(map, 1);
        EXPECT_GT(here.at("player").at("boundaryFaces").get<int>(), 500);
        for (const auto& [text, scale] : {std::pair{"2", 2.0}, std::pair{"1/2", 0.5}}) {
            SCOPED_TRACE(map + " scaled by " + text);
            place(map, "scaled.map", {"--scale", text});
            EXPECT_EQ(shapes("scaled.map", scale), here);
        }
    }
};

TEST_F(MovedMaps, TheDemoTurnedStaysSealed) {
    expectSealedWhenTurned(demo());
}

TEST_F(MovedMaps, TheDemoShiftedKeepsItsTrees) {
    expectSameTreesWhenShifted(demo());
}

TEST_F(MovedMaps, TheDemoScaledKeepsItsShapes) {
    expectSameShapesWhenScaled(demo());
}

// The trace goes down a crack between two brushes that closes above a floor. Below, it stays within the tolerance of
// open space, and the floor stops it. No brush has a plane where the crack closes.
TEST_F(MovedMaps, FloorsBelowClosingCracksAreNamed) {
    const std::string map = "maps/quake/e4m3.map";
    if (!sharedFile(map)) GTEST_SKIP() << missingShared(map);
    place(*sharedFile(map), "turned.map", {"--corners", "--rotate", "0,17,0", "--decimals", "6"});
    compileReport("turned.map");
    const RunResult result = run({"trace", "out.hull", "--hull", "point", "--mode", "query", "--json",
                                  "--from=526.3701807164847,-695.99999510535451,-29.516151945078317",
                                  "--to=376.86468443060204,-696.00032762063927,-518.52775900973711"});
    const Json trace = Json::parse(result.out);
    ASSERT_TRUE(trace.contains("normal")) << result.out << result.err;
    EXPECT_TRUE(trace.at("hit").get<bool>());
    EXPECT_EQ(trace.at("brush"), 228);
    EXPECT_NEAR(trace.at("normal")[0].get<double>(), 0.292371704, 1e-8);
    EXPECT_NEAR(trace.at("normal")[2].get<double>(), 0.956304756, 1e-8);
}

class MovedRealMaps : public MovedMaps, public testing::WithParamInterface<const char*> {
  protected:
    std::string map() const { return std::string("maps/quake/") + GetParam() + ".map"; }
};

TEST_P(MovedRealMaps, TurnedStaysSealed) {
    if (!sharedFile(map())) GTEST_SKIP() << missingShared(map());
    expectSealedWhenTurned(*sharedFile(map()));
}

TEST_P(MovedRealMaps, TurnedAgreesWithTheOracle) {
    if (!sharedFile(map())) GTEST_SKIP() << missingShared(map());
    const int traces = sized(2000, 10000);
    for (const char* angles : sizedList<const char*>(1, {"30,30,30", "30,0,0", "0,30,0", "0,0,30"})) {
        SCOPED_TRACE(angles);
        place(*sharedFile(map()), "turned.map", {"--rotate", angles, "--decimals", "6"});
        compileReport("turned.map");
        const RunResult result =
            run({"verify", "out.hull", "--map", "turned.map", "--traces", std::to_string(traces), "--json"});
        const Json report = Json::parse(result.out);
        ASSERT_TRUE(report.contains("total")) << result.out << result.err;
        EXPECT_EQ(report.at("brushes").at("differ"), 0);
        EXPECT_EQ(report.at("total").at("differ"), 0) << result.out;
        EXPECT_GE(report.at("total").at("traces").get<int>(), 5 * traces);
        EXPECT_LT(report.at("planeDeviation").get<double>(), 1e-9);
    }
}

// Off the grid, planes of edge bevels nearly coincide with faces of other brushes. Leaves between the two are thinner
// than any polygon that could split them, and so are needles. They reach from open space to places units deep in solid.
TEST_F(MovedMaps, NoHairThinLeavesDeepInSolid) {
    const std::string map = "maps/quake/e1m1.map";
    if (!sharedFile(map)) GTEST_SKIP() << missingShared(map);
    place(*sharedFile(map), "turned.map", {"--rotate", "30,0,0", "--decimals", "6"});
    compileReport("turned.map");
    for (const auto& [hull, point] :
         {std::pair{"player", "752,2073.726444305802,1116.4876236428724"},
          std::pair{"player", "740.15743795862033,2077.2806176064732,1110.3316158195646"},
          std::pair{"large", "928.00000277599884,739.30090263828345,-4.6234485842233077"},
          // The place lies on an edge where three faces nearly meet, between the level and space closed by the fill.
          std::pair{"point", "1472,539.9793865927219,-39.27173318687876"}}) {
        const RunResult result = run({"contents", "out.hull", "--hull", hull, "--at", point});
        EXPECT_NE(result.out.find("solid"), std::string::npos) << hull << " at " << point << ": " << result.out;
    }
}

// The polygons where a crack ends are as narrow as the crack. Without them, a hair-thin leaf joins the crack and the
// seam of two brushes beside it, over a hundred units. Where the fill cut by planes that were not exact, such leaves
// were on the wrong side: at the last point.
TEST_F(MovedMaps, CracksEndWhereTheirEndsAre) {
    expectSolidWhenTurned("maps/quake/e4m3.map",
                          {"2063.2299308732804,-360,-898.48978231023887", "2063.2299308732804,-350,-898.48978231023887",
                           "2066.3509207030988,-269.20811874468393,-899.44396428956964",
                           "2073.4846325338767,-270.08498911875444,-901.62495925337248",
                           "2011.6528403510511,-456.00099999999998,-882.72108342680929"});
}

// Where the fill cuts a leaf, portals thinner than a millionth of a unit must know which part they touch. Otherwise a
// crack that becomes solid has no end, and space deep in a wall is free.
TEST_F(MovedMaps, SlitsOfCutLeavesAreClosed) {
    expectSolidWhenTurned("maps/quake/e3m4.map", {"807.14533020533008,-501.27931539591981,-96.189479062775689",
                                                  "807.14533020532997,-480.21956189376016,-96.189479062775675",
                                                  "803.9918449691844,-505.71793129214313,-106.5040643136784"});
}

// A trace along the walls of a crack that closes at a hair-thin angle ends where the crack does, on the brush that is
// entered there. Within rounding both walls are open for a fifth of a unit more, which is deep in that brush.
TEST_F(MovedMaps, TracesEndWhereCracksClose) {
    const std::string map = "maps/quake/e4m3.map";
    if (!sharedFile(map)) GTEST_SKIP() << missingShared(map);
    place(*sharedFile(map), "turned.map", {"--rotate", "0,17,0", "--decimals", "6"});
    compileReport("turned.map");
    struct Case {
        const char *from, *to;
        double fraction;
        std::array<double, 3> normal;
    };
    const Case cases[] = {{"677.36855517428637,-707.29491191847967,-192.32103547068346",
                           "581.1554029045144,-845.83631372043328,-507.02007065625139",
                           0.042925598810,
                           {0.29237170988915073, 0, 0.95630475438350415}},
                          {"1124.815119010749,992,-124.27314835656107",
                           "1210.6682790204738,992,156.53988923813313",
                           0.1565804453474905,
                           {-0.292371705305892, 0, -0.956304755784747}}};
    for (const Case& one : cases) {
        SCOPED_TRACE(one.from);
        const RunResult result =
            run({"trace", "out.hull", "--hull", "point", "--skin", "0", "--json", "--from", one.from, "--to", one.to});
        const Json trace = Json::parse(result.out);
        ASSERT_TRUE(trace.contains("hitFraction")) << result.out << result.err;
        EXPECT_NEAR(trace.at("hitFraction").get<double>(), one.fraction, 1e-7);
        for (std::size_t a = 0; a < 3; ++a)
            EXPECT_NEAR(trace.at("normal").at(a).get<double>(), one.normal[a], 1e-7) << result.out;
    }
}

TEST_P(MovedRealMaps, ShiftedKeepsItsTrees) {
    if (!sharedFile(map())) GTEST_SKIP() << missingShared(map());
    expectSameTreesWhenShifted(*sharedFile(map()));
}

TEST_P(MovedRealMaps, ScaledKeepsItsShapes) {
    if (!sharedFile(map())) GTEST_SKIP() << missingShared(map());
    expectSameShapesWhenScaled(*sharedFile(map()));
}

INSTANTIATE_TEST_SUITE_P(Quake, MovedRealMaps, testing::Values("e1m1", "e3m4"),
                         [](const auto& name) { return std::string(name.param); });

TEST_F(MovedMaps, GeneratedLevelsTurnedStaySealed) {
    for (const char* kind : {"terrain", "spiral", "columns"}) {
        SCOPED_TRACE(kind);
        ASSERT_EQ(generate({kind, "--brushes", "200", "--seed", "11", "-o", "level.map"}).exitCode, 0);
        place("level.map", "turned.map", {"--rotate", "30,30,30", "--decimals", "6"});
        const Json report = compileReport("turned.map");
        ASSERT_TRUE(report.contains("hulls"));
        for (const Json& hull : report.at("hulls")) EXPECT_TRUE(hull.at("filled").get<bool>()) << hull.at("name");
    }
}

}  // namespace
}  // namespace hullbake::test
