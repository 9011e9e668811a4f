// Exact trace for the cases that the common trace gives up: along planes, through needles, from within two trees.
// In: a Space, cells between planes (the baked trees or the brushes around the trace), and a line. Out: a Contact.
// Invariant: a position is free if free space comes within the tolerance of it. The free part of a trace is a union of
// intervals, one for each free cell that it passes or comes near. Solid begins where the next interval does not begin
// before the last one ends.
#pragma once

#include "tree/contact.hpp"
#include "tree/free_cell.hpp"
#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// Asks the bare brushes about a part of the trace.
class BrushCheck {
  public:
    /// Which question a check answers.
    enum class Question : std::uint8_t { Entered, MayBeCrack, Deep, Closed };

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
    /// Returns true if the trace is deep in one of them for longer than a touch's tolerance between `t` and `until`.
    bool deep(double t, double until) const { return call_(check_, Question::Deep, t, until); }
    /// Returns true if they leave no space, not even thinner than rounding, within the tolerance of `t`.
    bool closed(double t) const { return call_(check_, Question::Closed, t, t); }

  private:
    const void* check_;
    bool (*call_)(const void*, Question, double, double);
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
    // Beside so many cells, steps through solid that are shorter, units, end where one cell after the other does.
    static constexpr int kCrowded = 64;
    static constexpr double kShort = 0.1;

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
        // A cell without room here may open further on, and end before the others do.
        const double left = blocking > 1 ? trees_.leftAfter(now_ + leastStep_) : to;
        if (left < to) to = crossed = left;
        const double next = std::min(1.0, std::max(to, now_ + line_.toleranceT));
        inSolid_ = now_;
        if constexpr (Space::kLasts)
            if (blocking >= kCrowded && (next - now_) * line_.length < kShort && jumpThroughSolid()) return false;
        if (blocking > 1 && opensBefore(next)) return false;
        left_ = next == to ? std::clamp(crossed, now_, next) : next;
        now_ = next;
        return false;
    }

    // Moves on as far as all is solid around the trace. Returns false if that is nowhere.
    bool jumpThroughSolid() {
        const double solid = trees_.solidUntil(now_);
        if (!(solid > now_)) return false;
        inSolid_ = left_ = now_ = solid;
        return true;
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
                if constexpr (Space::kLasts)
                    if (trees_.noneHolds(near)) return true;
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
        Exit reach = reachFrom(now_, Within::Cell);
        if (reach.t > now_ + leastStep_)
            inFree_ = reach.t;
        else
            reach = reachFrom(now_, Within::Tolerance);
        if (reach.t >= 1) return endFree();
        if (reach.t > now_ + leastStep_) {
            stepFrom_ = now_;
            now_ = reach.t;
            contact_.exitNode = reach.node;
            closes_ = reach.closes;
            return false;
        }
        const double probe = std::min(1.0, now_ + line_.toleranceT);
        const Touch behind = touchAt(probe);
        if (behind.free) {
            now_ = touchedFrom(probe);
            return now_ >= 1 && endFree();
        }
        if (onlyACorner()) {
            inside_ = true;
            now_ = probe;
            return false;
        }
        const double beyond = std::min(1.0, now_ + kTouchLength / line_.length);
        if (touchAt(beyond).free && !brushes_.entered(inFree_, now_) && !closesBetween(probe, beyond) &&
            !brushes_.deep(now_, beyond)) {
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
        // A trace from solid may only come near a crack, and so make no step in it.
        if (contact_.exitNode < 0) contact_.exitNode = reach.node;
        if (inFree_ == now_ && stepFrom_ < now_) {
            // A trace that ends in a closing crack must not start in solid when it moves on.
            if (!touchAt(now_).free)
                contact_.lastFree = lastWhere(stepFrom_, now_, leastStep_, [&](double t) { return touchAt(t).free; });
            else if (closes_)
                contact_.lastFree = now_;
        }
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

    // Returns a position up to which a free cell that touches the trace at `from` touches it, at least half as far as
    // the cell does. At angles of rounding that is far beyond where FreeCell sees the cell end. Less than a touch is
    // left to steps of the tolerance.
    double touchedFrom(double from) const {
        double best = from;
        touchingCells(
            trees_, at(from), [](const Cell&, int, bool) {},
            [&](const Cell& near) {
                const FreeCell<Space> cell(trees_, trees_.count, line_, from, near);
                for (double ahead = kTouchLength / line_.length; from + ahead <= trees_.until(); ahead *= 2) {
                    if (budget_ <= 0 || !cell.touches(from + ahead, budget_)) break;
                    best = std::max(best, from + ahead);
                }
                if constexpr (Space::kLasts) return trees_.lastsLongest(near, Lasts::Near);
                return false;
            },
            budget_);
        return best;
    }

    // Returns true if a crack closes between `solid`, where nothing is free, and `free`: a brush is entered, later than
    // free space ends, or shortly before `free` there is not even space thinner than rounding.
    bool closesBetween(double solid, double free) const {
        const double near = line_.toleranceT / 4;
        const double last = lastWhere(solid, free, near, [&](double t) { return !touchAt(t).free; });
        const double before = std::max(solid, last - 2 * line_.toleranceT);
        return brushes_.entered(inFree_, before) || isClosed(before);
    }

    // Returns true if not even space thinner than rounding is within the tolerance of `t`. Cells of a tree do not tell.
    bool isClosed(double t) const {
        if constexpr (Space::kPrunes) {
            trees_.setRoom(0);
            const bool closed = !touchAt(t).free;
            trees_.setRoom(kRounding);
            return closed;
        } else {
            return brushes_.closed(t);
        }
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

    bool endFree() {
        contact_.contents = 0;
        return true;
    }

    // Returns true if a trace from inside solid only touched a corner of free space before `now_`: it came near free
    // space for no longer than a touch, and was in free space for no longer than the tolerance. Planes that it crosses
    // bound that exactly. Beside planes that it slides along counts as free.
    bool onlyACorner() {
        const double leave = contact_.leave, touch = kTouchLength / line_.length;
        if (!contact_.startsolid || inFree_ - leave > line_.toleranceT || now_ - leave > touch) return false;
        const double near = lastWhere(inSolid_, leave, line_.toleranceT, [&](double t) { return !touchAt(t).free; });
        if (now_ - near > touch) return false;
        constexpr int kSamples = 16;
        double inFree = 0, until = near;
        for (int i = 0; i < kSamples && inFree <= line_.toleranceT; ++i) {
            const Exit part = reachFrom(near + (now_ - near) * i / kSamples, Within::Beside);
            inFree += std::max(0.0, std::min(part.t, now_) - std::max(part.entry, until));
            until = std::max(until, std::min(part.t, now_));
        }
        inFree_ = std::max(inFree_, until);
        return inFree <= line_.toleranceT;
    }

    // How far beyond the planes of a cell a trace may be: not at all, within the tolerance of those it slides along, or
    // within it of all. Beside a cell, it may have been there before.
    enum class Within : std::uint8_t { Cell, Beside, Tolerance };
    // Returns how far the free cells near the trace's point at `t` reach, or the longest part that the trace has of one
    // beside it.
    Exit reachFrom(double t, Within within) const {
        cover(t);
        const bool beside = within == Within::Beside;
        Exit best;
        touchingCells(
            trees_, at(t), [](const Cell&, int, bool) {},
            [&](const Cell& near) {
                const FreeCell<Space> cell(trees_, trees_.count, line_, t, near);
                Exit exit =
                    within == Within::Tolerance ? cell.wideExit(best.t, budget_) : cell.exactExit(budget_, beside);
                if (beside && exit.t >= 0) {
                    exit.t = std::min(exit.t, cell.wideExit(t, budget_).t);
                    // Brushes that were left more than the tolerance before are not known.
                    if (Space::kPrunes) exit.entry = std::max(exit.entry, t - line_.toleranceT);
                }
                if (within == Within::Cell && exit.t > best.t) exit = cell.unlessItCloses(exit, budget_);
                if (beside ? exit.t - exit.entry > best.t - best.entry : exit.t > best.t) best = exit;
                if (best.t >= trees_.until()) return true;
                if constexpr (Space::kLasts) {
                    if (exit.vague || beside) return false;
                    return trees_.lastsLongest(near, within == Within::Cell ? Lasts::Within : Lasts::Near);
                }
                return false;
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
    double inSolid_ = 0;   // where that step began
    bool inside_ = false;
    bool closes_ = false;  // the last step through free space ended where its cell closes
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
