// Plain geometry types shared by all rooms. Lengths are world units of the map. All arithmetic is in double precision.
#pragma once

#include <cmath>

#include "hullbake/ieee.hpp"

namespace hullbake {

struct Vec3 {
    double x = 0, y = 0, z = 0;

    constexpr double operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
    constexpr double& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr Vec3 operator-(const Vec3& a) {
    return {-a.x, -a.y, -a.z};
}
constexpr Vec3 operator*(const Vec3& a, double s) {
    return {a.x * s, a.y * s, a.z * s};
}
constexpr Vec3 operator*(double s, const Vec3& a) {
    return a * s;
}
constexpr double dot(const Vec3& a, const Vec3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
constexpr Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const Vec3& a) {
    return std::sqrt(dot(a, a));
}
inline bool isFinite(const Vec3& a) {
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// An axis-aligned box. The corners of a hull box are relative to the moving box's origin, which need not be its
/// centre.
struct Box {
    Vec3 mins, maxs;
    friend constexpr bool operator==(const Box&, const Box&) = default;
};

/// The plane dot(normal, p) = dist. `normal` has unit length and points to the front, where the distance is positive.
struct Plane {
    Vec3 normal;
    double dist = 0;
};

constexpr double distanceTo(const Plane& plane, const Vec3& p) {
    return dot(plane.normal, p) - plane.dist;
}

/// Support of the reflected `box` along `normal`: the distance by which a plane of a solid moves outwards when the
/// solid is expanded by the box. Box and solid overlap only if the origin of the box is closer to the plane than this.
constexpr double support(const Vec3& normal, const Box& box) {
    double shift = 0;
    for (int a = 0; a < 3; ++a) {
        // Select the smaller product without a branch, which would be mispredicted.
        const double one = normal[a] * box.mins[a], two = normal[a] * box.maxs[a];
        shift -= one < two ? one : two;
    }
    return shift;
}

}  // namespace hullbake
