#include "oracle/queries.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

namespace hullbake::oracle {
namespace {

constexpr std::array<std::string_view, kQueryKinds> kNames = {"short",    "medium", "long", "axial", "diagonal", "face",
                                                              "parallel", "into",   "away", "bevel", "zero"};

/// How often each kind is asked for, in hundredths.
constexpr std::array<int, kQueryKinds> kShares = {14, 12, 9, 14, 9, 8, 12, 8, 6, 5, 3};

std::vector<Vec3> entityOrigins(const MapFile& map) {
    std::vector<Vec3> origins;
    for (const MapEntity& entity : map.entities) {
        std::istringstream in{std::string(entity.value("origin"))};
        Vec3 p;
        if (in >> p.x >> p.y >> p.z) origins.push_back(p);
    }
    return origins;
}

}  // namespace

std::string_view queryKindName(QueryKind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

std::uint64_t SplitMix::next() {
    state_ += 0x9e3779b97f4a7c15ull;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

double SplitMix::unit() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

Vec3 SplitMix::direction() {
    // By rejection, so that no library function's rounding shapes the queries.
    for (;;) {
        const double x = range(-1, 1), y = range(-1, 1), z = range(-1, 1);
        const double size = x * x + y * y + z * z;
        if (size > 0.01 && size < 1) return Vec3{x, y, z} * (1 / std::sqrt(size));
    }
}

QuerySource::QuerySource(const MapFile& map, const SolidSet& solids, std::uint64_t seed)
    : solids_(solids), random_(seed), places_(entityOrigins(map)) {
    for (std::uint32_t b = 0; b < solids.brushes().size(); ++b) {
        const GrownBrush& brush = solids.brushes()[b];
        polygons_.emplace_back(brush.planes.size());
        hasLiquid_ = hasLiquid_ || any(brush.contents & kMaskLiquid);
        for (std::uint32_t p = 0; p < brush.planes.size(); ++p) {
            faces_.push_back({b, p});
            if (brush.planes[p].kind == PlaneKind::Edge) bevels_.push_back({b, p});
        }
    }
}

Vec3 QuerySource::anywhere() {
    if (!places_.empty() && random_.chance(0.5)) {
        const Vec3& place = places_[random_.index(places_.size())];
        return place + Vec3{random_.range(-96, 96), random_.range(-96, 96), random_.range(-48, 96)};
    }
    const Box& box = solids_.bounds();
    constexpr double kOutside = 32;
    Vec3 p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = random_.range(box.mins[axis] - kOutside, box.maxs[axis] + kOutside);
    return p;
}

/// Half of them on multiples of 8, where the faces of maps lie.
Vec3 QuerySource::integerPoint() {
    const Vec3 p = anywhere();
    const double grid = random_.chance(0.5) ? 8 : 1;
    return {std::floor(p.x / grid) * grid, std::floor(p.y / grid) * grid, std::floor(p.z / grid) * grid};
}

const std::vector<Vec3>& QuerySource::polygonOf(const FaceRef& face) {
    const GrownBrush& brush = solids_.brushes()[face.brush];
    auto& polygon = polygons_[face.brush][face.plane];
    if (!polygon) polygon = facePolygon(brush, brush.planes[face.plane].normal);
    return *polygon;
}

QuerySource::SurfacePoint QuerySource::onFace(const FaceRef& face) {
    const GrownBrush& brush = solids_.brushes()[face.brush];
    const Vec3& normal = brush.planes[face.plane].normal;
    const std::vector<Vec3>& polygon = polygonOf(face);
    if (polygon.size() < 3) return {brush.bareVertices.front(), normal, {1, 0, 0}};
    const std::size_t i = random_.index(polygon.size());
    const Vec3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const Vec3 along = normalized(b - a);
    const double which = random_.unit();
    if (which < 0.15) return {a, normal, along};
    if (which < 0.4) return {a + (b - a) * random_.unit(), normal, along};
    const Vec3& c = polygon[random_.index(polygon.size())];
    const double u = random_.unit(), v = random_.unit();
    return {a + (b - a) * u + (c - (a + (b - a) * u)) * v, normal, along};
}

QuerySource::SurfacePoint QuerySource::onSurface() {
    const bool bevel = !bevels_.empty() && random_.chance(0.2);
    const std::vector<FaceRef>& faces = bevel ? bevels_ : faces_;
    return onFace(faces[random_.index(faces.size())]);
}

void QuerySource::random(Query& query) {
    query.start = anywhere();
    if (query.kind == QueryKind::RandomLong) {
        query.end = anywhere();
        return;
    }
    const bool brief = query.kind == QueryKind::RandomShort;
    const double size = brief ? random_.range(1, 64) : random_.range(64, 512);
    query.end = query.start + random_.direction() * size;
}

void QuerySource::onGrid(Query& query) {
    query.start = query.end = integerPoint();
    const double steps = std::floor(random_.range(1, random_.chance(0.5) ? 128 : 1024));
    const int axis = static_cast<int>(random_.index(3));
    const bool diagonal = query.kind == QueryKind::DiagonalInteger;
    const int axes = diagonal ? 2 + static_cast<int>(random_.index(2)) : 1;
    for (int i = 0; i < axes; ++i) query.end[(axis + i) % 3] += random_.chance(0.5) ? steps : -steps;
}

void QuerySource::fromSurface(Query& query) {
    const SurfacePoint surface = onSurface();
    query.start = surface.point;
    const double size = random_.chance(0.5) ? random_.range(0.5, 32) : random_.range(32, 512);
    Vec3 way = random_.direction();
    const double outward = dot(way, surface.normal);
    switch (query.kind) {
        case QueryKind::FaceParallel:
            way = random_.chance(0.3) ? surface.along : normalized(way - surface.normal * outward);
            break;
        case QueryKind::FaceIn:
            way = outward > 0 ? -way : way;
            if (random_.chance(0.2)) way = -surface.normal;
            break;
        case QueryKind::FaceOut:
            way = outward < 0 ? -way : way;
            if (random_.chance(0.2)) way = surface.normal;
            break;
        default:
            break;
    }
    query.end = query.start + way * size;
}

void QuerySource::toBevel(Query& query) {
    const SurfacePoint target = onFace(bevels_[random_.index(bevels_.size())]);
    const Vec3 side = random_.direction() * 0.7;
    const Vec3 way = normalized(target.normal + side);
    query.start = target.point + way * random_.range(0.5, 64);
    query.end = target.point - way * random_.range(1, 64);
}

Query QuerySource::next() {
    Query query;
    int share = static_cast<int>(random_.index(100));
    std::size_t kind = 0;
    while (share >= kShares[kind]) share -= kShares[kind++];
    query.kind = static_cast<QueryKind>(kind);
    if (query.kind == QueryKind::ToBevel && bevels_.empty()) query.kind = QueryKind::AxialInteger;
    const bool needsFace =
        kind >= static_cast<std::size_t>(QueryKind::FaceRandom) && kind <= static_cast<std::size_t>(QueryKind::FaceOut);
    if (needsFace && faces_.empty()) query.kind = QueryKind::RandomMedium;
    switch (query.kind) {
        case QueryKind::RandomShort:
        case QueryKind::RandomMedium:
        case QueryKind::RandomLong:
            random(query);
            break;
        case QueryKind::AxialInteger:
        case QueryKind::DiagonalInteger:
            onGrid(query);
            break;
        case QueryKind::ToBevel:
            toBevel(query);
            break;
        case QueryKind::ZeroLength:
            query.start = query.end = nextPoint();
            break;
        default:
            fromSurface(query);
            break;
    }
    if (random_.chance(0.25)) query.skin = 0;
    if (hasLiquid_ && random_.chance(0.08))
        query.mask = kMaskLiquid;
    else if (random_.chance(0.03))
        query.mask = Contents::Sky | Contents::Clip;
    else if (random_.chance(0.03))
        query.mask = kMaskAll;
    return query;
}

Vec3 QuerySource::nextPoint() {
    const double which = random_.unit();
    if (which < 0.35 || faces_.empty()) return anywhere();
    if (which < 0.6) return integerPoint();
    const SurfacePoint surface = onSurface();
    if (which < 0.75) return surface.point;
    constexpr std::array<double, 6> kOffsets = {1e-4, -1e-4, 1e-3, -1e-3, 1.0 / 32, -1.0 / 32};
    return surface.point + surface.normal * kOffsets[random_.index(kOffsets.size())];
}

void Tally::add(const Tally& other) {
    for (std::size_t i = 0; i < kQueryKinds; ++i) kinds[i] += other.kinds[i];
    traces += other.traces, hits += other.hits, misses += other.misses;
    startsolids += other.startsolids, allsolids += other.allsolids, bevelHits += other.bevelHits;
    surfaceStops += other.surfaceStops, marginal += other.marginal, skipped += other.skipped;
    leftReached += other.leftReached, closedCracks += other.closedCracks;
    mismatches += other.mismatches, points += other.points, pointMismatches += other.pointMismatches;
}

}  // namespace hullbake::oracle
