// Proves rows H20 and H21, and what `walk` promises in liquids: floats where the forces say, whatever the tick; leaves
// onto ledges up to their height; climbs ladders of both kinds onto the floor at their top; never through solid.
#include <array>
#include <cmath>
#include <iostream>

#include "proofs/moving_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261201;
constexpr std::array<double, 6> kRates = {10, 20, 30, 60, 125, 1000};
constexpr double kSurface = 0, kFeet = 24, kHeight = 56;

// A pool of 256 units, its surface at z = 0, with a bank to +x whose top is `bank` units above the surface.
Proof pool(double bank) {
    std::vector<MapBrush> brushes{boxBrush({-512, -512, -320}, {4000, 512, -256}),
                                  boxBrush({256, -512, -256}, {4000, 512, bank})};
    brushes.push_back(boxBrush({-512, -512, -256}, {256, 512, kSurface}, "*water"));
    return bakeProof(worldOf(brushes));
}

WalkRules swimmer(double buoyancy, double drag) {
    WalkRules rules;
    rules.swim.emplace();
    rules.swim->buoyancy = buoyancy;
    rules.swim->drag = drag;
    return rules;
}

WalkState at(const Vec3& origin, const Vec3& velocity = {}) {
    WalkState state;
    state.origin = origin;
    state.velocity = velocity;
    return state;
}

// Where buoyancy equals gravity: the part of the box in liquid is gravity by buoyancy.
TEST(Swimming, ComesToRestWhereBuoyancyEqualsGravity) {
    const Proof proof = pool(64);
    for (const double buoyancy : {1000.0, 1200.0, 1500.0})
        for (const double rate : kRates) {
            Body body(proof, "player", false);
            WalkState state = at({0, 0, 40});
            const WalkRules rules = swimmer(buoyancy, 4);
            for (int tick = 0; tick < 20 * rate; ++tick) state = body.walk(rules, state, 1 / rate).state;
            EXPECT_NEAR(state.origin.z - kFeet, kSurface - kHeight * rules.gravity / buoyancy, 0.01) << rate;
            EXPECT_TRUE(state.swimming);
            EXPECT_FALSE(state.onGround);
            EXPECT_EQ(body.faults(), 0u);
        }
}

// The terminal speed of a box that is all in liquid: force by drag, up and down.
TEST(Swimming, EndsAtTheSpeedOfForceByDrag) {
    MapFile map = worldOf(
        {boxBrush({-512, -512, -4064}, {512, 512, -4000}), boxBrush({-512, -512, -4000}, {512, 512, 0}, "*water")});
    const Proof proof = bakeProof(map);
    for (const double buoyancy : {0.0, 600.0, 1000.0})
        for (const double rate : kRates) {
            Body body(proof, "player", false);
            const WalkRules rules = swimmer(buoyancy, 5);
            WalkState state = at({0, 0, buoyancy < 800 ? -100.0 : -3000.0}, {300, 0, 0});
            for (int tick = 0; tick < 4 * rate; ++tick) state = body.walk(rules, state, 1 / rate).state;
            EXPECT_NEAR(state.velocity.z, (buoyancy - rules.gravity) / 5, 0.01) << rate;
            EXPECT_NEAR(state.velocity.x, 0, 0.01) << rate;
        }
}

// One way through air, surface and water at all rates, 10 to 1000 a second.
TEST(Swimming, DependsLittleOnTheTick) {
    const Proof proof = pool(64);
    const auto end = [&](double rate) {
        Body body(proof, "player", false);
        WalkState state = at({-300, 0, 100}, {150, 40, 0});
        for (int tick = 0; tick < rate; ++tick) state = body.walk(swimmer(1000, 2), state, 1 / rate).state;
        EXPECT_EQ(body.faults(), 0u);
        return state.origin;
    };
    const Vec3 fine = end(1000);
    EXPECT_LT(fine.z, -24) << "deep in the water";
    for (const double rate : kRates) EXPECT_NEAR(length(end(rate) - fine), 0, 4) << rate;
}

struct LedgeCase {
    double bank, ledge, speed, rate;
};

// Swims to the bank for three seconds. Returns true if the swimmer stands on it.
bool leavesOnto(const LedgeCase& c, double& climbed) {
    const Proof proof = pool(c.bank);
    Body body(proof, "player", false);
    WalkRules rules = swimmer(1000, 4);
    rules.swim->ledge = c.ledge;
    WalkState state = at({180, 0, -20.8});
    for (int tick = 0; tick < 3 * c.rate; ++tick) {
        state.velocity.x = c.speed;
        const WalkResult result = body.walk(rules, state, 1 / c.rate);
        state = result.state;
        climbed += result.climbed;
    }
    EXPECT_EQ(body.faults(), 0u) << c.bank << " " << c.speed << " " << c.rate;
    return state.onGround && state.origin.z > c.bank + 23;
}

TEST(Swimming, LeavesOntoALedgeUpToItsHeightAndNoHigher) {
    for (const double rate : kRates)
        for (const double speed : {60.0, 320.0, 900.0})
            for (const double ledge : {0.5, 18.0, 40.0}) {
                double climbed = 0;
                EXPECT_TRUE(leavesOnto({ledge, ledge, speed, rate}, climbed)) << ledge << " " << speed << " " << rate;
                EXPECT_GT(climbed, ledge);
                climbed = 0;
                EXPECT_FALSE(leavesOnto({ledge + 0.125, ledge, speed, rate}, climbed)) << ledge << " " << speed;
                EXPECT_EQ(climbed, 0);
            }
}

// Without a wall to push against, a swimmer under the surface goes nowhere but on.
TEST(Swimming, FromBelowTheSurfaceLeadsNowhere) {
    const Proof proof = pool(8);
    Body body(proof, "player", false);
    const WalkRules rules = swimmer(800, 0);
    WalkState state = at({200, 0, -120});
    for (int tick = 0; tick < 60; ++tick) {
        state.velocity = {200, 0, 0};
        state = body.walk(rules, state, 1.0 / 60).state;
    }
    EXPECT_EQ(state.origin.z, -120) << "as heavy as the water";
    EXPECT_LT(state.origin.x, 240);
    EXPECT_TRUE(state.swimming);
}

TEST(Swimming, WadesWhereTheMiddleIsDry) {
    std::vector<MapBrush> brushes{boxBrush({-512, -512, -64}, {512, 512, -20}),
                                  boxBrush({-512, -512, -20}, {512, 512, 0}, "*water")};
    const Proof proof = bakeProof(worldOf(brushes));
    Body body(proof, "player", false);
    WalkState state = at({-200, 0, 60});
    for (int tick = 0; tick < 240; ++tick) {
        state.velocity = {100, 0, state.velocity.z};
        state = body.walk(swimmer(1000, 2), state, 1.0 / 60).state;
    }
    EXPECT_TRUE(state.onGround);
    EXPECT_FALSE(state.swimming);
    EXPECT_NEAR(state.origin.z, 4, 0.1);
    EXPECT_EQ(body.faults(), 0u);
}

struct Count {
    std::size_t swum = 0, climbed = 0, grounded = 0, airborne = 0, left = 0;
};

// Random caves, half full of water: every piece of every path is judged by the oracle.
TEST(Swimming, NeverLeadsThroughSolid) {
    SplitMix random(kSeed);
    std::cout << "seed " << kSeed << '\n';
    Count count;
    std::size_t faults = 0;
    for (int round = 0; round < sized(8, 80); ++round) {
        std::vector<MapBrush> brushes = roomBrushes({{-320, -320, -192}, {320, 320, 192}}, 16);
        for (int i = 0; i < 24; ++i) {
            const Vec3 middle{random.range(-300, 300), random.range(-300, 300), random.range(-190, 60)};
            std::vector<Vec3> points;
            for (int k = 0; k < 9; ++k) points.push_back(middle + random.direction() * random.range(24, 72));
            brushes.push_back(hullBrush(points));
        }
        const double shore = random.range(-80, -30);
        brushes.push_back(boxBrush({-320, -320, -192}, {-60, 320, shore}));
        brushes.push_back(boxBrush({-320, -320, -192}, {320, 320, shore - random.range(2, 30)}, "*water"));
        const Proof proof = bakeProof(worldOf(brushes));
        for (int start = 0; start < 8; ++start) {
            Body body(proof, "player", start % 2 == 0);
            WalkState state = at({random.range(-290, 290), random.range(-290, 290), random.range(-150, 150)});
            if (body.solids().inside(state.origin, kMaskBlocking, {})) continue;
            const double rate = kRates[random.index(5)];
            WalkRules rules = swimmer(random.range(600, 1500), random.range(0, 8));
            Vec3 wish;
            for (int tick = 0; tick < 150; ++tick) {
                if (random.chance(0.05)) wish = random.direction() * random.range(50, 500);
                state.velocity.x = wish.x;
                state.velocity.y = wish.y;
                if (state.swimming && random.chance(0.1)) state.velocity.z = wish.z;
                const WalkResult result = body.walk(rules, state, 1 / rate);
                state = result.state;
                count.swum += state.swimming ? 1 : 0;
                count.grounded += state.onGround ? 1 : 0;
                count.airborne += !state.onGround && !state.swimming ? 1 : 0;
                count.climbed += result.steps;
            }
            faults += body.faults();
        }
    }
    std::cout << count.swum << " swum, " << count.grounded << " walked, " << count.airborne << " fallen, "
              << count.climbed << " steps and ledges\n";
    EXPECT_EQ(faults, 0u);
    EXPECT_GE(count.swum, sized(1500u, 15000u));
    EXPECT_GE(count.grounded, sized(300u, 3000u));
    EXPECT_GE(count.airborne, sized(200u, 2000u));
    EXPECT_GE(count.climbed, sized(10u, 100u));
}

enum class LadderKind { Solid, Volume };

// A wall of 256 units with a floor on it, and a ladder in front of it up to `top`.
Proof tower(LadderKind kind, double top, const Vec3& turn = {1, 0, 0}) {
    MapBrush ladder =
        kind == LadderKind::Solid ? boxBrush({-8, -32, 0}, {0, 32, top}) : boxBrush({-12, -32, 0}, {0, 32, top});
    for (MapFace& face : ladder.faces) face.flags = {kind == LadderKind::Solid ? 0x20000000u : 0x20000020u, 0, 0};
    std::vector<MapBrush> brushes{boxBrush({-512, -512, -64}, {512, 512, 0}), boxBrush({0, -256, 0}, {256, 256, 256}),
                                  ladder};
    for (MapBrush& brush : brushes)
        brush = moved(brush, [&](const Vec3& p) {
            return Vec3{p.x * turn.x - p.y * turn.y, p.x * turn.y + p.y * turn.x, p.z};
        });
    return bakeProof(worldOf(brushes));
}

WalkRules climber() {
    WalkRules rules;
    rules.ladders = Contents::Ladder;
    return rules;
}

// H20: on at the top edge ends on the floor, at all speeds and rates.
TEST(Ladders, LeadOntoTheFloorAtTheirTop) {
    std::size_t climbs = 0;
    for (const LadderKind kind : {LadderKind::Solid, LadderKind::Volume})
        for (const double top : {244.0, 256.0, 264.0})
            for (const Vec3& turn : {Vec3{1, 0, 0}, Vec3{0.6, 0.8, 0}}) {
                const Proof proof = tower(kind, top, turn);
                for (const double speed : {40.0, 200.0, 800.0})
                    for (const double rate : kRates) {
                        Body body(proof, "player", false);
                        WalkState state = at(turn * -60 + Vec3{0, 0, 24.1});
                        bool held = false;
                        const double seconds = 2 + 600 / speed;
                        for (int tick = 0; tick < seconds * rate && !(state.onGround && state.origin.z > 270); ++tick) {
                            state.velocity = turn * speed + Vec3{0, 0, state.climbing ? 0 : state.velocity.z};
                            state = body.walk(climber(), state, 1 / rate).state;
                            held = held || state.climbing || state.origin.z > 100;
                        }
                        const std::string what = std::to_string(int(kind)) + ", top " + std::to_string(top) +
                                                 ", speed " + std::to_string(speed) + ", rate " + std::to_string(rate);
                        EXPECT_TRUE(held && state.onGround) << what << text(state.origin);
                        EXPECT_GE(state.origin.z, 256 + 24) << what;
                        EXPECT_EQ(body.faults(), 0u) << what;
                        ++climbs;
                    }
            }
    EXPECT_EQ(climbs, 216u);
}

// On a ladder nobody falls, drifts or shakes; a wish away lets go; the way down ends on the ground.
TEST(Ladders, HoldLetGoAndEndOnTheGround) {
    for (const LadderKind kind : {LadderKind::Solid, LadderKind::Volume})
        for (const double rate : kRates) {
            const Proof proof = tower(kind, 256);
            Body body(proof, "player", false);
            WalkState state = at({-26, 0, 24.1});
            const auto walk = [&](const Vec3& wish, double seconds) {
                for (int tick = 0; tick < seconds * rate; ++tick) {
                    state.velocity = wish;
                    state = body.walk(climber(), state, 1 / rate).state;
                }
            };
            walk({100, 0, 0}, 1.5);
            ASSERT_TRUE(state.climbing) << rate;
            EXPECT_EQ(state.ladder, (Vec3{-1, 0, 0}));
            const WalkState before = state;
            walk({0, 0, 0}, 10);
            EXPECT_EQ(state.origin, before.origin) << "held, to the bit";
            EXPECT_TRUE(state.climbing);
            walk({0, 0, -50}, 0.5);
            EXPECT_NEAR(state.origin.z, before.origin.z - 25, 3.0) << rate;
            const WalkState middle = state;
            walk({-100, 0, 0}, 0.2);
            EXPECT_FALSE(state.climbing);
            EXPECT_LT(state.origin.x, middle.origin.x - 10);
            state = middle;
            walk({0, 0, -100}, 4);
            EXPECT_FALSE(state.climbing);
            EXPECT_TRUE(state.onGround);
            EXPECT_EQ(body.faults(), 0u);
        }
}

// The side is the one that the body is in front of: beside the ladder's edge nothing is held.
TEST(Ladders, AreNotHeldBesideTheirEdges) {
    const Proof proof = tower(LadderKind::Solid, 256);
    for (const double beside : {-47.0, 0.0, 47.0, 48.5, -48.5, 60.0}) {
        Body body(proof, "player", false);
        WalkState state = at({-40, beside, 24.1});
        bool held = false;
        for (int tick = 0; tick < 60; ++tick) {
            state.velocity = {100, 0, state.velocity.z};
            state = body.walk(climber(), state, 1.0 / 60).state;
            held = held || state.climbing;
        }
        EXPECT_EQ(held, std::fabs(beside) < 48) << beside;
    }
}

// H21: what was a ladder and is none any more lets go at once.
TEST(Ladders, ThatAreGoneHoldNobody) {
    const Proof with = tower(LadderKind::Solid, 256);
    Body body(with, "player", false);
    WalkState state = at({-26, 0, 24.1});
    for (int tick = 0; tick < 60; ++tick) {
        state.velocity = {100, 0, 0};
        state = body.walk(climber(), state, 1.0 / 60).state;
    }
    ASSERT_TRUE(state.climbing);
    WalkRules none = climber();
    none.ladders = Contents::Fog;
    state.velocity = {};
    const WalkState after = body.walk(none, state, 1.0 / 60).state;
    EXPECT_FALSE(after.climbing);
    EXPECT_LT(after.origin.z, state.origin.z);
}

TEST(Ladders, AndLiquidsAreForRobustWalkers) {
    const Proof proof = pool(8);
    const Probe probe{.hull = proof.hull("player")};
    const auto refusal = [&](const WalkRules& rules) {
        return walk(proof.clip, probe, rules, at({0, 0, -100}), 0.1).refusal;
    };
    WalkRules rules = swimmer(800, 1);
    EXPECT_EQ(refusal(rules), Refusal::None);
    for (double SwimRules::*member : {&SwimRules::buoyancy, &SwimRules::drag, &SwimRules::ledge})
        for (const double bad : {-1.0, 1e9, std::nan("")}) {
            rules = swimmer(800, 1);
            (*rules.swim).*member = bad;
            EXPECT_EQ(refusal(rules), Refusal::BadRules);
        }
    rules = swimmer(800, 1);
    rules.mode = SlideMode::Classic;
    EXPECT_EQ(refusal(rules), Refusal::BadRules);
    rules = climber();
    rules.ladderReach = std::nan("");
    EXPECT_EQ(refusal(rules), Refusal::BadRules);
}

}  // namespace
}  // namespace hullbake::test
