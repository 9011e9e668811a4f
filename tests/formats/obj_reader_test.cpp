// Proves that OBJ is read as it stands there, that polygons are divided whole, and that bad files are one error.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "formats/mesh_brushes.hpp"
#include "formats/terrain_map.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake {
namespace {

using test::Random;

Mesh parsed(const std::string& text) {
    auto read = parseObj(text, "t.obj");
    if (const auto* fault = std::get_if<Diagnostic>(&read)) {
        ADD_FAILURE() << fault->text();
        return {};
    }
    return std::get<Mesh>(std::move(read));
}

std::string refused(const std::string& text) {
    const auto read = parseObj(text, "t.obj");
    if (const auto* fault = std::get_if<Diagnostic>(&read)) return fault->text();
    const auto made = makeMeshBrushes(std::get<Mesh>(read), {}, "t.obj", [](const MapBrush&) {});
    const auto* fault = std::get_if<Diagnostic>(&made);
    return fault != nullptr ? fault->text() : "no error";
}

const std::string kTriangle = "v 0 0 0\nv 64 0 0\nv 0 64 0\n";

TEST(ObjReader, PointsFacesGroupsAndMaterials) {
    const Mesh mesh = parsed(
        "# a comment\r\nmtllib x.mtl\no first\nv +1.5 -2e1 .25 1 0.5\r\nv 64 0 0 # behind\n\tv 0 64 0\nvt 0 0\nvn 0 0 "
        "1\n"
        "s off\nusemtl rock\nf 1/1/1 2//1 3/1\ng second third\nusemtl\nv 64 64 0\nf -3 -1 -2\nusemtl rock\nf 1 2 4 "
        "3\nl 1 2");
    ASSERT_EQ(mesh.points.size(), 4u);
    EXPECT_EQ(mesh.points[0], (Vec3{1.5, -20, 0.25}));
    EXPECT_EQ(mesh.corners, (std::vector<std::uint32_t>{0, 1, 2, 1, 3, 2, 0, 1, 3, 2}));
    ASSERT_EQ(mesh.polygons.size(), 3u);
    EXPECT_NE(mesh.polygons[0].group, mesh.polygons[1].group);
    EXPECT_EQ(mesh.polygons[1].group, mesh.polygons[2].group);
    EXPECT_EQ(mesh.materials, (std::vector<std::string>{"", "rock"}));
    EXPECT_EQ(mesh.polygons[0].material, 1u);
    EXPECT_EQ(mesh.polygons[1].material, 0u);
    EXPECT_EQ(mesh.polygons[2].material, 1u);
    EXPECT_EQ(mesh.polygons[2].count, 4u);
    EXPECT_EQ(mesh.polygons[0].pos.line, 11u);
}

TEST(ObjReader, LinesMayGoOnAndEndInAnyWay) {
    const Mesh whole = parsed(kTriangle + "f 1 2 3\n");
    for (const std::string& text :
         {std::string("v 0 0 0\rv 64 0 0\rv 0 64 0\rf 1 2 3\r"), kTriangle + "f 1 \\\n2\\\r\n3",
          std::string("v 0 0 \\\n \\\n0\nv 64 0 0\nv 0 64 0\nf 1 2 3\n"), kTriangle + "f 1 2 3 \\"}) {
        const Mesh mesh = parsed(text);
        EXPECT_EQ(mesh.corners, whole.corners) << text;
        EXPECT_EQ(mesh.points, whole.points) << text;
    }
    EXPECT_EQ(refused("v 0 0 \\\n0\nv x"), "t.obj:3:3: expected a coordinate, found 'x'");
    EXPECT_EQ(parsed(kTriangle + "usemtl a\\b\nf 1 2 3").materials.back(), "a\\b");
}

// Each joined line is looked at once: to look at all of them each time took minutes.
TEST(ObjReader, OneLineMayGoOnOverMillions) {
    std::string text = kTriangle + "f 1 2 ";
    constexpr std::size_t kLines = 4'000'000;
    for (std::size_t i = 0; i < kLines; ++i) text += "\\\n";
    EXPECT_EQ(parsed(text + "3").polygons.size(), 1u);
    EXPECT_EQ(refused(text + "3\nv x").substr(0, 16), "t.obj:4000005:3:");
}

TEST(ObjReader, FacesWithoutAnAreaAreCountedWithTheirPlaces) {
    const auto read = parseTerrain(kTriangle + "v 0 32 0\nf 1 2 3\nf 1 4 3\nf 1 1 2\n", "t.obj");
    const MapFile& map = std::get<MapFile>(read);
    ASSERT_EQ(map.leftOut.size(), 1u);
    EXPECT_EQ(map.leftOut[0].kind, "face without an area");
    ASSERT_EQ(map.leftOut[0].places.size(), 2u);
    EXPECT_EQ(map.leftOut[0].places[0].line, 6u);
    EXPECT_FALSE(map.leftOut[0].asked);
    ASSERT_EQ(map.notes.size(), 1u);
    EXPECT_EQ(map.notes[0].message, "2 faces without an area are left out");
}

TEST(ObjReader, BadTextIsOneErrorWithItsPlace) {
    EXPECT_EQ(refused(""), "t.obj: the mesh has no faces");
    EXPECT_EQ(refused(kTriangle), "t.obj: the mesh has no faces");
    EXPECT_EQ(refused("v 1 2\n"), "t.obj:1:6: expected a coordinate, found the end of the line");
    EXPECT_EQ(refused("v 1 2 x"), "t.obj:1:7: expected a coordinate, found 'x'");
    EXPECT_EQ(refused("v 1 nan 2"), "t.obj:1:5: the coordinate 'nan' is no finite number");
    EXPECT_EQ(refused("v 1 1e999 2"), "t.obj:1:5: the coordinate '1e999' is no finite number");
    EXPECT_EQ(refused(kTriangle + "f 1 2"), "t.obj:4:1: a face needs three corners, this has 2");
    EXPECT_EQ(refused(kTriangle + "f 1 2 4"), "t.obj:4:7: there is no point 4; 3 are given before this line");
    EXPECT_EQ(refused(kTriangle + "f 1 2 0"), "t.obj:4:7: there is no point 0; 3 are given before this line");
    EXPECT_EQ(refused(kTriangle + "f 1 2 -4"), "t.obj:4:7: there is no point -4; 3 are given before this line");
    EXPECT_EQ(refused(kTriangle + "f 1 2 99999999999999999999"),
              "t.obj:4:7: there is no point 99999999999999999999; 3 are given before this line");
    EXPECT_EQ(refused(kTriangle + "f 1 2 3x"), "t.obj:4:7: expected the number of a point, found '3x'");
    EXPECT_EQ(refused(kTriangle + "f 1 2 /3"), "t.obj:4:7: expected the number of a point, found '/3'");
    EXPECT_EQ(refused("curv 0 1"), "t.obj:1:1: free-form surfaces are not read");
    EXPECT_EQ(refused(std::string("\x7f\x01", 2)), "t.obj:1:1: expected a statement of OBJ, found '\\x7f\\x01'");
    EXPECT_EQ(refused("v 0 0 0\nv 300000 0 0\nv 0 1 0\nf 1 2 3"),
              "t.obj:4:1: the face reaches past the coordinate limit of +-262144");
    EXPECT_EQ(refused("v 0 0 0\nv 9 9 0\nv 9 0 0\nv 0 8 0\nf 1 2 3 4"), "t.obj:5:1: the face crosses itself");
    EXPECT_EQ(refused(kTriangle + "f 1 2 3"), "no error");
}

TEST(ObjReader, TooManyPointsOrMaterialsEndTheFile) {
    std::string points, materials;
    for (std::size_t i = 0; i <= kMostMeshPoints; ++i) points += "v 0 0 0\n";
    EXPECT_EQ(refused(points), "t.obj:6000001:1: the file has more than 6000000 points");
    for (std::size_t i = 0; i < kMostMeshMaterials; ++i) materials += "usemtl m" + std::to_string(i) + '\n';
    EXPECT_EQ(refused(materials + kTriangle), "t.obj:100000:1: the file has more than 100000 materials");
}

// Twice the area of a polygon in the plane z = 0.
double areaOf(const std::vector<Vec3>& ring) {
    double sum = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) sum += cross(ring[i], ring[(i + 1) % ring.size()]).z;
    return sum;
}

TEST(MeshTriangles, PolygonsAreDividedWhole) {
    constexpr std::uint64_t kSeed = 99;
    Random random(kSeed);
    std::size_t hollow = 0;
    for (int round = 0; round < 300; ++round) {
        // A star around a middle, so that it does not cross itself.
        const int count = random.whole(3, 24);
        std::string text, face = "f";
        std::vector<Vec3> ring;
        for (int i = 0; i < count; ++i) {
            const double turn = 6.283185307179586 * i / count, radius = random.between(20, 400);
            ring.push_back({std::round(radius * std::cos(turn)), std::round(radius * std::sin(turn)), 0});
            text += "v " + std::to_string(ring.back().x) + " " + std::to_string(ring.back().y) + " 5\n";
            face += " " + std::to_string(i + 1);
        }
        if (areaOf(ring) <= 0) continue;
        const auto divided = divideMesh(parsed(text + face), {}, "t.obj");
        ASSERT_TRUE(std::holds_alternative<TriangleMesh>(divided)) << "seed " << kSeed << ", " << round;
        const TriangleMesh& mesh = std::get<TriangleMesh>(divided);
        double sum = 0;
        for (const MeshTriangle& t : mesh.triangles) {
            const Vec3 normal =
                areaNormal(mesh.points[t.points[0]], mesh.points[t.points[1]], mesh.points[t.points[2]]);
            EXPECT_GT(normal.z, 0);
            sum += normal.z / (kLattice * kLattice);
        }
        EXPECT_DOUBLE_EQ(sum, areaOf(ring)) << "seed " << kSeed << ", " << round;
        for (std::size_t i = 0; i < ring.size(); ++i)
            hollow += cross(ring[(i + 1) % ring.size()] - ring[i], ring[(i + 2) % ring.size()] - ring[i]).z < 0 ? 1 : 0;
    }
    EXPECT_GE(hollow, 500u);
}

// A box that looks out is one brush, one that looks in a room of walls.
TEST(MeshBrushes, ConvexBodiesAreSolid) {
    const std::string points = "v 0 0 0\nv 64 0 0\nv 64 64 0\nv 0 64 0\nv 0 0 64\nv 64 0 64\nv 64 64 64\nv 0 64 64\n";
    const auto count = [&](const std::string& faces) {
        std::size_t most = 0;
        const auto made = makeMeshBrushes(parsed(points + faces), {}, "t.obj",
                                          [&](const MapBrush& brush) { most = std::max(most, brush.faces.size()); });
        MeshCount all = std::get<MeshCount>(made);
        all.triangles = most;  // the faces of the largest brush
        return all;
    };
    const std::string out = "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    const std::string in = "f 2 3 4 1\nf 8 7 6 5\nf 5 6 2 1\nf 6 7 3 2\nf 7 8 4 3\nf 8 5 1 4\n";
    EXPECT_EQ(count(out).hulls, 1u);
    EXPECT_EQ(count(out).brushes(), 1u);
    EXPECT_EQ(count(out).triangles, 6u);
    EXPECT_EQ(count(in).hulls, 0u);
    EXPECT_EQ(count(in).shells, 12u);
    EXPECT_EQ(count(out.substr(0, out.size() - 10)).hulls, 0u) << "not closed";
    EXPECT_EQ(count("g a\n" + out.substr(0, 20) + "g b\n" + out.substr(20)).hulls, 0u) << "in two groups";
}

TEST(MeshBrushes, MutatedFiles) {
    constexpr std::uint64_t kSeed = 31;
    Random random(kSeed);
    const std::string good = kTriangle + "v 64 64 9\ng a\nusemtl b\nf 1 2 3\nf 2/1 4/2/3 -2//4\nf 1 3 4 2\n";
    std::size_t read = 0, errors = 0;
    const std::size_t rounds = test::sized<std::size_t>(20000, 300000);
    for (std::size_t i = 0; i < rounds; ++i) {
        std::string text = good;
        for (int edit = random.whole(1, 4); edit > 0; --edit) {
            const std::size_t at = random.index(text.size());
            if (random.chance(0.1))
                text.resize(at + 1);
            else if (random.chance(0.5))
                text[at] = "0123456789 -./f\nv"[random.index(17)];
            else
                text.insert(at, 1, static_cast<char>(random.whole(0, 255)));
        }
        const auto mesh = parseObj(text, "t.obj");
        if (const auto* fault = std::get_if<Diagnostic>(&mesh)) {
            ASSERT_FALSE(fault->message.empty());
            ++errors;
            continue;
        }
        for (const std::uint32_t corner : std::get<Mesh>(mesh).corners)
            ASSERT_LT(corner, std::get<Mesh>(mesh).points.size()) << "seed " << kSeed << ", " << i;
        std::size_t brushes = 0;
        const auto made = makeMeshBrushes(std::get<Mesh>(mesh), {}, "t.obj", [&](const MapBrush& brush) {
            ASSERT_GE(brush.faces.size(), 4u);
            ++brushes;
        });
        if (const auto* count = std::get_if<MeshCount>(&made)) {
            ASSERT_EQ(count->brushes(), brushes);
        }
        ++read;
    }
    EXPECT_GE(read, rounds / 20);
    EXPECT_GE(errors, rounds / 4);
}

}  // namespace
}  // namespace hullbake
