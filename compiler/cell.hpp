// Convex cells: the space that a node or leaf of a tree under construction stands for.
#pragma once

#include <vector>

#include "compiler/winding.hpp"

namespace hullbake {

struct CellFace {
    Plane plane;         ///< outward
    Winding winding;     ///< in either sense
    bool outer = false;  ///< on the box around the whole map: beyond it lies the void
};

struct Cell {
    std::vector<CellFace> faces;

    /// A point inside: the mean of all corners.
    Vec3 interior() const;
    Box bounds() const;
    bool reachesVoid() const;
    /// Whether it lies between two planes that are no further apart than `width`, anywhere in it.
    bool thinnerThan(double width) const;
    /// Whether it is narrower than `width` in all directions but one.
    bool isNeedle(double width) const;
};

/// The cell that a box encloses, all faces marked outer. With whole coordinates its planes have ids (axialPlaneId).
Cell cellOfBox(const Box& box);

/// Cuts a cell by a plane. Both: `front`, `back` and `cap` (the polygon between them, facing `plane`'s way) are filled.
/// Front or Back: the whole cell lies there (up to slivers) and nothing is filled.
PlaneSide splitCell(const PlaneEquations& equations, const Cell& cell, const Plane& plane, PlaneId id, Cell& front,
                    Cell& back, Winding& cap);

}  // namespace hullbake
