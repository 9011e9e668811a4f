// Queries of a moving box: a hull's baked trees or any box at query time, through one model or all of them.
#pragma once

#include <cstdint>
#include <span>

#include "hullbake/slide.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "scene/members.hpp"

namespace hullbake::detail {

/// Distance, in skins, that a sweep looks ahead of its end, so that obstacles there stop it at the skin in time.
inline constexpr double kLookAheadSkins = 32;

/// Result of a sweep: one straight piece of a move.
struct Leg {
    Vec3 end;
    double fraction = 1;         ///< of the sweep
    double contactFraction = 1;  ///< of the sweep, without the skin; may exceed 1
    double ahead = 0;            ///< units along the way from `end` to the contact
    bool hit = false;            ///< did not reach its end
    bool stuck = false;          ///< began in solid
    bool invalid = false;
    Plane plane;
    Contents contents = Contents::Empty;
    ModelId model;
    MemberId member{};
};

class MoveSpace {
  public:
    MoveSpace(const ClipMap& map, const Probe& probe);
    MoveSpace(const MoveSpace&) = delete;
    MoveSpace& operator=(const MoveSpace&) = delete;

    /// Returns true if moves accept the probe.
    bool valid() const { return valid_; }
    /// Returns true if moves accept the probe at that position.
    bool validAt(const Vec3& at) const { return valid_ && acceptsAt(at); }
    /// Returns why moves refuse the probe at that position, or None if it is validAt there.
    Refusal refusalAt(const Vec3& at) const;
    /// Returns why the first query that was refused was, or None.
    Refusal refused() const { return refused_; }
    const Box& box() const { return box_; }
    const ClipMap& map() const { return map_; }
    /// The caller's.
    const Probe& probe() const { return asked_; }
    double skin() const { return probe_.skin; }
    std::uint32_t traces() const { return traces_; }
    std::uint32_t touchings() const { return touchings_; }

    /// Sweeps from `from` along `way`, which is not zero. Keeps the skin from obstacles on the way or within `ahead`
    /// units after its end.
    Leg sweep(const Vec3& from, const Vec3& way, double ahead) const;
    /// Sweeps straight down. A round body that rests on an edge or corner of ground stands there: the plane is level
    /// then, not the steep tangent. `leastNormal`: z of the normal of the steepest ground.
    Leg drop(const Vec3& from, double reach, double leastNormal) const;
    std::span<const TouchedPlane> touching(const Vec3& at, double distance, std::span<TouchedPlane> room) const;
    Unstick unstick(const Vec3& at, double distance) const;
    bool isFree(const Vec3& at) const;
    /// Returns the surface that a leg from `from` to `to` has hit.
    Surface surface(const Vec3& from, const Vec3& to, const Leg& leg) const;

  private:
    static constexpr Box kNowhere{{1, 1, 1}, {-1, -1, -1}};

    Trace trace(const Vec3& from, const Vec3& to, ModelId model) const;
    bool acceptsAt(const Vec3& at) const;
    bool isFreeOf(const Vec3& at, ModelId model) const;
    bool isFreeOf(const Vec3& at, MemberId member) const;
    Trace traceMemberAt(const Vec3& from, const Vec3& to, MemberId member) const;
    bool touchesLevelFaceAt(const Vec3& from, const Vec3& to, const Leg& leg, double leastNormal) const;
    void sweepMembers(const Vec3& from, const Vec3& to, Leg& leg, Trace& nearest) const;
    // Lists the members near a box in space, and farther around it for the queries to come.
    void look(const Box& place) const;
    void lookAround(const Vec3& at, double distance) const;
    void note(Refusal refusal) const {
        if (refused_ == Refusal::None) refused_ = refusal;
    }

    const ClipMap& map_;
    const Probe& asked_;
    Probe probe_;
    Box box_;
    ModelRange models_;
    bool valid_ = false;
    // The probe's scene, with the list of the members that matter in `listedFor_`.
    mutable Scene scene_;
    mutable MemberList list_;
    mutable Box listedFor_ = kNowhere;
    mutable Refusal refused_ = Refusal::None;
    mutable std::uint32_t traces_ = 0, touchings_ = 0;
};

}  // namespace hullbake::detail
