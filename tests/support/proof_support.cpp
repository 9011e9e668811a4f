#include "support/proof_support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "oracle/solids/file_brushes.hpp"

namespace hullbake::test {
namespace {

constexpr int kTolerances = 48;     // intervals of the way, at whose ends separating axes are tested
constexpr double kTouching = 1e-5;  // units: smaller gaps count as touching; the tolerance of the contract

Vec3 originOf(const std::string& value) {
    std::istringstream in(value);
    Vec3 p;
    in >> p.x >> p.y >> p.z;
    return p;
}

// Adds the point and others beside it: along the normal, and one ulp to either side along a random axis.
void addAround(const Vec3& p, const Vec3& normal, SplitMix& random, std::vector<Vec3>& points) {
    points.push_back(p);
    for (const double step : {1e-3, 1.0 / 32})
        for (const double side : {-1.0, 1.0}) points.push_back(p + normal * (step * side));
    const int axis = static_cast<int>(random.index(3));
    for (const double towards : {-1e300, 1e300}) {
        Vec3 q = p;
        q[axis] = std::nextafter(q[axis], towards);
        points.push_back(q);
    }
}

}  // namespace

HullId Proof::hull(std::string_view name) const {
    const auto id = clip.findHull(name);
    EXPECT_TRUE(id.has_value()) << name;
    return id.value_or(HullId{});
}

SolidSet Proof::solids(HullId id, std::size_t model) const {
    return SolidSet(oracle::growModel(models.at(model), clip.hull(id).box));
}

std::vector<HullSpec> proofHulls() {
    std::vector<HullSpec> hulls = gameHulls("quake");
    hulls.push_back({"centred", {{-16, -16, -28}, {16, 16, 28}}});
    hulls.push_back({"feet", {{-16, -16, 0}, {16, 16, 56}}});
    hulls.push_back({"corner", {{0, 0, 0}, {24, 40, 56}}});
    return hulls;
}

Proof bakeProof(MapFile map, bool fill, const std::vector<HullSpec>& hulls) {
    Proof proof;
    proof.map = std::move(map);
    CompileSettings settings;
    settings.hulls = hulls;
    settings.fill = fill;
    proof.result = compileMap(proof.map, "", settings);
    const OpenResult open = ClipMap::open(proof.result.blob);
    EXPECT_TRUE(open) << statusText(open.status);
    proof.clip = open.map;
    proof.models = oracle::readModels(proof.map);
    oracle::FileBrushes file(proof.map, proof.clip);
    for (const oracle::MapModel& model : proof.models)
        for (const oracle::MapSolid& solid : model.solids) EXPECT_EQ(file.compare(solid), "") << "line " << solid.line;
    return proof;
}

void moveMap(MapFile& map, const std::function<Vec3(const Vec3&)>& by) {
    for (MapEntity& entity : map.entities) {
        for (MapBrush& brush : entity.brushes) brush = moved(std::move(brush), by);
        for (auto& pair : entity.keys)
            if (pair.key == "origin") pair.value = coordinates(by(originOf(pair.value)));
    }
}

void spreadPoints(MapFile& map) {
    for (MapEntity& entity : map.entities)
        for (MapBrush& brush : entity.brushes) {
            const auto solved = oracle::solveBrush(brush);
            if (!solved) continue;
            for (MapFace& face : brush.faces) {
                const Vec3 at = face.points[1], across = cross(face.points[0] - at, face.points[2] - at);
                const Vec3 normal = across * (1 / length(across));
                double most = 0;
                const auto points = face.points;
                for (const Vec3& a : solved->vertices)
                    for (const Vec3& b : solved->vertices)
                        for (const Vec3& c : solved->vertices) {
                            if (std::fabs(dot(normal, a - at)) > 1e-9 || std::fabs(dot(normal, b - at)) > 1e-9 ||
                                std::fabs(dot(normal, c - at)) > 1e-9)
                                continue;
                            const double area = dot(normal, cross(a - b, c - b));
                            if (area <= most + 1e-6) continue;
                            most = area;
                            face.points = {a, b, c};
                        }
                if (most == 0) face.points = points;
            }
        }
}

Box boundsOf(const MapBrush& brush) {
    const auto solved = oracle::solveBrush(brush);
    EXPECT_TRUE(solved.has_value());
    Box box{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
    if (!solved) return box;
    for (const Vec3& v : solved->vertices)
        for (int axis = 0; axis < 3; ++axis) {
            box.mins[axis] = std::min(box.mins[axis], v[axis]);
            box.maxs[axis] = std::max(box.maxs[axis], v[axis]);
        }
    return box;
}

MapFile worldOf(std::vector<MapBrush> brushes, const std::string& start) {
    MapFile map = worldMap(std::move(brushes));
    if (!start.empty()) addPoint(map, "info_player_start", start);
    return map;
}

MapFile inOnePiece(const MapFile& tiled, std::size_t first, std::size_t last, const MapBrush& piece) {
    MapFile map = tiled;
    std::vector<MapBrush>& brushes = map.entities.front().brushes;
    brushes.erase(brushes.begin() + static_cast<std::ptrdiff_t>(first),
                  brushes.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    brushes.push_back(piece);
    return map;
}

double gapBetween(const oracle::BareBrush& brush, const Box& box, const Vec3& origin) {
    double widest = -1e300;
    const auto tryAxis = [&](const Vec3& axis) {
        double low = 1e300, high = -1e300;
        for (const Vec3& v : brush.vertices) {
            const double at = dot(axis, v - origin);
            low = std::min(low, at);
            high = std::max(high, at);
        }
        double boxLow = 0, boxHigh = 0;
        for (int a = 0; a < 3; ++a) {
            boxLow += std::min(axis[a] * box.mins[a], axis[a] * box.maxs[a]);
            boxHigh += std::max(axis[a] * box.mins[a], axis[a] * box.maxs[a]);
        }
        widest = std::max({widest, low - boxHigh, boxLow - high});
    };
    for (const oracle::BarePlane& plane : brush.planes) tryAxis(plane.normal);
    for (int a = 0; a < 3; ++a) {
        Vec3 axis;
        axis[a] = 1;
        tryAxis(axis);
        for (const Vec3& edge : brush.edges) {
            const Vec3 across = cross(edge, axis);
            const double size = length(across);
            if (size > 1e-9) tryAxis(across * (1 / size));
        }
    }
    return widest;
}

namespace {

// Returns the gap along the coordinate axes alone: a quick lower bound of the whole gap.
double axialGap(const oracle::BareBrush& brush, const Box& box, const Vec3& origin) {
    double widest = -1e300;
    for (int a = 0; a < 3; ++a) {
        double low = 1e300, high = -1e300;
        for (const Vec3& v : brush.vertices) {
            low = std::min(low, v[a]);
            high = std::max(high, v[a]);
        }
        widest = std::max({widest, low - (origin[a] + box.maxs[a]), origin[a] + box.mins[a] - high});
    }
    return widest;
}

}  // namespace

double gapToAll(const oracle::MapModel& model, const Box& box, const Vec3& origin) {
    const bool point = box.mins == box.maxs;
    double least = 1e300;
    for (const oracle::MapSolid& solid : model.solids) {
        if (!blocks(solid.contents) || (point && solid.contents == Contents::Clip)) continue;
        if (axialGap(solid.brush, box, origin) >= least) continue;
        least = std::min(least, gapBetween(solid.brush, box, origin));
    }
    return least;
}

std::string faultByAxes(const Proof& proof, const TraceCase& input, const Trace& trace) {
    const oracle::MapModel& model = proof.models.at(input.probe.model.value);
    const Box box = proof.clip.hull(input.probe.hull).box;
    if (trace.startsolid || trace.invalid) return text(input) + ": starts in solid";
    const double reach = trace.hit ? trace.hitFraction : 1;
    const Vec3 delta = input.end - input.start;
    for (int i = 0; i <= kTolerances; ++i) {
        const double gap = gapToAll(model, box, input.start + delta * (reach * i / kTolerances));
        if (gap < -kTouching)
            return text(input) + ": overlaps by " + std::to_string(-gap) + " at " + std::to_string(i) + " of the way";
    }
    if (!trace.hit) return "";
    const double gap = gapToAll(model, box, input.start + delta * reach);
    if (gap > kTouching) return text(input) + ": stopped " + std::to_string(gap) + " away from any brush";
    // Somewhere just behind the contact the box must overlap: touching in passing is no hit.
    for (const double further : {3e-6, 1e-5, 3e-5, 1e-4, 1e-3, 1e-2})
        if (gapToAll(model, box, input.start + delta * (reach + further / length(delta))) < 0) return "";
    return text(input) + ": stopped by what it only touches";
}

Vec3 inBox(SplitMix& random, const Box& box) {
    const double x = random.range(box.mins.x, box.maxs.x), y = random.range(box.mins.y, box.maxs.y);
    return {x, y, random.range(box.mins.z, box.maxs.z)};
}

std::vector<Vec3> hardPoints(const SolidSet& solids, SplitMix& random, std::size_t adversarial, std::size_t lattice,
                             std::size_t anywhere) {
    std::vector<Vec3> points;
    while (points.size() < adversarial) {
        const oracle::GrownBrush& brush = solids.brushes()[random.index(solids.brushes().size())];
        const oracle::GrownPlane& plane = brush.planes[random.index(brush.planes.size())];
        const std::vector<Vec3> polygon = oracle::facePolygon(brush, plane.normal);
        if (polygon.size() < 3) continue;
        const Vec3 &a = polygon[random.index(polygon.size())], &b = polygon[random.index(polygon.size())];
        Vec3 middle;
        for (const Vec3& v : polygon) middle = middle + v * (1.0 / static_cast<double>(polygon.size()));
        addAround(a, plane.normal, random, points);
        addAround(a + (b - a) * random.unit(), plane.normal, random, points);
        addAround(middle + (a - middle) * random.unit(), plane.normal, random, points);
    }
    const Box& bounds = solids.bounds();
    const Vec3 size = bounds.maxs - bounds.mins;
    const auto side = static_cast<std::size_t>(std::cbrt(static_cast<double>(lattice)));
    const auto share = [&](std::size_t i) { return static_cast<double>(i) / static_cast<double>(side - 1); };
    for (std::size_t i = 0; i < side * side * side; ++i) {
        const Vec3 at{share(i % side), share(i / side % side), share(i / side / side)};
        // Use whole coordinates, where the level's own planes are.
        points.push_back({std::round(bounds.mins.x + size.x * at.x), std::round(bounds.mins.y + size.y * at.y),
                          std::round(bounds.mins.z + size.z * at.z)});
    }
    for (std::size_t i = 0; i < anywhere; ++i) points.push_back(inBox(random, bounds));
    return points;
}

std::string text(const TraceCase& input) {
    return "hull " + std::to_string(input.probe.hull.value) + ", " + text(input.start) + " -> " + text(input.end);
}

}  // namespace hullbake::test
