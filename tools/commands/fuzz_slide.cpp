// hullbake fuzz-slide: moves random boxes through a .hull file. The oracle judges every move.
#include <memory>
#include <mutex>
#include <string>

#include "oracle/moves/move_fuzz.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/base/progress.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/reports/fuzz_slide_report.hpp"

namespace hullbake::cli {
namespace {

/// Upper bound of --moves, so that a mistyped number is refused.
constexpr std::size_t kMaxMoves = 10'000'000'000;
/// Upper bound of --windows, for the same reason.
constexpr std::size_t kMaxWindows = 100'000'000;

struct FuzzSlideOptions {
    std::string file;
    oracle::MoveFuzzSettings settings;
    bool json = false;
};

void runFuzzSlide(const FuzzSlideOptions& options) {
    const HullFile file = openHullFile(options.file);
    oracle::MoveFuzzSettings settings = options.settings;
    ProgressLine progress;
    std::mutex mutex;
    if (progress.shown())
        settings.progress = [&](double done) {
            const std::lock_guard lock(mutex);
            progress.update("fuzz-slide", static_cast<std::size_t>(done * 1000), 1000);
        };
    const oracle::MoveFuzzResult result = oracle::fuzzMoves(file.map, settings);
    progress.erase();
    writeOutput(options.json ? fuzzSlideJson(result, options.file, settings)
                             : fuzzSlideText(result, options.file, settings));
    if (result.total.moves == 0) throw Failure(options.file + ": no mover found a free place to start");
    if (!result.agrees()) throw Failure("");
}

}  // namespace

Command fuzzSlideCommand() {
    auto options = std::make_shared<FuzzSlideOptions>();
    oracle::MoveFuzzSettings& settings = options->settings;
    Command command("fuzz-slide", "Move random boxes through a .hull file and judge each move");
    command.add({
        argument("FILE", options->file, "A .hull file"),
        option("--moves", settings.moves, "N", "Ticks of all movers together; default: 1000000").within(1, kMaxMoves),
        option("--windows", settings.windows, "N",
               "Windows of two seconds in which a mover holds one direction; default: 1000")
            .within(0, kMaxWindows),
        option("--seed", settings.seed, "S", "Another seed moves otherwise; default: 1"),
        option("--threads", settings.threads, "N", "Worker threads; 0 (default): all processors")
            .within(0, kMaxThreads),
        flag("--json", options->json, "Print the result as one JSON object"),
    });
    command.notes =
        "Movers that fly, fall and walk, as every hull of the file, baked and expanded at query time, and\n"
        "as random boxes, through the world alone and through all models. They start in free space, push\n"
        "at walls, edges, corners and crevices at 0.001 to 10000 units a second and 10 to 1000 ticks a\n"
        "second, and live for some hundred ticks. Each tick is judged by a brute-force oracle that grows\n"
        "the brushes of the file itself: no end and no stretch of the path deeper in solid than a\n"
        "thousandth of a unit, no halt while a direction is free that had to be taken, no energy or\n"
        "height without cause, no velocity into a plane that was met. Other movers hold one direction for\n"
        "two seconds, at 30 to 1000 ticks a second: they must go on or rest, and never tremble. Exit 1 on\n"
        "any fault, with all that it takes to repeat the first ones. The answer does not depend on\n"
        "--threads.\n"
        "\nExample: ten million moves\n"
        "  hullbake fuzz-slide demo.hull --moves 10000000 --seed 7";
    command.run = [options] { runFuzzSlide(*options); };
    return command;
}

}  // namespace hullbake::cli
