// Traces that the quick walk cannot decide: along node planes, through needles, from within two trees.
//
// A place counts as free when free space comes within the tolerance of it. So the free part of a trace is made of
// intervals, one for each free cell that it passes or comes near, and solid is entered where the next interval does not
// begin before the last one ends.
#include "walk.hpp"

namespace hullbake::detail {

namespace {

// Units. A trace that comes within the tolerance of free space for longer than this slides along it; a shorter stretch
// is that of passing its corner.
constexpr double kSlide = 100 * kSurfaceTolerance;

// How the trace lies to a plane of a cell: distances on the cell's side of it.
struct Approach {
    double start, end;
    double sign;  ///< of the plane's normal, to point into the cell

    double at(double t) const { return start + (end - start) * t; }
    bool falls() const { return end < start; }
    bool rises() const { return end > start; }
    double reaches(double distance) const { return (start - distance) / (start - end); }
};

// A cell of the tree near a place of the trace, or what cells of both trees have in common there.
class Cell {
  public:
    // The cell of the first `treeCount` trees around the trace's point at `place`, on the sides chosen.
    Cell(const Trees& trees, int treeCount, const Line& line, double place, Choices choices)
        : trees_(trees),
          treeCount_(treeCount),
          line_(line),
          place_(place),
          p_(line.start + line.delta * place),
          choices_(choices) {}

    struct Exit {
        double t = -1;           ///< below `place` when the trace does not leave from here
        std::int64_t node = -1;  ///< whose plane it leaves by
    };

    // Where the trace leaves the cell itself but for rounding, when it is or comes to be in it.
    Exit exactExit(std::int64_t& budget) const {
        Exit exit{1, -1};
        double entry = place_;
        bool outside = false;
        forPlanes(
            [&](std::uint32_t node, const Approach& approach) {
                const bool beyond = approach.at(place_) < -kRounding;
                if (approach.falls()) {
                    const double t = approach.reaches(-kRounding);
                    outside = outside || beyond;
                    if (t < exit.t) exit = {t, node};
                } else if (beyond) {
                    outside = outside || !approach.rises();
                    if (approach.rises()) entry = std::max(entry, approach.reaches(-kRounding));
                }
            },
            budget);
        return outside || entry > exit.t ? Exit{} : exit;
    }

    // Where the cell is no longer within the tolerance; it is at `place`.
    Exit wideExit(std::int64_t& budget) const {
        Exit exit{1, -1};
        forPlanes(
            [&](std::uint32_t node, const Approach& approach) {
                if (!approach.falls()) return;
                const double t = approach.reaches(-kSurfaceTolerance);
                if (t < exit.t) exit = {t, node};
            },
            budget);
        if (exit.t <= place_ || near(exit.t, budget)) return exit;
        double low = place_, high = exit.t;
        constexpr int kHalvings = 50;
        for (int i = 0; i < kHalvings && budget > 0; ++i) {
            const double middle = (low + high) / 2;
            (near(middle, budget) ? low : high) = middle;
        }
        return {low, steepest(high, budget)};
    }

  private:
    // All planes on the way down to the cell.
    template <class Visit>
    void forPlanes(const Visit& visit, std::int64_t& budget) const {
        for (int tree = 0; tree < treeCount_; ++tree) {
            ChildRef child = trees_.roots[tree];
            while (!format::isLeaf(child)) {
                --budget;
                const NodeRecord& node = trees_.tables.nodes[child];
                Side side = sideNear(trees_.tables, node, p_);
                if (side == Side::Both) side = sideTaken(trees_.tables, choices_, node);
                const double sign = side == Side::Back ? -1 : 1;
                visit(child, Approach{sign * nodeDistance(trees_.tables, node, line_.start),
                                      sign * nodeDistance(trees_.tables, node, line_.end), sign});
                child = side == Side::Back ? node.back : node.front();
            }
        }
    }

    // The plane through which the trace is outside the cell at `t`; the one that falls away most where it is several.
    std::int64_t steepest(double t, std::int64_t& budget) const {
        std::int64_t node = -1;
        double steepest = 0;
        forPlanes(
            [&](std::uint32_t index, const Approach& approach) {
                if (approach.at(t) > kRounding || approach.start - approach.end <= steepest) return;
                steepest = approach.start - approach.end;
                node = index;
            },
            budget);
        return node;
    }

    bool near(double t, std::int64_t& budget) const {
        NearestPoint nearest;
        forPlanes(
            [&](std::uint32_t index, const Approach& approach) {
                const double d = approach.at(t);
                if (d > 2 * kSurfaceTolerance) return;
                const Vec3 normal = nodePlane(trees_.tables, trees_.tables.nodes[index]).normal;
                nearest.add(normal * approach.sign, kRounding - d);
            },
            budget);
        budget -= nearest.cost();
        return nearest.exists();
    }

    const Trees& trees_;
    int treeCount_;
    const Line& line_;
    double place_;
    Vec3 p_;
    Choices choices_;
};

class SlowWalk {
  public:
    SlowWalk(const Trees& trees, const Line& line, const BrushCheck& brushes, std::int64_t& budget)
        : trees_(trees), line_(line), brushes_(brushes), budget_(budget), leastStep_(line.toleranceT * 1e-3) {}

    Contact run() {
        const Touch start = touchPoint(trees_, line_.start, budget_);
        inside_ = contact_.startsolid = !start.free;
        if (inside_) contact_.contents = start.contents;
        bool done = false;
        while (!done && budget_ > 0) done = inside_ ? leaveSolid() : followFree();
        return contact_;
    }

  private:
    Vec3 at(double t) const { return line_.start + line_.delta * t; }

    // One step through solid. True at the end of the trace.
    bool leaveSolid() {
        double to = 1;
        const Touch touch = touchingLeaves(
            trees_, [&](const NodeRecord& node) { return sideNear(trees_.tables, node, at(now_)); },
            [&](Choices choices, int tree, bool blocks) {
                if (!comesNear(trees_.tables, choices, at(now_))) return false;
                if (blocks) to = std::min(to, nextExit(Cell(trees_, tree + 1, line_, now_, choices)));
                return true;
            },
            [](Choices) { return true; }, budget_);
        if (touch.free) {
            inside_ = false;
            contact_.leave = inFree_ = now_;
            return false;
        }
        if (now_ >= 1) {
            contact_.allsolid = true;
            return true;
        }
        now_ = std::min(1.0, std::max(to, now_ + line_.toleranceT));
        return false;
    }

    // Where the trace leaves a cell that it is in or near to, or goes too far from it.
    double nextExit(const Cell& cell) const {
        const double exact = cell.exactExit(budget_).t;
        if (exact > now_ + leastStep_) return exact;
        const double wide = cell.wideExit(budget_).t;
        return wide > now_ + leastStep_ ? wide : 1;
    }

    // One step through free space. True when the trace ends there or enters solid.
    bool followFree() {
        Cell::Exit reach = reachFromHere(false);
        if (reach.t > now_ + leastStep_)
            inFree_ = reach.t;
        else
            reach = reachFromHere(true);
        if (reach.t >= 1) return endFree();
        if (reach.t > now_ + leastStep_) {
            now_ = reach.t;
            contact_.exitNode = reach.node;
            return false;
        }
        const double probe = std::min(1.0, now_ + line_.toleranceT);
        const Touch behind = touchPoint(trees_, at(probe), budget_);
        if (behind.free) {
            now_ = probe;
            return probe >= 1 && endFree();
        }
        if (contact_.startsolid && inFree_ - contact_.leave <= line_.toleranceT &&
            now_ - contact_.leave <= kSlide / line_.length) {
            inside_ = true;  // touched a corner of free space only
            now_ = probe;
            return false;
        }
        const double beyond = std::min(1.0, now_ + kSlide / line_.length);
        if (touchPoint(trees_, at(beyond), budget_).free && !brushes_.entered(inFree_, now_)) {
            now_ = beyond;
            return beyond >= 1 && endFree();
        }
        contact_.hit = true;
        contact_.t = inFree_;
        contact_.until = now_;
        contact_.contents = behind.contents;
        return true;
    }

    bool endFree() {
        contact_.contents = 0;
        return true;
    }

    // How far the free cells near here go on; with `wide`, up to the tolerance beyond their planes.
    Cell::Exit reachFromHere(bool wide) {
        Cell::Exit best;
        touchingLeaves(
            trees_, [&](const NodeRecord& node) { return sideNear(trees_.tables, node, at(now_)); },
            [&](Choices choices, int, bool) { return comesNear(trees_.tables, choices, at(now_)); },
            [&](Choices choices) {
                const Cell cell(trees_, trees_.count, line_, now_, choices);
                const Cell::Exit exit = wide ? cell.wideExit(budget_) : cell.exactExit(budget_);
                if (exit.t > best.t) best = exit;
                return best.t >= 1;
            },
            budget_);
        return best;
    }

    const Trees& trees_;
    const Line& line_;
    const BrushCheck& brushes_;
    std::int64_t& budget_;
    double leastStep_;  // shorter steps are rounding
    double now_ = 0;
    double inFree_ = 0;  // the last place known to lie in free space itself, not just near it
    bool inside_ = false;
    Contact contact_;
};

}  // namespace

Contact walkSlow(const Trees& trees, const Line& line, const BrushCheck& brushes, std::int64_t& budget) {
    return SlowWalk(trees, line, brushes, budget).run();
}

}  // namespace hullbake::detail
