// Proves that a game may go back: with all that docs/rollback.md says to copy, ticks that are made again have the same
// bits, whatever walks, rides, is pushed, turns, bounces, swims or touches triggers in them.
#include <gtest/gtest.h>

#include "hullbake/bounce.hpp"
#include "hullbake/triggers.hpp"
#include "hullbake/water.hpp"
#include "runtime/world/random_world.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kTick = 1.0 / 60;
constexpr std::size_t kBack = 8;

/// All that a tick changes.
struct GameState {
    std::vector<PlacedModel> models;
    std::vector<Mover> movers;
    std::vector<Body> bodies;
    std::vector<Passenger> passengers;
    std::vector<double> turned;
    std::vector<WalkState> walkers;
    std::vector<Trigger> triggers;
    std::vector<std::uint64_t> inside;
    BounceState grenade;
    WaterLevel level;
};

struct Counts {
    std::size_t told = 0, touched = 0, climbs = 0, wet = 0, rests = 0, rolledBack = 0;
};

/// A game with all kinds of things in a random world, and a pool that a mover carries.
class RollbackGame {
  public:
    explicit RollbackGame(Random& random) {
        world_.draw(random, false);
        now.models = world_.models, now.movers = world_.movers;
        now.bodies = world_.bodies, now.passengers = world_.passengers;
        // One more mover, which turns.
        Mover blade;
        blade.model = static_cast<std::uint32_t>(now.models.size());
        now.models.emplace_back();
        now.models.back().model = {3};
        blade.axis = {random.between(-0.3, 0.3), random.between(-0.3, 0.3), 1};
        blade.toDegrees = random.between(-300, 300);
        blade.seconds = 0.5;
        blade.from = random.pointIn({{-100, -100, 45}, {100, 100, 80}});
        blade.to = blade.from + random.direction() * 20;
        blade.blocked = static_cast<Blocked>(random.whole(0, 3));
        now.movers.push_back(blade);
        now.turned.resize(now.bodies.size());
        for (const Body& body : now.bodies) now.walkers.emplace_back().origin = body.origin;
        for (int i = 0; i < 70; ++i) {
            Trigger& trigger = now.triggers.emplace_back();
            const Vec3 at = random.pointIn({{-250, -250, 0}, {250, 250, 120}});
            trigger.box = Box{at - Vec3{30, 30, 30}, at + Vec3{30, 30, 30}};
        }
        now.inside.resize(now.bodies.size() * triggerWords(now.triggers.size()));
        now.grenade = {random.pointIn({{-150, -150, 5}, {150, 150, 20}}), random.direction() * 40};
        // Waits in the pool's way.
        now.bodies.push_back({{0, 0, 10}, {{-90, -90, -10}, {90, 90, 10}}, Contents::Water, 2, true});
        now.passengers.emplace_back().stoppedBy = 0;
        now.turned.push_back(0);
    }

    /// Makes a tick, whose inputs follow from its number alone.
    void tick(std::uint64_t number, Counts& counts) {
        Random random(number * 77 + 5);
        for (Mover& mover : now.movers)
            if (mover.clock >= mover.seconds && random.chance(0.5)) {
                mover.from = mover.to, mover.fromDegrees = mover.toDegrees;
                mover.to = mover.to + random.direction() * random.between(1, 60);
                mover.toDegrees = mover.axis == Vec3{} ? 0 : mover.toDegrees + random.between(-90, 90);
                mover.clock = 0, mover.seconds = random.between(0.1, 0.5);
            }
        for (Trigger& trigger : now.triggers) trigger.enabled = random.chance(0.95);
        for (std::uint32_t i = 0; i < now.walkers.size(); ++i) now.passengers[i].ground = now.walkers[i].groundMember;
        std::vector<Vec3> before;
        for (const Body& body : now.bodies) before.push_back(body.origin);
        const World world{now.models, now.movers, now.bodies, now.passengers, now.turned};
        std::vector<WorldScratch> scratch(scratchFor(world));
        std::vector<WorldEvent> events(256);
        const StepResult step = stepMovers(world_.baked.map, {}, world, kTick, scratch, events);
        ASSERT_FALSE(step.invalid) << refusalText(step.refusal);
        counts.told += step.events;
        counts.rolledBack += step.rolledBack ? 1 : 0;
        double gone = 0;
        const auto pushed = static_cast<std::uint32_t>(random.index(now.walkers.size()));
        const StepResult push = pushBody(world_.baked.map, {}, world, pushed, random.direction() * 3, gone, scratch);
        ASSERT_FALSE(push.invalid) << refusalText(push.refusal);
        for (std::uint32_t i = 0; i < now.walkers.size(); ++i) walkOne(i, before[i], random, counts);
        Scene scene{now.models, now.bodies};
        const Probe probe{.box = Box{{-3, -3, -3}, {3, 3, 3}}, .scene = &scene};
        now.grenade = bounce(world_.baked.map, probe, {}, now.grenade, kTick).state;
        counts.rests += now.grenade.resting ? 1 : 0;
        now.level = waterLevel(world_.baked.map, probe, now.grenade.origin, {}, &now.level);
        counts.wet += now.level.level > 0 ? 1 : 0;
    }

    GameState now;

  private:
    void walkOne(std::uint32_t i, const Vec3& before, Random& random, Counts& counts) {
        WalkState& walker = now.walkers[i];
        const Vec3 start = now.bodies[i].origin;
        walker.ground.dist += dot(walker.ground.normal, start - walker.origin);
        walker.origin = start;
        const Vec3 wish = random.direction() * 150;
        if (walker.onGround) walker.velocity = {wish.x, wish.y, random.chance(0.05) ? 270.0 : 0.0};
        Scene scene{now.models, now.bodies};
        scene.self = MemberId::body(i);
        const Probe probe{.box = now.bodies[i].box, .scene = &scene};
        WalkRules rules;
        rules.swim.emplace();
        std::vector<PathPoint> path(65);
        const WalkResult walked = walk(world_.baked.map, probe, rules, walker, kTick, std::span(path).subspan(1));
        ASSERT_NE(walked.status, SlideStatus::Invalid);
        counts.climbs += walked.steps;
        walker = walked.state;
        now.bodies[i].origin = walker.origin;
        path[0].position = start;
        const std::size_t words = triggerWords(now.triggers.size());
        std::vector<TriggerEvent> told(200);
        const Passage passage{before, kTick, std::span(path).first(1 + walked.pathPoints)};
        const TouchResult touched = touchTriggers(world_.baked.map, probe, passage, now.triggers,
                                                  std::span(now.inside).subspan(i * words, words), told);
        ASSERT_TRUE(touched.told) << refusalText(touched.refusal);
        counts.touched += touched.events;
    }

    RandomWorld world_;
};

void expectSame(const GameState& a, const GameState& b) {
    for (std::size_t i = 0; i < a.bodies.size(); ++i) {
        ASSERT_EQ(a.bodies[i].origin, b.bodies[i].origin) << i;
        ASSERT_EQ(a.turned[i], b.turned[i]) << i;
    }
    for (std::size_t i = 0; i < a.movers.size(); ++i) {
        ASSERT_EQ(a.movers[i].clock, b.movers[i].clock) << i;
        ASSERT_TRUE(a.models[i].transform == b.models[i].transform) << i;
    }
    for (std::size_t i = 0; i < a.walkers.size(); ++i) {
        const WalkState &one = a.walkers[i], &two = b.walkers[i];
        ASSERT_EQ(one.velocity, two.velocity) << i;
        ASSERT_TRUE(one.onGround == two.onGround && one.groundMember == two.groundMember && one.wedged == two.wedged &&
                    one.ground.normal == two.ground.normal && one.ground.dist == two.ground.dist &&
                    one.swimming == two.swimming)
            << i;
    }
    ASSERT_EQ(a.inside, b.inside);
    ASSERT_TRUE(a.grenade.origin == b.grenade.origin && a.grenade.velocity == b.grenade.velocity &&
                a.grenade.resting == b.grenade.resting);
    ASSERT_TRUE(a.level.level == b.level.level && a.level.depth == b.level.depth);
}

TEST(WorldRollback, EightTicksTakenBackEveryTickChangeNothing) {
    Counts counts;
    std::size_t ticks = 0;
    forRandomCases(3561, sized(12, 100), [&](Random& random, int) {
        Random twin = random;
        RollbackGame once(random), again(twin);
        std::vector<GameState> history;
        for (std::uint64_t tick = 0; tick < 60; ++tick, ++ticks) {
            ASSERT_NO_FATAL_FAILURE(once.tick(tick, counts));
            history.push_back(again.now);
            Counts others;
            ASSERT_NO_FATAL_FAILURE(again.tick(tick, others));
            if (history.size() >= kBack) {
                again.now = history[history.size() - kBack];
                for (std::uint64_t k = tick + 1 - kBack; k <= tick; ++k) ASSERT_NO_FATAL_FAILURE(again.tick(k, others));
            }
            ASSERT_NO_FATAL_FAILURE(expectSame(once.now, again.now));
        }
    });
    EXPECT_GE(counts.told, ticks / 2);
    EXPECT_GE(counts.touched, ticks / 4);
    EXPECT_GE(counts.wet, ticks / 20);
    EXPECT_GE(counts.rests, ticks / 20);
    EXPECT_GE(counts.rolledBack, ticks / 100);
}

}  // namespace
}  // namespace hullbake::test
