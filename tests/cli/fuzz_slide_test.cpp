// Proves hullbake fuzz-slide: counts and output, threads and seeds, bad input.
#include "cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class FuzzSlideTest : public CliTest {};

TEST_F(FuzzSlideTest, MoversInARoomAreSound) {
    makeRoom();
    const RunResult result = run({"fuzz-slide", "room.hull", "--moves", "30000", "--windows", "200", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    const Json json = Json::parse(result.out);
    EXPECT_TRUE(json["agrees"]);
    EXPECT_EQ(json["seed"], 1);
    EXPECT_EQ(json["unsolvedBrushes"], 0);
    EXPECT_GE(json["brushes"], 8);
    EXPECT_TRUE(json["differences"].empty());
    EXPECT_EQ(json["total"]["moves"], 30000);
    EXPECT_GE(json["total"]["contacts"], 3000);
    EXPECT_GE(json["total"]["halts"], 300);
    EXPECT_EQ(json["total"]["windows"], 200);
    EXPECT_GE(json["total"]["rests"], 50);
    std::size_t moves = 0;
    for (const char* kind : {"fly", "fall", "walk"}) {
        const Json& tally = json["kinds"][kind];
        EXPECT_GE(tally["moves"], 3000) << kind;
        moves += tally["moves"].get<std::size_t>();
        EXPECT_EQ(tally["faults"].size(), 13u);
        for (const auto& [fault, count] : tally["faults"].items()) EXPECT_EQ(count, 0) << kind << " " << fault;
    }
    EXPECT_EQ(moves, 30000u);
    std::size_t hulls = 0, queries = 0, all = 0, boxes = 0;
    for (const Json& row : json["boxes"]) {
        const std::string name = row["box"].get<std::string>();
        hulls += name.starts_with("player") ? 1u : 0u;
        queries += name.find(", query") != std::string::npos ? 1u : 0u;
        all += name.ends_with("all models") ? 1u : 0u;
        boxes += name.starts_with("box ") ? 1u : 0u;
    }
    EXPECT_EQ(hulls, 4u) << "baked and as a query, in the world and in all models";
    EXPECT_EQ(queries, 6u);
    EXPECT_EQ(boxes, 12u);
    EXPECT_EQ(all, 12u) << "every hull twice, and half of the boxes";
}

TEST_F(FuzzSlideTest, TextTellsWhatWasMovedAndFound) {
    makeRoom();
    const RunResult result = run({"fuzz-slide", "room.hull", "--moves", "5000", "--windows", "30", "--seed", "3"});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    EXPECT_EQ(result.err, "");
    for (const char* text : {"fuzz-slide  room.hull", "seed 3", "\nplayer, query", "\nwalk ", "\nends in solid",
                             "\nstalls ", "\n30 movers held one direction for two seconds", "\ntrembles ",
                             "\nsound       0 faults in 5000 moves and 30 windows\n"})
        EXPECT_NE(result.out.find(text), std::string::npos) << text << "\n" << result.out;
}

TEST_F(FuzzSlideTest, TheAnswerDoesNotDependOnThreads) {
    makeRoom();
    const auto with = [&](const std::string& threads, const std::string& seed) {
        return run({"fuzz-slide", "room.hull", "--moves", "9000", "--windows", "50", "--threads", threads, "--seed",
                    seed, "--json"})
            .out;
    };
    const std::string one = with("1", "7");
    EXPECT_EQ(one, with("3", "7"));
    EXPECT_NE(one, with("1", "8"));
}

TEST_F(FuzzSlideTest, BadInputGetsOneError) {
    makeRoom();
    EXPECT_EQ(run({"fuzz-slide"}).exitCode, 2);
    EXPECT_EQ(run({"fuzz-slide", "room.hull", "--moves", "0"}).exitCode, 2);
    EXPECT_EQ(run({"fuzz-slide", "room.hull", "--windows", "-1"}).exitCode, 2);
    EXPECT_EQ(run({"fuzz-slide", "room.hull", "--threads", "-1"}).exitCode, 2);
    EXPECT_EQ(run({"fuzz-slide", "room.map"}).exitCode, 1);
    const RunResult missing = run({"fuzz-slide", "none.hull"});
    EXPECT_EQ(missing.exitCode, 1);
    EXPECT_NE(missing.err.find("none.hull"), std::string::npos) << missing.err;
    EXPECT_EQ(lineCount(missing.err), 1u);
}

}  // namespace
}  // namespace hullbake::test
