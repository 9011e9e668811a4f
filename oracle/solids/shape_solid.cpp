#include "oracle/solids/shape_solid.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "oracle/base/border.hpp"

namespace hullbake::oracle {

namespace {

constexpr long double kOnPlane = 1e-6L;  // units from a plane within which a corner lies on it

using Flat = ShapeSolid::Flat;

long double turn(const Flat& a, const Flat& b, const Flat& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Makes the corners of the convex hull of the points, counter-clockwise.
void findHull(std::vector<Flat>& points, std::vector<Flat>& hull) {
    std::sort(points.begin(), points.end(),
              [](const Flat& a, const Flat& b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
    hull.clear();
    const auto chain = [&](auto from, auto to) {
        const std::size_t base = hull.size();
        for (auto at = from; at != to; ++at) {
            while (hull.size() >= base + 2 && turn(hull[hull.size() - 2], hull.back(), *at) <= 0) hull.pop_back();
            hull.push_back(*at);
        }
        if (hull.size() > base + 1) hull.pop_back();
    };
    chain(points.begin(), points.end());
    if (points.size() > 1) chain(points.rbegin(), points.rend());
}

/// Returns the distance of a point from the hull.
long double distanceFrom(const std::vector<Flat>& hull, const Flat& p) {
    long double least = 1e60L;  // squared
    bool inside = hull.size() > 2;
    for (std::size_t i = 0; i < hull.size(); ++i) {
        const Flat &a = hull[i], &b = hull[i + 1 < hull.size() ? i + 1 : 0];
        inside = inside && turn(a, b, p) >= 0;
        const Flat way{b.x - a.x, b.y - a.y}, off{p.x - a.x, p.y - a.y};
        const long double square = way.x * way.x + way.y * way.y;
        const long double share = square > 0 ? std::clamp((off.x * way.x + off.y * way.y) / square, 0.0L, 1.0L) : 0.0L;
        const Flat rest{off.x - way.x * share, off.y - way.y * share};
        least = std::min(least, rest.x * rest.x + rest.y * rest.y);
    }
    return inside ? 0 : std::sqrt(least);
}

}  // namespace

ShapeSolid::ShapeSolid(const BareBrush& brush, const OracleBody& body)
    : centre_(far(body.centre())), axis_(far(body.axis())), radius_(body.radius()), half_(body.halfHeight()) {
    for (const Real3& v : brush.corners) corners_.push_back({v.x, v.y, v.z});
    for (const Vec3& p : body.points()) points_.push_back(far(p));
    findEdges(brush);
    if (body.isCylinder())
        takeFrame();
    else
        findHalves(brush, body);
}

// Any two corners in two common planes will do: more than the edges do no harm, as they lie in the brush.
void ShapeSolid::findEdges(const BareBrush& brush) {
    for (std::size_t i = 0; i < corners_.size(); ++i)
        for (std::size_t k = i + 1; k < corners_.size(); ++k) {
            const auto onBoth = [&](const BarePlane& plane) {
                const auto off = [&](const Far3& p) {
                    return std::fabs(dot(far(plane.normal), p) - static_cast<long double>(plane.dist));
                };
                return off(corners_[i]) <= kOnPlane && off(corners_[k]) <= kOnPlane;
            };
            if (std::count_if(brush.planes.begin(), brush.planes.end(), onBoth) >= 2) edges_.emplace_back(i, k);
        }
}

// Any pair of points may be an edge of the set.
void ShapeSolid::findHalves(const BareBrush& brush, const OracleBody& body) {
    for (const BarePlane& plane : brush.planes)
        if (plane.isFace) addHalf(far(plane.normal), 1e30L);
    for (const Far3& normal : body.faces()) addHalf(normal * -1, 1e30L);
    for (const auto& [a, b] : edges_)
        for (std::size_t p = 0; p < points_.size(); ++p)
            for (std::size_t q = p + 1; q < points_.size(); ++q) {
                const Far3 normal = cross(corners_[b] - corners_[a], points_[q] - points_[p]);
                for (const long double sign : {1.0L, -1.0L}) {
                    const Far3 outward = normal * sign;
                    addHalf(outward, dot(outward, corners_[a] - points_[p]) / length(normal) + kOnPlane);
                }
            }
}

// Adds the plane as far out as the corners reach, unless that is farther than `most`: then edges are not on it.
void ShapeSolid::addHalf(const Far3& normal, long double most) {
    const long double size = length(normal);
    if (size < 1e-9L) return;
    const Far3 unit = normal * (1 / size);
    long double brush = -1e30L, body = -1e30L;
    for (const Far3& p : points_) body = std::max(body, -dot(unit, p));
    for (const Far3& v : corners_) {
        brush = std::max(brush, dot(unit, v));
        if (brush + body > most) return;
    }
    halves_.push_back({unit, brush + body});
}

WayPart ShapeSolid::clipped(const Far3& start, const Far3& delta, long double depth) const {
    WayPart part{0, 1};
    for (const Half& half : halves_) {
        const long double height = dot(half.normal, start) - half.dist + depth, rise = dot(half.normal, delta);
        if (rise > 0)
            part.leave = std::min(part.leave, -height / rise);
        else if (rise < 0)
            part.enter = std::max(part.enter, -height / rise);
        else if (height > 0)
            return {};
    }
    return part.enter < part.leave ? part : WayPart{};
}

void ShapeSolid::takeFrame() {
    axis_ = axis_ * (1 / length(axis_));
    const Far3 least = std::fabs(axis_.x) < 0.6L ? Far3{1, 0, 0} : Far3{0, 1, 0};
    side_ = cross(axis_, least);
    side_ = side_ * (1 / length(side_));
    other_ = cross(axis_, side_);
    for (const Far3& corner : corners_) seen_.push_back(seen(corner - centre_));
}

ShapeSolid::Seen ShapeSolid::seen(const Far3& p) const {
    return {{dot(p, side_), dot(p, other_)}, dot(p, axis_)};
}

// Returns the distance between the axis of a cylinder at the place and the part of the brush between its discs. Without
// such a part it is large, and larger the farther away that is.
long double ShapeSolid::distanceFromAxis(const Far3& place, long double half, Scratch& scratch) const {
    const Seen at = seen(place);
    std::vector<Flat>& points = scratch.points;
    points.clear();
    long double lowest = 1e30L, highest = -1e30L;
    for (const Seen& corner : seen_) {
        const long double height = corner.height - at.height;
        lowest = std::min(lowest, height), highest = std::max(highest, height);
        if (std::fabs(height) <= half) points.push_back(corner.flat);
    }
    for (const auto& [a, b] : edges_) {
        const Seen &one = seen_[a], &two = seen_[b];
        for (const long double level : {at.height + half, at.height - half}) {
            if ((one.height < level) == (two.height < level)) continue;
            const long double share = (level - one.height) / (two.height - one.height);
            points.push_back({one.flat.x + (two.flat.x - one.flat.x) * share,  //
                              one.flat.y + (two.flat.y - one.flat.y) * share});
        }
    }
    if (points.empty()) return 1e6L + std::max(lowest - half, -half - highest);
    findHull(points, scratch.hull);
    return distanceFrom(scratch.hull, at.flat);
}

WayPart ShapeSolid::searched(const Far3& start, const Far3& delta, long double depth) const {
    const long double radius = radius_ - depth, half = half_ - depth;
    Scratch scratch;
    const auto at = [&](long double t) { return distanceFromAxis(start + delta * t, half, scratch); };
    // Finds a place where they overlap: the distance falls up to its least value, and rises from there on.
    constexpr long double kShare = 0.38196601125010515L;
    long double low = 0, high = 1, one = kShare, two = 1 - kShare, atOne = at(one), atTwo = at(two), within = -1;
    if (at(0) < radius) within = 0;
    if (at(1) < radius) within = 1;
    for (int step = 0; step < 80 && within < 0; ++step) {
        if (atOne < radius) within = one;
        if (atTwo < radius) within = two;
        if (atOne < atTwo) {
            high = two, two = one, atTwo = atOne;
            one = low + (high - low) * kShare, atOne = at(one);
        } else {
            low = one, one = two, atOne = atTwo;
            two = high - (high - low) * kShare, atTwo = at(two);
        }
    }
    if (within < 0) return {};
    const auto outside = [&](long double t) { return at(t) - radius; };
    const long double value = outside(within);
    const auto edge = [&](long double out) {
        const long double there = outside(out);
        return there < 0 ? out : borderOf(outside, {within, value}, {out, there});
    };
    return {edge(0), edge(1)};
}

WayPart ShapeSolid::within(const Vec3& start, const Vec3& end, long double depth) const {
    const Far3 from = far(start), delta = far(end) - from;
    if (!points_.empty()) return clipped(from, delta, depth);
    return searched(from, delta, depth);
}

bool ShapeSolid::isInside(const Vec3& origin, long double depth) const {
    const Far3 at = far(origin);
    Scratch scratch;
    if (points_.empty()) return distanceFromAxis(at, half_ - depth, scratch) < radius_ - depth;
    return std::all_of(halves_.begin(), halves_.end(),
                       [&](const Half& half) { return dot(half.normal, at) <= half.dist - depth; });
}

}  // namespace hullbake::oracle
