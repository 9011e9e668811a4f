// Steps of a trace through the grid: from one free box to the next, cell by cell where no box helps.
#pragma once

#include "grid/grid_ops.hpp"

namespace hullbake::detail {

/// Start of a trace: one box contains all of it, one box contains its start, no box does, or the start is outside the
/// grid.
enum class GridStart : std::uint8_t { Passes, InBox, InCell, Outside };

/// Finds the start of a trace in the grid and stores its cell in `place`. Returns Outside also for a trace without
/// length or beyond kMaxCoordinate. Avoids branches that would be mispredicted.
template <class Lanes>
HULLBAKE_INLINE GridStart startIn(const GridView& grid, const TraceQuery& input, GridView::Place& place) {
    GridPoint start, end;
    Lanes::ends(input, start, end);
    if (!Lanes::isWay(start, end) || !Lanes::find(grid, start, place)) return GridStart::Outside;
    const format::FreeBoxRecord& box = grid.box(place);
    const bool inBox = Lanes::holds(box, start), ends = Lanes::holds(box, end);
    return !inBox ? GridStart::InCell : ends ? GridStart::Passes : GridStart::InBox;
}

/// Returns true if a trace that starts in a cell stays in the cell's box, up to the sides of the box.
template <class Lanes>
HULLBAKE_INLINE bool staysInBox(const GridView& grid, const GridView::Place& place, const TraceQuery& input) {
    const format::FreeBoxRecord& box = grid.box(place);
    return Lanes::touches(box, Lanes::point(input.start)) && Lanes::touches(box, Lanes::point(input.end));
}

/// Done: the trace has its answer. Passes: it reached its end. Goes: it continues. Unclear: the grid cannot decide.
enum class GridStep : std::uint8_t { Done, Passes, Goes, Unclear };

/// Progress of a trace on its way.
struct GridProgress {
    GridView::Place place;
    double from;                       ///< free up to here
    const format::FreeBoxRecord* box;  ///< the box it is in; null in a cell without one
    int boxSteps, cellSteps;           ///< steps made: boxes since the last cell, and cells
};

/// Direction along an axis, for down and up. A table, because a branch would be mispredicted half of the time.
inline constexpr double kDownUp[2] = {-1, 1};

/// Marches through the grid. `Lanes`: GridOpsScalar or GridOpsAvx. `Tracer`, which derives from this class, handles
/// what the trace meets:
///   bool hitsWall(const FreeBox& box, int axis, int up, const GridPoint& out)
///       returns true if the trace, which leaves `box` at `out`, certainly enters the solid behind that side of place_;
///   GridStep throughCell(double until)
///       traces from from_ to `until` through the cell at place_: Done, Goes or Unclear.
template <class Lanes, class Tracer>
class GridMarch {
  protected:
    using FreeBox = format::FreeBoxRecord;

    explicit GridMarch(const GridView& grid) : grid_(grid) {}

    /// Marches from the start, which lies at place_, in its box if `inBox`. line_ must be set.
    HULLBAKE_INLINE GridStep follow(bool inBox) {
        if (inBox) {
            const GridStep step = throughBoxes(&grid_.box(place_), 0);
            if (step != GridStep::Goes) return step;
        }
        return throughCells(0);
    }

    /// Marches on from a position on the way. line_ must be set.
    HULLBAKE_INLINE GridStep resume(const GridProgress& at) {
        place_ = at.place;
        from_ = at.from;
        if (at.box != nullptr) {
            const GridStep step = throughBoxes(at.box, at.boxSteps);
            if (step != GridStep::Goes) return step;
        }
        return throughCells(at.cellSteps);
    }

    const GridView& grid_;
    GridLine line_;
    GridView::Place place_;
    double from_ = 0;  // free up to here

  private:
    static constexpr int kMaxSteps = 64;

    Tracer& tracer() { return static_cast<Tracer&>(*this); }

    // Marches from box to box, beginning in one that contains the start. On Goes, from_ is just before the trace left
    // the last box, and place_ is the cell there.
    HULLBAKE_INLINE GridStep throughBoxes(const FreeBox* box, int done) {
        for (int i = done; i < kMaxSteps; ++i) {
            const GridExit exit = Lanes::exitOf(*box, line_);
            if constexpr (Lanes::kClosed) {
                // A trace along sides may touch a box in a corner only, or go on beyond it.
                if (exit.safe <= from_) return tracer().isOnSurface() ? GridStep::Goes : GridStep::Unclear;
            }
            from_ = exit.safe;
            if (!(exit.safe < 1) || !Lanes::find(grid_, Lanes::along(line_, exit.safe), place_))
                return GridStep::Unclear;
            if (exit.t >= 1) return GridStep::Goes;
            const int up = line_.delta.at[exit.axis] > 0 ? 1 : 0;
            const GridPoint out = Lanes::alongOn(line_, exit.t, exit.axis, box->sides[up][exit.axis]);
            if ((place_.cell >> (2 * exit.axis + up) & 1) != 0 && tracer().hitsWall(*box, exit.axis, up, out))
                return GridStep::Done;
            const FreeBox* other = boxBeyond(exit.axis, up, out);
            if (!Lanes::holds(*other, out)) return GridStep::Goes;  // also when it is the same box
            box = other;
            if (Lanes::holds(*box, line_.end)) return GridStep::Passes;
        }
        return GridStep::Unclear;
    }

    // Returns the box of the cell just beyond the side of a box that the trace leaves at `out`. Usually the cell is the
    // same.
    HULLBAKE_INLINE const FreeBox* boxBeyond(int axis, int up, const GridPoint& out) const {
        const double beyond = out.at[axis] + kGridMargin * kDownUp[up];
        const double end = grid_.side(place_, axis, up != 0);
        if ((end - beyond) * kDownUp[up] > 0) return &grid_.box(place_);
        GridPoint next = out;
        next.at[axis] = beyond;
        GridView::Place place;
        return Lanes::find(grid_, next, place) ? &grid_.box(place) : &kNoBox;
    }

    // Marches from from_ in place_ through the cells, until a box helps again.
    HULLBAKE_INLINE GridStep throughCells(int done) {
        for (int i = done; i < kMaxSteps; ++i) {
            int axis = 0;
            const double until = Lanes::endOfCell(grid_, place_, line_, axis);
            const GridStep step = tracer().throughCell(std::min(until, 1.0));
            if (step != GridStep::Goes) return step;
            if (until >= 1) return GridStep::Passes;
            from_ = until;
            const int up = line_.delta.at[axis] > 0 ? 1 : 0;
            const double beyond = grid_.side(place_, axis, up != 0) + kGridMargin * kDownUp[up];
            if (!Lanes::find(grid_, Lanes::alongOn(line_, until, axis, beyond), place_)) return GridStep::Unclear;
            const FreeBox& box = grid_.box(place_);
            if (!Lanes::holds(box, Lanes::along(line_, until))) continue;
            if (Lanes::holds(box, line_.end)) return GridStep::Passes;
            const GridStep boxes = throughBoxes(&box, 0);
            if (boxes != GridStep::Goes) return boxes;
        }
        return GridStep::Unclear;
    }
};

}  // namespace hullbake::detail
