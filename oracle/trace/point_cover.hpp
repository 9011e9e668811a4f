// Is a point inside a union of brushes, or only on its boundary? Decided by what is left of a tiny cube around the
// point.
//
// A point on the seam of two touching brushes lies in the interior of neither and yet inside the union; a point in the
// apex of a crack lies on both brushes and yet on the boundary. Subtracting the brushes from a cube tells them apart.
#pragma once

#include <span>

#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"
#include "oracle/solids/grown_brush.hpp"

namespace hullbake::oracle {

/// How closely a point is looked at.
struct Tolerance {
    /// Units: half the size of the cube. A point is inside when all of it is.
    double depth = kSurfaceTolerance;
    /// Part of `depth`: remains of the cube thinner than this do not count, they are rounding of the planes.
    double sliver = 2e-4;
    /// Units: cracks narrower than this do not count where a segment crosses them. Exact seams have some by rounding.
    double glue = 1e-8;
    /// Units. A stretch within `depth` of a surface that is then left behind is that surface being crossed when it is
    /// shorter; longer ones lie on the surface, and so outside.
    double crossing = 1e-3;
    /// Units: half the size of the cube that tells whether a trace starts inside; `depth` when smaller.
    double start = 0;
};

/// Whether the cube around `p` lies wholly in the union of the closed brushes `cover` and meets no interior of `holes`.
bool coversNeighbourhood(const Vec3& p, const Tolerance& tolerance, std::span<const GrownBrush* const> cover,
                         std::span<const GrownBrush* const> holes);

}  // namespace hullbake::oracle
