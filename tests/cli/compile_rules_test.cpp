// Proves rules of `hullbake compile` that a map or a game sets: player starts, faces that disagree, text of other
// editors.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

std::string pointText(const std::string& classname, const std::string& origin) {
    return "{\n\"classname\" \"" + classname + "\"\n\"origin\" \"" + origin + "\"\n}\n";
}

/// Returns a room without its wall at +x, and a closed closet beside it with a light. `entities` follow the world.
std::string leakingMapWithCloset(const std::string& entities) {
    std::string text = "{\n\"classname\" \"worldspawn\"\n";
    const auto add = [&](const int(&mins)[3], const int(&maxs)[3]) { text += brushText(mins, maxs, "wall1"); };
    add({-144, -144, -144}, {144, 144, -128});
    add({-144, -144, 128}, {144, 144, 144});
    add({-144, -144, -128}, {-128, 144, 128});
    add({-128, -144, -128}, {144, -128, 128});
    add({-128, 128, -128}, {144, 144, 128});
    add({-400, -144, -144}, {-144, 144, -128});
    add({-400, -144, 128}, {-144, 144, 144});
    add({-400, -144, -128}, {-384, 144, 128});
    add({-384, -144, -128}, {-144, -128, 128});
    add({-384, 128, -128}, {-144, 144, 128});
    return text + "}\n" + pointText("light", "-264 0 0") + entities;
}

class CompileRules : public CliTest {
  protected:
    RunResult compile(const std::string& map, std::vector<std::string> more = {}) {
        write("m.map", map);
        more.insert(more.begin(), {"compile", "m.map", "--leak", "error"});
        return run(more);
    }
};

TEST_F(CompileRules, EveryPlayerStartThatReachesTheVoidIsALeak) {
    for (const char* start : {"info_player_start", "team_CTF_redplayer", "team_CTF_bluespawn", "team_human_spawn",
                              "mp_tdm_spawn", "player_spawn", "ctf_spawn_red", "info_spawnpoint_human"}) {
        const RunResult leak = compile(leakingMapWithCloset(pointText(start, "0 0 0")), {"--game", "quake3"});
        EXPECT_EQ(leak.exitCode, 1) << start;
        EXPECT_NE(leak.err.find(std::string("leak in hull player: ") + start), std::string::npos) << leak.err;
        EXPECT_FALSE(exists("m.hull")) << start;
        EXPECT_TRUE(exists("m.pts")) << start;
    }
    const RunResult stray = compile(leakingMapWithCloset(pointText("item_health", "0 0 0")));
    EXPECT_EQ(stray.exitCode, 0) << stray.err;
    EXPECT_NE(stray.err.find("item_health lies in the void"), std::string::npos) << stray.err;
}

TEST_F(CompileRules, OtherPlayerStartsAreNamed) {
    const std::string map = leakingMapWithCloset(pointText("Hero_Home_2", "0 0 0"));
    EXPECT_EQ(compile(map).exitCode, 0);
    EXPECT_EQ(Json::parse(run({"info", "m.hull", "--json"}).out).dump().find("playerStarts"), std::string::npos);
    EXPECT_EQ(compile(map, {"--start", "villain", "--start", "hero_*"}).exitCode, 1);
    EXPECT_EQ(compile(map, {"--start", "villain"}).exitCode, 0);
    for (const char* none : {"*", " ** "}) {
        const RunResult refused = compile(map, {"--start", none});
        EXPECT_EQ(refused.exitCode, 2) << none;
        EXPECT_NE(refused.err.find("names no class"), std::string::npos) << refused.err;
    }
}

TEST_F(CompileRules, AFloorWithHiddenTriggersHolds) {
    std::string map = roomMap();
    const std::size_t floor = map.find("floor1");
    const std::size_t second = map.find("floor1", floor + 1);
    ASSERT_NE(second, std::string::npos);
    map.replace(second, 6, "common/trigger");
    const RunResult result = compile(map, {"--game", "quake3"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err,
              "m.map:3:1: warning: the faces mean different contents: \"floor1\" counts (solid), "
              "\"common/trigger\" does not\n");
    EXPECT_EQ(run({"contents", "m.hull", "--hull", "point", "--at", "0,0,-136"}).out, "{\"contents\":\"solid\"}\n");
}

TEST_F(CompileRules, StrictRefusesWhatIsNotUsed) {
    std::string map = roomMap() + R"({ "classname" "misc_model" "model" "rock" "spawnflags" "2" })" + "\n";
    map.insert(map.find("( "), "\"layer\" \"1\"\n");
    const RunResult lax = compile(map);
    EXPECT_EQ(lax.exitCode, 0) << lax.err;
    EXPECT_NE(lax.out.find("\nnot used: 1 x key inside a brush, 1 x solid model\n"), std::string::npos) << lax.out;
    std::filesystem::remove(path("m.hull"));
    const RunResult strict = compile(map, {"--strict", "--json"});
    EXPECT_EQ(strict.exitCode, 1);
    EXPECT_FALSE(exists("m.hull"));
    EXPECT_NE(strict.err.find("m.map:4:1: error: key inside a brush is not used; with --strict no output is written\n"),
              std::string::npos)
        << strict.err;
    EXPECT_NE(strict.err.find(": error: solid model is not used; with"), std::string::npos) << strict.err;
    const Json report = Json::parse(strict.out);
    ASSERT_EQ(report.at("leftOut").size(), 2u);
    EXPECT_EQ(report.at("leftOut")[0].at("kind"), "key inside a brush");
    EXPECT_EQ(report.at("leftOut")[0].at("places")[0].at("line"), 4);
    EXPECT_EQ(report.at("output"), Json());
    EXPECT_EQ(compile(roomMap(), {"--strict"}).exitCode, 0);
    std::string flat = roomMap();
    flat.insert(flat.find("}\n}\n") + 2, brushText({0, 0, 0}, {8, 8, 0}, "x"));
    EXPECT_NE(compile(flat, {"--strict"}).err.find("error: brush that is no solid is not used"), std::string::npos);
}

TEST_F(CompileRules, KeysInCapitalsAreTheSameKeys) {
    ASSERT_EQ(compile(roomMap()).exitCode, 0);
    const Json before = Json::parse(run({"info", "m.hull", "--json"}).out);
    std::string map = roomMap();
    for (const auto& [key, capitals] : {std::pair{"\"classname\"", "\"ClassName\""}, {"\"origin\"", "\"ORIGIN\""}})
        for (std::size_t at = map.find(key); at != std::string::npos; at = map.find(key, at + 1))
            map.replace(at, std::string_view(key).size(), capitals);
    const RunResult result = compile(map);
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
    const Json after = Json::parse(run({"info", "m.hull", "--json"}).out);
    EXPECT_EQ(after.at("models"), before.at("models"));
    EXPECT_EQ(after.at("hulls"), before.at("hulls"));
}

TEST_F(CompileRules, TextOfOtherEditorsCompilesToTheSameHulls) {
    ASSERT_EQ(compile(roomMap()).exitCode, 0);
    const Json before = Json::parse(run({"info", "m.hull", "--json"}).out);
    std::string map = "; another editor\n" + roomMap();
    map.insert(map.find("\"classname\""), "\"message\" \"one\n; two\n\" ; three\n");
    map.replace(map.find("wall1 0 0 0 1 1"), 15, "wall1 0,5 nan 1e4000 1 -1.#IND");
    map.insert(map.find("( "), "\"layer\" \"1\"\n");
    const RunResult result = compile(map);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.err.find(": note: 3 texture numbers are not finite and not used, the first 'nan'\n"),
              std::string::npos)
        << result.err;
    EXPECT_NE(result.err.find(": note: 1 texture number has a decimal comma: '0,5'\n"), std::string::npos)
        << result.err;
    EXPECT_NE(result.err.find("m.map:8:1: note: 1 key inside a brush is not used: 'layer'\n"), std::string::npos)
        << result.err;
    const Json after = Json::parse(run({"info", "m.hull", "--json"}).out);
    EXPECT_EQ(after.at("hulls"), before.at("hulls"));
}

TEST_F(CompileRules, AWallOfWaterThatClipsIsBoth) {
    std::string map = roomMap();
    for (std::size_t at = map.find("*water1 0 0 0 1 1"); at != std::string::npos;
         at = map.find("*water1 0 0 0 1 1", at + 1))
        map.replace(at, 17, "pool 0 0 0 1 1 65568 0 0");
    const RunResult result = compile(map, {"--game", "quake2"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    for (const std::string hull : {"point", "player", "crouch"}) {
        const auto hit = [&](const char* mask) {
            const RunResult trace = run({"trace", "m.hull", "--hull", hull, "--mask", mask, "--from", "-64,-64,20",
                                         "--to", "-64,-64,-90", "--json"});
            return Json::parse(trace.out).at("hit").get<bool>();
        };
        EXPECT_TRUE(hit("water")) << hull;
        EXPECT_TRUE(hit("playerclip")) << hull;
        EXPECT_TRUE(hit("blocking")) << hull;
        EXPECT_FALSE(hit("lava,slime,monsterclip")) << hull;
    }
    EXPECT_EQ(run({"verify", "m.hull", "--map", "m.map", "--traces", "2000"}).exitCode, 0);
}

TEST_F(CompileRules, WhatIsLeftOutIsRemarked) {
    const std::string external = "{\n\"classname\" \"misc_external_map\"\n\"message\" \"\"\n\"origin\" \"8 0 0\"\n}\n";
    const std::string rock =
        "{\n\"classname\" \"misc_model\"\n\"model\" \"rock.obj\"\n\"spawnflags\" \"6\"\n\"origin\" \"8 0 0\"\n}\n";
    const RunResult result = compile(roomMap() + external + rock + rock);
    EXPECT_EQ(result.exitCode, 0);
    const std::string line = std::to_string(lineCount(roomMap()) + 1), next = std::to_string(lineCount(roomMap()) + 6);
    EXPECT_EQ(result.err, "m.map:" + line +
                              ":1: warning: misc_external_map is left out: it names no file\nm.map:" + next +
                              ":1: warning: misc_model \"rock.obj\" and 1 more are left out: its spawnflags make it "
                              "solid, and models are no brushes\n");
}

}  // namespace
}  // namespace hullbake::test
