// Proves that walking over a curved patch catches on none of its inner edges.
#include <cmath>
#include <string>
#include <utility>

#include "formats/patch_brushes.hpp"
#include "proofs/moving_support.hpp"
#include "support/maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

// The arch rises from z = 0 at x = -256 and 256 to 64, with a slope of a half at its ends.
constexpr double kHalfRun = 256, kControlHeight = 128, kTop = 64, kWidth = 256;

std::string rowOf(double x, double z) {
    std::string row = "(";
    for (const double y : {-kWidth, 0.0, kWidth})
        row += " ( " + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + " 0 0 )";
    return row + " )\n";
}

/// Returns a floor with the arch on it, seen from above.
Proof archProof() {
    MapFile map = parseText("{\n\"classname\" \"worldspawn\"\n" + boxText({-1024, -512, -64}, {1024, 512, 0}, "floor") +
                            "{\npatchDef2\n{\narch\n( 3 3 0 0 0 )\n(\n" + rowOf(-kHalfRun, 0) +
                            rowOf(0, kControlHeight) + rowOf(kHalfRun, 0) + ")\n}\n}\n}\n");
    EXPECT_GE(addPatchBrushes(map).brushes, 6u);
    return bakeProof(std::move(map));
}

TEST(CurveProof, WalkingCatchesNowhere) {
    constexpr std::uint64_t kSeed = 20261127;
    constexpr double kLeastShare = 0.8;  // of the wanted speed; the slope alone leaves 0.89
    const Proof proof = archProof();
    SplitMix random(kSeed);
    std::size_t ticks = 0, edges = 0, onTop = 0;
    for (const char* hull : {"point", "player", "large"})
        for (const double rate : {30.0, 72.0, 125.0})
            for (const double speed : {100.0, 320.0, 600.0})
                for (int walk = 0; walk < sized(2, 16); ++walk) {
                    Body body(proof, hull, walk % 2 == 1);
                    const double turn = (random.unit() - 0.5) * 0.5,
                                 lowest = -proof.clip.hull(proof.hull(hull)).box.mins.z;
                    WalkState state;
                    state.origin = {-kHalfRun - 80, (random.unit() - 0.5) * 64, lowest + 8};
                    for (int tick = 0; tick < rate && !state.onGround; ++tick)
                        state = body.walk({}, state, 1 / rate).state;
                    ASSERT_TRUE(state.onGround) << hull;
                    const Vec3 wanted{speed * std::cos(turn), speed * std::sin(turn), 0};
                    while (state.origin.x < kHalfRun + 64) {
                        state.velocity = wanted;
                        const Vec3 before = state.origin, normal = state.ground.normal;
                        state = body.walk({}, state, 1 / rate).state;
                        const std::string where =
                            std::string(hull) + " at " + text(state.origin) + ", seed " + std::to_string(kSeed);
                        ASSERT_GE(dot(state.origin - before, wanted) / speed, kLeastShare * speed / rate) << where;
                        ASSERT_TRUE(state.onGround) << where;
                        edges += state.ground.normal == normal ? 0 : 1;
                        ++ticks;
                        if (std::fabs(state.origin.x) > 8) continue;
                        ++onTop;
                        ASSERT_NEAR(state.origin.z - lowest, kTop, 1) << where;
                    }
                    EXPECT_EQ(body.faults(), 0u);
                }
    EXPECT_GE(ticks, 5000u);
    EXPECT_GE(edges, 500u);
    EXPECT_GE(onTop, 100u);
}

}  // namespace
}  // namespace hullbake::test
