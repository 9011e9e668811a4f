// Proves `hullbake trace` and `hullbake contents` of models that the game has moved or turned.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class MovedModelsCli : public CliTest {
  protected:
    void SetUp() override { makeRoom(); }

    RunResult trace(const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"trace", "room.hull", "--model", "1", "--skin", "0"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
    Json traceJson(std::vector<std::string> more) {
        more.push_back("--json");
        const RunResult result = trace(more);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return Json::parse(result.out);
    }
};

// The door is 64..80, -32..32, -128..0. The player extends 16 beyond its origin.
TEST_F(MovedModelsCli, MovedInBothModes) {
    for (const char* mode : {"baked", "query"}) {
        const Json hit = traceJson({"--move", "0,100,0", "--from", "0,100,-64", "--to", "128,100,-64", "--mode", mode});
        EXPECT_EQ(hit.at("endpos"), Json({48, 100, -64})) << mode;
        EXPECT_EQ(hit.at("dist"), -48) << mode;
        EXPECT_EQ(hit.at("texture"), "door1") << mode;
        const Json miss = traceJson({"--move", "0,100,0", "--from", "0,0,-64", "--to", "128,0,-64", "--mode", mode});
        EXPECT_EQ(miss.at("hit"), false) << mode;
    }
    const std::vector<std::string> at = {"contents", "room.hull", "--model", "1", "--hull", "point", "--at", "72,50,9"};
    EXPECT_EQ(run(at).out, "{\"contents\":\"empty\"}\n");
    std::vector<std::string> moved = at;
    moved.insert(moved.end(), {"--move", "0,40,16"});
    EXPECT_EQ(run(moved).out, "{\"contents\":\"solid\"}\n");
}

// A quarter turn about the door's near corner aligns it with the other axis.
TEST_F(MovedModelsCli, TurnedAboutAPivot) {
    const std::vector<std::string> turn = {"--rotate", "0,90,0", "--pivot", "64,-32,0"};
    std::vector<std::string> query = turn;
    query.insert(query.end(), {"--from", "32,50,-64", "--to", "32,-100,-64"});
    const Json hit = traceJson(query);  // the door is now 0..64, -32..-16
    EXPECT_EQ(hit.at("endpos"), Json({32, 0, -64}));
    EXPECT_EQ(hit.at("normal"), Json({0, 1, 0}));
    EXPECT_EQ(hit.at("texture"), "door1");
    const RunResult words = trace(query);
    EXPECT_NE(words.out.find("hull player, query, model 1 turned"), std::string::npos) << words.out;
    std::vector<std::string> slanted = {"--rotate", "0,45,0", "--pivot", "64,-32,0", "--box", "0,0,0:0,0,0"};
    slanted.insert(slanted.end(), {"--from", "0,-31,-64", "--to", "128,-31,-64"});
    const Json edge = traceJson(slanted);
    EXPECT_NEAR(edge.at("endpos")[0].get<double>(), 63, 1e-9);
    EXPECT_NEAR(std::abs(edge.at("normal")[0].get<double>()), 0.70710678, 1e-6);
    std::vector<std::string> contents = {"contents", "room.hull", "--model", "1", "--hull", "point", "--batch", "-"};
    contents.insert(contents.end(), turn.begin(), turn.end());
    EXPECT_EQ(run(contents, "32 -24 -64\n72 0 -64\n").out, "{\"contents\":\"solid\"}\n{\"contents\":\"empty\"}\n");
    // Without a pivot it turns about the model's origin, which is the map's for this door.
    const Json about = traceJson({"--rotate", "0,90,0", "--from", "0,0,-64", "--to", "0,128,-64"});
    EXPECT_EQ(about.at("endpos"), Json({0, 48, -64}));
    // The world turns, too.
    EXPECT_EQ(run({"trace", "room.hull", "--rotate", "0,90,0", "--from", "0,0,-64", "--to", "0,128,-64"}).exitCode, 0);
    // The door is turned and moved.
    const Json both = traceJson(
        {"--rotate", "0,90,0", "--move", "0,8,0", "--from", "0,0,-64", "--to", "0,128,-64", "--hull", "point"});
    EXPECT_EQ(both.at("endpos"), Json({0, 72, -64}));
}

TEST_F(MovedModelsCli, WhatCannotBeAskedIsAWrongUsage) {
    struct Case {
        std::vector<std::string> arguments;
        const char* said;
    };
    const std::vector<std::string> move = {"--from", "0,0,0", "--to", "1,0,0"};
    const Case cases[] = {
        {{"--rotate", "0,90,0", "--mode", "baked"}, "baked hulls do not turn"},
        {{"--rotate", "0,90"}, "--rotate: expected a point X,Y,Z, found \"0,90\""},
        {{"--rotate", "0,nan,0"}, "angles must be finite"},
        {{"--move", "0,inf,0"}, "positions within +-262144"},
        {{"--move", "300000,0,0"}, "positions within +-262144"},
        {{"--move", "east"}, "--move: expected a point"},
        {{"--pivot", "0,0,0"}, "--rotate"},
    };
    for (const Case& c : cases) {
        std::vector<std::string> arguments = {"trace", "room.hull"};
        arguments.insert(arguments.end(), {"--model", "1"});
        arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
        arguments.insert(arguments.end(), move.begin(), move.end());
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 2) << c.said;
        EXPECT_NE(result.err.find(c.said), std::string::npos) << result.err;
        EXPECT_EQ(result.out, "");
    }
    EXPECT_EQ(trace({"--rotate", "0,360,0", "--mode", "baked", "--from", "0,0,0", "--to", "1,0,0"}).exitCode, 0);
}

}  // namespace
}  // namespace hullbake::test
