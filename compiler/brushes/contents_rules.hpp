// The rules: what a brush is made of, and where an entity's brushes go.
//
// In: texture names, contents flags and class names of the map. Out: roles and contents. The tables in the .cpp file
// are the rules; docs/compiling.md tells them to map makers.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/map.hpp"
#include "hullbake/contents.hpp"

namespace hullbake {

enum class BrushRole : std::uint8_t {
    Volume,   ///< fills space with its contents
    Origin,   ///< marks the origin of its entity
    Nothing,  ///< hint and the like: gone before anything is decided
};

struct BrushKind {
    BrushRole role = BrushRole::Volume;
    Contents contents = Contents::Solid;
    bool mixed = false;  ///< telling textures of different contents: the first one counts
};

/// Returns the kind of a brush: its first face with a telling texture decides. Neutral textures (skip, null, nodraw,
/// caulk, bevel) are skipped; a brush of these alone is solid. Names are compared without case and without their
/// folder. Quake 2 contents flags, where a face has any, go before the name.
BrushKind brushKind(const MapBrush& brush, bool inWorld);

/// Returns true if a face's side stays where it is in every hull (texture `bevel`).
bool isUngrown(const MapFace& face);

enum class EntityRole : std::uint8_t {
    World,         ///< its brushes belong to model 0
    WorldNothing,  ///< part of the world that nothing collides with
    Model,         ///< a brush model of its own
    ModelNothing,  ///< a brush model that nothing collides with: it keeps its number
};

EntityRole entityRole(std::string_view classname);

/// Returns true for entities that a player begins at: when one of them reaches the void, the map leaks.
bool isPlayerStart(std::string_view classname);

}  // namespace hullbake
