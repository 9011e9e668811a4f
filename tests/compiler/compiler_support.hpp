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
#include "compiler/geometry/split_winding.hpp"
#include "compiler/tree/build_tree.hpp"
#include "compiler/tree/tree_face.hpp"
#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "support/brushes.hpp"
#include "support/maps.hpp"
#include "support/random.hpp"
#include "support/vectors.hpp"

namespace hullbake::test {

/// Calls for planes without equations, where the tolerance decides.
inline const PlaneEquations kNoEquations(PlaneEquations::Ids::Paired);
inline PlaneSide sideOf(const Winding& winding, const Plane& plane) {
    return hullbake::sideOf(kNoEquations, winding, {plane, kNoPlane});
}
inline PlaneSide splitWinding(const Winding& winding, const Plane& plane, PlaneId id, Winding* front, Winding* back) {
    return hullbake::splitWinding(kNoEquations, winding, {plane, id}, front, back);
}
inline bool clipToBack(Winding& winding, const Plane& plane, PlaneId id) {
    return hullbake::clipToBack(kNoEquations, winding, {plane, id});
}
inline PlaneSide splitCell(const ConvexCell& cell, const Plane& plane, PlaneId id, ConvexCell& front, ConvexCell& back,
                           Winding& cap) {
    return hullbake::splitCell(kNoEquations, cell, {plane, id}, front, back, cap);
}
inline PlaneSide sideOfFace(const TreeFace& face, const Plane& plane) {
    return hullbake::sideOfFace(kNoEquations, face, {plane, kNoPlane});
}

/// A compiled and opened map. `map` points into `result.blob`.
struct Baked {
    CompileResult result;
    ClipMap map;

    HullId hull(std::string_view name) const;
    Contents at(const Vec3& p, std::string_view hullName = "point", std::uint32_t model = 0) const;
};
/// Compiles and opens a map. A block that does not open is a test failure.
Baked bake(const MapFile& map, const CompileSettings& settings = {}, const std::string& text = "");
CompileSettings pointOnly();

/// Returns the number of remarks of that severity whose message contains the text.
std::size_t countRemarks(const CompileReport& report, Severity severity, const std::string& text);
/// Returns true if a remark with that text refers to the line.
bool remarkedAt(const CompileReport& report, std::uint32_t line, const std::string& text);

/// Returns the vertices of a solid's windings, each once, in lexical order.
std::vector<Vec3> verticesOf(const Solid& solid);
double areaOf(const Winding& winding);
double volumeOf(const ConvexCell& cell);
/// Returns true if no corner of the polygon turns inwards. The polygon is clockwise around `normal`.
bool isConvex(const Winding& winding, const Vec3& normal);
/// Returns true if a point of the polygon's plane is inside it by more than `margin`.
bool covers(const Winding& winding, const Vec3& normal, const Vec3& p, double margin = 0);

}  // namespace hullbake::test
