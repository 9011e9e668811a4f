// Tests a moving box against the eight children of a bounding-volume node at once.
// In: a node and a Sweep. Out: a mask of the children that the box may reach, and t of each.
// Computes in single precision with bounds widened by more than rounding loses, so no child that is reached is missed.
// Invariant: the vector paths do the same operations in the same order as the scalar one, so all agree to the last bit.
#pragma once

#include <algorithm>
#include <cmath>

#include "brushes/brush_set.hpp"
#include "hullbake/clip_map.hpp"
#include "simd/target.hpp"

namespace hullbake::detail {

/// A box that moves along a segment.
struct Sweep {
    float low[4], high[4];  ///< of the box at the start, slightly enlarged; the fourth of each means nothing
    float inverse[4];       ///< of the delta; never 0 and never infinite

    Sweep() = default;
    Sweep(const Box& reach, const Vec3& start, const Vec3& delta) {
        for (int a = 0; a < 3; ++a) {
            // A float is rounded by at most 2^-24 of the number.
            const double room = kNearBrush + (std::fabs(start[a]) + kMaxBoxSize) * 0x1p-22;
            low[a] = static_cast<float>(start[a] + reach.mins[a] - room);
            high[a] = static_cast<float>(start[a] + reach.maxs[a] + room);
            constexpr double kMostInverse = 1e30;  // deltas below 1e-30 count as none
            inverse[a] = static_cast<float>(delta[a] == 0 ? kMostInverse
                                                          : std::clamp(1 / delta[a], -kMostInverse, kMostInverse));
        }
    }
};

/// Returns the sweep of the set's box.
inline Sweep sweepOf(const BrushSet& set, const Vec3& start, const Vec3& delta) {
    return {reachOf(set.box), start, delta};
}

/// Result of a sweep against the children of a node.
struct Met {
    float enter[8];     ///< fraction of the segment at which each child is reached, 0 for those reached at the start
    unsigned mask = 0;  ///< bit i: child i is reached within the limit
};

/// Upper bound of the relative rounding error of three float operations, twice.
inline constexpr float kSweepRounding = 1e-6f;

/// Tests the children one by one. `limit`: fraction of the segment after which nothing matters.
inline Met meetScalar(const format::BvhNode& node, const Sweep& sweep, float limit) {
    Met met;
    for (int slot = 0; slot < 8; ++slot) {
        float enter = 0, leave = limit;
        for (int a = 0; a < 3; ++a) {
            const float one = (node.mins[a][slot] - sweep.high[a]) * sweep.inverse[a];
            const float two = (node.maxs[a][slot] - sweep.low[a]) * sweep.inverse[a];
            const float first = one < two ? one : two, last = one > two ? one : two;
            enter = first > enter ? first : enter;
            leave = last < leave ? last : leave;
        }
        met.enter[slot] = enter;
        const float least = enter * (1 - kSweepRounding), most = leave * (1 + kSweepRounding);
        met.mask |= (least <= most ? 1u : 0u) << slot;
    }
    return met;
}

#ifdef HULLBAKE_SSE2
inline Met meetVector(const format::BvhNode& node, const Sweep& sweep, float limit) {
    Met met;
    for (int half = 0; half < 8; half += 4) {
        __m128 enter = _mm_setzero_ps(), leave = _mm_set1_ps(limit);
        for (int a = 0; a < 3; ++a) {
            const __m128 inverse = _mm_set1_ps(sweep.inverse[a]);
            const __m128 one =
                _mm_mul_ps(_mm_sub_ps(_mm_loadu_ps(&node.mins[a][half]), _mm_set1_ps(sweep.high[a])), inverse);
            const __m128 two =
                _mm_mul_ps(_mm_sub_ps(_mm_loadu_ps(&node.maxs[a][half]), _mm_set1_ps(sweep.low[a])), inverse);
            enter = _mm_max_ps(_mm_min_ps(one, two), enter);
            leave = _mm_min_ps(_mm_max_ps(one, two), leave);
        }
        _mm_storeu_ps(&met.enter[half], enter);
        const __m128 least = _mm_mul_ps(enter, _mm_set1_ps(1 - kSweepRounding));
        const __m128 most = _mm_mul_ps(leave, _mm_set1_ps(1 + kSweepRounding));
        met.mask |= static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(least, most))) << half;
    }
    return met;
}
#else
inline Met meetVector(const format::BvhNode& node, const Sweep& sweep, float limit) {
    return meetScalar(node, sweep, limit);
}
#endif

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
/// AVX version of meetScalar(), all eight children at once. Requires kHasAvx.
inline Met meetWide(const format::BvhNode& node, const Sweep& sweep, float limit) {
    Met met;
    __m256 enter = _mm256_setzero_ps(), leave = _mm256_set1_ps(limit);
    for (int a = 0; a < 3; ++a) {
        const __m256 inverse = _mm256_set1_ps(sweep.inverse[a]);
        const __m256 one =
            _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(node.mins[a]), _mm256_set1_ps(sweep.high[a])), inverse);
        const __m256 two =
            _mm256_mul_ps(_mm256_sub_ps(_mm256_loadu_ps(node.maxs[a]), _mm256_set1_ps(sweep.low[a])), inverse);
        enter = _mm256_max_ps(_mm256_min_ps(one, two), enter);
        leave = _mm256_min_ps(_mm256_max_ps(one, two), leave);
    }
    _mm256_storeu_ps(met.enter, enter);
    const __m256 least = _mm256_mul_ps(enter, _mm256_set1_ps(1 - kSweepRounding));
    const __m256 most = _mm256_mul_ps(leave, _mm256_set1_ps(1 + kSweepRounding));
    met.mask = static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(least, most, _CMP_LE_OQ)));
    return met;
}
HULLBAKE_END_TARGET
#endif

}  // namespace hullbake::detail
