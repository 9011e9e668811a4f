// Reads heightfields, meshes and polygons as maps: a world of their brushes.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "formats/map.hpp"

namespace hullbake {

/// Returns true for names that end in `.pgm`, `.png`, `.obj` or `.wkt`, in any case.
bool isTerrainName(std::string_view path);

/// Returns a map whose world has the brushes of a heightfield, a mesh or polygons, as they lie without any option of
/// `hullbake terrain`: TerrainForm, MeshForm and PolygonForm as they are, with heightStep(). Requires a name for which
/// isTerrainName is true.
std::variant<MapFile, Diagnostic> parseTerrain(std::string_view bytes, const std::string& path);

}  // namespace hullbake
