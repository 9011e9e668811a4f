// Tests a moving box against the bounds of the brushes in a cell's list, eight at a time.
// In: a list of the grid and a Sweep. Out: a mask of the brushes that the box may reach.
// Widens the bounds by more than rounding loses, as bvh_sweep.hpp does, so no brush that is reached is missed.
#pragma once

#include "brushes/bvh_sweep.hpp"
#include "brushes/clip_sides.hpp"
#include "grid/grid_march.hpp"

namespace hullbake::detail {

/// Number of list entries tested at once.
inline constexpr std::uint32_t kListGroup = 8;
/// Units by which the bounds are widened: kNearBrush and the rounding of a few float operations, 2^-24 of the number
/// each.
inline constexpr double kListRoom = kNearBrush + (kMaxCoordinate + kMaxBoxSize) * 0x1p-22;
static_assert(kListRoom < format::kListMargin, "lists reach further around their cells than the test does");

/// An interval of the segment, in fractions.
struct Interval {
    float from, until;
};

/// Flags of a result. Bit i is set if the brush of word i is reached, kListEnds if the list ends.
inline constexpr unsigned kListEnds = 1u << kListGroup, kBothEnd = kListEnds << kListGroup;

inline Sweep sweepAlong(const ClipLine& line, const GridLine& way) {
    Sweep sweep;
    for (int a = 0; a < 3; ++a) {
        sweep.low[a] = static_cast<float>(line.start[a] - line.low[a] - kListRoom);
        sweep.high[a] = static_cast<float>(line.start[a] - line.high[a] + kListRoom);
        sweep.inverse[a] = static_cast<float>(way.inverse.at[a]);
    }
    return sweep;
}

inline unsigned meetListed(const format::BrushRecord* brushes, const std::uint32_t* listed, const Sweep& sweep,
                           Interval interval) {
    unsigned met = 0;
    for (std::uint32_t i = 0; i < kListGroup; ++i) {
        const format::BrushRecord& brush = brushes[listed[i] & ~format::kLastListed];
        float enter = interval.from, leave = interval.until;
        for (int a = 0; a < 3; ++a) {
            const float one = (brush.mins[a] - sweep.high[a]) * sweep.inverse[a];
            const float two = (brush.maxs[a] - sweep.low[a]) * sweep.inverse[a];
            enter = std::max(enter, std::min(one, two));
            leave = std::min(leave, std::max(one, two));
        }
        met |= (enter * (1 - kSweepRounding) <= leave * (1 + kSweepRounding) ? 1u : 0u) << i;
        if ((listed[i] & format::kLastListed) != 0) return met | kListEnds;
    }
    return met;
}

/// An empty list.
inline constexpr std::uint32_t kNoneListed[kListGroup] = {format::kLastListed};

/// Packs two results into one number: loading two numbers that were just stored stalls the processor. Bit i: the brush
/// of word i of the first list is reached; bit 8 + i: of the second. kBothEnd is missing if a list has more than eight
/// brushes.
constexpr unsigned inOne(unsigned first, unsigned second) {
    const unsigned ends = first & second & kListEnds;
    return (first & ~kListEnds) | (second & ~kListEnds) << kListGroup | ends << kListGroup;
}

/// Tests two lists and returns the results packed by inOne().
inline unsigned meetBoth(const format::BrushRecord* brushes, const std::uint32_t* first, const std::uint32_t* second,
                         const Sweep& sweep) {
    const unsigned one = meetListed(brushes, first, sweep, {0, 1}), two = meetListed(brushes, second, sweep, {0, 1});
    return inOne(one, two);
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
// AVX versions, which require kHasAvx. They read eight words, even beyond the end of the list.

inline Sweep sweepAlongWide(const ClipLine& line, const GridLine& way) {
    Sweep sweep;
    const __m256d start = _mm256_loadu_pd(line.start), room = _mm256_set1_pd(kListRoom);
    const __m256d low = _mm256_sub_pd(_mm256_sub_pd(start, _mm256_loadu_pd(line.low)), room);
    const __m256d high = _mm256_add_pd(_mm256_sub_pd(start, _mm256_loadu_pd(line.high)), room);
    _mm_storeu_ps(sweep.low, _mm256_cvtpd_ps(low));
    _mm_storeu_ps(sweep.high, _mm256_cvtpd_ps(high));
    _mm_storeu_ps(sweep.inverse, _mm256_cvtpd_ps(_mm256_loadu_pd(way.inverse.at)));
    return sweep;
}

inline __m256 twoRows(const float* low, const float* high) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(low)), _mm_loadu_ps(high), 1);
}
inline __m256d lowPairs(__m256 a, __m256 b) {
    return _mm256_castps_pd(_mm256_unpacklo_ps(a, b));
}
inline __m256d highPairs(__m256 a, __m256 b) {
    return _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
}

inline unsigned meetListedWide(const format::BrushRecord* brushes, const std::uint32_t* listed, const Sweep& sweep,
                               Interval interval) {
    // Transposes rows of two brushes into columns of eight: x and y of the mins, then z and all of the maxs.
    __m256 first[4], second[4];
    for (int i = 0; i < 4; ++i) {
        const float* const one = brushes[listed[i] & ~format::kLastListed].mins;
        const float* const two = brushes[listed[i + 4] & ~format::kLastListed].mins;
        first[i] = twoRows(one, two);
        second[i] = twoRows(one + 2, two + 2);
    }
    const __m256d xy01 = lowPairs(first[0], first[1]), xy23 = lowPairs(first[2], first[3]);
    const __m256d zx01 = lowPairs(second[0], second[1]), zx23 = lowPairs(second[2], second[3]);
    const __m256d yz01 = highPairs(second[0], second[1]), yz23 = highPairs(second[2], second[3]);
    const __m256 mins[3] = {_mm256_castpd_ps(_mm256_unpacklo_pd(xy01, xy23)),
                            _mm256_castpd_ps(_mm256_unpackhi_pd(xy01, xy23)),
                            _mm256_castpd_ps(_mm256_unpacklo_pd(zx01, zx23))};
    const __m256 maxs[3] = {_mm256_castpd_ps(_mm256_unpackhi_pd(zx01, zx23)),
                            _mm256_castpd_ps(_mm256_unpacklo_pd(yz01, yz23)),
                            _mm256_castpd_ps(_mm256_unpackhi_pd(yz01, yz23))};
    __m256 enter = _mm256_set1_ps(interval.from), leave = _mm256_set1_ps(interval.until);
    for (int a = 0; a < 3; ++a) {
        const __m256 inverse = _mm256_set1_ps(sweep.inverse[a]);
        const __m256 one = _mm256_mul_ps(_mm256_sub_ps(mins[a], _mm256_set1_ps(sweep.high[a])), inverse);
        const __m256 two = _mm256_mul_ps(_mm256_sub_ps(maxs[a], _mm256_set1_ps(sweep.low[a])), inverse);
        enter = _mm256_max_ps(enter, _mm256_min_ps(one, two));
        leave = _mm256_min_ps(leave, _mm256_max_ps(one, two));
    }
    const __m256 least = _mm256_mul_ps(enter, _mm256_set1_ps(1 - kSweepRounding));
    const __m256 most = _mm256_mul_ps(leave, _mm256_set1_ps(1 + kSweepRounding));
    const unsigned met = static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(least, most, _CMP_LE_OQ)));
    // Counts the words up to the first whose sign bit is set.
    const __m256 words = _mm256_loadu_ps(reinterpret_cast<const float*>(listed));
    const unsigned ends = static_cast<unsigned>(_mm256_movemask_ps(words)) | kListEnds;
    const unsigned counted = ends ^ (ends - 1);
    return (met & counted) | (counted < kListEnds ? kListEnds : 0);
}

inline unsigned meetBothWide(const format::BrushRecord* brushes, const std::uint32_t* first,
                             const std::uint32_t* second, const Sweep& sweep) {
    const unsigned one = meetListedWide(brushes, first, sweep, {0, 1});
    const unsigned two = meetListedWide(brushes, second, sweep, {0, 1});
    return inOne(one, two);
}
HULLBAKE_END_TARGET
#endif

/// Brushes that a short trace may reach, each once, in no order.
struct NearBrushes {
    std::uint32_t count = 0;
    std::uint32_t brushes[2 * kListGroup];
};

/// Gathers brushes from the lists of the two cells that contain the ends. `slot`: the start's cell. Returns false if
/// the trace leaves these two cells, or if their lists are long.
template <class Test>
HULLBAKE_INLINE bool gatherNear(const GridView& grid, std::uint32_t slot, const TraceQuery& input,
                                const format::BrushRecord* brushes, const ClipLine& cut, NearBrushes& near) {
    GridPoint from, to;
    Test::Lanes::ends(input, from, to);
    GridView::Place start, end;
    if (!Test::Lanes::find(grid, to, end) || !Test::Lanes::number(grid, from, start)) return false;
    if (Test::Lanes::stepsApart(start, end) > 1) return false;
    const std::uint32_t first = grid.tables().gridListOf[slot], second = grid.listOf(end);
    const std::span<const std::uint32_t> lists = grid.tables().gridLists;
    const auto isShort = [&](std::uint32_t list) {
        return list == format::kNoBrushes || std::uint64_t{list} + kListGroup <= lists.size();
    };
    const bool oneIsShort = isShort(first), twoIsShort = isShort(second);
    if (!(oneIsShort & twoIsShort) || lists.empty()) return false;
    GridLine way;
    Test::Lanes::lay(input.start, input.end, way);
    const std::uint32_t* const one = first == format::kNoBrushes ? kNoneListed : lists.data() + first;
    const std::uint32_t* const two = second == format::kNoBrushes ? kNoneListed : lists.data() + second;
    const unsigned met = Test::meetBoth(brushes, one, two, Test::sweepAlong(cut, way));
    if ((met & kBothEnd) == 0) return false;
    std::uint32_t count = 0;
    for (unsigned left = first == format::kNoBrushes ? 0 : met & (kListEnds - 1); left != 0; left &= left - 1)
        near.brushes[count++] = one[std::countr_zero(left)] & ~format::kLastListed;
    const std::uint32_t had = count;
    unsigned left = (met ^ kBothEnd) >> kListGroup;
    if (second == format::kNoBrushes || second == first) left = 0;
    for (; left != 0; left &= left - 1) {
        const std::uint32_t index = two[std::countr_zero(left)] & ~format::kLastListed;
        bool again = false;
        for (std::uint32_t i = 0; i < had; ++i) again |= near.brushes[i] == index;
        near.brushes[count] = index;
        count += again ? 0 : 1;
    }
    near.count = count;
    return true;
}

}  // namespace hullbake::detail
