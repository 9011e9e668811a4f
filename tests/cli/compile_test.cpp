// Proves `hullbake compile`: outputs, reports and refusals.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

using Names = std::vector<std::string>;

class CompileCli : public CliTest {
  protected:
    /// Expects a compile to fail with one line that starts with `place` and contains `reason`, and to leave no file.
    void expectRefused(const std::vector<std::string>& arguments, const std::string& place, const std::string& reason) {
        const Names before = names();
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 1) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(lineCount(result.err), 1u) << result.err;
        EXPECT_NE(result.err.find(place), std::string::npos) << result.err;
        EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
        EXPECT_EQ(names(), before);
    }

    std::string hullNames(const std::string& file) {
        const Json info = Json::parse(run({"info", file, "--json"}).out);
        std::string text;
        for (const Json& hull : info.at("hulls")) text += hull.at("name").get<std::string>() + " ";
        return text;
    }
};

TEST_F(CompileCli, TheDefaultOutputStandsBesideTheMap) {
    write("room.map", roomMap());
    const RunResult result = run({"compile", "room.map"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(names(), (Names{"room.hull", "room.map"}));
    for (const char* word : {"entities", "brushes", "faces", "models", "planes", "point", "player", "large",
                             "-16 -16 -24", "grown brushes", "boundary faces", "nodes world", "nodes models", "depth",
                             "filled", "grown planes", "stage", "total", "wrote room.hull"}) {
        EXPECT_NE(result.out.find(word), std::string::npos) << word << "\n" << result.out;
    }
    EXPECT_NE(result.out.find(std::to_string(read("room.hull").size()) + " bytes"), std::string::npos) << result.out;
}

TEST_F(CompileCli, TheOutputMayBeNamed) {
    write("room.map", roomMap());
    std::filesystem::create_directory(path("out"));
    EXPECT_EQ(run({"compile", "room.map", "-o", "out/my room.bin"}).exitCode, 0);
    EXPECT_TRUE(exists("out/my room.bin"));
    EXPECT_FALSE(exists("room.hull"));
    EXPECT_EQ(run({"info", "out/my room.bin"}).exitCode, 0);
}

TEST_F(CompileCli, JsonHoldsTheReport) {
    write("room.map", roomMap());
    const RunResult result = run({"compile", "room.map", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json report = Json::parse(result.out);
    EXPECT_EQ(report.at("map"), "room.map");
    EXPECT_EQ(report.at("output"), "room.hull");
    EXPECT_EQ(report.at("bytes"), read("room.hull").size());
    EXPECT_TRUE(report.at("leakFile").isNull());
    EXPECT_TRUE(report.at("leakLineFile").isNull());
    EXPECT_EQ(report.at("entities"), 3);
    EXPECT_EQ(report.at("brushes"), 8);
    EXPECT_EQ(report.at("faces"), 48);
    EXPECT_EQ(report.at("models"), 2);
    ASSERT_EQ(report.at("hulls").size(), 3u);
    const Json& player = report.at("hulls")[1];
    EXPECT_EQ(player.at("name"), "player");
    EXPECT_EQ(player.at("mins"), Json({-16, -16, -24}));
    EXPECT_EQ(player.at("maxs"), Json({16, 16, 32}));
    EXPECT_GE(player.at("worldNodes"), 6);
    EXPECT_GE(player.at("modelNodes"), 6);
    EXPECT_TRUE(player.at("filled").get<bool>());
    EXPECT_FALSE(player.at("leaked").get<bool>());
    EXPECT_GE(report.at("stages").size(), 2u);
    EXPECT_GT(report.at("milliseconds").get<double>(), 0);
    EXPECT_EQ(report.at("remarks"), Json::array());
}

TEST_F(CompileCli, EveryThreadCountGivesTheSameBytes) {
    write("room.map", roomMap());
    for (const std::string map : {"room.map", HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map"}) {
        for (const char* threads : {"1", "2", "7"}) {
            const RunResult result = run({"compile", map, "-o", std::string(threads) + ".hull", "--threads", threads});
            ASSERT_EQ(result.exitCode, 0) << result.err;
        }
        const std::string one = read("1.hull");
        EXPECT_GT(one.size(), 64u);
        EXPECT_EQ(read("2.hull"), one) << map;
        EXPECT_EQ(read("7.hull"), one) << map;
    }
}

TEST_F(CompileCli, GamesBringTheirHulls) {
    write("room.map", roomMap());
    struct Set {
        const char *game, *hulls;
    };
    for (const Set& set : {Set{"quake", "point player large "}, Set{"halflife", "point player large crouch "}}) {
        ASSERT_EQ(run({"compile", "room.map", "--game", set.game}).exitCode, 0) << set.game;
        EXPECT_EQ(hullNames("room.hull"), set.hulls);
    }
    for (const char* game : {"hexen2", "quake2", "quake3"}) {
        ASSERT_EQ(run({"compile", "room.map", "--game", game}).exitCode, 0) << game;
        EXPECT_NE(hullNames("room.hull").find("player "), std::string::npos) << game;
    }
}

TEST_F(CompileCli, HullsAreAddedToTheSetOrReplaceABoxOfIt) {
    write("room.map", roomMap());
    const RunResult result =
        run({"compile", "room.map", "--hull", "robot=-8,-8,0:8,8,20.5", "--hull=player=-1,-2,-3:4,5,6"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(hullNames("room.hull"), "point player large robot ");
    const Json hulls = Json::parse(run({"info", "room.hull", "--json"}).out).at("hulls");
    EXPECT_EQ(hulls[1].at("mins"), Json({-1, -2, -3}));
    EXPECT_EQ(hulls[1].at("maxs"), Json({4, 5, 6}));
    EXPECT_EQ(hulls[3].at("maxs"), Json({8, 8, 20.5}));
}

TEST_F(CompileCli, ABrushThatIsNoSolidIsReportedWithItsLineAndLeftOut) {
    std::string map = roomMap();
    const std::string open =
        "{\n( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) bad 0 0 0 1 1\n( 8 0 0 ) ( 8 0 1 ) ( 8 1 0 ) bad 0 0 0 1 1\n"
        "( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) bad 0 0 0 1 1\n( 0 8 0 ) ( 1 8 0 ) ( 0 8 1 ) bad 0 0 0 1 1\n}\n";
    map.insert(map.find("{\n("), open);  // the first brush, on line 3
    write("room.map", map);
    const RunResult result = run({"compile", "room.map", "--json"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_TRUE(result.err.starts_with("room.map:3:1: warning: ")) << result.err;
    const Json report = Json::parse(result.out);
    ASSERT_EQ(report.at("remarks").size(), 1u);
    EXPECT_EQ(report.at("remarks")[0].at("severity"), "warning");
    EXPECT_EQ(report.at("remarks")[0].at("line"), 3);
    EXPECT_EQ(run({"contents", "room.hull", "--hull", "point", "--at", "4,4,4"}).out, "{\"contents\":\"empty\"}\n");
}

TEST_F(CompileCli, WhatIsNoMapIsRefusedInOneLine) {
    std::filesystem::create_directory(path("folder.map"));
    write("picture.map", std::string_view("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0", 29));
    write("empty.map", "");
    const std::string whole = roomMap();
    write("cut.map", whole.substr(0, whole.find("*water1")));
    write("word.map", "hello\n");
    expectRefused({"compile", "folder.map"}, "folder.map: error: ", "directory");
    expectRefused({"compile", "missing.map"}, "missing.map: error: ", "no such file");
    expectRefused({"compile", "picture.map"}, "picture.map:1:1: error: ", "expected");
    expectRefused({"compile", "empty.map"}, "empty.map", "error: ");
    expectRefused({"compile", "cut.map"}, "cut.map:", "error: ");
    expectRefused({"compile", "word.map"}, "word.map:1:1: error: ", "hello");
}

TEST_F(CompileCli, AnOutputThatCannotBeWrittenLeavesNothing) {
    write("room.map", roomMap());
    std::filesystem::create_directory(path("taken.hull"));
    expectRefused({"compile", "room.map", "-o", "nowhere/room.hull"}, "nowhere/room.hull: ", "folder");
    expectRefused({"compile", "room.map", "-o", "taken.hull"}, "taken.hull: ", "directory");
    expectRefused({"compile", "room.map", "-o", "room.map/room.hull"}, "room.map/room.hull: ", "");
}

TEST_F(CompileCli, AFailureKeepsAnOlderOutput) {
    makeRoom();
    const std::string before = read("room.hull");
    write("room.map", "{ \"classname\" \"worldspawn\"\n");
    EXPECT_EQ(run({"compile", "room.map"}).exitCode, 1);
    EXPECT_EQ(read("room.hull"), before);
}

TEST_F(CompileCli, ALeakWarnsAndLeavesATrail) {
    write("leak.map", leakingMap());
    const RunResult result = run({"compile", "leak.map"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.err.find("warning: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("leak"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("info_player_start"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("leak.pts"), std::string::npos) << result.err;
    EXPECT_NE(result.out.find("leak"), std::string::npos) << result.out;
    EXPECT_NE(result.err.find("leak.lin"), std::string::npos) << result.err;
    ASSERT_EQ(names(), (Names{"leak.hull", "leak.lin", "leak.map", "leak.pts"}));
    for (const char* file : {"leak.pts", "leak.lin"}) {
        const std::string trail = read(file);
        EXPECT_TRUE(trail.starts_with("0 0 0\n")) << trail;
        EXPECT_GE(lineCount(trail), 2u);
    }
    // The trail leads straight out through the missing wall.
    EXPECT_EQ(read("leak.lin"), "0 0 0\n208 0 0\n");
    EXPECT_TRUE(read("leak.pts").ends_with("\n208 0 0\n")) << read("leak.pts");
}

TEST_F(CompileCli, ALeakMayBeAnError) {
    write("leak.map", leakingMap());
    const RunResult result = run({"compile", "leak.map", "--leak", "error"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.err.find("error: "), std::string::npos) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(names(), (Names{"leak.lin", "leak.map", "leak.pts"}));
    const RunResult json = run({"compile", "leak.map", "--leak", "error", "--json"});
    EXPECT_EQ(json.exitCode, 1);
    const Json report = Json::parse(json.out);
    EXPECT_TRUE(report.at("output").isNull());
    EXPECT_EQ(report.at("leakFile"), "leak.pts");
    EXPECT_EQ(report.at("leakLineFile"), "leak.lin");
    EXPECT_TRUE(report.at("hulls")[0].at("leaked").get<bool>());
    EXPECT_EQ(report.at("hulls")[0].at("leakEntity"), "info_player_start");
    EXPECT_EQ(report.at("hulls")[0].at("leakTrail")[0], Json({0, 0, 0}));
    EXPECT_EQ(run({"compile", "leak.map", "--leak", "warn"}).exitCode, 0);
}

TEST_F(CompileCli, ALeakThatIsAnErrorKeepsAnOlderOutput) {
    makeRoom();
    const std::string before = read("room.hull");
    write("room.map", leakingMap());
    const RunResult result = run({"compile", "room.map", "--leak", "error"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find("no output is written"), std::string::npos) << result.err;
    EXPECT_EQ(read("room.hull"), before);
    EXPECT_EQ(names(), (Names{"room.hull", "room.lin", "room.map", "room.pts"}));
    EXPECT_EQ(run({"compile", "room.map", "--leak", "error", "--fill", "off"}).exitCode, 0) << "nothing is looked for";
    EXPECT_NE(read("room.hull"), before);
}

TEST_F(CompileCli, TheTrailOfAClosedLeakIsRemoved) {
    write("room.map", leakingMap());
    ASSERT_EQ(run({"compile", "room.map"}).exitCode, 0);
    const Names leaking = {"room.hull", "room.lin", "room.map", "room.pts"};
    ASSERT_EQ(names(), leaking);
    write("room.map", roomMap());
    EXPECT_EQ(run({"compile", "room.map", "--fill", "off"}).exitCode, 0);
    EXPECT_EQ(names(), leaking) << "a compile that did not look for leaks knows nothing about them";
    EXPECT_EQ(run({"compile", "room.map", "--leak", "error"}).exitCode, 0);
    EXPECT_EQ(names(), (Names{"room.hull", "room.map"}));
}

TEST_F(CompileCli, TheTrailIsThatOfTheSmallestBox) {
    // Without the wall every hull leaks. The trail of a box differs from that of a point by its height.
    write("leak.map", leakingMap());
    const RunResult result =
        run({"compile", "leak.map", "--hull", "point=-8,-8,-8:8,8,8", "--hull", "small=-4,-4,-4:4,4,4", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json report = Json::parse(result.out);
    std::size_t leaks = 0;
    for (const Json& hull : report.at("hulls")) leaks += hull.at("leaked").get<bool>();
    EXPECT_GE(leaks, 3u);
    EXPECT_NE(result.err.find("way out of hull small"), std::string::npos) << result.err;
}

TEST_F(CompileCli, TrailFilesAreNoOutputs) {
    write("room.map", roomMap());
    for (const char* name : {"x.pts", "x.lin"}) {
        const RunResult result = run({"compile", "room.map", "-o", name});
        EXPECT_EQ(result.exitCode, 2) << name;
        EXPECT_NE(result.err.find("leak trails"), std::string::npos) << result.err;
    }
    write("room.lin", roomMap());
    EXPECT_EQ(run({"compile", "room.lin"}).exitCode, 2) << "its trail would overwrite the map";
    EXPECT_EQ(names(), (Names{"room.lin", "room.map"}));
}

TEST_F(CompileCli, TheFillCanBeTurnedOff) {
    write("room.map", roomMap());
    const std::vector<std::string> ask = {"contents", "room.hull", "--at", "1000,0,0"};
    ASSERT_EQ(run({"compile", "room.map"}).exitCode, 0);
    EXPECT_EQ(run(ask).out, "{\"contents\":\"solid\"}\n");
    ASSERT_EQ(run({"compile", "room.map", "--fill", "off"}).exitCode, 0);
    EXPECT_EQ(run(ask).out, "{\"contents\":\"empty\"}\n");
}

TEST_F(CompileCli, TheDemoCompilesWithoutARemark) {
    const std::string demo = HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map";
    const RunResult result = run({"compile", demo, "-o", "demo.hull", "--leak", "error", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(names(), Names{"demo.hull"});
    const Json report = Json::parse(result.out);
    EXPECT_GE(report.at("brushes"), 50);
    EXPECT_GE(report.at("models"), 2);
    for (const Json& hull : report.at("hulls")) EXPECT_TRUE(hull.at("filled").get<bool>()) << hull;
}

}  // namespace
}  // namespace hullbake::test
