// The compiler's C interface for WebAssembly: the text of a map and settings as JSON in, the bytes of a .hull file and
// a report out. Each instance compiles one map.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "formats/patch_brushes.hpp"
#include "formats/prefab_classes.hpp"
#include "tools/reports/compile_report.hpp"
#include "tools/wasm/fault.hpp"

namespace {

using hullbake::CompileSettings, hullbake::MapFile, hullbake::Vec3, hullbake::wasm::stopCompile;
using Json = nlohmann::json;

/// The page reads it, with these members in this order. The parts live as long as the instance.
struct Answer {
    const void* blob = nullptr;
    std::uint32_t blobSize = 0;  // 0 if the report has an error
    const void* report = nullptr;
    std::uint32_t reportSize = 0;
};

[[noreturn]] void refuse(std::string_view name, std::string_view wanted) {
    stopCompile({0, 0, 0}, std::string("the option '").append(name).append("' must be ").append(wanted));
}

/// The least and largest curve error of the command line, units.
constexpr double kLeastCurveError = 1.0 / 16, kMostCurveError = 1024;

Vec3 vectorOf(const Json& json) {
    const bool isVector = json.is_array() && json.size() == 3 &&
                          std::all_of(json.begin(), json.end(), [](const Json& part) { return part.is_number(); });
    if (!isVector) refuse("hulls", "a list of { name, mins, maxs }, with three numbers each");
    return {json[0].get<double>(), json[1].get<double>(), json[2].get<double>()};
}

void addHulls(CompileSettings& settings, const Json& list) {
    if (!list.is_array()) refuse("hulls", "a list");
    for (const Json& item : list) {
        const bool isHull = item.is_object() && item.contains("name") && item["name"].is_string() &&
                            item.contains("mins") && item.contains("maxs");
        if (!isHull) refuse("hulls", "a list of { name, mins, maxs }");
        const hullbake::HullSpec hull{item["name"].get<std::string>(),
                                      {vectorOf(item["mins"]), vectorOf(item["maxs"])}};
        const auto same = std::find_if(settings.hulls.begin(), settings.hulls.end(),
                                       [&](const hullbake::HullSpec& known) { return known.name == hull.name; });
        if (same == settings.hulls.end())
            settings.hulls.push_back(hull);
        else
            same->box = hull.box;
    }
}

void setGame(CompileSettings& settings, const Json& game) {
    const std::vector<std::string_view> ruled = hullbake::gameRuleNames(), boxed = hullbake::gameNames();
    const auto isIn = [&](const std::vector<std::string_view>& names) {
        return std::find(names.begin(), names.end(), game.get<std::string>()) != names.end();
    };
    if (!game.is_string() || !isIn(ruled)) refuse("game", "the name of a game, as for --game");
    settings.rules = hullbake::gameRules(game.get<std::string>());
    settings.hulls = hullbake::gameHulls(isIn(boxed) ? game.get<std::string>() : "quake");
}

void addStarts(CompileSettings& settings, const Json& starts) {
    if (!starts.is_array()) refuse("starts", "a list of classes");
    for (const Json& start : starts) {
        if (!start.is_string() || start.get<std::string>().find_first_not_of("* ") == std::string::npos)
            refuse("starts", "a list of classes");
        settings.playerStarts.push_back(start.get<std::string>());
    }
}

struct Options {
    CompileSettings settings;
    std::string name = "map";
};

/// Reads the options. Another one than these is an error, so that no misspelt one is lost.
Options readOptions(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object()) refuse("options", "an object");
    Options options;
    CompileSettings& settings = options.settings;
    settings.threads = 1;
    if (json.contains("game")) setGame(settings, json["game"]);
    for (const auto& [name, value] : json.items()) {
        if (name == "game") continue;
        if (name == "hulls") {
            addHulls(settings, value);
        } else if (name == "starts") {
            addStarts(settings, value);
        } else if (name == "name") {
            if (!value.is_string()) refuse(name, "a text");
            options.name = value.get<std::string>();
        } else if (name == "fill") {
            if (!value.is_boolean()) refuse(name, "true or false");
            settings.fill = value.get<bool>();
        } else if (name == "cells") {
            if (!value.is_number()) refuse(name, "a number");
            settings.cellSize = value.get<double>();
        } else if (name == "curveError") {
            const double error = value.is_number() ? value.get<double>() : -1;
            if (error != 0 && !(error >= kLeastCurveError && error <= kMostCurveError))
                refuse(name, "0, or a number from 0.0625 to 1024");
            settings.curveError = error;
        } else if (name == "passage") {
            settings.passage = value.is_number() ? value.get<double>() : -1;
            if (!hullbake::validPassage(settings.passage)) refuse(name, "a number from 0 to 4");
        } else {
            stopCompile({0, 0, 0}, "there is no option '" + name + "'");
        }
    }
    return options;
}

MapFile readText(std::string_view text, const std::string& name) {
    auto read = hullbake::parseMap(text, name);
    if (const auto* problem = std::get_if<hullbake::Diagnostic>(&read)) stopCompile(problem->pos, problem->message);
    MapFile map = std::get<MapFile>(std::move(read));
    for (const hullbake::MapEntity& entity : map.entities)
        if (hullbake::prefabClassOf(entity) != nullptr)
            stopCompile(entity.pos, "this entity places another map or mesh, which only the command line can read");
    return map;
}

}  // namespace

extern "C" {

__attribute__((export_name("hullbakeCompilerReserve"))) void* hullbakeCompilerReserve(std::size_t size) {
    return operator new(size);
}

__attribute__((export_name("hullbakeCompilerCompile"))) const Answer* hullbakeCompilerCompile(const char* text,
                                                                                              std::size_t textSize,
                                                                                              const char* options,
                                                                                              std::size_t optionsSize) {
    static std::string report;
    static hullbake::CompileResult result;
    static Answer answer;
    const auto start = std::chrono::steady_clock::now();
    const Options asked = readOptions({options, optionsSize});
    const std::string_view source(text, textSize);
    MapFile map = readText(source, asked.name);
    hullbake::cli::CompileFiles files{asked.name, {}, {}, {}, 0, 0, {}};
    if (asked.settings.curveError > 0) files.patches = hullbake::addPatchBrushes(map, asked.settings.curveError);
    if (files.patches.fault) stopCompile(files.patches.fault->pos, files.patches.fault->message);
    files.readMilliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    result = hullbake::compileMap(map, source, asked.settings);
    files.bytes = result.blob.size();
    report = hullbake::cli::reportJson(map, result.report, asked.settings, files);
    answer = {result.blob.data(), static_cast<std::uint32_t>(result.blob.size()), report.data(),
              static_cast<std::uint32_t>(report.size())};
    return &answer;
}

}  // extern "C"
