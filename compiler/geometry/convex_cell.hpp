// Convex cells: the space of a node or leaf of a tree under construction.
//
// In: a box, and planes that cut it. Out: the faces of the parts. Invariant: the faces of a cell close around it.
#pragma once

#include <vector>

#include "compiler/base/stack_pool.hpp"
#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

struct CellFace {
    Plane plane;                   ///< outward
    Box bounds;                    ///< of the winding
    Winding winding;               ///< in either sense
    bool outer = false;            ///< on the box around the whole map: beyond it lies the void
    bool isGridRectangle = false;  ///< only where isGridRectangle(winding) holds
};

struct ConvexCell {
    std::vector<CellFace> faces;

    /// Returns a point inside: the mean of all corners.
    Vec3 interior() const;
    Box bounds() const;
    bool reachesVoid() const;
};

/// Returns the cell that a box encloses, all faces marked outer. With whole coordinates its planes have ids
/// (axialPlaneId).
ConvexCell cellOfBox(const Box& box);

/// A cell on its way down a tree: most faces are those of the cell that it was cut from.
using CellFaces = InlineVector<const CellFace*, 20>;
CellFaces facesOf(const ConvexCell& cell);
ConvexCell cellOf(const CellFaces& faces);

Vec3 interiorOf(const CellFaces& cell);
/// Returns true if the cell lies between two planes that are no further apart than `width`, anywhere in it.
bool thinnerThan(const CellFaces& cell, double width);
/// Returns true if it is narrower than `width` in all directions but one.
bool isNeedle(const CellFaces& cell, double width);

struct CellSplit {
    CellFaces front, back;
    Winding cap;  ///< the polygon between them, facing the plane's way
};

/// Cuts cells by planes.
class CellCutter {
  public:
    explicit CellCutter(const PlaneEquations& equations) : equations_(equations) {}

    /// Both: all of `out` is filled; new faces live as long as they are not given back to made().
    /// Front or Back: the whole cell lies there (up to slivers) and nothing is filled.
    PlaneSide cut(const CellFaces& cell, const CutPlane& by, CellSplit& out);
    StackPool<CellFace>& made() { return made_; }

  private:
    /// A corner within the tolerance of the plane at hand, as one of its faces has it.
    struct NearCorner {
        Vec3 p;
        WindingSides* sides;
        int* sign;
    };
    /// Where the front of a face ends: an edge of the cap.
    struct BorderEdge {
        CutPoint ends[2];
        PlaneId face = kNoPlane;
        std::size_t count = 0;  ///< of ends found: two, if the face is cut in two
    };

    void findSides(const CellFaces& cell, const CutPlane& by);
    void findCorners(const CellFaces& cell, const CutPlane& by);
    bool isExact(const CellFaces& cell, PlaneId id) const;
    void cutExactly(const CellFaces& cell, const CutPlane& by, CellSplit& out);
    Winding polygonIn(const CellFaces& cell, const CutPlane& by) const;
    void settleCorners(const CellFaces& cell);
    void cutClosed(const CellFaces& cell, const CutPlane& by, CellSplit& out);
    void splitAlongBorder(const Winding& face, const WindingSides& sides, const CutPlane& by, Winding& front,
                          Winding& back);
    CutPoint crossingOf(const Winding& face, const WindingSides& sides, std::size_t front, std::size_t back,
                        PlaneId edge, const CutPlane& by) const;
    Winding capInBorder(const CutPlane& by);
    void addPart(const CellFace& whole, CellFace& part, CellFaces& out);
    void addCap(const Plane& plane, const Winding& cap, CellFaces& out);

    const PlaneEquations& equations_;
    StackPool<CellFace> made_;
    // By face of the cell at hand; of clear faces, and of rectangles on the grid, without the vertices.
    std::vector<WindingSides> sides_;
    bool onGrid_ = false;  // whether the plane at hand is on it
    std::vector<NearCorner> near_;
    std::vector<BorderEdge> border_;
};

/// Cuts a cell that owns its faces.
PlaneSide splitCell(const PlaneEquations& equations, const ConvexCell& cell, const CutPlane& by, ConvexCell& front,
                    ConvexCell& back, Winding& cap);

}  // namespace hullbake
