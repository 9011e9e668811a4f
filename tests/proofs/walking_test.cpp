// Proves rows B4 and C4 to C7: walking over seams, landing, stairs, standing on slopes, changing the hull.
#include <array>
#include <iostream>

#include "proofs/moving_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20241107;
constexpr std::array<double, 4> kRates = {30, 60, 125, 1000};

WalkState standingAt(const Vec3& origin) {
    WalkState state;
    state.origin = origin;
    return state;
}

// Falls until the body stands, and returns that state.
WalkState landed(Body& body, const WalkRules& rules, WalkState state, double rate = 100) {
    for (int tick = 0; tick < 4 * rate && !state.onGround; ++tick) state = body.walk(rules, state, 1 / rate).state;
    return state;
}

// A ramp to +x whose normal has this z, for a box that stands on it at x = 0.
struct Slope {
    Proof proof;
    double z;
};
Slope slopeOf(double z) {
    const Vec3 normal{-std::sqrt(1 - z * z), 0, z};
    return {bakeProof(worldOf({slabBrush({0, 0, 0}, normal, 8192, 512)})), z};
}

// C6: a body that stands on a walkable slope keeps its position to the bit.
TEST(DriftOnSlopes, StandingForAHundredThousandTicksMovesNothing) {
    std::size_t slopes = 0;
    for (const double z : {1.0, 0.9999, 0.99, 0.95, 0.9, 0.85, 0.8, 0.75, 0.71, 0.7001, 0.70000001}) {
        const Slope slope = slopeOf(z);
        for (const char* hull : {"point", "player", "corner"}) {
            Body body(slope.proof, hull, false);
            const WalkState rest = landed(body, {}, standingAt({0, 0, 100}));
            ASSERT_TRUE(rest.onGround) << z;
            WalkState state = rest;
            state.velocity = {};
            for (int tick = 0; tick < 100000; ++tick) {
                state =
                    walk(slope.proof.clip, body.probe(), {}, state, 1.0 / kRates[static_cast<std::size_t>(tick % 4)])
                        .state;
                ASSERT_TRUE(state.onGround) << z << ", tick " << tick;
            }
            EXPECT_EQ(state.origin, rest.origin) << z;
            EXPECT_EQ(state.velocity, Vec3{}) << z;
            EXPECT_EQ(body.faults(), 0u);
            ++slopes;
        }
    }
    EXPECT_EQ(slopes, 33u);
}

// C6: a body slides down a slope that is too steep, accelerated by gravity.
TEST(DriftOnSlopes, TooSteepSlopesAreSlidDown) {
    for (const double z : {0.6999, 0.6, 0.3, 0.1}) {
        const Slope slope = slopeOf(z);
        Body body(slope.proof, "player", false);
        WalkState state = standingAt({0, 0, 200});
        for (int tick = 0; tick < 100; ++tick) state = body.walk({}, state, 0.01).state;
        EXPECT_FALSE(state.onGround) << z;
        EXPECT_LT(state.origin.x, -20) << z;
        EXPECT_EQ(body.faults(), 0u);
    }
}

// C6: over walkable hills and valleys no tick is airborne, and the speed is kept.
TEST(DriftOnSlopes, WalkingOverHillsHasNoAirborneTick) {
    SplitMix random(kSeed);
    std::vector<MapBrush> hills;
    double x = 0, height = 0;
    for (int i = 0; i < 40; ++i) {
        const double run = 32 + 16 * static_cast<double>(random.index(8)),
                     next = std::max(0.0, height + 8 * (static_cast<double>(random.index(15)) - 7));
        const double last = std::fabs(next - height) > run * 0.95 ? height : next;
        hills.push_back(hullBrush({{x, -256, -128},
                                   {x + run, -256, -128},
                                   {x, -256, height},
                                   {x + run, -256, last},
                                   {x, 256, -128},
                                   {x + run, 256, -128},
                                   {x, 256, height},
                                   {x + run, 256, last}}));
        x += run;
        height = last;
    }
    const Proof proof = bakeProof(worldOf(hills));
    std::size_t ticks = 0, crests = 0;
    for (const char* hull : {"point", "player", "large"})
        for (const double speed : {30.0, 320.0, 2000.0})
            for (const double rate : kRates) {
                Body body(proof, hull, false);
                WalkState state = landed(body, {}, standingAt({60, 0, 300}));
                ASSERT_TRUE(state.onGround);
                const double margin = proof.clip.hull(body.probe().hull).box.maxs.x + 8;
                for (int tick = 0; tick < 4 * rate && state.origin.x < x - margin - speed / rate; ++tick) {
                    state.velocity = {speed, 0, 0};
                    const WalkResult result = body.walk({}, state, 1 / rate);
                    ASSERT_TRUE(result.state.onGround && !result.leftGround)
                        << hull << ' ' << speed << ' ' << rate << " at " << text(state.origin);
                    ASSERT_NEAR(length(result.state.velocity), speed, 1e-6 * speed);
                    crests += result.state.ground.normal == state.ground.normal ? 0 : 1;
                    state = result.state;
                    ++ticks;
                }
                EXPECT_EQ(body.faults(), 0u) << hull << ' ' << speed << ' ' << rate;
            }
    EXPECT_GE(ticks, 20000u);
    EXPECT_GE(crests, 300u);
}

// Returns stairs to +x, 2048 wide: `count` steps, the first riser at x = 0.
Proof stairs(double rise, double depth, int count) {
    std::vector<MapBrush> brushes{boxBrush({-1024, -1024, -64}, {0, 1024, 0})};
    for (int i = 1; i <= count; ++i)
        brushes.push_back(
            boxBrush({(i - 1) * depth, -1024, -64}, {i == count ? i * depth + 1024 : i * depth, 1024, i * rise}));
    return bakeProof(worldOf(brushes));
}

// Walks up at a heading, to x = `top`, and returns the final height over the floor.
double climbs(Body& body, double speed, double rate, double seconds, double degrees, double top) {
    const Box box = *body.probe().box;
    WalkState state = landed(body, {}, standingAt({-80, 0, 1 - box.mins.z}));
    const double turn = degrees * 3.14159265358979323846 / 180;
    const double floor = state.origin.z;
    for (int tick = 0; tick < seconds * rate && state.origin.x < top; ++tick) {
        if (state.onGround) state.velocity = Vec3{std::cos(turn), std::sin(turn), 0} * speed;
        const WalkResult result = body.walk({}, state, 1 / rate);
        if (length(result.state.velocity) > speed * (1 + 1e-6) && result.state.onGround) {
            ADD_FAILURE() << "gains speed: " << length(result.state.velocity) << " at " << text(state.origin);
            return 0;
        }
        state = result.state;
    }
    return state.origin.z - floor;
}

// C5: every speed, rate and heading climbs, even treads of one unit.
TEST(Stairs, AreClimbedAtEverySpeedRateAndHeading) {
    std::size_t climbed = 0;
    for (const double depth : {1.0, 4.0, 12.0, 32.0}) {
        const Proof proof = stairs(16, depth, 6);
        for (const double speed : {30.0, 320.0, 2000.0, 5000.0})
            for (const double rate : {30.0, 125.0, 1000.0})
                for (const double heading : {0.0, 30.0, -60.0}) {
                    Body body(proof, "player", true);
                    const double way = (80 + 6 * depth) / std::cos(heading * 3.14159265358979323846 / 180) + 40;
                    const double seconds = std::max(way / speed, 8 / rate);
                    EXPECT_NEAR(climbs(body, speed, rate, seconds, heading, 6 * depth + 20), 96, 0.05)
                        << depth << ' ' << speed << ' ' << rate << ' ' << heading;
                    EXPECT_EQ(body.faults(), 0u) << depth << ' ' << speed << ' ' << rate << ' ' << heading;
                    ++climbed;
                }
    }
    EXPECT_EQ(climbed, 144u);
}

// C5: at a thousandth of a unit a second, a step that is touched is still climbed.
TEST(Stairs, AreClimbedHoweverSlow) {
    const Proof proof = stairs(18, 32, 2);
    for (const double speed : {1e-3, 1e-2, 1.0})
        for (const double rate : {30.0, 1000.0}) {
            Body body(proof, "player", false);
            WalkState state = landed(body, {}, standingAt({-16.5, 0, 40}));
            for (int tick = 0; tick < 200; ++tick) {
                state.velocity = {100, 0, 0};
                const double before = state.origin.z;
                if (state.origin.x > -16.04) state.velocity = {speed, 0, 0};
                state = body.walk({}, state, tick < 100 && state.origin.x < -16.04 ? 0.0005 : 1 / rate).state;
                if (state.origin.z > before + 10) break;
            }
            EXPECT_NEAR(state.origin.z, 18 + 24, 0.05) << speed << ' ' << rate;
            EXPECT_EQ(body.faults(), 0u);
        }
}

// C5: the limit is exact, up and down.
TEST(Stairs, TheStepHeightIsExact) {
    for (const double rise : {17.0, 17.999, 18.0, 18.001, 18.02, 19.0}) {
        const Proof proof = stairs(rise, 64, 1);
        for (const bool query : {false, true}) {
            Body body(proof, "player", query);
            WalkState state = landed(body, {}, standingAt({-40, 0, 40}));
            for (int tick = 0; tick < 60; ++tick) {
                state.velocity = {320, 0, 0};
                state = body.walk({}, state, 0.01).state;
            }
            EXPECT_NEAR(state.origin.z, 24 + (rise <= 18 ? rise : 0), 0.05) << rise;
            EXPECT_EQ(state.origin.x > 0, rise <= 18) << rise;
            // The same stairs lead down again.
            state = landed(body, {}, standingAt({40, 0, 80}));
            bool inTheAir = false;
            for (int tick = 0; tick < 60; ++tick) {
                if (state.onGround) state.velocity = {-320, 0, 0};
                const WalkResult result = body.walk({}, state, 0.01);
                inTheAir = inTheAir || result.leftGround;
                state = result.state;
            }
            EXPECT_EQ(inTheAir, rise > 18) << rise;
            EXPECT_EQ(body.faults(), 0u);
        }
    }
}

// The demo's own stairs lead from the start through the doorway to the gallery.
TEST(Stairs, TheDemosLeadToItsGallery) {
    const Proof proof = bakeProof(demoMap());
    for (const double speed : {1.0, 30.0, 320.0, 2000.0})
        for (const double rate : {30.0, 60.0, 1000.0}) {
            const Body body(proof, "player", false);
            WalkState state = standingAt({0, -192, 32});
            for (int tick = 0; tick < std::max(2.0, 900 / speed) * rate; ++tick) {
                if (state.onGround) state.velocity = {0, speed, 0};
                const WalkResult result = walk(proof.clip, body.probe(), {}, state, 1 / rate);
                ASSERT_EQ(result.status, SlideStatus::Moved);
                state = result.state;
            }
            EXPECT_TRUE(state.onGround) << speed << ' ' << rate;
            EXPECT_NEAR(state.origin.z, 128 + 24, 0.1) << speed << ' ' << rate;
        }
}

// C4: a landing on a slope gives the same speed whatever part of a tick it happens in.
TEST(Landings, DoNotDependOnThePhaseOfTheTick) {
    for (const double z : {0.75, 0.9, 0.98}) {
        const Slope slope = slopeOf(z);
        for (const double across : {-200.0, 0.0, 200.0})
            for (const double rate : {30.0, 60.0, 125.0}) {
                double least = 1e9, most = 0;
                for (int phase = 0; phase < 32; ++phase) {
                    Body body(slope.proof, "player", false);
                    // Start later on the same parabola.
                    const double since = phase / (32 * rate);
                    WalkState state = standingAt({across * since, 0, 300 - 400 * since * since});
                    state.velocity = {across, 0, -800 * since};
                    state = landed(body, {}, state, rate);
                    ASSERT_TRUE(state.onGround);
                    least = std::min(least, length(state.velocity));
                    most = std::max(most, length(state.velocity));
                    EXPECT_EQ(body.faults(), 0u);
                }
                EXPECT_LE(most - least, 2e-3 * most) << z << ' ' << across << ' ' << rate;
                EXPECT_GE(least, 20) << z << ' ' << across;
            }
    }
}

// C4: landing on flat ground neither adds nor removes speed along the floor.
TEST(Landings, OnTheFlatKeepTheSpeed) {
    const Slope floor = slopeOf(1);
    SplitMix random(kSeed + 1);
    for (int i = 0; i < 300; ++i) {
        Body body(floor.proof, "player", i % 2 == 1);
        WalkState state = standingAt({0, 0, 30 + random.range(0, 100)});
        state.velocity = {random.range(-500, 500), random.range(-500, 500), random.range(-300, 100)};
        const double speed = std::sqrt(state.velocity.x * state.velocity.x + state.velocity.y * state.velocity.y);
        state = landed(body, {}, state, kRates[random.index(kRates.size())]);
        ASSERT_TRUE(state.onGround);
        EXPECT_NEAR(length(state.velocity), speed, 1e-6 * speed) << "seed " << kSeed + 1;
        EXPECT_EQ(body.faults(), 0u);
    }
}

// C4: the classic mode reproduces the engines, traps included.
TEST(ClassicMode, WalksAndSlidesAsTheEnginesDid) {
    const Proof proof = stairs(16, 32, 4);
    const Probe player{.hull = proof.hull("player")};
    WalkRules rules;
    rules.mode = SlideMode::Classic;
    WalkState state = standingAt({-80, 0, 40});
    for (int tick = 0; tick < 100; ++tick) {
        if (state.onGround) state.velocity = {320, 0, 0};
        const WalkResult result = walk(proof.clip, player, rules, state, 0.01);
        ASSERT_EQ(result.status, SlideStatus::Moved);
        state = result.state;
    }
    EXPECT_TRUE(state.onGround);
    EXPECT_NEAR(state.origin.z, 64 + 24, 0.3);
    EXPECT_GT(state.origin.x, 4 * 32);
    // Below the stop speed, a velocity along the floor is lost. The robust mode keeps it.
    SlideInput input;
    input.origin = {-500, 0, 24.03125};
    input.velocity = {0.05, 0, -50};
    input.seconds = 0.1;
    EXPECT_NEAR(slide(proof.clip, player, input).velocity.x, 0.05, 1e-5);
    input.mode = SlideMode::Classic;
    EXPECT_EQ(slide(proof.clip, player, input).velocity.x, 0);
    // Overbounce removes slightly more than the whole speed into a plane.
    input.velocity = {100, 0, -200};
    const SlideResult bounced = slide(proof.clip, player, input);
    EXPECT_NEAR(bounced.velocity.z, 200 * 0.001, 1e-9);
    // A tick falls with the speed of its end: too far by half of the speed it adds.
    input.origin.z = 400;
    input.velocity = {};
    input.acceleration = {0, 0, -800};
    EXPECT_NEAR(slide(proof.clip, player, input).origin.z, 400 - 8, 1e-9);
    input.mode = SlideMode::Robust;
    EXPECT_NEAR(slide(proof.clip, player, input).origin.z, 400 - 4, 1e-9);
}

// C7: one call changes the hull and tests whether the new one fits.
TEST(ChangingTheHull, IsOneCallWithAFitTest) {
    const std::vector<HullSpec> hulls = {{"stand", {{-16, -16, -24}, {16, 16, 32}}},
                                         {"crouch", {{-16, -16, -24}, {16, 16, 4}}},
                                         {"ball", {{-14, -14, -14}, {14, 14, 14}}}};
    const Proof proof = bakeProof(
        worldOf({boxBrush({-256, -256, -64}, {256, 256, 0}), boxBrush({0, -256, 40}, {256, 256, 64})}), false, hulls);
    const Probe stand{.hull = proof.hull("stand")}, crouch{.hull = proof.hull("crouch")},
        ball{.hull = proof.hull("ball")};
    const Vec3 open{-100, 0, 24.03125}, under{100, 0, 24.03125}, edge{-14, 0, 24.03125};
    EXPECT_TRUE(changeHull(proof.clip, crouch, stand, open).fits);
    EXPECT_TRUE(changeHull(proof.clip, stand, crouch, open).fits);
    EXPECT_FALSE(changeHull(proof.clip, crouch, stand, under).fits);
    EXPECT_EQ(changeHull(proof.clip, crouch, stand, under).origin, under);
    EXPECT_FALSE(changeHull(proof.clip, crouch, stand, edge).fits);
    const HullChange moved = changeHull(proof.clip, crouch, stand, edge, Anchor::Feet, 4);
    ASSERT_TRUE(moved.fits);
    EXPECT_NEAR(moved.origin.x, -16, 1e-3);
    EXPECT_FALSE(blocks(proof.at(moved.origin, stand.hull)));
    // The feet stay on the floor, and the head stays below the ceiling.
    const HullChange low = changeHull(proof.clip, crouch, ball, under);
    ASSERT_TRUE(low.fits);
    EXPECT_DOUBLE_EQ(low.origin.z, under.z - 24 + 14);
    EXPECT_DOUBLE_EQ(changeHull(proof.clip, crouch, ball, under, Anchor::Head).origin.z, under.z + 4 - 14);
    EXPECT_DOUBLE_EQ(changeHull(proof.clip, crouch, ball, under, Anchor::Centre).origin.z, under.z - 10);
    EXPECT_EQ(changeHull(proof.clip, crouch, ball, under, Anchor::Origin).origin, under);
}

TEST(GroundBelow, TellsPlaneSurfaceAndWhetherItCanBeWalkedOn) {
    const Slope gentle = slopeOf(0.8), steep = slopeOf(0.5);
    for (const Slope* slope : {&gentle, &steep}) {
        const Probe player{.hull = slope->proof.hull("player")};
        const Ground ground = groundBelow(slope->proof.clip, player, {0, 0, 200}, 400);
        ASSERT_TRUE(ground.found);
        EXPECT_EQ(ground.walkable, slope->z > 0.7);
        EXPECT_NEAR(ground.plane.normal.z, slope->z, 1e-9);
        EXPECT_EQ(ground.contents, Contents::Solid);
        EXPECT_EQ(ground.surface.texture, "stone");
        EXPECT_NEAR(distanceTo(ground.plane, {0, 0, 200 - ground.gap}), 0, 1e-9);
        EXPECT_FALSE(groundBelow(slope->proof.clip, player, {0, 0, 200}, 10).found);
        EXPECT_FALSE(groundBelow(slope->proof.clip, player, {0, 0, 200}, -1).found);
    }
}

struct Ground3 {
    const char* name;
    MapFile tiled, whole;
    Vec3 start;
};

// Returns 63 tiles of a slab in the x-y plane, z from -16 to 0. Rows have different offsets (T-junctions), and every
// other tile is too long (overlaps). Below all of them lies a brush whose top is 1/8 deeper. Coordinates are eighths.
using Place = std::function<Vec3(double, double, double)>;

MapBrush brickAt(const Place& place, const Vec3& low, const Vec3& high) {
    std::vector<Vec3> corners;
    for (const double x : {low.x, high.x})
        for (const double y : {low.y, high.y})
            for (const double z : {low.z, high.z}) corners.push_back(place(x, y, z) * 8);
    MapBrush brush = hullBrush(corners);
    for (MapFace& face : brush.faces)
        for (Vec3& point : face.points) point = point * 0.125;
    return brush;
}

std::vector<MapBrush> tilesAt(const Place& place) {
    std::vector<MapBrush> brushes;
    for (int row = 0; row < 7; ++row)
        for (int i = 0; i < 9; ++i) {
            const double shift = 8.0 * ((row * 3) % 5), over = i % 2 == 0 && i < 8 ? 24 : 0, y = -224 + 64 * row;
            const double from = i == 0 ? -288 : -288 + 64 * i + shift;
            const double to = i == 8 ? 288 : -288 + 64 * (i + 1) + shift + over;
            brushes.push_back(brickAt(place, {from, y, -16}, {to, y + 64, 0}));
        }
    brushes.push_back(brickAt(place, {-280, -216, -16}, {280, 216, -0.125}));
    return brushes;
}

std::vector<Ground3> tiledGrounds() {
    const Place flat = [](double x, double y, double z) { return Vec3{x, y, z}; };
    const Place wall = [](double x, double y, double z) { return Vec3{x, 64 - z, y + 224}; };
    const Place ramp = [](double x, double y, double z) { return Vec3{x, y, x / 2 + z}; };
    const auto both = [](const char* name, const Place& place, const Vec3& start, bool floor) {
        std::vector<MapBrush> many = tilesAt(place);
        EXPECT_EQ(many.size(), 64u);
        std::vector<MapBrush> one = {brickAt(place, {-288, -224, -16}, {288, 224, 0})};
        if (floor)
            for (std::vector<MapBrush>* brushes : {&many, &one})
                brushes->push_back(boxBrush({-400, -400, -32}, {400, 400, 0}));
        return Ground3{name, worldOf(many), worldOf(one), start};
    };
    return {both("floor of 64", flat, {0, 0, 66}, false), both("wall of 64", wall, {0, 20, 66}, true),
            both("ramp of 64", ramp, {0, 0, 90}, false)};
}

// B4: a floor, a wall and a ramp of tiles give walkers and slides the path of one big brush.
TEST(SeamsThatStopMovers, TilesGiveThePathOfOneBigBrush) {
    SplitMix random(kSeed + 2);
    const MapFile seams = sceneMap("seam_tiles_floor"), ramp = sceneMap("tiled_ramp");
    const MapBrush whole =
        hullBrush({{-128, -160, 0}, {-128, -32, 0}, {128, -160, 0}, {128, -32, 0}, {128, -160, 128}, {128, -32, 128}});
    std::vector<Ground3> grounds = {
        {"floor", seams, inOnePiece(seams, 6, 44, boxBrush({-192, -192, -16}, {192, 192, 0})), {0, 0, 66}},
        {"wall", seams, inOnePiece(seams, 45, 53, boxBrush({-192, 176, 0}, {192, 192, 192})), {0, 100, 66}},
        {"ramp", ramp, inOnePiece(ramp, 7, 16, whole), {-30, -96, 127}}};
    for (Ground3& ground : tiledGrounds()) grounds.push_back(std::move(ground));
    for (const Ground3& ground : grounds) {
        SCOPED_TRACE(ground.name);
        const Proof one = bakeProof(ground.tiled), two = bakeProof(ground.whole);
        std::size_t ticks = 0, bends = 0;
        for (const char* hull : {"point", "player", "feet"})
            for (const double rate : {10.0, 60.0, 125.0, 1000.0})
                for (const bool flies : {false, true}) {
                    Body tiled(one, hull, false), big(two, hull, rate == 60);
                    WalkState a = standingAt(ground.start + Vec3{random.range(-20, 20), random.range(-10, 10), 0}),
                              b = a;
                    const Vec3 push{random.range(-80, 80), random.range(-50, 120), 0};
                    for (int tick = 0; tick < 2 * rate; ++tick) {
                        if (flies) {
                            SlideInput input;
                            input.seconds = 1 / rate;
                            input.acceleration = {0, 0, -800};
                            for (auto [state, body] : {std::pair(&a, &tiled), {&b, &big}}) {
                                input.origin = state->origin;
                                input.velocity = {push.x, push.y, state->velocity.z};
                                const SlideResult result = body->slide(input);
                                state->origin = result.origin;
                                state->velocity = result.velocity;
                                bends += result.pathPoints - 1;
                            }
                        } else {
                            for (auto [state, body] : {std::pair(&a, &tiled), {&b, &big}}) {
                                if (state->onGround) state->velocity = push;
                                *state = body->walk({}, *state, 1 / rate).state;
                            }
                        }
                        ASSERT_LE(length(a.origin - b.origin), 1e-4)
                            << hull << ' ' << rate << ", tick " << tick << ": " << text(a.origin);
                        ASSERT_EQ(a.onGround, b.onGround);
                        ++ticks;
                    }
                    EXPECT_EQ(tiled.faults() + big.faults(), 0u) << "seed " << kSeed + 2;
                }
        EXPECT_GE(ticks, 14000u);
        EXPECT_GE(bends, 5000u);
    }
}

}  // namespace
}  // namespace hullbake::test
