// Traces through baked hulls.

#include "brushes/brush_set.hpp"
#include "grid/grid_trace.hpp"
#include "hullbake/clip_map.hpp"
#include "query/answers.hpp"
#include "tree/tree_trace.hpp"

namespace hullbake {

using namespace detail;

namespace {

// Of two trees the nearer entry. False when only the slow walk can tell, as for a start inside one of them: then
// leaving one may still be inside the other.
bool findInBoth(const Trees& trees, const Line& line, Contact& contact, std::int64_t& budget) {
    for (int i = 0; i < trees.count; ++i) {
        Trees one = trees;
        one.roots[0] = trees.roots[i];
        one.count = 1;
        Contact single;
        if (!FastWalk(one, line, budget).run(single) || single.startsolid ||
            (single.hit && single.t <= line.toleranceT))
            return false;
        if (single.hit && (!contact.hit || single.t < contact.t)) contact = single;
    }
    return true;
}

Trees treesFor(const Tables& tables, const format::RootRecord& root, Contents mask) {
    Trees trees;
    trees.tables = tables;
    trees.mask = static_cast<std::uint32_t>(mask);
    const bool liquid = any(mask & kMaskLiquid) && root.liquid != format::kLeafFlag;
    if (any(mask & kMaskBlocking) || !liquid) trees.roots[trees.count++] = root.blocking;
    if (liquid) trees.roots[trees.count++] = root.liquid;
    return trees;
}

#ifdef HULLBAKE_AVX
HULLBAKE_WITH_AVX bool walkGridWide(const FreeGrid& grid, const PlaneRecord* planes, const TraceInput& input,
                                    Trace& trace) {
    return GridWalk<AvxGrid>(grid, planes, input).run(trace);
}
#endif

// A tree of faces off the grid may have been split along an edge by a plane that cuts this much off it. Units.
constexpr double kCutOff = 1e-6;

}  // namespace

bool ClipMap::validTrace(const TraceInput& input) const noexcept {
    return isInRange(input.start) && isInRange(input.end) && input.skin >= 0 && input.skin <= kMaxCoordinate &&
           input.hull.value < hulls_.size() && input.model.value < models_.size();
}

bool ClipMap::mayGoByGrid(const TraceInput& input) const noexcept {
    const Vec3 delta = input.end - input.start;
    return input.model.value == 0 && input.hull.value < grid_.grids.size() && !any(input.mask & kMaskLiquid) &&
           dot(delta, delta) > 0;
}

Trace ClipMap::trace(const TraceInput& input) const noexcept {
    Trace trace;  // the only one returned: built in its place
    if (!validTrace(input)) {
        trace = invalidTrace(input);
    } else if (!mayGoByGrid(input) || !traceGrid(input, trace)) {
        trace = traceTree(input);
    }
    return trace;
}

bool ClipMap::traceGrid(const TraceInput& input, Trace& trace) const noexcept {
    const FreeGrid grid(grid_, input.hull.value);
#ifdef HULLBAKE_AVX
    if (kHasAvx) return walkGridWide(grid, planes_.data(), input, trace);
#endif
    return GridWalk<ScalarGrid>(grid, planes_.data(), input).run(trace);
}

Trace ClipMap::traceTree(const TraceInput& input) const noexcept {
    const Trees trees = treesFor({nodes_.data(), planes_.data()}, root(input.hull, input.model), input.mask);
    const Line line = lineOf(input);
    std::int64_t budget = kWalkBudget;
    if (!(line.length > 0)) {
        const Touch touch = touchPoint(trees, input.start, budget);
        if (budget <= 0) return invalidTrace(input);
        return touch.free ? inPlace(input, pointContents(input.start, input.hull, input.model))
                          : stuck(input, Contents{touch.contents});
    }
    Contact contact;
    const bool told =
        trees.count == 1 ? FastWalk(trees, line, budget).run(contact) : findInBoth(trees, line, contact, budget);
    if (told && !(contact.hit && contact.node < 0) && budget > 0) {
        const Plane plane = planeEntered(trees, line, contact);
        if (!contact.hit || !isMetFlat(line, plane)) return answer(input, line, contact, plane);
    }
    return traceClosely(input, trees, line, told ? &contact : nullptr, budget);
}

Trace ClipMap::traceClosely(const TraceInput& input, const Trees& trees, const Line& line, const Contact* found,
                            std::int64_t& budget) const noexcept {
    const BrushSet set = hullBrushes(input.hull, input.model);
    const auto insideAny = [&](double t, double until) { return insideBrushes(set, input, t, until); };
    const BrushCheck brushes(insideAny);
    Contact contact = found != nullptr ? *found : walkSlow(trees, line, brushes, budget);
    if (budget <= 0) return invalidTrace(input);
    Plane plane = planeEntered(trees, line, contact);
    if (contact.hit && contact.node < 0) {
        if (!enteredSide(set, input, contact.t, std::max(contact.t, contact.until), plane))
            plane = leftPlane(trees, set, input, line, contact, brushes, budget);
    } else if (contact.hit && isMetFlat(line, plane) && !hasPlaneAt(set, input, contact.t, plane)) {
        const double before = kCutOff / std::fabs(dot(plane.normal, line.delta));
        enteredSide(set, input, std::max(0.0, contact.t - before), contact.t, plane);
    }
    return answer(input, line, contact, plane);
}

}  // namespace hullbake
