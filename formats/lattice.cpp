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

namespace {

// The plane of three points. Differences of points have 26 bits, their products 80, so whole numbers are kept in two
// parts.
class LatticePlane {
  public:
    LatticePlane(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c) : origin_(a) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
            const std::int64_t minor = (c[i] - a[i]) * (b[j] - a[j]) - (c[j] - a[j]) * (b[i] - a[i]);
            high_[axis] = minor / kPart;
            low_[axis] = minor % kPart;
        }
    }

    int sideOf(const LatticePoint& p) const {
        std::int64_t high = 0, low = 0;  // high * kPart + low
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t away = p[axis] - origin_[axis];
            high += high_[axis] * away;
            low += low_[axis] * away;
        }
        high += low / kPart;
        low %= kPart;
        // |low| < kPart, so a high part that is not zero has the sign.
        const std::int64_t leading = high != 0 ? high : low;
        return leading > 0 ? 1 : leading < 0 ? -1 : 0;
    }

  private:
    static constexpr std::int64_t kPart = std::int64_t{1} << 28;
    LatticePoint origin_, high_{}, low_{};
};

}  // namespace

int sideOf(const LatticePoint& a, const LatticePoint& b, const LatticePoint& c, const LatticePoint& p) {
    return LatticePlane(a, b, c).sideOf(p);
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
    const auto addFace = [&](std::size_t i, std::size_t j, std::size_t k) {
        const std::uint32_t own = 1u << i | 1u << j | 1u << k;
        // Three points of a face lie on it, or on one line.
        if (std::ranges::any_of(seen, [&](std::uint32_t face) { return (own & ~face) == 0; })) return;
        const LatticePlane plane(points[i], points[j], points[k]);
        bool front = false, behind = false;
        std::uint32_t on = own;
        for (std::size_t other = 0; other < points.size() && !(front && behind); ++other) {
            if ((own >> other & 1) != 0) continue;
            const int side = plane.sideOf(points[other]);
            front = front || side > 0;
            behind = behind || side < 0;
            if (side == 0) on |= 1u << other;
        }
        if (front == behind) return;
        seen.push_back(on);
        brush.faces.push_back(behind ? faceOf(points[i], points[j], points[k], look)
                                     : faceOf(points[i], points[k], points[j], look));
    };
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = i + 1; j < points.size(); ++j)
            for (std::size_t k = j + 1; k < points.size(); ++k) addFace(i, j, k);
    if (brush.faces.size() < 4) return std::nullopt;
    return brush;
}

}  // namespace hullbake
