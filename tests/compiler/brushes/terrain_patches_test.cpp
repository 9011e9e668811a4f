// Proves that `terrainDef` in the notations of Quake 3 and of Medal of Honor becomes a shell below its triangles.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "compiler/compiler_support.hpp"
#include "formats/map_reader.hpp"
#include "formats/patch_brushes.hpp"

namespace hullbake::test {
namespace {

enum class Notation { Quake3, Moh };

/// Heights over a grid, in the order of the text.
struct Field {
    Notation notation = Notation::Quake3;
    int width = 0, height = 0, flags = 0;
    double step = 64;
    Vec3 origin = {};
    std::vector<double> heights = {};
    std::string pointFlags = "( ) ( )";

    double at(int x, int y) const {
        return heights[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
    }
};

std::string textOf(const Field& field) {
    const std::string size = std::to_string(field.width) + " " + std::to_string(field.height);
    const std::string at =
        std::to_string(field.origin.x) + " " + std::to_string(field.origin.y) + " " + std::to_string(field.origin.z);
    std::string text = "{\nterrainDef\n{\n" + size;
    if (field.notation == Notation::Quake3) {
        const std::string step = std::to_string(field.step);
        text += " " + step + " " + step + "\n" + at + "\n";
        for (const double z : field.heights) text += std::to_string(z) + " hills/grass 0 0 0 0.5 0.5 0 0 0\n";
        return text + "}\n}\n";
    }
    text += " " + std::to_string(field.flags) + "\n" + at + "\n{\n0 0 ( mohmain/grass 0 0 0 0 1 1 0 0 0 )\n}\n{\n";
    for (const double z : field.heights) text += std::to_string(z) + " " + field.pointFlags + "\n";
    return text + "}\n}\n}\n";
}

MapFile mapOf(const std::vector<Field>& fields) {
    std::string text = "{\n\"classname\" \"worldspawn\"\n";
    for (const Field& field : fields) text += textOf(field);
    return parseText(text + "}\n");
}

Field randomField(Random& random, Notation notation) {
    Field field{.notation = notation, .width = 2 + random.whole(0, 7), .height = 2 + random.whole(0, 7)};
    field.step = notation == Notation::Moh ? 64 : 16 * (1 + random.whole(0, 5));
    field.origin = {16.0 * random.whole(0, 19), -16.0 * random.whole(0, 19), 8.0 * random.whole(0, 19)};
    for (int i = 0; i < field.width * field.height; ++i) field.heights.push_back(random.whole(0, 39));
    return field;
}

/// Returns the height of the triangles at a place, in steps. The games divide squares by one diagonal and the other in
/// turn: Medal of Honor those whose x and y add to an even number from the lowest corner to the highest, Quake 3 the
/// others.
double surfaceAt(const Field& field, double x, double y) {
    const int i = static_cast<int>(x), k = static_cast<int>(y);
    const double u = x - i, v = y - k;
    const double a = field.at(i, k), b = field.at(i + 1, k), c = field.at(i + 1, k + 1), d = field.at(i, k + 1);
    const bool rising = ((i + k) % 2 == 0) == (field.notation == Notation::Moh);
    if (rising) return u > v ? a + (b - a) * u + (c - b) * v : a + (c - d) * u + (d - a) * v;
    return u + v < 1 ? a + (b - a) * u + (d - a) * v : c + (d - c) * (1 - u) + (b - c) * (1 - v);
}

TEST(TerrainPatches, RaysStopAtTheTriangles) {
    constexpr std::uint64_t kSeed = 20261127;
    Random random(kSeed);
    std::size_t hits = 0, above = 0, below = 0, rising = 0;
    for (int round = 0; round < 40; ++round) {
        const Field field = randomField(random, round % 2 == 0 ? Notation::Quake3 : Notation::Moh);
        MapFile map = mapOf({field});
        const PatchCount count = addPatchBrushes(map);
        ASSERT_EQ(count.patches, 1u);
        ASSERT_TRUE(map.leftOut.empty());
        EXPECT_EQ(map.entities[0].brushes[0].faces[0].texture,
                  field.notation == Notation::Moh ? "mohmain/grass" : "hills/grass");
        const Baked baked = bake(map, pointOnly());
        const Probe probe{.hull = baked.hull("point"), .skin = 0};
        for (int i = 0; i < 100; ++i) {
            const double x = 0.01 + random.unit() * (field.width - 1.02);
            const double y = 0.01 + random.unit() * (field.height - 1.02);
            const Vec3 at = field.origin + Vec3{field.step * x, field.step * y, surfaceAt(field, x, y)};
            const Trace down = baked.map.trace(probe, at + Vec3{0, 0, 50}, at - Vec3{0, 0, 50});
            ASSERT_TRUE(down.hit && !down.startsolid) << "seed " << kSeed << ", round " << round;
            ASSERT_NEAR(down.endpos.z, at.z, 1e-4) << "seed " << kSeed << ", round " << round << ' ' << x << ' ' << y;
            ++hits;
            rising += (static_cast<int>(x) + static_cast<int>(y)) % 2 == 0 ? 1 : 0;
            above += baked.at(at + Vec3{0, 0, 0.01}) == Contents::Empty ? 1 : 0;
            below += baked.at(at - Vec3{0, 0, 0.01}) == Contents::Solid ? 1 : 0;
        }
    }
    EXPECT_EQ(hits, 4000u);
    EXPECT_EQ(above, hits);
    EXPECT_EQ(below, hits);
    EXPECT_GE(rising, 1000u);
    EXPECT_GE(hits - rising, 1000u);
}

TEST(TerrainPatches, AFlagTurnsItUpsideDown) {
    Field field{.notation = Notation::Moh, .width = 3, .height = 4, .flags = 64};
    field.heights.assign(12, 100);
    for (const int flags : {0, 64, 128, 192}) {
        field.flags = flags;
        MapFile map = mapOf({field});
        ASSERT_EQ(addPatchBrushes(map).patches, 1u);
        const Baked baked = bake(map, pointOnly());
        const bool turned = flags % 128 == 64;
        EXPECT_EQ(baked.at({70, 90, 99.5}), turned ? Contents::Empty : Contents::Solid) << flags;
        EXPECT_EQ(baked.at({70, 90, 100.5}), turned ? Contents::Solid : Contents::Empty) << flags;
        EXPECT_EQ(baked.at({127, 191, turned ? 100.5 : 99.5}), Contents::Solid) << "2 squares along x, 3 along y";
        EXPECT_EQ(baked.at({191, 127, turned ? 100.5 : 99.5}), Contents::Empty);
    }
}

// Neighbours of a level are blocks of nine by nine points with one row in common.
TEST(TerrainPatches, NothingPassesBetweenNeighbours) {
    constexpr std::uint64_t kSeed = 20261128;
    Random random(kSeed);
    std::vector<Field> fields;
    for (int block = 0; block < 4; ++block) {
        Field field{.notation = Notation::Moh, .width = 9, .height = 9};
        field.origin = {block % 2 * 512.0, block / 2 * 512.0, 0};
        for (int y = 0; y < 9; ++y)
            for (int x = 0; x < 9; ++x) {
                const int i = block % 2 * 8 + x, k = block / 2 * 8 + y;
                field.heights.push_back((i * 37 + k * 53) % 41);
            }
        fields.push_back(field);
    }
    MapFile map = mapOf(fields);
    ASSERT_EQ(addPatchBrushes(map).patches, 4u);
    const Baked baked = bake(map, pointOnly());
    const Probe probe{.hull = baked.hull("point"), .skin = 0};
    std::size_t seams = 0;
    for (int i = 0; i < 1000; ++i) {
        const double along = 1 + random.unit() * 1022;
        for (const Vec3 at : {Vec3{512, along, 0}, Vec3{along, 512, 0}}) {
            const Trace down = baked.map.trace(probe, at + Vec3{0, 0, 90}, at - Vec3{0, 0, 90});
            ASSERT_TRUE(down.hit) << "seed " << kSeed << ' ' << at.x << ' ' << at.y;
            ASSERT_GE(down.endpos.z, -1e-4);
            ++seams;
        }
    }
    EXPECT_EQ(seams, 2000u);
}

TEST(TerrainPatches, WhatIsNotKnownIsCounted) {
    Field field{.notation = Notation::Moh, .width = 2, .height = 2};
    field.heights = {0, 1, 2, 3};
    field.pointFlags = "( 0 0 ) ( 0 )";
    EXPECT_EQ(mapOf({field}).leftOut.size(), 1u) << "zeros say nothing";
    field.pointFlags = "( 0 ) ( 4096 )";
    MapFile map = mapOf({field});
    ASSERT_EQ(addPatchBrushes(map).patches, 1u);
    ASSERT_EQ(map.leftOut.size(), 1u);
    EXPECT_EQ(map.leftOut[0].kind, "flags of a terrain point");
    ASSERT_EQ(map.leftOut[0].places.size(), 4u);
    ASSERT_EQ(map.notes.size(), 1u);
    EXPECT_EQ(map.notes[0].message, "4 points of terrain have flags, which are not used");
    EXPECT_EQ(map.notes[0].pos.line, 12u);
    EXPECT_EQ(map.leftOut[0].places[0].line, 12u);
    // Elite Force 2 has a notation of its own.
    MapFile other = parseText("{\n\"classname\" \"worldspawn\"\n{\nterrainDef\n{\nTEX( a 0 0 )\n}\n}\n}\n");
    EXPECT_EQ(addPatchBrushes(other).patches, 0u);
    ASSERT_EQ(other.leftOut.size(), 1u);
    EXPECT_EQ(other.leftOut[0].kind, "terrain");
    EXPECT_EQ(other.leftOut[0].places.at(0).line, 4u);
}

TEST(TerrainPatches, BrokenTextGivesOneError) {
    const auto refused = [](const std::string& body) {
        const auto result = parseMap("{\n{\nterrainDef\n" + body, "t.map");
        const auto* error = std::get_if<Diagnostic>(&result);
        return error != nullptr ? error->text().substr(6) : std::string("no error");
    };
    EXPECT_EQ(refused("{ 2 2.5 1 1"), "4:5: the size of a patch must be a whole number from 1 to 4096");
    EXPECT_EQ(refused("{ 2 2 0 1\n0 0 0 "), "4:7: the steps of terrain must be above zero");
    EXPECT_EQ(refused("{ 2 2 1e999 1"), "4:7: the number '1e999' is too large");
    EXPECT_EQ(refused("{ 1 1 1 1 0 0 0 5 grass 0 0 0 1 1 0 0 0 6"),
              "4:41: expected '}' (end of the terrain that begins on line 4), found '6'");
    EXPECT_EQ(refused("{ 1 2 1 1 0 0 0 5 grass 0 0 0 1 1 0 0 0 }"),
              "4:41: expected a number (the height of a point of terrain), found '}'");
    EXPECT_EQ(refused("{ 1 1 0 0 0 0 { } { 5 ( ) } }"), "4:27: expected '(' (flags of a point of terrain), found '}'");
    EXPECT_EQ(refused("{ 1 1 0 0 0 0 { } { 5 ( ) ( ) 6 } }"),
              "4:31: expected '}' (end of the points of terrain), found '6'");
    EXPECT_EQ(refused("{ 1 1 0 0 0 0 { ( "), "4:19: expected a texture name, found end of file");
}

}  // namespace
}  // namespace hullbake::test
