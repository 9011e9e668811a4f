// Scene: what the game has put into the map: models that it has placed, and the boxes of players, monsters and crates.
// Every query and move takes one through Probe. docs/world.md has the full contract.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hullbake/contents.hpp"
#include "hullbake/export.h"
#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"
#include "hullbake/transform.hpp"

namespace hullbake {

class ClipMap;

namespace detail {
struct MemberList;
}

/// A brush model as the game has placed it. The same model may be placed any number of times.
struct PlacedModel {
    ModelId model;           ///< not kAllModels
    std::uint32_t kind = 1;  ///< bits; it stops probes whose Scene::stoppedBy has one of them
    Transform transform{};   ///< by default where the map draws it; one that turns needs a ClipMap::turnable model
    bool enabled = true;     ///< false: no query sees it
};

/// What of its box a body fills.
enum class BodyForm : std::uint8_t {
    Box,      ///< all of it
    Capsule,  ///< Shape::capsuleIn: upright, on the floor of the box; a ball in a box that is as high as it is wide
};

/// A body that stops others: an upright box, or the capsule or ball in it.
struct Body {
    Vec3 origin;                          ///< world units, within +-kMaxCoordinate
    Box box;                              ///< around its origin; within +-kMaxCoordinate, and not inverted
    Contents contents = Contents::Solid;  ///< what it is for the masks of probes
    std::uint32_t kind = 1;               ///< bits; it stops probes whose Scene::stoppedBy has one of them
    bool enabled = true;                  ///< false: no query sees it
    BodyForm form = BodyForm::Box;        ///< a capsule's box is at most kMaxBoxSize a side. Movers push the whole box
};

/// A part of the index of a scene. What is in it is the library's.
struct SceneSlot {
    float mins[3] = {}, maxs[3] = {};
    std::uint32_t member = 0, skip = 0;
};

/// The members that a query sees beside the probe's own model. Refers to arrays of the caller's, which must live as
/// long as the query. Without members, answers are those without a scene, bit for bit. A query takes the time of a
/// bounds check for each member that is far away, and a move that of one or two queries.
///
/// Each member is judged by itself, and traces tell the nearest (docs/world.md says where that differs from brushes of
/// one model). Queries are refused (BadScene) if an enabled member that the probe comes near is not valid.
struct Scene {
    std::span<const PlacedModel> models;
    std::span<const Body> bodies;
    std::uint32_t stoppedBy = ~std::uint32_t{0};  ///< the kinds that stop the probe: any bit in common
    MemberId self = kNoMember;                    ///< a member that the query does not see: the one that moves
    const detail::MemberList* near = nullptr;     ///< set by moves for queries of their own; leave it null
    /// Made by indexScene for these arrays: queries then look only at members near them. Without, they look at all.
    std::span<const SceneSlot> index{};
};

/// Returns the number of slots that indexScene needs for a scene.
constexpr std::size_t slotsFor(const Scene& scene) {
    return 2 * (scene.models.size() + scene.bodies.size()) + 1;
}

/// Makes an index of the scene's members, for `Scene::index`. It holds until the arrays get another size, another model
/// is placed, a model turns or a box changes. It ends, too, when a member has moved by more than `slack` units (0 to
/// kMaxCoordinate). Until then answers are those without it, bit for bit: with a large slack, for some ticks. Kinds,
/// contents and `enabled` may change. Returns how many of the slots are the index: 0 if there are fewer than
/// slotsFor(scene), or a number is out of its range. Work: n log n.
HULLBAKE_API std::size_t indexScene(const ClipMap& map, const Scene& scene, double slack,
                                    std::span<SceneSlot> slots) noexcept;

}  // namespace hullbake
