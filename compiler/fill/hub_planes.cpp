// Halves the directions of the polygons around each point again and again, by planes with short whole normals.

#include "compiler/fill/hub_planes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "compiler/geometry/exact_side.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kHubPolygons = 64;       // lower bound of the polygons at a hub
constexpr std::size_t kMostHubs = 64;          // upper bound of the hubs; those of most polygons come first
constexpr std::size_t kFewEnough = 16;         // polygons that are not halved further
constexpr std::size_t kPolygonsPerPlane = 4;   // lower bound, over all planes of a hub
constexpr double kHalvingShare = 0.75;         // upper bound of the share of polygons on one side of a plane
constexpr double kLongestComponent = 1 << 14;  // of a whole normal

// The corner of a polygon. Corners at one exact position have equal doubles, as each is rounded once.
struct PolygonCorner {
    Vec3 p;
    PlaneId planes[3];
    const Winding* polygon;
};
using Corners = std::span<const PolygonCorner>;

auto positionOf(const PolygonCorner& corner) {
    return std::tie(corner.p.x, corner.p.y, corner.p.z);
}

// Adds the points where the edges beside each edge of a polygon would meet. All sides of a cone whose apex is cut off
// have such a point at the apex.
void addBuried(const PlaneEquations& equations, const Winding& polygon, std::vector<PolygonCorner>& corners) {
    const auto& vertices = polygon.vertices;
    const std::size_t n = vertices.size();
    if (!std::all_of(vertices.begin(), vertices.end(), [](const WindingVertex& vertex) { return vertex.exact; }))
        return;
    for (std::size_t i = 0; n >= 4 && i < n; ++i) {
        const PlaneId one = vertices[i].edge, other = vertices[(i + 2) % n].edge;
        Vec3 p;
        if (meetingPoint(equations.of(polygon.plane), equations.of(one), equations.of(other), p))
            corners.push_back({p, {polygon.plane, one, other}, &polygon});
    }
}

std::vector<PolygonCorner> sortedCorners(std::span<const Winding* const> polygons, const PlaneEquations* buried) {
    std::vector<PolygonCorner> corners;
    for (const Winding* polygon : polygons) {
        PlaneId before = polygon->vertices.back().edge;
        for (const WindingVertex& vertex : polygon->vertices) {
            if (vertex.exact) corners.push_back({vertex.p, {polygon->plane, before, vertex.edge}, polygon});
            before = vertex.edge;
        }
        if (buried != nullptr) addBuried(*buried, *polygon, corners);
    }
    std::stable_sort(corners.begin(), corners.end(),
                     [](const PolygonCorner& a, const PolygonCorner& b) { return positionOf(a) < positionOf(b); });
    return corners;
}

// Returns the corners at each hub.
std::vector<Corners> hubsOf(const std::vector<PolygonCorner>& corners) {
    std::vector<Corners> hubs;
    for (std::size_t begin = 0, end; begin < corners.size(); begin = end) {
        for (end = begin + 1; end < corners.size() && positionOf(corners[end]) == positionOf(corners[begin]);) ++end;
        if (end - begin >= kHubPolygons) hubs.push_back(Corners(corners).subspan(begin, end - begin));
    }
    std::stable_sort(hubs.begin(), hubs.end(), [](Corners a, Corners b) { return a.size() > b.size(); });
    if (hubs.size() > kMostHubs) hubs.resize(kMostHubs);
    return hubs;
}

using WholeNormal = std::array<std::int64_t, 3>;

struct Halves {
    WholeNormal normal{};
    std::vector<PolygonCorner> front, back;  // a polygon that is cut is in both
    std::size_t larger() const { return std::max(front.size(), back.size()); }
};

Vec3 directionOf(const PolygonCorner& corner) {
    const Vec3 way = centreOf(*corner.polygon) - corner.p;
    return way * (1 / std::sqrt(dot(way, way)));
}

// Returns the rounded normal of a plane through the hub that holds their mean direction, turned so that half of the
// directions are on each side of it. It is axial where many directions are at an obtuse angle to the mean.
std::optional<WholeNormal> halvingNormal(const std::vector<Vec3>& directions, const Vec3& mean, int axis) {
    constexpr double kMostAhead = 0.9;  // lower bound of the share of directions at an acute angle to the mean
    std::vector<double> slopes;
    for (const Vec3& direction : directions)
        if (const double along = dot(mean, direction); along > 0) slopes.push_back(direction[axis] / along);
    Vec3 normal{};
    normal[axis] = 1;
    if (static_cast<double>(slopes.size()) >= kMostAhead * static_cast<double>(directions.size())) {
        const auto median = slopes.begin() + static_cast<std::ptrdiff_t>(slopes.size() / 2);
        std::nth_element(slopes.begin(), median, slopes.end());
        normal = normal - mean * *median;
    }
    const double longest = std::max({std::fabs(normal.x), std::fabs(normal.y), std::fabs(normal.z)});
    if (!(longest > 1e-6)) return std::nullopt;
    WholeNormal whole;
    for (int a = 0; a < 3; ++a)
        whole[static_cast<std::size_t>(a)] =
            static_cast<std::int64_t>(std::floor(normal[a] / longest * kLongestComponent + 0.5));
    return whole;
}

Halves halvesAt(Corners corners, const WholeNormal& whole) {
    constexpr double kOnRay = 1e-9;  // of the product with the normal, relative to the lengths of both
    const Vec3 normal{static_cast<double>(whole[0]), static_cast<double>(whole[1]), static_cast<double>(whole[2])};
    Halves halves;
    halves.normal = whole;
    for (const PolygonCorner& corner : corners) {
        bool front = false, back = false;
        for (const WindingVertex& vertex : corner.polygon->vertices) {
            const Vec3 way = vertex.p - corner.p;
            const double height = dot(way, normal), least = kOnRay * std::sqrt(dot(way, way) * dot(normal, normal));
            front = front || height > least;
            back = back || height < -least;
        }
        if (front) halves.front.push_back(corner);
        if (back) halves.back.push_back(corner);
    }
    return halves;
}

std::optional<Halves> bestHalves(Corners corners) {
    std::vector<Vec3> directions;
    Vec3 mean{};
    for (const PolygonCorner& corner : corners) {
        directions.push_back(directionOf(corner));
        mean = mean + directions.back();
    }
    mean = mean * (1.0 / static_cast<double>(corners.size()));
    std::optional<Halves> best;
    for (int axis = 0; axis < 3; ++axis) {
        const auto normal = halvingNormal(directions, mean, axis);
        if (!normal) continue;
        Halves halves = halvesAt(corners, *normal);
        if (!best || halves.larger() < best->larger()) best = std::move(halves);
    }
    if (best && static_cast<double>(best->larger()) > kHalvingShare * static_cast<double>(corners.size())) return {};
    return best;
}

// Adds the planes of one hub, those that divide most polygons first.
void halve(FillPlanes& planes, Corners hub, std::vector<PlaneId>& added) {
    const auto& meeting = hub.front().planes;
    std::vector<std::vector<PolygonCorner>> pending;
    pending.emplace_back(hub.begin(), hub.end());
    std::size_t left = hub.size() / kPolygonsPerPlane;
    for (std::size_t i = 0; i < pending.size() && left > 0; ++i) {
        const std::vector<PolygonCorner> corners = std::move(pending[i]);
        if (corners.size() <= kFewEnough) continue;
        auto halves = bestHalves(corners);
        if (!halves) continue;
        const PlaneEquations& equations = planes.equations();
        const PlaneEquation through =
            planeThrough(equations.of(meeting[0]), equations.of(meeting[1]), equations.of(meeting[2]), halves->normal);
        if (!through.known()) return;
        added.push_back(planes.addExact(through));
        --left;
        pending.push_back(std::move(halves->front));
        pending.push_back(std::move(halves->back));
    }
}

}  // namespace

std::vector<PlaneId> addHubPlanes(FillPlanes& planes, std::span<const Winding* const> polygons, Hubs hubs) {
    const std::vector<PolygonCorner> corners =
        sortedCorners(polygons, hubs == Hubs::Buried ? &planes.equations() : nullptr);
    std::vector<PlaneId> added;
    for (const Corners hub : hubsOf(corners)) halve(planes, hub, added);
    return added;
}

}  // namespace hullbake
