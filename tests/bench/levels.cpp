#include "tests/bench/levels.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::bench {

namespace {

constexpr int kGeneratorSeed = 20240624;  // the seed of maps/README.md

}  // namespace

std::optional<MapPath> findMap(const std::string& name) {
    if (name == "demo") return MapPath{name, HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map", false};
    if (const auto path = test::sharedFile("maps/quake/" + name + ".map")) return MapPath{name, *path, true};
    return std::nullopt;
}

std::vector<MapPath> allQuakeMaps() {
    std::vector<MapPath> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(test::sharedFolder() / "maps/quake", error))
        if (entry.path().extension() == ".map")
            found.push_back({entry.path().stem().string(), entry.path().string(), true});
    std::sort(found.begin(), found.end(), [](const MapPath& a, const MapPath& b) { return a.name < b.name; });
    return found;
}

std::optional<MapPath> generateMap(const std::string& kind, std::size_t brushes, const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string name = kind + "-" + std::to_string(brushes), path = folder + "/" + name + ".map";
    const std::string command = "python3 '" HULLBAKE_SOURCE_ROOT "/maps/generate.py' " + kind + " --brushes " +
                                std::to_string(brushes) + " --seed " + std::to_string(kGeneratorSeed) + " -o '" + path +
                                "'";
    if (std::system(command.c_str()) != 0) return std::nullopt;
    return MapPath{name, path, false};
}

std::unique_ptr<Level> openLevel(const MapPath& path, std::span<const std::byte> blob) {
    auto level = std::make_unique<Level>();
    level->name = path.name;
    level->real = path.real;
    level->lines.resize((blob.size() + sizeof(CacheLine) - 1) / sizeof(CacheLine));
    level->blob = std::as_bytes(std::span(level->lines)).first(blob.size());
    std::copy(blob.begin(), blob.end(), reinterpret_cast<std::byte*>(level->lines.data()));
    const OpenResult opened = ClipMap::open(level->blob);
    const auto player = opened.map.findHull("player");
    if (!opened || !player) return nullptr;
    level->map = opened.map;
    level->player = *player;
    return level;
}

std::unique_ptr<Level> loadLevel(const MapPath& path) {
    std::string text;
    auto parsed = readMap(path.path, &text);
    if (!std::holds_alternative<MapFile>(parsed)) return nullptr;
    auto level = openLevel(path, compileMap(std::get<MapFile>(parsed), text, {}).blob);
    if (level != nullptr) level->source = std::get<MapFile>(std::move(parsed));
    return level;
}

}  // namespace hullbake::bench
