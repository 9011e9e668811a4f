// Proves rows D4, H16, H17, H18, H19 and H22: the depth of a box in liquids is exact, over seams, in models that have
// moved and turned, monotone while it sinks, and does not flicker.
#include <algorithm>
#include <iostream>

#include "hullbake/water.hpp"
#include "proofs/moving_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261128;
const Box kPlayer{{-16, -16, -24}, {16, 16, 32}};

Probe playerIn(ModelId model) {
    return {.box = kPlayer, .model = model};
}

struct Expected {
    double depth = 0, surface = 0;
    bool feet = false, middle = false, eyes = false;
    Contents contents = Contents::Empty;
    double nearest = 1e30;  ///< units from a mark to the nearest crossing
};

struct Wet {
    long double from, to;
};

// The truth: the vertical line clipped by each liquid brush, in long double, sorted and merged.
Expected expectedLevel(const std::vector<oracle::MapModel>& models, const Vec3& origin, double eyes) {
    std::vector<Wet> wet;
    Expected answer;
    const long double bottom = origin.z + kPlayer.mins.z, top = origin.z + kPlayer.maxs.z;
    for (const oracle::MapModel& model : models)
        for (const oracle::MapSolid& solid : model.solids) {
            if (!any(solid.contents & kMaskLiquid)) continue;
            long double from = -1e9L, to = 1e9L;
            for (const oracle::BarePlane& plane : solid.brush.planes) {
                const long double outside = static_cast<long double>(plane.normal.x) * origin.x +
                                            static_cast<long double>(plane.normal.y) * origin.y - plane.dist;
                const long double z = plane.normal.z;
                if (z == 0) {
                    if (outside > 0) to = -1e9L;
                } else if (z > 0) {
                    to = std::min(to, -outside / z);
                } else {
                    from = std::max(from, -outside / z);
                }
            }
            if (from >= to) continue;
            wet.push_back({from, to});
            if (from < top && to > bottom) answer.contents |= solid.contents & kMaskLiquid;
        }
    std::sort(wet.begin(), wet.end(), [](const Wet& a, const Wet& b) { return a.from < b.from; });
    std::vector<Wet> merged;
    for (const Wet& part : wet) {
        if (!merged.empty() && part.from <= merged.back().to + kSurfaceTolerance)
            merged.back().to = std::max(merged.back().to, part.to);
        else
            merged.push_back(part);
    }
    answer.surface = static_cast<double>(bottom);
    const long double marks[] = {bottom, (bottom + top) / 2, origin.z + static_cast<long double>(eyes)};
    bool* const told[] = {&answer.feet, &answer.middle, &answer.eyes};
    for (const Wet& part : merged) {
        const long double inside = std::min(part.to, top) - std::max(part.from, bottom);
        if (inside > 0) {
            answer.depth += static_cast<double>(inside);
            answer.surface = static_cast<double>(part.to);
        }
        for (int i = 0; i < 3; ++i) {
            *told[i] = *told[i] || (part.from <= marks[i] && marks[i] < part.to);
            const long double away = std::min(std::fabs(part.from - marks[i]), std::fabs(part.to - marks[i]));
            answer.nearest = std::min(answer.nearest, static_cast<double>(away));
        }
    }
    return answer;
}

struct Counts {
    std::size_t wet = 0, dry = 0, layered = 0, partly = 0, deep = 0;
};

void compare(const Proof& proof, const Vec3& origin, double eyes, Counts& counts) {
    const WaterLevel level = waterLevel(proof.clip, playerIn(kAllModels), origin, {.eyes = eyes});
    const Expected truth = expectedLevel(proof.models, origin, eyes);
    ASSERT_FALSE(level.invalid);
    ASSERT_NEAR(level.depth, truth.depth, 1e-7) << text(origin);
    if (truth.depth > 1e-6) {
        ASSERT_NEAR(level.surface, truth.surface, 1e-6) << text(origin);
        ASSERT_EQ(level.contents, truth.contents) << text(origin);
    }
    if (truth.nearest > 1e-6) {
        ASSERT_EQ(level.feet, truth.feet) << text(origin);
        ASSERT_EQ(level.middle, truth.middle) << text(origin);
        ASSERT_EQ(level.eyes, truth.eyes) << text(origin);
        ASSERT_EQ(level.level, truth.eyes ? 3 : truth.middle ? 2 : truth.feet ? 1 : 0) << text(origin);
    }
    counts.wet += truth.depth > 0 ? 1 : 0;
    counts.dry += truth.depth == 0 ? 1 : 0;
    counts.partly += truth.depth > 0 && truth.depth < 56 ? 1 : 0;
    counts.deep += truth.surface > origin.z + kPlayer.maxs.z + 1 ? 1 : 0;
    counts.layered += truth.eyes && !truth.feet ? 1 : 0;
}

MapBrush blob(SplitMix& random, const char* texture) {
    const Vec3 middle = inBox(random, {{-200, -200, -200}, {200, 200, 200}});
    if (random.chance(0.4)) {
        const Vec3 half{std::round(random.range(20, 120)), std::round(random.range(20, 120)),
                        std::round(random.range(4, 60))};
        const Vec3 at{std::round(middle.x), std::round(middle.y), std::round(middle.z)};
        return boxBrush(at - half, at + half, texture);
    }
    std::vector<Vec3> points;
    for (int k = 0; k < 10; ++k) points.push_back(middle + random.direction() * random.range(40, 120));
    return hullBrush(points, texture);
}

// H18: depth and marks are those of the vertical line and the union of all liquids, world and models.
TEST(WaterLevels, AreThoseOfTheVerticalLineThroughAllLiquids) {
    SplitMix random(kSeed);
    Counts counts;
    const char* const textures[] = {"*water1", "*slime1", "*lava1", "stone"};
    for (int round = 0; round < sized(10, 200); ++round) {
        std::vector<MapBrush> brushes{boxBrush({-300, -300, -300}, {300, 300, -290})};
        for (int i = 0; i < 24; ++i) brushes.push_back(blob(random, textures[random.index(4)]));
        MapFile map = worldOf(brushes);
        addModel(map, "func_water", {blob(random, "*water1"), blob(random, "*lava1")});
        const Proof proof = bakeProof(map, false, {{"point", {}}, {"player", kPlayer}});
        for (int i = 0; i < 2000; ++i)
            ASSERT_NO_FATAL_FAILURE(
                compare(proof, inBox(random, {{-220, -220, -260}, {220, 220, 260}}), random.range(-30, 40), counts))
                << "seed " << kSeed << ", round " << round;
    }
    std::cout << counts.wet << " wet, " << counts.dry << " dry, " << counts.partly << " partly, " << counts.deep
              << " deep, " << counts.layered << " with dry feet and wet eyes\n";
    EXPECT_GE(counts.wet, sized(4000u, 80000u));
    EXPECT_GE(counts.dry, sized(4000u, 80000u));
    EXPECT_GE(counts.partly, sized(3000u, 60000u));
    EXPECT_GE(counts.deep, sized(1500u, 30000u));
    EXPECT_GE(counts.layered, sized(500u, 10000u));
}

// H16: a pool of many brushes, of the world and of a model, is one pool.
TEST(WaterLevels, SeamsAreNoSurfaces) {
    std::vector<MapBrush> tiles;
    for (int x = -2; x < 2; ++x)
        for (int z = 0; z < 4; ++z)
            tiles.push_back(boxBrush({x * 64.0, -64, z * 24.0}, {x * 64.0 + 64, 64, z * 24.0 + 24}, "*water1"));
    MapFile map = worldOf(tiles);
    addModel(map, "func_water", {boxBrush({-128, -64, 96}, {128, 64, 128}, "*water1")});
    const Proof proof = bakeProof(map);
    SplitMix random(kSeed + 1);
    for (int i = 0; i < 20000; ++i) {
        const double x =
            random.chance(0.3) ? 64.0 * static_cast<double>(random.index(3)) - 64 : random.range(-120, 120);
        const Vec3 origin{x, random.range(-60, 60),
                          random.chance(0.3) ? std::round(random.range(24, 200)) : random.range(24, 200)};
        const WaterLevel level = waterLevel(proof.clip, playerIn(kAllModels), origin);
        const double wet = std::clamp(128 - (origin.z - 24), 0.0, 56.0);
        ASSERT_NEAR(level.depth, wet, 1e-9) << text(origin);
        ASSERT_NEAR(level.surface, wet > 0 ? 128 : origin.z - 24, 1e-9) << text(origin);
        ASSERT_EQ(level.feet, origin.z - 24 < 128) << text(origin);
        ASSERT_EQ(level.middle, origin.z + 4 < 128) << text(origin);
        ASSERT_EQ(level.eyes, origin.z + 22 < 128) << text(origin);
    }
}

// H18: while a box sinks, nothing of its level falls.
TEST(WaterLevels, GrowWhileTheBoxSinks) {
    const Proof proof = bakeProof(worldOf({boxBrush({-64, -64, -200}, {64, 64, 0}, "*water1")}));
    WaterLevel last;
    std::size_t levels = 0;
    for (double z = 60; z > -100; z -= 0.01) {
        const WaterLevel level = waterLevel(proof.clip, playerIn({}), {3, 5, z});
        ASSERT_GE(level.depth, last.depth);
        ASSERT_GE(level.level, last.level);
        levels += level.level > last.level ? 1 : 0;
        last = level;
    }
    EXPECT_EQ(levels, 3u);
    EXPECT_EQ(last.level, 3);
    EXPECT_NEAR(last.depth, 56, 1e-12);
}

// H19: a pool that rises lifts the level by exactly its own move, and a turned one is met where it is.
TEST(WaterLevels, FollowPoolsThatMoveAndTurn) {
    MapFile map = worldOf({boxBrush({-512, -512, -512}, {512, 512, -448})});
    addModel(map, "func_water",
             {boxBrush({-64, -64, -200}, {64, 64, 0}, "*water1"), boxBrush({64, -64, -200}, {256, 64, 0}, "*water1")});
    const Proof proof = bakeProof(map);
    Probe probe = playerIn({1});
    for (double rise = -8; rise <= 8; rise += 0.125) {
        probe.transform = Transform::moved({0, 0, rise});
        const WaterLevel level = waterLevel(proof.clip, probe, {0, 0, 10});
        EXPECT_NEAR(level.surface, rise, 1e-12);
        EXPECT_NEAR(level.depth, rise + 14, 1e-12);
    }
    SplitMix random(kSeed + 2);
    std::size_t wet = 0;
    for (int i = 0; i < 3000; ++i) {
        const double pitch = random.range(-30, 30), yaw = random.range(-180, 180);
        probe.transform = Transform::rotated({pitch, yaw, 0}, {0, 0, 0});
        const Vec3 origin = inBox(random, {{-20, -20, -20}, {20, 20, 60}});
        // The surface is the plane through the pivot whose normal is the model's z.
        const Vec3 up = probe.transform->axes[2];
        const double surface = -(up.x * origin.x + up.y * origin.y) / up.z;
        const WaterLevel level = waterLevel(proof.clip, probe, origin);
        const double depth = std::clamp(surface - (origin.z - 24), 0.0, 56.0);
        ASSERT_NEAR(level.depth, depth, 1e-8);
        ASSERT_NEAR(level.surface, depth > 0 ? surface : origin.z - 24, 1e-8);
        wet += depth > 0 ? 1 : 0;
    }
    EXPECT_GE(wet, 1000u);
}

// D4, H22: with the last answer given, a level changes only when its mark has passed the surface by the band.
TEST(WaterLevels, DoNotFlicker) {
    const Proof proof = bakeProof(worldOf({boxBrush({-64, -64, -200}, {64, 64, 0}, "*water1")}));
    SplitMix random(kSeed + 3);
    const double marks[] = {-24, 4, 22};
    std::size_t constant = 0, free = 0;
    for (const double mark : marks) {
        WaterLevel level = waterLevel(proof.clip, playerIn({}), {0, 0, -mark}), loose = level;
        for (int i = 0; i < 2000; ++i) {
            const Vec3 origin{0, 0, -mark + random.range(-1e-6, 1e-6)};
            const WaterLevel next = waterLevel(proof.clip, playerIn({}), origin, {}, &level);
            ASSERT_EQ(next.level, level.level) << mark;
            level = next;
            ++constant;
            const WaterLevel other = waterLevel(proof.clip, playerIn({}), origin);
            free += other.level != loose.level ? 1 : 0;
            loose = other;
        }
        const int deep = mark == -24 ? 1 : mark == 4 ? 2 : 3;
        level = waterLevel(proof.clip, playerIn({}), {0, 0, -mark - 1.0 / 15}, {}, &level);
        EXPECT_EQ(level.level, deep);
        level = waterLevel(proof.clip, playerIn({}), {0, 0, -mark + 1.0 / 17}, {}, &level);
        EXPECT_EQ(level.level, deep);
        level = waterLevel(proof.clip, playerIn({}), {0, 0, -mark + 1.0 / 15}, {}, &level);
        EXPECT_EQ(level.level, deep - 1);
    }
    EXPECT_EQ(constant, 6000u);
    EXPECT_GE(free, 1000u);
}

TEST(WaterLevels, RefuseWhatIsOutOfRange) {
    const Proof proof = bakeProof(worldOf({boxBrush({-64, -64, -200}, {64, 64, 0}, "*water1")}));
    const auto refusal = [&](const Probe& probe, const Vec3& origin, const WaterRules& rules) {
        const WaterLevel level = waterLevel(proof.clip, probe, origin, rules);
        EXPECT_EQ(level.invalid, level.refusal != Refusal::None);
        EXPECT_TRUE(!level.invalid || (level.level == 0 && level.depth == 0));
        return level.refusal;
    };
    const double nan = std::nan("");
    EXPECT_EQ(refusal(playerIn({}), {}, {}), Refusal::None);
    EXPECT_EQ(refusal(playerIn({7}), {}, {}), Refusal::UnknownModel);
    EXPECT_EQ(refusal({}, {}, {}), Refusal::NoHull);
    EXPECT_EQ(refusal(playerIn({}), {nan, 0, 0}, {}), Refusal::NotFinite);
    EXPECT_EQ(refusal(playerIn({}), {0, 1e6, 0}, {}), Refusal::OutOfRange);
    EXPECT_EQ(refusal(playerIn({}), {}, {.eyes = nan}), Refusal::BadDistance);
    EXPECT_EQ(refusal(playerIn({}), {}, {.band = -1}), Refusal::BadDistance);
}

}  // namespace
}  // namespace hullbake::test
