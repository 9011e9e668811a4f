#include "oracle/solids/rounded_solid.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>

#include "oracle/base/border.hpp"

namespace hullbake::oracle {

namespace {

constexpr long double kSolved = 1e-9L;  // units within which a corner lies on a plane
// Difference of unit normals below which planes are one: over the largest brush far less than kSolved. Off the grid
// opposite edges are not quite parallel, and each needs its own plane.
constexpr long double kOneNormal = 1e-13L;
constexpr int kSections = 100;                  // to the last bit of a fraction
constexpr long double kNearlyParallel = 1e-9L;  // sine of the least angle between planes that make a corner
// Share of the largest coordinate: bounds the rounding of a point's height over a plane.
constexpr long double kHeightRounding = 16 * std::numeric_limits<long double>::epsilon();

long double largest(const Far3& p) {
    return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
}

bool same(const Far3& a, const Far3& b) {
    return length(a - b) <= kSolved;
}

}  // namespace

bool RoundedSolid::holds(const Far3& p, long double slack) const {
    for (const Half& half : halves_)
        if (dot(half.normal, p) - half.dist > slack) return false;
    return true;
}

void RoundedSolid::addHalf(const Far3& normal, const std::vector<Far3>& points) {
    const long double size = length(normal);
    if (size < kNearlyParallel) return;
    const Far3 unit = normal * (1 / size);
    for (const Half& half : halves_)
        if (length(half.normal - unit) <= kOneNormal) return;
    long double dist = -1e30L;
    for (const Far3& p : points) dist = std::max(dist, dot(unit, p));
    halves_.push_back({unit, dist});
}

RoundedSolid::RoundedSolid(const BareBrush& brush, const Vec3& a, const Vec3& b) : a_(far(a)), b_(far(b)) {
    for (const Real3& v : brush.corners) bare_.push_back({v.x, v.y, v.z});
    for (const BarePlane& plane : brush.planes)
        if (plane.isFace) addHalf(far(plane.normal), bare_);
    bareHalves_ = halves_;
    // The sum with the reflected core: each corner less each end of the core.
    std::vector<Far3> points;
    for (const Far3& v : bare_) {
        points.push_back(v - a_);
        points.push_back(v - b_);
    }
    halves_.clear();
    for (const Half& half : bareHalves_) addHalf(half.normal, points);
    const Far3 core = b_ - a_;
    for (std::size_t i = 0; i < bareHalves_.size() && length(core) > 0; ++i)
        for (std::size_t k = i + 1; k < bareHalves_.size(); ++k) {
            const Far3 normal = cross(cross(bareHalves_[i].normal, bareHalves_[k].normal), core);
            addHalf(normal, points);
            addHalf(normal * -1, points);
        }
    for (const Far3& p : points)
        if (holds(p, kSolved) &&
            std::none_of(corners_.begin(), corners_.end(), [&](const Far3& c) { return same(c, p); }))
            corners_.push_back(p);
    for (const Far3& p : corners_) farthest_ = std::max(farthest_, largest(p));
    findEdges();
    bounds_ = {{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
    for (const Far3& p : corners_) {
        const Vec3 near{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
        for (int axis = 0; axis < 3; ++axis) {
            bounds_.mins[axis] = std::min(bounds_.mins[axis], near[axis]);
            bounds_.maxs[axis] = std::max(bounds_.maxs[axis], near[axis]);
        }
    }
}

// Any two corners that share two planes are taken for an edge. Those that are none lie inside the sum, or on it.
void RoundedSolid::findEdges() {
    std::vector<std::vector<std::size_t>> planes(corners_.size());
    for (std::size_t i = 0; i < corners_.size(); ++i)
        for (std::size_t h = 0; h < halves_.size(); ++h)
            if (std::fabs(dot(halves_[h].normal, corners_[i]) - halves_[h].dist) <= kSolved) planes[i].push_back(h);
    std::vector<std::size_t> shared;
    for (std::size_t i = 0; i < corners_.size(); ++i)
        for (std::size_t k = i + 1; k < corners_.size(); ++k) {
            shared.clear();
            std::set_intersection(planes[i].begin(), planes[i].end(), planes[k].begin(), planes[k].end(),
                                  std::back_inserter(shared));
            if (shared.size() < 2) continue;
            const Far3 along = corners_[k] - corners_[i];
            edges_.push_back({corners_[i], along, dot(along, along)});
        }
}

// The foot on a face is the nearest point of all, as the solid is convex.
long double RoundedSolid::distance(const Far3& origin) const {
    const long double rounding = kHeightRounding * (farthest_ + largest(origin));
    bool isInside = true;
    for (const Half& half : halves_) {
        const long double height = dot(half.normal, origin) - half.dist;
        if (!(height > 0)) continue;
        isInside = false;
        // A foot that rounding puts beside the face is as near as the edge there.
        if (holds(origin - half.normal * height, rounding)) return height;
    }
    if (isInside) return 0;
    long double best = 1e60L;  // squared
    for (const Piece& edge : edges_) {
        const Far3 way = origin - edge.from;
        const long double at = std::clamp(dot(way, edge.along) / edge.square, 0.0L, 1.0L);
        const Far3 rest = way - edge.along * at;
        best = std::min(best, dot(rest, rest));
    }
    for (const Far3& corner : corners_) best = std::min(best, dot(origin - corner, origin - corner));
    return std::sqrt(best);
}

long double RoundedSolid::depth(const Far3& origin) const {
    long double least = 1e30L;
    for (const Half& half : halves_) least = std::min(least, half.dist - dot(half.normal, origin));
    return std::max(least, 0.0L);
}

NearestPlace RoundedSolid::nearestOn(const Vec3& start, const Vec3& end, long double deep, long double clear) const {
    const Far3 from = far(start), delta = far(end) - from;
    const long double size = length(delta);
    const auto at = [&](long double t) { return distance(from + delta * t); };
    // By golden sections: the function is convex.
    constexpr long double kGolden = 0.618033988749894848205L;
    long double low = 0, high = 1, one = 1 - kGolden, two = kGolden;
    long double atOne = at(one), atTwo = at(two);
    for (int i = 0; i < kSections; ++i) {
        // The distance changes by no more than the way does.
        if (std::min(atOne, atTwo) < deep || atOne - std::max(one - low, high - one) * size > clear) break;
        if (atOne <= atTwo) {
            high = two, two = one, atTwo = atOne;
            one = high - kGolden * (high - low), atOne = at(one);
        } else {
            low = one, one = two, atOne = atTwo;
            two = low + kGolden * (high - low), atTwo = at(two);
        }
    }
    NearestPlace nearest = atOne <= atTwo ? NearestPlace{one, atOne} : NearestPlace{two, atTwo};
    for (const long double t : {0.0L, 1.0L})
        if (at(t) < nearest.distance) nearest = {t, at(t)};
    return nearest;
}

WayPart RoundedSolid::within(const Vec3& start, const Vec3& end, long double radius,
                             const NearestPlace& nearest) const {
    if (nearest.distance >= radius) return {};
    const Far3 from = far(start), delta = far(end) - from;
    const auto outside = [&](long double t) { return distance(from + delta * t) - radius; };
    const auto bound = [&](long double out) {
        const long double value = outside(out);
        return value < 0 ? out : borderOf(outside, {nearest.t, nearest.distance - radius}, {out, value});
    };
    return {bound(0), bound(1)};
}

NearPart RoundedSolid::nearestPart(const Far3& origin) const {
    const long double all = distance(origin);
    if (all == 0) return NearPart::Inside;
    // The point of the core nearest to the brush, by thirds, and then the planes of the brush that its foot lies on.
    const auto inBrush = [&](const Far3& p) {
        long double best = 1e30L;
        Far3 foot;
        const auto offer = [&](const Far3& q) {
            for (const Half& half : bareHalves_)
                if (dot(half.normal, q) - half.dist > kSolved) return;
            if (length(p - q) < best) best = length(p - q), foot = q;
        };
        for (const Half& half : bareHalves_) offer(p - half.normal * (dot(half.normal, p) - half.dist));
        for (std::size_t i = 0; i < bare_.size(); ++i)
            for (std::size_t k = i; k < bare_.size(); ++k) {
                const Far3 along = bare_[k] - bare_[i];
                const long double square = dot(along, along);
                const long double t = square > 0 ? std::clamp(dot(p - bare_[i], along) / square, 0.0L, 1.0L) : 0;
                offer(bare_[i] + along * t);
            }
        return std::pair{best, foot};
    };
    const Far3 core = b_ - a_;
    long double low = 0, high = length(core) > 0 ? 1 : 0;
    for (int i = 0; i < 140 && high > low; ++i) {
        const long double one = low + (high - low) / 3, two = high - (high - low) / 3;
        if (inBrush(origin + a_ + core * one).first <= inBrush(origin + a_ + core * two).first)
            high = two;
        else
            low = one;
    }
    const Far3 foot = inBrush(origin + a_ + core * ((low + high) / 2)).second;
    int planes = 0;
    for (const Half& half : bareHalves_) planes += std::fabs(dot(half.normal, foot) - half.dist) <= 1e-7L;
    return planes <= 1 ? NearPart::Face : planes == 2 ? NearPart::Edge : NearPart::Corner;
}

}  // namespace hullbake::oracle
