// Worlds: what moves in a level, what it does tick by tick, and optionally what came of it. One text format serves
// scripts and recordings, as for runs. docs/recorded_worlds.md describes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/run_file.hpp"
#include "hullbake/triggers.hpp"
#include "hullbake/world.hpp"

namespace hullbake {

inline constexpr unsigned kWorldVersion = 1;
/// Upper bounds of one world.
inline constexpr std::uint32_t kMaxWorldRunMembers = 1024;
inline constexpr std::uint32_t kMaxWorldRunTriggers = 1024;

struct WorldRunBody {
    Box box;
    Vec3 start;  ///< of the box's origin, in the air
};

struct WorldRunTrigger {
    Trigger trigger;
    std::uint32_t on = UINT32_MAX;  ///< index of the placed model that it moves with; UINT32_MAX: none
};

/// Kind of a line after the head. Wishes and pushes last until others replace them.
enum class WorldVerb : std::uint8_t {
    Comment,  ///< `text`
    Say,      ///< `text`: a label for this moment
    Wish,     ///< body `index` has the horizontal velocity `to` while it is on the ground
    Jump,     ///< body `index` leaves the ground upwards at `number` units a second, in the next tick
    Push,     ///< body `index` is moved by `to` units a second, with what it pushes
    Leg,      ///< mover `index` goes from where it is to `to`, and to `degrees`, within `number` seconds
    Jumped,   ///< mover `index`, with all that it carries, is at `to` and at `degrees`, and has gone no way there
    Ticks,    ///< `ticks` ticks without results, or one tick with a `result`
};

/// What a tick has led to.
struct WorldRunResult {
    std::vector<RunState> bodies;
    std::vector<Vec3> models;  ///< displacements
    std::uint32_t events = 0;  ///< in this tick
    std::uint64_t hash = 0;    ///< of these events, and of who is in which trigger
};

struct WorldRunLine {
    SourcePos pos;
    WorldVerb verb = WorldVerb::Comment;
    std::uint32_t index = 0, ticks = 0;
    double number = 0;
    Vec3 to;
    std::optional<double> degrees;  ///< of a leg or jump; without, the mover does not turn on
    std::optional<WorldRunResult> result;
    std::string text;
};

struct WorldRun {
    std::vector<std::string> comments;  ///< of the head, without the #
    std::uint64_t source = 0;           ///< hash of the map and the settings of the .hull file; 0: unknown
    double rate = 60;                   ///< ticks a second, kMinRunRate to kMaxRunRate
    std::vector<PlacedModel> models;    ///< transforms that do not turn
    std::vector<Mover> movers;
    std::vector<WorldRunBody> bodies;
    std::vector<WorldRunTrigger> triggers;
    std::vector<WorldRunLine> lines;
};

/// Parses the text of a world. `path` only names the file in messages. All numbers are finite and in range, and all
/// indices exist; models of the .hull file are not known here.
std::variant<WorldRun, Diagnostic> parseWorldRun(std::string_view text, std::string path);
/// Reads and parses a file. A missing, unreadable or special file gives a Diagnostic.
std::variant<WorldRun, Diagnostic> readWorldRun(const std::string& path);

/// Returns the text of a world. Numbers read back to the same bits.
std::string worldRunText(const WorldRun& run);

}  // namespace hullbake
