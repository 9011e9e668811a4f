// Proves that balls and capsules stop others like bodies of a scene. The distances are the test's own: of a point or
// segment from a box or segment, least by ternary search, because they are convex along a line.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "hullbake/contact.hpp"
#include "hullbake/scene.hpp"
#include "hullbake/shape.hpp"
#include "runtime/query/probe_kinds.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {
namespace {

// The place of the least value of a convex function between 0 and 1.
template <class Function>
double placeOfLeast(const Function& f) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (f(a) <= f(b))
            high = b;
        else
            low = a;
    }
    double best = 0;
    for (const double t : {low, (low + high) / 2, high, 1.0})
        if (f(t) < f(best)) best = t;
    return best;
}

struct Rod {
    Vec3 from, to;
    double radius = 0;
    Vec3 at(double t) const { return from + (to - from) * t; }
};

Rod rodOf(const Body& body) {
    const Box& box = body.box;
    const double radius = std::min({box.maxs.x - box.mins.x, box.maxs.y - box.mins.y, box.maxs.z - box.mins.z}) / 2;
    const Vec3 middle = (box.mins + box.maxs) * 0.5;
    Rod rod{body.origin + middle, body.origin + middle, radius};
    rod.from.z = body.origin.z + box.mins.z + radius;
    rod.to.z = std::max(rod.from.z, body.origin.z + box.maxs.z - radius);
    return rod;
}

double distanceToBox(const Vec3& p, const Box& box) {
    Vec3 off;
    for (int a = 0; a < 3; ++a) off[a] = std::max({box.mins[a] - p[a], 0.0, p[a] - box.maxs[a]});
    return length(off);
}

double distanceToRod(const Vec3& p, const Rod& rod) {
    const Vec3 way = rod.to - rod.from;
    const double size = dot(way, way), t = size > 0 ? std::clamp(dot(p - rod.from, way) / size, 0.0, 1.0) : 0;
    return length(p - rod.at(t)) - rod.radius;
}

// A probe that is a box or a rod. How deep a rod's core is in the other body, it does not know: then it is deep.
struct Subject {
    Shape shape;
    Box box;
    bool isBox = false;

    Probe probe() const {
        Probe probe;
        if (isBox)
            probe.box = box;
        else
            probe.shape = &shape;
        return probe;
    }
    double distance(const Vec3& origin, const Body& body) const {
        const Rod other = rodOf(body);
        const auto along = [&](double t) {
            if (isBox) return distanceToBox(other.at(t), {origin + box.mins, origin + box.maxs}) - other.radius;
            const bool ball = shape.kind == ShapeKind::Ball;
            const Vec3 a = ball ? shape.centre : shape.ends[0], b = ball ? shape.centre : shape.ends[1];
            return distanceToRod(other.at(t), {origin + a, origin + b, shape.radius}) - other.radius;
        };
        return along(placeOfLeast(along));
    }
};

Body round(const Vec3& origin, const Box& box) {
    Body body;
    body.origin = origin;
    body.box = box;
    body.form = BodyForm::Capsule;
    return body;
}

class RoundBodies : public testing::Test {
  protected:
    RoundBodies() : baked_(bakeText(worldText(boxText({-512, -512, -32}, {512, 512, 0}, "floor")))), map_(baked_.map) {
        subjects_[0].isBox = true;
        subjects_[0].box = {{-12, -12, -24}, {12, 12, 32}};
        subjects_[1].isBox = true;
        subjects_[2].shape = Shape::ball(9, {1, 2, 3});
        subjects_[3].shape = Shape::capsuleIn({{-12, -12, -24}, {12, 12, 32}});
        subjects_[4].shape = Shape::capsule({-8, -3, -5}, {9, 4, 6}, 5);
    }
    const Subject& subject(int i) const { return subjects_[static_cast<std::size_t>(i) % subjects_.size()]; }
    static Body randomBody(Random& random) {
        const double wide = random.between(4, 24), high = random.index(2) == 0 ? 2 * wide : random.between(8, 80);
        return round(random.pointIn({{-40, -40, 50}, {40, 40, 110}}), {{-wide, -wide, 0}, {wide, wide, high}});
    }
    void place(std::vector<Body> bodies) {
        bodies_ = std::move(bodies);
        scene_.bodies = bodies_;
    }

    BakedMap baked_;
    const ClipMap& map_;
    std::array<Subject, 5> subjects_;
    std::vector<Body> bodies_;
    Scene scene_;
};

TEST_F(RoundBodies, TracesEndWhereTheDistanceIsNone) {
    std::size_t misses = 0, startsolid = 0, allsolid = 0, near = 0;
    std::array<std::size_t, 5> hits{};
    forRandomCases(101, 3600, [&](Random& random, int i) {
        const Subject& subject = this->subject(i);
        place({randomBody(random)});
        Probe probe = subject.probe();
        probe.scene = &scene_;
        const Vec3 start = random.pointIn({{-60, -60, 50}, {60, 60, 150}});
        const double ahead = i % 3 == 0 ? 0.2 : 1;
        const Vec3 end = start + (random.pointIn({{-60, -60, 50}, {60, 60, 150}}) - start) * ahead;
        const auto gap = [&](double t) { return subject.distance(start + (end - start) * t, bodies_[0]); };
        const double deepest = placeOfLeast(gap);
        if (std::fabs(gap(deepest) + kSurfaceTolerance) < 1e-6 || std::fabs(gap(0) + kSurfaceTolerance) < 1e-6) {
            ++near;
            return;
        }
        const Trace trace = map_.trace(probe, start, end);
        ASSERT_FALSE(trace.invalid);
        const bool solid = gap(0) < -kSurfaceTolerance, hits_ = !solid && gap(deepest) < -kSurfaceTolerance;
        ASSERT_EQ(trace.startsolid, solid) << text(start) << text(end);
        ASSERT_EQ(trace.allsolid, solid && gap(1) < -kSurfaceTolerance);
        ASSERT_EQ(any(map_.contentsAt(probe, start)), solid);
        startsolid += solid;
        allsolid += trace.allsolid;
        if (solid) return;
        ASSERT_EQ(trace.hit, hits_) << text(start) << text(end);
        misses += !hits_;
        if (!hits_) return;
        ++hits[static_cast<std::size_t>(i) % hits.size()];
        ASSERT_EQ(trace.member, MemberId::body(0));
        ASSERT_LE(std::fabs(gap(trace.hitFraction)), 1e-7);
        ASSERT_LE(trace.hitFraction, deepest + 1e-9);
        // The way along the normal leads straight off, and the end keeps the skin.
        const Vec3 contact = start + (end - start) * trace.hitFraction;
        ASSERT_NEAR(subject.distance(contact + trace.normal * 0.5, bodies_[0]), 0.5, 1e-6);
        ASSERT_NEAR(dot(trace.normal, contact), trace.dist, 1e-9);
        if (trace.fraction > 0) {
            ASSERT_GE(subject.distance(trace.endpos, bodies_[0]), probe.skin - 1e-7);
        }
        probe.mask = Contents::Water;
        ASSERT_FALSE(map_.trace(probe, start, end).member.isBody());
    });
    for (const std::size_t count : hits) EXPECT_GE(count, 30u);
    EXPECT_GE(misses, 500u);
    EXPECT_GE(startsolid, 200u);
    EXPECT_GE(allsolid, 50u);
    EXPECT_LE(near, 20u);
}

// Shapes that the test has no distance for: at the contact they touch by the contact of two bodies, and not before.
TEST_F(RoundBodies, OtherShapesTouchWhereTheyAreStopped) {
    const std::array<Shape, 3> shapes{Shape::cylinder(8, 12).turned({10, 20, 30}),
                                      Shape::box({{-8, -12, -6}, {8, 12, 6}}).turned({20, 35, 10}),
                                      Shape::cylinder(10, 6)};
    std::size_t hits = 0, stuck = 0;
    forRandomCases(102, 2000, [&](Random& random, int i) {
        const Shape& shape = shapes[static_cast<std::size_t>(i) % shapes.size()];
        place({randomBody(random)});
        const Shape other = Shape::capsuleIn(bodies_[0].box);
        Probe probe{.shape = &shape};
        probe.scene = &scene_;
        const Vec3 start = random.pointIn({{-60, -60, 50}, {60, 60, 150}}),
                   end = random.pointIn({{-60, -60, 50}, {60, 60, 150}});
        const Trace trace = map_.trace(probe, start, end);
        const auto gap = [&](double t) {
            return contact(shape, start + (end - start) * t, other, bodies_[0].origin).distance;
        };
        ASSERT_EQ(trace.startsolid, gap(0) < -kSurfaceTolerance);
        stuck += trace.startsolid;
        const double until = trace.hit ? trace.hitFraction : 1;
        for (int k = 0; k < 8 && !trace.startsolid; ++k)
            ASSERT_GE(gap(until * k / 8), -kSurfaceTolerance - 1e-9) << text(start) << text(end);
        if (!trace.hit || trace.allsolid) return;
        ++hits;
        ASSERT_LE(std::fabs(gap(trace.hitFraction)), 1e-7);
        const ContactPoint touched = map_.contactPoint(probe, start, end, trace);
        ASSERT_TRUE(touched.found);
        ASSERT_NEAR(distanceToRod(touched.point, rodOf(bodies_[0])), 0, 1e-6);
    });
    EXPECT_GE(hits, 300u);
    EXPECT_GE(stuck, 100u);
}

TEST_F(RoundBodies, NeighboursHaveTheDistances) {
    std::size_t planes = 0, overlaps = 0, found = 0, free = 0;
    forRandomCases(103, 4000, [&](Random& random, int i) {
        const Subject& subject = this->subject(i);
        std::vector<Body> bodies(1 + random.index(3));
        for (Body& body : bodies) body = randomBody(random);
        place(bodies);
        Probe probe = subject.probe();
        probe.scene = &scene_;
        const Vec3 at = random.pointIn({{-50, -50, 60}, {50, 50, 150}});
        std::array<TouchedPlane, 8> touched;
        std::array<Overlap, 8> in;
        const NeighbourCount near = map_.touching(probe, at, 8, touched), deep = map_.overlap(probe, at, in);
        ASSERT_FALSE(near.invalid || deep.invalid);
        std::size_t nearOnes = 0, deepOnes = 0;
        double least = 1e9;
        for (std::uint32_t b = 0; b < bodies.size(); ++b) {
            const double gap = subject.distance(at, bodies[b]);
            least = std::min(least, gap);
            if (std::fabs(gap - 8) < 1e-6 || std::fabs(gap) < 1e-4) return;
            deepOnes += gap < 0;
            if (gap < 0 || gap > 8) continue;
            ++nearOnes;
            const auto end = touched.begin() + static_cast<std::ptrdiff_t>(near.count);
            const auto plane = std::find_if(touched.begin(), end,
                                            [&](const TouchedPlane& one) { return one.member == MemberId::body(b); });
            ASSERT_NE(plane, end);
            ASSERT_NEAR(plane->gap, gap, 1e-7);
            ASSERT_NEAR(dot(plane->normal, at) - plane->dist, gap, 1e-7);
            ASSERT_NEAR(subject.distance(at + plane->normal, bodies[b]), gap + 1, 1e-6);
        }
        ASSERT_EQ(near.count, nearOnes);
        ASSERT_TRUE(std::is_sorted(touched.begin(), touched.begin() + static_cast<std::ptrdiff_t>(near.count),
                                   [](const TouchedPlane& a, const TouchedPlane& b) { return a.gap < b.gap - 1e-9; }));
        ASSERT_EQ(deep.count, deepOnes);
        planes += nearOnes;
        overlaps += deepOnes;
        const Unstick way = map_.unstick(probe, at, 200);
        ASSERT_EQ(way.status, least < 0 ? UnstickStatus::Found : UnstickStatus::Free) << text(at);
        free += way.status == UnstickStatus::Free;
        if (way.status != UnstickStatus::Found) return;
        ++found;
        for (const Body& body : bodies) ASSERT_GE(subject.distance(way.position, body), -kSurfaceTolerance) << text(at);
    });
    EXPECT_GE(planes, 200u);
    EXPECT_GE(overlaps, 500u);
    EXPECT_GE(found, 500u);
    EXPECT_GE(free, 500u);
}

TEST_F(RoundBodies, NobodyWalksIntoThem) {
    std::size_t ticks = 0, blocked = 0, onBodies = 0;
    forRandomCases(104, 60, [&](Random& random, int i) {
        const Subject& subject = subjects_[i % 2 == 0 ? 0 : 3];
        std::vector<Body> bodies;
        for (int b = 0; b < 12; ++b) {
            const double wide = random.between(6, 20), high = random.between(10, 60);
            bodies.push_back(
                round(random.pointIn({{-150, -150, 0}, {150, 150, 0}}), {{-wide, -wide, 0}, {wide, wide, high}}));
        }
        place(bodies);
        Probe probe = subject.probe();
        probe.scene = &scene_;
        WalkState state;
        state.origin = random.pointIn({{-100, -100, 100}, {100, 100, 140}});
        if (map_.trace(probe, state.origin, state.origin).startsolid) return;
        const double heading = random.between(0, 6.28);
        for (int tick = 0; tick < 90; ++tick, ++ticks) {
            state.velocity = {200 * std::cos(heading), 200 * std::sin(heading), state.velocity.z};
            const WalkResult walked = walk(map_, probe, {}, state, 1 / 60.0);
            ASSERT_EQ(walked.status, SlideStatus::Moved);
            state = walked.state;
            blocked += walked.blocked;
            onBodies += state.onGround && state.groundMember.isBody();
            for (const Body& body : bodies)
                ASSERT_GE(subject.distance(state.origin, body), -kSurfaceTolerance) << tick << text(state.origin);
        }
    });
    EXPECT_GE(ticks, 3000u);
    EXPECT_GE(blocked, 200u);
    EXPECT_GE(onBodies, 20u);
}

TEST_F(RoundBodies, ABallIsACapsuleWithoutHeightAndOddOnesAreRefused) {
    place({round({0, 0, 100}, {{-16, -16, -16}, {16, 16, 16}})});
    Probe probe = subjects_[1].probe();  // a point
    probe.skin = 0;
    probe.scene = &scene_;
    const Trace trace = map_.trace(probe, {-100, 0, 100}, {100, 0, 100});
    EXPECT_EQ(trace.endpos, (Vec3{-16, 0, 100}));
    EXPECT_EQ(trace.normal, (Vec3{-1, 0, 0}));
    // Through the corner of its box, beside the ball.
    EXPECT_FALSE(map_.trace(probe, {-100, 15, 115}, {100, 15, 115}).hit);
    const Vec3 start{-100, 0, 100}, end{100, 0, 100};
    for (const auto& spoil : {+[](Body& body) { body.form = BodyForm{7}; }, +[](Body& body) { body.box.maxs.z = 600; },
                              +[](Body& body) { body.box.mins.x = std::numeric_limits<double>::quiet_NaN(); },
                              +[](Body& body) { body.origin.y = std::numeric_limits<double>::infinity(); }}) {
        place({round({0, 0, 100}, {{-16, -16, -16}, {16, 16, 16}})});
        spoil(bodies_[0]);
        // An endless place is far away.
        if (std::isinf(bodies_[0].origin.y)) {
            EXPECT_FALSE(map_.trace(probe, start, end).hit);
            continue;
        }
        EXPECT_EQ(map_.trace(probe, start, end).refusal, Refusal::BadScene);
        EXPECT_EQ(map_.refusal(probe, {0, 0, 100}), Refusal::BadScene);
    }
}

}  // namespace
}  // namespace hullbake::test
