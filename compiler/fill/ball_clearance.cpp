// Sweeps the ball down the tree, clipping its segment at every plane, and tests the leaves that it may enter.

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

// Returns the part of a segment where the distance to the plane, times `side`, is at least -reach.
Segment partOn(const Segment& way, double dFrom, double dTo, double side, double reach) {
    const double a = side * dFrom + reach, b = side * dTo + reach;
    Segment part = way;
    if (a < 0) part.from = way.from + (way.to - way.from) * (a / (a - b));
    if (b < 0) part.to = way.from + (way.to - way.from) * (a / (a - b));
    return part;
}

// Sweep of a ball through a tree.
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
    // Returns true if a plane separates the leaf from the ball. The candidates pass through an acute edge of the leaf,
    // between the two planes that meet there. The planes around a leaf extend far beyond such edges.
    bool separated(const Segment& way) const {
        for (std::size_t i = 0; i < within_.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (separates(within_[i], within_[k], way)) return true;
        return false;
    }

    bool separates(const Plane& a, const Plane& b, const Segment& way) const {
        // Tests the plane whose normal is the sum of these shares of the two normals.
        const auto byShares = [&](double ofA, double ofB) {
            const double size = length(a.normal * ofA + b.normal * ofB);
            const auto beyond = [&](const Vec3& q) {
                return ofA * distanceTo(a, q) + ofB * distanceTo(b, q) > reach_ * size + kBallRounding * (ofA + ofB);
            };
            return beyond(way.from) && beyond(way.to);
        };
        // For planes that almost coincide, the leaf counts as absent where the gap between them is too thin to be
        // solid. The leaf may be thicker far away from here.
        const double spread = length(a.normal + b.normal);
        const auto nothingAt = [&](const Vec3& q) {
            return distanceTo(a, q) + distanceTo(b, q) > reach_ * spread - kSurfaceTolerance;
        };
        if (spread < kThinLeafSpread && nothingAt(way.from) && nothingAt(way.to)) return true;
        const double cosine = dot(a.normal, b.normal), rest = 1 - cosine * cosine;
        if (rest < kLeastEdgeSine2) return false;
        for (const Vec3& p : {way.from, way.to}) {
            const double da = distanceTo(a, p), db = distanceTo(b, p);
            // Shares of the two normals in the vector from the edge to the point.
            const double ofA = (da - cosine * db) / rest, ofB = (db - cosine * da) / rest;
            if (ofA > 0 && ofB > 0 && byShares(ofA, ofB)) return true;
        }
        return false;
    }

    // Lower bound of the squared sine of the angle between two planes that have an edge. No unit. Below it the edge is
    // rounding.
    static constexpr double kLeastEdgeSine2 = 1e-12;
    // Upper bound of the length of the sum of the normals of two planes that enclose a thin leaf. No unit, nearly an
    // angle. At a wider angle the leaf exceeds the tolerance within a unit of its edge.
    static constexpr double kThinLeafSpread = 1e-3;
    // Upper bound of the rounding of a distance from a plane. World units. Points farther off are clear.
    static constexpr double kBallRounding = 1e-10;

    double reach_;
    std::vector<Plane> within_;  // outward planes of the current node's cell
};

}  // namespace

bool passable(const TreeNode& leaf) {
    return !any(leaf.contents & kSealing);
}

namespace {

bool passes(const TreeNode& root, const Segment& way, double reach, int halvings) {
    if (Sweep(reach).clear(root, way)) return true;
    // Halving the sweep lets separated() reject leaves that a long sweep cannot be separated from.
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
            if (i == 13 || (!alongUp && i / 9 != 1)) continue;  // i == 13 is the point itself
            const Vec3 moved = p + way * (share * reach / length(way));
            if (ballPasses(root, moved, moved, radius)) return moved;
        }
    return std::nullopt;
}

}  // namespace hullbake
