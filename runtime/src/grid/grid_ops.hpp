// Arithmetic of traces in the grid, for three axes at a time.
// Invariant: the vector version does the same operations in the same order as the scalar one, so both agree to the last
// bit.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdlib>

#include "grid/cell_cuts_trace.hpp"
#include "simd/target.hpp"
#include "tree/trace_query.hpp"

namespace hullbake::detail {

/// Scalar version: one axis after the other.
struct GridOpsScalar {
    static constexpr bool kClosed = false;
    using Cuts = CellCutsScalar;
    using Box = format::FreeBoxRecord;
    using Place = GridView::Place;

    /// Returns true if `box` equals the hull's box.
    static bool isBoxOf(const format::HullRecord& hull, const hullbake::Box& box) {
        return hull.maxs[2] == box.maxs.z && hull.maxs[0] == box.maxs.x && hull.maxs[1] == box.maxs.y &&
               hull.mins[0] == box.mins.x && hull.mins[1] == box.mins.y && hull.mins[2] == box.mins.z;
    }

    static GridPoint point(const Vec3& p) { return {{p.x, p.y, p.z, 1}}; }

    /// Loads the ends of a trace.
    static void ends(const TraceQuery& input, GridPoint& from, GridPoint& to) {
        from = point(input.start);
        to = point(input.end);
    }

    /// Returns true if both points are within kMaxCoordinate and differ. False for NaN.
    static bool isWay(const GridPoint& from, const GridPoint& to) {
        bool inRange = true, apart = false;
        for (int a = 0; a < 3; ++a) {
            const double delta = to.at[a] - from.at[a];
            inRange = inRange & (std::fabs(from.at[a]) <= kMaxCoordinate) & (std::fabs(to.at[a]) <= kMaxCoordinate);
            apart = apart | (delta * delta > 0);
        }
        return inRange & apart;
    }

    static void lay(const Vec3& from, const Vec3& to, GridLine& line) {
        const Vec3 delta = to - from;
        line.start = point(from);
        line.end = point(to);
        line.delta = point(delta);
        line.squared = dot(delta, delta);
        for (int a = 0; a < 3; ++a) {
            const double d = line.delta.at[a];
            line.inverse.at[a] = std::fabs(d) > 1 / GridLine::kNever ? 1 / d : GridLine::kNever;
        }
        line.inverse.at[3] = 1;
    }

    /// Returns the trace's position at t.
    static GridPoint along(const GridLine& line, double t) {
        GridPoint p;
        for (int a = 0; a < 3; ++a) p.at[a] = line.start.at[a] + line.delta.at[a] * t;
        return p;
    }

    /// Returns the trace's position at t, with its coordinate on `axis` set to `side`.
    static GridPoint alongOn(const GridLine& line, double t, int axis, double side) {
        GridPoint p = along(line, t);
        p.at[axis] = side;
        return p;
    }

    /// Finds the cell of a position. Returns false outside the grid.
    static bool find(const GridView& grid, const GridPoint& p, Place& place) {
        if (!number(grid, p, place)) return false;
        grid.load(static_cast<std::uint32_t>(place.at[0]), static_cast<std::uint32_t>(place.at[1]),
                  static_cast<std::uint32_t>(place.at[2]), place);
        return true;
    }

    /// Computes only the cell's number along each axis. Returns false outside the grid.
    static bool number(const GridView& grid, const GridPoint& p, Place& place) {
        bool inside = true;
        for (int a = 0; a < 3; ++a) {
            // Shift by one, because the conversion rounds towards zero.
            const double along = (p.at[a] - grid.record.origin[a]) * grid.record.cellsPerUnit + 1;
            place.at[a] = static_cast<std::int32_t>(along) - 1;
            inside = inside & (static_cast<std::uint32_t>(place.at[a]) / format::kGridBlock < grid.record.blocks[a]);
        }
        return inside;
    }

    /// Returns how many steps from cell to neighbouring cell lead from one to the other.
    static int stepsApart(const Place& one, const Place& other) {
        int steps = 0;
        for (int a = 0; a < 3; ++a) steps += std::abs(one.at[a] - other.at[a]);
        return steps;
    }

    /// Returns true if a position lies in a box, kGridMargin away from its sides.
    static bool holds(const Box& box, const GridPoint& p) {
        bool deep = true;
        for (int a = 0; a < 3; ++a) deep = deep & isBetween(box.sides[0][a], p.at[a], box.sides[1][a]);
        return deep;
    }

    /// Returns true if a position lies in a box or, to rounding, on its sides. False for a box thinner than
    /// kGridMargin.
    static bool touches(const Box& box, const GridPoint& p) {
        bool in = true;
        for (int a = 0; a < 3; ++a) {
            const double low = box.sides[0][a], high = box.sides[1][a];
            in = in & (p.at[a] - low >= -kRounding) & (high - p.at[a] >= -kRounding) & (high - low > kGridMargin);
        }
        return in;
    }

    static GridExit exitOf(const Box& box, const GridLine& line) {
        double t[3], safe = 1e300;
        for (int a = 0; a < 3; ++a) {
            t[a] = leaves(line, a, box.sides[0][a], box.sides[1][a]);
            safe = std::min(safe, t[a] - kGridMargin * std::fabs(line.inverse.at[a]));
        }
        GridExit exit{0, safe, 0};
        exit.t = firstOf(t, exit.axis);
        return exit;
    }

    /// Returns t where the trace leaves a cell, and across which axis.
    static double endOfCell(const GridView& grid, const Place& place, const GridLine& line, int& axis) {
        double t[3];
        for (int a = 0; a < 3; ++a) t[a] = leaves(line, a, grid.side(place, a, false), grid.side(place, a, true));
        return firstOf(t, axis);
    }

    /// Returns true if a position lies in both boxes and the cell, kGridMargin away from all their sides except those
    /// across `axis`.
    static bool isInAll(const Box& one, const Box& two, const GridView& grid, const Place& place, const GridPoint& p,
                        int axis) {
        bool deep = true;
        for (int a = 0; a < 3; ++a) {
            const double low = std::max(std::max(one.sides[0][a], two.sides[0][a]), grid.side(place, a, false));
            const double high = std::min(std::min(one.sides[1][a], two.sides[1][a]), grid.side(place, a, true));
            deep = deep & (isBetween(low, p.at[a], high) | (a == axis));
        }
        return deep;
    }

    /// Returns true if a position lies in the cell, kGridMargin away from its sides.
    static bool isInCell(const GridView& grid, const Place& place, const GridPoint& p) {
        bool deep = true;
        for (int a = 0; a < 3; ++a)
            deep = deep & isBetween(grid.side(place, a, false), p.at[a], grid.side(place, a, true));
        return deep;
    }

  private:
    static bool isBetween(double low, double p, double high) {
        return (p - low > kGridMargin) & (high - p > kGridMargin);
    }

    static double leaves(const GridLine& line, int a, double low, double high) {
        return std::max((low - line.start.at[a]) * line.inverse.at[a], (high - line.start.at[a]) * line.inverse.at[a]);
    }

    // Returns the least of the three and its first index. Without branches: every axis is equally likely.
    static double firstOf(const double (&t)[3], int& axis) {
        const double least = std::min(std::min(t[0], t[1]), t[2]);
        const int notX = t[0] == least ? 0 : 1, notY = t[1] == least ? 0 : 1;
        axis = notX + (notX & notY);
        return least;
    }
};

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
/// AVX version: all axes at once. Requires kHasAvx. The fourth lane never affects a result.
struct GridOpsAvx {
    static constexpr bool kClosed = false;
    using Cuts = CellCutsAvx;
    using Box = format::FreeBoxRecord;
    using Place = GridView::Place;

    static bool isBoxOf(const format::HullRecord& hull, const hullbake::Box& box) {
        static_assert(sizeof(hullbake::Box) == sizeof(hull.mins) + sizeof(hull.maxs));
        // Compare the first four of the six numbers, and the last four.
        const __m256d first = _mm256_cmp_pd(_mm256_loadu_pd(&hull.mins[0]), _mm256_loadu_pd(&box.mins.x), _CMP_EQ_OQ);
        const __m256d last = _mm256_cmp_pd(_mm256_loadu_pd(&hull.mins[2]), _mm256_loadu_pd(&box.mins.z), _CMP_EQ_OQ);
        return _mm256_movemask_pd(_mm256_and_pd(first, last)) == 15;
    }

    static GridPoint point(const Vec3& p) {
        GridPoint point;
        _mm256_storeu_pd(point.at, _mm256_set_pd(1, p.z, p.y, p.x));
        return point;
    }

    static void ends(const TraceQuery& input, GridPoint& from, GridPoint& to) {
        from = point(input.start);
        to = point(input.end);
    }

    static bool isWay(const GridPoint& from, const GridPoint& to) {
        const __m256d start = _mm256_loadu_pd(from.at), end = _mm256_loadu_pd(to.at);
        const __m256d signs = _mm256_set1_pd(-0.0), most = _mm256_set1_pd(kMaxCoordinate);
        // Ordered comparison: NaN is out of range.
        const __m256d one = _mm256_cmp_pd(_mm256_andnot_pd(signs, start), most, _CMP_LE_OQ);
        const __m256d two = _mm256_cmp_pd(_mm256_andnot_pd(signs, end), most, _CMP_LE_OQ);
        const __m256d delta = _mm256_sub_pd(end, start);
        const __m256d apart = _mm256_cmp_pd(_mm256_mul_pd(delta, delta), _mm256_setzero_pd(), _CMP_GT_OQ);
        return _mm256_movemask_pd(_mm256_and_pd(one, two)) == 15 && _mm256_movemask_pd(apart) != 0;
    }

    static void lay(const Vec3& from, const Vec3& to, GridLine& line) {
        const __m256d one = _mm256_set1_pd(1), never = _mm256_set1_pd(GridLine::kNever);
        const __m256d start = _mm256_set_pd(1, from.z, from.y, from.x), end = _mm256_set_pd(1, to.z, to.y, to.x);
        const __m256d delta = _mm256_sub_pd(end, start);
        const __m256d moves = _mm256_cmp_pd(_mm256_andnot_pd(_mm256_set1_pd(-0.0), delta),
                                            _mm256_set1_pd(1 / GridLine::kNever), _CMP_GT_OQ);
        const Vec3 d = to - from;
        line.squared = dot(d, d);
        _mm256_storeu_pd(line.start.at, start);
        _mm256_storeu_pd(line.end.at, end);
        _mm256_storeu_pd(line.delta.at, delta);
        _mm256_storeu_pd(line.inverse.at, choose(moves, _mm256_div_pd(one, delta), never));
    }

    static GridPoint along(const GridLine& line, double t) {
        GridPoint p;
        _mm256_storeu_pd(p.at, at(line, t));
        return p;
    }

    static GridPoint alongOn(const GridLine& line, double t, int axis, double side) {
        GridPoint p;
        _mm256_storeu_pd(p.at, choose(maskOf(axis), _mm256_set1_pd(side), at(line, t)));
        return p;
    }

    static bool find(const GridView& grid, const GridPoint& p, Place& place) {
        __m128i at;
        if (!numberAt(grid, p, at)) return false;
        _mm_storeu_si128(reinterpret_cast<__m128i*>(place.at), at);
        grid.load(static_cast<std::uint32_t>(_mm_cvtsi128_si32(at)),
                  static_cast<std::uint32_t>(_mm_extract_epi32(at, 1)),
                  static_cast<std::uint32_t>(_mm_extract_epi32(at, 2)), place);
        return true;
    }

    static bool number(const GridView& grid, const GridPoint& p, Place& place) {
        __m128i at;
        const bool inside = numberAt(grid, p, at);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(place.at), at);
        return inside;
    }

    static int stepsApart(const Place& one, const Place& other) {
        const __m128i from = _mm_loadu_si128(reinterpret_cast<const __m128i*>(one.at));
        const __m128i steps =
            _mm_abs_epi32(_mm_sub_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(other.at)), from));
        return _mm_cvtsi128_si32(steps) + _mm_extract_epi32(steps, 1) + _mm_extract_epi32(steps, 2);
    }

    static bool holds(const Box& box, const GridPoint& p) {
        return areBetween(low(box), _mm256_loadu_pd(p.at), high(box)) == 7;
    }

    static bool touches(const Box& box, const GridPoint& p) {
        const __m256d at = _mm256_loadu_pd(p.at), out = _mm256_set1_pd(-kRounding);
        const __m256d above = _mm256_cmp_pd(_mm256_sub_pd(at, low(box)), out, _CMP_GE_OQ);
        const __m256d below = _mm256_cmp_pd(_mm256_sub_pd(high(box), at), out, _CMP_GE_OQ);
        const __m256d thick =
            _mm256_cmp_pd(_mm256_sub_pd(high(box), low(box)), _mm256_set1_pd(kGridMargin), _CMP_GT_OQ);
        return (_mm256_movemask_pd(_mm256_and_pd(_mm256_and_pd(above, below), thick)) & 7) == 7;
    }

    static GridExit exitOf(const Box& box, const GridLine& line) {
        const __m256d inverse = _mm256_loadu_pd(line.inverse.at);
        const __m256d t = leaves(line, inverse, low(box), high(box));
        const __m256d margin =
            _mm256_mul_pd(_mm256_set1_pd(kGridMargin), _mm256_andnot_pd(_mm256_set1_pd(-0.0), inverse));
        GridExit exit;
        exit.safe = leastOf(_mm256_sub_pd(t, margin));
        exit.t = leastOf(t);
        exit.axis = axisOf(t, exit.t);
        return exit;
    }

    static double endOfCell(const GridView& grid, const Place& place, const GridLine& line, int& axis) {
        const __m256d t =
            leaves(line, _mm256_loadu_pd(line.inverse.at), cellSide(grid, place, 0), cellSide(grid, place, 1));
        const double least = leastOf(t);
        axis = axisOf(t, least);
        return least;
    }

    static bool isInAll(const Box& one, const Box& two, const GridView& grid, const Place& place, const GridPoint& p,
                        int axis) {
        const __m256d lows = _mm256_max_pd(_mm256_max_pd(low(one), low(two)), cellSide(grid, place, 0));
        const __m256d highs = _mm256_min_pd(_mm256_min_pd(high(one), high(two)), cellSide(grid, place, 1));
        return (areBetween(lows, _mm256_loadu_pd(p.at), highs) | 1 << axis) == 7;
    }

    static bool isInCell(const GridView& grid, const Place& place, const GridPoint& p) {
        return areBetween(cellSide(grid, place, 0), _mm256_loadu_pd(p.at), cellSide(grid, place, 1)) == 7;
    }

  private:
    // Computes the cell's number along each axis, for find and number.
    static bool numberAt(const GridView& grid, const GridPoint& p, __m128i& at) {
        const __m256d from = _mm256_sub_pd(_mm256_loadu_pd(p.at), _mm256_loadu_pd(grid.record.origin));
        const __m256d cells = _mm256_mul_pd(from, _mm256_set1_pd(grid.record.cellsPerUnit));
        at = _mm_sub_epi32(_mm256_cvttpd_epi32(_mm256_add_pd(cells, _mm256_set1_pd(1))), _mm_set1_epi32(1));
        const __m128i blocks = _mm_loadu_si128(reinterpret_cast<const __m128i*>(grid.record.blocks));
        static_assert(format::kGridBlock == 4);
        const __m128i block = _mm_srli_epi32(at, 2);
        const __m128i outside = _mm_cmpeq_epi32(_mm_max_epu32(block, blocks), block);
        return (_mm_movemask_ps(_mm_castsi128_ps(outside)) & 7) == 0;
    }

    static __m256d at(const GridLine& line, double t) {
        return _mm256_add_pd(_mm256_loadu_pd(line.start.at),
                             _mm256_mul_pd(_mm256_loadu_pd(line.delta.at), _mm256_set1_pd(t)));
    }

    static __m256d low(const Box& box) { return _mm256_loadu_pd(box.sides[0]); }
    // Clear the fourth lane: it would be the bits of an integer.
    static __m256d high(const Box& box) {
        return _mm256_blend_pd(_mm256_loadu_pd(box.sides[1]), _mm256_setzero_pd(), 8);
    }

    static __m256d cellSide(const GridView& grid, const Place& place, double greater) {
        const __m128i number = _mm_loadu_si128(reinterpret_cast<const __m128i*>(place.at));
        const __m256d cells = _mm256_add_pd(_mm256_cvtepi32_pd(number), _mm256_set1_pd(greater));
        return _mm256_add_pd(_mm256_loadu_pd(grid.record.origin),
                             _mm256_mul_pd(cells, _mm256_set1_pd(grid.record.cellSize)));
    }

    static int areBetween(__m256d low, __m256d p, __m256d high) {
        const __m256d margin = _mm256_set1_pd(kGridMargin);
        const __m256d above = _mm256_cmp_pd(_mm256_sub_pd(p, low), margin, _CMP_GT_OQ);
        const __m256d below = _mm256_cmp_pd(_mm256_sub_pd(high, p), margin, _CMP_GT_OQ);
        return _mm256_movemask_pd(_mm256_and_pd(above, below)) & 7;
    }

    static __m256d leaves(const GridLine& line, __m256d inverse, __m256d low, __m256d high) {
        const __m256d start = _mm256_loadu_pd(line.start.at);
        const __m256d t = _mm256_max_pd(_mm256_mul_pd(_mm256_sub_pd(low, start), inverse),
                                        _mm256_mul_pd(_mm256_sub_pd(high, start), inverse));
        constexpr double kLast = 1e300;  // never the least
        return _mm256_blend_pd(t, _mm256_set1_pd(kLast), 8);
    }

    static double leastOf(__m256d t) {
        const __m128d two = _mm_min_pd(_mm256_castpd256_pd128(t), _mm256_extractf128_pd(t, 1));
        return _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)));
    }

    static int axisOf(__m256d t, double least) {
        return std::countr_zero(
            static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(t, _mm256_set1_pd(least), _CMP_EQ_OQ))));
    }

    static __m256d maskOf(int axis) {
        alignas(32) static constexpr std::uint64_t kMasks[3][4] = {
            {~0ull, 0, 0, 0}, {0, ~0ull, 0, 0}, {0, 0, ~0ull, 0}};
        return _mm256_castsi256_pd(_mm256_load_si256(reinterpret_cast<const __m256i*>(kMasks[axis])));
    }
};
HULLBAKE_END_TARGET
#endif

}  // namespace hullbake::detail
