// Convex cells: the space of a node or leaf of a tree under construction.
//
// In: a box and the planes that cut it. Out: the faces of the parts. Invariant: the faces of a cell form a closed
// surface around it.
#pragma once

#include <vector>

#include "compiler/base/stack_pool.hpp"
#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

struct CellFace {
    Plane plane;                   ///< outward
    Box bounds;                    ///< of the winding
    Winding winding;               ///< clockwise or anticlockwise
    bool outer = false;            ///< lies on the box around the whole map; the void is beyond it
    bool isGridRectangle = false;  ///< set only if isGridRectangle(winding) is true
};

struct ConvexCell {
    std::vector<CellFace> faces;

    /// Returns a point inside: the mean of all face corners.
    Vec3 interior() const;
    Box bounds() const;
    bool reachesVoid() const;
};

/// Returns the cell of a box, with all faces marked outer. If the coordinates are multiples of kEquationUnit, its
/// planes have ids (axialPlaneId).
ConvexCell cellOfBox(const Box& box);

/// A cell in a tree traversal. Most faces belong to the cell that it was cut from.
using CellFaces = InlineVector<const CellFace*, 20>;
CellFaces facesOf(const ConvexCell& cell);
ConvexCell cellOf(const CellFaces& faces);

/// Returns a point inside: the mean of all face corners.
Vec3 interiorOf(const CellFaces& cell);

struct CellSplit {
    CellFaces front, back;
    Winding cap;  ///< polygon between the parts; faces the same way as the plane
};

/// Cuts cells by planes.
class CellCutter {
  public:
    /// `memo` may be null.
    explicit CellCutter(const PlaneEquations& equations, MeetingMemo* memo = nullptr)
        : equations_(equations), memo_(memo) {}

    /// Cuts a cell. Both: fills all of `out`; new faces live until they are returned to made().
    /// Front or Back: the whole cell lies on that side, apart from slivers, and `out` has no meaning.
    PlaneSide cut(const CellFaces& cell, const CutPlane& by, CellSplit& out);
    StackPool<CellFace>& made() { return made_; }

  private:
    void findSides(const CellFaces& cell, const CutPlane& by);
    void cutFaces(const CellFaces& cell, const CutPlane& by, CellSplit& out);
    Winding polygonIn(const CellFaces& cell, const CutPlane& by) const;
    void addPart(const CellFace& whole, CellFace& part, CellFaces& out);
    void addCap(const Plane& plane, const Winding& cap, CellFaces& out);

    const PlaneEquations& equations_;
    MeetingMemo* memo_;
    StackPool<CellFace> made_;
    // Indexed by face of the current cell. Faces clear of the plane, and rectangles on the grid, have no vertex
    // entries.
    std::vector<WindingSides> sides_;
    bool onGrid_ = false;  // true if the current plane is on the grid
};

/// Cuts a cell that owns its faces.
PlaneSide splitCell(const PlaneEquations& equations, const ConvexCell& cell, const CutPlane& by, ConvexCell& front,
                    ConvexCell& back, Winding& cap);

}  // namespace hullbake
