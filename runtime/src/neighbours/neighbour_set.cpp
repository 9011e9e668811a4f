#include "neighbours/neighbour_set.hpp"

#include "brushes/brush_space.hpp"

namespace hullbake {

bool detail::isStuck(const NeighbourSet& near, const Vec3& place, std::int64_t& budget, bool& tooMany) {
    BrushSet set = near.set;
    const Line line{near.origin + place, near.origin + place, {}, 0, 0};
    for (const format::ModelRecord& model : near.models) {
        set.root = model.bvhRoot;
        const BrushChain chain(set, near.mask, line, budget);
        const bool covered = chain.cover(0);
        tooMany = tooMany || !covered;
        if (!covered || !touchPoint(chain, line.start, budget).free) return true;
    }
    return false;
}

using namespace detail;

NeighbourSet ClipMap::neighbours(const PlaceInput& place) const noexcept {
    const bool all = place.model == kAllModels;
    const ModelId first = all ? ModelId{} : place.model;
    NeighbourSet near;
    near.valid = validPlace(place.origin, first);
    if (!near.valid) return near;
    near.models = all ? models_ : models_.subspan(first.value, 1);
    near.first = first.value;
    near.mask = place.mask;
    near.origin = place.origin;
    return near;
}

NeighbourSet ClipMap::hullNeighbours(const PlaceInput& place) const noexcept {
    NeighbourSet near = neighbours(place);
    near.valid = near.valid && place.hull.value < hulls_.size();
    if (near.valid) near.set = hullBrushes(place.hull, {near.first});
    return near;
}

NeighbourSet ClipMap::boxNeighbours(const Box& box, const PlaceInput& place) const noexcept {
    NeighbourSet near = neighbours(place);
    near.valid = near.valid && validBox(box);
    if (near.valid) near.set = boxBrushes(box, {near.first});
    return near;
}

}  // namespace hullbake
