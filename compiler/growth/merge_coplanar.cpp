// Joins pieces of one plane greedily along shared edges, as long as the outline stays convex.

#include "compiler/growth/merge_coplanar.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

#include "compiler/base/hash_mix.hpp"
#include "compiler/geometry/exact_side.hpp"

namespace hullbake {

namespace {

// Turn of an outline at a corner; outwards is convex.
enum class Turn : std::uint8_t { Inwards, None, NoneByTolerance, Outwards, OutwardsByTolerance };

// Returns the distance of `b` from the line a-c. World units. Positive if the corner is convex in a clockwise winding.
double turn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal) {
    const Vec3 along = c - a;
    const double len = length(along);
    return len <= kOnPlane ? 0 : dot(cross(along, b - a), normal) / len;
}

// Hash table from the key of an edge to the piece that entered it last. Open addressing, as there are as many look-ups
// as edges.
class EdgeTable {
  public:
    static constexpr std::uint32_t kNone = 0xffffffffu;

    // Allocates room for at most that many keys.
    explicit EdgeTable(std::size_t keys) : slots_(std::bit_ceil(2 * keys)) {}

    void enter(std::uint64_t key, std::uint32_t piece) { slots_[slotOf(key)] = {key, piece}; }
    // Returns kNone if no piece has entered the edge.
    std::uint32_t find(std::uint64_t key) const { return slots_[slotOf(key)].piece; }

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t piece = kNone;
    };

    // Returns the slot of the key, or the free slot where it belongs.
    std::size_t slotOf(std::uint64_t key) const {
        std::size_t at = key & (slots_.size() - 1);
        while (slots_[at].piece != kNone && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    std::vector<Slot> slots_;
};

// All pieces on one side of one plane.
class PlaneGroup {
  public:
    PlaneGroup(const PlaneTable& planes, std::span<Winding* const> pieces)
        : planes_(planes), normal_(planes[pieces.front()->plane].normal), pieces_(pieces), edges_(mostEdges(pieces_)) {}

    void merge() {
        for (std::uint32_t i = 0; i < pieces_.size(); ++i) enter(i);
        for (std::uint32_t i = 0; i < pieces_.size(); ++i)
            while (!verticesOf(i).empty() && grow(i)) {
            }
    }

  private:
    // Returns an upper bound of the edges ever entered: each join may lengthen two edges.
    static std::size_t mostEdges(std::span<const Winding* const> pieces) {
        std::size_t edges = 0;
        for (const Winding* piece : pieces) edges += piece->vertices.size() + 2;
        return edges;
    }

    // Returns the hash of a rounded corner. A pair that straddles a rounding step is missed, which only costs a merge.
    static std::uint64_t cornerKey(const Vec3& p) {
        std::uint64_t key = 0;
        for (int a = 0; a < 3; ++a) {
            const double cell = p[a] * 1024;
            key = hashMix(key, static_cast<std::int64_t>(cell + (cell < 0 ? -0.5 : 0.5)));
        }
        return key;
    }
    static std::uint64_t edgeKey(std::uint64_t from, std::uint64_t to) {
        return hashMix(hashMix(0, static_cast<std::int64_t>(from)), static_cast<std::int64_t>(to));
    }

    decltype(Winding::vertices)& verticesOf(std::uint32_t piece) const { return pieces_[piece]->vertices; }
    const WindingVertex& vertex(std::uint32_t piece, std::size_t i) const {
        return verticesOf(piece)[i % verticesOf(piece).size()];
    }
    const Vec3& corner(std::uint32_t piece, std::size_t i) const { return vertex(piece, i).p; }
    PlaneId edgeBefore(std::uint32_t piece, std::size_t i) const {
        return vertex(piece, i + verticesOf(piece).size() - 1).edge;
    }

    // Returns the side of an edge's plane, in its canonical facing, that an exact vertex lies on.
    int sideOfEdge(std::uint32_t piece, std::size_t i, PlaneId edge, bool& decided) const {
        const PlaneEquations& equations = planes_.equations();
        const PlaneId before = edgeBefore(piece, i), after = vertex(piece, i).edge;
        decided = true;
        if (equations.samePlane(before, edge) || equations.samePlane(after, edge)) return 0;
        PlaneEquation axial[4];
        return sideOfMeeting(equations.find(pieces_[piece]->plane, axial[0]), equations.find(before, axial[1]),
                             equations.find(after, axial[2]), equations.find(edge, axial[3]), decided);
    }

    // Returns true if two corners of two pieces are the same point.
    bool same(std::uint32_t a, std::size_t i, std::uint32_t b, std::size_t k) const {
        if (!(length(corner(a, i) - corner(b, k)) <= kOnPlane)) return false;
        if (!vertex(a, i).exact || !vertex(b, k).exact) return true;
        bool decided = true;
        for (const PlaneId edge : {edgeBefore(a, i), vertex(a, i).edge})
            if (sideOfEdge(b, k, edge, decided) != 0 && decided) return false;
        return true;
    }

    // Returns the turn of the outline where edge `from` of piece a continues into the edge of piece b that ends at
    // corner `to`.
    Turn turnAt(std::uint32_t a, std::size_t from, std::uint32_t b, std::size_t to) const {
        const WindingVertex &start = vertex(a, from), &middle = vertex(a, from + 1), &end = vertex(b, to);
        const WindingVertex& sharedOfB = vertex(b, to + verticesOf(b).size() - 1);
        const bool exact = start.exact && middle.exact && end.exact && sharedOfB.exact;
        const double out = turn(start.p, middle.p, end.p, normal_);
        if (out < -kOnPlane) return Turn::Inwards;
        if (out > kOnPlane) return exact ? Turn::Outwards : Turn::OutwardsByTolerance;
        if (!exact || !vertex(a, from + 2).exact) return Turn::NoneByTolerance;
        // Compares with the side of the edge that piece a lies on.
        bool decided = false, known = false;
        const int side = sideOfEdge(b, to, start.edge, decided);
        const int inside = sideOfEdge(a, from + 2, start.edge, known);
        if (!decided || !known || inside == 0) return Turn::NoneByTolerance;
        return side == 0 ? Turn::None : side == inside ? Turn::Outwards : Turn::Inwards;
    }

    void enter(std::uint32_t piece) {
        std::uint64_t from = cornerKey(verticesOf(piece).back().p);
        for (const WindingVertex& end : verticesOf(piece)) {
            const std::uint64_t to = cornerKey(end.p);
            edges_.enter(edgeKey(from, to), piece);
            from = to;
        }
    }

    // Joins one neighbour to the piece. Returns false if none can be joined.
    bool grow(std::uint32_t piece) {
        std::uint64_t from = cornerKey(corner(piece, 0)), to = 0;
        for (std::size_t i = 0; i < verticesOf(piece).size(); ++i, from = to) {
            to = cornerKey(corner(piece, i + 1));
            const std::uint32_t other = edges_.find(edgeKey(to, from));
            if (other == EdgeTable::kNone || other == piece) continue;
            std::optional<Winding> joined = joinAt(piece, i, other);
            if (!joined) continue;
            verticesOf(other).clear();
            *pieces_[piece] = std::move(*joined);
            enter(piece);
            return true;
        }
        return false;
    }

    std::optional<Winding> joinAt(std::uint32_t a, std::size_t i, std::uint32_t b) const {
        for (std::size_t k = 0; k < verticesOf(b).size(); ++k)
            if (same(b, k, a, i + 1) && same(b, k + 1, a, i)) return join(a, i, b, k);
        return std::nullopt;
    }

    // Joins two pieces along a's edge i and b's edge k. The outline follows a from the end of its edge, then b:
    //
    //      a[i+1] = b[k]          a corner that ends up on a straight line is dropped,
    //        |   <- shared        a corner that would turn inwards rules out the join
    //      a[i]   = b[k+1]
    std::optional<Winding> join(std::uint32_t a, std::size_t i, std::uint32_t b, std::size_t k) const {
        const Winding &one = *pieces_[a], &two = *pieces_[b];
        const std::size_t n = one.vertices.size(), m = two.vertices.size();
        const Turn atFirst = turnAt(a, i + n - 1, b, k + 2), atSecond = turnAt(b, k + m - 1, a, i + 2);
        if (atFirst == Turn::Inwards || atSecond == Turn::Inwards) return std::nullopt;
        Winding joined;
        joined.plane = one.plane;
        for (std::size_t s = 1; s < n; ++s) append(joined, one.vertices[(i + s) % n], s, atSecond);
        for (std::size_t s = 1; s < m; ++s) append(joined, two.vertices[(k + s) % m], s, atFirst);
        if (joined.empty()) return std::nullopt;
        return joined;
    }

    // Appends the corner at step s of one of two joined pieces. The corner at step 1 is shared, and `turn` is the
    // outline's turn there.
    static void append(Winding& joined, WindingVertex vertex, std::size_t step, Turn turn) {
        if (step == 1 && (turn == Turn::None || turn == Turn::NoneByTolerance)) return;
        // A corner on a new edge stays exact only if that edge certainly passes through it.
        if (step == 2 && turn == Turn::NoneByTolerance) vertex.exact = false;
        if (step == 1 && turn == Turn::OutwardsByTolerance) vertex.exact = false;
        joined.vertices.push_back(vertex);
    }

    const PlaneTable& planes_;
    Vec3 normal_;
    std::span<Winding* const> pieces_;
    EdgeTable edges_;
};

}  // namespace

std::vector<const Winding*> mergeFaces(const PlaneTable& planes, std::vector<Winding>& pieces) {
    // Sorts the pieces by plane: counts them, then gives each plane its part of the list.
    std::vector<std::uint32_t> ends(planes.planes().size() + 1);
    for (const Winding& piece : pieces) ++ends[piece.plane + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Winding*> order(pieces.size());
    for (Winding& piece : pieces) order[ends[piece.plane]++] = &piece;
    constexpr std::size_t kPlanesPerTask = 64;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, planes.planes().size(), kPlanesPerTask),
                      [&](const auto& range) {
                          for (std::size_t id = range.begin(); id < range.end(); ++id) {
                              const std::uint32_t begin = id == 0 ? 0 : ends[id - 1], count = ends[id] - begin;
                              // Most planes of terrain have one piece, which stays as it is.
                              if (count > 1) PlaneGroup(planes, {order.data() + begin, count}).merge();
                          }
                      });
    std::vector<const Winding*> merged;
    merged.reserve(pieces.size());
    for (const Winding* piece : order)
        if (!piece->vertices.empty()) merged.push_back(piece);
    return merged;
}

}  // namespace hullbake
