#include "tools/input/level_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>
#include <variant>

#include "compiler/compile.hpp"
#include "formats/files.hpp"
#include "formats/map_reader.hpp"
#include "formats/patch_brushes.hpp"
#include "tools/base/errors.hpp"
#include "tools/reports/messages.hpp"

namespace hullbake::cli {
namespace {

bool isHullFile(const std::string& path) {
    std::vector<std::byte> bytes;
    std::string error;
    if (!readFile(path, bytes, error)) throw Failure(fmt::format("{}: {}", path, error));
    if (bytes.size() >= 4 && std::memcmp(bytes.data(), format::kMagic, 4) == 0) return true;
    std::string extension = std::filesystem::path(path).extension().string();
    for (char& c : extension)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return extension == ".hull";
}

CompileSettings settingsFrom(const RulesOptions& options) {
    CompileSettings settings;
    const std::vector<std::string_view> games = gameNames();
    const bool known = std::find(games.begin(), games.end(), options.game) != games.end();
    settings.hulls = gameHulls(known ? std::string_view(options.game) : "quake");
    settings.rules = rulesFrom(options);
    return settings;
}

HullFile compiled(const std::string& path, const RulesOptions& options, std::vector<Vec3>* leakTrail) {
    const CompileSettings settings = settingsFrom(options);
    Messages messages(MessageForm::Gcc);
    const auto refuse = [&](const Diagnostic& problem) {
        messages.print(Severity::Error, problem);
        throw Failure("");
    };
    std::string text;
    auto read = readMap(path, &text);
    if (const auto* problem = std::get_if<Diagnostic>(&read)) refuse(*problem);
    MapFile& map = std::get<MapFile>(read);
    messages.setPlaces(MapPlaces(map));
    const PatchCount patches = addPatchBrushes(map, settings.curveError);
    if (patches.fault) refuse(*patches.fault);
    CompileResult result = compileMap(map, text, settings);
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

HullFile openLevel(const std::string& path, const RulesOptions& options, std::vector<Vec3>* leakTrail) {
    return isHullFile(path) ? openHullFile(path) : compiled(path, options, leakTrail);
}

}  // namespace hullbake::cli
