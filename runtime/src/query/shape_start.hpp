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

/// As startShape, for a ball or capsule. Answers Other for some that are valid.
inline ShapeWay startRoundAvx(const format::Tables& tables, const TraceQuery& query, ShapeStart& out) {
    const Shape& shape = *query.probe.shape;
    const bool capsule = shape.kind == ShapeKind::Capsule;
    const __m256d one = rowOf(capsule ? shape.ends[0] : shape.centre), radius = _mm256_set1_pd(shape.radius);
    const __m256d two = capsule ? rowOf(shape.ends[1]) : one;
    const __m256d low = _mm256_sub_pd(_mm256_min_pd(one, two), radius);
    const __m256d high = _mm256_add_pd(_mm256_max_pd(one, two), radius);
    const __m256d zero = _mm256_setzero_pd(), most = _mm256_set1_pd(kMaxBoxSize / 2);
    const __m256d holdsOrigin =
        _mm256_and_pd(_mm256_cmp_pd(low, zero, _CMP_LE_OQ), _mm256_cmp_pd(high, zero, _CMP_GE_OQ));
    const __m256d small =
        _mm256_and_pd(_mm256_cmp_pd(high, most, _CMP_LE_OQ), _mm256_cmp_pd(low, _mm256_sub_pd(zero, most), _CMP_GE_OQ));
    if (!(shape.radius > kLeastRadius) || !areThree(_mm256_and_pd(holdsOrigin, small))) return ShapeWay::Other;
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
#endif
    return plainBounds(*query.probe.shape, out.bounds) ? startBounded(tables, query, out) : ShapeWay::Other;
}

}  // namespace hullbake::detail
