// The oracle's own reading of a model that was moved and turned: its bare planes are turned, and all that follows from
// them (vertices, edges, growth by an upright box) is found anew by brute force.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hullbake/transform.hpp"
#include "oracle/base/random.hpp"
#include "oracle/solids/map_solids.hpp"

namespace hullbake::oracle {

/// The model as `transform` puts it into the world. Solids that are none once they are turned (past +-kMaxCoordinate)
/// are left out.
MapModel turnedModel(const MapModel& model, const Transform& transform);

enum class TurnKind : std::uint8_t {
    Moved,    ///< not turned
    Quarter,  ///< by multiples of 90 degrees about all axes
    Yaw,      ///< as doors swing
    Tiny,     ///< by 1e-7 to 1e-3 degrees
    Any,      ///< about any axis
    Eighth,   ///< by multiples of 45 degrees: faces and axes meet but for rounding
};
inline constexpr std::size_t kTurnKinds = 6;
std::string_view turnKindName(TurnKind kind);

/// About a place in or near `bounds`, moved by some hundred units or not at all.
Transform randomTransform(TurnKind kind, const Box& bounds, SplitMix& random);

}  // namespace hullbake::oracle
