// Moving a box through the map: slide along what stops it, walk, climb steps, stand. No heap, no globals; every answer
// depends on its arguments alone, bit for bit. How the solver works, with drawings: docs/movement.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hullbake/clip_map.hpp"

namespace hullbake {

enum class SlideMode : std::uint8_t {
    Robust,   ///< obeys all planes that are touched at once: never through, never frozen, and at rest in corners
    Classic,  ///< as the original engines did, with their traps: docs/movement.md lists them
};

/// Parameters of the classic mode. Robust moves ignore them.
struct ClassicRules {
    std::uint32_t bumps = 4;    ///< hits after which one move continues, 1 to 64
    double overbounce = 1.001;  ///< factor by which the speed into a plane is removed, 1 to 2
    double stopSpeed = 0.1;     ///< units a second: components of a clipped velocity that are slower become zero
};

/// Longest time of one move, seconds.
inline constexpr double kMaxMoveSeconds = 10;
/// Default of the distance, units, that a box which starts in solid may be moved to a free position.
inline constexpr double kDefaultUnstick = 2;

struct SlideInput {
    Vec3 origin;         ///< of the box, world units
    Vec3 velocity;       ///< units a second
    double seconds = 0;  ///< 0 to kMaxMoveSeconds
    Vec3 acceleration;   ///< units a second squared, (0, 0, -800) for gravity; none by default
    SlideMode mode = SlideMode::Robust;
    ClassicRules classic;
    double unstick = kDefaultUnstick;  ///< units; 0: a box that starts in solid stays there
};

enum class PathEvent : std::uint8_t {
    End,       ///< the end of the move
    Bump,      ///< something was hit
    Land,      ///< came from the air to ground that can be walked on
    Ground,    ///< the ground changed: another plane to walk on
    StepUp,    ///< lifted, to try a step
    StepOver,  ///< moved forward over the step
    StepDown,  ///< put down on the step
    Drop,      ///< put down on lower ground
    Fall,      ///< left the ground
    Clear,     ///< moved away from planes nearer than the skin
    Unstick,   ///< moved out of solid, where no straight path leads
    Bend,      ///< nothing was met: the way bends in liquid, on a ladder or in the air
};

/// Returns "end", "bump", "land", "ground", "step up", "step over", "step down", "drop", "fall", "clear", "unstick" or
/// "bend".
HULLBAKE_API std::string_view pathEventName(PathEvent event) noexcept;

/// A bend of a path. The box moved there in a straight line from the point before.
struct PathPoint {
    Vec3 position;
    double time = 0;  ///< seconds since the start of the move
    PathEvent event = PathEvent::End;
    Plane plane;  ///< the plane hit, at the box's origin; zero without one
    Contents contents = Contents::Empty;
    ModelId model;
    MemberId member{};  ///< of the scene, or kNoMember
};

enum class SlideStatus : std::uint8_t {
    Moved,    ///< moved, possibly blocked on the way
    Stuck,    ///< the start is in solid and no free place was near enough: the box stays
    Invalid,  ///< the box stays; `refusal` is the reason
};

/// Upper bound of the planes reported for one position.
inline constexpr std::size_t kMaxMovePlanes = 32;

struct SlideResult {
    Vec3 origin, velocity;
    SlideStatus status = SlideStatus::Invalid;
    Refusal refusal = Refusal::None;  ///< also set if Stuck because the way out takes too much work
    bool blocked = false;             ///< something was hit
    std::size_t pathPoints = 0;       ///< bends of the path and its end; those past the caller's room are counted too
    std::uint32_t traces = 0;         ///< traces made by this move
    std::uint32_t touchings = 0;      ///< ClipMap::touching calls, each as expensive as a hundred traces
    /// The planes hit at the last place: `velocity` points into none of them, and does not when it is rounded to float
    /// either unless they leave no room at all (a crevice): then by less than a millionth of its length.
    std::uint32_t planeCount = 0;
    Vec3 planes[kMaxMovePlanes];
};

/// Moves a box for some time: straight on, and along whatever it hits. `path`, if any, gets the points where it bends
/// and its end, as many as it has room for. Robust moves: when planes stop the box, it goes on in the direction nearest
/// to its velocity that leads into none of them. It keeps the part of its speed in that direction. In an acute crevice
/// all planes that are near are asked for first.
HULLBAKE_API SlideResult slide(const ClipMap& map, const Probe& probe, const SlideInput& input,
                               std::span<PathPoint> path = {}) noexcept;

/// How a walker swims: robust walkers only. Liquids are those of the probe's model and scene, as `waterLevel` finds
/// them.
struct SwimRules {
    Contents liquids = kMaskLiquid;
    double buoyancy = 800;  ///< units a second squared, upwards, of a box that is all in liquid; 0 to 1e6
    double drag = 1;        ///< part of the speed lost in a second by a box that is all in liquid; 0 to 1e6
    double ledge = 18;      ///< units: a swimmer at the surface who hits a wall gets onto ground this high above it
};

/// Abilities of a walker.
struct WalkRules {
    double gravity = 800;       ///< units a second squared, downwards, 0 or more
    double stepHeight = 18;     ///< units: steps up and down this high are taken, higher ones are not; 0 or more
    double groundNormal = 0.7;  ///< z of the normal of the steepest slope that can be walked on, over 0 to 1
    SlideMode mode = SlideMode::Robust;
    ClassicRules classic;
    double unstick = kDefaultUnstick;    ///< units; 0: a box that starts in solid stays there
    std::optional<SwimRules> swim{};     ///< without, liquids are air
    Contents ladders = Contents::Empty;  ///< what robust walkers climb, Contents::Ladder; none by default
    double ladderReach = 1;              ///< units in front of the box, 0 to kMaxCoordinate, at which it is held
};

/// A walker between two ticks. On the ground the velocity's length is its speed and its horizontal part its heading.
/// Robust walkers turn it along the ground; upwards and off the ground it is a jump (classic: faster than 180).
struct WalkState {
    Vec3 origin, velocity;
    bool onGround = false;
    bool wedged = false;  ///< held between planes that are too steep to walk on: not on the ground, and not falling
    Plane ground;         ///< the plane it stands on, at the box's origin
    Contents groundContents = Contents::Empty;
    ModelId groundModel;
    MemberId groundMember{};  ///< of the scene, or kNoMember; its number is that of the tick's scene
    bool swimming = false;    ///< the middle of the box is in liquid; never on the ground
    bool climbing = false;    ///< held by a ladder; never on the ground, and without gravity
    Vec3 ladder;              ///< unit normal of the side of the ladder that holds it; zero if none does
};

struct WalkResult {
    WalkState state;
    SlideStatus status = SlideStatus::Invalid;
    Refusal refusal = Refusal::None;  ///< also set if Stuck because the way out takes too much work
    bool landed = false;              ///< from the air, in this move
    bool leftGround = false;          ///< in this move: off an edge, by a jump, or it has gone
    double landingSpeed = 0;          ///< units a second, into the ground
    double climbed = 0;               ///< units, up steps, in this move; 0 without steps
    std::uint32_t steps = 0;          ///< steps climbed
    bool blocked = false;             ///< a wall was hit that no step leads over
    std::size_t pathPoints = 0;
    std::uint32_t traces = 0, touchings = 0;
    std::uint32_t planeCount = 0;  ///< as SlideResult's, the ground among them
    Vec3 planes[kMaxMovePlanes];
};

/// Moves a walker for one tick of walking, falling and landing. Gravity has no effect on the ground: a walker who
/// stands still keeps his position to the bit. A walker keeps his speed up and down walkable slopes, and stays on the
/// ground over crests and down steps. In the air gravity is integrated exactly, and a landing divides the tick at the
/// contact.
///
/// With `rules.swim`, buoyancy and drag count by the part of the box that is in liquid, and gravity always. With
/// `rules.ladders`, the part of the velocity into a ladder becomes one up along it. docs/volumes.md has both.
HULLBAKE_API WalkResult walk(const ClipMap& map, const Probe& probe, const WalkRules& rules, const WalkState& state,
                             double seconds, std::span<PathPoint> path = {}) noexcept;

/// The ground under a box.
struct Ground {
    bool found = false, walkable = false;
    Refusal refusal = Refusal::None;  ///< why nothing was searched
    double gap = 0;                   ///< units: straight down to the contact
    Plane plane;                      ///< at the box's origin
    Contents contents = Contents::Empty;
    ModelId model;
    MemberId member{};  ///< of the scene, or kNoMember
    Surface surface;    ///< texture, brush and line
};

/// Looks `reach` units down (0 to kMaxCoordinate). Walkable ground within it wins over steep ground that is met first
/// but stands beside it.
HULLBAKE_API Ground groundBelow(const ClipMap& map, const Probe& probe, const Vec3& origin, double reach,
                                double groundNormal = WalkRules{}.groundNormal) noexcept;

/// The point that keeps its position when one box replaces another.
enum class Anchor : std::uint8_t { Feet, Origin, Centre, Head };

struct HullChange {
    bool fits = false;
    Refusal refusal = Refusal::None;  ///< why nothing was decided
    Vec3 origin;                      ///< for the new box; the old origin if it does not fit
};

/// Changes the box of a mover, such as to stand up or crouch. Returns whether `to` is free at the position of `from`,
/// and its origin there. If it is not free and `nudge` is over 0, searches the nearest free position within that many
/// units that is not behind a wall.
HULLBAKE_API HullChange changeHull(const ClipMap& map, const Probe& from, const Probe& to, const Vec3& origin,
                                   Anchor anchor = Anchor::Feet, double nudge = 0) noexcept;

}  // namespace hullbake
