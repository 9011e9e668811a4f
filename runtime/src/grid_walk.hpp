// The common trace by the grid: from one free box to the next, and where no box helps, cell by cell through the few
// planes or nodes of the tree that divide the cell (docs/hull_theory.md, section 8). It answers only what it is certain
// of, and leaves all else to the walk through the whole tree: starts and contacts in solid, flat angles, ties, cells of
// many nodes.
#pragma once

#include "answers.hpp"
#include "cell_walk.hpp"
#include "grid_lanes.hpp"

namespace hullbake::detail {

/// `Lanes`: ScalarGrid or AvxGrid.
template <class Lanes>
class GridWalk {
  public:
    /// `planes`: of slanted nodes. The trace has a length.
    GridWalk(const FreeGrid& grid, const PlaneRecord* planes, const TraceInput& input)
        : grid_(grid), planes_(planes), input_(input) {}

    /// False when only the tree can tell; then `trace` stays as it is: new.
    HULLBAKE_INLINE bool run(Trace& trace) {
        const GridPoint start = Lanes::point(input_.start);
        if (!Lanes::find(grid_, start, place_)) return false;
        const FreeBox& box = grid_.box(place_);
        const bool inBox = Lanes::holds(box, start);
        if (inBox && Lanes::holds(box, Lanes::point(input_.end))) return passes(trace);
        return goOn(inBox, trace);
    }

    /// How a trace begins: one box holds all of it, or its start, or none does, or it is not in the grid.
    enum class Start : std::uint8_t { Passes, InBox, InCell, Outside };

    /// The same in two steps. The first leaves next to nothing to guess, so that of several traces it is best taken
    /// one after the other.
    HULLBAKE_INLINE Start begin() {
        const GridPoint start = Lanes::point(input_.start);
        if (!Lanes::find(grid_, start, place_)) return Start::Outside;
        const FreeBox& box = grid_.box(place_);
        const bool inBox = Lanes::holds(box, start), ends = Lanes::holds(box, Lanes::point(input_.end));
        return !inBox ? Start::InCell : ends ? Start::Passes : Start::InBox;
    }
    HULLBAKE_INLINE bool finish(Start start, Trace& trace) {
        if (start == Start::Passes) return passes(trace);
        return start != Start::Outside && goOn(start == Start::InBox, trace);
    }

  private:
    using FreeBox = format::FreeBoxRecord;
    enum class Step : std::uint8_t { Done, Goes, Unclear };
    static constexpr int kMaxSteps = 64;

    bool passes(Trace& trace) const {
        trace.endpos = input_.end;
        return true;
    }

    HULLBAKE_INLINE bool goOn(bool inBox, Trace& trace) {
        if (!inBox && grid_.subtree(place_) == format::kManyNodes) return false;
        Lanes::lay(input_.start, input_.end, line_);
        if (inBox) {
            const Step step = throughBoxes(&grid_.box(place_), trace);
            if (step != Step::Goes) return step == Step::Done;
        }
        return throughCells(trace);
    }

    // From box to box, beginning in one that holds the start. Goes: from_ is where the last box was nearly left, and
    // place_ that cell.
    HULLBAKE_INLINE Step throughBoxes(const FreeBox* box, Trace& trace) {
        for (int i = 0; i < kMaxSteps; ++i) {
            const GridExit exit = Lanes::exitOf(*box, line_);
            from_ = exit.safe;
            if (!(exit.safe < 1) || !Lanes::find(grid_, Lanes::along(line_, exit.safe), place_)) return Step::Unclear;
            if (exit.t >= 1) return Step::Goes;
            const int up = line_.delta.at[exit.axis] > 0 ? 1 : 0;
            const GridPoint out = Lanes::alongOn(line_, exit.t, exit.axis, box->sides[up][exit.axis]);
            if ((place_.cell >> (2 * exit.axis + up) & 1) != 0 && hitsWall(*box, exit.axis, up, out, trace))
                return Step::Done;
            const FreeBox* other = boxBeyond(exit.axis, up, out);
            if (other == box || !Lanes::holds(*other, out)) return Step::Goes;
            box = other;
            if (Lanes::holds(*box, line_.end)) return passes(trace) ? Step::Done : Step::Unclear;
        }
        return Step::Unclear;
    }

    // The box of the cell just beyond a side that the trace leaves a box by, at `out`; mostly the cell is still the
    // same.
    HULLBAKE_INLINE const FreeBox* boxBeyond(int axis, int up, const GridPoint& out) const {
        const double beyond = out.at[axis] + (up != 0 ? kGridMargin : -kGridMargin);
        const double end = grid_.side(place_, axis, up != 0);
        if (up != 0 ? beyond < end : beyond > end) return &grid_.box(place_);
        GridPoint next = out;
        next.at[axis] = beyond;
        FreeGrid::Place place;
        return Lanes::find(grid_, next, place) ? &grid_.box(place) : &kNoBox;
    }

    // Whether the trace, which leaves a box at `out`, surely enters the solid behind the side of place_ there.
    HULLBAKE_INLINE bool hitsWall(const FreeBox& box, int axis, int up, const GridPoint& out, Trace& trace) const {
        const FreeBox& wall = grid_.box(place_);
        const double side = out.at[axis], facing = up != 0 ? -1 : 1, along = line_.delta.at[axis];
        const double d0 = (line_.start.at[axis] - side) * facing, d1 = (line_.end.at[axis] - side) * facing;
        const bool sure = (wall.sides[up][axis] == side) &
                          ((wall.wallContents & static_cast<std::uint32_t>(input_.mask)) != 0) & (d1 < -kGridMargin) &
                          (along * along > kMetFlat * kMetFlat * line_.squared);
        if (!(sure & Lanes::isInAll(box, wall, grid_, place_, out, axis))) return false;
        land(
            {{(axis == 0 ? 1 : 0) * facing, (axis == 1 ? 1 : 0) * facing, (axis == 2 ? 1 : 0) * facing}, side * facing},
            d0, d1, wall.wallContents, trace);
        return true;
    }

    // As answerHit: in free space before, so there is nothing to weigh. The plane faces the trace, whose ends are d0
    // and d1 from it.
    void land(const Plane& plane, double d0, double d1, std::uint32_t contents, Trace& trace) const {
        trace.hit = true;
        trace.contents = resolveOverlap(Contents{contents});
        trace.normal = plane.normal;
        trace.dist = plane.dist;
        trace.hitFraction = std::clamp(d0 / (d0 - d1), 0.0, 1.0);
        trace.fraction = std::clamp((d0 - input_.skin) / (d0 - d1), 0.0, trace.hitFraction);
        trace.endpos = input_.start + (input_.end - input_.start) * trace.fraction;
    }

    // On from from_, in place_, through the cells' own subtrees, until a box helps again.
    HULLBAKE_INLINE bool throughCells(Trace& trace) {
        for (int i = 0; i < kMaxSteps; ++i) {
            int axis = 0;
            const double until = Lanes::endOfCell(grid_, place_, line_, axis);
            const Step step = throughCell(std::min(until, 1.0), trace);
            if (step != Step::Goes) return step == Step::Done;
            if (until >= 1) return passes(trace);
            from_ = until;
            const bool up = line_.delta.at[axis] > 0;
            const double beyond = grid_.side(place_, axis, up) + (up ? kGridMargin : -kGridMargin);
            if (!Lanes::find(grid_, Lanes::alongOn(line_, until, axis, beyond), place_)) return false;
            const FreeBox& box = grid_.box(place_);
            if (!Lanes::holds(box, Lanes::along(line_, until))) continue;
            if (Lanes::holds(box, line_.end)) return passes(trace);
            const Step boxes = throughBoxes(&box, trace);
            if (boxes != Step::Goes) return boxes == Step::Done;
        }
        return false;
    }

    HULLBAKE_INLINE Step throughCell(double until, Trace& trace) {
        if (!(until > from_)) return Step::Unclear;
        const std::uint32_t subtree = grid_.subtree(place_);
        if (subtree == format::kManyNodes) return Step::Unclear;
        CellHit hit;
        const CellEnd end = (subtree & format::kCutFlag) != 0
                                ? throughCuts(grid_.cut(subtree), until, hit)
                                : CellWalk({grid_.nodes(), planes_}, static_cast<std::uint32_t>(input_.mask), line_)
                                      .run(subtree, from_, until, hit);
        if (end != CellEnd::Hit) return end == CellEnd::Free ? Step::Goes : Step::Unclear;
        // Deep in its cell: what else is near the trace there lies in the cell, too, and solid that begins there is
        // deeper than the tolerance, whatever follows in the next cell.
        if (!Lanes::isInCell(grid_, place_, Lanes::along(line_, hit.t))) return Step::Unclear;
        const double d0 = distanceTo(hit.plane, input_.start), d1 = distanceTo(hit.plane, input_.end);
        if ((d0 - d1) * (d0 - d1) < kMetFlat * kMetFlat * line_.squared) return Step::Unclear;
        if (d0 > d1)
            land(hit.plane, d0, d1, hit.contents, trace);
        else
            land({-hit.plane.normal, -hit.plane.dist}, -d0, -d1, hit.contents, trace);
        return Step::Done;
    }

    HULLBAKE_INLINE CellEnd throughCuts(const format::CutRecord& cut, double until, CellHit& hit) const {
        if ((cut.contents & static_cast<std::uint32_t>(input_.mask)) == 0) return CellEnd::Free;
        return Lanes::Cuts::walk(cut, grid_.cutPlanes(), line_, from_, until, hit);
    }

    const FreeGrid& grid_;
    const PlaneRecord* planes_;
    const TraceInput& input_;
    GridLine line_;
    FreeGrid::Place place_;
    double from_ = 0;  // free until here
};

}  // namespace hullbake::detail
