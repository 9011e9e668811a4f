#include "support/maps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>
#include <variant>

#include "formats/map_reader.hpp"

namespace hullbake::test {
namespace {

void number(std::vector<MapBrush>& brushes, std::uint32_t line) {
    for (MapBrush& brush : brushes) {
        brush.pos.line = line;
        for (std::uint32_t k = 0; k < brush.faces.size(); ++k) brush.faces[k].pos.line = line + k;
        line += 10;
    }
}

MapFile fileOf(std::variant<MapFile, Diagnostic> result) {
    if (const auto* error = std::get_if<Diagnostic>(&result)) {
        ADD_FAILURE() << error->text();
        return {};
    }
    return std::get<MapFile>(std::move(result));
}

// Writes a face through three points, clockwise seen from outside, as editors do.
void addFace(std::ostringstream& out, const Vec3& a, const Vec3& b, const Vec3& c, std::string_view texture) {
    for (const Vec3& p : {a, b, c}) out << "( " << p.x << ' ' << p.y << ' ' << p.z << " ) ";
    out << texture << " 0 0 0 1 1\n";
}

}  // namespace

MapFile worldMap(std::vector<MapBrush> brushes) {
    MapFile map;
    map.path = "test.map";
    MapEntity world;
    world.keys.push_back({"classname", "worldspawn", {}});
    number(brushes, 100);
    world.brushes = std::move(brushes);
    map.entities.push_back(std::move(world));
    return map;
}

std::uint32_t addPoint(MapFile& map, const std::string& classname, const std::string& origin) {
    MapEntity entity;
    entity.pos.line = static_cast<std::uint32_t>(10000 + map.entities.size());
    entity.keys.push_back({"classname", classname, {}});
    entity.keys.push_back({"origin", origin, {}});
    map.entities.push_back(std::move(entity));
    return map.entities.back().pos.line;
}

void addModel(MapFile& map, const std::string& classname, std::vector<MapBrush> brushes) {
    MapEntity entity;
    const auto line = static_cast<std::uint32_t>(10000 + 1000 * map.entities.size());
    entity.pos.line = line;
    entity.keys.push_back({"classname", classname, {}});
    number(brushes, line + 1);
    entity.brushes = std::move(brushes);
    map.entities.push_back(std::move(entity));
}

std::filesystem::path mapsFolder() {
    return std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps";
}

std::vector<std::filesystem::path> ownMaps() {
    std::vector<std::filesystem::path> maps;
    for (const char* const folder : {"demo", "scenes"})
        for (const auto& entry : std::filesystem::directory_iterator(mapsFolder() / folder))
            if (entry.path().extension() == ".map") maps.push_back(entry.path());
    std::sort(maps.begin(), maps.end());
    return maps;
}

std::vector<std::string> sceneNames() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(mapsFolder() / "scenes"))
        if (entry.path().extension() == ".map") names.push_back(entry.path().stem().string());
    std::sort(names.begin(), names.end());
    return names;
}

MapFile parseText(std::string_view text, const std::string& name) {
    return fileOf(parseMap(text, name));
}

MapFile loadMap(const std::string& path, std::string* text) {
    return fileOf(readMap(path, text));
}

MapFile sceneMap(const std::string& name) {
    return loadMap((mapsFolder() / "scenes" / (name + ".map")).string());
}

MapFile demoMap() {
    return loadMap((mapsFolder() / "demo" / "demo.map").string());
}

std::string boxText(const Vec3& mins, const Vec3& maxs, std::string_view texture) {
    constexpr Vec3 x{8, 0, 0}, y{0, 8, 0}, z{0, 0, 8};
    std::ostringstream out;
    out << std::setprecision(17) << "{\n";
    addFace(out, mins + z, mins, mins + y, texture);
    addFace(out, mins + x, mins, mins + z, texture);
    addFace(out, mins + y, mins, mins + x, texture);
    addFace(out, maxs + y, maxs, maxs + z, texture);
    addFace(out, maxs + z, maxs, maxs + x, texture);
    addFace(out, maxs + x, maxs, maxs + y, texture);
    out << "}\n";
    return out.str();
}

std::string entityText(std::string_view classname, std::string_view brushes) {
    std::ostringstream out;
    out << "{\n\"classname\" \"" << classname << "\"\n" << brushes << "}\n";
    return out.str();
}

std::string worldText(std::string_view brushes) {
    return entityText("worldspawn", brushes);
}

}  // namespace hullbake::test
