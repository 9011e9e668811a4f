// Traces through a grid cell that few planes divide.
// In: a CutRecord, whose bits give solid or free for each combination of sides, and a stretch of a line. Out: free, a
// hit or unclear.
// Computes where the trace crosses each plane and takes the first crossing that leads into solid, without a tree.
// Invariant: the vector path does the same operations in the same order as the scalar one, so both agree to the last
// bit.
#pragma once

#include <bit>

#include "grid/grid_view.hpp"
#include "simd/target.hpp"

namespace hullbake::detail {

/// Accumulates the crossings of a cell's planes, in any order.
struct Crossings {
    double hit, unsettled;  // t of the first crossing of each kind
    int plane = -1;         // number of the plane crossed at the hit

    explicit Crossings(double until) : hit(until), unsettled(until) {}
    /// Adds a crossing of plane i at `t`. `isSolid`: solid lies behind it.
    HULLBAKE_INLINE void add(int i, double t, bool isSolid, bool isSettled) {
        unsettled = isSettled ? unsettled : std::min(unsettled, t);
        // Select without a branch, as both cases are equally likely. If not solid, setting all bits makes a NaN of t. A
        // NaN is never less, and std::min returns the other operand.
        const auto never = std::uint64_t{0} - static_cast<std::uint64_t>(!isSolid);
        const double entered = std::bit_cast<double>(std::bit_cast<std::uint64_t>(t) | never);
        const int first = entered < hit ? -1 : 0;
        hit = std::min(hit, entered);
        plane = (i & first) | (plane & ~first);
    }
    HULLBAKE_INLINE CellEnd end(const format::CutRecord& cut, const PlaneRecord* planes, double until,
                                CellHit& out) const {
        if (unsettled < until && unsettled <= hit) return CellEnd::Unclear;
        if (plane < 0) return CellEnd::Free;
        const PlaneRecord& entered = planes[cut.planes[plane]];
        out = {hit, {{entered.normal[0], entered.normal[1], entered.normal[2]}, entered.dist}, cut.contents};
        return CellEnd::Hit;
    }
};

inline bool isSolid(const format::CutRecord& cut, std::uint32_t behind) {
    return (cut.solid >> (behind & 63) & 1) != 0;
}

/// Scalar version: one plane after the other.
struct CellCutsScalar {
    /// The planes of a cut table. `behind`, `crossings` and `flat` do what they do for the AVX version.
    struct Planes {
        double d[8], v[8];  // distance of the start from each plane, and its change along the trace
        std::uint32_t count = 0;

        Planes(const std::uint32_t* numbers, const PlaneRecord* planes, const GridLine& line) {
            for (; count < 8 && numbers[count] != 0; ++count) {
                const PlaneRecord& p = planes[numbers[count]];
                d[count] = (p.normal[0] * line.start.at[0] + p.normal[1] * line.start.at[1]) +
                           (p.normal[2] * line.start.at[2] - p.dist);
                v[count] =
                    (p.normal[0] * line.delta.at[0] + p.normal[1] * line.delta.at[1]) + p.normal[2] * line.delta.at[2];
            }
        }
        std::uint32_t all() const { return (1u << count) - 1; }
        std::uint32_t behind(double t, double by, std::uint32_t& clear) const {
            std::uint32_t behind = 0;
            clear = 0;
            for (std::uint32_t i = 0; i < count; ++i) {
                const double there = d[i] + v[i] * t;
                clear |= (std::fabs(there) > by ? 1u : 0u) << i;
                behind |= (there < 0 ? 1u : 0u) << i;
            }
            return behind;
        }
        void crossings(double* t) const {
            for (std::uint32_t i = 0; i < count; ++i) t[i] = d[i] / -v[i];
        }
        std::uint32_t flat(double squared) const {
            std::uint32_t bits = 0;
            for (std::uint32_t i = 0; i < count; ++i) bits |= (v[i] * v[i] <= squared ? 1u : 0u) << i;
            return bits;
        }
    };
    using Few = Planes;
    using Many = Planes;

    static CellEnd trace(const format::CutRecord& cut, const PlaneRecord* planes, const GridLine& line, double from,
                         double until, CellHit& hit) {
        double d[8], v[8];
        std::uint32_t before = 0, after = 0, count = 0;
        for (; count < 8 && cut.planes[count] != 0; ++count) {
            const PlaneRecord& p = planes[cut.planes[count]];
            d[count] = (p.normal[0] * line.start.at[0] + p.normal[1] * line.start.at[1]) +
                       (p.normal[2] * line.start.at[2] - p.dist);
            v[count] =
                (p.normal[0] * line.delta.at[0] + p.normal[1] * line.delta.at[1]) + p.normal[2] * line.delta.at[2];
            const double d0 = d[count] + v[count] * from, d1 = d[count] + v[count] * until;
            if (!(std::min(std::fabs(d0), std::fabs(d1)) > kSettledEnd)) return CellEnd::Unclear;
            before |= (d0 < 0 ? 1u : 0u) << count;
            after |= (d1 < 0 ? 1u : 0u) << count;
        }
        if (isSolid(cut, before)) return CellEnd::Unclear;
        Crossings crossings(until);
        for (std::uint32_t crossed = before ^ after; crossed != 0; crossed &= crossed - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(crossed));
            const double t = d[i] / -v[i];
            std::uint32_t behind = after & 1u << i;
            bool settled = true;
            for (std::uint32_t k = 0; k < count; ++k) {
                const double there = d[k] + v[k] * t;
                settled = settled & ((k == i) | (std::fabs(there) > kTouchLength));
                behind |= (k != i && there < 0 ? 1u : 0u) << k;
            }
            crossings.add(static_cast<int>(i), t, isSolid(cut, behind), settled);
        }
        return crossings.end(cut, planes, until, hit);
    }
};

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
/// AVX version: four planes at once. Requires kHasAvx.
struct CellCutsAvx {
    static CellEnd trace(const format::CutRecord& cut, const PlaneRecord* planes, const GridLine& line, double from,
                         double until, CellHit& hit) {
        const Four low(cut.planes, planes, line);
        if (cut.planes[4] == 0) return through(cut, planes, low, from, until, hit);
        return through(cut, planes, EightPlanes{low, Four(cut.planes + 4, planes, line)}, from, until, hit);
    }

    /// Distances of four planes from the start, and their change along the trace.
    struct Four {
        static constexpr std::uint32_t kAll = 15;
        static constexpr std::uint32_t all() { return kAll; }
        __m256d d, v;

        Four(const std::uint32_t* numbers, const PlaneRecord* planes, const GridLine& line) {
            const __m256d start = _mm256_blend_pd(_mm256_loadu_pd(line.start.at), _mm256_set1_pd(-1), 8);
            const __m256d delta = _mm256_blend_pd(_mm256_loadu_pd(line.delta.at), _mm256_setzero_pd(), 8);
            const __m256d a = _mm256_loadu_pd(planes[numbers[0]].normal),
                          b = _mm256_loadu_pd(planes[numbers[1]].normal);
            const __m256d c = _mm256_loadu_pd(planes[numbers[2]].normal),
                          e = _mm256_loadu_pd(planes[numbers[3]].normal);
            d = sums(_mm256_mul_pd(a, start), _mm256_mul_pd(b, start), _mm256_mul_pd(c, start),
                     _mm256_mul_pd(e, start));
            v = sums(_mm256_mul_pd(a, delta), _mm256_mul_pd(b, delta), _mm256_mul_pd(c, delta),
                     _mm256_mul_pd(e, delta));
        }
        // Returns for each argument (first + second) + (third + fourth).
        static __m256d sums(__m256d a, __m256d b, __m256d c, __m256d e) {
            const __m256d ab = _mm256_hadd_pd(a, b), ce = _mm256_hadd_pd(c, e);
            return _mm256_add_pd(_mm256_permute2f128_pd(ab, ce, 0x20), _mm256_permute2f128_pd(ab, ce, 0x31));
        }
        /// Returns a bit for each plane that the trace is behind at t. `clear` gets a bit for each plane farther away
        /// than `by`.
        std::uint32_t behind(double t, double by, std::uint32_t& clear) const {
            const __m256d there = _mm256_add_pd(d, _mm256_mul_pd(v, _mm256_set1_pd(t)));
            const __m256d far = _mm256_andnot_pd(_mm256_set1_pd(-0.0), there);
            clear = bits(_mm256_cmp_pd(far, _mm256_set1_pd(by), _CMP_GT_OQ));
            return bits(there);
        }
        static std::uint32_t bits(__m256d signs) { return static_cast<std::uint32_t>(_mm256_movemask_pd(signs)); }
        /// Computes where the trace crosses each plane.
        void crossings(double* t) const {
            _mm256_storeu_pd(t, _mm256_div_pd(d, _mm256_xor_pd(v, _mm256_set1_pd(-0.0))));
        }
        /// Returns a bit for each plane whose distance changes by no more than this, squared.
        std::uint32_t flat(double squared) const {
            return bits(_mm256_cmp_pd(_mm256_mul_pd(v, v), _mm256_set1_pd(squared), _CMP_LE_OQ));
        }
    };
    struct EightPlanes {
        static constexpr std::uint32_t kAll = 255;
        static constexpr std::uint32_t all() { return kAll; }
        Four low, high;

        std::uint32_t behind(double t, double by, std::uint32_t& clear) const {
            std::uint32_t clearLow = 0, clearHigh = 0;
            const std::uint32_t inLow = low.behind(t, by, clearLow), inHigh = high.behind(t, by, clearHigh);
            clear = clearLow | clearHigh << 4;
            return inLow | inHigh << 4;
        }
        void crossings(double* t) const {
            low.crossings(t);
            high.crossings(t + 4);
        }
        std::uint32_t flat(double squared) const { return low.flat(squared) | high.flat(squared) << 4; }
    };

    using Few = Four;
    using Many = EightPlanes;

  private:
    template <class Planes>
    static CellEnd through(const format::CutRecord& cut, const PlaneRecord* planes, const Planes& all, double from,
                           double until, CellHit& hit) {
        std::uint32_t clearBefore = 0, clearAfter = 0;
        const std::uint32_t before = all.behind(from, kSettledEnd, clearBefore);
        const std::uint32_t after = all.behind(until, kSettledEnd, clearAfter);
        if ((clearBefore & clearAfter) != Planes::kAll || isSolid(cut, before)) return CellEnd::Unclear;
        std::uint32_t crossed = before ^ after;
        if (crossed == 0) return CellEnd::Free;
        double times[8];
        all.crossings(times);
        Crossings crossings(until);
        do {
            const int i = std::countr_zero(crossed);
            const std::uint32_t bit = 1u << i;
            std::uint32_t clear = 0;
            const std::uint32_t behind = (all.behind(times[i], kTouchLength, clear) & ~bit) | (after & bit);
            crossings.add(i, times[i], isSolid(cut, behind), (clear | bit) == Planes::kAll);
            crossed &= crossed - 1;
        } while (crossed != 0);
        return crossings.end(cut, planes, until, hit);
    }
};
HULLBAKE_END_TARGET
#endif

}  // namespace hullbake::detail
