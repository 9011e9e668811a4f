// Visits the brushes in the lists of the grid's cells along a way, from front to back.
// In: a tracer with a swept box, and a grid of the world. Out: calls of the tracer, or false if the lists cannot
// decide.
#pragma once

#include "brushes/brush_ops.hpp"
#include "grid/grid_march.hpp"

namespace hullbake::detail {

/// `Tracer` has:
///   const format::BrushRecord* brushRecords() const
///   const ClipLine& clipLine() const      of the box that it sweeps
///   double limit() const                  fraction of the way after which nothing matters
///   template <class Ops> void visit(std::uint32_t brush)
template <class Ops, class Tracer>
class AlongCells : private GridMarch<typename Ops::Lanes, AlongCells<Ops, Tracer>> {
    using Path = GridMarch<typename Ops::Lanes, AlongCells<Ops, Tracer>>;
    friend Path;

  public:
    HULLBAKE_INLINE AlongCells(Tracer& tracer, const GridView& grid) : Path(grid), tracer_(tracer) {}

    /// Visits until no later brush can matter. Returns false if the grid cannot decide.
    HULLBAKE_INLINE bool run(const TraceQuery& input) {
        const GridStart start = startIn<typename Ops::Lanes>(grid_, input, place_);
        if (start == GridStart::Outside || start == GridStart::Passes) return start == GridStart::Passes;
        Ops::Lanes::lay(input.start, input.end, line_);
        sweep_ = Ops::sweepAlong(tracer_.clipLine(), line_);
        return Path::follow(start == GridStart::InBox) != GridStep::Unclear;
    }

  private:
    using Path::from_;
    using Path::grid_;
    using Path::line_;
    using Path::place_;
    static constexpr std::uint32_t kSeen = 8;

    // Walls of free boxes belong to the hull, and this box may be smaller.
    bool hitsWall(const format::FreeBoxRecord&, int, int, const GridPoint&) const { return false; }

    HULLBAKE_INLINE GridStep throughCell(double until) {
        const std::uint32_t list = grid_.listOf(place_);
        if (list == format::kManyBrushes || !(until > from_)) return GridStep::Unclear;
        if (list != format::kNoBrushes) visitListed(grid_.lists() + list, until);
        return tracer_.limit() <= until ? GridStep::Done : GridStep::Goes;
    }

    // Skips what the box enters before or after the cell: the lists of other cells contain it.
    HULLBAKE_INLINE void visitListed(const std::uint32_t* listed, double until) {
        const std::uint32_t* const end = grid_.lists() + grid_.tables().gridLists.size();
        const format::BrushRecord* const brushes = tracer_.brushRecords();
        const Interval interval{static_cast<float>(from_), static_cast<float>(std::min(tracer_.limit(), until))};
        for (unsigned met = 0; (met & kListEnds) == 0; listed += kListGroup) {
            met = end - listed >= kListGroup ? Ops::meetListed(brushes, listed, sweep_, interval)
                                             : meetListed(brushes, listed, sweep_, interval);
            for (unsigned left = met & (kListEnds - 1); left != 0; left &= left - 1)
                visitOnce(listed[std::countr_zero(left)] & ~format::kLastListed);
        }
    }

    // Skips brushes seen in earlier cells. Forgetting some of them only costs time.
    HULLBAKE_INLINE void visitOnce(std::uint32_t index) {
        for (std::uint32_t i = 0; i < std::min(seenCount_, kSeen); ++i)
            if (seen_[i] == index) return;
        seen_[seenCount_++ % kSeen] = index;
        tracer_.template visit<Ops>(index);
    }

    Tracer& tracer_;
    Sweep sweep_;
    std::uint32_t seen_[kSeen], seenCount_ = 0;
};

/// Visits the brushes near a way that begins in the cell of `slot`: by the lists of two cells, or of all along the way.
/// Returns false if the lists cannot decide.
template <class Ops, class Tracer>
HULLBAKE_INLINE bool visitListed(Tracer& tracer, const GridView& grid, std::uint32_t slot, const TraceQuery& input,
                                 double length) {
    NearBrushes near;
    if (gatherNear<Ops>(grid, slot, input, tracer.brushRecords(), tracer.clipLine(), near)) {
        for (std::uint32_t i = 0; i < near.count; ++i) tracer.template visit<Ops>(near.brushes[i]);
        return true;
    }
    return length <= static_cast<double>(grid.record.listReach) && AlongCells<Ops, Tracer>(tracer, grid).run(input);
}

/// Where a way through the world begins in a grid that serves the box that moves.
struct GridWay {
    const GridView& grid;
    std::uint32_t slot;  ///< of the cell
    const TraceQuery& input;
};

}  // namespace hullbake::detail
