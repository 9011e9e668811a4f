// Proves `hullbake trace` and `hullbake contents`: single answers, batches, numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "formats/files.hpp"
#include "hullbake/clip_map.hpp"
#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

constexpr const char* kEmptyLine = "{\"contents\":\"empty\"}\n";
constexpr const char* kSolidLine = "{\"contents\":\"solid\"}\n";
constexpr const char* kWaterLine = "{\"contents\":\"water\"}\n";

class QueryCli : public CliTest {
  protected:
    void SetUp() override { makeRoom(); }

    /// Returns the answer to one trace with --json.
    Json traceJson(const std::string& from, const std::string& to, const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments = {"trace", "room.hull", "--from", from, "--to", to, "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(lineCount(result.out), 1u) << result.out;
        return Json::parse(result.out);
    }
};

TEST_F(QueryCli, ATraceAnswersEveryKeyInOrder) {
    const RunResult result = run({"trace", "room.hull", "--from", "8,4,0", "--to", "8,4,-208", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    std::vector<std::string> keys;
    const Json answer = Json::parse(result.out);
    for (const auto& [key, value] : answer.items()) keys.push_back(key);
    EXPECT_EQ(keys, (std::vector<std::string>{"fraction", "hitFraction", "endpos", "hit", "normal", "dist", "contents",
                                              "startsolid", "allsolid", "texture", "brush", "line", "model"}));
    // The player's feet are 24 below its origin, the floor is at -128, the skin is 1/32.
    EXPECT_EQ(answer.at("hitFraction"), 0.5);
    EXPECT_NEAR(answer.at("fraction").get<double>(), (104 - 1.0 / 32) / 208, 1e-15);
    EXPECT_EQ(answer.at("endpos"), Json({8, 4, -103.96875}));
    EXPECT_EQ(answer.at("hit"), true);
    EXPECT_EQ(answer.at("normal"), Json({0, 0, 1}));
    EXPECT_EQ(answer.at("dist"), -104);
    EXPECT_EQ(answer.at("contents"), "solid");
    EXPECT_EQ(answer.at("startsolid"), false);
    EXPECT_EQ(answer.at("allsolid"), false);
    EXPECT_EQ(answer.at("texture"), "floor1");
    EXPECT_EQ(answer.at("brush"), 0);
    EXPECT_EQ(answer.at("line"), 8);  // the fifth face of the first brush
    EXPECT_EQ(answer.at("model"), 0);
}

TEST_F(QueryCli, AMissEndsAtTheEnd) {
    const Json answer = traceJson("0,0,0", "10.25,-0.1,1e1");
    EXPECT_EQ(answer.at("fraction"), 1);
    EXPECT_EQ(answer.at("endpos"), Json({10.25, -0.1, 10}));
    EXPECT_EQ(answer.at("hit"), false);
    EXPECT_EQ(answer.at("contents"), "empty");
    EXPECT_TRUE(answer.at("texture").isNull());
    EXPECT_FALSE(answer.contains("invalid"));
}

TEST_F(QueryCli, AnyBoxIsExpandedAtQueryTime) {
    // A box of 8 units falls to the floor at -128, in both modes.
    const Json small = traceJson("8,4,0", "8,4,-208", {"--box", "-4,-4,0:4,4,8"});
    EXPECT_EQ(small.at("hitFraction"), 128.0 / 208);
    EXPECT_EQ(small.at("dist"), -128);
    EXPECT_EQ(small.at("texture"), "floor1");
    EXPECT_EQ(small, traceJson("8,4,0", "8,4,-208", {"--box=-4,-4,0:4,4,8", "--mode", "query"}));
    // The player's box gives the same answer by name and by size, baked and expanded.
    const Json player = traceJson("8,4,0", "8,4,-208");
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--mode", "baked"},
                                               {"--mode", "query"},
                                               {"--hull", "player", "--mode", "query"},
                                               {"--box", "-16,-16,-24:16,16,32"},
                                               {"--box", "-16,-16,-24:16,16,32", "--mode", "query"}})
        EXPECT_EQ(traceJson("8,4,0", "8,4,-208", more), player) << more.back();
    // Only baked hulls treat the void as solid.
    EXPECT_EQ(traceJson("0,0,9000", "0,0,9100").at("allsolid"), true);
    EXPECT_EQ(traceJson("0,0,9000", "0,0,9100", {"--mode", "query"}).at("hit"), false);
    const auto contents = [&](const std::string& at) {
        return run({"contents", "room.hull", "--at", at, "--box", "-4,-4,0:4,4,8"}).out;
    };
    EXPECT_EQ(contents("8,4,-128"), kEmptyLine) << "touching is not overlapping";
    EXPECT_EQ(contents("8,4,-129"), kSolidLine);
    const std::string text = run({"trace", "room.hull", "--mode", "query", "--from", "0,0,0", "--to", "0,0,9"}).out;
    EXPECT_NE(text.find("hull player, query"), std::string::npos) << text;
}

TEST_F(QueryCli, ShapesAreTracedAndTellWhatTheyTouch) {
    const Json ball = traceJson("8,4,0", "8,4,-208", {"--shape", "ball:4", "--skin", "0"});
    EXPECT_EQ(ball.at("hitFraction"), 124.0 / 208);
    EXPECT_EQ(ball.at("endpos"), Json({8, 4, -124}));
    EXPECT_EQ(ball.at("point"), Json({8, 4, -128}));
    EXPECT_EQ(ball.at("feature"), "face");
    EXPECT_EQ(ball.at("texture"), "floor1");
    EXPECT_EQ(traceJson("8,4,0", "8,4,-208", {"--shape", "capsule:4,20", "--skin", "0"}).at("hitFraction"),
              118.0 / 208);
    // A box turned by an eighth of a turn about a level axis stands on its edge.
    const Json crate = traceJson("8,4,0", "8,4,-208", {"--shape", "box:-8,-8,-8:8,8,8@45,0,0", "--skin", "0"});
    EXPECT_NEAR(crate.at("endpos")[2].get<double>(), -128 + 8 * std::sqrt(2.0), 1e-9);
    const Json can = traceJson("8,4,0", "8,4,-208", {"--shape", "cylinder:4,24@0,0,90", "--skin", "0"});
    EXPECT_NEAR(can.at("endpos")[2].get<double>(), -124, 1e-9);
    write("tip.txt", "-4 -4 8\n4 -4 8\n4 4 8\n-4 4 8\n0 0 -8  # the tip\n");
    const Json tip = traceJson("8,4,0", "8,4,-208", {"--shape", "points:tip.txt", "--skin", "0"});
    EXPECT_NEAR(tip.at("endpos")[2].get<double>(), -120, 1e-9);
    const std::string text =
        run({"trace", "room.hull", "--shape", "ball:4", "--from", "8,4,0", "--to", "8,4,-208"}).out;
    EXPECT_NE(text.find("trace    ball:4, model 0"), std::string::npos) << text;
    EXPECT_NE(text.find("contact  8 4 -128, with a face"), std::string::npos) << text;
    write("queries", "8 4 0  8 4 -208\n0 0 0  0 0 9\n");
    const RunResult batch = run({"trace", "room.hull", "--batch", "queries", "--shape", "ball:4"});
    ASSERT_EQ(batch.exitCode, 0) << batch.err;
    ASSERT_EQ(jsonLines(batch.out).size(), 2u);
    EXPECT_EQ(jsonLines(batch.out)[0].at("hitFraction"), 124.0 / 208);
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--shape", "cylinder:4"},
                                               {"--shape", "ball:-1"},
                                               {"--shape", "ball:4", "--hull", "player"},
                                               {"--shape", "ball:4", "--mode", "query"}}) {
        std::vector<std::string> trace = {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,9"};
        trace.insert(trace.end(), more.begin(), more.end());
        EXPECT_EQ(run(trace).exitCode, 2) << more[1];
    }
}

TEST_F(QueryCli, BoxesThatAreNoneAreUsageErrors) {
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--box", "1,2,3"},
                                               {"--box", "4,0,0:-4,8,8"},
                                               {"--box", "nan,0,0:4,8,8"},
                                               {"--box", "-300,0,0:300,8,8"},
                                               {"--box", "-4,-4,0:4,4,8", "--mode", "baked"},
                                               {"--box", "-4,-4,0:4,4,8", "--hull", "player"},
                                               {"--mode", "both"}}) {
        std::vector<std::string> trace = {"trace", "room.hull", "--from", "0,0,0", "--to", "0,0,9"},
                                 contents = {"contents", "room.hull", "--at", "0,0,0"};
        trace.insert(trace.end(), more.begin(), more.end());
        contents.insert(contents.end(), more.begin(), more.end());
        EXPECT_EQ(run(trace).exitCode, 2) << more[1];
        EXPECT_EQ(run(contents).exitCode, 2) << more[1];
    }
}

TEST_F(QueryCli, BatchesTakeBoxesToo) {
    write("queries", "8 4 0  8 4 -208\n0 0 0  0 0 9\n");
    const RunResult result = run({"trace", "room.hull", "--batch", "queries", "--box", "-4,-4,0:4,4,8"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const std::vector<Json> answers = jsonLines(result.out);
    ASSERT_EQ(answers.size(), 2u);
    EXPECT_EQ(answers[0].at("hitFraction"), 128.0 / 208);
    EXPECT_EQ(answers[1].at("hit"), false);
}

TEST_F(QueryCli, NegativeCoordinatesNeedNoQuoting) {
    const Json answer = traceJson("-8,-4,0", "-8,-4,-208");
    EXPECT_EQ(answer.at("endpos"), Json({-8, -4, -103.96875}));
}

TEST_F(QueryCli, TheHullIsPlayerUnlessNamed) {
    EXPECT_EQ(traceJson("0,0,0", "0,0,-208").at("dist"), -104);
    EXPECT_EQ(traceJson("0,0,0", "0,0,-208", {"--hull", "point"}).at("dist"), -128);
    EXPECT_EQ(run({"contents", "room.hull", "--at", "120,0,0"}).out, kSolidLine);
    EXPECT_EQ(run({"contents", "room.hull", "--at", "120,0,0", "--hull", "point"}).out, kEmptyLine);
    ASSERT_EQ(run({"compile", "room.map", "--hull", "player=-1,-1,-1:1,1,1", "--hull", "point=0,0,-2:0,0,0"}).exitCode,
              0);
    EXPECT_EQ(traceJson("0,0,0", "0,0,-208").at("dist"), -127);
}

TEST_F(QueryCli, AnUnknownHullListsTheKnownOnes) {
    for (const std::vector<std::string>& arguments :
         {std::vector<std::string>{"trace", "room.hull", "--hull", "ogre", "--from", "0,0,0", "--to", "0,0,1"},
          {"contents", "room.hull", "--hull", "ogre", "--at", "0,0,0"}}) {
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 1);
        EXPECT_EQ(result.out, "");
        EXPECT_NE(result.err.find("\"ogre\""), std::string::npos) << result.err;
        EXPECT_NE(result.err.find("point, player, large"), std::string::npos) << result.err;
    }
}

TEST_F(QueryCli, ModelsHaveTreesOfTheirOwn) {
    EXPECT_EQ(run({"contents", "room.hull", "--hull", "point", "--at", "72,0,-64"}).out, kEmptyLine);
    EXPECT_EQ(run({"contents", "room.hull", "--hull", "point", "--model", "1", "--at", "72,0,-64"}).out, kSolidLine);
    const Json door = traceJson("0,0,-64", "128,0,-64", {"--model", "1", "--skin", "0"});
    EXPECT_EQ(door.at("endpos"), Json({48, 0, -64}));
    EXPECT_EQ(door.at("texture"), "door1");
    EXPECT_EQ(door.at("model"), 1);
    const RunResult unknown = run({"contents", "room.hull", "--model", "2", "--at", "0,0,0"});
    EXPECT_EQ(unknown.exitCode, 1);
    EXPECT_NE(unknown.err.find("0 (the world) to 1"), std::string::npos) << unknown.err;
}

TEST_F(QueryCli, TheMaskChoosesWhatStops) {
    const std::string from = "-64,-64,0", to = "-64,-64,-200";
    const std::vector<std::string> point = {"--hull", "point", "--skin", "0"};
    const auto masked = [&](const std::string& mask) {
        return traceJson(from, to, {"--hull", "point", "--skin", "0", "--mask", mask});
    };
    EXPECT_EQ(traceJson(from, to, point).at("contents"), "solid");
    EXPECT_EQ(masked("blocking").at("endpos")[2], -128);
    EXPECT_EQ(masked("solid,sky").at("endpos")[2], -128);
    for (const char* mask : {"water", "liquid", "all", "solid,water", "lava,liquid"}) {
        EXPECT_EQ(masked(mask).at("contents"), "water") << mask;
        EXPECT_EQ(masked(mask).at("texture"), "*water1") << mask;
        EXPECT_EQ(masked(mask).at("endpos")[2], -64) << mask;
    }
    EXPECT_EQ(masked("lava").at("hit"), false);
}

TEST_F(QueryCli, TheSkinIsKept) {
    EXPECT_EQ(traceJson("0,0,0", "0,0,-208", {"--skin", "0"}).at("endpos")[2], -104);
    EXPECT_EQ(traceJson("0,0,0", "0,0,-208", {"--skin", "4"}).at("endpos")[2], -100);
    EXPECT_EQ(traceJson("0,0,0", "0,0,-208", {"--mode", "baked"}).at("endpos")[2], -103.96875);
}

TEST_F(QueryCli, InvalidPositionsAreAnsweredAndFlagged) {
    for (const char* to : {"nan,0,0", "0,inf,0", "0,0,1e999", "300000,0,0"}) {
        const Json answer = traceJson("0,0,0", to);
        ASSERT_TRUE(answer.isObject()) << to;
        EXPECT_EQ(answer.at("invalid"), true) << to;
        EXPECT_EQ(answer.at("reason"),
                  to[0] == '3' ? "a position is beyond +-262144 units" : "a position is NaN or infinite");
        EXPECT_EQ(answer.at("fraction"), 0) << to;
        EXPECT_EQ(answer.at("startsolid"), true) << to;
        EXPECT_EQ(answer.at("allsolid"), true) << to;
    }
    EXPECT_TRUE(traceJson("nan,0,0", "0,0,0").at("endpos")[0].isNull());
    EXPECT_EQ(run({"contents", "room.hull", "--at", "nan,0,0"}).out,
              "{\"contents\":\"empty\",\"invalid\":true,\"reason\":\"a position is NaN or infinite\"}\n");
    const RunResult people = run({"trace", "room.hull", "--from", "0,0,0", "--to", "300000,0,0"});
    EXPECT_NE(people.out.find("\ninvalid  a position is beyond +-262144 units: nothing was traced\n"),
              std::string::npos)
        << people.out;
}

TEST_F(QueryCli, ASingleTraceIsTellingInWords) {
    const auto words = [&](const std::string& from, const std::string& to) {
        const RunResult result = run({"trace", "room.hull", "--from", from, "--to", to});
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(result.out.find('{'), std::string::npos) << result.out;
        return result.out;
    };
    const std::string floor = words("0,0,0", "0,0,-208");
    for (const char* word : {"hull player", "solid", "103.969 of 208 units", "0 0 -103.96875", "normal 0 0 1 ", "floor",
                             "texture floor1", "line 8"}) {
        EXPECT_NE(floor.find(word), std::string::npos) << word << "\n" << floor;
    }
    EXPECT_NE(words("0,0,0", "0,0,208").find("normal 0 0 -1 (a ceiling)"), std::string::npos);
    EXPECT_NE(words("0,0,0", "10,0,0").find("reaches 10 0 0"), std::string::npos);
    EXPECT_NE(words("0,0,-136", "0,0,-140").find("from start to end"), std::string::npos);
    EXPECT_NE(words("0,0,-110", "0,0,200").find("in solid"), std::string::npos);
    EXPECT_NE(words("0,0,nan", "0,0,1").find("nothing was traced"), std::string::npos);
}

TEST_F(QueryCli, ABatchIsAnsweredLineByLine) {
    const std::string queries =
        "\xef\xbb\xbf# drop, then a miss\n0 0 0 0 0 -208\n\n   \t \r\n  0\t0 0  10 0 0 # to the right\r\n"
        "# the end\n+1.5 0 0 1.5 0 .25e1";  // no final newline
    write("queries.txt", queries);
    const RunResult fromFile = run({"trace", "room.hull", "--batch", "queries.txt"});
    ASSERT_EQ(fromFile.exitCode, 0) << fromFile.err;
    const std::vector<Json> answers = jsonLines(fromFile.out);
    ASSERT_EQ(answers.size(), 3u);
    EXPECT_EQ(answers[0], traceJson("0,0,0", "0,0,-208"));
    EXPECT_EQ(answers[1].at("endpos"), Json({10, 0, 0}));
    EXPECT_EQ(answers[2].at("endpos"), Json({1.5, 0, 2.5}));
    EXPECT_EQ(run({"trace", "room.hull", "--batch", "-"}, queries).out, fromFile.out);
    EXPECT_EQ(run({"trace", "room.hull", "--json", "--batch", "-"}, queries).out, fromFile.out);
    EXPECT_EQ(shell("cat queries.txt | \"$HULLBAKE\" trace room.hull --batch /dev/stdin").out, fromFile.out);
}

TEST_F(QueryCli, ContentsAreAnsweredLineByLine) {
    write("points.txt", "0 0 0\n-64 -64 -100  # wet\n\n500 0 0\n");
    const std::string expected = std::string(kEmptyLine) + kWaterLine + kSolidLine;
    const RunResult fromFile = run({"contents", "room.hull", "--hull", "point", "--batch", "points.txt"});
    EXPECT_EQ(fromFile.exitCode, 0) << fromFile.err;
    EXPECT_EQ(fromFile.out, expected);
    EXPECT_EQ(run({"contents", "room.hull", "--hull", "point", "--batch", "-"}, read("points.txt")).out, expected);
    EXPECT_EQ(run({"contents", "room.hull", "--hull", "point", "--at", "-64,-64,-100"}).out, kWaterLine);
    EXPECT_EQ(run({"contents", "room.hull", "--batch", "-"}, "").out, "");
}

TEST_F(QueryCli, AMalformedLineEndsTheBatchWithItsPlace) {
    struct Case {
        std::string text, place;
        std::size_t answers;
    };
    const Case cases[] = {
        {"0 0 0 0 0 1\n0 0 0 0 0\n0 0 0 0 0 1\n", "<stdin>:2:10: expected 6 numbers, found 5", 1},
        {"0 0 0 0 0 1 7\n", "<stdin>:1:13: expected 6 numbers, found more: \"7\"", 0},
        {"# x\n0 0 0 0 0 1\n  0 0 zero 0 0 1\n", "<stdin>:3:7: expected a number, found \"zero\"", 1},
        {"0 0 0 0 0 1,5\n", "<stdin>:1:11: expected a number, found \"1,5\"", 0},
        {"\x89HUL\x1b[2J\n", "<stdin>:1:1: expected a number, found \"\\x89HUL\\x1b[2J\"\n", 0},
        {"0 0 0 0 0 " + std::string(999, 'a') + "\n", "found \"" + std::string(40, 'a') + "...\"\n", 0},
        {"0 0 0 0 0 0x10\n", "<stdin>:1:11: expected a number", 0},
        {"0 0 0 0 0 --1\n", "<stdin>:1:11: expected a number", 0},
        {"0 0 0 0 0 +-1\n", "<stdin>:1:11: expected a number", 0},
        {"0 # 0 0 0 0 1\n", "<stdin>:1:2: expected 6 numbers, found 1", 0},
    };
    for (const Case& c : cases) {
        const RunResult result = run({"trace", "room.hull", "--batch", "-"}, c.text);
        EXPECT_EQ(result.exitCode, 1) << c.text;
        EXPECT_NE(result.err.find(c.place), std::string::npos) << c.text << result.err;
        EXPECT_EQ(lineCount(result.err), 1u) << result.err;
        EXPECT_EQ(jsonLines(result.out).size(), c.answers) << c.text;
    }
    write("points.txt", "0 0 0\n1 2\n");
    const RunResult contents = run({"contents", "room.hull", "--batch", "points.txt"});
    EXPECT_EQ(contents.exitCode, 1);
    EXPECT_EQ(contents.out, kEmptyLine);
    EXPECT_NE(contents.err.find("points.txt:2:4: expected 3 numbers, found 2"), std::string::npos) << contents.err;
}

TEST_F(QueryCli, ABatchThatCannotBeReadIsAFailure) {
    for (const char* name : {"missing.txt", "."}) {
        const RunResult result = run({"trace", "room.hull", "--batch", name});
        EXPECT_EQ(result.exitCode, 1) << name;
        EXPECT_EQ(result.out, "") << name;
        EXPECT_NE(result.err.find(std::string(name) + ": "), std::string::npos) << result.err;
    }
}

TEST_F(QueryCli, AnswersToAPipeAreNotHeldBack) {
    const RunResult result = shell(
        "mkfifo queries; \"$HULLBAKE\" contents room.hull --batch - <queries >answers &\n"
        "exec 3>queries; echo '0 0 0' >&3\n"
        "tries=0; while [ ! -s answers ] && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done\n"
        "cat answers; exec 3>&-; wait");
    EXPECT_EQ(result.out, kEmptyLine);
}

Vec3 vectorOf(const Json& json) {
    return {json[0].get<double>(), json[1].get<double>(), json[2].get<double>()};
}

TEST_F(QueryCli, NumbersReadBackToTheSameDoubles) {
    std::vector<std::byte> bytes;
    std::string error;
    ASSERT_TRUE(readFile(path("room.hull").string(), bytes, error)) << error;
    const OpenResult opened = ClipMap::open(bytes);
    ASSERT_TRUE(opened);
    const unsigned seed = 20240607;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> coordinate(-150, 150);
    const Probe player{.hull = *opened.map.findHull("player")};
    std::vector<Segment> ways(2000);
    std::string queries;
    for (Segment& way : ways) {
        for (int axis = 0; axis < 3; ++axis) way.start[axis] = coordinate(random);
        for (int axis = 0; axis < 3; ++axis) way.end[axis] = coordinate(random);
        for (const Vec3& v : {way.start, way.end}) {
            for (int axis = 0; axis < 3; ++axis) queries += Json(v[axis]).dump() + " ";
        }
        queries += "\n";
    }
    const std::vector<Json> answers = jsonLines(run({"trace", "room.hull", "--batch", "-"}, queries).out);
    ASSERT_EQ(answers.size(), ways.size());
    int hits = 0, misses = 0, startSolids = 0;
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const Trace trace = opened.map.trace(player, ways[i].start, ways[i].end);
        EXPECT_EQ(answers[i].at("fraction").get<double>(), trace.fraction);
        EXPECT_EQ(answers[i].at("hitFraction").get<double>(), trace.hitFraction);
        EXPECT_EQ(vectorOf(answers[i].at("endpos")), trace.endpos);
        EXPECT_EQ(vectorOf(answers[i].at("normal")), trace.normal);
        for (int axis = 0; axis < 3; ++axis) {
            const Json& component = answers[i].at("normal")[static_cast<std::size_t>(axis)];
            EXPECT_EQ(std::signbit(component.get<double>()), std::signbit(trace.normal[axis]));
        }
        EXPECT_EQ(answers[i].at("dist").get<double>(), trace.dist);
        EXPECT_EQ(answers[i].at("hit").get<bool>(), trace.hit);
        EXPECT_EQ(answers[i].at("contents").get<std::string>(), contentsName(trace.contents));
        hits += trace.hit && !trace.startsolid;
        misses += !trace.hit;
        startSolids += trace.startsolid;
    }
    EXPECT_GE(hits, 200);
    EXPECT_GE(misses, 200);
    EXPECT_GE(startSolids, 200);
}

}  // namespace
}  // namespace hullbake::test
