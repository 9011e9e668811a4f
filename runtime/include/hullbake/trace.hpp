// The answer of a trace, and the numbers of hulls and models. docs/trace_contract.md has the full contract.
#pragma once

#include <cstdint>
#include <string_view>

#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"
#include "hullbake/refusal.hpp"

namespace hullbake {

struct HullId {
    std::uint32_t value = 0;
    friend constexpr bool operator==(HullId, HullId) = default;
};
/// No hull: every query refuses it.
inline constexpr HullId kNoHull{UINT32_MAX};

/// A brush model: 0 is the world, the others follow the brush entities in the order of the map.
struct ModelId {
    std::uint32_t value = 0;
    friend constexpr bool operator==(ModelId, ModelId) = default;
};
/// All models of the file at once, each where the map draws it.
inline constexpr ModelId kAllModels{UINT32_MAX};

/// A member of a Scene: one of its placed models or bodies, by its index.
struct MemberId {
    std::uint32_t value = UINT32_MAX;

    static constexpr MemberId model(std::uint32_t index) { return {index}; }
    static constexpr MemberId body(std::uint32_t index) { return {kBody | index}; }
    /// Returns true for no member: the probe's own model, or nothing.
    constexpr bool none() const { return value == UINT32_MAX; }
    constexpr bool isBody() const { return !none() && (value & kBody) != 0; }
    constexpr bool isModel() const { return (value & kBody) == 0; }
    /// Index into Scene::bodies or Scene::models.
    constexpr std::uint32_t index() const { return value & ~kBody; }
    friend constexpr bool operator==(MemberId, MemberId) = default;

    static constexpr std::uint32_t kBody = 0x80000000u;
};
inline constexpr MemberId kNoMember{};

/// Distance kept from an obstacle, in world units.
inline constexpr double kDefaultSkin = 1.0 / 32;
/// Positions must lie within +-this on every axis; others get the answer `invalid`.
inline constexpr double kMaxCoordinate = 262144;
/// The named tolerance of the contract, in world units: a point no deeper than this inside solid counts as outside, and
/// a stretch of a trace shorter than this neither enters nor leaves anything. It absorbs the rounding of positions that
/// were computed to lie on a sloped surface (about 1e-10 at the far end of the range).
inline constexpr double kSurfaceTolerance = 1e-5;

/// The segment of a trace: two positions of the box's origin, in world units.
struct Segment {
    Vec3 start, end;
};

struct Trace {
    double fraction = 1;     ///< endpos = start + fraction * (end - start); 1 without a hit
    double hitFraction = 1;  ///< the exact contact, before the pull-back by the skin
    Vec3 endpos;
    Vec3 normal;      ///< of the plane hit, unit length, facing the mover; zero without one
    double dist = 0;  ///< of the plane hit, at the box's origin
    Contents contents = Contents::Empty;
    ModelId model;            ///< the model that was hit; without a hit the probe's, or the world for kAllModels
    MemberId member{};        ///< the member of the probe's scene that was hit, or kNoMember
    bool hit = false;         ///< an obstacle stopped the trace, so fraction and endpos are not those of the end
    bool startsolid = false;  ///< the start was deeper in solid than kSurfaceTolerance
    bool allsolid = false;    ///< the trace never left solid; fraction is 0
    bool invalid = false;     ///< nothing was traced; `refusal` is the reason
    Refusal refusal = Refusal::None;
};

/// The side of a brush that a trace entered.
struct Surface {
    std::string_view texture;  ///< points into the ClipMap's block
    std::uint32_t brush = 0;   ///< number of the brush within its entity, from 0, as written in the map
    std::uint32_t side = 0;    ///< number of the face within the brush; for a bevel, one of the faces at its edge
    std::uint32_t line = 0;    ///< line of that face in the map, from 1
    std::uint32_t entity = 0;  ///< number of the entity in the map, from 0
    bool bevel = false;        ///< the plane entered is a bevel: no face of the brush is parallel to it
    bool found = false;
};

}  // namespace hullbake
