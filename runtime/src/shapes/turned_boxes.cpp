// In: two shapes. Out: their contact. It is that of one axis along which a corner meets a face or two edges cross, or
// that of a corner and what of the other box is nearest to it. All numbers of the answer are computed by the same
// operations in the same order as in box_axes.cpp and box_pair.cpp. What is saved: copies, and the roots and quotients
// of edges that cannot count. What depends on less than the tolerances there is declined.
#include "shapes/turned_boxes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "shapes/axis_rows.hpp"
#include "shapes/box_corners.hpp"

namespace hullbake::detail {

namespace {

// Beside: the features along the axis do not meet.
enum class FeatureTouch : std::uint8_t { Yes, Beside, Unclear };

// 0 for one of three, and 1 for the others.
constexpr double kOthers[3][4] = {{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}};

// What of two boxes is read number by number. Rows are as in BoxAxes.
struct TurnedRows {
    using Row = double[4];

    Row across[3], shift[2], width[3], square[3];
    Row normal, point;  // in the frame of the first box; the point is on that
};

// The axes of two boxes.
template <class Four>
struct TurnedBoxes {
    using Row = TurnedRows::Row;

    const Shape &a, &b;
    TurnedRows& stored;  // apart, so that vectors stay in registers
    double size, slack;
    Four halfA, halfB, shiftA, shiftB, gapsA, gapsB;
    AxisRows<Four> rows, columns;  // the second box's axes along those of the first, and the reverse
    Four widthX, widthY, widthZ, squareX, squareY, squareZ;

    HULLBAKE_INLINE TurnedBoxes(const Shape& first, const Shape& second, TurnedRows& row)
        : a(first), b(second), stored(row) {}

    // Checks the shapes, and finds how their axes lie. Returns false if the shapes are not plain boxes, or sides are
    // nearly parallel.
    HULLBAKE_INLINE bool lay(const Vec3& originA, const Vec3& originB, Four (&axesOfA)[3]) {
        halfA = Four::followed(a.half), halfB = Four::followed(b.half);
        // A pointer follows the last axis.
        axesOfA[0] = Four::followed(a.axes[0]), axesOfA[1] = Four::followed(a.axes[1]);
        axesOfA[2] = Four::preceded(a.axes[2]);
        const Four axesOfB[3] = {Four::followed(b.axes[0]), Four::followed(b.axes[1]), Four::preceded(b.axes[2])};
        Four columnsA[3], columnsB[3];
        Four::turn(axesOfA, columnsA);
        Four::turn(axesOfB, columnsB);
        const AxisRows<Four> axesA(columnsA), axesB(columnsB);
        const Four placeA = Four::three(originA), placeB = Four::three(originB);
        const Four centreA = Four::followed(a.centre), centreB = Four::followed(b.centre);
        const Four outA = Four::absolute(centreA), outB = Four::absolute(centreB);
        rows.x = axesB.along(a.axes[0]), rows.y = axesB.along(a.axes[1]), rows.z = axesB.along(a.axes[2]);
        const Four ownX = rows.x * rows.x, ownY = rows.y * rows.y, ownZ = rows.z * rows.z;
        squareX = ownY + ownZ, squareY = ownZ + ownX, squareZ = ownX + ownY;
        const Four limit = Four::all(kMaxCoordinate), exact = Four::all(kExactRotation);
        const double sizeA = a.half.x + a.half.y + a.half.z, sizeB = b.half.x + b.half.y + b.half.z;
        // Nothing is above NaN. Of the lesser of two numbers and of the greater, one is NaN if any of both is.
        const bool plain = Four::ofThree(
            Four::isAbove(Four::least(halfA, halfB), Four::all(kLeastHalf)) &
            Four::isAbove(limit, Four::absolute(placeA) + outA + outA) &
            Four::isAbove(limit, Four::absolute(placeB) + outB + outB) & Four::isAbove(exact, axesA.error()) &
            Four::isAbove(exact, axesB.error()) &
            Four::isAbove(Four::least(axesA.handed(), axesB.handed()), Four::all(-0.25)) &
            Four::isAbove(Four::least(Four::least(squareX, squareY), squareZ), Four::all(kSlanted * kSlanted)));
        if (!plain || !((sizeB > sizeA ? sizeB : sizeA) <= kPlainSize)) return false;
        size = sizeA + sizeB;
        slack = kSameCornerHeight * size;
        shiftA = axesA.along((placeB - placeA) + (centreB - centreA));
        shiftB = rows.along(shiftA);
        columns = rows.turned();
        return true;
    }

    HULLBAKE_INLINE void layFaces() {
        rows.x.store(stored.across[0]), rows.y.store(stored.across[1]), rows.z.store(stored.across[2]);
        shiftA.store(stored.shift[0]), shiftB.store(stored.shift[1]);
        gapsA = Four::absolute(shiftA) - halfA - Four::absolute(columns.x) * Four::all(b.half.x) -
                Four::absolute(columns.y) * Four::all(b.half.y) - Four::absolute(columns.z) * Four::all(b.half.z);
        const Four reach = Four::absolute(rows.x) * Four::all(a.half.x) + Four::absolute(rows.y) * Four::all(a.half.y) +
                           Four::absolute(rows.z) * Four::all(a.half.z);
        gapsB = Four::absolute(shiftB) - halfB - reach;
    }

    // The gaps along the edges' axes are the widths divided by the roots of the squares.
    HULLBAKE_INLINE void layEdges() {
        const Four nextHalf = Four::next(halfB), afterHalf = Four::after(halfB);
        const Four x = Four::absolute(rows.x), y = Four::absolute(rows.y), z = Four::absolute(rows.z);
        const Four wayX = Four::template spread<0>(shiftA), wayY = Four::template spread<1>(shiftA),
                   wayZ = Four::template spread<2>(shiftA);
        const Four halfX = Four::all(a.half.x), halfY = Four::all(a.half.y), halfZ = Four::all(a.half.z);
        widthX = Four::absolute(wayZ * rows.y - wayY * rows.z) - halfY * z - halfZ * y - nextHalf * Four::after(x) -
                 afterHalf * Four::next(x);
        widthY = Four::absolute(wayX * rows.z - wayZ * rows.x) - halfZ * x - halfX * z - nextHalf * Four::after(y) -
                 afterHalf * Four::next(y);
        widthZ = Four::absolute(wayY * rows.x - wayX * rows.y) - halfX * y - halfY * x - nextHalf * Four::after(z) -
                 afterHalf * Four::next(z);
        widthX.store(stored.width[0]), widthY.store(stored.width[1]), widthZ.store(stored.width[2]);
        squareX.store(stored.square[0]), squareY.store(stored.square[1]), squareZ.store(stored.square[2]);
    }

    // Edges whose gap is at least `gap`, and perhaps some that are hardly less: bit 4 i + j. Compared are squares, with
    // the signs of what was squared.
    HULLBAKE_INLINE unsigned edgesAbove(double gap) const {
        const Four squared = Four::all(gap * std::fabs(gap));
        return (Four::above(widthX * Four::absolute(widthX), squared * squareX) |
                Four::above(widthY * Four::absolute(widthY), squared * squareY) << 4 |
                Four::above(widthZ * Four::absolute(widthZ), squared * squareZ) << 8) &
               0x777;
    }

    // Finds the widest gap and the first axis that has it, of the faces 0 to 5, of the edges 8 and more. `kept` is the
    // bit of a pair of edges and 1 more. If it has by far the widest gap, it is the only one whose gap is computed.
    HULLBAKE_INLINE unsigned widest(std::uint64_t& kept, double& gap, double& sine) const {
        const double faces = Four::mostOfThree(Four::most(gapsA, gapsB)), same = kSameGap * size;
        double known = faces;
        const std::uint64_t bit = kept - 1;
        if (bit < 11 && (bit & 3) < 3) {
            sine = std::sqrt(stored.square[bit >> 2][bit & 3]);
            gap = stored.width[bit >> 2][bit & 3] / sine;
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
            sines[bit] = std::sqrt(stored.square[bit >> 2][bit & 3]);
            found[bit] = stored.width[bit >> 2][bit & 3] / sines[bit];
            if (found[bit] > gap) gap = found[bit];
        }
        const double enough = gap - same;
        const Four least = Four::all(enough);
        const unsigned less = (Four::above(least, gapsA) & 7) | (Four::above(least, gapsB) & 7) << 3;
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

    // A face of the first box and a corner of the second, which has to be the only one by far.
    HULLBAKE_INLINE FeatureTouch touchFaceA(unsigned i) {
        const double side = stored.shift[0][i] < 0 ? -1 : 1;
        const Four slopes = Four::load(stored.across[i]) * Four::all(-side), level = Four::all(slack);
        if ((Four::above(halfB * Four::absolute(slopes), level) & 7) != 7) return FeatureTouch::Unclear;
        const Four seen = columns.along(Four::withSigns(halfB, slopes)) + shiftA;
        if ((Four::above(Four::absolute(seen), halfA + level) & 7 & ~(1u << i)) != 0) return FeatureTouch::Beside;
        Row sizes;
        halfA.store(sizes);
        seen.store(stored.point);
        stored.point[i] = side * sizes[i];
        stored.normal[0] = stored.normal[1] = stored.normal[2] = 0;
        stored.normal[i] = side;
        return FeatureTouch::Yes;
    }

    HULLBAKE_INLINE FeatureTouch touchFaceB(unsigned j) {
        const double side = stored.shift[1][j] < 0 ? -1 : 1;
        for (int c = 0; c < 3; ++c) stored.normal[c] = stored.across[c][j] * side;
        // Numbers that were stored one by one cannot be loaded as a vector at once.
        const Four n = Four::of(stored.normal[0], stored.normal[1], stored.normal[2], stored.normal[2]),
                   level = Four::all(slack);
        if ((Four::above(halfA * Four::absolute(n), level) & 7) != 7) return FeatureTouch::Unclear;
        const Four corner = Four::withSigns(halfA, n), seen = rows.along(corner) - shiftB;
        corner.store(stored.point);
        return (Four::above(Four::absolute(seen), halfB + level) & 7 & ~(1u << j)) == 0 ? FeatureTouch::Yes
                                                                                        : FeatureTouch::Beside;
    }

    // Two edges that cross. `known`: the sine between them. The corners at their ends are told by the product of both
    // directions, which needs no root. It is not longer than the normal.
    HULLBAKE_INLINE FeatureTouch touchEdges(unsigned i, unsigned j, double known) {
        const unsigned k = i < 2 ? i + 1 : 0, l = i > 0 ? i - 1 : 2;
        Row sizesA, sizesB;
        halfA.store(sizesA);
        halfB.store(sizesB);
        const double vI = stored.across[i][j], vK = stored.across[k][j], vL = stored.across[l][j], scale = 1 / known;
        double nK = -vL * scale, nL = vK * scale, uK = -vL, uL = vK;
        if (nK * stored.shift[0][k] + nL * stored.shift[0][l] < 0) nK = -nK, nL = -nL, uK = -uK, uL = -uL;
        const Four slopes =
            Four::load(stored.across[k]) * Four::all(-uK) + Four::load(stored.across[l]) * Four::all(-uL);
        const unsigned sloped = Four::above(halfB * Four::absolute(slopes), Four::all(slack)) | 1u << j;
        if ((sloped & 7) != 7 || std::fabs(sizesA[k] * uK) <= slack || std::fabs(sizesA[l] * uL) <= slack ||
            known * (sizesA[i] + sizesB[j]) <= 2 * slack)
            return FeatureTouch::Unclear;
        Row other;
        (shiftA + columns.along(Four::withSigns(halfB * Four::load(kOthers[j]), slopes))).store(other);
        const double atK = std::copysign(sizesA[k], uK), atL = std::copysign(sizesA[l], uL);
        const double wI = other[i], wK = other[k] - atK, wL = other[l] - atL, sine = vK * nL - vL * nK;
        const double at = ((wL * vI - wI * vL) * nK + (wI * vK - wK * vI) * nL) / sine;
        if (std::fabs(at) > sizesA[i] + slack) return FeatureTouch::Beside;
        stored.point[i] = std::clamp(at, -sizesA[i], sizesA[i]);
        stored.point[k] = atK, stored.point[l] = atL;
        const Vec3 rest{stored.point[0] - other[0], stored.point[1] - other[1], stored.point[2] - other[2]};
        if (std::fabs(dot(rest, {stored.across[0][j], stored.across[1][j], stored.across[2][j]})) >
            sizesB[j] + 2 * slack)
            return FeatureTouch::Beside;
        stored.normal[i] = 0, stored.normal[k] = nK, stored.normal[l] = nL;
        return FeatureTouch::Yes;
    }

    // Returns true if no other axis than the widest has a gap that is hardly less.
    HULLBAKE_INLINE bool isAlone(double gap) const {
        const double enough = gap - kSameGap * size;
        const Four least = Four::all(enough);
        const unsigned less = (Four::above(least, gapsA) & 7) | (Four::above(least, gapsB) & 7) << 3;
        return std::popcount(less) + 1 - std::popcount(edgesAbove(enough - kSameGap * size)) == 6;
    }

    HULLBAKE_INLINE static double sumOf(const Four& v) {
        return Four::lane(v, 0) + Four::lane(v, 1) + Four::lane(v, 2);
    }
    HULLBAKE_INLINE static double product(const Four& u, const Four& v) { return sumOf(u * v); }

    // Finds the point of the first box where a corner of either meets a corner or an edge of the other when that is
    // moved by the distance. Heights are those of half sides along the normal, `inB` is that seen from the second box.
    HULLBAKE_INLINE bool meetAtCorner(const Four& n, const Four& inB, const Four (&heights)[2], double distance) {
        const Four none = Four::all(0), level = Four::all(slack);
        const Four twice[2] = {heights[0] + heights[0], heights[1] + heights[1]};
        const unsigned levelA = ~Four::above(twice[0], level) & 7, levelB = ~Four::above(twice[1], level) & 7;
        if ((levelA != 0 && levelB != 0) || std::popcount(levelA | levelB) > 1) return false;
        const Four first = Four::where(twice[0], level, Four::withSigns(halfA, n), none);
        const Four second = Four::where(twice[1], level, Four::withSigns(halfB, none - inB), none);
        const Four moved = shiftA + columns.x * Four::template spread<0>(second) +
                           columns.y * Four::template spread<1>(second) + columns.z * Four::template spread<2>(second) +
                           n * Four::all(-distance);
        Four rest = first - moved;
        if (levelA != 0) rest = none - rest;
        if ((levelA | levelB) != 0) {
            const int i = std::countr_zero(levelA | levelB);
            Row steps;
            rest.store(steps);
            const Row edge{levelB != 0 ? stored.across[0][i] : i == 0, levelB != 0 ? stored.across[1][i] : i == 1,
                           levelB != 0 ? stored.across[2][i] : i == 2};
            const double at = steps[0] * edge[0] + steps[1] * edge[1] + steps[2] * edge[2];
            if (std::fabs(at) > (levelB != 0 ? b.half[i] : a.half[i]) + slack) return false;
            rest = rest - Four::of(edge[0], edge[1], edge[2]) * Four::all(at);
        }
        rest = rest - n * Four::all(product(rest, n));
        if (product(rest, rest) > slack * slack) return false;
        const Four& middle = levelA == 0 ? first : moved;
        (middle + n * Four::all(sumOf(heights[0]) - product(middle, n))).store(stored.point);
        return true;
    }

    // A corner of either box, and the corner or the edge of the other that is nearest to it.
    HULLBAKE_INLINE bool touchCorner(double& gap) {
        if (!(gap > 0) || !isAlone(gap)) return false;
        const auto index = static_cast<unsigned>(BoxCorners<Four>{stored.across, stored.shift}.nearest(a.half, b.half));
        const bool ofFirst = index < 8;
        const Vec3& own = ofFirst ? a.half : b.half;
        const Vec3 place{(index & 1) != 0 ? own.x : -own.x, (index & 2) != 0 ? own.y : -own.y,
                         (index & 4) != 0 ? own.z : -own.z};
        Four seen = columns.along(place) + shiftA, sides = halfA;
        if (ofFirst) seen = rows.along(place) - shiftB, sides = halfB;
        const Four none = Four::all(0), beyond = Four::most(seen - sides, none) + Four::least(seen + sides, none);
        const double apart = std::sqrt(product(beyond, beyond));
        Four way = beyond;
        if (ofFirst) way = none - columns.along(beyond);
        const double length = std::sqrt(product(way, way));
        if (!(apart >= kPoorWay * size && length > 0)) return false;
        const Four n = way * Four::all(1 / length);
        n.store(stored.normal);
        const Four inB = rows.along(n), heights[2] = {halfA * Four::absolute(n), halfB * Four::absolute(inB)};
        const double distance = product(n, shiftA) - sumOf(heights[0]) - sumOf(heights[1]);
        const bool poor = distance < apart - kNoWider * size;
        if (poor || !(distance > gap - kNoWider * size) || !meetAtCorner(n, inB, heights, distance)) return false;
        gap = distance > gap ? distance : gap;
        return true;
    }

    // `swapped`: the answer is seen from the second box.
    HULLBAKE_INLINE BodyContact answer(const Vec3& originA, const Four (&axes)[3], double gap, ContactFamily family,
                                       bool swapped) const {
        const AxisRows<Four> own(axes);
        const Four n = own.along(Vec3{stored.normal[0], stored.normal[1], stored.normal[2]}),
                   core = own.along(Vec3{stored.point[0], stored.point[1], stored.point[2]});
        const Four onA = Four::three(originA) + (Four::followed(a.centre) + core), onB = onA + n * Four::all(gap);
        const Four firstOn = swapped ? onB : onA, secondOn = swapped ? onA : onB;
        return {.overlaps = gap < 0,
                .exact = true,
                .family = family,
                .distance = gap,
                .normal = vectorOf(n * Four::all(swapped ? -1 : 1) + Four::all(0)),
                .onA = vectorOf(firstOn),
                .onB = vectorOf(secondOn)};
    }
    HULLBAKE_INLINE static Vec3 vectorOf(const Four& v) {
        Vec3 three;
        v.storeThree(three);
        return three;
    }
};

HULLBAKE_NOINLINE bool isSwappedAllTheSame(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB) {
    return isSwapped(boxCore(a, originA), boxCore(b, originB));
}

template <class Four>
HULLBAKE_INLINE BodyContact touchBoxes(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                                       ContactCache* cache, ContactOtherwise otherwise) {
    const bool swapped = a.half.x != b.half.x ? a.half.x > b.half.x : isSwappedAllTheSame(a, originA, b, originB);
    TurnedRows rows;
    TurnedBoxes<Four> boxes(swapped ? b : a, swapped ? a : b, rows);
    const Vec3 &first = swapped ? originB : originA, &second = swapped ? originA : originB;
    Four axes[3];
    if (!boxes.lay(first, second, axes)) return otherwise(a, originA, b, originB, cache);
    boxes.layFaces();
    boxes.layEdges();
    double gap = 0, sine = 1;
    std::uint64_t none = 0;
    const unsigned axis = boxes.widest(cache != nullptr ? cache->words[0] : none, gap, sine);
    const FeatureTouch touch = axis >= 6  ? boxes.touchEdges((axis - 8) >> 2, axis & 3, sine)
                               : axis < 3 ? boxes.touchFaceA(axis)
                                          : boxes.touchFaceB(axis - 3);
    const bool corner = touch != FeatureTouch::Yes;
    if (corner && (touch == FeatureTouch::Unclear || !boxes.touchCorner(gap)))
        return otherwise(a, originA, b, originB, cache);
    const ContactFamily family = corner                   ? ContactFamily::Corner
                                 : axis >= 6              ? ContactFamily::Edges
                                 : (axis < 3) == !swapped ? ContactFamily::FaceA
                                                          : ContactFamily::FaceB;
    return boxes.answer(first, axes, gap, family, swapped);
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX2
HULLBAKE_NOINLINE HULLBAKE_FLATTEN BodyContact touchBoxesAvx2(const Shape& a, const Vec3& originA, const Shape& b,
                                                              const Vec3& originB, ContactCache* cache,
                                                              ContactOtherwise otherwise) {
    return touchBoxes<FourAvx2>(a, originA, b, originB, cache, otherwise);
}
HULLBAKE_END_TARGET
#endif

}  // namespace

BodyContact contactOfTurnedByNumbers(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                                     ContactCache* cache, ContactOtherwise otherwise) noexcept {
    return touchBoxes<FourScalar>(a, originA, b, originB, cache, otherwise);
}

BodyContact contactOfTurned(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                            ContactCache* cache, ContactOtherwise otherwise) noexcept {
#ifdef HULLBAKE_AVX
    if (kHasAvx2) return touchBoxesAvx2(a, originA, b, originB, cache, otherwise);
#endif
#ifdef HULLBAKE_SMALL
    // Without vectors it saves a fifth of the time, which is not worth 4 KB of a page.
    return otherwise(a, originA, b, originB, cache);
#else
    return contactOfTurnedByNumbers(a, originA, b, originB, cache, otherwise);
#endif
}

}  // namespace hullbake::detail
