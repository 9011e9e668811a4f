// Keeps a convex cell as half-spaces and the edges of its faces, and cuts it by planes.
//
// In: half-spaces. Out: cells, and how far they reach along a direction.
// Invariant: edges are for bounds only. Rounding may leave out edges shorter than a few times 1e-15.
#pragma once

#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

struct HalfSpace {
    Vec3 normal;  ///< unit length, outward
    double dist = 0;
};
using HalfSpaces = std::vector<HalfSpace>;

/// The least and the greatest distance along a direction.
struct Reach {
    double least, most;
};

/// Whether a cell reaches beyond two distances along a direction: below the lesser one, and above the greater one.
struct Beyond {
    bool least = false, most = false;
};

class SplitCell {
  public:
    /// `planes` must enclose a cell within 4 units of the origin.
    explicit SplitCell(const HalfSpaces& planes);

    /// Returns the part of the cell inside a half-space.
    SplitCell inside(const HalfSpace& side) const;
    /// Returns how far the vertices reach along a normal of length 1.
    Reach reach(const Vec3& normal) const;
    /// Compares that with two distances, which is quicker.
    Beyond beyond(const Vec3& normal, double least, double most) const;
    /// Returns at least as much as reach(), from a ball around the cell: quick.
    Reach roughReach(const Vec3& normal) const {
        const double at = dot(normal, middle_);
        return {at - radius_, at + radius_};
    }
    /// Returns a point within the cell.
    const Vec3& middle() const { return middle_; }
    bool empty() const { return edges_.empty(); }
    /// Returns the planes that the cell touches.
    const HalfSpaces& planes() const { return planes_; }

  private:
    struct Edge {
        Vec3 from, to;  ///< counterclockwise around the face, or clockwise around all faces
    };
    /// Where a face leaves a half-space and enters it again.
    struct Border {
        Vec3 leaves, enters;
        bool left = false, entered = false;
    };

    SplitCell() = default;
    void endFace(const HalfSpace& side);
    void addInside(const Edge& edge, const HalfSpace& side, Border& border);
    void findBall();

    HalfSpaces planes_;
    std::vector<Edge> edges_;        ///< face by face
    std::vector<Vec3> vertices_;     ///< each once
    std::vector<std::size_t> ends_;  ///< end of the edges of each face, one for each plane
    Vec3 middle_;                    ///< mean of the edges' ends
    double radius_ = 0;              ///< of a ball around the middle that contains the cell
};

}  // namespace hullbake::oracle
