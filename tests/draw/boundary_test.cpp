// Proves the boundary of grown brushes in space: exact areas and volumes, and by counting how often lines cross it.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "draw/drawn_level.hpp"
#include "support/random.hpp"
#include "tools/draw/boundary.hpp"
#include "tools/draw/mesh_files.hpp"

namespace hullbake::test {
namespace {

using namespace draw;

Level room() {
    return roomWith("");
}

Vec3 areaVector(const SurfaceFace& face) {
    Vec3 sum;
    for (std::size_t i = 2; i < face.corners.size(); ++i)
        sum = sum + cross(face.corners[i - 1] - face.corners[0], face.corners[i] - face.corners[0]);
    return sum * 0.5;
}

double areaOf(const std::vector<SurfaceFace>& faces) {
    double area = 0;
    for (const SurfaceFace& face : faces) {
        EXPECT_GT(dot(areaVector(face), face.normal), 0) << "corners run counter-clockwise";
        area += length(areaVector(face));
    }
    return area;
}

// The volume inside a closed surface, by the divergence theorem.
double volumeOf(const std::vector<SurfaceFace>& faces) {
    double volume = 0;
    for (const SurfaceFace& face : faces) volume += dot(areaVector(face), face.corners[0]) / 3;
    return volume;
}

Vec3 areaSum(const std::vector<SurfaceFace>& faces) {
    Vec3 sum;
    for (const SurfaceFace& face : faces) sum = sum + areaVector(face);
    return sum;
}

// How often a line from `p` leaves the solid, less how often it enters it: 1 inside, 0 outside.
int leavings(const std::vector<SurfaceFace>& faces, const Vec3& p, const Vec3& direction) {
    int count = 0;
    for (const SurfaceFace& face : faces) {
        const double along = dot(face.normal, direction), gap = dot(face.normal, face.corners[0] - p);
        if (along == 0 || gap / along < 0) continue;
        const Vec3 hit = p + direction * (gap / along);
        bool inside = true;
        for (std::size_t i = 0; i < face.corners.size() && inside; ++i) {
            const Vec3 &a = face.corners[i], &b = face.corners[(i + 1) % face.corners.size()];
            inside = dot(cross(b - a, hit - a), face.normal) >= 0;
        }
        if (inside) count += along > 0 ? 1 : -1;
    }
    return count;
}

TEST(Boundary, AHullOfARoomIsWhatAPlayerCanReach) {
    const Level level = room();
    const auto faces = hullBoundary(level.map, *level.map.findHull("player"), kMaskBlocking);
    // The box is 16 units wide on each side, 24 deep and 32 high: 224 by 224 by 200 are free, and the door grows to 48
    // by 96, of which 128 units stand above where a player's origin can be lowest.
    EXPECT_EQ(areaOf(faces), 2 * 224.0 * 224 + 4 * 224 * 200 + 2 * (48 + 96) * 128);
    EXPECT_NEAR(volumeOf(faces), -(224.0 * 224 * 200 - 48 * 96 * 128), 1e-6);
    for (const SurfaceFace& face : faces) EXPECT_EQ(face.kind, FaceKind::Face);
}

TEST(Boundary, ABoxShowsTheOutsideToo) {
    const Level level = room();
    const auto faces = boxBoundary(level.map, {{-5, -5, -5}, {7, 7, 7}}, kMaskBlocking);
    EXPECT_NEAR(volumeOf(faces), 300.0 * 300 * 300 - 244.0 * 244 * 244 + 28 * 76 * (128 + 7 - 7), 1e-5);
    EXPECT_NEAR(length(areaSum(faces)), 0, 1e-8);
}

TEST(Boundary, BrushesKeepAllTheirFaces) {
    const Level level = room();
    const auto faces = brushFaces(level.map);
    EXPECT_EQ(faces.size(), 7u * 6);
    EXPECT_NEAR(volumeOf(faces), 6 * 288.0 * 288 * 16 + 16 * 64 * 128, 1e-6);
}

// Whole coordinates make many faces coincide, back to back and face on face.
TEST(Boundary, BoxesOnAGridHaveTheVolumeAndAreaOfTheCubesCounted) {
    Random random(36);
    std::size_t hidden = 0;
    for (int round = 0; round < 40; ++round) {
        constexpr int kSize = 8;
        constexpr double kUnit = 16;
        bool full[kSize + 2][kSize + 2][kSize + 2] = {};
        std::string text;
        double single = 0;
        for (int i = random.whole(1, 14); i > 0; --i) {
            int low[3], high[3];
            Vec3 mins, maxs;
            for (int a = 0; a < 3; ++a) {
                low[a] = random.whole(0, kSize - 1);
                high[a] = random.whole(low[a] + 1, std::min(kSize, low[a] + 4));
                mins[a] = low[a] * kUnit;
                maxs[a] = high[a] * kUnit;
            }
            text += boxText(mins, maxs, "wall");
            const Vec3 size = maxs - mins;
            single += 2 * (size.x * size.y + size.y * size.z + size.z * size.x);
            for (int x = low[0]; x < high[0]; ++x)
                for (int y = low[1]; y < high[1]; ++y)
                    for (int z = low[2]; z < high[2]; ++z) full[x + 1][y + 1][z + 1] = true;
        }
        const Level level = levelOf(parseText(worldText(text)));
        int cubes = 0, sides = 0;
        for (int x = 0; x <= kSize; ++x)
            for (int y = 0; y <= kSize; ++y)
                for (int z = 0; z <= kSize; ++z) {
                    const bool here = full[x][y][z];
                    cubes += here ? 1 : 0;
                    sides += (here != full[x + 1][y][z] ? 1 : 0) + (here != full[x][y + 1][z] ? 1 : 0) +
                             (here != full[x][y][z + 1] ? 1 : 0);
                }
        const auto faces = boxBoundary(level.map, {}, kMaskBlocking);
        ASSERT_NEAR(volumeOf(faces), cubes * kUnit * kUnit * kUnit, 1e-6) << "round " << round;
        ASSERT_NEAR(areaOf(faces), sides * kUnit * kUnit, 1e-6) << "round " << round;
        hidden += sides * kUnit * kUnit < single ? 1 : 0;
    }
    EXPECT_GE(hidden, 25u);
}

// Slopes, bevels and clips of the demo: each point is inside the surface exactly where the runtime finds it blocked.
TEST(Boundary, LinesLeaveTheDemoAsOftenAsTheRuntimeSays) {
    const Level level = levelOf(demoMap());
    Random random(38);
    int inside = 0, outside = 0;
    std::size_t edgeBevels = 0, axialBevels = 0;
    for (const Box& box : {Box{}, Box{{-16, -16, -24}, {16, 16, 32}}, Box{{-3, -9, 0}, {40, 5, 7}}}) {
        const auto faces = boxBoundary(level.map, box, kMaskBlocking);
        EXPECT_NEAR(length(areaSum(faces)), 0, 1e-3);
        for (const SurfaceFace& face : faces) {
            edgeBevels += face.kind == FaceKind::EdgeBevel ? 1 : 0;
            axialBevels += face.kind == FaceKind::AxialBevel ? 1 : 0;
        }
        Probe probe;
        probe.hull = kNoHull;
        probe.box = box;
        probe.model = kAllModels;
        for (int i = 0; i < 600; ++i) {
            const Vec3 p{random.between(-1100, 1100), random.between(-600, 960), random.between(-260, 480)};
            const Vec3 direction{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
            const bool blocked = any(level.map.contentsAt(probe, p) & kMaskBlocking);
            ASSERT_EQ(leavings(faces, p, direction), blocked ? 1 : 0) << p.x << ' ' << p.y << ' ' << p.z;
            ++(blocked ? inside : outside);
        }
    }
    EXPECT_GE(inside, 150);
    EXPECT_GE(outside, 300);
    EXPECT_GE(edgeBevels, 20u);
    EXPECT_GE(axialBevels, 20u);
}

TEST(Boundary, EachFaceOfAHullOfTheDemoIsReached) {
    const Level level = levelOf(demoMap());
    const HullId player = *level.map.findHull("player");
    Probe probe;
    probe.hull = player;
    probe.model = kAllModels;
    const auto faces = hullBoundary(level.map, player, kMaskBlocking);
    EXPECT_GE(faces.size(), 300u);
    EXPECT_LT(faces.size(), boxBoundary(level.map, level.map.hull(player).box, kMaskBlocking).size());
    for (const SurfaceFace& face : faces) {
        Vec3 middle;
        for (const Vec3& corner : face.corners)
            middle = middle + corner * (1.0 / static_cast<double>(face.corners.size()));
        EXPECT_FALSE(any(level.map.contentsAt(probe, middle + face.normal * kBesideFace) & kMaskBlocking));
        EXPECT_TRUE(any(level.map.contentsAt(probe, middle - face.normal * kBesideFace) & kMaskBlocking));
    }
}

TEST(MeshFiles, AnObjHasTheFacesItsMaterialsAndItsNormals) {
    const Level level = room();
    const auto groups = brushMeshes(level.map);
    std::istringstream lines(objOf(groups));
    std::size_t faces = 0, corners = 0, normals = 0;
    std::vector<std::string> objects, materials;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("f ")) ++faces;
        if (line.starts_with("v ")) ++corners;
        if (line.starts_with("vn ")) ++normals;
        if (line.starts_with("o ")) objects.push_back(line.substr(2));
        if (line.starts_with("usemtl ")) materials.push_back(line.substr(7));
    }
    EXPECT_EQ(faces, 42u);
    EXPECT_EQ(corners, 8u + 6 * 4 + 8) << "the walls share the corners of the whole";
    EXPECT_EQ(normals, 6u);
    EXPECT_EQ(objects, (std::vector<std::string>{"solid", "solid_of_a_brush_entity"}));
    EXPECT_EQ(materials, (std::vector<std::string>{"wall", "door"}));
}

TEST(MeshFiles, AGltfCountsItsBytesAndCorners) {
    const Level level = room();
    const auto groups = boundaryMeshes("box", boxBoundary(level.map, {{-5, -5, -5}, {7, 7, 7}}, kMaskBlocking));
    ASSERT_EQ(groups.size(), 1u);
    const nlohmann::json file = nlohmann::json::parse(gltfOf(groups));
    std::size_t corners = 0, triangles = 0;
    for (const SurfaceFace& face : groups[0].faces) {
        corners += face.corners.size();
        triangles += face.corners.size() - 2;
    }
    EXPECT_EQ(file["accessors"][0]["count"], corners);
    EXPECT_EQ(file["accessors"][2]["count"], 3 * triangles);
    EXPECT_EQ(file["accessors"][0]["min"], (std::vector<double>{-151, -151, -151}));
    EXPECT_EQ(file["accessors"][0]["max"], (std::vector<double>{149, 149, 149}));
    EXPECT_EQ(file["buffers"][0]["byteLength"], 24 * corners + 12 * triangles);
    EXPECT_EQ(file["meshes"].size(), 1u);
}

}  // namespace
}  // namespace hullbake::test
