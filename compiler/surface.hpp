// The surface of all that keeps the void out, and the closed shells that it consists of. Two polygons that meet at an
// edge with nothing but free space between them bound the same space: where every edge has its neighbours, which space
// a polygon bounds is known without cutting the space into leaves.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "compiler/boundary.hpp"

namespace hullbake {

/// A polygon of the boundary, or a part of one.
struct SurfacePiece {
    const Winding* winding;
    std::uint32_t polygon;  ///< of Boundary::polygons
};

/// Refers to the boundary that it was made of.
struct SealingSurface {
    /// First the boundary of all sealing brushes taken as one solid, then what bounds other brushes outside these.
    std::vector<SurfacePiece> pieces;
    std::size_t sealing = 0;                  ///< how many are of the first kind
    std::vector<char> besideOther;            ///< by polygon: lies in or against a sealing brush of other contents
    std::vector<std::vector<Winding>> parts;  ///< of polygons that were cut
};

/// Sky and solid, say, have a boundary between them; as one solid they have none.
SealingSurface sealingSurface(const PlaneTable& planes, const BrushIndex& index, const Boundary& boundary);

/// By piece the number of its shell: pieces that are connected through edges, across the free space in front of them.
/// None when some edge lacks a neighbour, or lies too close to others to tell: then the surface is not closed as far as
/// doubles can see. The vertices must be exact.
std::optional<std::vector<std::uint32_t>> shellsOf(const PlaneTable& planes, std::span<const SurfacePiece> pieces);

}  // namespace hullbake
