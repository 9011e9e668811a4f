// Proves maps/generate.py: the same bytes for the same seed, sealed levels, whole brushes, thousands of bevels.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "tests/cli/map_tools_support.hpp"
#include "tests/support/test_size.hpp"

namespace hullbake::test {
namespace {

struct Kind {
    const char *name, *brushes;
    std::size_t bevels;  ///< least number in the player's hull
};
// The minimums are about half of what each seed gives.
const Kind kKinds[] = {{"rocks", "500", 4000},   {"terrain", "3000", 3000}, {"spiral", "1000", 900},
                       {"columns", "500", 4500}, {"city", "1000", 0},       {"caves", "2000", 1500}};

class GenerateTool : public MapToolsTest {
  protected:
    void make(const Kind& kind, const std::string& seed, const std::string& out) {
        const RunResult result = generate({kind.name, "--brushes", kind.brushes, "--seed", seed, "-o", out});
        ASSERT_EQ(result.exitCode, 0) << result.err;
        ASSERT_EQ(result.err + result.out, "");
    }
};

TEST_F(GenerateTool, TheSameSeedGivesTheSameBytes) {
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        make(kind, "5", "one.map");
        make(kind, "5", "two.map");
        make(kind, "6", "other.map");
        EXPECT_GT(read("one.map").size(), 10000u);
        EXPECT_EQ(read("one.map"), read("two.map"));
        EXPECT_NE(read("one.map"), read("other.map"));
    }
}

// Tests of other rooms rely on these bytes, so a change of a generator must be noticed.
TEST_F(GenerateTool, ALevelIsWholeNumbersAndOneStart) {
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        make(kind, "5", "level.map");
        const MapFile map = parsed("level.map");
        std::size_t starts = 0, lights = 0, brushes = 0;
        for (const MapEntity& entity : map.entities) {
            starts += entity.classname() == "info_player_start";
            lights += entity.classname() == "light";
            brushes += entity.brushes.size();
        }
        EXPECT_EQ(starts, 1u);
        EXPECT_GE(lights, 1u);
        const double wanted = std::stod(kind.brushes);
        EXPECT_NEAR(static_cast<double>(brushes), wanted, 0.1 * wanted);
        for (const MapFace& face : facesOf(map))
            for (const Vec3& p : face.points)
                for (int a = 0; a < 3; ++a) {
                    ASSERT_EQ(p[a], std::floor(p[a]));
                    ASSERT_LE(std::fabs(p[a]), 131072);
                }
    }
}

// ./dev bench measures worlds of this size.
TEST_F(GenerateTool, TensOfThousandsOfBrushesAreSealedToo) {
    for (const char* kind : sizedList<const char*>(1, {"terrain", "city", "caves"})) {
        SCOPED_TRACE(kind);
        make({kind, "10000", 0}, "20240624", "large.map");
        const Json report = compileReport("large.map", {"--leak", "error"});
        ASSERT_TRUE(report.contains("hulls"));
        EXPECT_EQ(report.at("remarks"), Json::array());
        EXPECT_GE(report.at("brushes"), 9000);
        EXPECT_LE(report.at("brushes"), 11000);
        for (const Json& hull : report.at("hulls")) EXPECT_TRUE(hull.at("filled").get<bool>()) << hull;
    }
}

TEST_F(GenerateTool, AHundredThousandBrushesFitIntoTheCoordinates) {
    for (const char* kind : sizedList<const char*>(1, {"terrain", "city", "caves"})) {
        SCOPED_TRACE(kind);
        make({kind, "100000", 0}, "20240624", "huge.map");
        const MapFile map = parsed("huge.map");
        std::size_t brushes = 0;
        for (const MapEntity& entity : map.entities) brushes += entity.brushes.size();
        EXPECT_GE(brushes, 90000u);
        EXPECT_LE(brushes, 110000u);
        for (const MapFace& face : facesOf(map))
            for (const Vec3& p : face.points)
                for (int a = 0; a < 3; ++a) ASSERT_LE(std::fabs(p[a]), 131072);
    }
}

TEST_F(GenerateTool, EveryLevelIsSealedAndEveryBrushASolid) {
    std::size_t bevels = 0;
    for (const Kind& kind : kKinds) {
        SCOPED_TRACE(kind.name);
        make(kind, "20240624", "level.map");
        const Json report = compileReport("level.map", {"--leak", "error"});
        ASSERT_TRUE(report.contains("hulls"));
        EXPECT_EQ(report.at("remarks"), Json::array());
        for (const Json& hull : report.at("hulls")) EXPECT_TRUE(hull.at("filled").get<bool>()) << hull;
        const Json& player = report.at("hulls")[1];
        EXPECT_EQ(player.at("grownBrushes"), report.at("brushes")) << "a brush was left out";
        const auto found = player.at("bevels").get<std::size_t>();
        std::cout << kind.name << ", seed 20240624: " << report.at("brushes") << " brushes, " << found << " bevels\n";
        EXPECT_GE(found, kind.bevels);
        bevels += found;
    }
    EXPECT_GE(bevels, 20000u);
}

}  // namespace
}  // namespace hullbake::test
