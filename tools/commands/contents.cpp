// hullbake contents: what a box overlaps at a point, and what is around it.
#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/commands/registry.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/batch.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/input/query_subject.hpp"
#include "tools/reports/neighbours_output.hpp"

namespace hullbake::cli {
namespace {

struct ContentsOptions {
    std::string file;
    BoxOptions box;
    bool allModels = false;
    std::string mask;
    bool overlap = false;
    double touching = -1, unstick = -1;
    std::string at, batch;
};

void checkOptions(const ContentsOptions& options, const CLI::App& sub) {
    if (options.at.empty() == options.batch.empty()) throw UsageError("give either --at P or --batch FILE");
    const bool around = options.overlap || sub.count("--touching") > 0 || sub.count("--unstick") > 0;
    if (!around && (options.allModels || !options.mask.empty()))
        throw UsageError("--all and --mask go with --overlap, --touching and --unstick");
    if (around && (!options.box.move.empty() || !options.box.rotate.empty()))
        throw UsageError("--overlap, --touching and --unstick do not take --move and --rotate");
    for (const auto& [name, distance] : {std::pair("--touching", options.touching), {"--unstick", options.unstick}}) {
        // Written so that a NaN fails it.
        if (sub.count(name) > 0 && !(distance >= 0 && distance <= kMaxCoordinate))
            throw UsageError(fmt::format("{}: expected a number of units from 0 to {}", name, kMaxCoordinate));
    }
}

void appendOverlapping(const ClipMap& map, const Probe& probe, const Vec3& origin, fmt::memory_buffer& out) {
    std::vector<Overlap> found(map.overlap(probe, origin, {}).count);
    if (map.overlap(probe, origin, found).invalid) return appendInvalid(out);
    appendOverlaps(out, found);
}

void appendTouching(const ClipMap& map, const Probe& probe, const Vec3& origin, double distance,
                    fmt::memory_buffer& out) {
    std::vector<TouchedPlane> found(kMaxTouchedPlanes);
    const NeighbourCount count = map.touching(probe, origin, distance, found);
    if (count.invalid) return appendInvalid(out);
    appendTouched(out, std::span(found).first(count.count));
}

void runContents(const ContentsOptions& options, const CLI::App& sub) {
    checkOptions(options, sub);
    const Vec3 at = options.batch.empty() ? parsePoint(options.at, "--at") : Vec3{};
    const Contents mask = options.mask.empty() ? kMaskBlocking : parseMask(options.mask);
    const HullFile file = openHullFile(options.file);
    Probe probe = parseProbe(file, options.box);
    probe.mask = mask;
    if (options.allModels) probe.model = kAllModels;
    const auto answer = [&](const Vec3& point, fmt::memory_buffer& out) {
        if (options.overlap)
            appendOverlapping(file.map, probe, point, out);
        else if (options.touching >= 0)
            appendTouching(file.map, probe, point, options.touching, out);
        else if (options.unstick >= 0)
            appendUnstick(out, file.map.unstick(probe, point, options.unstick));
        else
            fmt::format_to(std::back_inserter(out), "{{\"contents\":\"{}\"}}\n",
                           contentsName(file.map.contentsAt(probe, point)));
    };
    if (!options.batch.empty()) {
        answerBatch(options.batch, 3, [&](std::span<const double> n, fmt::memory_buffer& out) {
            answer({n[0], n[1], n[2]}, out);
        });
        return;
    }
    fmt::memory_buffer out;
    answer(at, out);
    writeOutput({out.data(), out.size()});
}

}  // namespace

void addContentsCommand(CLI::App& app) {
    auto options = std::make_shared<ContentsOptions>();
    CLI::App* const sub = app.add_subcommand("contents", "Tell what a box overlaps at a point, and what is around it");
    sub->add_option("FILE", options->file, "A .hull file")->required()->option_text(" ");
    addBoxOptions(*sub, options->box, "place");
    addModelOptions(*sub, options->box, "The model to place it in");
    CLI::Option* const overlap =
        sub->add_flag("--overlap", options->overlap, "List the brushes that it overlaps or touches");
    overlap->option_text(" ");
    CLI::Option* const touching = sub->add_option("--touching", options->touching,
                                                  "List the planes of faces in sight that it is near, within D units");
    touching->option_text("D")->excludes(overlap);
    sub->add_option("--unstick", options->unstick, "Tell the nearest free place, within D units, not through a wall")
        ->option_text("D")
        ->excludes(overlap)
        ->excludes(touching);
    sub->add_option("--mask", options->mask, "Which brushes these three look at; default: blocking")
        ->option_text("LIST");
    sub->add_flag("--all", options->allModels, "They look at all models instead of one");
    sub->add_option("--at", options->at, "The box's origin")->option_text("X,Y,Z");
    sub->add_option("--batch", options->batch, "Queries 'x y z', one a line, from a file or - for stdin")
        ->option_text("FILE|-");
    sub->footer(
        "Prints one JSON object a line, in order of the queries; touching is not overlapping.\n"
        "\nExamples:\n  hullbake contents demo.hull --hull point --at 0,0,64\n"
        "  hullbake contents demo.hull --box -4,-4,0:4,4,8 --at 0,0,64\n"
        "  hullbake contents demo.hull --touching 0.5 --at 0,-192,24.03\n"
        "  hullbake contents demo.hull --unstick 32 --at 0,-192,20");
    sub->callback([options, sub] { runContents(*options, *sub); });
}

}  // namespace hullbake::cli
