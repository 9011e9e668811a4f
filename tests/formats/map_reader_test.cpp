#include "formats/map_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "formats/map_reader_support.hpp"
#include "support/random.hpp"

namespace hullbake {
namespace {

using test::dump, test::kMixed, test::oneFace, test::parsed, test::refused;

MapFace faceOf(const std::string& rest) {
    const MapFile map = parsed(oneFace(rest));
    if (map.entities.empty() || map.entities[0].brushes.empty() || map.entities[0].brushes[0].faces.size() != 1) {
        ADD_FAILURE() << "no single face in: " << rest;
        return {};
    }
    return map.entities[0].brushes[0].faces[0];
}

std::string keyOf(const std::string& line) {
    const MapFile map = parsed("{\n" + line + "\n}\n");
    if (map.entities.size() != 1 || map.entities[0].keys.size() != 1) {
        ADD_FAILURE() << "no single key in: " << line;
        return {};
    }
    return map.entities[0].keys[0].key + "=" + map.entities[0].keys[0].value;
}

std::array<double, 11> numbers(std::initializer_list<double> list) {
    std::array<double, 11> out{};
    std::copy(list.begin(), list.end(), out.begin());
    return out;
}

TEST(MapReader, DialectsMixInOneFile) {
    const MapFile map = parsed(kMixed);
    EXPECT_EQ(map.path, "t.map");
    ASSERT_EQ(map.entities.size(), 2u);
    const MapEntity& world = map.entities[0];
    EXPECT_EQ(world.classname(), "worldspawn");
    EXPECT_EQ(world.value("wad"), "gfx/base.wad");
    EXPECT_EQ(world.value("none"), "");
    EXPECT_EQ(map.entities[1].classname(), "info_player_start");
    ASSERT_EQ(world.brushes.size(), 2u);
    EXPECT_EQ(world.patches.size(), 1u);
    const std::vector<MapFace>& faces = world.brushes[0].faces;
    ASSERT_EQ(faces.size(), 5u);

    EXPECT_EQ(faces[0].points[2], (Vec3{0, -64, 64}));
    EXPECT_EQ(faces[0].texture, "+0BUTTON");
    EXPECT_EQ(faces[0].axes, TextureAxes::Standard);
    EXPECT_EQ(faces[0].projection, numbers({1, -2, 90, 0.5, -1}));
    EXPECT_FALSE(faces[0].flags);

    EXPECT_EQ(faces[1].texture, "{FENCE");
    EXPECT_EQ(faces[1].axes, TextureAxes::Valve220);
    EXPECT_EQ(faces[1].projection, numbers({1, 0, 0, 8, 0, -1, 0, -16, 45, 2, 3}));

    EXPECT_EQ(faces[2].texture, "base/wall");
    EXPECT_EQ(faces[2].axes, TextureAxes::BrushPrimitive);
    EXPECT_EQ(faces[2].projection, numbers({0.25, 0, 1, 0, 0.5, 2}));
    ASSERT_TRUE(faces[2].flags);
    EXPECT_EQ(*faces[2].flags, (std::array<std::uint32_t, 3>{134217728, 2, 300}));

    EXPECT_EQ(faces[3].texture, "*lava");
    EXPECT_FALSE(faces[3].flags) << "a single number is Hexen 2's light";
    ASSERT_TRUE(faces[4].flags);
    EXPECT_EQ(*faces[4].flags, (std::array<std::uint32_t, 3>{1, 128, 0}));
    EXPECT_EQ(world.brushes[1].faces.size(), 1u);
}

TEST(MapReader, EverythingKnowsItsPlace) {
    const MapFile map = parsed(kMixed);
    ASSERT_EQ(map.entities.size(), 2u);
    const auto at = [](SourcePos pos) { return std::to_string(pos.line) + ":" + std::to_string(pos.column); };
    const MapEntity& world = map.entities[0];
    EXPECT_EQ(at(world.pos), "2:1");
    EXPECT_EQ(at(world.keys[1].pos), "4:3");
    EXPECT_EQ(at(world.brushes[0].pos), "5:1");
    EXPECT_EQ(at(world.brushes[0].faces[0].pos), "6:1");
    EXPECT_EQ(at(world.brushes[0].faces[4].pos), "10:1");
    EXPECT_EQ(at(world.brushes[1].pos), "12:1");
    EXPECT_EQ(at(world.brushes[1].faces[0].pos), "15:1");
    EXPECT_EQ(at(world.patches[0].pos), "19:2");
    EXPECT_EQ(at(map.entities[1].pos), "29:1");
    EXPECT_EQ(at(map.entities[1].keys[1].pos), "31:1");
}

TEST(MapReader, PlacesOnOneLineCountBytes) {
    const MapFile map = parsed(
        "\xef\xbb\xbf{\"a\"\t\"\xc3\xa4\" \"b\" \"\"{ (0 0 0)(1 0 0)(0 1 0)T 0 0 0 1 1(0 0 0)(1 0 0)(0 1 0)T 0 0 0 1 "
        "1}}");
    ASSERT_EQ(map.entities.size(), 1u);
    const MapEntity& entity = map.entities[0];
    EXPECT_EQ(entity.pos.column, 1u) << "the byte order mark counts for no column";
    EXPECT_EQ(entity.keys[0].pos.column, 2u);
    EXPECT_EQ(entity.keys[0].value, "\xc3\xa4");
    EXPECT_EQ(entity.keys[1].pos.column, 11u);
    EXPECT_EQ(entity.brushes[0].pos.column, 17u);
    ASSERT_EQ(entity.brushes[0].faces.size(), 2u);
    EXPECT_EQ(entity.brushes[0].faces[0].pos.column, 19u);
    EXPECT_EQ(entity.brushes[0].faces[1].pos.column, 51u);
    EXPECT_EQ(entity.brushes[0].faces[1].pos.line, 1u);
}

TEST(MapReader, LineEndsOfEveryKindReadTheSame) {
    const std::string text = kMixed;
    const std::string expected = dump(parsed(text));
    for (const std::string end : {"\r\n", "\r"}) {
        std::string changed;
        for (const char c : text) changed += c == '\n' ? end : std::string(1, c);
        const MapFile map = parsed(changed);
        EXPECT_EQ(dump(map), expected);
        EXPECT_EQ(map.entities[1].keys[1].pos.line, 31u);
        EXPECT_EQ(map.entities[1].keys[1].pos.column, 1u);
    }
    EXPECT_EQ(dump(parsed(text.substr(0, text.size() - 1))), expected) << "no final newline";
    EXPECT_EQ(dump(parsed("\xef\xbb\xbf" + text)), expected) << "byte order mark";
    EXPECT_EQ(dump(parsed(text + "\x1a")), expected) << "DOS end of file";
    EXPECT_EQ(dump(parsed(text + "// the end")), expected) << "comment at the end";
    EXPECT_EQ(dump(parsed(text + std::string(3, '\0') + "\n" + std::string(1, '\0'))), expected) << "padding";
    EXPECT_EQ(parsed("{\n\r\n\r}\r\n{}").entities[1].pos.line, 5u) << "LF CR LF is two lines";
}

TEST(MapReader, CommentsStandBetweenAnyWords) {
    const MapFile map = parsed(
        "//first\n{//a { brush\n\"k\"//key\n\"v//v\"//value\n{//b\n(//c\n0 0//d\n0//e\n)(1 0 0)//f\n(0 1 0)\nT//x //g\n"
        "0 0//h\n0 1 1.5//i\n5//light\n}//j\n}//k");
    ASSERT_EQ(map.entities.size(), 1u);
    EXPECT_EQ(map.entities[0].keys[0].value, "v//v");
    const MapFace& face = map.entities[0].brushes[0].faces[0];
    EXPECT_EQ(face.texture, "T//x") << "inside a texture name two slashes are part of it";
    EXPECT_EQ(face.projection, numbers({0, 0, 0, 1, 1.5}));
    EXPECT_EQ(face.pos.line, 6u);
}

TEST(MapReader, NumbersOfEveryForm) {
    const std::pair<const char*, double> cases[] = {
        {"0", 0},
        {"-0", 0},
        {"+7", 7},
        {"-12.25", -12.25},
        {".5", 0.5},
        {"-.5", -0.5},
        {"+.5", 0.5},
        {"3.", 3},
        {"1e3", 1000},
        {"1.5E+2", 150},
        {"-2.5e-3", -0.0025},
        {"007", 7},
        {"1e-400", 0},
        {"-1e-999999999999999999999", 0},
        {"0e999999", 0},
        {"4.9e-324", 4.9e-324},
        {"1.7976931348623157e308", std::numeric_limits<double>::max()},
        {"448.00000000000006", 448.00000000000006},
        {"0.1", 0.1},
        {"123456789012345678901234567890", 1.2345678901234568e29},
    };
    for (const auto& [text, value] : cases) {
        EXPECT_EQ(faceOf(std::string("T ") + text + " 0 0 1 1").projection[0], value) << text;
    }
    const std::string zeros(400, '0');
    EXPECT_EQ(faceOf("T 0." + zeros + "1 0 0 1 1").projection[0], 0);
    EXPECT_EQ(faceOf("T 1" + zeros + "e-400 0 0 1 1").projection[0], 1);
    EXPECT_EQ(faceOf("T 0." + zeros + "1e401 0 0 1 1").projection[0], 1);
}

// Short numbers are parsed by a faster path, which must give the nearest double too.
TEST(MapReader, ShortNumbersAreTheNearestDoubles) {
    test::Rng random(20241122);
    for (int i = 0; i < 20000; ++i) {
        const std::size_t size = 1 + random.next() % 17, point = 1 + random.next() % 20;
        std::string text = random.next() % 2 == 0 ? "-" : "";
        for (std::size_t k = 0; k < size; ++k) {
            if (k == point) text += '.';
            text += static_cast<char>('0' + random.next() % 10);
        }
        double nearest = 0;
        std::from_chars(text.data(), text.data() + text.size(), nearest);
        const double read = faceOf("T " + text + " 0 0 1 1").projection[0];
        ASSERT_EQ(read, nearest) << text;
        ASSERT_EQ(std::signbit(read), std::signbit(nearest)) << text;
    }
}

TEST(MapReader, OddTextureNames) {
    for (const std::string name :
         {"*water1", "+0button", "+abutton", "-0wall",   "~light", "!lava", "{fence",        "sky4",
          "0",       "1.5",      "a{b",      "a}b",      "a\"b",   "[tex]", "textures/a//b", "/slash",
          "@x",      "#",        "\\back",   "\xe4\xff", "a(b)",   "}x",    "brushDef",      ";"}) {
        EXPECT_EQ(faceOf(name + " 1 2 3 4 5").texture, name);
        EXPECT_EQ(faceOf(name + "\t[ 1 0 0 1 ] [ 0 1 0 2 ] 3 4 5").texture, name);
        EXPECT_EQ(faceOf("( ( 1 2 3 ) ( 4 5 6 ) ) " + name + " 0 0 0").texture, name);
    }
    EXPECT_EQ(faceOf("\"two words\" 1 2 3 4 5").texture, "two words");
    EXPECT_EQ(faceOf("\"two // words\"1 2 3 4 5").texture, "two // words");
    EXPECT_EQ(faceOf("\"\" 1 2 3 4 5").texture, "");
    EXPECT_EQ(faceOf("\"{\" [ 1 0 0 1 ] [ 0 1 0 2 ] 3 4 5").texture, "{");
    const std::string longName(100000, 'x');
    EXPECT_EQ(faceOf(longName + " 1 2 3 4 5").texture, longName);
}

TEST(MapReader, TrailingNumbers) {
    EXPECT_FALSE(faceOf("T 0 0 0 1 1").flags);
    EXPECT_FALSE(faceOf("T 0 0 0 1 1 300").flags);
    EXPECT_FALSE(faceOf("T 0 0 0 1 1 5 6").flags);
    EXPECT_FALSE(faceOf("T 0 0 0 1 1 1e200").flags) << "a light of any size";
    EXPECT_EQ(*faceOf("T 0 0 0 1 1 -2147483648 4294967295 -1").flags,
              (std::array<std::uint32_t, 3>{2147483648u, 4294967295u, 4294967295u}));
    EXPECT_EQ(*faceOf("T 0 0 0 1 1 0 0 12.75").flags, (std::array<std::uint32_t, 3>{0, 0, 12}));
    EXPECT_EQ(*faceOf("T [ 1 0 0 0 ] [ 0 1 0 0 ] 0 1 1 1 2 3").flags, (std::array<std::uint32_t, 3>{1, 2, 3}));
    EXPECT_EQ(refused(oneFace("T 0 0 0 1 1 1 4294967296 3")), "3:45: a surface flag must fit into 32 bits");
    EXPECT_EQ(refused(oneFace("T 0 0 0 1 1 -2147483649 0 3")), "3:43: a surface flag must fit into 32 bits");
    EXPECT_EQ(*faceOf("T 0 0 0 1 1 1 2 3 4").flags, (std::array<std::uint32_t, 3>{1, 2, 3})) << "more are passed over";
    EXPECT_EQ(refused(oneFace("T 0 0 0 1 1 1 2 3\n4")),
              "4:1: expected '(' (a face) or '}' (end of the brush that begins on line 2), found '4'");
}

TEST(MapReader, QuotedStringsKeepOddCharacters) {
    EXPECT_EQ(keyOf(R"("a" "{ ( ) } // not a comment")"), "a={ ( ) } // not a comment");
    EXPECT_EQ(keyOf("\"\" \"\""), "=");
    EXPECT_EQ(keyOf("\"tab\tin\" \"\x01\x7f\xff\""), "tab\tin=\x01\x7f\xff");
    EXPECT_EQ(keyOf("\"on\"\n\n  \"two lines\""), "on=two lines");
    EXPECT_EQ(keyOf("\"glued\"\"together\""), "glued=together");
    EXPECT_EQ(keyOf(R"("message" "one\ntwo \b red\b")"), R"(message=one\ntwo \b red\b)");
}

TEST(MapReader, EscapedQuotesAndTrailingBackslashes) {
    // TrenchBroom writes quotes this way.
    EXPECT_EQ(keyOf(R"("message" "say \"hi\" now")"), R"(message=say \"hi\" now)");
    EXPECT_EQ(keyOf(R"("message" "say \"hi\"")"), R"(message=say \"hi\")");
    EXPECT_EQ(keyOf(R"("message" "\"")"), R"(message=\")");
    EXPECT_EQ(keyOf(R"("message" "a \" ")"), R"(message=a \" )");
    EXPECT_EQ(keyOf(R"("message" "a \"b\" \"c\" ")"), R"(message=a \"b\" \"c\" )");
    EXPECT_EQ(keyOf(R"("\"key\"" "v")"), R"(\"key\"=v)");
    // The id tools accept such paths.
    EXPECT_EQ(keyOf(R"("wad" "c:\quake\")"), R"(wad=c:\quake\)");
    EXPECT_EQ(keyOf(R"("wad" "c:\quake\" // folder)"), R"(wad=c:\quake\)");
    EXPECT_EQ(keyOf(R"("wad\" "c:\quake\")"), R"(wad\=c:\quake\)");
    EXPECT_EQ(keyOf(R"("wad" "c:\\quake\\")"), R"(wad=c:\\quake\\)");
    EXPECT_EQ(keyOf(R"("wad" "c:\\quake\\\" x")"), R"(wad=c:\\quake\\\" x)");
    const MapFile map = parsed("{ \"a\" \"c:\\\" \"b\" \"d\\\" }\n{ \"e\" \"f\\\\\" }");
    ASSERT_EQ(map.entities.size(), 2u);
    ASSERT_EQ(map.entities[0].keys.size(), 2u);
    EXPECT_EQ(map.entities[0].value("a"), "c:\\");
    EXPECT_EQ(map.entities[1].value("e"), "f\\\\");
}

TEST(MapReader, PatchesAreRecognisedAndBalanced) {
    const MapFile map = parsed(
        "{ { patchDef3 { \"quoted tex\" ( 1 2 1 2 0 0 0 ) ( ( ( 0 0 0 0 0 ) ( 1 2 3 4 5 ) ) ) } }\n"
        "{ PatchDef2 { {tex ( 1 1 ) ( ( ( 0 0 0 0 0 ) ) ) \"key\" \"value }\" } } { } }");
    ASSERT_EQ(map.entities.size(), 1u);
    EXPECT_EQ(map.entities[0].patches.size(), 2u);
    EXPECT_EQ(map.entities[0].patches[1].pos.column, 3u);
    EXPECT_EQ(map.entities[0].brushes.size(), 1u) << "a patch is no brush";

    EXPECT_EQ(refused("{ { patchDef2 ( t"), "1:15: expected '{' (a patch), found '('");
    EXPECT_EQ(refused("{ { patchDef2 { t\n( 1 1 ) ( ( ( 0 0 0 0 0 ) ) ) } ) } }"),
              "2:33: expected '}' (end of the brush that begins on line 1), found ')'");
    EXPECT_EQ(refused("{ { patchDef2 { t\n( 1 ) ) } }"),
              "2:7: expected '(' (a row), a number or '}' (end of the patch that begins on line 1), found ')'");
    EXPECT_EQ(refused("{ { patchDef2 { t ( ( 1 ) } }"),
              "1:27: expected '(' (a row), a number or ')' (end of a row), found '}'");
    EXPECT_EQ(refused("{ { patchDef2 { t ( x ) } }"),
              "1:21: expected '(' (a row), a number or ')' (end of a row), found 'x'");
    EXPECT_EQ(
        refused("{ { patchDef2 { t ( 1 )"),
        "1:24: expected '(' (a row), a number or '}' (end of the patch that begins on line 1), found end of file");
    EXPECT_EQ(refused("{ { patchDef2 { }"), "1:17: expected a texture name, found '}'");
}

TEST(MapReader, EmptyThingsAreKept) {
    const MapFile map = parsed("{}{ {} { brushDef {} } }");
    ASSERT_EQ(map.entities.size(), 2u);
    EXPECT_TRUE(map.entities[0].keys.empty());
    EXPECT_EQ(map.entities[0].classname(), "");
    ASSERT_EQ(map.entities[1].brushes.size(), 2u);
    EXPECT_TRUE(map.entities[1].brushes[0].faces.empty());
    EXPECT_TRUE(map.entities[1].brushes[1].faces.empty());
}

TEST(MapReader, FirstOfEqualKeysCounts) {
    EXPECT_EQ(parsed(R"({ "k" "1" "k" "2" })").entities[0].value("k"), "1");
    EXPECT_EQ(parsed(R"({ "K" "1" "k" "2" })").entities[0].value("k"), "2") << "the exact name goes first";
}

}  // namespace
}  // namespace hullbake
