#include "tools/input/map_input.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "compiler/compile.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/gltf_map.hpp"

namespace hullbake::cli {

MapInput readInput(const std::string& path, double curveError, int threads, Messages& messages) {
    const auto start = std::chrono::steady_clock::now();
    MapInput input;
    const auto refuse = [&](const Diagnostic& problem) {
        messages.print(Severity::Error, problem);
        throw Failure("");
    };
    auto read = readMapOrGltf(path, &input.text);
    if (const auto* problem = std::get_if<Diagnostic>(&read)) refuse(*problem);
    input.map = std::get<MapFile>(std::move(read));
    messages.setPlaces(MapPlaces(input.map));
    if (curveError > 0) input.patches = addPatchBrushes(input.map, curveError, forEachOnThreads(threads));
    if (input.patches.fault) refuse(*input.patches.fault);
    input.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return input;
}

std::vector<HullSpec> hullsFor(std::string_view game) {
    const std::vector<std::string_view> names = gameNames();
    return gameHulls(std::find(names.begin(), names.end(), game) != names.end() ? game : "quake");
}

}  // namespace hullbake::cli
