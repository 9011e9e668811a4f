// Seeded movers of every kind: they start in free space and push at walls, edges, corners and crevices, walk, jump,
// stand and fall. The same seed gives the same movers with any compiler.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "oracle/base/random.hpp"
#include "oracle/moves/move_record.hpp"
#include "oracle/moves/move_solids.hpp"
#include "oracle/trace/queries.hpp"

namespace hullbake::oracle {

/// What movers move: a probe of the world or of all models.
struct MoverCase {
    std::string name;  ///< for people
    Probe probe;
    const MoveSolids* solids = nullptr;        ///< what is in its way
    const Targets* targets = nullptr;          ///< of the same
    std::function<bool(const Vec3&)> reached;  ///< whether movers may start there, as far as the baked hulls know
};

class Mover {
  public:
    /// The place must outlive the mover.
    Mover(const MoverCase& moverCase, std::uint64_t seed);

    /// Whether a free place to start from was found.
    bool placed() const { return placed_; }
    /// Whether it has lived its time, or left the map.
    bool done() const;
    /// What it does in its next tick: everything of `move` that runMove reads.
    void drawMove(MoveRecord& move);
    /// What came of it.
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
    std::vector<Vec3> planes_;  ///< that were met in the last tick
    Vec3 aim_;                  ///< unit length, or zero to stand still
    double speed_ = 0, hertz_ = 0, gravity_ = 0;
    int ticksLeft_ = 0;      ///< to live
    int ticksToChange_ = 0;  ///< ticks until it chooses anew
    bool pushes_ = false;    ///< wants its speed back in every tick
    bool uneven_ = false;    ///< ticks of any length
    bool settling_ = false;  ///< walks only once it has fallen to ground, quickly
};

}  // namespace hullbake::oracle
