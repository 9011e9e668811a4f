// Surface of all brushes that keep the void out.
//
// In: the boundary of the brushes. Out: its polygons, where all sealing brushes count as one solid.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "compiler/growth/union_boundary.hpp"

namespace hullbake {

/// A polygon of the boundary, or a part of one.
struct SurfacePiece {
    const Winding* winding;
    std::uint32_t polygon;  ///< index into Boundary::polygons
};

/// The surface; refers to the boundary that it was made from.
struct SealingSurface {
    /// First the pieces of all sealing brushes as one solid, then those of other brushes outside of them.
    std::vector<SurfacePiece> pieces;
    std::size_t sealing = 0;                  ///< number of pieces of the first kind
    std::vector<char> besideOther;            ///< by polygon: lies in or against a sealing brush of other contents
    std::vector<std::vector<Winding>> parts;  ///< of polygons that were cut
    std::deque<Winding> halves;               ///< of pieces that were touched
};

/// Builds the surface. Sky and solid have a boundary between them, but as one solid they have none.
SealingSurface sealingSurface(const PlaneTable& planes, const BrushIndex& index, const Boundary& boundary);

/// A piece whose interior is touched by an edge along a plane. The edge may divide the space in front of the piece.
struct TouchedPiece {
    std::uint32_t piece;
    PlaneId plane;
    friend bool operator==(const TouchedPiece&, const TouchedPiece&) = default;
    friend bool operator<(const TouchedPiece& a, const TouchedPiece& b) {
        return a.piece != b.piece ? a.piece < b.piece : a.plane < b.plane;
    }
};

/// Positions of the parts of cut pieces.
struct CutPieces {
    std::vector<std::uint32_t> first;  ///< by old piece number: its first part; the count comes last
    bool everywhere = true;            ///< true if every plane that touches a piece cut it

    bool isCut(std::uint32_t piece) const { return first[piece + 1] - first[piece] > 1; }
};

/// Cuts pieces by planes. The parts of a piece replace it. `touched` must be sorted.
CutPieces cutTouched(const PlaneTable& planes, const std::vector<TouchedPiece>& touched, SealingSurface& surface);

}  // namespace hullbake
