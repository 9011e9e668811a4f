// Proves that boxes of compiled meshes pass no triangle and stop at nothing in front of the triangles. The truth are
// the triangles alone: the separating axes of a box that moves along a segment and of each triangle.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "proofs/mesh_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261127;
// Units by which a box is shrunk before it may not pass a triangle: the compiled planes are those of the triangles.
constexpr double kPass = 1e-3;
// Units around a box in which a triangle must be where the box is stopped. Grains reach 1/64 unit to each side.
constexpr double kPhantom = 0.02;

// The ways to part boxes of one size and a triangle.
struct Axes {
    struct Axis {
        Vec3 along;
        double low = 0, high = 0;  // of the triangle, grown by the box
        double perUnit = 0;        // by which one unit more of the box grows it
    };
    std::array<Axis, 13> axes;
    std::size_t count = 0;
};

Axes axesOf(const Triangle& t, const Box& box) {
    Axes found;
    const Vec3 half = (box.maxs - box.mins) * 0.5, middle = (box.maxs + box.mins) * 0.5;
    const auto add = [&](const Vec3& v) {
        const double size = length(v);
        if (size < 1e-9) return;
        Axes::Axis axis{v * (1 / size)};
        const Vec3& n = axis.along;
        axis.perUnit = std::fabs(n.x) + std::fabs(n.y) + std::fabs(n.z);
        const double reach = std::fabs(n.x) * half.x + std::fabs(n.y) * half.y + std::fabs(n.z) * half.z;
        const double a = dot(n, t[0]), b = dot(n, t[1]), c = dot(n, t[2]), shift = dot(n, middle);
        axis.low = std::min({a, b, c}) - reach - shift;
        axis.high = std::max({a, b, c}) + reach - shift;
        found.axes[found.count++] = axis;
    };
    const Vec3 units[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (const Vec3& unit : units) add(unit);
    add(cross(t[1] - t[0], t[2] - t[0]));
    for (std::size_t i = 0; i < 3; ++i)
        for (const Vec3& unit : units) add(cross(t[(i + 1) % 3] - t[i], unit));
    return found;
}

// Returns the fraction of a segment at which the box, grown by `more` units to each side, first overlaps the triangle;
// 2 if it never does.
double entryOf(const Axes& found, const Vec3& from, const Vec3& to, double more) {
    double enter = 0, leave = 1;
    const Vec3 way = to - from;
    for (std::size_t i = 0; i < found.count; ++i) {
        const Axes::Axis& axis = found.axes[i];
        const double low = axis.low - more * axis.perUnit, high = axis.high + more * axis.perUnit;
        const double at = dot(axis.along, from), speed = dot(axis.along, way);
        if (speed == 0) {
            if (at <= low || at >= high) return 2;
            continue;
        }
        const double one = (low - at) / speed, two = (high - at) / speed;
        enter = std::max(enter, std::min(one, two));
        leave = std::min(leave, std::max(one, two));
        if (enter >= leave) return 2;
    }
    return enter;
}

double entryOf(const std::vector<Axes>& all, const Vec3& from, const Vec3& to, double more) {
    double first = 2;
    for (const Axes& axes : all) first = std::min(first, entryOf(axes, from, to, more));
    return first;
}

struct Tally {
    std::size_t traces = 0, stopped = 0, free = 0;
};

void judge(const MeshBody& body, bool looksIn, int traces, SplitMix& random, Tally& tally) {
    const std::vector<HullSpec> hulls = {{"small", {{-4, -4, -4}, {4, 4, 4}}},
                                         {"player", {{-16, -16, -24}, {16, 16, 32}}}};
    const Proof proof = bakeMesh(body.obj, hulls);
    for (const HullSpec& spec : hulls) {
        const Probe probe = exact(proof.hull(spec.name));
        std::vector<Axes> all;
        for (const Triangle& t : body.triangles) all.push_back(axesOf(t, spec.box));
        for (int done = 0; done < traces;) {
            const Vec3 from = inBox(random, {{-330, -330, -330}, {330, 330, 330}});
            if (isWithin(body.triangles, from) != looksIn || entryOf(all, from, from, kPhantom) <= 1) continue;
            for (int i = 0; i < 4; ++i, ++done) {
                const Triangle& aim = body.triangles[random.index(body.triangles.size())];
                const Vec3 to = i % 2 == 0 ? inBox(random, {{-330, -330, -330}, {330, 330, 330}})
                                           : from + (aim[0] - from) * (0.5 + random.unit());
                const double size = length(to - from);
                if (size < 1) continue;
                const Trace trace = proof.clip.trace(probe, from, to);
                const std::string where = std::string(spec.name) + ' ' + text(from) + " to " + text(to);
                ASSERT_FALSE(trace.startsolid) << "solid in front at " << where;
                const double end = trace.hit ? trace.hitFraction : 1;
                ASSERT_GE(entryOf(all, from, to, -kPass), end) << "passes a triangle: " << where;
                ++tally.traces;
                ++(trace.hit ? tally.stopped : tally.free);
                if (!trace.hit) continue;
                const Vec3 contact = from + (to - from) * end;
                ASSERT_LE(entryOf(all, contact, contact, kPhantom), 1) << "stops at nothing: " << where;
            }
        }
    }
}

TEST(MeshProof, BoxesStopAtTheTrianglesAlone) {
    SplitMix random(kSeed);
    Tally tally;
    // At full size ten million traces: 10 rounds of 4 bodies and 2 boxes.
    for (int round = sized(1, 10); round > 0; --round) {
        const int traces = sized(2000, 125000);
        judge(closedSurface(true, 200, 280, random), true, traces, random, tally);
        judge(closedSurface(false, 150, 250, random), false, traces, random, tally);
        judge(closedSurface(true, 100, 300, random), true, traces, random, tally);
        judge(closedSurface(false, 60, 300, random), false, traces, random, tally);
        if (fullSize()) std::cout << tally.traces << " traces, " << tally.stopped << " stopped\n";
        ASSERT_FALSE(HasFatalFailure()) << "seed " << kSeed;
    }
    EXPECT_GE(tally.traces, sized<std::size_t>(15000, 9900000));
    EXPECT_GE(tally.stopped, tally.traces / 3);
    EXPECT_GE(tally.free, tally.traces / 20);
}

}  // namespace
}  // namespace hullbake::test
