#include "scene/member_brushes.hpp"

#include <algorithm>
#include <cstddef>

#include "brushes/turned_set.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "scene/body_brush.hpp"
#include "scene/members.hpp"
#include "scene/round_bodies.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

Box enlarged(const Box& box, double by) {
    return {box.mins - Vec3{by, by, by}, box.maxs + Vec3{by, by, by}};
}

// Returns bounds of a brush that lie in the space of a placed model, in the world.
Box placedBox(const BrushRecord& brush, const Turn& turn) {
    const Vec3 low{brush.mins[0], brush.mins[1], brush.mins[2]}, high{brush.maxs[0], brush.maxs[1], brush.maxs[2]};
    const Vec3 centre = turn.place((low + high) * 0.5), half = (high - low) * 0.5;
    Vec3 reach;
    for (int i = 0; i < 3; ++i)
        for (int a = 0; a < 3; ++a) reach[a] += std::fabs(turn.axes[i][a]) * half[i];
    return {centre - reach, centre + reach};
}

}  // namespace

Refusal MemberBrushes::gather(const Tables& tables, const Probe& probe, Contents mask, const Vec3& origin,
                              double distance, const Vec3& displacement) {
    const Box box = boxOf(tables, probe), reach = reachOf(box);
    const Box place = enlarged(sweptBox(reach, origin, origin), distance + kNearBrush);
    scene_ = probe.scene;
    shift_ = displacement;
    bool room = true;
    const bool valid = forMembersNear(tables, *probe.scene, place, [&](MemberId member) {
        if (member.isBody()) {
            const Body& body = probe.scene->bodies[member.index()];
            const Box bounds{body.origin + body.box.mins, body.origin + body.box.maxs};
            bool near = any(body.contents & mask);
            for (int a = 0; a < 3; ++a)
                near = near && place.mins[a] <= bounds.maxs[a] && place.maxs[a] >= bounds.mins[a];
            room = !near || (isRound(body) ? addRound(member) : addBody(body, member, displacement));
            return room;
        }
        const Probe one = probeOfModel(tables, probe, probe.scene->models[member.index()]);
        if (turns(one)) {
            const TurnedSet set = turnedBrushes(tables, *one.box, one.model, *one.transform);
            room = addModel(set, set.turn.boundsBack(place), member, one.model, mask, displacement);
        } else {
            const Vec3 away = displacementOf(one);
            const Box there{place.mins - away, place.maxs - away};
            room = addModel(probeBrushes(tables, one, one.model), there, member, one.model, mask, displacement - away);
        }
        return room;
    });
    if (!valid) return Refusal::BadScene;
    if (!room) return Refusal::TooMuchWork;
    buildNodes();
    return Refusal::None;
}

// Copies the brushes of a model that lie in a part of its space.
template <class Set>
bool MemberBrushes::addModel(const Set& set, const Box& place, MemberId member, ModelId model, Contents mask,
                             const Vec3& displacement) {
    bool room = true;
    set.forBrushesIn(place, [&](std::uint32_t index) {
        const BrushRecord& brush = set.brushes[index];
        if (!room || !any(static_cast<Contents>(brush.contents) & mask) || !set.rule.takesPart(brush)) return;
        const std::uint32_t first = sideCount_;
        for (const SideRecord& side : set.sidesOf(brush)) {
            if ((side.flags & kSideIsNone) != 0) continue;
            room = room && sideCount_ < kMostSides;
            if (!room) return;
            SideRecord& copy = sides_[sideCount_++];
            copy = side;
            const Vec3 normal{side.normal[0], side.normal[1], side.normal[2]};
            if (!(displacement == Vec3{})) copy.dist -= dot(normal, displacement);
        }
        Box bounds;
        if constexpr (Set::kTurned)
            bounds = placedBox(brush, set.turn);
        else
            bounds = {{brush.mins[0], brush.mins[1], brush.mins[2]}, {brush.maxs[0], brush.maxs[1], brush.maxs[2]}};
        BrushRecord copy = plainBrush({bounds.mins - displacement, bounds.maxs - displacement},
                                      static_cast<Contents>(brush.contents), first, sideCount_ - first);
        copy.entity = brush.entity;
        copy.number = brush.number;
        copy.line = brush.line;
        room = add(copy, member, model, index);
    });
    return room;
}

bool MemberBrushes::addRound(MemberId member) {
    if (roundCount_ == kMostBrushes) return false;
    rounds_[roundCount_++] = member;
    return true;
}

bool MemberBrushes::addBody(const Body& body, MemberId member, const Vec3& displacement) {
    if (sideCount_ + 6 > kMostSides) return false;
    const Vec3 at = body.origin - displacement;
    const Box place{at + body.box.mins, at + body.box.maxs};
    SideRecord sides[6];
    boxSides(place, sides);
    std::copy(std::begin(sides), std::end(sides), sides_ + sideCount_);
    sideCount_ += 6;
    return add(plainBrush(place, body.contents, sideCount_ - 6, 6), member, ModelId{}, kNoIndex);
}

bool MemberBrushes::add(const BrushRecord& brush, MemberId member, ModelId model, std::uint32_t source) {
    if (count_ == kMostBrushes) return false;
    brushes_[count_] = brush;
    members_[count_] = member;
    models_[count_] = model;
    sources_[count_++] = source;
    return true;
}

void MemberBrushes::buildNodes() {
    const std::uint32_t children = (count_ + 7) / 8;
    nodes_[0] = emptyNode();
    for (std::uint32_t c = 0; c < children; ++c) {
        BvhNode& node = nodes_[1 + c] = emptyNode();
        BrushRecord around = brushes_[std::size_t{8} * c];
        for (std::uint32_t i = 8 * c; i < std::min(8 * c + 8, count_); ++i) {
            fillSlot(node, static_cast<int>(i - 8 * c), brushes_[i], kBvhLeaf | i);
            for (int a = 0; a < 3; ++a) {
                around.mins[a] = std::min(around.mins[a], brushes_[i].mins[a]);
                around.maxs[a] = std::max(around.maxs[a], brushes_[i].maxs[a]);
            }
        }
        fillSlot(nodes_[0], static_cast<int>(c), around, 1 + c);
    }
}

}  // namespace hullbake::detail
