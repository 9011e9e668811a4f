// Clips a segment by the sides of a grown brush, four sides at a time.
// In: the sides of a brush and a ClipLine. Out: a SegmentClip.
// Avoids branches on which end lies on which side, because they would be mispredicted. The one exit: both ends lie in
// front of one side.
// Invariant: does the operations of meetSides() (brush_meeting.hpp) in the same order, so both agree to the last bit.
#pragma once

#include <algorithm>
#include <bit>

#include "brushes/brush_set.hpp"
#include "simd/target.hpp"

namespace hullbake::detail {

/// Result of clipping a segment by the planes of a grown brush.
struct SegmentClip {
    static constexpr double kNever = 1e30;
    double enter = -kNever, leave = kNever;  ///< fractions where the last side is entered and the first side is left
    double second = -kNever;                 ///< fraction where the last side but one is entered
    double start = -kNever;                  ///< distance of the start from the brush, negative inside
    std::uint32_t side = format::kNoIndex;   ///< side entered last; the first of several entered at once
};

enum class ClipResult : std::uint8_t {
    Apart,    ///< both ends are in front of one side, by more than the tolerance
    Clear,    ///< no end lies within the tolerance of any plane: the clip is exact
    Unclear,  ///< some end does, or there are too many sides
};

/// A box that moves along a segment.
struct SweptBox {
    const Box& box;
    const Vec3 &start, &end;
};

/// A SweptBox as rows of four numbers. The fourth of each means nothing.
struct ClipLine {
    double low[4], high[4];  ///< of the reflected box: -mins and -maxs
    double start[4], end[4];
};

inline ClipLine clipLine(const SweptBox& swept) {
    const auto& [box, start, end] = swept;
    return {{-box.mins.x, -box.mins.y, -box.mins.z, 0},
            {-box.maxs.x, -box.maxs.y, -box.maxs.z, 0},
            {start.x, start.y, start.z, 0},
            {end.x, end.y, end.z, 0}};
}

/// A grown side, and the distances of the ends in front of it.
struct MetSide {
    Plane plane;
    double start, end;
};
inline MetSide metSide(const format::SideRecord& side, const Box& box, const Vec3& start, const Vec3& end) {
    const Plane plane = grownPlane(side, box);
    return {plane, distanceTo(plane, start), distanceTo(plane, end)};
}

#ifdef HULLBAKE_AVX

HULLBAKE_BEGIN_AVX
// All functions of this section require kHasAvx.

inline __m256d rowOf(const Vec3& v) {
    return _mm256_set_pd(0, v.z, v.y, v.x);
}

/// Computes clipLine() by storing whole vectors: loading a vector just stored in parts stalls the processor.
inline ClipLine clipLineAvx(const SweptBox& swept) {
    const __m256d signs = _mm256_set1_pd(-0.0);
    ClipLine line;
    _mm256_storeu_pd(line.low, _mm256_xor_pd(signs, rowOf(swept.box.mins)));
    _mm256_storeu_pd(line.high, _mm256_xor_pd(signs, rowOf(swept.box.maxs)));
    _mm256_storeu_pd(line.start, rowOf(swept.start));
    _mm256_storeu_pd(line.end, rowOf(swept.end));
    return line;
}

/// Four sides of a brush, as columns.
struct SideColumns {
    __m256d normal[3], dist;
    const format::SideRecord* four[4];

    /// Loads four sides from `first` on. The last side fills the places of missing ones.
    SideColumns(std::span<const format::SideRecord> sides, std::size_t first) {
        for (std::size_t i = 0; i < 4; ++i) four[i] = &sides[std::min(first + i, sides.size() - 1)];
        // Transposes rows of two sides into columns.
        const __m256d xy02 = rows(four[0]->normal, four[2]->normal), xy13 = rows(four[1]->normal, four[3]->normal);
        const __m256d zd02 = rows(&four[0]->normal[2], &four[2]->normal[2]);
        const __m256d zd13 = rows(&four[1]->normal[2], &four[3]->normal[2]);
        normal[0] = _mm256_unpacklo_pd(xy02, xy13);
        normal[1] = _mm256_unpackhi_pd(xy02, xy13);
        normal[2] = _mm256_unpacklo_pd(zd02, zd13);
        dist = _mm256_unpackhi_pd(zd02, zd13);
    }

    bool allGrown() const {
        return ((four[0]->flags | four[1]->flags | four[2]->flags | four[3]->flags) & format::kSideNotGrown) == 0;
    }
    /// Returns how far each normal goes along a vector of three numbers.
    __m256d along(const double* v) const {
        const __m256d xy = _mm256_add_pd(_mm256_mul_pd(normal[0], _mm256_broadcast_sd(v)),
                                         _mm256_mul_pd(normal[1], _mm256_broadcast_sd(v + 1)));
        return _mm256_add_pd(xy, _mm256_mul_pd(normal[2], _mm256_broadcast_sd(v + 2)));
    }

  private:
    static __m256d rows(const double* low, const double* high) {
        return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(low)), _mm_loadu_pd(high), 1);
    }
};

/// Four sides of a brush, grown by the box.
struct FourSides : SideColumns {
    FourSides(std::span<const format::SideRecord> sides, std::size_t first, const ClipLine& line)
        : SideColumns(sides, first) {
        __m256d shift = _mm256_setzero_pd();
        for (int a = 0; a < 3; ++a)
            // Adds the support of the reflected box along -normal: the greater of both products is that of the farthest
            // corner.
            shift = _mm256_add_pd(shift, _mm256_max_pd(_mm256_mul_pd(normal[a], _mm256_broadcast_sd(&line.low[a])),
                                                       _mm256_mul_pd(normal[a], _mm256_broadcast_sd(&line.high[a]))));
        if (!allGrown()) {
            double grown[4];
            for (int i = 0; i < 4; ++i) grown[i] = (four[i]->flags & format::kSideNotGrown) != 0 ? 0.0 : 1.0;
            shift = _mm256_mul_pd(shift, _mm256_loadu_pd(grown));
        }
        dist = _mm256_add_pd(dist, shift);
    }

    __m256d distance(const double (&p)[4]) const { return _mm256_sub_pd(along(p), dist); }
};

/// Finds the sides that the start comes within `room` of, from behind. Returns false if it is more than `reach` in
/// front of one.
inline bool nearSides4(std::span<const format::SideRecord> sides, const ClipLine& line, double reach, double room,
                       std::uint64_t& near) {
    const __m256d front = _mm256_set1_pd(reach), behind = _mm256_set1_pd(-room);
    for (std::size_t i = 0; i < sides.size(); i += 4) {
        const __m256d d = FourSides(sides, i, line).distance(line.start);
        if (_mm256_movemask_pd(_mm256_cmp_pd(d, front, _CMP_GT_OQ)) != 0) return false;
        const auto four = static_cast<std::uint64_t>(_mm256_movemask_pd(_mm256_cmp_pd(d, behind, _CMP_GE_OQ)));
        near |= four << i;
    }
    // The last side fills the places of missing ones.
    if (sides.size() < 64) near &= (std::uint64_t{1} << sides.size()) - 1;
    return true;
}

/// Returns the sum of the first three numbers, added one by one.
inline double sumOfThree(__m256d v) {
    const __m128d xy = _mm256_castpd256_pd128(v);
    return _mm_cvtsd_f64(_mm_add_sd(_mm_add_sd(xy, _mm_unpackhi_pd(xy, xy)), _mm256_extractf128_pd(v, 1)));
}

/// Computes metSide() for all axes at once.
inline MetSide metSideWide(const format::SideRecord& side, const ClipLine& line) {
    const __m256d normal = _mm256_loadu_pd(side.normal);  // and the distance, which must not affect the result
    const __m256d shifts = _mm256_max_pd(_mm256_mul_pd(normal, _mm256_loadu_pd(line.low)),
                                         _mm256_mul_pd(normal, _mm256_loadu_pd(line.high)));
    const double shift = (side.flags & format::kSideNotGrown) != 0 ? 0 : sumOfThree(shifts);
    const double dist = side.dist + shift;
    return {{{side.normal[0], side.normal[1], side.normal[2]}, dist},
            sumOfThree(_mm256_mul_pd(normal, _mm256_loadu_pd(line.start))) - dist,
            sumOfThree(_mm256_mul_pd(normal, _mm256_loadu_pd(line.end))) - dist};
}

/// Returns the largest of four numbers.
inline double greatest(__m256d v) {
    const __m128d two = _mm_max_pd(_mm256_castpd256_pd128(v), _mm256_extractf128_pd(v, 1));
    return _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)));
}

/// Returns the signed distance of `p` to the brush, negative inside: the greatest grownDistance() of its sides.
inline double distanceByFours(std::span<const format::SideRecord> sides, const ClipLine& line, const Vec3& p) {
    const double place[4] = {p.x, p.y, p.z, 0};
    __m256d furthest = _mm256_set1_pd(-SegmentClip::kNever);
    for (std::size_t i = 0; i < sides.size(); i += 4)
        furthest = _mm256_max_pd(furthest, FourSides(sides, i, line).distance(place));
    return greatest(furthest);
}

/// The six grown sides of a brush that is a box (kBrushIsBox): those facing up an axis and those facing down.
struct BoxSides {
    __m256d up, down;  ///< their distances; the fourth means nothing

    BoxSides(const format::BrushRecord& brush, const ClipLine& line) {
        const __m128 mins = _mm_loadu_ps(brush.mins);  // and one more number, which means nothing, as before the maxs
        const __m128 maxs = _mm_permute_ps(_mm_loadu_ps(&brush.mins[2]), _MM_SHUFFLE(0, 3, 2, 1));
        up = _mm256_add_pd(_mm256_cvtps_pd(maxs), _mm256_loadu_pd(line.low));
        const __m256d least = _mm256_add_pd(_mm256_cvtps_pd(mins), _mm256_loadu_pd(line.high));
        down = _mm256_xor_pd(least, _mm256_set1_pd(-0.0));
    }

    __m256d aboveUp(__m256d p) const { return _mm256_sub_pd(p, up); }
    __m256d belowDown(__m256d p) const { return _mm256_sub_pd(_mm256_xor_pd(p, _mm256_set1_pd(-0.0)), down); }
};

/// Returns the largest of the first three numbers.
inline double greatestOfThree(__m256d v) {
    const __m128d two = _mm256_castpd256_pd128(v);
    return _mm_cvtsd_f64(_mm_max_sd(_mm_max_sd(two, _mm_unpackhi_pd(two, two)), _mm256_extractf128_pd(v, 1)));
}

/// Computes distanceByFours() for a brush that is a box.
inline double distanceToBox(const format::BrushRecord& brush, const ClipLine& line, const Vec3& p) {
    const __m256d place = _mm256_set_pd(0, p.z, p.y, p.x);
    const BoxSides sides(brush, line);
    return greatestOfThree(_mm256_max_pd(sides.aboveUp(place), sides.belowDown(place)));
}

/// Computes nearSides4() for a brush that is a box.
inline bool nearSidesOfBox(const format::BrushRecord& brush, const ClipLine& line, double reach, double room,
                           std::uint64_t& near) {
    constexpr unsigned kThree = 7;
    const BoxSides planes(brush, line);
    const __m256d at = _mm256_loadu_pd(line.start), behind = _mm256_set1_pd(-room);
    const __m256d up = planes.aboveUp(at), down = planes.belowDown(at);
    const __m256d front = _mm256_cmp_pd(_mm256_max_pd(up, down), _mm256_set1_pd(reach), _CMP_GT_OQ);
    if ((static_cast<unsigned>(_mm256_movemask_pd(front)) & kThree) != 0) return false;
    const auto ups = static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(up, behind, _CMP_GE_OQ))) & kThree;
    const auto downs = static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(down, behind, _CMP_GE_OQ))) & kThree;
    for (unsigned left = ups | downs << 3; left != 0; left &= left - 1) {
        const int i = std::countr_zero(left);
        near |= std::uint64_t{1} << format::boxSide(brush.flags, i < 3 ? i : i - 3, i < 3);
    }
    return true;
}

/// Computes clipBySides4() for a brush that is a box. No trace enters two opposite sides, so three candidates remain.
inline ClipResult clipByBox(const format::BrushRecord& brush, const ClipLine& line, SegmentClip& out) {
    const BoxSides planes(brush, line);
    const __m256d start = _mm256_loadu_pd(line.start), end = _mm256_loadu_pd(line.end);
    const __m256d up0 = planes.aboveUp(start), up1 = planes.aboveUp(end);
    const __m256d down0 = planes.belowDown(start), down1 = planes.belowDown(end);
    const __m256d tolerance = _mm256_set1_pd(kSurfaceTolerance);
    const __m256d apart = _mm256_max_pd(_mm256_min_pd(up0, up1), _mm256_min_pd(down0, down1));
    constexpr int kThree = 7;
    if ((_mm256_movemask_pd(_mm256_cmp_pd(apart, tolerance, _CMP_GT_OQ)) & kThree) != 0) return ClipResult::Apart;
    const __m256d signs = _mm256_set1_pd(-0.0), zero = _mm256_setzero_pd();
    const __m256d nearer = _mm256_min_pd(_mm256_min_pd(_mm256_andnot_pd(signs, up0), _mm256_andnot_pd(signs, up1)),
                                         _mm256_min_pd(_mm256_andnot_pd(signs, down0), _mm256_andnot_pd(signs, down1)));
    if ((_mm256_movemask_pd(_mm256_cmp_pd(nearer, tolerance, _CMP_LE_OQ)) & kThree) != 0) return ClipResult::Unclear;
    // Selects along each axis the side that the start is in front of, if any, and the side that the end is in front of.
    const __m256d isUp0 = _mm256_cmp_pd(up0, zero, _CMP_GT_OQ), isUp1 = _mm256_cmp_pd(up1, zero, _CMP_GT_OQ);
    const __m256d in0 = choose(isUp0, up0, down0), in1 = choose(isUp0, up1, down1);
    const __m256d out0 = choose(isUp1, up0, down0), out1 = choose(isUp1, up1, down1);
    const __m256d never = _mm256_set1_pd(SegmentClip::kNever), minusNever = _mm256_set1_pd(-SegmentClip::kNever);
    const __m256d isIn = _mm256_cmp_pd(in0, zero, _CMP_GT_OQ), isOut = _mm256_cmp_pd(out1, zero, _CMP_GT_OQ);
    const __m256d entered = choose(isIn, _mm256_div_pd(in0, _mm256_sub_pd(in0, in1)), minusNever);
    const __m256d left = choose(isOut, _mm256_div_pd(out0, _mm256_sub_pd(out0, out1)), never);
    out.start = greatestOfThree(_mm256_max_pd(up0, down0));
    out.leave = -greatestOfThree(_mm256_xor_pd(left, signs));
    const __m128d xy = _mm256_castpd256_pd128(entered), yx = _mm_unpackhi_pd(xy, xy);
    const __m128d z = _mm256_extractf128_pd(entered, 1);
    const __m128d later = _mm_max_sd(xy, yx);
    const double enter = _mm_cvtsd_f64(_mm_max_sd(later, z));
    out.enter = enter;
    out.second = _mm_cvtsd_f64(_mm_max_sd(_mm_min_sd(xy, yx), _mm_min_sd(later, z)));
    if (enter == -SegmentClip::kNever) return ClipResult::Clear;
    unsigned last =
        static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(entered, _mm256_set1_pd(enter), _CMP_EQ_OQ)) & kThree);
    const int ups = _mm256_movemask_pd(isUp0);
    for (; last != 0; last &= last - 1) {
        const int axis = std::countr_zero(last);
        out.side = std::min(out.side, format::boxSide(brush.flags, axis, (ups >> axis & 1) != 0));
    }
    return ClipResult::Clear;
}

/// Clips the segment by all sides. `out` is valid only if the result is Clear.
inline ClipResult clipBySides4(std::span<const format::SideRecord> sides, const ClipLine& line, SegmentClip& out) {
    constexpr std::size_t kMostSides = 32;
    const std::size_t count = sides.size();
    if (count > kMostSides) return ClipResult::Unclear;
    __m256d entered[kMostSides / 4];
    const __m256d never = _mm256_set1_pd(SegmentClip::kNever), minusNever = _mm256_set1_pd(-SegmentClip::kNever);
    const __m256d tolerance = _mm256_set1_pd(kSurfaceTolerance), signs = _mm256_set1_pd(-0.0);
    const __m256d zero = _mm256_setzero_pd();
    __m256d enter = minusNever, second = minusNever, leave = never, before = minusNever;
    __m256d close = zero;
    // Masks out the copies of the last side.
    __m256d lane = _mm256_setr_pd(0, 1, 2, 3);
    const __m256d lanes = _mm256_set1_pd(static_cast<double>(count));
    for (std::size_t i = 0; i < count; i += 4) {
        const FourSides four(sides, i, line);
        const __m256d d0 = four.distance(line.start), d1 = four.distance(line.end);
        if (_mm256_movemask_pd(_mm256_cmp_pd(_mm256_min_pd(d0, d1), tolerance, _CMP_GT_OQ)) != 0)
            return ClipResult::Apart;
        const __m256d nearer = _mm256_min_pd(_mm256_andnot_pd(signs, d0), _mm256_andnot_pd(signs, d1));
        close = _mm256_or_pd(close, _mm256_cmp_pd(nearer, tolerance, _CMP_LE_OQ));
        before = _mm256_max_pd(before, d0);
        const __m256d t = _mm256_div_pd(d0, _mm256_sub_pd(d0, d1));
        const __m256d front0 = _mm256_cmp_pd(d0, zero, _CMP_GT_OQ), front1 = _mm256_cmp_pd(d1, zero, _CMP_GT_OQ);
        const __m256d isIn = _mm256_and_pd(_mm256_andnot_pd(front1, front0), _mm256_cmp_pd(lane, lanes, _CMP_LT_OQ));
        const __m256d in = choose(isIn, t, minusNever);
        entered[i / 4] = in;
        lane = _mm256_add_pd(lane, _mm256_set1_pd(4));
        second = _mm256_max_pd(second, _mm256_min_pd(in, enter));
        enter = _mm256_max_pd(enter, in);
        leave = _mm256_min_pd(leave, choose(_mm256_andnot_pd(front0, front1), t, never));
    }
    if (_mm256_movemask_pd(close) != 0) return ClipResult::Unclear;
    // Reduces the latest and second latest entries of four lanes to the two latest of all.
    const __m128d low = _mm256_castpd256_pd128(enter), high = _mm256_extractf128_pd(enter, 1);
    const __m128d latest = _mm_max_pd(low, high), other = _mm_unpackhi_pd(latest, latest);
    const __m128d least = _mm_min_pd(low, high), earlier = _mm_max_sd(least, _mm_unpackhi_pd(least, least));
    out.enter = _mm_cvtsd_f64(_mm_max_sd(latest, other));
    out.second = std::max({greatest(second), _mm_cvtsd_f64(earlier), _mm_cvtsd_f64(_mm_min_sd(latest, other))});
    out.leave = -greatest(_mm256_xor_pd(leave, signs));
    out.start = greatest(before);
    if (out.enter == -SegmentClip::kNever) return ClipResult::Clear;
    const __m256d last = _mm256_set1_pd(out.enter);
    for (std::uint32_t i = 0;; i += 4) {
        const int here = _mm256_movemask_pd(_mm256_cmp_pd(entered[i / 4], last, _CMP_EQ_OQ));
        if (here == 0) continue;
        out.side = i + static_cast<std::uint32_t>(std::countr_zero(static_cast<unsigned>(here)));
        return ClipResult::Clear;
    }
}

HULLBAKE_END_TARGET
#endif

}  // namespace hullbake::detail
