// The brushes of one model, or of all, around a box at rest.
#pragma once

#include "brushes/brush_set.hpp"
#include "hullbake/probe.hpp"

namespace hullbake::detail {

struct NeighbourSet {
    BrushSet set;  ///< its root is that of the first model
    std::span<const format::ModelRecord> models;
    std::uint32_t first = 0;  ///< number of the first model
    Contents mask = Contents::Empty;
    Vec3 origin;  ///< of the box, in the models' space; other positions are relative to it
    bool valid = false;
    Refusal refusal = Refusal::None;  ///< why it is not valid

    /// Calls visit(model, brush) for the brushes in the mask that take part and whose bounds come within `room` units
    /// of the box at some position between `low` and `high`.
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

    /// Returns the plane of a grown side, relative to the origin.
    Plane planeOf(const format::SideRecord& side) const {
        const Plane plane = grownPlane(side, set.box);
        return {plane.normal, plane.dist - dot(plane.normal, origin)};
    }
};

/// Returns the brushes around a probe at `origin` in the world, in the models' space. Not `valid` if queries of
/// neighbours refuse the probe or the position.
NeighbourSet neighboursOf(const format::Tables& tables, const Probe& probe, const Vec3& origin);

/// Returns true if no free space comes within the tolerance of a position, by the bare brushes. Sets `tooMuch` if
/// that takes more steps than one query may take. Of the steps in a crowd of brushes the budget counts one of 1,024.
bool isStuck(const NeighbourSet& near, const Vec3& place, std::int64_t& budget, bool& tooMuch);

}  // namespace hullbake::detail
