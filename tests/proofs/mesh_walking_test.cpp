// Proves that walking over a mesh, whose triangles are thin brushes, catches on none of its inner edges.
#include <cmath>
#include <string>

#include "proofs/mesh_support.hpp"
#include "proofs/moving_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261128;
constexpr int kSquares = 24;
constexpr double kSquare = 64, kSide = kSquares * kSquare;  // units

// Returns open ground of triangles: waves with bumps of up to `roughness` units, squares divided by either diagonal.
std::string groundObj(int roughness, SplitMix& random) {
    std::string obj;
    for (int row = 0; row <= kSquares; ++row)
        for (int column = 0; column <= kSquares; ++column) {
            const double wave = 40 * std::sin(row * 0.4) * std::cos(column * 0.5);
            const double z = std::round(wave + roughness * random.unit());
            obj += "v " + std::to_string(column * kSquare) + " " + std::to_string(row * kSquare) + " " +
                   std::to_string(z) + "\n";
        }
    const auto at = [](int row, int column) { return std::to_string(row * (kSquares + 1) + column + 1); };
    for (int row = 0; row < kSquares; ++row)
        for (int column = 0; column < kSquares; ++column) {
            const std::string a = at(row, column), b = at(row, column + 1), c = at(row + 1, column + 1),
                              d = at(row + 1, column);
            obj += random.unit() < 0.5 ? "f " + a + " " + b + " " + c + "\nf " + a + " " + c + " " + d + "\n"
                                       : "f " + a + " " + b + " " + d + "\nf " + b + " " + c + " " + d + "\n";
        }
    return obj;
}

TEST(MeshProof, WalkingCatchesNowhere) {
    SplitMix random(kSeed);
    const Proof proof = bakeMesh(groundObj(12, random), proofHulls());
    std::size_t ticks = 0, edges = 0;
    for (const char* hull : {"point", "player", "large"})
        for (const double rate : sizedList<double>(3, {30, 60, 125, 250, 1000}))
            for (int heading = 0; heading < sized(4, 32); ++heading) {
                Body body(proof, hull, heading % 4 == 3);
                const double turn = random.unit() * 6.283185307179586;
                WalkState state;
                state.origin = {kSide / 2 + random.unit() * 64, kSide / 2 + random.unit() * 64, 200};
                for (int tick = 0; tick < 4 * rate && !state.onGround; ++tick)
                    state = body.walk({}, state, 1 / rate).state;
                ASSERT_TRUE(state.onGround) << hull;
                const Vec3 wanted{320 * std::cos(turn), 320 * std::sin(turn), 0};
                for (int tick = 0; tick < 1.9 * rate; ++tick) {
                    state.velocity = wanted;
                    const Vec3 before = state.origin, normal = state.ground.normal;
                    state = body.walk({}, state, 1 / rate).state;
                    const std::string where = std::string(hull) + ' ' + std::to_string(rate) + " at " +
                                              text(state.origin) + ", seed " + std::to_string(kSeed);
                    ASSERT_TRUE(state.onGround) << where;
                    // Slopes of up to three quarters make the way longer than it looks from above.
                    ASSERT_GE(dot(state.origin - before, wanted) / 320, 0.6 * 320 / rate) << where;
                    edges += state.ground.normal == normal ? 0 : 1;
                    ++ticks;
                }
                EXPECT_EQ(body.faults(), 0u);
            }
    EXPECT_GE(ticks, 4000u);
    EXPECT_GE(edges, 600u);
}

}  // namespace
}  // namespace hullbake::test
