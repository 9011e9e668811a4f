#include "move/move_space.hpp"

#include <algorithm>

namespace hullbake::detail {

namespace {

constexpr double kMostSkin = 1;

bool inRange(const Vec3& p) {
    for (int a = 0; a < 3; ++a)
        if (!(p[a] >= -kMaxCoordinate && p[a] <= kMaxCoordinate)) return false;
    return true;
}

}  // namespace

MoveSpace::MoveSpace(const ClipMap& map, const MovingBox& box) : map_(map), asked_(box) {
    const bool all = box.model == kAllModels;
    const std::size_t models = map.modelCount();
    if (!all && box.model.value >= models) return;
    firstModel_ = all ? 0 : box.model.value;
    endModel_ = all ? static_cast<std::uint32_t>(models) : firstModel_ + 1;
    if (box.box) {
        if (!ClipMap::validBox(*box.box)) return;
        box_ = *box.box;
    } else {
        if (box.hull.value >= map.hullCount()) return;
        box_ = map.hull(box.hull).box;
    }
    // Written so that NaN fails.
    valid_ = box.skin >= 0 && box.skin <= kMostSkin;
}

TraceInput MoveSpace::input(const Vec3& from, const Vec3& to, ModelId model) const {
    return {from, to, asked_.hull, model, asked_.mask, asked_.skin};
}

Trace MoveSpace::trace(const TraceInput& input) const {
    ++traces_;
    return asked_.box ? map_.traceBox(*asked_.box, input) : map_.trace(input);
}

// Whether a brush model's bounds come near the way of the box.
bool MoveSpace::comesNear(const Vec3& from, const Vec3& to, std::uint32_t model) const {
    const Box bounds = map_.model({model}).bounds;
    for (int a = 0; a < 3; ++a) {
        const double low = std::min(from[a], to[a]) + box_.mins[a] - 1,
                     high = std::max(from[a], to[a]) + box_.maxs[a] + 1;
        if (low > bounds.maxs[a] || high < bounds.mins[a]) return false;
    }
    return true;
}

Leg MoveSpace::sweep(const Vec3& from, const Vec3& way, double ahead) const {
    const double size = length(way);
    double reach = (size + ahead) / size;
    Vec3 to = from + way * reach;
    if (!inRange(to)) {
        reach = 1;
        to = from + way;
    }
    Trace nearest;
    Leg leg;
    leg.end = from + way;
    for (std::uint32_t m = firstModel_; m < endModel_; ++m) {
        if (m > firstModel_ && !comesNear(from, to, m)) continue;
        const Trace trace = this->trace(input(from, to, {m}));
        leg.invalid = leg.invalid || trace.invalid;
        leg.stuck = leg.stuck || trace.startsolid;
        if (!trace.hit || (nearest.hit && trace.hitFraction >= nearest.hitFraction)) continue;
        nearest = trace;
        leg.model = {m};
    }
    if (!nearest.hit || nearest.fraction * reach >= 1) return leg;
    leg.hit = true;
    leg.end = nearest.endpos;
    leg.fraction = nearest.fraction * reach;
    leg.contactFraction = nearest.hitFraction * reach;
    leg.plane = {nearest.normal, nearest.dist};
    leg.contents = nearest.contents;
    return leg;
}

PlaceInput MoveSpace::place(const Vec3& at) const {
    return {at, asked_.hull, asked_.model, asked_.mask};
}

std::span<const TouchedPlane> MoveSpace::touching(const Vec3& at, double distance, std::span<TouchedPlane> room) const {
    ++touchings_;
    const NeighbourCount found =
        asked_.box ? map_.touching(*asked_.box, place(at), distance, room) : map_.touching(place(at), distance, room);
    return room.first(found.invalid ? 0 : std::min(found.count, room.size()));
}

Unstick MoveSpace::unstick(const Vec3& at, double distance) const {
    return asked_.box ? map_.unstick(*asked_.box, place(at), distance) : map_.unstick(place(at), distance);
}

bool MoveSpace::isFree(const Vec3& at) const {
    for (std::uint32_t m = firstModel_; m < endModel_; ++m) {
        if (m > firstModel_ && !comesNear(at, at, m)) continue;
        const Trace trace = this->trace(input(at, at, {m}));
        if (trace.startsolid) return false;
    }
    return true;
}

Surface MoveSpace::surface(const Vec3& from, const Vec3& to, ModelId model) const {
    const TraceInput asked = input(from, to, model);
    const Trace found = trace(asked);
    return asked_.box ? map_.surface(*asked_.box, asked, found) : map_.surface(asked, found);
}

}  // namespace hullbake::detail
