// A free cell that an exact trace is in or near, and where the trace leaves it.
// In: a Space, one of its cells, and a line. Out: the exits of the cell.
// Invariant: a cell has room where it holds a point that is farther from all its planes than rounding. The part of the
// trace near that room is an interval, because both are convex, so one position of a stretch decides about the stretch.
#pragma once

#include <algorithm>

#include "tree/approach.hpp"
#include "tree/contact.hpp"
#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// A cell of a space near a position of the trace, or the intersection of cells of both trees there.
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
        bool between = false;  ///< an exact exit: the trace runs along several planes, between which the cell may close
        bool closes = false;   ///< the cell closes there: beyond, it is narrower than rounding
        bool vague = false;    ///< a plane alone does not tell how long the cell lasts
        double entry = -1;     ///< an exact exit: where the trace enters the cell
    };

    // Returns where the trace leaves the cell, within rounding, if it is in the cell or enters it later. With `beside`
    // it may have left it before, and may be beyond planes that it slides along, within the tolerance.
    Exit exactExit(std::int64_t& budget, bool beside = false) const {
        Exit exit{trees_.until(), -1};
        double entry = beside ? 0 : startT_;
        bool outside = false;
        int narrow = 0;
        const double flat = kNarrow / kTouchLength * line_.length;
        forPlanes(
            exit.t,
            [&](Ref node, const Approach& approach) {
                const double fall = approach.start - approach.end;
                if (fall <= flat && std::min(approach.at(startT_), approach.end) <= kNarrow) ++narrow;
                const bool along = beside && std::fabs(fall) <= flat;
                const double least = along ? -kSurfaceTolerance : beside ? 0 : -kRounding;
                if (approach.falls()) {
                    const double crossed = approach.reaches(0);
                    double t = approach.reaches(least);
                    if (!along && approach.isSloped()) t = std::min(t, crossed + line_.toleranceT);
                    if (t < exit.t) exit = {t, trees_.id(node), crossed};
                } else if (approach.rises()) {
                    entry = std::max(entry, approach.reaches(least));
                } else {
                    outside = outside || approach.start < least;
                }
            },
            budget);
        exit.between = narrow > 1;
        exit.entry = entry;
        const bool never = outside || entry > exit.t;
        if constexpr (Space::kLasts) {
            const bool enters = !outside && entry > std::max(exit.t, startT_) && entry <= trees_.until();
            if (never) exit = {};
            exit.vague = enters;
            return exit;
        }
        return never ? Exit{} : exit;
    }

    // Returns `exit`, an exact one, or where the cell closes before. Where a cell has room is convex, so one position
    // shortly before the exit decides.
    Exit unlessItCloses(const Exit& exit, std::int64_t& budget) const {
        const double before = exit.t - kTouchLength / line_.length;
        if (!exit.between || !(before > startT_)) return exit;
        typename Space::Limits limits;
        if (near(before, limits, budget)) return exit;
        const auto [last, beyond] = lastNear(before, limits, budget);
        return {last, steepest(beyond, kNarrow, budget), last, false, true, Space::kLasts};
    }

    // Returns true if the trace is in the cell, within rounding.
    bool holds(std::int64_t& budget) const {
        bool inside = true;
        forPlanes(
            startT_, [&](Ref, const Approach& approach) { inside = inside && approach.at(startT_) >= -kRounding; },
            budget);
        return inside;
    }

    // Returns true if the cell touches the trace's point at `t`, by the rule of touchPoint. Planes farther than the
    // tolerance do not count, and one alone is no narrower for rounding. So this may be longer than wideExit says.
    bool touches(double t, std::int64_t& budget) const {
        NearestPoint nearest;
        bool within = true;
        int count = 0;
        forPlanes(
            t,
            [&](Ref index, const Approach& approach) {
                const double away = approach.at(t);
                within = within && away >= -kSurfaceTolerance;
                if (away > kBoundsNear) return;
                nearest.add(trees_.plane(index).normal * approach.sign, kRounding - away);
                ++count;
            },
            budget);
        if (!within || count < 2) return within;
        budget -= nearest.cost();
        return !nearest.ignoredSome() && nearest.exists();
    }

    // Returns where the cell is no longer within the tolerance. At the start it is. An exit up to `least` does not
    // matter.
    Exit wideExit(double least, std::int64_t& budget) const {
        Exit exit{trees_.until(), -1};
        int planes = 0;
        forPlanes(
            exit.t,
            [&](Ref node, const Approach& approach) {
                ++planes;
                if (!approach.falls()) return;
                const double t = approach.reaches(-kSurfaceTolerance);
                if (t < exit.t) exit = {t, trees_.id(node)};
            },
            budget);
        if (exit.t <= startT_ || exit.t <= least) return exit;
        typename Space::Limits limits;
        if (near(exit.t, limits, budget)) return exit;
        if (least > startT_ && !near(least, limits, budget)) return {-1, -1, -1, false, false, Space::kLasts};
        const auto [last, beyond] = lastNear(exit.t, limits, budget);
        return {last, steepest(beyond, kRounding, budget), -1, false, false, Space::kLasts && planes > 1};
    }

  private:
    // Units: where a trace in a cell is nearer to one plane of it at most, the cell has room. A plane that is nearer
    // for a touch, and is not crossed, is flat.
    static constexpr double kNarrow = 5 * kRounding;

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
    std::int64_t steepest(double t, double within, std::int64_t& budget) const {
        const std::int64_t node = steepestWithin(t, within, budget);
        return node >= 0 ? node : steepestWithin(t, kSurfaceTolerance, budget);
    }
    std::int64_t steepestWithin(double t, double within, std::int64_t& budget) const {
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

    // The planes of the cell that come near a part of the trace.
    struct NearPlanes {
        struct NearPlane {
            double normal[3];  // into the cell
            Approach approach;
        };
        NearPlane planes[kMaxPlanes];
        std::uint32_t count = 0;
        bool complete = true;  // there was room for all

        void add(const Vec3& normal, const Approach& approach) {
            complete = complete && count < kMaxPlanes;
            if (complete) planes[count++] = {{normal.x, normal.y, normal.z}, approach};
        }
        bool haveRoomAt(double t, std::int64_t& budget) const {
            NearestPoint nearest;
            for (std::uint32_t i = 0; i < count; ++i) {
                const auto& [normal, approach] = planes[i];
                const double away = approach.at(t);
                if (away <= 2 * kSurfaceTolerance) nearest.add({normal[0], normal[1], normal[2]}, kRounding - away);
            }
            budget -= nearest.cost();
            return nearest.exists();
        }
    };
    // Returns the planes that come near the trace before `until`.
    NearPlanes nearPlanes(double until, std::int64_t& budget) const {
        NearPlanes near;
        forPlanes(
            until,
            [&](Ref index, const Approach& approach) {
                if (std::min(approach.at(startT_), approach.at(until)) <= 2 * kSurfaceTolerance)
                    near.add(trees_.plane(index).normal * approach.sign, approach);
            },
            budget);
        return near;
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
        if constexpr (Space::kHasTree) {
            const NearPlanes planes = nearPlanes(high, budget);
            if (planes.complete) return halved([&](double t) { return planes.haveRoomAt(t, budget); });
        } else {
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

}  // namespace hullbake::detail
