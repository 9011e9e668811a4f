// The volume of one trigger for one body: brushes of a model or a box, grown by the body's box.
#pragma once

#include <algorithm>
#include <optional>

#include "brushes/model_brushes.hpp"
#include "brushes/stretches.hpp"
#include "brushes/turned_set.hpp"
#include "hullbake/triggers.hpp"

namespace hullbake::detail {

class TriggerVolume {
  public:
    /// The trigger must be valid, and outlive the volume.
    TriggerVolume(const format::Tables& tables, const Trigger& trigger, const Box& box)
        : tables_(tables), trigger_(trigger), box_(box) {
        if (!trigger.box && trigger.transform.turns())
            turned_.emplace(turnedBrushes(tables, box, trigger.model, trigger.transform));
    }

    const Vec3& moved() const { return trigger_.moved; }

    /// Returns true if a body whose origin stays in `bounds` may come into the volume.
    bool comesNear(const Box& bounds) const;
    /// Returns true if the body is in the volume; if it was there before, also at the very edge.
    bool contains(const Vec3& at, bool before) const;
    /// Calls visit(part) for the parts of the way, as fractions, that lead through the volume, in order and apart.
    /// Returns false if there are too many.
    template <class Visit>
    bool forParts(const Vec3& from, const Vec3& to, const Visit& visit) const;

  private:
    // Units: what was in the volume stays there with so much less depth, so that rounding does not throw it out.
    static constexpr double kEdge = 1e-8;

    template <class Visit>
    void forBrushes(const Vec3& from, const Vec3& to, const Visit& visit) const;
    bool clipBox(const Vec3& from, const Vec3& way, double depth, Stretch& part) const;

    const format::Tables& tables_;
    const Trigger& trigger_;
    const Box box_;
    std::optional<TurnedSet> turned_;
};

inline bool TriggerVolume::comesNear(const Box& bounds) const {
    Box volume = trigger_.box ? *trigger_.box : boundsOf(tables_.models[trigger_.model.value]);
    if (turned_) {
        const Vec3 middle = turned_->turn.place((volume.mins + volume.maxs) * 0.5);
        const Vec3 half = (volume.maxs - volume.mins) * 0.5;
        for (int a = 0; a < 3; ++a) {
            double reach = 0;
            for (int k = 0; k < 3; ++k) reach += std::fabs(turned_->turn.axes[k][a]) * half[k];
            volume.mins[a] = middle[a] - reach;
            volume.maxs[a] = middle[a] + reach;
        }
    } else {
        volume.mins = volume.mins + trigger_.transform.displacement;
        volume.maxs = volume.maxs + trigger_.transform.displacement;
    }
    const Box reach = reachOf(box_);
    for (int a = 0; a < 3; ++a) {
        const double low = volume.mins[a] + std::min(trigger_.moved[a], 0.0) - reach.maxs[a];
        const double high = volume.maxs[a] + std::max(trigger_.moved[a], 0.0) - reach.mins[a];
        if (bounds.mins[a] > high + kNearBrush || bounds.maxs[a] < low - kNearBrush) return false;
    }
    return true;
}

// Clips by the box as by a brush of six sides.
inline bool TriggerVolume::clipBox(const Vec3& from, const Vec3& way, double depth, Stretch& part) const {
    const double along = kAlongPlane * length(way);
    for (int a = 0; a < 3; ++a) {
        const double moved = trigger_.transform.displacement[a];
        const double low = trigger_.box->mins[a] + moved - box_.maxs[a] + depth;
        const double high = trigger_.box->maxs[a] + moved - box_.mins[a] - depth;
        if (std::fabs(way[a]) <= along) {
            if (from[a] < low || from[a] > high) return false;
            continue;
        }
        const double one = (low - from[a]) / way[a], two = (high - from[a]) / way[a];
        part.from = std::max(part.from, std::min(one, two));
        part.to = std::min(part.to, std::max(one, two));
        if (!(part.from < part.to) || low > high) return false;
    }
    return true;
}

// Calls visit(clip) for each brush near the way. clip(depth, part) is as clipStretch.
template <class Visit>
void TriggerVolume::forBrushes(const Vec3& from, const Vec3& to, const Visit& visit) const {
    const Vec3 way = to - from;
    if (trigger_.box) {
        visit([&](double depth, Stretch& part) { return clipBox(from, way, depth, part); });
        return;
    }
    const auto visitBrush = [&](const auto& set, const Vec3& start, std::uint32_t index) {
        const format::BrushRecord& brush = set.brushes[index];
        if (!any(static_cast<Contents>(brush.contents) & trigger_.contents)) return;
        const auto sides = set.sidesOf(brush);
        visit([&](double depth, Stretch& part) { return clipStretch(sides, set.box, start, way, depth, 0, part); });
    };
    Vec3 low, high;
    for (int a = 0; a < 3; ++a) {
        low[a] = std::min(from[a], to[a]);
        high[a] = std::max(from[a], to[a]);
    }
    if (turned_) {
        const Box place = turned_->turn.boundsBack({low + reachOf(box_).mins, high + reachOf(box_).maxs});
        turned_->forBrushesIn(place, [&](std::uint32_t index) { visitBrush(*turned_, from, index); });
        return;
    }
    const Vec3& displacement = trigger_.transform.displacement;
    const BrushSet set = boxBrushes(tables_, box_, tables_.hulls.size(), trigger_.model);
    set.forBrushesWithin(low - displacement, high - displacement, kNearBrush,
                         [&](std::uint32_t index) { visitBrush(set, from - displacement, index); });
}

inline bool TriggerVolume::contains(const Vec3& at, bool before) const {
    bool found = false;
    forBrushes(at, at, [&](const auto& clip) {
        Stretch part{0, 1};
        found = found || clip(kSurfaceTolerance - (before ? kEdge : 0), part);
    });
    return found;
}

// Two brushes that share a face leave a gap of twice the tolerance between their insides, and none between the brushes
// made larger by a hair: parts whose brushes meet are one, however flat the angle at which the face is crossed.
template <class Visit>
bool TriggerVolume::forParts(const Vec3& from, const Vec3& to, const Visit& visit) const {
    const double size = length(to - from), glue = size > 0 ? kSurfaceTolerance / size : 0;
    Stretches brushes(glue), insides(0);
    bool room = true;
    forBrushes(from, to, [&](const auto& clip) {
        Stretch brush{0, 1}, inside{0, 1};
        if (!clip(kSurfaceTolerance, inside) || !clip(-kEdge, brush)) return;
        room = brushes.add(brush) && insides.add(inside) && room;
    });
    std::size_t next = 0;
    const std::span<const Stretch> deep = insides.parts();
    for (const Stretch& brush : brushes.parts()) {
        Stretch part = brush;
        if (next < deep.size()) part.from = deep[next].from;
        for (; next < deep.size() && deep[next].from <= brush.to; ++next) part.to = deep[next].to;
        visit(part);
    }
    return room;
}

}  // namespace hullbake::detail
