// Places other maps in a map: `misc_external_map` (ericw-tools), `func_instance` (Source), `misc_prefab` (Radiant), and
// meshes of `misc_model` that collide.
//
// In: a parsed map whose path is known. Out: the same map with the brushes and entities of the maps that it names.
// docs/compile.md, section 4, has the keys, and what each class takes of the other map.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "formats/map.hpp"

namespace hullbake {

/// Upper bound of how deep maps stand in maps.
inline constexpr std::size_t kMostPrefabDepth = 32;
/// Upper bound of the faces, points, entities, keys and parts that prefabs bring, each counted at every level that it
/// passes. About 1.5 GB.
inline constexpr std::size_t kMostPrefabItems = 4'000'000;
/// Upper bound of their brushes, counted in the same way.
inline constexpr std::size_t kMostPrefabBrushes = 500'000;

/// A reader of files that this library has none for, such as glTF.
struct FurtherReader {
    /// Returns true for the names of files that `read` reads.
    bool (*reads)(std::string_view path);
    /// As readMap. `text` receives what a hash of the file is to depend on.
    std::variant<MapFile, Diagnostic> (*read)(const std::string& path, std::string* text);
};

/// Reads and places the maps that entities of `map` name, and those that they name. A relative name is looked for in
/// the folder of the map that names it, then in the folder above, then in the one above that. `\` counts as `/`. A name
/// without an extension may lack that of the map. An entity that names no file stays as it is. Appends the bytes of
/// each file to `text`, once. `further`, if not null, reads the files that it names.
///
/// The first fault ends it, with the place of the entity or key: a missing file, one with an error, a circle, a limit
/// that is passed, a value that is no number. The map is then incomplete.
std::optional<Diagnostic> placePrefabs(MapFile& map, std::string& text, const FurtherReader* further = nullptr);

}  // namespace hullbake
