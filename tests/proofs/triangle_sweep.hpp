// The truth about a box that moves among triangles: the separating axes of the box and of each triangle. A tree of
// bounds leaves out triangles that the box does not come near; it decides nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake::test {

using Triangle = std::array<Vec3, 3>;  // counterclockwise from its front

class TriangleSweep {
  public:
    TriangleSweep(const std::vector<Triangle>& triangles, const Box& box);

    /// Returns the fraction of a segment at which the box, grown by `more` units to each side, first overlaps a
    /// triangle; 2 if it never does. Touching is no overlap.
    double entry(const Vec3& from, const Vec3& to, double more) const;
    bool overlaps(const Vec3& at, double more) const { return entry(at, at, more) <= 1; }
    /// The same without the tree.
    double entryAmongAll(const Vec3& from, const Vec3& to, double more) const;

  private:
    // The ways to part boxes of one size and a triangle.
    struct Axes {
        struct Axis {
            Vec3 along;
            double low = 0, high = 0;  // of the triangle, grown by the box
            double perUnit = 0;        // by which one unit more of the box grows it
        };
        std::array<Axis, 13> axes;
        std::size_t count = 0;
    };
    struct Node {
        Vec3 mins, maxs;              // of the triangles below it
        std::uint32_t first = 0;      // of its triangles, or the second child; the first one follows the node
        std::uint32_t triangles = 0;  // 0: it has children
    };

    Axes axesOf(const Triangle& t) const;
    void build(const std::vector<Triangle>& triangles, std::vector<std::uint32_t>& order, std::size_t begin,
               std::size_t end);
    static double entryOf(const Axes& axes, const Vec3& from, const Vec3& way, double more);

    Box box_;
    std::vector<Axes> axes_;  // in the order of the leaves
    std::vector<Node> nodes_;
};

}  // namespace hullbake::test
