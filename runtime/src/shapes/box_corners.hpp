// The corners of two boxes that are nearest to the other box, four at a time.
#pragma once

#include <bit>

#include "hullbake/math.hpp"
#include "simd/four_lanes.hpp"

namespace hullbake::detail {

/// How two boxes lie to each other, in rows as those of BoxAxes.
template <class Four>
struct BoxCorners {
    const double (&across)[3][4];
    const double (&shift)[2][4];

    /// Returns the first of the nearest corners: 0 to 7 of the first box, 8 to 15 of the second. Bit i is set where a
    /// corner lies towards the end of its box's axis i.
    HULLBAKE_INLINE int nearest(const Vec3& halfA, const Vec3& halfB) const {
        Four found[2][2];
        measure<true>(halfA, halfB, found[0]);
        measure<false>(halfB, halfA, found[1]);
        double row[4];
        Four::least(Four::least(found[0][0], found[0][1]), Four::least(found[1][0], found[1][1])).store(row);
        const double one = row[0] < row[1] ? row[0] : row[1], two = row[2] < row[3] ? row[2] : row[3];
        const Four least = Four::all(one < two ? one : two);
        unsigned farther = 0;
        for (unsigned i = 0; i < 4; ++i) farther |= Four::above(found[i / 2][i % 2], least) << 4 * i;
        return std::countr_one(farther);
    }

  private:
    // The squared distances of a box's corners from the other.
    template <bool ofFirst>
    HULLBAKE_INLINE void measure(const Vec3& half, const Vec3& other, Four (&found)[2]) const {
        const Four x = Four::of(-half.x, half.x, -half.x, half.x), y = Four::of(-half.y, -half.y, half.y, half.y);
        const Four none = Four::all(0);
        const auto along = [this](int axis, int c) { return ofFirst ? across[axis][c] : across[c][axis]; };
        for (int c = 0; c < 3; ++c) {
            const Four level = Four::all(along(0, c)) * x + Four::all(along(1, c)) * y;
            const Four up = Four::all(along(2, c) * half.z), way = Four::all(shift[ofFirst ? 1 : 0][c]);
            const Four side = Four::all(other[c]);
            const Four places[2] = {level - up, level + up};
            for (int k = 0; k < 2; ++k) {
                const Four at = ofFirst ? places[k] - way : places[k] + way;
                const Four out = Four::most(at - side, none) + Four::least(at + side, none);
                found[k] = c == 0 ? out * out : found[k] + out * out;
            }
        }
    }
};

}  // namespace hullbake::detail
