#include "oracle/solids/file_brushes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace hullbake::oracle {
namespace {

/// Bounds the rounding of vertices and distances, in units. Added to the deviation that is allowed.
constexpr double kDistanceRounding = 1e-8;
/// Distance, in units, within which a corner of the brush is a corner of a face. Bounds rounding. A face that is
/// narrower may be left out: rounding the points of its neighbours by as much leaves nothing of it.
constexpr double kOnFacePlane = 1e-9;

bool onGrid(const MapBrush& brush) {
    const auto whole = [](const Vec3& p) {
        return p.x == std::floor(p.x) && p.y == std::floor(p.y) && p.z == std::floor(p.z);
    };
    return std::all_of(brush.faces.begin(), brush.faces.end(), [&](const MapFace& face) {
        if (!face.plane) return std::all_of(face.points.begin(), face.points.end(), whole);
        const Vec3& n = face.plane->normal;
        const bool axial = std::abs(n.x) + std::abs(n.y) + std::abs(n.z) == 1 && whole(n);
        return axial && whole({face.plane->dist, 0, 0}) && whole(face.plane->origin);
    });
}

/// Returns the file's plane nearest to a face, and the largest distance of a corner of the face from it.
std::pair<const format::SideRecord*, double> nearestSide(std::span<const format::SideRecord> sides,
                                                         const BarePlane& plane, const std::vector<Vec3>& corners) {
    const format::SideRecord* best = nullptr;
    double least = 1e300;
    for (const format::SideRecord& side : sides) {
        const Vec3 normal{side.normal[0], side.normal[1], side.normal[2]};
        if (dot(normal, plane.normal) < 0.9) continue;
        double furthest = 0;
        for (const Vec3& p : corners) furthest = std::max(furthest, std::abs(dot(normal, p) - side.dist));
        if (furthest < least) least = furthest, best = &side;
    }
    return {best, least};
}

std::vector<Vec3> cornersOf(const BarePlane& plane, const BareBrush& brush) {
    std::vector<Vec3> corners;
    for (const Real3& v : brush.corners)
        if (std::abs(static_cast<double>(dot(v, plane.normal)) - plane.dist) < kOnFacePlane)
            corners.push_back(rounded(v));
    return corners;
}

std::uint32_t isLiquid(Contents contents) {
    return any(contents & kMaskPassable) ? 1 : 0;
}

/// The file rounds bounds outwards to floats: far from the origin that is more than a brush may differ by.
bool sameBounds(const BareBrush& brush, const format::BrushRecord& record) {
    constexpr double kSameBounds = 1e-2, kFloatStep = 0x1p-23;
    const auto same = [](double own, double stored) {
        return std::abs(own - stored) <= kSameBounds + kFloatStep * std::abs(own);
    };
    for (int axis = 0; axis < 3; ++axis) {
        double low = 1e300, high = -1e300;
        for (const Vec3& v : brush.vertices) low = std::min(low, v[axis]), high = std::max(high, v[axis]);
        if (!same(low, record.mins[axis]) || !same(high, record.maxs[axis])) return false;
    }
    return true;
}

}  // namespace

FileBrushes::FileBrushes(const MapFile& map, const ClipMap& baked)
    : map_(map), baked_(baked), claimed_(baked.tables().brushes.size(), false) {
    for (const format::BrushRecord& record : baked.tables().brushes)
        records_[{record.entity, record.number, isLiquid(static_cast<Contents>(record.contents))}] = &record;
}

/// Finds the planes of the record that belong to the faces of the solid. Returns a reason if one is missing.
std::string FileBrushes::comparePlanes(const MapSolid& solid, const format::BrushRecord& record,
                                       double& furthest) const {
    if (record.contents != static_cast<std::uint32_t>(solid.contents)) return "its contents are others";
    const double bound = onGrid(map_.entities[solid.entity].brushes[solid.number]) ? 0 : kFilePlaneBound;
    const auto sides = baked_.tables().sides.subspan(record.firstSide, record.faceCount);
    for (const BarePlane& plane : solid.brush.planes) {
        if (!plane.isFace) continue;
        const std::vector<Vec3> corners = cornersOf(plane, solid.brush);
        if (!corners.empty() && !spansPolygon(corners, kOnFacePlane)) continue;
        const auto [side, away] = nearestSide(sides, plane, corners);
        if (side == nullptr || away > bound + kDistanceRounding)
            return "a face lies " + std::to_string(away) + " units from the file's plane";
        furthest = std::max(furthest, away);
    }
    return {};
}

/// Finds the record that stands for a duplicate brush. The compiler keeps only one of two equal brushes.
const format::BrushRecord* FileBrushes::twinOf(const MapSolid& solid) const {
    for (const format::BrushRecord& record : baked_.tables().brushes) {
        if (!sameBounds(solid.brush, record)) continue;
        double furthest = 0;
        if (comparePlanes(solid, record, furthest).empty()) return &record;
    }
    return nullptr;
}

std::string FileBrushes::compare(const MapSolid& solid) {
    const auto found = records_.find({solid.entity, solid.number, isLiquid(solid.contents)});
    const format::BrushRecord* const record = found != records_.end() ? found->second : twinOf(solid);
    if (record == nullptr) return "the brush is not in the file";
    claimed_[static_cast<std::size_t>(record - baked_.tables().brushes.data())] = true;
    double furthest = 0;
    std::string reason = comparePlanes(solid, *record, furthest);
    if (reason.empty()) deviation_ = std::max(deviation_, furthest);
    return reason;
}

std::size_t FileBrushes::unclaimed() const {
    return static_cast<std::size_t>(std::count(claimed_.begin(), claimed_.end(), false));
}

}  // namespace hullbake::oracle
