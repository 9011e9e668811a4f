// Finds the shells of the sealing surface, joins them into spaces by rays, and marks the spaces of the entities.

#include "compiler/fill/fill_by_shells.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/brushes/sealing.hpp"
#include "compiler/fill/open_air.hpp"
#include "compiler/fill/shells.hpp"
#include "compiler/fill/tolerances.hpp"

namespace hullbake {

namespace {

// Length of a ray that ends in the void. World units. Exceeds every map.
constexpr double kBeyondMap = 1e7;

// Ray directions, tried in order until one gives a certain result. Maps have hardly any surface along them. The first
// points down, as floors are near.
constexpr Vec3 kDirections[] = {{0.1417, 0.0813, -0.9865},  {0.8017, 0.5213, 0.2918},   {-0.3391, 0.7126, 0.6141},
                                {0.4423, -0.2717, 0.8547},  {-0.6613, -0.5811, 0.4741}, {0.2239, 0.3967, -0.8901},
                                {-0.7331, 0.3049, -0.6077}, {0.5783, -0.6299, -0.5189}, {-0.1877, -0.8669, -0.4621}};

Vec3 unit(const Vec3& v) {
    return v * (1 / length(v));
}

// Returns six times the volume between a polygon and a point, positive if the point is behind the polygon.
double volumeBehind(const Winding& winding, const Vec3& normal, const Vec3& p) {
    const auto& vertices = winding.vertices;
    Vec3 area;
    for (std::size_t i = 2; i < vertices.size(); ++i)
        area = area + cross(vertices[i].p - vertices[0].p, vertices[i - 1].p - vertices[0].p);
    return dot(area, normal) * dot(vertices[0].p - p, normal);
}

bool isSky(Contents contents) {
    return any(contents & kSealing) && any(contents & ~Contents::Solid);
}

}  // namespace

ShellFill::ShellFill(const PlaneTable& planes, const BrushIndex& index, const Boundary& boundary)
    : planes_(planes), index_(index), boundary_(boundary), surface_(sealingSurface(planes, index, boundary)) {}

bool ShellFill::run(const std::vector<PointEntity>& entities, const Box& hullBox, const Box& around, double passage) {
    std::vector<std::uint32_t> shells;
    if (!findShells(shells) || !joinShells(shells)) return false;
    spaces_ = joined_.numbers();
    isReached_.assign(spaces_.size(), 0);
    bool seeded = false;
    for (const PointEntity& entity : entities) {
        EntityLocation location;
        if (!locateEntity(entity, hullBox, location)) return false;
        bool reachesVoid = false, inside = false;
        for (const std::uint32_t space : location.spaces) {
            const bool isVoid = space == spaces_[theVoid()];
            reachesVoid = reachesVoid || isVoid;
            inside = inside || !isVoid;
            if (!isVoid) isReached_[space] = 1;
        }
        if (reachesVoid && !(location.inSolid && inside)) {
            // The entity may touch the void only through a crack.
            if (entity.playerStart || location.inSolid || inside) return false;
            if (!isOutside(planes_, index_, passage, around, entity.origin)) return false;
            outside_.push_back(&entity);
        }
        seeded = seeded || inside;
    }
    if (!seeded) return false;
    collectReached();
    return true;
}

void ShellFill::collectReached() {
    for (std::uint32_t i = 0; i < surface_.sealing; ++i)
        if (isReached_[spaces_[i]] != 0) reached_.push_back(i);
    for (std::uint32_t i = theVoid(); i < surface_.pieces.size(); ++i) {
        // Tests both sides, as the piece may lie against a wall.
        const Winding& winding = *surface_.pieces[i].winding;
        const Vec3 middle = centreOf(winding), step = planes_[winding.plane].normal * kOffSurface;
        if (regionOf(middle + step) == Region::Reached || regionOf(middle - step) == Region::Reached)
            reached_.push_back(i);
    }
}

bool ShellFill::findShells(std::vector<std::uint32_t>& shells) {
    constexpr int kMostRounds = 4;  // halves may be touched themselves
    rays_.emplace(planes_, surface_.pieces);
    Shells found = shellsOf(planes_, surface_, *rays_);
    for (int round = 1; round < kMostRounds && found.closed && !found.touched.empty(); ++round) {
        const CutPieces cut = cutTouched(planes_, found.touched, surface_);
        rays_.emplace(planes_, surface_.pieces);
        found = round == 1 && cut.everywhere ? shellsAfter(planes_, surface_, *rays_, found, cut)
                                             : shellsOf(planes_, surface_, *rays_);
    }
    shells = std::move(found.of);
    return found.closed && found.touched.empty();
}

// Joins shells into spaces.
bool ShellFill::joinShells(const std::vector<std::uint32_t>& shells) {
    joined_ = DisjointSets(surface_.sealing + 1);
    std::vector<std::vector<std::uint32_t>> pieces(shells.size());
    for (std::uint32_t i = 0; i < shells.size(); ++i) {
        pieces[shells[i]].push_back(i);
        joined_.join(shells[i], i);
    }
    for (const std::vector<std::uint32_t>& shell : pieces) {
        if (shell.empty()) continue;
        const Vec3 origin = surface_.pieces[shell.front()].winding->vertices[0].p;
        double volume = 0, all = 0;
        for (const std::uint32_t i : shell) {
            const Winding& winding = *surface_.pieces[i].winding;
            const double part = volumeBehind(winding, planes_[winding.plane].normal, origin);
            volume += part;
            all += std::fabs(part);
        }
        if (std::fabs(volume) <= 1e-9 * all) return false;
        if (volume > 0 && !joinIsland(shell)) return false;
    }
    return true;
}

// Joins a shell with the space around it.
bool ShellFill::joinIsland(const std::vector<std::uint32_t>& shell) {
    for (const Vec3& way : kDirections) {
        const Vec3 direction = unit(way);
        Vec3 support;
        double most = -1e30;
        for (const std::uint32_t i : shell)
            for (const WindingVertex& vertex : surface_.pieces[i].winding->vertices)
                if (const double d = dot(vertex.p, direction); d > most) most = d, support = vertex.p;
        RayHit hit{};
        const RayEnd end = rays_->cast(support + direction * kOffSurface, direction, kBeyondMap, surface_.sealing, hit);
        if (end == RayEnd::Unsure || (end == RayEnd::Hit && !hit.front)) continue;
        joined_.join(shell.front(), end == RayEnd::Hit ? hit.piece : theVoid());
        return true;
    }
    return false;
}

// Returns false if the space is not certain or the point is in solid.
bool ShellFill::spaceAt(const Vec3& p, std::uint32_t& space) const {
    RayHit hit{};
    const RayEnd end = castFrom(p, hit);
    if (end == RayEnd::Unsure || (end == RayEnd::Hit && !hit.front)) return false;
    space = spaces_[end == RayEnd::Hit ? hit.piece : theVoid()];
    return true;
}

// Casts along the directions until one gives a certain result.
RayEnd ShellFill::castFrom(const Vec3& p, RayHit& hit) const {
    for (const Vec3& way : kDirections)
        if (const RayEnd end = rays_->cast(p, unit(way), kBeyondMap, surface_.sealing, hit); end != RayEnd::Unsure)
            return end;
    return RayEnd::Unsure;
}

// Finds the space around an entity; if it is in solid, the spaces that its box would touch. Returns false if that is
// not certain.
bool ShellFill::locateEntity(const PointEntity& entity, const Box& hullBox, EntityLocation& location) const {
    double clearance = 0;
    const Contents contents = index_.contentsAt(entity.origin, clearance);
    if (!any(contents & kSealing) && clearance > kOnPlane) {
        location.spaces.resize(1);
        return spaceAt(entity.origin, location.spaces[0]);
    }
    const auto add = [&](const Box& box) {
        for (const std::uint32_t piece : rays_->touching(box, surface_.sealing))
            location.spaces.push_back(spaces_[piece]);
    };
    const Vec3 margin{kOnPlane, kOnPlane, kOnPlane};
    if (clearance <= kOnPlane) add({entity.origin - margin, entity.origin + margin});
    if (!location.spaces.empty()) return true;
    if (!any(contents & kSealing)) {
        location.spaces.resize(1);
        return spaceAt(entity.origin, location.spaces[0]);
    }
    location.inSolid = true;
    add({entity.origin - hullBox.maxs - margin, entity.origin - hullBox.mins + margin});
    return true;
}

ShellFill::Region ShellFill::regionOf(const Vec3& p) const {
    RayHit hit{};
    const RayEnd end = castFrom(p, hit);
    if (end == RayEnd::Unsure) return Region::Unsure;
    return end == RayEnd::Hit ? regionBefore(hit) : Region::Elsewhere;
}

// Returns the region in front of a sealing piece that a ray hits.
ShellFill::Region ShellFill::regionBefore(const RayHit& hit) const {
    if (!hit.front) return Region::Sealed;
    return isReached_[spaces_[hit.piece]] != 0 ? Region::Reached : Region::Elsewhere;
}

std::vector<bool> ShellFill::keptPolygons() const {
    std::vector<bool> kept(boundary_.polygons.size(), false);
    for (const std::uint32_t piece : reached_) kept[surface_.pieces[piece].polygon] = true;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (surface_.besideOther[i] != 0 || isSky(index_.brushes()[boundary_.brushes[i]]->contents)) kept[i] = true;
    return kept;
}

}  // namespace hullbake
