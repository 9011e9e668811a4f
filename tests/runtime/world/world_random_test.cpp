// Proves on random worlds what holds for all of them: no new overlap, no part of the order, no trace of what was
// undone.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>

#include "runtime/world/random_world.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

template <class T>
bool sameBytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

struct Counts {
    std::size_t contacts = 0, scraped = 0, blocked = 0, crushed = 0, overlapped = 0, arrived = 0, rolledBack = 0;

    void add(const WorldRig& rig, const StepResult& result) {
        contacts += rig.count(WorldEventKind::Contact);
        scraped += rig.count(WorldEventKind::Scraped);
        blocked += rig.count(WorldEventKind::Blocked);
        crushed += rig.count(WorldEventKind::Crushed);
        overlapped += rig.count(WorldEventKind::Overlapped);
        arrived += rig.count(WorldEventKind::Arrived);
        rolledBack += result.rolledBack;
    }
};

// After each step no pair overlaps that did not before, except those that a mover was told to go through.
TEST(WorldRandom, NothingOverlapsThatDidNotBefore) {
    RandomWorld world;
    Counts counts;
    forRandomCases(3510, fullSize() ? 100000 : 1500, [&](Random& random, int i) {
        world.draw(random, i % 2 == 0);
        WorldPairs allowed = world.overlaps();
        for (int tick = 0; tick < 8; ++tick) {
            const std::vector<Body> bodies = world.bodies;
            const std::vector<Mover> movers = world.movers;
            const std::vector<PlacedModel> models = world.models;
            const StepResult result = world.step(random.between(0.002, 0.3));
            counts.add(world, result);
            if (result.rolledBack) {
                EXPECT_TRUE(sameBytes(bodies, world.bodies) && sameBytes(movers, world.movers) &&
                            sameBytes(models, world.models));
                EXPECT_EQ(result.events, 1u);
                break;
            }
            std::set<std::size_t> through;
            for (const WorldEvent& event : world.events)
                if (event.kind == WorldEventKind::Crushed || event.kind == WorldEventKind::Overlapped)
                    through.insert(event.body.index());
            WorldPairs now = world.overlaps();
            for (const auto& [body, other] : now) {
                const bool gone = through.count(body) > 0 ||
                                  (other >= world.movers.size() && through.count(other - world.movers.size()) > 0);
                ASSERT_TRUE(gone || allowed.count({body, other}) > 0)
                    << "tick " << tick << " body " << body << " in " << other << " of " << world.movers.size();
            }
            allowed = now;
        }
    });
    EXPECT_GT(counts.contacts, 1000u);
    EXPECT_GT(counts.scraped, 200u);
    EXPECT_GT(counts.blocked, 200u);
    EXPECT_GT(counts.crushed, 20u);
    EXPECT_GT(counts.overlapped, 20u);
    EXPECT_GT(counts.arrived, 500u);
    EXPECT_GT(counts.rolledBack, 20u);
}

// The same step in pieces: places differ by rounding alone, as long as nothing is squeezed or scraped.
TEST(WorldRandom, ManySmallStepsMakeTheOneStep) {
    RandomWorld world;
    std::size_t moved = 0, contacts = 0;
    forRandomCases(3511, fullSize() ? 20000 : 500, [&](Random& random, int) {
        world.draw(random, true);
        const std::vector<Body> bodies = world.bodies;
        const std::vector<Mover> movers = world.movers;
        const double seconds = random.between(0.05, 0.5);
        world.step(seconds);
        const std::size_t hard = world.count(WorldEventKind::Blocked) + world.count(WorldEventKind::Scraped) +
                                 world.count(WorldEventKind::Crushed) + world.count(WorldEventKind::Overlapped) +
                                 world.count(WorldEventKind::LeftGround);
        // A rider that is pushed off its ground is carried no more from the next step on.
        const bool off = std::any_of(world.events.begin(), world.events.end(), [&](const WorldEvent& event) {
            return event.kind == WorldEventKind::Contact && !world.passengers[event.body.index()].ground.none();
        });
        // One that slips along a slope may leave what pushes it, which is looked for at each event and step only.
        bool slips = false;
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            const Vec3 way = world.bodies[b].origin - bodies[b].origin;
            slips = slips || (way.x != 0) + (way.y != 0) + (way.z != 0) > 1;
        }
        if (hard > 0 || off || slips) return;
        contacts += world.count(WorldEventKind::Contact);
        const std::vector<Body> once = world.bodies;
        world.bodies = bodies;
        world.movers = movers;
        for (int piece = 0; piece < 32; ++piece) world.step(seconds / 32);
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            const bool rests = once[b].origin == bodies[b].origin;
            // What is not yet on its ground may come onto it later.
            if (rests && !world.passengers[b].ground.none()) continue;
            ASSERT_NEAR(length(once[b].origin - world.bodies[b].origin), 0, 1e-8) << b;
            moved += !rests;
        }
    });
    EXPECT_GT(moved, 300u);
    EXPECT_GT(contacts, 40u);
}

// Movers and bodies in another order: the same places and clocks, to the bit.
TEST(WorldRandom, TheOrderOfTheArraysHasNoPart) {
    RandomWorld world;
    Counts counts;
    forRandomCases(3512, fullSize() ? 50000 : 1500, [&](Random& random, int i) {
        world.draw(random, i % 2 == 0);
        const std::vector<Body> bodies = world.bodies;
        const std::vector<Mover> movers = world.movers;
        const std::vector<Passenger> passengers = world.passengers;
        const double seconds = random.between(0.01, 0.5);
        StepResult result = world.step(seconds);
        counts.add(world, result);
        const std::vector<Body> bodiesAfter = world.bodies;
        const std::vector<Mover> moversAfter = world.movers;
        const auto shuffled = [&random](std::size_t size) {
            std::vector<std::uint32_t> order(size);
            std::iota(order.begin(), order.end(), 0u);
            for (std::size_t k = size; k > 1; --k) std::swap(order[k - 1], order[random.index(k)]);
            return order;
        };
        const std::vector<std::uint32_t> bodyOrder = shuffled(bodies.size()), moverOrder = shuffled(movers.size());
        const auto placeOf = [](const std::vector<std::uint32_t>& order, std::uint32_t old) {
            return static_cast<std::uint32_t>(std::find(order.begin(), order.end(), old) - order.begin());
        };
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            world.bodies[k] = bodies[bodyOrder[k]];
            world.passengers[k] = passengers[bodyOrder[k]];
            MemberId& ground = world.passengers[k].ground;
            if (ground.isBody()) ground = MemberId::body(placeOf(bodyOrder, ground.index()));
        }
        for (std::size_t k = 0; k < movers.size(); ++k) {
            world.movers[k] = movers[moverOrder[k]];
            if (world.movers[k].parent != kNoMover)
                world.movers[k].parent = placeOf(moverOrder, world.movers[k].parent);
        }
        const StepResult other = world.step(seconds);
        ASSERT_EQ(result.rolledBack, other.rolledBack);
        for (std::size_t k = 0; k < bodies.size(); ++k)
            ASSERT_EQ(world.bodies[k].origin, bodiesAfter[bodyOrder[k]].origin) << bodyOrder[k];
        for (std::size_t k = 0; k < movers.size(); ++k)
            ASSERT_EQ(world.movers[k].clock, moversAfter[moverOrder[k]].clock) << moverOrder[k];
    });
    EXPECT_GT(counts.contacts, 500u);
    EXPECT_GT(counts.scraped, 100u);
    EXPECT_GT(counts.blocked, 100u);
}

// A rollback by copying: the arrays are all there is.
TEST(WorldRandom, CopiedStateGoesOnToTheBit) {
    RandomWorld world;
    forRandomCases(3513, fullSize() ? 5000 : 100, [&](Random& random, int i) {
        world.draw(random, i % 2 == 0);
        std::vector<double> ticks(12);
        for (double& tick : ticks) tick = random.between(0.002, 0.1);
        const auto bodies = world.bodies;
        const auto movers = world.movers;
        const auto models = world.models;
        for (const double tick : ticks) world.step(tick);
        const auto bodiesAfter = world.bodies;
        const auto moversAfter = world.movers;
        const auto modelsAfter = world.models;
        world.bodies = bodies;
        world.movers = movers;
        world.models = models;
        for (const double tick : ticks) world.step(tick);
        ASSERT_TRUE(sameBytes(bodiesAfter, world.bodies) && sameBytes(moversAfter, world.movers) &&
                    sameBytes(modelsAfter, world.models));
    });
}

}  // namespace
}  // namespace hullbake::test
