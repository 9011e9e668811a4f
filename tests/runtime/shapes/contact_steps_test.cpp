// Row F5 of docs/proofs.md: no pair of bodies keeps a search going. Pairs are those on which searches of other
// libraries never end: parallel faces, heaps of cylinders, edges in the plane of a face, bodies at one place.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "hullbake/contact.hpp"
#include "hullbake/shape.hpp"
#include "shapes/contact_brute.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261128;
// Of the size: points of bodies that are searched for lie beside a face by so much where it is nearly parallel.
constexpr double kPointTolerance = 1e-4;
// Steps of the search for nearest points, and of the search among directions that two cylinders need: 4,253 was the
// most of 450,000 pairs.
constexpr int kMostNearest = 128, kMostOfTwoCylinders = 8192;

struct Adverse {
    Shape a, b;
    Vec3 at;  // of b, beside a at the origin
    bool isSearched() const {
        const auto needs = [](const Shape& s) { return s.kind == ShapeKind::Cylinder || s.kind == ShapeKind::Convex; };
        return needs(a) || needs(b);
    }
    bool twoCylinders() const { return a.kind == ShapeKind::Cylinder && b.kind == ShapeKind::Cylinder; }
};

// A tilt of noise, of a hair or of nothing.
double anyTilt(Random& random) {
    const double kind = random.unit();
    if (kind < 0.4) return 0;
    return std::pow(10, kind < 0.7 ? random.between(-17, -12) : random.between(-12, -2)) *
           (random.chance(0.5) ? 1 : -1);
}

void turn(Shape& shape, int axis, double radians) {
    Vec3 &u = shape.axes[(axis + 1) % 3], &v = shape.axes[(axis + 2) % 3];
    const Vec3 right = u * std::cos(radians) + v * std::sin(radians);
    v = v * std::cos(radians) - u * std::sin(radians);
    u = right;
}

class AdversePairs {
  public:
    explicit AdversePairs(std::uint64_t seed) : random_(seed) {
        std::vector<Vec3> cube, prism, flat;
        for (int i = 0; i < 8; ++i) cube.push_back({i & 1 ? 4.0 : -4.0, i & 2 ? 4.0 : -4.0, i & 4 ? 4.0 : -4.0});
        for (int i = 0; i < 16; ++i) {
            const double angle = i * 0.39269908169872414;
            for (const double up : {-3.0, 3.0}) prism.push_back({4 * std::cos(angle), 4 * std::sin(angle), up});
            flat.push_back({4 * std::cos(angle), 4 * std::sin(angle), 0});
        }
        EXPECT_EQ(prepare(cube, sets_[0]), PrepareStatus::Ok);
        EXPECT_EQ(prepare(prism, sets_[1]), PrepareStatus::Ok);
        EXPECT_EQ(prepare(flat, sets_[2]), PrepareStatus::Ok);
    }

    Adverse next() {
        Adverse pair{anyShape(), anyShape(), {}};
        if (random_.chance(0.3)) pair.b = pair.a;
        for (Shape* shape : {&pair.a, &pair.b}) {
            if (random_.chance(0.3)) turn(*shape, static_cast<int>(random_.index(3)), quarter() * random_.whole(1, 7));
            for (int axis = 0; axis < 3; ++axis)
                if (const double tilt = anyTilt(random_); tilt != 0) turn(*shape, axis, tilt);
        }
        place(pair);
        return pair;
    }

  private:
    static double quarter() { return 0.78539816339744831; }
    double length() { return random_.chance(0.15) ? 0 : random_.whole(1, 16) * 0.5; }

    Shape anyShape() {
        switch (random_.index(6)) {
            case 0:
            case 1:
                return Shape::cylinder(length(), length());
            case 2:
                return Shape::capsule({0, 0, -length()}, {0, 0, length()}, length());
            case 3: {
                const Vec3 half{length(), length(), length()};
                return Shape::box({-half, half});
            }
            default:
                return Shape::of(sets_[random_.index(sets_.size())]);
        }
    }

    // In a heap: one upon the other, side by side or crossed, at a distance of nothing or of a hair.
    void place(Adverse& pair) {
        const int axis = static_cast<int>(random_.index(3));
        pair.at[axis] = random_.chance(0.1) ? 0 : 40;
        if (random_.chance(0.3)) pair.at[(axis + 1) % 3] = random_.whole(-8, 8) * 0.5;
        if (random_.chance(0.1)) return;
        const BodyContact before = contact(pair.a, {}, pair.b, pair.at);
        const double hair = anyTilt(random_), distance = random_.chance(0.2) ? -random_.between(0, 8) : hair;
        pair.at = pair.at + before.normal * (distance - before.distance);
    }

    Random random_;
    std::array<ConvexShape, 3> sets_;
};

std::string text(const Adverse& pair) {
    return "kinds " + std::to_string(int(pair.a.kind)) + " and " + std::to_string(int(pair.b.kind));
}

// Every answer is finite and certified, however many steps its search took, and no search takes more than it may.
TEST(ContactSteps, AreLimitedAndTheAnswersStand) {
    const int rounds = sized<int>(6000, 400000);
    AdversePairs pairs(kSeed);
    int most = 0, mostOfCylinders = 0;
    std::size_t cylinders = 0, touching = 0, searched = 0, unsure = 0;
    for (int round = 0; round < rounds; ++round) {
        const Adverse pair = pairs.next();
        const BodyContact found = contact(pair.a, {}, pair.b, pair.at);
        SCOPED_TRACE(testing::Message() << "seed " << kSeed << " round " << round << " " << text(pair));
        ASSERT_FALSE(found.invalid);
        const double points = pair.isSearched() ? kPointTolerance : 0;
        ASSERT_EQ(certificateFault(found, pair.a, {}, pair.b, pair.at, 1e-9, points), "") << found.distance;
        ASSERT_EQ(overlaps(pair.a, {}, pair.b, pair.at), found.overlaps);
        int& largest = pair.twoCylinders() ? mostOfCylinders : most;
        largest = std::max<int>(largest, found.steps);
        cylinders += pair.twoCylinders() ? 1 : 0;
        touching += std::fabs(found.distance) < 1e-9 ? 1 : 0;
        searched += found.steps > 0 ? 1 : 0;
        unsure += found.exact ? 0 : 1;
    }
    std::cout << "[  steps   ] at most " << most << ", of two cylinders " << mostOfCylinders << "; unsure " << unsure
              << " of " << rounds << "\n";
    EXPECT_LE(most, kMostNearest);
    EXPECT_LE(mostOfCylinders, kMostOfTwoCylinders);
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 400000); };
    EXPECT_GE(cylinders, least(20000));
    EXPECT_GE(touching, least(80000));
    EXPECT_GE(searched, least(120000));
}

}  // namespace
}  // namespace hullbake::test
