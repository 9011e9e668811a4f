// hullbake contents: prints what a box overlaps at a point, and the brushes and faces around it.
#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/batch.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/input/probe_options.hpp"
#include "tools/reports/neighbours_output.hpp"

namespace hullbake::cli {
namespace {

struct ContentsOptions {
    std::string file;
    ProbeOptions probe;
    bool allModels = false;
    std::string mask;
    bool overlap = false;
    std::optional<double> touching, unstick;
    std::string at, batch;
};

void checkOptions(const ContentsOptions& options) {
    if (options.at.empty() == options.batch.empty()) throw UsageError("give either --at P or --batch FILE");
    const bool around = options.overlap || options.touching || options.unstick;
    if (!around && (options.allModels || !options.mask.empty()))
        throw UsageError("--all and --mask go with --overlap, --touching and --unstick");
    if (around && (!options.probe.move.empty() || !options.probe.rotate.empty()))
        throw UsageError("--overlap, --touching and --unstick do not take --move and --rotate");
    if (options.touching) checkRange("--touching", *options.touching, 0, kMaxCoordinate, "units");
    if (options.unstick) checkRange("--unstick", *options.unstick, 0, kMaxCoordinate, "units");
}

void appendContents(const ClipMap& map, const Probe& probe, const Vec3& origin, fmt::memory_buffer& out) {
    fmt::format_to(std::back_inserter(out), "{{\"contents\":\"{}\"", contentsName(map.contentsAt(probe, origin)));
    const Refusal refusal = map.refusal(probe, origin);
    if (refusal != Refusal::None)
        fmt::format_to(std::back_inserter(out), ",\"invalid\":true,\"reason\":\"{}\"", refusalText(refusal));
    out.append(std::string_view("}\n"));
}

void appendOverlapping(const ClipMap& map, const Probe& probe, const Vec3& origin, fmt::memory_buffer& out) {
    const NeighbourCount count = map.overlap(probe, origin, {});
    if (count.invalid) return appendInvalid(out, count.refusal);
    std::vector<Overlap> found(count.count);
    map.overlap(probe, origin, found);
    appendOverlaps(out, found);
}

void appendTouching(const ClipMap& map, const Probe& probe, const Vec3& origin, double distance,
                    fmt::memory_buffer& out) {
    std::vector<TouchedPlane> found(kMaxTouchedPlanes);
    const NeighbourCount count = map.touching(probe, origin, distance, found);
    if (count.invalid) return appendInvalid(out, count.refusal);
    appendTouched(out, std::span(found).first(count.count));
}

void runContents(const ContentsOptions& options) {
    checkOptions(options);
    const Vec3 at = options.batch.empty() ? parsePoint(options.at, "--at") : Vec3{};
    const Contents mask = options.mask.empty() ? kMaskBlocking : parseMask(options.mask);
    const HullFile file = openHullFile(options.file);
    Probe probe = parseProbe(file, options.probe);
    probe.mask = mask;
    if (options.allModels) probe.model = kAllModels;
    const auto answer = [&](const Vec3& point, fmt::memory_buffer& out) {
        if (options.overlap)
            appendOverlapping(file.map, probe, point, out);
        else if (options.touching)
            appendTouching(file.map, probe, point, *options.touching, out);
        else if (options.unstick)
            appendUnstick(out, file.map.unstick(probe, point, *options.unstick));
        else
            appendContents(file.map, probe, point, out);
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

Command contentsCommand() {
    auto options = std::make_shared<ContentsOptions>();
    Command command("contents", "Tell what a box overlaps at a point, and what is around it");
    command.add({argument("FILE", options->file, "A .hull file")});
    command.add(boxOptions(options->probe, "place"));
    command.add(modelOptions(options->probe, "The model to place it in"));
    command.add({
        flag("--overlap", options->overlap, "List the brushes that it overlaps or touches"),
        option("--touching", options->touching, "D",
               "List the planes of faces in sight that it is near, within D units")
            .without("--overlap"),
        option("--unstick", options->unstick, "D", "Tell the nearest free place, within D units, not through a wall")
            .without("--overlap")
            .without("--touching"),
        option("--mask", options->mask, "LIST", "Which brushes these three look at; default: blocking"),
        flag("--all", options->allModels, "They look at all models instead of one").without("--model"),
        option("--at", options->at, "X,Y,Z", "The box's origin"),
        option("--batch", options->batch, "FILE|-", "Queries 'x y z', one a line, from a file or - for stdin"),
    });
    command.notes =
        "Prints one JSON object a line, in order of the queries; touching is not overlapping.\n"
        "\nExamples:\n  hullbake contents demo.hull --hull point --at 0,0,64\n"
        "  hullbake contents demo.hull --box -4,-4,0:4,4,8 --at 0,0,64\n"
        "  hullbake contents demo.hull --touching 0.5 --at 0,-192,24.03\n"
        "  hullbake contents demo.hull --unstick 32 --at 0,-192,20";
    command.run = [options] { runContents(*options); };
    return command;
}

}  // namespace hullbake::cli
