// Looks up near planes in a hash table of buckets over normal and distance, then compares them exactly.

#include "compiler/brushes/plane_reuse.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/brushes/tolerances.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

namespace {

// Bucket size of normals (no unit) and of distances (world units) in the look-up of near planes. Far above the most
// that reused planes may differ by.
constexpr double kNormalCell = 1.0 / 1024;
constexpr double kDistCell = 8;
// Distance by which a face is widened before it is compared. World units. More than any common hull box grows a face
// sideways.
constexpr double kWidenBy = 128;
// Upper bound of the angle between a face and the plane that it reuses. Radians. A larger angle moves the widened face
// by more than kPlaneReuse.
constexpr double kMaxNormalAngle = kPlaneReuse / kWidenBy;

long long cellOf(double value, double size) {
    return static_cast<long long>(std::floor(value / size));
}

// Returns the largest distance of the widened face from the plane.
double deviationFrom(const Plane& plane, const SolidSide& side) {
    double most = 0;
    for (const WindingVertex& vertex : side.winding.vertices)
        most = std::max(most, std::fabs(distanceTo(plane, vertex.p)));
    return most + length(plane.normal - side.plane.normal) * kWidenBy;
}

}  // namespace

std::uint64_t PlaneReuse::cellKey(const Vec3& normal, double dist, int dx, int dy, int dz, int dd) const {
    const long long cell[4] = {cellOf(normal.x, kNormalCell) + dx, cellOf(normal.y, kNormalCell) + dy,
                               cellOf(normal.z, kNormalCell) + dz, cellOf(dist, kDistCell) + dd};
    return hashBytes(cell, sizeof cell);
}

void PlaneReuse::enter(const SolidSide& side) {
    const std::uint64_t key = cellKey(side.plane.normal, side.plane.dist, 0, 0, 0, 0);
    const auto isSame = [&](std::uint32_t i) {
        return planes_[i].plane.normal == side.plane.normal && planes_[i].plane.dist == side.plane.dist;
    };
    if (cells_.find(key, isSame) != IndexTable::kNone) return;
    cells_.enter(key, static_cast<std::uint32_t>(planes_.size()));
    planes_.push_back({side.plane, side.grid, side.equation, key});
}

// Returns the earliest entered plane that is near enough and faces the same way. The caller also looks up the flipped
// plane, because faces of brushes back to back must agree.
const PlaneReuse::Entry* PlaneReuse::findNear(const SolidSide& side) const {
    const Entry* found = nullptr;
    const auto near = [](double value, double size, int step) {
        // Visits a neighbouring bucket only if the value lies near the bucket's border.
        const double within = value / size - std::floor(value / size);
        return step == 0 || (step < 0 ? within < 0.25 : within > 0.75);
    };
    const Plane& plane = side.plane;
    for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy)
            for (int dz = -1; dz <= 1; ++dz)
                for (int dd = -1; dd <= 1; ++dd) {
                    if (!near(plane.normal.x, kNormalCell, dx) || !near(plane.normal.y, kNormalCell, dy) ||
                        !near(plane.normal.z, kNormalCell, dz))
                        continue;
                    const std::uint64_t key = cellKey(plane.normal, plane.dist, dx, dy, dz, dd);
                    cells_.find(key, [&](std::uint32_t i) {  // visits all entries: the lambda returns false
                        const Entry& entry = planes_[i];
                        if (entry.cell == key && (found == nullptr || &entry < found) &&
                            length(entry.plane.normal - plane.normal) <= kMaxNormalAngle &&
                            deviationFrom(entry.plane, side) <= kPlaneReuse)
                            found = &entry;
                        return false;
                    });
                }
    return found;
}

namespace {

// Computes the exactly axial plane of a face that is axial within rounding.
bool axialTwin(const SolidSide& side, Plane& plane, GridNormal& grid) {
    for (int a = 0; a < 3; ++a) {
        if (!(std::fabs(side.plane.normal[a]) > 1 - kMaxNormalAngle)) continue;
        const double facing = side.plane.normal[a] > 0 ? 1 : -1;
        plane = {};
        plane.normal[a] = facing;
        plane.dist = facing * centreOf(side.winding)[a];
        grid = {};
        grid[a] = facing > 0 ? 1 : -1;
        return deviationFrom(plane, side) <= kPlaneReuse;
    }
    return false;
}

}  // namespace

void PlaneReuse::replace(SolidSide& side, const Entry& by) {
    deviation_ = std::max(deviation_, deviationFrom(by.plane, side));
    if (!(by.plane.normal == side.plane.normal && by.plane.dist == side.plane.dist)) ++reused_;
    side.plane = by.plane;
    side.grid = by.grid;
    side.equation = by.equation;
}

bool PlaneReuse::settleSide(SolidSide& side) {
    const Plane before = side.plane;
    SolidSide turned = side;
    turned.plane = {-before.normal, -before.dist};
    Plane twin;
    GridNormal grid;
    if (const Entry* entry = findNear(side)) {
        replace(side, *entry);
    } else if (const Entry* opposite = findNear(turned)) {
        grid = opposite->grid;
        for (std::int64_t& component : grid) component = -component;
        replace(side, {{-opposite->plane.normal, -opposite->plane.dist}, grid, flipped(opposite->equation), 0});
    } else if (axialTwin(side, twin, grid)) {
        replace(side, {twin, grid, {}, 0});
    }
    return !(before.normal == side.plane.normal && before.dist == side.plane.dist);
}

std::size_t PlaneReuse::exactCount() const {
    return static_cast<std::size_t>(
        std::count_if(planes_.begin(), planes_.end(), [](const Entry& entry) { return entry.equation.known(); }));
}

bool PlaneReuse::settle(Solid& solid) {
    bool replaced = false;
    for (SolidSide& side : solid.sides) {
        if (side.grid == GridNormal{}) replaced = settleSide(side) || replaced;
        enter(side);
    }
    return replaced;
}

}  // namespace hullbake
