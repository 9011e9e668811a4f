// Shared by the compiler's tests: baked maps, remarks, measures of polygons, planes without equations.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "compiler/brushes/solid.hpp"
#include "compiler/compile.hpp"
#include "compiler/geometry/convex_cell.hpp"
#include "compiler/tree/build_tree.hpp"
#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "support/brushes.hpp"
#include "support/maps.hpp"
#include "support/random.hpp"
#include "support/vectors.hpp"

namespace hullbake::test {

/// For planes without equations: the tolerance decides.
inline const PlaneEquations kNoEquations(PlaneEquations::Ids::Paired);
inline PlaneSide sideOf(const Winding& winding, const Plane& plane) {
    return hullbake::sideOf(kNoEquations, winding, plane, kNoPlane);
}
inline PlaneSide splitWinding(const Winding& winding, const Plane& plane, PlaneId id, Winding* front, Winding* back) {
    return hullbake::splitWinding(kNoEquations, winding, plane, id, front, back);
}
inline bool clipToBack(Winding& winding, const Plane& plane, PlaneId id) {
    return hullbake::clipToBack(kNoEquations, winding, plane, id);
}
inline PlaneSide splitCell(const Cell& cell, const Plane& plane, PlaneId id, Cell& front, Cell& back, Winding& cap) {
    return hullbake::splitCell(kNoEquations, cell, plane, id, front, back, cap);
}
inline PlaneSide sideOfFace(const TreeFace& face, const Plane& plane) {
    return hullbake::sideOfFace(kNoEquations, face, plane, kNoPlane);
}

/// A compiled map, opened. `map` points into `result.blob`.
struct Baked {
    CompileResult result;
    ClipMap map;

    HullId hull(std::string_view name) const;
    Contents at(const Vec3& p, std::string_view hullName = "point", std::uint32_t model = 0) const;
};
/// Fails the test when there is no block that opens.
Baked bake(const MapFile& map, const CompileSettings& settings = {}, const std::string& text = "");
CompileSettings pointOnly();

/// How many remarks of that severity have the text in their message.
std::size_t countRemarks(const CompileReport& report, Severity severity, const std::string& text);
/// Whether one such remark stands at that line.
bool remarkedAt(const CompileReport& report, std::uint32_t line, const std::string& text);

/// Vertices of a solid's windings, each once, in lexical order.
std::vector<Vec3> verticesOf(const Solid& solid);
double areaOf(const Winding& winding);
double volumeOf(const Cell& cell);
/// Of a polygon clockwise around `normal`: no corner turns inwards.
bool isConvex(const Winding& winding, const Vec3& normal);
/// Whether a point of the polygon's plane lies inside it, by more than `margin`.
bool covers(const Winding& winding, const Vec3& normal, const Vec3& p, double margin = 0);

}  // namespace hullbake::test
