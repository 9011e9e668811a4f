#include "runtime/runtime_support.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <variant>

#include "formats/map_reader.hpp"
#include "runtime/baked_blocks.hpp"

namespace hullbake::test {

std::uint64_t Random::next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

Vec3 Random::inBox(const Box& box) {
    const double x = range(box.mins.x, box.maxs.x), y = range(box.mins.y, box.maxs.y);
    return {x, y, range(box.mins.z, box.maxs.z)};
}

Vec3 Random::direction() {
    for (;;) {
        const Vec3 v = inBox({{-1, -1, -1}, {1, 1, 1}});
        const double size = length(v);
        if (size <= 1 && size > 0.1) return v * (1 / size);
    }
}

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

MapFile parseText(std::string_view text) {
    auto result = parseMap(text, "test.map");
    if (const auto* fault = std::get_if<Diagnostic>(&result)) {
        ADD_FAILURE() << fault->text();
        return {};
    }
    return std::get<MapFile>(std::move(result));
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

namespace {

// A face through three points, clockwise seen from outside, as the editors write them.
void addFace(std::ostringstream& out, const Vec3& a, const Vec3& b, const Vec3& c, std::string_view texture) {
    for (const Vec3& p : {a, b, c}) out << "( " << p.x << ' ' << p.y << ' ' << p.z << " ) ";
    out << texture << " 0 0 0 1 1\n";
}

}  // namespace

std::string boxText(const Vec3& mins, const Vec3& maxs, std::string_view texture) {
    constexpr Vec3 x{8, 0, 0}, y{0, 8, 0}, z{0, 0, 8};
    std::ostringstream out;
    out << std::setprecision(17) << "{\n";
    addFace(out, mins + z, mins, mins + y, texture);
    addFace(out, mins + x, mins, mins + z, texture);
    addFace(out, mins + y, mins, mins + x, texture);
    addFace(out, maxs + y, maxs, maxs + z, texture);
    addFace(out, maxs + z, maxs, maxs + x, texture);
    addFace(out, maxs + x, maxs, maxs + y, texture);
    out << "}\n";
    return out.str();
}

std::string entityText(std::string_view classname, std::string_view brushes) {
    std::ostringstream out;
    out << "{\n\"classname\" \"" << classname << "\"\n" << brushes << "}\n";
    return out.str();
}

std::string worldText(std::string_view brushes) {
    return entityText("worldspawn", brushes);
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

bool sameBits(const Vec3& a, const Vec3& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (std::bit_cast<std::uint64_t>(a[axis]) != std::bit_cast<std::uint64_t>(b[axis])) return false;
    return true;
}

bool sameBits(const Trace& a, const Trace& b) {
    const auto same = [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    };
    return same(a.fraction, b.fraction) && same(a.hitFraction, b.hitFraction) && sameBits(a.endpos, b.endpos) &&
           sameBits(a.normal, b.normal) && same(a.dist, b.dist) && a.contents == b.contents && a.model == b.model &&
           a.hit == b.hit && a.startsolid == b.startsolid && a.allsolid == b.allsolid && a.invalid == b.invalid;
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
    // Within the tolerance of starts, and far out what doubles can tell.
    if (std::fabs(distanceTo(plane, contact)) > 1.5 * kSurfaceTolerance) return "the contact does not lie on the plane";
    const double kept = distanceTo(plane, trace.endpos);
    if (trace.fraction > 0 && !trace.startsolid && kept < call.probe.skin - 1e-8)
        return "endpos is nearer than the skin";
    return {};
}

}  // namespace

std::string contractFault(const ClipMap& map, const TraceCall& call, const Trace& trace) {
    std::string fault;
    if (trace.invalid)
        fault = "invalid";
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

std::string text(const Vec3& v) {
    std::ostringstream out;
    out << std::setprecision(17) << '(' << v.x << ' ' << v.y << ' ' << v.z << ')';
    return out.str();
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

std::string text(const Trace& trace) {
    std::ostringstream out;
    out << std::setprecision(17) << "fraction " << trace.fraction << " hitFraction " << trace.hitFraction << " endpos "
        << text(trace.endpos) << " normal " << text(trace.normal) << " dist " << trace.dist << " contents "
        << static_cast<std::uint32_t>(trace.contents) << " model " << trace.model.value << (trace.hit ? " hit" : "")
        << (trace.startsolid ? " startsolid" : "") << (trace.allsolid ? " allsolid" : "")
        << (trace.invalid ? " invalid" : "");
    return out.str();
}

}  // namespace hullbake::test
