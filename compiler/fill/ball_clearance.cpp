#include "compiler/fill/ball_clearance.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/brushes/sealing.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

struct Segment {
    Vec3 from, to;
};

// The part of a segment where the distance to the plane, times `side`, is at least -reach.
Segment partOn(const Segment& way, double dFrom, double dTo, double side, double reach) {
    const double a = side * dFrom + reach, b = side * dTo + reach;
    Segment part = way;
    if (a < 0) part.from = way.from + (way.to - way.from) * (a / (a - b));
    if (b < 0) part.to = way.from + (way.to - way.from) * (a / (a - b));
    return part;
}

// A ball on its way down a tree.
class Sweep {
  public:
    explicit Sweep(double reach) : reach_(reach) {}

    bool clear(const TreeNode& node, const Segment& way) {
        if (node.isLeaf()) return passable(node) || separated(way);
        const double dFrom = distanceTo(node.plane, way.from), dTo = distanceTo(node.plane, way.to);
        if (std::max(dFrom, dTo) >= -reach_) {
            within_.push_back({-node.plane.normal, -node.plane.dist});
            if (!clear(*node.front, partOn(way, dFrom, dTo, 1, reach_))) return false;
            within_.pop_back();
        }
        if (std::min(dFrom, dTo) > reach_) return true;
        within_.push_back(node.plane);
        if (!clear(*node.back, partOn(way, dFrom, dTo, -1, reach_))) return false;
        within_.pop_back();
        return true;
    }

  private:
    // The planes around a leaf reach far beyond its acute edges. Returns true if a plane through such an edge, between
    // the two planes that meet there, has the leaf on one side and the ball on the other.
    bool separated(const Segment& way) const {
        for (std::size_t i = 0; i < within_.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (separates(within_[i], within_[k], way)) return true;
        return false;
    }

    bool separates(const Plane& a, const Plane& b, const Segment& way) const {
        // Tests the plane between the two that has these shares of their normals.
        const auto byShares = [&](double ofA, double ofB) {
            const double size = length(a.normal * ofA + b.normal * ofB);
            const auto beyond = [&](const Vec3& q) {
                return ofA * distanceTo(a, q) + ofB * distanceTo(b, q) > reach_ * size + kBallRounding * (ofA + ofB);
            };
            return beyond(way.from) && beyond(way.to);
        };
        // Planes that all but coincide: whether there is anything between them here, or what is too thin to be solid,
        // however far the leaf may be from that elsewhere.
        const double spread = length(a.normal + b.normal);
        const auto nothingAt = [&](const Vec3& q) {
            return distanceTo(a, q) + distanceTo(b, q) > reach_ * spread - kSurfaceTolerance;
        };
        if (spread < kThinLeafSpread && nothingAt(way.from) && nothingAt(way.to)) return true;
        const double cosine = dot(a.normal, b.normal), rest = 1 - cosine * cosine;
        if (rest < kLeastEdgeSine2) return false;
        for (const Vec3& p : {way.from, way.to}) {
            const double da = distanceTo(a, p), db = distanceTo(b, p);
            // The shares of the normals in the way from the edge to the point.
            const double ofA = (da - cosine * db) / rest, ofB = (db - cosine * da) / rest;
            if (ofA > 0 && ofB > 0 && byShares(ofA, ofB)) return true;
        }
        return false;
    }

    // Least squared sine of the angle between two planes that have an edge. No unit. Below it the edge is rounding.
    static constexpr double kLeastEdgeSine2 = 1e-12;
    // Most length of the sum of the normals of two planes that enclose a thin leaf. No unit, nearly an angle. A wider
    // angle leaves a leaf that is thicker than the tolerance within a unit of its edge.
    static constexpr double kThinLeafSpread = 1e-3;
    // Most rounding of a distance from a plane. World units. What is further off is clear.
    static constexpr double kBallRounding = 1e-10;

    double reach_;
    std::vector<Plane> within_;  // outward, of the node that is looked at
};

}  // namespace

bool passable(const TreeNode& leaf) {
    return !any(leaf.contents & kSealing);
}

namespace {

bool passes(const TreeNode& root, const Segment& way, double reach, int halvings) {
    if (Sweep(reach).clear(root, way)) return true;
    // Halving the way lets separated() reject leaves that a long way cannot be separated from.
    const Vec3 middle = (way.from + way.to) * 0.5;
    if (halvings == 0 || way.from == way.to || !Sweep(reach).clear(root, {middle, middle})) return false;
    return passes(root, {way.from, middle}, reach, halvings - 1) && passes(root, {middle, way.to}, reach, halvings - 1);
}

}  // namespace

bool ballPasses(const TreeNode& root, const Vec3& from, const Vec3& to, double radius) {
    constexpr int kSweepHalvings = 3;
    return passes(root, {from, to}, radius + kOnPlane, kSweepHalvings);
}

std::optional<Vec3> ballAround(const TreeNode& root, const Vec3& p, const Vec3& up, double radius, double reach,
                               bool alongUp) {
    if (ballPasses(root, p, p, radius)) return p;
    const Vec3 aside = std::fabs(up.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    Vec3 right = cross(up, aside);
    right = right * (1 / length(right));
    const Vec3 forward = cross(up, right);
    for (const double share : {0.5, 1.0})
        for (int i = 0; i < 27; ++i) {
            const Vec3 way = right * (i % 3 - 1) + forward * (i / 3 % 3 - 1) + up * (i / 9 - 1);
            if (i == 13 || (!alongUp && i / 9 != 1)) continue;  // 13 stays where it is
            const Vec3 moved = p + way * (share * reach / length(way));
            if (ballPasses(root, moved, moved, radius)) return moved;
        }
    return std::nullopt;
}

}  // namespace hullbake
