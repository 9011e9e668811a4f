// Converts the structs of the C interface to and from C++, and asserts that their numbers agree.
#pragma once

#include <cmath>

#include "hullbake/clip_map.hpp"
#include "hullbake/hullbake.h"

struct HullbakeMap {
    hullbake::ClipMap clip;
};

namespace hullbake::detail {

static_assert(
    HullbakeStatusOk == int(Status::Ok) && HullbakeStatusTooSmall == int(Status::TooSmall) &&
    HullbakeStatusMisaligned == int(Status::Misaligned) && HullbakeStatusWrongMagic == int(Status::WrongMagic) &&
    HullbakeStatusWrongVersion == int(Status::WrongVersion) && HullbakeStatusWrongEndian == int(Status::WrongEndian) &&
    HullbakeStatusWrongSize == int(Status::WrongSize) && HullbakeStatusHashMismatch == int(Status::HashMismatch) &&
    HullbakeStatusBadSectionTable == int(Status::BadSectionTable) &&
    HullbakeStatusMissingSection == int(Status::MissingSection) && HullbakeStatusBadRecord == int(Status::BadRecord) &&
    HullbakeStatusBadTree == int(Status::BadTree) && HullbakeStatusTooDeep == int(Status::TooDeep));
static_assert(Contents{HullbakeContentsEmpty} == Contents::Empty &&
              Contents{HullbakeContentsSolid} == Contents::Solid && Contents{HullbakeContentsSky} == Contents::Sky &&
              Contents{HullbakeContentsClip} == Contents::Clip &&
              Contents{HullbakeContentsPlayerclip} == Contents::Playerclip &&
              Contents{HullbakeContentsMonsterclip} == Contents::Monsterclip &&
              Contents{HullbakeContentsLava} == Contents::Lava && Contents{HullbakeContentsSlime} == Contents::Slime &&
              Contents{HullbakeContentsWater} == Contents::Water && Contents{HullbakeMaskBlocking} == kMaskBlocking &&
              Contents{HullbakeMaskLiquid} == kMaskLiquid && Contents{HullbakeMaskAll} == kMaskAll &&
              Contents{HullbakeMaskPassable} == kMaskPassable);
static_assert(Contents{HullbakeContentsIllusionary} == Contents::Illusionary);
static_assert(Contents{HullbakeContentsFog} == Contents::Fog);
static_assert(Contents{HullbakeContentsLadder} == Contents::Ladder);
static_assert(Contents{HullbakeContentsTrigger} == Contents::Trigger);
static_assert(Contents{HullbakeContentsAreaportal} == Contents::Areaportal);
static_assert(Contents{HullbakeContentsBotclip} == Contents::Botclip);
static_assert(Contents{HullbakeContentsCurrentEast} == Contents::CurrentEast);
static_assert(Contents{HullbakeContentsCurrentNorth} == Contents::CurrentNorth);
static_assert(Contents{HullbakeContentsCurrentWest} == Contents::CurrentWest);
static_assert(Contents{HullbakeContentsCurrentSouth} == Contents::CurrentSouth);
static_assert(Contents{HullbakeContentsCurrentUp} == Contents::CurrentUp);
static_assert(Contents{HullbakeContentsCurrentDown} == Contents::CurrentDown);
static_assert(Contents{HullbakeContentsUser1} == Contents::User1);
static_assert(Contents{HullbakeContentsUser2} == Contents::User2);
static_assert(Contents{HullbakeContentsUser3} == Contents::User3);
static_assert(Contents{HullbakeContentsUser4} == Contents::User4);
static_assert(Contents{HullbakeContentsUser5} == Contents::User5);
static_assert(Contents{HullbakeContentsUser6} == Contents::User6);
static_assert(Contents{HullbakeContentsUser7} == Contents::User7);
static_assert(Contents{HullbakeContentsUser8} == Contents::User8);
static_assert(HULLBAKE_MAX_BOX_SIZE == kMaxBoxSize && HULLBAKE_DEFAULT_SKIN == kDefaultSkin &&
              HULLBAKE_MAX_COORDINATE == kMaxCoordinate && HULLBAKE_SURFACE_TOLERANCE == kSurfaceTolerance);
static_assert(HULLBAKE_ALL_MODELS == kAllModels.value && HULLBAKE_NO_HULL == kNoHull.value &&
              HULLBAKE_NO_MEMBER == kNoMember.value && HULLBAKE_BODY_MEMBER == MemberId::kBody &&
              HULLBAKE_MAX_TOUCHED_PLANES == kMaxTouchedPlanes);
static_assert(HullbakeUnstickFree == int(UnstickStatus::Free) && HullbakeUnstickFound == int(UnstickStatus::Found) &&
              HullbakeUnstickNone == int(UnstickStatus::None) && HullbakeUnstickInvalid == int(UnstickStatus::Invalid));
static_assert(
    HullbakeRefusalNone == int(Refusal::None) && HullbakeRefusalBadArguments == int(Refusal::BadArguments) &&
    HullbakeRefusalNoMap == int(Refusal::NoMap) && HullbakeRefusalNoHull == int(Refusal::NoHull) &&
    HullbakeRefusalUnknownHull == int(Refusal::UnknownHull) &&
    HullbakeRefusalUnknownModel == int(Refusal::UnknownModel) &&
    HullbakeRefusalBoxOutOfRange == int(Refusal::BoxOutOfRange) &&
    HullbakeRefusalBoxInverted == int(Refusal::BoxInverted) &&
    HullbakeRefusalBoxTooLarge == int(Refusal::BoxTooLarge) && HullbakeRefusalBadSkin == int(Refusal::BadSkin) &&
    HullbakeRefusalNotFinite == int(Refusal::NotFinite) && HullbakeRefusalOutOfRange == int(Refusal::OutOfRange) &&
    HullbakeRefusalBadTransform == int(Refusal::BadTransform) &&
    HullbakeRefusalMovedAllModels == int(Refusal::MovedAllModels) &&
    HullbakeRefusalTurnedHull == int(Refusal::TurnedHull) &&
    HullbakeRefusalUnturnableModel == int(Refusal::UnturnableModel) &&
    HullbakeRefusalTurnedModel == int(Refusal::TurnedModel) &&
    HullbakeRefusalModelOutOfRange == int(Refusal::ModelOutOfRange) &&
    HullbakeRefusalBadDistance == int(Refusal::BadDistance) && HullbakeRefusalBadTime == int(Refusal::BadTime) &&
    HullbakeRefusalBadVelocity == int(Refusal::BadVelocity) && HullbakeRefusalBadRules == int(Refusal::BadRules) &&
    HullbakeRefusalBadGround == int(Refusal::BadGround) &&
    HullbakeRefusalTooManyBrushes == int(Refusal::TooManyBrushes) &&
    HullbakeRefusalTooMuchWork == int(Refusal::TooMuchWork) && HullbakeRefusalBadScene == int(Refusal::BadScene) &&
    HullbakeRefusalBadShape == int(Refusal::BadShape) && HullbakeRefusalShapeNotTaken == int(Refusal::ShapeNotTaken));
static_assert(sizeof(HullbakeFault::section) > sizeof(OpenResult::section));

inline Vec3 fromC(const HullbakeVec3& v) {
    return {v.x, v.y, v.z};
}
inline HullbakeVec3 toC(const Vec3& v) {
    return {v.x, v.y, v.z};
}
inline Box fromC(const HullbakeBox& box) {
    return {fromC(box.mins), fromC(box.maxs)};
}
inline HullbakeBox toC(const Box& box) {
    return {toC(box.mins), toC(box.maxs)};
}
inline HullbakeRefusal toC(Refusal refusal) {
    return static_cast<HullbakeRefusal>(refusal);
}
inline HullbakeText toC(std::string_view text) {
    return {text.data() == nullptr ? "" : text.data(), text.size()};
}

inline Transform fromC(const HullbakeTransform& transform) {
    Transform result;
    result.displacement = fromC(transform.displacement);
    for (int i = 0; i < 3; ++i) result.axes[i] = fromC(transform.axes[i]);
    result.pivot = fromC(transform.pivot);
    return result;
}
inline HullbakeTransform toC(const Transform& transform) {
    return {toC(transform.displacement),
            {toC(transform.axes[0]), toC(transform.axes[1]), toC(transform.axes[2])},
            toC(transform.pivot)};
}

inline Probe fromC(const HullbakeProbe& probe) {
    Probe result;
    result.hull = {probe.hull};
    if (probe.boxed != 0) result.box = fromC(probe.box);
    result.model = {probe.model};
    result.mask = Contents{probe.mask};
    result.skin = probe.skin;
    if (probe.placed != 0) result.transform = fromC(probe.transform);
    return result;
}
inline Segment fromC(const HullbakeSegment& segment) {
    return {fromC(segment.start), fromC(segment.end)};
}

/// Returns true if a C caller's `trace` may be used: its numbers are finite and its contact lies on the move.
inline bool plausible(const HullbakeTrace& trace) {
    // Fails for NaN.
    return trace.hitFraction >= 0 && trace.hitFraction <= 1 && isFinite(fromC(trace.normal));
}
inline Trace fromC(const HullbakeTrace& trace) {
    return {
        trace.fraction,           trace.hitFraction,  fromC(trace.endpos),   fromC(trace.normal), trace.dist,
        Contents{trace.contents}, {trace.model},      {trace.member},        trace.hit != 0,      trace.startsolid != 0,
        trace.allsolid != 0,      trace.invalid != 0, Refusal{trace.refusal}};
}
inline HullbakeTrace toC(const Trace& trace) {
    const auto flag = [](bool set) { return static_cast<std::uint8_t>(set ? 1 : 0); };
    return {sizeof(HullbakeTrace),
            flag(trace.hit),
            flag(trace.startsolid),
            flag(trace.allsolid),
            flag(trace.invalid),
            trace.fraction,
            trace.hitFraction,
            toC(trace.endpos),
            toC(trace.normal),
            trace.dist,
            static_cast<HullbakeContents>(trace.contents),
            trace.model.value,
            toC(trace.refusal),
            {0, 0, 0, 0, 0, 0, 0},
            trace.member.value,
            0};
}

inline HullbakeSurface toC(const Surface& surface) {
    const auto flag = [](bool set) { return static_cast<std::uint8_t>(set ? 1 : 0); };
    return {sizeof(HullbakeSurface), flag(surface.found), flag(surface.bevel), {0, 0},        toC(surface.texture),
            surface.brush,           surface.side,        surface.line,        surface.entity};
}
inline HullbakeOverlap toC(const Overlap& overlap) {
    return {sizeof(HullbakeOverlap),
            overlap.model.value,
            overlap.brush,
            overlap.line,
            overlap.entity,
            static_cast<HullbakeContents>(overlap.contents),
            static_cast<std::uint8_t>(overlap.touches ? 1 : 0),
            {0, 0, 0},
            overlap.member.value};
}
inline HullbakeBrushContact toC(const BrushContact& contact) {
    return {sizeof(HullbakeBrushContact),
            contact.model.value,
            contact.brush,
            contact.line,
            contact.entity,
            static_cast<HullbakeContents>(contact.contents),
            contact.depth,
            toC(contact.normal),
            toC(contact.point),
            static_cast<std::uint8_t>(contact.exact ? 1 : 0),
            {0, 0, 0},
            contact.member.value};
}
inline HullbakeTouchedPlane toC(const TouchedPlane& plane) {
    return {sizeof(HullbakeTouchedPlane),
            plane.model.value,
            toC(plane.normal),
            plane.dist,
            plane.distance,
            plane.gap,
            static_cast<HullbakeContents>(plane.contents),
            plane.member.value,
            toC(plane.surface)};
}
inline HullbakeUnstick toC(const Unstick& way) {
    return {sizeof(HullbakeUnstick), static_cast<HullbakeUnstickStatus>(way.status),
            toC(way.direction),      way.distance,
            toC(way.position),       toC(way.refusal),
            {0, 0, 0, 0, 0, 0, 0}};
}
inline HullbakeHullInfo toC(const HullInfo& info) {
    return {sizeof(HullbakeHullInfo), 0, toC(info.name), toC(info.box)};
}
inline HullbakeModelInfo toC(const ModelInfo& info) {
    return {sizeof(HullbakeModelInfo),
            info.entity,
            toC(info.classname),
            toC(info.bounds),
            toC(info.origin),
            info.brushCount,
            0};
}

}  // namespace hullbake::detail
