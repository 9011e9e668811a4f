#include "oracle/settled_planes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace hullbake::oracle {
namespace {

/// Units: rounding of vertices and distances, beside the deviation that is allowed.
constexpr double kRounding = 1e-8;
/// Units: vertices this close to a text face's plane are its corners.
constexpr double kOnFace = 1e-6;

bool onGrid(const MapBrush& brush) {
    const auto whole = [](const Vec3& p) {
        return p.x == std::floor(p.x) && p.y == std::floor(p.y) && p.z == std::floor(p.z);
    };
    return std::all_of(brush.faces.begin(), brush.faces.end(),
                       [&](const MapFace& face) { return std::all_of(face.points.begin(), face.points.end(), whole); });
}

/// The file's plane nearest to a face, and how far the face's corners lie from it.
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

std::string settle(MapSolid& solid, std::span<const format::SideRecord> sides, double deviation) {
    std::vector<BarePlane> planes;
    for (const BarePlane& plane : solid.brush.planes) {
        std::vector<Vec3> corners;
        for (const Vec3& v : solid.brush.vertices)
            if (std::abs(dot(plane.normal, v) - plane.dist) < kOnFace) corners.push_back(v);
        if (corners.size() < 3) continue;  // The face does not show.
        const auto [side, away] = nearestSide(sides, plane, corners);
        if (side == nullptr || away > deviation + kRounding)
            return "line " + std::to_string(solid.line) + ": a face lies " + std::to_string(away) +
                   " units from the file's plane, more than " + std::to_string(deviation);
        planes.push_back({{side->normal[0], side->normal[1], side->normal[2]}, side->dist, plane.grows});
    }
    auto settled = solvePlanes(planes);
    if (!settled) return "line " + std::to_string(solid.line) + ": the planes in the file make no solid";
    solid.brush = std::move(*settled);
    return {};
}

}  // namespace

std::string adoptSettledPlanes(const MapFile& map, const ClipMap& baked, double deviation, MapModel& model) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, const format::BrushRecord*> records;
    for (const format::BrushRecord& record : baked.brushes()) records[{record.entity, record.number}] = &record;
    for (MapSolid& solid : model.solids) {
        if (onGrid(map.entities[solid.entity].brushes[solid.number])) continue;
        const auto found = records.find({solid.entity, solid.number});
        if (found == records.end()) return "line " + std::to_string(solid.line) + ": the brush is not in the file";
        const format::BrushRecord& record = *found->second;
        const std::string reason = settle(solid, baked.sides().subspan(record.firstSide, record.faceCount), deviation);
        if (!reason.empty()) return reason;
    }
    return {};
}

}  // namespace hullbake::oracle
