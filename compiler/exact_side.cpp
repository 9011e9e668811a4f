#include "compiler/exact_side.hpp"

#include <algorithm>

#include "compiler/wide_integers.hpp"

namespace hullbake {

namespace {

double asDouble(std::int64_t value) {
    return static_cast<double>(value);
}
template <class Int>
double asDouble(const Int& value) {
    return value.template convert_to<double>();
}

// Whole part and remainder apart: no digit is lost before the last addition.
template <class Int>
bool roundedPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, Vec3& p) {
    const MeetingPoint<Int> point = meet<Int>(a, b, c);
    if (point.w == 0) return false;
    const double divisor = asDouble(point.w);
    for (int i = 0; i < 3; ++i) {
        const Int whole = point.x[i] / point.w;
        const Int rest = point.x[i] - whole * point.w;
        p[i] = (asDouble(whole) + asDouble(rest) / divisor) * kEquationUnit;
    }
    return true;
}

double axialCoordinate(const PlaneEquation& equation) {
    const double dist = fitsInt64(equation.d) ? asDouble(static_cast<std::int64_t>(equation.d.low))
                                              : asDouble(wideTo<Int128>(equation.d));
    return dist * kEquationUnit / asDouble(equation.n[equation.axis]);
}

template <class Int>
int sign(const Int& value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

template <class Int>
int sideOfPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
                bool& decided) {
    const MeetingPoint<Int> point = meet<Int>(a, b, c);
    decided = point.w != 0;
    const Int side =
        Int(by.n[0]) * point.x[0] + Int(by.n[1]) * point.x[1] + Int(by.n[2]) * point.x[2] - wideTo<Int>(by.d) * point.w;
    return sign(side) * sign(point.w);
}

}  // namespace

bool meetingPoint(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, Vec3& p) {
    if (!a.known() || !b.known() || !c.known()) return false;
    if (a.axis + b.axis + c.axis == 3 && a.axis < 3 && b.axis < 3 && a.axis != b.axis) {
        // Across three axes.
        for (const PlaneEquation* one : {&a, &b, &c}) p[one->axis] = axialCoordinate(*one);
        return true;
    }
    const unsigned normal = std::max({a.normalBits, b.normalBits, c.normalBits});
    const unsigned dist = std::max({a.distBits, b.distBits, c.distBits});
    const unsigned bits = 2 * normal + std::max(normal, dist) + 3;
    if (bits <= 62) return roundedPoint<std::int64_t>(a, b, c, p);
    return bits <= 126 ? roundedPoint<Int128>(a, b, c, p) : roundedPoint<Int512>(a, b, c, p);
}

int sideOfMeeting(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, const PlaneEquation& by,
                  bool& decided) {
    const unsigned normal = std::max({a.normalBits, b.normalBits, c.normalBits, by.normalBits});
    const unsigned dist = std::max({a.distBits, b.distBits, c.distBits, by.distBits});
    // Four terms of a component times a coordinate (2 * normal + dist + 3) or a distance times w (3 * normal + 3).
    const unsigned bits = 3 * normal + std::max(normal, dist) + 5;
    if (bits <= 62) return sideOfPoint<std::int64_t>(a, b, c, by, decided);
    return bits <= 126 ? sideOfPoint<Int128>(a, b, c, by, decided) : sideOfPoint<Int512>(a, b, c, by, decided);
}

}  // namespace hullbake
