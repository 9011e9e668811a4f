// Two other ways to know how far pushed boxes get: the shortest chain of gaps, and tiny steps.
// In: boxes of movers, bodies and walls, and velocities. Out: when each body begins to move, and where all end.
// Invariant: nothing here asks the runtime. Everything lasts one second.
#pragma once

#include <cstdint>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::test {

/// Who is carried by what: a mover's or a body's index.
struct PushCarrier {
    enum class Kind { None, Mover, Body } kind = Kind::None;
    std::size_t index = 0;
};

struct PushBody {
    Box box;
    PushCarrier carrier;
};
struct PushMover {
    Box box;
    Vec3 velocity;  ///< units a second
};

struct PushScene {
    std::vector<PushMover> movers;
    std::vector<PushBody> bodies;
    std::vector<Box> walls;  ///< nothing moves them
    double skin = 0;         ///< units that everything pushed keeps from what it meets
};

/// Returns true if a mover or body on its way along `velocity` passes another box so closely that rounding, or the
/// tolerance of touching, decides whether they meet.
bool grazes(const PushScene& scene, const Vec3& velocity);

struct ChainAnswer {
    std::vector<double> starts;        ///< of each body, seconds; over 1: it is not reached
    std::vector<std::uint32_t> depth;  ///< number of bodies in the chain that reaches it, itself included
    double stopped = 1;                ///< when the first body of a chain meets a wall
};

/// The recurrence start(b) = min over p of start(p) + gap(p, b), by Bellman and Ford. All movers have one velocity, and
/// stop together; nothing is carried.
ChainAnswer pushChains(const PushScene& scene);

struct TinyStepsAnswer {
    std::vector<double> movers, bodies;  ///< how far each got along the axis
    std::vector<bool> stopped;           ///< of the movers
    std::size_t scraped = 0;             ///< bodies that stayed behind what carried them
    std::size_t handedOn = 0;            ///< bodies that a second mover pushed
};

/// All movers go along one axis, each by `pieces` steps, in which they push what they would come too near to. A mover
/// whose way is blocked stays where it was, for good.
TinyStepsAnswer pushByTinySteps(const PushScene& scene, int axis, int pieces);

}  // namespace hullbake::test
