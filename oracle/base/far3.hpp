// Vectors in extended precision, where the compiler has it.
#pragma once

#include <cmath>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

struct Far3 {
    long double x = 0, y = 0, z = 0;
};

inline Far3 far(const Vec3& v) {
    return {v.x, v.y, v.z};
}
inline Far3 operator+(const Far3& a, const Far3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Far3 operator-(const Far3& a, const Far3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Far3 operator*(const Far3& a, long double s) {
    return {a.x * s, a.y * s, a.z * s};
}
inline long double dot(const Far3& a, const Far3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Far3 cross(const Far3& a, const Far3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline long double length(const Far3& v) {
    return std::sqrt(dot(v, v));
}

}  // namespace hullbake::oracle
