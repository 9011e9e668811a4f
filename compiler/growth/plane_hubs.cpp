// Counts corners by their rounded position, then decides exactly which planes pass through those of most corners.

#include "compiler/growth/plane_hubs.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <tuple>

#include "compiler/base/hash_mix.hpp"
#include "compiler/geometry/exact_side.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kHubCorners = 96;  // lower bound of the corners of faces at a hub; fewer are decided as quickly
constexpr std::size_t kMostHubs = 64;    // bits of a plane's hubs

// The corner of a face. Corners at one exact position have equal doubles, as each is rounded once.
struct FaceCorner {
    Vec3 p;
    PlaneId planes[3];
};

template <class Visit>
void eachCorner(std::span<const GrownBrush> brushes, const Visit& visit) {
    for (const GrownBrush& brush : brushes)
        for (const Winding& face : brush.faces) {
            PlaneId before = face.vertices.back().edge;
            for (const WindingVertex& vertex : face.vertices) {
                if (vertex.exact) visit(FaceCorner{vertex.p, {face.plane, before, vertex.edge}});
                before = vertex.edge;
            }
        }
}

std::size_t hashOfPosition(const Vec3& p) {
    std::uint64_t hash = 0;
    for (int a = 0; a < 3; ++a) hash = hashMix(hash, std::bit_cast<std::int64_t>(p[a] + 0.0));  // not -0
    return static_cast<std::size_t>(hash);
}

auto keyOf(const FaceCorner& corner) {
    return std::tie(corner.p.x, corner.p.y, corner.p.z);
}

// Returns the corners at positions that may have kHubCorners, sorted by position.
std::vector<FaceCorner> crowdedCorners(std::span<const GrownBrush> brushes) {
    std::size_t corners = 0;
    for (const GrownBrush& brush : brushes)
        for (const Winding& face : brush.faces) corners += face.vertices.size();
    std::vector<FaceCorner> crowded;
    if (corners < kHubCorners) return crowded;
    std::vector<std::uint8_t> counts(std::bit_ceil(corners));
    const std::size_t mask = counts.size() - 1;
    eachCorner(brushes, [&](const FaceCorner& corner) {
        std::uint8_t& count = counts[hashOfPosition(corner.p) & mask];
        if (count < kHubCorners) ++count;
    });
    if (std::find(counts.begin(), counts.end(), kHubCorners) == counts.end()) return crowded;
    eachCorner(brushes, [&](const FaceCorner& corner) {
        if (counts[hashOfPosition(corner.p) & mask] == kHubCorners) crowded.push_back(corner);
    });
    std::stable_sort(crowded.begin(), crowded.end(),
                     [](const FaceCorner& a, const FaceCorner& b) { return keyOf(a) < keyOf(b); });
    return crowded;
}

// Marks the planes at a position that pass through the point where those of the first corner meet.
void markPlanes(const PlaneTable& table, std::span<const FaceCorner> corners, std::uint64_t mark,
                std::vector<std::uint64_t>& hubs) {
    const PlaneEquations& equations = table.equations();
    PlaneEquation axial;  // not written: all planes are in the table
    const auto equationOf = [&](PlaneId id) -> const PlaneEquation& { return equations.find(id, axial); };
    const auto& own = corners.front().planes;
    std::vector<PlaneId> ids;
    for (const FaceCorner& corner : corners)
        for (const PlaneId id : corner.planes) ids.push_back(id & ~1u);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    for (const PlaneId id : ids) {
        bool meets = false;
        if (sideOfMeeting(equationOf(own[0]), equationOf(own[1]), equationOf(own[2]), equationOf(id), meets) == 0 &&
            meets)
            hubs[id / 2] |= mark;
    }
}

}  // namespace

std::vector<std::uint64_t> planeHubs(const PlaneTable& planes, std::span<const GrownBrush> brushes) {
    const std::vector<FaceCorner> crowded = crowdedCorners(brushes);
    std::vector<std::span<const FaceCorner>> positions;
    for (std::size_t begin = 0, end; begin < crowded.size(); begin = end) {
        for (end = begin + 1; end < crowded.size() && keyOf(crowded[end]) == keyOf(crowded[begin]);) ++end;
        if (end - begin >= kHubCorners) positions.push_back(std::span(crowded).subspan(begin, end - begin));
    }
    std::stable_sort(positions.begin(), positions.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    if (positions.size() > kMostHubs) positions.resize(kMostHubs);
    std::vector<std::uint64_t> hubs(positions.empty() ? 0 : planes.size());
    for (std::size_t i = 0; i < positions.size(); ++i) markPlanes(planes, positions[i], std::uint64_t{1} << i, hubs);
    return hubs;
}

}  // namespace hullbake
