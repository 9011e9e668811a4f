#include "brushes/convex_body.hpp"

namespace hullbake::detail {

using namespace format;

TurnedConvex::TurnedConvex(const ConvexShape& set, const Vec3 (&axes)[3])
    : cornerCount(set.cornerCount), faceCount(set.faceCount), edgeCount(set.edgeCount) {
    const auto turned = [&](const Vec3& v) { return axes[0] * v.x + axes[1] * v.y + axes[2] * v.z; };
    for (unsigned i = 0; i < cornerCount; ++i) corners[i] = turned(set.corners[i]);
    for (unsigned i = 0; i < faceCount; ++i) normals[i] = turned(set.faces[i].normal);
    const auto inRange = [](unsigned i, unsigned count) { return static_cast<std::uint8_t>(i < count ? i : 0); };
    for (unsigned i = 0; i < edgeCount; ++i) {
        Edge& edge = edges[i];
        for (int k = 0; k < 2; ++k) {
            edge.corners[k] = inRange(set.edges[i].corners[k], cornerCount);
            edge.faces[k] = inRange(set.edges[i].faces[k], faceCount);
        }
        const Vec3 way = corners[edge.corners[1]] - corners[edge.corners[0]];
        const double size = length(way);
        edge.along = size > 0 ? way * (1 / size) : Vec3{};
    }
}

// Corner i has the greater coordinate on each axis whose bit is set in i. Face 2 a lies at the lower end of axis a.
TurnedConvex::TurnedConvex(const Box& box, const Vec3 (&axes)[3]) : cornerCount(8), faceCount(6), edgeCount(12) {
    for (unsigned i = 0; i < cornerCount; ++i) {
        corners[i] = {};
        for (unsigned a = 0; a < 3; ++a) {
            const int axis = static_cast<int>(a);
            corners[i] = corners[i] + axes[a] * ((i >> a & 1) != 0 ? box.maxs[axis] : box.mins[axis]);
        }
    }
    for (unsigned i = 0; i < faceCount; ++i) normals[i] = axes[i / 2] * (i % 2 == 0 ? -1 : 1);
    for (unsigned i = 0; i < edgeCount; ++i) {
        const unsigned along = i / 4, one = (along + 1) % 3, two = (along + 2) % 3, oneUp = i & 1, twoUp = i >> 1 & 1;
        const unsigned from = oneUp << one | twoUp << two;
        edges[i] = {axes[along],
                    {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(from | 1u << along)},
                    {static_cast<std::uint8_t>(2 * one + oneUp), static_cast<std::uint8_t>(2 * two + twoUp)}};
    }
}

double TurnedConvex::reach(const Vec3& direction) const {
    double reach = -1e300;
    for (unsigned i = 0; i < cornerCount; ++i) reach = std::max(reach, dot(direction, corners[i]));
    return reach;
}

Box boundsOf(const TurnedConvex& set) {
    Box box{set.corners[0], set.corners[0]};
    for (unsigned i = 1; i < set.cornerCount; ++i)
        for (int a = 0; a < 3; ++a) {
            box.mins[a] = std::min(box.mins[a], set.corners[i][a]);
            box.maxs[a] = std::max(box.maxs[a], set.corners[i][a]);
        }
    return box;
}

double TurnedConvex::reach(const Vec3& direction, unsigned& farthest) const {
    double reach = dot(direction, corners[farthest]);
    for (unsigned i = 0; i < cornerCount; ++i)
        if (const double d = dot(direction, corners[i]); d > reach) reach = d, farthest = i;
    return reach;
}

void TurnedConvex::findReaches() const {
    for (unsigned i = 0; i < faceCount; ++i) reaches_[i] = reach(normals[i]);
    reachesKnown_ = true;
}

void CrossingEdges::find(std::uint32_t face, Sides& sides) const {
    sides = {};
    const Vec3 normal = vectorOf(brush_.faces()[face].normal);
    for (unsigned k = 0; k < set_.edgeCount; ++k) {
        const double d = dot(normal, set_.edges[k].along);
        sides.front[k / 64] |= std::uint64_t{d > kNearlyCrossing} << k % 64;
        sides.back[k / 64] |= std::uint64_t{d < -kNearlyCrossing} << k % 64;
    }
}

CrossingEdges::CrossingEdges(const BrushShape& brush, const TurnedConvex& set) : brush_(brush), set_(set) {
    const auto count = static_cast<std::uint32_t>(brush.faces().size());
    for (std::uint32_t i = 0; i < std::min(count, std::uint32_t{kMostKept}); ++i) find(i, kept_[i]);
}

namespace {

// Returns true if clipPart would change the part.
bool clips(double height, double rise, const LinePart& part) {
    if (rise > 0) return -height / rise < part.leave;
    if (rise < 0) return -height / rise > part.enter;
    return height > 0;
}

}  // namespace

LinePart partInConvex(const BrushShape& brush, const TurnedConvex& set, const Vec3& start, const Vec3& delta,
                      double inset) {
    LinePart part = kWholeLine;
    for (const SideRecord& face : brush.faces()) {
        const Vec3 normal = vectorOf(face.normal);
        clipPart(heightOver(face, start) - set.reach(-normal) + inset, dot(normal, delta), part);
    }
    clipBySidesNotGrown(brush, start, delta, inset, part);
    if (part.empty()) return {};
    const auto matters = [&](const Vec3& normal, double least) {
        return clips(dot(normal, start) - least + inset, dot(normal, delta), part);
    };
    forPlanesOfSet(brush, set, matters, [&](const Vec3& normal, double dist) {
        clipPart(dot(normal, start) - dist + inset, dot(normal, delta), part);
        return !part.empty();
    });
    return part.empty() ? LinePart{} : part;
}

ConvexParts partsInConvex(const BrushShape& brush, const TurnedConvex& set, const Vec3& start, const Vec3& delta,
                          double last) {
    constexpr double kInset = kSurfaceTolerance;
    ConvexParts parts{kWholeLine, kWholeLine};
    const auto clip = [&](double height, double rise) {
        clipPart(height + kInset, rise, parts.deep);
        clipPart(height, rise, parts.touch);
    };
    for (const SideRecord& face : brush.faces()) {
        const Vec3 normal = vectorOf(face.normal);
        clip(heightOver(face, start) - set.reach(-normal), dot(normal, delta));
    }
    clipBySidesNotGrown(brush, start, delta, kInset, parts.deep);
    clipBySidesNotGrown(brush, start, delta, 0, parts.touch);
    const auto goesOn = [&] { return !parts.deep.empty() && !(std::min(parts.touch.enter, parts.deep.enter) > last); };
    if (!goesOn()) return {};
    const auto matters = [&](const Vec3& normal, double least) {
        const double height = dot(normal, start) - least, rise = dot(normal, delta);
        return clips(height + kInset, rise, parts.deep) || clips(height, rise, parts.touch);
    };
    forPlanesOfSet(brush, set, matters, [&](const Vec3& normal, double dist) {
        clip(dot(normal, start) - dist, dot(normal, delta));
        return goesOn();
    });
    if (!goesOn()) return {};
    if (parts.touch.empty()) parts.touch = {};
    return parts;
}

}  // namespace hullbake::detail
