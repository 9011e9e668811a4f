// Proves which contents stop a trace: each kind alone and together, overlapping, and from inside one into another.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "runtime/query/probe_kinds.hpp"
#include "support/content_kinds.hpp"

namespace hullbake::test {
namespace {

constexpr double kApart = 512;  // units between the blocks of a row

bool isLiquid(Contents contents) {
    return any(contents & kMaskPassable);
}

//   [stone]   [sky]   [clip]   [playerclip]  ...    cubes of 64, 512 apart, along y
BakedMap bakeRow() {
    std::string brushes;
    for (std::size_t i = 0; i < kContentKinds.size(); ++i) {
        const double y = kApart * static_cast<double>(i);
        brushes += boxText({0, y - 32, -32}, {64, y + 32, 32}, kContentKinds[i].texture);
    }
    return bakeText(worldText(brushes));
}

class ContractMask : public EachProbeKind {};

TEST_P(ContractMask, EveryKindStopsWhatAsksForIt) {
    const BakedMap baked = bakeRow();
    std::size_t hits = 0, passes = 0;
    for (std::size_t i = 0; i < kContentKinds.size(); ++i)
        for (const char* hull : {"point", "centred", "feet", "corner"})
            for (std::uint32_t mask = 0; mask <= 0xff; ++mask) {
                TraceCall call;
                call.start = {-200, kApart * static_cast<double>(i), 0};
                call.end = call.start + Vec3{400, 0, 0};
                call.probe = probeFor(baked, hull);
                call.probe.mask = Contents{mask};
                const Trace trace = traceOf(baked.map, call);
                ASSERT_EQ(contractFault(baked.map, call, trace), "");
                const bool absent = kContentKinds[i].contents == Contents::Clip && hull == std::string("point");
                const bool stops = any(call.probe.mask & kContentKinds[i].contents) && !absent;
                ASSERT_EQ(trace.hit, stops) << text(call);
                ASSERT_EQ(trace.contents, stops ? kContentKinds[i].contents : Contents::Empty) << text(call);
                ++(stops ? hits : passes);
            }
    EXPECT_GE(hits, 3900u);
    EXPECT_GE(passes, 4000u);
}

TEST_P(ContractMask, ContentsOfEveryKind) {
    const BakedMap baked = bakeRow();
    for (std::size_t i = 0; i < kContentKinds.size(); ++i)
        for (const char* hull : {"point", "centred", "feet", "corner"}) {
            const Vec3 p{32, kApart * static_cast<double>(i), 0};
            const bool absent = kContentKinds[i].contents == Contents::Clip && hull == std::string("point");
            const Probe probe = probeFor(baked, hull);
            EXPECT_EQ(baked.map.contentsAt(probe, p), absent ? Contents::Empty : kContentKinds[i].contents);
            EXPECT_EQ(baked.map.contentsAt(probe, p + Vec3{0, kApart / 2, 0}), Contents::Empty);
        }
}

//        0     32    64    96          150
//        |  first    |                  |
//              |   second  |            |   wall
//
// For every two kinds, traces start in one and leave it while in the other, with masks for one, the other and both.
class TwoKinds {
  public:
    TwoKinds(ProbeKind kind, const ContentKind& first, const ContentKind& second)
        : first_(first.contents),
          second_(second.contents),
          baked_(bakeText(worldText(boxText({0, -64, -64}, {64, 64, 64}, first.texture) +
                                    boxText({32, -64, -64}, {96, 64, 64}, second.texture) +
                                    boxText({150, -64, -64}, {160, 64, 64}, "stone")),
                          {{"needle", {{0, 0, -1}, {0, 0, 1}}}})),
          probe_(probeOf(kind, baked_.map, baked_.hull("needle"))) {}

    Trace run(double from, double to, Contents mask) const {
        TraceCall call;
        call.start = {from, 0, 0};
        call.end = {to, 0, 0};
        call.probe = probe_;
        call.probe.mask = mask;
        const Trace trace = traceOf(baked_.map, call);
        EXPECT_EQ(contractFault(baked_.map, call, trace), "");
        return trace;
    }

    void check() const {
        SCOPED_TRACE(std::string(contentsName(first_)) + " and " + std::string(contentsName(second_)));
        const Contents both = first_ | second_, wall = Contents::Solid | both;
        EXPECT_TRUE(run(16, 80, both).allsolid) << "left one, but it is still in the other";
        EXPECT_TRUE(run(80, 16, both).allsolid);
        EXPECT_TRUE(run(48, 48, both).allsolid);
        const Trace out = run(16, 120, both);
        EXPECT_TRUE(out.startsolid && !out.allsolid && !out.hit) << text(out);
        const Trace on = run(16, 170, wall);
        EXPECT_TRUE(on.startsolid && on.hit && !on.allsolid) << text(on);
        EXPECT_EQ(on.contents, Contents::Solid);
        EXPECT_DOUBLE_EQ(on.hitFraction, 134.0 / 154);
        const Trace in = run(-50, 50, both);
        EXPECT_EQ(in.hitFraction, 0.5);
        EXPECT_EQ(in.contents, first_);
        const Trace back = run(126, 26, both);
        EXPECT_DOUBLE_EQ(back.hitFraction, 0.3);
        EXPECT_EQ(back.contents, second_);
        checkAlone();
    }

  private:
    // With a mask for one kind the other counts as air, except where solid swallows it.
    void checkAlone() const {
        if (first_ == Contents::Solid || second_ == Contents::Solid) return;
        EXPECT_FALSE(run(70, 120, first_).hit);
        const Trace into = run(-68, 132, second_);
        EXPECT_EQ(into.hitFraction, 0.5);
        EXPECT_TRUE(any(into.contents & second_));
        const Trace leaves = run(16, 80, first_);
        EXPECT_TRUE(leaves.startsolid && !leaves.hit) << text(leaves);
        EXPECT_EQ(baked_.map.contentsAt(probe_, {48, 0, 0}), first_ | second_);
    }

    Contents first_, second_;
    BakedMap baked_;
    Probe probe_;
};

TEST_P(ContractMask, FromOneKindIntoTheOther) {
    std::size_t pairs = 0;
    for (const ContentKind& first : kContentKinds)
        for (const ContentKind& second : kContentKinds) {
            if (first.contents == second.contents) continue;
            TwoKinds(GetParam(), first, second).check();
            ++pairs;
        }
    EXPECT_EQ(pairs, 56u);
}

// Solid swallows everything else: where it overlaps a liquid, nothing of the liquid remains.
TEST_P(ContractMask, SolidSwallowsTheRest) {
    std::size_t liquids = 0;
    for (const ContentKind& kind : kContentKinds) {
        if (kind.contents == Contents::Solid) continue;
        const BakedMap baked = bakeText(worldText(boxText({0, -64, -64}, {64, 64, 64}, kind.texture) +
                                                  boxText({32, -64, -64}, {96, 64, 64}, "stone")),
                                        {{"needle", {{0, 0, -1}, {0, 0, 1}}}});
        const Probe probe = probeFor(baked, "needle");
        EXPECT_EQ(baked.map.contentsAt(probe, {48, 0, 0}), Contents::Solid) << kind.texture;
        EXPECT_EQ(baked.map.contentsAt(probe, {16, 0, 0}), kind.contents) << kind.texture;
        liquids += isLiquid(kind.contents) ? 1 : 0;
    }
    EXPECT_EQ(liquids, 3u);
}

// The mask does not contain the solid that swallows the lower half of a sky brush. The trace starts at the top of the
// solid, a thousandth from the sky's end. It is in the sky for a thousandth of a unit, which is deep enough for a hit.
TEST_P(ContractMask, FromSolidIntoACornerOfWhatItSwallows) {
    const BakedMap baked =
        bakeText(worldText(boxText({0, -64, -64}, {64, 64, 64}, "sky1") + boxText({0, -64, -64}, {64, 64, 0}, "stone")),
                 {{"needle", {{0, 0, -1}, {0, 0, 1}}}});
    std::size_t met = 0;
    for (const double beside : {2e-3, 1.04e-3, 1.02e-3, 1.01e-3, 1e-3, 9e-4, 5e-4, 1e-4})
        for (const Vec3& way : {Vec3{-120, 3, 29}, {-120, 3, 80}, {-60, 0, 60}}) {
            TraceCall call;
            call.probe = probeFor(baked, "needle");
            call.start = {beside, 0, 1};
            call.end = call.start + way;
            call.probe.mask = Contents::Sky | Contents::Clip;
            const Trace trace = traceOf(baked.map, call);
            EXPECT_TRUE(trace.hit && !trace.startsolid) << beside;
            EXPECT_EQ(trace.hitFraction, 0) << beside;
            EXPECT_EQ(trace.normal, (Vec3{0, 0, -1})) << beside;
            ++met;
        }
    EXPECT_EQ(met, 24u);
}

// The trace runs from the corner of a solid brush into the sky around it. A second solid brush ends in a plane through
// that corner but lies ahead, so the trace does not leave that brush.
TEST_P(ContractMask, OnlySolidThatIsTouchedIsLeft) {
    const Vec3 away{24, 0, 0};  // offset of the box from its origin, which is how far away it finds brushes
    const BakedMap baked =
        bakeText(worldText(boxText({-256, -256, -64}, {256, 256, 128}, "sky1") +
                           boxText({0, -64, 0}, {64, 0, 24}, "stone") + boxText({-64, 0, -16}, {-2, 64, 40}, "stone")),
                 {{"off", {away, away}}});
    std::size_t met = 0;
    for (const Vec3& way : {Vec3{-30, -120, -20}, Vec3{-60, -120, 5}, Vec3{-5, -60, 0}, Vec3{-10, -100, -40}})
        for (const double before : {0.0, 1.0, 8.0}) {
            TraceCall call;
            call.probe = probeFor(baked, "off");
            // The box starts at a corner of the first brush, or below it on its edge.
            call.start = Vec3{0, 0, 24} - away - Vec3{0, 0, before};
            call.end = call.start + way;
            call.probe.mask = Contents::Sky | Contents::Clip;
            call.probe.skin = 0;
            const Trace trace = traceOf(baked.map, call);
            EXPECT_TRUE(trace.hit) << before;
            EXPECT_EQ(trace.hitFraction, 0) << before;
            EXPECT_EQ(trace.normal, (Vec3{1, 0, 0})) << before;
            ++met;
        }
    EXPECT_EQ(met, 12u);
}

// The trace runs along the seam between two solid brushes, crossing it by a hundred-thousandth of a unit, through sky
// that both swallow. Where one brush ends the sky begins. The plane must be that end, not the sky's own end far behind,
// nor the seam.
TEST_P(ContractMask, SkyBeginsWhereSolidAlongTheTraceEnds) {
    const BakedMap baked = bakeText(
        worldText(boxText({-50, -64, -64}, {250, 64, 64}, "sky1") + boxText({-60, 0, -64}, {60, 80, 64}, "stone") +
                  boxText({-60, -80, -64}, {300, 0, 64}, "stone")),
        {{"off", {{0, 0, 0}, {0, 0, 0}}}});
    std::size_t met = 0;
    for (const double side : {-1.07e-5, -1.2e-5, -1.5e-5})
        for (const double height : {0.0, 20.0})
            for (const double down : {0.0, -15.0}) {
                TraceCall call;
                call.probe = probeFor(baked, "off");
                call.start = {-100, side, height};
                call.end = {300, 3e-5, height + down};
                call.probe.mask = Contents::Sky | Contents::Clip;
                TraceCall boxed = call;
                boxed.probe.box = Box{};
                for (const Trace& trace : {traceOf(baked.map, call), traceOf(baked.map, boxed)}) {
                    EXPECT_TRUE(trace.hit && !trace.startsolid) << side;
                    EXPECT_EQ(trace.normal, (Vec3{-1, 0, 0})) << side;
                    EXPECT_NEAR(trace.hitFraction, 0.4, 1e-12) << side;
                    ++met;
                }
            }
    EXPECT_EQ(met, 24u);
}

// Whole blocks of the grid lie in these volumes. Of a volume's contents alone, and of others that are not solid.
TEST_P(ContractMask, LargeVolumesStopWhatAsksForThemAlone) {
    const BakedMap baked = bakeText(
        worldText(boxText({0, 0, 0}, {1000, 1000, 1000}, "sky1") + boxText({0, 1000, 0}, {1000, 2000, 1000}, "clip") +
                  boxText({0, 2000, 0}, {1000, 3000, 1000}, "stone")),
        {{"centred", {{-8, -8, -8}, {8, 8, 8}}}});
    const Contents kinds[] = {Contents::Sky, Contents::Clip, Contents::Solid};
    std::size_t stuck = 0, hits = 0, passes = 0;
    for (std::size_t i = 0; i < std::size(kinds); ++i)
        for (std::uint32_t mask = 1; mask < 8; ++mask) {
            TraceCall call;
            call.probe = probeFor(baked, "centred");
            call.probe.mask = Contents{mask};
            const double y = 500 + 1000 * static_cast<double>(i);
            const bool stops = any(call.probe.mask & kinds[i]);
            for (const Vec3& start : {Vec3{500, y, 500}, Vec3{370, y, 400}, Vec3{-100, y, 500}}) {
                call.start = start;
                call.end = call.start + Vec3{300, 7, 3};
                const bool isInside = start.x > 0;
                const Trace trace = traceOf(baked.map, call);
                EXPECT_EQ(contractFault(baked.map, call, trace), "");
                EXPECT_EQ(trace.hit, stops) << text(call);
                EXPECT_EQ(trace.allsolid, stops && isInside) << text(call);
                ++(!stops ? passes : isInside ? stuck : hits);
            }
        }
    EXPECT_EQ(stuck, 24u);
    EXPECT_EQ(hits, 12u);
    EXPECT_EQ(passes, 27u);
}

HULLBAKE_FOR_EACH_PROBE_KIND(ContractMask);

}  // namespace
}  // namespace hullbake::test
