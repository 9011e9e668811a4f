// The brushes of one model, or of all, as a box that stands at a place meets them.
#pragma once

#include "brushes/brush_set.hpp"
#include "hullbake/probe.hpp"

namespace hullbake::detail {

struct NeighbourSet {
    BrushSet set;  ///< its root is that of the model looked at last
    std::span<const format::ModelRecord> models;
    std::uint32_t first = 0;  ///< number of the first of them
    Contents mask = Contents::Empty;
    Vec3 origin;  ///< of the box, in the models' space; places are relative to it
    bool valid = false;

    /// Calls visit(model, brush) for all brushes that the mask asks for and that take part, near enough to a place
    /// between `low` and `high` that the box comes within `room` units of their bounds there.
    template <class Visit>
    void forBrushes(const Vec3& low, const Vec3& high, double room, const Visit& visit) const {
        BrushSet each = set;
        for (std::uint32_t m = 0; m < models.size(); ++m) {
            each.root = models[m].bvhRoot;
            each.forBrushesWithin(origin + low, origin + high, room, [&](std::uint32_t index) {
                const format::BrushRecord& brush = set.brushes[index];
                if (any(static_cast<Contents>(brush.contents) & mask) && set.rule.takesPart(brush))
                    visit(first + m, index);
            });
        }
    }

    /// The plane of a grown side, relative to the origin.
    Plane planeOf(const format::SideRecord& side) const {
        const Plane plane = grownPlane(side, set.box);
        return {plane.normal, plane.dist - dot(plane.normal, origin)};
    }
};

/// Returns the brushes around a probe that stands at `origin` in the world, as its models see them; not `valid` when
/// queries of neighbours refuse the probe or the position.
NeighbourSet neighboursOf(const format::Tables& tables, const Probe& probe, const Vec3& origin);

/// Whether no free space comes within the tolerance of a place, by the bare brushes. Sets `tooMany` when more of them
/// are there than can be told apart.
bool isStuck(const NeighbourSet& near, const Vec3& place, std::int64_t& budget, bool& tooMany);

}  // namespace hullbake::detail
