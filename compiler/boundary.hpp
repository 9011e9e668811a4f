// Stage 5: the boundary of the union of grown brushes - what is left of each face after every brush it meets is
// subtracted. A total order (the brushes' order) decides which of two coincident faces stays.
#pragma once

#include <vector>

#include "compiler/brush_index.hpp"

namespace hullbake {

/// The pieces of all faces of the index's brushes on the boundary between differing contents. Brushes must be of one
/// kind (all blocking or all liquid). Pieces come in the order of brushes and faces; their orientation is that of the
/// face.
std::vector<Winding> unionBoundary(const PlaneTable& planes, const BrushIndex& index);

}  // namespace hullbake
