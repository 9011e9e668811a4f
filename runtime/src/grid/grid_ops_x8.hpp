// Eight traces side by side, one in each lane: arithmetic, and loads from the grid.
// Invariant: the operations are those of ScalarGrid in the same order, so each lane gets the answer it would get alone,
// to the last bit.
#pragma once

#include "grid/grid_ops.hpp"

#ifdef HULLBAKE_AVX512
namespace hullbake::detail {

inline constexpr int kLanes = 8;

using Eight = __m512d;      ///< a double for each lane
using EightInts = __m256i;  ///< 32 bits for each lane

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

/// A position or a direction for each lane.
struct EightPoints {
    Eight at[3];
};

struct EightLines {
    EightPoints start, end, delta, inverse;
    Eight squared;
};

/// One box for each lane, or no box.
struct EightBoxes {
    LaneMask there;
    EightPoints sides[2];
    EightInts wallContents;
};

/// FreeGrid::Place for each lane.
struct EightPlaces {
    EightInts at[3], cell, slot, boxes;

    /// Replaces the places of some lanes by others.
    HULLBAKE_WITH_AVX512 void take(LaneMask lanes, const EightPlaces& others) {
        for (int a = 0; a < 3; ++a) at[a] = _mm256_mask_mov_epi32(at[a], lanes, others.at[a]);
        cell = _mm256_mask_mov_epi32(cell, lanes, others.cell);
        slot = _mm256_mask_mov_epi32(slot, lanes, others.slot);
        boxes = _mm256_mask_mov_epi32(boxes, lanes, others.boxes);
    }
};

/// Arithmetic on eight lanes. Products are never contracted with sums: compilers do not contract intrinsics with
/// explicit rounding.
struct EightMath {
    HULLBAKE_WITH_AVX512 static Eight all(double number) { return _mm512_set1_pd(number); }
    HULLBAKE_WITH_AVX512 static Eight times(Eight a, Eight b) {
        return _mm512_mul_round_pd(a, b, _MM_FROUND_CUR_DIRECTION);
    }
    HULLBAKE_WITH_AVX512 static Eight minus(Eight a, Eight b) { return _mm512_sub_pd(a, b); }
    HULLBAKE_WITH_AVX512 static Eight plus(Eight a, Eight b) { return _mm512_add_pd(a, b); }
    HULLBAKE_WITH_AVX512 static Eight over(Eight a, Eight b) { return _mm512_div_pd(a, b); }
    HULLBAKE_WITH_AVX512 static Eight least(Eight a, Eight b) { return _mm512_min_pd(a, b); }
    HULLBAKE_WITH_AVX512 static Eight most(Eight a, Eight b) { return _mm512_max_pd(a, b); }
    HULLBAKE_WITH_AVX512 static Eight size(Eight a) { return _mm512_abs_pd(a); }
    HULLBAKE_WITH_AVX512 static LaneMask greater(Eight a, Eight b) { return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ); }
    HULLBAKE_WITH_AVX512 static LaneMask atMost(Eight a, Eight b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
    HULLBAKE_WITH_AVX512 static LaneMask equal(Eight a, Eight b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
    /// Returns the lanes whose sign bit is set.
    HULLBAKE_WITH_AVX512 static LaneMask negative(Eight a) { return _mm512_movepi64_mask(_mm512_castpd_si512(a)); }
    HULLBAKE_WITH_AVX512 static Eight choose(LaneMask mask, Eight yes, Eight no) {
        return _mm512_mask_blend_pd(mask, no, yes);
    }
    HULLBAKE_WITH_AVX512 static EightPoints choose(LaneMask mask, const EightPoints& yes, const EightPoints& no) {
        return {
            {choose(mask, yes.at[0], no.at[0]), choose(mask, yes.at[1], no.at[1]), choose(mask, yes.at[2], no.at[2])}};
    }
    HULLBAKE_WITH_AVX512 static Eight dot(const EightPoints& a, const EightPoints& b) {
        return plus(plus(times(a.at[0], b.at[0]), times(a.at[1], b.at[1])), times(a.at[2], b.at[2]));
    }
    /// Returns the position of each trace at t.
    HULLBAKE_WITH_AVX512 static EightPoints along(const EightLines& lines, Eight t) {
        EightPoints p;
        for (int a = 0; a < 3; ++a) p.at[a] = plus(lines.start.at[a], times(lines.delta.at[a], t));
        return p;
    }

    /// Transposes: row i has eight numbers of lane i, column k gets number k of all lanes.
    HULLBAKE_WITH_AVX512 static void transpose(const Eight (&row)[8], Eight (&column)[8]) {
        Eight pair[8], quad[8];
        for (int i = 0; i < 8; i += 2) {
            pair[i] = _mm512_unpacklo_pd(row[i], row[i + 1]);      // numbers 0 2 4 6 of two lanes
            pair[i + 1] = _mm512_unpackhi_pd(row[i], row[i + 1]);  // 1 3 5 7
        }
        for (int half = 0; half < 8; half += 4) {
            for (int odd = 0; odd < 2; ++odd) {
                const Eight one = pair[half + odd], two = pair[half + odd + 2];
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
struct EightAxes {
    LaneMask is[3], up;

    HULLBAKE_WITH_AVX512 Eight of(const EightPoints& p) const {
        return EightMath::choose(is[0], p.at[0], EightMath::choose(is[1], p.at[1], p.at[2]));
    }
    HULLBAKE_WITH_AVX512 Eight sideOf(const EightBoxes& boxes) const {
        return EightMath::choose(up, of(boxes.sides[1]), of(boxes.sides[0]));
    }
    /// Returns the positions with the coordinate on each lane's axis set to `side`.
    HULLBAKE_WITH_AVX512 EightPoints put(const EightPoints& p, Eight side) const {
        EightPoints out;
        for (int a = 0; a < 3; ++a) out.at[a] = EightMath::choose(is[a], side, p.at[a]);
        return out;
    }
    /// Returns 1 for lanes that leave upwards, -1 for downwards.
    HULLBAKE_WITH_AVX512 Eight direction() const {
        return EightMath::choose(up, EightMath::all(1), EightMath::all(-1));
    }
};

/// ScalarGrid for eight lanes. Requires kHasAvx512.
class EightGrid : private EightMath {
  public:
    explicit EightGrid(const FreeGrid& grid) : grid_(grid) {}

    HULLBAKE_WITH_AVX512 static void lay(const EightPoints& start, const EightPoints& end, EightLines& lines) {
        lines.start = start;
        lines.end = end;
        for (int a = 0; a < 3; ++a) {
            const Eight delta = minus(end.at[a], start.at[a]);
            const LaneMask moves = greater(size(delta), all(1 / GridLine::kNever));
            lines.delta.at[a] = delta;
            lines.inverse.at[a] = choose(moves, over(all(1), delta), all(GridLine::kNever));
        }
        lines.squared = dot(lines.delta, lines.delta);
    }

    /// Finds the places of `wanted` lanes and returns which of them lie in the grid. All other lanes get the first
    /// cell, which has no box.
    HULLBAKE_WITH_AVX512 LaneMask find(const EightPoints& p, LaneMask wanted, EightPlaces& places) const {
        static_assert(format::kGridBlock == 4);
        LaneMask inside = wanted;
        EightInts block[3], within[3];
        for (int a = 0; a < 3; ++a) {
            const Eight along = times(minus(p.at[a], all(grid_.record.origin[a])), all(grid_.record.cellsPerUnit));
            const EightInts number = _mm256_sub_epi32(_mm512_cvttpd_epi32(plus(along, all(1))), _mm256_set1_epi32(1));
            places.at[a] = number;
            block[a] = _mm256_srli_epi32(number, 2);
            within[a] = _mm256_and_si256(number, _mm256_set1_epi32(3));
            inside = _mm256_mask_cmplt_epu32_mask(inside, block[a], ints(grid_.record.blocks[a]));
        }
        const EightInts row = _mm256_add_epi32(_mm256_mullo_epi32(block[2], ints(grid_.record.blocks[1])), block[1]);
        const EightInts at = _mm256_add_epi32(_mm256_mullo_epi32(row, ints(grid_.record.blocks[0])),
                                              _mm256_add_epi32(block[0], ints(grid_.record.firstBlock)));
        // Load one by one: on some processors a gather takes several times as long.
        alignas(32) std::uint32_t from[kLanes];
        _mm256_store_si256(reinterpret_cast<__m256i*>(from), _mm256_maskz_mov_epi32(inside, at));
        const format::BlockRecord* const blocks = grid_.tables().gridBlocks.data();
        const __m512i record =
            _mm512_inserti64x4(_mm512_castsi256_si512(four(blocks, from)), four(blocks, from + 4), 1);
        const EightInts inBlock = _mm256_add_epi32(
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
    HULLBAKE_WITH_AVX512 static EightInts numbersOf(const EightPlaces& places) {
        const EightInts number = _mm256_srli_epi32(places.cell, 8), none = _mm256_set1_epi32(-1);
        const EightInts index = _mm256_add_epi32(_mm256_add_epi32(places.boxes, number), none);
        return _mm256_mask_mov_epi32(none, _mm256_test_epi32_mask(number, number), index);
    }

    /// Loads the boxes with these indices. Where there is none, another box is loaded: a branch would be mispredicted.
    HULLBAKE_WITH_AVX512 void boxes(EightInts numbers, EightBoxes& boxes) const {
        boxes.there = _mm256_cmpneq_epi32_mask(numbers, _mm256_set1_epi32(-1));
        alignas(32) std::uint32_t at[kLanes];
        _mm256_store_si256(reinterpret_cast<__m256i*>(at), _mm256_maskz_mov_epi32(boxes.there, numbers));
        const format::FreeBoxRecord* const all = grid_.tables().freeBoxes.data();
        Eight row[kLanes], column[8];
        for (int i = 0; i < kLanes; ++i) row[i] = _mm512_loadu_pd(&all[at[i]]);
        transpose(row, column);
        for (int a = 0; a < 3; ++a) {
            boxes.sides[0].at[a] = column[a];
            boxes.sides[1].at[a] = column[a + 3];
        }
        boxes.wallContents = _mm512_cvtepi64_epi32(_mm512_castpd_si512(column[6]));
    }

    /// Returns the GSUB entry of each cell.
    HULLBAKE_WITH_AVX512 EightInts subtrees(const EightPlaces& places) const {
        alignas(32) std::uint32_t slot[kLanes];
        _mm256_store_si256(reinterpret_cast<__m256i*>(slot), places.slot);
        const auto half = [&](int first) HULLBAKE_WITH_AVX512 {
            const std::uint32_t* const of = grid_.tables().gridSubtrees.data();
            __m128i four = _mm_cvtsi32_si128(static_cast<int>(of[slot[first]]));
            four = _mm_insert_epi32(four, static_cast<int>(of[slot[first + 1]]), 1);
            four = _mm_insert_epi32(four, static_cast<int>(of[slot[first + 2]]), 2);
            return _mm_insert_epi32(four, static_cast<int>(of[slot[first + 3]]), 3);
        };
        return _mm256_inserti128_si256(_mm256_castsi128_si256(half(0)), half(4), 1);
    }

    /// Returns the lanes whose position lies in their box, kGridMargin away from its sides.
    HULLBAKE_WITH_AVX512 static LaneMask holds(const EightBoxes& boxes, const EightPoints& p) {
        return boxes.there & isWithin(boxes.sides[0], p, boxes.sides[1]);
    }

    /// Exit of each trace from the space between two sides: t, axis, and `safe`, the last t still kGridMargin away from
    /// all sides.
    struct Exit {
        Eight t, safe;
        EightAxes axes;
    };
    HULLBAKE_WITH_AVX512 static Exit exitOf(const EightLines& lines, const EightPoints& low, const EightPoints& high) {
        Eight t[3], safe = all(1e300);
        for (int a = 0; a < 3; ++a) {
            const Eight start = lines.start.at[a], inverse = lines.inverse.at[a];
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
    HULLBAKE_WITH_AVX512 EightPoints cellSides(const EightPlaces& places, bool greater) const {
        EightPoints sides;
        for (int a = 0; a < 3; ++a) {
            const Eight number = plus(_mm512_cvtepi32_pd(places.at[a]), all(greater ? 1 : 0));
            sides.at[a] = plus(all(grid_.record.origin[a]), times(number, all(grid_.record.cellSize)));
        }
        return sides;
    }
    /// Returns the side by which each trace leaves its cell.
    HULLBAKE_WITH_AVX512 Eight cellSide(const EightPlaces& places, const EightAxes& axes) const {
        return choose(axes.up, axes.of(cellSides(places, true)), axes.of(cellSides(places, false)));
    }

    /// Does the test of ScalarGrid::isInAll: the position is kGridMargin away from all sides except those across each
    /// lane's axis.
    HULLBAKE_WITH_AVX512 LaneMask isInAll(const EightBoxes& one, const EightBoxes& two, const EightPlaces& places,
                                          const EightPoints& p, const EightAxes& axes) const {
        EightPoints low = cellSides(places, false), high = cellSides(places, true);
        for (int a = 0; a < 3; ++a) {
            low.at[a] = most(most(one.sides[0].at[a], two.sides[0].at[a]), low.at[a]);
            high.at[a] = least(least(one.sides[1].at[a], two.sides[1].at[a]), high.at[a]);
            low.at[a] = choose(axes.is[a], minus(p.at[a], all(1)), low.at[a]);
            high.at[a] = choose(axes.is[a], plus(p.at[a], all(1)), high.at[a]);
        }
        return isWithin(low, p, high);
    }
    HULLBAKE_WITH_AVX512 LaneMask isInCell(const EightPlaces& places, const EightPoints& p) const {
        return isWithin(cellSides(places, false), p, cellSides(places, true));
    }

  private:
    HULLBAKE_WITH_AVX512 static __m256i four(const format::BlockRecord* blocks, const std::uint32_t* from) {
        const auto one = [&](int i) HULLBAKE_WITH_AVX512 {
            return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&blocks[from[i]]));
        };
        const __m128i low = _mm_unpacklo_epi64(one(0), one(1)), high = _mm_unpacklo_epi64(one(2), one(3));
        return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    }
    HULLBAKE_WITH_AVX512 static EightInts ints(std::uint32_t number) {
        return _mm256_set1_epi32(static_cast<int>(number));
    }
    // Returns the lanes within both sides by kGridMargin on all axes.
    HULLBAKE_WITH_AVX512 static LaneMask isWithin(const EightPoints& low, const EightPoints& p,
                                                  const EightPoints& high) {
        Eight nearest[3];
        for (int a = 0; a < 3; ++a) nearest[a] = least(minus(p.at[a], low.at[a]), minus(high.at[a], p.at[a]));
        return greater(least(least(nearest[0], nearest[1]), nearest[2]), all(kGridMargin));
    }

    const FreeGrid& grid_;
};

}  // namespace hullbake::detail
#endif
