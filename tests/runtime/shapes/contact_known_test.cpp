// Contacts with known answers: sweeps, poses and tables on which other libraries have failed, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hullbake/clip_map.hpp"
#include "hullbake/contact.hpp"
#include "shapes/contact_brute.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Shape boxOf(const Vec3& size) {
    return Shape::box({size * -0.5, size * 0.5});
}

// Checks the contact's certificate, that it is the brute force's, and that the other order mirrors it.
BodyContact checked(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB) {
    const BodyContact found = contact(a, originA, b, originB);
    EXPECT_EQ(certificateFault(found, a, originA, b, originB, 1e-9), "");
    const BruteBody bruteA(a, originA), bruteB(b, originB);
    EXPECT_NEAR(found.distance, static_cast<double>(bruteDistance(bruteA, bruteB)), allowedError(bruteA, bruteB, 1e-9));
    EXPECT_TRUE(mirrors(found, contact(b, originB, a, originA)) || (bruteA.size == bruteB.size && originA == originB));
    return found;
}

// libccd's sweep: a box passes another in a hundred steps. Its suite leaves the two steps out at which they touch.
void sweep(const Vec3& sizeA, const Vec3& sizeB, int axis, double step, const Vec3& aside) {
    const Shape a = boxOf(sizeA), b = boxOf(sizeB);
    const double reach = (sizeA[axis] + sizeB[axis]) / 2;
    int over = 0, touching = 0;
    for (int i = 0; i < 100; ++i) {
        SCOPED_TRACE(testing::Message() << "axis " << axis << " step " << i);
        Vec3 at = aside;
        at[axis] = (i - 50) * step;
        const BodyContact found = checked(a, at, b, {});
        const double apart = std::fabs(at[axis]) - reach;
        over += found.overlaps ? 1 : 0;
        touching += found.distance == 0 ? 1 : 0;
        if (apart < 0) {
            EXPECT_TRUE(found.overlaps);
            EXPECT_GE(found.distance, apart);
        } else {
            EXPECT_FALSE(found.overlaps);
            EXPECT_EQ(found.distance, apart);
            EXPECT_EQ(std::fabs(found.normal[axis]), 1);
        }
    }
    EXPECT_EQ(touching, 2);
    EXPECT_EQ(over, 29);
}

TEST(ContactKnown, BoxesSweptPastEachOtherTouchAtTheirSteps) {
    // Steps of a tenth as an eighth, so that the touching ones are exact.
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 sizeA = {1.25, 2.5, 1.25};
        Vec3 sizeB = {2.5, 1.25, 2.5};
        sizeB[axis] = 3.75 - sizeA[axis];
        sweep(sizeA, sizeB, axis, 0.125, {});
        sweep(sizeA * 0.125, sizeB * 0.125, axis, 0x1p-6, {});
        Vec3 aside;
        aside[(axis + 1) % 3] = -0.125;
        sweep(sizeA, sizeB, axis, 0.125, aside);
    }
}

TEST(ContactKnown, ABoxTurnedByAnEighthIsSweptPastAnother) {
    const Shape a = boxOf({1, 2, 1}).turned({45, 0, 0}), b = boxOf({2, 1, 2});
    const double reach = std::sqrt(0.5) + 1;
    for (int i = 0; i < 100; ++i) {
        const Vec3 at = {-5 + 0.1 * i, 0.5, 0};
        const BodyContact found = checked(a, at, b, {});
        EXPECT_EQ(found.overlaps, i > 32 && i < 68) << i;
        if (!found.overlaps) {
            EXPECT_NEAR(found.distance, std::fabs(at.x) - reach, 1e-14) << i;
        }
    }
}

TEST(ContactKnown, ATurningBoxTouchesOnlyWithItsEdges) {
    const Shape b = boxOf({1, 1, 1});
    for (int i = 0; i < 40; ++i) {
        const BodyContact found = checked(boxOf({1, 1, 1}).turned({9.0 * i, 0, 0}), {-1.01, 0, 0}, b, {});
        EXPECT_EQ(found.overlaps, i % 10 != 0) << i;
    }
}

// libccd's sweeps of cylinders, through a box and each other, in a hundred steps of 1/8 and 1/64. Both touching steps
// count. `apart`: the gap along the way.
void sweepCylinder(const Shape& a, const Shape& b, int axis, double step, double reach, double otherDepth) {
    int over = 0, touching = 0;
    for (int i = 0; i < 100; ++i) {
        SCOPED_TRACE(testing::Message() << "axis " << axis << " step " << i);
        Vec3 at;
        at[axis] = (i - 50) * step;
        const double apart = std::fabs(at[axis]) - reach, distance = std::max(apart, -otherDepth);
        const BodyContact found = contact(a, at, b, {});
        EXPECT_EQ(certificateFault(found, a, at, b, {}, 1e-9), "");
        EXPECT_TRUE(mirrors(found, contact(b, {}, a, at)) || at == Vec3{});
        EXPECT_TRUE(found.exact);
        EXPECT_NEAR(found.distance, distance, 1e-12 * reach);
        EXPECT_NEAR(std::fabs(found.normal[axis]), apart > -otherDepth ? 1 : 0, apart == -otherDepth ? 1 : 1e-6);
        over += found.distance < -1e-12 * reach ? 1 : 0;
        touching += std::fabs(found.distance) <= 1e-12 * reach ? 1 : 0;
    }
    EXPECT_EQ(touching, 2);
    EXPECT_EQ(over, 2 * static_cast<int>(std::lround(reach / step)) - 1);
}

TEST(ContactKnown, CylindersSweptPastBoxesAndEachOtherTouchAtTheirSteps) {
    for (const double scale : {1.0, 0.125}) {
        const double step = 0.125 * scale;
        const Shape upright = Shape::cylinder(1 * scale, 1.5 * scale), flat = Shape::cylinder(2 * scale, 0.25 * scale);
        const Shape box = boxOf({2.5 * scale, 3.5 * scale, 4.5 * scale});
        // Sideways the side meets a face. Upwards the disc does; a shorter way then leads sideways.
        sweepCylinder(upright, box, 0, step, 2.25 * scale, 2.75 * scale);
        sweepCylinder(upright, box, 1, step, 2.75 * scale, 2.25 * scale);
        sweepCylinder(upright, box, 2, step, 3.75 * scale, 2.25 * scale);
        sweepCylinder(upright, upright, 0, step, 2 * scale, 3 * scale);
        sweepCylinder(upright, flat, 2, step, 1.75 * scale, 3 * scale);
        // Crossed: the sides meet along the way that is square to both axes.
        const Shape lying = Shape::cylinder(0.5 * scale, 3 * scale).turned({0, 0, 90});
        sweepCylinder(upright, lying, 0, step, 1.5 * scale, 2 * scale);
    }
}

// A cylinder's edge that is turned over a box by degrees: the rim's lowest point is deepest, by closed form.
TEST(ContactKnown, ATiltedCylinderStandsOnItsRim) {
    const Shape box = boxOf({40, 40, 10});
    for (int degrees = 1; degrees < 90; ++degrees) {
        const Shape cylinder = Shape::cylinder(2, 3).turned({static_cast<double>(degrees), 30, 0});
        const double sine = std::sqrt(1 - cylinder.axes[2].z * cylinder.axes[2].z);
        const double reach = 3 * std::fabs(cylinder.axes[2].z) + 2 * sine;
        for (const double distance : {-0.5, -1e-6, 0.0, 1e-6, 0.5}) {
            const Vec3 at = {1, 2, 5 + reach + distance};
            const BodyContact found = contact(cylinder, at, box, {});
            EXPECT_EQ(certificateFault(found, cylinder, at, box, {}, 1e-9), "") << degrees;
            EXPECT_NEAR(found.distance, distance, distance > 0 ? 1e-11 : 1e-13) << degrees;
            EXPECT_LE(length(found.normal - Vec3{0, 0, -1}), 1e-5) << degrees << " " << distance;
        }
    }
}

struct Pose {
    Vec3 size, axes[3], at;
};

Shape shapeOf(const Pose& pose) {
    Shape shape = boxOf(pose.size);
    // The poses are printed by rows.
    for (int i = 0; i < 3; ++i) shape.axes[i] = {pose.axes[0][i], pose.axes[1][i], pose.axes[2][i]};
    return shape;
}

constexpr Vec3 kRows[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// Poses that users of FCL have reported (issues 388, 395, 398, 415, 428, and two of Drake's): its search threw.
TEST(ContactKnown, PosesFromReportsHaveExactContacts) {
    const Pose poses[][2] = {
        {{{0.03, 0.12, 0.1},
          {{-3.0627937852578681533e-08, -0.99999999999999888978, -2.8893865161583314238e-08},
           {0.9999999999999980016, -3.0627939739957803544e-08, 6.4729926918527511769e-08},
           {-6.4729927722963847085e-08, -2.8893863029448751323e-08, 0.99999999999999711342}},
          {0.63499979627350811029, -0.48500002215636439651, 1.0778146458339641356}},
         {{0.025, 0.35, 1.845}, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {0.8, -0.4575, 1.0225}}},
        {{{0.46, 0.48, 0.01}, {kRows[0], kRows[1], kRows[2]}, {-0.721, -0.772, 0.81}},
         {{0.049521, 0.146, 0.0725},
          {{0.10758262492983036718, -0.6624881850015212903, -0.74130653817877356637},
           {0.22682184885125472595, -0.709614040775253474, 0.6670830248314786326},
           {-0.96797615037608542021, -0.23991106241273435495, 0.07392465377049164954}},
          {-0.42677133002999478872, -0.76596851247746788882, 0.80746731400091054098}}},
        {{{0.49, 0.05, 0.21},
          {{4.8966386501092529215e-12, -1, 0}, {1, 4.8966386501092529215e-12, 0}, {0, 0, 1}},
          {-0.44, -0.61499999999858001587, 0.355}},
         {{0.035, 0.12, 0.03},
          {{0.83512153565236335595, -0.55006546945762568868, -9.4542360608233572896e-16},
           {0.55006546945762568868, 0.83512153565236313391, 1.1787444236552387666e-15},
           {1.2902271444330665572e-16, -1.4878153530113264589e-15, 1}},
          {-0.40653441507331000704, -0.69166166923735727945, 0.43057093858718892276}}},
        {{{0.614, 3, 0.37}, {kRows[0], kRows[1], kRows[2]}, {-0.675, 0, 0.9115}},
         {{0.494, 0.552, 0.01}, {kRows[0], kRows[1], kRows[2]}, {-0.692, 0, 0.935}}},
        {{{0.2, 0.33, 0.1}, {kRows[0], kRows[1], kRows[2]}, {-0.071, -0.772, 0.8}},
         {{0.452, 0.27, 0.6},
          {kRows[0], kRows[1], kRows[2]},
          {0.121, -0.78769605692727695523, 0.53422044196125151316}}},
        {{{0.3165, 0.2276, 0.1768},
          {{0.44540578475530234748, 0.89532881496493399442, -8.8937407685638678971e-09},
           {-0.89532881496493377238, 0.44540578475530190339, -2.8948680226084145336e-08},
           {-2.1957263975186326105e-08, 2.0856732016652919226e-08, 0.99999999999999955591}},
          {1.2652949075960071568, 1.4551012423210101243, 0.49480006232932938204}},
         {{0.4943, 0.3546, 0.0752},
          {{0.44171122913485860728, 0.8971572827861190591, -1.622764514865468214e-09},
           {-0.8971572827861190591, 0.44171122913485860728, -5.1621053952306079594e-09},
           {-3.9144271413829990148e-09, 3.7360349218094348098e-09, 1}},
          {1.1304016226141906376, 1.8410802645284281009, 0.44400006232932492933}}},
        {{{0.05, 0.55, 0.3},
          {{0.00079632671073326442932, -0.99999968293183538748, 0},
           {0.99999968293183538748, 0.00079632671073326442932, 0},
           {0, 0, 1}},
          {0.75, 0, 0.15}},
         {{0.25, 0.2, 0.15}, {{0, 0, 1}, {-1, 0, 0}, {0, -1, 0}}, {0.75, 0, 0.15}}},
    };
    std::vector<BodyContact> found;
    for (const auto& pair : poses) {
        SCOPED_TRACE(found.size());
        found.push_back(checked(shapeOf(pair[0]), pair[0].at, shapeOf(pair[1]), pair[1].at));
    }
    // A plate in a box: the way out is up, though the plate is level with it.
    EXPECT_NEAR(found[3].distance, -(0.005 + 0.185 - 0.0235), 1e-15);
    EXPECT_NEAR(found[3].normal.z, 1, 1e-15);
    EXPECT_NEAR(found[5].distance, 0, 1e-10);
}

// A tilted stack whose boxes kiss (FCL's issue 493), from 10^-3 deep to 10^-3 apart, in steps down to one rounding.
TEST(ContactKnown, ThroughAKissTheDistanceIsMonotone) {
    Pose pose = {{1, 1, 1},
                 {{0.94096063217417758029, 0.29296840037289501035, 0.16959541586174811667},
                  {-0.23569836841299879326, 0.92661523595848427348, -0.29296840037289506586},
                  {-0.2429801799032638987, 0.23569836841299884878, 0.94096063217417758029}},
                 {}};
    for (const double dim : {0.01, 0.25, 0.5, 10.0, 256.0}) {
        pose.size = {dim, dim, dim};
        pose.at = {0, 0, 5 * dim};
        const Shape box = shapeOf(pose);
        double before = -1;
        for (int i = -52; i <= 52; ++i) {
            const double moved = (i < 0 ? -1 : i > 0 ? 1 : 0) * dim * 1e-3 * std::pow(2, std::abs(i) - 52.0);
            const BodyContact found = contact(box, pose.at, box, pose.at + box.axes[1] * (dim + moved));
            EXPECT_NEAR(found.distance, moved, dim * 4e-15);
            EXPECT_GE(found.distance, before - dim * 2e-15) << "dim " << dim << " step " << i;
            EXPECT_NEAR(dot(found.normal, box.axes[1]), 1, 1e-14);
            before = found.distance;
        }
    }
}

// Boxes on a grid: the answer is interval arithmetic on the axes, to the bit.
TEST(ContactKnown, AlignedBoxesOnAGridAreIntervals) {
    std::size_t apart = 0, touching = 0, over = 0;
    for (const double grid : {0.5, 0.25, 0.125})
        for (int x = -8; x <= 8; ++x)
            for (int y = -8; y <= 8; ++y)
                for (int z = -8; z <= 8; ++z) {
                    const Vec3 at = Vec3{double(x), double(y), double(z)} * grid;
                    const BodyContact found = contact(boxOf({1, 2, 1}), {}, boxOf({1, 1, 0.5}), at);
                    const Vec3 gaps = {std::fabs(at.x) - 1, std::fabs(at.y) - 1.5, std::fabs(at.z) - 0.75};
                    Vec3 out;
                    double most = -10;
                    for (int i = 0; i < 3; ++i) out[i] = std::fmax(0, gaps[i]), most = std::fmax(most, gaps[i]);
                    (most > 0 ? apart : most < 0 ? over : touching) += 1;
                    if (most <= 0) {
                        EXPECT_EQ(found.distance, most) << at.x << " " << at.y << " " << at.z;
                    } else {
                        EXPECT_NEAR(found.distance, length(out), 4e-15) << at.x << " " << at.y << " " << at.z;
                    }
                    EXPECT_EQ(found.overlaps, most < 0);
                    EXPECT_EQ(certificateFault(found, boxOf({1, 2, 1}), {}, boxOf({1, 1, 0.5}), at, 4e-15), "");
                }
    EXPECT_GE(apart, 5000u);
    EXPECT_GE(touching, 500u);
    EXPECT_GE(over, 1500u);
}

// Jolt's own test allows 3.5 % of error for balls at one place. The direction is the first axis, by rule.
TEST(ContactKnown, BodiesAtOnePlaceHaveExactDepths) {
    const Shape ball = Shape::ball(2), small = Shape::ball(0.5);
    const BodyContact balls = contact(ball, {1, 2, 3}, small, {1, 2, 3});
    EXPECT_EQ(balls.distance, -2.5);
    EXPECT_EQ(std::fabs(balls.normal.x), 1);
    EXPECT_EQ(balls.onA - balls.onB, balls.normal * 2.5);
    EXPECT_EQ(contact(ball, {}, ball, {}).distance, -4);
    for (double near = 1e-300; near < 1; near *= 1e3)
        EXPECT_EQ(checked(ball, {}, small, {0, near, 0}).normal, (Vec3{0, 1, 0})) << near;
    const Shape box = boxOf({4, 6, 8});
    EXPECT_EQ(checked(ball, {}, box, {}).distance, -4);
    EXPECT_EQ(checked(box, {}, boxOf({1, 1, 1}), {}).distance, -2.5);
    EXPECT_EQ(std::fabs(checked(box, {}, boxOf({1, 1, 1}), {}).normal.x), 1);
    const Shape capsule = Shape::capsule({0, 0, -3}, {0, 0, 3}, 1);
    EXPECT_EQ(checked(capsule, {}, ball, {}).distance, -3);
    EXPECT_EQ(checked(capsule, {}, ball, {0, 0, 2}).normal.z, 0);
    EXPECT_EQ(checked(capsule, {}, box, {}).distance, -3);
    EXPECT_EQ(checked(capsule, {}, Shape::capsule({-3, 0, 0}, {3, 0, 0}, 1), {}).distance, -2);
    EXPECT_EQ(std::fabs(checked(capsule, {}, Shape::capsule({-3, 0, 0}, {3, 0, 0}, 1), {}).normal.y), 1);
}

// Jolt's ball beside a box at seven places, faces, edges, a corner and within, the whole turned ten times. Its test
// allows a tenth of a degree and 9e-4 units.
TEST(ContactKnown, ABallAtSevenPlacesOfABoxTurnedTenTimes) {
    struct Place {
        Vec3 at;          // the ball's middle
        double distance;  // of a ball of radius 1 from a box of 4 x 6 x 8
        Vec3 normal;      // from the box to the ball
    };
    const double two = std::sqrt(0.5), three = std::sqrt(1.0 / 3), out = 0.4;
    const Place places[] = {{{2.5, 1, -1}, -0.5, {1, 0, 0}},
                            {{0.5, -3.75, 2}, -0.25, {0, -1, 0}},
                            {{0.5, 1, 5.5}, 0.5, {0, 0, 1}},
                            {{2 + out, 3 + out, 1}, out / two - 1, {two, two, 0}},
                            {{2 + out, -1, -4 - out}, out / two - 1, {two, 0, -two}},
                            {{-2 - out, 3 + out, 4 + out}, out / three - 1, {-three, three, three}},
                            {{1.5, 0.5, 0.25}, -1.5, {1, 0, 0}}};
    const Shape ball = Shape::ball(1);
    for (int turn = 0; turn < 10; ++turn) {
        const Vec3 angles{17.0 * turn, 36.0 * turn, -23.0 * turn};
        const Shape box = boxOf({4, 6, 8}).turned(angles);
        const auto turned = [&](const Vec3& v) { return box.axes[0] * v.x + box.axes[1] * v.y + box.axes[2] * v.z; };
        for (const Place& place : places) {
            SCOPED_TRACE(testing::Message() << "turn " << turn << ", distance " << place.distance);
            const BodyContact found = checked(box, {}, ball, turned(place.at));
            EXPECT_NEAR(found.distance, place.distance, 1e-14);
            EXPECT_LE(length(found.normal - turned(place.normal)), 1e-14);
            const Vec3 onBall = place.at - place.normal;
            EXPECT_LE(length(found.onB - turned(onBall)), 1e-13);
        }
    }
}

// Jolt's ten plates of 0.2 with a ball between them: each is told with its own depth, and the deepest is in the middle.
TEST(ContactKnown, OfTenPlatesTheMiddleOneIsDeepest) {
    const Shape plate = boxOf({40, 40, 0.2}), ball = Shape::ball(3.75);
    for (int i = 0; i < 10; ++i) {
        const BodyContact found = checked(plate, {0, 0, 1.0 * i}, ball, {1, 2, 5.0625});
        const double above = 5.0625 - i;
        // A ball on one side leaves there, and so it does where its middle is in the plate.
        EXPECT_NEAR(found.distance, std::fabs(above) - 0.1 - 3.75, 1e-14) << i;
        EXPECT_EQ(found.normal, (Vec3{0, 0, above < 0 ? -1.0 : 1.0})) << i;
        EXPECT_EQ(found.overlaps, i >= 2 && i <= 8) << i;
    }
    EXPECT_NEAR(checked(plate, {0, 0, 5}, ball, {1, 2, 5.0625}).distance, -(3.75 + 0.1 - 0.0625), 1e-14);
}

// A ball that sinks into a box gets deeper all the way to its middle.
TEST(ContactKnown, ABallInsideABoxGetsDeeperToItsMiddle) {
    const Shape box = boxOf({10, 12, 14}), ball = Shape::ball(1);
    double before = 2;
    for (int i = 0; i < 70; ++i) {
        const BodyContact found = checked(ball, {7 - 0.1 * i, 0.5, 0.25}, box, {});
        EXPECT_NEAR(found.distance, 1 - 0.1 * i, 1e-14);
        EXPECT_LT(found.distance, before);
        EXPECT_EQ(found.normal, (Vec3{-1, 0, 0})) << i;
        before = found.distance;
    }
}

TEST(ContactKnown, WhatIsSharedIsTouchedInItsMiddle) {
    // A plank across a beam, apart and overlapping.
    for (const double height : {1.5, 1.0, 0.75}) {
        const BodyContact found = checked(boxOf({20, 2, 1}), {}, boxOf({2, 20, 1}), {3, 4, height});
        EXPECT_EQ(found.onA, (Vec3{3, 0, 0.5})) << height;
        EXPECT_EQ(found.onB, (Vec3{3, 0, height - 0.5})) << height;
    }
    // Edge above edge, side by side, and a capsule that lies on a box.
    const BodyContact edges = checked(boxOf({10, 2, 2}), {}, boxOf({4, 2, 2}), {4, 5, 4});
    EXPECT_NEAR(length(edges.onA - Vec3{3.5, 1, 1}), 0, 1e-15);
    EXPECT_EQ(edges.family, ContactFamily::Corner);
    const Shape capsule = Shape::capsule({-4, 0, 0}, {4, 0, 0}, 1);
    EXPECT_EQ(checked(capsule, {3, 0, 2}, boxOf({10, 10, 2}), {}).onA, (Vec3{2, 0, 1}));
    EXPECT_EQ(checked(capsule, {}, capsule, {5, 0, 3}).onA, (Vec3{2.5, 0, 1}));
    // Tilted by almost nothing, the depth moves by almost nothing.
    const Shape tilted = Shape::capsule({-4, 0, -4e-12}, {4, 0, 4e-12}, 1);
    EXPECT_NEAR(checked(capsule, {}, tilted, {5, 0, 3}).distance, 1, 1e-11);
}

// One-ulp jiggles of a box that rests on another never change what touches.
TEST(ContactKnown, ARestingBoxThatTremblesKeepsItsFace) {
    const Shape floor = boxOf({100, 100, 10}), box = boxOf({2, 3, 4}).turned({0, 33, 0});
    const BodyContact still = checked(floor, {}, box, {1, 2, 7});
    ASSERT_EQ(still.family, ContactFamily::FaceB);
    for (int i = -5; i <= 5; ++i) {
        Shape trembling = box;
        trembling.axes[2].x += i * 1e-16;
        trembling.axes[0].z -= i * 1e-16;
        const BodyContact found = checked(floor, {}, trembling, {1, 2, 7 + i * 1e-15});
        EXPECT_EQ(found.family, still.family);
        EXPECT_NEAR(length(found.onA - still.onA), 0, 1e-13);
    }
}

TEST(ContactKnown, EqualBodiesHaveEqualContacts) {
    const Shape box = boxOf({3, 4, 5}).turned({10, 20, 30});
    const Vec3 at = {1.5, 3.5, 2.25};
    const auto expectSame = [&](const Shape& one, const Shape& other) {
        const BodyContact p = contact(one, at, box, {}), q = contact(other, at, box, {});
        EXPECT_EQ(p.distance, q.distance);
        EXPECT_EQ(p.normal, q.normal);
        EXPECT_EQ(p.onA, q.onA);
        EXPECT_EQ(p.onB, q.onB);
    };
    expectSame(Shape::ball(1), Shape::capsule({}, {}, 1));
    expectSame(Shape::ball(0), boxOf({}));
    expectSame(Shape::capsule({-1, 0, 2}, {1, 3, 0}, 1), Shape::capsule({1, 3, 0}, {-1, 0, 2}, 1));
}

TEST(ContactKnown, BadArgumentsAreInvalid) {
    const Shape good = Shape::ball(1);
    const auto expectInvalid = [&](const Shape& shape, const Vec3& origin) {
        for (const BodyContact& found : {contact(shape, origin, good, {}), contact(good, {}, shape, origin)}) {
            EXPECT_TRUE(found.invalid);
            EXPECT_FALSE(found.overlaps || found.exact);
            EXPECT_EQ(found.distance, 0);
            EXPECT_EQ(found.normal, Vec3{});
        }
        EXPECT_FALSE(overlaps(shape, origin, shape, origin));
    };
    expectInvalid(Shape::ball(-1), {});
    expectInvalid(Shape::ball(kNan), {});
    expectInvalid(Shape::ball(1e9), {});
    expectInvalid(Shape::capsule({0, 0, kNan}, {}, 1), {});
    expectInvalid(boxOf({1, -1, 1}), {});
    expectInvalid(good, {0, kNan, 0});
    expectInvalid(good, {0, 0, 2 * kMaxCoordinate});
    Shape sheared = boxOf({1, 1, 1});
    sheared.axes[0] = {1, 0.1, 0};
    expectInvalid(sheared, {});
    // Infinite axes beside smaller and larger boxes, whose axes are compared together.
    for (const double size : {0.5, 16.0}) {
        Shape endless = boxOf({2, 2, 2});
        endless.axes[0] = {std::numeric_limits<double>::infinity(), 0, 0};
        endless.axes[1] = {0, 0.6, 0.8};
        endless.axes[2] = {0, -0.8, 0.6};
        for (const auto& found : {contact(endless, {}, boxOf({size, size, size}), {10, 1, 2}),
                                  contact(boxOf({size, size, size}), {10, 1, 2}, endless, {})})
            EXPECT_TRUE(found.invalid) << size;
        EXPECT_FALSE(overlaps(endless, {}, boxOf({size, size, size}), {}));
        EXPECT_FALSE(overlaps(boxOf({size, size, size}), {}, endless, {}));
    }
    expectInvalid(Shape::cylinder(-1, 1), {});
    expectInvalid(Shape::cylinder(1, -1), {});
    expectInvalid(Shape::cylinder(kNan, 1), {});
    expectInvalid(Shape::cylinder(1, kNan), {});
    expectInvalid(Shape::cylinder(1, 1, {0, kNan, 0}), {});
    Shape mirrored = Shape::cylinder(1, 1);
    mirrored.axes[2] = {0, 0, -1};
    expectInvalid(mirrored, {});
    ConvexShape set;
    const std::vector<Vec3> points(kMaxConvexPoints + 1, Vec3{1, 2, 3});
    EXPECT_EQ(prepare(points, set), PrepareStatus::TooManyPoints);
    expectInvalid(Shape::of(set), {});
    EXPECT_EQ(prepare({}, set), PrepareStatus::Invalid);
    expectInvalid(Shape::of(set), {});
    const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    ASSERT_EQ(prepare(corners, set), PrepareStatus::Ok);
    Shape shearedSet = Shape::of(set);
    EXPECT_FALSE(contact(shearedSet, {}, good, {}).invalid);
    shearedSet.axes[1] = {0.5, 0.5, 0};
    expectInvalid(shearedSet, {});
    shearedSet.axes[1] = {0, kNan, 0};
    expectInvalid(shearedSet, {});
    Shape unknown = good;
    unknown.kind = static_cast<ShapeKind>(9);
    expectInvalid(unknown, {});
    EXPECT_FALSE(contact(good, {}, good, {}).invalid);
}

}  // namespace
}  // namespace hullbake::test
