// The way of a trace through the grid: from one free box to the next, and where no box helps, cell by cell.
#pragma once

#include "grid/grid_ops.hpp"

namespace hullbake::detail {

/// How a trace begins: one box holds all of it, or its start, or none does, or it is not in the grid.
enum class GridStart : std::uint8_t { Passes, InBox, InCell, Outside };

/// Fills in where in the grid a trace begins; Outside also without a length, and beyond where traces may go. Leaves
/// next to nothing to guess.
template <class Lanes>
HULLBAKE_INLINE GridStart startIn(const FreeGrid& grid, const TraceInput& input, FreeGrid::Place& place) {
    GridPoint start, end;
    Lanes::ends(input, start, end);
    if (!Lanes::isWay(start, end) || !Lanes::find(grid, start, place)) return GridStart::Outside;
    const format::FreeBoxRecord& box = grid.box(place);
    const bool inBox = Lanes::holds(box, start), ends = Lanes::holds(box, end);
    return !inBox ? GridStart::InCell : ends ? GridStart::Passes : GridStart::InBox;
}

/// Done: nothing further on matters. Passes: the trace has come to its end. Unclear: the grid cannot tell.
enum class GridStep : std::uint8_t { Done, Passes, Goes, Unclear };

/// Where a trace is on its way.
struct GridProgress {
    FreeGrid::Place place;
    double from;                       ///< nothing is met before
    const format::FreeBoxRecord* box;  ///< it is in; null in a cell without one
    int boxSteps, cellSteps;           ///< that it has made: boxes since the last cell, and cells
};

/// The direction along an axis: down and up. Looked up, as it would be guessed wrong as often as not.
inline constexpr double kDownUp[2] = {-1, 1};

/// `Lanes`: ScalarGrid or AvxGrid. `Walk`, which derives from this, says what the trace meets on its way:
///   bool hitsWall(const FreeBox& box, int axis, int up, const GridPoint& out)
///       whether the trace, which leaves `box` at `out`, surely enters the solid behind that side of place_;
///   GridStep throughCell(double until)
///       from from_ to `until` through the cell at place_: Done, Goes or Unclear.
template <class Lanes, class Walk>
class GridPath {
  protected:
    using FreeBox = format::FreeBoxRecord;

    explicit GridPath(const FreeGrid& grid) : grid_(grid) {}

    /// From the start, which lies at place_, and in its box or not; line_ is laid.
    HULLBAKE_INLINE GridStep follow(bool inBox) {
        if (inBox) {
            const GridStep step = throughBoxes(&grid_.box(place_), 0);
            if (step != GridStep::Goes) return step;
        }
        return throughCells(0);
    }

    /// From where it is already; line_ is laid.
    HULLBAKE_INLINE GridStep resume(const GridProgress& at) {
        place_ = at.place;
        from_ = at.from;
        if (at.box != nullptr) {
            const GridStep step = throughBoxes(at.box, at.boxSteps);
            if (step != GridStep::Goes) return step;
        }
        return throughCells(at.cellSteps);
    }

    const FreeGrid& grid_;
    GridLine line_;
    FreeGrid::Place place_;
    double from_ = 0;  // nothing is met before

  private:
    static constexpr int kMaxSteps = 64;

    Walk& walk() { return static_cast<Walk&>(*this); }

    // From box to box, beginning in one that holds the start. Goes: from_ is where the last box was nearly left, and
    // place_ that cell.
    HULLBAKE_INLINE GridStep throughBoxes(const FreeBox* box, int done) {
        for (int i = done; i < kMaxSteps; ++i) {
            const GridExit exit = Lanes::exitOf(*box, line_);
            from_ = exit.safe;
            if (!(exit.safe < 1) || !Lanes::find(grid_, Lanes::along(line_, exit.safe), place_))
                return GridStep::Unclear;
            if (exit.t >= 1) return GridStep::Goes;
            const int up = line_.delta.at[exit.axis] > 0 ? 1 : 0;
            const GridPoint out = Lanes::alongOn(line_, exit.t, exit.axis, box->sides[up][exit.axis]);
            if ((place_.cell >> (2 * exit.axis + up) & 1) != 0 && walk().hitsWall(*box, exit.axis, up, out))
                return GridStep::Done;
            const FreeBox* other = boxBeyond(exit.axis, up, out);
            if (!Lanes::holds(*other, out)) return GridStep::Goes;  // as when it is the same
            box = other;
            if (Lanes::holds(*box, line_.end)) return GridStep::Passes;
        }
        return GridStep::Unclear;
    }

    // The box of the cell just beyond a side that the trace leaves a box by, at `out`; mostly the cell is still the
    // same.
    HULLBAKE_INLINE const FreeBox* boxBeyond(int axis, int up, const GridPoint& out) const {
        const double beyond = out.at[axis] + kGridMargin * kDownUp[up];
        const double end = grid_.side(place_, axis, up != 0);
        if ((end - beyond) * kDownUp[up] > 0) return &grid_.box(place_);
        GridPoint next = out;
        next.at[axis] = beyond;
        FreeGrid::Place place;
        return Lanes::find(grid_, next, place) ? &grid_.box(place) : &kNoBox;
    }

    // On from from_, in place_, through the cells, until a box helps again.
    HULLBAKE_INLINE GridStep throughCells(int done) {
        for (int i = done; i < kMaxSteps; ++i) {
            int axis = 0;
            const double until = Lanes::endOfCell(grid_, place_, line_, axis);
            const GridStep step = walk().throughCell(std::min(until, 1.0));
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
