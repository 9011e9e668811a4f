// Proves the position table: every place of a segment relative to a solid. It covers each side of each shape, all
// attitudes, all boxes and every route to a tree.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>

#include "runtime/query/position_rig.hpp"

namespace hullbake::test {
namespace {

// Names the places along a straight line through a solid:
//
//        far    near   |entry  quarter  half  exit|   behind  beyond
//   ------*------*-----*=========*=======*========*------*------*---->
enum class At { Far, Near, Entry, Quarter, Half, Exit, Behind, Beyond };

struct Row {
    const char* name;
    const char* sketch;  // S start, E end, X both, * contact
    At from, to;
    Expect expect;
    bool atExit = false;  // the contact is at the exit of the line: the trace comes from behind
};

constexpr std::array kTable = {
    Row{"before", "S-->E  |======|", At::Far, At::Near, Expect::Free},
    Row{"up to, the end touches", "S----->E======|", At::Far, At::Entry, Expect::Free},
    Row{"into", "S----->*==E   |", At::Far, At::Half, Expect::Hit},
    Row{"a little into", "S----->*=E    |", At::Near, At::Quarter, Expect::Hit},
    Row{"into, up to the other surface", "S----->*======E", At::Far, At::Exit, Expect::Hit},
    Row{"through", "S----->*======|--->E", At::Far, At::Beyond, Expect::Hit},
    Row{"from the surface in", "       S==>E  |", At::Entry, At::Half, Expect::Hit},
    Row{"from the surface to the other", "       S=====>E", At::Entry, At::Exit, Expect::Hit},
    Row{"from the surface through", "       S======|--->E", At::Entry, At::Behind, Expect::Hit},
    Row{"from the surface out", "E<-----S      |", At::Entry, At::Far, Expect::Free},
    Row{"from the other surface in", "       |   E<=S", At::Exit, At::Half, Expect::Hit, true},
    Row{"from the other surface out", "       |      S--->E", At::Exit, At::Beyond, Expect::Free},
    Row{"from behind into", "       |   E==*<---S", At::Beyond, At::Half, Expect::Hit, true},
    Row{"from behind through", "E<-----|======*<---S", At::Beyond, At::Far, Expect::Hit, true},
    Row{"from behind, the end touches", "       |      E<---S", At::Beyond, At::Exit, Expect::Free},
    Row{"inside", "       | S=>E |", At::Quarter, At::Half, Expect::Stuck},
    Row{"inside, back", "       | E<=S |", At::Half, At::Quarter, Expect::Stuck},
    Row{"inside to the surface", "       |   S=>E", At::Half, At::Exit, Expect::Leaves},
    Row{"inside back to the surface", "       E<=S   |", At::Half, At::Entry, Expect::Leaves},
    Row{"out of", "       |   S==|--->E", At::Half, At::Beyond, Expect::Leaves},
    Row{"out of, back", "E<-----|==S   |", At::Quarter, At::Near, Expect::Leaves},
    Row{"past", "       |======|  S-->E", At::Behind, At::Beyond, Expect::Free},
    Row{"past, back", "       |======|  E<--S", At::Beyond, At::Behind, Expect::Free},
    Row{"no move, before", "    X  |======|", At::Near, At::Near, Expect::Free},
    Row{"no move, on the surface", "       X======|", At::Entry, At::Entry, Expect::Free},
    Row{"no move, on the other surface", "       |======X", At::Exit, At::Exit, Expect::Free},
    Row{"no move, inside", "       |  X   |", At::Half, At::Half, Expect::Stuck},
    Row{"no move, behind", "       |======|  X", At::Behind, At::Behind, Expect::Free},
};

constexpr double kNear = 8, kFar = 40;  // units; integers keep axial cases exact

// A line through the middle of a side, and the interval in which it is inside.
struct Line {
    Vec3 entry, direction;
    double through = 0;

    Vec3 at(At place) const {
        switch (place) {
            case At::Far:
                return entry - direction * kFar;
            case At::Near:
                return entry - direction * kNear;
            case At::Entry:
                return entry;
            case At::Quarter:
                return entry + direction * (through * 0.25);
            case At::Half:
                return entry + direction * (through * 0.5);
            case At::Exit:
                return exit();
            case At::Behind:
                return exit() + direction * kNear;
            case At::Beyond:
                return exit() + direction * kFar;
        }
        return entry;
    }
    Vec3 exit() const { return entry + direction * through; }
};

// Returns a direction straight in and an oblique one. No side of the shapes is parallel to either.
std::array<Vec3, 2> directionsInto(const GrownShape::Side& side) {
    const Vec3 along = side.corners[0] - side.middle;
    return {-side.plane.normal, -side.plane.normal * 0.75 + along * (0.375 / length(along))};
}

// Checks the contents at each place on the line. On both surfaces there are none, because touching is not overlapping.
void checkContents(const PositionRig& rig, std::size_t hull, const Route& route, const Line& line) {
    const Probe probe = rig.probe(hull, route);
    for (const At place : {At::Far, At::Near, At::Entry, At::Quarter, At::Half, At::Exit, At::Behind, At::Beyond}) {
        const bool inside = place == At::Quarter || place == At::Half;
        EXPECT_EQ(rig.baked.map.contentsAt(probe, line.at(place)), inside ? route.contents : Contents::Empty)
            << rig.where(hull, route) << ", " << text(line.at(place));
    }
}

struct Counts {
    std::size_t lines = 0, traces = 0, bevelLines = 0;
    std::map<Expect, std::size_t> expected;
};

void runTable(const PositionRig& rig, std::size_t hull, const Route& route, const GrownShape& grown, const Line& line,
              Counts& counts) {
    for (const Row& row : kTable)
        for (const double skin : {kDefaultSkin, 0.0, 12.0}) {
            TraceCall call = rig.call(hull, route, line.at(row.from), line.at(row.to));
            call.probe.skin = skin;
            const std::string fault =
                answerFault(rig, grown, route, call, row.expect, row.atExit ? line.exit() : line.entry);
            EXPECT_EQ(fault, "") << rig.where(hull, route) << ", " << row.name << "  " << row.sketch;
            ++counts.traces;
            ++counts.expected[row.expect];
        }
}

void runSides(const PositionRig& rig, std::size_t hull, Counts& counts) {
    const GrownShape grown = rig.grown(hull);
    const bool isPoint = rig.hulls[hull].box == Box{};
    EXPECT_GE(grown.sides().size(), isPoint ? std::size_t{4} : rig.shape.minFaces) << rig.shape.name;
    for (const GrownShape::Side& side : grown.sides())
        for (const Vec3& direction : directionsInto(side)) {
            const Stretch stretch = grown.clip(side.middle, side.middle + direction);
            ASSERT_NEAR(stretch.enter, 0, 1e-9) << "the line does not enter at the middle of the side";
            const Line line{side.middle, direction, stretch.leave};
            for (const Route& route : rig.routes) {
                runTable(rig, hull, route, grown, line, counts);
                checkContents(rig, hull, route, line);
            }
            ++counts.lines;
            if (std::fabs(side.plane.normal.x) + std::fabs(side.plane.normal.y) + std::fabs(side.plane.normal.z) >
                    1.1 &&
                rig.shape.name == "roof" && !isPoint)
                ++counts.bevelLines;
        }
}

TEST_P(PositionTable, EveryPlaceOnEverySide) {
    Counts counts;
    forEachRig(GetParam(), [&](const PositionRig& rig) {
        for (std::size_t hull = 0; hull < rig.hulls.size(); ++hull) runSides(rig, hull, counts);
    });
    EXPECT_GE(counts.lines, 1000u);
    EXPECT_GE(counts.bevelLines, 200u);
    EXPECT_GE(counts.traces, 300000u);
    for (const Expect expect : {Expect::Free, Expect::Hit, Expect::Leaves, Expect::Stuck})
        EXPECT_GE(counts.expected[expect], 10000u);
}

// On the axes everything is a sum of small whole numbers. Nothing is rounded, so the answer must be exact.
//
//   S at -64          the player's box reaches 16 further     wall from 0 to 32
//   |------------------------------>*
TEST_P(PositionTable, AxialContactsAreExactToTheBit) {
    const BakedMap baked = bakeText(worldText(boxText({0, -64, -64}, {32, 64, 64}, "stone")));
    struct Case {
        const char* hull;
        double front, back;  // faces of the grown wall on x
    };
    for (const Case& c :
         {Case{"point", 0, 32}, Case{"centred", -16, 48}, Case{"feet", -16, 48}, Case{"corner", -24, 32}}) {
        SCOPED_TRACE(c.hull);
        TraceCall call;
        call.probe = probeFor(baked, c.hull);
        call.start = {c.front - 64, 1, 2};
        call.end = {c.front + 64, 1, 2};
        const Trace forth = traceOf(baked.map, call);
        EXPECT_EQ(forth.hitFraction, 0.5);
        EXPECT_EQ(forth.fraction, (64 - kDefaultSkin) / 128);
        EXPECT_EQ(forth.endpos, (Vec3{c.front - kDefaultSkin, 1, 2}));
        EXPECT_EQ(forth.normal, (Vec3{-1, 0, 0}));
        EXPECT_EQ(forth.dist, -c.front);
        call.start = {c.back + 96, 1, 2};
        call.end = {c.back - 32, 1, 2};
        const Trace back = traceOf(baked.map, call);
        EXPECT_EQ(back.hitFraction, 0.75);
        EXPECT_EQ(back.endpos, (Vec3{c.back + kDefaultSkin, 1, 2}));
        EXPECT_EQ(back.normal, (Vec3{1, 0, 0}));
        EXPECT_EQ(back.dist, c.back);
    }
}

// Where a trace enters several planes at once, docs/trace_contract.md section 5 defines the plane reported.
TEST_P(PositionTable, TiesAreNamedAsDocumented) {
    const HandShape slope = handShapes()[1];
    ASSERT_EQ(slope.name, "slope");
    const BakedMap box = bakeText(worldText(boxText({-32, -24, 0}, {32, 24, 48}, "stone")));
    const BakedMap wedge = bakeText(worldText(slope.brushes));
    struct Case {
        const char* what;
        const BakedMap& baked;
        const char* hull;
        Vec3 contact, move, normal;
    };
    const Case cases[] = {
        {"the one faced most directly: x", box, "point", {-32, -24, 20}, {2, 1, 0}, {-1, 0, 0}},
        {"the one faced most directly: y", box, "point", {-32, -24, 20}, {1, 2, 0}, {0, -1, 0}},
        {"of three, z", box, "point", {32, 24, 48}, {-1, -1, -3}, {0, 0, 1}},
        {"of three, x, with a box", box, "feet", {48, 40, 48}, {-3, -1, -2}, {1, 0, 0}},
        {"the first in the map", box, "point", {-32, -24, 20}, {1, 1, 0}, {-1, 0, 0}},
        {"axial before sloped", wedge, "point", {0, 0, 48}, {1, 0, -2}, {-1, 0, 0}},
        {"a face before an axial bevel", wedge, "feet", {16, 0, 48}, {-1, 0, -3}, {0.6, 0, 0.8}},
        {"a face before the bevel at the tip", wedge, "feet", {80, 0, 0}, {-3, 0, -1}, {0.6, 0, 0.8}},
    };
    for (const Case& c : cases) {
        TraceCall call;
        call.probe = probeFor(c.baked, c.hull);
        call.start = c.contact - c.move * 8;
        call.end = c.contact + c.move;
        const Trace trace = traceOf(c.baked.map, call);
        EXPECT_EQ(contractFault(c.baked.map, call, trace), "") << c.what;
        EXPECT_TRUE(trace.hit) << c.what;
        EXPECT_NEAR(trace.hitFraction, 8.0 / 9, 1e-12) << c.what;
        EXPECT_LE(length(trace.normal - c.normal), 1e-12) << c.what << ": " << text(trace);
    }
}

// A trace that starts inside runs free until it leaves, then hits as usual. Here another wall lies behind the first.
//
//   |==S==|---------->*=====|         the pull-back may not reach behind where it left
TEST_P(PositionTable, FromInsideOneWallToTheNext) {
    for (const double gap : {100.0, 1.0, 1.0 / 64}) {
        SCOPED_TRACE(gap);
        const double next = 32 + gap;
        const BakedMap baked = bakeText(worldText(boxText({0, -64, -64}, {32, 64, 64}, "stone") +
                                                  boxText({next, -64, -64}, {next + 32, 64, 64}, "sky1")),
                                        {{"point", {}}});
        TraceCall call;
        call.probe = probeFor(baked, "point");
        call.start = {16, 0, 0};
        call.end = {next + 16, 0, 0};
        const Trace trace = traceOf(baked.map, call);
        EXPECT_EQ(contractFault(baked.map, call, trace), "");
        EXPECT_TRUE(trace.startsolid);
        EXPECT_FALSE(trace.allsolid);
        EXPECT_TRUE(trace.hit);
        EXPECT_EQ(trace.contents, Contents::Sky);
        EXPECT_EQ(trace.normal, (Vec3{-1, 0, 0}));
        EXPECT_DOUBLE_EQ(trace.hitFraction, (16 + gap) / (32 + gap));
        EXPECT_GE(trace.endpos.x, 32 - 1e-9);
        EXPECT_NEAR(trace.endpos.x, std::max(32.0, next - kDefaultSkin), 1e-9);
        EXPECT_FALSE(blockedAt(baked.map, call.probe, trace.endpos));
    }
}

HULLBAKE_FOR_EACH_PROBE_KIND(PositionTable);

}  // namespace
}  // namespace hullbake::test
