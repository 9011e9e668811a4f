#include "oracle/trace/queries.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

namespace hullbake::oracle {
namespace {

constexpr std::array<std::string_view, kQueryKinds> kQueryNames = {
    "short", "medium", "long",     "huge",   "tiny",    "zero",  "axial",        "diagonal",      "face",
    "edge",  "corner", "parallel", "beside", "grazing", "bevel", "through edge", "through corner"};
constexpr std::array<std::string_view, kPointKinds> kPointNames = {"random", "integer", "surface", "beside"};

/// Frequency of each kind, in percent.
constexpr std::array<int, kQueryKinds> kShares = {11, 9, 6, 2, 4, 2, 11, 7, 7, 5, 5, 9, 7, 5, 4, 3, 3};

std::vector<Vec3> entityOrigins(const MapFile& map) {
    std::vector<Vec3> origins;
    for (const MapEntity& entity : map.entities) {
        std::istringstream in{std::string(entity.value("origin"))};
        in.imbue(std::locale::classic());
        Vec3 p;
        if (in >> p.x >> p.y >> p.z) origins.push_back(p);
    }
    return origins;
}

/// Returns the end of a segment of length `size`, or of a shorter one that stays within the valid coordinates.
Vec3 reachingFrom(const Vec3& start, const Vec3& way, double size) {
    for (int axis = 0; axis < 3; ++axis) {
        constexpr double kFurthest = 0.999 * kMaxCoordinate;
        if (way[axis] == 0) continue;
        const double room = (way[axis] > 0 ? kFurthest - start[axis] : kFurthest + start[axis]) / std::abs(way[axis]);
        size = std::min(size, room);
    }
    return start + way * size;
}

}  // namespace

std::string_view queryKindName(QueryKind kind) {
    return kQueryNames[static_cast<std::size_t>(kind)];
}

std::string_view pointKindName(PointKind kind) {
    return kPointNames[static_cast<std::size_t>(kind)];
}

Targets::Targets(const MapFile& map, const SolidSet& solids) : places_(entityOrigins(map)), bounds_(solids.bounds()) {
    for (const GrownBrush& brush : solids.brushes()) {
        hasLiquid_ = hasLiquid_ || any(brush.contents & kMaskPassable);
        for (const GrownPlane& plane : brush.planes) {
            const std::vector<Vec3> polygon = facePolygon(brush, plane.normal);
            // The sum may touch the plane in less than a polygon. Use one corner then.
            const std::size_t count = polygon.size() < 3 ? 1 : polygon.size();
            if (plane.kind == PlaneKind::Edge) bevels_.push_back(static_cast<std::uint32_t>(faces_.size()));
            faces_.push_back(
                {plane.normal, static_cast<std::uint32_t>(corners_.size()), static_cast<std::uint32_t>(count)});
            if (polygon.size() < 3)
                corners_.push_back(brush.bareVertices.front());
            else
                corners_.insert(corners_.end(), polygon.begin(), polygon.end());
        }
    }
}

Vec3 QuerySource::anywhere() {
    const std::vector<Vec3>& places = targets_.places();
    if (!places.empty() && random_.chance(0.5)) {
        const Vec3& place = places[random_.index(places.size())];
        return place + Vec3{random_.range(-96, 96), random_.range(-96, 96), random_.range(-48, 96)};
    }
    const Box& box = targets_.bounds();
    constexpr double kOutside = 32;
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = random_.range(box.mins[axis] - kOutside, box.maxs[axis] + kOutside);
    return p;
}

/// Returns a point on integer coordinates. Every other point is on multiples of 8, where the faces of maps lie.
Vec3 QuerySource::integerPoint() {
    const Vec3 p = anywhere();
    const double grid = random_.chance(0.5) ? 8 : 1;
    return {std::floor(p.x / grid) * grid, std::floor(p.y / grid) * grid, std::floor(p.z / grid) * grid};
}

QuerySource::SurfacePoint QuerySource::on(const Targets::Face& face, Part part) {
    const Vec3* const corners = targets_.corners(face);
    if (face.count < 3) return {corners[0], face.normal, {1, 0, 0}};
    const std::size_t i = random_.index(face.count);
    const Vec3 &a = corners[i], &b = corners[(i + 1) % face.count];
    const Vec3 along = normalized(b - a);
    if (part == Part::Corner) return {a, face.normal, along};
    const Vec3 onEdge = a + (b - a) * random_.unit();
    if (part == Part::Edge) return {onEdge, face.normal, along};
    const Vec3& c = corners[random_.index(face.count)];
    return {onEdge + (c - onEdge) * random_.unit(), face.normal, along};
}

QuerySource::SurfacePoint QuerySource::onSurface(Part part) {
    const auto& bevels = targets_.bevels();
    const bool bevel = !bevels.empty() && random_.chance(0.2);
    const std::size_t face = bevel ? bevels[random_.index(bevels.size())] : random_.index(targets_.faces().size());
    return on(targets_.faces()[face], part);
}

QuerySource::SurfacePoint QuerySource::onAnySurface() {
    const double which = random_.unit();
    return onSurface(which < 0.2 ? Part::Corner : which < 0.45 ? Part::Edge : Part::Face);
}

Vec3 QuerySource::beside(const SurfacePoint& surface) {
    constexpr std::array<double, 3> kOffsets = {1e-4, 1e-3, 1.0 / 32};
    const double side = random_.chance(0.5) ? 1 : -1;
    const std::size_t which = random_.index(kOffsets.size() + 1);
    if (which < kOffsets.size()) return surface.point + surface.normal * (side * kOffsets[which]);
    Vec3 p = surface.point;
    for (int axis = 0; axis < 3; ++axis) {
        const double towards = side * surface.normal[axis];
        if (towards != 0) p[axis] = std::nextafter(p[axis], towards > 0 ? 1e30 : -1e30);
    }
    return p;
}

Vec3 QuerySource::parallelWay(const SurfacePoint& surface) {
    if (random_.chance(0.3)) return random_.chance(0.5) ? surface.along : -surface.along;
    const Vec3 way = random_.direction();
    return normalized(way - surface.normal * dot(way, surface.normal));
}

/// Returns a direction: any, inwards, outwards, along the normal or parallel to the surface.
Vec3 QuerySource::wayFrom(const SurfacePoint& surface) {
    const Vec3 way = random_.direction();
    const double outward = dot(way, surface.normal), which = random_.unit();
    if (which < 0.3) return way;
    if (which < 0.55) return outward > 0 ? -way : way;
    if (which < 0.65) return -surface.normal;
    if (which < 0.85) return outward < 0 ? -way : way;
    if (which < 0.9) return surface.normal;
    return parallelWay(surface);
}

double QuerySource::stride() {
    return random_.chance(0.5) ? random_.range(0.5, 32) : random_.range(32, 512);
}

void QuerySource::fromAnywhere(Query& query) {
    query.start = anywhere();
    if (query.kind == QueryKind::Long) {
        query.end = anywhere();
        return;
    }
    const Vec3 way = random_.direction();
    const double size = query.kind == QueryKind::Short    ? random_.range(1, 64)
                        : query.kind == QueryKind::Medium ? random_.range(64, 512)
                                                          : random_.range(4096, 200000);
    query.end = reachingFrom(query.start, way, size);
}

void QuerySource::tiny(Query& query) {
    constexpr std::array<double, 6> kSizes = {0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    const double size = kSizes[random_.index(kSizes.size())] * random_.range(0.5, 1);
    if (random_.chance(0.2) || targets_.faces().empty()) {
        query.start = anywhere();
        query.end = query.start + random_.direction() * size;
        return;
    }
    const SurfacePoint surface = onAnySurface();
    const Vec3 way = random_.chance(0.7) ? random_.direction() : parallelWay(surface);
    query.start = random_.chance(0.5) ? surface.point : surface.point - way * (size * random_.unit());
    query.end = query.start + way * size;
}

void QuerySource::onGrid(Query& query) {
    query.start = query.end = integerPoint();
    const double steps = std::floor(random_.range(1, random_.chance(0.5) ? 128 : 1024));
    const int axis = static_cast<int>(random_.index(3));
    const bool diagonal = query.kind == QueryKind::Diagonal;
    const int axes = diagonal ? 2 + static_cast<int>(random_.index(2)) : 1;
    for (int i = 0; i < axes; ++i) query.end[(axis + i) % 3] += random_.chance(0.5) ? steps : -steps;
}

void QuerySource::fromSurface(Query& query) {
    SurfacePoint surface;
    switch (query.kind) {
        case QueryKind::Face:
            surface = onSurface(Part::Face);
            break;
        case QueryKind::Edge:
            surface = onSurface(Part::Edge);
            break;
        case QueryKind::Corner:
            surface = onSurface(Part::Corner);
            break;
        default:
            surface = onAnySurface();
            break;
    }
    query.start = query.kind == QueryKind::Beside ? beside(surface) : surface.point;
    const Vec3 way = query.kind == QueryKind::Parallel ? parallelWay(surface) : wayFrom(surface);
    query.end = query.start + way * stride();
}

void QuerySource::grazing(Query& query) {
    constexpr std::array<double, 6> kSlopes = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
    const SurfacePoint surface = onSurface(Part::Face);
    const double slope = kSlopes[random_.index(kSlopes.size())] * random_.range(0.5, 1);
    const double side = random_.chance(0.8) ? -1 : 1;  // most come down on the face, some from below
    const Vec3 way = normalized(parallelWay(surface) + surface.normal * (side * slope));
    query.start = surface.point - way * stride();
    query.end = surface.point + way * stride();
}

void QuerySource::through(Query& query, const SurfacePoint& target) {
    const Vec3 way = random_.direction();
    query.start = target.point - way * random_.range(0.5, 128);
    query.end = target.point + way * random_.range(1, 128);
}

void QuerySource::toBevel(Query& query) {
    const auto& bevels = targets_.bevels();
    const SurfacePoint target = on(targets_.faces()[bevels[random_.index(bevels.size())]], Part::Face);
    const Vec3 way = normalized(target.normal + random_.direction() * 0.7);
    query.start = target.point + way * random_.range(0.5, 64);
    query.end = target.point - way * random_.range(1, 64);
}

QueryKind QuerySource::drawKind() {
    int share = static_cast<int>(random_.index(100));
    std::size_t index = 0;
    while (share >= kShares[index]) share -= kShares[index++];
    const auto kind = static_cast<QueryKind>(index);
    if (kind == QueryKind::Bevel && targets_.bevels().empty()) return QueryKind::Axial;
    if (kind >= QueryKind::Face && targets_.faces().empty()) return QueryKind::Medium;
    return kind;
}

Query QuerySource::next() {
    Query query;
    query.kind = drawKind();
    switch (query.kind) {
        case QueryKind::Short:
        case QueryKind::Medium:
        case QueryKind::Long:
        case QueryKind::Huge:
            fromAnywhere(query);
            break;
        case QueryKind::Tiny:
            tiny(query);
            break;
        case QueryKind::Zero:
            query.start = query.end = nextPoint().p;
            break;
        case QueryKind::Axial:
        case QueryKind::Diagonal:
            onGrid(query);
            break;
        case QueryKind::Grazing:
            grazing(query);
            break;
        case QueryKind::Bevel:
            toBevel(query);
            break;
        case QueryKind::ThroughEdge:
            through(query, onSurface(Part::Edge));
            break;
        case QueryKind::ThroughCorner:
            through(query, onSurface(Part::Corner));
            break;
        default:
            fromSurface(query);
            break;
    }
    if (random_.chance(0.25)) query.skin = 0;
    if (targets_.hasLiquid() && random_.chance(0.08))
        query.mask = kMaskPassable;
    else if (random_.chance(0.03))
        query.mask = Contents::Sky | Contents::Clip;
    else if (random_.chance(0.03))
        query.mask = kMaskAll;
    return query;
}

PointQuery QuerySource::nextPoint() {
    const double which = random_.unit();
    if (which < 0.3 || targets_.faces().empty()) return {PointKind::Random, anywhere()};
    if (which < 0.55) return {PointKind::Integer, integerPoint()};
    const SurfacePoint surface = onAnySurface();
    if (which < 0.75) return {PointKind::Surface, surface.point};
    return {PointKind::Beside, beside(surface)};
}

}  // namespace hullbake::oracle
