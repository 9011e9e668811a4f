// Proves `hullbake world`: the demo's living level, recordings that repeat to the bit, and what is wrong with others.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

const std::string kLiving = HULLBAKE_SOURCE_ROOT "/maps/demo/living.world";

class WorldCli : public CliTest {
  protected:
    void SetUp() override {
        ASSERT_EQ(run({"compile", HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map", "-o", "demo.hull"}).exitCode, 0);
    }
    void record() {
        const RunResult result = run({"world", "demo.hull", kLiving, "--record", "living.rec"});
        ASSERT_EQ(result.exitCode, 0) << result.err;
        ASSERT_TRUE(result.out.ends_with("recorded\n")) << result.out;
    }
    static std::size_t count(const std::string& text, const std::string& part) {
        std::size_t found = 0;
        for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
        return found;
    }
};

TEST_F(WorldCli, TheDemoLives) {
    const Json answer = Json::parse(run({"world", "demo.hull", kLiving, "--json"}).out);
    std::size_t arrived = 0, pushed = 0, button = 0, gate = 0, blade = 0;
    for (const Json& event : answer.at("events")) {
        const std::string what = event.at("event").get<std::string>();
        arrived += what == "arrived" ? 1 : 0;
        pushed += what == "contact" && event.at("body").get<int>() == 1 ? 1 : 0;
        blade += what == "contact" && event.at("body").get<int>() == 0 && event.at("mover").get<int>() == 2 ? 1 : 0;
        if (what == "enter" && event.at("trigger").get<int>() == 1) button += event.at("body").get<int>() == 1 ? 1 : 0;
        if (what == "enter" && event.at("trigger").get<int>() == 0) gate += event.at("body").get<int>() == 0 ? 1 : 0;
    }
    EXPECT_EQ(arrived, 4u) << "the gate once, the lift twice, the blade once";
    EXPECT_GE(blade, 1u);
    EXPECT_GE(pushed, 1u) << "the crate";
    EXPECT_EQ(button, 1u);
    EXPECT_EQ(gate, 2u) << "there and back";
    const Json& crate = answer.at("bodies").at(1).at("position");
    EXPECT_GT(crate.at(0).get<double>(), 90);
    EXPECT_LT(crate.at(0).get<double>(), 134);
    const Json& walker = answer.at("bodies").at(0);
    EXPECT_EQ(walker.at("stance").get<std::string>(), "ground");
    // He stood at the blade's south half, east of it. It has taken him along to the north, past its own reach.
    const double x = walker.at("position").at(0).get<double>(), y = walker.at("position").at(1).get<double>();
    EXPECT_NEAR(x, 48, 1);
    EXPECT_NEAR(y, 624 + 32 + 16, 1);
}

TEST_F(WorldCli, TheLiftCarriesTheWalkerDownAndUpToTheBit) {
    record();
    std::istringstream lines(read("living.rec"));
    double lowest = 1e9, highest = -1e9, offset = 0;
    std::size_t carried = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("tick ")) continue;
        std::istringstream words(line);
        std::string word, hash;
        double gate[3], lift[3], blade[3], walker[3];
        words >> word >> word >> hash;
        for (double& value : gate) words >> value;
        for (double& value : lift) words >> value;
        for (double& value : blade) words >> value;
        for (double& value : walker) words >> value;
        lowest = std::min(lowest, walker[2]);
        highest = std::max(highest, walker[2]);
        if (lift[2] == 0) continue;
        if (carried++ == 0) offset = walker[2] - lift[2];
        EXPECT_NEAR(walker[2] - lift[2], offset, 1e-9) << line;
    }
    EXPECT_GE(carried, 80u);
    EXPECT_NEAR(highest - lowest, 112, 1);
}

TEST_F(WorldCli, ARecordingRepeatsToTheBit) {
    record();
    const RunResult again = run({"world", "demo.hull", "living.rec"});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_TRUE(again.out.ends_with("the same bits\n")) << again.out;
    ASSERT_EQ(run({"world", "demo.hull", "living.rec", "--record", "twice.rec"}).exitCode, 0);
    EXPECT_EQ(read("twice.rec"), read("living.rec"));
}

// The lift's plate as a turntable: it turns a rider along, and a whole turn brings the rider back.
TEST_F(WorldCli, ATurntableIsRecordedAndRepeatsToTheBit) {
    write("table.world",
          "hullbake-world 1\nrate 60\nmodel 2 at 0 0 0 pivot 480 624 120\nmover 0 0 0 0 0 0 0 0 turn 0 0 1 0 0\n"
          "body -8 -8 -24 8 8 32 at 500 624 152.5\nticks 30\nleg 0 0 0 0 2 turn 90\nticks 130\n"
          "leg 0 0 0 0 2 turn 360\nticks 130\n");
    const auto placeAfter = [&](const std::string& name) {
        const Json answer = Json::parse(run({"world", "demo.hull", name, "--json"}).out);
        EXPECT_EQ(answer.at("bodies").at(0).at("stance").get<std::string>(), "ground");
        return answer.at("bodies").at(0).at("position");
    };
    const Json back = placeAfter("table.world");
    EXPECT_NEAR(back.at(0).get<double>(), 500, 1e-6);
    EXPECT_NEAR(back.at(1).get<double>(), 624, 1e-6);
    std::string half = read("table.world");
    half.resize(half.find("leg 0 0 0 0 2 turn 360"));
    write("quarter.world", half);
    const Json quarter = placeAfter("quarter.world");
    EXPECT_NEAR(quarter.at(0).get<double>(), 480, 1e-6);
    EXPECT_NEAR(quarter.at(1).get<double>(), 644, 1e-6);
    ASSERT_EQ(run({"world", "demo.hull", "table.world", "--record", "table.rec"}).exitCode, 0);
    EXPECT_EQ(count(read("table.rec"), " turn 360"), 1u);
    const RunResult again = run({"world", "demo.hull", "table.rec"});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_TRUE(again.out.ends_with("the same bits\n")) << again.out;
}

// The lift jumps onto a body, with a trigger on it: both are told, and the body stays where it is.
TEST_F(WorldCli, AJumpIsRecordedAndRepeatsToTheBit) {
    write("jump.world",
          "hullbake-world 1\nmodel 2\nmover 0 0 0 0 0 0 0 0\nbody -16 -16 -24 16 16 32 at 480 300 120\n"
          "trigger box 400 560 0 560 690 400 on 0\nticks 2\njumped 0 0 -324 0\nticks 2\n");
    const Json answer = Json::parse(run({"world", "demo.hull", "jump.world", "--json"}).out);
    std::size_t met = 0, entered = 0;
    for (const Json& event : answer.at("events")) {
        const std::string what = event.at("event").get<std::string>();
        if (what == "overlapped") met += event.at("mover").get<int>() == 0 && event.at("body").get<int>() == 0 ? 1 : 0;
        if (what == "enter") entered += event.at("reason").get<std::string>() == "jumped" ? 1 : 0;
    }
    EXPECT_EQ(met, 1u);
    EXPECT_EQ(entered, 1u);
    ASSERT_EQ(run({"world", "demo.hull", "jump.world", "--record", "jump.rec"}).exitCode, 0);
    EXPECT_EQ(count(read("jump.rec"), "jumped 0 0 -324 0\n"), 1u);
    const RunResult again = run({"world", "demo.hull", "jump.rec"});
    EXPECT_EQ(again.exitCode, 0) << again.err;
    EXPECT_TRUE(again.out.ends_with("the same bits\n")) << again.out;
}

TEST_F(WorldCli, ADifferenceNamesTickLineAndMember) {
    record();
    std::istringstream lines(read("living.rec"));
    std::string text, changed;
    std::size_t tick = 0, number = 0, at = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with("tick ") && ++tick == 100) {
            ASSERT_TRUE(line.ends_with(" ground"));
            line.replace(line.size() - 6, 6, "air");
            at = number;
        }
        text += line + '\n';
    }
    write("changed.rec", text);
    const RunResult result = run({"world", "demo.hull", "changed.rec"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.out.find("tick 100 (line " + std::to_string(at) + "): body 2: stance is ground, recorded air\n"),
              std::string::npos)
        << result.out;
    const Json answer = Json::parse(run({"world", "demo.hull", "changed.rec", "--json"}).out);
    EXPECT_EQ(answer.at("difference").at("tick").get<int>(), 100);
    EXPECT_EQ(answer.at("difference").at("member").get<std::string>(), "body 2");
    EXPECT_FALSE(answer.at("same").get<bool>());
}

TEST_F(WorldCli, WhatIsWrongIsToldWithItsPlaceAndNothingIsWritten) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "bad.world:1:1: not a recorded world"},
        {"hullbake-world 2\n", "bad.world:1:1: version 2 of the format is not known here"},
        {"hullbake-world 1\nmover 0 0 0 0 0 0 0 1\n", "bad.world:2:1: there is no model above this line"},
        {"hullbake-world 1\nwish 0 1 2\n", "bad.world:2:1: there is no body above this line"},
        {"hullbake-world 1\nbody 0 0 0 8 8 x\n", "bad.world:2:16: expected maxs.z"},
        {"hullbake-world 1\nmodel 99\nticks 1\n", "99"},
        {"hullbake-world 1\nticks 2\nend 3\n", "bad.world:3:1: the world has 2 ticks"},
    };
    for (const auto& [text, error] : cases) {
        write("bad.world", text);
        const RunResult result = run({"world", "demo.hull", "bad.world", "--record", "out.rec"});
        EXPECT_EQ(result.exitCode, 1) << text;
        EXPECT_NE(result.err.find(error), std::string::npos) << result.err;
        EXPECT_FALSE(exists("out.rec"));
    }
    EXPECT_EQ(run({"world", "demo.hull"}).exitCode, 2);
    EXPECT_EQ(run({"world", "demo.hull", kLiving, "--record", "./demo.hull"}).exitCode, 2);
}

}  // namespace
}  // namespace hullbake::test
