// Proves that maps of other files are placed: shifted, turned, scaled and mirrored, with their entities, in each other;
// and that every fault is one error with its place.
#include "formats/prefabs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>
#include <vector>

#include "formats/map_reader.hpp"
#include "formats/placement.hpp"
#include "formats/prefab_classes.hpp"
#include "support/maps.hpp"
#include "support/shared_maps.hpp"
#include "support/temporary_folder.hpp"

namespace hullbake::test {
namespace {

std::string entity(const std::string& keys, const std::string& brushes = "") {
    return "{\n" + keys + "\n" + brushes + "}\n";
}

std::string placed(const std::string& keys) {
    return entity(R"("classname" "misc_external_map" )" + keys);
}

std::string prefab(const std::string& keys) {
    return entity(R"("classname" "misc_prefab" )" + keys);
}

/// A wedge without symmetry: x + y <= 0.7 in its plan. The slope is face 4.
std::string wedge() {
    return "{\n( 0.7 0 0 ) ( 0 0.7 0 ) ( 0 0 0 ) down 0 0 0 1 1\n( 0 0.7 2 ) ( 0.7 0 2 ) ( 0 0 2 ) up 0 0 0 1 1\n"
           "( 0 0.7 2 ) ( 0 0 2 ) ( 0 0 0 ) west 0 0 0 1 1\n( 0.7 0 2 ) ( 0.7 0 0 ) ( 0 0 0 ) south 0 0 0 1 1\n"
           "( 0 0.7 2 ) ( 0 0.7 0 ) ( 0.7 0 0 ) slope 0 0 0 1 1\n}\n";
}

/// The points of a patch of 31 rows and columns.
std::string patch() {
    std::string text = "{\npatchDef2\n{\ncurve\n( 31 31 0 0 0 )\n(\n";
    for (int row = 0; row < 31; ++row) {
        text += "(";
        for (int column = 0; column < 31; ++column) text += " ( 0 0 0 0 0 )";
        text += " )\n";
    }
    return text + ")\n}\n}\n";
}

const std::string kWorld = R"("classname" "worldspawn")";

class Prefabs : public testing::Test {
  protected:
    void write(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories(std::filesystem::path(folder_.file(name)).parent_path());
        std::ofstream(folder_.file(name), std::ios::binary) << text;
    }
    MapFile read(const std::string& name, std::string* text = nullptr) const {
        return loadMap(folder_.file(name), text);
    }
    /// Returns the error of reading that map, with the folder's path cut out.
    std::string errorOf(const std::string& name) const {
        const auto result = readMap(folder_.file(name));
        const auto* const problem = std::get_if<Diagnostic>(&result);
        if (problem == nullptr) return "";
        std::string text = problem->text();
        const std::string path = folder_.path().string() + "/";
        for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path))
            text.erase(at, path.size());
        return text;
    }
    /// Returns the wedge placed by these keys of an external map.
    MapBrush wedgeBy(const std::string& keys) const {
        write("wedge.map", entity(kWorld, wedge()));
        write("main.map", entity(kWorld) + placed(R"("_external_map" "wedge.map" )" + keys));
        const MapFile map = read("main.map");
        EXPECT_EQ(map.entities.size(), 2u);
        EXPECT_EQ(map.entities.back().brushes.size(), 1u);
        return map.entities.back().brushes.at(0);
    }

    TemporaryFolder folder_;
};

/// Returns how far the middle of the wedge, moved, is behind the least far face: positive if every face faces outwards.
double depthOf(const MapBrush& brush, const Vec3& inside) {
    double least = 1e9;
    for (const MapFace& face : brush.faces) {
        // The points are clockwise seen from outside.
        const Vec3 normal = cross(face.points[0] - face.points[1], face.points[2] - face.points[1]);
        least = std::min(least, dot(normal * (1 / length(normal)), face.points[1] - inside));
    }
    return least;
}

/// Expects these points, the last one first.
void expectPoints(const MapFace& face, const std::array<Vec3, 3>& points) {
    for (int i = 0; i < 3; ++i) {
        const Vec3 &p = face.points[2 - i], &q = points[i];
        EXPECT_TRUE(p == q) << "point " << i << " of " << face.texture << ": " << p.x << ' ' << p.y << ' ' << p.z;
    }
}

TEST_F(Prefabs, AShiftKeepsDecimals) {
    const MapBrush brush = wedgeBy(R"("origin" "1024.1 -0.2 8")");
    expectPoints(brush.faces[4], {Vec3{1024.8, -0.2, 8}, Vec3{1024.1, 0.5, 8}, Vec3{1024.1, 0.5, 10}});
    EXPECT_GT(depthOf(brush, {1024.3, 0, 9}), 0.1);
}

/// A closed cube of two units, as OBJ.
std::string cubeMesh() {
    return "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
           "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
}

/// Returns the bounds of the points of a brush's faces.
Box pointBounds(const MapBrush& brush) {
    Box box{{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
    for (const MapFace& face : brush.faces)
        for (const Vec3& p : face.points)
            for (int a = 0; a < 3; ++a) {
                box.mins[a] = std::min(box.mins[a], p[a]);
                box.maxs[a] = std::max(box.maxs[a], p[a]);
            }
    return box;
}

TEST_F(Prefabs, ModelsThatCollideArePlaced) {
    write("models/cube.obj", cubeMesh());
    const auto model = [](const std::string& keys) {
        return entity(R"("classname" "misc_model" "model" "models/cube.obj" )" + keys);
    };
    write("maps/main.map", entity(kWorld) + model(R"("_collide" "1" "origin" "100 0 8" "modelscale" "16")") +
                               model(R"("_collide" "yes" "angle" "90" "modelscale" "3" "modelscale_vec" "8 4 2")") +
                               model(R"("_collide" "0" "spawnflags" "2")") + model(""));
    const MapFile map = read("maps/main.map");
    ASSERT_EQ(map.entities.size(), 5u);
    const MapEntity &scaled = map.entities[1], &turned = map.entities[2];
    EXPECT_EQ(scaled.classname(), "func_detail");
    ASSERT_EQ(scaled.brushes.size(), 1u);
    EXPECT_TRUE(pointBounds(scaled.brushes[0]).mins == (Vec3{84, -16, -8}));
    EXPECT_TRUE(pointBounds(scaled.brushes[0]).maxs == (Vec3{116, 16, 24}));
    ASSERT_EQ(turned.brushes.size(), 1u);
    EXPECT_TRUE(pointBounds(turned.brushes[0]).maxs == (Vec3{4, 8, 2}));
    for (const std::size_t other : {std::size_t{3}, std::size_t{4}}) {
        EXPECT_EQ(map.entities[other].classname(), "misc_model");
        EXPECT_TRUE(map.entities[other].brushes.empty());
    }
}

TEST_F(Prefabs, ModelsThatAreNotThereStay) {
    write("other.md3", "IDP3");
    write("bad.obj", "v 1 2\nf 1 1 1\n");
    write("main.map", entity(kWorld) + entity(R"("classname" "misc_model" "model" "none.obj" "_collide" "1")") +
                          entity(R"("classname" "misc_model" "model" "other.md3" "_collide" "1")"));
    const MapFile map = read("main.map");
    ASSERT_EQ(map.entities.size(), 3u);
    for (std::size_t i = 1; i < 3; ++i) {
        EXPECT_TRUE(map.entities[i].isOf("misc_model"));
        EXPECT_TRUE(collides(map.entities[i]));
        EXPECT_TRUE(map.entities[i].brushes.empty());
    }
    write("main.map", entity(kWorld) + entity(R"("classname" "misc_model" "model" "bad.obj" "_collide" "1")"));
    EXPECT_NE(errorOf("main.map").find("main.map:"), std::string::npos);
    EXPECT_NE(errorOf("main.map").find("bad.obj:1"), std::string::npos) << errorOf("main.map");
}

TEST_F(Prefabs, SumsOfDecimalsAreDecimals) {
    EXPECT_EQ(decimalSum(0.1, 0.2), 0.3);
    EXPECT_EQ(decimalSum(1024.1, -1024), 0.1);
    EXPECT_EQ(decimalSum(-4096.3, 4096), -0.3);
    EXPECT_EQ(decimalSum(131072.0000000001, 0.0000000002), 131072.0000000003);
    EXPECT_EQ(decimalSum(12.345678901234, 0.1), 12.445678901234) << "more than ten, where they fit";
    EXPECT_EQ(decimalSum(1.0 / 1024, 262143), 262143 + 1.0 / 1024);
    EXPECT_EQ(decimalSum(0.123456789012345678, 0), 0.123456789012345678);
    EXPECT_EQ(decimalSum(1e300, 1), 1e300);
}

TEST_F(Prefabs, QuarterTurnsKeepDecimals) {
    const MapBrush about_z = wedgeBy(R"("_external_map_angle" "90" "origin" "0.1 0 0")");
    expectPoints(about_z.faces[4], {Vec3{0.1, 0.7, 0}, Vec3{-0.6, 0, 0}, Vec3{-0.6, 0, 2}});
    const MapBrush about_y = wedgeBy(R"("_external_map_angles" "90 0 0")");
    expectPoints(about_y.faces[4], {Vec3{0, 0, -0.7}, Vec3{0, 0.7, 0}, Vec3{2, 0.7, 0}});
    const MapBrush about_x = wedgeBy(R"("_external_map_angles" "0 0 -270")");
    expectPoints(about_x.faces[4], {Vec3{0.7, 0, 0}, Vec3{0, 0, 0.7}, Vec3{0, -2, 0.7}});
    const MapBrush all = wedgeBy(R"("_external_map_angles" "90 180 450")");
    EXPECT_GT(depthOf(all, Placer({{}, {90, 180, 90}, {1, 1, 1}, {}}).movePoint({0.2, 0.2, 1})), 0.1);
}

TEST_F(Prefabs, OtherTurnsRoundToTenDecimals) {
    const MapBrush brush = wedgeBy(R"("_external_map_angles" "0 30 0" "origin" "16 0 0")");
    const double c = 0.7 * std::sqrt(3.0) / 2;
    for (const Vec3& p : brush.faces[4].points)
        for (int a = 0; a < 3; ++a) EXPECT_EQ(p[a], std::round(p[a] * 1e10) / 1e10);
    EXPECT_NEAR(brush.faces[4].points[2].x, 16 + c, 1e-10);
    EXPECT_EQ(brush.faces[4].points[2].y, 0.35);
    EXPECT_EQ(brush.faces[4].points[1].x, 15.65);
    EXPECT_NEAR(brush.faces[4].points[1].y, c, 1e-10);
    EXPECT_GT(depthOf(brush, Placer({{16, 0, 0}, {0, 30, 0}, {1, 1, 1}, {}}).movePoint({0.2, 0.2, 1})), 0.1);
}

TEST_F(Prefabs, ScalesAndMirrors) {
    expectPoints(wedgeBy(R"("_external_map_scale" "2")").faces[4], {Vec3{1.4, 0, 0}, Vec3{0, 1.4, 0}, Vec3{0, 1.4, 4}});
    expectPoints(wedgeBy(R"("_external_map_scale" "3 1 0.5")").faces[4],
                 {Vec3{2.1, 0, 0}, Vec3{0, 0.7, 0}, Vec3{0, 0.7, 1}});
    expectPoints(wedgeBy(R"("_external_map_scale" "0")").faces[4], {Vec3{0.7, 0, 0}, Vec3{0, 0.7, 0}, Vec3{0, 0.7, 2}});
    const MapBrush mirrored = wedgeBy(R"("_external_map_scale" "-1" "origin" "0.1 0 0")");
    expectPoints(mirrored.faces[4], {Vec3{0.1, -0.7, -2}, Vec3{0.1, -0.7, 0}, Vec3{-0.6, 0, 0}});
    EXPECT_GT(depthOf(mirrored, {-0.1, -0.2, -1}), 0.1);
    EXPECT_GT(depthOf(wedgeBy(R"("_external_map_scale" "-1 1 1")"), {-0.2, 0.2, 1}), 0.1);
    EXPECT_GT(depthOf(wedgeBy(R"("_external_map_scale" "-1 -1 1")"), {-0.2, -0.2, 1}), 0.1);
}

TEST_F(Prefabs, ScaleComesBeforeTheTurnAndTheTurnBeforeTheShift) {
    const Placer mover({{100, 0, 0}, {0, 90, 0}, {2, 1, 1}, {1, 0, 0}});
    EXPECT_TRUE(mover.movePoint({4, 5, 6}) == (Vec3{95, 6, 6}));
}

/// Returns by how much a point is outside a plane as Doom 3 writes it, in units of its normal.
double outside(const MapPlane& plane, const Vec3& p) {
    return dot(plane.normal, p - plane.origin) + plane.dist;
}

TEST_F(Prefabs, PlanesAsNormalAndDistanceMove) {
    const Vec3 onPlane{1, 2, 3}, normal{0.6, 0, 0.8};
    for (const Placement& placement :
         {Placement{{1, 2, 3}, {}, {1, 1, 1}, {}}, Placement{{}, {0, 90, 0}, {1, 1, 1}, {}},
          Placement{{5, 0, 0.5}, {10, 20, 30}, {1, 1, 1}, {}}, Placement{{}, {10, 20, 30}, {2, 2, 2}, {}},
          Placement{{}, {0, 30, 0}, {-1, 2, 3}, {}}, Placement{{}, {}, {-1, -1, -1}, {}},
          Placement{{7, 8, 9}, {0, 0, 45}, {0.5, 4, 1}, {1, 1, 1}}}) {
        MapBrush brush;
        MapFace& face = brush.faces.emplace_back();
        face.plane = MapPlane{normal, 0, onPlane};
        face.plane->dist = -0.25;
        const Vec3 point = onPlane + normal * 0.25 + Vec3{0.8, 5, -0.6};
        const Placer mover(placement);
        mover.move(brush);
        EXPECT_NEAR(outside(*face.plane, mover.movePoint(point)), 0, 1e-9);
        EXPECT_LT(outside(*face.plane, mover.movePoint(point - normal)), -0.1);
        EXPECT_GT(outside(*face.plane, mover.movePoint(point + normal)), 0.1);
    }
}

TEST_F(Prefabs, AMirroredPatchKeepsItsFront) {
    MapPatch patch;
    patch.rows = 2;
    patch.columns = 3;
    for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 3; ++c) patch.points.push_back({{r * 10.0, c * 10.0, 0}, 0, 0});
    patch.subdivisions = {4, 6};
    const auto upOf = [](const MapPatch& p) {
        return cross(p.points[p.columns].position - p.points[0].position, p.points[1].position - p.points[0].position)
            .z;
    };
    EXPECT_GT(upOf(patch), 0);
    Placer({{0, 0, 4}, {}, {-1, 1, 1}, {}}).move(patch);
    EXPECT_EQ(patch.rows, 3u);
    EXPECT_EQ(patch.columns, 2u);
    EXPECT_EQ((*patch.subdivisions)[0], 6u);
    EXPECT_GT(upOf(patch), 0);
    EXPECT_TRUE(patch.points[5].position == (Vec3{-10, 20, 4}));
    Placer({{0, 0, 4}, {0, 90, 0}, {1, 1, 1}, {}}).move(patch);
    EXPECT_EQ(patch.rows, 3u);
    EXPECT_GT(upOf(patch), 0);
}

TEST_F(Prefabs, AnExternalMapBecomesAnEntity) {
    write("part.map", entity(kWorld, wedge()) + entity(R"("classname" "func_wall")", wedge()) +
                          entity(R"("classname" "light" "origin" "1 2 3")"));
    write("main.map", entity(kWorld) + placed(R"("_external_map" "part.map" "Origin" "8 0 0" "targetname" "t")") +
                          placed(R"("_external_map" "part.map" "_external_map_classname" "func_door" "angle" "90")"));
    const MapFile map = read("main.map");
    ASSERT_EQ(map.entities.size(), 3u);
    const MapEntity &detail = map.entities[1], &door = map.entities[2];
    EXPECT_EQ(detail.classname(), "func_detail");
    EXPECT_EQ(detail.value("targetname"), "t");
    EXPECT_EQ(detail.keys.size(), 2u) << "no origin, no name of a file";
    EXPECT_EQ(detail.brushes.size(), 2u) << "of all entities";
    EXPECT_EQ(detail.brushes[0].faces[4].points[2].x, 8.7);
    EXPECT_EQ(door.classname(), "func_door");
    EXPECT_EQ(door.value("angle"), "90");
    EXPECT_EQ(door.brushes[0].faces[4].points[2].x, 0.7);
    ASSERT_EQ(map.leftOut.size(), 1u);
    EXPECT_EQ(map.leftOut[0].kind, "point entity of an external map");
    EXPECT_EQ(map.leftOut[0].places.size(), 2u);
    EXPECT_TRUE(map.leftOut[0].asked);
    ASSERT_EQ(map.notes.size(), 1u);
    EXPECT_EQ(map.notes[0].message, "2 point entities of external maps are left out");
}

TEST_F(Prefabs, AnInstanceJoinsTheWorldAndBringsEntities) {
    write("part.map", entity(kWorld + R"( "message" "m")", wedge()) +
                          entity(R"("classname" "func_door" "angle" "270")", wedge()) +
                          entity(R"("classname" "light" "origin" "1.1 2 3" "angles" "10 350 5")"));
    write("main.map",
          entity(kWorld, wedge()) +
              entity(R"("classname" "func_instance" "file" "part.map" "angles" "0 90 0" "origin" "64 0 0")") +
              entity(R"("classname" "light")"));
    const MapFile map = read("main.map");
    ASSERT_EQ(map.entities.size(), 4u);
    EXPECT_EQ(map.entities[0].brushes.size(), 2u);
    EXPECT_EQ(map.entities[0].value("message"), "");
    EXPECT_EQ(map.entities[0].brushes[1].faces[4].points[2].y, 0.7);
    EXPECT_EQ(map.entities[1].classname(), "func_door");
    EXPECT_EQ(map.entities[1].value("angle"), "0");
    EXPECT_EQ(map.entities[1].brushes[0].faces[4].points[1].x, 63.3);
    EXPECT_EQ(map.entities[2].value("origin"), "62 1.1 3");
    EXPECT_EQ(map.entities[2].value("angles"), "10 80 5");
    EXPECT_EQ(map.entities[3].value("origin"), "");
}

TEST_F(Prefabs, AnglesOfEntitiesTurnWithThePrefab) {
    const auto turned = [](const Vec3& by, const std::string& key, const std::string& value) {
        MapEntity entity;
        entity.keys.push_back({key, value, {}});
        Placer({{}, by, {1, 1, 1}, {}}).moveKeys(entity);
        return entity.keys[0].key + " " + entity.keys[0].value;
    };
    EXPECT_EQ(turned({0, 45, 0}, "angle", "-1"), "angle -1");
    EXPECT_EQ(turned({0, 45, 0}, "angle", "330"), "angle 15");
    EXPECT_EQ(turned({90, 0, 0}, "angle", "0"), "angles 90 0 0");
    EXPECT_EQ(turned({90, 0, 0}, "angle", "-1"), "angles 0 0 0") << "up becomes forward";
    EXPECT_EQ(turned({90, 0, 0}, "angle", "90"), "angles 0 90 90") << "left stays left, and leans";
    EXPECT_EQ(turned({0, 0, 30}, "angles", "0 0 60"), "angles 0 0 90");
    EXPECT_EQ(turned({20, 0, 0}, "angles", "70 0 0"), "angles 90 0 0");
    EXPECT_EQ(turned({20, 30, 0}, "angles", "none"), "angles none");
}

TEST_F(Prefabs, AnInstanceHasAnOriginOfItsOwn) {
    write("part.vmf",
          "world\n{\n solid\n {\n  side\n  {\n   \"plane\" \"(10 0 0) (10 1 0) (10 0 1)\"\n  }\n }\n}\n"
          "entity\n{\n \"classname\" \"func_instance_origin\"\n \"origin\" \"10 0 0.1\"\n}\n");
    write("main.vmf",
          "world\n{\n}\nentity\n{\n \"classname\" \"func_instance\"\n \"file\" \"Part\\..\\part\"\n"
          " \"origin\" \"0 5 0.3\"\n \"angles\" \"0 180 0\"\n}\n");
    std::filesystem::create_directory(folder_.file("Part"));
    const MapFile map = read("main.vmf");
    ASSERT_EQ(map.entities.size(), 1u);
    ASSERT_EQ(map.entities[0].brushes.size(), 1u);
    expectPoints(map.entities[0].brushes[0].faces[0], {Vec3{0, 5, 1.2}, Vec3{0, 4, 0.2}, Vec3{0, 5, 0.2}});
}

TEST_F(Prefabs, PrefabsStandInPrefabs) {
    write("inner.map", entity(kWorld, wedge()));
    write("parts/outer.map", entity(kWorld, wedge()) + prefab(R"("model" "inner.map" "origin" "10 0 0" "angle" "90")"));
    write("main.map", prefab(R"("model" "parts/outer.map" "origin" "0 0 5" "angle" "90")") + entity(kWorld) +
                          prefab(R"("model" "parts/outer.map")"));
    std::string text;
    const MapFile map = read("main.map", &text);
    ASSERT_EQ(map.entities.size(), 1u);
    const auto& brushes = map.entities[0].brushes;
    ASSERT_EQ(brushes.size(), 4u);
    expectPoints(brushes[1].faces[4], {Vec3{-0.7, 10, 5}, Vec3{0, 9.3, 5}, Vec3{0, 9.3, 7}});
    expectPoints(brushes[3].faces[4], {Vec3{10, 0.7, 0}, Vec3{9.3, 0, 0}, Vec3{9.3, 0, 2}});
    ASSERT_EQ(map.parts.size(), 4u);
    EXPECT_EQ(map.pathOf(brushes[0].pos), folder_.file("parts/outer.map"));
    EXPECT_EQ(map.pathOf(brushes[3].pos), folder_.file("parts") + "/../inner.map");
    EXPECT_EQ(brushes[3].pos.line, 3u);
    EXPECT_EQ(map.lineOf(brushes[1].pos), 1u);
    EXPECT_EQ(map.lineOf(brushes[3].faces[4].pos), 7u);
    EXPECT_EQ(text.find(R"("model" "inner.map")"), text.rfind(R"("model" "inner.map")")) << "each file's text once";
    EXPECT_NE(text.find("slope"), std::string::npos);
}

TEST_F(Prefabs, AWorldIsMadeIfThereIsNone) {
    write("inner.map", entity(kWorld, wedge()));
    write("main.map", prefab(R"("model" "inner.map")") + entity(R"("classname" "light")"));
    const MapFile map = read("main.map");
    ASSERT_EQ(map.entities.size(), 2u);
    EXPECT_EQ(map.entities[0].classname(), "worldspawn");
    EXPECT_EQ(map.entities[0].brushes.size(), 1u);
}

TEST_F(Prefabs, WithoutAFileNameNothingIsPlaced) {
    write("main.map", entity(kWorld) + placed("") + prefab(R"("model" "")"));
    const MapFile map = read("main.map");
    EXPECT_EQ(map.entities.size(), 3u);
    EXPECT_EQ(map.entities[1].classname(), "misc_external_map");
    EXPECT_TRUE(map.parts.empty());
}

TEST_F(Prefabs, FoldersAboveAreSearched) {
    write("part.map", entity(kWorld, wedge()));
    write("a/b/main.map", entity(kWorld) + prefab(R"("model" "part.map")"));
    EXPECT_EQ(read("a/b/main.map").entities[0].brushes.size(), 1u);
    write("a/b/c/main.map", entity(kWorld) + prefab(R"("model" "part.map")"));
    EXPECT_EQ(errorOf("a/b/c/main.map"),
              "a/b/c/main.map:4:1: misc_prefab \"part.map\": no such file in the folder of "
              "the map, nor in the two above it");
}

TEST_F(Prefabs, FaultsHaveTheirPlace) {
    write("main.map", entity(kWorld) + placed(R"("_external_map" "none.map")"));
    EXPECT_EQ(errorOf("main.map"),
              "main.map:4:1: misc_external_map \"none.map\": no such file in the folder of the "
              "map, nor in the two above it");
    write("self.map", entity(kWorld) + prefab(R"("model" "self.map")"));
    EXPECT_EQ(errorOf("self.map"), "self.map:4:1: misc_prefab \"self.map\": this is the map itself");
    write("a.map", prefab(R"("model" "b.map")"));
    write("b.map", entity(kWorld) + prefab(R"("model" "c.map")"));
    write("c.map", entity(kWorld) + entity("") + prefab(R"("model" "a.map")"));
    EXPECT_EQ(errorOf("a.map"),
              "c.map:7:1: misc_prefab \"a.map\": a circle: that map places this one, directly or through others");
    write("bad.map", entity(kWorld) + "{\n(");
    write("main.map", entity(kWorld) + prefab(R"("model" "bad.map")"));
    EXPECT_TRUE(errorOf("main.map").starts_with("main.map:4:1: misc_prefab \"bad.map\": bad.map:4:1: a brush without"))
        << errorOf("main.map");
    write("main.map", entity(kWorld) + prefab("\"model\" \"" + std::string(5000, 'x') + "\""));
    EXPECT_EQ(errorOf("main.map"),
              "main.map:4:1: misc_prefab \"" + std::string(40, 'x') + "...\": the name of the file is too long");
    write("main.map", entity(kWorld) + prefab(R"("model" "..")"));
    EXPECT_EQ(errorOf("main.map"), "main.map:4:1: misc_prefab \"..\": is a directory");
}

TEST_F(Prefabs, ValuesThatAreNoNumbersAreErrors) {
    write("part.map", entity(kWorld, wedge()));
    const auto error = [this](const std::string& keys) {
        write("main.map", entity(kWorld) + placed("\"_external_map\" \"part.map\"\n" + keys));
        return errorOf("main.map");
    };
    EXPECT_EQ(error(R"("origin" "1 2")"), "main.map:6:1: expected three numbers (origin), found '1 2'");
    EXPECT_EQ(error(R"("origin" "1 2 3 4")"), "main.map:6:1: expected three numbers (origin), found '1 2 3 4'");
    EXPECT_EQ(error(R"("origin" "1 2 1e9")"), "main.map:6:1: this origin is too far out");
    EXPECT_EQ(error(R"("_external_map_angles" "0 x 0")"),
              "main.map:6:1: expected three numbers (_external_map_angles), found '0 x 0'");
    EXPECT_EQ(error(R"("_external_map_angle" "left")"),
              "main.map:6:1: expected a number (_external_map_angle), found 'left'");
    EXPECT_EQ(error(R"("_external_map_scale" "1 0 1")"),
              "main.map:6:1: a scale of '1 0 1' is out of range: 0.001 to 1000, or negative");
    EXPECT_EQ(error(R"("_external_map_scale" "nan")"),
              "main.map:6:1: expected a number (_external_map_scale), found 'nan'");
    EXPECT_EQ(error(R"("_external_map_scale" "")"), "");
}

TEST_F(Prefabs, DepthAndNumberHaveLimits) {
    const auto chain = [this](std::size_t depth) {
        for (std::size_t i = 0; i < depth; ++i)
            write("d" + std::to_string(i) + ".map", prefab("\"model\" \"d" + std::to_string(i + 1) + ".map\""));
        write("d" + std::to_string(depth) + ".map", entity(kWorld, wedge()));
    };
    chain(kMostPrefabDepth);
    EXPECT_EQ(read("d0.map").entities[0].brushes.size(), 1u);
    chain(kMostPrefabDepth + 1);
    EXPECT_EQ(errorOf("d0.map"), "d32.map:1:1: misc_prefab \"d33.map\": more than 32 maps stand in each other");
    // Twenty levels that each place the next one four times.
    for (int i = 0; i < 20; ++i) {
        const std::string next = prefab("\"model\" \"m" + std::to_string(i + 1) + ".map\"");
        std::string four;
        for (int copy = 0; copy < 4; ++copy) four += next;
        write("m" + std::to_string(i) + ".map", four);
    }
    write("m20.map", entity(kWorld, patch()));
    const std::string error = errorOf("m0.map");
    EXPECT_NE(error.find("the prefabs bring more than 4000000 faces, points and keys"), std::string::npos) << error;
    // Long words behind faces are copied, too.
    const std::string face = "( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) a 0 0 0 1 1 0 0 0 ";
    for (const std::string word : {"", "+surfaceparm "}) {
        write("words.map", entity(kWorld, "{\n" + face + word + std::string(1'000'000, 'a') + "\n}\n"));
        std::string copies;
        for (int copy = 0; copy < 300; ++copy) copies += prefab("\"model\" \"words.map\"");
        write("copies.map", copies);
        const std::string words = errorOf("copies.map");
        EXPECT_NE(words.find("the prefabs bring more than 4000000 faces"), std::string::npos) << words;
    }
    std::string brushes;
    for (int i = 0; i < 100000; ++i) brushes += "{}";
    write("many.map", entity(kWorld, brushes));
    std::string six;
    for (int copy = 0; copy < 6; ++copy) six += prefab("\"model\" \"many.map\"");
    write("six.map", six);
    const std::string many = errorOf("six.map");
    EXPECT_NE(many.find("misc_prefab \"many.map\": the prefabs bring more than 500000 brushes"), std::string::npos)
        << many;
}

TEST_F(Prefabs, TheSharedCaseIsPlaced) {
    const auto path = sharedFile("cases/maps/external_map.map");
    if (!path) GTEST_SKIP() << missingShared("cases/maps/external_map.map");
    const MapFile map = loadMap(*path);
    ASSERT_EQ(map.entities.size(), 3u);
    EXPECT_EQ(map.entities[2].classname(), "func_wall");
    ASSERT_EQ(map.entities[2].brushes.size(), 1u);
    EXPECT_EQ(map.entities[2].brushes[0].faces[0].points[0].x, 48);
}

}  // namespace
}  // namespace hullbake::test
