// Plays the inputs of a run, tick by tick: what `slide` and `replay` have in common.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/run_file.hpp"
#include "tools/input/hull_file.hpp"

namespace hullbake::cli {

/// What the head names: hull or box, model, mask and skin; a Failure when the file does not have them.
Probe probeOf(const HullFile& file, const RunHead& head);

/// "hull player, model 0" or "box -1,-1,-1:1,1,1, all models"
std::string boxText(const RunHead& head);

/// Where a mover is, and on what.
struct Standing {
    RunState state;
    Ground below;                       ///< the nearest ground straight down, if any
    Contents inside = Contents::Empty;  ///< what the box overlaps there, liquids too
};

class RunPlayer {
  public:
    /// Stands at the head's start, in the air, without velocity or wish. `file` must outlive it.
    RunPlayer(const HullFile& file, const RunHead& head);

    /// Takes an input. Lines that are none, and ticks, change nothing.
    void apply(const RunLine& line);

    /// One tick; a Failure when the mover refuses the input (numbers that overflow).
    const RunState& tick();

    const RunState& state() const { return state_; }
    /// The bends of the path in the last tick and its end, with times since the start of that tick.
    std::span<const PathPoint> path() const { return {path_.data(), pathPoints_}; }
    std::uint32_t ticks() const { return ticks_; }
    /// Seconds since the start: of all ticks, and of those before the last one.
    double seconds() const { return seconds_; }
    double secondsBefore() const { return secondsBefore_; }
    std::uint64_t traces() const { return traces_; }
    std::uint64_t touchings() const { return touchings_; }

    Standing standing() const;
    const Probe& probe() const { return probe_; }
    const ClipMap& map() const { return map_; }

  private:
    enum class Steering : std::uint8_t { Coast, Wish, Goal };

    Vec3 wish(double seconds) const;
    void walkOn(double seconds);
    void flyOn(double seconds);

    const ClipMap& map_;
    Probe probe_;
    RunMode mode_;
    WalkRules rules_;
    double rate_;

    Steering steering_ = Steering::Coast;
    Vec3 wished_;  ///< the wish, or the goal
    double goalSpeed_ = 0;
    std::optional<double> jump_;

    RunState state_;
    WalkState walker_;
    std::vector<PathPoint> path_;
    std::size_t pathPoints_ = 0;
    std::uint32_t ticks_ = 0;
    double seconds_ = 0, secondsBefore_ = 0;
    std::uint64_t traces_ = 0, touchings_ = 0;
};

/// The same line with a heading turned into the wish that it means: what is recorded does not depend on anybody's sine.
RunLine resolved(const RunLine& line);

}  // namespace hullbake::cli
