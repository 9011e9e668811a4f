// Proves that corners and edges of rotatable brushes form closed polyhedra on the brushes' own faces.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "compiler/emit/map_sections.hpp"
#include "compiler/emit/shape_sections.hpp"
#include "formats/map_reader.hpp"

namespace hullbake {
namespace {

MapFile ownMap(const std::string& relative) {
    auto read = readMap(std::string(HULLBAKE_SOURCE_ROOT) + "/maps/" + relative);
    if (const auto* error = std::get_if<Diagnostic>(&read)) {
        ADD_FAILURE() << error->text();
        return {};
    }
    return std::move(std::get<MapFile>(read));
}

void expectClosed(const SceneBrush& brush, const Shapes& shapes, const format::ShapeRecord& shape) {
    std::vector<int> edgesOf;
    for (const SidePlane& side : brush.solid.sides)
        if (!side.bevel) edgesOf.push_back(0);
    const auto corner = [&](std::uint16_t i) {
        const double(&p)[3] = shapes.corners[shape.firstCorner + i].p;
        return Vec3{p[0], p[1], p[2]};
    };
    for (std::uint32_t e = shape.firstEdge; e < shape.firstEdge + shape.edgeCount; ++e) {
        const auto& [faces, corners] = shapes.edges[e];
        EXPECT_LT(faces[0], faces[1]);
        ASSERT_LT(faces[1], edgesOf.size());
        EXPECT_GT(length(corner(corners[0]) - corner(corners[1])), 0);
        for (const std::uint16_t face : faces) {
            ++edgesOf[face];
            for (const std::uint16_t c : corners)
                EXPECT_LE(std::fabs(distanceTo(brush.solid.sides[face].plane, corner(c))), 1e-9);
        }
    }
    for (const int edges : edgesOf) EXPECT_GE(edges, 3);
    EXPECT_EQ(shape.cornerCount + edgesOf.size(), shape.edgeCount + 2u) << "Euler's formula";
}

TEST(Shapes, AreClosedPolyhedraOnTheFacesOfTheirBrushes) {
    std::size_t brushes = 0, slanted = 0;
    for (const char* name :
         {"demo/demo.map", "scenes/rotating_door.map", "scenes/bmodel_lift.map", "scenes/clip_and_solid_entity.map"}) {
        SCOPED_TRACE(name);
        const MapFile map = ownMap(name);
        CompileReport report;
        const BrushScene scene = makeScene(map, gameRules("any"), gameHulls("quake"), report);
        const Shapes shapes = makeShapes(scene);
        const std::uint32_t world = scene.models.front().brushCount;
        ASSERT_EQ(shapes.shapes.size(), scene.brushes.size() - world);
        std::size_t corners = 0, edges = 0;
        for (std::size_t i = 0; i < shapes.shapes.size(); ++i) {
            const format::ShapeRecord& shape = shapes.shapes[i];
            EXPECT_EQ(shape.firstCorner, corners);
            EXPECT_EQ(shape.firstEdge, edges);
            corners += shape.cornerCount;
            edges += shape.edgeCount;
            expectClosed(scene.brushes[world + i], shapes, shape);
            ++brushes;
            slanted += shape.edgeCount != 12 ? 1 : 0;
        }
        EXPECT_EQ(corners, shapes.corners.size());
        EXPECT_EQ(edges, shapes.edges.size());
    }
    EXPECT_GE(brushes, 30u);
    EXPECT_GE(slanted, 10u);
}

// The world's brushes have shapes, too. Box brushes imply theirs, and all others store them.
TEST(Shapes, OfTheWorldAreStoredWhereNoBoxImpliesThem) {
    std::size_t boxes = 0, others = 0;
    for (const char* name : {"demo/demo.map", "scenes/edge_bevel_wedge.map", "scenes/sixteen_sided_column.map"}) {
        SCOPED_TRACE(name);
        const MapFile map = ownMap(name);
        CompileReport report;
        const BrushScene scene = makeScene(map, gameRules("any"), gameHulls("quake"), report);
        const MapSections sections = mapSections(map, 0, scene, {});
        const Shapes& shapes = sections.worldShapes;
        ASSERT_EQ(shapes.shapes.size(), scene.models.front().brushCount);
        std::size_t corners = 0, edges = 0;
        for (std::size_t i = 0; i < shapes.shapes.size(); ++i) {
            const format::ShapeRecord& shape = shapes.shapes[i];
            EXPECT_EQ(shape.firstCorner, corners);
            EXPECT_EQ(shape.firstEdge, edges);
            corners += shape.cornerCount;
            edges += shape.edgeCount;
            const bool implied = format::impliesShape(sections.brushes[i]);
            ++(implied ? boxes : others);
            if (implied) {
                EXPECT_EQ(shape.cornerCount + shape.edgeCount, 0);
            } else {
                expectClosed(scene.brushes[i], shapes, shape);
            }
        }
        EXPECT_EQ(corners, shapes.corners.size());
        EXPECT_EQ(edges, shapes.edges.size());
    }
    EXPECT_GE(boxes, 50u);
    EXPECT_GE(others, 20u);
}

}  // namespace
}  // namespace hullbake
