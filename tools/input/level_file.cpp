#include "tools/input/level_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

#include "compiler/compile.hpp"
#include "formats/files.hpp"
#include "formats/letters.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/map_input.hpp"
#include "tools/reports/messages.hpp"

namespace hullbake::cli {
namespace {

HullFile compiled(const std::string& path, const RulesOptions& options, std::vector<Vec3>* leakTrail) {
    CompileSettings settings;
    settings.hulls = hullsFor(options.game);
    settings.rules = rulesFrom(options);
    Messages messages(MessageForm::Gcc);
    const MapInput input = readInput(path, settings.curveError, settings.threads, messages);
    CompileResult result = compileMap(input.map, input.text, settings);
    for (const Remark& remark : result.report.remarks)
        if (remark.severity != Severity::Note) messages.print(remark.severity, remark.where);
    if (result.blob.empty()) throw Failure("");
    const std::vector<HullReport>& hulls = result.report.hulls;
    const auto leak = std::find_if(hulls.begin(), hulls.end(), [](const HullReport& hull) { return hull.leaked; });
    if (leakTrail != nullptr && leak != hulls.end()) *leakTrail = leak->leakTrail;
    HullFile file;
    file.path = path;
    file.bytes = std::move(result.blob);
    file.map = ClipMap::open(file.bytes).map;
    return file;
}

}  // namespace

bool isHullFile(const std::string& path) {
    std::vector<std::byte> bytes;
    std::string error;
    if (!readFile(path, bytes, error)) throw Failure(fmt::format("{}: {}", path, error));
    if (bytes.size() >= 4 && std::memcmp(bytes.data(), format::kMagic, 4) == 0) return true;
    return sameButForCase(utf8Of(pathOf(path).extension()), ".hull");
}

HullFile openLevel(const std::string& path, const RulesOptions& options, std::vector<Vec3>* leakTrail) {
    if (!isHullFile(path)) return compiled(path, options, leakTrail);
    if (options != RulesOptions{})
        throw UsageError(fmt::format("{}: is a .hull file; --game, --rules and --shaders are for maps", path));
    return openHullFile(path);
}

}  // namespace hullbake::cli
