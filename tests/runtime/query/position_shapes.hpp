// The solids of the position table, each as map text and again as planes computed by hand, bevels included.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake::test {

struct HandShape {
    std::string_view name;
    std::string brushes;  ///< map text, texture "stone"; several brushes touch and fill one convex solid
    /// Planes that a box can touch, computed by hand: dot(normal, p) <= dist inside. Normals of any length.
    std::vector<Plane> planes;
    std::size_t minFaces = 0;  ///< least number of sides with an area, for the solid grown by a box with volume
};

std::vector<HandShape> handShapes();

/// Number of attitudes: the axes permuted cyclically, and all negated in the second half.
inline constexpr int kAttitudes = 6;
Vec3 turned(const Vec3& v, int attitude);
/// Turns every brush of the map into that attitude.
void turnBrushes(MapFile& map, int attitude);

/// The interval of t in which start + t * (end - start) is inside.
struct Stretch {
    double enter = 0, leave = 0;
    bool inside() const { return enter < leave; }
};

/// A convex solid grown by a box: the positions that the box's origin may not enter.
class GrownShape {
  public:
    GrownShape(const HandShape& shape, int attitude, const Box& box);

    struct Side {
        Plane plane;
        std::vector<Vec3> corners;
        Vec3 middle;
    };
    struct Edge {
        Vec3 from, to;
        Plane one, two;
    };
    struct Corner {
        Vec3 p;
        std::vector<Plane> planes;
    };
    /// Returns the sides that have an area. Bevels have none when the box is a point.
    const std::vector<Side>& sides() const { return sides_; }
    const std::vector<Edge>& edges() const { return edges_; }
    const std::vector<Corner>& corners() const { return corners_; }
    Vec3 middle() const { return middle_; }

    Stretch clip(const Vec3& start, const Vec3& end) const;
    /// Returns true if `plane` belongs to the solid, goes through `p` and faces a mover along `move`.
    bool isEntered(const Plane& plane, const Vec3& p, const Vec3& move) const;

  private:
    void findCorners();
    void findSides();
    void findEdges();

    std::vector<Plane> planes_;
    std::vector<Side> sides_;
    std::vector<Edge> edges_;
    std::vector<Corner> corners_;
    Vec3 middle_;
};

}  // namespace hullbake::test
