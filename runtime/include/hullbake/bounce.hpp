// Projectiles: a box that flies, bounces off what it hits, slides, and comes to rest. No heap, no globals; every answer
// depends on its arguments alone, bit for bit. docs/projectiles.md has the recipe and the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hullbake/slide.hpp"

namespace hullbake {

/// Upper bound, units, of the distance between the path of `bounce` and the parabolas that it stands for. A path is
/// made of straight pieces whose ends lie on the parabola, each as long as this allows: 18 ms at 800 units a second
/// squared.
inline constexpr double kBounceSagitta = 1.0 / 32;

/// How a projectile flies, bounces and slides.
struct BounceRules {
    Vec3 acceleration{0, 0,
                      -800};  ///< units a second squared, at most 1e6 long; 0: it flies straight on, and never rests
    /// Fraction of the speed into a plane that comes back out of it, 0 to 1.
    double restitution = 0.5;
    /// Coefficient of Coulomb's friction, 0 to 1e3: what a hit takes of the speed along a plane is at most so many
    /// times what it changes of the speed across it. Sliding decelerates by so many times the pressure. 0: none.
    double friction = 0.25;
    /// Units a second, 0 to kMaxCoordinate: what would come out of a plane more slowly slides along it instead. Speeds
    /// that the acceleration gives within one piece of the path (14 units a second by default) count as slower.
    double restSpeed = 20;
    /// A plane whose normal has at least this part against the acceleration is a floor, over 0 to 1. On a floor a slope
    /// drives nothing: friction grows by as much as it pulls, so each slide ends, and what has stopped stays.
    double floorNormal = 0.7;
    double unstick = kDefaultUnstick;  ///< units; 0: a box that starts in solid stays there
};

/// A projectile between two moves. Plain data: copy it, send it, go back to an older one.
struct BounceState {
    Vec3 origin, velocity;  ///< units, units a second
    /// It lies still. The position stays the same to the bit while there is something under it and `velocity` is zero.
    /// To set it in motion, set `velocity`.
    bool resting = false;
};

enum class BounceEvent : std::uint8_t {
    Bounce,  ///< hit something, and came back out of it
    Slide,   ///< hit something, and goes on along it
    Rest,    ///< lies still from here on
    Fall,    ///< lay still, and what it lay on has gone
};

/// Returns "bounce", "slide", "rest" or "fall".
HULLBAKE_API std::string_view bounceEventName(BounceEvent event) noexcept;

struct BounceHit {
    BounceEvent event = BounceEvent::Bounce;
    double time = 0;  ///< seconds since the start of the move
    Vec3 position;    ///< of the box's origin
    Vec3 before;      ///< velocity just before
    Vec3 after;       ///< velocity just after
    Plane plane;      ///< the plane hit, at the box's origin; of a Rest the floor, or the last plane hit; else zero
    Contents contents = Contents::Empty;
    ModelId model;
    MemberId member{};  ///< of the probe's scene that was hit, or lies under it at rest; or kNoMember
};

struct BounceResult {
    BounceState state;
    SlideStatus status = SlideStatus::Invalid;
    Refusal refusal = Refusal::None;  ///< also set if Stuck because the way out takes too much work
    std::size_t hits = 0;             ///< events; those past the caller's room are counted too
    std::uint32_t traces = 0, touchings = 0;
};

/// Moves a projectile for some time, 0 to kMaxMoveSeconds. `hits`, if any, gets what happened, in the order of time, as
/// much as it has room for; hits slower than a unit a second are not told. The energy is half the square of the speed
/// and the height against the acceleration. It never grows, but for the few skins by which the box may be moved away
/// from planes that it is too near. In flight the path keeps to the parabola within kBounceSagitta, whatever the length
/// of the move. Time: a trace for each piece in flight, two to four on a floor, one for a resting projectile.
HULLBAKE_API BounceResult bounce(const ClipMap& map, const Probe& probe, const BounceRules& rules,
                                 const BounceState& state, double seconds, std::span<BounceHit> hits = {}) noexcept;

}  // namespace hullbake
