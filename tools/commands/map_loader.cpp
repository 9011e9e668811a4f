#include "tools/commands/map_loader.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <utility>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

/// Upper bound of the errors that a page shows: the first ones are the ones to mend.
constexpr int kShownErrors = 20;

/// Returns the errors among what was printed, a line each.
std::string errorsOf(const Messages& messages) {
    std::string text;
    int count = 0;
    for (const Feedback& message : messages.printed())
        if (message.severity == Severity::Error && ++count <= kShownErrors) text += message.text + '\n';
    if (count > kShownErrors) text += fmt::format("and {} more\n", count - kShownErrors);
    return text;
}

std::vector<LevelLeak> leaksOf(const CompileReport& report, const MapFile& map) {
    std::vector<LevelLeak> leaks;
    for (const HullReport& hull : report.hulls)
        if (hull.leaked) leaks.push_back({hull.name, hull.leakEntity, map.lineOf(hull.leakPos), hull.leakTrail});
    return leaks;
}

}  // namespace

MapLoader::MapLoader(CompileOptions options, std::optional<OutputPaths> paths)
    : options_(std::move(options)), paths_(std::move(paths)), files_{options_.map} {
    settingsFrom(options_);
}

void MapLoader::compile(Messages& messages, LoadedLevel& level) {
    const auto start = std::chrono::steady_clock::now();
    const CompileSettings settings = settingsFrom(options_);
    const MapInput input = readInput(options_.map, options_.curveError, options_.threads, messages);
    files_ = {options_.map};
    for (const MapPart& part : input.map.parts) files_.push_back(part.path);
    if (paths_)
        for (const std::string& file : files_) refuseToOverwrite(file, *paths_);
    CompileResult result = compileMap(input.map, input.text, settings);
    for (const Remark& remark : result.report.remarks)
        if (remark.severity != Severity::Note) messages.print(remark.severity, remark.where);
    if (result.blob.empty()) throw Failure("");
    if (paths_) {
        CompileFiles files;
        if (!writeResult(options_, input, result, settings, *paths_, files, messages)) throw Failure("");
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        writeOutput(fmt::format("wrote    {}: {} bytes in {:.3f} s\n", files.output, files.bytes, seconds));
    }
    level.leaks = leaksOf(result.report, input.map);
    level.bytes = std::move(result.blob);
}

LoadedLevel MapLoader::operator()() {
    LoadedLevel level;
    Messages messages(MessageForm::Gcc);
    try {
        compile(messages, level);
    } catch (const std::exception& error) {
        level.error = errorsOf(messages);
        if (*error.what() != '\0') {
            printError(error.what());
            level.error += error.what();
        }
        if (level.error.empty()) level.error = "the map could not be compiled";
    }
    level.files = files_;
    if (!options_.rules.rules.empty()) level.files.push_back(options_.rules.rules);
    for (const Feedback& message : messages.printed())
        if (message.severity == Severity::Error) level.files.push_back(message.file);
    return level;
}

}  // namespace hullbake::cli
