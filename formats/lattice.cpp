#include "formats/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hullbake {

Vec3 unitsOf(const LatticePoint& p) {
    return {static_cast<double>(p[0]) / kLattice, static_cast<double>(p[1]) / kLattice,
            static_cast<double>(p[2]) / kLattice};
}

Vec3 between(const LatticePoint& from, const LatticePoint& to) {
    return {static_cast<double>(to[0] - from[0]), static_cast<double>(to[1] - from[1]),
            static_cast<double>(to[2] - from[2])};
}

Vec3 areaNormal(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c) {
    return cross(between(a, c), between(a, b));
}

// Differences have 26 bits, their products 80, so the whole numbers are kept in two parts.
int sideOf(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c, const LatticePoint& p) {
    std::array<LatticePoint, 3> d{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        d[0][axis] = b[axis] - a[axis];
        d[1][axis] = c[axis] - a[axis];
        d[2][axis] = p[axis] - a[axis];
    }
    constexpr std::int64_t kPart = std::int64_t{1} << 28;
    std::int64_t high = 0, low = 0;  // high * kPart + low
    const auto add = [&](std::size_t i, std::size_t j, std::size_t axis) {
        const std::int64_t minor = d[1][i] * d[0][j] - d[1][j] * d[0][i];
        high += minor / kPart * d[2][axis];
        low += minor % kPart * d[2][axis];
    };
    add(1, 2, 0);
    add(2, 0, 1);
    add(0, 1, 2);
    high += low / kPart;
    low %= kPart;
    // |low| < kPart, so a high part that is not zero has the sign.
    const std::int64_t leading = high != 0 ? high : low;
    return leading > 0 ? 1 : leading < 0 ? -1 : 0;
}

LatticePoint movedBehind(const LatticePoint& p, const Vec3& normal) {
    const double scale = -kShellThickness * kLattice / std::sqrt(dot(normal, normal));
    return {p[0] + std::llround(normal.x * scale), p[1] + std::llround(normal.y * scale),
            p[2] + std::llround(normal.z * scale)};
}

MapFace faceOf(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c, const FaceLook& look) {
    MapFace face;
    face.points = {unitsOf(a), unitsOf(b), unitsOf(c)};
    face.texture = look.texture;
    face.pos = look.pos;
    return face;
}

std::optional<MapBrush> hullOf(std::span<const LatticePoint> points, const FaceLook& look) {
    MapBrush brush;
    brush.pos = look.pos;
    std::vector<std::uint32_t> seen;  // the points of each face, as bits
    // Adds the plane of three points as a face if all points lie on one side of it.
    const auto addFace = [&](const LatticePoint& a, const LatticePoint& b, const LatticePoint& c) {
        bool front = false, behind = false;
        std::uint32_t on = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const int side = sideOf(a, b, c, points[i]);
            front = front || side > 0;
            behind = behind || side < 0;
            if (side == 0) on |= 1u << i;
        }
        if (front == behind || std::find(seen.begin(), seen.end(), on) != seen.end()) return;
        seen.push_back(on);
        brush.faces.push_back(behind ? faceOf(a, b, c, look) : faceOf(a, c, b, look));
    };
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = i + 1; j < points.size(); ++j)
            for (std::size_t k = j + 1; k < points.size(); ++k) addFace(points[i], points[j], points[k]);
    if (brush.faces.size() < 4) return std::nullopt;
    return brush;
}

}  // namespace hullbake
