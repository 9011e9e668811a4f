#include "neighbours/neighbour_set.hpp"

#include "brushes/brush_space.hpp"
#include "brushes/model_brushes.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "query/refusal.hpp"

namespace hullbake::detail {

bool isStuck(const NeighbourSet& near, const Vec3& place, std::int64_t& budget, bool& tooMany) {
    BrushSet set = near.set;
    const Line line{near.origin + place, near.origin + place, {}, 0, 0};
    for (const format::ModelRecord& model : near.models) {
        set.root = model.bvhRoot;
        const BrushSpace chain(set, near.mask, line, budget);
        const bool covered = chain.cover(0);
        tooMany = tooMany || !covered;
        if (!covered || !touchPoint(chain, line.start, budget).free) return true;
    }
    return false;
}

NeighbourSet neighboursOf(const format::Tables& tables, const Probe& probe, const Vec3& origin) {
    NeighbourSet near;
    near.valid = accepts(tables, probe, origin) && !turns(probe);
    if (!near.valid) {
        const Refusal refusal = refusalAt(tables, probe, origin);
        near.refusal = refusal != Refusal::None ? refusal : Refusal::TurnedModel;
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
