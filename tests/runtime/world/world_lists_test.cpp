// Proves what spares a step to look at all things against looking at all of them.
#include <gtest/gtest.h>

#include <vector>

#include "runtime/world/world_rig.hpp"
#include "support/random_cases.hpp"
#include "world/event_heap.hpp"
#include "world/thing_grid.hpp"

namespace hullbake::test {
namespace {

bool meet(const Box& a, const Box& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (a.mins[axis] > b.maxs[axis] || a.maxs[axis] < b.mins[axis]) return false;
    return true;
}

Box randomBox(Random& random, double room) {
    const Vec3 at = random.pointIn({{-room, -room, -200}, {room, room, 200}});
    // Powers of two and multiples of cells too, whose rounding and borders matter.
    const double size =
        random.chance(0.5) ? 32 * random.whole(0, 4) : random.between(0, random.chance(0.1) ? 3000 : 90);
    Box box{at, at + Vec3{size, random.between(0, 60), random.between(0, 60)}};
    if (random.chance(0.3)) box.mins.x = 32 * random.whole(-8, 8), box.maxs.x = box.mins.x + size;
    if (random.chance(0.01)) box.maxs.y = 1e300;
    if (random.chance(0.01)) box.mins.x = -3e9;
    return box;
}

// The grid finds all boxes that meet one, in order, and none that is more than a unit and rounding away.
TEST(WorldLists, GridFindsWhatIsNear) {
    std::size_t found = 0, fewOfMany = 0;
    forRandomCases(3530, 60, [&](Random& random, int) {
        const auto count = static_cast<std::uint32_t>(random.whole(1, 600));
        const double room = random.between(100, 5000);
        std::vector<detail::GridRecord> records(count);
        std::vector<std::uint32_t> buckets(count), near(count);
        detail::ThingGrid grid(records.data(), buckets.data(), count);
        std::vector<Box> boxes(count);
        std::vector<bool> placed(count);
        for (int step = 0; step < 1500; ++step) {
            const auto i = static_cast<std::uint32_t>(random.index(count));
            boxes[i] = randomBox(random, room);
            placed[i] = true;
            grid.put(i, boxes[i]);
            EXPECT_EQ(grid.boxOf(i), boxes[i]);
            if (step % 3 != 0) continue;
            const Box asked = random.chance(0.5) ? boxes[random.index(count)] : randomBox(random, room);
            const std::uint32_t size = grid.find(asked, near.data());
            ASSERT_LE(size, count);
            std::vector<bool> listed(count);
            for (std::uint32_t k = 0; k < size; ++k) {
                ASSERT_TRUE(k == 0 || near[k - 1] < near[k]);
                listed[near[k]] = true;
                const Vec3 aside{1.001, 1.001, 1.001};
                EXPECT_TRUE(placed[near[k]] && meet({asked.mins - aside, asked.maxs + aside}, boxes[near[k]]));
            }
            for (std::uint32_t k = 0; k < count; ++k) EXPECT_TRUE(listed[k] || !placed[k] || !meet(asked, boxes[k]));
            found += size;
            fewOfMany += size > 0 && size * 20 < count;
        }
    });
    EXPECT_GT(found, 10000u);
    EXPECT_GT(fewOfMany, 1000u);
}

TEST(WorldLists, HeapGivesTheFirstEvent) {
    std::size_t ties = 0, removed = 0;
    forRandomCases(3531, 40, [&](Random& random, int) {
        const auto count = static_cast<std::uint32_t>(random.whole(1, 90));
        std::vector<detail::HeapEntry> entries(count);
        detail::EventHeap heap(entries.data());
        std::vector<double> times(count, 1e300);
        for (int step = 0; step < 1000; ++step) {
            const auto i = static_cast<std::uint32_t>(random.index(count));
            if (random.chance(0.4)) {
                removed += times[i] < 1e300;
                times[i] = 1e300;
                heap.remove(i);
            } else {
                times[i] = random.whole(0, 40);
                heap.set(i, times[i]);
            }
            std::uint32_t first = 0;
            for (std::uint32_t k = 1; k < count; ++k) {
                ties += times[k] == times[first] && times[k] < 1e300;
                if (times[k] < times[first]) first = k;
            }
            ASSERT_EQ(heap.empty(), times[first] == 1e300);
            if (heap.empty()) continue;
            EXPECT_EQ(heap.first().thing, first);
            EXPECT_EQ(heap.first().when, times[first]);
        }
    });
    EXPECT_GT(ties, 1000u);
    EXPECT_GT(removed, 1000u);
}

// Worlds that are far from one another do not matter to one another: many copies of a world, side by side, do what each
// does alone, to the bit.
TEST(WorldLists, ManyWorldsAsOneDoWhatEachDoesAlone) {
    const std::string text = worldText(boxText({-4096, -4096, -32}, {4096, 4096, 0}, "floor")) +
                             entityText("func_door", boxText({-4, -40, 1}, {4, 40, 60}, "door")) +
                             entityText("func_plat", boxText({-40, -40, -8}, {40, 40, 0}, "lift"));
    WorldRig many(text), one(text);
    std::size_t moved = 0, contacts = 0;
    forRandomCases(3532, 6, [&](Random& random, int) {
        many.models.clear(), many.movers.clear(), many.bodies.clear(), many.passengers.clear();
        struct Part {
            std::uint32_t mover, firstBody, lastBody;
        };
        std::vector<Part> parts;
        for (int k = 0; k < 100; ++k) {
            const Vec3 at{(k % 10) * 700.0 - 3200, (k / 10) * 700.0 - 3200, 0};
            const auto first = static_cast<std::uint32_t>(many.bodies.size());
            const bool lift = random.chance(0.5);
            const std::uint32_t m = many.addMover(lift ? 2 : 1, {}, random.between(0.2, 2));
            const Vec3 from = at + Vec3{0, 0, lift ? 20.0 : 0.0};
            many.movers[m].from = from;
            many.movers[m].to = from + (lift ? Vec3{0, 0, 90} : Vec3{random.between(100, 200), 0, 0});
            many.models[many.movers[m].model].transform.displacement = from;
            if (lift) many.addBody(from + Vec3{0, 0, kDefaultSkin}, kCrateBox, MemberId::model(many.movers[m].model));
            for (int b = random.whole(0, 4); b > 0; --b)
                many.addBody(at + Vec3{34.0 * b, random.between(-20, 20), kDefaultSkin});
            parts.push_back({m, first, static_cast<std::uint32_t>(many.bodies.size())});
        }
        const std::vector<PlacedModel> models = many.models;
        const std::vector<Mover> movers = many.movers;
        const std::vector<Body> bodies = many.bodies;
        const std::vector<Passenger> passengers = many.passengers;
        for (int tick = 0; tick < 8; ++tick) many.step(0.1);
        for (const Part& part : parts) {
            one.models = {models[movers[part.mover].model]};
            one.movers = {movers[part.mover]};
            one.movers[0].model = 0;
            one.bodies.assign(bodies.begin() + part.firstBody, bodies.begin() + part.lastBody);
            one.passengers.assign(passengers.begin() + part.firstBody, passengers.begin() + part.lastBody);
            for (Passenger& passenger : one.passengers)
                if (!passenger.ground.none()) passenger.ground = MemberId::model(0);
            for (int tick = 0; tick < 8; ++tick) {
                one.step(0.1);
                contacts += one.count(WorldEventKind::Contact);
            }
            EXPECT_EQ(one.movers[0].clock, many.movers[part.mover].clock);
            for (std::uint32_t b = part.firstBody; b < part.lastBody; ++b) {
                EXPECT_EQ(one.bodies[b - part.firstBody].origin, many.bodies[b].origin) << b;
                moved += !(many.bodies[b].origin == bodies[b].origin);
            }
        }
    });
    EXPECT_GT(moved, 300u);
    EXPECT_GT(contacts, 200u);
}

}  // namespace
}  // namespace hullbake::test
