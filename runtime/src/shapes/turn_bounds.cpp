// The upright box around all of a turn.
// In: an upright box, and a turn about an axis. Out: the box around the arcs of its corners. What is between corners
// stays between them at every moment, so no point of the box leaves it.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>

#include "hullbake/contact.hpp"
#include "shapes/sine_cosine.hpp"

namespace hullbake {

namespace {

// Directions that miss an arc by less, as a sine, count as on it: too large a box is not wrong.
constexpr double kOnArc = 1e-12;

struct TurnArc {
    bool whole, atMostHalf;
    detail::SineCosine end;

    // Returns true if the direction x, y lies between the start, 1, 0, and the end.
    bool holds(double x, double y) const {
        if (whole) return true;
        const double slack = kOnArc * (std::fabs(x) + std::fabs(y));
        const double afterStart = y, beforeEnd = x * end.sine - y * end.cosine;
        if (!atMostHalf) return afterStart >= -slack || beforeEnd >= -slack;
        const double alongMiddle = x * (1 + end.cosine) + y * end.sine;
        return afterStart >= -slack && beforeEnd >= -slack && alongMiddle >= -slack;
    }
};

// Extends the box by the arc of a point, given relative to the pivot.
void addArc(const TurnArc& arc, const Vec3& axis, const Vec3& point, Box& box) {
    const Vec3 middle = axis * dot(axis, point), out = point - middle, side = cross(axis, out);
    for (int a = 0; a < 3; ++a) {
        const double x = out[a], y = side[a], reach = std::sqrt(x * x + y * y);
        const double last = arc.whole ? x : x * arc.end.cosine + y * arc.end.sine;
        const double high = arc.holds(x, y) ? reach : std::max(x, last);
        const double low = arc.holds(-x, -y) ? -reach : std::min(x, last);
        box.maxs[a] = std::max(box.maxs[a], middle[a] + high);
        box.mins[a] = std::min(box.mins[a], middle[a] + low);
    }
}

}  // namespace

Box boundsOfTurn(const Box& box, const Vec3& pivot, const Vec3& axis, double degrees, const Vec3& way) noexcept {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const double largest = std::max({std::fabs(axis.x), std::fabs(axis.y), std::fabs(axis.z)});
    if (!isFinite(box.mins) || !isFinite(box.maxs) || !isFinite(pivot) || !isFinite(axis) || !isFinite(way) ||
        !std::isfinite(degrees) || !(largest >= DBL_MIN))
        return {{kNan, kNan, kNan}, {kNan, kNan, kNan}};
    const Vec3 scaled{axis.x / largest, axis.y / largest, axis.z / largest};
    const Vec3 unit = scaled * ((degrees < 0 ? -1 : 1) / length(scaled));
    const double angle = std::fabs(degrees);
    const TurnArc arc{angle >= 360, angle <= 180, detail::ofDegrees(angle)};
    const Vec3 first = box.mins - pivot;
    Box around{first, first};
    double farthest = 0;
    for (int i = 0; i < 8; ++i) {
        const Vec3 corner{i & 1 ? box.maxs.x : box.mins.x, i & 2 ? box.maxs.y : box.mins.y,
                          i & 4 ? box.maxs.z : box.mins.z};
        addArc(arc, unit, corner - pivot, around);
        farthest = std::max(farthest, length(corner - pivot) + length(corner));
    }
    const double rounding = 8 * DBL_EPSILON * (farthest + length(pivot) + length(way));
    for (int a = 0; a < 3; ++a) {
        around.mins[a] += pivot[a] + std::min(way[a], 0.0) - rounding;
        around.maxs[a] += pivot[a] + std::max(way[a], 0.0) + rounding;
    }
    return around;
}

}  // namespace hullbake
