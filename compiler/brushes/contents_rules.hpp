// Rules for the contents of a brush and for the model that an entity's brushes belong to.
//
// In: texture names, contents flags and class names of the map. Out: roles and contents. The tables in the .cpp file
// are the rules; docs/compile.md documents them for map makers.
#pragma once

#include <array>
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
    const MapFace* decider = nullptr;    ///< the face that says so; null if no face fills space
    const MapFace* dissenter = nullptr;  ///< a face that says something else, or null
};

/// Returns the kind of a brush. Its faces are neutral, name contents, or mark a brush that fills nothing.
/// - Neutral textures say nothing: skip, null, nodraw, caulk and bevel. A brush of these alone is solid.
/// - A mark (trigger, origin, hint and the like) counts only where no face names contents: hidden faces often have one.
/// - Of several contents the first counts, but what a visible face calls solid goes before all but sky.
/// Names are compared without case. Flags of Quake 2, where a face has any, take precedence over the name: surface
/// flags first, then contents flags.
BrushKind brushKind(const MapBrush& brush, bool inWorld);

/// Returns the bits of the blocking tree, overlaps resolved, and those of the liquid tree.
std::array<Contents, 2> partsOf(Contents contents);

/// Returns true if the side of a face is not shifted when the brush is expanded by a hull (texture `bevel`).
bool isUngrown(const MapFace& face);

enum class EntityRole : std::uint8_t {
    World,         ///< its brushes belong to model 0
    WorldNothing,  ///< part of the world that nothing collides with
    Model,         ///< a brush model of its own
    ModelNothing,  ///< a brush model that nothing collides with: it keeps its number
};

EntityRole entityRole(std::string_view classname);

}  // namespace hullbake
