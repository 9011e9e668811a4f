// The common trace by the grid (docs/hull_theory.md, section 8): from one free box to the next, where no box helps,
// cell by cell through the planes or nodes that divide the cell.
// In: a grid and a trace with a length. Out: the answer, or false.
// Invariant: it answers only what is certain. The tree decides the rest: starts and contacts in solid, flat angles,
// ties, cells of many nodes.
#pragma once

#include "grid/cell_nodes_trace.hpp"
#include "grid/grid_march.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

/// Trace by the grid. `Lanes`: GridOpsScalar or GridOpsAvx.
template <class Lanes>
class GridTrace : private GridMarch<Lanes, GridTrace<Lanes>> {
    using Path = GridMarch<Lanes, GridTrace<Lanes>>;
    friend Path;

  public:
    /// `planes`: PLAN, for nodes that are not axial. The trace must have a length.
    GridTrace(const GridView& grid, const PlaneRecord* planes, const TraceQuery& input)
        : Path(grid), planes_(planes), input_(input) {}

    /// Returns false if only the tree can decide. `trace` then stays unchanged: new.
    HULLBAKE_INLINE bool run(Trace& trace) {
        const GridPoint start = Lanes::point(input_.start);
        if (!Lanes::find(grid_, start, place_)) return false;
        const FreeBox& box = grid_.box(place_);
        const bool inBox = Lanes::holds(box, start);
        if (inBox && Lanes::holds(box, Lanes::point(input_.end))) return passes(trace);
        return goOn(inBox, trace);
    }

    /// Continues from the position that another trace reached.
    HULLBAKE_INLINE bool resume(const GridProgress& at, Trace& trace) {
        Lanes::lay(input_.start, input_.end, line_);
        trace_ = &trace;
        const GridStep step = Path::resume(at);
        return step == GridStep::Passes ? passes(trace) : step == GridStep::Done;
    }

  private:
    using FreeBox = format::FreeBoxRecord;
    using Path::from_;
    using Path::grid_;
    using Path::line_;
    using Path::place_;

    bool passes(Trace& trace) const {
        trace.endpos = input_.end;
        return true;
    }

    HULLBAKE_INLINE bool goOn(bool inBox, Trace& trace) {
        if (!inBox && grid_.subtree(place_) == format::kManyNodes) return false;
        Lanes::lay(input_.start, input_.end, line_);
        trace_ = &trace;
        const GridStep step = Path::follow(inBox);
        return step == GridStep::Passes ? passes(trace) : step == GridStep::Done;
    }

    HULLBAKE_INLINE bool hitsWall(const FreeBox& box, int axis, int up, const GridPoint& out) {
        const FreeBox& wall = grid_.box(place_);
        const double side = out.at[axis], facing = -kDownUp[up], along = line_.delta.at[axis];
        const double d0 = (line_.start.at[axis] - side) * facing, d1 = (line_.end.at[axis] - side) * facing;
        const bool sure = (wall.sides[up][axis] == side) &
                          ((wall.wallContents & static_cast<std::uint32_t>(input_.probe.mask)) != 0) &
                          (d1 < -kGridMargin) & (along * along > kFlatSine * kFlatSine * line_.squared);
        if (!(sure & Lanes::isInAll(box, wall, grid_, place_, out, axis))) return false;
        static constexpr Vec3 kAxes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        recordHit(input_, {kAxes[axis] * facing, side * facing}, d0, d1, wall.wallContents, *trace_);
        return true;
    }

    HULLBAKE_INLINE GridStep throughCell(double until) {
        if (!(until > from_)) return GridStep::Unclear;
        const std::uint32_t subtree = grid_.subtree(place_);
        if (subtree == format::kManyNodes) return GridStep::Unclear;
        CellHit hit;
        NoSides sides;
        const CellEnd end =
            (subtree & format::kCutFlag) != 0
                ? throughCuts(grid_.cut(subtree), until, hit)
                : CellNodesTrace({grid_.nodes(), planes_}, static_cast<std::uint32_t>(input_.probe.mask), line_, sides)
                      .run(subtree, from_, until, hit);
        if (end != CellEnd::Hit) return end == CellEnd::Free ? GridStep::Goes : GridStep::Unclear;
        // Accept the hit only deep in its cell: then everything near it lies in the cell too. Solid that begins there
        // is deeper than the tolerance, whatever the next cell contains.
        if (!Lanes::isInCell(grid_, place_, Lanes::along(line_, hit.t))) return GridStep::Unclear;
        const double d0 = distanceTo(hit.plane, input_.start), d1 = distanceTo(hit.plane, input_.end);
        if ((d0 - d1) * (d0 - d1) < kFlatSine * kFlatSine * line_.squared) return GridStep::Unclear;
        const double facing = std::copysign(1.0, d0 - d1);
        recordHit(input_, {hit.plane.normal * facing, hit.plane.dist * facing}, d0 * facing, d1 * facing, hit.contents,
                  *trace_);
        return GridStep::Done;
    }

    HULLBAKE_INLINE CellEnd throughCuts(const format::CutRecord& cut, double until, CellHit& hit) const {
        if ((cut.contents & static_cast<std::uint32_t>(input_.probe.mask)) == 0) return CellEnd::Free;
        return Lanes::Cuts::trace(cut, grid_.cutPlanes(), line_, from_, until, hit);
    }

    const PlaneRecord* planes_;
    const TraceQuery& input_;
    Trace* trace_ = nullptr;
};

}  // namespace hullbake::detail
