// Proves that an index of a scene changes no answer, and that one that does not fit is not used.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hullbake/scene.hpp"
#include "hullbake/shape.hpp"
#include "hullbake/water.hpp"
#include "runtime/query/probe_kinds.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

constexpr double kSlack = 16;

class SceneIndex : public testing::Test {
  protected:
    SceneIndex()
        : baked_(bakeText(worldText(boxText({-2048, -2048, -32}, {2048, 2048, 0}, "floor")) +
                          entityText("func_door", boxText({-4, -40, 0}, {4, 40, 64}, "door")) +
                          entityText("func_water", boxText({-40, -40, 0}, {40, 40, 64}, "*water")))),
          map_(baked_.map) {}

    // Draws a crowd that is dense in its middle, and indexes it.
    void drawCrowd(Random& random, std::size_t models, std::size_t bodies) {
        models_.clear();
        bodies_.clear();
        for (std::size_t i = 0; i < models; ++i) {
            PlacedModel placed{{static_cast<std::uint32_t>(random.index(2)) + 1}};
            if (i % 3 == 0) placed.transform = Transform::rotated({0, random.between(-180, 180), 0});
            placed.transform.displacement = place(random);
            models_.push_back(placed);
        }
        for (std::size_t i = 0; i < bodies; ++i) {
            Body body;
            body.origin = place(random);
            body.box = {{-12, -12, 0}, {12, 12, random.between(4, 40)}};
            body.form = i % 4 == 0 ? BodyForm::Capsule : BodyForm::Box;
            body.enabled = random.index(10) != 0;
            body.kind = 1u << random.index(3);
            bodies_.push_back(body);
        }
        plain_ = {models_, bodies_};
        slots_.resize(slotsFor(plain_));
        indexed_ = plain_;
        indexed_.index = {slots_.data(), indexScene(map_, plain_, kSlack, slots_)};
        plain_.stoppedBy = indexed_.stoppedBy = 3;
    }
    static Vec3 place(Random& random) {
        const double far = random.index(3) == 0 ? 150 : 1000;
        return random.pointIn({{-far, -far, 0}, {far, far, 40}});
    }

    BakedMap baked_;
    const ClipMap& map_;
    std::vector<PlacedModel> models_;
    std::vector<Body> bodies_;
    std::vector<SceneSlot> slots_;
    Scene plain_, indexed_;
};

TEST_F(SceneIndex, AnswersAreThoseWithoutIt) {
    std::size_t hits = 0, planes = 0, moved = 0, wet = 0, onMembers = 0;
    const Shape ball = Shape::ball(10);
    forRandomCases(131, 60, [&](Random& random, int i) {
        drawCrowd(random, random.index(40), i % 10 == 0 ? random.index(10) : 200 + random.index(300));
        ASSERT_GT(indexed_.index.size(), 0u);
        for (Body& body : bodies_) body.origin = body.origin + random.pointIn({{-9, -9, -9}, {9, 9, 9}});
        for (PlacedModel& placed : models_) placed.transform.displacement.x += random.between(-kSlack, kSlack);
        for (int k = 0; k < 60; ++k) {
            Probe one{.hull = baked_.hull("centred")};
            if (k % 3 == 1) one.box = Box{{-8, -8, -8}, {8, 8, 8}};
            if (k % 3 == 2) one.shape = &ball;
            Probe other = one;
            one.scene = &plain_;
            other.scene = &indexed_;
            const Vec3 start = place(random) + Vec3{0, 0, 24};
            const Vec3 end = start + random.pointIn({{-400, -400, -60}, {400, 400, 60}});
            const Trace trace = map_.trace(one, start, end);
            ASSERT_TRUE(sameBits(map_.trace(other, start, end), trace));
            hits += !trace.member.none();
            ASSERT_EQ(map_.contentsAt(one, start), map_.contentsAt(other, start));
            std::array<TouchedPlane, 32> in, inIndexed;
            const NeighbourCount a = map_.touching(one, start, 8, in), b = map_.touching(other, start, 8, inIndexed);
            ASSERT_EQ(a.count, b.count);
            for (std::size_t p = 0; p < std::min(a.count, in.size()); ++p) {
                ASSERT_EQ(in[p].member, inIndexed[p].member);
                ASSERT_EQ(in[p].dist, inIndexed[p].dist);
            }
            planes += a.count;
            const WaterLevel level = waterLevel(map_, one, start), same = waterLevel(map_, other, start);
            ASSERT_EQ(level.depth, same.depth);
            ASSERT_EQ(level.surface, same.surface);
            wet += level.level > 0;
            WalkState state;
            state.origin = start;
            state.velocity = end - start;
            for (int tick = 0; tick < 3; ++tick) {
                const WalkResult walked = walk(map_, one, {}, state, 1 / 60.0),
                                 again = walk(map_, other, {}, state, 1 / 60.0);
                ASSERT_EQ(walked.status, again.status);
                ASSERT_EQ(walked.state.origin, again.state.origin);
                ASSERT_EQ(walked.state.velocity, again.state.velocity);
                ASSERT_EQ(walked.state.groundMember, again.state.groundMember);
                moved += walked.status == SlideStatus::Moved;
                onMembers += !walked.state.groundMember.none();
                state = walked.state;
            }
        }
    });
    EXPECT_GE(hits, 500u);
    EXPECT_GE(planes, 500u);
    EXPECT_GE(moved, 5000u);
    EXPECT_GE(onMembers, 40u);
    EXPECT_GE(wet, 50u);
}

TEST_F(SceneIndex, IsTheSameForTheSameScene) {
    for (const std::size_t bodies : {0, 1, 2, 7, 8, 9, 16, 17, 100, 1000}) {
        Random random(bodies);
        drawCrowd(random, bodies % 3, bodies);
        const std::size_t used = indexed_.index.size();
        ASSERT_GE(used, 1 + models_.size() + bodies);
        ASSERT_LE(used, slotsFor(plain_));
        std::vector<bool> seen(models_.size() + bodies);
        for (std::size_t i = 1; i < used; ++i) {
            const SceneSlot& slot = slots_[i];
            if (slot.member == UINT32_MAX) {
                ASSERT_GT(slot.skip, i);
                ASSERT_LE(slot.skip, used);
                continue;
            }
            const MemberId member{slot.member};
            const std::size_t at = member.isBody() ? models_.size() + member.index() : member.index();
            ASSERT_FALSE(seen[at]);
            seen[at] = true;
        }
        for (const bool found : seen) ASSERT_TRUE(found);
        std::vector<SceneSlot> again(slotsFor(plain_) + 5);
        ASSERT_EQ(indexScene(map_, plain_, kSlack, again), used);
    }
}

TEST_F(SceneIndex, OneThatDoesNotFitIsNotUsed) {
    Random random(5);
    drawCrowd(random, 3, 50);
    EXPECT_EQ(indexScene(map_, plain_, kSlack, std::span(slots_).first(slotsFor(plain_) - 1)), 0u);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {-1.0, nan, 1e9}) EXPECT_EQ(indexScene(map_, plain_, bad, slots_), 0u);
    // Another body: the index is that of fewer, and all are looked at.
    Body body;
    body.origin = {1500, 1500, 0};
    body.box = {{-16, -16, 0}, {16, 16, 64}};
    bodies_.push_back(body);
    indexed_.bodies = bodies_;
    Probe probe{.box = Box{}};
    probe.scene = &indexed_;
    EXPECT_EQ(map_.trace(probe, {1400, 1500, 8}, {1600, 1500, 8}).member, MemberId::body(50));
    // What is not valid is still told.
    bodies_.back().origin.x = nan;
    slots_.resize(slotsFor(indexed_));
    indexed_.index = {slots_.data(), indexScene(map_, indexed_, kSlack, slots_)};
    ASSERT_GT(indexed_.index.size(), 0u);
    EXPECT_EQ(map_.trace(probe, {1400, 1500, 8}, {1600, 1500, 8}).refusal, Refusal::BadScene);
    // Slots of somebody else.
    for (SceneSlot& slot : slots_) slot.skip = slot.member = 7;
    bodies_.back().origin.x = 1500;
    EXPECT_EQ(map_.trace(probe, {1400, 1500, 8}, {1600, 1500, 8}).member, MemberId::body(50));
}

}  // namespace
}  // namespace hullbake::test
