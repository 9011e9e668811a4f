// Proves that walking over a curved patch catches on none of its inner edges, whichever side is its front.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "formats/patch_brushes.hpp"
#include "proofs/moving_support.hpp"
#include "support/maps.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261127;

// The arch rises from z = 0 at x = -256 and 256 to 64, with a slope of a half at its ends.
constexpr double kHalfRun = 256, kControlHeight = 128, kTop = 64, kWidth = 256;
constexpr double kThickness = 1;  // of the shell of a patch

enum class Front { Up, Down };

std::string rowOf(double x, double z, Front front) {
    const double first = front == Front::Up ? -kWidth : kWidth;
    std::string row = "(";
    for (const double y : {first, 0.0, -first})
        row += " ( " + std::to_string(x) + " " + std::to_string(y) + " " + std::to_string(z) + " 0 0 )";
    return row + " )\n";
}

/// Returns a floor with the arch on it. With its front down the shell is above the curve, and its ends are lips of one
/// unit that lean over whoever comes.
Proof archProof(Front front) {
    MapFile map = parseText("{\n\"classname\" \"worldspawn\"\n" + boxText({-1024, -512, -64}, {1024, 512, 0}, "floor") +
                            "{\npatchDef2\n{\narch\n( 3 3 0 0 0 )\n(\n" + rowOf(-kHalfRun, 0, front) +
                            rowOf(0, kControlHeight, front) + rowOf(kHalfRun, 0, front) + ")\n}\n}\n}\n");
    EXPECT_GE(addPatchBrushes(map).brushes, 6u);
    return bakeProof(std::move(map));
}

struct Walked {
    std::size_t ticks = 0, edges = 0, onTop = 0;
    double climbed = 0;  // units, up steps
};

// Returns a walker that stands before the arch, at any place along it.
WalkState beforeArch(Body& body, double lowest, double rate, SplitMix& random) {
    WalkState state;
    state.origin = {-kHalfRun - 80, (random.unit() - 0.5) * 64, lowest + 8};
    for (int tick = 0; tick < rate && !state.onGround; ++tick) state = body.walk({}, state, 1 / rate).state;
    EXPECT_TRUE(state.onGround);
    return state;
}

// Walks over the arch once. Its top is at a height of `top`.
void walkOver(const Proof& proof, const char* hull, bool query, double rate, double speed, double top, SplitMix& random,
              Walked& count) {
    constexpr double kLeastShare = 0.8;  // of the wanted speed; the slope alone leaves 0.89
    Body body(proof, hull, query);
    const double turn = (random.unit() - 0.5) * 0.5, lowest = -proof.clip.hull(proof.hull(hull)).box.mins.z;
    WalkState state = beforeArch(body, lowest, rate, random);
    const Vec3 wanted{speed * std::cos(turn), speed * std::sin(turn), 0};
    while (state.origin.x < kHalfRun + 64) {
        state.velocity = wanted;
        const Vec3 before = state.origin, normal = state.ground.normal;
        const WalkResult result = body.walk({}, state, 1 / rate);
        state = result.state;
        count.climbed += result.climbed;
        const std::string where = std::string(hull) + " at " + text(state.origin) + ", seed " + std::to_string(kSeed);
        ASSERT_GE(dot(state.origin - before, wanted) / speed, kLeastShare * speed / rate) << where;
        ASSERT_TRUE(state.onGround) << where;
        count.edges += state.ground.normal == normal ? 0 : 1;
        ++count.ticks;
        if (std::fabs(state.origin.x) > 8) continue;
        ++count.onTop;
        ASSERT_NEAR(state.origin.z - lowest, top, 1) << where;
    }
    EXPECT_EQ(body.faults(), 0u);
}

template <class Visit>
void forAllWalks(int least, Visit visit) {
    for (const double rate : sizedList<double>(3, {30, 72, 125, 10, 250, 1000}))
        for (const double speed : {100.0, 320.0, 600.0}) {
            if (speed / rate > 20) continue;  // such ticks leave the ground behind a crest
            for (int walk = 0; walk < sized(least, 16); ++walk) visit(walk % 2 == 1, rate, speed);
        }
}

TEST(CurveProof, WalkingCatchesNowhere) {
    const Proof proof = archProof(Front::Up);
    SplitMix random(kSeed);
    Walked count;
    for (const char* hull : {"point", "player", "large"})
        forAllWalks(2, [&](bool query, double rate, double speed) {
            walkOver(proof, hull, query, rate, speed, kTop, random, count);
        });
    EXPECT_GE(count.ticks, 5000u);
    EXPECT_GE(count.edges, 500u);
    EXPECT_GE(count.onTop, 100u);
}

/// A ribbon of 64 curved sections along x, each as smooth as its neighbours go on.
struct Ribbon {
    static constexpr int kSections = 64;
    static constexpr double kSection = 64, kBegin = -kSections * kSection / 2;  // units
    std::vector<double> heights;                                                // of its 129 rows of control points

    explicit Ribbon(SplitMix& random) {
        for (int i = 0; i <= 2 * kSections; ++i) heights.push_back(std::round(24 * random.unit()));
        for (std::size_t i = 2; i + 1 < heights.size(); i += 2) heights[i] = (heights[i - 1] + heights[i + 1]) / 2;
    }
    /// Returns the height of the curve: its parameter grows with x evenly.
    double at(double x) const {
        const double along = (x - kBegin) / kSection;
        const auto section = static_cast<std::size_t>(std::min(std::max(along, 0.0), kSections - 1.0));
        const double t = along - static_cast<double>(section), u = 1 - t;
        return u * u * heights[2 * section] + 2 * u * t * heights[2 * section + 1] + t * t * heights[2 * section + 2];
    }
    Proof baked() const {
        std::string rows;
        for (std::size_t i = 0; i < heights.size(); ++i)
            rows += rowOf(kBegin + static_cast<double>(i) * kSection / 2, heights[i], Front::Up);
        MapFile map = parseText("{\n\"classname\" \"worldspawn\"\n{\npatchDef2\n{\nribbon\n( 129 3 0 0 0 )\n(\n" +
                                rows + ")\n}\n}\n}\n");
        EXPECT_GE(addPatchBrushes(map).brushes, 128u);
        return bakeProof(std::move(map));
    }
};

// Sixty-four tiles in a row, as of the floors that catch nobody, but curved. What is solid lies within the error of the
// curve, and a box stands on the highest point below it.
TEST(CurveProof, SixtyFourSectionsCatchNowhere) {
    SplitMix random(kSeed + 1);
    const Ribbon ribbon(random);
    const Proof proof = ribbon.baked();
    Walked count;
    double highest = 0;
    for (const char* hull : {"point", "player", "large"}) {
        const Box box = proof.clip.hull(proof.hull(hull)).box;
        forAllWalks(1, [&](bool query, double rate, double speed) {
            Body body(proof, hull, query);
            WalkState state;
            state.origin = {-1980, (random.unit() - 0.5) * 300, 40 - box.mins.z};
            for (int tick = 0; tick < rate && !state.onGround; ++tick) state = body.walk({}, state, 1 / rate).state;
            ASSERT_TRUE(state.onGround);
            while (state.origin.x < 1980) {
                state.velocity = {speed, 0, 0};
                const Vec3 before = state.origin, normal = state.ground.normal;
                state = body.walk({}, state, 1 / rate).state;
                const std::string where =
                    std::string(hull) + " at " + text(state.origin) + ", seed " + std::to_string(kSeed + 1);
                ASSERT_GE(state.origin.x - before.x, 0.8 * speed / rate) << where;
                ASSERT_TRUE(state.onGround) << where;
                const double feet = state.origin.z + box.mins.z - kDefaultSkin;
                ASSERT_GE(feet, ribbon.at(state.origin.x) - kCurveError - 0.05) << where;
                if (box.maxs.x == 0) {
                    ASSERT_LE(feet, ribbon.at(state.origin.x) + kCurveError + 0.05) << where;
                }
                highest = std::max(highest, feet);
                count.edges += state.ground.normal == normal ? 0 : 1;
                ++count.ticks;
            }
            EXPECT_EQ(body.faults(), 0u);
        });
    }
    EXPECT_GE(count.ticks, 5000u);
    EXPECT_GE(count.edges, 1500u);
    EXPECT_GE(highest, 12);
}

// The sides of a box meet the lip as an upright wall, which is a low step: no speed is lost.
TEST(CurveProof, BoxesStepOntoALipThatLeansOver) {
    const Proof proof = archProof(Front::Down);
    SplitMix random(kSeed);
    Walked count;
    std::size_t walks = 0;
    for (const char* hull : {"player", "large"})
        forAllWalks(2, [&](bool query, double rate, double speed) {
            walkOver(proof, hull, query, rate, speed, kTop + kThickness, random, count);
            ++walks;
        });
    EXPECT_GE(count.ticks, 3000u);
    EXPECT_GE(count.edges, 300u);
    EXPECT_GE(count.climbed, 0.5 * kThickness * static_cast<double>(walks));
}

// A point meets the end of the lip itself, whose normal has a z of -0.45: no step but a wall (movement.md). It is no
// inner edge: nothing but that wall, and the floor, is touched where the point stops.
TEST(CurveProof, ALipThatLeansOverIsAWallForAPoint) {
    constexpr double kMostOverhang = -0.1;  // z of normals below which a wall is no step
    const Proof proof = archProof(Front::Down);
    SplitMix random(kSeed);
    std::size_t stopped = 0;
    forAllWalks(2, [&](bool query, double rate, double speed) {
        Body body(proof, "point", query);
        WalkState state = beforeArch(body, 0, rate, random);
        for (int tick = 0; tick < 2 * rate; ++tick) {
            state.velocity = {speed, 0, 0};
            const WalkResult result = body.walk({}, state, 1 / rate);
            state = result.state;
            ASSERT_LT(state.origin.x, -kHalfRun) << text(state.origin);
            ASSERT_EQ(result.steps, 0u);
            if (!result.blocked) continue;
            ++stopped;
            bool leans = false;
            for (std::uint32_t i = 0; i < result.planeCount; ++i) {
                const Vec3& n = result.planes[i];
                leans = leans || n.z < kMostOverhang;
                ASSERT_TRUE(n.z < kMostOverhang || n == (Vec3{0, 0, 1})) << text(n);
            }
            ASSERT_TRUE(leans) << text(state.origin);
        }
        EXPECT_EQ(body.faults(), 0u);
    });
    EXPECT_GE(stopped, 500u);
}

}  // namespace
}  // namespace hullbake::test
