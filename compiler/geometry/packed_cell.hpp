// Compact copy of the cell of a finished leaf. The first tree of a large map has very many of them.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/geometry/convex_cell.hpp"

namespace hullbake {

class PackedCell {
  public:
    explicit PackedCell(const CellFaces& cell);

    /// Returns the cell that it was made from, bit by bit.
    ConvexCell cell() const;

    std::size_t faceCount() const { return faces_.size(); }
    std::size_t cornerCount(std::size_t face) const { return faces_[face].end - begin(face); }
    const Vec3& corner(std::size_t face, std::size_t i) const { return points_[corners_[begin(face) + i].point]; }

    /// Returns ConvexCell::interior() of the cell.
    Vec3 interior() const;
    Box bounds() const;
    bool reachesVoid() const;
    /// Returns false if all corners are clear of the plane, on one side of it: the plane does not cut the cell.
    bool comesNear(const Plane& plane) const;

  private:
    struct Face {
        Plane plane;
        PlaneId id;         // plane id of the winding
        std::uint32_t end;  // end of its corners, which begin at the end of the previous face's corners
        bool outer;         // see CellFace
    };
    struct Corner {
        PlaneId edge;
        std::uint16_t point;  // 16 bits suffice: a cell has less than a thousand faces, as no tree is deeper
        bool exact;           // see WindingVertex
    };

    std::size_t begin(std::size_t face) const { return face == 0 ? 0 : faces_[face - 1].end; }
    std::uint16_t pointAt(const Vec3& p);

    std::vector<Face> faces_;
    std::vector<Corner> corners_;
    std::vector<Vec3> points_;  // each point once, although three faces meet there
};

}  // namespace hullbake
