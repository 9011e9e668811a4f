// hullbake replay: plays a recorded run or a script.
// In: a .run file and a .hull file. Out: the first tick whose result differs from the recorded one, if any.
#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/run_file.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/reports/run_output.hpp"
#include "tools/runs/run_difference.hpp"
#include "tools/runs/run_player.hpp"

namespace hullbake::cli {
namespace {

struct ReplayOptions {
    std::string run, file, record;
    bool json = false;
};

/// A place that the run names by `say`.
struct NamedPlace {
    std::string name;
    double seconds;
    std::uint32_t tick;
    Standing standing;
};

struct Difference {
    std::uint32_t tick, line;
    RunDifference number;
};

struct Replay {
    RecordedRun run;  ///< with the results of this replay, if they are to be recorded
    std::uint32_t compared = 0;
    std::optional<Difference> difference;
    std::vector<NamedPlace> places;
};

RecordedRun readRunFile(const std::string& path) {
    auto read = readRun(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) throw Failure(error->text());
    return std::move(std::get<RecordedRun>(read));
}

/// Plays the ticks of one line. Returns false at the first tick that differs from the recorded result.
bool playTicks(RunPlayer& player, const RunLine& line, const ReplayOptions& options, Replay& replay) {
    for (std::uint32_t i = 0; i < line.ticks; ++i) {
        const RunState& state = tickOf(player, line, options.run);
        if (!options.record.empty()) {
            RunLine& result = replay.run.lines.emplace_back();
            result.verb = RunVerb::Ticks;
            result.ticks = 1;
            result.result = state;
        } else if (line.result) {
            ++replay.compared;
            if (auto found = firstDifference(state, *line.result)) {
                replay.difference = {player.ticks(), line.pos.line, std::move(*found)};
                return false;
            }
        }
    }
    return true;
}

Replay play(const RecordedRun& run, RunPlayer& player, const ReplayOptions& options) {
    Replay replay;
    replay.run.head = run.head;
    for (const RunLine& line : run.lines) {
        if (line.verb == RunVerb::Ticks) {
            if (!playTicks(player, line, options, replay)) break;
            continue;
        }
        player.apply(line);
        if (line.verb == RunVerb::Say)
            replay.places.push_back({line.text, player.seconds(), player.ticks(), player.standing()});
        if (!options.record.empty()) replay.run.lines.push_back(resolved(line));
    }
    return replay;
}

/// Returns the last line: the first difference, or how many ticks agree.
std::string outcomeText(const Replay& replay, const RunPlayer& player, bool recorded) {
    if (replay.difference) {
        const RunDifference& number = replay.difference->number;
        std::string text = fmt::format("tick {} (line {}): {} is {}, recorded {}", replay.difference->tick,
                                       replay.difference->line, number.what, number.is, number.recorded);
        if (number.bits > 0) {
            text += fmt::format(": {} bit{}, {} ulp{}", number.bits, number.bits == 1 ? " differs" : "s differ",
                                number.ulps, number.ulps == 1 ? "" : "s");
        }
        return text + '\n';
    }
    std::string text = fmt::format("{} tick{}, ", player.ticks(), player.ticks() == 1 ? "" : "s");
    if (recorded) return text + "recorded\n";
    if (replay.compared == 0) return text + "none with a result to compare with\n";
    if (replay.compared == player.ticks()) return text + "the same bits\n";
    return text + fmt::format("the same bits in the {} that have results\n", replay.compared);
}

std::string humanText(const ReplayOptions& options, const Replay& replay, const RunPlayer& player) {
    const RunHead& head = replay.run.head;
    std::string text = fmt::format("replay   {}: {}, {} from {}\n", options.run, boxText(head),
                                   head.mode == RunMode::Walk ? "walks" : "flies", pointText(head.start));
    std::vector<std::vector<std::string>> rows;
    for (const NamedPlace& place : replay.places) {
        const Vec3& at = place.standing.state.origin;
        rows.push_back({place.name, fmt::format("{:.2f} s", place.seconds), shortNumber(at.x), shortNumber(at.y),
                        shortNumber(at.z)});
    }
    const std::string table = formatTable(rows);
    std::size_t begin = 0;
    for (const NamedPlace& place : replay.places) {
        const std::size_t end = table.find('\n', begin);
        text += table.substr(begin, end - begin) + "  " + standingText(place.standing) + '\n';
        begin = end + 1;
    }
    if (!replay.difference) text += endText(player);
    return text + outcomeText(replay, player, !options.record.empty());
}

void appendDifference(fmt::memory_buffer& out, const Difference& difference) {
    const RunDifference& number = difference.number;
    const auto value = [&](const std::string& text) { return number.bits > 0 ? text : fmt::format("\"{}\"", text); };
    fmt::format_to(std::back_inserter(out),
                   "{{\"tick\":{},\"line\":{},\"what\":\"{}\",\"is\":{},\"recorded\":{},\"bits\":{},\"ulps\":{}}}",
                   difference.tick, difference.line, number.what, value(number.is), value(number.recorded), number.bits,
                   number.ulps);
}

std::string jsonText(const Replay& replay, const RunPlayer& player) {
    fmt::memory_buffer out;
    fmt::format_to(std::back_inserter(out),
                   "{{\"ticks\":{},\"compared\":{},\"same\":{},\"difference\":", player.ticks(), replay.compared,
                   !replay.difference);
    if (replay.difference)
        appendDifference(out, *replay.difference);
    else
        out.append(std::string_view("null"));
    out.append(std::string_view(",\"places\":["));
    for (std::size_t i = 0; i < replay.places.size(); ++i) {
        const NamedPlace& place = replay.places[i];
        out.append(std::string_view(i == 0 ? "{\"name\":" : ",{\"name\":"));
        appendString(out, place.name);
        fmt::format_to(std::back_inserter(out), ",\"tick\":{},\"time\":", place.tick);
        appendNumber(out, place.seconds);
        out.append(std::string_view(",\"at\":"));
        appendStanding(out, place.standing);
        out.push_back('}');
    }
    out.append(std::string_view("],\"end\":"));
    appendStanding(out, player.standing());
    out.append(std::string_view("}\n"));
    return fmt::to_string(out);
}

void runReplay(const ReplayOptions& options) {
    const RecordedRun run = readRunFile(options.run);
    const HullFile file = openHullFile(options.file);
    checkRecordPath("--record", options.record, file);
    RunPlayer player(file, run.head);
    Replay replay = play(run, player, options);
    const std::uint64_t source = file.map.tables().header->sourceHash;
    if (!options.record.empty()) {
        replay.run.head.source = source;
        writeRun(options.record, replay.run);
    }
    writeOutput(options.json ? jsonText(replay, player) : humanText(options, replay, player));
    if (!replay.difference) return;
    if (run.head.source != 0 && run.head.source != source)
        throw Failure(fmt::format("{} was recorded with a file of another map or other settings than {}", options.run,
                                  options.file));
    throw Failure("");
}

}  // namespace

Command replayCommand() {
    auto options = std::make_shared<ReplayOptions>();
    Command command("replay", "Play a recorded run again, and compare every tick bit for bit");
    command.add({
        argument("RUN", options->run, "A recorded run, or a script by hand"),
        argument("FILE", options->file, "The .hull file to play it in"),
        option("--record", options->record, "FILE.run",
               "Write the run with the results of this replay, instead of comparing it with its own"),
        flag("--json", options->json, "Print the outcome as one JSON object"),
    });
    command.notes =
        "Prints where the run has a name for a place, then where it ends and what it stands on, and\n"
        "last \"N ticks, the same bits\", or the first tick that differs and in which number; then it\n"
        "exits with 1. Ticks without results are played and not compared.\n"
        "The format of runs is described in docs/recorded_runs.md; all it takes is\n"
        "  hullbake-run 1\n"
        "  hull player\n"
        "  start 0 -192 32\n"
        "  goal 0 512 320       # walk there, 320 units a second\n"
        "  ticks 180\n"
        "  say top of the stairs\n"
        "\nExample: play a script, record it, and play the recording\n"
        "  hullbake replay maps/demo/route.run demo.hull\n"
        "  hullbake replay maps/demo/route.run demo.hull --record recorded.run\n"
        "  hullbake replay recorded.run demo.hull";
    command.run = [options] { runReplay(*options); };
    return command;
}

}  // namespace hullbake::cli
