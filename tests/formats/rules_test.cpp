// Proves the tables of the games' rules, the text of meanings, and the reader of shader scripts.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "formats/rules.hpp"
#include "formats/shader_scripts.hpp"
#include "support/random.hpp"
#include "support/temporary_folder.hpp"

namespace hullbake::test {
namespace {

TEST(Rules, EveryGameHasItsOwn) {
    std::set<std::string> texts;
    for (const std::string_view name : gameRuleNames()) {
        const GameRules rules = gameRules(name);
        EXPECT_EQ(rules.game, name);
        EXPECT_GE(rules.textures.size(), 13u) << name;
        EXPECT_GE(rules.classes.size(), 7u) << name;
        texts.insert(rulesText(rules).substr(name.size()));
    }
    EXPECT_EQ(texts.size(), 7u) << "only quake and hexen2 have the same";
    EXPECT_EQ(gameRules("doom"), GameRules{});
    EXPECT_EQ(gameRuleNames().front(), "any");
}

// A row whose text cannot be read would mean solid: none does.
TEST(Rules, NoRowMeansSolidByMistake) {
    std::size_t rows = 0;
    for (const std::string_view name : gameRuleNames()) {
        const GameRules rules = gameRules(name);
        for (const TextureRule& rule : rules.textures) {
            ++rows;
            EXPECT_NE(rule.meaning, FaceMeaning{}) << name << ' ' << rule.name;
            EXPECT_EQ(parseMeaning(meaningText(rule.meaning)), rule.meaning) << name << ' ' << rule.name;
        }
        for (const FlagRule& rule : rules.contentsFlags)
            EXPECT_EQ(rule.meaning == FaceMeaning{}, rule.bits <= 2) << name << ' ' << rule.bits;
        for (const FlagRule& rule : rules.surfaceFlags) EXPECT_NE(rule.meaning, FaceMeaning{}) << name;
        for (const ClassRule& rule : rules.classes) EXPECT_NE(rule.contents, Contents::Solid) << name << rule.name;
        for (const KeyRule& rule : rules.keys) {
            EXPECT_NE(rule.contents, Contents::Solid) << name << ' ' << rule.key;
            EXPECT_TRUE(rule.contents || !rule.hulls.empty()) << name << ' ' << rule.key;
        }
        for (const SurfaceParm& rule : rules.surfaceParms)
            EXPECT_TRUE(any(rule.adds) || !rule.solid || rule.kind != SurfaceParm::Kind::Contents) << rule.name;
    }
    EXPECT_GE(rows, 250u);
}

TEST(Rules, MeaningsAreReadAsWritten) {
    const std::pair<const char*, FaceMeaning> meanings[] = {
        {"solid", {}},
        {"neutral", {FaceSays::Neutral, Contents::Empty}},
        {"ungrown neutral", {FaceSays::Neutral, Contents::Empty, true, false}},
        {"nothing", {FaceSays::Mark, Contents::Empty}},
        {"origin", {FaceSays::Origin, Contents::Empty}},
        {"mark fog", {FaceSays::Mark, Contents::Fog}},
        {"mark unseen trigger,user8", {FaceSays::Mark, Contents::Trigger | Contents::User8, false}},
        {"unseen ungrown clip", {FaceSays::Volume, Contents::Clip, false, false}},
        {"lava,water", {FaceSays::Volume, Contents::Lava | Contents::Water}},
        {"whole ungrown clip", {FaceSays::Volume, Contents::Clip, true, false, true}},
    };
    for (const auto& [text, meaning] : meanings) {
        EXPECT_EQ(parseMeaning(text), meaning) << text;
        EXPECT_EQ(meaningText(meaning), text);
    }
    for (const char* wrong :
         {"", " ", "jelly", "mark", "mark neutral", "mark nothing", "mark origin", "unseen", "Solid", "solid water",
          "solid,", "ungrown unseen clip", "mark  fog", "whole", "whole neutral", "whole nothing", "mark whole fog"})
        EXPECT_FALSE(parseMeaning(wrong)) << wrong;
}

std::vector<Shader> shadersOf(const std::string& text) {
    auto parsed = parseShaders(text, "a.shader");
    if (const auto* fault = std::get_if<Diagnostic>(&parsed)) {
        ADD_FAILURE() << fault->text();
        return {};
    }
    return std::get<std::vector<Shader>>(parsed);
}

std::string faultOf(const std::string& text) {
    const auto parsed = parseShaders(text, "a.shader");
    const auto* fault = std::get_if<Diagnostic>(&parsed);
    return fault != nullptr ? fault->text() : "none";
}

TEST(ShaderScripts, NamesAndParameters) {
    const std::vector<Shader> shaders = shadersOf(
        "// a comment { with a brace\n"
        "textures/liquids/pool\n{\n\tqer_editorimage textures/liquids/pool.tga\n\tsurfaceparm nonsolid\n"
        "  SurfaceParm\tWATER // surfaceparm lava\n  /* surfaceparm slime */\n"
        "\t{\n\t\tmap $whiteimage\n\t\tsurfaceparm lava\n\t}\n}\n"
        "textures/base/wall { surfaceparm nodraw }\r\n"
        "textures/base/empty{}");
    ASSERT_EQ(shaders.size(), 3u);
    EXPECT_EQ(shaders[0].name, "textures/liquids/pool");
    EXPECT_EQ(shaders[0].parms, (std::vector<std::string>{"nonsolid", "water"}));
    EXPECT_EQ(shaders[1].parms, (std::vector<std::string>{"nodraw"}));
    EXPECT_EQ(shaders[2].name, "textures/base/empty");
    EXPECT_TRUE(shaders[2].parms.empty());
    EXPECT_TRUE(shadersOf("").empty());
    EXPECT_TRUE(shadersOf("/* open").empty());
    EXPECT_EQ(shadersOf("\xef\xbb\xbfsome { }").at(0).name, "some") << "a byte order mark";
    EXPECT_EQ(shadersOf("\"a b{\" nopicmip\n{ surfaceparm \"water\" ; lava\n # }\n}\n").at(0).name, "a b{");
    const Shader heir = shadersOf("a\n{\nsurfaceparm lava\nq3map_BaseShader b\nsurfaceparm water\n}").at(0);
    EXPECT_EQ(heir.base, "b");
    EXPECT_EQ(heir.parms, (std::vector<std::string>{"water"})) << "the base replaces what stands before it";
}

TEST(ShaderScripts, BasesAreFollowed) {
    const TemporaryFolder folder;
    const std::filesystem::path root = folder.path();
    std::ofstream(root / "a.shader") << "textures/a { q3map_baseShader textures\\B\nsurfaceparm trans\n}\n"
                                     << "b { q3map_baseShader C }\nc { surfaceparm slime }\n"
                                     << "d { q3map_baseShader e\nsurfaceparm fog }\ne { q3map_baseShader d }\n"
                                     << "f { q3map_baseShader none\nsurfaceparm lava }";
    const auto read = readShaderRules(root.string(), gameRules("quake3"));
    ASSERT_TRUE(std::holds_alternative<std::vector<TextureRule>>(read));
    std::string meanings;
    for (const TextureRule& rule : std::get<std::vector<TextureRule>>(read))
        meanings += rule.name + ' ' + meaningText(rule.meaning) + '\n';
    EXPECT_EQ(meanings, "/a slime\n/b slime\n/c slime\n/d mark fog\n/e mark fog\n/f lava\n");
}

TEST(ShaderScripts, FaultsHaveTheirPlace) {
    EXPECT_EQ(faultOf("a\n{\n  b {\n"), "a.shader:2:1: this '{' is not closed");
    std::string many;
    for (int i = 0; i <= 100000; ++i) many += std::to_string(i) + "{}\n";
    EXPECT_EQ(faultOf(many), "a.shader:100001:1: there are more than 100000 shaders");
    EXPECT_EQ(faultOf("a { }\n  }"), "a.shader:2:3: '}' closes nothing");
    EXPECT_EQ(faultOf("a\n b\n{ }"), "a.shader:2:2: expected '{' of the shader 'a', found 'b'");
    EXPECT_EQ(faultOf("a { }\n b"), "a.shader:2:2: the shader 'b' has no '{'");
    EXPECT_EQ(faultOf("a { }\n{ }"), "a.shader:2:1: expected the name of a shader, found '{'");
    EXPECT_EQ(faultOf("x" + std::string(3000000, '{')), "a.shader:1:2: this '{' is not closed");
}

TEST(ShaderScripts, ParametersMeanContents) {
    const GameRules rules = gameRules("quake3");
    const std::pair<std::vector<std::string>, const char*> meanings[] = {
        {{}, "solid"},
        {{"nomarks", "nolightmap"}, "solid"},
        {{"nodraw"}, "neutral"},
        {{"nodraw", "playerclip"}, "unseen playerclip"},
        {{"nonsolid", "trans"}, "mark illusionary"},
        {{"water", "nonsolid"}, "water"},
        {{"lava"}, "lava"},
        {{"slime", "trans"}, "slime"},
        {{"fog", "nonsolid"}, "mark fog"},
        {{"sky", "noimpact"}, "sky"},
        {{"ladder"}, "solid,ladder"},
        {{"ladder", "playerclip", "nodraw"}, "unseen playerclip,ladder"},
        {{"ladder", "nonsolid"}, "mark ladder"},
        {{"hint", "nodraw"}, "nothing"},
        {{"origin", "nodraw"}, "origin"},
        {{"areaportal", "nodraw"}, "mark areaportal"},
        {{"botclip", "nodraw"}, "mark botclip"},
        {{"structural", "detail"}, "solid"},
        {{"slag"}, "slime"},
        {{"clipmissile", "nodraw", "playerclip"}, "unseen playerclip,user6"},
        {{"shotclip"}, "mark user6"},
        {{"donotenterlarge"}, "mark user2"},
        {{"ai_nosight"}, "mark user7"},
        {{"terrain"}, "mark illusionary"},
    };
    for (const auto& [parms, meaning] : meanings)
        EXPECT_EQ(meaningText(shaderMeaning({"x", parms}, rules)), meaning) << testing::PrintToString(parms);
}

void writeText(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

TEST(ShaderScripts, AFolderIsReadInTheOrderOfNames) {
    const TemporaryFolder folder;
    const std::filesystem::path root = folder.path();
    const auto rulesOf = [&] { return readShaderRules(root.string(), gameRules("quake3")); };
    ASSERT_TRUE(std::holds_alternative<Diagnostic>(rulesOf())) << "no script";
    std::filesystem::create_directory(root / "scripts");
    writeText(root / "scripts/b.shader", "textures/A/x { surfaceparm lava }\ntextures/a/[y] { surfaceparm sky }");
    writeText(root / "scripts/a.shader", "textures/a/X { surfaceparm water }");
    writeText(root / "scripts/c.txt", "}");
    const auto read = rulesOf();
    ASSERT_TRUE(std::holds_alternative<std::vector<TextureRule>>(read));
    const auto& rules = std::get<std::vector<TextureRule>>(read);
    ASSERT_EQ(rules.size(), 2u);
    EXPECT_EQ(rules[0].name, "/a/X") << "as written";
    EXPECT_EQ(meaningText(rules[0].meaning), "water") << "the first of two counts";
    EXPECT_EQ(rules[1].name, "/a/[[]y]");
    writeText(root / "scripts/shaderlist.txt", "// a list\nnone\nB\n");
    const auto listed = rulesOf();
    ASSERT_TRUE(std::holds_alternative<std::vector<TextureRule>>(listed));
    EXPECT_EQ(meaningText(std::get<std::vector<TextureRule>>(listed).at(0).meaning), "lava") << "the list goes first";
    writeText(root / "scripts/d.SHADER", "}");
    const auto broken = rulesOf();
    ASSERT_TRUE(std::holds_alternative<Diagnostic>(broken));
    EXPECT_NE(std::get<Diagnostic>(broken).text().find("d.SHADER:1:1: '}' closes nothing"), std::string::npos);
}

TEST(ShaderScripts, RandomTextNeverFails) {
    constexpr std::uint64_t kSeed = 20261126;
    Random random(kSeed);
    const std::vector<std::string> words = {"{", "}", "\n", " ", "surfaceparm", "water", "a/b", "//", "/*", "*/", "\t"};
    std::size_t read = 0, refused = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (std::size_t n = random.index(20); n-- > 0;) text += words[random.index(words.size())];
        const auto parsed = parseShaders(text, "r");
        ++(std::holds_alternative<Diagnostic>(parsed) ? refused : read);
    }
    EXPECT_GE(read, 2000u) << "seed " << kSeed;
    EXPECT_GE(refused, 2000u) << "seed " << kSeed;
}

}  // namespace
}  // namespace hullbake::test
