#include "compiler/merge_faces.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "hullbake/format.hpp"

namespace hullbake {

namespace {

bool same(const Vec3& a, const Vec3& b) {
    return length(a - b) <= kOnPlane;
}

// How far `b` stands out of the line a-c, units: positive when the corner is convex in a clockwise winding.
double turn(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& normal) {
    const Vec3 along = c - a;
    const double len = length(along);
    return len <= kOnPlane ? 0 : dot(cross(along, b - a), normal) / len;
}

// All pieces on one side of one plane.
class PlaneGroup {
  public:
    PlaneGroup(const Vec3& normal, std::vector<Winding> pieces) : normal_(normal), pieces_(std::move(pieces)) {}

    std::vector<Winding> merge() {
        for (std::uint32_t i = 0; i < pieces_.size(); ++i) enter(i);
        for (std::uint32_t i = 0; i < pieces_.size(); ++i)
            while (!pieces_[i].vertices.empty() && grow(i)) {
            }
        std::erase_if(pieces_, [](const Winding& piece) { return piece.vertices.empty(); });
        return std::move(pieces_);
    }

  private:
    // Edges are looked up by their rounded ends. A pair that straddles a rounding step is missed, which only costs a
    // merge.
    static std::uint64_t edgeKey(const Vec3& from, const Vec3& to) {
        long long cells[6];
        for (int a = 0; a < 3; ++a) {
            cells[a] = std::llround(from[a] * 1024);
            cells[a + 3] = std::llround(to[a] * 1024);
        }
        return hashBytes(cells, sizeof cells);
    }

    const Vec3& corner(std::uint32_t piece, std::size_t i) const {
        return pieces_[piece].vertices[i % pieces_[piece].vertices.size()].p;
    }

    void enter(std::uint32_t piece) {
        for (std::size_t i = 0; i < pieces_[piece].vertices.size(); ++i)
            edges_[edgeKey(corner(piece, i), corner(piece, i + 1))] = piece;
    }

    // Joins one neighbour to the piece; false when none can be.
    bool grow(std::uint32_t piece) {
        for (std::size_t i = 0; i < pieces_[piece].vertices.size(); ++i) {
            const auto found = edges_.find(edgeKey(corner(piece, i + 1), corner(piece, i)));
            if (found == edges_.end() || found->second == piece) continue;
            const std::uint32_t other = found->second;
            std::optional<Winding> joined = joinAt(piece, i, other);
            if (!joined) continue;
            pieces_[other].vertices.clear();
            pieces_[piece] = std::move(*joined);
            enter(piece);
            return true;
        }
        return false;
    }

    std::optional<Winding> joinAt(std::uint32_t a, std::size_t i, std::uint32_t b) const {
        for (std::size_t k = 0; k < pieces_[b].vertices.size(); ++k)
            if (same(corner(b, k), corner(a, i + 1)) && same(corner(b, k + 1), corner(a, i))) return join(a, i, b, k);
        return std::nullopt;
    }

    // a's edge i and b's edge k run along each other. Around a from behind its edge, then around b likewise:
    //
    //      a[i+1] = b[k]          corners that come to lie on a straight line are dropped,
    //        |   <- shared        a corner that would turn inwards forbids the join
    //      a[i]   = b[k+1]
    std::optional<Winding> join(std::uint32_t a, std::size_t i, std::uint32_t b, std::size_t k) const {
        const Winding &one = pieces_[a], &two = pieces_[b];
        const std::size_t n = one.vertices.size(), m = two.vertices.size();
        const double atFirst = turn(corner(a, i + n - 1), corner(a, i), corner(b, k + 2), normal_);
        const double atSecond = turn(corner(b, k + m - 1), corner(a, i + 1), corner(a, i + 2), normal_);
        if (atFirst < -kOnPlane || atSecond < -kOnPlane) return std::nullopt;
        Winding joined;
        joined.plane = one.plane;
        for (std::size_t s = 1; s < n; ++s)
            if (s > 1 || atSecond > kOnPlane) joined.vertices.push_back(one.vertices[(i + s) % n]);
        for (std::size_t s = 1; s < m; ++s)
            if (s > 1 || atFirst > kOnPlane) joined.vertices.push_back(two.vertices[(k + s) % m]);
        if (joined.empty()) return std::nullopt;
        return joined;
    }

    Vec3 normal_;
    std::vector<Winding> pieces_;
    std::unordered_map<std::uint64_t, std::uint32_t> edges_;
};

}  // namespace

std::vector<Winding> mergeFaces(const PlaneTable& planes, std::vector<Winding> pieces) {
    std::stable_sort(pieces.begin(), pieces.end(),
                     [](const Winding& a, const Winding& b) { return a.plane < b.plane; });
    std::vector<std::vector<Winding>> groups;
    for (Winding& piece : pieces) {
        if (groups.empty() || groups.back().front().plane != piece.plane) groups.emplace_back();
        groups.back().push_back(std::move(piece));
    }
    tbb::parallel_for(std::size_t{0}, groups.size(), [&](std::size_t i) {
        const Vec3 normal = planes[groups[i].front().plane].normal;
        groups[i] = PlaneGroup(normal, std::move(groups[i])).merge();
    });
    std::vector<Winding> merged;
    for (std::vector<Winding>& group : groups) std::move(group.begin(), group.end(), std::back_inserter(merged));
    return merged;
}

}  // namespace hullbake
