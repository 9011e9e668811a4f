// Proves that slide, walk, groundBelow and changeHull give the same bits in C and C++.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstring>
#include <iostream>
#include <limits>
#include <string>

#include "runtime/c/c_api_slide_rig.hpp"
#include "runtime/c/c_api_values.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr Transform kMoved = Transform::moved({4, -8, 2});

using test::asC;

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}
bool same(const HullbakeVec3& c, const Vec3& v) {
    return same(c.x, v.x) && same(c.y, v.y) && same(c.z, v.z);
}

// The structured bindings fail to compile when a member is added to the C++ struct only.
HullbakeClassicRules asC(const ClassicRules& rules) {
    const auto& [bumps, overbounce, stopSpeed] = rules;
    return {bumps, 0, overbounce, stopSpeed};
}
HullbakeSlideInput asC(const SlideInput& input) {
    const auto& [origin, velocity, seconds, acceleration, mode, classic, unstick] = input;
    return {sizeof(HullbakeSlideInput),
            static_cast<HullbakeSlideMode>(mode),
            asC(origin),
            asC(velocity),
            seconds,
            asC(acceleration),
            asC(classic),
            unstick};
}
HullbakeWalkRules asC(const WalkRules& rules) {
    const auto& [gravity, stepHeight, groundNormal, mode, classic, unstick, swim, ladders, ladderReach] = rules;
    const auto& [liquids, buoyancy, drag, ledge] = swim.value_or(SwimRules());
    return {sizeof(HullbakeWalkRules),
            static_cast<HullbakeSlideMode>(mode),
            gravity,
            stepHeight,
            groundNormal,
            asC(classic),
            unstick,
            swim ? 1u : 0u,
            static_cast<HullbakeContents>(liquids),
            static_cast<HullbakeContents>(ladders),
            0,
            ladderReach,
            buoyancy,
            drag,
            ledge};
}
HullbakeWalkState asC(const WalkState& state) {
    const auto& [origin, velocity, onGround, wedged, ground, groundContents, groundModel, groundMember, swimming,
                 climbing, ladder] = state;
    HullbakeWalkState c = HULLBAKE_WALK_STATE_INIT;
    c.onGround = onGround ? 1 : 0;
    c.wedged = wedged ? 1 : 0;
    c.origin = asC(origin);
    c.velocity = asC(velocity);
    c.groundNormal = asC(ground.normal);
    c.groundDist = ground.dist;
    c.groundContents = static_cast<HullbakeContents>(groundContents);
    c.groundModel = groundModel.value;
    c.groundMember = groundMember.value;
    c.swimming = swimming ? 1 : 0;
    c.climbing = climbing ? 1 : 0;
    c.ladder = asC(ladder);
    return c;
}

void expectSame(const HullbakeSlideResult& c, const SlideResult& result) {
    const auto& [origin, velocity, status, refusal, blocked, pathPoints, traces, touchings, planeCount, planes] =
        result;
    EXPECT_EQ(c.status, static_cast<HullbakeSlideStatus>(status));
    EXPECT_EQ(Refusal{c.refusal}, refusal);
    EXPECT_TRUE(same(c.origin, origin)) << text(origin);
    EXPECT_TRUE(same(c.velocity, velocity)) << text(velocity);
    EXPECT_EQ(c.blocked, blocked ? 1 : 0);
    EXPECT_EQ(c.pathPoints, pathPoints);
    EXPECT_EQ(c.traces, traces);
    EXPECT_EQ(c.touchings, touchings);
    EXPECT_EQ(c.planeCount, planeCount);
    for (std::size_t i = 0; i < planeCount; ++i) EXPECT_TRUE(same(c.planes[i], planes[i])) << i;
    for (std::size_t i = planeCount; i < kMaxMovePlanes; ++i) EXPECT_TRUE(same(c.planes[i], Vec3{})) << i;
}

void expectSame(const HullbakePathPoint& c, const PathPoint& point) {
    const auto& [position, time, event, plane, contents, model, member] = point;
    EXPECT_EQ(c.size, sizeof c);
    EXPECT_TRUE(same(c.position, position)) << text(position);
    EXPECT_TRUE(same(c.time, time));
    EXPECT_EQ(c.event, static_cast<HullbakePathEvent>(event));
    EXPECT_TRUE(same(c.normal, plane.normal) && same(c.dist, plane.dist));
    EXPECT_EQ(Contents{c.contents}, contents);
    EXPECT_EQ(c.model, model.value);
    EXPECT_EQ(c.member, member.value);
}

void expectSame(const HullbakeWalkResult& c, const WalkResult& result) {
    const auto& [state, status, refusal, landed, leftGround, landingSpeed, climbed, steps, blocked, pathPoints, traces,
                 touchings, planeCount, planes] = result;
    EXPECT_EQ(c.status, static_cast<HullbakeSlideStatus>(status));
    EXPECT_EQ(Refusal{c.refusal}, refusal);
    EXPECT_EQ(c.landed, landed ? 1 : 0);
    EXPECT_EQ(c.leftGround, leftGround ? 1 : 0);
    EXPECT_EQ(c.blocked, blocked ? 1 : 0);
    EXPECT_EQ(c.pathPoints, pathPoints);
    EXPECT_TRUE(same(c.landingSpeed, landingSpeed) && same(c.climbed, climbed));
    EXPECT_EQ(c.steps, steps);
    EXPECT_EQ(c.traces, traces);
    EXPECT_EQ(c.touchings, touchings);
    EXPECT_EQ(c.planeCount, planeCount);
    for (std::size_t i = 0; i < planeCount; ++i) EXPECT_TRUE(same(c.planes[i], planes[i])) << i;
}

// Compares all bytes, including the reserved ones.
bool same(const HullbakeWalkState& c, const WalkState& state) {
    const HullbakeWalkState expected = asC(state);
    return std::memcmp(&c, &expected, sizeof c) == 0;
}

void expectSame(const HullbakeGround& c, const Ground& ground) {
    const auto& [found, walkable, refusal, gap, plane, contents, model, member, surface] = ground;
    EXPECT_EQ(c.found, found ? 1 : 0);
    EXPECT_EQ(c.walkable, walkable ? 1 : 0);
    EXPECT_EQ(Refusal{c.refusal}, refusal);
    EXPECT_TRUE(same(c.gap, gap) && same(c.normal, plane.normal) && same(c.dist, plane.dist));
    EXPECT_EQ(Contents{c.contents}, contents);
    EXPECT_EQ(c.model, model.value);
    EXPECT_EQ(c.member, member.value);
    EXPECT_EQ(std::string_view(c.surface.texture.data, c.surface.texture.length), surface.texture);
    EXPECT_EQ(c.surface.found, surface.found ? 1 : 0);
    EXPECT_EQ(c.surface.line, surface.line);
    EXPECT_EQ(c.surface.size, sizeof c.surface);
}

// Draws a probe that now and then no move accepts.
Probe randomMover(Random& random, std::size_t hulls) {
    Probe mover;
    mover.hull.value = static_cast<std::uint32_t>(random.index(hulls + (random.index(50) == 0)));
    mover.model.value = static_cast<std::uint32_t>(random.index(2));
    if (random.index(2) == 0) mover.model = kAllModels;
    if (random.index(50) == 0) mover.model.value = 2;
    if (random.index(3) == 0) mover.mask = kMaskAll;
    if (random.index(4) == 0) mover.skin = random.between(0, 1.02);
    if (random.index(2) == 0)
        mover.box = Box{random.pointIn({{-30, -30, -30}, {0, 0, 1}}), random.pointIn({{0, 0, 0}, {30, 30, 30}})};
    return mover;
}
Vec3 randomOrigin(Random& random) {
    Vec3 origin = random.pointIn({{-230, -230, 1}, {230, 230, 90}});
    if (random.index(60) == 0) origin.y = kNan;
    return origin;
}
ClassicRules randomRules(Random& random) {
    ClassicRules rules;
    rules.bumps = static_cast<std::uint32_t>(1 + random.index(8));
    rules.overbounce = random.between(1, 1.5);
    rules.stopSpeed = random.between(0, 2);
    if (random.index(60) == 0) rules.bumps = 0;
    return rules;
}

HullbakeStatus statusOf(SlideStatus status) {
    return status == SlideStatus::Invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

TEST_F(CApiSlide, SlidesAsInCpp) {
    const std::uint64_t seed = 31;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    std::size_t moved = 0, stuck = 0, invalid = 0, bends = 0, crowded = 0, cut = 0;
    for (int i = 0; i < 1500; ++i) {
        SCOPED_TRACE(testing::Message() << "move " << i);
        Probe mover = randomMover(random, baked_.map.hullCount());
        if (i % 5 == 0 && mover.model != kAllModels) mover.transform = kMoved;
        SlideInput input;
        input.origin = randomOrigin(random);
        input.velocity = random.direction() * random.between(0, 1500);
        input.seconds = random.between(0, 0.5);
        if (random.index(2) == 0) input.acceleration = {0, 0, -800};
        if (random.index(3) == 0) input.mode = SlideMode::Classic;
        input.classic = randomRules(random);
        if (random.index(2) == 0) input.unstick = random.between(0, 30);

        std::array<PathPoint, 6> path;
        std::array<HullbakePathPoint, 6> cPath;
        std::memset(cPath.data(), 0xa5, sizeof cPath);
        const std::size_t room = random.index(path.size() + 1);
        const SlideResult expected = slide(baked_.map, mover, input, std::span(path).first(room));
        const HullbakeProbe probe = asC(mover);
        const HullbakeSlideInput question = asC(input);
        HullbakeSlideResult result = HULLBAKE_SLIDE_RESULT_INIT;
        ASSERT_EQ(hullbakeSlide(map_, &probe, &question, &result, cPath.data(), sizeof(HullbakePathPoint), room),
                  statusOf(expected.status));
        expectSame(result, expected);
        const std::size_t written = std::min<std::size_t>(expected.pathPoints, room);
        for (std::size_t k = 0; k < written; ++k) expectSame(cPath[k], path[k]);
        for (std::size_t k = written; k < cPath.size(); ++k) EXPECT_EQ(cPath[k].size, 0xa5a5a5a5u) << k;
        moved += expected.status == SlideStatus::Moved && expected.blocked;
        stuck += expected.status == SlideStatus::Stuck;
        invalid += expected.status == SlideStatus::Invalid;
        bends += written;
        crowded += expected.planeCount >= 2;
        cut += expected.pathPoints > room;
    }
    EXPECT_GE(moved, 400u);
    EXPECT_GE(stuck, 20u);
    EXPECT_GE(invalid, 50u);
    EXPECT_GE(bends, 1000u);
    EXPECT_GE(crowded, 50u);
    EXPECT_GE(cut, 100u);
}

TEST_F(CApiSlide, WalksAsInCpp) {
    const std::uint64_t seed = 32;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    std::size_t grounded = 0, landed = 0, left = 0, climbed = 0, blocked = 0, invalid = 0, ramps = 0, swum = 0,
                held = 0;
    for (int i = 0; i < 400; ++i) {
        Probe mover = randomMover(random, baked_.map.hullCount());
        if (i % 20 == 7 && mover.model != kAllModels) mover.transform = kMoved;
        const HullbakeProbe probe = asC(mover);
        WalkRules rules;
        if (random.index(3) == 0) rules.mode = SlideMode::Classic;
        rules.stepHeight = random.between(0, 30);
        rules.groundNormal = random.between(0.5, 1);
        rules.gravity = random.between(0, 1000);
        rules.unstick = random.between(0, 30);
        rules.classic = randomRules(random);
        if (i % 4 == 1)
            rules.swim = {kMaskLiquid, random.between(0, 2000), random.between(0, 9), random.between(0, 40)};
        if (i % 4 == 2) rules.ladders = Contents::Ladder | Contents::Water;  // of water, as this scene has no ladder
        rules.ladderReach = random.between(0, 4);
        if (rules.swim || any(rules.ladders)) rules.mode = i % 16 == 1 ? SlideMode::Classic : SlideMode::Robust;
        const HullbakeWalkRules cRules = asC(rules);
        WalkState state;
        state.origin = randomOrigin(random);
        if (random.index(2) == 0)
            state.origin = random.pointIn({{-230, -190, 20}, {0, -110, 60}});  // at ramp and steps
        if (i % 4 == 1 || i % 4 == 2) state.origin = random.pointIn({{60, -120, 30}, {220, 0, 60}});  // at the water
        state.wedged = random.index(2) == 0;
        const Vec3 heading = random.direction() * random.between(0, 500);
        HullbakeWalkState cState = asC(state);
        for (int tick = 0; tick < 20; ++tick) {
            SCOPED_TRACE(testing::Message() << "walker " << i << ", tick " << tick);
            const Vec3 push = heading + random.direction() * 30;
            state.velocity.x = cState.velocity.x = push.x;
            state.velocity.y = cState.velocity.y = push.y;
            const double seconds = random.between(0, 0.1);
            std::array<PathPoint, 4> path;
            std::array<HullbakePathPoint, 4> cPath;
            const WalkResult expected = walk(baked_.map, mover, rules, state, seconds, path);
            HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
            ASSERT_EQ(hullbakeWalk(map_, &probe, &cRules, &cState, seconds, &result, cPath.data(), sizeof cPath[0], 4),
                      statusOf(expected.status));
            expectSame(result, expected);
            ASSERT_TRUE(same(cState, expected.state));
            for (std::size_t k = 0; k < std::min<std::size_t>(expected.pathPoints, 4); ++k)
                expectSame(cPath[k], path[k]);
            state = expected.state;
            grounded += state.onGround;
            landed += expected.landed;
            left += expected.leftGround;
            climbed += expected.steps > 0;
            blocked += expected.blocked;
            invalid += expected.status == SlideStatus::Invalid;
            swum += state.swimming;
            held += state.climbing;
            ramps += state.onGround && state.ground.normal.z < 1;
        }
    }
    EXPECT_GE(grounded, 500u);
    EXPECT_GE(landed, 50u);
    EXPECT_GE(left, 5u);
    EXPECT_GE(climbed, 5u);
    EXPECT_GE(blocked, 50u);
    EXPECT_GE(invalid, 100u);
    EXPECT_GE(ramps, 20u);
    EXPECT_GE(swum, 20u);
    EXPECT_GE(held, 20u);
}

TEST_F(CApiSlide, LooksForGroundAsInCpp) {
    const std::uint64_t seed = 33;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    std::size_t found = 0, steep = 0, none = 0;
    for (int i = 0; i < 1000; ++i) {
        SCOPED_TRACE(testing::Message() << "look " << i);
        Probe mover = randomMover(random, baked_.map.hullCount());
        mover.hull.value %= 4;
        mover.skin = std::min(mover.skin, 1.0);
        if (mover.model.value == 2) mover.model.value = 0;
        if (i % 5 == 0 && mover.model != kAllModels) mover.transform = kMoved;
        if (mover.box && !ClipMap::validBox(*mover.box)) mover.box.reset();
        const HullbakeProbe probe = asC(mover);
        // Half of the boxes are above the steep ramp.
        const Box over =
            random.index(2) == 0 ? Box{{60, 60, 40}, {100, 120, 140}} : Box{{-230, -230, 1}, {230, 230, 90}};
        const Vec3 origin = random.pointIn(over);
        const double reach = random.between(0, 120), walkable = random.between(0.3, 1);
        HullbakeGround ground = HULLBAKE_GROUND_INIT;
        ASSERT_EQ(hullbakeGroundBelow(map_, &probe, asC(origin), reach, walkable, &ground), HullbakeStatusOk);
        expectSame(ground, groundBelow(baked_.map, mover, origin, reach, walkable));
        found += ground.walkable;
        steep += ground.found && !ground.walkable;
        none += !ground.found;
    }
    EXPECT_GE(found, 200u);
    EXPECT_GE(steep, 10u);
    EXPECT_GE(none, 100u);
}

TEST_F(CApiSlide, ChangesHullsAsInCpp) {
    const std::uint64_t seed = 34;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    std::size_t fits = 0, nudged = 0, tight = 0, invalid = 0;
    for (int i = 0; i < 1500; ++i) {
        SCOPED_TRACE(testing::Message() << "change " << i);
        const Probe from = randomMover(random, baked_.map.hullCount());
        Probe to = randomMover(random, baked_.map.hullCount());
        if (i % 5 == 0 && to.model != kAllModels) to.transform = kMoved;
        const HullbakeProbe cFrom = asC(from), cTo = asC(to);
        const Vec3 origin = randomOrigin(random);
        const auto anchor = static_cast<Anchor>(random.index(4));
        const double nudge = random.index(2) == 0 ? 0 : random.between(0, 40);
        const HullChange expected = changeHull(baked_.map, from, to, origin, anchor, nudge);
        HullbakeHullChange change = HULLBAKE_HULL_CHANGE_INIT;
        const HullbakeStatus status =
            hullbakeChangeHull(map_, &cFrom, &cTo, asC(origin), static_cast<HullbakeAnchor>(anchor), nudge, &change);
        ASSERT_EQ(change.fits, expected.fits ? 1 : 0);
        EXPECT_TRUE(same(change.origin, expected.origin));
        EXPECT_EQ(Refusal{change.refusal}, expected.refusal);
        EXPECT_EQ(status, expected.refusal == Refusal::None ? HullbakeStatusOk : HullbakeStatusInvalidQuery);
        EXPECT_TRUE(expected.refusal == Refusal::None || !expected.fits);
        const HullChange stiff = changeHull(baked_.map, from, to, origin, anchor, 0);
        fits += stiff.fits;
        nudged += expected.fits && !stiff.fits;
        tight += status == HullbakeStatusOk && !expected.fits;
        invalid += status == HullbakeStatusInvalidQuery;
    }
    EXPECT_GE(fits, 200u);
    EXPECT_GE(nudged, 50u);
    EXPECT_GE(tight, 50u);
    EXPECT_GE(invalid, 50u);
}

TEST(CApiSlideDefaults, AreThoseOfCpp) {
    const HullbakeProbe probe = HULLBAKE_PROBE_INIT, expectedProbe = asC(Probe());
    EXPECT_EQ(std::memcmp(&probe, &expectedProbe, sizeof probe), 0);
    const HullbakeSlideInput input = HULLBAKE_SLIDE_INPUT_INIT, expectedInput = asC(SlideInput());
    EXPECT_EQ(std::memcmp(&input, &expectedInput, sizeof input), 0);
    const HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT, expectedRules = asC(WalkRules());
    EXPECT_EQ(std::memcmp(&rules, &expectedRules, sizeof rules), 0);
    const HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;
    EXPECT_TRUE(same(state, WalkState()));
    const HullbakeSlideResult slid = HULLBAKE_SLIDE_RESULT_INIT;
    expectSame(slid, SlideResult());
    const HullbakeWalkResult walked = HULLBAKE_WALK_RESULT_INIT;
    expectSame(walked, WalkResult());
    const HullbakeGround ground = HULLBAKE_GROUND_INIT;
    expectSame(ground, Ground());
    const HullbakeHullChange change = HULLBAKE_HULL_CHANGE_INIT;
    EXPECT_EQ(change.size, sizeof change);
    EXPECT_EQ(change.fits, 0);
}

}  // namespace
}  // namespace hullbake::test
