// The members of a scene, one by one: which of them a probe comes near, and its queries of one of them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "block/box_checks.hpp"
#include "hullbake/scene.hpp"
#include "scene/passed_members.hpp"

namespace hullbake::detail {

/// What of the scene matters to a probe on its way.
enum class Nearness : std::uint8_t {
    Far,  ///< stays more than a unit away, or is not seen
    Near,
    Bad,  ///< not valid
};

/// Upper bound of the members that a move lists. Where more are near, all of the scene are looked at.
inline constexpr std::uint32_t kMostListed = 64;

/// The members that matter to queries in a part of space, in ascending order.
struct MemberList {
    std::uint32_t values[kMostListed];  ///< of their identifiers; not cleared, as each move has a list
    std::uint32_t count = 0;
    bool checked = false;  ///< all of them are valid, and seen by the scene
};

/// Returns true if two ranges are apart. Either of the two ways alone is hard to predict, so that there is one branch.
/// False for NaN, so that what is not finite is looked at.
inline bool areApart(double low, double high, double otherLow, double otherHigh) {
    return std::max(low - otherHigh, otherLow - high) > 0;
}

/// Returns true if the boxes are so far apart that neither matters to the other.
inline bool areApart(const Box& a, const Box& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (areApart(a.mins[axis] - kAside, a.maxs[axis] + kAside, b.mins[axis], b.maxs[axis])) return true;
    return false;
}

inline Box placeOf(const Body& body) {
    return {body.origin + body.box.mins, body.origin + body.box.maxs};
}

/// Returns bounds of a placed model in space. With axes that are no rotation they may be anything.
Box placedBounds(const format::ModelRecord& model, const Transform& transform);
/// Returns how near the member is to a box in space. Its index must exist.
Nearness nearnessOf(const format::Tables& tables, const Scene& scene, MemberId member, const Box& place);

/// The same for a member of a list.
Nearness nearnessInList(const format::Tables& tables, const Scene& scene, const MemberList& list, MemberId member,
                        const Box& place);

/// Returns the least box in space that holds a box at both positions.
inline Box sweptBox(const Box& box, const Vec3& from, const Vec3& to) {
    Box swept;
    for (int a = 0; a < 3; ++a) {
        swept.mins[a] = (from[a] < to[a] ? from[a] : to[a]) + box.mins[a];
        swept.maxs[a] = (from[a] < to[a] ? to[a] : from[a]) + box.maxs[a];
    }
    return swept;
}

/// Lists the members that may be near a box in space, by the scene's index. Returns false if there are more than can be
/// listed, or the index is none of these arrays.
bool findIndexed(const Scene& scene, const Box& place, MemberList& list);

/// As forMembersNear, for a list of members.
template <class Visit>
bool forListedNear(const format::Tables& tables, const Scene& scene, const MemberList& list, const Box& place,
                   const Visit& visit) {
    for (std::uint32_t i = 0; i < list.count; ++i) {
        const MemberId member{list.values[i]};
        const Nearness nearness = nearnessInList(tables, scene, list, member, place);
        if (nearness == Nearness::Bad) return false;
        if (nearness == Nearness::Near && !visit(member)) return true;
    }
    return true;
}

/// Calls visit(member) for the members that are near a box in space, models first, until a call returns false. Returns
/// false if a member there is not valid.
template <class Visit>
bool forMembersNear(const format::Tables& tables, const Scene& scene, const Box& place, const Visit& visit) {
    if (scene.near != nullptr) return forListedNear(tables, scene, *scene.near, place, visit);
    if (!scene.index.empty()) {
        MemberList found;
        if (findIndexed(scene, place, found)) return forListedNear(tables, scene, found, place, visit);
    }
    const auto models = static_cast<std::uint32_t>(scene.models.size());
    const auto bodies = static_cast<std::uint32_t>(scene.bodies.size());
    const Surroundings around(place);
    for (std::uint32_t i = 0; (i = passMembers(tables, scene, around, i)) < models + bodies; ++i) {
        const MemberId member = i < models ? MemberId::model(i) : MemberId::body(i - models);
        const Nearness nearness = nearnessOf(tables, scene, member, place);
        if (nearness == Nearness::Bad) return false;
        if (nearness == Nearness::Near && !visit(member)) return true;
    }
    return true;
}

/// Lists the members that are near a box in space, or not valid. Returns false if there are more than can be listed.
bool listMembers(const format::Tables& tables, const Scene& scene, const Box& place, MemberList& list);

/// Returns true if all members near the probe at that position are valid. The probe must be valid.
bool isValidScene(const format::Tables& tables, const Probe& probe, const Vec3& position);

/// Returns true if the file has what the probe's shape needs of the member, which must be valid.
bool acceptsMember(const format::Tables& tables, const Probe& probe, MemberId member);

/// Returns the trace of a valid probe through one member.
Trace traceMember(const format::Tables& tables, const Probe& probe, MemberId member, const Vec3& start,
                  const Vec3& end);
/// Returns true only if the member is a box body that a probe of a box meets nowhere in its swept box, not even by the
/// tolerances.
bool isSurelyBeside(const Probe& probe, MemberId member, const Box& swept);
/// Returns true only if such a trace of no length does not start solid, as isSurelyFree does.
bool isSurelyFreeOfMember(const format::Tables& tables, const Probe& probe, MemberId member, const Vec3& at);
/// Returns the contents of one member that a valid probe overlaps.
Contents contentsOfMember(const ClipMap& map, const Probe& probe, MemberId member, const Vec3& origin);
/// Returns a probe of the placed model alone.
Probe probeOfModel(const format::Tables& tables, const Probe& probe, const PlacedModel& placed);

/// Adds what a trace through one more member answers to the answer so far: the nearest hit, the first of equal ones.
void addTrace(const Trace& trace, Trace& nearest);

}  // namespace hullbake::detail
