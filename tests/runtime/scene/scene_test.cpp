// Proves that a scene answers like its members one by one: models like models, bodies like brushes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hullbake/scene.hpp"
#include "runtime/query/probe_kinds.hpp"
#include "runtime/scene/scene_level.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

class SceneTest : public EachProbeKind {
  protected:
    SceneTest() : baked_(bakeText(sceneLevel())), map_(baked_.map) {}

    // Draws a probe and a segment around the models.
    TraceCall randomCall(Random& random, int turn) const {
        TraceCall call{probeFor(baked_, testHulls()[random.index(4)].name), {}, {}};
        drawWay(random, turn, call);
        if (turn % 2 == 0) call.probe.mask = kMaskAll;
        return call;
    }
    void drawMembers(Random& random) { drawn_.draw(random, 4, 5); }
    // The crate's model in the place of a body, as the subject of a query.
    static Probe crateModel(const Probe& probe, const Body& body) {
        Probe one = probe;
        one.scene = nullptr;
        one.model = {kCrateModel};
        one.transform = Transform::moved(body.origin - kCratePlace);
        return one;
    }
    Probe placedModel(const Probe& probe, const PlacedModel& placed) const {
        Probe one = probe;
        one.scene = nullptr;
        one.model = placed.model;
        one.transform = placed.transform;
        if (placed.transform.turns() && !one.box) one.box = map_.hull(probe.hull).box;
        return one;
    }

    static SlideInput slideFrom(const Vec3& origin, const Vec3& velocity) {
        SlideInput input;
        input.origin = origin;
        input.velocity = velocity;
        input.seconds = 1;
        return input;
    }

    BakedMap baked_;
    const ClipMap& map_;
    DrawnScene drawn_;
    std::vector<PlacedModel>& models_ = drawn_.models;
    std::vector<Body>& bodies_ = drawn_.bodies;
    Scene& scene_ = drawn_.scene;
};

TEST_P(SceneTest, WithoutMembersAnswersAreThoseWithoutAScene) {
    std::size_t hits = 0;
    forRandomCases(71, 3000, [&](Random& random, int i) {
        TraceCall call = randomCall(random, i);
        if (i % 4 == 0) call.probe.model = kAllModels;
        Probe with = call.probe;
        // Members that the probe does not see are none.
        drawMembers(random);
        for (PlacedModel& placed : models_) placed.enabled = false;
        for (Body& body : bodies_) body.kind = 4;
        scene_.stoppedBy = ~4u;
        with.scene = &scene_;
        const Trace trace = map_.trace(call.probe, call.start, call.end);
        ASSERT_TRUE(sameBits(map_.trace(with, call.start, call.end), trace));
        ASSERT_EQ(map_.contentsAt(with, call.start), map_.contentsAt(call.probe, call.start));
        hits += trace.hit;
        std::array<TouchedPlane, 8> planes, others;
        const NeighbourCount one = map_.touching(call.probe, call.start, 8, planes),
                             other = map_.touching(with, call.start, 8, others);
        ASSERT_EQ(one.count, other.count);
        const Unstick way = map_.unstick(call.probe, call.start, 40), same = map_.unstick(with, call.start, 40);
        ASSERT_EQ(way.status, same.status);
        ASSERT_EQ(way.position, same.position);
        const SlideInput input = slideFrom(call.start, call.end - call.start);
        const SlideResult slid = slide(map_, call.probe, input), again = slide(map_, with, input);
        ASSERT_EQ(slid.status, again.status);
        ASSERT_EQ(slid.origin, again.origin);
        ASSERT_EQ(slid.velocity, again.velocity);
    });
    EXPECT_GE(hits, 500u);
}

TEST_P(SceneTest, ModelsAtRestAnswerLikeAllModels) {
    models_ = {{{1}}, {{2}}, {{3}}, {{4}}};
    scene_ = {models_, {}};
    std::array<std::size_t, 4> hits{};
    std::size_t startsolid = 0, water = 0;
    forRandomCases(72, 10000, [&](Random& random, int i) {
        const TraceCall call = randomCall(random, i);
        Probe all = call.probe, with = call.probe;
        all.model = kAllModels;
        with.scene = &scene_;
        const Trace expected = map_.trace(all, call.start, call.end);
        Trace trace = map_.trace(with, call.start, call.end);
        if (trace.hit) {
            ASSERT_EQ(trace.member, trace.model.value == 0 ? kNoMember : MemberId::model(trace.model.value - 1));
            const Surface one = map_.surface(all, call.start, call.end, expected),
                          other = map_.surface(with, call.start, call.end, trace);
            ASSERT_EQ(one.found, other.found);
            ASSERT_EQ(one.line, other.line);
            ++hits[trace.model.value];
        }
        trace.member = kNoMember;
        ASSERT_TRUE(sameBits(trace, expected)) << text(call) << text(trace) << text(expected);
        ASSERT_EQ(map_.contentsAt(with, call.start), map_.contentsAt(all, call.start));
        startsolid += trace.startsolid;
        water += map_.contentsAt(with, call.start) == Contents::Water;
    });
    for (const std::size_t count : hits) EXPECT_GE(count, 50u);
    EXPECT_GE(startsolid, 200u);
    EXPECT_GE(water, 200u);
}

TEST_P(SceneTest, TheNearestMemberCounts) {
    std::size_t models = 0, turned = 0, bodies = 0, world = 0, misses = 0, startsolid = 0, passed = 0, crowds = 0;
    forRandomCases(73, 20000, [&](Random& random, int i) {
        TraceCall call = randomCall(random, i);
        drawMembers(random);
        call.probe.scene = &scene_;
        Probe bare = call.probe;
        bare.scene = nullptr;
        Trace nearest = map_.trace(bare, call.start, call.end);
        Contents contents = map_.contentsAt(bare, call.start);
        const auto consider = [&](const Probe& one, MemberId member) {
            Trace trace = map_.trace(one, call.start, call.end);
            contents |= map_.contentsAt(one, call.start);
            const bool startsolidAny = nearest.startsolid || trace.startsolid,
                       allsolid = nearest.allsolid || trace.allsolid;
            trace.member = member;
            if (trace.hit && !(nearest.hit && trace.hitFraction >= nearest.hitFraction)) nearest = trace;
            nearest.startsolid = startsolidAny;
            nearest.allsolid = allsolid;
        };
        for (std::uint32_t m = 0; m < models_.size(); ++m)
            consider(placedModel(call.probe, models_[m]), MemberId::model(m));
        for (std::uint32_t b = 0; b < bodies_.size(); ++b)
            consider(crateModel(call.probe, bodies_[b]), MemberId::body(b));
        const Trace trace = map_.trace(call.probe, call.start, call.end);
        ASSERT_EQ(trace.hit, nearest.hit) << text(call) << text(trace) << text(nearest);
        ASSERT_EQ(trace.startsolid, nearest.startsolid);
        ASSERT_EQ(trace.allsolid, nearest.allsolid);
        ASSERT_EQ(map_.contentsAt(call.probe, call.start), contents) << text(call);
        // A crate's planes are those of the model, moved: the same to rounding.
        ASSERT_NEAR(trace.hitFraction, nearest.hitFraction, 1e-9);
        ASSERT_LE(length(trace.endpos - nearest.endpos), 1e-9);
        if (trace.hit && !trace.allsolid) {
            const Plane& plane = Plane{trace.normal, trace.dist};
            const Vec3 contact = call.start + (call.end - call.start) * trace.hitFraction;
            EXPECT_LE(std::fabs(distanceTo(plane, contact)), 1e-3);
        }
        ASSERT_EQ(trace.member, nearest.member);
        misses += !trace.hit;
        startsolid += trace.startsolid;
        passed += trace.startsolid && trace.hit && !trace.allsolid;
        crowds += models_.size() + bodies_.size() >= 6;
        if (!trace.hit) return;
        world += trace.member.none();
        bodies += trace.member.isBody();
        models += trace.member.isModel();
        turned += trace.member.isModel() && models_[trace.member.index()].transform.turns();
    });
    EXPECT_GE(world, 3000u);
    EXPECT_GE(models, 1500u);
    EXPECT_GE(turned, 300u);
    EXPECT_GE(bodies, 1500u);
    EXPECT_GE(misses, 2000u);
    EXPECT_GE(startsolid, 1000u);
    EXPECT_GE(passed, 200u);
    EXPECT_GE(crowds, 500u);
}

// A move lists the members near it once, for all of its queries. With more of them than it can list it looks at all
// members every time: what stops nobody, and is everywhere, forces that.
// Its pivot shifts the space of a turned model, and so does its displacement.
TEST_P(SceneTest, NeighboursAreThoseOfTurnedModelsWhereTheyStand) {
    std::size_t stuck = 0, found = 0, overlaps = 0;
    forRandomCases(79, 4000, [&](Random& random, int) {
        Probe probe = probeFor(baked_, "centred");
        probe.scene = &scene_;
        const Vec3 pivot = random.pointIn({{-300, -300, -100}, {300, 300, 100}});
        models_.assign(1, PlacedModel{{kDoor}, 1, {}, true});
        models_[0].transform = Transform::rotated({random.between(-180, 180), random.between(-180, 180), 0}, pivot);
        Transform& transform = models_[0].transform;
        const Vec3 arm = Vec3{-64, 0, 48} - pivot;
        const Vec3 middle = pivot + transform.axes[0] * arm.x + transform.axes[1] * arm.y + transform.axes[2] * arm.z;
        transform.displacement = Vec3{0, 0, 600} - middle;
        scene_ = {models_, bodies_};
        const Vec3 at = Vec3{0, 0, 600} + random.pointIn({{-60, -60, -60}, {60, 60, 60}});
        const bool isStuck = map_.trace(probe, at, at).startsolid;
        std::array<Overlap, 4> in;
        const NeighbourCount count = map_.overlap(probe, at, in);
        const Unstick way = map_.unstick(probe, at, 200);
        ASSERT_FALSE(count.invalid);
        ASSERT_EQ(isStuck, count.count > 0) << text(at);
        ASSERT_EQ(isStuck, way.status == UnstickStatus::Found) << text(at);
        stuck += isStuck;
        if (!isStuck) return;
        ++found;
        overlaps += in[0].member == MemberId::model(0);
        ASSERT_FALSE(map_.trace(probe, way.position, way.position).startsolid) << text(at) << text(way.position);
    });
    EXPECT_GE(stuck, 500u);
    EXPECT_GE(found, 500u);
    EXPECT_EQ(overlaps, stuck);
}

TEST_P(SceneTest, MovesAnswerAsIfTheyLookedAtAllMembers) {
    std::size_t moved = 0, blocked = 0, onMembers = 0, far = 0, bad = 0;
    forRandomCases(74, 3000, [&](Random& random, int i) {
        const TraceCall call = randomCall(random, i);
        drawMembers(random);
        for (std::size_t b = random.index(i % 10 == 0 ? 60 : 12); b > 0; --b) {
            bodies_.push_back({random.pointIn({{-250, -120, 0}, {250, 120, 60}}), {{-4, -4, 0}, {4, 4, 8}}});
            if (i % 7 == 0 && b == 1) bodies_.back().box.mins.x = 5;
        }
        const std::vector<Body> bodies = bodies_;
        for (int b = 0; b < 65; ++b) bodies_.push_back({{}, {{-1e5, -1e5, -1e5}, {1e5, 1e5, 1e5}}, Contents::Water});
        scene_ = {models_, bodies};
        const Scene all{models_, bodies_};
        Probe one = call.probe, other = call.probe;
        one.mask = other.mask = kMaskBlocking;
        one.scene = &scene_;
        other.scene = &all;
        WalkState state;
        state.origin = call.start;
        state.velocity = (call.end - call.start) * random.between(0.2, 3);
        if (i % 2 == 0) state.velocity.z = 0;
        WalkRules rules;
        rules.unstick = i % 4 == 0 ? 8 : 0;
        std::array<PathPoint, 16> path, otherPath;
        for (int tick = 0; tick < 6; ++tick) {
            const double seconds = i % 3 == 0 ? 0.5 : 1 / 60.0;
            const WalkResult a = walk(map_, one, rules, state, seconds, path),
                             b = walk(map_, other, rules, state, seconds, otherPath);
            ASSERT_EQ(a.status, b.status) << text(call);
            ASSERT_EQ(a.refusal, b.refusal) << text(call);
            ASSERT_EQ(a.state.origin, b.state.origin) << text(call);
            ASSERT_EQ(a.state.velocity, b.state.velocity) << text(call);
            ASSERT_EQ(a.state.groundMember, b.state.groundMember);
            ASSERT_EQ(a.state.ground.dist, b.state.ground.dist);
            ASSERT_EQ(a.pathPoints, b.pathPoints);
            for (std::size_t k = 0; k < std::min(a.pathPoints, path.size()); ++k)
                ASSERT_EQ(path[k].member, otherPath[k].member);
            const Ground ground = groundBelow(map_, one, a.state.origin, 40),
                         same = groundBelow(map_, other, a.state.origin, 40);
            ASSERT_EQ(ground.gap, same.gap);
            ASSERT_EQ(ground.member, same.member);
            moved += a.status == SlideStatus::Moved;
            blocked += a.blocked;
            onMembers += !a.state.groundMember.none();
            far += length(a.state.origin - state.origin) > 64;
            bad += a.refusal == Refusal::BadScene;
            state = a.state;
        }
    });
    EXPECT_GE(moved, 2000u);
    EXPECT_GE(blocked, 300u);
    EXPECT_GE(onMembers, 200u);
    EXPECT_GE(far, 100u);
    EXPECT_GE(bad, 10u);
}

TEST_P(SceneTest, TheOneThatMovesAndOtherKindsAreNotSeen) {
    bodies_.resize(2);
    bodies_[0].box = bodies_[1].box = kCrate;
    bodies_[0].origin = {-40, -100, 0};
    bodies_[1].origin = {40, -100, 0};
    bodies_[1].kind = 2;
    scene_ = {models_, bodies_};
    Probe probe = probeFor(baked_, "point");
    probe.scene = &scene_;
    const Vec3 from{-200, -100, 8}, to{200, -100, 8};
    EXPECT_EQ(map_.trace(probe, from, to).member, MemberId::body(0));
    scene_.self = MemberId::body(0);
    EXPECT_EQ(map_.trace(probe, from, to).member, MemberId::body(1));
    scene_.stoppedBy = ~2u;
    EXPECT_FALSE(map_.trace(probe, from, to).hit);
    scene_ = {models_, bodies_, 2};
    EXPECT_EQ(map_.trace(probe, from, to).member, MemberId::body(1));
    bodies_[1].enabled = false;
    EXPECT_FALSE(map_.trace(probe, from, to).hit);
    bodies_[1].enabled = true;
    bodies_[1].contents = Contents::Monsterclip;
    EXPECT_EQ(map_.trace(probe, from, to).contents, Contents::Monsterclip);
    probe.mask = Contents::Solid;
    EXPECT_FALSE(map_.trace(probe, from, to).hit);
}

TEST_P(SceneTest, MembersThatAreNotValidAreToldWhereTheyMatter) {
    Probe probe = probeFor(baked_, "centred");
    probe.scene = &scene_;
    const Vec3 here{-20, -100, 40}, there{20, -100, 40};
    const auto expectBad = [&](const char* what) {
        const Trace trace = map_.trace(probe, here, there);
        EXPECT_TRUE(trace.invalid) << what;
        EXPECT_EQ(trace.refusal, Refusal::BadScene) << what;
        EXPECT_EQ(map_.refusal(probe, here), Refusal::BadScene) << what;
        EXPECT_FALSE(map_.accepts(probe, here)) << what;
        EXPECT_EQ(map_.contentsAt(probe, here), Contents::Empty) << what;
        EXPECT_EQ(map_.unstick(probe, here, 4).refusal, Refusal::BadScene) << what;
        std::array<TouchedPlane, 4> planes;
        EXPECT_EQ(map_.touching(probe, here, 4, planes).refusal, Refusal::BadScene) << what;
        const SlideResult slid = slide(map_, probe, slideFrom(here, {100, 0, 0}));
        EXPECT_TRUE(slid.refusal == Refusal::BadScene) << what << refusalText(slid.refusal);
        EXPECT_EQ(slid.origin, here) << what;
    };
    bodies_.resize(1);
    bodies_[0].box = {{1, 0, 0}, {-1, 8, 8}};
    bodies_[0].origin = here;
    scene_ = {models_, bodies_};
    expectBad("inverted");
    bodies_[0].box = kCrate;
    bodies_[0].origin.x = NAN;
    expectBad("not a number");
    bodies_[0].origin = {0, -10000, 0};
    EXPECT_FALSE(map_.trace(probe, here, there).invalid) << "far away";
    bodies_.clear();
    models_ = {{{99}}};
    scene_ = {models_, {}};
    expectBad("no such model");
    models_[0].model = {kLift};
    models_[0].transform = Transform::moved({-100, -100, 0});
    EXPECT_FALSE(map_.trace(probe, here, there).invalid);
    models_[0].transform.axes[0].x = NAN;
    expectBad("no rotation");
    models_[0].transform = Transform::rotated({0, 0, 45});
    models_[0].model = {0};
    EXPECT_FALSE(map_.trace(probe, here, there).invalid) << "the world, placed once more and turned";
    models_[0].enabled = false;
    EXPECT_FALSE(map_.trace(probe, here, there).invalid);
}

HULLBAKE_FOR_EACH_PROBE_KIND(SceneTest);

}  // namespace
}  // namespace hullbake::test
