#include "support/brushes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace hullbake::test {

MapFace faceOf(const Vec3& a, const Vec3& b, const Vec3& c, const std::string& texture) {
    MapFace face;
    face.points = {a, b, c};
    face.texture = texture;
    return face;
}

MapFace faceThrough(const Vec3& normal, const Vec3& point, const std::string& texture) {
    // Any vector across the normal will do. Avoid divisions.
    Vec3 u{0, -normal.z, normal.y};
    if (u == Vec3{}) u = {-normal.y, normal.x, 0};
    if (u == Vec3{}) u = {0, 1, 0};
    return faceOf(point + u, point, point + cross(normal, u), texture);
}

MapBrush boxBrush(const Vec3& mins, const Vec3& maxs, const std::string& texture) {
    MapBrush brush;
    for (int axis = 0; axis < 3; ++axis)
        for (const double facing : {-1.0, 1.0}) {
            Vec3 u, v;
            u[(axis + 1) % 3] = 1;
            v[(axis + 2) % 3] = facing;
            const Vec3& at = facing > 0 ? maxs : mins;
            brush.faces.push_back(faceOf(at + u, at, at + v, texture));
        }
    return brush;
}

MapBrush prismBrush(const std::vector<Corner>& ring, double bottom, double top, const std::string& texture) {
    MapBrush brush;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const auto [x, y] = ring[i];
        const auto [nextX, nextY] = ring[(i + 1) % ring.size()];
        brush.faces.push_back(faceOf({nextX, nextY, bottom}, {x, y, bottom}, {x, y, top}, texture));
    }
    const auto [x, y] = ring.front();
    brush.faces.push_back(faceOf({x + 1, y, top}, {x, y, top}, {x, y + 1, top}, texture));
    brush.faces.push_back(faceOf({x, y + 1, bottom}, {x, y, bottom}, {x + 1, y, bottom}, texture));
    return brush;
}

MapBrush hullBrush(const std::vector<Vec3>& points, const std::string& texture) {
    MapBrush brush;
    std::vector<Vec3> normals;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < points.size(); ++j)
            for (std::size_t k = 0; k < points.size(); ++k) {
                if (j <= i || k <= i || j == k) continue;
                const Vec3 &a = points[i], &b = points[j], &c = points[k];
                const Vec3 normal = cross(a - b, c - b);
                if (normal == Vec3{}) continue;
                if (std::any_of(points.begin(), points.end(), [&](const Vec3& p) { return dot(normal, p - b) > 0; }))
                    continue;
                const auto known = [&](const Vec3& n) { return cross(n, normal) == Vec3{} && dot(n, normal) > 0; };
                if (std::any_of(normals.begin(), normals.end(), known)) continue;
                normals.push_back(normal);
                brush.faces.push_back(faceOf(a, b, c, texture));
            }
    return brush;
}

MapBrush moved(MapBrush brush, const std::function<Vec3(const Vec3&)>& by) {
    for (MapFace& face : brush.faces)
        for (Vec3& p : face.points) p = by(p);
    return brush;
}

MapBrush mirrored(MapBrush brush) {
    brush = moved(std::move(brush), [](const Vec3& p) { return Vec3{-p.x, p.y, p.z}; });
    for (MapFace& face : brush.faces) std::swap(face.points[0], face.points[2]);
    return brush;
}

std::vector<Corner> regularRing(int sides, double radius, double turned) {
    std::vector<Corner> ring;
    for (int i = 0; i < sides; ++i) {
        const double angle = turned + 2 * std::numbers::pi * i / sides;
        ring.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    return ring;
}

std::vector<MapBrush> roomBrushes(const Box& inner, double thickness) {
    const Vec3 wall{thickness, thickness, thickness};
    const Box outer{inner.mins - wall, inner.maxs + wall};
    std::vector<MapBrush> brushes;
    for (int axis = 0; axis < 3; ++axis) {
        Box low = outer, high = outer;
        low.maxs[axis] = inner.mins[axis];
        high.mins[axis] = inner.maxs[axis];
        brushes.push_back(boxBrush(low.mins, low.maxs));
        brushes.push_back(boxBrush(high.mins, high.maxs));
    }
    return brushes;
}

std::vector<MapBrush> thicketBrushes(Rng& rng) {
    std::vector<MapBrush> brushes = roomBrushes({{-256, -256, -128}, {256, 256, 256}}, 16);
    for (int i = 0; i < 60; ++i) {
        const Vec3 at = rng.pointIn({{-240, -240, -128}, {240, 240, 0}});
        const double leaning = rng.between(-0.4, 0.4);
        brushes.push_back(
            moved(prismBrush(regularRing(rng.whole(5, 9), rng.between(8, 16), i), 0, 300), [&](const Vec3& p) {
                return at + Vec3{p.x + leaning * p.z, p.y, p.z};
            }));
    }
    return brushes;
}

}  // namespace hullbake::test
