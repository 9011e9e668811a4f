// What the subcommands share that compile a map: the options, the settings they make, and the files that are written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/compile.hpp"
#include "tools/input/curve_option.hpp"
#include "tools/input/map_input.hpp"
#include "tools/input/rules_options.hpp"
#include "tools/reports/compile_report.hpp"
#include "tools/reports/messages.hpp"

namespace hullbake::cli {

struct CompileOptions {
    std::string map, output;
    RulesOptions rules;
    std::vector<std::string> hulls, starts;
    int threads = 0;
    std::string fill = "auto";
    std::string leak = "warn";
    double cells = CompileSettings{}.cellSize;
    double passage = kPassage;
    double curveError = kCurveError;
    bool force = false;
    bool strict = false;

    bool operator==(const CompileOptions&) const = default;
};

/// Returns the options that say how a map is compiled: --hull, --threads, --fill, --cells, --start, --passage,
/// --curve-error, --game, --rules and --shaders.
std::vector<OptionSpec> settingsOptions(CompileOptions& options);

/// Returns the options that say what is written, and when not: --output, --leak, --strict and --force.
std::vector<OptionSpec> outputOptions(CompileOptions& options);

/// Throws UsageError if the options contradict each other, and Failure if the rules cannot be read.
CompileSettings settingsFrom(const CompileOptions& options);

/// Paths of the results.
struct OutputPaths {
    std::string hull;
    std::string points, lines;  ///< the leak trail; empty if the output is a device, which has no files beside it
};

/// Chooses the paths of the results. Refuses to overwrite the map, and what cannot be written, before the map is
/// compiled.
OutputPaths outputPaths(const CompileOptions& options);

/// Throws UsageError if one of the results would overwrite that part of the map, or `what` the input is.
void refuseToOverwrite(const std::string& input, const OutputPaths& paths, std::string_view what = "map");

/// Returns the leak of the smallest box, or null if nothing leaks. A hole that lets a box out lets every smaller box
/// out too, so the smallest box finds the hole to close first.
const HullReport* smallestLeak(const CompileReport& report, const CompileSettings& settings);

/// Writes the results unless the options forbid it, and stores their names in `files`. Prints why nothing is written.
/// Returns whether the .hull file was written.
bool writeResult(const CompileOptions& options, const MapInput& input, const CompileResult& result,
                 const CompileSettings& settings, const OutputPaths& paths, CompileFiles& files, Messages& messages);

}  // namespace hullbake::cli
