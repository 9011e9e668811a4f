// Compares steps of straight movers with two other ways to know where pushed boxes get: the recurrence of the shortest
// chain of gaps, and tiny steps.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "runtime/world/push_simulation.hpp"
#include "runtime/world/world_rig.hpp"
#include "support/random_cases.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr Vec3 kMiddle{0, 0, 700};
constexpr std::array<Vec3, 8> kHalves = {
    {{1, 24, 24}, {24, 1, 24}, {24, 24, 1}, {8, 8, 8}, {2, 40, 40}, {40, 2, 40}, {40, 40, 2}, {16, 16, 16}}};

Box around(const Vec3& middle, const Vec3& half) {
    return {middle - half, middle + half};
}

std::string oracleWorldText() {
    std::string text = floorWith();
    for (const Vec3& half : kHalves) {
        const Box box = around(kMiddle, half);
        text += entityText("func_door", boxText(box.mins, box.maxs, "box"));
    }
    return text;
}

// A scene of boxes, and the same in a rig. The rig may be mirrored along one axis.
class PushWorld {
  public:
    PushWorld() : rig_(oracleWorldText()) {}

    void clear(double skin, int mirrored) {
        scene_ = {};
        starts_.clear();
        scene_.skin = rig_.rules.skin = skin;
        mirrored_ = mirrored;
        rig_.movers.clear(), rig_.models.clear(), rig_.bodies.clear(), rig_.passengers.clear();
    }
    /// All boxes are around kMiddle. The leg lasts two steps.
    void addMover(std::uint32_t kind, const Vec3& at, const Vec3& velocity) {
        scene_.movers.push_back({around(at, kHalves[kind]), velocity});
        const std::uint32_t m = rig_.addMover(kind + 1, {}, 2);
        rig_.movers[m].from = turned(at);
        rig_.movers[m].to = turned(at + velocity * 2.0);
        rig_.models.back().transform.displacement = turned(at);
    }
    void addWall(std::uint32_t kind, const Vec3& at) {
        scene_.walls.push_back(around(at, kHalves[kind]));
        rig_.models[rig_.addModel(kind + 1)].transform.displacement = turned(at);
    }
    void addBody(const Vec3& at, const Vec3& half, PushCarrier carrier = {}) {
        scene_.bodies.push_back({around(at, half), carrier});
        const auto index = static_cast<std::uint32_t>(carrier.index);
        const MemberId ground = carrier.kind == PushCarrier::Kind::None   ? kNoMember
                                : carrier.kind == PushCarrier::Kind::Body ? MemberId::body(index)
                                                                          : MemberId::model(rig_.movers[index].model);
        starts_.push_back(kMiddle + turned(at));
        rig_.addBody(starts_.back(), {-half, half}, ground);
    }
    /// Returns true if a box there is at least 1e-4 units from all others.
    bool isFree(const Box& box) const {
        const auto isApart = [&](const Box& other) {
            double apart = -1;
            for (int axis = 0; axis < 3; ++axis)
                apart = std::max({apart, box.mins[axis] - other.maxs[axis], other.mins[axis] - box.maxs[axis]});
            return apart > 1e-4;
        };
        for (const PushMover& mover : scene_.movers)
            if (!isApart(mover.box)) return false;
        for (const PushBody& body : scene_.bodies)
            if (!isApart(body.box)) return false;
        return std::all_of(scene_.walls.begin(), scene_.walls.end(), isApart);
    }
    Vec3 wayOf(std::size_t body) const { return turned(rig_.bodies[body].origin - starts_[body]); }

    const PushScene& scene() const { return scene_; }
    WorldRig& rig() { return rig_; }

  private:
    Vec3 turned(Vec3 v) const {
        if (mirrored_ >= 0) v[mirrored_] = -v[mirrored_];
        return v;
    }

    PushScene scene_;
    WorldRig rig_;
    std::vector<Vec3> starts_;  // of the bodies in the rig
    int mirrored_ = -1;
};

Vec3 unitAlong(int axis) {
    Vec3 along;
    along[axis] = 1;
    return along;
}

Vec3 randomHalf(Random& random) {
    return {random.between(2, 9), random.between(2, 9), random.between(2, 9)};
}

// Boxes that lie in the way of movers of one velocity.
void drawChain(Random& random, PushWorld& world) {
    const int axis = random.whole(0, 2);
    const bool straight = random.chance(0.6);
    const Vec3 along = straight ? unitAlong(axis) : random.direction();
    world.clear(random.chance(0.2)   ? 0
                : random.chance(0.5) ? kDefaultSkin
                                     : random.between(0.001, 0.5),
                straight ? axis : -1);
    const Vec3 velocity = along * random.between(50, 400);
    const double aside = random.chance(0.5) ? 4 : 40;
    const auto place = [&](double from, double to) {
        Vec3 at = along * random.between(from, to);
        for (int a = 0; a < 3; ++a) at[a] += (1 - std::fabs(along[a])) * random.between(-aside, aside);
        return at;
    };
    const int movers = random.whole(1, 3);
    for (int i = 0; i < movers; ++i) {
        const auto kind = static_cast<std::uint32_t>(random.index(kHalves.size()));
        world.addMover(kind, place(-120, -60), velocity);
        world.rig().movers.back().team = 0;
    }
    if (straight && random.chance(0.5)) {
        const Vec3 at = place(100, 350);
        const auto kind = static_cast<std::uint32_t>(random.index(kHalves.size()));
        if (world.isFree(around(at, kHalves[kind]))) world.addWall(kind, at);
    }
    const int bodies = random.whole(1, 60);
    for (int i = 0; i < bodies; ++i) {
        const Vec3 at = place(-60, 300), half = randomHalf(random);
        if (world.isFree(around(at, half))) world.addBody(at, half);
    }
}

// The time at which each body begins to move is the least sum of gaps on a chain to it, whatever the order.
TEST(WorldOracle, BodiesBeginToMoveWhenTheShortestChainSays) {
    PushWorld world;
    std::size_t moved = 0, deep = 0, blocked = 0, unmoved = 0, slanted = 0, close = 0;
    std::uint32_t deepest = 0;
    const int cases = fullSize() ? 200000 : 2000;
    forRandomCases(3541, cases, [&](Random& random, int) {
        drawChain(random, world);
        if (grazes(world.scene(), world.scene().movers.front().velocity)) {
            ++close;
            return;
        }
        const ChainAnswer expected = pushChains(world.scene());
        world.rig().step(1);
        const Vec3 velocity = world.scene().movers.front().velocity;
        const double stopped = expected.stopped;
        for (const Mover& mover : world.rig().movers) ASSERT_NEAR(mover.clock, stopped, 1e-9);
        ASSERT_EQ(world.rig().count(WorldEventKind::Blocked) > 0, stopped < 1);
        blocked += stopped < 1;
        for (std::size_t b = 0; b < world.scene().bodies.size(); ++b) {
            const double part = std::max(0.0, stopped - expected.starts[b]);
            ASSERT_LT(length(world.wayOf(b) - velocity * part), 1e-8)
                << "body " << b << " of " << world.scene().bodies.size() << ", chain of " << expected.depth[b];
            if (part == 0) {
                ++unmoved;
                ASSERT_EQ(length(world.wayOf(b)), 0);
                continue;
            }
            ++moved;
            slanted += std::max({std::fabs(velocity.x), std::fabs(velocity.y), std::fabs(velocity.z)}) <
                       0.99 * length(velocity);
            deep += expected.depth[b] > 10;
            deepest = std::max(deepest, expected.depth[b]);
        }
    });
    std::printf("%zu bodies moved, %zu not, %zu in chains of more than 10, %u at most, %zu blocked, %zu slanted\n",
                moved, unmoved, deep, deepest, blocked, slanted);
    EXPECT_LE(close, static_cast<std::size_t>(cases) / 50);
    EXPECT_GT(moved, static_cast<std::size_t>(cases) * 4);
    EXPECT_GT(unmoved, static_cast<std::size_t>(cases) * 2);
    EXPECT_GT(deep, static_cast<std::size_t>(cases) / 20);
    EXPECT_GT(blocked, static_cast<std::size_t>(cases) / 20);
    EXPECT_GT(slanted, static_cast<std::size_t>(cases) / 20);
}

// Lifts and plates of different speeds that go one way, what they push, and what rides on them or on that.
void drawLane(Random& random, PushWorld& world, int axis) {
    world.clear(random.chance(0.2) ? 0 : random.chance(0.5) ? kDefaultSkin : random.between(0.001, 0.5), axis);
    const Vec3 along = unitAlong(axis);
    const double aside = random.chance(0.5) ? 6 : 40, speeds = random.between(20, 300);
    const auto place = [&](double from, double to) {
        Vec3 at{random.between(-aside, aside), random.between(-aside, aside), random.between(-aside, aside)};
        at[axis] = random.between(from, to);
        return at;
    };
    const int movers = random.whole(1, 4);
    for (int i = 0; i < movers; ++i) {
        const auto kind = static_cast<std::uint32_t>(random.index(kHalves.size()));
        const Vec3 at = place(-200, 0);
        if (world.isFree(around(at, kHalves[kind])))
            world.addMover(kind, at, along * (random.chance(0.3) ? speeds : random.between(20, 300)));
    }
    for (int i = 0; i < 2; ++i) {
        const Vec3 at = place(50, 350);
        const auto kind = static_cast<std::uint32_t>(random.index(kHalves.size()));
        if (random.chance(0.4) && world.isFree(around(at, kHalves[kind]))) world.addWall(kind, at);
    }
    const int bodies = random.whole(1, 24);
    for (int i = 0; i < bodies; ++i) {
        const Vec3 half = randomHalf(random);
        Vec3 at = place(-150, 250);
        PushCarrier carrier;
        const PushScene& scene = world.scene();
        if (axis != 2 && random.chance(0.5)) {
            const bool onBody = !scene.bodies.empty() && random.chance(0.5);
            carrier.kind = onBody ? PushCarrier::Kind::Body : PushCarrier::Kind::Mover;
            carrier.index = random.index(onBody ? scene.bodies.size() : scene.movers.size());
            const Box below = onBody ? scene.bodies[carrier.index].box : scene.movers[carrier.index].box;
            at = random.pointIn(below);
            at.z = below.maxs.z + half.z + scene.skin + 0.001;
        }
        if (world.isFree(around(at, half))) world.addBody(at, half, carrier);
    }
}

// The step's answer differs from tiny steps by two of them at most.
TEST(WorldOracle, TinyStepsEndWhereTheStepDoes) {
    constexpr int kPieces = 1 << 12;
    PushWorld world;
    std::size_t moved = 0, stopped = 0, scraped = 0, handedOn = 0, carried = 0, close = 0;
    double worst = 0;
    const int cases = fullSize() ? 10000 : 150;
    forRandomCases(3542, cases, [&](Random& random, int) {
        const int axis = random.whole(0, 2);
        drawLane(random, world, axis);
        if (world.scene().movers.empty()) return;
        if (grazes(world.scene(), unitAlong(axis))) {
            ++close;
            return;
        }
        const TinyStepsAnswer expected = pushByTinySteps(world.scene(), axis, kPieces);
        world.rig().step(1);
        double fastest = 0;
        for (const PushMover& mover : world.scene().movers) fastest = std::max(fastest, mover.velocity[axis]);
        const double two = 2 * fastest / kPieces;
        for (std::size_t m = 0; m < world.scene().movers.size(); ++m) {
            const double way = world.scene().movers[m].velocity[axis] * world.rig().movers[m].clock;
            ASSERT_NEAR(way, expected.movers[m], two) << "mover " << m;
            stopped += expected.stopped[m];
        }
        for (std::size_t b = 0; b < world.scene().bodies.size(); ++b) {
            const Vec3 way = world.wayOf(b);
            worst = std::max(worst, std::fabs(way[axis] - expected.bodies[b]) / (two / 2));
            ASSERT_NEAR(way[axis], expected.bodies[b], two) << "body " << b;
            ASSERT_LT(length(way - unitAlong(axis) * way[axis]), 1e-9);
            moved += expected.bodies[b] > 0;
            carried += world.scene().bodies[b].carrier.kind != PushCarrier::Kind::None;
        }
        scraped += expected.scraped;
        handedOn += expected.handedOn;
    });
    std::printf("%zu moved, %zu carried, %zu stopped, %zu scraped, %zu handed on, at most %.3f of a step apart\n",
                moved, carried, stopped, scraped, handedOn, worst);
    EXPECT_LE(close, static_cast<std::size_t>(cases) / 50);
    EXPECT_GT(moved, static_cast<std::size_t>(cases) * 2);
    EXPECT_GT(carried, static_cast<std::size_t>(cases));
    EXPECT_GT(stopped, static_cast<std::size_t>(cases) / 10);
    EXPECT_GT(scraped, static_cast<std::size_t>(cases) / 25);
    EXPECT_GT(handedOn, static_cast<std::size_t>(cases) / 20);
}

}  // namespace
}  // namespace hullbake::test
