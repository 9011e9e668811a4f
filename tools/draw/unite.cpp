// In: convex polygons. Out: the border of their union.
//
// First the polygons are made disjoint: each loses what earlier ones cover. Then corners that are almost one become
// one, and edges are split at the corners that lie on them. Now an edge between two polygons is there twice, once in
// each direction: both go. The rest has as many edges into each corner as out of it, so it always closes.
#include "tools/draw/unite.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

namespace hullbake::draw {
namespace {

/// Units within which corners are one, and lie on an edge. More than kSamePoint, as roundings add up.
constexpr double kOnEdge = 1e-6;
static_assert(4 * kLeastWidth <= kOnEdge);
/// Sine of the angle below which two edges in a row are one.
constexpr double kStraight = 1e-9;

/// An edge as a line. Distances to the left of it are positive.
struct Line {
    Point start;
    double dx, dy;  ///< unit direction
    double length;

    Line(const Point& from, const Point& to)
        : start(from), dx(to.x - from.x), dy(to.y - from.y), length(std::sqrt(dx * dx + dy * dy)) {
        dx /= length;
        dy /= length;
    }
    double left(const Point& p) const { return dx * (p.y - start.y) - dy * (p.x - start.x); }
    double along(const Point& p) const { return dx * (p.x - start.x) + dy * (p.y - start.y); }
};

const Point& after(const Polygon& polygon, std::size_t i) {
    return polygon[i + 1 < polygon.size() ? i + 1 : 0];
}

/// Returns the half-plane to the left of an edge: the inside of its polygon. Exact for edges along an axis.
HalfPlane insideOf(const Polygon& polygon, std::size_t i) {
    const Point &a = polygon[i], &b = after(polygon, i);
    if (a.x == b.x) return b.y > a.y ? HalfPlane{1, 0, a.x} : HalfPlane{-1, 0, -a.x};
    if (a.y == b.y) return b.x > a.x ? HalfPlane{0, -1, -a.y} : HalfPlane{0, 1, a.y};
    const Line line(a, b);
    return {line.dy, -line.dx, line.dy * a.x - line.dx * a.y};
}

bool overlap(const Frame& a, const Frame& b) {
    return a.mins.x < b.maxs.x - kLeastWidth && b.mins.x < a.maxs.x - kLeastWidth &&
           a.mins.y < b.maxs.y - kLeastWidth && b.mins.y < a.maxs.y - kLeastWidth;
}

/// Returns convex pieces of `polygon` that cover what of it lies outside of `other`.
std::vector<Polygon> difference(const Polygon& polygon, const Polygon& other) {
    std::vector<HalfPlane> halves;
    for (std::size_t i = 0; i < other.size(); ++i) halves.push_back(insideOf(other, i));
    return outside(polygon, halves);
}

std::vector<Polygon> madeDisjoint(std::span<const Polygon> polygons) {
    std::vector<Polygon> all;
    std::vector<Frame> bounds;
    std::vector<std::size_t> kept;
    for (std::size_t p = 0; p < polygons.size(); ++p) {
        if (widthOf(polygons[p]) < kLeastWidth) continue;
        const Frame own = boundsOf(polygons[p]);
        std::vector<Polygon> pieces{polygons[p]};
        for (std::size_t q = 0; q < kept.size(); ++q) {
            if (!overlap(own, bounds[q])) continue;
            std::vector<Polygon> rest;
            for (const Polygon& piece : pieces)
                for (Polygon& part : difference(piece, polygons[kept[q]])) rest.push_back(std::move(part));
            pieces = std::move(rest);
        }
        kept.push_back(p);
        bounds.push_back(own);
        std::move(pieces.begin(), pieces.end(), std::back_inserter(all));
    }
    return all;
}

/// The corners of polygons, each once. Finds those near an edge by a grid.
class Corners {
  public:
    explicit Corners(const std::vector<Polygon>& polygons) {
        std::size_t count = 1;
        for (const Polygon& polygon : polygons) {
            const Frame frame = boundsOf(polygon);
            low_ = count == 1 ? frame.mins : Point{std::min(low_.x, frame.mins.x), std::min(low_.y, frame.mins.y)};
            high_ = count == 1 ? frame.maxs : Point{std::max(high_.x, frame.maxs.x), std::max(high_.y, frame.maxs.y)};
            count += polygon.size();
        }
        side_ = std::min<std::size_t>(512, 1 + static_cast<std::size_t>(std::sqrt(static_cast<double>(count))));
        cells_.resize(side_ * side_);
    }

    /// Returns the number of the corner at `p`.
    std::size_t add(const Point& p) {
        for (const std::size_t i : near({p, p}))
            if (std::max(std::abs(points_[i].x - p.x), std::abs(points_[i].y - p.y)) <= kOnEdge) return i;
        points_.push_back(p);
        cells_[cellOf(p.x, low_.x, high_.x) + side_ * cellOf(p.y, low_.y, high_.y)].push_back(points_.size() - 1);
        return points_.size() - 1;
    }

    const Point& at(std::size_t i) const { return points_[i]; }

    /// Returns the corners in the cells that the frame, a little widened, touches.
    std::vector<std::size_t> near(const Frame& frame) const {
        std::vector<std::size_t> found;
        const std::size_t x1 = cellOf(frame.mins.x - kOnEdge, low_.x, high_.x);
        const std::size_t x2 = cellOf(frame.maxs.x + kOnEdge, low_.x, high_.x);
        const std::size_t y2 = cellOf(frame.maxs.y + kOnEdge, low_.y, high_.y);
        for (std::size_t y = cellOf(frame.mins.y - kOnEdge, low_.y, high_.y); y <= y2; ++y)
            for (std::size_t x = x1; x <= x2; ++x)
                found.insert(found.end(), cells_[x + side_ * y].begin(), cells_[x + side_ * y].end());
        return found;
    }

  private:
    std::size_t cellOf(double value, double low, double high) const {
        const double share = (value - low) / (high - low) * static_cast<double>(side_);
        return static_cast<std::size_t>(std::clamp(share, 0.0, static_cast<double>(side_ - 1)));
    }

    Point low_, high_;
    std::size_t side_ = 1;
    std::vector<std::vector<std::size_t>> cells_;
    std::vector<Point> points_;
};

/// Directed edges between corners, with how often each is there. Opposite ones cancel.
class Border {
  public:
    void add(std::size_t from, std::size_t to) {
        if (from == to) return;
        const auto back = edges_.find({to, from});
        if (back == edges_.end())
            ++edges_[{from, to}];
        else if (--back->second == 0)
            edges_.erase(back);
    }

    bool empty() const { return edges_.empty(); }

    /// Takes a closed line out of the border, which must not be empty: where several edges go on, the one that turns
    /// most to the left.
    Polygon takeLoop(const Corners& corners) {
        auto edge = edges_.begin();
        const std::size_t first = edge->first.first;
        Polygon loop;
        for (;;) {
            const auto [from, to] = edge->first;
            loop.push_back(corners.at(from));
            if (--edge->second == 0) edges_.erase(edge);
            if (to == first) return loop;
            edge = next(corners, from, to);
        }
    }

  private:
    using Edges = std::map<std::pair<std::size_t, std::size_t>, int>;

    Edges::iterator next(const Corners& corners, std::size_t from, std::size_t here) {
        const Line line(corners.at(from), corners.at(here));
        auto best = edges_.lower_bound({here, 0});
        double bestAngle = -10;
        for (auto edge = best; edge != edges_.end() && edge->first.first == here; ++edge) {
            const Point &a = corners.at(here), &b = corners.at(edge->first.second);
            const double ex = b.x - a.x, ey = b.y - a.y;
            const double angle = std::atan2(line.dx * ey - line.dy * ex, line.dx * ex + line.dy * ey);
            if (angle <= bestAngle) continue;
            best = edge;
            bestAngle = angle;
        }
        return best;
    }

    Edges edges_;
};

/// Adds the edge from `a` to `b` to the border, in parts between the corners on it.
void addEdge(const Corners& corners, std::size_t a, std::size_t b, Border& border) {
    const Point &from = corners.at(a), &to = corners.at(b);
    const Line line(from, to);
    const Frame frame{{std::min(from.x, to.x), std::min(from.y, to.y)},
                      {std::max(from.x, to.x), std::max(from.y, to.y)}};
    std::vector<std::pair<double, std::size_t>> stops;
    for (const std::size_t i : corners.near(frame)) {
        if (i == a || i == b) continue;
        const double along = line.along(corners.at(i));
        if (along > 0 && along < line.length && std::abs(line.left(corners.at(i))) <= kOnEdge)
            stops.emplace_back(along, i);
    }
    std::sort(stops.begin(), stops.end());
    std::size_t last = a;
    for (const auto& [along, i] : stops) {
        border.add(last, i);
        last = i;
    }
    border.add(last, b);
}

/// Removes corners at which the line goes straight on.
Polygon withoutStraightCorners(const Polygon& loop) {
    Polygon kept;
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Point& before = kept.empty() ? loop.back() : kept.back();
        const Point &here = loop[i], &next = after(loop, i);
        const double ax = here.x - before.x, ay = here.y - before.y, bx = next.x - here.x, by = next.y - here.y;
        const double lengths = std::sqrt((ax * ax + ay * ay) * (bx * bx + by * by));
        const bool straight =
            std::abs(ax * by - ay * bx) <= std::max(kStraight * lengths, kOnEdge * kOnEdge) && ax * bx + ay * by >= 0;
        if (!straight) kept.push_back(here);
    }
    return kept;
}

/// Returns true for a line that encloses a crack only, as wide as the tolerance.
bool isHairline(const Polygon& loop) {
    double length = 0;
    for (std::size_t i = 0; i < loop.size(); ++i) length += Line(loop[i], after(loop, i)).length;
    return std::abs(areaOf(loop)) <= 2 * kOnEdge * length;
}

}  // namespace

double Outline::area() const {
    double sum = 0;
    for (const Polygon& loop : loops) sum += areaOf(loop);
    return sum;
}

bool Outline::contains(const Point& p) const {
    bool inside = false;
    for (const Polygon& loop : loops) inside = inside != draw::contains(loop, p);
    return inside;
}

Outline unite(std::span<const Polygon> polygons) {
    const std::vector<Polygon> pieces = madeDisjoint(polygons);
    Corners corners(pieces);
    std::vector<std::vector<std::size_t>> numbers;
    for (const Polygon& piece : pieces)
        for (numbers.emplace_back(); const Point& p : piece) numbers.back().push_back(corners.add(p));
    Border border;
    for (const std::vector<std::size_t>& piece : numbers)
        for (std::size_t i = 0; i < piece.size(); ++i) {
            const std::size_t next = piece[i + 1 < piece.size() ? i + 1 : 0];
            if (piece[i] != next) addEdge(corners, piece[i], next, border);
        }
    Outline outline;
    while (!border.empty()) {
        Polygon loop = withoutStraightCorners(border.takeLoop(corners));
        if (loop.size() >= 3 && !isHairline(loop)) outline.loops.push_back(std::move(loop));
    }
    return outline;
}

}  // namespace hullbake::draw
