// What is around a box that stands somewhere: what it overlaps, what it touches, where the nearest free place is. The
// queries themselves are members of ClipMap; the full contract stands in docs/trace_contract.md, section 13.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hullbake/trace.hpp"

namespace hullbake {

/// All models of the file at once, each where the map draws it. Only the queries of this header take it.
inline constexpr ModelId kAllModels{UINT32_MAX};

struct PlaceInput {
    Vec3 origin;                    ///< of the box, world units, in the model's space
    HullId hull;                    ///< from ClipMap::findHull; not looked at when a box is given
    ModelId model;                  ///< the world unless told otherwise; kAllModels for all
    Contents mask = kMaskBlocking;  ///< only brushes of these contents are looked at
};

/// How many answers there are. Those that the caller's span has no room for are counted all the same.
struct NeighbourCount {
    std::size_t count = 0;
    bool invalid = false;  ///< NaN, infinity, out of range, an unknown hull or model, or too much work: no answers
};

/// A brush that the box touches or overlaps.
struct Overlap {
    ModelId model;
    std::uint32_t brush = 0;   ///< number of the brush within its entity, from 0, as written in the map
    std::uint32_t line = 0;    ///< line of the brush in the map, from 1
    std::uint32_t entity = 0;  ///< number of the entity in the map, from 0
    Contents contents = Contents::Empty;
    bool touches = false;  ///< only touches: the box is not deeper in it than kSurfaceTolerance
};

/// At most so many planes are found by one `touching`.
inline constexpr std::size_t kMaxTouchedPlanes = 256;

/// A plane of a grown brush that the box is near.
struct TouchedPlane {
    Vec3 normal;          ///< unit length, facing the box
    double dist = 0;      ///< of the plane, at the box's origin
    double distance = 0;  ///< from the origin to the plane, units; down to -kSurfaceTolerance
    double gap = 0;       ///< from the origin to the face itself; more than `distance` beside the face
    ModelId model;
    Contents contents = Contents::Empty;  ///< of the brush
    Surface surface;                      ///< of the face; for a bevel, of one of the faces at its edge
};

enum class UnstickStatus : std::uint8_t {
    Free,     ///< the box is free where it is
    Found,    ///< the nearest free place was found
    None,     ///< none within the distance, or none that the work of one query finds
    Invalid,  ///< NaN, infinity, out of range, or an unknown hull or model
};

/// The way out of solid.
struct Unstick {
    UnstickStatus status = UnstickStatus::Invalid;
    Vec3 direction;       ///< unit length; zero unless found
    double distance = 0;  ///< units
    Vec3 position;        ///< where the box is free: origin + direction * distance; the origin unless found
};

}  // namespace hullbake
