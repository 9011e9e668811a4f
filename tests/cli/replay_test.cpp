// Proves `hullbake replay`: recordings that repeat, differ or are damaged, and scripts.
#include <gtest/gtest.h>

#include <iterator>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

constexpr const char* kScript =
    "hullbake-run 1\n# around the room\nhull player\nstart 0 -60 -100\n"
    "ticks 20\nsay landed\ngoal 40 60 320\nticks 60\nsay there\nheading 180 300\njump\nticks 40\n"
    "rate 125\nvelocity 10 0 200\nticks 50\ncoast\nticks 5\nsay the end\n";

class ReplayCli : public CliTest {
  protected:
    void SetUp() override {
        makeRoom();
        write("script.run", kScript);
    }

    /// Plays the script and writes recorded.run.
    void record() {
        const RunResult result = run({"replay", "script.run", "room.hull", "--record", "recorded.run"});
        ASSERT_EQ(result.exitCode, 0) << result.err;
        ASSERT_TRUE(result.out.ends_with("175 ticks, recorded\n")) << result.out;
    }
    /// Replaces `part` of the recording.
    void damage(const std::string& part, const std::string& other) {
        std::string text = read("recorded.run");
        const std::size_t at = text.find(part);
        ASSERT_NE(at, std::string::npos) << part;
        write("damaged.run", text.replace(at, part.size(), other));
    }
    /// Returns the line of that tick, counted from 1, and its number in the file.
    std::pair<std::string, std::size_t> tickLine(std::size_t tick) {
        std::istringstream in(read("recorded.run"));
        std::size_t number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            if (line.starts_with("tick ") && --tick == 0) return {line, number};
        }
        ADD_FAILURE() << "no such tick";
        return {};
    }
};

TEST_F(ReplayCli, AScriptIsPlayedAndItsPlacesAreTold) {
    const RunResult result = run({"replay", "script.run", "room.hull"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(result.out.starts_with("replay   script.run: hull player, model 0, walks from 0 -60 -100\n"))
        << result.out;
    EXPECT_NE(result.out.find("\nlanded   0.33 s     0.000  -60.000  -103.969  on floor1, in water\n"),
              std::string::npos)
        << result.out;
    EXPECT_NE(result.out.find("\nthere    1.33 s    40.000   60.000  -103.969  on floor1\n"), std::string::npos)
        << result.out;
    EXPECT_NE(result.out.find("\nthe end  2.44 s  -107"), std::string::npos) << result.out;
    EXPECT_TRUE(result.out.ends_with("175 ticks, none with a result to compare with\n")) << result.out;
    EXPECT_EQ(names(), (std::vector<std::string>{"room.hull", "room.map", "script.run"}));
}

TEST_F(ReplayCli, JsonSaysTheSame) {
    const RunResult result = run({"replay", "script.run", "room.hull", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const Json answer = Json::parse(result.out);
    EXPECT_EQ(answer.at("ticks"), 175);
    EXPECT_EQ(answer.at("compared"), 0);
    EXPECT_EQ(answer.at("same"), true);
    EXPECT_EQ(answer.at("difference"), nullptr);
    ASSERT_EQ(answer.at("places").size(), 3u);
    const Json place = answer.at("places")[1];
    EXPECT_EQ(place.at("name"), "there");
    EXPECT_EQ(place.at("tick"), 80);
    EXPECT_NEAR(place.at("at").at("position")[0].get<double>(), 40, 0.01);
    EXPECT_EQ(place.at("at").at("ground").at("texture"), "floor1");
    EXPECT_EQ(answer.at("end").at("stance"), "air");
}

TEST_F(ReplayCli, ARecordingGivesTheSameBitsAndRecordsItself) {
    record();
    const RunResult replay = run({"replay", "recorded.run", "room.hull"});
    EXPECT_EQ(replay.exitCode, 0) << replay.out << replay.err;
    EXPECT_TRUE(replay.out.ends_with("175 ticks, the same bits\n")) << replay.out;
    ASSERT_EQ(run({"replay", "recorded.run", "room.hull", "--record", "again.run"}).exitCode, 0);
    EXPECT_EQ(read("again.run"), read("recorded.run"));
    EXPECT_NE(read("recorded.run").find("\n# around the room\n"), std::string::npos) << "comments stay";
    EXPECT_NE(read("recorded.run").find("\nwish -300 0\n"), std::string::npos) << "headings become wishes";
    // Recording over the file itself works too.
    ASSERT_EQ(run({"replay", "again.run", "room.hull", "--record", "again.run"}).exitCode, 0);
    EXPECT_EQ(read("again.run"), read("recorded.run"));
}

TEST_F(ReplayCli, TheFirstDifferenceIsNamedToTheBit) {
    record();
    const auto [line, number] = tickLine(6);
    damage(line, "tick 0 -60.00000000000001 -102 0 1 0 air");
    const RunResult first = run({"replay", "damaged.run", "room.hull"});
    EXPECT_EQ(first.exitCode, 1);
    EXPECT_EQ(first.err, "");
    EXPECT_NE(first.out.find("tick 6 (line " + std::to_string(number) +
                             "): origin.y is -60, recorded -60.00000000000001: 1 bit differs, 1 ulp\n"),
              std::string::npos)
        << first.out;
    const RunResult asJson = run({"replay", "damaged.run", "room.hull", "--json"});
    EXPECT_EQ(asJson.exitCode, 1);
    const Json difference = Json::parse(asJson.out).at("difference");
    EXPECT_EQ(difference, (Json{{"tick", 6},
                                {"line", number},
                                {"what", "origin.y"},
                                {"is", -60},
                                {"recorded", -60.00000000000001},
                                {"bits", 1},
                                {"ulps", 1}}));
    // The changes are the sign of a zero, and a stance.
    std::string other = line;
    other.replace(0, 7, "tick -0 ");
    ASSERT_TRUE(line.starts_with("tick 0 "));
    damage(line, other);
    EXPECT_NE(run({"replay", "damaged.run", "room.hull"}).out.find("origin.x is 0, recorded -0: 1 bit differs, 1 ulp"),
              std::string::npos);
    other = line;
    ASSERT_TRUE(line.ends_with(" ground")) << line;
    damage(line, other.replace(line.rfind(' '), 7, " air"));
    const RunResult stance = run({"replay", "damaged.run", "room.hull"});
    EXPECT_EQ(stance.exitCode, 1);
    EXPECT_NE(stance.out.find("stance is ground, recorded air\n"), std::string::npos) << stance.out;
    EXPECT_EQ(Json::parse(run({"replay", "damaged.run", "room.hull", "--json"}).out).at("difference").at("is"),
              "ground");
}

TEST_F(ReplayCli, ResultsOfSomeTicksAreCompared) {
    record();
    const auto [line, number] = tickLine(15);
    damage(line, "ticks 1");
    const RunResult result = run({"replay", "damaged.run", "room.hull"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(result.out.ends_with("175 ticks, the same bits in the 174 that have results\n")) << result.out;
}

TEST_F(ReplayCli, AnotherMapIsNamedWhenTheRunDiffersInIt) {
    record();
    std::string map = roomMap();
    map.replace(map.find("floor1"), 6, "floor2");
    write("same.map", map);
    ASSERT_EQ(run({"compile", "same.map"}).exitCode, 0);
    EXPECT_EQ(run({"replay", "recorded.run", "same.hull"}).exitCode, 0) << "other textures, the same path";
    ASSERT_EQ(run({"compile", HULLBAKE_SOURCE_ROOT "/maps/scenes/touching_boxes.map", "-o", "other.hull"}).exitCode, 0);
    const RunResult other = run({"replay", "recorded.run", "other.hull"});
    EXPECT_EQ(other.exitCode, 1);
    EXPECT_NE(other.err.find("recorded.run was recorded with a file of another map or other settings than other.hull"),
              std::string::npos)
        << other.err;
}

TEST_F(ReplayCli, BadFilesGetOneClearErrorAndLeaveNothing) {
    const std::string head = "hullbake-run 1\nhull player\nstart 0 0 0\n";
    struct Case {
        std::string text, error;
    };
    const Case cases[] = {
        {"", "bad.run:1:1: not a recorded run"},
        {"hullbake-run 2\n", "bad.run:1:1: version 2 of the format is not known here"},
        {head + "tick 1 2 3 nan 0 0 air\nend 1\n", "bad.run:4:12: expected velocity.x, a finite number, found \"nan\""},
        {head + "tick 1 2 3,5 0 0 0 air\nend 1\n", "bad.run:4:10: expected origin.z, a finite number, found \"3,5\""},
        {head + "ticks 4000000000\n", "bad.run:4:7: expected a number of ticks, a whole number from 1 to 200000"},
        {head + "tick 1 2 3 0 0 0 air\n", "bad.run:5:1: expected \"end 1\": the run was cut short"},
        {"hullbake-run 1\nhull robot\nstart 0 0 0\n", "room.hull: no hull \"robot\"; it has: point, player, large"},
        {"hullbake-run 1\nhull player\nmodel 7\nstart 0 0 0\n", "room.hull: no model 7; it has 0 (the world) to 1"},
        {head + "velocity 1e12 0 0\nticks 40\n", "bad.run:5: tick 1: the mover cannot take this input"},
    };
    const std::vector<std::string> before = {"bad.run", "room.hull", "room.map", "script.run"};
    for (const Case& bad : cases) {
        write("bad.run", bad.text);
        const RunResult result = run({"replay", "bad.run", "room.hull", "--record", "out.run"});
        EXPECT_EQ(result.exitCode, 1) << bad.text;
        EXPECT_EQ(result.out, "") << bad.text;
        EXPECT_EQ(lineCount(result.err), 1u) << result.err;
        EXPECT_TRUE(result.err.starts_with("hullbake: " + bad.error)) << result.err << "expected: " << bad.error;
        EXPECT_EQ(names(), before) << bad.text;
    }
    EXPECT_NE(run({"replay", "none.run", "room.hull"}).err.find("none.run: no such file"), std::string::npos);
    EXPECT_NE(run({"replay", "script.run", "none.hull"}).err.find("none.hull: no such file"), std::string::npos);
    EXPECT_NE(run({"replay", "room.hull", "room.hull"}).err.find("room.hull:1:"), std::string::npos);
    EXPECT_NE(run({"replay", "script.run", "script.run"}).err.find("script.run: cannot be used"), std::string::npos);
    const RunResult nowhere = run({"replay", "script.run", "room.hull", "--record", "no/such/out.run"});
    EXPECT_EQ(nowhere.exitCode, 1);
    EXPECT_EQ(nowhere.out, "");
    EXPECT_EQ(run({"replay", "script.run", "room.hull", "--record", "./room.hull"}).exitCode, 2);
    EXPECT_EQ(run({"slide", "room.hull", "--from", "0,0,0", "--velocity", "0,0,0", "--record", "room.hull"}).exitCode,
              2);
    EXPECT_EQ(run({"info", "room.hull"}).exitCode, 0) << "still what it was";
    EXPECT_EQ(run({"replay", "script.run"}).exitCode, 2);
    EXPECT_EQ(run({"replay"}).exitCode, 2);
    EXPECT_EQ(names(), before);
}

TEST_F(ReplayCli, InputsOfAWalkerMeanWhatTheDocsSay) {
    write("inputs.run",
          "hullbake-run 1\nhull player\nstart 0 60 -103\nticks 20\n"
          "wish 100 0\nticks 1\nsay wish\ncoast\nticks 1\nsay coast\nstop\nticks 1\nsay stop\n"
          "goal 20 60 300\nticks 40\nsay goal\nheading 90 60\nticks 1\nsay heading\nstop\njump 100\nticks 1\n"
          "say jump\njump 500\nticks 1\nsay no jump in the air\nticks 60\nvelocity 30 0 0\nticks 1\n"
          "say velocity\nrate 10\nticks 1\n");
    const Json answer = Json::parse(run({"replay", "inputs.run", "room.hull", "--json"}).out);
    const auto at = [&](const std::string& name) -> Json {
        for (const Json& place : answer.at("places"))
            if (place.at("name") == name) return place.at("at");
        ADD_FAILURE() << name;
        return {};
    };
    const auto expect = [&](const std::string& name, const Json& velocity, const std::string& stance) {
        const Json place = at(name);
        for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(place.at("velocity")[axis].get<double>(), velocity[axis].get<double>(), 1e-3) << name;
        EXPECT_EQ(place.at("stance"), stance) << name;
    };
    expect("wish", {100, 0, 0}, "ground");
    expect("coast", {100, 0, 0}, "ground");
    expect("stop", {0, 0, 0}, "ground");
    expect("goal", {0, 0, 0}, "ground");
    EXPECT_NEAR(at("goal").at("position")[0].get<double>(), 20, 1e-3);
    EXPECT_NEAR(at("goal").at("position")[1].get<double>(), 60, 1e-9);
    expect("heading", {0, 60, 0}, "ground");
    expect("jump", {0, 0, 100 - 800 / 60.0}, "air");
    expect("no jump in the air", {0, 0, 100 - 1600 / 60.0}, "air");
    // The mover falls from its start, the skin above the ground, or stays that close.
    EXPECT_NEAR(at("velocity").at("velocity")[0].get<double>(), 30, 1e-3);
    EXPECT_NEAR(answer.at("places").back().at("time").get<double>() + 0.1, 127 / 60.0 + 0.1, 1e-9);
    EXPECT_EQ(answer.at("ticks"), 128);
}

TEST_F(ReplayCli, InputsOfAFlyerMeanWhatTheDocsSay) {
    write("inputs.run",
          "hullbake-run 1\nhull player\nmode fly\nstart 0 0 0\nticks 2\nsay nothing\nvelocity 60 0 30\nticks 2\n"
          "say velocity\nwish 0 60 0\nvelocity 9 9 9\nticks 1\nsay wish\ncoast\nticks 1\nsay coast\n"
          "goal 0 0 10 600\nticks 10\nsay goal\n");
    const Json answer = Json::parse(run({"replay", "inputs.run", "room.hull", "--json"}).out);
    const Json& places = answer.at("places");
    ASSERT_EQ(places.size(), 5u);
    const auto expect = [&](std::size_t place, const Json& position) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            EXPECT_NEAR(places[place].at("at").at("position")[axis].get<double>(), position[axis].get<double>(), 1e-3)
                << places[place];
        EXPECT_EQ(places[place].at("at").at("stance"), "free");
    };
    expect(0, {0, 0, 0});
    expect(1, {2, 0, 1});
    expect(2, {2, 1, 1});
    expect(3, {2, 2, 1});
    expect(4, {0, 0, 10});
}

TEST_F(ReplayCli, AnOldRecordingStaysWhenANewOneFails) {
    record();
    const std::string old = read("recorded.run");
    write("bad.run", "hullbake-run 1\nhull robot\nstart 0 0 0\n");
    EXPECT_EQ(run({"replay", "bad.run", "room.hull", "--record", "recorded.run"}).exitCode, 1);
    EXPECT_EQ(read("recorded.run"), old);
}

class DemoRoute : public CliTest {};

// ./dev demo ends with this run.
TEST_F(DemoRoute, LeadsFromTheStartIntoTheCrevice) {
    ASSERT_EQ(run({"compile", HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map", "-o", "demo.hull"}).exitCode, 0);
    const RunResult result = run({"replay", HULLBAKE_SOURCE_ROOT "/maps/demo/route.run", "demo.hull", "--json"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    const Json answer = Json::parse(result.out);
    struct Place {
        const char* name;
        double x, y, z;
        const char* texture;
    };
    constexpr double kFloor = 24 + 1.0 / 32;
    // In the crevice the box touches the floor and both walls. The slanted one is at 608 when y is -366.
    const Place places[] = {{"the start", 0, -192, kFloor, "floor_stone"},
                            {"the gallery", 0, 560, 128 + kFloor, "floor_tile"},
                            {"half-way down the slope", -400, 0, -32 + 1.0 / 8, "floor_stone"},
                            {"the cistern", -620, 0, -128 + kFloor, "floor_stone"},
                            {"the basin", -880, 60, -224 + kFloor, "floor_mud"},
                            {"the courtyard", 480, 400, kFloor, "floor_stone"},
                            {"the crevice", 600.7, -368, kFloor, "floor_stone"}};
    std::size_t found = 0;
    for (const Place& place : places) {
        for (const Json& told : answer.at("places")) {
            if (told.at("name") != place.name) continue;
            ++found;
            const Json& at = told.at("at");
            EXPECT_NEAR(at.at("position")[0].get<double>(), place.x, 1) << place.name;
            EXPECT_NEAR(at.at("position")[1].get<double>(), place.y, 1) << place.name;
            EXPECT_NEAR(at.at("position")[2].get<double>(), place.z, 0.1) << place.name;
            EXPECT_EQ(at.at("stance"), "ground") << place.name;
            EXPECT_EQ(at.at("ground").at("texture"), place.texture) << place.name;
        }
    }
    EXPECT_EQ(found, std::size(places));
    EXPECT_EQ(answer.at("places").size(), 15u);
}

}  // namespace
}  // namespace hullbake::test
