#include "compiler/fill/fill_by_shells.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/fill/shells.hpp"

namespace hullbake {

namespace {

constexpr double kFar = 1e7;          // units: beyond every map
constexpr double kStep = 1.0 / 4096;  // units off a surface

// Directions along which hardly anything is built, one after the other until one tells. Floors are near.
constexpr Vec3 kWays[] = {{0.1417, 0.0813, -0.9865},  {0.8017, 0.5213, 0.2918},   {-0.3391, 0.7126, 0.6141},
                          {0.4423, -0.2717, 0.8547},  {-0.6613, -0.5811, 0.4741}, {0.2239, 0.3967, -0.8901},
                          {-0.7331, 0.3049, -0.6077}, {0.5783, -0.6299, -0.5189}, {-0.1877, -0.8669, -0.4621}};

Vec3 unit(const Vec3& v) {
    return v * (1 / length(v));
}

// Six times the volume between a polygon and a point, positive when the point is behind it.
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

bool ShellFill::run(const std::vector<PointEntity>& entities, const Box& hullBox) {
    std::vector<std::uint32_t> shells;
    if (!findShells(shells) || !joinShells(shells)) return false;
    spaces_ = joined_.numbers();
    isReached_.assign(spaces_.size(), 0);
    bool seeded = false;
    for (const PointEntity& entity : entities) {
        EntityLocation standing;
        if (!stand(entity, hullBox, standing)) return false;
        bool inVoid = false, inside = false;
        for (const std::uint32_t space : standing.spaces) {
            const bool isVoid = space == spaces_[theVoid()];
            inVoid = inVoid || isVoid;
            inside = inside || !isVoid;
            if (!isVoid) isReached_[space] = 1;
        }
        // There may be no more than a crack between the void and where it stands.
        if (inVoid && !(standing.inSolid && inside)) return false;
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
        // Either side: it may lie against a wall.
        const Winding& winding = *surface_.pieces[i].winding;
        const Vec3 middle = centreOf(winding), step = planes_[winding.plane].normal * kStep;
        if (placeOf(middle + step) == Place::Reached || placeOf(middle - step) == Place::Reached) reached_.push_back(i);
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

// Shells into spaces.
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

// Solid, with the space that it bounds all around.
bool ShellFill::joinIsland(const std::vector<std::uint32_t>& shell) {
    for (const Vec3& way : kWays) {
        const Vec3 direction = unit(way);
        Vec3 furthest;
        double most = -1e30;
        for (const std::uint32_t i : shell)
            for (const WindingVertex& vertex : surface_.pieces[i].winding->vertices)
                if (const double d = dot(vertex.p, direction); d > most) most = d, furthest = vertex.p;
        RayHit hit{};
        const RayEnd end = rays_->cast(furthest + direction * kStep, direction, kFar, surface_.sealing, hit);
        if (end == RayEnd::Unsure || (end == RayEnd::Hit && !hit.front)) continue;
        joined_.join(shell.front(), end == RayEnd::Hit ? hit.piece : theVoid());
        return true;
    }
    return false;
}

// False when it is not certain, or the point is in solid.
bool ShellFill::spaceAt(const Vec3& p, std::uint32_t& space) const {
    RayHit hit{};
    const RayEnd end = castFrom(p, hit);
    if (end == RayEnd::Unsure || (end == RayEnd::Hit && !hit.front)) return false;
    space = spaces_[end == RayEnd::Hit ? hit.piece : theVoid()];
    return true;
}

// Along the first of some directions that tells.
RayEnd ShellFill::castFrom(const Vec3& p, RayHit& hit) const {
    for (const Vec3& way : kWays)
        if (const RayEnd end = rays_->cast(p, unit(way), kFar, surface_.sealing, hit); end != RayEnd::Unsure)
            return end;
    return RayEnd::Unsure;
}

// Where an entity stands free; or, in solid, what its box would touch. False when that is not certain.
bool ShellFill::stand(const PointEntity& entity, const Box& hullBox, EntityLocation& standing) const {
    double clearance = 0;
    const Contents contents = index_.contentsAt(entity.origin, clearance);
    if (!any(contents & kSealing) && clearance > kOnPlane) {
        standing.spaces.resize(1);
        return spaceAt(entity.origin, standing.spaces[0]);
    }
    const auto add = [&](const Box& box) {
        for (const std::uint32_t piece : rays_->touching(box, surface_.sealing))
            standing.spaces.push_back(spaces_[piece]);
    };
    const Vec3 margin{kOnPlane, kOnPlane, kOnPlane};
    if (clearance <= kOnPlane) add({entity.origin - margin, entity.origin + margin});
    if (!standing.spaces.empty()) return true;
    if (!any(contents & kSealing)) {
        standing.spaces.resize(1);
        return spaceAt(entity.origin, standing.spaces[0]);
    }
    standing.inSolid = true;
    add({entity.origin - hullBox.maxs - margin, entity.origin - hullBox.mins + margin});
    return true;
}

ShellFill::Place ShellFill::placeOf(const Vec3& p) const {
    RayHit hit{};
    const RayEnd end = castFrom(p, hit);
    if (end == RayEnd::Unsure) return Place::Unsure;
    return end == RayEnd::Hit ? placeBefore(hit) : Place::Elsewhere;
}

// Where a ray that meets a sealing piece comes from.
ShellFill::Place ShellFill::placeBefore(const RayHit& hit) const {
    if (!hit.front) return Place::Sealed;
    return isReached_[spaces_[hit.piece]] != 0 ? Place::Reached : Place::Elsewhere;
}

std::vector<bool> ShellFill::keptPolygons() const {
    std::vector<bool> kept(boundary_.polygons.size(), false);
    for (const std::uint32_t piece : reached_) kept[surface_.pieces[piece].polygon] = true;
    for (std::size_t i = 0; i < kept.size(); ++i)
        if (surface_.besideOther[i] != 0 || isSky(index_.brushes()[boundary_.brushes[i]]->contents)) kept[i] = true;
    return kept;
}

}  // namespace hullbake
