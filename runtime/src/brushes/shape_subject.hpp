// What a probe's shape is for the queries: a box at rest, a turned box, or what is cast by pieces and planes.
// In: a shape. Out: how it is cast, in which frame.
#pragma once

#include "brushes/round_body.hpp"
#include "brushes/turned_set.hpp"
#include "hullbake/probe.hpp"
#include "hullbake/shape.hpp"

namespace hullbake::detail {

/// A radius up to this, units, counts as none: no such body is deeper in a brush than the tolerance everywhere.
inline constexpr double kLeastRadius = 2 * kSurfaceTolerance;

enum class ShapePath : std::uint8_t {
    Box,     ///< an upright box, perhaps a point: answered as that box
    Turned,  ///< a turned box, perhaps a segment
    Round,   ///< a ball, capsule or cylinder
    Convex,  ///< a convex set that is a polygon or solid
};

struct ShapeSubject {
    ShapePath path = ShapePath::Box;
    Box box;  ///< Box: the box. Turned: the upright box in the frame of `axes`
    /// Turned and Convex: the shape's own, in the frame of its origin.
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    RoundBody body;                       ///< Round
    const ConvexShape* convex = nullptr;  ///< Convex
    Box bounds;                           ///< of the shape, around its origin
};

/// Returns true if axes are those of the world.
inline bool isUpright(const Vec3 (&axes)[3]) {
    return axes[0] == Vec3{1, 0, 0} && axes[1] == Vec3{0, 1, 0} && axes[2] == Vec3{0, 0, 1};
}

/// Returns how a valid shape is cast. `bounds`: those of the shape, if they are known.
ShapeSubject subjectOf(const Shape& shape, const Box* bounds = nullptr);

/// Returns true if the shape, which must be valid, is a ball or capsule with a radius, and fills in the new body.
inline bool takeRoundBody(const Shape& shape, RoundBody& body) {
    const bool capsule = shape.kind == ShapeKind::Capsule;
    if ((!capsule && shape.kind != ShapeKind::Ball) || shape.radius <= kLeastRadius) return false;
    body.ends[0] = capsule ? shape.ends[0] : shape.centre;
    body.ends[1] = capsule ? shape.ends[1] : shape.centre;
    body.radius = shape.radius;
    return true;
}

/// Finds bounds of a shape that is no upright box, at least as large as it is. Returns true if the shape is of common
/// size and valid; false says nothing.
bool plainBounds(const Shape& shape, Box& bounds);

/// Returns true if casts of the valid shape need the corners and edges of the brushes.
bool needsCorners(const Shape& shape);

/// Returns true if the shape is valid, and the file has what they need to cast it against the model, which must
/// exist, or against all models.
bool acceptsShape(const format::Tables& tables, const Shape& shape, ModelId model);

/// Returns the transform of a probe's model, in the frame of the world.
inline Turn turnOf(const Probe& probe) {
    return Turn(probe.transform ? *probe.transform : Transform());
}

}  // namespace hullbake::detail
