#include "shapes/box_axes.hpp"

#include <bit>
#include <cfloat>

#include "shapes/axis_rows.hpp"
#include "shapes/box_corners.hpp"

namespace hullbake::detail {

namespace {

// In place of a gap that counts for nothing, and of the fourth of each row.
constexpr double kNoGap = -1e300;

template <class Four>
HULLBAKE_INLINE Four rowOfThree(const Vec3& v) {
    return Four::of(v.x, v.y, v.z);
}

}  // namespace

template <class Four>
HULLBAKE_INLINE void BoxAxes::layFaces(const Core& a, const Core& b, Four (&rows)[3], Four (&found)[5]) {
    const AxisRows<Four> axesA(a.axes), axesB(b.axes);
    const Four shiftA = axesA.along(wayBetween(a, b));
    shiftA.store(shift[0]);
    const Four outside = Four::of(0, 0, 0, kNoGap);
    Four gapA = Four::absolute(shiftA) - rowOfThree<Four>(a.half), shiftB = outside, reach = outside;
    for (int i = 0; i < 3; ++i) {
        gapA = gapA - Four::absolute(axesA.along(b.axes[i])) * Four::all(b.half[i]);
        rows[i] = axesB.along(a.axes[i]);
        rows[i].store(across[i]);
        const Four shifted = rows[i] * Four::all(shift[0][i]), reached = Four::absolute(rows[i]) * Four::all(a.half[i]);
        shiftB = i == 0 ? shifted : shiftB + shifted;
        reach = i == 0 ? reached : reach + reached;
    }
    shiftB.store(shift[1]);
    found[0] = gapA + outside;
    found[1] = Four::absolute(shiftB) - rowOfThree<Four>(b.half) - reach + outside;
    // Above is false for NaN.
    const unsigned exact = axesA.exact() & axesB.exact();
    rotations = (exact & 7) == 7;
}

template <class Four>
HULLBAKE_INLINE void BoxAxes::layEdges(const Core& a, const Core& b, const Four (&rows)[3], Four (&found)[5]) {
    const Four halfB = rowOfThree<Four>(b.half), nextHalf = Four::next(halfB), afterHalf = Four::after(halfB);
    const Four slanted = Four::all(kSlanted * kSlanted), parallel = Four::all(DBL_EPSILON * DBL_EPSILON);
    const Four none = Four::all(kNoGap), outside = Four::of(0, 0, 0, kNoGap);
    for (int i = 0; i < 3; ++i) {
        const int k = (i + 1) % 3, l = (i + 2) % 3;
        const Four size = Four::absolute(rows[i]), sizeK = Four::absolute(rows[k]), sizeL = Four::absolute(rows[l]);
        const Four between = Four::all(shift[0][l]) * rows[k] - Four::all(shift[0][k]) * rows[l];
        const Four width = Four::absolute(between) - Four::all(a.half[k]) * sizeL - Four::all(a.half[l]) * sizeK -
                           nextHalf * Four::after(size) - afterHalf * Four::next(size);
        const Four square = rows[k] * rows[k] + rows[l] * rows[l];
        unclear |= (Four::above(slanted, square) & Four::above(square, parallel) & 7) << 4 * i;
        const Four root = Four::root(Four::most(square, slanted)), gap = width / root;
        root.store(sines[i]);
        found[2 + i] = Four::where(slanted, square, none, gap) + outside;
        found[2 + i].store(gaps[2 + i]);
    }
}

template <class Four>
HULLBAKE_INLINE void BoxAxes::lay(const Core& a, const Core& b, double enough, double same) {
    Four rows[3], found[5];
    unclear = 0;
    layFaces(a, b, rows, found);
    Four most = Four::most(found[0], found[1]);
    widest = {Four::mostOfThree(most), 0, 0};
    if (widest.gap >= enough) return;
    found[0].store(gaps[0]);
    found[1].store(gaps[1]);
    layEdges(a, b, rows, found);
    for (int r = 2; r < 5; ++r) most = Four::most(most, found[r]);
    widest.gap = Four::mostOfThree(most);
    const Four whole = Four::all(widest.gap), least = Four::all(widest.gap - same);
    unsigned less = 0, far = 0;
    for (int r = 0; r < 5; ++r) {
        less |= Four::above(whole, found[r]) << 4 * r;
        far |= Four::above(least, found[r]) << 4 * r;
    }
    const int axis = std::countr_one(less), first = std::countr_one(far);
    widest.axis = axis - axis / 4;
    widest.first = first - first / 4;
}

#ifdef HULLBAKE_AVX
namespace {
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE void layAvx(BoxAxes& axes, const Core& a, const Core& b, double enough, double same) {
    axes.lay<FourAvx>(a, b, enough, same);
}
HULLBAKE_NOINLINE int nearestCornerAvx(const BoxAxes& axes, const Vec3& halfA, const Vec3& halfB) {
    return BoxCorners<FourAvx>{axes.across, axes.shift}.nearest(halfA, halfB);
}
HULLBAKE_END_TARGET
}  // namespace
#endif

void BoxAxes::find(const Core& a, const Core& b, double enough, double same) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return layAvx(*this, a, b, enough, same);
#endif
    lay<FourScalar>(a, b, enough, same);
}

void BoxAxes::findWidest(double same) {
    widest = {gap(0), 0, 0};
    for (int i = 1; i < kAxisCount; ++i)
        if (gap(i) > widest.gap) widest.gap = gap(i), widest.axis = i;
    while (gap(widest.first) < widest.gap - same) ++widest.first;
}

int BoxAxes::nearestCorner(const Vec3& halfA, const Vec3& halfB) const {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return nearestCornerAvx(*this, halfA, halfB);
#endif
    return BoxCorners<FourScalar>{across, shift}.nearest(halfA, halfB);
}

}  // namespace hullbake::detail
