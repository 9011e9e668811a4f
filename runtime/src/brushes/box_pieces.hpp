// The pieces of a box brush grown by a ball or an upright capsule, and where a line meets each of them.
//
// In: a box brush, such a body and a line. Out: the part of the line within the pieces that are asked, for one or two
// radii at once. An upright core makes the box higher by its length, and leaves a box grown by a ball: six planes, a
// cylinder around each edge and a ball around each corner. Pieces lie inside the grown brush, so any may be asked.
#pragma once

#include "brushes/line_part.hpp"
#include "brushes/round_pieces.hpp"

namespace hullbake::detail {

inline bool isUprightRound(const RoundBody& body) {
    return body.kind == BodyKind::Round && body.ends[0].x == body.ends[1].x && body.ends[0].y == body.ends[1].y;
}

/// The end of an upright core that is lower.
inline int lowerEnd(const RoundBody& body) {
    return body.ends[0].z <= body.ends[1].z ? 0 : 1;
}

class BoxPieces : public FoundPieces {
  public:
    BoxPieces(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
              const double* insets, int count)
        : FoundPieces(body, delta, insets, count),
          over_(start + body.ends[lowerEnd(body)] - brush.corner(7)),
          under_(start + body.ends[1 - lowerEnd(body)] - brush.corner(0)) {}

    /// How far the centre nearest to a side is from it at the start, outwards above and inwards below.
    double offset(int axis, bool up) const { return up ? over_[axis] : under_[axis]; }

    void addFace(int axis, bool up) {
        const double rise = up ? delta_[axis] : -delta_[axis];
        if (rise == 0) return;
        const double height = up ? over_[axis] : -under_[axis];
        for (int k = 0; k < count_; ++k) {
            const double t = (radii_[k] - height) / rise;
            if (holds((axis + 1) % 3, t) && holds((axis + 2) % 3, t)) found_[k].include(t);
        }
    }

    /// The edge along an axis at the greater or lesser ends of the next two.
    void addEdge(int axis, bool oneUp, bool twoUp) {
        const int one = (axis + 1) % 3, two = (axis + 2) % 3;
        const Vec3 from{offset(one, oneUp), offset(two, twoUp), 0}, way{delta_[one], delta_[two], 0};
        if (!(dot(way, way) > 0) || far_.passes(from, way)) return;
        const NearOrigin near(from, way);
        for (int k = 0; k < count_; ++k) {
            const LinePart part = near.within(radii_[k]);
            if (part.empty()) continue;
            if (holds(axis, part.enter)) found_[k].include(part.enter);
            if (holds(axis, part.leave)) found_[k].include(part.leave);
        }
    }

    /// Corners have numbers as in BrushShape.
    void addCorner(unsigned corner) {
        addBall({offset(0, (corner & 1) != 0), offset(1, (corner & 2) != 0), offset(2, (corner & 4) != 0)});
    }

    void addAll() {
        for (int axis = 0; axis < 3; ++axis) {
            for (const bool up : {false, true}) addFace(axis, up);
            for (const bool one : {false, true})
                for (const bool two : {false, true}) addEdge(axis, one, two);
        }
        for (unsigned corner = 0; corner < 8; ++corner) addCorner(corner);
    }

  private:
    // Returns true if the core is beside the box along the axis.
    bool holds(int axis, double t) const {
        const double way = delta_[axis] * t;
        return over_[axis] + way <= 0 && under_[axis] + way >= 0;
    }

    Vec3 over_, under_;  // from the greater sides to the lower end, from the lesser ones to the upper end
};

}  // namespace hullbake::detail
