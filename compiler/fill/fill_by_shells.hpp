// Fills by shells of the surface instead of leaves and portals, for maps where everything is exact.
//
// In: the boundary of the brushes and the entities. Out: the polygons that bound reached space, and the region of any
// point.
// Invariant: the result is certain, or run() returns false.
#pragma once

#include <optional>
#include <vector>

#include "compiler/fill/fill_by_leaves.hpp"
#include "compiler/fill/sealing_surface.hpp"
#include "compiler/fill/surface_rays.hpp"
#include "compiler/fill/trace_samples.hpp"
#include "formats/disjoint_sets.hpp"

namespace hullbake {

/// Fill by shells. Every shell bounds one space. Every space has one shell around it, or is the void, and may have
/// inner shells.
/// A ray outward from the support point of an inner shell hits another shell of that space, or nothing. So few rays
/// decide what an entity reaches.
/// Does not work for maps that leak, or where rounding could decide: callers then use fillByLeaves.
class ShellFill {
  public:
    /// Keeps references to all arguments.
    ShellFill(const PlaneTable& planes, const BrushIndex& index, const Boundary& boundary);

    /// Finds what the entities reach; see fillByLeaves. Returns false if that is not certain, or if a player start is
    /// in the void. `around` contains all brushes, with a margin.
    /// `passage` is that of openWay. The other functions require that it returned true.
    bool run(const std::vector<PointEntity>& entities, const Box& hullBox, const Box& around, double passage);
    /// Returns the entities in the void.
    const std::vector<const PointEntity*>& outside() const { return outside_; }

    /// Returns, by polygon of the boundary, whether reached space or sky is on either side.
    std::vector<bool> keptPolygons() const;
    /// Space that an entity reaches, other space, inside of sealing brushes, or unknown.
    enum class Region : std::uint8_t { Reached, Elsewhere, Sealed, Unsure };
    /// Returns the region of a point off the surface. Thread-safe.
    Region regionOf(const Vec3& p) const;

    /// Returns reached space, bounded by everything that stops a trace.
    SampleSpace reachedSpace() const {
        return {planes_,
                surface_.pieces,
                *rays_,
                reached_,
                [this](const Vec3& p) { return regionOf(p) == Region::Reached; },
                [this](const RayHit& hit) {
                    if (hit.piece >= surface_.sealing) return SampleSpace::Side::Unknown;
                    return regionBefore(hit) == Region::Reached ? SampleSpace::Side::Inside
                                                                : SampleSpace::Side::Outside;
                }};
    }

  private:
    struct EntityLocation {
        std::vector<std::uint32_t> spaces;
        bool inSolid = false;
    };

    bool findShells(std::vector<std::uint32_t>& shells);
    bool joinShells(const std::vector<std::uint32_t>& shells);
    bool joinIsland(const std::vector<std::uint32_t>& pieces);
    bool spaceAt(const Vec3& p, std::uint32_t& space) const;
    RayEnd castFrom(const Vec3& p, RayHit& hit) const;
    Region regionBefore(const RayHit& hit) const;
    void collectReached();
    bool locateEntity(const PointEntity& entity, const Box& hullBox, EntityLocation& location) const;
    std::uint32_t theVoid() const { return static_cast<std::uint32_t>(surface_.sealing); }

    const PlaneTable& planes_;
    const BrushIndex& index_;
    const Boundary& boundary_;
    SealingSurface surface_;
    std::optional<SurfaceRays> rays_;
    DisjointSets joined_{0};              // shells, by their pieces, and the void, joined into spaces
    std::vector<std::uint32_t> spaces_;   // by sealing piece, then for the void: the space in front
    std::vector<char> isReached_;         // indexed by space
    std::vector<std::uint32_t> reached_;  // pieces that bound reached space
    std::vector<const PointEntity*> outside_;
};

}  // namespace hullbake
