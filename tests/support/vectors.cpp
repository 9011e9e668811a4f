#include "support/vectors.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <sstream>

namespace hullbake::test {
namespace {

void turnPair(double& a, double& b, double angle) {
    const double c = std::cos(angle), s = std::sin(angle), before = a;
    a = before * c - b * s;
    b = before * s + b * c;
}

}  // namespace

Rotation::Rotation(double aboutX, double aboutY, double aboutZ) : rows{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
    const auto turn = [](Vec3& first, Vec3& second, double angle) {
        const double c = std::cos(angle), s = std::sin(angle);
        const Vec3 before = first;
        first = before * c - second * s;
        second = before * s + second * c;
    };
    turn(rows[1], rows[2], aboutX);
    turn(rows[2], rows[0], aboutY);
    turn(rows[0], rows[1], aboutZ);
}

Vec3 turned(const Vec3& p, const Vec3& angles) {
    Vec3 q = p;
    turnPair(q.y, q.z, angles.x);
    turnPair(q.z, q.x, angles.y);
    turnPair(q.x, q.y, angles.z);
    return q;
}

Vec3 turnedBack(const Vec3& p, const Vec3& angles) {
    Vec3 q = p;
    turnPair(q.x, q.y, -angles.z);
    turnPair(q.z, q.x, -angles.y);
    turnPair(q.y, q.z, -angles.x);
    return q;
}

Vec3 rounded(const Vec3& p, int decimals) {
    const double scale = std::pow(10, decimals);
    return {std::round(p.x * scale) / scale, std::round(p.y * scale) / scale, std::round(p.z * scale) / scale};
}

bool sameBits(const Vec3& a, const Vec3& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (std::bit_cast<std::uint64_t>(a[axis]) != std::bit_cast<std::uint64_t>(b[axis])) return false;
    return true;
}

bool sameBits(const Trace& a, const Trace& b) {
    const auto same = [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    };
    return same(a.fraction, b.fraction) && same(a.hitFraction, b.hitFraction) && sameBits(a.endpos, b.endpos) &&
           sameBits(a.normal, b.normal) && same(a.dist, b.dist) && a.contents == b.contents && a.model == b.model &&
           a.member == b.member && a.hit == b.hit && a.startsolid == b.startsolid && a.allsolid == b.allsolid &&
           a.invalid == b.invalid && a.refusal == b.refusal;
}

std::string coordinates(const Vec3& v) {
    std::ostringstream out;
    out << std::setprecision(17) << v.x << ' ' << v.y << ' ' << v.z;
    return out.str();
}

std::string text(const Vec3& v) {
    return '(' + coordinates(v) + ')';
}

std::string text(const Trace& trace) {
    std::ostringstream out;
    out << std::setprecision(17) << "fraction " << trace.fraction << " hitFraction " << trace.hitFraction << " endpos "
        << text(trace.endpos) << " normal " << text(trace.normal) << " dist " << trace.dist << " contents "
        << static_cast<std::uint32_t>(trace.contents) << " model " << trace.model.value << (trace.hit ? " hit" : "")
        << (trace.startsolid ? " startsolid" : "") << (trace.allsolid ? " allsolid" : "")
        << (trace.invalid ? " invalid" : "");
    return out.str();
}

}  // namespace hullbake::test
