#include "walk.hpp"

namespace hullbake::detail {

namespace {

// Is there a point within the tolerance of the origin where all n_i . x >= b_i? The nearest such point lies on at most
// three of the planes, so trying all of those finds it.
class NearestPoint {
  public:
    void add(const Vec3& normal, double least) {
        if (count_ < kMax) constraints_[count_++] = {normal, least};
    }

    bool exists() const {
        if (holds({})) return true;
        for (int i = 0; i < count_; ++i) {
            if (holds(normal(i) * least(i))) return true;
            for (int k = 0; k < i; ++k) {
                if (onTwo(i, k)) return true;
                for (int m = 0; m < k; ++m)
                    if (onThree(i, k, m)) return true;
            }
        }
        return false;
    }

  private:
    static constexpr int kMax = 12;
    // The point may be this much further away, and this much outside: it was computed with rounding.
    static constexpr double kReach = kSurfaceTolerance * 1.01;
    static constexpr double kSlack = kRounding * 1e-3;

    struct Constraint {
        Vec3 normal;
        double least;
    };
    const Vec3& normal(int i) const { return constraints_[i].normal; }
    double least(int i) const { return constraints_[i].least; }

    bool holds(const Vec3& x) const {
        if (!(dot(x, x) <= kReach * kReach)) return false;
        for (int i = 0; i < count_; ++i)
            if (dot(normal(i), x) < least(i) - kSlack) return false;
        return true;
    }

    bool onTwo(int i, int k) const {
        const double g = dot(normal(i), normal(k)), det = 1 - g * g;
        if (det < 1e-18) return false;
        const double a = (least(i) - g * least(k)) / det, b = (least(k) - g * least(i)) / det;
        return holds(normal(i) * a + normal(k) * b);
    }

    bool onThree(int i, int k, int m) const {
        const Vec3 km = cross(normal(k), normal(m));
        const double det = dot(normal(i), km);
        if (std::fabs(det) < 1e-12) return false;
        const Vec3 x = km * least(i) + cross(normal(m), normal(i)) * least(k) + cross(normal(i), normal(k)) * least(m);
        return holds(x * (1 / det));
    }

    Constraint constraints_[kMax];
    int count_ = 0;
};

// Whether the space on the chosen sides comes within the tolerance of `p`, with some room there and not just a point.
bool comesNear(const Tables& tables, Choices choices, const Vec3& p) {
    if (choices.size() < 2) return true;
    NearestPoint nearest;
    for (const Choice& choice : choices) {
        const Plane plane = nodePlane(tables, tables.nodes[choice.node]);
        const double d = distanceTo(plane, p);
        if (choice.side == Side::Front) nearest.add(plane.normal, kRounding - d);
        else nearest.add(-plane.normal, kRounding + d);
    }
    return nearest.exists();
}

}  // namespace

bool SnapList::anyAcute(const Tables& tables) const {
    // Planes further from parallel than this keep what lies between them within a few tolerances of both.
    constexpr double kAcute = 0.95;
    if (full_) return true;
    for (std::uint32_t i = 0; i < count_; ++i)
        for (std::uint32_t k = 0; k < i; ++k) {
            if (samePlane(*nodes_[i], *nodes_[k])) continue;
            if (std::fabs(dot(nodePlane(tables, *nodes_[i]).normal, nodePlane(tables, *nodes_[k]).normal)) > kAcute) return true;
        }
    return false;
}

Touch touchPoint(const Trees& trees, const Vec3& p, std::int64_t& budget) {
    return touchingLeaves(
        trees,
        [&](const NodeRecord& node) {
            const double d = snapped(nodeDistance(trees.tables, node, p), kSurfaceTolerance);
            return d > 0 ? Side::Front : d < 0 ? Side::Back : Side::Both;
        },
        [&](Choices choices) { return comesNear(trees.tables, choices, p); }, budget);
}

void finishAtEnd(const Trees& trees, const Line& line, const Follower& follower, Contact& contact, std::int64_t& budget) {
    const bool undecided = follower.inside || follower.pending;
    const bool endFree = !undecided || touchPoint(trees, line.end, budget).free;
    contact.leave = follower.leave;
    if (follower.inside) {
        contact.allsolid = !endFree;
    } else if (follower.pending && !endFree) {
        contact.hit = true;
        contact.t = follower.pendingT;
    }
    if (endFree) contact.contents = 0;
}

namespace {

// How a node's plane lies to a trace.
struct Crossing {
    double d0, d1;  // snapped distances of the ends

    bool inPlane() const { return d0 == 0 && d1 == 0; }
    /// Passes from one side to the other, a start on the plane included.
    bool crosses() const { return (d0 >= 0 && d1 < 0) || (d0 <= 0 && d1 > 0); }
    double t() const { return d0 / (d0 - d1); }
    Side after() const { return d1 < 0 || (d1 == 0 && d0 < 0) ? Side::Back : Side::Front; }
    Side before() const { return d0 < 0 || (d0 == 0 && d1 > 0) ? Side::Back : Side::Front; }
};

Crossing crossingOf(const Trees& trees, const Line& line, const NodeRecord& node, SnapList& snaps) {
    return {snappedDistance(trees.tables, node, line.start, line.snap, snaps),
            snappedDistance(trees.tables, node, line.end, line.snap, snaps)};
}

constexpr auto kAnyChoice = [](Choices) { return true; };

}  // namespace

Contact walkSlow(const Trees& trees, const Line& line, SnapList& snaps, std::int64_t& budget) {
    Contact contact;
    Follower follower;
    // Every step but the last moves `now` on to the crossing of some node's plane, so there are at most as many as nodes.
    for (double now = 0, next = 1;; now = next) {
        next = 1;
        const auto sideOf = [&](const NodeRecord& node) {
            const Crossing crossing = crossingOf(trees, line, node, snaps);
            if (crossing.inPlane()) return Side::Both;
            if (!crossing.crosses()) return crossing.after();
            const double t = crossing.t();
            if (t <= now) return crossing.after();
            next = std::min(next, t);
            return crossing.before();
        };
        const Touch touch = touchingLeaves(trees, sideOf, kAnyChoice, budget);
        if (now == 0 && !touch.free) {
            follower.inside = contact.startsolid = !touchPoint(trees, line.start, budget).free;
            if (follower.inside) contact.contents = touch.contents;
        }
        if (!touch.free && !follower.inside) contact.contents = touch.contents;
        if (follower.advance(!touch.free, now, next, line.toleranceT)) {
            contact.hit = true;
            contact.t = follower.pendingT;
            contact.leave = follower.leave;
            return contact;
        }
        if (next >= 1 || budget <= 0) break;
    }
    finishAtEnd(trees, line, follower, contact, budget);
    return contact;
}

Plane crossedPlane(const Trees& trees, const Line& line, double t, std::int64_t& budget) {
    const Vec3 contact = line.start + line.delta * t;
    SnapList ignored;
    Plane best{line.delta * (-1 / line.length), 0};
    best.dist = dot(best.normal, contact);
    double bestFacing = -1;
    const auto sideOf = [&](const NodeRecord& node) {
        const Crossing crossing = crossingOf(trees, line, node, ignored);
        if (crossing.inPlane()) return Side::Both;
        if (!crossing.crosses()) return crossing.after();
        if (std::fabs(nodeDistance(trees.tables, node, contact)) > kSurfaceTolerance)
            return crossing.t() <= t ? crossing.after() : crossing.before();
        Plane plane = nodePlane(trees.tables, node);
        if (crossing.after() == Side::Front) plane = {-plane.normal, -plane.dist};
        const double facing = -dot(plane.normal, line.delta);
        if (facing > bestFacing) {
            bestFacing = facing;
            best = plane;
        }
        return crossing.after();
    };
    touchingLeaves(trees, sideOf, kAnyChoice, budget);
    return best;
}

}  // namespace hullbake::detail
