// Shapes of moving bodies: balls, capsules, cylinders, turned boxes and convex sets of points.
#pragma once

#include <cstdint>
#include <span>

#include "hullbake/export.h"
#include "hullbake/math.hpp"

namespace hullbake {

enum class ShapeKind : std::uint8_t { Ball, Capsule, Cylinder, Box, Convex };

/// Upper bounds of a prepared convex set.
inline constexpr std::size_t kMaxConvexPoints = 64;
inline constexpr std::size_t kMaxConvexFaces = 128;
inline constexpr std::size_t kMaxConvexEdges = 192;

/// What a convex set of points spans. Sets without volume are kept as what they are.
enum class ConvexExtent : std::uint8_t { None, Point, Segment, Polygon, Solid };

/// The corners, edges and faces of a convex set, made by `prepare`. It holds no pointers and may be copied.
struct ConvexShape {
    struct Edge {
        std::uint8_t corners[2] = {};
        std::uint8_t faces[2] = {};  ///< the faces on both sides; for a polygon 0 and 1, for a segment unused
    };
    ConvexExtent extent = ConvexExtent::None;  ///< None: not prepared, no query accepts it
    std::uint8_t cornerCount = 0, faceCount = 0, edgeCount = 0;
    Vec3 corners[kMaxConvexPoints];  ///< the points that are corners, in the order in which they were given
    Plane faces[kMaxConvexFaces];    ///< unit normals that face outwards; a polygon has two opposite ones
    Edge edges[kMaxConvexEdges];
};

enum class PrepareStatus : std::uint8_t {
    Ok,
    TooManyPoints,  ///< more than kMaxConvexPoints
    Invalid,        ///< no point, or a number that is not finite or out of range
};

/// Finds the corners, edges and faces of the convex hull of `points`, by exact side tests. Points that are equal, or
/// lie inside, on an edge or on a face are no corners. Coordinates below 2^-250 count as 0. Corners, edges and faces
/// are those of the exact hull; normals are rounded, and a face's `dist` is that of its farthest corner by rounded
/// arithmetic, so no corner lies in front of a face. On failure `out` is not prepared.
HULLBAKE_API PrepareStatus prepare(std::span<const Vec3> points, ConvexShape& out) noexcept;

/// A closed convex body around an origin of its own, like a hull's box. Make it by one of the functions below.
struct Shape {
    ShapeKind kind = ShapeKind::Ball;
    Vec3 centre;            ///< of a ball, cylinder or box
    Vec3 ends[2];           ///< capsule: both ends of its core; the caps reach further by the radius
    double radius = 0;      ///< ball, capsule, cylinder
    double halfHeight = 0;  ///< cylinder: from its centre to either disc, along axes[2]
    Vec3 half;              ///< box: half of its sides, along the axes
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  ///< cylinder, box, convex set: a rotation, as in Transform
    const ConvexShape* convex = nullptr;               ///< convex set: prepared, and kept alive by the caller

    HULLBAKE_API static Shape ball(double radius, const Vec3& centre = {}) noexcept;
    HULLBAKE_API static Shape capsule(const Vec3& end, const Vec3& otherEnd, double radius) noexcept;
    /// An upright cylinder; `turned` turns it.
    HULLBAKE_API static Shape cylinder(double radius, double halfHeight, const Vec3& centre = {}) noexcept;
    HULLBAKE_API static Shape box(const Box& box) noexcept;
    HULLBAKE_API static Shape of(const ConvexShape& convex) noexcept;
    /// The largest upright capsule in a player's box that stands on its floor: radius half of the shorter level side,
    /// a ball where the box is lower than it is wide.
    HULLBAKE_API static Shape capsuleIn(const Box& box) noexcept;
    /// The largest upright cylinder in a box.
    HULLBAKE_API static Shape cylinderIn(const Box& box) noexcept;

    /// Returns the shape turned about its origin, by pitch, yaw and roll as Transform::rotated has them. The axes that
    /// it had are replaced; centre and ends turn along. Angles that are not finite make it invalid, unless it is round.
    HULLBAKE_API Shape turned(const Vec3& angles) const noexcept;

    /// Returns the least upright box that contains the shape.
    HULLBAKE_API Box bounds() const noexcept;
    /// Returns true if queries accept the shape. Its numbers are finite, radius and sizes not negative, its axes a
    /// rotation within kRotationTolerance. Its bounds are at most kMaxBoxSize long and within kMaxCoordinate of its
    /// origin.
    HULLBAKE_API bool valid() const noexcept;
};

/// What of a body touches first.
enum class Feature : std::uint8_t { None, Face, Edge, Corner };

}  // namespace hullbake
