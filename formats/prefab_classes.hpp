// The classes of entities that place other maps or meshes, and their keys.
#pragma once

#include <string_view>

#include "formats/map.hpp"
#include "formats/placement.hpp"

namespace hullbake {

/// A class whose entities name another map.
struct PrefabClass {
    std::string_view name, file, angles, angle, scale, pivot;  ///< keys; `pivot` is a class
    bool external;                                             ///< its brushes become those of the entity
    bool model = false;                                        ///< names a mesh, and is placed if it collides
};

inline constexpr PrefabClass kPrefabClasses[] = {
    {"misc_external_map", "_external_map", "_external_map_angles", "_external_map_angle", "_external_map_scale", "",
     true},
    {"func_instance", "file", "angles", "", "", "func_instance_origin", false},
    {"misc_prefab", "model", "angles", "angle", "", "", false},
    {"misc_model", "model", "angles", "angle", "modelscale", "", true, true},
    {"misc_gamemodel", "model", "angles", "angle", "modelscale", "", true, true},
};

/// Returns true if an entity has the key `_collide`, with any value but 0.
inline bool collides(const MapEntity& entity) {
    const std::string_view value = entity.value("_collide");
    Vec3 number{1, 0, 0};
    return !value.empty() && !(parseNumbers(value, number) == 1 && number.x == 0);
}

/// Returns the class of an entity that names another map, and null for all other entities.
inline const PrefabClass* prefabClassOf(const MapEntity& entity) {
    for (const PrefabClass& known : kPrefabClasses)
        if (entity.isOf(known.name) && !entity.value(known.file).empty() && (!known.model || collides(entity)))
            return &known;
    return nullptr;
}

}  // namespace hullbake
