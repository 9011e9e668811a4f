#include "compiler/compiler_support.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <variant>

#include "formats/map_reader.hpp"

namespace hullbake::test {

Vec3 Rng::pointIn(const Box& box) {
    const double x = between(box.mins.x, box.maxs.x), y = between(box.mins.y, box.maxs.y);
    return {x, y, between(box.mins.z, box.maxs.z)};
}

Vec3 Rng::gridPointIn(const Box& box) {
    const Vec3 p = pointIn(box);
    return {std::round(p.x), std::round(p.y), std::round(p.z)};
}

Vec3 Rng::direction() {
    for (;;) {
        const Vec3 v = pointIn({{-1, -1, -1}, {1, 1, 1}});
        const double len = length(v);
        if (len <= 1 && len > 0.1) return v * (1 / len);
    }
}

MapFace faceOf(const Vec3& a, const Vec3& b, const Vec3& c, const std::string& texture) {
    MapFace face;
    face.points = {a, b, c};
    face.texture = texture;
    return face;
}

MapFace faceThrough(const Vec3& normal, const Vec3& point, const std::string& texture) {
    // Any vector perpendicular to the normal, without division.
    Vec3 u{0, -normal.z, normal.y};
    if (u == Vec3{}) u = {-normal.y, normal.x, 0};
    if (u == Vec3{}) u = {0, 1, 0};
    return faceOf(point + u, point, point + cross(normal, u), texture);
}

MapBrush boxBrush(const Vec3& mins, const Vec3& maxs, const std::string& texture) {
    MapBrush brush;
    for (int axis = 0; axis < 3; ++axis)
        for (const double facing : {-1.0, 1.0}) {
            Vec3 u, v;
            u[(axis + 1) % 3] = 1;
            v[(axis + 2) % 3] = facing;
            const Vec3& at = facing > 0 ? maxs : mins;
            brush.faces.push_back(faceOf(at + u, at, at + v, texture));
        }
    return brush;
}

MapBrush prismBrush(const std::vector<Corner>& ring, double bottom, double top, const std::string& texture) {
    MapBrush brush;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const auto [x, y] = ring[i];
        const auto [nextX, nextY] = ring[(i + 1) % ring.size()];
        brush.faces.push_back(faceOf({nextX, nextY, bottom}, {x, y, bottom}, {x, y, top}, texture));
    }
    const auto [x, y] = ring.front();
    brush.faces.push_back(faceOf({x + 1, y, top}, {x, y, top}, {x, y + 1, top}, texture));
    brush.faces.push_back(faceOf({x, y + 1, bottom}, {x, y, bottom}, {x + 1, y, bottom}, texture));
    return brush;
}

MapBrush hullBrush(const std::vector<Vec3>& points, const std::string& texture) {
    MapBrush brush;
    std::vector<Vec3> normals;
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < points.size(); ++j)
            for (std::size_t k = 0; k < points.size(); ++k) {
                if (j <= i || k <= i || j == k) continue;
                const Vec3 &a = points[i], &b = points[j], &c = points[k];
                const Vec3 normal = cross(a - b, c - b);
                if (normal == Vec3{}) continue;
                if (std::any_of(points.begin(), points.end(), [&](const Vec3& p) { return dot(normal, p - b) > 0; }))
                    continue;
                const auto known = [&](const Vec3& n) { return cross(n, normal) == Vec3{} && dot(n, normal) > 0; };
                if (std::any_of(normals.begin(), normals.end(), known)) continue;
                normals.push_back(normal);
                brush.faces.push_back(faceOf(a, b, c, texture));
            }
    return brush;
}

MapBrush moved(MapBrush brush, const std::function<Vec3(const Vec3&)>& by) {
    for (MapFace& face : brush.faces)
        for (Vec3& p : face.points) p = by(p);
    return brush;
}

MapBrush mirrored(MapBrush brush) {
    brush = moved(std::move(brush), [](const Vec3& p) { return Vec3{-p.x, p.y, p.z}; });
    for (MapFace& face : brush.faces) std::swap(face.points[0], face.points[2]);
    return brush;
}

std::vector<Corner> regularRing(int sides, double radius, double turned) {
    std::vector<Corner> ring;
    for (int i = 0; i < sides; ++i) {
        const double angle = turned + 2 * std::numbers::pi * i / sides;
        ring.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    return ring;
}

Rotation::Rotation(double aboutX, double aboutY, double aboutZ) : rows{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
    const auto turn = [](Vec3& first, Vec3& second, double angle) {
        const double c = std::cos(angle), s = std::sin(angle);
        const Vec3 before = first;
        first = before * c - second * s;
        second = before * s + second * c;
    };
    turn(rows[1], rows[2], aboutX);
    turn(rows[2], rows[0], aboutY);
    turn(rows[0], rows[1], aboutZ);
}

Vec3 rounded(const Vec3& p, int decimals) {
    const double scale = std::pow(10, decimals);
    return {std::round(p.x * scale) / scale, std::round(p.y * scale) / scale, std::round(p.z * scale) / scale};
}

namespace {

void number(std::vector<MapBrush>& brushes, std::uint32_t line) {
    for (MapBrush& brush : brushes) {
        brush.pos.line = line;
        for (std::uint32_t k = 0; k < brush.faces.size(); ++k) brush.faces[k].pos.line = line + k;
        line += 10;
    }
}

}  // namespace

MapFile worldMap(std::vector<MapBrush> brushes) {
    MapFile map;
    map.path = "test.map";
    MapEntity world;
    world.keys.push_back({"classname", "worldspawn", {}});
    number(brushes, 100);
    world.brushes = std::move(brushes);
    map.entities.push_back(std::move(world));
    return map;
}

std::uint32_t addPoint(MapFile& map, const std::string& classname, const std::string& origin) {
    MapEntity entity;
    entity.pos.line = static_cast<std::uint32_t>(10000 + map.entities.size());
    entity.keys.push_back({"classname", classname, {}});
    entity.keys.push_back({"origin", origin, {}});
    map.entities.push_back(std::move(entity));
    return map.entities.back().pos.line;
}

void addModel(MapFile& map, const std::string& classname, std::vector<MapBrush> brushes) {
    MapEntity entity;
    const auto line = static_cast<std::uint32_t>(10000 + 1000 * map.entities.size());
    entity.pos.line = line;
    entity.keys.push_back({"classname", classname, {}});
    number(brushes, line + 1);
    entity.brushes = std::move(brushes);
    map.entities.push_back(std::move(entity));
}

std::vector<MapBrush> roomBrushes(const Box& inner, double thickness) {
    const Vec3 wall{thickness, thickness, thickness};
    const Box outer{inner.mins - wall, inner.maxs + wall};
    std::vector<MapBrush> brushes;
    for (int axis = 0; axis < 3; ++axis) {
        Box low = outer, high = outer;
        low.maxs[axis] = inner.mins[axis];
        high.mins[axis] = inner.maxs[axis];
        brushes.push_back(boxBrush(low.mins, low.maxs));
        brushes.push_back(boxBrush(high.mins, high.maxs));
    }
    return brushes;
}

std::vector<MapBrush> thicketBrushes(Rng& rng) {
    std::vector<MapBrush> brushes = roomBrushes({{-256, -256, -128}, {256, 256, 256}}, 16);
    for (int i = 0; i < 60; ++i) {
        const Vec3 at = rng.pointIn({{-240, -240, -128}, {240, 240, 0}});
        const double leaning = rng.between(-0.4, 0.4);
        brushes.push_back(
            moved(prismBrush(regularRing(rng.whole(5, 9), rng.between(8, 16), i), 0, 300), [&](const Vec3& p) {
                return at + Vec3{p.x + leaning * p.z, p.y, p.z};
            }));
    }
    return brushes;
}

std::vector<std::filesystem::path> ownMaps() {
    std::vector<std::filesystem::path> maps;
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error))
        if (entry.path().extension() == ".map") maps.push_back(entry.path());
    std::sort(maps.begin(), maps.end());
    return maps;
}

MapFile loadMap(const std::string& path, std::string* text) {
    auto result = readMap(path, text);
    if (const auto* error = std::get_if<Diagnostic>(&result)) {
        ADD_FAILURE() << error->text();
        return {};
    }
    return std::get<MapFile>(std::move(result));
}

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
