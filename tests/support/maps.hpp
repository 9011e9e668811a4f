// Maps made from brushes, from text and from the files below the repository's maps.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "formats/map.hpp"

namespace hullbake::test {

/// Returns a world of these brushes: brush i is at line 100 + 10 * i, its face k at that line + k.
MapFile worldMap(std::vector<MapBrush> brushes);
/// Appends an entity without brushes, at line 10000 + its number. Returns that line.
std::uint32_t addPoint(MapFile& map, const std::string& classname, const std::string& origin);
/// Appends an entity with brushes.
void addModel(MapFile& map, const std::string& classname, std::vector<MapBrush> brushes);

/// Returns the folder of the repository's maps.
std::filesystem::path mapsFolder();
/// Returns all `.map` files of the demo and the scenes there, sorted by name.
std::vector<std::filesystem::path> ownMaps();
/// Returns the names of all scenes, sorted.
std::vector<std::string> sceneNames();
/// Parses the text of a map, called `name` in messages. Text that is no map is a test failure.
MapFile parseText(std::string_view text, const std::string& name = "test.map");
/// Reads a map file, and its text into `text`. An unreadable file is a test failure.
MapFile loadMap(const std::string& path, std::string* text = nullptr);
MapFile sceneMap(const std::string& name);
MapFile demoMap();

/// Returns the text of a brush with six axial faces.
std::string boxText(const Vec3& mins, const Vec3& maxs, std::string_view texture);
/// Returns `worldspawn` around the text of brushes.
std::string worldText(std::string_view brushes);
/// Returns a brush entity around the text of brushes.
std::string entityText(std::string_view classname, std::string_view brushes);

}  // namespace hullbake::test
