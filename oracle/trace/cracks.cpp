#include "oracle/trace/cracks.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace hullbake::oracle {
namespace {

/// Counts everything deeper than rounding as inside, because cracks may be narrower than the contract's tolerance.
constexpr Tolerance kFinest{1e-4 * kSurfaceTolerance, 0.1, 1e-8, kMaxCoordinate};

/// Calls visit(plane) for the planes within kClosedWidth of `p`, of all brushes that near.
template <typename Visit>
void visitPlanesNear(const SolidSet& solids, const Vec3& p, const Visit& visit) {
    for (const std::uint32_t index : solids.within(p, kClosedWidth, kMaskBlocking))
        for (const GrownPlane& plane : solids.brushes()[index].planes)
            if (std::abs(dot(plane.normal, p) - plane.dist) < kClosedWidth) visit(plane);
}

/// Returns the free distance from `p` in that direction, at most kClosedWidth.
double freeWay(const SolidSet& solids, const Vec3& p, const Vec3& direction) {
    const TraceAnswer answer = solids.trace(p, p + direction * kClosedWidth, kMaskBlocking, kFinest);
    return answer.hit ? answer.hitFraction * kClosedWidth : kClosedWidth;
}

}  // namespace

bool inCrack(const SolidSet& solids, const Vec3& p) {
    bool found = false;
    visitPlanesNear(solids, p, [&](const GrownPlane& plane) {
        const Vec3& n = plane.normal;
        const Vec3 u = normalized(cross(n, std::abs(n.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0})), v = cross(n, u);
        for (int i = 0; i < 9 && !found; ++i) {
            const Vec3 q = p + u * (kSampleDistance * (i % 3 - 1)) + v * (kSampleDistance * (i / 3 - 1));
            found = !solids.inside(q, kMaskBlocking, kFinest) &&
                    freeWay(solids, q, n) + freeWay(solids, q, -n) < kClosedWidth;
        }
    });
    return found;
}

bool hasPlane(const SolidSet& solids, const Plane& plane, const Vec3& p) {
    const auto same = [&](const GrownPlane& other) {
        const double side = dot(other.normal, plane.normal) > 0 ? 1 : -1;
        return length(other.normal * side - plane.normal) <= kPlaneTolerance &&
               std::abs((dot(other.normal, p) - other.dist) * side - distanceTo(plane, p)) <= kPlaneTolerance;
    };
    return std::any_of(solids.brushes().begin(), solids.brushes().end(), [&](const GrownBrush& brush) {
        return std::any_of(brush.planes.begin(), brush.planes.end(), same) ||
               std::any_of(brush.touching.begin(), brush.touching.end(), same);
    });
}

}  // namespace hullbake::oracle
