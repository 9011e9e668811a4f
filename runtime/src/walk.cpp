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
        if (choice.side == Side::Front)
            nearest.add(plane.normal, kRounding - d);
        else
            nearest.add(-plane.normal, kRounding + d);
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
            if (std::fabs(dot(nodePlane(tables, *nodes_[i]).normal, nodePlane(tables, *nodes_[k]).normal)) > kAcute)
                return true;
        }
    return false;
}

Touch touchPoint(const Trees& trees, const Vec3& p, std::int64_t& budget) {
    return touchingLeaves(
        trees,
        [&](const NodeRecord& node) {
            const double d = snapped(nodeDistance(trees.tables, node, p));
            return Turn{d > 0 ? Side::Front : d < 0 ? Side::Back : Side::Both};
        },
        [&](Choices choices) { return comesNear(trees.tables, choices, p); }, budget);
}

void finishAtEnd(const Trees& trees, const Line& line, const Follower& follower, bool unsure, Contact& contact,
                 std::int64_t& budget) {
    const bool undecided = follower.inside || follower.pending || unsure;
    Touch end{true, 0};
    if (undecided) end = touchPoint(trees, line.end, budget);
    const bool endFree = end.free;
    contact.leave = follower.leave;
    if (follower.inside) {
        contact.allsolid = !endFree;
    } else if (!endFree) {
        contact.hit = true;
        contact.t = follower.pendingT;
        if (!follower.pending) {
            contact.t = 1;  // entered a little before, as the brushes can tell
            contact.node = -1;
            contact.contents = end.contents;
        }
    }
    if (endFree) contact.contents = 0;
}

namespace {

// How a node's plane lies to a trace.
struct Crossing {
    double d0, d1;  // snapped distances of the ends
    bool moved;     // by the snapping

    bool inPlane() const { return d0 == 0 && d1 == 0; }
    /// Passes from one side to the other, a start on the plane included.
    bool crosses() const { return (d0 >= 0 && d1 < 0) || (d0 <= 0 && d1 > 0); }
    double t() const { return d0 / (d0 - d1); }
    Side after() const { return d1 < 0 || (d1 == 0 && d0 < 0) ? Side::Back : Side::Front; }
    Side before() const { return d0 < 0 || (d0 == 0 && d1 > 0) ? Side::Back : Side::Front; }
};

Crossing crossingOf(const Trees& trees, const Line& line, const NodeRecord& node) {
    const double raw0 = nodeDistance(trees.tables, node, line.start), raw1 = nodeDistance(trees.tables, node, line.end);
    const double d0 = snapped(raw0), d1 = snapped(raw1);
    return {d0, d1, d0 != raw0 || d1 != raw1};
}

// A part of the trace in which no node's plane is crossed.
struct Step {
    double to = 1;
    Touch touch;
};

// The longest such part from `from` on, and what it lies in. The space that a walk finds must come near both ends of
// the step, and then does in between, being convex. If it comes near one end only, a shorter step tells where that
// changes.
Step stepFrom(const Trees& trees, const Line& line, double from, std::int64_t& budget) {
    Step step;
    for (;;) {
        const Vec3 p = line.start + line.delta * from, q = line.start + line.delta * step.to;
        double next = step.to;
        bool looked = false, halfway = false;
        // An end that was snapped to a plane says nothing of the side that the rest is on, where that is as near.
        const auto holdsStep = [&](const NodeRecord& node, const Vec3& a, const Vec3& b) {
            return snapped(nodeDistance(trees.tables, node, a)) == 0 &&
                   snapped(nodeDistance(trees.tables, node, b)) == 0;
        };
        const auto sideOf = [&](const NodeRecord& node) {
            const Crossing crossing = crossingOf(trees, line, node);
            if (crossing.inPlane() || (crossing.moved && holdsStep(node, p, q))) return Turn{Side::Both};
            if (!crossing.crosses()) return Turn{crossing.after(), crossing.moved};
            const double t = crossing.t();
            if (t <= from) return Turn{crossing.after(), crossing.moved};
            next = std::min(next, t);
            return Turn{crossing.before(), crossing.moved};
        };
        const auto exists = [&](Choices choices) {
            if (choices.size() < 2) return true;
            looked = true;
            const bool atStart = comesNear(trees.tables, choices, p), atEnd = comesNear(trees.tables, choices, q);
            halfway = halfway || atStart != atEnd;
            return atStart && atEnd;
        };
        step.touch = touchingLeaves(trees, sideOf, exists, budget);
        const bool shorter = next < step.to;
        step.to = next;
        if (budget <= 0) return step;
        if (shorter && looked) continue;  // what was looked at was too long
        if (step.touch.free || !halfway || (step.to - from) * line.length <= kSurfaceTolerance) return step;
        step.to = (from + step.to) / 2;
    }
}

}  // namespace

Contact walkSlow(const Trees& trees, const Line& line, std::int64_t& budget) {
    Contact contact;
    Follower follower;
    // Every step moves on to the crossing of another node's plane, or by a tolerance at least.
    for (double now = 0; now < 1 && budget > 0;) {
        const Step step = stepFrom(trees, line, now, budget);
        const Touch& touch = step.touch;
        if (now == 0) {
            const Touch start = touchPoint(trees, line.start, budget);
            follower.inside = contact.startsolid = !start.free;
            if (follower.inside) contact.contents = start.contents;
        }
        if (!touch.free && !follower.inside) contact.contents = touch.contents;
        if (follower.advance(!touch.free, now, step.to, line.toleranceT)) {
            contact.hit = true;
            contact.t = follower.pendingT;
            contact.leave = follower.leave;
            return contact;
        }
        now = step.to;
    }
    finishAtEnd(trees, line, follower, true, contact, budget);
    return contact;
}

Plane crossedPlane(const Trees& trees, const Line& line, double t, std::int64_t& budget) {
    const Vec3 contact = line.start + line.delta * t;
    Plane best{line.delta * (-1 / line.length), 0};
    best.dist = dot(best.normal, contact);
    double bestFacing = -1;
    const auto sideOf = [&](const NodeRecord& node) {
        const Crossing crossing = crossingOf(trees, line, node);
        if (crossing.inPlane()) return Turn{Side::Both};
        if (!crossing.crosses()) return Turn{crossing.after()};
        if (std::fabs(nodeDistance(trees.tables, node, contact)) > kSurfaceTolerance)
            return Turn{crossing.t() <= t ? crossing.after() : crossing.before()};
        Plane plane = nodePlane(trees.tables, node);
        if (crossing.after() == Side::Front) plane = {-plane.normal, -plane.dist};
        const double facing = -dot(plane.normal, line.delta);
        if (facing > bestFacing) {
            bestFacing = facing;
            best = plane;
        }
        return Turn{crossing.after()};
    };
    touchingLeaves(
        trees, sideOf, [](Choices) { return true; }, budget);
    return best;
}

}  // namespace hullbake::detail
