// In: two shapes. Out: their contact, where it is that of one axis and the features there are a corner on a face or two
// edges that cross. All numbers are computed by the same operations in the same order as in box_axes.cpp and
// box_pair.cpp. What is saved: copies, and the roots and quotients of edges that cannot count.
#include "shapes/turned_boxes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "shapes/axis_rows.hpp"

namespace hullbake::detail {

namespace {

// The product of the heights of two boxes' upright axes from which on the sine between them is less than kSlanted.
constexpr double kBothUpright = 1 - 1e-5;

// The axes of two boxes, and what of them is read number by number. Rows are as in BoxAxes.
template <class Four>
struct TurnedBoxes {
    using Row = double[4];

    const Shape &a, &b;
    double slack;
    Four halfA, halfB, rows[3], columns[3], shiftA, shiftB, widths[3], squares[3], gaps[2];
    Row across[3], shift[2], width[3], square[3];
    Row normal, point;  // in the frame of the first box; the point is on that

    HULLBAKE_INLINE TurnedBoxes(const Shape& first, const Shape& second) : a(first), b(second) {}

    // Checks the shapes, and finds how their axes lie. Returns false if the shapes are not plain boxes, or sides are
    // nearly parallel.
    HULLBAKE_INLINE bool lay(const Vec3& originA, const Vec3& originB, Four (&axesOfA)[3]) {
        halfA = Four::followed(a.half), halfB = Four::followed(b.half);
        Four axesOfB[3];
        for (int i = 0; i < 2; ++i) axesOfA[i] = Four::followed(a.axes[i]), axesOfB[i] = Four::followed(b.axes[i]);
        axesOfA[2] = Four::three(a.axes[2]), axesOfB[2] = Four::three(b.axes[2]);  // a pointer follows
        Four columnsA[3], columnsB[3];
        Four::turn(axesOfA, columnsA);
        Four::turn(axesOfB, columnsB);
        const AxisRows<Four> axesA(columnsA), axesB(columnsB);
        const Four placeA = Four::three(originA), placeB = Four::three(originB);
        const Four centreA = Four::followed(a.centre), centreB = Four::followed(b.centre);
        const Four limit = Four::all(kMaxCoordinate), least = Four::all(kLeastHalf);
        const Four outA = Four::absolute(centreA), outB = Four::absolute(centreB);
        // Above is false for NaN.
        const unsigned plain = Four::above(halfA, least) & Four::above(halfB, least) &
                               Four::above(limit, Four::absolute(placeA) + outA + outA) &
                               Four::above(limit, Four::absolute(placeB) + outB + outB) & axesA.exact() &
                               axesB.exact() & axesA.rightHanded() & axesB.rightHanded();
        const double sizeA = a.half.x + a.half.y + a.half.z, sizeB = b.half.x + b.half.y + b.half.z;
        const bool small = (sizeA <= kPlainSize) & (sizeB <= kPlainSize);
        if ((plain & 7) != 7 || !small) return false;
        slack = kSameCornerHeight * (sizeA + sizeB);
        for (int i = 0; i < 3; ++i) rows[i] = axesB.along(a.axes[i]);
        for (int i = 0; i < 3; ++i) {
            const int k = (i + 1) % 3, l = (i + 2) % 3;
            squares[i] = rows[k] * rows[k] + rows[l] * rows[l];
        }
        const Four slanted = Four::all(kSlanted * kSlanted);
        if ((Four::above(slanted, Four::least(Four::least(squares[0], squares[1]), squares[2])) & 7) != 0) return false;
        Row way;
        ((placeB - placeA) + (centreB - centreA)).store(way);
        shiftA = axesA.x * Four::all(way[0]) + axesA.y * Four::all(way[1]) + axesA.z * Four::all(way[2]);
        shiftA.store(shift[0]);
        Four::turn(rows, columns);
        return true;
    }

    HULLBAKE_INLINE void layFaces() {
        gaps[0] = Four::absolute(shiftA) - halfA;
        Four reach;
        for (int i = 0; i < 3; ++i) {
            rows[i].store(across[i]);
            gaps[0] = gaps[0] - Four::absolute(columns[i]) * Four::all(b.half[i]);
            const Four shifted = rows[i] * Four::all(shift[0][i]);
            const Four reached = Four::absolute(rows[i]) * Four::all(a.half[i]);
            shiftB = i == 0 ? shifted : shiftB + shifted;
            reach = i == 0 ? reached : reach + reached;
        }
        shiftB.store(shift[1]);
        gaps[1] = Four::absolute(shiftB) - halfB - reach;
    }

    // The gaps along the edges' axes are `widths` divided by the roots of `squares`.
    HULLBAKE_INLINE void layEdges() {
        const Four nextHalf = Four::next(halfB), afterHalf = Four::after(halfB);
        for (int i = 0; i < 3; ++i) {
            const int k = (i + 1) % 3, l = (i + 2) % 3;
            const Four size = Four::absolute(rows[i]), sizeK = Four::absolute(rows[k]), sizeL = Four::absolute(rows[l]);
            const Four between = Four::all(shift[0][l]) * rows[k] - Four::all(shift[0][k]) * rows[l];
            widths[i] = Four::absolute(between) - Four::all(a.half[k]) * sizeL - Four::all(a.half[l]) * sizeK -
                        nextHalf * Four::after(size) - afterHalf * Four::next(size);
            widths[i].store(width[i]);
            squares[i].store(square[i]);
        }
    }

    // Edges whose gap is at least `gap`, and perhaps some that are hardly less: bit 4 i + j. Compared are squares, with
    // the signs of what was squared.
    HULLBAKE_INLINE unsigned edgesAbove(double gap) const {
        const Four squared = Four::all(gap * std::fabs(gap));
        unsigned bits = 0;
        for (int i = 0; i < 3; ++i)
            bits |= (Four::above(widths[i] * Four::absolute(widths[i]), squared * squares[i]) & 7) << 4 * i;
        return bits;
    }

    // Finds the widest gap and the first axis that has it, of the faces 0 to 5, of the edges 8 and more. `kept` is the
    // bit of a pair of edges and 1 more. If it has by far the widest gap, it is the only one whose gap is computed.
    HULLBAKE_INLINE unsigned widest(std::uint64_t& kept, double& gap, double& sine) const {
        const double faces = Four::mostOfThree(Four::most(gaps[0], gaps[1])),
                     same = kSameGap / kSameCornerHeight * slack;
        double known = faces;
        const std::uint64_t bit = kept - 1;
        if (bit < 11 && (bit & 3) < 3) {
            sine = std::sqrt(square[bit >> 2][bit & 3]);
            gap = width[bit >> 2][bit & 3] / sine;
            if (gap > faces) known = gap;
        }
        const unsigned above = edgesAbove(known - 2 * same);
        if (known - same > faces && above == 1u << bit) return static_cast<unsigned>(bit) + 8;
        return widestOf(above, faces, same, kept, gap, sine);
    }
    // The same, when the edges are known that may have the widest gap.
    HULLBAKE_INLINE unsigned widestOf(unsigned edges, double faces, double same, std::uint64_t& kept, double& gap,
                                      double& sine) const {
        double found[12], sines[12];
        gap = faces;
        for (unsigned bits = edges; bits != 0; bits &= bits - 1) {
            const unsigned bit = static_cast<unsigned>(std::countr_zero(bits));
            sines[bit] = std::sqrt(square[bit >> 2][bit & 3]);
            found[bit] = width[bit >> 2][bit & 3] / sines[bit];
            if (found[bit] > gap) gap = found[bit];
        }
        const double enough = gap - same;
        const Four least = Four::all(enough);
        const unsigned less = (Four::above(least, gaps[0]) & 7) | (Four::above(least, gaps[1]) & 7) << 3;
        if (less != 63) {
            if (kept != 0) kept = 0;
            return static_cast<unsigned>(std::countr_one(less));
        }
        unsigned bits = edges;
        while (found[std::countr_zero(bits)] < enough) bits &= bits - 1;
        const unsigned bit = static_cast<unsigned>(std::countr_zero(bits));
        kept = bit + 1;
        sine = sines[bit];
        return 8 + bit;
    }

    // A face of the first box and a corner of the second. Returns false if that lies beside it or is not the only one.
    HULLBAKE_INLINE bool touchFaceA(unsigned i) {
        const double side = shift[0][i] < 0 ? -1 : 1;
        const Four slopes = Four::load(across[i]) * Four::all(-side), level = Four::all(slack);
        const Four heights = halfB * Four::absolute(slopes);
        if ((Four::above(heights + heights, level) & 7) != 7) return false;
        Row corner;
        Four::withSigns(halfB, slopes).store(corner);
        const Four seen = columns[0] * Four::all(corner[0]) + columns[1] * Four::all(corner[1]) +
                          columns[2] * Four::all(corner[2]) + shiftA;
        if ((Four::above(Four::absolute(seen), halfA + level) & 7 & ~(1u << i)) != 0) return false;
        Row sizes;
        halfA.store(sizes);
        seen.store(point);
        point[i] = side * sizes[i];
        normal[0] = normal[1] = normal[2] = 0;
        normal[i] = side;
        return true;
    }

    HULLBAKE_INLINE bool touchFaceB(unsigned j) {
        const double side = shift[1][j] < 0 ? -1 : 1;
        for (int c = 0; c < 3; ++c) normal[c] = across[c][j] * side;
        // Numbers that were stored one by one cannot be loaded as a vector at once.
        const Four n = Four::of(normal[0], normal[1], normal[2], normal[2]), heights = halfA * Four::absolute(n);
        const Four level = Four::all(slack);
        if ((Four::above(heights + heights, level) & 7) != 7) return false;
        Four::withSigns(halfA, n).store(point);
        const Four seen =
            rows[0] * Four::all(point[0]) + rows[1] * Four::all(point[1]) + rows[2] * Four::all(point[2]) - shiftB;
        return (Four::above(Four::absolute(seen), halfB + level) & 7 & ~(1u << j)) == 0;
    }

    // Two edges that cross. `known`: the sine between them.
    HULLBAKE_INLINE bool touchEdges(unsigned i, unsigned j, double known) {
        const unsigned k = i < 2 ? i + 1 : 0, l = i > 0 ? i - 1 : 2;
        Row sizesA, sizesB;
        halfA.store(sizesA);
        halfB.store(sizesB);
        const double v[3] = {across[0][j], across[1][j], across[2][j]};
        const double scale = 1 / known;
        double nK = -v[l] * scale, nL = v[k] * scale;
        if (nK * shift[0][k] + nL * shift[0][l] < 0) nK = -nK, nL = -nL;
        if (2 * std::fabs(sizesA[k] * nK) <= slack || 2 * std::fabs(sizesA[l] * nL) <= slack) return false;
        const Four slopes = Four::load(across[k]) * Four::all(-nK) + Four::load(across[l]) * Four::all(-nL);
        const Four heights = halfB * Four::absolute(slopes);
        if (((Four::above(heights + heights, Four::all(slack)) | 1u << j) & 7) != 7) return false;
        const double sine = v[k] * nL - v[l] * nK;
        if (std::fabs(sine) * (sizesA[i] + sizesB[j]) <= slack) return false;
        Row corner, other;
        Four::withSigns(halfB, slopes).store(corner);
        corner[j] = 0;
        (shiftA +
         (columns[0] * Four::all(corner[0]) + columns[1] * Four::all(corner[1]) + columns[2] * Four::all(corner[2])))
            .store(other);
        Row& middle = point;
        middle[i] = 0;
        middle[k] = std::copysign(sizesA[k], nK);
        middle[l] = std::copysign(sizesA[l], nL);
        const double wI = other[i] - middle[i], wK = other[k] - middle[k], wL = other[l] - middle[l];
        const double at = ((wL * v[i] - wI * v[l]) * nK + (wI * v[k] - wK * v[i]) * nL) / sine;
        if (std::fabs(at) > sizesA[i] + slack) return false;
        middle[i] = std::clamp(at, -sizesA[i], sizesA[i]);
        const Vec3 rest{middle[0] - other[0], middle[1] - other[1], middle[2] - other[2]};
        if (std::fabs(dot(rest, {v[0], v[1], v[2]})) > sizesB[j] + 2 * slack) return false;
        normal[i] = 0, normal[k] = nK, normal[l] = nL;
        return true;
    }

    // `swapped`: the answer is seen from the second box.
    HULLBAKE_INLINE void finish(const Vec3& originA, const Four (&axes)[3], double gap, unsigned axis, bool swapped,
                                BodyContact& contact) const {
        const Four n = axes[0] * Four::all(normal[0]) + axes[1] * Four::all(normal[1]) + axes[2] * Four::all(normal[2]);
        const Four core = axes[0] * Four::all(point[0]) + axes[1] * Four::all(point[1]) + axes[2] * Four::all(point[2]);
        const Four onA = Four::three(originA) + (Four::followed(a.centre) + core), onB = onA + n * Four::all(gap);
        (n * Four::all(swapped ? -1 : 1) + Four::all(0)).storeThree(contact.normal);
        onA.storeThree(swapped ? contact.onB : contact.onA);
        onB.storeThree(swapped ? contact.onA : contact.onB);
        contact.exact = true;
        contact.overlaps = gap < 0;
        contact.distance = gap;
        contact.family = axis >= 6                ? ContactFamily::Edges
                         : (axis < 3) == !swapped ? ContactFamily::FaceA
                                                  : ContactFamily::FaceB;
    }
};

HULLBAKE_NOINLINE bool isSwappedAllTheSame(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB) {
    return isSwapped(boxCore(a, originA), boxCore(b, originB));
}

template <class Four>
HULLBAKE_INLINE bool touchBoxes(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                                std::uint64_t& edges, BodyContact& contact) {
    const bool swapped = a.half.x != b.half.x ? a.half.x > b.half.x : isSwappedAllTheSame(a, originA, b, originB);
    TurnedBoxes<Four> boxes(swapped ? b : a, swapped ? a : b);
    const Vec3 &first = swapped ? originB : originA, &second = swapped ? originA : originB;
    Four axes[3];
    if (!boxes.lay(first, second, axes)) return false;
    boxes.layFaces();
    boxes.layEdges();
    double gap = 0, sine = 1;
    const unsigned axis = boxes.widest(edges, gap, sine);
    const bool found = axis >= 6  ? boxes.touchEdges((axis - 8) >> 2, axis & 3, sine)
                       : axis < 3 ? boxes.touchFaceA(axis)
                                  : boxes.touchFaceB(axis - 3);
    if (found) boxes.finish(first, axes, gap, axis, swapped, contact);
    return found;
}

// Upright boxes have parallel sides, so nothing else is worth a look.
bool areUpright(const Shape& a, const Shape& b) {
    return std::fabs(a.axes[2].z * b.axes[2].z) > kBothUpright;
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE HULLBAKE_FLATTEN bool touchBoxesAvx(const Shape& a, const Vec3& originA, const Shape& b,
                                                      const Vec3& originB, std::uint64_t& edges, BodyContact& contact) {
    return touchBoxes<FourAvx>(a, originA, b, originB, edges, contact);
}
HULLBAKE_END_TARGET
#endif

}  // namespace

bool boxTouchByNumbers(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, std::uint64_t& edges,
                       BodyContact& contact) noexcept {
    return !areUpright(a, b) && touchBoxes<FourScalar>(a, originA, b, originB, edges, contact);
}

bool boxTouch(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, std::uint64_t& edges,
              BodyContact& contact) noexcept {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return !areUpright(a, b) && touchBoxesAvx(a, originA, b, originB, edges, contact);
#endif
#ifdef HULLBAKE_SMALL
    return false;  // without vectors it saves a fifth of the time, which is not worth 4 KB of a page
#else
    return boxTouchByNumbers(a, originA, b, originB, edges, contact);
#endif
}

}  // namespace hullbake::detail
