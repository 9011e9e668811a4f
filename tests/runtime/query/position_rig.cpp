#include "runtime/query/position_rig.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::test {

namespace {

constexpr double kExact = 1e-9;  // units: rounding of a contact computed in doubles, near the origin

MapFile mapOf(const HandShape& shape, int attitude) {
    const std::string pool = boxText({2000, 2000, 2000}, {2064, 2064, 2064}, "*slime");
    MapFile map = parseText(worldText(shape.brushes + pool) + entityText("func_wall", shape.brushes) +
                            entityText("func_wall", shape.brushes));
    turnBrushes(map, attitude);
    for (MapBrush& brush : map.entities[2].brushes)
        for (MapFace& face : brush.faces) face.texture = "*water";
    return map;
}

}  // namespace

PositionRig::PositionRig(ProbeKind probeKind, const HandShape& handShape, int turn)
    : kind(probeKind), shape(handShape), attitude(turn), baked(bake(mapOf(handShape, turn))), hulls(testHulls()) {
    routes = {{"world", {0}, kMaskBlocking, Contents::Solid},
              {"world, two trees", {0}, kMaskAll, Contents::Solid},
              {"brush entity", {1}, Contents::Solid, Contents::Solid},
              {"water", {2}, kMaskPassable, Contents::Water}};
}

Probe PositionRig::probe(std::size_t hull, const Route& route) const {
    Probe asked = probeOf(kind, baked.map, baked.hull(hulls[hull].name));
    asked.model = route.model;
    asked.mask = route.mask;
    return asked;
}

TraceCall PositionRig::call(std::size_t hull, const Route& route, const Vec3& start, const Vec3& end) const {
    return {probe(hull, route), start, end};
}

std::string PositionRig::where(std::size_t hull, const Route& route) const {
    return std::string(shape.name) + " attitude " + std::to_string(attitude) + " box " + hulls[hull].name + " route " +
           route.name;
}

void forEachRig(ProbeKind kind, const std::function<void(const PositionRig&)>& visit) {
    for (const HandShape& shape : handShapes())
        for (int attitude = 0; attitude < kAttitudes; ++attitude) visit(PositionRig(kind, shape, attitude));
}

namespace {

std::string hitFault(const GrownShape& grown, const Route& route, const TraceCall& call, const Trace& trace,
                     const Vec3& entry) {
    if (!trace.hit) return "passes through";
    if (trace.startsolid || trace.allsolid) return "starts in solid";
    if (trace.contents != route.contents) return "wrong contents";
    const Vec3 move = call.end - call.start;
    const double size = length(move);
    if (length(call.start + move * trace.hitFraction - entry) > kExact) return "wrong contact";
    const Plane plane{trace.normal, trace.dist};
    if (!grown.isEntered(plane, entry, move)) return "wrong plane";
    // Computes the documented end position: `skin` away from the plane, or the start when that is nearer.
    const double d0 = distanceTo(plane, call.start);
    if (d0 <= call.probe.skin) return trace.fraction * size <= kExact ? "" : "went on within the skin";
    return std::fabs(distanceTo(plane, trace.endpos) - call.probe.skin) <= kExact ? "" : "wrong distance kept";
}

std::string faultOf(const GrownShape& grown, const Route& route, const TraceCall& call, const Trace& trace,
                    Expect expect, const Vec3& entry) {
    switch (expect) {
        case Expect::Free:
            return trace.hit || trace.startsolid ? "is not free" : "";
        case Expect::Leaves:
            return trace.hit || !trace.startsolid ? "does not leave" : "";
        case Expect::Stuck:
            return !trace.allsolid ? "is not stuck" : trace.contents != route.contents ? "wrong contents" : "";
        case Expect::Hit:
            return hitFault(grown, route, call, trace, entry);
    }
    return "no such expectation";
}

}  // namespace

std::string answerFault(const PositionRig& rig, const GrownShape& grown, const Route& route, const TraceCall& call,
                        Expect expect, const Vec3& entry) {
    const Trace trace = traceOf(rig.baked.map, call);
    const std::string fault = faultOf(grown, route, call, trace, expect, entry);
    if (!fault.empty()) return fault + ": " + text(call) + " answered " + text(trace);
    return contractFault(rig.baked.map, call, trace);
}

}  // namespace hullbake::test
