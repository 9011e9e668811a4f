// The surface of all that keeps the void out, and the closed shells that it consists of. Two polygons that meet at an
// edge with nothing but free space between them bound the same space: where every edge has its neighbours, which space
// a polygon bounds is known without cutting the space into leaves.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "compiler/boundary.hpp"

namespace hullbake {

class SurfaceRays;

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

struct Shells {
    bool closed = false;                ///< whether every edge has its neighbours, clearly
    std::vector<TouchedPiece> touched;  ///< cut the surface there and ask again
    std::vector<std::uint32_t> of;      ///< by sealing piece the number of its shell, when none is touched
};

/// Shells are pieces that are connected through edges, across the free space in front of them. `rays` knows the
/// surface's pieces. Closed only if all vertices are exact.
Shells shellsOf(const PlaneTable& planes, const SealingSurface& surface, const SurfaceRays& rays);

/// Cuts pieces by planes.
void cutTouched(const PlaneTable& planes, const std::vector<TouchedPiece>& touched, SealingSurface& surface);

}  // namespace hullbake
