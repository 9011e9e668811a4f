// Proves that VMF text gives the same brushes as a `.map` file, that what Source's compiler passes over is left out and
// counted, and that bad text is one error with its place.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>

#include "formats/map_reader_support.hpp"
#include "tests/support/vmf_text.hpp"

namespace hullbake {
namespace {

using test::kVmfHead, test::parsed, test::refused, test::vmfBox, test::vmfDisplacement;

std::string world(const std::string& inner) {
    return "world\n{\n\t\"id\" \"1\"\n\t\"classname\" \"worldspawn\"\n" + inner + "}\n";
}

/// Returns the places of one kind of what is left out, "line:column " each.
std::string leftOut(const MapFile& map, const std::string& kind) {
    std::string text;
    for (const MapLeftOut& leftOut : map.leftOut) {
        if (leftOut.kind != kind) continue;
        for (const SourcePos pos : leftOut.places)
            text += std::to_string(pos.line) + ":" + std::to_string(pos.column) + " ";
    }
    return text;
}

TEST(VmfReader, BrushesKeysAndPlaces) {
    const MapFile map =
        parsed(kVmfHead + world(vmfBox({0, 0, 0}, {64, 32, 16.5}, "TOOLS/TOOLSCLIP")) +
               "entity\n{\n\t\"id\" \"9\"\n\t\"classname\" \"func_door\"\n\t\"message\" \"two\nlines\"\n\tconnections\n"
               "\t{\n\t\t\"OnOpen\" \"bell,PlaySound,,0,-1\"\n\t}\n" +
               vmfBox({0, 0, 0}, {8, 8, 8}) + "\teditor\n\t{\n\t\t\"comments\" \"{\"\n\t}\n}\ncameras\n{\n}\n");
    EXPECT_EQ(map.dialect, MapDialect::Vmf);
    ASSERT_EQ(map.entities.size(), 2u);
    EXPECT_EQ(map.entities[0].classname(), "worldspawn");
    EXPECT_EQ(map.entities[0].pos.line, 21u);
    EXPECT_EQ(map.entities[1].value("message"), "two\nlines");
    EXPECT_EQ(map.entities[1].value("OnOpen"), "bell,PlaySound,,0,-1");
    EXPECT_EQ(map.entities[1].brushes.size(), 1u);
    ASSERT_EQ(map.entities[0].brushes.size(), 1u);
    const MapBrush& brush = map.entities[0].brushes[0];
    EXPECT_EQ(brush.pos.line, 25u);
    EXPECT_EQ(brush.pos.column, 2u);
    ASSERT_EQ(brush.faces.size(), 6u);
    const MapFace& face = brush.faces[0];
    EXPECT_EQ(face.pos.line, 28u);
    EXPECT_EQ(face.pos.column, 3u);
    EXPECT_EQ(face.points, (std::array<Vec3, 3>{Vec3{0, 32, 16.5}, {64, 32, 16.5}, {64, 0, 16.5}}));
    EXPECT_EQ(face.texture, "TOOLS/TOOLSCLIP");
    EXPECT_EQ(face.axes, TextureAxes::Valve220);
    EXPECT_EQ(face.projection, (std::array<double, 11>{1, 0, 0, 8, 0, -1, 0, -16.5, 0, 0.25, 0.5}));
    EXPECT_TRUE(map.leftOut.empty());
    EXPECT_TRUE(map.notes.empty());
}

TEST(VmfReader, QuotesAreOptionalAndCaseDoesNotMatter) {
    const MapFile map = parsed(
        "\xef\xbb\xbf// by hand\r\nWorld { \"Solid\" { SIDE { Plane \"( 0 0 0) (1 0 0)(0 1 -1e-5)\" Material dev/grid "
        "uaxis \"[1 0 0 nan] .25\" } } }\r\n\"entity\" { classname light origin \"1 2 3\" }\r\n\x1a");
    ASSERT_EQ(map.entities.size(), 2u);
    EXPECT_EQ(map.entities[0].classname(), "worldspawn") << "the block says so without a key";
    EXPECT_EQ(map.entities[0].brushes.at(0).faces.at(0).texture, "dev/grid");
    EXPECT_EQ(map.entities[0].brushes[0].faces[0].points[2].z, -1e-5);
    EXPECT_EQ(map.entities[1].classname(), "light");
    ASSERT_EQ(map.notes.size(), 1u);
    EXPECT_EQ(map.notes[0].message, "1 texture number is not finite and not used: 'nan'");
    EXPECT_EQ(map.notes[0].pos.line, 2u);
}

TEST(VmfReader, WhatIsHiddenIsLeftOut) {
    const std::string box = vmfBox({0, 0, 0}, {8, 8, 8});
    const MapFile map = parsed(world("hidden\n{\n" + box + "}\n" + box + "hidden\n{\nhidden\n{\n" + box + "}\n}\n") +
                               "hidden\n{\nentity\n{\n\"classname\" \"light\"\n" + box + "}\n}\n");
    ASSERT_EQ(map.entities.size(), 1u);
    EXPECT_EQ(map.entities[0].brushes.size(), 1u);
    EXPECT_TRUE(leftOut(map, "hidden brush").starts_with("7:2 ")) << leftOut(map, "hidden brush");
    ASSERT_EQ(map.leftOut.size(), 2u);
    EXPECT_EQ(map.leftOut[0].places.size(), 2u);
    EXPECT_EQ(map.leftOut[1].kind, "hidden entity");
    EXPECT_EQ(map.leftOut[1].places.size(), 1u);
    ASSERT_EQ(map.notes.size(), 2u);
    EXPECT_EQ(map.notes[0].message, "2 hidden brushes are left out");
    EXPECT_EQ(map.notes[1].message, "1 hidden entity is left out");
}

// Hammer compiles what an active cordon bounds. Here it is the whole map, which is told.
TEST(VmfReader, ActiveCordonsAreCounted) {
    const std::string box = "box {\nmins \"(-8 -8 -8)\" maxs \"(8 8 8)\" }";
    const auto cordon = [&](int active) {
        return "cordon\n{\n\"name\" \"a\"\n\"active\" \"" + std::to_string(active) + "\"\n" + box + "\n}\n";
    };
    const std::string map = world(vmfBox({0, 0, 0}, {8, 8, 8}));
    for (const std::string& idle :
         {cordon(0), "cordons { \"active\" \"0\"\n" + cordon(1) + "}\n",
          "cordons { \"active\" \"1\"\n" + cordon(0) + "}\n", std::string("cordons{active 1}\n")}) {
        const MapFile read = parsed(map + idle);
        EXPECT_TRUE(read.leftOut.empty() && read.notes.empty()) << idle;
        EXPECT_EQ(read.entities.at(0).brushes.size(), 1u);
    }
    const MapFile one = parsed(cordon(1) + map);
    EXPECT_EQ(leftOut(one, "active cordon"), "1:1 ");
    EXPECT_FALSE(one.leftOut[0].asked);
    ASSERT_EQ(one.notes.size(), 1u);
    EXPECT_EQ(one.notes[0].message, "1 active cordon is not followed: the whole map is compiled");
    const MapFile two = parsed("cordons\n{\n" + cordon(1) + cordon(0) + cordon(1) + "\"active\" \"1\"\n}\n" + map);
    EXPECT_EQ(leftOut(two, "active cordon"), "3:1 17:1 ");
    ASSERT_EQ(two.notes.size(), 1u);
    EXPECT_EQ(two.notes[0].message, "2 active cordons are not followed: the whole map is compiled");
    EXPECT_EQ(two.notes[0].pos.line, 3u);
    EXPECT_EQ(refused("cordons {\n cordon {\n box {").substr(0, 4), "3:7:");
}

TEST(VmfReader, DisplacementsTakeThePlaceOfTheirBrush) {
    const std::string displacement = vmfDisplacement("[0 0 16]", 12.25);
    const MapFile map =
        parsed(world(vmfBox({0, 0, 0}, {64, 64, 16}, "NATURE/GRASS", displacement) + vmfBox({0, 0, 0}, {64, 64, 8})));
    const MapEntity& entity = map.entities.at(0);
    ASSERT_EQ(entity.brushes.size(), 1u);
    EXPECT_EQ(entity.brushes[0].faces.at(0).points[0].z, 8) << "the other brush stays";
    ASSERT_EQ(entity.displaced.size(), 1u);
    EXPECT_EQ(entity.displaced[0].brush.faces.size(), 6u);
    ASSERT_EQ(entity.displaced[0].displacements.size(), 1u);
    const MapDisplacement& read = entity.displaced[0].displacements[0];
    EXPECT_EQ(read.face, 0u);
    EXPECT_EQ(read.power, 2u);
    EXPECT_EQ(read.flags, 2u);
    EXPECT_EQ(read.startPosition, (Vec3{0, 0, 16}));
    EXPECT_EQ(read.elevation, 0.5);
    ASSERT_EQ(read.normals.size(), 25u);
    EXPECT_EQ(read.normals[24], (Vec3{0, 0, 1}));
    ASSERT_EQ(read.distances.size(), 25u);
    EXPECT_EQ(read.distances[12], 12.25);
    EXPECT_EQ(read.distances[13], 0);
    EXPECT_EQ(read.offsets.size(), 25u);
    EXPECT_TRUE(read.offsetNormals.empty()) << "not in the text";
    EXPECT_EQ(leftOut(map, "brush of a displacement"), "5:2 ");
    EXPECT_EQ(leftOut(map, "displacement"), "18:4 ");
}

TEST(VmfReader, BrokenDisplacementsAreErrors) {
    const auto error = [](const std::string& dispinfo) {
        return refused("world{solid{side{\"plane\" \"(0 0 0)(1 0 0)(0 1 0)\"\ndispinfo{\n" + dispinfo + "}}}}");
    };
    EXPECT_EQ(error("power 2"), "no error");
    EXPECT_EQ(error("\"elevation\" \"0\"\n"), "2:1: this displacement has no 'power', which says its size");
    for (const std::string bad : {"1", "5", "2.5", "-2", "1e300"})
        EXPECT_EQ(error("\"power\" \"" + bad + "\""), "3:1: the power of a displacement must be 2, 3 or 4");
    EXPECT_EQ(error("\"power\" \"x\""), "3:10: expected a number (a whole number), found 'x'");
    EXPECT_EQ(error("power { }"), "3:1: 'power' is a key, not a block");
    EXPECT_EQ(error("normals 1"), "3:1: 'normals' is a block, not a key");
    EXPECT_EQ(error("\"flags\" \"-1\""),
              "3:1: the flags of a displacement must be a whole number that fits into 32 bits");
    EXPECT_EQ(error("\"startposition\" \"0 0 0\""), "3:18: expected '[' (the corner of a displacement), found '0'");
    EXPECT_EQ(error("power 2\ndistances {\nrow0 \"1 2 3 4\" }"),
              "5:1: a row of this displacement has 5 numbers here, this one 4");
    EXPECT_EQ(error("distances {\nrow5 \"1 2 3 4 5\" } power 2"), "4:1: the displacement has 5 rows, from row0 on");
    EXPECT_EQ(error("distances {\nline0 \"1\" }"), "4:1: expected 'row0', 'row1', … or '}', found 'line0'");
    EXPECT_EQ(error("distances {\nrow99999999999999999999 \"1\" }"),
              "4:1: expected 'row0', 'row1', … or '}', found 'row99999999999999999999'");
    EXPECT_EQ(error("distances {\nrow0 \"1 2 x\" }"), "4:11: expected '\"' (end of the value of 'row0'), found 'x'");
    EXPECT_EQ(error("distances {\nrow0 \"1 1e999\" }"), "4:9: the number '1e999' is too large");
}

TEST(VmfReader, ErrorsHaveTheirPlace) {
    const std::string side = "world{solid{side{\n";
    const std::pair<std::string, std::string> cases[] = {
        {"versioninfo {\n}\n", "3:1: not a map: expected 'world' or 'entity' (a block), found end of file"},
        {"versioninfo {\n",
         "2:1: expected a key, a block or '}' (end of the 'versioninfo' that begins on line 1), "
         "found end of file"},
        {"world {\n}\n{", "3:1: expected a block such as 'world' or 'entity', or the end of the file, found '{'"},
        {"world {\n}\n}", "3:1: expected a block such as 'world' or 'entity', or the end of the file, found '}'"},
        {"world {\n}\nentity \"x\"", "3:8: expected '{' (the block 'entity'), found '\"x\"'"},
        {"world {\n\"k\" }", "2:5: expected the value of the key on line 2, or '{' (a block), found '}'"},
        {"world {\n\"k\" (", "2:5: expected the value of the key on line 2, or '{' (a block), found '('"},
        {"world {\n{", "2:1: expected a key, a block or '}' (end of the 'world' that begins on line 1), found '{'"},
        {"world {\n\"k\n", "2:1: the quoted string that begins here is not closed on its line"},
        {"world {\n\"k\" \"v", "2:5: the quoted string that begins here is not closed"},
        {"world {\nsolid {\nside {\n} } }", "3:1: this side has no 'plane', which holds three points"},
        {side + "\"plane\" \"(0 0 0) (1 0 0)\"\n}}}", "2:25: expected '(' (a point of a side), found '\"'"},
        {side + "\"plane\" \"(0 0 0 0)", "2:17: expected ')' (end of a point), found '0'"},
        {side + "\"plane\" \"(0 0 x)", "2:15: expected a number (a coordinate), found 'x'"},
        {side + "\"plane\" \"(0 0 1,5)",
         "2:15: expected a number (a coordinate), found '1,5': a decimal comma; write '1.5'"},
        {side + "\"plane\" \"(0 0 0)(1 0 0)(0 1 0) 7\"",
         "2:32: expected '\"' (end of the value of 'plane'), found '7'"},
        {side + "plane {", "2:1: 'plane' is a key, not a block"},
        {side + "\"uaxis\" \"1 0 0\"", "2:10: expected '[' (a texture axis), found '1'"},
        {side + "\"uaxis\" \"[1 0 0] 1\"", "2:16: expected a number (a texture offset), found ']'"},
    };
    for (const auto& [text, message] : cases) EXPECT_EQ(refused(text), message) << text;
    EXPECT_EQ(refused("brushDef {\n( 0 0 0 )"), "1:1: not a map: expected '{' (an entity), found 'brushDef'")
        << "no VMF";
}

TEST(VmfReader, HostileTextNeitherRecursesNorHangs) {
    constexpr std::size_t kMany = 10'000'000;
    const std::string braces(kMany, '{');
    EXPECT_TRUE(refused("world" + braces).starts_with("1:7: expected a key"));
    std::string blocks;
    while (blocks.size() < kMany) blocks += "a{";
    EXPECT_NE(refused("world{" + blocks).find("end of the 'a' that begins on line 1"), std::string::npos);
    EXPECT_NE(refused(blocks).find("end of the 'a' that begins on line 1"), std::string::npos);
    std::string hidden, closed;
    while (hidden.size() < kMany) hidden += "hidden{", closed += '}';
    EXPECT_NE(refused(hidden).find("end of the 'hidden' that begins on line 1"), std::string::npos);
    EXPECT_EQ(parsed("world{" + hidden + closed + "}").entities.size(), 1u);
    EXPECT_NE(refused("world{solid{side{" + blocks), "no error");
    EXPECT_NE(refused("world{solid{side{dispinfo{" + blocks), "no error");
    EXPECT_NE(refused("world{solid{side{dispinfo{distances{row0 \"" + std::string(kMany, '1')), "no error");
}

}  // namespace
}  // namespace hullbake
