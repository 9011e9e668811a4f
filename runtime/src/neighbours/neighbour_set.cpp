#include "neighbours/neighbour_set.hpp"

#include "brushes/crowd.hpp"
#include "brushes/model_brushes.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "query/refusal.hpp"

namespace hullbake::detail {

namespace {

constexpr std::int64_t kStepsOfOne = 1024;

}  // namespace

bool isStuck(const NeighbourSet& near, const Vec3& place, std::int64_t& budget, bool& tooMuch) {
    BrushSet set = near.set;
    for (const format::ModelRecord& model : near.models) {
        set.root = model.bvhRoot;
        std::int64_t steps = kCrowdBudget;
        const bool free = touchBrushes(set, near.mask, near.origin + place, steps).free;
        tooMuch = tooMuch || steps <= 0;
        const std::int64_t taken = kCrowdBudget - steps;
        budget -= taken < kChainBudget ? taken : taken / kStepsOfOne;
        if (!free) return true;
    }
    return near.members != nullptr && isStuckInMembers(near, place, budget, tooMuch);
}

bool isStuckInMembers(const NeighbourSet& near, const Vec3& place, std::int64_t& budget, bool& tooMuch) {
    std::int64_t steps = kCrowdBudget;
    const bool free = touchBrushes(near.members->set(near.set.box), near.mask, near.origin + place, steps).free;
    tooMuch = tooMuch || steps <= 0;
    budget -= (kCrowdBudget - steps) / kStepsOfOne;
    return !free;
}

void addMembers(const format::Tables& tables, const Probe& probe, const Vec3& origin, double distance,
                MemberBrushes& room, NeighbourSet& near) {
    if (!near.valid) return;
    near.refusal = room.gather(tables, probe, near.mask, origin, distance, displacementOf(probe));
    near.valid = near.refusal == Refusal::None;
    if (room.count() > 0 || room.roundCount() > 0) near.members = &room;
}

NeighbourSet neighboursOf(const format::Tables& tables, const Probe& probe, const Vec3& origin) {
    NeighbourSet near;
    near.valid = accepts(tables, probe, origin) && !turns(probe) && probe.shape == nullptr;
    if (!near.valid) {
        const Refusal refusal = refusalAt(tables, probe, origin);
        const Refusal own = probe.shape != nullptr ? Refusal::ShapeNotTaken : Refusal::TurnedModel;
        near.refusal = refusal != Refusal::None ? refusal : own;
        return near;
    }
    const ModelRange models = modelsOf(tables, probe.model);
    near.models = tables.models.subspan(models.first, models.end - models.first);
    near.first = models.first;
    near.set = probeBrushes(tables, probe, {models.first});
    near.mask = probe.mask;
    near.origin = origin - displacementOf(probe);
    return near;
}

}  // namespace hullbake::detail
