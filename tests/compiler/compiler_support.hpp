// Shared helpers of the compiler's tests: random numbers, brushes, maps, baked maps, measures of polygons.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <random>
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

namespace hullbake::test {

/// Use for planes without equations, where the tolerance decides.
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

/// Random numbers that are equal on every platform, unlike those of the standard distributions.
class Rng {
  public:
    explicit Rng(std::uint64_t seed) : engine_(seed) {}

    double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    /// Returns a whole number from low to high, both inclusive.
    int whole(int low, int high) { return low + static_cast<int>(unit() * (high - low + 1)); }
    bool chance(double share) { return unit() < share; }
    Vec3 pointIn(const Box& box);
    /// Returns a point with whole coordinates.
    Vec3 gridPointIn(const Box& box);
    /// Returns a vector of unit length.
    Vec3 direction();

  private:
    std::mt19937_64 engine_;
};

/// A point of a polygon in the plane.
using Corner = std::pair<double, double>;

/// Returns a face through three points; (a - b) x (c - b) points out of the brush.
MapFace faceOf(const Vec3& a, const Vec3& b, const Vec3& c, const std::string& texture = "stone");
/// Returns a face with that outward normal (of any length) through a point; whole numbers give whole points.
MapFace faceThrough(const Vec3& normal, const Vec3& point, const std::string& texture = "stone");
MapBrush boxBrush(const Vec3& mins, const Vec3& maxs, const std::string& texture = "stone");
/// Returns an upright prism over a counterclockwise ring.
MapBrush prismBrush(const std::vector<Corner>& ring, double bottom, double top, const std::string& texture = "stone");
/// Returns the convex hull of points with coordinates short enough for exact products; coplanar points share a face.
MapBrush hullBrush(const std::vector<Vec3>& points, const std::string& texture = "stone");
/// Returns the brush with every point of every face moved.
MapBrush moved(MapBrush brush, const std::function<Vec3(const Vec3&)>& by);
/// Returns the brush mirrored in the plane x = 0.
MapBrush mirrored(MapBrush brush);
std::vector<Corner> regularRing(int sides, double radius, double turned = 0);

/// Rotates by three angles (radians), about x, then y, then z.
struct Rotation {
    Vec3 rows[3];
    Rotation(double aboutX, double aboutY, double aboutZ);
    Vec3 operator()(const Vec3& p) const { return {dot(rows[0], p), dot(rows[1], p), dot(rows[2], p)}; }
};
/// Rounds every coordinate to that many decimals.
Vec3 rounded(const Vec3& p, int decimals);

/// Returns a world of these brushes. Brush i is at line 100 + 10 * i, its face k at that line + k.
MapFile worldMap(std::vector<MapBrush> brushes);
/// Appends an entity without brushes, at line 10000 + its number. Returns that line.
std::uint32_t addPoint(MapFile& map, const std::string& classname, const std::string& origin);
/// Appends an entity with brushes.
void addModel(MapFile& map, const std::string& classname, std::vector<MapBrush> brushes);
/// Returns six walls around a box of free space.
std::vector<MapBrush> roomBrushes(const Box& inner, double thickness);
/// Returns a room of 512 units full of leaning columns, so that a cell of 256 contains hundreds of planes.
std::vector<MapBrush> thicketBrushes(Rng& rng);

/// Returns all `.map` files below the repository's maps, sorted by name.
std::vector<std::filesystem::path> ownMaps();
/// Reads a map. Fails the test if it cannot be read.
MapFile loadMap(const std::string& path, std::string* text = nullptr);

/// A compiled map, opened. `map` points into `result.blob`.
struct Baked {
    CompileResult result;
    ClipMap map;

    HullId hull(std::string_view name) const;
    Contents at(const Vec3& p, std::string_view hullName = "point", std::uint32_t model = 0) const;
};
/// Compiles a map and opens the block. Fails the test if there is no block that opens.
Baked bake(const MapFile& map, const CompileSettings& settings = {}, const std::string& text = "");
CompileSettings pointOnly();

/// Returns how many remarks of that severity contain the text.
std::size_t countRemarks(const CompileReport& report, Severity severity, const std::string& text);
/// Returns true if a remark with that text is at that line.
bool remarkedAt(const CompileReport& report, std::uint32_t line, const std::string& text);

/// Returns the vertices of a solid's windings, each once, in lexical order.
std::vector<Vec3> verticesOf(const Solid& solid);
double areaOf(const Winding& winding);
double volumeOf(const ConvexCell& cell);
/// Returns true if no corner of a polygon, clockwise around `normal`, turns inwards.
bool isConvex(const Winding& winding, const Vec3& normal);
/// Returns true if a point of the polygon's plane lies inside it by more than `margin`.
bool covers(const Winding& winding, const Vec3& normal, const Vec3& p, double margin = 0);

}  // namespace hullbake::test
