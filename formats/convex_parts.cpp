// The constrained Delaunay triangulation: the rings' edges stay, and no circle through the corners of a triangle
// contains a point that is seen from it. It grows from the rings: to each edge the point is found from which the edge
// looks widest (McLain, "Two dimensional interpolation from random data", 1976). Then, the longest first, each diagonal
// is taken out again that leaves convex parts (Hertel and Mehlhorn, "Fast triangulation of simple polygons", 1983). All
// decisions are exact.

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "formats/edge_grid.hpp"
#include "formats/flat_turns.hpp"
#include "formats/polygons.hpp"

namespace hullbake {
namespace {

// Returns the order of a / b and c / d, for b > 0 and d > 0, by their continued fractions.
int compareFractions(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
    const auto floorOf = [](std::int64_t n, std::int64_t by) { return n / by - (n % by < 0 ? 1 : 0); };
    for (int sign = 1;; sign = -sign) {
        const std::int64_t first = floorOf(a, b), second = floorOf(c, d);
        if (first != second) return first < second ? -sign : sign;
        a -= first * b;
        c -= second * d;
        if (a == 0 || c == 0) return a == c ? 0 : a == 0 ? -sign : sign;
        // Of two remainders below 1 the greater one has the lesser inverse.
        std::swap(a, b);
        std::swap(c, d);
    }
}

struct Side {
    std::size_t from = 0, to = 0;
    bool operator<(const Side& other) const { return std::pair(from, to) < std::pair(other.from, other.to); }
};

class Division {
  public:
    explicit Division(std::vector<std::vector<FlatPoint>> rings) : rings_(std::move(rings)) {
        for (std::size_t r = 0; r < rings_.size(); ++r) {
            std::vector<FlatPoint>& ring = rings_[r];
            if ((area(ring) > 0) != (r == 0)) std::reverse(ring.begin(), ring.end());  // inside to the left
            const std::size_t first = points_.size();
            for (std::size_t i = 0; i < ring.size(); ++i) {
                points_.push_back(ring[i]);
                ringOf_.push_back(r);
                next_.push_back(first + (i + 1) % ring.size());
                before_.push_back(first + (i + ring.size() - 1) % ring.size());
            }
        }
        around_.resize(points_.size());
        grid_ = EdgeGrid(points_);
    }

    /// Returns the index of a ring that is wrong, or the number of rings.
    std::size_t faultyRing() const {
        for (std::size_t a = 0; a < points_.size(); ++a)
            for (std::size_t b = a + 1; b < points_.size(); ++b) {
                if (liesApart(a, b)) continue;
                if (points_[a] == points_[b]) return ringOf_[b];
                const bool touches = (b != next_[a] && isOn(b, a)) || (a != next_[b] && isOn(a, b));
                if (touches || cross({a, next_[a]}, {b, next_[b]})) return ringOf_[b];
            }
        for (std::size_t r = 0; r < rings_.size(); ++r) {
            if (area(rings_[r]) == 0) return r;
            for (std::size_t other = 1; r > 0 && other < rings_.size(); ++other)
                if (other != r && contains(rings_[other], rings_[r][0])) return r;
            if (r > 0 && !contains(rings_[0], rings_[r][0])) return r;
        }
        return rings_.size();
    }

    std::vector<ConvexPart> triangles() {
        triangulate();
        return faces();
    }

    std::vector<ConvexPart> parts() {
        triangulate();
        dropDiagonals();
        return faces();
    }

  private:
    // Twice the area as a double: its sign alone counts, and a ring that is nearly flat is exact enough.
    static double area(const std::vector<FlatPoint>& ring) {
        double sum = 0;
        for (std::size_t i = 1; i + 1 < ring.size(); ++i)
            sum += static_cast<double>(turnOf(ring[0], ring[i], ring[i + 1]));
        return sum;
    }
    static bool contains(const std::vector<FlatPoint>& ring, const FlatPoint& p) {
        bool in = false;
        for (std::size_t i = 0; i < ring.size(); ++i) {
            const FlatPoint &a = ring[i], &b = ring[(i + 1) % ring.size()];
            if ((a[1] > p[1]) == (b[1] > p[1])) continue;
            const std::int64_t t = turnOf(a, b, p);
            if ((b[1] > a[1]) == (t > 0)) in = !in;
        }
        return in;
    }
    // Whether the bounds of the edges that begin at a and b have nothing in common.
    bool liesApart(std::size_t a, std::size_t b) const {
        const FlatPoint &p = points_[a], &q = points_[next_[a]], &r = points_[b], &s = points_[next_[b]];
        return std::max(p[0], q[0]) < std::min(r[0], s[0]) || std::max(r[0], s[0]) < std::min(p[0], q[0]) ||
               std::max(p[1], q[1]) < std::min(r[1], s[1]) || std::max(r[1], s[1]) < std::min(p[1], q[1]);
    }
    // Whether point p lies on the edge of its ring that begins at a, apart from the ends.
    bool isOn(std::size_t p, std::size_t a) const {
        return points_[p] != points_[a] && points_[p] != points_[next_[a]] &&
               isBetween(points_[p], points_[a], points_[next_[a]]);
    }
    bool cross(const Side& e, const Side& f) const {
        return segmentsCross(points_[e.from], points_[e.to], points_[f.from], points_[f.to]);
    }

    void addEdge(const Side& edge) {
        grid_.add(edges_.size(), points_[edge.from], points_[edge.to]);
        edges_.push_back(edge);
        around_[edge.from].push_back(edge.to);
        around_[edge.to].push_back(edge.from);
    }
    std::int64_t length(const Side& e) const {
        const std::int64_t x = points_[e.to][0] - points_[e.from][0], y = points_[e.to][1] - points_[e.from][1];
        return x * x + y * y;
    }
    bool crossesAny(const Side& side) {
        if (cross(edges_[lastCrossed_], side)) return true;
        return grid_.any(points_[side.from], points_[side.to], [&](std::size_t i) {
            if (!cross(edges_[i], side)) return false;
            lastCrossed_ = i;  // likely in the way of the next one, too
            return true;
        });
    }

    // Whether the way from a point of a ring begins within the polygon or along an edge. Of a triangle inside the
    // polygon all sides do; asking first saves most looks for edges in the way.
    bool isInCorner(std::size_t at, std::size_t to) const {
        const FlatPoint &p = points_[at], &before = points_[before_[at]], &next = points_[next_[at]];
        const bool leftOfOne = turnOf(before, p, points_[to]) >= 0, leftOfOther = turnOf(p, next, points_[to]) >= 0;
        return turnOf(before, p, next) >= 0 ? leftOfOne && leftOfOther : leftOfOne || leftOfOther;
    }

    // How an edge looks from a point to the left of it: dot / turn is the cotangent of the angle.
    struct View {
        std::int64_t dot = 0, turn = 0;
        std::size_t order = 0;  // the point, counted along the rings from the end of the edge
    };

    // Whether the edge looks less wide in p than in q, or as wide and p comes later.
    static bool looksLess(const View& p, const View& q) {
        // Four factors of 53 bits are doubles, so only rounded products that are nearly equal need more.
        const double left = static_cast<double>(p.dot) * static_cast<double>(q.turn);
        const double right = static_cast<double>(q.dot) * static_cast<double>(p.turn);
        if (std::fabs(left - right) > 1e-15 * (std::fabs(left) + std::fabs(right))) return left > right;
        const int order = compareFractions(p.dot, p.turn, q.dot, q.turn);
        return order != 0 ? order > 0 : p.order > q.order;
    }

    bool sees(std::size_t p, const Side& edge) {
        return isInCorner(edge.from, p) && isInCorner(edge.to, p) && isInCorner(p, edge.from) &&
               isInCorner(p, edge.to) && !crossesAny({edge.from, p}) && !crossesAny({edge.to, p});
    }

    // Returns the third corner of the triangle to the left of an edge: the point that sees it the widest. The triangle
    // has no other point in it or on its sides, as that one would see the edge wider. The first along the ring is often
    // the one. Of the others that would see it wider the widest are asked first: a look along a passage takes long.
    std::size_t apexOf(const Side& edge) {
        const FlatPoint &a = points_[edge.from], &b = points_[edge.to];
        const auto pointOf = [&](const View& view) { return (edge.to + view.order) % points_.size(); };
        std::optional<View> first;
        views_.clear();
        for (std::size_t i = 1; i < points_.size(); ++i) {
            const FlatPoint& c = points_[(edge.to + i) % points_.size()];
            const std::int64_t turn = turnOf(a, b, c);
            if (turn <= 0) continue;
            const View view{(a[0] - c[0]) * (b[0] - c[0]) + (a[1] - c[1]) * (b[1] - c[1]), turn, i};
            if (first && looksLess(*first, view)) views_.push_back(view);
            if (!first && sees(pointOf(view), edge)) first = view;
        }
        std::make_heap(views_.begin(), views_.end(), looksLess);
        for (auto end = views_.end(); end != views_.begin(); --end) {
            std::pop_heap(views_.begin(), end, looksLess);
            if (const std::size_t p = pointOf(*(end - 1)); sees(p, edge)) return p;
        }
        return first ? pointOf(*first) : points_.size();
    }

    void triangulate() {
        for (std::size_t a = 0; a < points_.size(); ++a) addEdge({a, next_[a]});
        addDiagonals();
        sortAround();
    }
    void addDiagonals() {
        diagonals_ = edges_.size();
        std::set<Side> open(edges_.begin(), edges_.end());  // edges without a triangle to their left
        while (!open.empty()) {
            const Side edge = *open.begin();
            open.erase(open.begin());
            const std::size_t apex = apexOf(edge);
            for (const Side& side : {Side{edge.to, apex}, Side{apex, edge.from}}) {
                if (open.erase(side) > 0) continue;
                addEdge(side);
                open.insert({side.to, side.from});
            }
        }
        const auto shorter = [&](const Side& e, const Side& f) { return length(e) < length(f); };
        std::stable_sort(edges_.begin() + static_cast<std::ptrdiff_t>(diagonals_), edges_.end(), shorter);
    }

    // Sorts the neighbours of each point counterclockwise.
    void sortAround() {
        for (std::size_t p = 0; p < points_.size(); ++p) {
            const FlatPoint& at = points_[p];
            const auto isLower = [&](const FlatPoint& q) { return q[1] < at[1] || (q[1] == at[1] && q[0] < at[0]); };
            std::sort(around_[p].begin(), around_[p].end(), [&](std::size_t a, std::size_t b) {
                const bool lowerA = isLower(points_[a]), lowerB = isLower(points_[b]);
                if (lowerA != lowerB) return lowerB;
                return turnOf(at, points_[a], points_[b]) > 0;
            });
        }
    }
    std::size_t neighbour(std::size_t p, std::size_t of, bool counterclockwise) const {
        const std::vector<std::size_t>& all = around_[p];
        const auto i = static_cast<std::size_t>(std::find(all.begin(), all.end(), of) - all.begin());
        return all[(i + (counterclockwise ? 1 : all.size() - 1)) % all.size()];
    }
    // Whether the corner at p stays convex, or straight, without the edge to `of`.
    bool isConvexWithout(std::size_t p, std::size_t of) const {
        const FlatPoint &left = points_[neighbour(p, of, true)], &right = points_[neighbour(p, of, false)];
        return left != right && turnOf(points_[p], right, left) >= 0;
    }
    void dropDiagonals() {
        for (std::size_t i = edges_.size(); i-- > diagonals_;) {
            const Side edge = edges_[i];
            if (!isConvexWithout(edge.from, edge.to) || !isConvexWithout(edge.to, edge.from)) continue;
            std::erase(around_[edge.from], edge.to);
            std::erase(around_[edge.to], edge.from);
        }
    }

    // Walks around each face to the left of its edges; outside of the rings are none.
    std::vector<ConvexPart> faces() const {
        std::vector<ConvexPart> all;
        std::vector<std::vector<bool>> done;
        for (const auto& around : around_) done.emplace_back(around.size(), false);
        for (std::size_t p = 0; p < points_.size(); ++p)
            for (std::size_t i = 0; i < around_[p].size(); ++i) {
                if (done[p][i] || around_[p][i] == before_[p]) continue;
                ConvexPart part;
                std::size_t from = p, at = i;
                while (!done[from][at]) {
                    done[from][at] = true;
                    part.push_back(points_[from]);
                    const std::size_t to = around_[from][at];
                    const std::size_t onward = neighbour(to, from, false);
                    from = to;
                    at = static_cast<std::size_t>(std::find(around_[to].begin(), around_[to].end(), onward) -
                                                  around_[to].begin());
                }
                all.push_back(std::move(part));
            }
        return all;
    }

    std::vector<std::vector<FlatPoint>> rings_;
    std::vector<FlatPoint> points_;
    std::vector<std::size_t> ringOf_, next_, before_;
    std::vector<Side> edges_;
    EdgeGrid grid_{{}};
    std::size_t diagonals_ = 0;  // index of the first
    std::size_t lastCrossed_ = 0;
    std::vector<View> views_;  // of one edge
    std::vector<std::vector<std::size_t>> around_;
};

}  // namespace

std::variant<std::vector<ConvexPart>, std::size_t> delaunayTriangles(std::vector<std::vector<FlatPoint>> rings) {
    const std::size_t count = rings.size();
    Division division(std::move(rings));
    if (const std::size_t fault = division.faultyRing(); fault < count) return fault;
    return division.triangles();
}

std::variant<std::vector<ConvexPart>, std::size_t> convexParts(std::vector<std::vector<FlatPoint>> rings) {
    const std::size_t count = rings.size();
    Division division(std::move(rings));
    if (const std::size_t fault = division.faultyRing(); fault < count) return fault;
    return division.parts();
}

}  // namespace hullbake
