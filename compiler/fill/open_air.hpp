// Finds maps that are open to the void, without a flood.
//
// In: the grown brushes and the entities. Out: a straight way from a player start into the void, if there is one.
// Invariant: a ball of the narrowest passage fits all along the way, so it is a leak and no crack.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "compiler/fill/point_entities.hpp"
#include "compiler/growth/brush_index.hpp"

namespace hullbake {

struct OpenWay {
    const PointEntity* start = nullptr;
    Vec3 end;  ///< on the surface of `around`
};

/// Glance: upwards from the first player start. Search: in some forty directions from each.
enum class Effort : std::uint8_t { Glance, Search };

/// Returns the way of the first player start that has one. `passage` is CompileSettings::passage. `around` contains all
/// brushes, with a margin. Finding none proves nothing.
std::optional<OpenWay> openWay(const PlaneTable& planes, const BrushIndex& index, double passage, const Box& around,
                               const std::vector<PointEntity>& entities, Effort effort);

/// Returns true if a point has such a way in one of the forty directions. That it has none proves nothing.
bool isOutside(const PlaneTable& planes, const BrushIndex& index, double passage, const Box& around, const Vec3& p);

}  // namespace hullbake
