// Queries of all models of a file at once, each where the map draws it.
#pragma once

#include "block/box_checks.hpp"
#include "hullbake/probe.hpp"
#include "hullbake/shape.hpp"

namespace hullbake::detail {

/// Some models of a file, from `first` on.
struct ModelRange {
    std::uint32_t first = 0, end = 0;
};

/// Returns the models that a probe's model names: one, all or, when it is unknown, none.
inline ModelRange modelsOf(const format::Tables& tables, ModelId model) {
    const auto count = static_cast<std::uint32_t>(tables.models.size());
    if (model == kAllModels) return {0, count};
    return model.value < count ? ModelRange{model.value, model.value + 1} : ModelRange{};
}

/// Returns the box that a valid probe moves: the bounds of its shape, if it has one.
inline Box boxOf(const format::Tables& tables, const Probe& probe) {
    if (probe.shape != nullptr) return probe.shape->bounds();
    return probe.box ? *probe.box : hullBox(tables.hulls[probe.hull.value]);
}

/// Returns true if the box comes within a unit of the model's bounds on its way.
bool comesNear(const format::ModelRecord& model, const Box& box, const Vec3& from, const Vec3& to);

/// Calls visit(model) for the first of the models, and for the others that the box comes near on its way, until a call
/// returns false.
template <class Visit>
void forModelsAlong(const format::Tables& tables, ModelRange models, const Box& box, const Vec3& from, const Vec3& to,
                    const Visit& visit) {
    for (std::uint32_t m = models.first; m < models.end; ++m) {
        if (m > models.first && !comesNear(tables.models[m], box, from, to)) continue;
        if (!visit(ModelId{m})) return;
    }
}

/// Returns the nearest entry of the probe into any model.
Trace traceAllModels(const format::Tables& tables, const Probe& probe, const Vec3& start, const Vec3& end);

}  // namespace hullbake::detail
