// Proves `hullbake rules`, --rules, --shaders and what --game means for contents.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/cli/cli_support.hpp"

namespace hullbake::test {
namespace {

class RulesCommand : public CliTest {
  protected:
    /// Compiles a room with a block of 64 units around the origin of that texture, in the world or as an entity with
    /// those keys. Verifies it, and returns its contents in a hull.
    std::string contents(const std::string& texture, const std::vector<std::string>& options,
                         const std::string& entity = "", const std::string& hull = "player") {
        std::string map = roomMap();
        const std::string block = brushText({-32, -32, -32}, {32, 32, 32}, texture);
        if (entity.empty())
            map.insert(map.find("}\n}\n") + 2, block);
        else
            map += "{\n" + entity + "\n" + block + "}\n";
        write("m.map", map);
        std::vector<std::string> words = {"compile", "m.map", "--fill", "off"};
        words.insert(words.end(), options.begin(), options.end());
        const RunResult compiled = run(words);
        EXPECT_EQ(compiled.exitCode, 0) << compiled.err;
        std::vector<std::string> check = {"verify", "m.hull", "--map", "m.map", "--traces", "200"};
        // A game is recorded in the file, rules of one's own must be given again.
        if (options.size() != 2 || options[0] != "--game") check.insert(check.end(), options.begin(), options.end());
        const RunResult verified = run(check);
        EXPECT_EQ(verified.exitCode, 0) << texture << verified.out << verified.err;
        const bool model = entity.find("func_detail") == std::string::npos && !entity.empty();
        const RunResult answer =
            run({"contents", "m.hull", "--hull", hull, "--at", "0,0,0", "--model", model ? "2" : "0"});
        const Json json = Json::parse(answer.out);
        return json.at("contents").get<std::string>();
    }

    /// The same for the error of wrong rules.
    std::string error(const std::string& json) {
        write("r.json", json);
        const RunResult result = run({"rules", "--rules", "r.json"});
        EXPECT_EQ(result.exitCode, 1) << json;
        EXPECT_EQ(result.out, "");
        return result.err;
    }
};

TEST_F(RulesCommand, PrintsWhatItReads) {
    for (const char* game : {"any", "quake", "halflife", "hexen2", "quake2", "quake3", "doom3", "source"}) {
        const RunResult printed = run({"rules", "--game", game});
        ASSERT_EQ(printed.exitCode, 0) << printed.err;
        EXPECT_EQ(Json::parse(printed.out).at("game"), game);
        write("own.json", printed.out);
        EXPECT_EQ(run({"rules", "--rules", "own.json"}).out, printed.out) << game;
        EXPECT_EQ(run({"rules", "--rules", "own.json", "--game", "quake2"}).out, printed.out) << "alone";
    }
    EXPECT_EQ(run({"rules"}).out, run({"rules", "--game", "any"}).out);
    EXPECT_EQ(run({"rules", "--game", "doom"}).exitCode, 2);
}

TEST_F(RulesCommand, GamesDiffer) {
    struct Case {
        const char *texture, *game, *contents;
    };
    const Case cases[] = {
        {"contentwater", "halflife", "water"},
        {"contentwater", "quake", "solid"},
        {"@glass", "halflife", "illusionary"},
        {"@glass", "quake", "solid"},
        {"*pool", "quake", "water"},
        {"*pool", "quake2", "solid"},
        {"liquids/pool", "quake3", "water"},
        {"liquids/pool", "quake", "solid"},
        {"skies/dusk", "quake3", "sky"},
        {"common/nodraw", "doom3", "illusionary"},
        {"common/nodraw", "quake3", "solid"},
        {"editor/visportal", "doom3", "areaportal"},
        {"TOOLS/TOOLSNPCCLIP", "source", "monsterclip"},
        {"tools/toolsinvisibleladder", "source", "solid"},
        {"!cur_90a", "halflife", "water"},
        {"sfx/fog_a", "quake3", "fog"},
    };
    for (const Case& one : cases)
        EXPECT_EQ(contents(one.texture, {"--game", one.game}), one.contents) << one.texture << ' ' << one.game;
}

TEST_F(RulesCommand, OneHullAlone) {
    const std::vector<std::string> halflife = {"--game", "halflife"};
    for (const char* hull : {"point", "player", "large", "crouch"}) {
        EXPECT_EQ(contents("cliphull1", halflife, "", hull), hull == std::string("player") ? "clip" : "empty") << hull;
        EXPECT_EQ(contents("CLIPHULL2", halflife, "", hull), hull == std::string("large") ? "clip" : "empty") << hull;
        EXPECT_EQ(contents("noclip", halflife, "", hull), hull == std::string("point") ? "solid" : "empty") << hull;
    }
    EXPECT_EQ(contents("cliphull3", halflife, "\"classname\" \"func_wall\"", "crouch"), "clip");
    EXPECT_EQ(contents("cliphull3", halflife, "\"classname\" \"func_wall\"", "player"), "empty");
    EXPECT_EQ(contents("wall", halflife, "\"classname\" \"func_wall\"\n\"zhlt_noclip\" \"1\"", "player"), "empty");
    EXPECT_EQ(contents("wall", halflife, "\"classname\" \"func_wall\"", "player"), "solid");
}

TEST_F(RulesCommand, KeysOfEntities) {
    const auto model = [&](const std::string& keys, const std::string& game) {
        return contents("wall", {"--game", game}, keys);
    };
    EXPECT_EQ(model("\"classname\" \"func_wall\"\n\"_omitbrushes\" \"1\"", "quake"), "empty");
    EXPECT_EQ(model("\"classname\" \"func_wall\"\n\"_illusionary\" \"1\"", "quake"), "illusionary");
    EXPECT_EQ(model("\"classname\" \"func_wall\"\n\"_illusionary\" \"0\"", "quake"), "solid");
    EXPECT_EQ(model("\"classname\" \"func_illusionary\"\n\"skin\" \"-16\"", "halflife"), "ladder");
    EXPECT_EQ(model("\"classname\" \"func_ladder\"", "halflife"), "ladder");
    EXPECT_EQ(model("\"classname\" \"func_ladder\"", "quake"), "solid");
}

TEST_F(RulesCommand, OwnRulesGoFirst) {
    write("r.json", R"({"textures": [{"name": "jelly*", "is": "user8"}, {"name": "*/goo", "is": "slime"},
        {"name": "only", "is": "clip", "hulls": ["large"]}, {"name": "clip", "is": "solid"}],
        "contents_flags": [{"bits": 256, "is": "water"}, {"bits": "0x200", "joins": "user2"}],
        "classes": [{"name": "func_detail_soft", "model": false, "is": "user1"}],
        "keys": [{"key": "soft", "value": "very", "is": "fog"}]})");
    const std::vector<std::string> own = {"--rules", "r.json", "--game", "quake"};
    EXPECT_EQ(contents("jelly_red", own), "user8");
    EXPECT_EQ(contents("a/goo", own), "slime");
    EXPECT_EQ(contents("goo", own), "solid");
    EXPECT_EQ(contents("clip", own), "solid");
    EXPECT_EQ(contents("*pool", own), "water") << "the game's rules follow";
    EXPECT_EQ(contents("only", own, "\"classname\" \"func_wall\"", "player"), "empty");
    EXPECT_EQ(contents("only", own, "\"classname\" \"func_wall\"", "large"), "clip");
    EXPECT_EQ(contents("wall", own, "\"classname\" \"func_detail_soft\""), "user1");
    EXPECT_EQ(contents("wall", own, "\"classname\" \"func_wall\"\n\"soft\" \"very\""), "fog");
    EXPECT_EQ(contents("wall", own, "\"classname\" \"func_wall\"\n\"soft\" \"hardly\""), "solid");
}

TEST_F(RulesCommand, ShaderScripts) {
    std::filesystem::create_directory(path("scripts"));
    write("scripts/x.shader",
          "textures/liquids/pool\n{\n surfaceparm lava\n}\ntextures/base/glass { surfaceparm "
          "nonsolid\n}\n");
    std::filesystem::create_directory(path("good"));
    write("good/x.shader", "*pool { surfaceparm lava }");
    write("r.json", R"({"textures": [{"name": "base/glass", "is": "fog"}]})");
    EXPECT_EQ(contents("liquids/pool", {"--game", "quake3", "--shaders", "scripts"}), "lava");
    EXPECT_EQ(contents("base/glass", {"--game", "quake3", "--shaders", "."}), "illusionary");
    EXPECT_EQ(contents("base/glass", {"--game", "quake3"}), "solid");
    EXPECT_EQ(contents("base/glass", {"--shaders", "scripts", "--rules", "r.json"}), "fog");
    write("scripts/y.shader", "a\n{\n");
    const RunResult result = run({"compile", "m.map", "-o", "n.hull", "--shaders", "scripts"});
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_EQ(result.err, "hullbake: scripts/y.shader:2:1: this '{' is not closed\n");
    EXPECT_FALSE(exists("n.hull"));
    EXPECT_EQ(run({"rules", "--shaders", "none"}).err, "hullbake: none: is no folder\n");
    EXPECT_EQ(run({"rules", "--shaders", "scripts/x.shader"}).err, "hullbake: scripts/x.shader: is no folder\n");
    std::filesystem::create_directory(path("empty"));
    EXPECT_EQ(run({"rules", "--shaders", "empty"}).err,
              "hullbake: empty: has no .shader file, and no folder scripts with one\n");
    EXPECT_EQ(contents("*pool", {"--game", "quake", "--shaders", "good"}), "lava");
}

TEST_F(RulesCommand, VerifyAsksForTheRulesOfTheFile) {
    write("r.json", R"({"textures": [{"name": "wall", "is": "water"}]})");
    write("m.map", roomMap());
    ASSERT_EQ(run({"compile", "m.map", "--rules", "r.json", "--game", "quake2"}).exitCode, 0);
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{}, {"--game", "quake2"}, {"--game", "any"}}) {
        std::vector<std::string> words = {"verify", "m.hull", "--map", "m.map", "--traces", "100"};
        words.insert(words.end(), options.begin(), options.end());
        const RunResult result = run(words);
        EXPECT_EQ(result.exitCode, 1);
        EXPECT_EQ(result.err,
                  "hullbake: m.hull: was compiled with other rules (game quake2); give the same --game, "
                  "--rules and --shaders as then\n");
    }
    EXPECT_EQ(run({"verify", "m.hull", "--map", "m.map", "--traces", "100", "--rules", "r.json", "--game", "quake2"})
                  .exitCode,
              0);
}

TEST_F(RulesCommand, CurvedPatchesAreSolid) {
    std::string map = roomMap();
    map.insert(map.find("}\n}\n") + 2,
               "{\npatchDef2\n{\ncommon/playerclip\n( 3 3 0 0 0 )\n(\n"
               "( ( -64 64 0 0 0 ) ( 0 64 64 0 0 ) ( 64 64 0 0 0 ) )\n"
               "( ( -64 0 0 0 0 ) ( 0 0 64 0 0 ) ( 64 0 0 0 0 ) )\n"
               "( ( -64 -64 0 0 0 ) ( 0 -64 64 0 0 ) ( 64 -64 0 0 0 ) )\n)\n}\n}\n");
    write("m.map", map);
    const RunResult compiled = run({"compile", "m.map", "--strict", "--fill", "off"});
    EXPECT_EQ(compiled.exitCode, 0) << compiled.err;
    EXPECT_NE(compiled.out.find("\npatches: 1 as "), std::string::npos) << compiled.out;
    const auto trace = [&] {
        return Json::parse(
            run({"trace", "m.hull", "--hull", "point", "--from", "0,0,100", "--to", "0,0,4", "--json"}).out);
    };
    // The middle of the surface is half as high as its control. The mesh lies up to half a unit above or below it.
    const Json hit = trace();
    EXPECT_EQ(hit.at("contents"), "playerclip");
    EXPECT_EQ(hit.at("texture"), "common/playerclip");
    EXPECT_NEAR(hit.at("endpos")[2].get<double>(), 32, 0.55);
    EXPECT_EQ(run({"verify", "m.hull", "--map", "m.map", "--traces", "300"}).exitCode, 0);
    EXPECT_EQ(run({"verify", "m.hull", "--map", "m.map", "--traces", "300", "--curve-error", "8"}).exitCode, 1);
    EXPECT_EQ(run({"compile", "m.map", "--strict", "--fill", "off", "--curve-error", "0"}).exitCode, 1);
    EXPECT_EQ(run({"compile", "m.map", "--fill", "off", "--curve-error", "0"}).exitCode, 0);
    EXPECT_EQ(trace().at("hit"), Json(false));
    EXPECT_EQ(run({"verify", "m.hull", "--map", "m.map", "--traces", "300"}).exitCode, 0) << "the file says so";
    for (const char* wrong : {"-1", "0.01", "5000", "nan", "x"})
        EXPECT_EQ(run({"compile", "m.map", "--curve-error", wrong}).exitCode, 2) << wrong;
}

TEST_F(RulesCommand, WrongFilesSayWhere) {
    EXPECT_NE(error("{\"textures\":[\n{\"name\":\"x\",]}").find("r.json:2:13: this is no JSON"), std::string::npos);
    EXPECT_NE(error("").find("r.json:1:1: this is no JSON"), std::string::npos);
    EXPECT_NE(error("[]").find("r.json: expected an object"), std::string::npos);
    EXPECT_NE(error(R"({"texture":[]})").find("unknown key \"texture\""), std::string::npos);
    EXPECT_NE(error(R"({"textures":[{"name":"x","is":"jelly"}]})").find("textures[0].is: 'jelly' is no meaning"),
              std::string::npos);
    EXPECT_NE(error(R"({"textures":[{"is":"solid"}]})").find("textures[0]: \"name\" is missing"), std::string::npos);
    EXPECT_NE(error(R"({"textures":[{"name":3,"is":"solid"}]})").find("textures[0].name: expected a text"),
              std::string::npos);
    EXPECT_NE(error(R"({"textures":[{"name":"x","is":"solid","in":"hell"}]})").find("unknown word 'hell'"),
              std::string::npos);
    EXPECT_NE(error(R"({"textures":{}})").find("textures: expected a list"), std::string::npos);
    EXPECT_NE(error(R"({"textures":[{"name":"x","is":"clip","hulls":[]}]})").find("expected the name of a hull"),
              std::string::npos);
    EXPECT_NE(error(R"({"contents_flags":[{"bits":"0x1ffffffff","is":"solid"}]})").find("is no number of 32 bits"),
              std::string::npos);
    EXPECT_NE(error(R"({"contents_flags":[{"bits":-1,"is":"solid"}]})").find("contents_flags[0].bits"),
              std::string::npos);
    EXPECT_NE(error(R"({"contents_flags":[{"bits":1}]})").find("expected \"is\", \"adds\" or \"joins\""),
              std::string::npos);
    EXPECT_NE(error(R"({"classes":[{"name":"x","model":1}]})").find("classes[0].model: expected true or false"),
              std::string::npos);
    EXPECT_NE(error(std::string(1000000, '[')).find("nested too deep"), std::string::npos);
    EXPECT_NE(run({"rules", "--rules", "none.json"}).err.find("none.json: no such file"), std::string::npos);
}

}  // namespace
}  // namespace hullbake::test
