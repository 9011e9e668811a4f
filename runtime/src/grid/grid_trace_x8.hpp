// GridTrace for eight traces side by side (docs/hull_theory.md, section 8). All traces in a box leave it together, all
// traces in a cell without a box cross it together.
// Invariant: every answer equals that of GridTrace. The last few traces, and cells of many planes, are left to
// GridTrace, which continues from their position.
#pragma once

#include <span>

#include "grid/cell_cuts_trace_x8.hpp"
#include "grid/grid_trace.hpp"

#ifdef HULLBAKE_AVX512
namespace hullbake::detail {

/// GridProgress for all lanes.
struct Progress8 {
    alignas(64) double from[kLanes];
    alignas(32) std::int32_t at[3][kLanes];
    alignas(32) std::uint32_t cell[kLanes], slot[kLanes], boxes[kLanes], box[kLanes];
    alignas(32) std::int32_t boxSteps[kLanes], cellSteps[kLanes];
    unsigned inBox;
};

/// Up to eight traces of a probe through a hull's grid.
struct Batch8 {
    const GridView& grid;
    const PlaneRecord* planes;
    const Probe& probe;
    std::span<const Segment> segments;
};

HULLBAKE_BEGIN_AVX
/// Continues unfinished traces by GridTrace from their positions. Returns a bit for each that has its answer.
HULLBAKE_NOINLINE inline unsigned goOnAlone(const Batch8& batch, unsigned lanes, const Progress8& progress,
                                            Trace* answers) {
    unsigned told = 0;
    for (; lanes != 0; lanes &= lanes - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(lanes));
        GridProgress at;
        for (int a = 0; a < 3; ++a) at.place.at[a] = progress.at[a][i];
        at.place.at[3] = 0;
        at.place.cell = progress.cell[i];
        at.place.slot = progress.slot[i];
        at.place.boxes = progress.boxes[i];
        at.from = progress.from[i];
        at.box = (progress.inBox >> i & 1) != 0 ? &batch.grid.tables().freeBoxes[progress.box[i]] : nullptr;
        at.boxSteps = progress.boxSteps[i];
        at.cellSteps = progress.cellSteps[i];
        answers[i] = Trace{};
        const TraceQuery query{batch.segments[i].start, batch.segments[i].end, batch.probe, batch.probe.model};
        told |= (GridTrace<GridOpsAvx>(batch.grid, batch.planes, query).resume(at, answers[i]) ? 1u : 0u) << i;
    }
    return told;
}
HULLBAKE_END_TARGET

HULLBAKE_BEGIN_AVX512
class GridTrace8 : private Math8 {
  public:
    /// Takes one to eight segments of a probe through the world of its hull, whose grid has at least one box. The
    /// probe's skin is valid, and its mask has no liquids.
    GridTrace8(const GridView& grid, const PlaneRecord* planes, const Probe& probe, std::span<const Segment> segments)
        : grid_(grid), lanes_(grid), planes_(planes), probe_(probe), segments_(segments) {}

    /// Returns a bit for each trace that has its answer. The others, such as invalid ones, must be traced one by one.
    unsigned run(Trace* answers) {
        begin();
        for (int round = 0; round < kMostRounds; ++round) {
            if (std::popcount(inBox_.bits()) >= kFewInBoxes)
                leaveBoxes();
            else if (std::popcount(inCell_.bits()) >= kFewInCells)
                crossCells();
            else
                break;
        }
        store(answers);
        const unsigned told = (passes_ | hit_).bits(), left = (inBox_ | inCell_ | alone_).bits();
        if (left == 0) return told;
        Progress8 progress;
        park(progress);
        return told | goOnAlone({grid_, planes_, probe_, segments_}, left, progress, answers);
    }

  private:
    static constexpr int kMostRounds = 16;                  // less than GridMarch::kMaxSteps
    static constexpr int kFewInBoxes = 3, kFewInCells = 4;  // fewer traces are faster one by one

    void begin() {
        Double8 row[kLanes], column[8];
        static_assert(sizeof(Segment) == 6 * sizeof(double) && offsetof(Segment, end) == 3 * sizeof(double));
        constexpr __mmask8 kSix = 63;
        for (std::size_t i = 0; i < kLanes; ++i)
            row[i] = _mm512_maskz_loadu_pd(kSix, &segments_[i < segments_.size() ? i : 0]);
        transpose(row, column);
        const Points8 start{{column[0], column[1], column[2]}}, end{{column[3], column[4], column[5]}};
        skin_ = all(probe_.skin);
        mask_ = _mm256_set1_epi32(static_cast<int>(probe_.mask));
        GridOps8::lay(start, end, lines_);
        // Accept traces that move, in range.
        LaneMask good = greater(lines_.squared, all(0)) & LaneMask((1u << segments_.size()) - 1);
        for (int a = 0; a < 3; ++a)
            good &= atMost(size(start.at[a]), all(kMaxCoordinate)) & atMost(size(end.at[a]), all(kMaxCoordinate));
        enter(lanes_.find(start, good, places_));
    }

    // Sorts traces in the grid: some begin in a box, others in a cell without one, some end in their first box.
    void enter(LaneMask inside) {
        box_ = GridOps8::numbersOf(places_);
        lanes_.boxes(box_, boxes_);
        const LaneMask held = inside & GridOps8::holds(boxes_, lines_.start);
        const LaneMask ends = held & GridOps8::holds(boxes_, lines_.end);
        passes_ = ends;
        inBox_ = held.without(ends);
        inCell_ = inside.without(held);
        from_ = all(0);
        fraction_ = hitFraction_ = all(1);
        endpos_ = lines_.end;
        normal_ = {{all(0), all(0), all(0)}};
        dist_ = all(0);
        contents_ = boxSteps_ = cellSteps_ = _mm256_setzero_si256();
    }

    void leaveBoxes() {
        const GridOps8::Exit exit = GridOps8::exitOf(lines_, boxes_.sides[0], boxes_.sides[1]);
        Places8 places;
        const LaneMask early = inBox_ & greater(all(1), exit.safe);
        const LaneMask inside = lanes_.find(along(lines_, exit.safe), early, places);
        places_.take(inside, places);
        from_ = choose(inside, exit.safe, from_);
        LaneMask left = inside & greater(all(1), exit.t);
        inCell_ |= inside.without(left);
        inBox_ = {};
        if (!left.any()) return;
        const Double8 side = exit.axes.sideOf(boxes_);
        const Points8 out = exit.axes.put(along(lines_, exit.t), side);
        // Find the box beyond. Usually the cell is the same.
        const Double8 beyond = plus(side, times(all(kGridMargin), exit.axes.direction()));
        const Double8 end = lanes_.cellSide(places_, exit.axes);
        const LaneMask stays = greater(times(minus(end, beyond), exit.axes.direction()), all(0));
        const LaneMask goes = left.without(stays);
        Ints8 numbers = GridOps8::numbersOf(places_);
        Boxes8 walls, others;
        lanes_.boxes(numbers, walls);
        if (goes.any()) {
            lanes_.find(exit.axes.put(out, beyond), goes, places);
            numbers = _mm256_mask_mov_epi32(numbers, goes, GridOps8::numbersOf(places));
            lanes_.boxes(numbers, others);
        } else
            others = walls;
        left = left.without(hitWalls(left, exit.axes, side, out, walls));
        const LaneMask held = left & GridOps8::holds(others, out);
        inCell_ |= left.without(held);
        enterBoxes(held, numbers, others);
        boxSteps_ = _mm256_mask_add_epi32(boxSteps_, held, boxSteps_, _mm256_set1_epi32(1));
    }

    // Moves the lanes `held` into the next boxes. Some traces end there.
    void enterBoxes(LaneMask held, Ints8 numbers, const Boxes8& others) {
        const LaneMask ends = held & GridOps8::holds(others, lines_.end);
        passes_ |= ends;
        inBox_ |= held.without(ends);
        box_ = _mm256_mask_mov_epi32(box_, held, numbers);
        for (int i = 0; i < 2; ++i) boxes_.sides[i] = choose(held, others.sides[i], boxes_.sides[i]);
    }

    // Records and returns the traces that certainly enter solid behind the side by which they leave their box, at
    // `out`.
    LaneMask hitWalls(LaneMask left, const Axes8& axes, Double8 side, const Points8& out, const Boxes8& walls) {
        Ints8 bit = _mm256_mask_mov_epi32(_mm256_set1_epi32(16), axes.is[1], _mm256_set1_epi32(4));
        bit = _mm256_mask_mov_epi32(bit, axes.is[0], _mm256_set1_epi32(1));
        bit = _mm256_mask_slli_epi32(bit, axes.up, bit, 1);
        LaneMask hit = _mm256_mask_test_epi32_mask(left, places_.cell, bit);
        const Double8 facing = choose(axes.up, all(-1), all(1)), moves = axes.of(lines_.delta);
        const Double8 d0 = times(minus(axes.of(lines_.start), side), facing);
        const Double8 d1 = times(minus(axes.of(lines_.end), side), facing);
        hit &= equal(axes.sideOf(walls), side);
        hit &= _mm256_test_epi32_mask(walls.wallContents, mask_);
        hit &= greater(all(-kGridMargin), d1);
        hit &= greater(times(moves, moves), times(all(kFlatSine * kFlatSine), lines_.squared));
        hit &= lanes_.isInAll(boxes_, walls, places_, out, axes);
        Points8 normal;
        for (int a = 0; a < 3; ++a) normal.at[a] = times(choose(axes.is[a], all(1), all(0)), facing);
        recordHit(hit, normal, times(side, facing), d0, d1, walls.wallContents);
        return hit;
    }

    void crossCells() {
        const GridOps8::Exit exit =
            GridOps8::exitOf(lines_, lanes_.cellSides(places_, false), lanes_.cellSides(places_, true));
        const Double8 until = least(exit.t, all(1));
        LaneMask free = inCell_ & greater(until, from_);
        inCell_ = {};
        free = throughCells(free, until);
        const LaneMask ends = free.without(greater(all(1), exit.t));
        passes_ |= ends;
        free = free.without(ends);
        if (!free.any()) return;
        from_ = choose(free, exit.t, from_);
        cellSteps_ = _mm256_mask_add_epi32(cellSteps_, free, cellSteps_, _mm256_set1_epi32(1));
        const Double8 side = lanes_.cellSide(places_, exit.axes);
        const Double8 beyond = plus(side, times(all(kGridMargin), exit.axes.direction()));
        const Points8 at = along(lines_, exit.t);
        Places8 places;
        const LaneMask inside = lanes_.find(exit.axes.put(at, beyond), free, places);
        places_.take(inside, places);
        const Ints8 numbers = GridOps8::numbersOf(places);
        Boxes8 others;
        lanes_.boxes(numbers, others);
        const LaneMask held = inside & GridOps8::holds(others, at);
        inCell_ = inside.without(held);
        boxSteps_ = _mm256_mask_mov_epi32(boxSteps_, held, _mm256_setzero_si256());
        enterBoxes(held, numbers, others);
    }

    // Returns the traces that pass their cell. Of the others some hit and some continue alone.
    LaneMask throughCells(LaneMask lanes, Double8 until) {
        const Ints8 subtrees = lanes_.subtrees(places_);
        const Ints8 cutFlag = _mm256_set1_epi32(format::kCutFlag);
        const Ints8 leafFlag = _mm256_set1_epi32(static_cast<int>(format::kLeafFlag));
        const LaneMask flagged = _mm256_mask_test_epi32_mask(lanes, subtrees, cutFlag);
        const LaneMask leaf = _mm256_mask_test_epi32_mask(lanes, subtrees, leafFlag);
        const LaneMask cut = flagged.without(leaf);
        // Skip cells that are solid throughout, where no trace can be, and cells with too many nodes: no answer.
        const LaneMask open = _mm256_testn_epi32_mask(subtrees, _mm256_andnot_si256(leafFlag, mask_));
        const LaneMask free = leaf.without(flagged) & open;
        alone_ |= lanes.without(flagged | leaf);
        if (!cut.any()) return free;
        // Lanes without cuts use those of another lane, which avoids a branch.
        const Ints8 some = _mm256_set1_epi32(std::countr_zero(cut.bits()));
        Ints8 numbers = _mm256_andnot_si256(cutFlag, subtrees);
        numbers = _mm256_mask_mov_epi32(_mm256_permutevar8x32_epi32(numbers, some), cut, numbers);
        Hits8 hits;
        CellCuts8(grid_, numbers, mask_, cut).trace(lines_, from_, until, hits);
        hitInCells(hits);
        return free | cut.without(hits.hit | hits.unclear);
    }

    // Records hits as GridTrace::throughCell does.
    void hitInCells(const Hits8& hits) {
        if (!hits.hit.any()) return;
        LaneMask hit = hits.hit & lanes_.isInCell(places_, along(lines_, hits.t));
        const Double8 d0 = minus(dot(hits.normal, lines_.start), hits.dist);
        const Double8 d1 = minus(dot(hits.normal, lines_.end), hits.dist);
        const Double8 moves = minus(d0, d1);
        hit &= atMost(times(all(kFlatSine * kFlatSine), lines_.squared), times(moves, moves));
        const Double8 facing = choose(negative(moves), all(-1), all(1));
        Points8 normal;
        for (int a = 0; a < 3; ++a) normal.at[a] = times(hits.normal.at[a], facing);
        recordHit(hit, normal, times(hits.dist, facing), times(d0, facing), times(d1, facing), hits.contents);
    }

    // Records hits as recordHit() does.
    void recordHit(LaneMask hit, const Points8& normal, Double8 dist, Double8 d0, Double8 d1, Ints8 contents) {
        const Double8 way = minus(d0, d1);
        const Double8 hitFraction = least(most(over(d0, way), all(0)), all(1));
        const Double8 fraction = least(most(over(minus(d0, skin_), way), all(0)), hitFraction);
        const Points8 endpos = along(lines_, fraction);
        hitFraction_ = choose(hit, hitFraction, hitFraction_);
        fraction_ = choose(hit, fraction, fraction_);
        endpos_ = choose(hit, endpos, endpos_);
        normal_ = choose(hit, normal, normal_);
        dist_ = choose(hit, dist, dist_);
        contents_ = _mm256_mask_mov_epi32(contents_, hit, contents);
        hit_ |= hit;
    }

    void store(Trace* answers) const {
        static_assert(offsetof(Trace, hitFraction) == 8 && offsetof(Trace, endpos) == 16 &&
                      offsetof(Trace, normal) == 40 && offsetof(Trace, dist) == 64);
        const Double8 column[8] = {fraction_,     hitFraction_,  endpos_.at[0], endpos_.at[1],
                                   endpos_.at[2], normal_.at[0], normal_.at[1], normal_.at[2]};
        Double8 row[8];
        transpose(column, row);
        alignas(64) double dist[kLanes];
        alignas(32) std::uint32_t contents[kLanes];
        _mm512_store_pd(dist, dist_);
        _mm256_store_si256(reinterpret_cast<__m256i*>(contents), contents_);
        for (std::size_t i = 0; i < segments_.size(); ++i) {
            Trace& answer = answers[i];
            answer = Trace{};
            _mm512_storeu_pd(&answer, row[i]);
            answer.dist = dist[i];
            answer.contents = resolveOverlap(Contents{contents[i]});
            answer.hit = hit_.has(i);
        }
    }

    void park(Progress8& progress) const {
        const auto put = [](void* to, Ints8 ints) { _mm256_store_si256(static_cast<__m256i*>(to), ints); };
        _mm512_store_pd(progress.from, from_);
        for (int a = 0; a < 3; ++a) put(progress.at[a], places_.at[a]);
        put(progress.cell, places_.cell);
        put(progress.slot, places_.slot);
        put(progress.boxes, places_.boxes);
        put(progress.box, box_);
        put(progress.boxSteps, boxSteps_);
        put(progress.cellSteps, cellSteps_);
        progress.inBox = inBox_.bits();
    }

    const GridView& grid_;
    const GridOps8 lanes_;
    const PlaneRecord* planes_;
    const Probe& probe_;
    const std::span<const Segment> segments_;
    Lines8 lines_;
    Double8 skin_, from_;
    Ints8 mask_;
    Places8 places_;  // of the lanes in the grid
    Ints8 box_;       // GBOX indices of boxes_
    Boxes8 boxes_;    // the boxes of the lanes inBox_
    Ints8 boxSteps_, cellSteps_;
    LaneMask inBox_, inCell_, alone_;
    LaneMask passes_, hit_;  // finished lanes
    Double8 fraction_, hitFraction_, dist_;
    Points8 endpos_, normal_;
    Ints8 contents_;
};
HULLBAKE_END_TARGET

}  // namespace hullbake::detail
#endif
