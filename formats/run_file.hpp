// Recorded runs: the inputs of a mover for each tick, and optionally its results. One text format serves both, so a
// script written by hand is a recording without results. docs/recorded_runs.md describes it.
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
/// Upper bound of the ticks of one run: about an hour at 60 ticks a second.
inline constexpr std::uint32_t kMaxRunTicks = 200'000;
/// Bounds of the rate, ticks a second. The lower one keeps a tick within kMaxMoveSeconds.
inline constexpr double kMinRunRate = 1 / kMaxMoveSeconds, kMaxRunRate = 100'000;
/// Default speed of a jump, units a second: about 45 units high at a gravity of 800.
inline constexpr double kDefaultJump = 270;
/// Default gravity of a walker, units a second squared. The default of a flyer is 0.
inline constexpr double kDefaultWalkGravity = 800;

enum class RunMode : std::uint8_t { Walk, Fly };

/// The head of a run: what moves, through what, by which rules.
struct RunHead {
    std::vector<std::string> comments;  ///< lines that begin with #, without the #
    std::string hull;                   ///< name of the hull; empty if `box` is set
    std::optional<Box> box;             ///< expanded at query time
    RunMode mode = RunMode::Walk;
    double rate = 60;  ///< ticks a second, kMinRunRate to kMaxRunRate
    Vec3 start;        ///< the box's origin, in the air
    ModelId model;     ///< what it moves through; kAllModels for all
    Contents mask = kMaskBlocking;
    double skin = kDefaultSkin;
    WalkRules rules;           ///< a flyer uses only the solver, the gravity and the unstick distance
    std::uint64_t source = 0;  ///< hash of the map and the settings of the .hull file; 0: unknown
};

/// State of a mover after a tick.
enum class RunStance : std::uint8_t {
    Ground,   ///< walks
    Air,      ///< falls
    Wedged,   ///< falls, blocked between steep planes
    Free,     ///< flies
    Blocked,  ///< flies, and has hit something
    Stuck,    ///< in solid: does not move
};

/// Result of a tick.
struct RunState {
    Vec3 origin, velocity;
    RunStance stance = RunStance::Air;
};

/// Kind of a line after the head. An input applies until another one replaces it.
enum class RunVerb : std::uint8_t {
    Comment,   ///< `text`
    Say,       ///< `text`: a label for this position
    Rate,      ///< `number`: ticks a second from this line on
    Coast,     ///< no wish: keeps its current velocity
    Wish,      ///< `vector`: the wanted velocity, every tick; a walker on the ground uses x and y
    Heading,   ///< for a walker: `vector.x` direction in degrees (0 is +x, 90 is +y), `number` speed in units a second
    Goal,      ///< moves to `vector` at `number` units a second and stops there; a walker uses x and y
    Velocity,  ///< `vector`: sets the velocity once; a walker leaves the ground
    Jump,      ///< `number`: upward speed in the next tick, for a walker on the ground
    Ticks,     ///< `ticks` ticks without results, or one tick with a `result`
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

/// Parses the text of a run. `path` only names the file in messages. All numbers of the result are finite and in range.
std::variant<RecordedRun, Diagnostic> parseRun(std::string_view text, std::string path);
/// Reads and parses a file. A missing, unreadable or special file gives a Diagnostic.
std::variant<RecordedRun, Diagnostic> readRun(const std::string& path);

/// Returns the text of a run. Numbers read back to the same bits.
std::string runText(const RecordedRun& run);

std::string_view stanceName(RunStance stance);
std::optional<RunStance> stanceFromName(std::string_view name);

}  // namespace hullbake
