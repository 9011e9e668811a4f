// The brushes of a scene's members around a box at rest, as brushes of one model.
// In: a probe with a scene, its position and a distance. Out: copies of the brushes, in the space of the probe's model,
// with sides that are moved and turned.
#pragma once

#include <cstdint>
#include <span>

#include "brushes/brush_set.hpp"
#include "hullbake/probe.hpp"
#include "hullbake/scene.hpp"

namespace hullbake::detail {

class MemberBrushes {
  public:
    MemberBrushes() = default;
    MemberBrushes(const MemberBrushes&) = delete;
    MemberBrushes& operator=(const MemberBrushes&) = delete;

    /// Copies the brushes in the mask that take part for the probe and come within `distance` units of its box.
    /// Returns why the query is refused, or None. The probe must be valid and have a scene.
    Refusal gather(const format::Tables& tables, const Probe& probe, Contents mask, const Vec3& origin, double distance,
                   const Vec3& displacement);

    std::uint32_t count() const { return count_; }
    const format::BrushRecord& brush(std::uint32_t i) const { return brushes_[i]; }
    bool holds(const format::BrushRecord& brush) const {
        for (std::uint32_t i = 0; i < count_; ++i)
            if (&brush == &brushes_[i]) return true;
        return false;
    }
    std::span<const format::SideRecord> sidesOf(const format::BrushRecord& brush) const {
        return {sides_ + brush.firstSide, brush.sideCount};
    }
    MemberId member(std::uint32_t i) const { return members_[i]; }
    /// The model of a placed model's brush, and the number of the brush in the file; the world and none for a body.
    ModelId model(std::uint32_t i) const { return models_[i]; }
    std::uint32_t source(std::uint32_t i) const { return sources_[i]; }

    /// The round bodies near the box, which are no brushes, and the way from the space of the brushes to the world.
    std::uint32_t roundCount() const { return roundCount_; }
    MemberId roundMember(std::uint32_t i) const { return rounds_[i]; }
    const Body& round(std::uint32_t i) const { return scene_->bodies[rounds_[i].index()]; }
    const Vec3& shift() const { return shift_; }

    /// Returns all of them as obstacles of a box.
    BrushSet set(const Box& box) const { return {{brushes_, count_}, {sides_, sideCount_}, nodes_, 0, box, {}}; }

    /// Calls visit(i) for the brushes whose bounds come within `room` units of a box in space.
    template <class Visit>
    void forBrushesIn(const Box& place, double room, const Visit& visit) const {
        for (std::uint32_t i = 0; i < count_; ++i) {
            bool near = true;
            for (int a = 0; a < 3; ++a)
                near =
                    near && place.mins[a] <= brushes_[i].maxs[a] + room && place.maxs[a] >= brushes_[i].mins[a] - room;
            if (near) visit(i);
        }
    }

  private:
    static constexpr std::uint32_t kMostBrushes = 64, kMostSides = 768;

    template <class Set>
    bool addModel(const Set& set, const Box& place, MemberId member, ModelId model, Contents mask,
                  const Vec3& displacement);
    bool addRound(MemberId member);
    bool addBody(const Body& body, MemberId member, const Vec3& displacement);
    bool add(const format::BrushRecord& brush, MemberId member, ModelId model, std::uint32_t source);
    void buildNodes();

    format::BrushRecord brushes_[kMostBrushes];
    format::SideRecord sides_[kMostSides];
    format::BvhNode nodes_[1 + kMostBrushes / 8];  // a root with a child for each eight brushes
    MemberId members_[kMostBrushes];
    ModelId models_[kMostBrushes];
    std::uint32_t sources_[kMostBrushes];
    std::uint32_t count_ = 0, sideCount_ = 0;
    const Scene* scene_ = nullptr;
    MemberId rounds_[kMostBrushes];
    std::uint32_t roundCount_ = 0;
    Vec3 shift_;
};

}  // namespace hullbake::detail
