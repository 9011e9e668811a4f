#include "oracle/trace/point_cover.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracle/trace/cell_cover.hpp"

namespace hullbake::oracle {
namespace {

/// Share of a sliver's thickness: the radius of a ball that fits into what is thicker. Below a half, because a body of
/// just that thickness is left over.
constexpr double kBallOfSliver = 0.49;

/// A cube around a point, in units of the tolerance. Bodies of points that are balls of that radius.
struct Local {
    Vec3 p;
    double reach;  ///< units of the map in one unit of the cube
    double ball;
    double half() const { return 1 - ball; }
};

enum class Meets { No, Wholly, Partly };

/// Collects the planes of the brush that cut the cube when they are moved out by `larger`. Does not move them.
Meets localPlanes(const GrownBrush& brush, const Local& local, double larger, HalfSpaces& planes) {
    planes.clear();
    for (const GrownPlane& plane : brush.planes) {
        const double dist = (plane.dist - dot(plane.normal, local.p)) / local.reach;
        const Vec3& n = plane.normal;
        const double extent = local.half() * (std::abs(n.x) + std::abs(n.y) + std::abs(n.z));
        if (dist + larger <= -extent) return Meets::No;
        if (dist + larger < extent) planes.push_back({n, dist});
    }
    return planes.empty() ? Meets::Wholly : Meets::Partly;
}

/// Tests samples of the cube first, which is quick. Returns one that no brush covers.
std::optional<Vec3> freeSample(const std::vector<HalfSpaces>& brushes, const Local& local) {
    for (int i = 0; i < 27; ++i) {
        const Vec3 p =
            Vec3{static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 % 3 - 1), static_cast<double>(i / 9 - 1)} *
            (0.9 * local.half());
        const bool covered = std::any_of(brushes.begin(), brushes.end(), [&](const HalfSpaces& planes) {
            return std::all_of(planes.begin(), planes.end(),
                               [&](const HalfSpace& side) { return dot(side.normal, p) < side.dist + local.ball; });
        });
        if (!covered) return local.p + p * local.reach;
    }
    return {};
}

double farthestAlongAxes(const Vec3& a, const Vec3& b) {
    return std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z)});
}

}  // namespace

bool coversNeighbourhood(const Vec3& p, const Tolerance& tolerance, std::span<const GrownBrush* const> cover,
                         std::span<const GrownBrush* const> excluded, std::optional<Vec3>* missing) {
    const Local local{p, tolerance.depth, kBallOfSliver * tolerance.sliver};
    const HalfSpaces cube = cubeOfHalfSize(local.half());
    HalfSpaces planes;
    for (const GrownBrush* brush : excluded) {
        const Meets meets = localPlanes(*brush, local, -local.ball, planes);
        if (meets == Meets::Wholly) return false;
        if (meets == Meets::No) continue;
        for (HalfSpace& side : planes) side.dist -= local.ball;
        planes.insert(planes.end(), cube.begin(), cube.end());
        if (shareAPoint(planes)) return false;
    }
    std::vector<HalfSpaces> brushes;
    for (const GrownBrush* brush : cover) {
        const Meets meets = localPlanes(*brush, local, local.ball, planes);
        if (meets == Meets::Wholly) return true;
        if (meets == Meets::Partly) brushes.push_back(planes);
    }
    if (brushes.empty()) return false;
    if (const std::optional<Vec3> sample = freeSample(brushes, local)) {
        if (missing != nullptr) *missing = sample;
        return false;
    }
    return coversCell(cube, brushes, local.ball);
}

std::optional<bool> KnownCover::at(const Vec3& p, const Tolerance& tolerance) const {
    const double half = tolerance.depth * (1 - tolerance.sliver);
    if (covered && farthestAlongAxes(*covered, p) <= half) return true;
    if (missing && farthestAlongAxes(*missing, p) <= half) return false;
    return {};
}

}  // namespace hullbake::oracle
