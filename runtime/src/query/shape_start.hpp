// Where the trace of a shape through the world begins in the grid.
// In: a query. Out: how it goes on. Most short traces are free, and end here.
#pragma once

#include "brushes/along_cells.hpp"
#include "brushes/brush_shape.hpp"
#include "brushes/model_brushes.hpp"
#include "brushes/shape_subject.hpp"

namespace hullbake::detail {

/// Other: not by the grid, or not valid. Passes: nothing is in the way. Listed: by the brush lists of the grid.
enum class ShapeWay : std::uint8_t { Other, Passes, Listed };

struct ShapeStart {
    Box bounds;             ///< of the shape
    std::size_t hull = 0;   ///< whose grid serves
    GridView::Place place;  ///< of the start
};

/// Returns true if the grid may answer the trace of a shape: through the world, and not for liquids. Says nothing of
/// the shape and the ends.
inline bool isPlainTrace(const format::Tables& tables, const TraceQuery& query) {
    const Probe& probe = query.probe;
    return query.model.value == 0 && probe.model.value == 0 && !probe.transform && isValidSkin(probe.skin) &&
           !tables.grids.empty() && !any(probe.mask & kMaskPassable) && hasShapes(tables, query.model);
}

template <class Lanes>
HULLBAKE_INLINE ShapeWay startOnGrid(const format::Tables& tables, const TraceQuery& query, ShapeStart& out) {
    const GridView grid(tables, out.hull);
    out.place.slot = 0;
    const GridStart start = startIn<Lanes>(grid, query, out.place);
    return start == GridStart::Outside  ? ShapeWay::Other
           : start == GridStart::Passes ? ShapeWay::Passes
                                        : ShapeWay::Listed;
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE inline ShapeWay startOnGridAvx(const format::Tables& tables, const TraceQuery& query,
                                                 ShapeStart& out) {
    return startOnGrid<GridOpsAvx>(tables, query, out);
}

/// Returns true if the mask is set in the first three lanes.
inline bool areThree(__m256d mask) {
    constexpr int kThree = 7;
    return (_mm256_movemask_pd(mask) & kThree) == kThree;
}

/// As startShape, for a shape between these bounds. Answers Other for some that are valid. Inlined, because GCC 12
/// leaves the upper halves of registers in use behind a function that takes vectors, and Intel's processors then stall.
HULLBAKE_INLINE ShapeWay startBetweenAvx(const format::Tables& tables, const TraceQuery& query, __m256d low,
                                         __m256d high, ShapeStart& out) {
    const __m256d zero = _mm256_setzero_pd(), most = _mm256_set1_pd(kMaxBoxSize / 2);
    const __m256d holdsOrigin =
        _mm256_and_pd(_mm256_cmp_pd(low, zero, _CMP_LE_OQ), _mm256_cmp_pd(high, zero, _CMP_GE_OQ));
    const __m256d small =
        _mm256_and_pd(_mm256_cmp_pd(high, most, _CMP_LE_OQ), _mm256_cmp_pd(low, _mm256_sub_pd(zero, most), _CMP_GE_OQ));
    const __m256d solid = _mm256_and_pd(small, _mm256_cmp_pd(low, high, _CMP_LT_OQ));
    if (!areThree(_mm256_and_pd(holdsOrigin, solid))) return ShapeWay::Other;
    std::size_t h = 0;
    for (; h < tables.hulls.size(); ++h) {
        // Both loads take one number too many, which means nothing.
        const __m256d mins = _mm256_loadu_pd(tables.hulls[h].mins), maxs = _mm256_loadu_pd(tables.hulls[h].maxs);
        if (areThree(_mm256_and_pd(_mm256_cmp_pd(mins, low, _CMP_LE_OQ), _mm256_cmp_pd(high, maxs, _CMP_LE_OQ)))) break;
    }
    if (h == tables.hulls.size()) return ShapeWay::Other;
    double rows[2][4];
    _mm256_storeu_pd(rows[0], low);
    _mm256_storeu_pd(rows[1], high);
    out.bounds = {{rows[0][0], rows[0][1], rows[0][2]}, {rows[1][0], rows[1][1], rows[1][2]}};
    out.hull = h;
    return startOnGrid<GridOpsAvx>(tables, query, out);
}

/// As startShape, for a ball or capsule.
inline ShapeWay startRoundAvx(const format::Tables& tables, const TraceQuery& query, ShapeStart& out) {
    const Shape& shape = *query.probe.shape;
    const bool capsule = shape.kind == ShapeKind::Capsule;
    const __m256d one = rowOf(capsule ? shape.ends[0] : shape.centre), radius = _mm256_set1_pd(shape.radius);
    const __m256d two = capsule ? rowOf(shape.ends[1]) : one;
    // The bounds would lose a NaN of one end, and know nothing of the centre of a capsule.
    if (!areThree(_mm256_cmp_pd(one, two, _CMP_ORD_Q)) || !isFinite(shape.centre)) return ShapeWay::Other;
    if (!(shape.radius > kLeastRadius)) return ShapeWay::Other;
    return startBetweenAvx(tables, query, _mm256_sub_pd(_mm256_min_pd(one, two), radius),
                           _mm256_add_pd(_mm256_max_pd(one, two), radius), out);
}

/// Returns true if the axes are a rotation, as Transform::valid has it.
inline bool areAxesAvx(const Vec3 (&axes)[3]) {
    __m256d square = _mm256_setzero_pd(), skew = square;
    for (int a = 0; a < 3; ++a) {
        const __m256d own = _mm256_set_pd(0, axes[2][a], axes[1][a], axes[0][a]);
        const __m256d next = _mm256_set_pd(0, axes[0][a], axes[2][a], axes[1][a]);
        square = _mm256_add_pd(square, _mm256_mul_pd(own, own));
        skew = _mm256_add_pd(skew, _mm256_mul_pd(own, next));
    }
    const __m256d off = _mm256_max_pd(_mm256_andnot_pd(_mm256_set1_pd(-0.0), skew),
                                      _mm256_andnot_pd(_mm256_set1_pd(-0.0), _mm256_sub_pd(square, _mm256_set1_pd(1))));
    return areThree(_mm256_cmp_pd(off, _mm256_set1_pd(kRotationTolerance), _CMP_LE_OQ)) &&
           dot(cross(axes[0], axes[1]), axes[2]) > 0;
}

/// As startShape, for a box that is not upright.
inline ShapeWay startTurnedAvx(const format::Tables& tables, const TraceQuery& query, ShapeStart& out) {
    const Shape& shape = *query.probe.shape;
    const Vec3& half = shape.half;
    if (!(half.x >= 0 && half.y >= 0 && half.z >= 0) || isUpright(shape.axes) || !areAxesAvx(shape.axes))
        return ShapeWay::Other;
    const __m256d signs = _mm256_set1_pd(-0.0), centre = rowOf(shape.centre);
    __m256d reach = _mm256_setzero_pd();
    for (int i = 0; i < 3; ++i)
        reach =
            _mm256_add_pd(reach, _mm256_mul_pd(_mm256_andnot_pd(signs, rowOf(shape.axes[i])), _mm256_set1_pd(half[i])));
    return startBetweenAvx(tables, query, _mm256_sub_pd(centre, reach), _mm256_add_pd(centre, reach), out);
}
HULLBAKE_END_TARGET
#endif

/// As startShape, where the bounds are known, and those of a valid shape of common size.
inline ShapeWay startBounded(const format::Tables& tables, const TraceQuery& query, ShapeStart& out) {
    if (!isListed(out.bounds)) return ShapeWay::Other;
    out.hull = gridFor(tables, out.bounds, tables.hulls.size());
    if (out.hull == tables.hulls.size()) return ShapeWay::Other;
#ifdef HULLBAKE_AVX
    if (kHasAvx) return startOnGridAvx(tables, query, out);
#endif
    return startOnGrid<GridOpsScalar>(tables, query, out);
}

/// Finds where a plain trace begins, and bounds of its shape.
HULLBAKE_INLINE ShapeWay startShape(const format::Tables& tables, const TraceQuery& query, ShapeStart& out) {
#ifdef HULLBAKE_AVX
    const ShapeKind kind = query.probe.shape->kind;
    if (kHasAvx && (kind == ShapeKind::Ball || kind == ShapeKind::Capsule)) return startRoundAvx(tables, query, out);
    if (kHasAvx && kind == ShapeKind::Box) return startTurnedAvx(tables, query, out);
#endif
    return plainBounds(*query.probe.shape, out.bounds) ? startBounded(tables, query, out) : ShapeWay::Other;
}

}  // namespace hullbake::detail
