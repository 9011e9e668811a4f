// The common trace by the grid: from one free box to the next, and where no box helps, cell by cell through the few
// nodes of the tree that divide the cell (docs/hull_theory.md, section 8). It answers only what it is certain of, and
// leaves all else to the walk through the whole tree: starts and contacts in solid, flat angles, ties.
#pragma once

#include "answers.hpp"
#include "fast_walk.hpp"
#include "free_grid.hpp"

namespace hullbake::detail {

class GridWalk {
  public:
    /// `trees` holds what divides the cells. The start is known, and the trace has a length.
    GridWalk(const FreeGrid& grid, const GridStart& start, const Trees& trees, const TraceInput& input)
        : grid_(grid),
          trees_(trees),
          input_(input),
          start_(input.start),
          end_(input.end),
          box_(start.box),
          place_(start.place) {
        line_.start = input.start;
        line_.end = input.end;
        line_.delta = input.end - input.start;
        delta_ = line_.delta;
        // A trace that hardly moves along an axis leaves nothing that way.
        for (int a = 0; a < 3; ++a) {
            inverse_.at[a] = std::fabs(delta_.at[a]) > 1 / kNever ? 1 / delta_.at[a] : kNever;
            margin_.at[a] = kGridMargin * std::fabs(inverse_.at[a]);
        }
    }

    /// False when only the tree can tell; then `trace` stays as it is: new.
    bool run(Trace& trace) {
        if (box_ != nullptr) {
            const Step step = throughBoxes(box_, trace);
            if (step != Step::Goes) return step == Step::Done;
        }
        return throughCells(trace);
    }

  private:
    using FreeBox = format::FreeBoxRecord;
    enum class Step : std::uint8_t { Done, Goes, Unclear };
    static constexpr int kMaxSteps = 64;
    static constexpr double kNever = 1e30;

    // Where the trace leaves a box.
    struct Exit {
        double t;     // by the side of `axis`
        double safe;  // before that: still kGridMargin away from all sides
        int axis;
    };

    AxisPoint along(double t) const {
        return {start_.at[0] + delta_.at[0] * t, start_.at[1] + delta_.at[1] * t, start_.at[2] + delta_.at[2] * t};
    }

    bool passes(Trace& trace) const {
        trace.endpos = input_.end;
        return true;
    }

    // The least of them and where it stands. Without branches: each is as likely as any other.
    static double firstOf(const double (&t)[3], int& axis) {
        const double least = std::min(std::min(t[0], t[1]), t[2]);
        const int notX = t[0] == least ? 0 : 1, notY = t[1] == least ? 0 : 1;
        axis = notX + (notX & notY);
        return least;
    }

    Exit exitOf(const FreeBox& box) const {
        double t[3], safe = kNever;
        for (int a = 0; a < 3; ++a) {
            const double low = box.sides[0][a] - start_.at[a], high = box.sides[1][a] - start_.at[a];
            t[a] = std::max(low * inverse_.at[a], high * inverse_.at[a]);
            safe = std::min(safe, t[a] - margin_.at[a]);
        }
        int axis = 0;
        const double least = firstOf(t, axis);
        return {least, safe, axis};
    }

    // From box to box, beginning in one that holds the start. Goes: from_ is where the last box was nearly left, and
    // place_ that cell.
    Step throughBoxes(const FreeBox* box, Trace& trace) {
        for (int i = 0; i < kMaxSteps; ++i) {
            const Exit exit = exitOf(*box);
            from_ = exit.safe;
            if (!(exit.safe < 1) || !grid_.find(along(exit.safe), place_)) return Step::Unclear;
            if (exit.t >= 1) return Step::Goes;
            const int up = delta_.at[exit.axis] > 0 ? 1 : 0;
            AxisPoint out = along(exit.t);
            if ((place_.cell >> (2 * exit.axis + up) & 1) != 0 && hitsWall(*box, exit.axis, up, out, trace))
                return Step::Done;
            const FreeBox* other = boxBeyond(*box, exit.axis, up, out);
            if (other == nullptr || other == box || !holds(*other, out)) return Step::Goes;
            box = other;
            if (holds(*box, end_)) return passes(trace) ? Step::Done : Step::Unclear;
        }
        return Step::Unclear;
    }

    // The box of the cell just beyond a side of `box` that the trace leaves it by; mostly the cell is still the same.
    // `out` comes to lie on that side.
    const FreeBox* boxBeyond(const FreeBox& box, int axis, int up, AxisPoint& out) const {
        const double side = box.sides[up][axis], beyond = side + (up != 0 ? kGridMargin : -kGridMargin);
        const double end = grid_.side(place_, axis, up != 0);
        out.at[axis] = side;
        if (up != 0 ? beyond < end : beyond > end) return grid_.box(place_);
        AxisPoint next = out;
        next.at[axis] = beyond;
        FreeGrid::Place place;
        return grid_.find(next, place) ? grid_.box(place) : nullptr;
    }

    // Whether the trace, which leaves a box at `out`, surely enters the solid behind the side of place_ there.
    bool hitsWall(const FreeBox& box, int axis, int up, const AxisPoint& out, Trace& trace) const {
        const FreeBox& wall = *grid_.box(place_);
        const double side = box.sides[up][axis], facing = up != 0 ? -1 : 1;
        const double d0 = (start_.at[axis] - side) * facing, d1 = (end_.at[axis] - side) * facing;
        bool sure = (wall.sides[up][axis] == side) & ((wall.wallContents & trees_.mask) != 0) & (d1 < -kGridMargin) &
                    (delta_.at[axis] * delta_.at[axis] > kMetFlat * kMetFlat * dot(line_.delta, line_.delta));
        double least = kNever;  // to what bounds the wall, across it
        for (int a = 0; a < 3; ++a) {
            const double low = std::max(std::max(box.sides[0][a], wall.sides[0][a]), grid_.side(place_, a, false));
            const double high = std::min(std::min(box.sides[1][a], wall.sides[1][a]), grid_.side(place_, a, true));
            least = std::min(least, a == axis ? kNever : std::min(out.at[a] - low, high - out.at[a]));
        }
        if (!(sure & (least > kGridMargin))) return false;
        trace.hit = true;
        trace.contents = resolveOverlap(Contents{wall.wallContents});
        trace.normal = {(axis == 0 ? 1 : 0) * facing, (axis == 1 ? 1 : 0) * facing, (axis == 2 ? 1 : 0) * facing};
        trace.dist = side * facing;
        // As answerHit: in free space before, so there is nothing to weigh.
        trace.hitFraction = d0 / (d0 - d1);
        trace.fraction = std::clamp((d0 - input_.skin) / (d0 - d1), 0.0, trace.hitFraction);
        trace.endpos = line_.start + line_.delta * trace.fraction;
        return true;
    }

    // On from from_, in place_, through the cells' own subtrees, until a box helps again.
    bool throughCells(Trace& trace) {
        line_.length = length(line_.delta);
        line_.toleranceT = kSurfaceTolerance / line_.length;
        for (int i = 0; i < kMaxSteps; ++i) {
            int axis = 0;
            const double until = endOfCell(axis);
            const Step step = throughCell(std::min(until, 1.0), trace);
            if (step != Step::Goes) return step == Step::Done;
            if (until >= 1) return passes(trace);
            from_ = until;
            const AxisPoint in = along(until);
            AxisPoint next = in;
            const bool up = delta_.at[axis] > 0;
            next.at[axis] = grid_.side(place_, axis, up) + (up ? kGridMargin : -kGridMargin);
            if (!grid_.find(next, place_)) return false;
            const FreeBox* box = grid_.box(place_);
            if (box == nullptr || !holds(*box, in)) continue;
            if (holds(*box, end_)) return passes(trace);
            const Step boxes = throughBoxes(box, trace);
            if (boxes != Step::Goes) return boxes == Step::Done;
        }
        return false;
    }

    double endOfCell(int& axis) const {
        double t[3];
        for (int a = 0; a < 3; ++a)
            t[a] = std::max((grid_.side(place_, a, false) - start_.at[a]) * inverse_.at[a],
                            (grid_.side(place_, a, true) - start_.at[a]) * inverse_.at[a]);
        return firstOf(t, axis);
    }

    Step throughCell(double until, Trace& trace) {
        if (!(until > from_)) return Step::Unclear;
        Contact contact;
        if (!FastWalk(trees_, line_, budget_, {grid_.subtree(place_), from_, until}).run(contact)) return Step::Unclear;
        if (!contact.hit) return Step::Goes;
        if (contact.node < 0 || !isInside(along(contact.t))) return Step::Unclear;
        const Plane plane = planeEntered(trees_, line_, contact);
        if (isMetFlat(line_, plane)) return Step::Unclear;
        answerHit(input_, line_, plane, contact, trace);
        return Step::Done;
    }

    // Whether a contact lies so deep in its cell that what else is near the trace there lies in the cell, too: solid
    // that begins there is then deeper than the tolerance, whatever follows in the next cell.
    bool isInside(const AxisPoint& p) const {
        double least = kNever;
        for (int a = 0; a < 3; ++a)
            least = std::min(least,
                             std::min(p.at[a] - grid_.side(place_, a, false), grid_.side(place_, a, true) - p.at[a]));
        return least > kGridMargin;
    }

    const FreeGrid& grid_;
    const Trees& trees_;
    const TraceInput& input_;
    const AxisPoint start_, end_;
    AxisPoint delta_, inverse_;
    AxisPoint margin_;  // kGridMargin along the trace, by the axis
    Line line_;
    const FreeBox* box_;
    FreeGrid::Place place_;
    double from_ = 0;  // free until here
    std::int64_t budget_ = kWalkBudget;
};

}  // namespace hullbake::detail
