#include "compiler/compiler_support.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::test {

HullId Baked::hull(std::string_view name) const {
    const auto found = map.findHull(name);
    if (!found) ADD_FAILURE() << "no hull " << name;
    return found.value_or(HullId{0xffff});
}

Contents Baked::at(const Vec3& p, std::string_view hullName, std::uint32_t model) const {
    return map.contentsAt({.hull = hull(hullName), .model = {model}}, p);
}

Baked bake(const MapFile& map, const CompileSettings& settings, const std::string& text) {
    Baked baked;
    baked.result = compileMap(map, text, settings);
    const OpenResult open = ClipMap::open(baked.result.blob);
    if (open) {
        baked.map = open.map;
    } else {
        ADD_FAILURE() << map.path << ": " << statusText(open.status);
        for (const Remark& remark : baked.result.report.remarks)
            if (remark.severity == Severity::Error) ADD_FAILURE() << remark.where.text();
    }
    return baked;
}

CompileSettings pointOnly() {
    CompileSettings settings;
    settings.hulls = {{"point", {}}};
    return settings;
}

std::size_t countRemarks(const CompileReport& report, Severity severity, const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(report.remarks.begin(), report.remarks.end(), [&](const Remark& remark) {
            return remark.severity == severity && remark.where.message.find(text) != std::string::npos;
        }));
}

bool remarkedAt(const CompileReport& report, std::uint32_t line, const std::string& text) {
    return std::any_of(report.remarks.begin(), report.remarks.end(), [&](const Remark& remark) {
        return remark.where.pos.line == line && remark.where.message.find(text) != std::string::npos;
    });
}

std::vector<Vec3> verticesOf(const Solid& solid) {
    std::vector<Vec3> vertices;
    for (const SolidSide& side : solid.sides)
        for (const WindingVertex& vertex : side.winding.vertices)
            if (std::none_of(vertices.begin(), vertices.end(),
                             [&](const Vec3& p) { return length(p - vertex.p) < 1e-7; }))
                vertices.push_back(vertex.p);
    std::sort(vertices.begin(), vertices.end(), [](const Vec3& a, const Vec3& b) {
        for (int axis = 0; axis < 3; ++axis)
            if (std::fabs(a[axis] - b[axis]) > 1e-7) return a[axis] < b[axis];
        return false;
    });
    return vertices;
}

double areaOf(const Winding& winding) {
    Vec3 sum;
    for (std::size_t i = 1; i + 1 < winding.vertices.size(); ++i)
        sum = sum +
              cross(winding.vertices[i].p - winding.vertices[0].p, winding.vertices[i + 1].p - winding.vertices[0].p);
    return length(sum) / 2;
}

double volumeOf(const ConvexCell& cell) {
    const Vec3 apex = cell.interior();
    double volume = 0;
    for (const CellFace& face : cell.faces) volume += areaOf(face.winding) * -distanceTo(face.plane, apex) / 3;
    return volume;
}

bool isConvex(const Winding& winding, const Vec3& normal) {
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 &a = winding.vertices[i].p, &b = winding.vertices[(i + 1) % n].p,
                   &c = winding.vertices[(i + 2) % n].p;
        if (dot(cross(b - a, c - b), normal) > 1e-6 * length(c - a)) return false;
    }
    return n >= 3;
}

bool covers(const Winding& winding, const Vec3& normal, const Vec3& p, double margin) {
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 &a = winding.vertices[i].p, &b = winding.vertices[(i + 1) % n].p;
        const Vec3 along = b - a;
        if (dot(cross(along, p - a), normal) > -margin * length(along)) return false;
    }
    return n >= 3;
}

}  // namespace hullbake::test
