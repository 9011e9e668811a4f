// The classes of entities that place other maps, and their keys.
#pragma once

#include <string_view>

#include "formats/map.hpp"

namespace hullbake {

/// A class whose entities name another map.
struct PrefabClass {
    std::string_view name, file, angles, angle, scale, pivot;  ///< keys; `pivot` is a class
    bool external;                                             ///< its brushes become those of the entity
};

inline constexpr PrefabClass kPrefabClasses[] = {
    {"misc_external_map", "_external_map", "_external_map_angles", "_external_map_angle", "_external_map_scale", "",
     true},
    {"func_instance", "file", "angles", "", "", "func_instance_origin", false},
    {"misc_prefab", "model", "angles", "angle", "", "", false},
};

/// Returns the class of an entity that names another map, and null for all other entities.
inline const PrefabClass* prefabClassOf(const MapEntity& entity) {
    for (const PrefabClass& known : kPrefabClasses)
        if (entity.isOf(known.name) && !entity.value(known.file).empty()) return &known;
    return nullptr;
}

}  // namespace hullbake
