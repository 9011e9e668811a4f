// Each piece is an intersection of half-planes: in front of it the segment, at its ends the lines that halve the angles
// of the joints, behind it a parallel of the segment. Whether a plane cuts a piece is decided with a margin, so that no
// side is written that hardly touches.

#include "formats/line_strips.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "formats/flat_turns.hpp"

namespace hullbake {
namespace {

struct Flat {
    double x = 0, y = 0;
    Flat operator+(const Flat& o) const { return {x + o.x, y + o.y}; }
    Flat operator-(const Flat& o) const { return {x - o.x, y - o.y}; }
    Flat operator*(double by) const { return {x * by, y * by}; }
};
double dotOf(const Flat& a, const Flat& b) {
    return a.x * b.x + a.y * b.y;
}
double sizeOf(const Flat& a) {
    return std::sqrt(dotOf(a, a));
}
Flat unitOf(const Flat& a) {
    return a * (1 / sizeOf(a));
}
Flat wayOf(const FlatPoint& from, const FlatPoint& to) {
    return {static_cast<double>(to[0] - from[0]), static_cast<double>(to[1] - from[1])};
}
Flat rightOf(const Flat& along) {
    return {along.y, -along.x};
}
FlatPoint moved(const FlatPoint& p, const Flat& by) {
    return {p[0] + std::llround(by.x), p[1] + std::llround(by.y)};
}

// Length of the ways along which joints are divided, in steps: long, so that rounding hardly turns them.
constexpr double kLongWay = 1 << 18;
// Steps that a back keeps from the line, more than rounding moves it.
constexpr double kClearance = 2;
// How far a corner behind a joint may be from it, in thicknesses.
constexpr double kMostCorner = 1.5;
// A side counts where it cuts off more than so many steps.
constexpr double kCut = 0.25;

bool segmentsMeet(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c, const FlatPoint& d) {
    return segmentsCross(a, b, c, d) || isBetween(a, c, d) || isBetween(b, c, d) || isBetween(c, a, b) ||
           isBetween(d, a, b);
}

struct Corner {
    Flat at;
    std::size_t side = 0;
};
using Ring = std::vector<Corner>;

class StripMaker {
  public:
    StripMaker(std::vector<FlatPoint> points, double thickness) : points_(std::move(points)), thickness_(thickness) {}

    std::variant<std::vector<LineStrip>, std::string> run() {
        closed_ = points_.size() > 2 && points_.front() == points_.back();
        if (closed_) points_.pop_back();
        if (const char* const fault = dropStraight()) return std::string(fault);
        if (meetsItself()) return std::string("the line crosses or touches itself");
        for (std::size_t i = 0; i < points_.size(); ++i) {
            ways_.push_back(dividingWay(i));
            if (!divides(i)) return std::string("the line turns back on itself");
        }
        std::vector<LineStrip> strips;
        for (std::size_t i = 0; i < segments(); ++i) {
            const double depth = std::min(thickness_, freeDepth(i) - kClearance);
            if (depth < 1) return std::string("the line comes within 3/64 unit of itself");
            strips.push_back(stripOf(i, depth));
        }
        return strips;
    }

  private:
    std::size_t segments() const { return points_.size() - (closed_ ? 0 : 1); }
    const FlatPoint& at(std::size_t i) const { return points_[i % points_.size()]; }
    const FlatPoint& before(std::size_t i) const { return points_[(i + points_.size() - 1) % points_.size()]; }
    bool isEnd(std::size_t i) const { return !closed_ && (i == 0 || i + 1 == points_.size()); }

    // Leaves out points where the line goes straight on.
    const char* dropStraight() {
        for (std::size_t i = 0; i < points_.size();) {
            if (points_.size() < 2 || (closed_ && points_.size() < 3)) break;
            const FlatPoint &a = before(i), &b = at(i), &c = at(i + 1);
            if (isEnd(i) || turnOf(a, b, c) != 0) {
                ++i;
                continue;
            }
            if (dotOf(wayOf(a, b), wayOf(b, c)) < 0) return "the line turns back on itself";
            points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return closed_ && points_.size() < 3 ? "the line turns back on itself" : nullptr;
    }

    bool meetsItself() const {
        const std::size_t count = segments();
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = i + 1; k < count; ++k) {
                const bool next = k == i + 1 || (closed_ && i == 0 && k + 1 == count);
                if (!next && segmentsMeet(at(i), at(i + 1), at(k), at(k + 1))) return true;
            }
        return false;
    }

    // Returns the way behind a point that halves the angle there; at an end the way straight back.
    Flat dividingWay(std::size_t i) const {
        if (isEnd(i)) {
            const Flat along = i == 0 ? wayOf(at(0), at(1)) : wayOf(before(i), at(i));
            return unitOf(rightOf(along)) * kLongWay;
        }
        const Flat in = unitOf(wayOf(before(i), at(i))), out = unitOf(wayOf(at(i), at(i + 1)));
        if (dotOf(in, out) > 0) return unitOf(rightOf(in) + rightOf(out)) * kLongWay;
        return unitOf(turnOf(before(i), at(i), at(i + 1)) < 0 ? out - in : in - out) * kLongWay;
    }
    // Whether the rounded way has the segments before and after it on its sides, and goes behind both.
    bool divides(std::size_t i) const {
        const FlatPoint &p = points_[i], back = moved(p, ways_[i]);
        const bool hasIn = closed_ || i > 0, hasOut = closed_ || i + 1 < points_.size();
        return (!hasIn || (turnOf(before(i), p, back) < 0 && turnOf(back, p, before(i)) > 0)) &&
               (!hasOut || (turnOf(p, at(i + 1), back) < 0 && turnOf(p, back, at(i + 1)) > 0));
    }

    // Returns how deep behind a segment, between its dividing ways, the rest of the line comes first.
    double freeDepth(std::size_t i) const {
        const Flat along = wayOf(at(i), at(i + 1));
        const Flat right = unitOf(rightOf(along));
        const std::size_t next = (i + 1) % points_.size();
        const Flat first = rightOf(ways_[i]) * -1, last = rightOf(ways_[next]);
        double least = kClearance + thickness_;
        for (std::size_t k = 0; k < segments(); ++k) {
            if (k == i || at(k + 1) == at(i) || at(k) == at(i + 1)) continue;
            const Flat from = wayOf(at(i), at(k)), to = wayOf(at(i), at(k + 1));
            const double fromDepth = dotOf(right, from), toDepth = dotOf(right, to);
            if (std::min(fromDepth, toDepth) >= least || std::max(fromDepth, toDepth) <= 0) continue;
            // The part of the segment that lies between the ways. It keeps to the outside by a step.
            double low = 0, high = 1;
            const auto cut = [&](double a, double b) {
                if (a <= 0 && b <= 0) high = -1;
                if (a < 0 && b > 0) low = std::max(low, a / (a - b));
                if (a > 0 && b < 0) high = std::min(high, a / (a - b));
            };
            cut(dotOf(first, from) + kLongWay, dotOf(first, to) + kLongWay);
            cut(dotOf(last, from - along) + kLongWay, dotOf(last, to - along) + kLongWay);
            cut(fromDepth, toDepth);
            if (low > high) continue;
            for (const double share : {low, high}) least = std::min(least, fromDepth + (toDepth - fromDepth) * share);
        }
        return least;
    }

    LineStrip stripOf(std::size_t i, double depth) const {
        const FlatPoint &a = at(i), &b = at(i + 1);
        const std::size_t next = (i + 1) % points_.size();
        const Flat along = wayOf(a, b), right = unitOf(rightOf(along)), way = unitOf(along);
        const FlatPoint backA = moved(a, ways_[i]), backB = moved(b, ways_[next]);
        const Flat down = right * depth;
        // The piece is cut out of a long strip, seen from a. Each corner has the number of the side behind it.
        const double most = 4 * (thickness_ + sizeOf(along));
        Ring ring{{way * most, 0}, {way * -most, 1}, {way * -most + right * most, 3}, {way * most + right * most, 2}};
        const FlatPoint back = moved(a, down);
        std::vector<StripSide> sides{
            {b, a}, {a, backA}, {backB, b}, {back, {back[0] + b[0] - a[0], back[1] + b[1] - a[1]}}};
        for (std::size_t side = 1; side < sides.size(); ++side) cut(ring, a, sides, side);
        // Behind a sharp turn to the left the corner would be far away.
        for (const std::size_t end : {i, next}) {
            const Flat outward = unitOf(ways_[end]);
            if (isEnd(end) || (end == i ? -1 : 1) * dotOf(outward, way) <= 0) continue;
            const FlatPoint middle = moved(points_[end], outward * (kMostCorner * thickness_));
            sides.push_back({middle, moved(middle, rightOf(ways_[end]) * -1)});
            cut(ring, a, sides, sides.size() - 1);
        }
        LineStrip strip{{}, {b, a, moved(a, down)}};
        for (std::size_t side = 0; side < sides.size(); ++side)
            if (side < 3 || std::any_of(ring.begin(), ring.end(), [&](const Corner& c) { return c.side == side; }))
                strip.sides.push_back(sides[side]);
        return strip;
    }

    // Cuts off what of a ring lies outside of a side, unless hardly anything does. The ring is seen from `origin`.
    static void cut(Ring& ring, const FlatPoint& origin, const std::vector<StripSide>& sides, std::size_t side) {
        const Flat place = wayOf(origin, sides[side].from);
        const Flat out = unitOf(rightOf(wayOf(sides[side].from, sides[side].to)));
        const auto beyond = [&](const Corner& c) { return dotOf(out, c.at - place); };
        if (std::none_of(ring.begin(), ring.end(), [&](const Corner& c) { return beyond(c) > kCut; })) return;
        Ring kept;
        for (std::size_t k = 0; k < ring.size(); ++k) {
            const Corner &p = ring[k], &q = ring[(k + 1) % ring.size()];
            const double atP = beyond(p), atQ = beyond(q);
            if (atP <= 0) kept.push_back(p);
            if ((atP <= 0) != (atQ <= 0))
                kept.push_back({p.at + (q.at - p.at) * (atP / (atP - atQ)), atP <= 0 ? side : p.side});
        }
        ring = std::move(kept);
    }

    std::vector<FlatPoint> points_;
    double thickness_;
    bool closed_ = false;
    std::vector<Flat> ways_;  // behind each point
};

}  // namespace

std::variant<std::vector<LineStrip>, std::string> lineStrips(std::vector<FlatPoint> points, double thickness) {
    return StripMaker(std::move(points), thickness).run();
}

}  // namespace hullbake
