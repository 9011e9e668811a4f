// A segment against all sides of a grown brush, two sides at a time, without a branch to foretell: which end of a
// segment lies on which side is as good as random. The operations and their order are those of the plain loop over the
// sides (QuickLook::meetClosely), so that both answer the same to the last bit.
#pragma once

#include "brush_set.hpp"
#include "cpu.hpp"

namespace hullbake::detail {

/// How a segment meets the planes of a grown brush.
struct SideCut {
    static constexpr double kNever = 1e30;
    double enter = -kNever, leave = kNever;  ///< fractions: of the side entered last, of the one left first
    double second = -kNever;                 ///< where the side before the last is entered
    double start = -kNever;                  ///< distance of the start from the brush, negative inside
    std::uint32_t side = format::kNoIndex;   ///< entered last; of several at once the first
};

enum class CutResult : std::uint8_t {
    Apart,    ///< both ends are in front of one side, by more than the tolerance
    Clear,    ///< no end lies within the tolerance of any plane: the cut says all
    Unclear,  ///< some end does, or the sides are too many
};

#ifdef HULLBAKE_SSE2

inline constexpr bool kCutsPairs = true;

/// Cuts one segment of one box with a volume by brush after brush.
class PairCutter {
  public:
    PairCutter(const Box& box, const Vec3& start, const Vec3& end) {
        const double low[3] = {-box.mins.x, -box.mins.y, -box.mins.z},
                     high[3] = {-box.maxs.x, -box.maxs.y, -box.maxs.z};
        const double from[3] = {start.x, start.y, start.z}, to[3] = {end.x, end.y, end.z};
        for (int a = 0; a < 3; ++a) {
            low_[a] = _mm_set1_pd(low[a]);
            high_[a] = _mm_set1_pd(high[a]);
            start_[a] = _mm_set1_pd(from[a]);
            end_[a] = _mm_set1_pd(to[a]);
        }
    }

    CutResult cut(std::span<const format::SideRecord> sides, SideCut& out) const {
        const std::size_t count = sides.size();
        if (count > kMost) return CutResult::Unclear;
        alignas(16) double entered[kMost];
        const __m128d never = _mm_set1_pd(SideCut::kNever), minusNever = _mm_set1_pd(-SideCut::kNever);
        const __m128d tolerance = _mm_set1_pd(kSurfaceTolerance), signs = _mm_set1_pd(-0.0), zero = _mm_setzero_pd();
        __m128d enter = minusNever, second = minusNever, leave = never, before = minusNever;
        __m128d apart = zero, close = zero;
        for (std::size_t i = 0; i < count; i += 2) {
            const Pair pair(sides, i, *this);
            const __m128d d0 = pair.distance(start_), d1 = pair.distance(end_);
            apart = _mm_or_pd(apart, _mm_cmpgt_pd(_mm_min_pd(d0, d1), tolerance));
            const __m128d nearer = _mm_min_pd(_mm_andnot_pd(signs, d0), _mm_andnot_pd(signs, d1));
            close = _mm_or_pd(close, _mm_cmple_pd(nearer, tolerance));
            before = _mm_max_pd(before, d0);
            const __m128d t = _mm_div_pd(d0, _mm_sub_pd(d0, d1));
            const __m128d isIn = _mm_and_pd(_mm_cmpgt_pd(d0, zero), _mm_cmplt_pd(d1, zero));
            const __m128d isOut = _mm_and_pd(_mm_cmplt_pd(d0, zero), _mm_cmpgt_pd(d1, zero));
            const __m128d in = choose(isIn, t, minusNever);
            _mm_store_pd(entered + i, in);
            second = _mm_max_pd(second, _mm_min_pd(in, enter));
            enter = _mm_max_pd(enter, in);
            leave = _mm_min_pd(leave, choose(isOut, t, never));
        }
        if (_mm_movemask_pd(apart) != 0) return CutResult::Apart;
        if (_mm_movemask_pd(close) != 0) return CutResult::Unclear;
        out.enter = std::max(low(enter), high(enter));
        out.second = std::max(std::min(low(enter), high(enter)), std::max(low(second), high(second)));
        out.leave = std::min(low(leave), high(leave));
        out.start = std::max(low(before), high(before));
        if (out.enter != -SideCut::kNever) name(entered, count, out);
        return CutResult::Clear;
    }

    /// How far a place is from the brush, negative inside: grownDistance to the side that it is furthest out of.
    double distance(std::span<const format::SideRecord> sides, const Vec3& p) const {
        const __m128d place[3] = {_mm_set1_pd(p.x), _mm_set1_pd(p.y), _mm_set1_pd(p.z)};
        __m128d furthest = _mm_set1_pd(-SideCut::kNever);
        for (std::size_t i = 0; i < sides.size(); i += 2)
            furthest = _mm_max_pd(furthest, Pair(sides, i, *this).distance(place));
        return std::max(low(furthest), high(furthest));
    }

  private:
    static constexpr std::size_t kMost = 32;

    // Two sides, grown; an odd last one stands for both.
    struct Pair {
        __m128d normal[3], dist;

        Pair(std::span<const format::SideRecord> sides, std::size_t first, const PairCutter& cutter) {
            const format::SideRecord& one = sides[first];
            const format::SideRecord& two = sides[first + 1 < sides.size() ? first + 1 : first];
            __m128d shift = _mm_setzero_pd();
            for (int a = 0; a < 3; ++a) {
                normal[a] = both(one.normal[a], two.normal[a]);
                // Of the corner of the box that is furthest along -normal, by comparing what it comes to.
                shift = _mm_add_pd(
                    shift, _mm_max_pd(_mm_mul_pd(normal[a], cutter.low_[a]), _mm_mul_pd(normal[a], cutter.high_[a])));
            }
            if (((one.flags | two.flags) & format::kSideNotGrown) != 0) {
                const double grown[2] = {(one.flags & format::kSideNotGrown) != 0 ? 0.0 : 1.0,
                                         (two.flags & format::kSideNotGrown) != 0 ? 0.0 : 1.0};
                shift = _mm_mul_pd(shift, _mm_loadu_pd(grown));
            }
            dist = _mm_add_pd(both(one.dist, two.dist), shift);
        }

        __m128d distance(const __m128d (&p)[3]) const {
            const __m128d xy = _mm_add_pd(_mm_mul_pd(normal[0], p[0]), _mm_mul_pd(normal[1], p[1]));
            return _mm_sub_pd(_mm_add_pd(xy, _mm_mul_pd(normal[2], p[2])), dist);
        }

        static __m128d both(const double& low, const double& high) { return _mm_loadh_pd(_mm_load_sd(&low), &high); }
    };

    static __m128d choose(__m128d mask, __m128d yes, __m128d no) {
        return _mm_or_pd(_mm_and_pd(mask, yes), _mm_andnot_pd(mask, no));
    }
    static double low(__m128d v) { return _mm_cvtsd_f64(v); }
    static double high(__m128d v) { return _mm_cvtsd_f64(_mm_unpackhi_pd(v, v)); }

    // Which side is entered last. An odd one was counted twice: it does not stand before itself.
    static void name(const double* entered, std::size_t count, SideCut& out) {
        out.side = 0;
        while (entered[out.side] != out.enter) ++out.side;
        if (count % 2 == 0 || entered[count - 1] != out.enter) return;
        out.second = -SideCut::kNever;
        for (std::size_t i = 0; i + 1 < count; ++i) out.second = std::max(out.second, entered[i]);
    }

    __m128d low_[3], high_[3], start_[3], end_[3];
};

#else

inline constexpr bool kCutsPairs = false;
struct PairCutter {
    PairCutter(const Box&, const Vec3&, const Vec3&) {}
};

#endif

}  // namespace hullbake::detail
