// Rules for the contents of a brush and for the model that an entity's brushes belong to.
//
// In: texture names, contents flags and class names of the map. Out: roles and contents. The tables in the .cpp file
// are the rules; docs/compile.md documents them for map makers.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/map.hpp"
#include "hullbake/contents.hpp"

namespace hullbake {

enum class BrushRole : std::uint8_t {
    Volume,   ///< fills space with its contents
    Origin,   ///< marks the origin of its entity
    Nothing,  ///< hint brushes and similar: dropped before anything else is decided
};

struct BrushKind {
    BrushRole role = BrushRole::Volume;
    Contents contents = Contents::Solid;
    bool mixed = false;  ///< its faces name different contents; the first one counts
};

/// Returns the kind of a brush, which its first face with a texture that is not neutral decides. Neutral textures are
/// skip, null, nodraw, caulk and bevel. A brush with neutral textures only is solid.
/// Names are compared without case and without their folder. Quake 2 contents flags, where a face has any, take
/// precedence over the name.
BrushKind brushKind(const MapBrush& brush, bool inWorld);

/// Returns true if the side of a face is not shifted when the brush is expanded by a hull (texture `bevel`).
bool isUngrown(const MapFace& face);

enum class EntityRole : std::uint8_t {
    World,         ///< its brushes belong to model 0
    WorldNothing,  ///< part of the world that nothing collides with
    Model,         ///< a brush model of its own
    ModelNothing,  ///< a brush model that nothing collides with: it keeps its number
};

EntityRole entityRole(std::string_view classname);

/// Returns true for entities where a player starts: if one of them reaches the void, the map leaks.
bool isPlayerStart(std::string_view classname);

}  // namespace hullbake
