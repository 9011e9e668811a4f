// Sorts edges by line, sorts the pieces around each line by angle, and joins neighbours across free space.

#include "compiler/fill/shells.hpp"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

#include "compiler/base/hash_mix.hpp"
#include "compiler/fill/surface_rays.hpp"
#include "formats/disjoint_sets.hpp"

namespace hullbake {

namespace {

// Upper bound of the distance along a line of two ends that count as one. World units. Exact vertices are far more
// accurate, edges far longer.
constexpr double kSamePoint = 1e-6;

// Hash key of a line: the point where it crosses a plane across one axis, and its slopes. Equal lines from different
// planes differ by rounding only, which rarely falls across a cell border of the grid. If it does, a neighbour is
// missed.
class LineKey {
  public:
    LineKey(const Vec3& direction, const Vec3& through) {
        // Does not use the axis of the largest component, as several may be equal within rounding.
        constexpr double kLongEnough = 0.571;
        int axis = 0;
        while (axis < 2 && std::fabs(direction[axis]) < kLongEnough) ++axis;
        key_ = static_cast<std::uint64_t>(axis) + 1;
        for (int a = 0; a < 3; ++a) {
            if (a == axis) continue;
            const double slope = direction[a] / direction[axis];
            mix(slope * 0x1p20);
            mix((through[a] - slope * through[axis]) * 0x1p14);
        }
    }
    std::uint64_t value() const { return key_; }

  private:
    // Adds an offset, as whole and half numbers are common and must not lie on cell borders.
    void mix(double value) { key_ = hashMix(key_, static_cast<std::int64_t>(std::floor(value + 0.3671))); }
    std::uint64_t key_;
};

// Pieces whose plane is not axial.
struct LeaningPieces {
    LeaningPieces(const PlaneTable& planes, std::span<const SurfacePiece> all)
        : numbers(leaning(planes, all)), pieces(chosen(all, numbers)), rays(planes, pieces) {}

    std::vector<std::uint32_t> numbers;
    std::vector<SurfacePiece> pieces;
    SurfaceRays rays;

  private:
    static std::vector<std::uint32_t> leaning(const PlaneTable& planes, std::span<const SurfacePiece> all) {
        std::vector<std::uint32_t> found;
        for (std::uint32_t i = 0; i < all.size(); ++i)
            if (planeAxis(planes[all[i].winding->plane]) == 3) found.push_back(i);
        return found;
    }
    static std::vector<SurfacePiece> chosen(std::span<const SurfacePiece> all,
                                            const std::vector<std::uint32_t>& which) {
        std::vector<SurfacePiece> some;
        some.reserve(which.size());
        for (const std::uint32_t i : which) some.push_back(all[i]);
        return some;
    }
};

// Joins the pieces around one line.
class LineJoiner {
  public:
    // Appends to the joins and touched pieces of `shells`. Without the leaning pieces it searches all pieces, which is
    // slower for each edge.
    LineJoiner(const PlaneTable& planes, std::span<const SurfacePiece> pieces, const SurfaceRays& rays,
               const LeaningPieces* leaning, Shells& shells)
        : planes_(planes), pieces_(pieces), rays_(rays), leaning_(leaning), shells_(shells) {}

    // Returns false if a piece ends where no other continues.
    bool join(std::span<const EdgeOnLine> edges) {
        spans_.clear();
        ends_.clear();
        // The longest edge has the most accurate direction.
        double longest = 0;  // squared
        for (const EdgeOnLine& edge : edges) {
            const auto [a, b] = endsOf(edge);
            const Vec3 way = b - a;
            const double squared = dot(way, way);
            if (squared <= longest) continue;
            longest = squared;
            origin_ = a;
            along_ = way;
        }
        if (longest == 0) return true;
        along_ = along_ * (1 / std::sqrt(longest));
        for (const EdgeOnLine& edge : edges)
            if (!add(edge)) return false;
        std::sort(ends_.begin(), ends_.end());
        std::sort(spans_.begin(), spans_.end(),
                  [](const Span& a, const Span& b) { return a.from != b.from ? a.from < b.from : a.piece < b.piece; });
        return sweep();
    }

  private:
    // Extent of a piece along the line.
    struct Span {
        double from, to;
        std::uint32_t piece;
        bool frontAhead;  // true if its front faces counter-clockwise around the line
        Vec3 inward;      // from the line into the piece
    };

    std::pair<Vec3, Vec3> endsOf(const EdgeOnLine& edge) const {
        const auto& vertices = pieces_[edge.piece].winding->vertices;
        return {vertices[edge.edge].p, vertices[(edge.edge + 1) % vertices.size()].p};
    }

    bool add(const EdgeOnLine& edge) {
        const auto [a, b] = endsOf(edge);
        for (const Vec3& p : {a, b}) {
            const Vec3 aside = cross(p - origin_, along_);
            if (dot(aside, aside) > kSamePoint * kSamePoint) return false;
        }
        const double from = dot(a - origin_, along_), to = dot(b - origin_, along_);
        // Polygons are clockwise seen from the front: along the edge, a piece is to the right.
        const bool forwards = to > from;
        const Vec3 way = forwards ? along_ : -along_;
        spans_.push_back({std::min(from, to), std::max(from, to), edge.piece, !forwards,
                          cross(way, planes_[pieces_[edge.piece].winding->plane].normal)});
        ends_.push_back(from);
        ends_.push_back(to);
        return true;
    }

    bool sweep() {
        active_.clear();
        std::size_t next = 0;
        for (std::size_t i = 0; i + 1 < ends_.size(); ++i) {
            const double from = ends_[i], to = ends_[i + 1];
            if (to - from < kSamePoint) continue;
            while (next < spans_.size() && spans_[next].from < to - kSamePoint) active_.push_back(&spans_[next++]);
            std::erase_if(active_, [&](const Span* span) { return span->to < from + kSamePoint; });
            if (!active_.empty() && !joinAround(from, to)) return false;
        }
        return true;
    }

    // Joins the active pieces with their neighbours around the line.
    bool joinAround(double from, double to) {
        if (active_.size() < 2) return false;
        if (active_.size() > 2 && !sortAround()) return false;
        for (std::size_t i = 0; i < active_.size(); ++i) {
            const Span &one = *active_[i], &two = *active_[i + 1 == active_.size() ? 0 : i + 1];
            // The space between neighbours is either free, in front of both, or solid.
            if (one.frontAhead == two.frontAhead) return false;
            if (!one.frontAhead) continue;
            // Another piece may touch an edge that sticks out.
            if (sticksOut(one, two)) findTouched(one, two, from, to);
            shells_.joins.emplace_back(one.piece, two.piece);
        }
        return active_.size() > 2 || !isOneSided();
    }

    bool isAxial(std::uint32_t piece) const { return planeAxis(planes_[pieces_[piece].winding->plane]) < 3; }

    // Finds the pieces that the edge touches. An edge of axial pieces sticks out only towards leaning ones.
    void findTouched(const Span& one, const Span& two, double from, double to) {
        const PlaneId plane = pieces_[one.piece].winding->plane & ~1u;
        const Vec3 a = origin_ + along_ * from, b = origin_ + along_ * to;
        const bool leaningOnly = isAxial(one.piece) && isAxial(two.piece);
        if (leaningOnly && leaning_ != nullptr) {
            for (const std::uint32_t i : leaning_->rays.holding(a, b, leaning_->pieces.size()))
                shells_.touched.push_back({leaning_->numbers[i], plane});
            return;
        }
        for (const std::uint32_t piece : rays_.holding(a, b, pieces_.size()))
            if (!leaningOnly || !isAxial(piece)) shells_.touched.push_back({piece, plane});
    }

    // Returns true if the turn from one piece to the next is more than 180 degrees. Pieces of one plane continue
    // straight.
    bool sticksOut(const Span& one, const Span& two) const {
        return (pieces_[one.piece].winding->plane | 1) != (pieces_[two.piece].winding->plane | 1) &&
               dot(cross(along_, one.inward), two.inward) < 0;
    }

    // Returns true for two pieces on one plane and on one side of the line.
    bool isOneSided() const {
        const Span &one = *active_[0], &two = *active_[1];
        return (pieces_[one.piece].winding->plane | 1) == (pieces_[two.piece].winding->plane | 1) &&
               dot(one.inward, two.inward) > 0;
    }

    bool sortAround() {
        // Lower bound of the angle between neighbours around an edge. Radians. Below it their order is rounding.
        constexpr double kSameAngle = 1e-9;
        const Vec3 right = active_.front()->inward, up = cross(along_, right);
        angles_.clear();
        for (const Span* span : active_)
            angles_.emplace_back(std::atan2(dot(span->inward, up), dot(span->inward, right)), span);
        std::sort(angles_.begin(), angles_.end(), [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : a.second->piece < b.second->piece;
        });
        for (std::size_t i = 0; i < angles_.size(); ++i) {
            active_[i] = angles_[i].second;
            const double after = i + 1 < angles_.size() ? angles_[i + 1].first : angles_[0].first + 2 * kPi;
            if (after - angles_[i].first < kSameAngle) return false;
        }
        return true;
    }

    static constexpr double kPi = 3.14159265358979323846;

    const PlaneTable& planes_;
    std::span<const SurfacePiece> pieces_;
    const SurfaceRays& rays_;
    const LeaningPieces* leaning_;
    Shells& shells_;
    Vec3 origin_, along_;
    std::vector<Span> spans_;
    std::vector<double> ends_;
    std::vector<const Span*> active_;
    std::vector<std::pair<double, const Span*>> angles_;
};

// Sorts edges into buckets by the high bits of the line hash, which are practically random, then sorts each bucket.
void sortByLine(std::vector<EdgeOnLine>& edges) {
    const int bits = std::max(1, static_cast<int>(std::bit_width(edges.size() / 4)));
    const auto bucketOf = [&](const EdgeOnLine& edge) { return static_cast<std::size_t>(edge.line >> (64 - bits)); };
    std::vector<std::size_t> ends((std::size_t{1} << bits) + 1, 0);
    for (const EdgeOnLine& edge : edges) ++ends[bucketOf(edge) + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<EdgeOnLine> sorted(edges.size());
    for (const EdgeOnLine& edge : edges) sorted[ends[bucketOf(edge)]++] = edge;
    constexpr std::size_t kBucketsPerTask = 1024;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, ends.size() - 1, kBucketsPerTask), [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i)
            std::sort(sorted.begin() + static_cast<std::ptrdiff_t>(i == 0 ? 0 : ends[i - 1]),
                      sorted.begin() + static_cast<std::ptrdiff_t>(ends[i]));
    });
    edges = std::move(sorted);
}

// Returns all edges, sorted by line.
std::vector<EdgeOnLine> edgesByLine(const PlaneTable& planes, std::span<const SurfacePiece> pieces) {
    std::vector<std::uint32_t> begin(pieces.size() + 1, 0);
    for (std::size_t i = 0; i < pieces.size(); ++i)
        begin[i + 1] = begin[i] + static_cast<std::uint32_t>(pieces[i].winding->vertices.size());
    std::vector<EdgeOnLine> edges(begin.back());
    constexpr std::size_t kPiecesPerTask = 256;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, pieces.size(), kPiecesPerTask), [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
            const Winding& winding = *pieces[i].winding;
            const Vec3& normal = planes[winding.plane].normal;
            for (std::uint32_t e = 0; e < winding.vertices.size(); ++e) {
                const WindingVertex& vertex = winding.vertices[e];
                Vec3 direction;
                if (vertex.edge < 2 * planes.size()) direction = cross(normal, planes[vertex.edge].normal);
                const double len = length(direction);
                // An edge without a plane has no line and no neighbours.
                const std::uint64_t line = len > 0 ? LineKey(direction * (1 / len), vertex.p).value() : 0;
                edges[begin[i] + e] = {line, static_cast<std::uint32_t>(i), e};
            }
        }
    });
    sortByLine(edges);
    return edges;
}

bool isExact(const SurfacePiece& piece) {
    const auto& vertices = piece.winding->vertices;
    return std::all_of(vertices.begin(), vertices.end(), [](const WindingVertex& v) { return v.exact; });
}

// Returns true if so few pieces are not axial that rays against only these are worth the extra tree.
bool fewLean(const PlaneTable& planes, std::span<const SurfacePiece> pieces) {
    const auto leaning = std::count_if(pieces.begin(), pieces.end(), [&](const SurfacePiece& piece) {
        return planeAxis(planes[piece.winding->plane]) == 3;
    });
    return static_cast<std::size_t>(leaning) < pieces.size() / 2;
}

// Returns the end of the run of edges on one line.
std::size_t endOfLine(std::span<const EdgeOnLine> edges, std::size_t begin) {
    std::size_t end = begin;
    while (end < edges.size() && edges[end].line == edges[begin].line) ++end;
    return end;
}

void finish(Shells& shells, std::size_t pieces) {
    shells.closed = true;
    std::sort(shells.touched.begin(), shells.touched.end());
    shells.touched.erase(std::unique(shells.touched.begin(), shells.touched.end()), shells.touched.end());
    if (!shells.touched.empty()) return;
    DisjointSets sets(pieces);
    for (const auto& [one, two] : shells.joins) sets.join(one, two);
    shells.of = sets.numbers();
}

// Returns the edges of the parts of cut pieces.
std::vector<EdgeOnLine> edgesOfParts(const PlaneTable& planes, std::span<const SurfacePiece> pieces,
                                     const CutPieces& cut) {
    std::vector<std::uint32_t> numbers;
    std::vector<SurfacePiece> parts;
    for (std::uint32_t i = 0; i + 1 < cut.first.size(); ++i)
        for (std::uint32_t part = cut.first[i]; cut.isCut(i) && part < cut.first[i + 1]; ++part) {
            numbers.push_back(part);
            parts.push_back(pieces[part]);
        }
    std::vector<EdgeOnLine> edges = edgesByLine(planes, parts);
    for (EdgeOnLine& edge : edges) edge.piece = numbers[edge.piece];
    return edges;
}

}  // namespace

Shells shellsOf(const PlaneTable& planes, const SealingSurface& surface, const SurfaceRays& rays) {
    const std::span<const SurfacePiece> pieces(surface.pieces.data(), surface.sealing);
    Shells shells;
    if (!std::all_of(pieces.begin(), pieces.end(), isExact)) return shells;
    std::optional<LeaningPieces> leaning;
    tbb::parallel_invoke([&] { shells.edges = edgesByLine(planes, pieces); },
                         [&] {
                             if (fewLean(planes, pieces)) leaning.emplace(planes, pieces);
                         });
    const std::span<const EdgeOnLine> edges = shells.edges;
    for (std::size_t i = 0; i < edges.size(); i = shells.lineEnds.back().edges)
        shells.lineEnds.push_back({endOfLine(edges, i), 0});
    constexpr std::size_t kLinesPerTask = 1024;
    const std::size_t lines = shells.lineEnds.size();
    std::vector<Shells> found((lines + kLinesPerTask - 1) / kLinesPerTask);
    tbb::parallel_for(std::size_t{0}, found.size(), [&](std::size_t part) {
        LineJoiner joiner(planes, pieces, rays, leaning ? &*leaning : nullptr, found[part]);
        for (std::size_t i = part * kLinesPerTask; i < std::min(lines, (part + 1) * kLinesPerTask); ++i) {
            const std::size_t begin = i == 0 ? 0 : shells.lineEnds[i - 1].edges;
            if (!joiner.join(edges.subspan(begin, shells.lineEnds[i].edges - begin))) return;
            shells.lineEnds[i].joins = found[part].joins.size();
        }
        found[part].closed = true;
    });
    for (std::size_t part = 0; part < found.size(); ++part) {
        if (!found[part].closed) return shells;
        for (std::size_t i = part * kLinesPerTask; i < std::min(lines, (part + 1) * kLinesPerTask); ++i)
            shells.lineEnds[i].joins += shells.joins.size();
        shells.joins.insert(shells.joins.end(), found[part].joins.begin(), found[part].joins.end());
        shells.touched.insert(shells.touched.end(), found[part].touched.begin(), found[part].touched.end());
    }
    finish(shells, pieces.size());
    return shells;
}

// Repeats the joins of a line where nothing was cut, as its pieces are unchanged. Anything that touched the interior of
// a piece now lies between the parts of that piece.
Shells shellsAfter(const PlaneTable& planes, const SealingSurface& surface, const SurfaceRays& rays,
                   const Shells& before, const CutPieces& cut) {
    const std::span<const SurfacePiece> pieces(surface.pieces.data(), surface.sealing);
    Shells shells;
    if (!std::all_of(pieces.begin(), pieces.end(), isExact)) return shells;
    const std::vector<EdgeOnLine> parts = edgesOfParts(planes, pieces, cut);
    LineJoiner joiner(planes, pieces, rays, nullptr, shells);
    std::size_t nextPart = 0;
    // Joins the lines that only new parts lie on, up to a given line.
    const auto joinNew = [&](std::uint64_t until) {
        while (nextPart < parts.size() && parts[nextPart].line < until) {
            const std::size_t end = endOfLine(parts, nextPart);
            if (!joiner.join({&parts[nextPart], end - nextPart})) return false;
            nextPart = end;
        }
        return true;
    };
    std::vector<EdgeOnLine> line;
    Shells::LineEnds begin{0, 0};
    for (const Shells::LineEnds& end : before.lineEnds) {
        const std::span<const EdgeOnLine> old(&before.edges[begin.edges], end.edges - begin.edges);
        if (!joinNew(old.front().line)) return shells;
        line.clear();
        for (const EdgeOnLine& edge : old)
            if (!cut.isCut(edge.piece)) line.push_back({edge.line, cut.first[edge.piece], edge.edge});
        const bool same = line.size() == old.size();
        for (; nextPart < parts.size() && parts[nextPart].line == old.front().line; ++nextPart)
            line.push_back(parts[nextPart]);
        if (same && line.size() == old.size()) {
            for (std::size_t i = begin.joins; i < end.joins; ++i)
                shells.joins.emplace_back(cut.first[before.joins[i].first], cut.first[before.joins[i].second]);
        } else {
            std::sort(line.begin(), line.end());
            if (!joiner.join(line)) return shells;
        }
        begin = end;
    }
    if (!joinNew(~std::uint64_t{0}) || nextPart < parts.size()) return shells;
    finish(shells, pieces.size());
    return shells;
}

}  // namespace hullbake
