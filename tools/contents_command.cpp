// hullbake contents: what a box overlaps at a point.
#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>

#include "tools/arguments.hpp"
#include "tools/asked_box.hpp"
#include "tools/batch.hpp"
#include "tools/commands.hpp"
#include "tools/errors.hpp"
#include "tools/hull_file.hpp"
#include "tools/output.hpp"

namespace hullbake::cli {
namespace {

struct ContentsOptions {
    std::string file;
    BoxOptions box;
    std::string at, batch;
};

void runContents(const ContentsOptions& options) {
    if (options.at.empty() == options.batch.empty()) throw UsageError("give either --at P or --batch FILE");
    const Vec3 at = options.batch.empty() ? parsePoint(options.at, "--at") : Vec3{};
    const HullFile file = openHullFile(options.file);
    const AskedBox box(file, options.box);
    const auto line = [&](const Vec3& point) {
        return fmt::format("{{\"contents\":\"{}\"}}\n", contentsName(box.contents(point)));
    };
    if (options.batch.empty()) {
        writeOutput(line(at));
        return;
    }
    answerBatch(options.batch, 3, [&](std::span<const double> n, fmt::memory_buffer& out) {
        out.append(line({n[0], n[1], n[2]}));
    });
}

}  // namespace

void addContentsCommand(CLI::App& app) {
    auto options = std::make_shared<ContentsOptions>();
    CLI::App* const sub = app.add_subcommand("contents", "Tell what a box overlaps at a point");
    sub->add_option("FILE", options->file, "A .hull file")->required()->option_text(" ");
    addBoxOptions(*sub, options->box, "place");
    addModelOptions(*sub, options->box, "The model to place it in");
    sub->add_option("--at", options->at, "The box's origin")->option_text("X,Y,Z");
    sub->add_option("--batch", options->batch, "Queries 'x y z', one a line, from a file or - for stdin")
        ->option_text("FILE|-");
    sub->footer(
        "Prints one JSON object a line, in order of the queries; touching is not overlapping.\n"
        "\nExamples:\n  hullbake contents demo.hull --hull point --at 0,0,64\n"
        "  hullbake contents demo.hull --box -4,-4,0:4,4,8 --at 0,0,64");
    sub->callback([options] { runContents(*options); });
}

}  // namespace hullbake::cli
