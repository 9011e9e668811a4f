// Contacts of boxes whose edges are parallel but for a hair: what is nearest is told by noise there, and has to lie on
// both boxes all the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "hullbake/contact.hpp"
#include "shapes/contact_brute.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

Shape boxOf(const Vec3& size) {
    return Shape::box({size * -0.5, size * 0.5});
}

// Boxes on one floor, whose upright edges are parallel but for a hundred millionth: where corners are nearest, the way
// between them is tilted, and where a corner is deepest, it lies hardly beside the face.
TEST(NearlyParallelBoxes, OnOneFloorHaveContactsAllTheSame) {
    const std::uint64_t seed = 20261127;
    Random random(seed);
    std::size_t apart = 0, overlapping = 0;
    for (int round = 0; round < sized<int>(3000, 100000); ++round) {
        Shape a = boxOf({random.between(4, 40), random.between(4, 40), 32}).turned({0, random.between(-30, 30), 0});
        const Shape b = boxOf({random.between(4, 40), random.between(4, 40), random.chance(0.5) ? 32.0 : 20.0});
        const double tilt = std::pow(10, random.between(-10, -7));
        const Vec3 level = a.axes[1], at{random.between(8, 40), random.between(8, 40), 0};
        a.axes[1] = level + a.axes[2] * tilt;
        a.axes[2] = a.axes[2] - level * tilt;
        SCOPED_TRACE(testing::Message() << "seed " << seed << " round " << round << " tilt " << tilt);
        const BodyContact found = contact(a, {}, b, at);
        const BruteBody bruteA(a, {}), bruteB(b, at);
        ASSERT_NEAR(found.distance, static_cast<double>(bruteDistance(bruteA, bruteB)),
                    allowedError(bruteA, bruteB, 1e-9));
        ASSERT_EQ(certificateFault(found, a, {}, b, at, 1e-9), "");
        ++(found.overlaps ? overlapping : apart);
    }
    EXPECT_GE(apart, sized<std::size_t>(1500, 50000));
    EXPECT_GE(overlapping, sized<std::size_t>(500, 15000));
}

// A box with sides along another's but for tilts of 1e-12 to 1e-3, and one of them perhaps turned.
Shape nearlyAlong(const Shape& other, const Vec3& half, Random& random) {
    Shape shape = other;
    shape.half = half;
    const auto turn = [&](int axis, double angle) {
        Vec3 &u = shape.axes[(axis + 1) % 3], &v = shape.axes[(axis + 2) % 3];
        const Vec3 right = u * std::cos(angle) + v * std::sin(angle);
        v = v * std::cos(angle) - u * std::sin(angle);
        u = right;
    };
    if (random.chance(0.7)) turn(static_cast<int>(random.index(3)), random.between(-3, 3));
    for (int i = 0; i < 3; ++i)
        if (random.chance(0.6)) turn(i, std::pow(10, random.between(-12, -3)) * (random.chance(0.5) ? 1 : -1));
    return shape;
}

// Poses at which features of both boxes lie beside each other.
struct Pose {
    Vec3 halfA, axesA[3], halfB, axesB[3], at;
};
const Pose kPoses[] = {
    {{0x1.6p+2, 0x1.b821c9303ed9p+2, 0x1.060828cc5dbb1p+5},
     {{0x1.fefa660907064p-1, 0x1.02a809d7560d8p-4, 0x1.9295fc6082accp-20},
      {-0x1.02a809d754c82p-4, 0x1.fefa66090980ap-1, -0x1.9a47788c6ea35p-24},
      {-0x1.9366d33183efap-20, 0x1.5936be36bdap-31, 0x1.fffffffffd845p-1}},
     {0x1.493fb05f3cd65p-3, 0x1.5877d4755e06cp+4, 0x1.b6e97bb0c0ce8p-1},
     {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
     {0x1.4dcbc28beeff6p+2, 0x1.cbd6aa557c89cp+4, -0x1.0ce3cabd7f311p+5}},
    {{4, 15, 2},
     {{0x1.d6f6969598206p-2, 0x1.c6a265e226f5fp-1, 0x1.3833b11a9e34ap-22},
      {-0x1.18a6d493dce7cp-1, 0x1.22bb622b0314ap-2, -0x1.92cca6232c7f1p-1},
      {-0x1.65ab3cfe298p-1, 0x1.7283d09ba1b43p-2, 0x1.3c10754b1f235p-1}},
     {0x1.7ff87fb94fb7dp+3, 0x1.6690c08afe206p+2, 0x1.e196f5364bbefp+0},
     {{0x1.d6f6acb0fd4a7p-2, 0x1.c6a260287c9b7p-1, 0},
      {-0x1.204acbc231be4p-1, 0x1.2aa59a334dcbcp-2, -0x1.8be588dd31ce2p-1},
      {-0x1.5f8a1656c9188p-1, 0x1.6c2a7173c5bbp-2, 0x1.44ab3a32c025ap-1}},
     {0x1.54676227c56p+0, -0x1.2b4e2629bbe64p+4, 0x1.28f7773182516p+4}},
    {{0x1.0d1654199998dp-3, 0x1.4d37f54e06f16p-3, 15},
     {{-0x1.48b6ccb91cff5p-42, 1, 0x1.93bbe9f1e335ep-39},
      {-0x1.9eb8651b9cc5cp-4, -0x1.95d1cd8628b57p-39, 0x1.fd5e6c014b817p-1},
      {0x1.fd5e6c014b817p-1, 0, 0x1.9eb8651b9cc5cp-4}},
     {0x1.cabd9aea93582p+3, 6, 0x1.02a3348e13d41p+3},
     {{0, 1, 0}, {-0x1.9eb864d116665p-4, 0, 0x1.fd5e6c023e36bp-1}, {0x1.fd5e6c023e36bp-1, 0, 0x1.9eb864d116665p-4}},
     {-0x1.0205668c202f4p+4, 0x1.cef1f459b676bp+3, 0x1.23697bac6b424p+2}},
    {{0x1.66df5b021f836p-2, 0x1.a54101a1d7098p+4, 0x1.04beec6a9b0acp-1},
     {{-0x1.086924bd6d015p-3, -0x1.7985fed3a3eeep-26, -0x1.fbb704ba092dp-1},
      {-0x1.865c36a7c8906p-29, 0x1.ffffffffffffep-1, -0x1.765b545c522a7p-26},
      {0x1.fbb704ba092d2p-1, 0x1.bfa60256d3059p-39, -0x1.086924bd6d016p-3}},
     {0x1.610d488b78201p+4, 9, 0x1.c1abea3fa205ap-4},
     {{-0x1.fee40aa92e692p-1, 0, -0x1.0d7890a180fdcp-4}, {0, 1, 0}, {0x1.0d7890a180fdcp-4, 0, -0x1.fee40aa92e692p-1}},
     {-0x1.67c23ffb0ffc3p+4, 0x1.1aa080d05bacp+5, -0x1.db92c69db6c9fp-1}},
    {{8, 2.5, 5.5},
     {{1, 0x1.89e2789ee50f7p-36, -0x1.c2e5526614e78p-33},
      {-0x1.89e2b796fbc4ap-36, 0x1.ffffffffffecp-1, -0x1.1e029060da672p-22},
      {0x1.c2e5518a0d5bap-33, 0x1.1e029060da6c9p-22, 0x1.ffffffffffecp-1}},
     {5.5, 0.5, 5.5},
     {{0x1.6a09e665200bdp-1, -0x1.6a09e66ac76dcp-1, 0}, {0x1.6a09e66ac76dcp-1, 0x1.6a09e665200bdp-1, 0}, {0, 0, 1}},
     {40, -1, 0}},
    {{5, 2, 3.5},
     {{1, 0x1.1420807e65b2cp-51, 0}, {-0x1.1420807e65b2cp-51, 1, 0}, {0, 0, 1}},
     {5, 2, 3.5},
     {{0x1.ffffffffffff5p-1, 0x1.ebb97e6176e0bp-29, 0x1.aa6aa96f26dd9p-25},
      {-0x1.ebf2765ed9c89p-29, 0x1.fffffffb6e454p-1, 0x1.119c47267f15ap-15},
      {-0x1.aa6a67b9b8fa6p-25, -0x1.119c4726857c2p-15, 0x1.fffffffb6e449p-1}},
     {0x1.14981d993befep-23, 0x1.0001dee38d538p+2, 0}},
};

// Along two axes that differ by a hair the gaps are equal to rounding, but the features of one lie beside each other;
// and where long edges end side by side, two corners are equally near.
TEST(NearlyParallelBoxes, OfKnownPosesHaveTheirPointsOnBoth) {
    for (const Pose& pose : kPoses) {
        SCOPED_TRACE(&pose - kPoses);
        Shape a = Shape::box({-pose.halfA, pose.halfA}), b = Shape::box({-pose.halfB, pose.halfB});
        std::copy(std::begin(pose.axesA), std::end(pose.axesA), a.axes);
        std::copy(std::begin(pose.axesB), std::end(pose.axesB), b.axes);
        const BodyContact found = contact(a, {}, b, pose.at);
        EXPECT_EQ(certificateFault(found, a, {}, b, pose.at, 1e-9), "");
        EXPECT_TRUE(mirrors(found, contact(b, pose.at, a, {})));
    }
}

TEST(NearlyParallelBoxes, HaveTheirPointsOnBoth) {
    const std::uint64_t seed = 20261128;
    Random random(seed);
    std::size_t close = 0, edges = 0, corners = 0;
    for (int round = 0; round < sized<int>(100000, 4000000); ++round) {
        const auto half = [&] {
            return random.chance(0.3) ? random.whole(1, 32) * 0.5 : std::pow(10, random.between(-1, 2));
        };
        const Shape b = boxOf({2 * half(), 2 * half(), 2 * half()})
                            .turned({random.between(-180, 180) * random.whole(0, 1), random.between(-180, 180), 0});
        const Shape a = nearlyAlong(b, {half(), half(), half()}, random);
        Vec3 at = random.direction() * random.between(0, 80);
        const BodyContact before = contact(a, {}, b, at);
        const double apart = std::pow(10, random.between(-12, 2)) * (random.chance(0.3) ? -1 : 1);
        at = at + before.normal * (apart - before.distance);
        if (random.chance(0.3)) at = at + random.direction() * std::pow(10, random.between(-12, -3));
        const BodyContact found = contact(a, {}, b, at);
        ASSERT_EQ(certificateFault(found, a, {}, b, at, 1e-9), "") << "seed " << seed << " round " << round;
        close += std::fabs(found.distance) < 1e-5 ? 1 : 0;
        edges += found.family == ContactFamily::Edges ? 1 : 0;
        corners += found.family == ContactFamily::Corner ? 1 : 0;
    }
    EXPECT_GE(close, sized<std::size_t>(20000, 800000));
    EXPECT_GE(edges, sized<std::size_t>(5000, 200000));
    EXPECT_GE(corners, sized<std::size_t>(5000, 200000));
}

}  // namespace
}  // namespace hullbake::test
