// Results of the queries around a resting box: which brushes it overlaps, which planes it touches, where the nearest
// free position is. The queries are members of ClipMap. docs/neighbours.md has the full contract.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hullbake/export.h"
#include "hullbake/trace.hpp"

namespace hullbake {

/// Number of answers, including those that did not fit into the caller's span.
struct NeighbourCount {
    std::size_t count = 0;
    bool invalid = false;  ///< no answers; `refusal` is the reason
    Refusal refusal = Refusal::None;
};

/// A brush that the box touches or overlaps.
struct Overlap {
    ModelId model;
    std::uint32_t brush = 0;   ///< number of the brush within its entity, from 0, as written in the map
    std::uint32_t line = 0;    ///< line of the brush in the map, from 1
    std::uint32_t entity = 0;  ///< number of the entity in the map, from 0
    Contents contents = Contents::Empty;
    bool touches = false;  ///< the box is in it by at most kSurfaceTolerance
    MemberId member{};     ///< of the scene, or kNoMember; a body has no brush, line and entity
};

/// How deep a body is in one brush, or in a body of a scene.
struct BrushContact {
    ModelId model;
    std::uint32_t brush = 0;   ///< number of the brush within its entity, from 0, as written in the map
    std::uint32_t line = 0;    ///< line of the brush in the map, from 1
    std::uint32_t entity = 0;  ///< number of the entity in the map, from 0
    Contents contents = Contents::Empty;
    bool exact = false;  ///< no other direction has a shorter way out, but for rounding; as in BodyContact
    double depth = 0;    ///< the least move out of the brush, units; down to -kSurfaceTolerance where it only touches
    Vec3 normal;         ///< unit, away from the brush: a move by `normal * depth` makes the body touch it
    Vec3 point;          ///< on the brush, where they touch after that move, world units
    MemberId member{};   ///< of the scene, or kNoMember; a body has no brush, line and entity
};

/// The least move that leads a body out of brushes, each left along the normal of its contact or farther.
struct MoveOut {
    bool found = false;  ///< false if the contacts push against each other, or a number in them is not finite
    Vec3 move;           ///< units; zero if no contact is deeper than 0
};

/// Returns the shortest move with dot(move, normal) >= depth for each contact. Contacts that are less deep than 0 do
/// not count. For one brush it is `normal * depth`. Where brushes lie side by side, and a body overlaps several, the
/// shortest move out of their union may be shorter, and lead elsewhere: ask ClipMap::unstick.
HULLBAKE_API MoveOut leastMoveOut(std::span<const BrushContact> contacts) noexcept;

/// Upper bound of the planes that one `touching` finds.
inline constexpr std::size_t kMaxTouchedPlanes = 256;

/// A plane of an expanded brush, near the box.
struct TouchedPlane {
    Vec3 normal;          ///< unit length, facing the box
    double dist = 0;      ///< of the plane, for the box's origin
    double distance = 0;  ///< from the origin to the plane, units; down to -kSurfaceTolerance
    double gap = 0;       ///< from the origin to the face itself; larger than `distance` beside the face
    ModelId model;
    Contents contents = Contents::Empty;  ///< of the brush
    Surface surface;                      ///< of the face; for a bevel, of one of the faces at its edge
    MemberId member{};                    ///< of the scene, or kNoMember
};

enum class UnstickStatus : std::uint8_t {
    Free,     ///< the box is free where it is
    Found,    ///< the nearest free position was found
    None,     ///< none within the distance, or none within the work of one query
    Invalid,  ///< nothing was searched; `refusal` is the reason
};

/// Result of unstick.
struct Unstick {
    UnstickStatus status = UnstickStatus::Invalid;
    Refusal refusal = Refusal::None;
    Vec3 direction;       ///< unit length; zero unless found
    double distance = 0;  ///< units
    Vec3 position;        ///< free position: origin + direction * distance; the origin unless found
};

}  // namespace hullbake
