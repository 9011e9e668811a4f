// Moves and turns a model by the oracle's own arithmetic.
//
// In: a model and a transform. Out: the model in the world.
// Invariant: only the bare planes are turned. Vertices, edges and growth by an upright box are computed anew, but for
// turnedAsSolved.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hullbake/transform.hpp"
#include "oracle/base/random.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

/// Returns the brush as `transform` puts it into the world, or nothing if its planes enclose no solid there.
std::optional<BareBrush> turnedBrush(const BareBrush& brush, const Transform& transform);
/// Returns the brush there with its corners and edges turned instead of solved: to 1e-9 units the same, and many times
/// faster. For judges of motion, which ask for a brush in each tick.
BareBrush turnedAsSolved(const BareBrush& brush, const Transform& transform);
/// Returns the model as `transform` puts it into the world. Leaves out solids that are past +-kMaxCoordinate there.
MapModel turnedModel(const MapModel& model, const Transform& transform);

enum class TurnKind : std::uint8_t {
    Moved,    ///< not turned
    Quarter,  ///< multiples of 90 degrees about all axes
    Yaw,      ///< any angle about the vertical axis, as doors swing
    Tiny,     ///< 1e-7 to 1e-3 degrees
    Any,      ///< any angle about any axis
    Eighth,   ///< multiples of 45 degrees: faces and axes meet except for rounding
};
inline constexpr std::size_t kTurnKinds = 6;
std::string_view turnKindName(TurnKind kind);

/// Returns a transform about a point in or near `bounds`. Its displacement is up to 200 units along each axis, or zero.
Transform randomTransform(TurnKind kind, const Box& bounds, SplitMix& random);

}  // namespace hullbake::oracle
