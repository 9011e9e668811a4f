// Balls and capsules against one brush: where a straight way enters and leaves the brush grown by the body, and what of
// the brush is nearest.
//
// In: a brush with its corners and edges, a body and a line, all in the space that the map is drawn in.
// Out: an interval of the line, or the nearest point. Exact to rounding.
//
// The brush grown by the body is convex, and its surface consists of pieces in closed form: the faces moved out by the
// radius, a cylinder around each edge and a ball around each corner. A capsule has these at both ends of its core, and
// between them a parallelogram for each edge and a cylinder for each corner, along the core. A line enters a union at
// the least of the entries. Every piece lies inside the grown brush, also one that is no part of its surface, so none
// can make the entry too early, and no feature has to be chosen. Where rounding takes a point just out of one piece,
// the next piece is entered at the same place.
#pragma once

#include "brushes/line_part.hpp"
#include "hullbake/shape.hpp"

namespace hullbake::detail {

struct TurnedConvex;

/// How a body is cast by pieces.
enum class BodyKind : std::uint8_t { Round, Cylinder, Convex };

/// A segment, perhaps a point, grown by a radius; or a cylinder, whose discs lie around the ends; or a convex set,
/// which has no radius. The ends are relative to the body's origin.
struct RoundBody {
    Vec3 ends[2];
    double radius = 0;
    BodyKind kind = BodyKind::Round;
    Vec3 axis;                             ///< Cylinder: unit length, towards the second end
    double halfHeight = 0;                 ///< Cylinder
    const TurnedConvex* convex = nullptr;  ///< Convex

    bool isBall() const { return kind == BodyKind::Round && ends[0] == ends[1]; }
    Vec3 centre() const { return (ends[0] + ends[1]) * 0.5; }
    Box bounds() const;
};

/// Returns the part of the line on which a body with this origin is deeper than `inset` in the brush. Depth is the
/// length of the least move out. `delta` must not be zero, and `inset` must be less than the radius. Sides that are not
/// grown bound the origin instead.
LinePart partInside(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta, double inset);

class CornersNear;

/// What of a line is in a brush: where the body touches it, and where it is deeper than the tolerance.
struct NearParts {
    LinePart touch, deep;
};

/// As two calls of partInside, for a ball, capsule or cylinder and a brush whose sides are all grown. What is touched
/// outside of the window only may be left out, also of a part that begins in it: then the part may seem to end where it
/// begins. Nothing is told of what is touched after `last`.
NearParts partsNearWindow(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
                          const CornersNear& near, double last);

/// What of a brush is nearest to a body.
struct NearestFeature {
    /// Units from the body's core to the brush, 0 if the core meets it. For cylinders the gap and the radius, for
    /// convex sets the gap: less by the depth where they overlap.
    double distance = 0;
    Vec3 normal;  ///< unit length, from the brush to the core; zero if the core of a round body meets the brush
    Vec3 point;   ///< of the brush
    Feature feature = Feature::None;
    std::uint32_t faces[2] = {};  ///< of the brush; equal ones for a face
};
NearestFeature nearestFeature(const BrushShape& brush, const RoundBody& body, const Vec3& origin);
/// As nearestFeature. Takes less time where the body touches the brush.
NearestFeature touchedOf(const BrushShape& brush, const RoundBody& body, const Vec3& origin);

/// Returns true if a body with this origin is deeper than `inset` in the brush.
bool isInside(const BrushShape& brush, const RoundBody& body, const Vec3& origin, double inset);

/// Returns the side that is not grown and bounds the brush grown by the body closely at the origin, or -1.
int bareSideAt(const BrushShape& brush, const Vec3& origin);

}  // namespace hullbake::detail
