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

/// Refers to the boundary that it was made of.
struct SealingSurface {
    /// First the boundary of all sealing brushes taken as one solid, then what bounds other brushes outside these.
    std::vector<SurfacePiece> pieces;
    std::size_t sealing = 0;                  ///< how many are of the first kind
    std::vector<char> besideOther;            ///< by polygon: lies in or against a sealing brush of other contents
    std::vector<std::vector<Winding>> parts;  ///< of polygons that were cut
    std::deque<Winding> halves;               ///< of pieces that were touched
};

/// Sky and solid, say, have a boundary between them; as one solid they have none.
SealingSurface sealingSurface(const PlaneTable& planes, const BrushIndex& index, const Boundary& boundary);

/// An edge along a plane touches the inside of a piece, where it may part the space in front of that.
struct TouchedPiece {
    std::uint32_t piece;
    PlaneId plane;
    friend bool operator==(const TouchedPiece&, const TouchedPiece&) = default;
    friend bool operator<(const TouchedPiece& a, const TouchedPiece& b) {
        return a.piece != b.piece ? a.piece < b.piece : a.plane < b.plane;
    }
};

/// Where the parts of pieces are.
struct CutPieces {
    std::vector<std::uint32_t> first;  ///< of a piece by the number that it had, its first part; at the end their count
    bool everywhere = true;            ///< whether every plane that touches a piece cut it

    bool isCut(std::uint32_t piece) const { return first[piece + 1] - first[piece] > 1; }
};

/// Cuts pieces by planes. The parts of a piece stand in its place. `touched` is sorted.
CutPieces cutTouched(const PlaneTable& planes, const std::vector<TouchedPiece>& touched, SealingSurface& surface);

}  // namespace hullbake
