// Proves row B1 where very many faces meet in one point: cones of a thousand sides, whose trees stay below half the
// greatest depth.
#include <cmath>
#include <iostream>

#include "oracle/judge/compare_trace.hpp"
#include "support/proof_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261129;
constexpr int kSides = 1000;

// Returns a brush over a regular ring, with an apex above it and, if `isDouble`, another one below.
MapBrush coneBrush(int sides, bool isDouble) {
    std::vector<Vec3> ring;
    for (const auto& [x, y] : regularRing(sides, 1000))
        ring.push_back({std::round(x * 1000) / 1000, std::round(y * 1000) / 1000, 0});
    MapBrush brush;
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec3 &a = ring[i], &b = ring[(i + 1) % ring.size()];
        brush.faces.push_back(faceOf(b, a, {0, 0, 500}));
        if (isDouble) brush.faces.push_back(faceOf(a, b, {0, 0, -500}));
    }
    if (!isDouble) brush.faces.push_back(faceThrough({0, 0, -1}, {0, 0, 0}));
    return brush;
}

// Compares traces that meet the cone near its apex or anywhere with the oracle.
void compareTraces(const Proof& proof, HullId hull, Faults& faults) {
    SplitMix random(kSeed + hull.value);
    const SolidSet solids = proof.solids(hull);
    std::size_t hits = 0, solid = 0;
    const std::size_t traces = sized(120, std::size_t{400});
    for (std::size_t i = 0; i < traces; ++i) {
        const double reach = i % 2 == 0 ? 40 : 1100;
        const Vec3 through = inBox(random, {{-reach, -reach, i % 2 == 0 ? 470.0 : -50.0}, {reach, reach, 560}});
        const Vec3 along = random.direction() * random.range(1, 600);
        const TraceCase input{Probe{.hull = hull}, through - along, through + along};
        const oracle::Verdict verdict = oracle::compareTrace(solids, input, input.ask(proof.clip));
        hits += verdict.answer.hit ? 1 : 0;
        solid += verdict.answer.startsolid ? 1 : 0;
        if (!verdict.agrees) faults.note(text(input) + ": " + verdict.reason);
        faults.note(oracle::comparePoint(solids, through, proof.at(through, hull)));
    }
    std::cout << "seed " << kSeed << ": " << hits << " hits, " << solid << " starts in solid\n";
    EXPECT_GE(hits, traces / 5);
    EXPECT_GE(solid, traces / 8);
}

// B1: planes through the apex halve the sides around it. By their own planes they would be peeled one by one, and the
// tree would be deeper than the format allows.
TEST(ManyFacesAtOnePoint, AreHalvedByPlanesThroughIt) {
    Faults faults;
    const std::vector<HullSpec> hulls = {{"point", {}}, {"player", {{-16, -16, -24}, {16, 16, 32}}}};
    for (const bool isDouble : {false, true}) {
        const Proof proof = bakeProof(worldOf({coneBrush(kSides, isDouble)}), false, hulls);
        for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
            const std::size_t depth = proof.result.report.hulls[h].depth;
            std::cout << proof.result.report.hulls[h].name << ": depth " << depth << "\n";
            EXPECT_LT(depth, 128u);
            compareTraces(proof, {h}, faults);
        }
    }
    EXPECT_EQ(faults.count(), 0u);
}

// B1: sides whose apex is in another brush are halved by planes through it, too. No polygon has a corner there.
TEST(ManyFacesAtOnePoint, IsFoundInsideAnotherBrush) {
    Faults faults;
    const std::vector<HullSpec> hulls = {{"point", {}}, {"player", {{-16, -16, -24}, {16, 16, 32}}}};
    const MapBrush cover = boxBrush({-200, -200, 495}, {200, 200, 600});
    const Proof proof = bakeProof(worldOf({coneBrush(kSides, false), cover}), false, hulls);
    ASSERT_EQ(proof.clip.hullCount(), 2u);
    for (std::uint32_t h = 0; h < 2; ++h) {
        std::cout << hulls[h].name << ": depth " << proof.result.report.hulls[h].depth << "\n";
        compareTraces(proof, {h}, faults);
    }
    EXPECT_EQ(faults.count(), 0u);
}

}  // namespace
}  // namespace hullbake::test
