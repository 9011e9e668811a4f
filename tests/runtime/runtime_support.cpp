#include "runtime/runtime_support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iomanip>
#include <sstream>

#include "runtime/baked_blocks.hpp"

namespace hullbake::test {

std::vector<HullSpec> testHulls() {
    return {{"point", {}},
            {"centred", {{-16, -16, -24}, {16, 16, 24}}},
            {"feet", {{-16, -16, 0}, {16, 16, 56}}},
            {"corner", {{0, 0, 0}, {24, 40, 56}}}};
}

HullId BakedMap::hull(std::string_view name) const {
    const std::optional<HullId> id = map.findHull(name);
    EXPECT_TRUE(id.has_value()) << name;
    return id.value_or(HullId{});
}

BakedMap bake(const MapFile& map, const std::vector<HullSpec>& hulls, bool fill) {
    BakedMap baked;
    baked.block = bakedBlock(map, hulls, fill);
    const OpenResult opened = ClipMap::open(baked.block);
    EXPECT_TRUE(opened) << statusText(opened.status) << " in " << opened.section << " at " << opened.offset;
    baked.map = opened.map;
    return baked;
}

BakedMap bakeText(std::string_view text, const std::vector<HullSpec>& hulls, bool fill) {
    return bake(parseText(text), hulls, fill);
}

Probe hullProbe(HullId hull, ModelId model) {
    Probe probe;
    probe.hull = hull;
    probe.model = model;
    return probe;
}

Probe boxProbe(const Box& box, ModelId model) {
    Probe probe;
    probe.box = box;
    probe.model = model;
    return probe;
}

Trace traceOf(const ClipMap& map, const TraceCall& call) {
    return map.trace(call.probe, call.start, call.end);
}

Surface surfaceOf(const ClipMap& map, const TraceCall& call, const Trace& trace) {
    return map.surface(call.probe, call.start, call.end, trace);
}

bool blockedAt(const ClipMap& map, const Probe& probe, const Vec3& p) {
    return map.trace(probe, p, p).startsolid;
}

namespace {

std::string missFault(const TraceCall& call, const Trace& trace) {
    if (trace.fraction != 1 || trace.hitFraction != 1) return "no hit, but a fraction below 1";
    if (!sameBits(trace.endpos, call.end)) return "no hit, but endpos is not the end bit for bit";
    if (trace.normal != Vec3{} || trace.dist != 0) return "no hit, but a plane";
    if (trace.allsolid) return "no hit, but allsolid";
    return {};
}

std::string stuckFault(const TraceCall& call, const Trace& trace) {
    if (!trace.startsolid || trace.fraction != 0 || trace.hitFraction != 0) return "allsolid, but it went somewhere";
    if (trace.endpos != call.start) return "allsolid, but endpos is not the start";
    if (trace.normal != Vec3{}) return "allsolid, but a plane";
    return {};
}

std::string hitFault(const TraceCall& call, const Trace& trace) {
    const Vec3 delta = call.end - call.start;
    if (!(trace.fraction >= 0 && trace.fraction <= trace.hitFraction && trace.hitFraction <= 1))
        return "fractions out of order";
    if (trace.endpos != call.start + delta * trace.fraction) return "endpos is not start + fraction * (end - start)";
    if (std::fabs(length(trace.normal) - 1) > 1e-12) return "the normal has no unit length";
    if (dot(trace.normal, delta) > 0) return "the normal does not face the mover";
    if (!any(trace.contents & call.probe.mask)) return "hit something that the mask does not ask for";
    const Plane plane{trace.normal, trace.dist};
    const Vec3 contact = call.start + delta * trace.hitFraction;
    // The contact may be off by the tolerance of starts, and far out by the rounding of doubles.
    if (std::fabs(distanceTo(plane, contact)) > 1.5 * kSurfaceTolerance) return "the contact does not lie on the plane";
    const double kept = distanceTo(plane, trace.endpos);
    if (trace.fraction > 0 && !trace.startsolid && kept < call.probe.skin - 1e-8)
        return "endpos is nearer than the skin";
    return {};
}

}  // namespace

std::string contractFault(const ClipMap& map, const TraceCall& call, const Trace& trace) {
    std::string fault;
    if (trace.invalid || trace.refusal != Refusal::None)
        fault = std::string("invalid: ") + refusalText(trace.refusal);
    else if (!trace.hit)
        fault = missFault(call, trace);
    else if (trace.allsolid)
        fault = stuckFault(call, trace);
    else
        fault = hitFault(call, trace);
    if (fault.empty() && call.probe.model != kAllModels && trace.model != call.probe.model)
        fault = "names another model than the one asked";
    if (fault.empty() && !trace.allsolid && !trace.startsolid && blockedAt(map, call.probe, trace.endpos))
        fault = "endpos is in solid";
    return fault.empty() ? fault : fault + ": " + text(call) + " answered " + text(trace);
}

std::string text(const TraceCall& call) {
    const Probe& probe = call.probe;
    std::ostringstream out;
    out << std::setprecision(17) << text(call.start) << " -> " << text(call.end);
    if (probe.box)
        out << " box " << text(probe.box->mins) << ' ' << text(probe.box->maxs);
    else
        out << " hull " << probe.hull.value;
    out << " model " << probe.model.value << " mask " << static_cast<std::uint32_t>(probe.mask) << " skin "
        << probe.skin;
    if (probe.transform)
        out << " moved by " << text(probe.transform->displacement) << (probe.transform->turns() ? " and turned" : "");
    return out.str();
}

}  // namespace hullbake::test
