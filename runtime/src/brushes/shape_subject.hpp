// What a probe's shape is for the queries: a ball or capsule, a box at rest, or a turned box.
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
    Refused,  ///< no query takes this kind
    Box,      ///< an upright box, perhaps a point: answered as that box
    Turned,   ///< a turned box, perhaps a segment
    Round,    ///< a ball or capsule
};

struct ShapeSubject {
    ShapePath path = ShapePath::Refused;
    Box box;                                           ///< Box: the box. Turned: the upright box in the frame of `axes`
    Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  ///< Turned: the box's own, in the frame of its origin
    RoundBody body;                                    ///< Round
    Box bounds;                                        ///< of the shape, around its origin
};

/// Returns how a valid shape is cast.
ShapeSubject subjectOf(const Shape& shape);

/// Returns true if casts of the valid shape need the corners and edges of the brushes.
bool needsCorners(const Shape& shape);

/// Returns true if the shape is valid, and of a kind that casts take.
bool isTakenShape(const Shape& shape);

/// Returns true if queries accept the shape, and the file has what they need to cast it against the model, which must
/// exist, or against all models.
bool acceptsShape(const format::Tables& tables, const Shape& shape, ModelId model);

/// Returns the transform of a probe's model, in the frame of the world.
inline Turn turnOf(const Probe& probe) {
    return Turn(probe.transform ? *probe.transform : Transform());
}

}  // namespace hullbake::detail
