// Solves and grows brushes by brute force, to check the compiler's brushes against.
//
// In: the faces of a map's brush and a hull box. Out: the planes of the Minkowski sum of the brush and the reflected
// box.
// Corners and edges are solved in integers, from the decimals of the map (exact_solid.hpp). Candidates for the sum's
// normals are the faces, the axes and all cross products of an edge with an axis. A candidate stays if the sum touches
// its plane in a polygon.
// Invariant: shares no code with the compiler.
// Each face of a sum of two polytopes is parallel to a face of one, or to an edge of both.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"
#include "oracle/solids/exact_solid.hpp"

namespace hullbake::oracle {

enum class PlaneKind : std::uint8_t {
    Face,   ///< parallel to a face of the bare brush
    Axial,  ///< along an axis, but parallel to no face of the bare brush
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
    bool grows = true;   ///< false for a plane that stays where it is
    bool isFace = true;  ///< the brush touches it in a polygon; set by solveBrush and solvePlanes
};

/// A brush before growth: bounded and with a volume.
struct BareBrush {
    std::vector<BarePlane> planes;
    std::vector<Vec3> vertices;  ///< merged within 1e-5 units
    std::vector<Real3> corners;  ///< all corners, exact up to one rounding
    std::vector<Vec3> edges;     ///< directions, unit length, with repetitions
};

/// Returns true if the points, of which there is one, span a polygon wider than `least`.
bool spansPolygon(const std::vector<Vec3>& points, double least);

/// Returns nothing for brushes that are empty, flat, unbounded or past +-kMaxCoordinate, and for faces whose points lie
/// on one line. Each coordinate is the shortest decimal that reads back to it.
/// `grows` is false for each face whose plane stays where it is; faces past its end grow.
std::optional<BareBrush> solveBrush(const MapBrush& brush, std::vector<bool> grows = {});

/// Solves a brush that is given by planes. Returns nothing in the cases of solveBrush.
std::optional<BareBrush> solvePlanes(const std::vector<BarePlane>& planes);

/// The sum of a bare brush and a reflected box.
struct GrownBrush {
    std::vector<GrownPlane> planes;
    /// Planes of the brush, or bevels of two of its planes, that the sum touches in an edge or a corner only. They
    /// bound nothing, but rounding may take one for a face where it all but coincides with a face.
    std::vector<GrownPlane> touching;
    Box bounds;
    Contents contents = Contents::Solid;
    std::vector<Vec3> bareVertices;
    Box hullBox;
    std::uint32_t entity = 0, number = 0, line = 0;  ///< position in the map
};

/// Returns the sum of `brush` and the reflected `box`. Contents and position keep their defaults.
GrownBrush growBrush(const BareBrush& brush, const Box& box);

/// Returns the depth of a point in the brush, below 0 outside: the least distance to a plane.
double depthIn(const GrownBrush& brush, const Vec3& at);

/// Grows the brush of `solid` and copies its contents and position.
template <class Solid>
GrownBrush growSolid(const Solid& solid, const Box& box) {
    GrownBrush brush = growBrush(solid.brush, box);
    brush.contents = solid.contents;
    brush.entity = solid.entity;
    brush.number = solid.number;
    brush.line = solid.line;
    return brush;
}

/// Returns the polygon in which the grown brush touches the plane with `normal`, its vertices in order around it.
/// Returns fewer than three points for an edge or a vertex. Not for brushes with faces that do not grow.
std::vector<Vec3> facePolygon(const GrownBrush& brush, const Vec3& normal);

/// Returns `v` at unit length; zero stays zero.
Vec3 normalized(const Vec3& v);
/// Returns two unit vectors at right angles to `way` and to each other.
std::array<Vec3, 2> across(const Vec3& way);

}  // namespace hullbake::oracle
