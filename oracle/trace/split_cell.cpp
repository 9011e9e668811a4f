#include "oracle/trace/split_cell.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace hullbake::oracle {
namespace {

/// Far above the rounding of a distance, in units of the cell and relative.
constexpr double kRounding = 1e-12;

/// Returns the point of the edge on the plane. The same for both directions of the edge.
Vec3 meeting(Vec3 a, Vec3 b, const HalfSpace& side) {
    if (std::tie(a.x, a.y, a.z) > std::tie(b.x, b.y, b.z)) std::swap(a, b);
    const double atA = dot(side.normal, a) - side.dist, atB = dot(side.normal, b) - side.dist;
    return a + (b - a) * (atA / (atA - atB));
}

}  // namespace

SplitCell::SplitCell(const HalfSpaces& planes) {
    constexpr double kReach = 8;
    // Corners of a cube by the bits of their number, around each face.
    constexpr std::array<std::array<int, 4>, 6> kLoops = {
        {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}}};
    const auto corner = [&](int i) {
        return Vec3{(i & 1) != 0 ? kReach : -kReach, (i & 2) != 0 ? kReach : -kReach, (i & 4) != 0 ? kReach : -kReach};
    };
    for (std::size_t f = 0; f < 6; ++f) {
        HalfSpace side{{}, kReach};
        side.normal[static_cast<int>(f / 2)] = f % 2 == 0 ? 1 : -1;
        for (std::size_t i = 0; i < 4; ++i) edges_.push_back({corner(kLoops[f][i]), corner(kLoops[f][(i + 1) % 4])});
        endFace(side);
    }
    findBall();
    for (const HalfSpace& side : planes) *this = inside(side);
}

/// Ends the face to which the last edges belong, if there are any.
void SplitCell::endFace(const HalfSpace& side) {
    if (edges_.size() == (ends_.empty() ? 0 : ends_.back())) return;
    planes_.push_back(side);
    ends_.push_back(edges_.size());
}

/// Appends what is inside of an edge, and notes where the face leaves the half-space and enters it.
void SplitCell::addInside(const Edge& edge, const HalfSpace& side, Border& border) {
    const bool fromInside = dot(side.normal, edge.from) <= side.dist;
    const bool toInside = dot(side.normal, edge.to) <= side.dist;
    if (fromInside && toInside) edges_.push_back(edge);
    if (fromInside == toInside) return;
    const Vec3 p = meeting(edge.from, edge.to, side);
    if (fromInside) {
        edges_.push_back({edge.from, p});
        border.leaves = p, border.left = true;
    } else {
        edges_.push_back({p, edge.to});
        border.enters = p, border.entered = true;
    }
}

SplitCell SplitCell::inside(const HalfSpace& side) const {
    SplitCell part;
    part.planes_.reserve(planes_.size() + 1);
    part.ends_.reserve(planes_.size() + 1);
    part.edges_.reserve(edges_.size() + 3 * planes_.size());
    std::vector<Edge> cap;  // on the cutting plane, in the other direction
    cap.reserve(planes_.size());
    std::size_t edge = 0;
    for (std::size_t f = 0; f < planes_.size(); ++f) {
        Border border;
        for (; edge < ends_[f]; ++edge) part.addInside(edges_[edge], side, border);
        if (border.left && border.entered) {
            part.edges_.push_back({border.leaves, border.enters});
            cap.push_back({border.enters, border.leaves});
        }
        part.endFace(planes_[f]);
    }
    if (!part.empty()) {
        part.edges_.insert(part.edges_.end(), cap.begin(), cap.end());
        part.endFace(side);
    }
    part.findBall();
    return part;
}

Reach SplitCell::reach(const Vec3& normal) const {
    double least = 1e300, most = -1e300;
    for (const Vec3& vertex : vertices_) {
        const double at = dot(normal, vertex);
        least = std::min(least, at);
        most = std::max(most, at);
    }
    return {least, most};
}

Beyond SplitCell::beyond(const Vec3& normal, double least, double most) const {
    Beyond beyond;
    for (const Vec3& vertex : vertices_) {
        const double at = dot(normal, vertex);
        beyond.least = beyond.least || at < least;
        beyond.most = beyond.most || at > most;
        if (beyond.least && beyond.most) break;
    }
    return beyond;
}

void SplitCell::findBall() {
    if (empty()) return;
    vertices_.reserve(edges_.size());
    for (const Edge& edge : edges_) {
        middle_ = middle_ + edge.from;
        if (std::find(vertices_.begin(), vertices_.end(), edge.from) == vertices_.end()) vertices_.push_back(edge.from);
    }
    middle_ = middle_ * (1 / static_cast<double>(edges_.size()));
    double square = 0;
    for (const Vec3& vertex : vertices_) square = std::max(square, dot(vertex - middle_, vertex - middle_));
    radius_ = std::sqrt(square) * (1 + kRounding) + kRounding;
}

}  // namespace hullbake::oracle
