// Proves that every syntax error reports its position and message, and that hostile input is safe.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "formats/map_reader_support.hpp"

namespace hullbake {
namespace {

using test::kMixed, test::parsed, test::refused;

TEST(MapReaderErrors, BadNumbersAreNamed) {
    for (const std::string word :
         {"nan", "inf", "-inf", "-nan(ind)", "1.#INF", "1,5,5", "1,5.5", ",",     "0x10", "1e",   "--1",
          "+-1", "-+1", "++1",  "+",         "-",      ".",     "1.2.3", "12abc", "e5",   "1e5.5"}) {
        const std::string shown = word == "-nan(ind)" ? "-nan" : word;
        EXPECT_EQ(refused("{{( " + word + " 0 0 )"), "1:5: expected a number (a coordinate), found '" + shown + "'");
    }
    EXPECT_EQ(refused("{{( 0 -15,5 0 )"),
              "1:7: expected a number (a coordinate), found '-15,5': a decimal comma; write '-15.5'");
    const std::string big(500, '9');
    EXPECT_EQ(refused("{{( 1e309 0 0 )"), "1:5: the number '1e309' is too large");
    EXPECT_EQ(refused("{{( -1e99999999999999999999 0 0 )"), "1:5: the number '-1e99999999999999999999' is too large");
    EXPECT_EQ(refused("{{( 0.5e309 0 0 )"), "1:5: the number '0.5e309' is too large");
    EXPECT_EQ(refused("{{( +" + big + " 0 0 )"), "1:5: the number '+" + big.substr(0, 39) + "...' is too large");
    EXPECT_EQ(refused("{{( " + big + "e-10 0 0 )"), "1:5: the number '" + big.substr(0, 40) + "...' is too large");
}

TEST(MapReaderErrors, WhatIsNoMapGivesOneClearError) {
    using namespace std::string_literals;
    EXPECT_EQ(refused(""), "1:1: not a map: the file is empty");
    EXPECT_EQ(refused(" \r\n\t"), "1:1: not a map: the file is empty");
    const std::string ofEditor = "1:1: not a map: this is a file of the editor; export it as .map";
    EXPECT_EQ(refused("JHMF\x7a\0\0\0"s), ofEditor) << "J.A.C.K.";
    EXPECT_EQ(refused("\xcd\xcc\x0c@RMF\x05"s), ofEditor) << "Worldcraft, Hammer 3";
    EXPECT_EQ(refused("\xef\xbb\xbf"), "1:1: not a map: expected '{' (an entity), found end of file");
    EXPECT_EQ(refused("// only a comment\n  "), "2:3: not a map: expected '{' (an entity), found end of file");
    EXPECT_EQ(refused("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s),
              R"(1:1: not a map: expected '{' (an entity), found '\x89PNG')");
    EXPECT_EQ(refused("\x1d\0\0\0|\0\0\0"s), "1:2: not a map: expected '{' (an entity), found a NUL byte");
    EXPECT_EQ(refused("IBSP.\0\0\0"s), "1:1: not a map: expected '{' (an entity), found 'IBSP.'");
    EXPECT_EQ(refused("}"), "1:1: not a map: expected '{' (an entity), found '}'");
    EXPECT_EQ(refused(std::string(1000, 'x')),
              "1:1: not a map: expected '{' (an entity), found '" + std::string(40, 'x') + "...'");
    EXPECT_EQ(refused("\xff\xfe{\0}\0"s), "1:1: not a map: this is UTF-16 text; save it as ASCII or UTF-8");
}

TEST(MapReaderErrors, NulBytesAreErrorsWhereverTheyStand) {
    using namespace std::string_literals;
    EXPECT_EQ(refused("{\n}\n \0 x"s), "3:2: expected '{' (an entity) or the end of the file, found a NUL byte");
    EXPECT_EQ(refused("{\n\"k\" \"a\0b\" }"s), "2:7: expected the end of a quoted string, found a NUL byte");
    EXPECT_EQ(refused("{ // comment \0\n}"s),
              "1:14: expected a quoted key, '{' (a brush) or '}' (end of the entity that begins on line 1), found a "
              "NUL byte");
    EXPECT_EQ(refused("{{(0 0 0)(1 0 0)(0 1 0) T\0 0 0 0 1 1}}"s),
              "1:26: expected a number (a texture offset), found a NUL byte");
    EXPECT_EQ(refused("{{(0 0 x)\0}}"s), "1:8: expected a number (a coordinate), found 'x'")
        << "the first error counts";
}

TEST(MapReaderErrors, ErrorsSayWhatStandsThere) {
    const std::string points = "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 )";
    const std::pair<std::string, std::string> cases[] = {
        {"{}\nfoo", "2:1: expected '{' (an entity) or the end of the file, found 'foo'"},
        {"{}\n}", "2:1: expected '{' (an entity) or the end of the file, found '}'"},
        {"{}\n\"a\" \"b\"", "2:1: expected '{' (an entity) or the end of the file, found '\"a\"'"},
        {"{\nclassname \"x\"",
         "2:1: expected a quoted key, '{' (a brush) or '}' (end of the entity that begins on line 1), found "
         "'classname'"},
        {"\n{\n\"k\" \"v\" (",
         "3:9: expected a quoted key, '{' (a brush) or '}' (end of the entity that begins on line 2), found '('"},
        {"{\n\"k\"\n}", "3:1: expected the quoted value of the key on line 2, found '}'"},
        {"{\n\"k\" value", "2:5: expected the quoted value of the key on line 2, found 'value'"},
        {"{\n\"k\"", "2:4: expected the quoted value of the key on line 2, found end of file"},
        {"{\n \"k\n\" \"v\"", "2:2: the quoted string that begins here is not closed on its line"},
        {"{\n\"k\" \"v\r\n}", "2:5: the quoted string that begins here is not closed"},
        {"{\n\"k\" \"v", "2:5: the quoted string that begins here is not closed"},
        {"{\n\"k\" \"v\n\"origin\" \"0 0 0\"\n}",
         "2:5: the quoted string that begins here is not closed on its line; on line 3, where it ends: expected a "
         "quoted key, '{' (a brush) or '}' (end of the entity that begins on line 1), found 'origin'"},
        {"{{\n" + points + " \"T\n\" 0", "2:31: the quoted string that begins here is not closed on its line"},
        {"{ /* \n ", "1:3: the comment that begins here is not closed"},
        {"{ {\n{",
         "2:1: expected '(' (a face), 'brushDef', 'brushDef3', 'patchDef2', 'patchDef3' or '}' (end of the brush that "
         "begins on "
         "line 1), found '{'"},
        {"{ { brushDef4",
         "1:5: expected '(' (a face), 'brushDef', 'brushDef3', 'patchDef2', 'patchDef3' or '}' (end of the brush that "
         "begins on "
         "line 1), found 'brushDef4'"},
        {"{ { brushDef (", "1:14: expected '{' (the faces of a brushDef), found '('"},
        {"{ { brushDef {\n{",
         "2:1: expected '(' (a face) or '}' (end of the brushDef that begins on line 1), found '{'"},
        {"{ { brushDef { } (", "1:18: expected '}' (end of the brush that begins on line 1), found '('"},
        {"{ { ( 0 0 0 ] ", "1:13: expected ')' (end of a point), found ']'"},
        {"{ { ( 0 0 0 0 ) ", "1:17: expected a texture name, found end of file"},
        {"{ { ( 0 0 ) ", "1:11: expected a number (a coordinate), found ')'"},
        {"{ { ( 0 0 0 ) x", "1:15: expected '(' (a point of a face), found 'x'"},
        {"{ { ( 0 0 0 ) \x80\n", "1:15: expected '(' (a point of a face), found '\\x80'"},
        {"{ { ( 0 0 0 ) ( 1 0 0 )\n}", "2:1: expected '(' (a point of a face), found '}'"},
        {"{ {\n" + points + " }", "2:31: expected a texture name, found '}'"},
        {"{ {\n" + points + " [ 1 0 0 0 ]", "2:31: expected a texture name, found '['"},
        {"{ {\n" + points + " T ]", "2:33: expected a number (a texture offset), found ']'"},
        {"{ {\n" + points + " T 0 0 x", "2:37: expected a number (a texture rotation), found 'x'"},
        {"{ {\n" + points + " T 0 0 0 1\n(", "3:1: expected a number (a texture scale), found '('"},
        {"{ {\n" + points + " T [ 1 0 0 ]", "2:41: expected a number (a texture offset), found ']'"},
        {"{ {\n" + points + " T [ 1 0 ]", "2:39: expected a number (a texture axis), found ']'"},
        {"{ {\n" + points + " T [ 1 0 0 0 0 ]", "2:43: expected ']' (end of a texture axis), found '0'"},
        {"{ {\n" + points + " T [ 1 0 0 0 ] 0", "2:45: expected '[' (a texture axis), found '0'"},
        {"{ {\n" + points + " ( 1", "2:33: expected '(' (a row of a texture matrix), found '1'"},
        {"{ {\n" + points + " ( ( 1 2 )", "2:39: expected a number (a texture matrix), found ')'"},
        {"{ {\n" + points + " ( ( 1 2 3 4", "2:41: expected ')' (end of a row of a texture matrix), found '4'"},
        {"{ {\n" + points + " ( ( 1 2 3 ) ( 4 5 6 ) ( )", "2:53: expected ')' (end of a texture matrix), found '('"},
        {"{ {\n" + points + " T 0 0 0 1 1 =",
         "2:43: expected '(' (a face) or '}' (end of the brush that begins on line 1), found '='"},
        {"{ {\n" + points + " T 0 0 0 1 1\n",
         "3:1: expected '(' (a face) or '}' (end of the brush that begins on line 1), found end of file"},
        {"{\n{\n}\n",
         "4:1: expected a quoted key, '{' (a brush) or '}' (end of the entity that begins on line 1), found end of "
         "file"},
    };
    for (const auto& [text, message] : cases) EXPECT_EQ(refused(text), message) << text;
}

TEST(MapReaderErrors, HostileInputNeitherRecursesNorHangs) {
    constexpr std::size_t kMany = 1 << 20;
    EXPECT_NE(refused(std::string(kMany, '{')), "no error");
    EXPECT_NE(refused("{{patchDef2{t " + std::string(kMany, '(')), "no error");
    // Brackets deeper than a point's are balanced, but they are no points.
    EXPECT_EQ(refused("{{patchDef2{t ( 1 1 ) " + std::string(kMany, '(') + std::string(kMany, ')') + "}}}"),
              "1:25: a point of a patch has five numbers: x y z u v");
    std::string quotes = "{\"k\" \"";
    for (std::size_t i = 0; i < kMany; ++i) quotes += "\\\"";
    EXPECT_EQ(parsed(quotes + "\"\n}").entities[0].keys[0].value.size(), 2 * kMany);
    std::string spaced = "{\"k\" \"\\\"";
    EXPECT_EQ(parsed(spaced + std::string(kMany, ' ') + "\"\n}").entities[0].keys[0].value.size(), kMany + 2);
    EXPECT_EQ(parsed(std::string(kMany, '\n') + "{}").entities[0].pos.line, kMany + 1);
    std::string entities;
    for (std::size_t i = 0; i < kMany / 8; ++i) entities += "{}";
    EXPECT_EQ(parsed(entities).entities.size(), kMany / 8);
}

// The first thing too many ends the parse, before all memory is taken.
TEST(MapReaderErrors, TooMuchIsAnErrorWhereItBegins) {
    const auto repeated = [](const std::string& text, std::size_t count) {
        std::string all;
        for (std::size_t i = 0; i < count; ++i) all += text;
        return all;
    };
    const std::string tooMany = "the map has more than 1000000 brushes; divide it into several maps";
    EXPECT_EQ(refused("{\n" + repeated("{}", kMostMapBrushes + 1) + "}"), "2:2000001: " + tooMany);
    EXPECT_EQ(refused("world\n{\n" + repeated("solid{}\n", kMostMapBrushes + 1) + "}"), "1000003:1: " + tooMany);
    EXPECT_EQ(parsed("{\n" + repeated("{}", kMostMapBrushes) + "}").entities.at(0).brushes.size(), kMostMapBrushes);
    // Entities of an ignored layer are passed over, each with its line, after the flagged layer and the first entity.
    EXPECT_EQ(refused("iwmap 4\n\"x\" flags ignore\n{}\n" + repeated("{layer x\n}", kMostMapItems / 2)),
              "5000003:2: the map has more than 10000000 entities, keys, brushes, faces and points; divide it into "
              "several maps");
}

/// Returns true if the position lies within the text: on an existing line, at most one past its end.
bool placeLiesIn(const std::string& text, SourcePos pos) {
    std::vector<std::size_t> widths{0};
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n' || text[i] == '\r') {
            if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
            widths.push_back(0);
        } else {
            ++widths.back();
        }
    }
    return pos.line >= 1 && pos.line <= widths.size() && pos.column >= 1 && pos.column <= widths[pos.line - 1] + 1;
}

TEST(MapReaderErrors, EveryTruncationIsAnErrorAtItsEnd) {
    const std::string text = kMixed;
    const std::size_t worldEnd = text.find("}\n{\n\"classname\" \"info_player_start\"") + 1;
    const std::size_t lastBrace = text.rfind('}');
    ASSERT_NE(worldEnd, std::string::npos + 1);
    std::size_t maps = 0, errors = 0;
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const std::string prefix = text.substr(0, size);
        const auto result = parseMap(prefix, "t.map");
        const bool whole = (size >= worldEnd && size <= worldEnd + 1) || size > lastBrace;
        ASSERT_EQ(std::holds_alternative<MapFile>(result), whole) << "cut at " << size;
        if (const auto* error = std::get_if<Diagnostic>(&result)) {
            ASSERT_TRUE(placeLiesIn(prefix, error->pos)) << "cut at " << size << ": " << error->text();
            ASSERT_FALSE(error->message.empty());
            ++errors;
        } else {
            ++maps;
        }
    }
    EXPECT_EQ(maps, 4u);
    EXPECT_EQ(errors, text.size() + 1 - maps);
}

TEST(MapReaderErrors, MutatedBytesNeverBreakIt) {
    constexpr std::uint32_t kSeed = 20240601;
    std::mt19937 random(kSeed);
    const std::string text = kMixed;
    constexpr std::string_view kNasty("{}()[]\"\\/ \n\r\t\0\xff\x80+-.e0", 22);
    std::size_t maps = 0, errors = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string changed = text;
        char& byte = changed[random() % changed.size()];
        byte = random() % 2 ? kNasty[random() % kNasty.size()] : static_cast<char>(random() & 255);
        const auto result = parseMap(changed, "t.map");
        if (const auto* error = std::get_if<Diagnostic>(&result)) {
            ++errors;
            ASSERT_TRUE(placeLiesIn(changed, error->pos))
                << "seed " << kSeed << ", round " << i << ": " << error->text();
        } else {
            ++maps;
            ASSERT_FALSE(std::get<MapFile>(result).entities.empty()) << "seed " << kSeed << ", round " << i;
        }
    }
    EXPECT_GE(maps, 2000u);
    EXPECT_GE(errors, 2000u);
}

}  // namespace
}  // namespace hullbake
