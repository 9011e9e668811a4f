#include "tools/draw/polygon.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hullbake::draw {
namespace {

double excess(const HalfPlane& half, const Point& p) {
    return half.x * p.x + half.y * p.y - half.dist;
}

/// Returns where the edge from `a` to `b` meets the border. On a border along an axis it has that very coordinate.
Point crossing(const HalfPlane& half, const Point& a, const Point& b, double da, double db) {
    const double t = da / (da - db);
    Point p{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
    if (half.y == 0) p.x = half.dist / half.x;
    if (half.x == 0) p.y = half.dist / half.y;
    // An edge along an axis keeps its coordinate.
    if (a.x == b.x) p.x = a.x;
    if (a.y == b.y) p.y = a.y;
    return p;
}

bool same(const Point& a, const Point& b) {
    return std::abs(a.x - b.x) <= kSamePoint && std::abs(a.y - b.y) <= kSamePoint;
}

void append(Polygon& polygon, const Point& p) {
    if (polygon.empty() || !same(polygon.back(), p)) polygon.push_back(p);
}

}  // namespace

Polygon clipped(const Polygon& polygon, const HalfPlane& half) {
    Polygon part;
    part.reserve(polygon.size() + 1);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point &a = polygon[i], &b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        const double da = excess(half, a), db = excess(half, b);
        if (da <= 0) append(part, a);
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) append(part, crossing(half, a, b, da, db));
    }
    while (part.size() > 1 && same(part.front(), part.back())) part.pop_back();
    if (part.size() < 3) part.clear();
    return part;
}

HalfPlane opposite(const HalfPlane& half) {
    return {-half.x, -half.y, -half.dist};
}

double widthOf(const Polygon& polygon) {
    if (polygon.empty()) return 0;
    double width = 1e30;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point &a = polygon[i], &b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        const double length = std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        const double dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
        double most = 0;
        for (const Point& p : polygon) most = std::max(most, dx * (p.y - a.y) - dy * (p.x - a.x));
        width = std::min(width, most);
    }
    return width;
}

std::vector<Polygon> outside(const Polygon& polygon, std::span<const HalfPlane> halves) {
    Polygon common = polygon;
    std::vector<Polygon> pieces;
    for (const HalfPlane& inside : halves) {
        if (common.empty()) break;
        Polygon piece = clipped(common, opposite(inside));
        if (widthOf(piece) >= kLeastWidth) pieces.push_back(std::move(piece));
        common = clipped(common, inside);
    }
    if (widthOf(common) < kLeastWidth) return {polygon};
    return pieces;
}

Polygon polygonOf(const Frame& frame) {
    const auto& [a, b] = frame;
    return {{a.x, a.y}, {b.x, a.y}, {b.x, b.y}, {a.x, b.y}};
}

Frame boundsOf(const Polygon& polygon) {
    Frame bounds{polygon.front(), polygon.front()};
    for (const Point& p : polygon) {
        bounds.mins = {std::min(bounds.mins.x, p.x), std::min(bounds.mins.y, p.y)};
        bounds.maxs = {std::max(bounds.maxs.x, p.x), std::max(bounds.maxs.y, p.y)};
    }
    return bounds;
}

double areaOf(const Polygon& polygon) {
    double sum = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point &a = polygon[i], &b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        sum += a.x * b.y - b.x * a.y;
    }
    return sum / 2;
}

bool contains(const Polygon& polygon, const Point& p) {
    bool inside = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point &a = polygon[i], &b = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        if ((a.y > p.y) == (b.y > p.y)) continue;
        if (p.x < a.x + (b.x - a.x) * ((p.y - a.y) / (b.y - a.y))) inside = !inside;
    }
    return inside;
}

}  // namespace hullbake::draw
