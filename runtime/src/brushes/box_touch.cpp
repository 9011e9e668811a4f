#include "brushes/box_touch.hpp"

#include "brushes/round_pieces.hpp"
#include "tree/tolerances.hpp"

namespace hullbake::detail {

namespace {

// Units within which a place counts as beyond a side, too.
constexpr double kAtSide = 0.02;
// Upper bound of how far, in units, the body moves between the touch of the planes and the tolerance behind them.
constexpr double kShortWayIn = 0.005;
constexpr double kInsets[2] = {0, kSurfaceTolerance};

class BoxTouch {
  public:
    BoxTouch(const BrushShape& brush, const BodyWay& way)
        : brush_(brush),
          way_(way),
          low_(brush.corner(0)),
          high_(brush.corner(7)),
          lower_(way.body.ends[0].z <= way.body.ends[1].z ? 0 : 1),
          pieces_(brush, way.body, way.start, way.delta, kInsets, 2) {}

    bool run(std::uint32_t face, double enter) {
        const int axis = axisOf(face);
        if (!entersSteeply(enter) || !findSides(enter)) return false;
        out_[axis] = way_.delta[axis] < 0 ? 1 : -1;
        addFace(face, axis);
        const int beyond[3] = {out_[0] != 0, out_[1] != 0, out_[2] != 0};
        if (beyond[0] != 0 && beyond[1] != 0) addUprightEdge();
        if (beyond[2] != 0 && beyond[0] != 0) addLevelEdge(0);
        if (beyond[2] != 0 && beyond[1] != 0) addLevelEdge(1);
        return true;
    }

    const LinePart& found(int k) const { return pieces_.found(k); }

  private:
    bool isCapsule() const { return way_.body.ends[0].z != way_.body.ends[1].z; }
    int upper() const { return 1 - lower_; }
    Vec3 centreOf(int end) const { return pieces_.centreAt(end); }

    int axisOf(std::uint32_t face) const {
        const auto& normal = brush_.faces()[face].normal;
        return normal[0] != 0 ? 0 : normal[1] != 0 ? 1 : 2;
    }

    // Returns true if the planes that face the way are passed at nearly the same place where the body is deeper than
    // the tolerance behind them.
    bool entersSteeply(double enter) const {
        const double last = enter + kShortWayIn / way_.length;
        for (int a = 0; a < 3; ++a) {
            const double d = way_.delta[a];
            const double height = d < 0 ? way_.start[a] + way_.bounds.mins[a] - high_[a]
                                        : low_[a] - (way_.start[a] + way_.bounds.maxs[a]);
            if (height + kSurfaceTolerance > last * std::fabs(d)) return false;
        }
        return true;
    }

    // Finds beyond which sides of the inner box the body is where it enters the planes.
    bool findSides(double enter) {
        const Vec3 centre = centreOf(lower_) + way_.delta * enter;
        const double top = centre.z + (way_.body.ends[upper()].z - way_.body.ends[lower_].z);
        const Vec3 above = {centre.x, centre.y, top};
        for (int a = 0; a < 3; ++a) {
            const bool under = above[a]<low_[a] + kAtSide, over = centre[a]> high_[a] - kAtSide;
            if (under && over) return false;
            out_[a] = over ? 1 : under ? -1 : 0;
        }
        // An end of the core level with an end of the box is touched by two pieces.
        return !isCapsule() || (std::fabs(centre.z - low_.z) > kAtSide && std::fabs(top - high_.z) > kAtSide);
    }

    Vec3 cornerAt(bool x, bool y, bool z) const {
        return {x ? high_.x : low_.x, y ? high_.y : low_.y, z ? high_.z : low_.z};
    }

    void addFace(std::uint32_t face, int axis) {
        if (axis == 2 || !isCapsule()) return pieces_.addFace(face, centreOf(endAt(out_[2] > 0)), kWholeLine);
        const bool up = out_[axis] > 0;
        for (int end = 0; end < 2; ++end) pieces_.addFace(face, centreOf(end), kWholeLine);
        for (const bool top : {false, true})
            if (axis == 0)
                pieces_.addSlantedSide(cornerAt(up, false, top), cornerAt(up, true, top));
            else
                pieces_.addSlantedSide(cornerAt(false, up, top), cornerAt(true, up, top));
    }

    // The end of the core that touches the upper or the lower side.
    int endAt(bool top) const { return top ? lower_ : upper(); }

    void addUprightEdge() {
        const Vec3 from = cornerAt(out_[0] > 0, out_[1] > 0, false), to = cornerAt(out_[0] > 0, out_[1] > 0, true);
        for (int end = 0; end < (isCapsule() ? 2 : 1); ++end) {
            const Vec3 centre = centreOf(end);
            pieces_.addEdge(from, to, centre);
            pieces_.addCorner(from, centre);
            pieces_.addCorner(to, centre);
        }
        if (!isCapsule()) return;
        pieces_.addSlantedCorner(from);
        pieces_.addSlantedCorner(to);
    }

    // The edge of the upper or lower side and a side across x or y.
    void addLevelEdge(int across) {
        const bool top = out_[2] > 0, up = out_[across] > 0;
        const Vec3 from = across == 0 ? cornerAt(up, false, top) : cornerAt(false, up, top);
        const Vec3 to = across == 0 ? cornerAt(up, true, top) : cornerAt(true, up, top);
        const Vec3 centre = centreOf(endAt(top));
        pieces_.addEdge(from, to, centre);
        pieces_.addCorner(from, centre);
        pieces_.addCorner(to, centre);
    }

    const BrushShape& brush_;
    const BodyWay& way_;
    Vec3 low_, high_;
    int lower_;  // end of the core
    RoundPieces pieces_;
    int out_[3] = {};  // beyond the greater side 1, the lesser -1
};

}  // namespace

bool partsAtBox(const BrushShape& brush, const BodyWay& way, std::uint32_t face, double enter, NearParts& parts) {
    BoxTouch touch(brush, way);
    if (!touch.run(face, enter)) return false;
    parts = {touch.found(0), touch.found(1)};
    return true;
}

}  // namespace hullbake::detail
