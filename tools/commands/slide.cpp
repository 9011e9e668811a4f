// hullbake slide: moves a box for some time, walking or flying, and tells its path.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <string>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/commands/registry.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/input/query_subject.hpp"
#include "tools/reports/run_output.hpp"
#include "tools/reports/slide_output.hpp"
#include "tools/runs/run_player.hpp"

namespace hullbake::cli {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180;

struct SlideOptions {
    std::string file;
    BoxOptions box;
    bool allModels = false, classic = false, json = false;
    std::string mask = "blocking", mode = "walk";
    std::string from, velocity, record;
    double skin = kDefaultSkin, gravity = kDefaultWalkGravity, seconds = 1, hz = 60;
    double step = WalkRules{}.stepHeight, slope = 0;
};

/// Written so that a NaN fails it.
void checkRange(const char* option, double value, double least, double most, const char* unit) {
    if (value >= least && value <= most) return;
    throw UsageError(fmt::format("{}: expected a number of {} from {} to {}", option, unit, least, most));
}

void checkOptions(const SlideOptions& options, const CLI::App& sub) {
    checkRange("--skin", options.skin, 0, 1, "units");
    checkRange("--gravity", options.gravity, 0, kMaxCoordinate, "units a second squared");
    checkRange("--hz", options.hz, kMinRunRate, kMaxRunRate, "ticks a second");
    checkRange("--seconds", options.seconds, 0, kMaxRunTicks / options.hz, "seconds at this --hz");
    checkRange("--step", options.step, 0, kMaxCoordinate, "units");
    if (sub.count("--slope") > 0 && !(options.slope >= 0 && options.slope < 90))
        throw UsageError("--slope: expected degrees from 0 to below 90");
    if (options.mode != "fly") return;
    for (const char* name : {"--step", "--slope"})
        if (sub.count(name) > 0) throw UsageError(fmt::format("{}: is for --mode walk", name));
}

Vec3 finitePoint(const std::string& text, const char* option, double limit) {
    const Vec3 point = parsePoint(text, option);
    for (int axis = 0; axis < 3; ++axis)
        if (!(std::abs(point[axis]) <= limit))
            throw UsageError(fmt::format("{}: coordinates must lie within +-{}", option, limit));
    return point;
}

/// The head and the inputs of a run that does what the options say; its ticks are still to come.
RecordedRun scriptOf(const SlideOptions& options, const CLI::App& sub, const HullFile& file) {
    RecordedRun run;
    RunHead& head = run.head;
    const Probe probe = parseProbe(file, options.box);
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
    head.rules.gravity = head.mode == RunMode::Fly && sub.count("--gravity") == 0 ? 0 : options.gravity;
    head.rules.stepHeight = options.step;
    if (sub.count("--slope") > 0) head.rules.groundNormal = std::cos(options.slope * kDegree);
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

void runSlide(const SlideOptions& options, const CLI::App& sub) {
    checkOptions(options, sub);
    const HullFile file = openHullFile(options.file);
    checkRecordPath(options.record, file);
    RecordedRun run = scriptOf(options, sub, file);
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

void addRules(CLI::App& sub, SlideOptions& options) {
    sub.add_option("--mode", options.mode, "walk (default): gravity, steps, ground; fly: slide along what is met")
        ->check(CLI::IsMember({"walk", "fly"}))
        ->option_text("walk|fly");
    sub.add_option("--gravity", options.gravity, "Units a second squared; default: 800 to walk, 0 to fly")
        ->option_text("G");
    sub.add_option("--seconds", options.seconds, "How long, rounded to whole ticks; default: 1")->option_text("S");
    sub.add_option("--hz", options.hz, "Ticks a second; default: 60")->option_text("H");
    sub.add_option("--step", options.step, "Height of steps that are walked up and down; default: 18")
        ->option_text("H");
    sub.add_option("--slope", options.slope, "Degrees of the steepest slope to walk on; default: a normal's z of 0.7")
        ->option_text("DEG");
    sub.add_flag("--classic", options.classic, "Clip velocities as the original engines did, with their traps");
    sub.add_option("--skin", options.skin, "Units to keep from what is touched; default: 1/32")->option_text("S");
}

}  // namespace

void addSlideCommand(CLI::App& app) {
    auto options = std::make_shared<SlideOptions>();
    CLI::App* const sub = app.add_subcommand("slide", "Move a box for some time, walking or flying, and tell its path");
    sub->add_option("FILE", options->file, "A .hull file")->required()->option_text(" ");
    addHullOrBox(*sub, options->box, "move");
    CLI::Option* const model =
        sub->add_option("--model", options->box.model, "The model to move it through; default: 0, the world");
    model->option_text("N");
    sub->add_flag("--all", options->allModels, "All models instead, where the map draws them")
        ->excludes(model)
        ->option_text(" ");
    sub->add_option("--mask", options->mask, "What stops it; default: blocking")->option_text("LIST");
    sub->add_option("--from", options->from, "Start, the box's origin")->required()->option_text("X,Y,Z");
    sub->add_option("--velocity", options->velocity, "Units a second")->required()->option_text("X,Y,Z");
    addRules(*sub, *options);
    sub->add_option("--record", options->record, "Write a recorded run too, for 'hullbake replay'")
        ->option_text("FILE.run");
    sub->add_flag("--json", options->json, "Print the whole path as one JSON object");
    sub->footer(
        "A walker is driven: on the ground it gets the horizontal part of --velocity in every tick; in\n"
        "the air, where it starts, only gravity acts on it. Who flies keeps what sliding leaves of it.\n"
        "The table leaves out the ends of ticks, and what was met in the tick before already.\n"
        "\nExample: walk up the stairs of the demo, fly into the crevice with a small box, record a fall\n"
        "  hullbake slide demo.hull --from 0,64,24.1 --velocity 0,320,0 --seconds 2\n"
        "  hullbake slide demo.hull --box -4,-4,-4:4,4,4 --mode fly --from 760,-366,40 --velocity=-2000,0,0\n"
        "  hullbake slide demo.hull --from 0,-192,96 --velocity 0,0,0 --record fall.run");
    sub->callback([options, sub] { runSlide(*options, *sub); });
}

}  // namespace hullbake::cli
