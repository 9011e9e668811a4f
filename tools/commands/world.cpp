// hullbake world: plays a recorded world or a script of one.
// In: a .hull file and a .world file. Out: its events, and the first number that differs from the recorded one, if any.
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "formats/files.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/reports/run_output.hpp"
#include "tools/runs/run_difference.hpp"
#include "tools/runs/world_player.hpp"

namespace hullbake::cli {
namespace {

struct WorldOptions {
    std::string file, run, record;
    bool json = false;
};

struct WorldDifference {
    std::uint32_t tick, line;
    std::string member;  ///< "body 2", "model 0", or "the tick"
    std::string what, is, recorded;
};

struct Label {
    std::string text;
    double seconds;
    std::size_t events;  ///< told before it
};

struct Played {
    WorldRun run;  ///< with the results of this play, if they are to be recorded
    std::uint32_t ticks = 0, compared = 0;
    double seconds = 0;
    std::vector<PlayedEvent> events;
    std::vector<Label> labels;
    WorldRunResult end;
    std::optional<WorldDifference> difference;
};

WorldRun readWorldFile(const std::string& path) {
    auto read = readWorldRun(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) throw Failure(error->text());
    return std::move(std::get<WorldRun>(read));
}

bool sameBits(const Vec3& a, const Vec3& b) {
    for (int i = 0; i < 3; ++i)
        if (std::bit_cast<std::uint64_t>(a[i]) != std::bit_cast<std::uint64_t>(b[i])) return false;
    return true;
}

std::optional<WorldDifference> firstInTick(const WorldRunResult& is, const WorldRunResult& recorded, std::uint32_t tick,
                                           std::uint32_t line) {
    for (std::size_t i = 0; i < is.models.size(); ++i)
        if (!sameBits(is.models[i], recorded.models[i]))
            return WorldDifference{tick,
                                   line,
                                   fmt::format("model {}", i),
                                   "displacement",
                                   pointText(is.models[i]),
                                   pointText(recorded.models[i])};
    for (std::size_t i = 0; i < is.bodies.size(); ++i)
        if (const auto found = firstDifference(is.bodies[i], recorded.bodies[i]))
            return WorldDifference{tick, line, fmt::format("body {}", i), found->what, found->is, found->recorded};
    if (is.events != recorded.events)
        return WorldDifference{
            tick, line, "the tick", "number of events", std::to_string(is.events), std::to_string(recorded.events)};
    if (is.hash != recorded.hash)
        return WorldDifference{tick,
                               line,
                               "the tick",
                               "hash of events and triggers",
                               fmt::format("{:x}", is.hash),
                               fmt::format("{:x}", recorded.hash)};
    return std::nullopt;
}

/// Plays the ticks of one line. Returns false at the first difference.
bool playTicks(WorldPlayer& player, const WorldRunLine& line, bool record, Played& played) {
    for (std::uint32_t i = 0; i < line.ticks; ++i) {
        played.end = player.tick();
        played.events.insert(played.events.end(), player.events().begin(), player.events().end());
        if (record) {
            WorldRunLine& result = played.run.lines.emplace_back();
            result.verb = WorldVerb::Ticks;
            result.ticks = 1;
            result.result = played.end;
        } else if (line.result) {
            ++played.compared;
            played.difference = firstInTick(played.end, *line.result, player.ticks(), line.pos.line);
            if (played.difference) return false;
        }
    }
    return true;
}

Played play(const WorldRun& run, WorldPlayer& player, bool record) {
    Played played;
    for (const WorldRunLine& line : run.lines) {
        if (line.verb == WorldVerb::Ticks) {
            if (!playTicks(player, line, record, played)) break;
            continue;
        }
        player.apply(line);
        if (line.verb == WorldVerb::Say) played.labels.push_back({line.text, player.seconds(), played.events.size()});
        if (record) played.run.lines.push_back(line);
    }
    played.ticks = player.ticks();
    played.seconds = player.seconds();
    return played;
}

std::string memberText(MemberId member) {
    if (member.none()) return "the world";
    return fmt::format("{} {}", member.isBody() ? "body" : "model", member.index());
}

std::string eventText(const PlayedEvent& event) {
    std::string text = fmt::format("{:8.3f} s  ", event.seconds);
    if (event.trigger != UINT32_MAX) {
        text += fmt::format("body {} {}s trigger {}", event.body, event.what, event.trigger);
        if (event.reason != "crossed") text += fmt::format(" ({})", event.reason);
    } else if (event.body == UINT32_MAX) {
        text += fmt::format("mover {} {}", event.mover, event.what);
    } else {
        text +=
            event.mover == UINT32_MAX ? std::string(event.what) : fmt::format("mover {} {}", event.mover, event.what);
        text += fmt::format(": body {} and {}", event.body, memberText(event.other));
    }
    return text + " at " + shortPoint(event.position) + '\n';
}

/// Returns true for a contact that was told in the tick before, too: who pushes a crate touches it in every tick.
bool goesOn(const std::vector<PlayedEvent>& events, std::size_t index, double tick) {
    const PlayedEvent& event = events[index];
    if (event.body == UINT32_MAX || event.trigger != UINT32_MAX) return false;
    for (std::size_t i = index; i-- > 0 && events[i].seconds > event.seconds - 2.5 * tick;)
        if (events[i].what == event.what && events[i].body == event.body && events[i].other == event.other) return true;
    return false;
}

std::string outcomeText(const Played& played, bool recorded) {
    if (played.difference) {
        const WorldDifference& d = *played.difference;
        return fmt::format("tick {} (line {}): {}: {} is {}, recorded {}\n", d.tick, d.line, d.member, d.what, d.is,
                           d.recorded);
    }
    std::string text = fmt::format("{} tick{}, {} event{}, ", played.ticks, played.ticks == 1 ? "" : "s",
                                   played.events.size(), played.events.size() == 1 ? "" : "s");
    if (recorded) return text + "recorded\n";
    if (played.compared == 0) return text + "none with a result to compare with\n";
    if (played.compared == played.ticks) return text + "the same bits\n";
    return text + fmt::format("the same bits in the {} ticks that have results\n", played.compared);
}

std::string humanText(const WorldOptions& options, const WorldRun& run, const Played& played) {
    std::string text = fmt::format("world    {}: {} models, {} movers, {} bodies, {} triggers\n", options.run,
                                   run.models.size(), run.movers.size(), run.bodies.size(), run.triggers.size());
    std::size_t label = 0;
    for (std::size_t i = 0; i <= played.events.size(); ++i) {
        for (; label < played.labels.size() && played.labels[label].events == i; ++label)
            text += fmt::format("{:8.3f} s  -- {}\n", played.labels[label].seconds, played.labels[label].text);
        if (i < played.events.size() && !goesOn(played.events, i, 1 / run.rate)) text += eventText(played.events[i]);
    }
    for (std::size_t i = 0; i < played.end.bodies.size(); ++i)
        text += fmt::format("end      body {} at {}, {}\n", i, shortPoint(played.end.bodies[i].origin),
                            stanceName(played.end.bodies[i].stance));
    return text + outcomeText(played, !options.record.empty());
}

void appendEvent(fmt::memory_buffer& out, const PlayedEvent& event) {
    const auto add = [&](const char* name, std::uint32_t number) {
        if (number != UINT32_MAX) fmt::format_to(std::back_inserter(out), ",\"{}\":{}", name, number);
    };
    out.append(std::string_view("{\"time\":"));
    appendNumber(out, event.seconds);
    fmt::format_to(std::back_inserter(out), ",\"event\":\"{}\"", event.what);
    if (!event.reason.empty()) fmt::format_to(std::back_inserter(out), ",\"reason\":\"{}\"", event.reason);
    add("mover", event.mover);
    add("body", event.body);
    add("trigger", event.trigger);
    if (!event.other.none()) add(event.other.isBody() ? "otherBody" : "otherModel", event.other.index());
    out.append(std::string_view(",\"position\":"));
    appendVector(out, event.position);
    out.push_back('}');
}

std::string jsonText(const Played& played) {
    fmt::memory_buffer out;
    fmt::format_to(std::back_inserter(out), "{{\"ticks\":{},\"compared\":{},\"same\":{},\"difference\":", played.ticks,
                   played.compared, !played.difference);
    if (const auto& d = played.difference)
        fmt::format_to(
            std::back_inserter(out),
            "{{\"tick\":{},\"line\":{},\"member\":\"{}\",\"what\":\"{}\",\"is\":\"{}\",\"recorded\":\"{}\"}}", d->tick,
            d->line, d->member, d->what, d->is, d->recorded);
    else
        out.append(std::string_view("null"));
    out.append(std::string_view(",\"events\":["));
    for (std::size_t i = 0; i < played.events.size(); ++i) {
        if (i > 0) out.push_back(',');
        appendEvent(out, played.events[i]);
    }
    out.append(std::string_view("],\"bodies\":["));
    for (std::size_t i = 0; i < played.end.bodies.size(); ++i) {
        const RunState& state = played.end.bodies[i];
        out.append(std::string_view(i == 0 ? "{\"position\":" : ",{\"position\":"));
        appendVector(out, state.origin);
        out.append(std::string_view(",\"velocity\":"));
        appendVector(out, state.velocity);
        fmt::format_to(std::back_inserter(out), ",\"stance\":\"{}\"}}", stanceName(state.stance));
    }
    out.append(std::string_view("]}\n"));
    return fmt::to_string(out);
}

void runWorld(const WorldOptions& options) {
    const HullFile file = openHullFile(options.file);
    checkRecordPath("--record", options.record, file);
    const WorldRun run = readWorldFile(options.run);
    const bool record = !options.record.empty();
    const std::uint64_t source = file.map.tables().header->sourceHash;
    WorldPlayer player(file, run);
    Played played = play(run, player, record);
    if (record) {
        std::vector<WorldRunLine> lines = std::move(played.run.lines);
        played.run = run;
        played.run.lines = std::move(lines);
        played.run.source = source;
        std::string error;
        if (!writeFile(options.record, worldRunText(played.run), error)) throw Failure(options.record + ": " + error);
    }
    writeOutput(options.json ? jsonText(played) : humanText(options, run, played));
    if (!played.difference) return;
    if (run.source != 0 && run.source != source) throw Failure(options.run + ": was recorded in another map");
    throw Failure("");
}

}  // namespace

Command worldCommand() {
    auto options = std::make_shared<WorldOptions>();
    Command command("world", "Play a recorded world of movers, bodies and triggers");
    command.add({
        argument("FILE", options->file, "A .hull file"),
        argument("RUN", options->run, "A recorded world, or a script of one"),
        option("--record", options->record, "FILE.world", "Write the world with the results of this play"),
        flag("--json", options->json, "Print one JSON object"),
    });
    command.notes =
        "In each tick all movers step, then what is pushed moves, then each body walks through the scene\n"
        "and touches the triggers. Prints all events. Exit 1 where a tick differs from the recorded one,\n"
        "with the tick and the body. With --record nothing is compared.\n"
        "\nExample: record a script, and play the recording\n"
        "  hullbake world demo.hull living.world --record living.rec\n"
        "  hullbake world demo.hull living.rec";
    command.run = [options] { runWorld(*options); };
    return command;
}

}  // namespace hullbake::cli
