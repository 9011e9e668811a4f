// Proves the way from numbers to verdicts, tables and files, and runs the whole program once, quickly.
#include "tests/bench/report.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/json.hpp"
#include "support/temporary_folder.hpp"
#include "tests/bench/compile_times.hpp"

namespace hullbake::bench {
namespace {

using test::Json;

void addTrace(Results& results, const char* map, const char* set, const char* order, const char* engine, double ns) {
    results.add({"trace", map, set, order, engine, 0, "ns", ns, "ns"});
}

const Target& targetNamed(const std::vector<Target>& list, const std::string& start) {
    for (const Target& target : list)
        if (target.work.starts_with(start)) return target;
    ADD_FAILURE() << "no target " << start;
    return list.front();
}

TEST(BenchTargets, SayReachedOrHowFar) {
    EXPECT_EQ((Target{"", 70, "ms", "", 69.9}.verdict()), "reached");
    EXPECT_EQ((Target{"", 70, "ms", "", 140.0}.verdict()), "2.00x too much");
    EXPECT_EQ((Target{"", 2.2, "x", "", 2.2}.verdict()), "reached");
    EXPECT_EQ((Target{"", 2.2, "x", "", 1.1}.verdict()), "50 % of it");
    EXPECT_EQ((Target{"", 30, "x", "needs Bullet", {}}.verdict()), "not measured: needs Bullet");
    EXPECT_FALSE((Target{"", 30, "x", "", {}}.reached()));
}

TEST(BenchTargets, AnEmptyRunHasEveryLineAndReachesNone) {
    const std::vector<Target> list = targets({});
    EXPECT_EQ(list.size(), 29u);
    for (const Target& target : list) {
        EXPECT_FALSE(target.measured) << target.work;
        EXPECT_FALSE(target.reached()) << target.work;
    }
}

TEST(BenchTargets, RatiosAreGeometricMeansOverRealMapsAndTheWorseOfTheSets) {
    Results results;
    for (const char* map : {"one", "two"}) results.add({"level", map, {}, {}, {}, 0, "real", 1, ""});
    for (const auto& [map, set, ours, theirs] : {std::tuple("one", "S", 100, 200),
                                                 {"two", "S", 100, 800},
                                                 {"one", "M", 100, 300},
                                                 {"two", "M", 100, 300},
                                                 {"made", "S", 100, 1},
                                                 {"made", "M", 100, 1}}) {
        addTrace(results, map, set, "random", "baked", ours);
        addTrace(results, map, set, "random", "classic", theirs);
    }
    const Target target = targetNamed(targets(results), "baked S and M, random order");
    ASSERT_TRUE(target.measured);
    EXPECT_NEAR(*target.measured, 3, 1e-12) << "S is 4 (of 2 and 8), M is 3; the made map counts for nothing";
    EXPECT_FALSE(targetNamed(targets(results), "baked S and M, coherent order").measured);
}

TEST(BenchTargets, QueryTimeMayTakeThirteenTenthsOfBaked) {
    Results results;
    for (const auto& [map, ns] : {std::pair("e1m1", 130), {"e3m4", 131}})
        for (const char* set : {"S", "M"}) {
            addTrace(results, map, set, "random", "baked", 100);
            addTrace(results, map, set, "random", "query", set[0] == 'S' ? 110 : ns);
        }
    EXPECT_TRUE(targetNamed(targets(results), "query S and M on e1m1").reached());
    EXPECT_FALSE(targetNamed(targets(results), "query S and M on e3m4").reached());
}

TEST(BenchTargets, ShapesMayTakeTwoOrThreeTimesAsLongAsTheBox) {
    Results results;
    const auto add = [&](const char* set, const char* engine, double ns) {
        results.add({"shapes", "e1m1", set, "random", engine, 0, "ns", ns, "ns"});
    };
    for (const char* set : {"S", "M"}) {
        add(set, "box", 100);
        add(set, "ball", set[0] == 'S' ? 200 : 219);
        add(set, "capsule", set[0] == 'S' ? 301 : 250);
        add(set, "Bullet ball", 1700);
    }
    const auto list = targets(results);
    EXPECT_TRUE(targetNamed(list, "ball, S and M on e1m1, against the box").reached());
    EXPECT_FALSE(targetNamed(list, "capsule").reached()) << "S takes 3.01 times as long";
    EXPECT_FALSE(targetNamed(list, "turned box").measured);
    EXPECT_NEAR(*targetNamed(list, "ball, S and M on e1m1, against Bullet").measured, 1700.0 / 219, 1e-12);
    EXPECT_NE(reportText(results).find("e1m1    M     ball  219        2.19    1700         7.8"), std::string::npos)
        << reportText(results);
}

TEST(BenchTargets, CompileFiguresComeFromTheirRows) {
    Results results;
    results.add({"compile", "e1m1", {}, {}, {}, 2, "ms", 65, "ms"});
    results.add({"compile", "e3m4", {}, {}, {}, 1, "ms", 300, "ms"});
    results.add({"compile", "e3m4", {}, {}, {}, 2, "ms", 200, "ms"});
    results.add({"compile", "e1m1", "player", {}, {}, 0, "nodes", 1800, ""});
    results.add({"scale", "city-100000", {}, {}, {}, 2, "ms", 9000, "ms"});
    results.add({"scale", "caves-100000", {}, {}, {}, 2, "ms", 16000, "ms"});
    results.add({"compile", kAllMaps, {}, {}, {}, 2, "ms", 1500, "ms"});
    results.add({"compile", kAllMaps, {}, {}, {}, 0, "maps", 17, ""});
    const auto list = targets(results);
    EXPECT_FALSE(targetNamed(list, "compile all 18").measured) << "one is missing";
    EXPECT_TRUE(targetNamed(list, "compile e1m1").reached());
    EXPECT_NEAR(*targetNamed(list, "two threads").measured, 1.5, 1e-12);
    EXPECT_EQ(targetNamed(list, "world nodes of player, e1m1").verdict(), "1.06x too much");
    EXPECT_EQ(*targetNamed(list, "compile 100,000").measured, 16000) << "the slowest kind counts";
}

TEST(BenchReport, FieldsAreQuotedWhereTheyMustBe) {
    EXPECT_EQ(csvField("plain"), "plain");
    EXPECT_EQ(csvField("classic, double"), "\"classic, double\"");
    EXPECT_EQ(csvField("say \"x\""), "\"say \"\"x\"\"\"");
    Results results;
    addTrace(results, "demo", "S", "random", "classic, double", 123.5);
    std::ostringstream out;
    writeCsv(out, results);
    EXPECT_EQ(out.str(),
              "table,map,set,order,engine,threads,metric,value,unit\n"
              "trace,demo,S,random,\"classic, double\",0,ns,123.5,ns\n");
}

TEST(BenchReport, ColumnsAreAligned) {
    EXPECT_EQ(columns({{"map", "ns"}, {"demo", "1"}, {"a", "1000"}}),
              "map     ns\n"
              "demo     1\n"
              "a     1000\n");
}

TEST(BenchReport, JsonHoldsWhatWasMeasuredAndWhatIsMissing) {
    Results results;
    addTrace(results, "demo", "S", "random", "baked", 100);
    const Json json = Json::parse(reportJson(results, targets(results), {{"processor", "some"}}));
    EXPECT_EQ(json.at("machine").at("processor"), "some");
    ASSERT_EQ(json.at("results").size(), 1u);
    EXPECT_EQ(json.at("results")[0].at("value"), 100);
    EXPECT_EQ(json.at("targets").size(), 29u);
    EXPECT_TRUE(json.at("targets")[0].at("measured").isNull());
    EXPECT_FALSE(json.at("targets")[0].at("reached").get<bool>());
}

TEST(BenchReport, TablesShowOnlyWhatThereIs) {
    Results results;
    EXPECT_EQ(reportText(results), "");
    addTrace(results, "demo", "S", "random", "baked", 101.4);
    const std::string text = reportText(results);
    EXPECT_NE(text.find("Tracing: ns per trace, one thread, random order"), std::string::npos);
    EXPECT_NE(text.find("demo    S    101"), std::string::npos) << text;
    EXPECT_EQ(text.find("Compiling"), std::string::npos);
}

class BenchProgram : public testing::Test {
  protected:
    int run(const std::string& arguments) const {
        const std::string command =
            "'" HULLBAKE_BENCH "' " + arguments + " >'" + folder_.file("out") + "' 2>'" + folder_.file("err") + "'";
        const int status = std::system(command.c_str());
        return status < 0 ? status : status >> 8;
    }
    std::string read(const std::string& name) const {
        std::ifstream file(folder_.file(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    const test::TemporaryFolder folder_;
};

TEST_F(BenchProgram, MeasuresAMapAndWritesAllFiles) {
    const std::string out = folder_.file("results");
    ASSERT_EQ(run("--quick --maps demo --only compile,trace,accuracy --traces 64 --out '" + out + "' --commit abc"), 0)
        << read("err");
    const Json json = Json::parse(read("results/results.json"));
    EXPECT_EQ(json.at("machine").at("commit"), "abc");
    std::size_t traces = 0, compiles = 0, wrong = 0, judged = 0;
    for (const Json& row : json.at("results")) {
        traces += row.at("table") == "trace" && row.at("metric") == "ns";
        compiles += row.at("table") == "compile" && row.at("metric") == "ms";
        judged += row.at("table") == "accuracy" && row.at("metric") == "wrong";
        wrong += row.at("table") == "accuracy" && row.at("metric") == "wrong" && row.at("engine") == "baked" &&
                 row.at("value") != 0;
        EXPECT_GE(row.at("value").get<double>(), 0) << row;
    }
    EXPECT_GE(traces, 60u) << "six sets, two orders, five engines of our own";
    EXPECT_EQ(compiles, 2u);
    EXPECT_GE(judged, 30u);
    EXPECT_EQ(wrong, 0u);
    EXPECT_EQ(read("results/results.csv").substr(0, 9), "table,map");
    EXPECT_NE(read("out").find("world nodes of player, e1m1"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(folder_.file("results/scale.svg"))) << "nothing to draw";
}

TEST_F(BenchProgram, ComparesContactsWithoutMaps) {
    const std::string out = folder_.file("results");
    ASSERT_EQ(run("--quick --only contacts --out '" + out + "'"), 0) << read("err");
    const Json json = Json::parse(read("results/results.json"));
    std::size_t ours = 0, wrong = 0;
    for (const Json& row : json.at("results")) {
        ours += row.at("engine") == "contact" && row.at("metric") == "ns" && row.at("value") > 0;
        wrong += row.at("engine") == "overlaps" && row.at("metric") == "wrong" && row.at("value") != 0;
    }
    EXPECT_EQ(ours, 10u) << "five kinds of pairs, warm and cold";
    EXPECT_EQ(wrong, 0u);
    EXPECT_NE(read("out").find("contact of two boxes, warm"), std::string::npos);
}

TEST_F(BenchProgram, ExplainsItselfAndRefusesWhatItDoesNotKnow) {
    ASSERT_EQ(run("--help"), 0);
    EXPECT_NE(read("out").find("--large"), std::string::npos);
    EXPECT_EQ(read("out").find("--peak-memory"), std::string::npos) << "not for users";
    EXPECT_EQ(run("--only nonsense"), 2);
    EXPECT_EQ(run("--repetitions 0"), 2);
}

TEST(BenchMemory, ACompileNeedsSomeMegabytes) {
    const auto peak = peakMemory(HULLBAKE_BENCH, *findMap("demo"), 1);
#ifdef __linux__
    ASSERT_TRUE(peak);
    EXPECT_GT(*peak, 4);
    EXPECT_LT(*peak, 1000);
#else
    if (!peak) GTEST_SKIP() << "this system does not tell a process's peak";
    EXPECT_GT(*peak, 0);
#endif
}

}  // namespace
}  // namespace hullbake::bench
