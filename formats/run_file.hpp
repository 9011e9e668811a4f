// Recorded runs: what a mover is told, tick by tick, and where that took it. One text format for both, so that a script
// by hand is a recording without results. docs/recorded_runs.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/slide.hpp"

namespace hullbake {

inline constexpr unsigned kRunVersion = 1;
/// Ticks of one run, in all: hours at any usual rate.
inline constexpr std::uint32_t kMaxRunTicks = 200'000;
/// Ticks a second.
inline constexpr double kMinRunRate = 1 / kMaxMoveSeconds, kMaxRunRate = 100'000;
/// Units a second, for a jump that is not told another speed: about 45 units high at a gravity of 800.
inline constexpr double kDefaultJump = 270;
/// Units a second squared, for a walker that is not told another gravity; who flies has none.
inline constexpr double kDefaultWalkGravity = 800;

enum class RunMode : std::uint8_t { Walk, Fly };

/// What moves, through what, by which rules.
struct RunHead {
    std::vector<std::string> comments;  ///< lines that began with #, without it
    std::string hull;                   ///< its name; empty when `box` is given
    std::optional<Box> box;             ///< expanded at query time
    RunMode mode = RunMode::Walk;
    double rate = 60;  ///< ticks a second, kMinRunRate to kMaxRunRate
    Vec3 start;        ///< the box's origin, in the air
    ModelId model;     ///< kAllModels for all
    Contents mask = kMaskBlocking;
    double skin = kDefaultSkin;
    WalkRules rules;           ///< flying takes the solver, the gravity and the way out of solid from it
    std::uint64_t source = 0;  ///< hash of the map and the settings that the .hull file came from; 0: not told
};

/// How a mover stands after a tick.
enum class RunStance : std::uint8_t {
    Ground,   ///< walks
    Air,      ///< falls
    Wedged,   ///< falls, and is held between steep planes
    Free,     ///< flies
    Blocked,  ///< flies, and has hit something
    Stuck,    ///< in solid: stays
};

/// What a tick came to.
struct RunState {
    Vec3 origin, velocity;
    RunStance stance = RunStance::Air;
};

/// A line after the head. Inputs hold until another one takes their place.
enum class RunVerb : std::uint8_t {
    Comment,   ///< `text`
    Say,       ///< `text`: a name for this place
    Rate,      ///< `number`: ticks a second from here on
    Coast,     ///< no wish: goes on with the velocity that it has
    Wish,      ///< `vector`: the velocity to have in every tick; of a walker on the ground, its x and y
    Heading,   ///< the same for a walker: `vector.x` degrees (0 is +x, 90 is +y), `number` units a second
    Goal,      ///< towards `vector` at `number` units a second, and there it stays; of a walker, x and y
    Velocity,  ///< `vector`: the velocity, once; a walker leaves the ground
    Jump,      ///< `number`: upwards speed, in the next tick, for a walker on the ground
    Ticks,     ///< `ticks` of them without results, or one with a `result`
};

struct RunLine {
    SourcePos pos;
    RunVerb verb = RunVerb::Comment;
    std::uint32_t ticks = 0;
    double number = 0;
    Vec3 vector;
    std::optional<RunState> result;
    std::string text;
};

struct RecordedRun {
    RunHead head;
    std::vector<RunLine> lines;
};

/// Reads such a text; `path` only names the file in messages. All numbers of a run are finite and in range.
std::variant<RecordedRun, Diagnostic> parseRun(std::string_view text, std::string path);
/// Reads a file; a missing, unreadable or special file is a Diagnostic too.
std::variant<RecordedRun, Diagnostic> readRun(const std::string& path);

/// The text of a run. Numbers read back to the same bits.
std::string runText(const RecordedRun& run);

std::string_view stanceName(RunStance stance);
std::optional<RunStance> stanceFromName(std::string_view name);

}  // namespace hullbake
