#include "formats/terrain_map.hpp"

#include <span>
#include <utility>

#include "formats/heightfield.hpp"
#include "formats/letters.hpp"
#include "formats/mesh_brushes.hpp"
#include "formats/polygon_brushes.hpp"
#include "formats/terrain_brushes.hpp"

namespace hullbake {
namespace {

bool endsIn(std::string_view path, std::string_view ending) {
    return path.size() >= ending.size() && sameButForCase(path.substr(path.size() - ending.size()), ending);
}

bool isMeshName(std::string_view path) {
    return endsIn(path, ".obj");
}

std::optional<Diagnostic> addMesh(std::string_view bytes, const std::string& path, MapFile& map) {
    auto mesh = parseObj(bytes, path);
    if (auto* const fault = std::get_if<Diagnostic>(&mesh)) return std::move(*fault);
    MapEntity& world = map.entities.front();
    auto made =
        makeMeshBrushes(std::get<Mesh>(mesh), {}, path, [&](const MapBrush& brush) { world.brushes.push_back(brush); });
    if (auto* const fault = std::get_if<Diagnostic>(&made)) return std::move(*fault);
    addFlatPolygons(std::get<MeshCount>(made), map);
    return std::nullopt;
}

std::optional<Diagnostic> addHeights(std::string_view bytes, const std::string& path, MapFile& map) {
    auto read = parseHeights(std::as_bytes(std::span(bytes)), path);
    if (auto* const fault = std::get_if<Diagnostic>(&read)) return std::move(*fault);
    const Heightfield& field = std::get<Heightfield>(read);
    TerrainForm form;
    form.scale.z = heightStep(field);
    TerrainBrushes terrain(field, form);
    if (terrain.fault()) return Diagnostic{path, {0, 0, 0}, *terrain.fault()};
    if (auto excess = terrainExcess(field, form)) return Diagnostic{path, {0, 0, 0}, std::move(*excess)};
    for (std::uint32_t row = 0; row < terrain.rows(); ++row)
        terrain.takeRow(row, [&](const MapBrush& brush) { map.entities.front().brushes.push_back(brush); });
    return std::nullopt;
}

std::optional<Diagnostic> addPolygons(std::string_view bytes, const std::string& path, MapFile& map) {
    auto read = parseWkt(bytes, path);
    if (auto* const fault = std::get_if<Diagnostic>(&read)) return std::move(*fault);
    MapEntity& world = map.entities.front();
    auto made = makePolygonBrushes(std::get<FlatDrawing>(read), {}, path,
                                   [&](const MapBrush& brush) { world.brushes.push_back(brush); });
    if (auto* const fault = std::get_if<Diagnostic>(&made)) return std::move(*fault);
    return std::nullopt;
}

}  // namespace

bool isTerrainName(std::string_view path) {
    return isMeshName(path) || endsIn(path, ".wkt") || endsIn(path, ".pgm") || endsIn(path, ".png");
}

std::variant<MapFile, Diagnostic> parseTerrain(std::string_view bytes, const std::string& path) {
    MapFile map;
    map.path = path;
    map.entities.emplace_back();
    map.entities.front().keys.push_back({"classname", "worldspawn", {}});
    auto fault = isMeshName(path)       ? addMesh(bytes, path, map)
                 : endsIn(path, ".wkt") ? addPolygons(bytes, path, map)
                                        : addHeights(bytes, path, map);
    if (fault) return std::move(*fault);
    return map;
}

}  // namespace hullbake
