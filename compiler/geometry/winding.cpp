#include "compiler/geometry/winding.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

Vec3 centreOf(const Winding& winding) {
    Vec3 sum;
    for (const WindingVertex& vertex : winding.vertices) sum = sum + vertex.p;
    return sum * (1.0 / static_cast<double>(winding.vertices.size()));
}

double widthOf(const Winding& winding, const Vec3& normal) {
    double least = 1e30;
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 a = winding.vertices[i].p;
        const Vec3 along = winding.vertices[i + 1 == n ? 0 : i + 1].p - a;
        const double edgeLength = length(along);
        if (edgeLength < kOnPlane) continue;
        const Vec3 across = cross(normal, along) * (1 / edgeLength);
        double extent = 0;
        for (const WindingVertex& vertex : winding.vertices)
            extent = std::max(extent, std::fabs(dot(vertex.p - a, across)));
        least = std::min(least, extent);
    }
    return least < 1e30 ? least : 0;
}

bool meetsBox(const Winding& winding, const Box& box) {
    Winding rest = winding;
    for (int a = 0; a < 3; ++a)
        for (const double facing : {-1.0, 1.0}) {
            Plane side;
            side.normal[a] = facing;
            side.dist = facing < 0 ? -box.mins[a] : box.maxs[a];
            rest = sharplyClipped(rest, {side, kNoPlane});
            if (rest.vertices.empty()) return false;
        }
    return true;
}

}  // namespace hullbake
