// The oracle's own brushes: solved and grown by brute force, slowly and simply, to check the compiler's against.
//
// In: the faces of a map's brush and a hull box. Out: the Minkowski sum of the brush and the reflected box as planes.
// Vertices come from all triples of planes. The normals of the sum are sought among the faces, the axes and all cross
// products of an edge with an axis (the faces of a sum of two polytopes are spanned by edges of both); a candidate
// stays when the sum touches its plane in a polygon.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"

namespace hullbake::oracle {

enum class PlaneKind : std::uint8_t {
    Face,   ///< parallel to a face of the bare brush
    Axial,  ///< along an axis, and no face of the bare brush
    Edge,   ///< an edge bevel
};

struct GrownPlane {
    Vec3 normal;  ///< unit length, outward
    double dist = 0;
    PlaneKind kind = PlaneKind::Face;
};

/// A plane of a bare brush.
struct BarePlane {
    Vec3 normal;  ///< unit length, outward
    double dist = 0;
    bool grows = true;  ///< false for faces textured `bevel`
};

/// A brush as the map has it: bounded and with a volume.
struct BareBrush {
    std::vector<BarePlane> planes;
    std::vector<Vec3> vertices;  ///< those within 1e-5 units of each other are one
    std::vector<Vec3> extremes;  ///< where three planes meet outside no other, to rounding: how far the brush reaches
    std::vector<Vec3> edges;     ///< directions, unit length, some of them several times
};

/// Empty for brushes that are no solids: empty, flat, unbounded, past +-kMaxCoordinate, or with a face whose points lie
/// on one line.
std::optional<BareBrush> solveBrush(const MapBrush& brush);

/// The same from planes instead of faces.
std::optional<BareBrush> solvePlanes(const std::vector<BarePlane>& planes);

struct GrownBrush {
    std::vector<GrownPlane> planes;
    Box bounds;
    Contents contents = Contents::Solid;
    std::vector<Vec3> bareVertices;
    Box hullBox;
    std::uint32_t entity = 0, number = 0, line = 0;  ///< its place in the map
};

/// `brush` + (-`box`). Contents and place are left at their defaults.
GrownBrush growBrush(const BareBrush& brush, const Box& box);

/// The same with contents and place, of a solid that has them.
template <class Solid>
GrownBrush growSolid(const Solid& solid, const Box& box) {
    GrownBrush brush = growBrush(solid.brush, box);
    brush.contents = solid.contents;
    brush.entity = solid.entity;
    brush.number = solid.number;
    brush.line = solid.line;
    return brush;
}

/// The polygon in which the grown brush touches `normal`'s plane, its vertices in order around it; fewer than three
/// when it is an edge or a vertex. Meant for brushes without faces that do not grow.
std::vector<Vec3> facePolygon(const GrownBrush& brush, const Vec3& normal);

/// Unit length; zero stays zero.
Vec3 normalized(const Vec3& v);
/// Two unit vectors across `way`, at right angles to it and to each other.
std::array<Vec3, 2> across(const Vec3& way);

}  // namespace hullbake::oracle
