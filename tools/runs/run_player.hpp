// Plays the inputs of a run, tick by tick, for `slide` and `replay`.
// In: a .hull file, the head of a run, its lines. Out: the state of the mover and its path in each tick.
// Source: docs/recorded_runs.md describes the lines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/run_file.hpp"
#include "tools/input/hull_file.hpp"

namespace hullbake::cli {

/// Returns the probe that the head describes: hull or box, model, mask and skin. Throws a Failure for a hull or model
/// that the file does not have.
Probe probeOf(const HullFile& file, const RunHead& head);

/// Describes box and model for people: "hull player, model 0" or "box -1,-1,-1:1,1,1, all models".
std::string boxText(const RunHead& head);

/// The state of a mover and the ground below it.
struct Standing {
    RunState state;
    Ground below;                       ///< nearest ground straight down, if any
    Contents inside = Contents::Empty;  ///< contents that the box overlaps, liquids included
};

/// Moves one box through a file, as the lines of a run say.
class RunPlayer {
  public:
    /// Starts at the head's start, in the air, without velocity or wish. `file` must outlive the player.
    RunPlayer(const HullFile& file, const RunHead& head);

    /// Applies the input of a line. Comments, names of places and ticks change nothing.
    void apply(const RunLine& line);

    /// Plays one tick and returns the state after it. Throws a Failure if the mover refuses the input because a number
    /// is out of range.
    const RunState& tick();

    const RunState& state() const { return state_; }
    /// Returns the bends and the end of the path in the last tick. Times count from the start of that tick.
    std::span<const PathPoint> path() const { return {path_.data(), pathPoints_}; }
    std::uint32_t ticks() const { return ticks_; }
    /// Return the seconds from the start of the run to the end and to the start of the last tick.
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
    Vec3 wished_;  ///< the wished velocity, or the goal's position
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

/// Returns the line with a heading replaced by the wish it means, so that a recording does not depend on the sine of
/// the C library.
RunLine resolved(const RunLine& line);

/// Plays a tick of that line of the file. A Failure of the player gets their names.
const RunState& tickOf(RunPlayer& player, const RunLine& line, const std::string& file);

}  // namespace hullbake::cli
