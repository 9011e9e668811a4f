// Proves that compiled terrain stops what comes from above at its surface, that nothing passes it and nothing is solid
// above it, and that walking over it catches nowhere.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "formats/terrain_brushes.hpp"
#include "proofs/moving_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20260302;
constexpr double kStep = 64;  // units from sample to sample

// A surface of triangles, by its samples: heights in units.
struct Ground {
    Heightfield field;
    Proof proof;

    double sample(std::uint32_t column, std::uint32_t fromBelow) const {
        return field.at(field.rows - 1 - fromBelow, column);
    }
    double side() const { return (field.columns - 1) * kStep; }

    double at(double x, double y) const {
        const double u = x / kStep, v = y / kStep;
        const auto column = static_cast<std::uint32_t>(u), row = static_cast<std::uint32_t>(v);
        const double s = u - column, t = v - row;
        const double a = sample(column, row), b = sample(column + 1, row), c = sample(column + 1, row + 1),
                     d = sample(column, row + 1);
        if (a + c > b + d)  // the diagonal that is a ridge
            return s >= t ? a + s * (b - a) + t * (c - b) : a + t * (d - a) + s * (c - d);
        return s + t <= 1 ? a + s * (b - a) + t * (d - a) : c + (1 - s) * (d - c) + (1 - t) * (b - c);
    }
};

// Returns square ground whose neighbouring samples differ by up to `roughness` and a wave. A part of it is flat.
Ground groundOf(std::uint32_t side, int roughness, std::uint64_t seed,
                const std::vector<HullSpec>& hulls = proofHulls()) {
    SplitMix random(seed);
    Ground ground;
    ground.field.columns = ground.field.rows = side;
    for (std::uint32_t row = 0; row < side; ++row)
        for (std::uint32_t column = 0; column < side; ++column) {
            const double wave = 100 + 40 * std::sin(row * 0.4) * std::cos(column * 0.5);
            const bool flat = row >= side / 2 && row < side / 2 + 4 && column >= side / 2;
            const auto bump = static_cast<int>(random.index(static_cast<std::uint64_t>(roughness) + 1));
            ground.field.samples.push_back(static_cast<std::uint16_t>(flat ? 100 : std::lround(wave) + bump));
        }
    TerrainBrushes terrain(ground.field, {});
    std::vector<MapBrush> brushes;
    for (std::uint32_t row = 0; row < terrain.rows(); ++row)
        terrain.takeRow(row, [&](const MapBrush& brush) { brushes.push_back(brush); });
    ground.proof = bakeProof(worldOf(std::move(brushes)), false, hulls);
    return ground;
}

TEST(TerrainProof, VerticalTracesStopAtTheTriangle) {
    const Ground ground = groundOf(17, 60, kSeed);
    SplitMix random(kSeed);
    const HullId point = ground.proof.hull("point");
    std::size_t stopped = 0;
    for (int i = sized(5000, 100000); i > 0; --i) {
        const double x = random.unit() * ground.side(), y = random.unit() * ground.side();
        const double surface = ground.at(x, y);
        const Trace trace = ground.proof.clip.trace(exact(point), {x, y, 400}, {x, y, 0});
        ASSERT_LT(trace.fraction, 1) << "passes at " << x << ' ' << y << ", seed " << kSeed;
        ASSERT_NEAR(trace.endpos.z, surface, 1e-3) << x << ' ' << y;
        ASSERT_GT(trace.normal.z, 0);
        ASSERT_FALSE(blocks(ground.proof.at({x, y, surface + 1e-3}, point))) << x << ' ' << y;
        ASSERT_TRUE(blocks(ground.proof.at({x, y, surface - 1e-3}, point))) << x << ' ' << y;
        ++stopped;
    }
    EXPECT_GE(stopped, 5000u);
}

TEST(TerrainProof, NothingPassesAtAnySlant) {
    const Ground ground = groundOf(13, 90, kSeed + 1);
    SplitMix random(kSeed);
    std::size_t stopped = 0, early = 0;
    for (const char* name : {"point", "player", "large"}) {
        const HullId hull = ground.proof.hull(name);
        const SolidSet solids = ground.proof.solids(hull);
        const Box box = ground.proof.clip.hull(hull).box;
        for (int i = sized(1500, 30000); i > 0; --i) {
            const auto place = [&](double z) {
                return Vec3{random.unit() * ground.side(), random.unit() * ground.side(), z};
            };
            // Below all ground: its lowest sample is 66, at (768, 64), and lower ones than 60 cannot be drawn. At a
            // height of 70 a point rightly comes through to (766.82, 50.38), where the ground is at 68.88.
            const Vec3 from = place(420), to = place(-box.mins.z + 55);
            const Trace trace = ground.proof.clip.trace(exact(hull), from, to);
            ASSERT_LT(trace.fraction, 1) << name << " passes from " << text(from) << " to " << text(to) << " over "
                                         << ground.at(to.x, to.y);
            ASSERT_FALSE(trace.startsolid);
            ++stopped;
            // Nothing is solid above: where a trace ends, its box touches the ground below one of its corners or
            // edges. For the point that is its own place.
            if (std::string(name) == "point") {
                ASSERT_NEAR(trace.endpos.z, ground.at(trace.endpos.x, trace.endpos.y), 1e-2);
            } else {
                early += trace.endpos.z + box.mins.z > ground.at(trace.endpos.x, trace.endpos.y) + 1 ? 1 : 0;
            }
        }
        Faults faults;
        for (const Vec3& p : hardPoints(solids, random, sized<std::size_t>(500, 5000), 5, 500)) {
            if (p.x < 0 || p.y < 0 || p.x >= ground.side() || p.y >= ground.side() || p.z > 300) continue;
            const double over = p.z - ground.at(p.x, p.y);
            if (std::string(name) == "point" && over > 1e-3 && blocks(ground.proof.at(p, hull)))
                faults.note("solid above the ground at " + text(p));
        }
        EXPECT_EQ(faults.count(), 0u);
    }
    EXPECT_GE(stopped, 4500u);
    EXPECT_GE(early, 500u) << "boxes that touch beside their middle";
}

// Every walker keeps its speed and the ground, whatever inner edges it crosses.
TEST(TerrainProof, WalkingCatchesNowhere) {
    const Ground ground = groundOf(25, 12, kSeed + 2);
    SplitMix random(kSeed);
    std::size_t ticks = 0, edges = 0;
    for (const char* hull : {"point", "player", "large"})
        for (const double rate : sizedList<double>(3, {30, 60, 125, 250, 1000}))
            for (int heading = 0; heading < sized(8, 32); ++heading) {
                Body body(ground.proof, hull, heading % 4 == 3);
                const double middle = ground.side() / 2, turn = random.unit() * 6.283185307179586;
                WalkState state;
                state.origin = {middle + random.unit() * 64, middle + random.unit() * 64, 400};
                for (int tick = 0; tick < 4 * rate && !state.onGround; ++tick)
                    state = body.walk({}, state, 1 / rate).state;
                ASSERT_TRUE(state.onGround) << hull;
                const Vec3 start = state.origin;
                const Vec3 wanted{320 * std::cos(turn), 320 * std::sin(turn), 0};
                double walked = 0;
                for (int tick = 0; tick < 2 * rate; ++tick) {
                    state.velocity = wanted;
                    const Vec3 normal = state.ground.normal;
                    state = body.walk({}, state, 1 / rate).state;
                    ASSERT_TRUE(state.onGround) << hull << ' ' << rate << " at " << text(state.origin);
                    edges += state.ground.normal == normal ? 0 : 1;
                    walked += 1 / rate;
                    ++ticks;
                }
                const Vec3 moved = state.origin - start;
                // Slopes of up to a half make the way longer than it looks from above.
                EXPECT_GE(dot(moved, wanted) / 320, 0.8 * 320 * walked) << hull << ' ' << rate << " to " << text(moved);
                EXPECT_EQ(body.faults(), 0u);
            }
    EXPECT_GE(ticks, 5000u);
    EXPECT_GE(edges, 1000u);
}

// Trees of many triangles are divided along the axes first. They are checked from all sides, as the other grounds here
// are too small for it.
TEST(TerrainProof, LargeGroundsAreDividedAlongTheAxes) {
    const std::vector<HullSpec> hulls = gameHulls("quake");
    const Ground ground = groundOf(47, 30, kSeed + 5, {hulls[0], hulls[1]});
    const std::size_t squares = 46 * 46;
    EXPECT_LT(static_cast<double>(ground.proof.result.report.hulls[0].worldNodes), 2.6 * static_cast<double>(squares));
    SplitMix random(kSeed + 5);
    for (const char* const name : {"point", "player"}) {
        const HullId hull = ground.proof.hull(name);
        const SolidSet solids = ground.proof.solids(hull);
        std::size_t stopped = 0, free = 0, inside = 0;
        for (int i = sized(1500, 30000); i > 0; --i) {
            const Vec3 start{random.unit() * ground.side(), random.unit() * ground.side(), 20 + random.unit() * 250};
            const Vec3 end = start + Vec3{random.unit() * 300 - 150, random.unit() * 300 - 150, -random.unit() * 200};
            const oracle::TraceAnswer truth = solids.trace(start, end, kMaskBlocking);
            const Trace trace = ground.proof.clip.trace(exact(hull), start, end);
            ASSERT_EQ(trace.startsolid, truth.startsolid) << name << " seed " << kSeed + 5 << ", " << i;
            if (truth.startsolid) {
                ++inside;
                continue;
            }
            double off = std::fabs(trace.fraction - truth.hitFraction);
            for (const auto& other : truth.alternatives)
                off = std::min(off, std::fabs(trace.fraction - other.fraction));
            ASSERT_LT(off, 1e-4) << name << " seed " << kSeed + 5 << ", " << i;
            ++(truth.hit ? stopped : free);
        }
        EXPECT_GE(stopped, 200u) << name;
        EXPECT_GE(free, 100u) << name;
        EXPECT_GE(inside, 200u) << name;
    }
}

}  // namespace
}  // namespace hullbake::test
