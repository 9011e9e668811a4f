// The levels that are measured: our own, generated ones, and real maps where they are there.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/clip_map.hpp"
#include "hullbake/format.hpp"

namespace hullbake::bench {

/// Memory that begins with a cache line, as docs/integrating.md has it.
struct alignas(format::kAlignment) CacheLine {
    std::byte bytes[format::kAlignment];
};

/// A map, compiled and opened. Not to be copied: `map` looks into `blob`, and that into `lines`.
struct Level {
    std::string name;
    bool real = false;  ///< of ../shared/maps
    MapFile source;
    std::vector<CacheLine> lines;
    std::span<const std::byte> blob;
    ClipMap map;
    HullId player;

    Level() = default;
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
};

struct MapPath {
    std::string name;
    std::string path;
    bool real = false;
};

/// `demo`, or a real map by its name; nothing when it is not there.
std::optional<MapPath> findMap(const std::string& name);
/// All maps of maps/quake in the shared folder, by name.
std::vector<MapPath> allQuakeMaps();
/// Writes a level of maps/generate.py into `folder` and tells where; nothing when that fails (python3 is missing).
std::optional<MapPath> generateMap(const std::string& kind, std::size_t brushes, const std::string& folder);

/// A level from a finished block, without its source. Null when the block does not open or has no hull "player".
std::unique_ptr<Level> openLevel(const MapPath& path, std::span<const std::byte> blob);
/// Null when the map cannot be read or compiled.
std::unique_ptr<Level> loadLevel(const MapPath& path);

}  // namespace hullbake::bench
