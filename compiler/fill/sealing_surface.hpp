// The surface of all that keeps the void out.
//
// In: the boundary of the brushes. Out: its polygons, those of sealing brushes as if these were one solid.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "compiler/growth/union_boundary.hpp"

namespace hullbake {

/// A polygon of the boundary, or a part of one.
struct SurfacePiece {
    const Winding* winding;
    std::uint32_t polygon;  ///< of Boundary::polygons
};

/// The surface; refers to the boundary that it was made of.
struct SealingSurface {
    /// First the pieces of all sealing brushes taken as one solid, then those of other brushes outside of them.
    std::vector<SurfacePiece> pieces;
    std::size_t sealing = 0;                  ///< how many are of the first kind
    std::vector<char> besideOther;            ///< by polygon: lies in or against a sealing brush of other contents
    std::vector<std::vector<Winding>> parts;  ///< of polygons that were cut
    std::deque<Winding> halves;               ///< of pieces that were touched
};

/// Makes the surface. Sky and solid have a boundary between them; as one solid they have none.
SealingSurface sealingSurface(const PlaneTable& planes, const BrushIndex& index, const Boundary& boundary);

/// A piece whose inside is touched by an edge along a plane. The edge may divide the space in front of the piece.
struct TouchedPiece {
    std::uint32_t piece;
    PlaneId plane;
    friend bool operator==(const TouchedPiece&, const TouchedPiece&) = default;
    friend bool operator<(const TouchedPiece& a, const TouchedPiece& b) {
        return a.piece != b.piece ? a.piece < b.piece : a.plane < b.plane;
    }
};

/// The places of the parts of pieces.
struct CutPieces {
    std::vector<std::uint32_t> first;  ///< of a piece by the number that it had, its first part; at the end their count
    bool everywhere = true;            ///< whether every plane that touches a piece cut it

    bool isCut(std::uint32_t piece) const { return first[piece + 1] - first[piece] > 1; }
};

/// Cuts pieces by planes. The parts of a piece take its place. `touched` must be sorted.
CutPieces cutTouched(const PlaneTable& planes, const std::vector<TouchedPiece>& touched, SealingSurface& surface);

}  // namespace hullbake
