// Queries of models that the game has moved or turned. A moved model is asked in its own space; a turned one in the
// world, where the box is upright and the brushes are not.

#include "brushes/turned_set.hpp"
#include "hullbake/clip_map.hpp"
#include "query/answers.hpp"

namespace hullbake {

using namespace detail;

namespace {

TraceInput movedBack(const TraceInput& input, const Transform& transform) {
    TraceInput moved = input;
    moved.start = input.start - transform.displacement;
    moved.end = input.end - transform.displacement;
    return moved;
}

// An answer from model space, in the world.
Trace movedOn(Trace trace, const TraceInput& input, const Transform& transform) {
    if (trace.invalid) return invalidTrace(input);
    if (transform.displacement == Vec3{}) return trace;
    trace.dist += dot(trace.normal, transform.displacement);
    trace.endpos = input.start + (input.end - input.start) * trace.fraction;
    if (trace.allsolid) trace.endpos = input.start;
    if (trace.hit) return trace;
    trace.endpos = input.end;
    // Over there the ends may be one, by rounding; here they are not.
    if (lineOf(input).length > 0) trace.contents = Contents::Empty;
    return trace;
}

}  // namespace

bool ClipMap::validPlace(const Vec3& p, ModelId model, const Transform& transform) const noexcept {
    if (!validPlace(p, model) || !transform.valid()) return false;
    return validPlace(transform.turns() ? Turn(transform).placeBack(p) : p - transform.displacement, model);
}

bool ClipMap::turnable(ModelId model) const noexcept {
    if (model.value >= models_.size()) return false;
    const format::ModelRecord& record = models_[model.value];
    const std::size_t first = brushes_.size() - shapes_.size();
    return record.brushCount == 0 || (record.firstBrush >= first && shapes_[record.firstBrush - first].cornerCount > 0);
}

TurnedSet ClipMap::turnedBrushes(const Box& box, ModelId model, const Transform& transform) const noexcept {
    TurnedSet set{boxBrushes(box, model), shapes_, corners_, edges_, Turn(transform), {}};
    set.reach = set.turn.boundsBack(reachOf(box));
    return set;
}

Trace ClipMap::trace(const TraceInput& input, const Transform& transform) const noexcept {
    if (transform.turns() || !validPlace(input.start, input.model, transform) ||
        !validPlace(input.end, input.model, transform))
        return invalidTrace(input);
    return movedOn(trace(movedBack(input, transform)), input, transform);
}

Contents ClipMap::pointContents(const Vec3& origin, HullId hull, ModelId model,
                                const Transform& transform) const noexcept {
    if (transform.turns() || !validPlace(origin, model, transform)) return Contents::Empty;
    return pointContents(origin - transform.displacement, hull, model);
}

Surface ClipMap::surface(const TraceInput& input, const Trace& trace, const Transform& transform) const noexcept {
    if (transform.turns() || !validPlace(input.start, input.model, transform)) return {};
    return surface(movedBack(input, transform), trace);
}

Trace ClipMap::traceBox(const Box& box, const TraceInput& input, const Transform& transform) const noexcept {
    if (!validPlace(input.start, input.model, transform) || !validPlace(input.end, input.model, transform))
        return invalidTrace(input);
    if (!transform.turns()) return movedOn(traceBox(box, movedBack(input, transform)), input, transform);
    if (!validBox(box) || !turnable(input.model) || !(input.skin >= 0 && input.skin <= kMaxCoordinate))
        return invalidTrace(input);
    return traceIn(turnedBrushes(box, input.model, transform), input);
}

Contents ClipMap::boxContents(const Vec3& origin, const Box& box, ModelId model,
                              const Transform& transform) const noexcept {
    if (!validPlace(origin, model, transform)) return Contents::Empty;
    if (!transform.turns()) return boxContents(origin - transform.displacement, box, model);
    if (!validBox(box) || !turnable(model)) return Contents::Empty;
    return contentsIn(turnedBrushes(box, model, transform), origin);
}

Surface ClipMap::surface(const Box& box, const TraceInput& input, const Trace& trace,
                         const Transform& transform) const noexcept {
    if (!validPlace(input.start, input.model, transform)) return {};
    if (!transform.turns()) return surface(box, movedBack(input, transform), trace);
    if (!validBox(box) || !turnable(input.model)) return {};
    return surfaceOf(sideHit(turnedBrushes(box, input.model, transform), input, trace));
}

}  // namespace hullbake
