// Proves ClipMap::contacts and leastMoveOut by hand: depths, normals and points, touching, order, turned models,
// agreement with overlap and unstick, refusals. oracle_contacts_test.cpp compares them with the oracle.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hullbake/contact.hpp"
#include "hullbake/scene.hpp"
#include "runtime/block/hull_block.hpp"
#include "runtime/runtime_support.hpp"
#include "support/random.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A floor up to z = 0, a block of 64 units on it, and water. The second model is a door.
class BrushContacts : public testing::Test {
  protected:
    BrushContacts()
        : baked_(bakeText(worldText(boxText({-512, -512, -64}, {512, 512, 0}, "floor") +
                                    boxText({0, 0, 0}, {64, 64, 64}, "block") +
                                    boxText({-256, -256, 0}, {-128, -128, 64}, "*water")) +
                          entityText("func_door", boxText({200, -2, 0}, {264, 2, 96}, "door")))),
          map_(baked_.map) {}

    static Probe probeOf(const Shape& shape, ModelId model = {}) {
        Probe probe{.model = model};
        probe.shape = &shape;
        return probe;
    }
    std::vector<BrushContact> contacts(const Probe& probe, const Vec3& origin) const {
        std::vector<BrushContact> found(16);
        const NeighbourCount count = map_.contacts(probe, origin, found);
        EXPECT_FALSE(count.invalid) << refusalText(count.refusal);
        EXPECT_LE(count.count, found.size());
        found.resize(std::min(count.count, found.size()));
        return found;
    }
    std::vector<BrushContact> contacts(const Shape& shape, const Vec3& origin) const {
        return contacts(probeOf(shape), origin);
    }

    BakedMap baked_;
    const ClipMap& map_;
};

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
    EXPECT_LE(length(a - b), tolerance) << text(a) << " instead of " << text(b);
}

TEST_F(BrushContacts, ABallAtAWallHasOneContactForEachBrush) {
    const auto found = contacts(Shape::ball(8), {32, 70, 6});
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].brush, 0u) << "the floor comes first in the map";
    EXPECT_EQ(found[0].depth, 2);
    EXPECT_EQ(found[0].normal, (Vec3{0, 0, 1}));
    expectNear(found[0].point, {32, 70, 0});
    EXPECT_EQ(found[1].brush, 1u);
    EXPECT_EQ(found[1].depth, 2);
    EXPECT_EQ(found[1].normal, (Vec3{0, 1, 0}));
    expectNear(found[1].point, {32, 64, 6});
    EXPECT_TRUE(found[0].exact && found[1].exact);
    EXPECT_EQ(found[0].contents, Contents::Solid);
    const MoveOut out = leastMoveOut(found);
    EXPECT_TRUE(out.found);
    expectNear(out.move, {0, 2, 2});
    EXPECT_EQ(contacts(Shape::ball(8), Vec3{32, 70, 6} + out.move)[0].depth, 0);
}

TEST_F(BrushContacts, EdgesAndCornersPushAway) {
    // 3-4-5: 3 beyond the edge, 4 above it.
    const auto edge = contacts(Shape::ball(8), {32, 67, 68});
    ASSERT_EQ(edge.size(), 1u);
    EXPECT_NEAR(edge[0].depth, 3, 1e-12);
    expectNear(edge[0].normal, {0, 0.6, 0.8});
    expectNear(edge[0].point, {32, 64, 64});
    const auto corner = contacts(Shape::capsule({0, 0, 0}, {0, 0, 40}, 4), {65, 66, 66});
    ASSERT_EQ(corner.size(), 1u);
    EXPECT_NEAR(corner[0].depth, 1, 1e-12);
    expectNear(corner[0].normal, {1.0 / 3, 2.0 / 3, 2.0 / 3});
    expectNear(corner[0].point, {64, 64, 64});
}

TEST_F(BrushContacts, EveryKindOfShapeHasContacts) {
    const Vec3 points[] = {{-8, -8, 0}, {8, -8, 0}, {8, 8, 0}, {-8, 8, 0}, {0, 0, -12}};
    ConvexShape pyramid;
    ASSERT_EQ(prepare(points, pyramid), PrepareStatus::Ok);
    const double half = std::sqrt(2);
    const auto depth = [&](const Shape& shape, const Vec3& origin) {
        const auto found = contacts(shape, origin);
        EXPECT_EQ(found.size(), 1u);
        if (found.size() != 1) return kNan;
        EXPECT_LE(std::fabs(length(found[0].normal) - 1), 1e-14);
        expectNear(found[0].normal, {0, 0, 1}, 1e-9);
        return found[0].depth;
    };
    EXPECT_NEAR(depth(Shape::cylinder(16, 28), {-100, 300, 27}), 1, 1e-12);
    EXPECT_NEAR(depth(Shape::cylinder(16, 28).turned({90, 0, 0}), {-100, 300, 15}), 1, 1e-9);
    EXPECT_NEAR(depth(Shape::of(pyramid), {-100, 300, 10}), 2, 1e-12);
    EXPECT_NEAR(depth(Shape::box({{-1, -1, -1}, {1, 1, 1}}).turned({0, 0, 45}), {-100, 300, 1}), half - 1, 1e-12);
    EXPECT_NEAR(depth(Shape::capsule({0, 0, -20}, {0, 0, 20}, 8), {-100, 300, 26}), 2, 1e-12);
    // Segments and points have no volume, but a depth.
    EXPECT_NEAR(depth(Shape::ball(0), {-100, 300, -3}), 3, 1e-12);
    EXPECT_NEAR(depth(Shape::capsule({0, 0, 0}, {30, 0, 4}, 0), {-100, 300, -3}), 3, 1e-12);
}

TEST_F(BrushContacts, TouchingIsAContactWithoutDepth) {
    const Shape ball = Shape::ball(8);
    const auto depths = [&](double height) {
        const auto found = contacts(ball, {-100, 300, height});
        return found.empty() ? kNan : found[0].depth;
    };
    EXPECT_EQ(depths(8), 0);
    EXPECT_NEAR(depths(8 + 0.9e-5), -0.9e-5, 1e-12);
    EXPECT_NEAR(depths(8 - 1e-9), 1e-9, 1e-12);
    EXPECT_TRUE(std::isnan(depths(8 + 1.1e-5)));
    const auto found = contacts(ball, {-100, 300, 8});
    EXPECT_EQ(leastMoveOut(found).move, (Vec3{}));
    EXPECT_TRUE(leastMoveOut({}).found);
}

TEST_F(BrushContacts, HullsAndBoxesAnswerLikeShapes) {
    std::size_t compared = 0;
    for (std::uint32_t h = 0; h < map_.hullCount(); ++h) {
        const Box box = map_.hull({h}).box;
        const Shape shape = Shape::box(box);
        // Ten units in the block's side, four in the floor.
        const Vec3 at{54 - box.mins.x, 32, -4 - box.mins.z};
        const auto byShape = contacts(shape, at);
        for (const Probe& probe : {Probe{.box = box}, Probe{.hull = {h}}}) {
            const auto found = contacts(probe, at);
            ASSERT_EQ(found.size(), byShape.size());
            for (std::size_t i = 0; i < found.size(); ++i, ++compared) {
                EXPECT_EQ(found[i].depth, byShape[i].depth);
                EXPECT_EQ(found[i].normal, byShape[i].normal);
                EXPECT_EQ(found[i].point, byShape[i].point);
            }
        }
        if (box.mins == box.maxs) continue;
        ASSERT_EQ(byShape.size(), 2u);
        EXPECT_EQ(byShape[0].depth, 4);
        EXPECT_EQ(byShape[1].depth, 10);
        expectNear(leastMoveOut(byShape).move, {10, 0, 4});
    }
    EXPECT_GE(compared, 12u);
}

TEST_F(BrushContacts, TheMaskDecidesWhichBrushesCount) {
    const Shape ball = Shape::ball(4);
    Probe probe = probeOf(ball);
    const Vec3 inWater{-200, -200, 30};
    EXPECT_TRUE(contacts(probe, inWater).empty());
    probe.mask = kMaskAll;
    const auto found = contacts(probe, inWater);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].contents, Contents::Water);
    EXPECT_EQ(found[0].depth, 34);
    EXPECT_EQ(found[0].normal, (Vec3{0, 0, -1})) << "down is nearer than up";
}

TEST_F(BrushContacts, ATurnedModelTurnsTheAnswer) {
    const Shape capsule = Shape::capsule({0, 0, -20}, {3, 1, 20}, 5);
    Probe probe = probeOf(capsule, {1});
    const Vec3 at{230, 5, 40};
    const auto still = contacts(probe, at);
    ASSERT_EQ(still.size(), 1u);
    EXPECT_GT(still[0].depth, 1);
    Transform turn = Transform::rotated({20, 30, 10});
    turn.pivot = {200, 0, 0};
    turn.displacement = {7, -9, 3};
    const auto turned = [&](const Vec3& v) { return turn.axes[0] * v.x + turn.axes[1] * v.y + turn.axes[2] * v.z; };
    const auto placed = [&](const Vec3& p) { return turned(p - turn.pivot) + turn.pivot + turn.displacement; };
    const Shape other = Shape::capsule(turned(capsule.ends[0]), turned(capsule.ends[1]), 5);
    probe.shape = &other;
    probe.transform = turn;
    const auto found = contacts(probe, placed(at));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].depth, still[0].depth, 1e-10);
    expectNear(found[0].normal, turned(still[0].normal), 1e-10);
    expectNear(found[0].point, placed(still[0].point), 1e-10);
    EXPECT_EQ(found[0].entity, still[0].entity);
}

TEST_F(BrushContacts, AllModelsAndShortSpansAreInTheOrderOfTheMap) {
    const Shape ball = Shape::ball(250);
    Probe probe = probeOf(ball, kAllModels);
    const Vec3 at{100, 0, 100};
    const auto all = contacts(probe, at);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[2].model.value, 1u);
    for (std::size_t room = 0; room < 3; ++room) {
        std::vector<BrushContact> part(room);
        EXPECT_EQ(map_.contacts(probe, at, part).count, 3u);
        for (std::size_t i = 0; i < room; ++i) EXPECT_EQ(part[i].line, all[i].line);
    }
}

// Where a body is in one brush only, and its way out leads into nothing else, both queries find the same way.
TEST_F(BrushContacts, UnstickAgreesWhereOneBrushIsOverlapped) {
    Random random(20261127);
    std::size_t compared = 0;
    for (int i = 0; i < 2000; ++i) {
        const double size = 1 + 20 * random.between(0, 1);
        const Box box{{-size, -size, -0.5 * size}, {size, 2 * size, size}};
        const Probe probe{.box = box};
        const Vec3 at{130 * random.between(0, 1) - 30, 130 * random.between(0, 1) - 30, 30 + 60 * random.between(0, 1)};
        const auto found = contacts(probe, at);
        const Unstick way = map_.unstick(probe, at, 200);
        if (found.size() != 1 || found[0].depth <= 1e-4) continue;
        ASSERT_EQ(way.status, UnstickStatus::Found);
        const Vec3 move = leastMoveOut(found).move;
        expectNear(move, found[0].normal * found[0].depth);
        if (!contacts(probe, at + move * (1 + 1e-4 / length(move))).empty()) continue;
        ++compared;
        EXPECT_NEAR(way.distance, found[0].depth, 2e-5) << text(at);
    }
    EXPECT_GE(compared, 400u);
}

TEST_F(BrushContacts, OverlapFindsTheSameBrushes) {
    Random random(20261128);
    std::size_t both = 0, touching = 0;
    for (int i = 0; i < 4000; ++i) {
        const Probe probe{.box = Box{{-8, -8, -8}, {8, 8, 8}}, .model = kAllModels, .mask = kMaskAll};
        Vec3 at;
        for (int a = 0; a < 3; ++a) at[a] = 4 * std::floor(80 * random.between(0, 1)) - (a == 2 ? 72 : 40);
        std::vector<Overlap> overlaps(16);
        overlaps.resize(map_.overlap(probe, at, overlaps).count);
        const auto found = contacts(probe, at);
        ASSERT_EQ(found.size(), overlaps.size()) << text(at);
        for (std::size_t k = 0; k < found.size(); ++k) {
            EXPECT_EQ(found[k].line, overlaps[k].line);
            EXPECT_EQ(found[k].depth <= kSurfaceTolerance, overlaps[k].touches);
            ++(overlaps[k].touches ? touching : both);
        }
    }
    EXPECT_GE(both, 500u);
    EXPECT_GE(touching, 50u);
}

TEST_F(BrushContacts, LeastMovesCombineUpToThreeContacts) {
    const auto of = [](std::vector<std::pair<Vec3, double>> list) {
        std::vector<BrushContact> contacts;
        for (const auto& [normal, depth] : list) {
            BrushContact contact;
            contact.normal = normal;
            contact.depth = depth;
            contacts.push_back(contact);
        }
        return leastMoveOut(contacts);
    };
    expectNear(of({{{1, 0, 0}, 3}, {{1, 0, 0}, 5}, {{-1, 0, 0}, -2}}).move, {5, 0, 0});
    expectNear(of({{{1, 0, 0}, 3}, {{0, 1, 0}, 4}, {{0, 0, 1}, 12}}).move, {3, 4, 12});
    // Out of a steep wedge the move is longer than either depth.
    const MoveOut wedge = of({{{0.8, 0.6, 0}, 1}, {{-0.8, 0.6, 0}, 1}});
    EXPECT_TRUE(wedge.found);
    expectNear(wedge.move, {0, 1 / 0.6, 0});
    EXPECT_FALSE(of({{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}}).found);
    EXPECT_FALSE(of({{{kNan, 0, 0}, 1}}).found);
    EXPECT_FALSE(of({{{1, 0, 0}, kNan}}).found);
    EXPECT_EQ(of({{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}}).move, (Vec3{}));
}

// Found by the fuzz target: gaps so small that their inverse is infinite.
TEST(BodyContactLeastNumbers, HaveFiniteAnswers) {
    for (const double tiny : {5e-324, 4e-322, 1e-305, 1e-200}) {
        const BodyContact found = contact(Shape::ball(0), {}, Shape::capsule({tiny, 0, 0}, {}, 0), {-tiny, -tiny, 0});
        EXPECT_TRUE(std::isfinite(found.distance)) << tiny;
        EXPECT_NEAR(length(found.normal), 1, 1e-12) << tiny;
        const BodyContact apart = contact(Shape::ball(0), {}, Shape::ball(0), {0, tiny, 0});
        EXPECT_EQ(apart.distance, tiny);
        EXPECT_EQ(apart.normal, (Vec3{0, 1, 0}));
    }
    // A box whose thickness has no square.
    Shape flat = Shape::box({{-1, -7, -9}, {1, 7, 9}}).turned({10, 20, 30});
    flat.half.x = 3e-159;
    const Shape capsule = Shape::capsule({4, 14, -12}, {11, -35, 16}, 2);
    const BodyContact thin = contact(flat, {-23, 4, 25}, capsule, {7, 23, 0});
    flat.half.x = 0;
    const BodyContact none = contact(flat, {-23, 4, 25}, capsule, {7, 23, 0});
    EXPECT_EQ(thin.distance, none.distance);
    EXPECT_EQ(thin.normal, none.normal);
}

TEST_F(BrushContacts, WhatQueriesRefuseIsRefusedWithAReason) {
    const auto refusal = [&](const Probe& probe, const Vec3& origin) {
        std::vector<BrushContact> found(2);
        const NeighbourCount count = map_.contacts(probe, origin, found);
        EXPECT_EQ(count.invalid, count.refusal != Refusal::None);
        EXPECT_EQ(count.count, 0u);
        return count.refusal;
    };
    const Shape ball = Shape::ball(4), negative = Shape::ball(-1), wide = Shape::ball(300), odd = Shape::ball(kNan);
    const Vec3 far{900, 900, 900};
    EXPECT_EQ(refusal(probeOf(ball), far), Refusal::None);
    EXPECT_EQ(refusal(probeOf(negative), far), Refusal::BadShape);
    EXPECT_EQ(refusal(probeOf(wide), far), Refusal::BadShape);
    EXPECT_EQ(refusal(probeOf(odd), far), Refusal::BadShape);
    for (const Shape& half : {Shape::capsule({}, {kNan, kNan, kNan}, 4), Shape::capsule({0, kNan, 0}, {}, 4)}) {
        EXPECT_FALSE(half.valid());
        EXPECT_EQ(refusal(probeOf(half), far), Refusal::BadShape);
        EXPECT_TRUE(contact(half, {}, ball, {}).invalid);
    }
    EXPECT_EQ(refusal(probeOf(ball), {kNan, 0, 0}), Refusal::NotFinite);
    EXPECT_EQ(refusal(probeOf(ball), {1e9, 0, 0}), Refusal::OutOfRange);
    EXPECT_EQ(refusal(probeOf(ball, {7}), far), Refusal::UnknownModel);
    EXPECT_EQ(refusal(Probe{}, far), Refusal::NoHull);
    Probe crooked = probeOf(ball);
    crooked.transform = Transform{};
    crooked.transform->axes[0] = {2, 0, 0};
    EXPECT_EQ(refusal(crooked, far), Refusal::BadTransform);
    Scene scene;
    Probe placed = probeOf(ball);
    placed.scene = &scene;
    EXPECT_EQ(refusal(placed, far), Refusal::None);
    Body body;
    body.origin = far;
    body.box = {{1, 0, 0}, {-1, 0, 0}};
    scene.bodies = {&body, 1};
    EXPECT_EQ(refusal(placed, far), Refusal::BadScene);
    std::vector<BrushContact> found(2);
    EXPECT_TRUE(ClipMap().contacts(probeOf(ball), far, found).invalid);
}

}  // namespace
}  // namespace hullbake::test
