// Draws seeded movers that fly, fall and walk.
//
// In: a probe with its solids and targets, and a seed. Out: one move after the other.
// Movers start in free space. They push at walls, edges, corners and crevices, walk, jump, stand and fall.
// Invariant: the same seed gives the same movers with any compiler.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "oracle/base/random.hpp"
#include "oracle/moves/move_record.hpp"
#include "oracle/moves/move_solids.hpp"
#include "oracle/trace/queries.hpp"

namespace hullbake::oracle {

/// A probe of the world or of all models, with the solids in its way.
struct MoverCase {
    std::string name;  ///< for people
    Probe probe;
    const MoveSolids* solids = nullptr;        ///< the solids in its way
    const Targets* targets = nullptr;          ///< aims on those solids
    std::function<bool(const Vec3&)> reached;  ///< returns whether the baked hulls let a mover start there
};

/// Returns a number between two bounds, uniform in its logarithm.
double spread(SplitMix& random, double low, double high);

/// Returns the horizontal direction of a vector.
inline Vec3 flat(const Vec3& v) {
    return normalized({v.x, v.y, 0});
}

class Mover {
  public:
    /// `moverCase` must outlive the mover.
    Mover(const MoverCase& moverCase, std::uint64_t seed);

    /// Returns true if the mover found a free position to start from.
    bool placed() const { return placed_; }
    /// Returns true if its time is over or it has left the map.
    bool done() const;
    /// Draws the next tick: fills in everything of `move` that runMove() reads.
    void drawMove(MoveRecord& move);
    /// Takes over the result of the tick.
    void finishMove(const MoveRecord& move);

  private:
    bool startAt(const Vec3& start, const Vec3& way);
    bool startAnywhere();
    bool startAtStep();
    Vec3 heading();
    Vec3 intoPlanes();
    void drawSpeed();
    void choose();
    void steerWalker();

    const MoverCase& case_;
    SplitMix random_;
    QuerySource queries_;
    bool placed_ = false;
    MoverKind kind_ = MoverKind::Fly;
    WalkState state_;
    WalkRules rules_;
    std::vector<Vec3> planes_;  ///< planes met in the last tick
    Vec3 aim_;                  ///< unit length, or zero to stand still
    double speed_ = 0, hertz_ = 0, gravity_ = 0;
    int ticksLeft_ = 0;      ///< ticks to live
    int ticksToChange_ = 0;  ///< ticks until it chooses a new aim
    bool pushes_ = false;    ///< regains its speed in every tick
    bool uneven_ = false;    ///< ticks of any length
    bool settling_ = false;  ///< waits until it has fallen to the ground
};

}  // namespace hullbake::oracle
