// Keeps a convex cell as half-spaces and the edges of its faces, and cuts it by planes.
//
// In: half-spaces. Out: cells, and how far they reach along a direction.
// Invariant: edges are for bounds only. Rounding may leave out edges shorter than a few times 1e-15.
#pragma once

#include <utility>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

struct HalfSpace {
    Vec3 normal;  ///< unit length, outward
    double dist = 0;
};
using HalfSpaces = std::vector<HalfSpace>;

class SplitCell {
  public:
    /// `planes` must enclose a cell within 4 units of the origin.
    explicit SplitCell(const HalfSpaces& planes);

    /// Returns the part of the cell inside a half-space.
    SplitCell inside(const HalfSpace& side) const;
    /// Returns the least and the greatest distance of a vertex along `normal`.
    std::pair<double, double> extent(const Vec3& normal) const;
    /// Returns a point within the cell.
    Vec3 middle() const;
    bool empty() const { return faces_.empty(); }
    /// Returns the planes that the cell touches.
    const HalfSpaces& planes() const { return planes_; }

  private:
    struct Edge {
        Vec3 from, to;  ///< counterclockwise around the face, or clockwise around all faces
    };
    using Face = std::vector<Edge>;

    SplitCell() = default;
    static Face cut(const Face& face, const HalfSpace& side, Face& cap);

    HalfSpaces planes_;
    std::vector<Face> faces_;  ///< one for each plane
};

}  // namespace hullbake::oracle
