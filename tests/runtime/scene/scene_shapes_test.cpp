// Proves that a probe with a shape meets a scene as it meets each member alone: models like models, boxes like brushes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "hullbake/scene.hpp"
#include "hullbake/shape.hpp"
#include "runtime/query/probe_kinds.hpp"
#include "runtime/scene/scene_level.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

// One shape of each kind, and a capsule that lies askew.
class SceneShapes : public testing::Test {
  protected:
    SceneShapes() : baked_(bakeText(sceneLevel())), map_(baked_.map) {
        const std::array<Vec3, 6> points{{{-8, -6, -9}, {9, -5, -8}, {0, 11, -7}, {-6, 0, 12}, {8, 3, 10}, {0, -9, 8}}};
        EXPECT_EQ(prepare(points, convex_), PrepareStatus::Ok);
        shapes_ = {Shape::ball(9),
                   Shape::capsule({0, 0, -14}, {0, 0, 14}, 7),
                   Shape::capsule({-8, -3, -5}, {9, 4, 6}, 5),
                   Shape::cylinder(8, 12),
                   Shape::cylinder(6, 15).turned({30, 50, 20}),
                   Shape::box({{-8, -12, -6}, {8, 12, 6}}).turned({20, 35, 10}),
                   Shape::of(convex_).turned({0, 25, 40}),
                   Shape::box({{-8, -8, -12}, {8, 8, 12}})};
    }

    const Shape& shapeOf(int turn) const { return shapes_[static_cast<std::size_t>(turn) % shapes_.size()]; }
    TraceCall randomCall(Random& random, int turn) const {
        TraceCall call{Probe{.shape = &shapeOf(turn)}, {}, {}};
        drawWay(random, turn, call);
        if (turn % 4 == 0) call.probe.mask = kMaskAll;
        return call;
    }
    void drawMembers(Random& random) { drawn_.draw(random, 3, 6); }
    // The probe of one member alone. A body is the crate's model in its place.
    Probe alone(const Probe& probe, MemberId member) const {
        Probe one = probe;
        one.scene = nullptr;
        if (member.none()) return one;
        one.model = member.isBody() ? ModelId{kCrateModel} : models_[member.index()].model;
        one.transform = member.isBody() ? Transform::moved(bodies_[member.index()].origin - kCratePlace)
                                        : models_[member.index()].transform;
        return one;
    }
    template <class Visit>
    void forAll(const Visit& visit) const {
        visit(kNoMember);
        for (std::uint32_t i = 0; i < models_.size(); ++i) visit(MemberId::model(i));
        for (std::uint32_t i = 0; i < bodies_.size(); ++i) visit(MemberId::body(i));
    }

    BakedMap baked_;
    const ClipMap& map_;
    ConvexShape convex_;
    std::vector<Shape> shapes_;
    DrawnScene drawn_;
    std::vector<PlacedModel>& models_ = drawn_.models;
    std::vector<Body>& bodies_ = drawn_.bodies;
    Scene& scene_ = drawn_.scene;
};

TEST_F(SceneShapes, WithoutMembersAnswersAreThoseWithoutAScene) {
    std::size_t hits = 0, planes = 0, found = 0;
    forRandomCases(91, 4000, [&](Random& random, int i) {
        TraceCall call = randomCall(random, i);
        if (i % 4 == 0) call.probe.model = kAllModels;
        Probe with = call.probe;
        drawMembers(random);
        for (PlacedModel& placed : models_) placed.enabled = false;
        for (Body& body : bodies_) body.kind = 4;
        scene_.stoppedBy = ~4u;
        with.scene = &scene_;
        const Trace trace = map_.trace(call.probe, call.start, call.end);
        ASSERT_TRUE(sameBits(map_.trace(with, call.start, call.end), trace));
        ASSERT_EQ(map_.contentsAt(with, call.start), map_.contentsAt(call.probe, call.start));
        std::array<TouchedPlane, 8> one, other;
        const NeighbourCount a = map_.touching(call.probe, call.start, 8, one),
                             b = map_.touching(with, call.start, 8, other);
        ASSERT_EQ(a.count, b.count);
        for (std::size_t k = 0; k < std::min(a.count, one.size()); ++k) {
            ASSERT_EQ(one[k].normal, other[k].normal);
            ASSERT_EQ(one[k].dist, other[k].dist);
        }
        const Unstick way = map_.unstick(call.probe, call.start, 40), same = map_.unstick(with, call.start, 40);
        ASSERT_EQ(way.status, same.status);
        ASSERT_EQ(way.position, same.position);
        hits += trace.hit;
        planes += a.count;
        found += way.status == UnstickStatus::Found;
    });
    EXPECT_GE(hits, 400u);
    EXPECT_GE(planes, 400u);
    EXPECT_GE(found, 100u);
}

TEST_F(SceneShapes, ModelsAtRestAnswerLikeAllModels) {
    models_ = {{{1}}, {{2}}, {{3}}, {{4}}};
    scene_ = {models_, {}};
    std::array<std::size_t, 4> hits{};
    std::size_t startsolid = 0, planes = 0, overlaps = 0, contacts = 0;
    forRandomCases(92, 8000, [&](Random& random, int i) {
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
            const ContactPoint touched = map_.contactPoint(all, call.start, call.end, expected),
                               same = map_.contactPoint(with, call.start, call.end, trace);
            ASSERT_EQ(touched.found, same.found);
            ASSERT_EQ(touched.point, same.point);
            ASSERT_EQ(touched.feature, same.feature);
            contacts += same.found && !trace.member.none();
            ++hits[trace.model.value];
        }
        trace.member = kNoMember;
        ASSERT_TRUE(sameBits(trace, expected)) << text(call) << text(trace) << text(expected);
        ASSERT_EQ(map_.contentsAt(with, call.start), map_.contentsAt(all, call.start));
        std::array<TouchedPlane, 8> one, other;
        const NeighbourCount a = map_.touching(all, call.start, 6, one), b = map_.touching(with, call.start, 6, other);
        ASSERT_EQ(a.count, b.count);
        for (std::size_t k = 0; k < std::min(a.count, one.size()); ++k) {
            ASSERT_EQ(one[k].normal, other[k].normal);
            ASSERT_EQ(one[k].gap, other[k].gap);
            ASSERT_EQ(one[k].surface.line, other[k].surface.line);
            planes += !other[k].member.none();
        }
        std::array<Overlap, 8> in, inMembers;
        const NeighbourCount c = map_.overlap(all, call.start, in), d = map_.overlap(with, call.start, inMembers);
        ASSERT_EQ(c.count, d.count);
        for (std::size_t k = 0; k < c.count; ++k) ASSERT_EQ(in[k].line, inMembers[k].line);
        overlaps += d.count;
        startsolid += trace.startsolid;
    });
    for (const std::size_t count : hits) EXPECT_GE(count, 30u);
    EXPECT_GE(startsolid, 100u);
    EXPECT_GE(planes, 200u);
    EXPECT_GE(overlaps, 200u);
    EXPECT_GE(contacts, 200u);
}

TEST_F(SceneShapes, TheNearestMemberCounts) {
    std::size_t models = 0, turned = 0, bodies = 0, world = 0, misses = 0, startsolid = 0, contacts = 0;
    std::array<std::size_t, 8> byShape{};
    forRandomCases(93, 12000, [&](Random& random, int i) {
        TraceCall call = randomCall(random, i);
        drawMembers(random);
        call.probe.scene = &scene_;
        Trace nearest;
        nearest.endpos = call.end;
        Contents contents = Contents::Empty;
        forAll([&](MemberId member) {
            const Probe one = alone(call.probe, member);
            Trace trace = map_.trace(one, call.start, call.end);
            ASSERT_FALSE(trace.invalid);
            contents |= map_.contentsAt(one, call.start);
            trace.member = member;
            const bool first = trace.hit && !(nearest.hit && trace.hitFraction >= nearest.hitFraction);
            const bool startsolidAny = nearest.startsolid || trace.startsolid, all = nearest.allsolid || trace.allsolid;
            if (first) nearest = trace;
            nearest.startsolid = startsolidAny;
            nearest.allsolid = all;
        });
        const Trace trace = map_.trace(call.probe, call.start, call.end);
        ASSERT_EQ(trace.hit, nearest.hit) << text(call) << text(trace) << text(nearest);
        ASSERT_EQ(trace.startsolid, nearest.startsolid);
        ASSERT_EQ(trace.allsolid, nearest.allsolid);
        ASSERT_EQ(map_.contentsAt(call.probe, call.start), contents) << text(call);
        misses += !trace.hit;
        startsolid += trace.startsolid;
        if (!trace.hit) return;
        ASSERT_EQ(trace.member, nearest.member);
        // A crate's planes are those of the model, moved: the same to rounding.
        ASSERT_NEAR(trace.hitFraction, nearest.hitFraction, 1e-9);
        ASSERT_LE(length(trace.endpos - nearest.endpos), 1e-9);
        ASSERT_LE(length(trace.normal - nearest.normal), 1e-9) << text(call);
        world += trace.member.none();
        bodies += trace.member.isBody();
        models += trace.member.isModel();
        turned += trace.member.isModel() && models_[trace.member.index()].transform.turns();
        if (!trace.member.none()) ++byShape[static_cast<std::size_t>(i) % byShape.size()];
        nearest.member = kNoMember;
        const Probe one = alone(call.probe, trace.member);
        const ContactPoint touched = map_.contactPoint(one, call.start, call.end, nearest),
                           same = map_.contactPoint(call.probe, call.start, call.end, trace);
        ASSERT_EQ(touched.found, same.found) << text(call);
        if (!touched.found) return;
        ++contacts;
        if (!trace.member.isBody()) {
            ASSERT_EQ(touched.point, same.point);
            ASSERT_EQ(touched.feature, same.feature);
            return;
        }
        // A shared edge or face has many points, so that rounding decides which of a crate's it is.
        const Vec3 inBox = same.point - bodies_[trace.member.index()].origin;
        double outside = -1e9;
        for (int a = 0; a < 3; ++a) outside = std::max({outside, kCrate.mins[a] - inBox[a], inBox[a] - kCrate.maxs[a]});
        ASSERT_NEAR(outside, 0, 1e-6) << text(call);
        ASSERT_FALSE(same.surfaces[0].found);
    });
    for (const std::size_t count : byShape) EXPECT_GE(count, 200u);
    EXPECT_GE(world, 1500u);
    EXPECT_GE(models, 1000u);
    EXPECT_GE(turned, 200u);
    EXPECT_GE(bodies, 1000u);
    EXPECT_GE(misses, 1000u);
    EXPECT_GE(startsolid, 500u);
    EXPECT_GE(contacts, 1000u);
}

// What a shape touches and overlaps is what it touches and overlaps of each member alone, but for what another hides.
TEST_F(SceneShapes, NeighboursAreThoseOfEachMember) {
    std::size_t planes = 0, overlaps = 0, found = 0, hidden = 0, turned = 0;
    forRandomCases(94, 10000, [&](Random& random, int i) {
        TraceCall call = randomCall(random, i);
        drawMembers(random);
        call.probe.scene = &scene_;
        std::array<TouchedPlane, 32> all;
        std::array<Overlap, 32> in;
        const NeighbourCount touched = map_.touching(call.probe, call.start, 6, all),
                             overlapped = map_.overlap(call.probe, call.start, in);
        ASSERT_FALSE(touched.invalid || overlapped.invalid);
        ASSERT_LE(touched.count, all.size());
        std::size_t alonePlanes = 0, aloneOverlaps = 0;
        forAll([&](MemberId member) {
            Probe one = alone(call.probe, member);
            const bool turns = one.transform && one.transform->turns();
            // Neighbours take no turned probes, so that a trace says whether such a model is overlapped.
            const auto ofMember = [&](const Overlap& overlap) { return overlap.member == member && !overlap.touches; };
            const auto count = static_cast<std::size_t>(
                std::count_if(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(overlapped.count), ofMember));
            if (turns) {
                const bool stuck = map_.trace(one, call.start, call.start).startsolid;
                ASSERT_EQ(stuck, count > 0) << text(call);
                turned += stuck;
                return;
            }
            std::array<Overlap, 32> own;
            const NeighbourCount inOne = map_.overlap(one, call.start, own);
            const auto deep = std::count_if(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(inOne.count),
                                            [](const Overlap& overlap) { return !overlap.touches; });
            ASSERT_EQ(static_cast<std::size_t>(deep), count) << text(call);
            aloneOverlaps += count;
            std::array<TouchedPlane, 32> ones;
            const NeighbourCount touchedOne = map_.touching(one, call.start, 6, ones);
            alonePlanes += touchedOne.count;
            for (std::size_t k = 0; k < touched.count; ++k) {
                if (all[k].member != member) continue;
                const bool same =
                    std::any_of(ones.begin(), ones.begin() + static_cast<std::ptrdiff_t>(touchedOne.count),
                                [&](const TouchedPlane& plane) {
                                    return length(plane.normal - all[k].normal) < 1e-9 &&
                                           std::fabs(plane.dist - all[k].dist) < 1e-9;
                                });
                ASSERT_TRUE(same) << text(call);
                ++planes;
            }
        });
        hidden += alonePlanes > touched.count;
        overlaps += aloneOverlaps;
        const Unstick way = map_.unstick(call.probe, call.start, 60);
        const bool stuck = map_.trace(call.probe, call.start, call.start).startsolid;
        ASSERT_EQ(way.status == UnstickStatus::Free, !stuck) << text(call);
        if (way.status != UnstickStatus::Found) return;
        ++found;
        ASSERT_FALSE(map_.trace(call.probe, way.position, way.position).startsolid) << text(call);
    });
    EXPECT_GE(planes, 1000u);
    EXPECT_GE(overlaps, 500u);
    EXPECT_GE(found, 500u);
    EXPECT_GE(hidden, 20u);
    EXPECT_GE(turned, 30u);
}

constexpr std::array<Vec3, 5> kCrates{{{0, 0, 0}, {32, 0, 0}, {32, 32, 0}, {0, 0, 32}, {-64, 0, 0}}};

// Two maps: one with crates as brushes of the world, one with bodies in their places.
class SceneShapeMoves : public testing::Test {
  protected:
    SceneShapeMoves() {
        std::string text;
        for (const Vec3& place : kCrates) {
            text += boxText(place + kCrate.mins, place + kCrate.maxs, "crate");
            Body body;
            body.origin = place;
            body.box = kCrate;
            bodies_.push_back(body);
        }
        const std::string floor = boxText({-256, -256, -32}, {256, 256, 0}, "floor");
        brushes_ = bakeText(worldText(floor + text));
        empty_ = bakeText(worldText(floor));
        scene_.bodies = bodies_;
    }

    BakedMap brushes_, empty_;
    std::vector<Body> bodies_;
    Scene scene_;
};

TEST_F(SceneShapeMoves, WalkersMeetBodiesAsTheyMeetBrushes) {
    std::size_t onCrates = 0, blocked = 0, ticks = 0, steps = 0;
    WalkRules rules;
    rules.stepHeight = 33;
    const std::array<Shape, 2> shapes{Shape::capsuleIn({{-12, -12, -24}, {12, 12, 32}}), Shape::ball(14)};
    forRandomCases(95, 120, [&](Random& random, int i) {
        const Probe one{.shape = &shapes[static_cast<std::size_t>(i) % 2]};
        Probe other = one;
        other.scene = &scene_;
        WalkState a, b;
        a.origin = random.pointIn({{-140, -60, 30}, {100, 90, 120}});
        if (brushes_.map.trace(one, a.origin, a.origin).startsolid) return;
        const double heading = random.between(0, 6.28);
        b = a;
        for (int tick = 0; tick < 60; ++tick, ++ticks) {
            const Vec3 wish{200 * std::cos(heading), 200 * std::sin(heading), 0};
            a.velocity = {wish.x, wish.y, a.velocity.z};
            b.velocity = {wish.x, wish.y, b.velocity.z};
            const WalkResult x = walk(brushes_.map, one, rules, a, 1 / 60.0),
                             y = walk(empty_.map, other, rules, b, 1 / 60.0);
            ASSERT_EQ(x.status, y.status);
            a = x.state;
            b = y.state;
            ASSERT_LE(length(a.origin - b.origin), 1e-6) << tick << text(a.origin) << text(b.origin);
            ASSERT_EQ(a.onGround, b.onGround);
            onCrates += b.onGround && b.groundMember.isBody();
            blocked += y.blocked;
            steps += y.steps;
            if (std::fabs(a.origin.x) > 200 || std::fabs(a.origin.y) > 200) break;
        }
    });
    EXPECT_GE(ticks, 3000u);
    EXPECT_GE(onCrates, 300u);
    EXPECT_GE(blocked, 50u);
    EXPECT_GE(steps, 10u);
}

}  // namespace
}  // namespace hullbake::test
