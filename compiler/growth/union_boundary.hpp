// The boundary of the union of grown brushes.
//
// In: grown brushes. Out: what is left of each face after every brush that overlaps it is subtracted. Invariant: of two
// coincident faces the one of the earlier brush stays.
#pragma once

#include <span>
#include <vector>

#include "compiler/growth/brush_index.hpp"

namespace hullbake {

struct Boundary {
    std::vector<Winding> polygons;
    std::vector<std::uint32_t> brushes;  ///< by polygon: the brush of whose face it is a part
    /// By brush: sealing brushes near it that hold something else than it does. Empty when all hold the same.
    std::vector<std::vector<std::uint32_t>> others;
};

/// The pieces of all faces of the index's brushes on the boundary between differing contents. Brushes must be of one
/// kind (all blocking or all liquid). Pieces come in the order of brushes and faces; their orientation is that of the
/// face.
Boundary unionBoundary(const PlaneTable& planes, const BrushIndex& index);

/// Cuts the brushes `others` out of a polygon of brush `owner`, as if all brushes held the same. Appends what is left;
/// false when that is the whole polygon, and then appends nothing.
bool cutByOthers(const PlaneTable& planes, const BrushIndex& index, std::uint32_t owner, const Winding& polygon,
                 std::span<const std::uint32_t> others, std::vector<Winding>& parts);

}  // namespace hullbake
