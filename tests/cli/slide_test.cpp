// Proves `hullbake slide`: paths of walkers and flyers through the room.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

using Arguments = std::vector<std::string>;

class SlideCli : public CliTest {
  protected:
    void SetUp() override { makeRoom(); }

    RunResult slide(const std::string& from, const std::string& velocity, const Arguments& more = {}) {
        Arguments arguments = {"slide", "room.hull", "--from", from, "--velocity=" + velocity};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
    Json path(const std::string& from, const std::string& velocity, Arguments more = {}) {
        more.emplace_back("--json");
        const RunResult result = slide(from, velocity, more);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        EXPECT_EQ(lineCount(result.out), 1u);
        return Json::parse(result.out);
    }
};

/// Returns the first point of the path with that event.
Json firstOf(const Json& path, const std::string& event) {
    for (const Json& point : path.at("path"))
        if (point.at("event") == event) return point;
    return nullptr;
}

TEST_F(SlideCli, AWalkerFallsLandsAndWalksAlongAWall) {
    const Json walk = path("-40,0,-100", "0,320,0", {"--seconds", "1.5"});
    EXPECT_EQ(walk.at("hull"), "player");
    EXPECT_EQ(walk.at("mode"), "walk");
    EXPECT_EQ(walk.at("ticks"), 90);
    const Json land = firstOf(walk, "land");
    ASSERT_FALSE(land.isNull()) << walk;
    EXPECT_EQ(land.at("normal"), Json({0, 0, 1}));
    EXPECT_EQ(land.at("dist"), -104);
    EXPECT_EQ(land.at("texture"), "floor1");
    EXPECT_EQ(land.at("contents"), "solid");
    EXPECT_NEAR(land.at("time").get<double>(), 0.1, 0.002) << "4 units at 800 units a second squared";
    const Json bump = firstOf(walk, "bump");
    ASSERT_FALSE(bump.isNull()) << walk;
    EXPECT_EQ(bump.at("normal"), Json({0, -1, 0}));
    EXPECT_EQ(bump.at("texture"), "wall1");
    EXPECT_GT(bump.at("line"), 1);
    const Json end = walk.at("end");
    EXPECT_EQ(end.at("stance"), "ground");
    EXPECT_NEAR(end.at("position")[0].get<double>(), -40, 1e-9);
    EXPECT_NEAR(end.at("position")[1].get<double>(), 112 - 1.0 / 32, 1e-4);
    EXPECT_NEAR(end.at("position")[2].get<double>(), -104 + 1.0 / 32, 1e-4);
    EXPECT_EQ(end.at("ground").at("texture"), "floor1");
    EXPECT_GT(walk.at("traces"), 90);
}

TEST_F(SlideCli, AFlyerKeepsWhatSlidingLeavesOfItsVelocity) {
    const Json fly = path("0,0,0", "300,100,0", {"--mode", "fly", "--seconds", "2"});
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(fly.at("end").at("velocity")[axis].get<double>(), 0, 1e-3);
    EXPECT_NEAR(fly.at("end").at("position")[0].get<double>(), 112 - 1.0 / 32, 1e-4);
    EXPECT_NEAR(fly.at("end").at("position")[1].get<double>(), 112 - 1.0 / 32, 1e-4);
    EXPECT_NEAR(fly.at("end").at("position")[2].get<double>(), 0, 1e-4) << "no gravity unless it is asked for";
    // The 23rd tick hits the wall.
    const Json met = path("0,0,0", "300,100,0", {"--mode", "fly", "--seconds", "0.385"});
    EXPECT_EQ(met.at("ticks"), 23);
    EXPECT_EQ(met.at("end").at("stance"), "blocked");
    EXPECT_NEAR(met.at("end").at("velocity")[0].get<double>(), 0, 1e-3);
    EXPECT_NEAR(met.at("end").at("velocity")[1].get<double>(), 100, 1e-3);
    const Json falls = path("0,0,0", "0,0,0", {"--mode", "fly", "--gravity", "800"});
    EXPECT_NEAR(falls.at("end").at("position")[2].get<double>(), -104 + 1.0 / 32, 1e-4);
}

TEST_F(SlideCli, TheTableShowsWhatIsMetOnce) {
    const RunResult result = slide("-40,0,-100", "0,320,0", {"--seconds", "1.5"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    EXPECT_TRUE(result.out.starts_with("slide    hull player, model 0, walks at 60 ticks a second, 90 of them\n"))
        << result.out;
    const std::size_t bump = result.out.find("bump");
    ASSERT_NE(bump, std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("bump", bump + 1), std::string::npos) << "the wall is met in every tick\n" << result.out;
    EXPECT_NE(result.out.find("wall1, brush 4 of entity 0, line "), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("\nend      "), std::string::npos);
    EXPECT_NE(result.out.find(" after 1.5 s, on floor1\n"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("\nground   normal 0 0 1 (a floor), dist -104, 0.03125 below\n"), std::string::npos)
        << result.out;
    EXPECT_NE(result.out.find("\nsurface  texture floor1, brush 0 of entity 0, line "), std::string::npos);
    const RunResult air = slide("0,0,0", "0,0,0", {"--seconds", "0.1"});
    EXPECT_NE(air.out.find(", in the air, 100 above floor1\n"), std::string::npos) << air.out;
}

TEST_F(SlideCli, BoxesModelsAndMasksAreThoseOfATrace) {
    const Json box = path("0,0,0", "0,0,-400", {"--box", "-4,-4,-4:4,4,4", "--mode", "fly"});
    EXPECT_EQ(box.at("hull"), nullptr);
    EXPECT_EQ(box.at("box"), (Json{{-4, -4, -4}, {4, 4, 4}}));
    EXPECT_NEAR(box.at("end").at("position")[2].get<double>(), -124 + 1.0 / 32, 1e-4);
    EXPECT_EQ(path("0,0,0", "0,0,0", {"--box", "-16,-16,-24:16,16,32"}).at("hull"), "player");
    // The door stops movers that move through all models. As model 1 it is the only obstacle.
    const Arguments fly = {"--mode", "fly"};
    EXPECT_NEAR(path("0,0,-60", "400,0,0", fly).at("end").at("position")[0].get<double>(), 112 - 1.0 / 32, 1e-4);
    const Json all = path("0,0,-60", "400,0,0", {"--mode", "fly", "--all"});
    EXPECT_NEAR(all.at("end").at("position")[0].get<double>(), 48 - 1.0 / 32, 1e-4);
    EXPECT_EQ(firstOf(all, "bump").at("model"), 1);
    EXPECT_EQ(firstOf(all, "bump").at("texture"), "door1");
    EXPECT_EQ(path("0,0,60", "0,0,-400", {"--mode", "fly", "--model", "1"}).at("end").at("stance"), "free");
    const Json wading = path("-64,-64,0", "0,0,-400", {"--mode", "fly", "--mask", "solid,water"});
    EXPECT_NEAR(wading.at("end").at("position")[2].get<double>(), -40 + 1.0 / 32, 1e-4);
    EXPECT_EQ(path("-64,-64,0", "0,0,-400").at("end").at("contents"), "water");
    EXPECT_NEAR(path("0,0,0", "0,0,-400", {"--mode", "fly", "--skin", "0.5"}).at("end").at("position")[2].get<double>(),
                -103.5, 1e-4);
}

TEST_F(SlideCli, RulesAreTaken) {
    EXPECT_EQ(path("0,0,0", "0,0,0", {"--classic"}).at("solver"), "classic");
    EXPECT_EQ(path("0,0,0", "0,0,0").at("solver"), "robust");
    EXPECT_EQ(path("0,0,0", "0,0,0", {"--hz", "125", "--seconds", "2"}).at("ticks"), 250);
    EXPECT_EQ(path("0,0,0", "0,0,0", {"--seconds", "0"}).at("ticks"), 0);
    EXPECT_NEAR(path("0,0,0", "0,0,0", {"--gravity", "100"}).at("end").at("position")[2].get<double>(), -50, 1e-6);
}

TEST_F(SlideCli, ARecordingReplaysToTheSameBits) {
    const RunResult result = slide("-40,0,-100", "200,320,0", {"--record", "walk.run", "--seconds", "2"});
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_TRUE(read("walk.run").starts_with("hullbake-run 1\n"));
    EXPECT_TRUE(read("walk.run").ends_with("end 120\n"));
    const RunResult replay = run({"replay", "walk.run", "room.hull"});
    EXPECT_EQ(replay.exitCode, 0) << replay.out << replay.err;
    EXPECT_TRUE(replay.out.ends_with("120 ticks, the same bits\n")) << replay.out;
    const RunResult fly = slide("0,0,0", "300,100,-7",
                                {"--record", "fly.run", "--mode", "fly", "--box", "-3,-3,-3:3,3,3", "--all",
                                 "--classic", "--gravity", "10", "--mask", "solid,water", "--skin", "0.1"});
    ASSERT_EQ(fly.exitCode, 0) << fly.err;
    const RunResult again = run({"replay", "fly.run", "room.hull"});
    EXPECT_EQ(again.exitCode, 0) << again.out << again.err;
    EXPECT_TRUE(again.out.ends_with("60 ticks, the same bits\n")) << again.out;
}

TEST_F(SlideCli, AStartInSolidIsToldAndStays) {
    const Json stuck = path("0,0,-140", "0,320,0");
    EXPECT_EQ(stuck.at("end").at("stance"), "stuck");
    EXPECT_EQ(stuck.at("end").at("position"), Json({0, 0, -140}));
    EXPECT_NE(slide("0,0,-140", "0,320,0").out.find(", stuck in solid\n"), std::string::npos);
}

TEST_F(SlideCli, WrongUsageAndFailures) {
    const std::vector<Arguments> wrong = {
        {"--mode", "swim"},
        {"--hz", "0"},
        {"--hz", "nan"},
        {"--seconds", "-1"},
        {"--seconds", "1e9"},
        {"--gravity", "-1"},
        {"--step", "-1"},
        {"--slope", "90"},
        {"--slope", "nan"},
        {"--skin", "2"},
        {"--mask", "jelly"},
        {"--model", "-1"},
        {"--model", "1", "--all"},
        {"--box", "1,1,1:0,0,0"},
        {"--box", "0,0,0:1,1,513"},
        {"--hull", "player", "--box", "0,0,0:1,1,1"},
        {"--mode", "fly", "--step", "18"},
        {"--mode", "fly", "--slope", "30"},
    };
    for (const Arguments& more : wrong) {
        const RunResult result = slide("0,0,0", "0,0,0", more);
        EXPECT_EQ(result.exitCode, 2) << testing::PrintToString(more) << result.out;
        EXPECT_EQ(result.out, "");
    }
    EXPECT_EQ(slide("0,0", "0,0,0").exitCode, 2);
    EXPECT_EQ(slide("0,0,nan", "0,0,0").exitCode, 2);
    EXPECT_EQ(slide("0,0,300000", "0,0,0").exitCode, 2);
    EXPECT_EQ(slide("0,0,0", "0,inf,0").exitCode, 2);
    EXPECT_EQ(run({"slide", "room.hull", "--from", "0,0,0"}).exitCode, 2);
    EXPECT_EQ(run({"slide", "room.hull", "--velocity", "0,0,0"}).exitCode, 2);
    for (const Arguments& more : {Arguments{"--hull", "robot"}, {"--model", "9"}, {"--record", "no/such/folder.run"}}) {
        const RunResult result = slide("0,0,0", "0,0,0", more);
        EXPECT_EQ(result.exitCode, 1) << testing::PrintToString(more);
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(lineCount(result.err), 1u) << result.err;
    }
    EXPECT_EQ(run({"slide", "none.hull", "--from", "0,0,0", "--velocity", "0,0,0"}).exitCode, 1);
    EXPECT_EQ(names(), (std::vector<std::string>{"room.hull", "room.map"}));
}

}  // namespace
}  // namespace hullbake::test
