// Probe: the subject of every query. It says what moves or rests, through which model, and which contents stop it.
#pragma once

#include <optional>

#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"
#include "hullbake/transform.hpp"

namespace hullbake {

struct Scene;
struct Shape;

/// All queries of ClipMap, and the moves of hullbake/slide.hpp, take one. Set `hull`, `box` or `shape`; the rest has
/// defaults:
///
///     const Probe player{.hull = *map.findHull("player")};
///     const Probe crate{.box = Box{{-8, -8, -8}, {8, 8, 8}}, .mask = Contents::Solid};
///
/// Positions, in questions and answers, are those of the box's origin, in world units. A query answers `invalid` (or
/// nothing, where it has no such flag) for a probe without hull, box and shape, or with an unknown hull or model. So it
/// does for a box that is not ClipMap::validBox, a shape or transform that is not valid(), or a skin out of its range.
struct Probe {
    /// A baked hull, from ClipMap::findHull. Ignored if there is a box.
    HullId hull = kNoHull;
    /// Any box, expanded at query time: the model's bare brushes, each grown by the box as the query comes to it. The
    /// answers are those of a baked hull of that box. Only baked hulls know the outside of a sealed map as solid. A box
    /// equal to a hull's box follows that hull's rules of which brushes count. For any other, clip counts unless the
    /// box is a point (mins == maxs). Brushes that `_hulls` keeps out of some hull do not count.
    std::optional<Box> box{};
    /// The brush model, by default the world. kAllModels queries all of them, each where the map draws it.
    ModelId model{};
    /// The contents that stop the probe.
    Contents mask = kMaskBlocking;
    /// Distance, units, that the end of a trace or move keeps from an obstacle: 0 to kMaxCoordinate for traces, 0 to 1
    /// for moves. 0 gives the exact contact.
    double skin = kDefaultSkin;
    /// Where the game has put the model; without one, where the map draws it. Positions and planes are then in the
    /// world. Seen from the model, positions must be within +-kMaxCoordinate, too. Not together with kAllModels. Baked
    /// hulls are upright: a transform that turns() needs a box, and a model that is ClipMap::turnable. `overlap`,
    /// `touching`, `unstick` and the moves take transforms that do not turn.
    std::optional<Transform> transform{};
    /// What the game has put into the map, seen by the query beside `model`; null for nothing.
    const Scene* scene = nullptr;
    /// A shape (hullbake/shape.hpp): a ball, capsule, cylinder, convex set, or a box that may be turned. Used instead
    /// of hull and box by all queries of ClipMap and by moves, with a scene too. The caller keeps it alive. All but
    /// boxes at rest need a model that is ClipMap::turnable. docs/trace_contract.md, section 14.
    const Shape* shape = nullptr;
};

}  // namespace hullbake
