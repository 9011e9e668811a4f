// Cylinders against one brush: where a straight way enters and leaves the brush grown by the cylinder.
//
// In: a brush with its corners and edges, a cylinder and a line. Out: an interval of the line, exact to rounding.
//
// The pieces of the grown brush, as in round_body.hpp, seen along the cylinder's axis: the cylinder itself at each
// corner; a circle swept along each edge at both ends of the axis, and the parallelogram of edge and axis, moved out by
// the radius; each face, moved so far that the rim touches it. Edges square to the axis have a flat piece, a segment
// grown by the disc. All pieces lie inside the grown brush.
#pragma once

#include "brushes/round_body.hpp"

namespace hullbake::detail {

/// As partInside, for a cylinder. It is made smaller by `inset`: the radius and the height, and the planes of the faces
/// lie lower by at least that much. So at rims it counts as inside from a depth of up to `inset` times sqrt(2) on.
LinePart partInCylinder(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
                        double inset);

/// As partsNearWindow, for a cylinder and one inset.
LinePart partOfCylinderNear(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
                            double inset, const CornersNear& near);

/// The way of a direction along an axis of unit length, and the rest, square to it.
struct AxisSplit {
    double along;
    Vec3 across;
    double size;  ///< of `across`
};
inline AxisSplit splitBy(const Vec3& axis, const Vec3& v) {
    const double along = dot(v, axis);
    const Vec3 across = v - axis * along;
    return {along, across, length(across)};
}

/// Edges whose direction leaves the plane square to the axis by less count as level; normals, too.
inline constexpr double kLevel = 1e-9;

}  // namespace hullbake::detail
