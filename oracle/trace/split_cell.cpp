#include "oracle/trace/split_cell.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace hullbake::oracle {
namespace {

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
        planes_.push_back(side);
        Face face;
        for (std::size_t i = 0; i < 4; ++i) face.push_back({corner(kLoops[f][i]), corner(kLoops[f][(i + 1) % 4])});
        faces_.push_back(std::move(face));
    }
    for (const HalfSpace& side : planes) *this = inside(side);
}

/// Cuts a face. Adds the edge on the cutting plane to the cap, in the other direction.
SplitCell::Face SplitCell::cut(const Face& face, const HalfSpace& side, Face& cap) {
    Face kept;
    Vec3 leaves, enters;
    bool left = false, entered = false;
    for (const Edge& edge : face) {
        const bool fromInside = dot(side.normal, edge.from) <= side.dist;
        const bool toInside = dot(side.normal, edge.to) <= side.dist;
        if (fromInside && toInside) kept.push_back(edge);
        if (fromInside == toInside) continue;
        const Vec3 p = meeting(edge.from, edge.to, side);
        if (fromInside) {
            kept.push_back({edge.from, p});
            leaves = p, left = true;
        } else {
            kept.push_back({p, edge.to});
            enters = p, entered = true;
        }
    }
    if (left && entered) {
        kept.push_back({leaves, enters});
        cap.push_back({enters, leaves});
    }
    return kept;
}

SplitCell SplitCell::inside(const HalfSpace& side) const {
    SplitCell part;
    Face cap;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
        Face face = cut(faces_[f], side, cap);
        if (face.empty()) continue;
        part.planes_.push_back(planes_[f]);
        part.faces_.push_back(std::move(face));
    }
    if (cap.empty() || part.faces_.empty()) return part;
    part.planes_.push_back(side);
    part.faces_.push_back(std::move(cap));
    return part;
}

std::pair<double, double> SplitCell::extent(const Vec3& normal) const {
    double least = 1e300, most = -1e300;
    for (const Face& face : faces_)
        for (const Edge& edge : face) {
            const double at = dot(normal, edge.from);
            least = std::min(least, at);
            most = std::max(most, at);
        }
    return {least, most};
}

Vec3 SplitCell::middle() const {
    Vec3 sum;
    double count = 0;
    for (const Face& face : faces_)
        for (const Edge& edge : face) sum = sum + edge.from, count += 1;
    return sum * (1 / count);
}

}  // namespace hullbake::oracle
