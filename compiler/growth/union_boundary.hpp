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
    /// By brush: the sealing brushes near it with other contents. Empty when all brushes have the same contents.
    std::vector<std::vector<std::uint32_t>> others;
};

/// Returns the pieces of all faces of the index's brushes on the boundary between differing contents. Brushes must be
/// all blocking or all liquid. Pieces come in the order of brushes and faces, and face the way of their face.
Boundary unionBoundary(const PlaneTable& planes, const BrushIndex& index);

/// Cuts the brushes `others` out of a polygon of brush `owner`, as if all brushes had the same contents, and appends
/// what is left. Returns false, and appends nothing, when that is the whole polygon.
bool cutByOthers(const PlaneTable& planes, const BrushIndex& index, std::uint32_t owner, const Winding& polygon,
                 std::span<const std::uint32_t> others, std::vector<Winding>& parts);

}  // namespace hullbake
