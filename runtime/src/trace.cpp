// Traces through baked hulls.

#include "answers.hpp"
#include "brush_set.hpp"
#include "fast_walk.hpp"
#include "hullbake/clip_map.hpp"

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

// Of the node that was entered, where one is known; facing the trace.
Plane planeEntered(const Trees& trees, const Line& line, const Contact& contact) {
    if (contact.node < 0) return {};
    const NodeRecord& node = trees.tables.nodes[contact.node];
    const std::uint32_t kind = node.kind();
    if (kind == format::kGeneralPlane) {
        const Plane plane = nodePlane(trees.tables, node);
        return dot(plane.normal, line.delta) > 0 ? Plane{-plane.normal, -plane.dist} : plane;
    }
    // Number by number: to put one into a vector that is read as a whole right after costs a processor more than this.
    const double along = kind == 0 ? line.delta.x : kind == 1 ? line.delta.y : line.delta.z;
    const double facing = along > 0 ? -1 : 1;
    return {{(kind == 0 ? 1 : 0) * facing, (kind == 1 ? 1 : 0) * facing, (kind == 2 ? 1 : 0) * facing},
            node.axialDist() * facing};
}

bool isInRange(const Vec3& p) {
    // Written so that NaN fails.
    return std::fabs(p.x) <= kMaxCoordinate && std::fabs(p.y) <= kMaxCoordinate && std::fabs(p.z) <= kMaxCoordinate;
}

// A tree of faces off the grid may have been split along an edge by a plane that cuts this much off it. Units.
constexpr double kCutOff = 1e-6;

// Whether the trace is so nearly parallel to a plane that it stays that near for a while.
bool isMetFlat(const Line& line, const Plane& plane) {
    constexpr double kFlat = 0.02;
    return std::fabs(dot(plane.normal, line.delta)) < kFlat * line.length;
}

}  // namespace

Trace ClipMap::trace(const TraceInput& input) const noexcept {
    if (!isInRange(input.start) || !isInRange(input.end) || !(input.skin >= 0 && input.skin <= kMaxCoordinate) ||
        input.hull.value >= hulls_.size() || input.model.value >= models_.size())
        return invalidTrace(input);
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
