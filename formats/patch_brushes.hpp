// Turns curved patches and meshes into brushes.
//
// In: a parsed map. Out: the same map, with each patch as convex pieces in the entity that it belongs to. The pieces
// lie behind the surface and fill a shell of one unit. They share all their faces, so nothing passes between them.
#pragma once

#include <cstddef>
#include <optional>

#include "formats/for_each.hpp"
#include "formats/map.hpp"

namespace hullbake {

/// How far a patch may lie from its surface when nobody says, in units.
inline constexpr double kCurveError = 0.5;

struct PatchCount {
    std::size_t patches = 0;  ///< that became brushes
    std::size_t brushes = 0;
    std::optional<Diagnostic> fault;  ///< there are too many cells: no patch became brushes
};

/// Replaces every patch by brushes behind those of its entity, and takes it out of `leftOut`. A patch without an area
/// stays there. `error` is how far the triangles may lie from the curved surface, in units: at least 1/16. The brushes
/// are the same whatever `forEach` does at the same time.
PatchCount addPatchBrushes(MapFile& map, double error = kCurveError, const ForEach& forEach = oneAfterAnother);

}  // namespace hullbake
