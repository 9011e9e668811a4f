// The brushes of one model, or of all, around a box at rest.
#pragma once

#include "brushes/brush_set.hpp"
#include "hullbake/probe.hpp"
#include "scene/member_brushes.hpp"

namespace hullbake::detail {

/// The number that stands for the model of a member's brush.
inline constexpr std::uint32_t kModelOfMember = UINT32_MAX;

struct NeighbourSet {
    BrushSet set;  ///< its root is that of the first model
    std::span<const format::ModelRecord> models;
    std::uint32_t first = 0;  ///< number of the first model
    Contents mask = Contents::Empty;
    Vec3 origin;                             ///< of the box, in the models' space; other positions are relative to it
    const MemberBrushes* members = nullptr;  ///< of the probe's scene; null without one
    bool valid = false;
    Refusal refusal = Refusal::None;  ///< why it is not valid

    /// Return the brush of a number that forBrushes gives, and the sides of a brush.
    const format::BrushRecord& brush(std::uint32_t index) const {
        return index < set.brushes.size() ? set.brushes[index] : members->brush(index - firstOfMembers());
    }
    std::span<const format::SideRecord> sidesOf(const format::BrushRecord& brush) const {
        return members != nullptr && members->holds(brush) ? members->sidesOf(brush) : set.sidesOf(brush);
    }
    std::span<const format::SideRecord> sidesOf(std::uint32_t index) const { return sidesOf(brush(index)); }
    bool isOfMember(std::uint32_t index) const { return index >= set.brushes.size(); }
    /// Index among the brushes of members of one of them.
    std::uint32_t memberIndex(std::uint32_t index) const { return index - firstOfMembers(); }
    std::uint32_t firstOfMembers() const { return static_cast<std::uint32_t>(set.brushes.size()); }

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
        if (members == nullptr) return;
        const Box reach = reachOf(set.box);
        const Box place{origin + low + reach.mins, origin + high + reach.maxs};
        members->forBrushesIn(place, room, [&](std::uint32_t i) { visit(kModelOfMember, firstOfMembers() + i); });
    }

    /// Returns the plane of a grown side, relative to the origin.
    Plane planeOf(const format::SideRecord& side) const {
        const Plane plane = grownPlane(side, set.box);
        return {plane.normal, plane.dist - dot(plane.normal, origin)};
    }
};

/// Returns the brushes around a probe at `origin` in the world, in the models' space. Not `valid` if queries of
/// neighbours refuse the probe or the position. Those of the scene come later, by addMembers.
NeighbourSet neighboursOf(const format::Tables& tables, const Probe& probe, const Vec3& origin);

/// Adds the brushes of the probe's scene within `distance` units of the box. `room` must live as long as the set.
void addMembers(const format::Tables& tables, const Probe& probe, const Vec3& origin, double distance,
                MemberBrushes& room, NeighbourSet& near);

/// Returns true if no free space comes within the tolerance of a position, by the bare brushes. Sets `tooMuch` if
/// that takes more steps than one query may take. Of the steps in a crowd of brushes the budget counts one of 1,024.
bool isStuck(const NeighbourSet& near, const Vec3& place, std::int64_t& budget, bool& tooMuch);
/// The same for the brushes of members alone, of which there must be some.
bool isStuckInMembers(const NeighbourSet& near, const Vec3& place, std::int64_t& budget, bool& tooMuch);

}  // namespace hullbake::detail
