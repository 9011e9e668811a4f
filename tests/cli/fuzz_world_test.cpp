// Proves `hullbake fuzz-world`: no fault in the demo, the same answer each time, and that its judge catches what is
// wrong.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"
#include "tools/runs/world_judge.hpp"

namespace hullbake::test {
namespace {

class FuzzWorldCli : public CliTest {
  protected:
    void bakeDemo() {
        ASSERT_EQ(run({"compile", HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map", "-o", "demo.hull"}).exitCode, 0);
    }
};

TEST_F(FuzzWorldCli, FindsNoFaultInTheDemo) {
    bakeDemo();
    const RunResult result = run({"fuzz-world", "demo.hull", "--ticks", "4000", "--seed", "20261127", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    const Json answer = Json::parse(result.out);
    EXPECT_EQ(answer.at("ticks").get<int>(), 4000);
    EXPECT_EQ(answer.at("fault"), nullptr);
    EXPECT_GE(answer.at("pairs").get<int>(), 50000);
    EXPECT_GE(answer.at("riders").get<int>(), 100);
    EXPECT_GE(answer.at("contacts").get<int>(), 100);
    EXPECT_GE(answer.at("blocked").get<int>(), 100);
    EXPECT_GE(answer.at("touches").get<int>(), 50);
    EXPECT_EQ(run({"fuzz-world", "demo.hull", "--ticks", "4000", "--seed", "20261127", "--json"}).out, result.out);
}

TEST_F(FuzzWorldCli, TurnsModelsWhenAsked) {
    bakeDemo();
    const auto fuzz = [&](bool turn) {
        std::vector<std::string> words = {"fuzz-world", "demo.hull", "--ticks", "1200", "--seed", "6", "--json"};
        if (turn) words.emplace_back("--turn");
        return run(words);
    };
    const RunResult result = fuzz(true);
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    const Json answer = Json::parse(result.out);
    EXPECT_EQ(answer.at("ticks").get<int>(), 1200);
    EXPECT_EQ(answer.at("fault"), nullptr);
    EXPECT_GE(answer.at("contacts").get<int>(), 200);
    EXPECT_GE(answer.at("riders").get<int>(), 500);
    EXPECT_GE(answer.at("tilted").get<int>(), 40);
    EXPECT_NE(fuzz(false).out, result.out);
}

// Who jumps under a body that stands on him comes down again in the same tick, elsewhere. That is no drift.
TEST_F(FuzzWorldCli, LetsRidersJumpWhereSomethingHoldsThemDown) {
    bakeDemo();
    const RunResult result =
        run({"fuzz-world", "demo.hull", "--ticks", "66", "--seed", "4310081402531908298", "--turn", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    EXPECT_GE(Json::parse(result.out).at("riders").get<int>(), 10);
}

TEST_F(FuzzWorldCli, RefusesWrongOptions) {
    bakeDemo();
    EXPECT_EQ(run({"fuzz-world"}).exitCode, 2);
    EXPECT_EQ(run({"fuzz-world", "demo.hull", "--ticks", "0"}).exitCode, 2);
    EXPECT_EQ(run({"fuzz-world", "none.hull"}).exitCode, 1);
}

/// A body that walks on the demo's lift, judged tick by tick. Returns the first fault.
std::string judged(const cli::HullFile& file, const oracle::FileSolids& solids, bool calledStill, WorldVerb verb) {
    WorldRun world;
    world.models.resize(1);
    world.models[0].model.value = 2;
    Mover mover;
    mover.seconds = 1;
    mover.to = {0, 0, -112};
    world.movers.push_back(mover);
    world.bodies.push_back({{{-16, -16, -24}, {16, 16, 32}}, {480, 624, 152.1}});
    world.triggers.resize(1);
    world.triggers[0].trigger.box = Box{{400, 560, 0}, {560, 690, 60}};
    cli::WorldPlayer player(file, world);
    cli::WorldJudge judge(file.map, solids, world, player);
    cli::WorldTally tally;
    for (int tick = 0; tick < 60; ++tick) {
        WorldRunLine input;
        input.verb = verb;
        input.to = {40, 0, 0};
        if (tick == 10) player.apply(input);
        judge.before();
        player.tick();
        const std::string fault = judge.judge({calledStill}, tally);
        if (!fault.empty()) return fault;
    }
    EXPECT_GE(tally.touches, 1u);
    return {};
}

TEST_F(FuzzWorldCli, ItsJudgeCatchesWhatIsWrong) {
    bakeDemo();
    const cli::HullFile file = cli::openHullFile(path("demo.hull"));
    const oracle::FileSolids solids = oracle::readSolids(file.map);
    EXPECT_EQ(judged(file, solids, true, WorldVerb::Comment), "");
    EXPECT_EQ(judged(file, solids, false, WorldVerb::Wish), "");
    EXPECT_NE(judged(file, solids, true, WorldVerb::Wish).find("body 0 stands still on model 0 and drifts by"),
              std::string::npos);
    // With the lift 4 units higher than it is, the body stands in it.
    oracle::FileSolids other = solids;
    for (oracle::FileBrush& brush : other.brushes)
        if (brush.model == 2)
            for (oracle::BarePlane& plane : brush.brush.planes)
                if (plane.normal.z > 0.5) plane.dist += 4;
    for (oracle::FileBrush& brush : other.brushes)
        if (brush.model == 2) brush.brush = *oracle::solvePlanes(brush.brush.planes);
    EXPECT_NE(judged(file, other, true, WorldVerb::Comment), "");
}

}  // namespace
}  // namespace hullbake::test
