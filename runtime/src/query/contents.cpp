// Contents of the brushes that a probe overlaps at a position.

#include "brushes/turned_set.hpp"
#include "hullbake/clip_map.hpp"
#include "query/all_models.hpp"
#include "query/contents_expanded.hpp"
#include "query/probe_checks.hpp"
#include "query/shape_query.hpp"
#include "scene/members.hpp"
#include "tree/tree_contents.hpp"

namespace hullbake {

using namespace detail;

namespace {

// Returns the contents in one model, where the map draws it.
Contents contentsDrawn(const format::Tables& tables, const Probe& probe, ModelId model, const Vec3& origin) {
    if (probe.shape != nullptr) return contentsOfShape(tables, probe, model, origin);
    return probe.box ? contentsIn(boxBrushes(tables, *probe.box, model), origin)
                     : contentsInTrees(tables, probe.hull, model, origin);
}

// Returns the contents of the probe's model and of the members that are near.
HULLBAKE_NOINLINE Contents contentsWithScene(const ClipMap& map, const Probe& probe, const Vec3& origin) {
    Probe bare = probe;
    bare.scene = nullptr;
    Contents contents = map.contentsAt(bare, origin);
    const Box place = sweptBox(reachOf(boxOf(map.tables(), probe)), origin, origin);
    forMembersNear(map.tables(), *probe.scene, place, [&](MemberId member) {
        contents |= contentsOfMember(map, probe, member, origin);
        return true;
    });
    return contents;
}

}  // namespace

Contents ClipMap::contentsAt(const Probe& probe, const Vec3& origin) const noexcept {
    if (!accepts(probe, origin)) return Contents::Empty;
    if (probe.scene != nullptr) return contentsWithScene(*this, probe, origin);
    if (probe.shape != nullptr && probe.model != kAllModels)
        return contentsOfShape(tables_, probe, probe.model, origin);
    if (turns(probe)) return contentsIn(turnedBrushes(tables_, *probe.box, probe.model, *probe.transform), origin);
    const Vec3 place = origin - displacementOf(probe);
    if (probe.model != kAllModels) return contentsDrawn(tables_, probe, probe.model, place);
    Contents contents = Contents::Empty;
    const Box reach = reachOf(boxOf(tables_, probe));
    forModelsAlong(tables_, modelsOf(tables_, kAllModels), reach, place, place, [&](ModelId model) {
        contents |= contentsDrawn(tables_, probe, model, place);
        return true;
    });
    return contents;
}

}  // namespace hullbake
