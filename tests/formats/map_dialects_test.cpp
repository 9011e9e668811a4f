// Proves that text is read which the games' own tools read: comments and values of other editors, odd texture numbers,
// keys of brushes and keys in capitals.
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "formats/map_reader_support.hpp"

namespace hullbake {
namespace {

using test::dump, test::kMixed, test::oneFace, test::parsed, test::refused;

std::string place(SourcePos pos) {
    return std::to_string(pos.line) + ":" + std::to_string(pos.column);
}

/// Returns the notes of a map, one a line.
std::string notesOf(const MapFile& map) {
    std::string text;
    for (const MapNote& note : map.notes) text += place(note.pos) + " " + note.message + "\n";
    return text;
}

MapFace faceOf(const MapFile& map) {
    return map.entities.at(0).brushes.at(0).faces.at(0);
}

TEST(MapDialects, SemicolonsBeginComments) {
    std::string text = kMixed, commented = "; made by an editor {\n";
    for (const char c : text) commented += c == '\n' ? std::string(" ; \"note\" { (\n") : std::string(1, c);
    EXPECT_EQ(dump(parsed(commented)), dump(parsed(text)));
    const MapFile map = parsed("{;a\n\"k;\";b\n\"v;w\";c\n{(0 0 0;d\n)(1 0 0)(0 1 0);T 0 0 0 1 1;e\n};f\n}");
    EXPECT_EQ(map.entities[0].value("k;"), "v;w") << "inside quotes it is a character";
    EXPECT_EQ(faceOf(map).texture, ";T") << "a texture name may begin with it";
    EXPECT_EQ(faceOf(map).projection[4], 1) << "it ends a number";
    EXPECT_EQ(parsed("; nothing\r; two\r\n{}").entities[0].pos.line, 3u);
}

TEST(MapDialects, LinesWithAHashAreComments) {
    // Before every line that begins an entity, a key, a brush or a face.
    std::string commented = "# made by an editor {\n";
    std::size_t lines = 0;
    std::istringstream stream(kMixed);
    bool inPatch = false, afterWord = false;
    for (std::string line; std::getline(stream, line);) {
        if (line == " patchDef2") inPatch = true;
        if (!inPatch && !afterWord) commented += " \t# \"note\" { ( }\r\n#\n", ++lines;
        afterWord = line == "brushDef";
        if (line == "}") inPatch = false;
        commented += line + "\n";
    }
    EXPECT_GT(lines, 20u);
    EXPECT_EQ(dump(parsed(commented + "# end")), dump(parsed(kMixed)));
    EXPECT_EQ(parsed("#\n\n# two\r{}").entities[0].pos.line, 4u);
    EXPECT_EQ(parsed("# of Doom 3\nVersion 2\n# entity\n{}\n#").dialect, MapDialect::Doom3);
    EXPECT_EQ(parsed("# by hand\nworld { }").dialect, MapDialect::Vmf);
}

TEST(MapDialects, TexturesMayHaveAHash) {
    const MapFile map = parsed(oneFace("#water 1 2 3 4 5"));
    EXPECT_EQ(faceOf(map).texture, "#water");
    EXPECT_EQ(faceOf(parsed(oneFace("\n  #water\n1 2 3 4 5"))).texture, "#water") << "on a line of its own too";
    EXPECT_EQ(faceOf(parsed(oneFace("a#b# 1 2 3 4 5\n# ( 0 0 0 )"))).texture, "a#b#");
    EXPECT_EQ(refused("{ # no comment\n}"),
              "1:3: expected a quoted key, '{' (a brush) or '}' (end of the entity that begins on line 1), found '#'");
    EXPECT_EQ(refused("/* */ # no comment\n{ }"), "1:7: not a map: expected '{' (an entity), found '#'");
    EXPECT_EQ(refused("{ {\n( 0 0 0 )\n# no comment\n"), "3:1: expected '(' (a point of a face), found '#'");
    EXPECT_EQ(refused("# only a comment"), "1:17: not a map: expected '{' (an entity), found end of file");
}

TEST(MapDialects, BlockCommentsMaySpanLines) {
    const MapFile map = parsed("/* one\n two **/ { /**/ \"k\" /* { */ \"/*v*/\" /* \r\n // */ }/**/\n{}");
    ASSERT_EQ(map.entities.size(), 2u);
    EXPECT_EQ(map.entities[0].value("k"), "/*v*/");
    EXPECT_EQ(place(map.entities[0].pos), "2:10");
    EXPECT_EQ(place(map.entities[1].pos), "4:1");
    EXPECT_EQ(refused("{ } /*/"), "1:5: the comment that begins here is not closed");
}

TEST(MapDialects, ValuesMayHaveLineEnds) {
    for (const std::string end : {"\n", "\r\n", "\r"}) {
        const MapFile map = parsed("{" + end + "\"message\" \"one" + end + end + "three // no comment" + end + "\"" +
                                   end + "\"k\" \"v\" }");
        ASSERT_EQ(map.entities[0].keys.size(), 2u);
        EXPECT_EQ(map.entities[0].value("message"), "one" + end + end + "three // no comment" + end);
        EXPECT_EQ(place(map.entities[0].keys[0].pos), "2:1");
        EXPECT_EQ(place(map.entities[0].keys[1].pos), "6:1");
    }
    const MapFile quotes = parsed("{ \"message\" \"say \\\"hi\\\" to\n\\\"all\\\" of us\" \"k\" \"c:\\dir\\\"\n}");
    ASSERT_EQ(quotes.entities[0].keys.size(), 2u);
    EXPECT_EQ(quotes.entities[0].value("message"), "say \\\"hi\\\" to\n\\\"all\\\" of us");
    EXPECT_EQ(quotes.entities[0].value("k"), "c:\\dir\\");
}

TEST(MapDialects, TheMissingQuoteIsToldWhereItsStringBegins) {
    // Any one closing quote that is missing gives an error on its own line.
    std::string text;
    for (int i = 0; i < 4; ++i) text += "{\n\"classname\" \"light\"\n\"origin\" \"1 2 3\"\n\"message\" \"a b\"\n}\n";
    std::size_t values = 0, quotes = 0;
    std::uint32_t line = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') ++line;
        if (text[i] != '"') continue;
        const bool closesValue = ++quotes % 4 == 0;
        if (!closesValue) continue;
        std::string broken = text;
        broken.erase(i, 1);
        const std::string error = refused(broken);
        EXPECT_TRUE(error.starts_with(std::to_string(line) + ":")) << error;
        EXPECT_NE(error.find("not closed"), std::string::npos) << error;
        ++values;
    }
    EXPECT_EQ(values, 12u);
}

TEST(MapDialects, TextureNumbersNeedNotBeFinite) {
    for (const std::string word : {"nan", "-nan", "NaN", "-nan(ind)", "nan(0x8000)", "inf", "-INF", "infinity",
                                   "1.#QNAN", "-1.#IND", "1.#INF00", "1e40000", "-1e309"}) {
        const std::string note = " 1 texture number is not finite and not used: '" + word + "'\n";
        const MapFile standard = parsed(oneFace("T 1 2 " + word + " 3 4"));
        EXPECT_EQ(faceOf(standard).projection[2], 0) << word;
        EXPECT_EQ(faceOf(standard).projection[4], 4) << word;
        EXPECT_EQ(notesOf(standard), "3:37" + note);
        const MapFile valve = parsed(oneFace("T [ 1 0 0 " + word + " ] [ 0 1 0 5] 6 7 8 1 2 3"));
        EXPECT_EQ(faceOf(valve).projection[3], 0) << word;
        EXPECT_EQ(faceOf(valve).projection[10], 8) << word;
        EXPECT_TRUE(faceOf(valve).flags) << word;
        EXPECT_EQ(notesOf(valve), "3:41" + note);
        EXPECT_EQ(notesOf(parsed(oneFace("( ( 1 2 " + word + ") ( 3 4 5 ) ) T 0 0 0"))), "3:39" + note);
    }
    EXPECT_EQ(notesOf(parsed(oneFace("T nan inf 0 -inf 1"))),
              "3:33 3 texture numbers are not finite and not used, the first 'nan'\n");
    EXPECT_EQ(refused(oneFace("T 1 2 nano 3 4")), "3:37: expected a number (a texture rotation), found 'nano'");
    EXPECT_EQ(refused(oneFace("T 1 2 nan(ind 3 4\n)")), "3:40: expected a number (a texture scale), found '('");
}

TEST(MapDialects, TextureNumbersMayHaveDecimalCommas) {
    const MapFile map = parsed(oneFace("T 15,5 -0,25 90 1 +1,5e1"));
    EXPECT_EQ(faceOf(map).projection[0], 15.5);
    EXPECT_EQ(faceOf(map).projection[1], -0.25);
    EXPECT_EQ(faceOf(map).projection[4], 15);
    EXPECT_EQ(notesOf(map), "3:33 3 texture numbers have a decimal comma, the first '15,5'\n");
    for (const std::string word : {"1,2,3", "1.5,2", ",", "1,x"})
        EXPECT_EQ(refused(oneFace("T " + word + " 0 0 1 1")),
                  "3:33: expected a number (a texture offset), found '" + word + "'");
}

TEST(MapDialects, BrushesMayHaveKeys) {
    const std::string face = "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) ";
    const std::string key = "\"surfaceparm\" \"detail\"\n";
    const MapFile plain = parsed("{\n{\n" + key + face + "T 0 0 0 1 1\n" + key + face + "U 0 0 0 1 1 " + key + "}}");
    ASSERT_EQ(plain.entities[0].brushes.size(), 1u);
    EXPECT_EQ(plain.entities[0].brushes[0].faces.size(), 2u);
    EXPECT_TRUE(plain.entities[0].keys.empty()) << "they are no keys of the entity";
    EXPECT_EQ(notesOf(plain), "3:1 3 keys inside brushes are not used, the first 'surfaceparm'\n");
    const MapFile primitive = parsed("{{\nbrushDef\n{\n" + key + face +
                                     "( ( 1 2 3 ) ( 4 5 6 ) ) T 0 0 0\n}\n}\n{ brushDef { } " + key + "} }");
    ASSERT_EQ(primitive.entities[0].brushes.size(), 2u);
    EXPECT_EQ(faceOf(primitive).texture, "T");
    EXPECT_EQ(notesOf(parsed("{ { \"a\" \"b\" patchDef2 { t ( 1 1 ) ( ( ( 0 0 0 0 0 ) ) ) } \"c\" \"d\" } }")),
              "1:5 2 keys inside brushes are not used, the first 'a'\n");
    EXPECT_EQ(refused("{{ \"a\" }}"), "1:8: expected the quoted value of the key on line 1, found '}'");
}

TEST(MapDialects, KeysAreFoundInAnyCase) {
    const MapEntity entity =
        parsed(R"({ "ClassName" "light" "ORIGIN" "1 2 3" "Origin" "4 5 6" "_Hulls" "" })").entities[0];
    EXPECT_EQ(entity.classname(), "light");
    EXPECT_EQ(entity.value("origin"), "1 2 3") << "the first counts";
    EXPECT_EQ(entity.value("Origin"), "4 5 6") << "the exact name goes first";
    EXPECT_EQ(entity.find("origins"), nullptr);
    EXPECT_NE(entity.find("_hulls"), nullptr);
    EXPECT_EQ(entity.keys[0].key, "ClassName") << "keys are kept as written";
}

TEST(MapDialects, Latin1BytesAreKept) {
    const MapFile map =
        parsed("{ \"message\" \"gr\xfc\xdf dich\" { ( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) m\xe4uer 0 0 0 1 1 } }\x1a");
    EXPECT_EQ(map.entities[0].value("message"), "gr\xfc\xdf dich");
    EXPECT_EQ(faceOf(map).texture, "m\xe4uer");
}

}  // namespace
}  // namespace hullbake
