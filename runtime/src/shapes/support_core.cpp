#include "shapes/support_core.hpp"

namespace hullbake::detail {

SupportCore::SupportCore(const Core& core, const Vec3& place) noexcept : core_(core), place_(place) {
    if (core.rank == CoreRank::Cylinder) return;
    if (core.rank == CoreRank::Convex) {
        for (unsigned i = 0; i < core.convex->cornerCount; ++i) add(place + core.fromOwn(core.convex->corners[i]));
        return;
    }
    const auto ends = [](double half) { return half > 0 ? 2 : 1; };
    for (int i = 0; i < ends(core.half.x); ++i)
        for (int j = 0; j < ends(core.half.y); ++j)
            for (int k = 0; k < ends(core.half.z); ++k)
                add(place + core.fromOwn({i > 0 ? core.half.x : -core.half.x, j > 0 ? core.half.y : -core.half.y,
                                          k > 0 ? core.half.z : -core.half.z}));
}

double SupportCore::reach(const Vec3& n) const noexcept {
    if (isRound()) {
        const double along = dot(n, core_.axes[2]);
        return dot(n, place_) + core_.half.z * std::fabs(along) + core_.half.x * length(n - core_.axes[2] * along);
    }
    double farthest = dot(corner(0), n);
    for (unsigned i = 1; i < cornerCount_; ++i) {
        const double at = dot(corner(i), n);
        farthest = at > farthest ? at : farthest;
    }
    return farthest;
}

Vec3 SupportCore::farthest(const Vec3& direction) const noexcept {
    if (isRound()) {
        // In its own frame the rim stays level, however steep the direction is.
        const Vec3 own = core_.intoOwn(direction);
        const double level = std::sqrt(own.x * own.x + own.y * own.y);
        const double scale = level > 0 ? core_.half.x / level : 0;
        return place_ + core_.fromOwn({own.x * scale, own.y * scale, own.z < 0 ? -core_.half.z : core_.half.z});
    }
    unsigned best = 0;
    double farthest = dot(corner(0), direction);
    for (unsigned i = 1; i < cornerCount_; ++i) {
        const double at = dot(corner(i), direction);
        best = at > farthest ? i : best;
        farthest = at > farthest ? at : farthest;
    }
    return corner(best);
}

unsigned SupportCore::faceCount() const noexcept {
    switch (core_.rank) {
        case CoreRank::Box:
            return 6;
        case CoreRank::Cylinder:
            return 2;
        case CoreRank::Convex:
            return core_.convex->faceCount;
        case CoreRank::Point:
        case CoreRank::Segment:
            break;
    }
    return 0;
}

Vec3 SupportCore::faceNormal(unsigned i) const noexcept {
    if (core_.rank == CoreRank::Convex) {
        const Vec3 n = core_.fromOwn(core_.convex->faces[i].normal);
        return n * (1 / length(n));
    }
    const Vec3& axis = core_.axes[core_.rank == CoreRank::Cylinder ? 2 : i / 2];
    return i % 2 == 0 ? axis : -axis;
}

unsigned SupportCore::edgeCount() const noexcept {
    if (core_.rank == CoreRank::Box) return 12;
    if (core_.rank == CoreRank::Convex) return core_.convex->edgeCount;
    return core_.rank == CoreRank::Segment ? 1 : 0;
}

CoreEdge SupportCore::edge(unsigned i) const noexcept {
    if (core_.rank == CoreRank::Convex) return convexEdge(core_.convex->edges[i]);
    CoreEdge edge;
    const unsigned k = i / 4, l = (k + 1) % 3, m = (k + 2) % 3;
    edge.along = core_.axes[k];
    edge.from = place_;
    if (core_.rank == CoreRank::Segment) return edge;
    const Vec3 l1 = i % 2 == 0 ? core_.axes[l] : -core_.axes[l], m1 = i % 4 < 2 ? core_.axes[m] : -core_.axes[m];
    edge.from = place_ + l1 * core_.half[static_cast<int>(l)] + m1 * core_.half[static_cast<int>(m)];
    edge.inward[0] = -l1;
    edge.inward[1] = -m1;
    return edge;
}

CoreEdge SupportCore::convexEdge(const ConvexShape::Edge& own) const {
    const ConvexShape& convex = *core_.convex;
    CoreEdge edge;
    const unsigned p = own.corners[0] < cornerCount_ ? own.corners[0] : 0,
                   q = own.corners[1] < cornerCount_ ? own.corners[1] : 0;
    edge.from = corner(p);
    const Vec3 along = corner(q) - corner(p);
    const double size = length(along);
    if (!(size > 0)) return edge;
    edge.along = along * (1 / size);
    if (convex.extent == ConvexExtent::Segment || convex.faceCount == 0) return edge;
    // Lengths to rounding are good enough: these directions only decide what is tried.
    const Vec3 normals[2] = {core_.fromOwn(convex.faces[own.faces[0] % convex.faceCount].normal),
                             core_.fromOwn(convex.faces[own.faces[1] % convex.faceCount].normal)};
    for (int side = 0; side < 2; ++side) {
        edge.inward[side] = cross(normals[side], edge.along);
        // A face lies behind the one across the edge. Both faces of a polygon lie on the side of its corners.
        double outward = dot(edge.inward[side], normals[1 - side]);
        if (convex.extent == ConvexExtent::Polygon) {
            outward = 0;
            for (unsigned i = 0; i < cornerCount_; ++i) outward -= dot(edge.inward[side], corner(i) - edge.from);
        }
        if (outward > 0) edge.inward[side] = -edge.inward[side];
    }
    return edge;
}

}  // namespace hullbake::detail
