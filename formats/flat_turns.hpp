// Exact decisions about points of a plane: a turn of points of 26 bits has 55.
#pragma once

#include <algorithm>
#include <cstdint>

#include "formats/polygons.hpp"

namespace hullbake {

/// Returns twice the area of a triangle, positive where it runs counterclockwise.
inline std::int64_t turnOf(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}
inline int turnSign(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
    const std::int64_t t = turnOf(a, b, c);
    return t > 0 ? 1 : t < 0 ? -1 : 0;
}
/// Whether p lies on the segment from a to b, ends included.
inline bool isBetween(const FlatPoint& p, const FlatPoint& a, const FlatPoint& b) {
    return turnOf(a, b, p) == 0 && std::min(a[0], b[0]) <= p[0] && p[0] <= std::max(a[0], b[0]) &&
           std::min(a[1], b[1]) <= p[1] && p[1] <= std::max(a[1], b[1]);
}
/// Whether two segments cross in a point that is no end of either.
inline bool segmentsCross(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c, const FlatPoint& d) {
    return turnSign(a, b, c) * turnSign(a, b, d) < 0 && turnSign(c, d, a) * turnSign(c, d, b) < 0;
}

}  // namespace hullbake
