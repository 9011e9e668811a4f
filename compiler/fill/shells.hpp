// Finds the closed shells of a surface.
//
// In: the pieces of a surface. Out: the shell of each piece. Two polygons bound the same space if they share an edge
// with only free space between them.
// Invariant: if every edge has its neighbours, shells determine which space a polygon bounds, without cutting space
// into leaves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/fill/sealing_surface.hpp"
#include "compiler/geometry/plane_table.hpp"

namespace hullbake {

class SurfaceRays;

/// An edge of a piece, with the line that it lies on.
struct EdgeOnLine {
    std::uint64_t line;  ///< hash of the line
    std::uint32_t piece;
    std::uint32_t edge;
    friend bool operator<(const EdgeOnLine& a, const EdgeOnLine& b) {
        return a.line != b.line ? a.line < b.line : a.piece != b.piece ? a.piece < b.piece : a.edge < b.edge;
    }
};

struct Shells {
    bool closed = false;                ///< true if every edge certainly has its neighbours
    std::vector<TouchedPiece> touched;  ///< sorted; cut the surface there and try again
    std::vector<std::uint32_t> of;      ///< by sealing piece: number of its shell; empty if any is touched

    /// Ends of the edges and joins of each line, for shellsAfter().
    struct LineEnds {
        std::size_t edges, joins;
    };
    std::vector<EdgeOnLine> edges;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> joins;  ///< pairs of pieces of one shell
    std::vector<LineEnds> lineEnds;
};

/// Returns the shells: pieces connected through edges, across the free space in front of them. `rays` must contain the
/// surface's pieces. Closed only if all vertices are exact.
Shells shellsOf(const PlaneTable& planes, const SealingSurface& surface, const SurfaceRays& rays);

/// Returns the shells of a surface that was cut where `before`, a result of shellsOf(), found it touched. Visits only
/// lines with parts of cut pieces. Every plane must have cut the piece that it touches. The result has no lines.
Shells shellsAfter(const PlaneTable& planes, const SealingSurface& surface, const SurfaceRays& rays,
                   const Shells& before, const CutPieces& cut);

}  // namespace hullbake
