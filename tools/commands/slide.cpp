// hullbake slide: moves a box for some time, walking or flying, and prints its path.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/input/probe_options.hpp"
#include "tools/reports/run_output.hpp"
#include "tools/reports/slide_output.hpp"
#include "tools/runs/run_player.hpp"

namespace hullbake::cli {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

struct SlideOptions {
    std::string file;
    ProbeOptions probe;
    bool allModels = false, classic = false, json = false;
    std::string mask = "blocking", mode = "walk";
    std::string from, velocity, record;
    double skin = kDefaultSkin, seconds = 1, hz = 60;
    std::optional<double> gravity, step, slope;
};

void checkOptions(const SlideOptions& options) {
    checkRange("--skin", options.skin, 0, 1, "units");
    if (options.gravity) checkRange("--gravity", *options.gravity, 0, kMaxCoordinate, "units a second squared");
    checkRange("--hz", options.hz, kMinRunRate, kMaxRunRate, "ticks a second");
    checkRange("--seconds", options.seconds, 0, kMaxRunTicks / options.hz, "seconds at this --hz");
    if (options.step) checkRange("--step", *options.step, 0, kMaxCoordinate, "units");
    if (options.slope && !(*options.slope >= 0 && *options.slope < 90))
        throw UsageError("--slope: expected degrees from 0 to below 90");
    if (options.mode != "fly") return;
    if (options.step) throw UsageError("--step: is for --mode walk");
    if (options.slope) throw UsageError("--slope: is for --mode walk");
}

Vec3 finitePoint(const std::string& text, const char* option, double limit) {
    const Vec3 point = parsePoint(text, option);
    for (int axis = 0; axis < 3; ++axis)
        if (!(std::abs(point[axis]) <= limit))
            throw UsageError(fmt::format("{}: coordinates must lie within +-{}", option, limit));
    return point;
}

/// Returns the head and the inputs of the run that the options describe. It has no ticks yet.
RecordedRun scriptOf(const SlideOptions& options, const HullFile& file) {
    RecordedRun run;
    RunHead& head = run.head;
    const Probe probe = parseProbe(file, options.probe);
    head.box = probe.box;
    if (!head.box) head.hull = file.map.hull(probe.hull).name;
    head.model = options.allModels ? kAllModels : probe.model;
    head.mask = parseMask(options.mask);
    head.skin = options.skin;
    head.mode = options.mode == "walk" ? RunMode::Walk : RunMode::Fly;
    head.rate = options.hz;
    head.start = finitePoint(options.from, "--from", kMaxCoordinate);
    head.source = file.map.tables().header->sourceHash;
    head.rules.mode = options.classic ? SlideMode::Classic : SlideMode::Robust;
    head.rules.gravity = options.gravity.value_or(head.mode == RunMode::Walk ? kDefaultWalkGravity : 0);
    if (options.step) head.rules.stepHeight = *options.step;
    if (options.slope) head.rules.groundNormal = std::cos(*options.slope * kDegree);
    RunLine velocity;
    velocity.verb = RunVerb::Velocity;
    velocity.vector = finitePoint(options.velocity, "--velocity", kMaxCoordinate);
    run.lines.push_back(velocity);
    if (head.mode == RunMode::Walk) {
        RunLine wish = velocity;
        wish.verb = RunVerb::Wish;
        wish.vector.z = 0;
        run.lines.push_back(wish);
    }
    return run;
}

void runSlide(const SlideOptions& options) {
    checkOptions(options);
    const HullFile file = openHullFile(options.file);
    checkRecordPath("--record", options.record, file);
    RecordedRun run = scriptOf(options, file);
    const auto ticks = static_cast<std::uint32_t>(std::lround(options.seconds * options.hz));
    RunPlayer player(file, run.head);
    for (const RunLine& line : run.lines) player.apply(line);
    SlideTable table(player);
    SlideJson json(player, run.head, ticks);
    for (std::uint32_t i = 0; i < ticks; ++i) {
        const RunState& state = player.tick();
        if (options.json)
            json.add();
        else
            table.add();
        if (options.record.empty()) continue;
        RunLine& line = run.lines.emplace_back();
        line.verb = RunVerb::Ticks;
        line.ticks = 1;
        line.result = state;
    }
    if (!options.record.empty()) writeRun(options.record, run);
    if (options.json) {
        writeOutput(json.finish());
        return;
    }
    writeOutput(fmt::format("slide    {}, {} at {} ticks a second, {} of them\n\n{}\n{}", boxText(run.head),
                            options.mode == "walk" ? "walks" : "flies", run.head.rate, ticks, table.text(),
                            endText(player)));
}

std::vector<OptionSpec> ruleOptions(SlideOptions& options) {
    return {
        option("--mode", options.mode, "walk|fly",
               "walk (default): gravity, steps, ground; fly: slide along what is met")
            .oneOf({"walk", "fly"}),
        option("--gravity", options.gravity, "G", "Units a second squared; default: 800 to walk, 0 to fly"),
        option("--seconds", options.seconds, "S", "How long, rounded to whole ticks; default: 1"),
        option("--hz", options.hz, "H", "Ticks a second; default: 60"),
        option("--step", options.step, "H", "Height of steps that are walked up and down; default: 18"),
        option("--slope", options.slope, "DEG",
               "Degrees of the steepest slope to walk on; default: a normal's z of 0.7"),
        flag("--classic", options.classic, "Clip velocities as the original engines did, with their traps"),
        option("--skin", options.skin, "S", "Units to keep from what is touched; default: 1/32"),
    };
}

}  // namespace

Command slideCommand() {
    auto options = std::make_shared<SlideOptions>();
    Command command("slide", "Move a box for some time, walking or flying, and tell its path");
    command.add({argument("FILE", options->file, "A .hull file")});
    command.add(hullOrBoxOptions(options->probe, "move"));
    command.add({
        option("--model", options->probe.model, "N", "The model to move it through; default: 0, the world"),
        flag("--all", options->allModels, "All models instead, where the map draws them").without("--model"),
        option("--mask", options->mask, "LIST", "What stops it; default: blocking"),
        option("--from", options->from, "X,Y,Z", "Start, the box's origin").asRequired(),
        option("--velocity", options->velocity, "X,Y,Z", "Units a second").asRequired(),
    });
    command.add(ruleOptions(*options));
    command.add({
        option("--record", options->record, "FILE.run", "Write a recorded run too, for 'hullbake replay'"),
        flag("--json", options->json, "Print the whole path as one JSON object"),
    });
    command.notes =
        "A walker is driven: on the ground it gets the horizontal part of --velocity in every tick; in\n"
        "the air, where it starts, only gravity acts on it. Who flies keeps what sliding leaves of it.\n"
        "The table leaves out the ends of ticks, and what was met in the tick before already.\n"
        "\nExample: walk up the stairs of the demo, fly into the crevice with a small box, record a fall\n"
        "  hullbake slide demo.hull --from 0,64,24.1 --velocity 0,320,0 --seconds 2\n"
        "  hullbake slide demo.hull --box -4,-4,-4:4,4,4 --mode fly --from 760,-366,40 --velocity=-2000,0,0\n"
        "  hullbake slide demo.hull --from 0,-192,96 --velocity 0,0,0 --record fall.run";
    command.run = [options] { runSlide(*options); };
    return command;
}

}  // namespace hullbake::cli
