// Computes the boundary of the union of grown brushes.
//
// In: grown brushes. Out: the rest of each face after subtracting every brush that overlaps it. Invariant: of two
// coincident faces, that of the earlier brush stays.
#pragma once

#include <span>
#include <vector>

#include "compiler/growth/brush_index.hpp"

namespace hullbake {

struct Boundary {
    std::vector<Winding> polygons;
    std::vector<std::uint32_t> brushes;  ///< by polygon: the brush whose face it is part of
    /// Nearby sealing brushes with other contents, by brush. Empty if all brushes have equal contents.
    std::vector<std::vector<std::uint32_t>> others;
};

/// Returns the pieces of all faces of the index's brushes on the boundary between different contents. Brushes must be
/// all blocking or all liquid. Pieces are in the order of brushes and faces, and face the same way as their face.
/// Frees the faces of `spent`, the same brushes in the same order or none, once they are cut.
Boundary unionBoundary(const PlaneTable& planes, const BrushIndex& index, std::span<GrownBrush* const> spent = {});

/// Subtracts the brushes `others` from a polygon of brush `owner`, as if all contents were equal, and appends the rest.
/// Returns false, and appends nothing, if the rest is the whole polygon.
bool cutByOthers(const PlaneTable& planes, const BrushIndex& index, std::uint32_t owner, const Winding& polygon,
                 std::span<const std::uint32_t> others, std::vector<Winding>& parts);

}  // namespace hullbake
