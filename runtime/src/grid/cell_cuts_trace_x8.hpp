// Traces through eight cells that few planes divide, one trace each: CellCutsScalar for eight lanes, with the same
// answers to the last bit.
#pragma once

#include "grid/cell_cuts_trace.hpp"
#include "grid/grid_ops_x8.hpp"

#ifdef HULLBAKE_AVX512
namespace hullbake::detail {

HULLBAKE_BEGIN_AVX512

/// Entries of the traces into solid.
struct Hits8 {
    LaneMask hit, unclear;
    Double8 t;
    Points8 normal;  ///< of the plane entered; it may face either way
    Double8 dist;
    Ints8 contents;
};

class CellCuts8 : private Math8 {
  public:
    /// `numbers`: index of a CutRecord for each lane. `masks`: the contents that stop its trace. Only `wanted` lanes
    /// get results.
    CellCuts8(const GridView& grid, Ints8 numbers, Ints8 masks, LaneMask wanted) : planes_(grid.cutPlanes()) {
        alignas(32) std::uint32_t at[kLanes];
        _mm256_store_si256(reinterpret_cast<__m256i*>(at), numbers);
        for (int i = 0; i < kLanes; ++i) cuts_[i] = &grid.tables().gridCuts[at[i]];
        static_assert(offsetof(format::CutRecord, contents) == 8);
        __m512i half[2];  // heads of four records: solid, then contents and the first plane
        for (std::size_t i = 0; i < 2; ++i)
            half[i] = _mm512_inserti64x4(_mm512_castsi256_si512(heads(*cuts_[4 * i], *cuts_[4 * i + 1])),
                                         heads(*cuts_[4 * i + 2], *cuts_[4 * i + 3]), 1);
        solid_ = _mm512_permutex2var_epi64(half[0], _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), half[1]);
        const __m512i odd = _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1);
        contents_ = _mm512_cvtepi64_epi32(_mm512_permutex2var_epi64(half[0], odd, half[1]));
        blocking_ = _mm256_mask_test_epi32_mask(wanted, contents_, masks);
    }

    /// Traces through the cells. A cell whose solid does not stop its trace is free.
    void trace(const Lines8& lines, Double8 from, Double8 until, Hits8& hits) const {
        Ints8 planes = planesOf(0);
        for (int i = 1; i < kLanes; ++i) planes = _mm256_or_si256(planes, planesOf(i));
        const LaneMask used = _mm256_test_epi32_mask(planes, planes);
        // Keep the variants few, so that the branches are predicted.
        if (used.has(4))
            through<6>(lines, from, until, hits);
        else if (used.has(2))
            through<4>(lines, from, until, hits);
        else
            through<2>(lines, from, until, hits);
        hits.contents = contents_;
    }

  private:
    static __m256i heads(const format::CutRecord& one, const format::CutRecord& two) {
        return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(&one))),
                                       _mm_loadu_si128(reinterpret_cast<const __m128i*>(&two)), 1);
    }
    Ints8 planesOf(int lane) const { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(cuts_[lane]->planes)); }

    // Loads normal and distance of plane k of each lane.
    void gather(int k, Points8& normal, Double8& dist) const {
        Double8 two[4];  // lanes i and i + 4
        for (int i = 0; i < 4; ++i)
            two[i] = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(planes_[cuts_[i]->planes[k]].normal)),
                                        _mm256_loadu_pd(planes_[cuts_[i + 4]->planes[k]].normal), 1);
        const Double8 evenLow = _mm512_unpacklo_pd(two[0], two[1]), oddLow = _mm512_unpackhi_pd(two[0], two[1]);
        const Double8 evenHigh = _mm512_unpacklo_pd(two[2], two[3]), oddHigh = _mm512_unpackhi_pd(two[2], two[3]);
        const __m512i first = _mm512_set_epi64(13, 12, 5, 4, 9, 8, 1, 0);
        const __m512i second = _mm512_set_epi64(15, 14, 7, 6, 11, 10, 3, 2);
        normal.at[0] = _mm512_permutex2var_pd(evenLow, first, evenHigh);
        normal.at[1] = _mm512_permutex2var_pd(oddLow, first, oddHigh);
        normal.at[2] = _mm512_permutex2var_pd(evenLow, second, evenHigh);
        dist = _mm512_permutex2var_pd(oddLow, second, oddHigh);
    }

    // Shifts out the bits of `solid` that do not apply, given which lanes are behind plane k.
    template <int k>
    static __m512i behind(__m512i solid, LaneMask lanes) {
        return _mm512_mask_srli_epi64(solid, lanes, solid, 1u << k);
    }
    static LaneMask isSolid(__m512i left) { return _mm512_test_epi64_mask(left, _mm512_set1_epi64(1)); }

    // Results of each trace for the planes of its cell.
    template <int kCount>
    struct Planes {
        Points8 normal[kCount];
        Double8 dist[kCount], d[kCount], v[kCount];
        LaneMask after[kCount], crossed[kCount];
    };

    template <int kCount>
    void through(const Lines8& lines, Double8 from, Double8 until, Hits8& hits) const {
        Planes<kCount> all;
        const Points8 &s = lines.start, &move = lines.delta;
        Double8 nearest = Math8::all(1);
        __m512i before = solid_;
        [&]<int... k>(std::integer_sequence<int, k...>) {
            (([&]() {
                 Points8& n = all.normal[k];
                 gather(k, n, all.dist[k]);
                 all.d[k] = plus(plus(times(n.at[0], s.at[0]), times(n.at[1], s.at[1])),
                                 minus(times(n.at[2], s.at[2]), all.dist[k]));
                 all.v[k] =
                     plus(plus(times(n.at[0], move.at[0]), times(n.at[1], move.at[1])), times(n.at[2], move.at[2]));
                 const Double8 d0 = plus(all.d[k], times(all.v[k], from)), d1 = plus(all.d[k], times(all.v[k], until));
                 nearest = least(nearest, least(size(d0), size(d1)));
                 const LaneMask first = negative(d0);
                 all.after[k] = negative(d1);
                 all.crossed[k] = first ^ all.after[k];
                 before = behind<k>(before, first);
             }()),
             ...);
        }
        (std::make_integer_sequence<int, kCount>{});
        hits.unclear = blocking_ & isSolid(before);
        hits.unclear |= blocking_.without(greater(nearest, Math8::all(kSettledEnd)));
        hits.t = until;
        hits.normal = all.normal[0];
        hits.dist = all.dist[0];
        Double8 unsettled = until;
        [&]<int... i>(std::integer_sequence<int, i...>) {
            (cross<i, kCount>(all, unsettled, hits), ...);
        }
        (std::make_integer_sequence<int, kCount>{});
        hits.unclear |= blocking_ & greater(until, unsettled) & atMost(unsettled, hits.t);
        hits.hit = (hits.hit & blocking_).without(hits.unclear);
    }

    // Adds the crossings of plane i.
    template <int i, int kCount>
    void cross(const Planes<kCount>& all, Double8& unsettled, Hits8& hits) const {
        const Double8 t = over(all.d[i], minus(Math8::all(-0.0), all.v[i]));
        Double8 nearest = Math8::all(1);
        __m512i after = behind<i>(solid_, all.after[i]);
        [&]<int... k>(std::integer_sequence<int, k...>) {
            (([&]() {
                 if constexpr (k != i) {
                     const Double8 there = plus(all.d[k], times(all.v[k], t));
                     nearest = least(nearest, size(there));
                     after = behind<k>(after, negative(there));
                 }
             }()),
             ...);
        }
        (std::make_integer_sequence<int, kCount>{});
        const LaneMask settled = greater(nearest, Math8::all(kTouchLength));
        unsettled = _mm512_mask_min_pd(unsettled, all.crossed[i].without(settled), unsettled, t);
        const LaneMask first = greater(hits.t, t) & all.crossed[i] & isSolid(after);
        hits.t = choose(first, t, hits.t);
        hits.normal = choose(first, all.normal[i], hits.normal);
        hits.dist = choose(first, all.dist[i], hits.dist);
        hits.hit |= first;
    }

    const format::CutRecord* cuts_[kLanes];
    const PlaneRecord* planes_;
    __m512i solid_;
    Ints8 contents_;
    LaneMask blocking_;
};

HULLBAKE_END_TARGET
}  // namespace hullbake::detail
#endif
