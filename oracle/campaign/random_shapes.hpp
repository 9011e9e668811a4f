// Draws seeded balls, capsules, turned boxes, cylinders and convex sets, and ways for them.
//
// In: a seed and the solids of a model. Out: shapes that queries accept, and ways near the solids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hullbake/shape.hpp"
#include "hullbake/trace.hpp"
#include "oracle/base/random.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

enum class ShapeForm : std::uint8_t { Ball, Capsule, TurnedBox, Cylinder, ConvexSet };
inline constexpr std::size_t kShapeForms = 5;
std::string_view shapeFormName(ShapeForm form);

/// Returns a shape with a volume or, for boxes and sets, perhaps without one. A set is kept in `convex`, which must
/// outlive the shape.
Shape randomShape(ShapeForm form, SplitMix& random, ConvexShape& convex);
/// Describes a shape by all its numbers, so that it can be made again.
std::string shapeText(const Shape& shape);

/// Returns a way of up to 630 units, half of the time to somewhere near a corner or edge of a brush. The model must
/// have solids.
Segment randomWay(const MapModel& model, const Box& bounds, double radius, SplitMix& random);

}  // namespace hullbake::oracle
