// The measured levels: our own, generated ones, and real maps where they exist.
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

/// Memory aligned to a cache line, as docs/integrating.md requires.
struct alignas(format::kAlignment) CacheLine {
    std::byte bytes[format::kAlignment];
};

/// A compiled and opened map. Not copyable: `map` points into `blob`, and `blob` into `lines`.
struct Level {
    std::string name;
    bool real = false;  ///< a map of ../shared/maps
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

/// Finds `demo`, or a real map by its name. Returns nothing when the file is missing.
std::optional<MapPath> findMap(const std::string& name);
/// Returns all maps of maps/quake in the shared folder, sorted by name.
std::vector<MapPath> allQuakeMaps();
/// Writes a level of maps/generate.py into `folder` and returns its path, or nothing on failure (python3 is missing).
std::optional<MapPath> generateMap(const std::string& kind, std::size_t brushes, const std::string& folder);

/// Opens a finished block as a level without source. Null when the block does not open or has no hull "player".
std::unique_ptr<Level> openLevel(const MapPath& path, std::span<const std::byte> blob);
/// Compiles a level. Null when the map cannot be read or compiled.
std::unique_ptr<Level> loadLevel(const MapPath& path);

}  // namespace hullbake::bench
