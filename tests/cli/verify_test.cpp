// Proves hullbake verify: agreement, differences of an altered map, output, bad input.
#include <cmath>

#include "cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class VerifyTest : public CliTest {};

TEST_F(VerifyTest, AFreshHullAgrees) {
    makeRoom();
    const RunResult result =
        run({"verify", "room.hull", "--map", "room.map", "--traces", "3000", "--shapes", "400", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.out << result.err;
    const Json json = Json::parse(result.out);
    EXPECT_TRUE(json["agrees"]);
    EXPECT_EQ(json["total"]["differ"], 0);
    EXPECT_TRUE(json["differences"].empty());
    EXPECT_GE(json["brushes"]["compared"], 8);
    std::size_t worlds = 0, models = 0, filled = 0, queries = 0, boxes = 0;
    for (const Json& hull : json["hulls"]) {
        ++(hull["world"] ? worlds : models);
        filled += hull["filled"] ? 1u : 0u;
        queries += hull["mode"] == "query" ? 1u : 0u;
        boxes += hull["hull"].isNull() ? 1u : 0u;
        if (hull["world"]) {
            EXPECT_EQ(hull["traces"], hull["hull"].isNull() ? 750 : 3000) << hull["hull"];
            EXPECT_EQ(hull["points"], hull["traces"]) << hull["hull"];
        }
        EXPECT_GE(hull["hits"], 30) << hull["hull"];
    }
    EXPECT_EQ(worlds, 10u) << "three hulls in two modes and four boxes";
    EXPECT_EQ(models, 6u);
    EXPECT_EQ(queries, 10u);
    EXPECT_EQ(boxes, 4u);
    EXPECT_EQ(filled, 3u);
    for (const auto& [kind, tally] : json["total"]["kinds"].items())
        EXPECT_GE(tally["tested"], kind == "bevel" ? 0 : 30) << kind;
    EXPECT_EQ(json["shapeTotal"]["differ"], 0);
    ASSERT_EQ(json["shapes"].size(), 10u) << "five kinds of shapes, through the world and the door";
    for (const Json& shape : json["shapes"]) {
        if (!shape["world"]) continue;
        EXPECT_EQ(shape["casts"], 400) << shape["shape"];
        EXPECT_GE(shape["hits"], 40) << shape["shape"];
        EXPECT_GE(shape["faces"], 10) << shape["shape"];
    }
    const RunResult none = run({"verify", "room.hull", "--map", "room.map", "--traces", "9", "--shapes", "0"});
    EXPECT_NE(none.out.find(" and 0 casts of shapes\n"), std::string::npos) << none.out;
}

TEST_F(VerifyTest, AnUnfilledHullAgreesOutsideToo) {
    write("room.map", roomMap());
    ASSERT_EQ(run({"compile", "room.map", "--fill", "off"}).exitCode, 0);
    const RunResult result = run({"verify", "room.hull", "--map", "room.map", "--traces", "3000", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.out;
    const Json json = Json::parse(result.out);
    for (const Json& hull : json["hulls"]) EXPECT_FALSE(hull["filled"]);
    EXPECT_GE(json["total"]["startsolid"], 300);
}

// The room's far wall has a slit, a unit wide.
TEST_F(VerifyTest, TheFileSaysWhatTheFillClosed) {
    const std::string walls =
        brushText({-16, -16, -16}, {208, 96, 0}, "stone") + brushText({-16, -16, 80}, {208, 96, 96}, "stone") +
        brushText({-16, -16, 0}, {208, 0, 80}, "stone") + brushText({-16, 80, 0}, {208, 96, 80}, "stone") +
        brushText({-16, 0, 0}, {0, 80, 80}, "stone") + brushText({192, 0, 0}, {208, 40, 80}, "stone") +
        brushText({192, 41, 0}, {208, 80, 80}, "stone");
    write("m.map", "{\n\"classname\" \"worldspawn\"\n" + walls +
                       "}\n{\n\"classname\" \"info_player_start\"\n\"origin\" \"90 40 40\"\n}\n");
    const auto compiles = [&](const std::vector<std::string>& options) {
        std::vector<std::string> words{"compile", "m.map", "--leak", "error", "--cells", "0"};
        words.insert(words.end(), options.begin(), options.end());
        return run(words).exitCode;
    };
    const auto verifies = [&](const std::vector<std::string>& options) {
        std::vector<std::string> words{"verify", "m.hull", "--map", "m.map", "--traces", "4000", "--shapes", "0"};
        words.insert(words.end(), options.begin(), options.end());
        return run(words).exitCode;
    };
    const auto meta = [&] { return Json::parse(run({"info", "m.hull", "--json"}).out).at("settings"); };
    EXPECT_EQ(compiles({}), 1) << "leaks";
    EXPECT_EQ(compiles({"--passage", "0.9"}), 1) << "leaks";
    EXPECT_EQ(compiles({"--fill", "off", "--passage", "0.015625"}), 0);
    EXPECT_FALSE(meta().contains("passage")) << "the default";
    EXPECT_EQ(compiles({"--passage", "1.5"}), 0);
    EXPECT_EQ(meta().at("passage"), 1.5);
    EXPECT_EQ(compiles({"--fill", "off", "--passage", "-0"}), 0);
    EXPECT_FALSE(std::signbit(meta().at("passage").get<double>()));
    EXPECT_EQ(compiles({"--passage", "1.5"}), 0);
    EXPECT_EQ(verifies({}), 0) << "as the file says";
    EXPECT_EQ(verifies({"--passage", "1.1"}), 0);
    EXPECT_EQ(verifies({"--passage", "0.9"}), 1);
    for (const char* wrong : {"-1", "4.01", "nan", "inf", "x"}) {
        EXPECT_EQ(compiles({"--passage", wrong}), 2) << wrong;
        EXPECT_EQ(verifies({"--passage", wrong}), 2) << wrong;
    }
    const RunResult refused = run({"compile", "m.map", "--passage", "5"});
    EXPECT_EQ(refused.err.rfind("hullbake: --passage: 5 is not within 0 and 4\n", 0), 0u) << refused.err;
}

// What lies beyond the limit is not asked: it has no answer.
TEST_F(VerifyTest, BrushesAtTheLimitOfCoordinatesAgree) {
    write("far.wkt", "POLYGON((262000 0,262144 0,262144 64,262000 64,262000 0))");
    ASSERT_EQ(run({"compile", "far.wkt"}).exitCode, 0);
    const RunResult result =
        run({"verify", "far.hull", "--map", "far.wkt", "--traces", "1000", "--shapes", "400", "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.out.substr(0, 2000);
    const Json json = Json::parse(result.out);
    EXPECT_GE(json["total"]["traces"], 2000);
    EXPECT_GE(json["total"]["points"], 2000);
    EXPECT_GE(json["total"]["hits"], 200);
    EXPECT_GE(json["shapeTotal"]["casts"], 800);
}

TEST_F(VerifyTest, AMovedBrushIsNamed) {
    makeRoom();
    // Move the door one unit along y.
    std::string map = read("room.map");
    const std::string before = brushText({64, -32, -128}, {80, 32, 0}, "door1");
    const std::string after = brushText({64, -31, -128}, {80, 33, 0}, "door1");
    const std::size_t at = map.find(before);
    ASSERT_NE(at, std::string::npos);
    map.replace(at, before.size(), after);
    write("moved.map", map);
    const RunResult result = run({"verify", "room.hull", "--map", "moved.map", "--traces", "3000"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.out.find("differs: brush 0 of entity"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("nearest brush 0 of entity"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("DIFFERS"), std::string::npos);
    EXPECT_NE(result.out.find("differs: ball of radius "), std::string::npos) << result.out;
    const Json json = Json::parse(run({"verify", "room.hull", "--map", "moved.map", "--traces", "3000", "--json"}).out);
    EXPECT_FALSE(json["agrees"]);
    EXPECT_GE(json["shapeTotal"]["differ"], 3);
    std::size_t ofShapes = 0;
    for (const Json& difference : json["differences"]) {
        if (difference["kind"] != "shape") continue;
        ++ofShapes;
        EXPECT_NE(difference["model"], 0) << "only the door moved";
    }
    EXPECT_GE(ofShapes, 3u);
    EXPECT_EQ(json["brushes"]["differ"], 1);
    EXPECT_EQ(json["differences"][0]["kind"], "brush");
}

TEST_F(VerifyTest, TheAnswerDoesNotDependOnThreads) {
    makeRoom();
    const auto with = [&](const std::string& threads, const std::string& seed) {
        return run({"verify", "room.hull", "--map", "room.map", "--traces", "12000", "--threads", threads, "--seed",
                    seed, "--shapes", "510", "--json"})
            .out;
    };
    const std::string one = with("1", "7");
    EXPECT_EQ(one, with("3", "7"));
    EXPECT_NE(one, with("1", "8"));
}

TEST_F(VerifyTest, BadInputGetsOneError) {
    makeRoom();
    EXPECT_EQ(run({"verify", "room.hull"}).exitCode, 2);
    EXPECT_EQ(run({"verify", "room.hull", "--map", "room.map", "--traces", "0"}).exitCode, 2);
    const RunResult missing = run({"verify", "room.hull", "--map", "none.map"});
    EXPECT_EQ(missing.exitCode, 1);
    EXPECT_NE(missing.err.find("none.map"), std::string::npos) << missing.err;
    write("broken.map", "{\n\"classname\" \"worldspawn\"\n{ ( 0 0");
    const RunResult broken = run({"verify", "room.hull", "--map", "broken.map"});
    EXPECT_EQ(broken.exitCode, 1);
    EXPECT_NE(broken.err.find("broken.map:3:"), std::string::npos) << broken.err;
    EXPECT_EQ(run({"verify", "room.map", "--map", "room.map"}).exitCode, 1);
    write("empty.map", "{\n\"classname\" \"worldspawn\"\n}\n");
    EXPECT_EQ(run({"verify", "room.hull", "--map", "empty.map", "--traces", "100"}).exitCode, 1);
}

}  // namespace
}  // namespace hullbake::test
