#include "query/all_models.hpp"

#include <algorithm>

#include "brushes/brush_set.hpp"
#include "query/probe_checks.hpp"
#include "query/probe_trace.hpp"
#include "query/refusal.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

bool comesNear(const format::ModelRecord& model, const Box& box, const Vec3& from, const Vec3& to) {
    for (int a = 0; a < 3; ++a) {
        const double low = std::min(from[a], to[a]) + box.mins[a] - 1,
                     high = std::max(from[a], to[a]) + box.maxs[a] + 1;
        if (low > model.maxs[a] || high < model.mins[a]) return false;
    }
    return true;
}

Trace traceAllModels(const format::Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end) {
    const TraceQuery query{start, end, probe, ModelId{}};
    if (!accepts(tables, probe, start) || !isInRange(end))
        return invalidTrace(query, refusalOfTrace(tables, probe, start, end));
    bool startsolid = false, allsolid = false;
    Refusal refusal = Refusal::None;
    Contents around = Contents::Empty;  // of traces without a length
    Trace nearest;
    const Box reach = reachOf(boxOf(tables, probe));
    forModelsAlong(tables, modelsOf(tables, kAllModels), reach, start, end, [&](ModelId model) {
        const Trace trace = traceModel(tables, {start, end, probe, model});
        if (trace.invalid) refusal = trace.refusal;
        startsolid = startsolid || trace.startsolid;
        allsolid = allsolid || trace.allsolid;
        if (!trace.hit) around |= trace.contents;
        if (trace.hit && !(nearest.hit && trace.hitFraction >= nearest.hitFraction)) nearest = trace;
        return refusal == Refusal::None;
    });
    if (refusal != Refusal::None) return invalidTrace(query, refusal);
    nearest.startsolid = startsolid;
    nearest.allsolid = allsolid;
    if (nearest.hit) return nearest;
    nearest.endpos = end;
    nearest.contents = around;
    return nearest;
}

}  // namespace hullbake::detail
