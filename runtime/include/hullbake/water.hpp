// How deep a box stands in liquids. docs/volumes.md has the recipe and the rules.
#pragma once

#include <cstdint>

#include "hullbake/clip_map.hpp"

namespace hullbake {

struct WaterRules {
    double eyes = 22;                ///< height of the eyes above the box's origin, units, within +-kMaxCoordinate
    Contents liquids = kMaskLiquid;  ///< what counts as liquid
    double band = 1.0 / 16;          ///< units, 0 to kMaxCoordinate: only with an answer from before
};

/// What the vertical line through the middle of a box finds.
struct WaterLevel {
    std::uint8_t level = 0;  ///< of the highest mark in liquid: 1 the feet, 2 the middle, 3 the eyes; 0: none
    bool feet = false, middle = false, eyes = false;  ///< each mark by itself: feet may be dry and eyes wet
    Contents contents = Contents::Empty;              ///< of all liquids between the box's bottom and its top
    double depth = 0;  ///< units of the line from the box's bottom to its top that are in liquid
    double surface =
        0;  ///< z of the surface over the highest of these, which may be above the box; the bottom's if none
    bool invalid = false;  ///< nothing was searched; `refusal` is the reason
    Refusal refusal = Refusal::None;
};

/// Returns how deep the probe's box stands in liquids at `origin`. Exact: the crossings of the vertical line through
/// the middle of the box with the union of all liquids. These are the liquid brushes of the probe's model, where its
/// transform puts it, and the placed models and liquid box bodies of its scene. The probe's mask and skin are not
/// looked at, and solid does not hide liquid. Seams between liquids are no surfaces: a gap of up to kSurfaceTolerance
/// is none. A mark on the very surface is dry. `before`, the last answer, keeps levels from flickering: a wet mark
/// dries when no liquid is within `band` above or below it. A dry one gets wet when all is liquid from it to `band`
/// above it.
HULLBAKE_API WaterLevel waterLevel(const ClipMap& map, const Probe& probe, const Vec3& origin,
                                   const WaterRules& rules = {}, const WaterLevel* before = nullptr) noexcept;

}  // namespace hullbake
