// Eight traces side by side, one in each lane: arithmetic, and loads from the grid.
// Invariant: the operations are those of GridOpsScalar in the same order, so each lane gets the answer it would get
// alone, to the last bit.
#pragma once

#include "grid/grid_ops.hpp"

#ifdef HULLBAKE_AVX512
namespace hullbake::detail {

inline constexpr int kLanes = 8;

using Double8 = __m512d;  ///< a double for each lane
using Ints8 = __m256i;    ///< 32 bits for each lane

/// A bit for each lane.
class LaneMask {
  public:
    LaneMask() = default;
    explicit LaneMask(unsigned bits) : bits_(static_cast<__mmask8>(bits)) {}
    LaneMask(__mmask8 bits) : bits_(bits) {}     // from the type of intrinsics
    operator __mmask8() const { return bits_; }  // and back to it
    static LaneMask all() { return LaneMask(0xffu); }
    unsigned bits() const { return bits_; }
    bool any() const { return bits_ != 0; }
    bool has(std::size_t lane) const { return (bits() >> lane & 1) != 0; }
    LaneMask without(LaneMask other) const { return LaneMask(bits() & ~other.bits()); }
    friend LaneMask operator&(LaneMask a, LaneMask b) { return LaneMask(a.bits() & b.bits()); }
    friend LaneMask operator|(LaneMask a, LaneMask b) { return LaneMask(a.bits() | b.bits()); }
    friend LaneMask operator^(LaneMask a, LaneMask b) { return LaneMask(a.bits() ^ b.bits()); }
    LaneMask& operator&=(LaneMask other) { return *this = *this & other; }
    LaneMask& operator|=(LaneMask other) { return *this = *this | other; }

  private:
    __mmask8 bits_ = 0;
};

HULLBAKE_BEGIN_AVX512

/// A position or a direction for each lane.
struct Points8 {
    Double8 at[3];
};

struct Lines8 {
    Points8 start, end, delta, inverse;
    Double8 squared;
};

/// One box for each lane, or no box.
struct Boxes8 {
    LaneMask there;
    Points8 sides[2];
    Ints8 wallContents;
};

/// GridView::Place for each lane.
struct Places8 {
    Ints8 at[3], cell, slot, boxes;

    /// Replaces the places of some lanes by others.
    void take(LaneMask lanes, const Places8& others) {
        for (int a = 0; a < 3; ++a) at[a] = _mm256_mask_mov_epi32(at[a], lanes, others.at[a]);
        cell = _mm256_mask_mov_epi32(cell, lanes, others.cell);
        slot = _mm256_mask_mov_epi32(slot, lanes, others.slot);
        boxes = _mm256_mask_mov_epi32(boxes, lanes, others.boxes);
    }
};

/// Arithmetic on eight lanes. Products are never contracted with sums: compilers do not contract intrinsics with
/// explicit rounding.
struct Math8 {
    static Double8 all(double number) { return _mm512_set1_pd(number); }
    static Double8 times(Double8 a, Double8 b) { return _mm512_mul_round_pd(a, b, _MM_FROUND_CUR_DIRECTION); }
    static Double8 minus(Double8 a, Double8 b) { return _mm512_sub_pd(a, b); }
    static Double8 plus(Double8 a, Double8 b) { return _mm512_add_pd(a, b); }
    static Double8 over(Double8 a, Double8 b) { return _mm512_div_pd(a, b); }
    static Double8 least(Double8 a, Double8 b) { return _mm512_min_pd(a, b); }
    static Double8 most(Double8 a, Double8 b) { return _mm512_max_pd(a, b); }
    static Double8 size(Double8 a) { return _mm512_abs_pd(a); }
    static LaneMask greater(Double8 a, Double8 b) { return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ); }
    static LaneMask atMost(Double8 a, Double8 b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
    static LaneMask equal(Double8 a, Double8 b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
    /// Returns the lanes whose sign bit is set.
    static LaneMask negative(Double8 a) { return _mm512_movepi64_mask(_mm512_castpd_si512(a)); }
    static Double8 choose(LaneMask mask, Double8 yes, Double8 no) { return _mm512_mask_blend_pd(mask, no, yes); }
    static Points8 choose(LaneMask mask, const Points8& yes, const Points8& no) {
        return {
            {choose(mask, yes.at[0], no.at[0]), choose(mask, yes.at[1], no.at[1]), choose(mask, yes.at[2], no.at[2])}};
    }
    static Double8 dot(const Points8& a, const Points8& b) {
        return plus(plus(times(a.at[0], b.at[0]), times(a.at[1], b.at[1])), times(a.at[2], b.at[2]));
    }
    /// Returns the position of each trace at t.
    static Points8 along(const Lines8& lines, Double8 t) {
        Points8 p;
        for (int a = 0; a < 3; ++a) p.at[a] = plus(lines.start.at[a], times(lines.delta.at[a], t));
        return p;
    }

    /// Transposes: row i has eight numbers of lane i, column k gets number k of all lanes.
    static void transpose(const Double8 (&row)[8], Double8 (&column)[8]) {
        Double8 pair[8], quad[8];
        for (int i = 0; i < 8; i += 2) {
            pair[i] = _mm512_unpacklo_pd(row[i], row[i + 1]);      // numbers 0 2 4 6 of two lanes
            pair[i + 1] = _mm512_unpackhi_pd(row[i], row[i + 1]);  // 1 3 5 7
        }
        for (int half = 0; half < 8; half += 4) {
            for (int odd = 0; odd < 2; ++odd) {
                const Double8 one = pair[half + odd], two = pair[half + odd + 2];
                quad[half + odd] = _mm512_shuffle_f64x2(one, two, 0x88);      // numbers 0 4, or 1 5, of four lanes
                quad[half + odd + 2] = _mm512_shuffle_f64x2(one, two, 0xdd);  // 2 6, or 3 7
            }
        }
        for (int i = 0; i < 4; ++i) {
            column[i] = _mm512_shuffle_f64x2(quad[i], quad[i + 4], 0x88);
            column[i + 4] = _mm512_shuffle_f64x2(quad[i], quad[i + 4], 0xdd);
        }
    }
};

/// The axis by which each lane leaves a box or cell, and whether upwards, as masks.
struct Axes8 {
    LaneMask is[3], up;

    Double8 of(const Points8& p) const { return Math8::choose(is[0], p.at[0], Math8::choose(is[1], p.at[1], p.at[2])); }
    Double8 sideOf(const Boxes8& boxes) const { return Math8::choose(up, of(boxes.sides[1]), of(boxes.sides[0])); }
    /// Returns the positions with the coordinate on each lane's axis set to `side`.
    Points8 put(const Points8& p, Double8 side) const {
        Points8 out;
        for (int a = 0; a < 3; ++a) out.at[a] = Math8::choose(is[a], side, p.at[a]);
        return out;
    }
    /// Returns 1 for lanes that leave upwards, -1 for downwards.
    Double8 direction() const { return Math8::choose(up, Math8::all(1), Math8::all(-1)); }
};

/// GridOpsScalar for eight lanes. Requires kHasAvx512.
class GridOps8 : private Math8 {
  public:
    explicit GridOps8(const GridView& grid) : grid_(grid) {}

    static void lay(const Points8& start, const Points8& end, Lines8& lines) {
        lines.start = start;
        lines.end = end;
        for (int a = 0; a < 3; ++a) {
            const Double8 delta = minus(end.at[a], start.at[a]);
            const LaneMask moves = greater(size(delta), all(1 / GridLine::kNever));
            lines.delta.at[a] = delta;
            lines.inverse.at[a] = choose(moves, over(all(1), delta), all(GridLine::kNever));
        }
        lines.squared = dot(lines.delta, lines.delta);
    }

    /// Finds the places of `wanted` lanes and returns which of them lie in the grid. All other lanes get the first
    /// cell, which has no box.
    LaneMask find(const Points8& p, LaneMask wanted, Places8& places) const {
        static_assert(format::kGridBlock == 4);
        LaneMask inside = wanted;
        Ints8 block[3], within[3];
        for (int a = 0; a < 3; ++a) {
            const Double8 along = times(minus(p.at[a], all(grid_.record.origin[a])), all(grid_.record.cellsPerUnit));
            const Ints8 number = _mm256_sub_epi32(_mm512_cvttpd_epi32(plus(along, all(1))), _mm256_set1_epi32(1));
            places.at[a] = number;
            block[a] = _mm256_srli_epi32(number, 2);
            within[a] = _mm256_and_si256(number, _mm256_set1_epi32(3));
            inside = _mm256_mask_cmplt_epu32_mask(inside, block[a], ints(grid_.record.blocks[a]));
        }
        const Ints8 row = _mm256_add_epi32(_mm256_mullo_epi32(block[2], ints(grid_.record.blocks[1])), block[1]);
        const Ints8 at = _mm256_add_epi32(_mm256_mullo_epi32(row, ints(grid_.record.blocks[0])),
                                          _mm256_add_epi32(block[0], ints(grid_.record.firstBlock)));
        // Load one by one: on some processors a gather takes several times as long.
        alignas(32) std::uint32_t from[kLanes];
        _mm256_store_si256(reinterpret_cast<__m256i*>(from), _mm256_maskz_mov_epi32(inside, at));
        const format::BlockRecord* const blocks = grid_.tables().gridBlocks.data();
        const __m512i record =
            _mm512_inserti64x4(_mm512_castsi256_si512(four(blocks, from)), four(blocks, from + 4), 1);
        const Ints8 inBlock = _mm256_add_epi32(
            _mm256_add_epi32(_mm256_slli_epi32(within[2], 4), _mm256_slli_epi32(within[1], 2)), within[0]);
        places.boxes = _mm512_cvtepi64_epi32(_mm512_srli_epi64(record, 32));
        places.slot = _mm256_maskz_add_epi32(inside, _mm512_cvtepi64_epi32(record), inBlock);
        _mm256_store_si256(reinterpret_cast<__m256i*>(from), places.slot);
        const format::CellRecord* const cells = grid_.tables().gridCells.data();
        __m128i low = _mm_cvtsi32_si128(cells[from[0]]), high = _mm_cvtsi32_si128(cells[from[4]]);
        low = _mm_insert_epi16(low, cells[from[1]], 1);
        high = _mm_insert_epi16(high, cells[from[5]], 1);
        low = _mm_insert_epi16(low, cells[from[2]], 2);
        high = _mm_insert_epi16(high, cells[from[6]], 2);
        low = _mm_insert_epi16(low, cells[from[3]], 3);
        high = _mm_insert_epi16(high, cells[from[7]], 3);
        places.cell = _mm256_maskz_cvtepu16_epi32(inside, _mm_unpacklo_epi64(low, high));
        return inside;
    }

    /// Returns the GBOX indices of the boxes that overlap each cell, all bits set where there is none.
    static Ints8 numbersOf(const Places8& places) {
        const Ints8 number = _mm256_srli_epi32(places.cell, 8), none = _mm256_set1_epi32(-1);
        const Ints8 index = _mm256_add_epi32(_mm256_add_epi32(places.boxes, number), none);
        return _mm256_mask_mov_epi32(none, _mm256_test_epi32_mask(number, number), index);
    }

    /// Loads the boxes with these indices. Where there is none, another box is loaded: a branch would be mispredicted.
    void boxes(Ints8 numbers, Boxes8& boxes) const {
        boxes.there = _mm256_cmpneq_epi32_mask(numbers, _mm256_set1_epi32(-1));
        alignas(32) std::uint32_t at[kLanes];
        _mm256_store_si256(reinterpret_cast<__m256i*>(at), _mm256_maskz_mov_epi32(boxes.there, numbers));
        const format::FreeBoxRecord* const all = grid_.tables().freeBoxes.data();
        Double8 row[kLanes], column[8];
        for (int i = 0; i < kLanes; ++i) row[i] = _mm512_loadu_pd(&all[at[i]]);
        transpose(row, column);
        for (int a = 0; a < 3; ++a) {
            boxes.sides[0].at[a] = column[a];
            boxes.sides[1].at[a] = column[a + 3];
        }
        boxes.wallContents = _mm512_cvtepi64_epi32(_mm512_castpd_si512(column[6]));
    }

    /// Returns the GSUB entry of each cell.
    Ints8 subtrees(const Places8& places) const {
        alignas(32) std::uint32_t slot[kLanes];
        _mm256_store_si256(reinterpret_cast<__m256i*>(slot), places.slot);
        const auto half = [&](int first) {
            const std::uint32_t* const of = grid_.tables().gridSubtrees.data();
            __m128i four = _mm_cvtsi32_si128(static_cast<int>(of[slot[first]]));
            four = _mm_insert_epi32(four, static_cast<int>(of[slot[first + 1]]), 1);
            four = _mm_insert_epi32(four, static_cast<int>(of[slot[first + 2]]), 2);
            return _mm_insert_epi32(four, static_cast<int>(of[slot[first + 3]]), 3);
        };
        return _mm256_inserti128_si256(_mm256_castsi128_si256(half(0)), half(4), 1);
    }

    /// Returns the lanes whose position lies in their box, kGridMargin away from its sides.
    static LaneMask holds(const Boxes8& boxes, const Points8& p) {
        return boxes.there & isWithin(boxes.sides[0], p, boxes.sides[1]);
    }

    /// Exit of each trace from the space between two sides: t, axis, and `safe`, the last t still kGridMargin away from
    /// all sides.
    struct Exit {
        Double8 t, safe;
        Axes8 axes;
    };
    static Exit exitOf(const Lines8& lines, const Points8& low, const Points8& high) {
        Double8 t[3], safe = all(1e300);
        for (int a = 0; a < 3; ++a) {
            const Double8 start = lines.start.at[a], inverse = lines.inverse.at[a];
            t[a] = most(times(minus(low.at[a], start), inverse), times(minus(high.at[a], start), inverse));
            safe = least(safe, minus(t[a], times(all(kGridMargin), size(inverse))));
        }
        Exit exit;
        exit.t = least(least(t[0], t[1]), t[2]);
        exit.safe = safe;
        exit.axes.is[0] = equal(t[0], exit.t);
        exit.axes.is[1] = equal(t[1], exit.t).without(exit.axes.is[0]);
        exit.axes.is[2] = LaneMask::all().without(exit.axes.is[0] | exit.axes.is[1]);
        exit.axes.up = greater(exit.axes.of(lines.delta), all(0));
        return exit;
    }

    /// Returns all greater sides of the cells, or all lesser ones.
    Points8 cellSides(const Places8& places, bool greater) const {
        Points8 sides;
        for (int a = 0; a < 3; ++a) {
            const Double8 number = plus(_mm512_cvtepi32_pd(places.at[a]), all(greater ? 1 : 0));
            sides.at[a] = plus(all(grid_.record.origin[a]), times(number, all(grid_.record.cellSize)));
        }
        return sides;
    }
    /// Returns the side by which each trace leaves its cell.
    Double8 cellSide(const Places8& places, const Axes8& axes) const {
        return choose(axes.up, axes.of(cellSides(places, true)), axes.of(cellSides(places, false)));
    }

    /// Does the test of GridOpsScalar::isInAll: the position is kGridMargin away from all sides except those across
    /// each lane's axis.
    LaneMask isInAll(const Boxes8& one, const Boxes8& two, const Places8& places, const Points8& p,
                     const Axes8& axes) const {
        Points8 low = cellSides(places, false), high = cellSides(places, true);
        for (int a = 0; a < 3; ++a) {
            low.at[a] = most(most(one.sides[0].at[a], two.sides[0].at[a]), low.at[a]);
            high.at[a] = least(least(one.sides[1].at[a], two.sides[1].at[a]), high.at[a]);
            low.at[a] = choose(axes.is[a], minus(p.at[a], all(1)), low.at[a]);
            high.at[a] = choose(axes.is[a], plus(p.at[a], all(1)), high.at[a]);
        }
        return isWithin(low, p, high);
    }
    LaneMask isInCell(const Places8& places, const Points8& p) const {
        return isWithin(cellSides(places, false), p, cellSides(places, true));
    }

  private:
    static __m256i four(const format::BlockRecord* blocks, const std::uint32_t* from) {
        const auto one = [&](int i) { return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&blocks[from[i]])); };
        const __m128i low = _mm_unpacklo_epi64(one(0), one(1)), high = _mm_unpacklo_epi64(one(2), one(3));
        return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    }
    static Ints8 ints(std::uint32_t number) { return _mm256_set1_epi32(static_cast<int>(number)); }
    // Returns the lanes within both sides by kGridMargin on all axes.
    static LaneMask isWithin(const Points8& low, const Points8& p, const Points8& high) {
        Double8 nearest[3];
        for (int a = 0; a < 3; ++a) nearest[a] = least(minus(p.at[a], low.at[a]), minus(high.at[a], p.at[a]));
        return greater(least(least(nearest[0], nearest[1]), nearest[2]), all(kGridMargin));
    }

    const GridView& grid_;
};

HULLBAKE_END_TARGET
}  // namespace hullbake::detail
#endif
