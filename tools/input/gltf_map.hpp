// Reads glTF as a map, beside all that formats/map_reader.hpp reads.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "formats/map.hpp"

namespace hullbake::cli {

/// Returns true for names that end in `.gltf` or `.glb`, in any case.
bool isGltfName(std::string_view path);

/// As readMap, prefabs included. Of glTF it makes a world of the mesh's brushes, y up, as `hullbake terrain` does
/// without options; `textOut` receives their text, so that a hash of it depends on the buffers beside the file too.
std::variant<MapFile, Diagnostic> readMapOrGltf(const std::string& path, std::string* textOut = nullptr);

}  // namespace hullbake::cli
