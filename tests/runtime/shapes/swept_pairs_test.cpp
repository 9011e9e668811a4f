// The broad phase finds exactly the pairs that a double loop finds, in one order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hullbake/contact.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Found {
    PairCount answer;
    std::vector<BodyPair> pairs;
};

Found pairsOf(const std::vector<SweptBounds>& boxes, std::size_t room) {
    std::vector<std::uint32_t> scratch(boxes.size(), 77);
    std::vector<BodyPair> out(room + 1, BodyPair{99, 98});
    Found found;
    found.answer = sweptPairs(boxes, scratch, std::span(out).first(room));
    EXPECT_EQ(out[room], (BodyPair{99, 98})) << "wrote beyond the span";
    out.resize(std::min(room, found.answer.count));
    found.pairs = out;
    return found;
}

struct Seen {
    std::size_t touching = 0, equal = 0, empty = 0, huge = 0, masked = 0, pairs = 0;
};

// By the definition, box by box and axis by axis.
std::vector<BodyPair> pairsByDoubleLoop(const std::vector<SweptBounds>& boxes, Seen& seen) {
    std::vector<BodyPair> pairs;
    for (std::uint32_t i = 0; i < boxes.size(); ++i)
        for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
            const SweptBounds &p = boxes[i], &q = boxes[j];
            bool apart = false, touches = false;
            for (int a = 0; a < 3; ++a) {
                const double low = std::max(p.mins[a], q.mins[a]), high = std::min(p.maxs[a], q.maxs[a]);
                apart = apart || low > high || p.mins[a] > p.maxs[a] || q.mins[a] > q.maxs[a];
                touches = touches || low == high;
            }
            if (apart) continue;
            if ((p.mask & q.kind) == 0 || (q.mask & p.kind) == 0) {
                ++seen.masked;
                continue;
            }
            pairs.push_back({i, j});
            ++seen.pairs;
            if (touches) ++seen.touching;
            if (p.mins == q.mins && p.maxs == q.maxs) ++seen.equal;
            if (std::isinf(p.maxs.x - p.mins.x) || std::isinf(q.maxs.x - q.mins.x)) ++seen.huge;
        }
    return pairs;
}

SweptBounds randomBox(const std::vector<SweptBounds>& before, double room, Random& random) {
    SweptBounds box;
    if (!before.empty() && random.chance(0.1))
        box = before[random.index(before.size())];
    else if (random.chance(0.02))
        box = {{-kInfinity, -1, -kInfinity}, {kInfinity, 1, kInfinity}};
    else {
        box.mins = random.gridPointIn({{-room, -room, -room / 4}, {room, room, room / 4}});
        for (int a = 0; a < 3; ++a) box.maxs[a] = box.mins[a] + random.whole(0, 4);
        if (random.chance(0.5)) box.maxs = box.maxs + Vec3{random.unit(), random.unit(), random.unit()};
        if (random.chance(0.05)) box.mins.y = std::nextafter(box.maxs.y, 1e9);
        if (random.chance(0.02)) box.mins = box.mins * 1e300, box.maxs = box.maxs * 1e300;
    }
    if (random.chance(0.3)) box.mask = 1u << random.index(3), box.kind = 1u << random.index(3);
    return box;
}

TEST(SweptPairs, AreThoseOfTheDoubleLoopInItsOrder) {
    const std::uint64_t seed = 20260726;
    const int rounds = sized<int>(600, 20000);
    Random random(seed);
    Seen seen;
    for (int round = 0; round < rounds; ++round) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", round " << round);
        std::vector<SweptBounds> boxes;
        const std::size_t count = random.index(round % 20 == 0 ? 300 : 40);
        const double room = random.chance(0.5) ? 6 : 24;
        while (boxes.size() < count) {
            boxes.push_back(randomBox(boxes, room, random));
            seen.empty += boxes.back().mins.y > boxes.back().maxs.y ? 1 : 0;
        }
        const std::vector<BodyPair> expected = pairsByDoubleLoop(boxes, seen);
        const Found all = pairsOf(boxes, expected.size() + 3);
        ASSERT_EQ(all.answer.status, PairStatus::Ok);
        ASSERT_EQ(all.answer.count, expected.size());
        ASSERT_EQ(all.pairs, expected);
        // Too short a span gets the first pairs, whatever order the sweep finds them in.
        const std::size_t room2 = random.index(expected.size() + 1);
        const Found some = pairsOf(boxes, room2);
        ASSERT_EQ(some.answer.count, expected.size());
        ASSERT_EQ(some.pairs, std::vector<BodyPair>(expected.begin(), expected.begin() + std::ptrdiff_t(room2)));
    }
    const auto least = [&](std::size_t full) { return scaledMinimum<std::size_t>(full, rounds, 20000); };
    EXPECT_GE(seen.pairs, least(500000));
    EXPECT_GE(seen.touching, least(100000));
    EXPECT_GE(seen.equal, least(20000));
    EXPECT_GE(seen.empty, least(10000));
    EXPECT_GE(seen.huge, least(20000));
    EXPECT_GE(seen.masked, least(50000));
}

TEST(SweptPairs, BothBodiesMustWantToMeet) {
    std::vector<SweptBounds> boxes(2);
    boxes[0].kind = 1, boxes[0].mask = 2;
    boxes[1].kind = 2, boxes[1].mask = 1;
    EXPECT_EQ(pairsOf(boxes, 1).answer.count, 1u);
    boxes[1].mask = 2;
    EXPECT_EQ(pairsOf(boxes, 1).answer.count, 0u);
    boxes[1].mask = 1, boxes[0].mask = 0;
    EXPECT_EQ(pairsOf(boxes, 1).answer.count, 0u);
}

TEST(SweptPairs, OneUlpDecidesBetweenTouchingAndApart) {
    for (int a = 0; a < 3; ++a) {
        std::vector<SweptBounds> boxes = {{{0, 0, 0}, {1, 1, 1}}, {{0, 0, 0}, {3, 3, 3}}};
        boxes[1].mins[a] = 1;
        EXPECT_EQ(pairsOf(boxes, 1).answer.count, 1u) << a;
        boxes[1].mins[a] = std::nextafter(1.0, 2.0);
        EXPECT_EQ(pairsOf(boxes, 1).answer.count, 0u) << a;
    }
}

TEST(SweptPairs, BadInputIsToldAndNothingIsWritten) {
    std::vector<SweptBounds> boxes(70, SweptBounds{{0, 0, 0}, {1, 1, 1}});
    std::vector<std::uint32_t> scratch(70);
    std::vector<BodyPair> out(4, BodyPair{5, 6});
    const auto expectRefused = [&](std::size_t room, PairStatus status) {
        const PairCount answer = sweptPairs(boxes, std::span(scratch).first(room), out);
        EXPECT_EQ(answer.status, status);
        EXPECT_EQ(answer.count, 0u);
        EXPECT_EQ(out, std::vector<BodyPair>(4, BodyPair{5, 6}));
    };
    expectRefused(69, PairStatus::ScratchTooSmall);
    expectRefused(0, PairStatus::ScratchTooSmall);
    for (const std::size_t at : {std::size_t{0}, std::size_t{69}})
        for (int a = 0; a < 6; ++a) {
            double& corner = (a < 3 ? boxes[at].mins : boxes[at].maxs)[a % 3];
            const double was = corner;
            corner = kNan;
            expectRefused(70, PairStatus::NotANumber);
            corner = was;
        }
    EXPECT_EQ(sweptPairs(boxes, scratch, {}).count, 70u * 69 / 2);
    EXPECT_EQ(sweptPairs({}, {}, {}).status, PairStatus::Ok);
}

}  // namespace
}  // namespace hullbake::test
