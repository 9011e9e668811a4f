// Movers of a game: doors, lifts, trains and crates that push, carry and stop. One call moves all of them for a tick.
// The state is the caller's plain arrays; no heap, no callbacks. docs/world.md has the recipe and the contract.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hullbake/clip_map.hpp"
#include "hullbake/scene.hpp"

namespace hullbake {

/// What happens when a body is squeezed: pushed against something that does not give way.
enum class Blocked : std::uint8_t {
    Stop,      ///< the mover, its team and what carries it stop there, until the next step
    Crush,     ///< told as Crushed; in this step the body stays, and movers with Crush or Through go on into it
    Through,   ///< told as Overlapped; the same otherwise
    Rollback,  ///< the whole step is undone
};

inline constexpr std::uint32_t kNoMover = UINT32_MAX;
inline constexpr std::uint32_t kNoTeam = UINT32_MAX;
/// Upper bounds of one step.
inline constexpr std::size_t kMaxMovers = 4096;
inline constexpr std::size_t kMaxWorldBodies = 65536;
/// Upper bound of the movers that carry one another, the one at the top included.
inline constexpr std::uint32_t kMaxMoverDepth = 8;
/// Longest leg, seconds.
inline constexpr double kMaxLegSeconds = 1e9;
/// Farthest turn, degrees.
inline constexpr double kMaxTurn = 1e9;
/// Upper bound of the pieces of one step in which something turns.
inline constexpr std::uint32_t kMaxTurnPieces = 4096;

/// A placed model that moves along one leg: straight, turning, or both. Its place is computed from the leg, never
/// accumulated: at `clock` seconds its displacement is `from + (to - from) * clock / seconds`, and from the leg's end
/// on exactly `to`; degrees likewise. A parent carries and turns it along with itself. A game sends a mover on, or
/// back, by writing a new leg and clock.
struct Mover {
    std::uint32_t model = 0;          ///< index into World::models; each model has one mover at most
    std::uint32_t team = kNoTeam;     ///< movers of one number stop together; kNoTeam: on its own
    std::uint32_t parent = kNoMover;  ///< index of the mover that carries it
    std::uint32_t pushes = ~0u;       ///< the kinds of bodies that it pushes; it passes through all others
    Vec3 from, to;                    ///< displacement of the model's pivot at the leg's ends, units
    Vec3 axis;  ///< it turns about this axis through its pivot; of any length from 1e-6 on; zero: it does not turn
    double fromDegrees = 0;  ///< at the leg's ends, counter-clockwise where the axis points at one; +-kMaxTurn
    double toDegrees = 0;
    double seconds = 0;  ///< of the leg, 0 to kMaxLegSeconds
    double clock = 0;    ///< 0 to kMaxLegSeconds; it stands still while the mover is stopped
    Blocked blocked = Blocked::Stop;
    bool enabled = true;  ///< false: its clock stands still
    bool jumped = false;  ///< it came here without a way: the step tells what it overlaps now
};

/// How a body takes part, beside World::bodies.
struct Passenger {
    MemberId ground{};              ///< what it stands on: WalkState::groundMember, with indices into World's arrays
    Contents mask = kMaskBlocking;  ///< the contents that stop it
    std::uint32_t stoppedBy = ~0u;  ///< the kinds of models and bodies that stop it: any bit in common
    bool pushable = true;           ///< false: it does not give way
    bool rides = true;              ///< it is carried by its ground
};

/// The state of a world, in arrays of the caller's. A game that copies these can take back any number of steps.
struct World {
    std::span<PlacedModel> models;          ///< a step writes Transform::displacement of movers, and axes if they turn
    std::span<Mover> movers;                ///< a step writes `clock`
    std::span<Body> bodies;                 ///< a step writes `origin`; boxes must be ClipMap::validBox
    std::span<const Passenger> passengers;  ///< as many as bodies
    /// As many as bodies, or none: a step adds the degrees of yaw by which what carries a body has turned, so that a
    /// game can turn the view along. Boxes stay upright.
    std::span<double> turned{};
};

enum class WorldEventKind : std::uint8_t {
    Arrived,     ///< `mover` is at its leg's end
    Contact,     ///< `body` gives way to `other` from here on
    Scraped,     ///< `body` was only carried, met `other` and stays behind
    LeftGround,  ///< `body` is not carried: its ground goes down farther than WorldRules::follow
    Blocked,     ///< `mover` stops, as `body` is squeezed against `other`
    Crushed,     ///< the same, of a mover with Blocked::Crush
    Overlapped,  ///< the same, of a mover with Blocked::Through; or `body` overlaps a mover that has jumped
};

struct WorldEvent {
    double time = 0;  ///< seconds since the start of the step
    WorldEventKind kind = WorldEventKind::Arrived;
    std::uint32_t mover = kNoMover;  ///< index into World::movers; of Contact and Scraped: `other`, if it is a mover
    MemberId body{};                 ///< of World::bodies, or kNoMember
    MemberId other{};                ///< of World::models or World::bodies; kNoMember: the world, or nothing
    Vec3 position;                   ///< of the body's origin, or of the mover's displacement
    Plane plane;                     ///< that the body meets, facing it, at its origin; zero without one
};

/// Returns "arrived", "contact", "scraped", "left ground", "blocked", "crushed" or "overlapped".
HULLBAKE_API std::string_view worldEventName(WorldEventKind kind) noexcept;

struct WorldRules {
    double skin = kDefaultSkin;   ///< units that what is pushed keeps from all that it meets; 0 to 1
    double reach = 0.25;          ///< units beyond the skin within which a body still stands on its ground; 0 to 16
    double follow = 18;           ///< units that a rider is carried down in one step, at most; 0 or more
    double sagitta = 1.0 / 1024;  ///< units that a piece of a turn may be off the arc; 1e-6 to 1
};

/// Working memory of a step. What is in it before and after has no meaning.
struct WorldScratch {
    std::uint64_t words[160];
};
/// Returns the number of places that a step needs.
constexpr std::size_t scratchFor(const World& world) {
    return world.movers.size() + world.bodies.size();
}

struct StepResult {
    bool invalid = false;             ///< nothing was changed; `refusal` is the reason
    Refusal refusal = Refusal::None;  ///< BadScene: the arrays do not fit together; TooMuchWork: too little scratch
    bool rolledBack = false;          ///< nothing was changed, as a mover with Blocked::Rollback was blocked
    bool tooMuch = false;             ///< more events than a step may take: everything stopped there
    double stopped = 0;               ///< seconds since the start of the step: when it was too much, or rolled back
    std::size_t events = 0;           ///< also those past the caller's room; after a rollback only the Blocked one
    std::uint32_t casts = 0;          ///< sweeps of a body through a model or the world
};

/// Moves all movers for `seconds` (0 to kMaxMoveSeconds). Between two events everything moves straight on; each event
/// is found by an exact sweep. What a mover would come nearer to than the skin (or than it is) moves along with it. It
/// pushes further bodies in turn, to any depth. Bodies that stand on what moves are carried. A pushed body that meets
/// what does not give way goes on along it while that leads out of both; if nothing does, its mover is blocked.
///
/// What turns does so in pieces, none of which is farther off the arc than WorldRules::sagitta. What it pushes or
/// carries moves straight on within a piece, and is in place at its end: what it will reach by then begins to move
/// where both meet. TooMuchWork if a step takes more than kMaxTurnPieces.
///
/// Bodies are upright boxes. What overlaps a mover when the step starts is not pushed by it and may leave it, but goes
/// no farther into it. Bodies that overlap one another do not stop each other until they are apart. `events` gets the
/// first events, in the order of time. Nothing else depends on the order of the arrays, unless bodies overlap one
/// another.
HULLBAKE_API StepResult stepMovers(const ClipMap& map, const WorldRules& rules, const World& world, double seconds,
                                   std::span<WorldScratch> scratch, std::span<WorldEvent> events = {}) noexcept;

/// Moves one body by `way`, units, along with whatever stands on it and whatever it pushes, while all movers rest. All
/// of these stop where one of them is squeezed: there is one Blocked event then, without a mover, and `fraction` is the
/// part of the way that was gone.
HULLBAKE_API StepResult pushBody(const ClipMap& map, const WorldRules& rules, const World& world, std::uint32_t body,
                                 const Vec3& way, double& fraction, std::span<WorldScratch> scratch,
                                 std::span<WorldEvent> events = {}) noexcept;

/// Returns the velocity of what carries a body, where the middle of the bottom of its box is: v + w x r of its
/// `ground`'s mover and of that one's parents, units a second. It is what a body takes along that jumps. A body on
/// bodies has that of the lowest one. Zero for a body that does not ride, on what has no mover, and for movers that are
/// disabled or at their leg's end.
HULLBAKE_API Vec3 carrierVelocity(const World& world, std::uint32_t body) noexcept;

}  // namespace hullbake
