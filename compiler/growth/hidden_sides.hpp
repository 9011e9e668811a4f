// Marks the sides of brushes that bound no union, whatever box the brushes are grown by.
//
// In: a scene whose corners are known. Out: SidePlane::hidden. Why it holds: a side touches its brush in a polygon, an
// edge or a corner. Let another brush of the same contents contain all of that, and reach beyond the side's plane.
// Grown by a box, it contains the whole face of this side, and still reaches beyond its plane. So there is solid in
// front of every part of the face, and no boundary on it.
#pragma once

#include "compiler/brushes/scene.hpp"

namespace hullbake {

void markHiddenSides(BrushScene& scene);

}  // namespace hullbake
