// Removes -0 from values that go into keys or into the file, so that equal values have equal bytes.
#pragma once

#include "hullbake/math.hpp"

namespace hullbake {

constexpr double withoutNegativeZero(double value) {
    return value + 0.0;
}
constexpr Vec3 withoutNegativeZero(const Vec3& v) {
    return {withoutNegativeZero(v.x), withoutNegativeZero(v.y), withoutNegativeZero(v.z)};
}
constexpr Plane withoutNegativeZero(const Plane& plane) {
    return {withoutNegativeZero(plane.normal), withoutNegativeZero(plane.dist)};
}

}  // namespace hullbake
