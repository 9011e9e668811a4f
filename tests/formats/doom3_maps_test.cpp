// Proves that maps of Doom 3's and Call of Duty's editors are read: planes, patches, meshes, lines of brushes.
#include <gtest/gtest.h>

#include <string>

#include "formats/map_reader_support.hpp"

namespace hullbake {
namespace {

using test::parsed, test::refused;

const std::string kMatrix = "( ( 0.5 0 1 ) ( 0 0.25 2 ) ) \"textures/base/wall\" 0 0 0\n";

std::string planeBrush(const std::string& planes, const std::string& word = "brushDef3") {
    return "{\n" + word + "\n{\n" + planes + "}\n}\n";
}

TEST(Doom3Maps, PlanesAreKeptAsWritten) {
    for (const std::string head : {"Version 1\n", "Version 2\n", "version 3\n", ""}) {
        const MapFile map = parsed(head + "{\n\"classname\" \"worldspawn\"\n\"origin\" \"8 8 8\"\n" +
                                   planeBrush("( 0 0 1 -64.5 ) " + kMatrix + "( -0.6 0.8 0 12 ) " + kMatrix) + "}\n");
        const std::vector<MapFace>& faces = map.entities.at(0).brushes.at(0).faces;
        ASSERT_EQ(faces.size(), 2u);
        ASSERT_TRUE(faces[0].plane && faces[1].plane);
        EXPECT_EQ(faces[0].plane->normal, (Vec3{0, 0, 1}));
        EXPECT_EQ(faces[0].plane->dist, -64.5);
        EXPECT_EQ(faces[1].plane->normal, (Vec3{-0.6, 0.8, 0}));
        EXPECT_EQ(faces[1].plane->dist, 12);
        EXPECT_EQ(faces[1].plane->origin, Vec3{}) << "the world's planes are not relative";
        EXPECT_EQ(faces[1].texture, "textures/base/wall");
        EXPECT_EQ(faces[1].projection[4], 0.25);
        EXPECT_EQ(map.dialect, MapDialect::Doom3);
    }
}

TEST(Doom3Maps, PlanesOfEntitiesAreRelativeToTheirOrigin) {
    const std::string brush = planeBrush("( 0 0 1 -64 ) " + kMatrix), key = "\"origin\" \"16 -0.1 +32\"\n";
    for (const std::string& body : {key + brush, brush + key}) {
        const MapFile map = parsed("Version 2\n{\n\"classname\" \"func_static\"\n" + body + "}\n");
        EXPECT_EQ(map.entities.at(0).brushes.at(0).faces.at(0).plane->origin, (Vec3{16, -0.1, 32}));
    }
    const MapFile points = parsed("Version 2\n{\n\"classname\" \"func_static\"\n" + key +
                                  planeBrush("( 0 0 1 ) ( 1 0 1 ) ( 0 1 1 ) " + kMatrix, "brushDef") + "}\n");
    EXPECT_FALSE(points.entities.at(0).brushes.at(0).faces.at(0).plane);
    EXPECT_EQ(points.entities.at(0).brushes.at(0).faces.at(0).points[1], (Vec3{1, 0, 1})) << "points stay";
}

TEST(Doom3Maps, BrokenPlanesGiveOneError) {
    EXPECT_EQ(refused("Version x"), "1:9: expected a number (the version of a Doom 3 map), found 'x'");
    for (const std::string version : {"4", "0", "-1", "2.5", "1e9"})
        EXPECT_EQ(
            refused("Version " + version + "\n{}"),
            "1:9: this version of Doom 3 maps is not known: 'Version' 1 to 3 is read; save the map in such a version");
    EXPECT_EQ(refused("iwmap 5\n{}"),
              "1:7: this version of Call of Duty maps is not known: 'iwmap' 4 is read; save the map in such a version");
    EXPECT_EQ(refused("Version 2"), "1:10: not a map: expected '{' (an entity), found end of file");
    EXPECT_EQ(refused("{{brushDef3{( 0 0 1 2 3 )"), "1:23: expected ')' (end of a plane), found '3'");
    EXPECT_EQ(refused("{{brushDef3{( 0 0 1 2 ) ( ( 1 0 0 ) }"),
              "1:37: expected '(' (a row of a texture matrix), found '}'");
    EXPECT_EQ(refused("{{brushDef3{( 0 0 1 1e999 )"), "1:21: the number '1e999' is too large");
}

const std::string kPoints =
    "( ( ( 0 0 0 0 0 ) ( 8 0 0.5 1 0 ) ) ( ( 0 8 0 0 1 ) ( 8 8 1 1 1 ) ) ( ( 0 9 0 0 2 ) ( 8 9 1 1 2 ) ) )";

MapPatch patchOf(const std::string& text) {
    return parsed("{\n\"classname\" \"worldspawn\"\n{\n" + text + "\n}\n}\n").entities.at(0).patches.at(0);
}

TEST(MapPatches, KeepTheirPoints) {
    struct Case {
        const char* head;
        PatchKind kind;
    };
    for (const Case& c : {Case{"patchDef2 { wall ( 3 2 0 0 0 )", PatchKind::Def2},
                          Case{"patchDef3 { wall ( 3 2 4 6 0 0 0 )", PatchKind::Def3},
                          Case{"patchDef5 { wall ( 3 2 0 0 0 0 8 )", PatchKind::Def5},
                          Case{"patchDefWS { wall ( 3 2 0 0 0 )", PatchKind::DefWS},
                          Case{"patchTerrainDef3 { wall ( 3 2 0 0 0 0 8 )", PatchKind::TerrainDef3}}) {
        const MapPatch patch = patchOf(c.head + kPoints + "}");
        EXPECT_EQ(patch.kind, c.kind) << c.head;
        EXPECT_EQ(patch.material, "wall");
        EXPECT_EQ(patch.rows, 3u);
        EXPECT_EQ(patch.columns, 2u);
        ASSERT_EQ(patch.points.size(), 6u);
        EXPECT_EQ(patch.points[1].position, (Vec3{8, 0, 0.5}));
        EXPECT_EQ(patch.points[1].u, 1);
        EXPECT_EQ(patch.points[5].v, 2);
        EXPECT_EQ(patch.pos.line, 4u);
        EXPECT_EQ(patch.subdivisions.has_value(), c.kind == PatchKind::Def3);
        if (patch.subdivisions) {
            EXPECT_EQ(*patch.subdivisions, (std::array<std::uint32_t, 2>{4, 6}));
        }
    }
    // Call of Duty's points have a colour and an edge behind them.
    EXPECT_EQ(patchOf("patchDef5 { w ( 1 1 0 0 0 0 8 ) ( ( ( 1 2 3 4 5 255 255 255 255 0 ) ) ) }").points.at(0).v, 5);
    EXPECT_EQ(patchOf("terrainDef { ( 1 2 ) { \"a\" b [ 3 ] } }").kind, PatchKind::TerrainDef);
}

TEST(MapPatches, SizesAndPointsMustAgree) {
    const auto error = [](const std::string& text) { return refused("{ { patchDef2 {\nt\n" + text + " } } }"); };
    EXPECT_EQ(error("( 2 2 )\n( ( (0 0 0 0 0) (1 0 0 0 0) )\n( (0 0 0 0 0) ) )"),
              "5:1: the patch says 2 rows of 2 points, this row has 1");
    EXPECT_EQ(error("( 2 1 )\n( ( (0 0 0 0 0) ) )"), "3:3: the patch says 2 rows of 1 points, 1 rows follow");
    EXPECT_EQ(error("( 1 1 )\n( ( ( 0 0 0 0 ) ) )"), "4:5: a point of a patch has five numbers: x y z u v");
    for (const std::string bad : {"0", "-1", "1.5", "1e9"})
        EXPECT_EQ(error("( " + bad + " 1 )"), "3:3: the size of a patch must be a whole number from 1 to 4096");
    EXPECT_EQ(error("( 1 )"), "1:15: the patch has no size: '( rows columns … )' is missing");
    EXPECT_EQ(error("( 1 1 ) ( ( ( 0 x 0 0 0 ) ) )"),
              "3:17: expected '(' (a row), a number or ')' (end of a row), found 'x'");
}

const std::string kIwmap =
    "iwmap 4\n\"000_Global\" flags  active\n\"The Map\" flags expanded \n// entity 0\n{\n"
    "\"classname\" \"worldspawn\"\n{\n layer \"The Map/Walls\"\n contents detail nonColliding;\n toolFlags splitGeo;\n"
    " ( 0 0 64 ) ( 64 0 64 ) ( 0 -64 64 ) caulk 64 64 0 0 0 0 lightmap_gray 16384 16384 0 0 0 0\n"
    " ( 0 0 0 ) ( 0 64 0 ) ( 64 0 0 ) ch_wall1 64 64 0 0 0 0 lightmap_gray 16384 16384 0 0 0 0\n}\n"
    "{\n mesh\n {\n  layer \"x\"\n  toolFlags splitGeo;\n  floor\n  lightmap_gray\n  smoothing smoothing_hard\n"
    "  2 1 0 8\n  (\n   v 1 2 3 t -4 5 6 7\n  )\n  (\n   v 1 2.5 3 c 255 0 0 128 t 8 9 6 7 f 1\n  )\n }\n}\n"
    "{\n curve\n {\n  pipe\n  lightmap_gray\n  1 1 16 8\n  (\n   v 0 0 1 t 2 3 4 5\n  )\n }\n}\n"
    "{\n physics_box\n {\n  0 0 0 1 0 0\n }\n}\n}\n";

TEST(CallOfDutyMaps, BrushesAndMeshesAreRead) {
    const MapFile map = parsed(kIwmap);
    EXPECT_EQ(map.dialect, MapDialect::CallOfDuty);
    const MapEntity& world = map.entities.at(0);
    ASSERT_EQ(world.brushes.size(), 1u);
    ASSERT_EQ(world.brushes[0].faces.size(), 2u);
    EXPECT_EQ(world.brushes[0].faces[1].texture, "ch_wall1");
    EXPECT_FALSE(world.brushes[0].faces[0].flags) << "its numbers are no flags";
    ASSERT_EQ(world.brushes[0].keys.size(), 3u);
    EXPECT_EQ(world.brushes[0].keys[0].value, "The Map/Walls");
    EXPECT_EQ(world.brushes[0].keys[1].key, "contents");
    EXPECT_EQ(world.brushes[0].keys[1].value, "detail nonColliding");
    EXPECT_EQ(world.brushes[0].contents, Contents::Illusionary);
    ASSERT_EQ(world.patches.size(), 2u);
    EXPECT_EQ(world.patches[0].kind, PatchKind::Mesh);
    EXPECT_EQ(world.patches[0].material, "floor");
    ASSERT_EQ(world.patches[0].points.size(), 2u);
    EXPECT_EQ(world.patches[0].points[1].position, (Vec3{1, 2.5, 3}));
    EXPECT_EQ(world.patches[0].points[1].u, 8);
    EXPECT_EQ(world.patches[1].kind, PatchKind::Curve);
    ASSERT_EQ(map.leftOut.size(), 3u);
    EXPECT_EQ(map.leftOut[0].kind, "mesh");
    EXPECT_EQ(map.leftOut[2].kind, "physics shape");
    EXPECT_EQ(refused("iwmap 4\n\"000_Global\" x"), "2:14: expected 'flags' (of a layer), found 'x'");
}

/// Returns the head of a map of Black Ops 3 with a layer that its compiler ignores.
std::string ignoringHead() {
    return "iwmap 4\n\"script_startingnumber\" 0\n\"000_Global\" flags expanded  active\n"
           "\"000_Global/No Comp\" flags hidden ignore \n\"The Map\" flags hidden\n";
}

TEST(CallOfDutyMaps, LaterGamesHaveKeysAboveAndLinesInEntities) {
    const std::string faces = "( 0 0 64 ) ( 64 0 64 ) ( 0 -64 64 ) caulk 64 64 0 0 0 0 lightmap_gray 1 1 0 0 0 0\n";
    const std::string mesh = "{ mesh { floor\nlightmap_gray\n1 1 16 8\n( v 0 0 1 t 2 3 4 5 )\n} }\n";
    const MapFile map =
        parsed(ignoringHead() + "// entity 0\n{\nguid \"{7A1E5C1B-0000}\"\nlayer \"000_Global/No Comp\"\n" +
               "\"classname\" \"worldspawn\"\n{\nguid \"{1}\"\n" + faces + "}\nguid \"{2}\"\n{\n" + faces + "}\n" +
               mesh + "}\n{\nguid \"{3}\"\nlayer \"The Map\"\n\"classname\" \"light\"\n}\n");
    ASSERT_EQ(map.entities.size(), 2u) << "the world is kept whatever its layer";
    EXPECT_EQ(map.entities[0].brushes.size(), 2u);
    EXPECT_EQ(map.entities[0].patches.size(), 1u);
    ASSERT_EQ(map.entities[0].keys.size(), 1u) << "lines are no keys of the entity";
    EXPECT_EQ(map.entities[1].classname(), "light");
    EXPECT_EQ(refused("iwmap 4\n\"a\" }"), "2:5: expected 'flags' (of a layer), found '}'");
    EXPECT_EQ(refused("{ guid \"{1}\"\n}"),
              "1:3: expected a quoted key, '{' (a brush) or '}' (end of the entity that begins on line 1), found "
              "'guid'");
}

TEST(CallOfDutyMaps, WhatIsInAnIgnoredLayerIsLeftOutAndCounted) {
    const std::string faces = "( 0 0 64 ) ( 64 0 64 ) ( 0 -64 64 ) caulk 64 64 0 0 0 0 lightmap_gray 1 1 0 0 0 0\n";
    const std::string ignored = "layer \"000_Global/No Comp\"\n", kept = "layer \"The Map\"\n";
    const auto mesh = [](const std::string& outside, const std::string& inside) {
        return "{\n" + outside + "mesh {\n" + inside + "floor\nlightmap_gray\n1 1 16 8\n( v 0 0 1 t 2 3 4 5 )\n}\n}\n";
    };
    const MapFile map =
        parsed(ignoringHead() + "{\n\"classname\" \"worldspawn\"\n{\n" + ignored + faces + "}\n{\n" + kept + faces +
               "}\n" + mesh(ignored, "") + mesh("", ignored) + mesh("", kept) + mesh(kept, "") + "}\n{\n" + ignored +
               "\"classname\" \"func_wall\"\n{\n" + faces + "}\n}\n{\n" + kept + "\"classname\" \"light\"\n}\n");
    ASSERT_EQ(map.entities.size(), 2u);
    EXPECT_EQ(map.entities[0].brushes.size(), 1u);
    EXPECT_EQ(map.entities[0].brushes[0].pos.line, 12u);
    EXPECT_EQ(map.entities[0].patches.size(), 2u);
    EXPECT_EQ(map.entities[1].classname(), "light");
    std::string counted;
    for (const MapLeftOut& kind : map.leftOut)
        counted += std::to_string(kind.places.size()) + " " + kind.kind + (kind.asked ? ", asked; " : "; ");
    EXPECT_EQ(counted,
              "1 brush of an ignored layer, asked; 2 patch of an ignored layer, asked; 2 mesh; "
              "1 entity of an ignored layer, asked; ");
    ASSERT_EQ(map.notes.size(), 3u);
    EXPECT_EQ(map.notes[0].message, "1 entity of an ignored layer is left out");
    EXPECT_EQ(map.notes[2].message, "2 patches of ignored layers are left out");
}

// Words of Medal of Honor are told apart: parameters of the surface, what says nothing, and what is not known.
TEST(MapDialectWords, BehindFacesAreToldApart) {
    const std::string points = "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) ";
    const MapFile map = parsed(
        "{{\n" + points + "mohtest/wall 0 0 0 1 1 0 0 0 +surfaceparm Detail -surfaceparm wood subdivisions 64\n" +
        points + "sin/metal 0 0 0 1 1 32 0 0 -contents water \"some key\" 0.5\n" + points + "c 0 0 0 1 1\n" + points +
        "d 0 0 0 1 1 0 0 0 surfaceDensity 32\n" + points + "e 0 0 0 1 1 -surfaceparm water\n}}");
    const MapBrush& brush = map.entities.at(0).brushes.at(0);
    ASSERT_EQ(brush.faces.size(), 5u);
    ASSERT_EQ(brush.faceWords.size(), 3u);
    EXPECT_EQ(brush.faceWords[0].parms, std::vector<std::string>{"detail"});
    EXPECT_TRUE(brush.faceWords[0].unknown.empty());
    EXPECT_EQ(brush.faceWords[0].pos.column, 60u);
    EXPECT_EQ(brush.faceWords[1].face, 1u);
    EXPECT_EQ(brush.faceWords[1].unknown, (std::vector<std::string>{"-contents", "water", "some key"}));
    EXPECT_EQ(brush.faceWords[2].face, 4u);
    EXPECT_EQ(brush.faceWords[2].unknown, std::vector<std::string>{"-surfaceparm water"});
    EXPECT_EQ((*brush.faces[1].flags)[0], 32u);
    EXPECT_EQ(map.dialect, MapDialect::Ritual);
    EXPECT_TRUE(map.leftOut.empty());  // the rules decide
    // Daikatana's colours.
    const MapFile colours = parsed("{{\n" + points + "e1/floor 0 0 0 1 1 1 2 3 255 128 0.5\n}}");
    EXPECT_EQ((*colours.entities.at(0).brushes.at(0).faces.at(0).flags)[2], 3u);
    EXPECT_TRUE(colours.entities[0].brushes[0].faceWords.empty());
    EXPECT_EQ(colours.dialect, MapDialect::Quake2);
}

// Medal of Honor has other flags than Quake 2, told by its words anywhere in the map.
TEST(MapDialectWords, NumberFlagsAsQuake2Does) {
    using Flags = std::array<std::uint32_t, 3>;
    const std::string points = "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) ";
    const std::string faces = points + "a 0 0 0 1 1 536870912 2224 5\n" + points + "b 0 0 0 1 1 2 768 0\n" + points +
                              "c 0 0 0 1 1 262241 8 0\n" + points + "d 0 0 0 1 1\n";
    const MapFile other = parsed("{{\n" + faces + "}}");
    EXPECT_EQ(*other.entities.at(0).brushes.at(0).faces.at(0).flags, (Flags{536870912, 2224, 5}));
    const MapFile map = parsed("{{\n" + faces + "}\n{\n" + points + "e 0 0 0 1 1 0 0 0 +surfaceparm detail\n}}");
    const std::vector<MapFace>& read = map.entities.at(0).brushes.at(0).faces;
    EXPECT_EQ(*read.at(0).flags, (Flags{0, 0x80, 5}));        // translucent, not a ladder
    EXPECT_EQ(*read.at(1).flags, (Flags{0x20000000, 0, 0}));  // a ladder; neither hint nor skip
    EXPECT_EQ(*read.at(2).flags, (Flags{0x20000061, 0, 0}));  // a ladder by its surface; no current
    EXPECT_FALSE(read.at(3).flags.has_value());
}

TEST(MapFragments, OfTheClipboardAreNamed) {
    const std::string face = "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) T 0 0 0 1 1\n";
    EXPECT_EQ(refused("// Game: Quake\n" + face),
              "2:1: a face without a brush and an entity, as editors put it on the clipboard; paste it into a map in "
              "the editor, and compile the map");
    EXPECT_EQ(refused("// brush 0\n{\n" + face + "}\n"),
              "2:1: a brush without an entity, as editors put it on the clipboard; paste it into a map in the editor, "
              "and compile the map");
    for (const std::string kind : {"brushDef", "patchDef2", "patchDef3"})
        EXPECT_EQ(refused("{\n" + kind + "\n{\n"),
                  "1:1: a " + kind.substr(0, 5) +
                      " without an entity, as editors put it on the clipboard; paste it into a map in the editor, and "
                      "compile the map");
}

}  // namespace
}  // namespace hullbake
