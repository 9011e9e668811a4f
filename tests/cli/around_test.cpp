// Proves `hullbake contents --overlap`, `--touching` and `--unstick`.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class AroundCli : public CliTest {
  protected:
    void SetUp() override { makeRoom(); }

    Json answer(const std::string& at, const std::vector<std::string>& more) {
        std::vector<std::string> arguments = {"contents", "room.hull", "--at", at};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return Json::parse(result.out);
    }
};

TEST_F(AroundCli, OverlapListsBrushes) {
    const Json one = answer("-20,-20,-104", {"--overlap"}).at("overlap");
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0], (Json{{"model", 0},
                            {"entity", 0},
                            {"brush", 0},
                            {"line", one[0].at("line")},
                            {"contents", "solid"},
                            {"touches", true}}));
    EXPECT_GT(one[0].at("line"), 1);
    EXPECT_EQ(answer("-20,-20,-104", {"--overlap", "--mask", "all"}).at("overlap").size(), 2u);
    EXPECT_EQ(answer("60,0,-90", {"--overlap", "--box", "-8,-8,-8:8,8,8"}).at("overlap").size(), 0u);
    const Json door = answer("60,0,-90", {"--overlap", "--box", "-8,-8,-8:8,8,8", "--all"}).at("overlap");
    ASSERT_EQ(door.size(), 1u);
    EXPECT_EQ(door[0].at("model"), 1);
    EXPECT_EQ(door[0].at("touches"), false);
}

TEST_F(AroundCli, TouchingListsPlanes) {
    const Json planes = answer("8,4,-103.75", {"--touching", "0.5"}).at("touching");
    ASSERT_EQ(planes.size(), 1u);
    EXPECT_EQ(planes[0].at("normal"), Json({0, 0, 1}));
    EXPECT_EQ(planes[0].at("dist"), -104);
    EXPECT_EQ(planes[0].at("distance"), 0.25);
    EXPECT_EQ(planes[0].at("gap"), 0.25);
    EXPECT_EQ(planes[0].at("texture"), "floor1");
    EXPECT_EQ(planes[0].at("bevel"), false);
    EXPECT_EQ(answer("111.75,111.75,-103.75", {"--touching", "0.5"}).at("touching").size(), 3u);
    EXPECT_EQ(answer("nan,0,0", {"--touching", "0.5"}),
              (Json{{"invalid", true}, {"reason", "a position is NaN or infinite"}}));
}

TEST_F(AroundCli, UnstickTellsTheWayOut) {
    const Json way = answer("8,4,-106", {"--unstick", "16"});
    EXPECT_EQ(way.at("status"), "found");
    EXPECT_EQ(way.at("direction"), Json({0, 0, 1}));
    EXPECT_NEAR(way.at("distance").get<double>(), 2.00001, 1e-9);
    EXPECT_NEAR(way.at("position")[2].get<double>(), -103.99999, 1e-9);
    EXPECT_EQ(answer("8,4,-106", {"--unstick", "1"}).at("status"), "none");
    EXPECT_EQ(answer("8,4,-104", {"--unstick", "1"}).at("status"), "free");
    // The outside is nearer, but a hull may not leave through the wall.
    EXPECT_EQ(answer("8,4,-145", {"--unstick", "80"}).at("direction"), Json({0, 0, 1}));
    EXPECT_EQ(answer("8,4,-145", {"--unstick", "80", "--mode", "query"}).at("direction"), Json({0, 0, -1}));
    EXPECT_EQ(answer("8,4,-164", {"--unstick", "80"}).at("status"), "none") << "its middle is below the floor";
    const Json refused = answer("300000,4,0", {"--unstick", "1"});
    EXPECT_EQ(refused.at("status"), "invalid");
    EXPECT_EQ(refused.at("reason"), "a position is beyond +-262144 units");
    EXPECT_FALSE(way.contains("reason"));
    const RunResult batch = run({"contents", "room.hull", "--unstick", "8", "--batch", "-"}, "0 0 0\n8 4 -106\n");
    EXPECT_EQ(batch.exitCode, 0);
    EXPECT_EQ(lineCount(batch.out), 2u);
}

TEST_F(AroundCli, OptionsThatDoNotFitTogether) {
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--overlap", "--touching", "1"},
                                               {"--touching", "1", "--unstick", "1"},
                                               {"--overlap", "--unstick", "1"},
                                               {"--touching", "-1"},
                                               {"--unstick", "nan"},
                                               {"--all"},
                                               {"--mask", "all"},
                                               {"--overlap", "--mask", "jelly"}}) {
        std::vector<std::string> arguments = {"contents", "room.hull", "--at", "0,0,0"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const RunResult result = run(arguments);
        EXPECT_EQ(result.exitCode, 2) << more.front() << result.out;
        EXPECT_EQ(result.out, "");
    }
}

}  // namespace
}  // namespace hullbake::test
