// Proves projectiles: flight along the parabola, bounces, slides, rest on floors and in corners, energy, no way through
// solid, and the same bits again.
#include <array>
#include <cstring>
#include <iostream>

#include "hullbake/bounce.hpp"
#include "proofs/moving_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261127;
constexpr double kPull = 800;
const Box kGrenade{{-2, -2, -2}, {2, 2, 2}};
// Depth, units, below which a box counts as free, as in the proofs of sliding.
constexpr oracle::Tolerance kDeep{1e-3};
// Units: a throw that gains less height than this gains nothing but rounding; and by so much a box may be lifted away
// from the planes of a crevice that it is too near.
constexpr double kRounding = 1e-6, kLifted = 8 * kDefaultSkin;

double energyOf(const BounceState& state) {
    return dot(state.velocity, state.velocity) / 2 + kPull * state.origin.z;
}

struct Counts {
    std::size_t throws = 0, bounces = 0, slides = 0, rests = 0, stuck = 0;
    double gained = 0;
};

// Throws boxes about and judges each move by the oracle.
class Thrower {
  public:
    Thrower(const Proof& proof, std::string_view hull, bool query)
        : map_(proof.clip), solids_(proof.solids(proof.hull(hull))), hits_(512) {
        probe_.hull = proof.hull(hull);
        if (query) probe_.box = proof.clip.hull(probe_.hull).box;
    }

    BounceResult move(const BounceRules& rules, const BounceState& state, double seconds) {
        const BounceResult result = bounce(map_, probe_, rules, state, seconds, hits_);
        const std::string what = "from " + text(state.origin) + " at " + text(state.velocity);
        if (result.status != SlideStatus::Moved) {
            ++counts_.stuck;
            return result;
        }
        if (solids_.inside(result.state.origin, kMaskBlocking, kDeep))
            faults_.note(what + ": ends in solid at " + text(result.state.origin));
        if (!(energyOf(result.state) <= energyOf(state) + kPull * mayGain))
            faults_.note(what + ": gains energy, ends " + text(result.state.origin) + " at " +
                         text(result.state.velocity));
        counts_.gained = std::max(counts_.gained, energyOf(result.state) - energyOf(state));
        if (result.state.resting && !(result.state.velocity == Vec3{})) faults_.note(what + ": rests and moves");
        judgeHits(result, seconds, what);
        return result;
    }

    double mayGain = kRounding;  ///< units of height

    const Probe& probe() const { return probe_; }
    const SolidSet& solids() const { return solids_; }
    std::size_t faults() const { return faults_.count(); }
    Counts& counts() { return counts_; }
    std::span<const BounceHit> hits() const { return std::span(hits_).first(told_); }

  private:
    void judgeHits(const BounceResult& result, double seconds, const std::string& what) {
        told_ = std::min(result.hits, hits_.size());
        double before = 0;
        for (const BounceHit& hit : hits()) {
            if (!(hit.time >= before && hit.time <= seconds)) faults_.note(what + ": hits out of order");
            before = hit.time;
            if (solids_.inside(hit.position, kMaskBlocking, kDeep))
                faults_.note(what + ": hits in solid at " + text(hit.position));
            if (!(length(hit.after) <= length(hit.before) * (1 + 1e-9) + 1e-9))
                faults_.note(what + ": a hit speeds up");
            counts_.bounces += hit.event == BounceEvent::Bounce ? 1 : 0;
            counts_.slides += hit.event == BounceEvent::Slide ? 1 : 0;
            counts_.rests += hit.event == BounceEvent::Rest ? 1 : 0;
        }
    }

    const ClipMap& map_;
    Probe probe_;
    SolidSet solids_;
    Faults faults_;
    Counts counts_;
    std::vector<BounceHit> hits_;
    std::size_t told_ = 0;
};

BounceRules randomRules(SplitMix& random) {
    BounceRules rules;
    rules.restitution = random.chance(0.1) ? 1.0 : random.range(0, 0.95);
    rules.friction = random.chance(0.1) ? 0 : random.range(0.05, 0.8);
    rules.restSpeed = random.chance(0.2) ? 0 : random.range(0, 60);
    return rules;
}

// Throws from random free places, each for some seconds at a random rate.
void throwAbout(const Proof& proof, SplitMix& random, int throws, Counts& all, const Box& within) {
    for (const char* hull : {"point", "player"})
        for (const bool query : {false, true}) {
            Thrower thrower(proof, hull, query);
            for (int i = 0; i < throws; ++i) {
                BounceState state{inBox(random, within), random.direction() * random.range(0, 1200)};
                if (thrower.solids().inside(state.origin, kMaskBlocking, oracle::Tolerance{0})) continue;
                const BounceRules rules = randomRules(random);
                const double rate = std::array{1.0, 10.0, 60.0, 250.0}[random.index(4)];
                ++thrower.counts().throws;
                for (int tick = 0; tick < std::min(3 * rate, 60.0); ++tick) {
                    const BounceResult result = thrower.move(rules, state, 1 / rate);
                    if (result.status != SlideStatus::Moved) break;
                    if (state.resting && result.state.resting && !(result.state.origin == state.origin))
                        ADD_FAILURE() << "drifts at rest " << text(state.origin);
                    state = result.state;
                }
            }
            EXPECT_EQ(thrower.faults(), 0u) << hull << ", seed " << kSeed;
            EXPECT_EQ(thrower.counts().stuck, 0u) << hull << ", seed " << kSeed;
            all.throws += thrower.counts().throws;
            all.bounces += thrower.counts().bounces;
            all.slides += thrower.counts().slides;
            all.rests += thrower.counts().rests;
            all.gained = std::max(all.gained, thrower.counts().gained);
        }
}

MapFile randomRoom(SplitMix& random) {
    std::vector<MapBrush> brushes;
    const Vec3 directions[] = {{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    for (const Vec3& d : directions) {
        Vec3 normal = d + random.direction() * random.range(0, 0.4);
        normal = normal * (1 / length(normal));
        brushes.push_back(slabBrush(d * -200, normal, 1024, 64));
    }
    for (int i = 0; i < 8; ++i) {
        std::vector<Vec3> points;
        const Vec3 middle = inBox(random, {{-160, -160, -160}, {160, 160, 100}});
        for (int k = 0; k < 8; ++k) points.push_back(middle + random.direction() * random.range(20, 80));
        brushes.push_back(hullBrush(points));
    }
    return worldOf(std::move(brushes));
}

TEST(Projectiles, NeverGainEnergyNorEndInSolidInRandomRooms) {
    SplitMix random(kSeed);
    Counts all;
    const int rooms = sized(6, 60);
    for (int i = 0; i < rooms; ++i)
        throwAbout(bakeProof(randomRoom(random)), random, 60, all, {{-180, -180, -180}, {180, 180, 180}});
    std::cout << all.throws << " throws, " << all.bounces << " bounces, " << all.slides << " slides, " << all.rests
              << " rests, energy gained at most " << all.gained << '\n';
    EXPECT_GE(all.throws, sized(600u, 6000u));
    EXPECT_GE(all.bounces, all.throws * 3);
    EXPECT_GE(all.slides, all.throws / 2);
    EXPECT_GE(all.rests, all.throws / 5);
}

TEST(Projectiles, NeverGainEnergyNorEndInSolidInScenesAndTheDemo) {
    SplitMix random(kSeed + 1);
    Counts all;
    for (const std::string& name : sceneNames()) {
        const Proof proof = bakeScene(name);
        const SolidSet solids = proof.solids(proof.hull("player"));
        throwAbout(proof, random, sized(8, 80), all, solids.bounds());
    }
    throwAbout(bakeProof(demoMap()), random, sized(200, 4000), all, {{-600, -600, -100}, {600, 900, 400}});
    std::cout << all.throws << " throws, " << all.bounces << " bounces, " << all.slides << " slides, " << all.rests
              << " rests, energy gained at most " << all.gained << '\n';
    EXPECT_GE(all.throws, sized(1000u, 15000u));
    EXPECT_GE(all.bounces, all.throws);
    EXPECT_GE(all.rests, all.throws / 8);
}

Proof floorProof(double degrees = 0) {
    const double turn = degrees * 3.14159265358979323846 / 180;
    return bakeProof(worldOf({slabBrush({0, 0, 0}, {std::sin(turn), 0, std::cos(turn)}, 32768)}), false,
                     {{"point", {}}, {"grenade", kGrenade}});
}

// The acceleration is integrated exactly, so that flights do not depend on the ticks.
TEST(Projectiles, FlyTheParabolaHoweverTheTimeIsCut) {
    const Proof proof = floorProof();
    Thrower thrower(proof, "grenade", true);
    for (const int parts : {1, 2, 7, 60, 1000}) {
        BounceState state{{-300, 20, 50}, {500, -30, 700}};
        for (int i = 0; i < parts; ++i) state = thrower.move({}, state, 1.5 / parts).state;
        const Vec3 end{-300 + 500 * 1.5, 20 - 30 * 1.5, 50 + 700 * 1.5 - kPull / 2 * 1.5 * 1.5};
        EXPECT_LE(length(state.origin - end), 1e-9) << parts;
        EXPECT_LE(length(state.velocity - Vec3{500, -30, 700 - kPull * 1.5}), 1e-9) << parts;
    }
    EXPECT_EQ(thrower.faults(), 0u);
}

// The energy of each flight is that of its start, less at most what the chord of its last piece loses.
TEST(Projectiles, BounceAsTheRestitutionSays) {
    const Proof proof = floorProof();
    std::size_t bounces = 0;
    for (const double restitution : {0.3, 0.5, 0.7, 1.0})
        for (const int parts : {1, 30, 600}) {
            Thrower thrower(proof, "grenade", true);
            BounceRules rules;
            rules.restitution = restitution;
            BounceState state{{0, 0, 200}, {}};
            double speed = 0, height = 200;
            for (int i = 0; i < parts; ++i) {
                state = thrower.move(rules, state, 6.0 / parts).state;
                for (const BounceHit& hit : thrower.hits()) {
                    if (hit.event != BounceEvent::Bounce) break;
                    const double fallen = speed * speed / 2 + kPull * (height - hit.position.z);
                    const double energy = dot(hit.before, hit.before) / 2;
                    ASSERT_LE(energy, fallen + 1e-6);
                    ASSERT_GE(energy, fallen - kPull * kBounceSagitta - 1e-6);
                    ASSERT_NEAR(hit.after.z, -restitution * hit.before.z, 1e-9);
                    speed = hit.after.z;
                    height = hit.position.z;
                    ++bounces;
                }
            }
            EXPECT_EQ(thrower.faults(), 0u);
            EXPECT_EQ(state.resting, restitution < 1) << restitution << ' ' << parts;
        }
    EXPECT_GE(bounces, 50u);
}

// The bounces of a ball end in finite time. A piece lasts at least as long as what ends them.
TEST(Projectiles, DoNotBounceForEver) {
    const Proof proof = floorProof();
    for (const double restitution : {0.0, 0.5, 0.9, 0.97}) {
        Thrower thrower(proof, "grenade", true);
        BounceRules rules;
        rules.restitution = restitution;
        rules.restSpeed = 0;
        BounceState state{{0, 0, 100}, {100, 0, 0}};
        std::size_t hits = 0;
        for (int i = 0; i < 10 && !state.resting; ++i) {
            const BounceResult result = thrower.move(rules, state, 10);
            state = result.state;
            hits += result.hits;
            EXPECT_LE(result.traces, 4000u);
        }
        EXPECT_TRUE(state.resting) << restitution;
        EXPECT_LE(hits, 130u) << restitution;
    }
}

// D1 for projectiles: on every slope that is a floor they come to rest, and then no tick moves them by a bit.
TEST(Projectiles, RestOnEveryFloorAndStay) {
    SplitMix random(kSeed + 2);
    std::size_t rests = 0;
    for (const double degrees : {0., 1., 5., 14., 20., 30., 40., 45., 45.57})
        for (const double friction : {0.05, 0.25, 0.8})
            for (const bool query : {false, true}) {
                const Proof proof = floorProof(degrees);
                Thrower thrower(proof, "grenade", query);
                BounceRules rules;
                rules.friction = friction;
                BounceState state{{0, 0, 60}, random.direction() * 300};
                for (int tick = 0; tick < 3000 && !state.resting; ++tick)
                    state = thrower.move(rules, state, 1.0 / 60).state;
                ASSERT_TRUE(state.resting) << degrees << ' ' << friction << ' ' << text(state.velocity);
                const Vec3 place = state.origin;
                for (int tick = 0; tick < sized(300, 20000); ++tick) {
                    const BounceResult result = thrower.move(rules, state, random.range(0, 0.1));
                    ASSERT_TRUE(result.state.resting && result.state.origin == place && result.hits == 0);
                    ASSERT_EQ(result.traces, 2u);
                    state = result.state;
                }
                EXPECT_EQ(thrower.faults(), 0u);
                ++rests;
            }
    EXPECT_EQ(rests, 54u);
}

// Slopes that are no floor are slid down with Coulomb's friction, and held only where friction holds.
TEST(Projectiles, SlideDownSteepSlopesAsFrictionSays) {
    for (const double degrees : {46., 55., 70., 80.})
        for (const double friction : {0.0, 0.25, 0.6})
            for (const double rate : {2., 60., 500.}) {
                const double turn = degrees * 3.14159265358979323846 / 180;
                const Proof proof = floorProof(degrees);
                Thrower thrower(proof, "grenade", true);
                BounceRules rules;
                rules.friction = friction;
                rules.restitution = 0;
                const Vec3 up{std::sin(turn), 0, std::cos(turn)}, down{std::cos(turn), 0, -std::sin(turn)};
                BounceState state{up * (support(up, kGrenade) + kDefaultSkin) - down * 3000, {}};
                const double pull = kPull * (std::sin(turn) - friction * std::cos(turn));
                for (int tick = 0; tick < 2 * rate; ++tick) state = thrower.move(rules, state, 1 / rate).state;
                EXPECT_FALSE(state.resting);
                EXPECT_NEAR(dot(state.velocity, down), 2 * pull, 0.002 * 2 * pull) << degrees << ' ' << friction;
                EXPECT_EQ(thrower.faults(), 0u);
            }
    const Proof proof = floorProof(50);
    Thrower thrower(proof, "grenade", true);
    BounceRules rules;
    rules.friction = 1.3;
    BounceState state{{0, 0, 60}, {-200, 100, 0}};
    for (int tick = 0; tick < 600; ++tick) state = thrower.move(rules, state, 1.0 / 60).state;
    EXPECT_TRUE(state.resting);
}

// Funnels, cones and troughs of any angle: what falls in comes to rest in it and never leaves through a side.
TEST(Projectiles, RestInWedgesAndCorners) {
    SplitMix random(kSeed + 3);
    std::size_t rests = 0, bounces = 0;
    for (const int sides : {2, 3, 5, 8})
        for (const double steep : {30., 60., 80., 88.}) {
            const double turn = steep * 3.14159265358979323846 / 180, first = random.range(0, 6);
            std::vector<MapBrush> slabs;
            for (int i = 0; i < sides; ++i) {
                const double around = first + 2 * 3.14159265358979323846 * i / sides;
                const Vec3 normal{std::sin(turn) * std::cos(around), std::sin(turn) * std::sin(around), std::cos(turn)};
                slabs.push_back(slabBrush({0, 0, 0}, normal, 4096, 64));
            }
            const Proof proof = bakeProof(worldOf(slabs), false, {{"point", {}}, {"grenade", kGrenade}});
            for (const char* hull : {"point", "grenade"})
                for (const bool query : {false, true}) {
                    Thrower thrower(proof, hull, query);
                    thrower.mayGain = kLifted;
                    for (int i = 0; i < sized(1, 20); ++i) {
                        BounceState state{{0, 0, 300}, random.direction() * random.range(0, 100)};
                        const BounceRules rules{.friction = random.range(0.1, 0.5)};
                        for (int tick = 0; tick < 30 * 60 && !state.resting; ++tick)
                            state = thrower.move(rules, state, 1.0 / 60).state;
                        EXPECT_TRUE(state.resting) << sides << ' ' << steep << ' ' << hull << ' ' << text(state.origin)
                                                   << ' ' << text(state.velocity);
                        rests += state.resting ? 1 : 0;
                        const Vec3 place = state.origin;
                        for (int tick = 0; tick < 20; ++tick) state = thrower.move(rules, state, 1.0 / 60).state;
                        EXPECT_TRUE(state.origin == place) << sides << ' ' << steep << ' ' << hull;
                    }
                    EXPECT_EQ(thrower.faults(), 0u) << sides << ' ' << steep << ' ' << hull;
                    bounces += thrower.counts().bounces;
                }
        }
    EXPECT_EQ(rests, 64 * sized(1u, 20u));
    EXPECT_GE(bounces, rests);
}

// One move of a time and many of its parts: the same flights, and contacts apart by what a piece's chord may miss.
TEST(Projectiles, OneMoveIsNearlyThatOfItsParts) {
    const Proof proof = floorProof();
    SplitMix random(kSeed + 4);
    double worst = 0;
    std::size_t compared = 0;
    for (int i = 0; i < sized(100, 2000); ++i) {
        const BounceState start{{0, 0, random.range(10, 300)}, random.direction() * random.range(50, 600)};
        Thrower whole(proof, "grenade", true), cut(proof, "grenade", true);
        const double seconds = random.range(0.2, 3);
        const BounceState once = whole.move({}, start, seconds).state;
        BounceState parts = start;
        const int count = 2 + static_cast<int>(random.index(199));
        for (int part = 0; part < count; ++part) parts = cut.move({}, parts, seconds / count).state;
        ASSERT_EQ(whole.faults() + cut.faults(), 0u) << "seed " << kSeed + 4;
        ++compared;
        worst = std::max(worst, length(once.origin - parts.origin));
    }
    std::cout << compared << " compared, ends at most " << worst << " units apart\n";
    EXPECT_LE(worst, 3);
}

// A projectile at rest notices that what it lies on has gone, and falls after it.
TEST(Projectiles, FallWhenTheirFloorHasGone) {
    MapFile map = worldOf({boxBrush({-512, -512, -512}, {512, 512, -448})});
    addModel(map, "func_plat", {boxBrush({-64, -64, -16}, {64, 64, 0})});
    const Proof proof = bakeProof(map, false, {{"point", {}}, {"grenade", kGrenade}});
    Probe probe{.box = kGrenade, .model = {1}, .transform = Transform::moved({0, 0, 10})};
    BounceState state{{0, 0, 60}, {40, 0, 0}};
    for (int tick = 0; tick < 600; ++tick) state = bounce(proof.clip, probe, {}, state, 1.0 / 60).state;
    ASSERT_TRUE(state.resting);
    EXPECT_NEAR(state.origin.z, 12 + kDefaultSkin, 1e-6);
    probe.transform = Transform::moved({0, 0, -10});
    BounceHit hits[4];
    const BounceResult result = bounce(proof.clip, probe, {}, state, 0.1, hits);
    ASSERT_GE(result.hits, 1u);
    EXPECT_EQ(hits[0].event, BounceEvent::Fall);
    EXPECT_FALSE(result.state.resting);
    EXPECT_NEAR(result.state.origin.z, state.origin.z - kPull / 2 * 0.01, 1e-9);
    // Set in motion by the game.
    probe.transform = Transform::moved({0, 0, 10});
    state.velocity = {0, 0, 200};
    EXPECT_NEAR(bounce(proof.clip, probe, {}, state, 0.1).state.origin.z, state.origin.z + 20 - 4, 1e-9);
}

TEST(Projectiles, GiveTheSameBitsAgain) {
    const Proof proof = bakeProof(demoMap());
    SplitMix random(kSeed + 5);
    std::size_t hits = 0;
    for (int i = 0; i < 50; ++i) {
        Thrower thrower(proof, "player", i % 2 == 0);
        const BounceRules rules = randomRules(random);
        BounceState state{inBox(random, {{-400, -200, 40}, {400, 400, 200}}), random.direction() * 600}, copy;
        for (int tick = 0; tick < 60; ++tick) {
            if (tick == 30) copy = state;
            const BounceResult result = thrower.move(rules, state, 1.0 / 60);
            if (result.status != SlideStatus::Moved) break;
            state = result.state;
            hits += result.hits;
        }
        if (copy.origin == Vec3{}) continue;
        for (int tick = 30; tick < 60; ++tick) copy = bounce(proof.clip, thrower.probe(), rules, copy, 1.0 / 60).state;
        EXPECT_EQ(std::memcmp(&copy.origin, &state.origin, sizeof copy.origin), 0);
        EXPECT_EQ(std::memcmp(&copy.velocity, &state.velocity, sizeof copy.velocity), 0);
        EXPECT_EQ(copy.resting, state.resting);
    }
    EXPECT_GE(hits, 50u);
}

TEST(Projectiles, RefuseWhatIsOutOfRange) {
    const Proof proof = floorProof();
    const Probe probe{.box = kGrenade};
    const BounceState good{{0, 0, 50}, {10, 0, 0}};
    const double nan = std::nan(""), inf = HUGE_VAL;
    const auto refusal = [&](const BounceRules& rules, const BounceState& state, double seconds) {
        const BounceResult result = bounce(proof.clip, probe, rules, state, seconds);
        EXPECT_EQ(result.status == SlideStatus::Invalid, result.refusal != Refusal::None);
        const bool same = std::memcmp(&result.state.origin, &state.origin, sizeof state.origin) == 0;
        EXPECT_TRUE(same || result.status != SlideStatus::Invalid);
        return result.refusal;
    };
    EXPECT_EQ(refusal({}, good, 1), Refusal::None);
    EXPECT_EQ(refusal({}, good, 0), Refusal::None);
    for (const double seconds : {-1.0, 10.5, nan, inf}) EXPECT_EQ(refusal({}, good, seconds), Refusal::BadTime);
    EXPECT_EQ(refusal({}, {{nan, 0, 0}, {}}, 1), Refusal::NotFinite);
    EXPECT_EQ(refusal({}, {{0, 0, 0}, {inf, 0, 0}}, 1), Refusal::BadVelocity);
    EXPECT_EQ(refusal({.acceleration = {0, 0, nan}}, good, 1), Refusal::BadVelocity);
    EXPECT_EQ(refusal({.acceleration = {0, 0, 1e7}}, good, 1), Refusal::BadRules);
    for (const double bad : {-0.1, 1.1, nan}) EXPECT_EQ(refusal({.restitution = bad}, good, 1), Refusal::BadRules);
    for (const double bad : {-0.1, 1e4, nan}) EXPECT_EQ(refusal({.friction = bad}, good, 1), Refusal::BadRules);
    for (const double bad : {-0.1, inf, nan}) EXPECT_EQ(refusal({.restSpeed = bad}, good, 1), Refusal::BadRules);
    for (const double bad : {0.0, 1.1, nan}) EXPECT_EQ(refusal({.floorNormal = bad}, good, 1), Refusal::BadRules);
    for (const double bad : {-1.0, nan}) EXPECT_EQ(refusal({.unstick = bad}, good, 1), Refusal::BadRules);
}

}  // namespace
}  // namespace hullbake::test
