// Turns displacements of Hammer into meshes.
//
// In: a parsed map. Out: the same map, with each displacement as a patch of its entity. Source: Valve's developer
// community on the VMF format: points lie between the corners of the face, raised along its normal by the elevation and
// along their own normals by their distances, and shifted by their offsets.
#pragma once

#include "formats/map.hpp"

namespace hullbake {

/// Replaces displaced brushes by the meshes of their displacements. A brush whose displaced face has not four corners
/// stays, and so does its place in `leftOut`.
void addDisplacementPatches(MapFile& map);

}  // namespace hullbake
