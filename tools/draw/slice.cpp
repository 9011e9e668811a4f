#include "tools/draw/slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "tools/input/arguments.hpp"

namespace hullbake::draw {
namespace {

using namespace format;

/// Length of a projected unit normal below which a side is parallel to the plane of the drawing. Sides of real maps
/// that are so nearly parallel meet it outside of every level.
constexpr double kNearlyLevel = 1e-9;

Vec3 vectorOf(const double (&v)[3]) {
    return {v[0], v[1], v[2]};
}

Plane nodePlane(const Tables& tables, const NodeRecord& node) {
    if (node.kind() == kGeneralPlane) {
        const PlaneRecord& plane = tables.planes[node.plane];
        return {vectorOf(plane.normal), plane.dist};
    }
    Plane plane{{}, node.axialDist()};
    plane.normal[static_cast<int>(node.kind())] = 1;
    return plane;
}

Polygon cutBy(const Polygon& polygon, const std::optional<HalfPlane>& half) {
    return half ? clipped(polygon, *half) : Polygon();
}

/// Calls visit(contents, polygon) for each leaf below `child` that the plane cuts within the polygon.
template <class Visit>
void forLeaves(const Tables& tables, ChildRef child, const SlicePlane& plane, const Polygon& polygon,
               const Visit& visit) {
    if (polygon.empty()) return;
    if (isLeaf(child)) return visit(static_cast<Contents>(leafContents(child)), polygon);
    const NodeRecord& node = tables.nodes[child];
    const std::optional<HalfPlane> back = plane.cut(nodePlane(tables, node));
    if (!back) return forLeaves(tables, node.front(), plane, polygon, visit);
    if (back->x == 0 && back->y == 0) return forLeaves(tables, node.back, plane, polygon, visit);
    forLeaves(tables, node.front(), plane, clipped(polygon, opposite(*back)), visit);
    forLeaves(tables, node.back, plane, clipped(polygon, *back), visit);
}

/// Cuts one brush, grown by `box` if there is one.
Polygon sliceBrush(const Tables& tables, const BrushRecord& brush, const SlicePlane& plane, const Box* box,
                   Polygon polygon) {
    for (const SideRecord& side : tables.sides.subspan(brush.firstSide, brush.sideCount)) {
        const bool grows = box != nullptr && (side.flags & kSideNotGrown) == 0;
        if (box == nullptr && (side.flags & kSideIsBevel) != 0) continue;
        const Vec3 normal = vectorOf(side.normal);
        polygon = cutBy(polygon, plane.cut({normal, side.dist + (grows ? support(normal, *box) : 0)}));
        if (polygon.empty()) break;
    }
    return polygon;
}

template <class Visit>
void forBrushes(const Tables& tables, const Visit& visit) {
    for (std::uint32_t m = 0; m < tables.models.size(); ++m) {
        const ModelRecord& model = tables.models[m];
        for (std::uint32_t b = model.firstBrush; b < model.firstBrush + model.brushCount; ++b)
            visit(b, m, tables.brushes[b]);
    }
}

/// Returns a frame that holds every level.
Frame widestFrame() {
    const double most = 2 * kMaxCoordinate;
    return {{-most, -most}, {most, most}};
}

}  // namespace

bool countsForBoxes(const Tables& tables, const BrushRecord& brush, const Box& box) {
    const bool clip = static_cast<Contents>(brush.contents) == Contents::Clip;
    if (clip && box.mins == box.maxs) return false;
    for (std::uint32_t h = 0; h < tables.hulls.size(); ++h) {
        const HullRecord& hull = tables.hulls[h];
        const bool isPoint = vectorOf(hull.mins) == vectorOf(hull.maxs);
        if (!(clip && isPoint) && (brush.hullMask >> h & 1) == 0) return false;
    }
    return true;
}

Vec3 SlicePlane::place(const Point& p) const {
    return right * p.x + up * p.y + plane.normal * plane.dist;
}

std::optional<HalfPlane> SlicePlane::cut(const Plane& side) const {
    const double along = dot(side.normal, plane.normal);
    const HalfPlane half{dot(side.normal, right), dot(side.normal, up), side.dist - along * plane.dist};
    if (half.x * half.x + half.y * half.y > kNearlyLevel * kNearlyLevel) return half;
    // The drawing shows what is just in front of its plane.
    const bool inside = half.dist > 0 || (half.dist == 0 && along < 0);
    return inside ? std::optional(HalfPlane{}) : std::nullopt;
}

SlicePlane axialPlane(int axis, double value) {
    SlicePlane plane;
    plane.axis = axis;
    plane.plane.dist = value;
    plane.plane.normal[axis] = 1;
    plane.right = axis == 0 ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    plane.up = axis == 2 ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
    return plane;
}

SlicePlane anyPlane(const Vec3& normal, double dist) {
    const double size = length(normal);
    for (int a = 0; a < 3; ++a)
        if (normal[a] == size) return axialPlane(a, dist / size);
    SlicePlane plane;
    plane.plane = {normal * (1 / size), dist / size};
    const Vec3 level{-plane.plane.normal.y, plane.plane.normal.x, 0};
    const double slope = length(level);
    plane.right = slope > kNearlyLevel ? level * (1 / slope) : Vec3{1, 0, 0};
    plane.up = cross(plane.plane.normal, plane.right);
    return plane;
}

std::optional<SlicePlane> parsePlane(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) return std::nullopt;
    const auto dist = cli::parseNumber(text.substr(equals + 1));
    if (!dist || !(std::abs(*dist) <= kMaxCoordinate)) return std::nullopt;
    std::string_view name = text.substr(0, equals);
    if (name.size() == 1 && name[0] >= 'x' && name[0] <= 'z') return axialPlane(name[0] - 'x', *dist);
    Vec3 normal;
    for (int a = 0; a < 3; ++a) {
        const std::size_t comma = a < 2 ? name.find(',') : name.size();
        if (comma == std::string_view::npos) return std::nullopt;
        const auto number = cli::parseNumber(name.substr(0, comma));
        if (!number) return std::nullopt;
        normal[a] = *number;
        if (a < 2) name.remove_prefix(comma + 1);
    }
    const double size = length(normal);
    if (!(size > 1e-6 && size < 1e6) || !(std::abs(*dist / size) <= kMaxCoordinate)) return std::nullopt;
    return anyPlane(normal, *dist);
}

std::string planeText(const SlicePlane& plane) {
    const auto& [normal, dist] = plane.plane;
    if (plane.axis >= 0) return fmt::format("{}={}", "xyz"[plane.axis], dist);
    return fmt::format("{:.6g},{:.6g},{:.6g}={:.6g}", normal.x + 0.0, normal.y + 0.0, normal.z + 0.0, dist);
}

std::vector<BrushSlice> sliceBrushes(const ClipMap& map, const SlicePlane& plane, const Frame& frame) {
    std::vector<BrushSlice> slices;
    const Polygon whole = polygonOf(frame);
    forBrushes(map.tables(), [&](std::uint32_t index, std::uint32_t model, const BrushRecord& brush) {
        Polygon polygon = sliceBrush(map.tables(), brush, plane, nullptr, whole);
        if (!polygon.empty()) slices.push_back({std::move(polygon), index, model});
    });
    return slices;
}

std::vector<Cell> sliceHull(const ClipMap& map, HullId hull, Contents mask, const SlicePlane& plane,
                            const Frame& frame) {
    const Tables& tables = map.tables();
    std::vector<Cell> cells;
    const auto keep = [&](Contents contents, const Polygon& polygon) {
        if (any(contents & mask)) cells.push_back({polygon, contents});
    };
    for (std::uint32_t m = 0; m < tables.models.size(); ++m) {
        const RootRecord& root = tables.root(hull.value, m);
        if (any(mask & kMaskBlocking)) forLeaves(tables, root.blocking, plane, polygonOf(frame), keep);
        if (any(mask & kMaskPassable)) forLeaves(tables, root.liquid, plane, polygonOf(frame), keep);
    }
    return cells;
}

std::vector<Polygon> sliceLeaves(const ClipMap& map, HullId hull, const SlicePlane& plane, const Frame& frame) {
    std::vector<Polygon> leaves;
    if (map.modelCount() > 0)
        forLeaves(map.tables(), map.tables().root(hull.value, 0).blocking, plane, polygonOf(frame),
                  [&](Contents, const Polygon& polygon) { leaves.push_back(polygon); });
    return leaves;
}

std::vector<Cell> sliceBox(const ClipMap& map, const Box& box, Contents mask, const SlicePlane& plane,
                           const Frame& frame) {
    const Tables& tables = map.tables();
    std::vector<Cell> cells;
    const Polygon whole = polygonOf(frame);
    forBrushes(tables, [&](std::uint32_t, std::uint32_t, const BrushRecord& brush) {
        const auto contents = static_cast<Contents>(brush.contents);
        if (!any(contents & mask) || !countsForBoxes(tables, brush, box)) return;
        Polygon polygon = sliceBrush(tables, brush, plane, &box, whole);
        if (!polygon.empty()) cells.push_back({std::move(polygon), contents});
    });
    return cells;
}

std::optional<Frame> sliceBounds(const ClipMap& map, const SlicePlane& plane) {
    std::optional<Frame> bounds;
    for (const BrushSlice& slice : sliceBrushes(map, plane, widestFrame())) {
        const Frame one = boundsOf(slice.polygon);
        if (!bounds) bounds = one;
        bounds->mins = {std::min(bounds->mins.x, one.mins.x), std::min(bounds->mins.y, one.mins.y)};
        bounds->maxs = {std::max(bounds->maxs.x, one.maxs.x), std::max(bounds->maxs.y, one.maxs.y)};
    }
    return bounds;
}

}  // namespace hullbake::draw
