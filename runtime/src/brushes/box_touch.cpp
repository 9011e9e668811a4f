#include "brushes/box_touch.hpp"

#include <bit>

#include "brushes/box_pieces.hpp"
#include "tree/tolerances.hpp"

namespace hullbake::detail {

namespace {

// Units within which a place counts as beyond a side, too.
constexpr double kAtSide = 0.02;
// Upper bound of how far, in units, the body moves between the touch of the planes and the tolerance behind them.
constexpr double kShortWayIn = 0.005;
// As of nearestFeature: units within which an edge ends, and the difference of unit normals that are one.
constexpr double kAtCorner = 1e-9, kSameBoxNormal = 1e-9;
constexpr double kInsets[2] = {0, kSurfaceTolerance};

class BoxTouch {
  public:
    BoxTouch(const BrushShape& brush, const BodyWay& way)
        : delta_(way.delta),
          radius_(way.body.radius),
          shortWay_(kShortWayIn / way.length),
          pieces_(brush, way.body, way.start, way.delta, kInsets, 2) {}

    // Asks the pieces near the place where the last plane, one across `axis`, is entered. Returns false if those are
    // not certain.
    bool run(int axis, double enter) {
        int out[3];  // beyond the greater side 1, the lesser -1
        if (!entersSteeply(enter) || !findSides(enter, out)) return false;
        out[axis] = delta_[axis] < 0 ? 1 : -1;
        pieces_.addFace(axis, out[axis] > 0);
        unsigned corners = 0;
        for (int along = 0; along < 3; ++along) {
            const int one = (along + 1) % 3, two = (along + 2) % 3;
            if (out[one] == 0 || out[two] == 0) continue;
            pieces_.addEdge(along, out[one] > 0, out[two] > 0);
            const int lower = (out[one] > 0 ? 1 << one : 0) + (out[two] > 0 ? 1 << two : 0);
            corners |= 1u << lower | 1u << (lower + (1 << along));
        }
        for (; corners != 0; corners &= corners - 1)
            pieces_.addCorner(static_cast<unsigned>(std::countr_zero(corners)));
        return true;
    }

    void addAll() { pieces_.addAll(); }
    NearParts parts() const { return {pieces_.found(0), pieces_.found(1)}; }

  private:
    // Returns true if the planes that face the way are passed at nearly the same place where the body is deeper than
    // the tolerance behind them.
    bool entersSteeply(double enter) const {
        const double last = enter + shortWay_;
        for (int a = 0; a < 3; ++a) {
            const double d = delta_[a], height = d < 0 ? pieces_.offset(a, true) : -pieces_.offset(a, false);
            if (height - radius_ + kSurfaceTolerance > last * std::fabs(d)) return false;
        }
        return true;
    }

    // Finds beyond which sides of the inner box the body is where it enters the planes.
    bool findSides(double enter, int (&out)[3]) const {
        for (int a = 0; a < 3; ++a) {
            const double way = delta_[a] * enter;
            const bool under = pieces_.offset(a, false) + way<kAtSide, over = pieces_.offset(a, true) + way> - kAtSide;
            if (under && over) return false;
            out[a] = over ? 1 : under ? -1 : 0;
        }
        return true;
    }

    const Vec3& delta_;
    double radius_, shortWay_;
    BoxPieces pieces_;
};

}  // namespace

NearParts partsAtBox(const BrushShape& brush, const BodyWay& way, std::uint32_t face, double enter, bool& all) {
    BoxTouch touch(brush, way);
    const auto& normal = brush.faces()[face].normal;
    all = !touch.run(normal[0] != 0 ? 0 : normal[1] != 0 ? 1 : 2, enter);
    if (all) touch.addAll();
    return touch.parts();
}

NearestFeature touchOfBox(const BrushShape& brush, const RoundBody& body, const Vec3& origin) {
    const int lower = lowerEnd(body);
    const Vec3 over = origin + body.ends[lower] - brush.corner(7);
    const Vec3 under = origin + body.ends[1 - lower] - brush.corner(0);
    const double tall = body.ends[1 - lower].z - body.ends[lower].z;
    NearestFeature nearest;
    Vec3 out;
    int most = 0, beside = 0;
    for (int a = 0; a < 3; ++a) {
        const double core = a == 2 ? tall : 0;
        out[a] = over[a] > 0 ? over[a] : under[a] < 0 ? under[a] : 0;
        beside += over[a] + core >= -kAtCorner || under[a] - core <= kAtCorner ? 1 : 0;
        if (std::fabs(out[a]) > std::fabs(out[most])) most = a;
    }
    nearest.distance = length(out);
    if (!(nearest.distance > 0)) return nearest;
    const double one = out[(most + 1) % 3], two = out[(most + 2) % 3], same = kSameBoxNormal * nearest.distance;
    if (one * one + two * two <= same * same) {
        nearest.normal[most] = out[most] > 0 ? 1 : -1;
        nearest.feature = Feature::Face;
    } else {
        nearest.normal = out * (1 / nearest.distance);
        nearest.feature = beside == 3 ? Feature::Corner : Feature::Edge;
    }
    return nearest;
}

}  // namespace hullbake::detail
