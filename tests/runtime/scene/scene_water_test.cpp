// Proves that liquids of a scene count: moved and turned water models, and bodies of liquid, like brushes in their
// place.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hullbake/scene.hpp"
#include "hullbake/water.hpp"
#include "runtime/query/probe_kinds.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr Box kPool{{-32, -32, 0}, {32, 32, 48}};
const std::string kFloor = boxText({-256, -256, -32}, {256, 256, 0}, "floor");

void expectSame(const WaterLevel& one, const WaterLevel& other, double tolerance) {
    ASSERT_EQ(one.invalid, other.invalid);
    ASSERT_EQ(one.level, other.level);
    ASSERT_EQ(one.feet, other.feet);
    ASSERT_EQ(one.middle, other.middle);
    ASSERT_EQ(one.eyes, other.eyes);
    ASSERT_EQ(one.contents, other.contents);
    ASSERT_NEAR(one.depth, other.depth, tolerance);
    ASSERT_NEAR(one.surface, other.surface, tolerance);
}

class SceneWater : public testing::Test {
  protected:
    SceneWater()
        : baked_(bakeText(worldText(kFloor) + entityText("func_water", boxText(kPool.mins, kPool.maxs, "*water")) +
                          entityText("func_water", boxText(kPool.mins, kPool.maxs, "*lava")))),
          map_(baked_.map) {
        probe_.box = Box{{-16, -16, -24}, {16, 16, 32}};
    }
    BakedMap baked_;
    const ClipMap& map_;
    Probe probe_;
    std::vector<PlacedModel> models_;
    std::vector<Body> bodies_;
    Scene scene_;
};

TEST_F(SceneWater, AMovedModelIsAsDeepAsTheProbeOfIt) {
    std::array<std::size_t, 4> levels{};
    std::size_t turned = 0;
    forRandomCases(111, 3000, [&](Random& random, int i) {
        models_.assign(1, PlacedModel{{1}});
        Transform& transform = models_[0].transform;
        if (i % 2 == 0)
            transform = Transform::rotated(
                {random.between(-60, 60), random.between(-180, 180), random.between(-60, 60)}, {0, 0, 24});
        transform.displacement = random.pointIn({{-20, -20, 0}, {20, 20, 200}});
        scene_ = {models_, {}};
        const Vec3 at = random.pointIn({{-24, -24, 40}, {24, 24, 220}});
        Probe with = probe_, alone = probe_;
        with.scene = &scene_;
        alone.model = {1};
        alone.transform = transform;
        const WaterLevel level = waterLevel(map_, with, at), expected = waterLevel(map_, alone, at);
        expectSame(level, expected, 0);
        ++levels[level.level];
        turned += transform.turns() && level.level > 0;
        // And it is water to the contents of a point.
        Probe point = with;
        point.box = Box{};
        const bool wet = any(map_.contentsAt(point, at) & kMaskLiquid);
        point = alone;
        point.box = Box{};
        ASSERT_EQ(wet, any(map_.contentsAt(point, at) & kMaskLiquid));
        models_[0].kind = 2;
        scene_.stoppedBy = 1;
        ASSERT_EQ(waterLevel(map_, with, at).level, 0) << "a kind that the probe does not see";
    });
    for (const std::size_t count : levels) EXPECT_GE(count, 100u);
    EXPECT_GE(turned, 300u);
}

// Two models and two bodies of liquid against the same boxes as brushes of a map.
TEST_F(SceneWater, SeveralLiquidsAreAsDeepAsBrushesInTheirPlaces) {
    std::size_t wet = 0, both = 0, deep = 0;
    for (std::uint64_t turn = 0; turn < 12; ++turn) {
        Random random(120 + turn);
        std::string text = kFloor;
        models_.clear();
        bodies_.clear();
        for (int i = 0; i < 4; ++i) {
            Vec3 by = random.pointIn({{-30, -30, 0}, {30, 30, 150}});
            for (int a = 0; a < 3; ++a) by[a] = std::round(by[a] * 8) / 8;
            const bool lava = i % 2 == 1;
            text += boxText(kPool.mins + by, kPool.maxs + by, lava ? "*lava" : "*water");
            if (i < 2) {
                models_.push_back({{lava ? 2u : 1u}, 1, Transform::moved(by), true});
                continue;
            }
            Body body;
            body.origin = by;
            body.box = kPool;
            body.contents = lava ? Contents::Lava : Contents::Water;
            bodies_.push_back(body);
        }
        scene_ = {models_, bodies_};
        const BakedMap inPlace = bakeText(worldText(text));
        Probe with = probe_;
        with.scene = &scene_;
        WaterLevel before, same;
        for (int i = 0; i < 100; ++i) {
            const Vec3 at = random.pointIn({{-30, -30, 26}, {30, 30, 220}});
            const bool again = i % 2 == 1;
            const WaterLevel level = waterLevel(map_, with, at, {}, again ? &before : nullptr),
                             expected = waterLevel(inPlace.map, probe_, at, {}, again ? &same : nullptr);
            expectSame(level, expected, 1e-9);
            before = level;
            same = expected;
            wet += level.level > 0;
            both += any(level.contents & Contents::Lava) && any(level.contents & Contents::Water);
            deep += level.level == 3 && level.surface > at.z + 32;
        }
    }
    EXPECT_GE(wet, 400u);
    EXPECT_GE(both, 100u);
    EXPECT_GE(deep, 100u);
}

TEST_F(SceneWater, ASwimmerSwimsInAMovedPoolAsInOneOfTheWorld) {
    const BakedMap big =
        bakeText(worldText(kFloor) + entityText("func_water", boxText({-512, -512, 1000}, {512, 512, 1096}, "*water")));
    const BakedMap still = bakeText(worldText(kFloor + boxText({-256, -256, 0}, {256, 256, 96}, "*water")));
    models_.assign(1, PlacedModel{{1}, 1, Transform::moved({0, 0, -1000}), true});
    scene_ = {models_, {}};
    Probe with = probe_;
    with.scene = &scene_;
    WalkRules rules;
    rules.swim = SwimRules{};
    WalkState one, other;
    one.origin = other.origin = {0, 0, 150};
    std::size_t swimming = 0;
    for (int tick = 0; tick < 200; ++tick) {
        one.velocity.x = other.velocity.x = tick < 100 ? 60 : -60;
        one = walk(big.map, with, rules, one, 1 / 60.0).state;
        other = walk(still.map, probe_, rules, other, 1 / 60.0).state;
        ASSERT_LE(length(one.origin - other.origin), 1e-6) << tick;
        ASSERT_EQ(one.swimming, other.swimming) << tick;
        swimming += one.swimming;
    }
    EXPECT_GE(swimming, 50u);
    // The pool sinks into the ground: the swimmer falls, and stands.
    models_[0].transform = Transform::moved({0, 0, -1200});
    for (int tick = 0; tick < 200; ++tick) one = walk(big.map, with, rules, one, 1 / 60.0).state;
    EXPECT_FALSE(one.swimming);
    EXPECT_TRUE(one.onGround);
}

TEST_F(SceneWater, AMemberThatIsNotValidIsTold) {
    bodies_.resize(1);
    bodies_[0].box = {{1, -64, 0}, {-1, 64, 64}};
    bodies_[0].contents = Contents::Water;
    scene_ = {models_, bodies_};
    probe_.scene = &scene_;
    EXPECT_EQ(waterLevel(map_, probe_, {0, 0, 40}).refusal, Refusal::BadScene);
    bodies_[0].box = kPool;
    EXPECT_EQ(waterLevel(map_, probe_, {0, 0, 40}).level, 2);
    // The surface is followed into one above the head.
    bodies_.push_back(bodies_[0]);
    bodies_[0].box.maxs.z = 200;
    bodies_[1].origin.z = 200;
    scene_.bodies = bodies_;
    EXPECT_EQ(waterLevel(map_, probe_, {0, 0, 40}).surface, 248);
    bodies_[1].box.mins.z = 100;
    EXPECT_EQ(waterLevel(map_, probe_, {0, 0, 40}).refusal, Refusal::BadScene);
}

}  // namespace
}  // namespace hullbake::test
