// Exact trace for the cases that the common trace gives up: along planes, through needles, from within two trees.
// In: a Space, cells between planes (the baked trees or the brushes around the trace), and a line. Out: a Contact.
// Invariant: a position is free if free space comes within the tolerance of it. The free part of a trace is a union of
// intervals, one for each free cell that it passes or comes near. Solid begins where the next interval does not begin
// before the last one ends.
#pragma once

#include "tree/approach.hpp"
#include "tree/contact.hpp"
#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// Asks the bare brushes about a part of the trace.
class BrushCheck {
  public:
    /// Which question a check answers.
    enum class Question : std::uint8_t { Entered, MayBeCrack };

    /// `check(question, t, until)` must outlive this.
    template <class Check>
    explicit BrushCheck(const Check& check)
        : check_(&check), call_([](const void* self, Question question, double t, double until) {
              return (*static_cast<const Check*>(self))(question, t, until);
          }) {}
    /// Returns true if the trace enters one of them between `t` and `until`, and is in it then.
    bool entered(double t, double until) const { return call_(check_, Question::Entered, t, until); }
    /// Returns true if nothing but a crack can lie along the trace from `t` to `until`.
    bool mayBeCrack(double t, double until) const { return call_(check_, Question::MayBeCrack, t, until); }

  private:
    const void* check_;
    bool (*call_)(const void*, Question, double, double);
};

// A cell of a space near a position of the trace, or the intersection of cells of both trees there.
template <class Space>
class FreeCell {
    using Ref = typename Space::Ref;

  public:
    // Selects a cell around the trace's point at `startT`; in trees, one of the first `treeCount`.
    FreeCell(const Space& trees, int treeCount, const Line& line, double startT, typename Space::Cell cell)
        : trees_(trees),
          treeCount_(treeCount),
          line_(line),
          startT_(startT),
          p_(line.start + line.delta * startT),
          cell_(cell) {}

    struct Exit {
        double t = -1;           ///< below `startT`: the trace does not leave from here
        std::int64_t node = -1;  ///< node of the plane it leaves by
        double crossed = -1;     ///< where it crosses that plane; `t` is later by the rounding
    };

    // Returns where the trace leaves the cell, within rounding, if it is in the cell or enters it later.
    Exit exactExit(std::int64_t& budget) const {
        Exit exit{trees_.until(), -1};
        double entry = startT_;
        bool outside = false;
        forPlanes(
            exit.t,
            [&](Ref node, const Approach& approach) {
                const bool beyond = approach.at(startT_) < -kRounding;
                if (approach.falls()) {
                    const double crossed = approach.reaches(0);
                    double t = approach.reaches(-kRounding);
                    if (approach.start - approach.end > kSloped) t = std::min(t, crossed + line_.toleranceT);
                    outside = outside || beyond;
                    if (t < exit.t) exit = {t, trees_.id(node), crossed};
                } else if (beyond) {
                    outside = outside || !approach.rises();
                    if (approach.rises()) entry = std::max(entry, approach.reaches(-kRounding));
                }
            },
            budget);
        return outside || entry > exit.t ? Exit{} : exit;
    }

    // Returns true if the trace is in the cell, within rounding.
    bool holds(std::int64_t& budget) const {
        bool inside = true;
        forPlanes(
            startT_, [&](Ref, const Approach& approach) { inside = inside && approach.at(startT_) >= -kRounding; },
            budget);
        return inside;
    }

    // Returns where the cell is no longer within the tolerance. At the start it is. An exit up to `least` does not
    // matter.
    Exit wideExit(double least, std::int64_t& budget) const {
        Exit exit{trees_.until(), -1};
        forPlanes(
            exit.t,
            [&](Ref node, const Approach& approach) {
                if (!approach.falls()) return;
                const double t = approach.reaches(-kSurfaceTolerance);
                if (t < exit.t) exit = {t, trees_.id(node)};
            },
            budget);
        if (exit.t <= startT_ || exit.t <= least) return exit;
        typename Space::Limits limits;
        if (near(exit.t, limits, budget)) return exit;
        if (least > startT_ && !near(least, limits, budget)) return {};
        const auto [last, beyond] = lastNear(exit.t, limits, budget);
        return {last, steepest(beyond, budget)};
    }

    // Returns where the trace crosses the first plane that it is near and comes nearer to.
    Exit narrows(std::int64_t& budget) const {
        Exit exit{trees_.until(), -1};
        forPlanes(
            exit.t,
            [&](Ref node, const Approach& approach) {
                if (approach.at(startT_) > kSurfaceTolerance || approach.start - approach.end <= kRounding) return;
                const double crossed = approach.reaches(0);
                if (crossed >= startT_ && crossed < exit.t) exit = {crossed, trees_.id(node), crossed};
            },
            budget);
        return exit;
    }

  private:
    // Least approach of a whole trace to a plane, units, that is more than rounding. The trace then leaves the cell at
    // the plane, however flat the angle: beyond the end of a crack, a stretch that rounding explains is deep in solid.
    static constexpr double kSloped = 10 * kRounding;

    // Visits all planes on the path from the root to the cell, or of the brushes around it that the trace reaches
    // before `until`. The visit may reduce `until`.
    template <class Visit>
    void forPlanes(const double& until, const Visit& visit, std::int64_t& budget) const {
        if constexpr (Space::kHasTree)
            forPath(visit, budget);
        else
            trees_.forPlanes(cell_, startT_, until, visit);
    }
    template <class Visit>
    void forPath(const Visit& visit, std::int64_t& budget) const {
        for (int tree = 0; tree < treeCount_; ++tree) {
            Ref child = trees_.root(tree);
            while (!trees_.isLeaf(child)) {
                --budget;
                Side side = sideNear(trees_, child, p_);
                if (side == Side::Both) side = sideChosen(trees_, cell_, child);
                const double sign = side == Side::Back ? -1 : 1;
                visit(child, Approach{sign * trees_.distance(child, line_.start),
                                      sign * trees_.distance(child, line_.end), sign});
                child = side == Side::Back ? trees_.back(child) : trees_.front(child);
            }
        }
    }

    // Returns the plane by which the trace is outside the cell at `t`, the steepest if there are several. If the trace
    // is still in front of all planes that it approaches, the cell ends in a crack. One side of the crack is a plane it
    // comes near to, the other a plane it has been behind for a while.
    std::int64_t steepest(double t, std::int64_t& budget) const {
        const std::int64_t node = steepest(t, kRounding, budget);
        return node >= 0 ? node : steepest(t, kSurfaceTolerance, budget);
    }
    std::int64_t steepest(double t, double within, std::int64_t& budget) const {
        std::int64_t node = -1;
        double steepest = 0;
        forPlanes(
            t,
            [&](Ref index, const Approach& approach) {
                if (approach.at(t) > within || approach.start - approach.end <= steepest) return;
                steepest = approach.start - approach.end;
                node = trees_.id(index);
            },
            budget);
        return node;
    }

    struct LastNear {
        double last, beyond;
    };
    // Finds the last position before `high` where the cell comes within the tolerance, and one just beyond.
    LastNear lastNear(double high, typename Space::Limits& limits, std::int64_t& budget) const {
        const auto halved = [&](const auto& isNear) {
            LastNear found{startT_, high};
            constexpr int kHalvings = 50;
            for (int i = 0; i < kHalvings && budget > 0; ++i) {
                const double middle = (found.last + found.beyond) / 2;
                (isNear(middle) ? found.last : found.beyond) = middle;
            }
            return found;
        };
        if constexpr (!Space::kHasTree) {
            // Few planes decide. Takes those known so far, and more until none of the others is violated.
            while (!limits.full() && budget > 0) {
                const LastNear found = halved([&](double t) { return limits.shareAPointAt(t); });
                if (found.last <= startT_ || near(found.last, limits, budget)) return found;
            }
        }
        return halved([&](double t) { return near(t, limits, budget); });
    }

    // Returns true if the cell comes within the tolerance of the trace's point at `t`. Collects planes in `limits`.
    bool near(double t, typename Space::Limits& limits, std::int64_t& budget) const {
        const auto forNear = [&](const auto& add) {
            forPlanes(
                t,
                [&](Ref index, const Approach& approach) {
                    if (approach.at(t) <= 2 * kSurfaceTolerance)
                        add(trees_.plane(index).normal * approach.sign, approach);
                },
                budget);
        };
        if constexpr (Space::kHasTree) {
            NearestPoint nearest;
            forNear(
                [&](const Vec3& normal, const Approach& approach) { nearest.add(normal, kRounding - approach.at(t)); });
            budget -= nearest.cost();
            if (Space::kPrunes && nearest.ignoredSome()) budget = 0;
            return nearest.exists();
        } else {
            return limits.shareAPointOfAll(t, forNear);
        }
    }

    const Space& trees_;
    int treeCount_;
    const Line& line_;
    double startT_;
    Vec3 p_;
    typename Space::Cell cell_;
};

template <class Space>
class ExactTrace {
    using Cell = typename Space::Cell;
    using Exit = typename FreeCell<Space>::Exit;

  public:
    ExactTrace(const Space& trees, const Line& line, const BrushCheck& brushes, std::int64_t& budget)
        : trees_(trees), line_(line), brushes_(brushes), budget_(budget), leastStep_(line.toleranceT * 1e-3) {}

    Contact run() {
        const Touch start = touchAt(0);
        inside_ = contact_.startsolid = !start.free;
        if (inside_) contact_.contents = start.contents;
        bool done = false;
        while (!done && budget_ > 0) done = inside_ ? leaveSolid() : followFree();
        return contact_;
    }

  private:
    Vec3 at(double t) const { return line_.start + line_.delta * t; }

    // Loads the brushes around `t`. Sets the budget to zero if there are too many.
    void cover(double t) const {
        if (!trees_.cover(t)) budget_ = 0;
    }
    Touch touchAt(double t) const {
        cover(t);
        return touchPoint(trees_, at(t), budget_);
    }

    // Makes one step through solid. Returns true at the end of the trace.
    bool leaveSolid() {
        cover(now_);
        double to = trees_.until(), crossed = to;
        int blocking = 0;
        const Touch touch = touchingCells(
            trees_, at(now_),
            [&](const Cell& cell, int tree, bool blocks) {
                if (!blocks) return;
                ++blocking;
                const Exit exit = nextExit(FreeCell<Space>(trees_, tree + 1, line_, now_, cell));
                if (exit.t >= to) return;
                to = exit.t;
                crossed = exit.crossed;
            },
            [](const Cell&) { return true; }, budget_);
        if (touch.free) {
            inside_ = false;
            inFree_ = now_;
            contact_.leave = left_;
            return false;
        }
        if (now_ >= 1) {
            contact_.allsolid = true;
            return true;
        }
        const double next = std::min(1.0, std::max(to, now_ + line_.toleranceT));
        if (blocking > 1 && opensBefore(next)) return false;
        left_ = next == to ? std::clamp(crossed, now_, next) : next;
        now_ = next;
        return false;
    }

    // Moves on to where a crack opens between two of the cells, if one does on the way to `next`. It begins narrower
    // than rounding, so no cell ends there.
    bool opensBefore(double next) {
        constexpr double kSamples[] = {1.0 / 16, 0.5, 0.999};
        const double from = now_;
        if ((next - from) * line_.length <= kTouchLength) return false;
        for (const double sample : kSamples) {
            const double open = from + (next - from) * sample;
            if (budget_ <= 0 || !holds(open)) continue;
            const double closed = lastWhere(from, open, line_.toleranceT / 4, [&](double t) { return !holds(t); });
            left_ = now_ = std::min(open, closed + line_.toleranceT / 4);
            return now_ > from;
        }
        return false;
    }

    // Returns true if the trace's point at `t` lies in a free cell itself, within rounding.
    bool holds(double t) const {
        cover(t);
        bool found = false;
        touchingCells(
            trees_, at(t), [](const Cell&, int, bool) {},
            [&](const Cell& near) {
                found = FreeCell<Space>(trees_, trees_.count, line_, t, near).holds(budget_);
                return found;
            },
            budget_);
        return found;
    }

    // Returns where the trace leaves a cell that it is in or near, or moves beyond the tolerance of it.
    Exit nextExit(const FreeCell<Space>& cell) const {
        const Exit exact = cell.exactExit(budget_);
        if (exact.t > now_ + leastStep_) return exact;
        const double wide = cell.wideExit(now_, budget_).t;
        const double t = wide > now_ + leastStep_ ? wide : trees_.until();
        return {t, -1, t};
    }

    // Makes one step through free space. Returns true if the trace ends there or enters solid.
    bool followFree() {
        Exit reach = reachFrom(now_, false);
        if (reach.t > now_ + leastStep_)
            inFree_ = reach.t;
        else
            reach = reachFrom(now_, true);
        if (reach.t >= 1) return endFree();
        if (reach.t > now_ + leastStep_) {
            stepFrom_ = now_;
            now_ = reach.t;
            contact_.exitNode = reach.node;
            return false;
        }
        const double probe = std::min(1.0, now_ + line_.toleranceT);
        const Touch behind = touchAt(probe);
        if (behind.free) {
            now_ = probe;
            return probe >= 1 && endFree();
        }
        if (onlyACorner()) {
            inside_ = true;
            now_ = probe;
            return false;
        }
        const double beyond = std::min(1.0, now_ + kTouchLength / line_.length);
        if (touchAt(beyond).free && !brushes_.entered(inFree_, now_) && !closesFor(probe, beyond)) {
            now_ = beyond;
            return beyond >= 1 && endFree();
        }
        if (const double open = opensAhead(); open > now_) {
            now_ = open;
            return false;
        }
        contact_.hit = true;
        contact_.t = inFree_;
        contact_.until = now_;
        contact_.contents = behind.contents;
        if (inFree_ == now_ && stepFrom_ < now_ && !touchAt(now_).free) stopBeforeItCloses();
        return true;
    }

    // Returns where a crack that opens at the start, or where solid was left, is wider than rounding, or -1.
    double opensAhead() const {
        if ((inFree_ - contact_.leave) * line_.length > kTouchLength) return -1;
        for (double ahead = kTouchLength; ahead <= 100 * kTouchLength && budget_ > 0; ahead *= 10) {
            const double open = now_ + ahead / line_.length;
            if (open >= 1) break;
            if (holds(open)) return brushes_.mayBeCrack(now_, open) ? open : -1;
        }
        return -1;
    }

    // Returns true if a brush is entered between `solid`, where nothing is free, and `free`, later than free space
    // ends. A crack may close before any brush beside it is entered.
    bool closesFor(double solid, double free) const {
        const double near = line_.toleranceT / 4;
        const double last = lastWhere(solid, free, near, [&](double t) { return !touchAt(t).free; });
        return brushes_.entered(inFree_, std::max(solid, last - 2 * line_.toleranceT));
    }

    // Returns the last position between `low`, where `holds` is true, and `high`, where it is false, or one up to
    // `near` earlier.
    template <class IsTrue>
    double lastWhere(double low, double high, double near, const IsTrue& isTrue) const {
        while (high - low > near && budget_ > 0) {
            const double middle = (low + high) / 2;
            (isTrue(middle) ? low : high) = middle;
        }
        return low;
    }

    // Moves the end back out of a closing crack: between faces that cross, but so close that rounding hides it. A trace
    // that ends there must not start in solid when it moves on. If a wall stands where the crack closes, the contact is
    // where it is last wider than rounding.
    void stopBeforeItCloses() {
        contact_.lastFree = lastWhere(stepFrom_, now_, leastStep_, [&](double t) { return touchAt(t).free; });
        const double narrow = now_ - contact_.lastFree;
        if (narrow * line_.length <= kTouchLength || contact_.exitNode < 0) return;
        const Plane wall = trees_.planeOf(contact_.exitNode);
        if (narrow * std::fabs(dot(wall.normal, line_.delta)) <= kSurfaceTolerance) return;
        const std::int64_t closing = closingAt(contact_.lastFree);
        if (closing < 0) return;
        contact_.t = contact_.until = contact_.lastFree;
        contact_.exitNode = closing;
    }

    // Returns the node of the plane by which the free cells at `t` are left first, of those that are near, or -1.
    std::int64_t closingAt(double t) const {
        cover(t);
        Exit closing{1, -1};
        touchingCells(
            trees_, at(t), [](const Cell&, int, bool) {},
            [&](const Cell& near) {
                const Exit exit = FreeCell<Space>(trees_, trees_.count, line_, t, near).narrows(budget_);
                if (exit.node >= 0 && exit.t <= closing.t) closing = exit;
                return false;
            },
            budget_);
        return closing.node;
    }

    bool endFree() {
        contact_.contents = 0;
        return true;
    }

    // Returns true if a trace from inside solid only touched a corner of free space before `now_`. A step that a nearby
    // cell allowed may have passed the free space itself, so positions in between are tested.
    bool onlyACorner() {
        const double leave = contact_.leave;
        if (!contact_.startsolid || inFree_ - leave > line_.toleranceT || now_ - leave > kTouchLength / line_.length)
            return false;
        constexpr int kSamples = 16;
        for (int i = 1; i < kSamples && inFree_ - leave <= line_.toleranceT; ++i) {
            const double t = leave + (now_ - leave) * i / kSamples;
            const double reach = std::min(reachFrom(t, false).t, now_);
            if (reach > t + leastStep_) inFree_ = std::max(inFree_, reach);
        }
        return inFree_ - leave <= line_.toleranceT;
    }

    // Returns how far the free cells near the trace's point at `t` reach; with `wide`, up to the tolerance beyond their
    // planes.
    Exit reachFrom(double t, bool wide) const {
        cover(t);
        Exit best;
        touchingCells(
            trees_, at(t), [](const Cell&, int, bool) {},
            [&](const Cell& near) {
                const FreeCell<Space> cell(trees_, trees_.count, line_, t, near);
                const Exit exit = wide ? cell.wideExit(best.t, budget_) : cell.exactExit(budget_);
                if (exit.t > best.t) best = exit;
                return best.t >= trees_.until();
            },
            budget_);
        return best;
    }

    const Space& trees_;
    const Line& line_;
    const BrushCheck& brushes_;
    std::int64_t& budget_;
    double leastStep_;  // shorter steps are rounding
    double now_ = 0;
    double stepFrom_ = 0;  // start of the last step through free space
    double inFree_ = 0;    // last position known to lie in free space itself, not just near it
    double left_ = 0;      // where the last step through solid crossed its plane
    bool inside_ = false;
    Contact contact_;
};

/// Follows the free space within the tolerance of the trace, cell by cell. Slow and exact: used for traces in a node's
/// plane, with an end near one, or through two trees from inside one. A short stretch that seems solid counts only if
/// the brushes confirm it: some cells are thinner than rounding.
template <class Space>
Contact traceExactly(const Space& space, const Line& line, const BrushCheck& brushes, std::int64_t& budget) {
    return ExactTrace<Space>(space, line, brushes, budget).run();
}

}  // namespace hullbake::detail
