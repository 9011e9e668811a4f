// Proves moves in C for every size of every struct and every input out of range. c_api_move_calls.c tries null
// pointers.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

#include "runtime/c/c_api_slide_rig.hpp"

namespace hullbake::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The shortest structs end at the end of a member.
static_assert(HULLBAKE_PROBE_MIN == offsetof(HullbakeProbe, model));
static_assert(HULLBAKE_SLIDE_INPUT_MIN == offsetof(HullbakeSlideInput, acceleration));
static_assert(HULLBAKE_SLIDE_RESULT_MIN == offsetof(HullbakeSlideResult, traces));
static_assert(HULLBAKE_PATH_POINT_MIN == offsetof(HullbakePathPoint, normal));
static_assert(HULLBAKE_WALK_RULES_MIN == offsetof(HullbakeWalkRules, gravity));
static_assert(HULLBAKE_WALK_STATE_MIN == offsetof(HullbakeWalkState, groundNormal));
static_assert(HULLBAKE_WALK_RESULT_MIN == offsetof(HullbakeWalkResult, steps));
static_assert(HULLBAKE_GROUND_MIN == offsetof(HullbakeGround, contents));
static_assert(HULLBAKE_HULL_CHANGE_MIN == sizeof(HullbakeHullChange));
static_assert(HULLBAKE_BOUNCE_RULES_MIN == offsetof(HullbakeBounceRules, acceleration));
static_assert(HULLBAKE_BOUNCE_STATE_MIN == sizeof(HullbakeBounceState));
static_assert(HULLBAKE_BOUNCE_HIT_MIN == offsetof(HullbakeBounceHit, normal));
static_assert(HULLBAKE_BOUNCE_RESULT_MIN == offsetof(HullbakeBounceResult, traces));

// Stores one struct of input or output at any size, with foreign bytes behind it.
template <class T>
struct AtSize {
    explicit AtSize(const T& value, std::uint32_t size) {
        bytes.fill(0xa5);
        std::memcpy(bytes.data(), &value, sizeof value);
        std::memcpy(bytes.data(), &size, sizeof size);
        if (size < sizeof value) std::memset(bytes.data() + std::max<std::size_t>(size, 4), 0xa5, sizeof value - size);
        before = bytes;
    }
    T* get() { return reinterpret_cast<T*>(bytes.data()); }

    alignas(8) std::array<unsigned char, sizeof(T) + 64> bytes{};
    std::array<unsigned char, sizeof(T) + 64> before{};
};

template <class T>
std::vector<std::uint32_t> sizesAround() {
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t size = 0; size <= sizeof(T) + 32; ++size) sizes.push_back(size);
    for (const std::uint32_t size : {0x80000000u, 0xfffffff8u, 0xffffffffu}) sizes.push_back(size);
    return sizes;
}

bool known(std::uint32_t size, std::size_t smallest, std::size_t whole) {
    return size >= smallest && size <= whole && size % 8 == 0;
}

/// Calls `ask(question)` with every size. Members that a shorter struct lacks count as defaults: its answer must be
/// that of the whole struct with defaults there. `answer` is the place of the answer.
template <class T, class Answer, class Ask>
void askAtEverySize(const T& value, const T& defaults, std::size_t smallest, const Answer& answer, const Ask& ask) {
    std::size_t asked = 0;
    for (const std::uint32_t size : sizesAround<T>()) {
        SCOPED_TRACE(testing::Message() << "size " << size);
        AtSize<T> question(value, size);
        const HullbakeStatus status = ask(question.get());
        if (!known(size, smallest, sizeof(T))) {
            EXPECT_EQ(status, HullbakeStatusBadSize);
            continue;
        }
        EXPECT_EQ(status, HullbakeStatusOk);
        ++asked;
        const Answer got = answer;
        T filled = defaults;
        std::memcpy(&filled, &value, size);
        filled.size = sizeof filled;
        EXPECT_EQ(ask(&filled), HullbakeStatusOk);
        EXPECT_EQ(std::memcmp(&got, &answer, sizeof got), 0);
    }
    EXPECT_EQ(asked, (sizeof(T) - smallest) / 8 + 1);
}

/// Calls `ask(answer)` with every size. The part that fits must equal the whole answer, and no byte behind it may
/// change.
template <class T, class Ask>
void answerAtEverySize(const T& start, std::size_t smallest, const Ask& ask) {
    T whole = start;
    ASSERT_EQ(ask(&whole), HullbakeStatusOk);
    for (const std::uint32_t size : sizesAround<T>()) {
        SCOPED_TRACE(testing::Message() << "size " << size);
        AtSize<T> answer(start, size);
        const HullbakeStatus status = ask(answer.get());
        const bool fits = known(size, smallest, sizeof(T));
        EXPECT_EQ(status, fits ? HullbakeStatusOk : HullbakeStatusBadSize);
        const std::size_t written = fits ? size : 0;
        if (fits) {
            whole.size = size;
            EXPECT_EQ(std::memcmp(answer.bytes.data(), &whole, size), 0);
        }
        EXPECT_TRUE(std::equal(answer.bytes.begin() + static_cast<std::ptrdiff_t>(written), answer.bytes.end(),
                               answer.before.begin() + static_cast<std::ptrdiff_t>(written)));
    }
}

// A slide and a walk with contacts. No member has its default.
struct Questions {
    HullbakeProbe probe = HULLBAKE_PROBE_INIT;
    HullbakeSlideInput slide = HULLBAKE_SLIDE_INPUT_INIT;
    HullbakeWalkRules rules = HULLBAKE_WALK_RULES_INIT;
    HullbakeWalkState state = HULLBAKE_WALK_STATE_INIT;

    Questions() {
        probe.hull = 1;
        probe.model = HULLBAKE_ALL_MODELS;
        probe.mask = HullbakeMaskAll;
        probe.skin = 0.125;
        probe.boxed = 1;
        probe.box = {{-8, -8, -8}, {8, 8, 16}};
        slide.mode = HullbakeSlideModeClassic;
        slide.origin = {10, -60, 40};
        slide.velocity = {-300, 700, -200};
        slide.seconds = 0.5;
        slide.acceleration = {10, 20, -800};
        slide.classic = {6, 0, 1.25, 1};
        slide.unstick = 12;
        rules.gravity = 500;
        rules.stepHeight = 40;
        rules.groundNormal = 0.9;
        rules.classic = {6, 0, 1.25, 1};
        rules.unstick = 12;
        rules.swims = 1;
        rules.liquids = HullbakeContentsLava;
        rules.ladders = HullbakeContentsLadder;
        rules.ladderReach = 2;
        rules.buoyancy = 700;
        rules.drag = 3;
        rules.ledge = 9;
        state.origin = {-40, -150, 8.5};
        state.velocity = {600, 0, 0};
        state.onGround = 1;
        state.groundNormal.z = 1;
        state.groundDist = 8;
        state.groundContents = HullbakeContentsSolid;
        state.ladder = {0, 0, 0.5};
    }
};

TEST_F(CApiSlide, QuestionsOfEverySize) {
    const Questions q;
    const HullbakeProbe noProbe = HULLBAKE_PROBE_INIT;
    const HullbakeSlideInput noInput = HULLBAKE_SLIDE_INPUT_INIT;
    const HullbakeWalkRules noRules = HULLBAKE_WALK_RULES_INIT;
    const HullbakeWalkState noState = HULLBAKE_WALK_STATE_INIT;
    HullbakeSlideResult slid = HULLBAKE_SLIDE_RESULT_INIT;
    HullbakeWalkResult walked = HULLBAKE_WALK_RESULT_INIT;
    HullbakeGround ground = HULLBAKE_GROUND_INIT;
    HullbakeHullChange change = HULLBAKE_HULL_CHANGE_INIT;
    askAtEverySize(q.probe, noProbe, HULLBAKE_PROBE_MIN, slid, [&](const HullbakeProbe* probe) {
        return hullbakeSlide(map_, probe, &q.slide, &slid, nullptr, 0, 0);
    });
    HullbakeProbe placed = q.probe;
    placed.model = 0;
    placed.placed = 1;
    placed.transform.displacement = {8, -4, 2};
    askAtEverySize(placed, noProbe, HULLBAKE_PROBE_MIN, slid, [&](const HullbakeProbe* probe) {
        return hullbakeSlide(map_, probe, &q.slide, &slid, nullptr, 0, 0);
    });
    askAtEverySize(q.slide, noInput, HULLBAKE_SLIDE_INPUT_MIN, slid, [&](const HullbakeSlideInput* input) {
        return hullbakeSlide(map_, &q.probe, input, &slid, nullptr, 0, 0);
    });
    const auto walkFrom = [&](const HullbakeProbe* probe, const HullbakeWalkRules* rules) {
        HullbakeWalkState state = q.state;
        return hullbakeWalk(map_, probe, rules, &state, 0.25, &walked, nullptr, 0, 0);
    };
    askAtEverySize(q.probe, noProbe, HULLBAKE_PROBE_MIN, walked,
                   [&](const HullbakeProbe* probe) { return walkFrom(probe, &q.rules); });
    askAtEverySize(q.rules, noRules, HULLBAKE_WALK_RULES_MIN, walked,
                   [&](const HullbakeWalkRules* rules) { return walkFrom(&q.probe, rules); });
    askAtEverySize(q.state, noState, HULLBAKE_WALK_STATE_MIN, walked, [&](HullbakeWalkState* state) {
        return hullbakeWalk(map_, &q.probe, &q.rules, state, 0.25, &walked, nullptr, 0, 0);
    });
    askAtEverySize(q.probe, noProbe, HULLBAKE_PROBE_MIN, ground, [&](const HullbakeProbe* probe) {
        return hullbakeGroundBelow(map_, probe, q.slide.origin, 100, 0.7, &ground);
    });
    askAtEverySize(q.probe, noProbe, HULLBAKE_PROBE_MIN, change, [&](const HullbakeProbe* probe) {
        return hullbakeChangeHull(map_, probe, &q.probe, q.slide.origin, HullbakeAnchorHead, 0, &change);
    });
    askAtEverySize(q.probe, noProbe, HULLBAKE_PROBE_MIN, change, [&](const HullbakeProbe* probe) {
        return hullbakeChangeHull(map_, &q.probe, probe, q.slide.origin, HullbakeAnchorHead, 0, &change);
    });
}

TEST_F(CApiSlide, AnswersOfEverySize) {
    const Questions q;
    const HullbakeSlideResult slid = HULLBAKE_SLIDE_RESULT_INIT;
    answerAtEverySize(slid, HULLBAKE_SLIDE_RESULT_MIN, [&](HullbakeSlideResult* result) {
        return hullbakeSlide(map_, &q.probe, &q.slide, result, nullptr, 0, 0);
    });
    const HullbakeWalkResult walked = HULLBAKE_WALK_RESULT_INIT;
    answerAtEverySize(walked, HULLBAKE_WALK_RESULT_MIN, [&](HullbakeWalkResult* result) {
        HullbakeWalkState state = q.state;
        return hullbakeWalk(map_, &q.probe, &q.rules, &state, 0.25, result, nullptr, 0, 0);
    });
    // In the air, a state without its ground gives the same answer as a whole one.
    HullbakeWalkState falling = HULLBAKE_WALK_STATE_INIT;
    falling.origin = {-150, 0, 60};
    falling.velocity = {100, 20, -300};
    answerAtEverySize(falling, HULLBAKE_WALK_STATE_MIN, [&](HullbakeWalkState* state) {
        HullbakeWalkResult result = HULLBAKE_WALK_RESULT_INIT;
        const HullbakeStatus status = hullbakeWalk(map_, &q.probe, &q.rules, state, 0.5, &result, nullptr, 0, 0);
        EXPECT_TRUE(status != HullbakeStatusOk || result.landed == 1);
        return status;
    });
    const HullbakeGround ground = HULLBAKE_GROUND_INIT;
    answerAtEverySize(ground, HULLBAKE_GROUND_MIN, [&](HullbakeGround* found) {
        return hullbakeGroundBelow(map_, &q.probe, q.slide.origin, 100, 0.7, found);
    });
    const HullbakeHullChange change = HULLBAKE_HULL_CHANGE_INIT;
    answerAtEverySize(change, HULLBAKE_HULL_CHANGE_MIN, [&](HullbakeHullChange* found) {
        return hullbakeChangeHull(map_, &q.probe, &q.probe, q.slide.origin, HullbakeAnchorHead, 0, found);
    });
}

TEST_F(CApiSlide, PathsOfEveryStride) {
    const Questions q;
    HullbakeSlideResult result = HULLBAKE_SLIDE_RESULT_INIT;
    std::array<HullbakePathPoint, 3> whole;
    ASSERT_EQ(hullbakeSlide(map_, &q.probe, &q.slide, &result, whole.data(), sizeof whole[0], 3), HullbakeStatusOk);
    ASSERT_GE(result.pathPoints, 3u);
    std::size_t written = 0;
    for (std::size_t stride = 0; stride <= sizeof whole[0] + 32; ++stride) {
        SCOPED_TRACE(testing::Message() << "stride " << stride);
        alignas(8) std::array<unsigned char, 3 * (sizeof whole[0] + 32) + 16> bytes;
        bytes.fill(0xa5);
        auto* path = reinterpret_cast<HullbakePathPoint*>(bytes.data());
        const HullbakeStatus status = hullbakeSlide(map_, &q.probe, &q.slide, &result, path, stride, 3);
        const bool fits = stride >= HULLBAKE_PATH_POINT_MIN && stride % 8 == 0;
        EXPECT_EQ(status, fits ? HullbakeStatusOk : HullbakeStatusBadSize);
        const std::size_t size = std::min(stride, sizeof whole[0]);
        for (std::size_t i = 0; i < 3 && fits; ++i) {
            HullbakePathPoint expected = whole[i];
            expected.size = static_cast<std::uint32_t>(size);
            EXPECT_EQ(std::memcmp(bytes.data() + i * stride, &expected, size), 0) << i;
            for (std::size_t k = size; k < stride; ++k) EXPECT_EQ(bytes[i * stride + k], 0xa5) << i;
            ++written;
        }
        for (std::size_t k = fits ? 3 * stride : 0; k < bytes.size(); ++k) EXPECT_EQ(bytes[k], 0xa5) << k;
    }
    EXPECT_EQ(written, 3 * ((sizeof whole[0] + 32 - HULLBAKE_PATH_POINT_MIN) / 8 + 1));
}

// Each puts one value out of its range. All others are valid.
using Mistake = std::function<void(Questions&)>;
std::vector<Mistake> mistakes() {
    return {
        [](Questions& q) { q.probe.model = 2; },
        [](Questions& q) {
            q.probe.placed = 1;
        },  // with all models, transforms are refused: models are where the map draws them
        [](Questions& q) { q.probe.model = 0, q.probe.placed = 1, q.probe.transform.axes[0].x = -1; },
        [](Questions& q) { q.probe.model = 0, q.probe.placed = 1, q.probe.transform.displacement.y = kNan; },
        [](Questions& q) { q.probe.boxed = 0, q.probe.hull = 4; },
        [](Questions& q) { q.probe.skin = -0.01; },
        [](Questions& q) { q.probe.skin = 1.01; },
        [](Questions& q) { q.probe.skin = kNan; },
        [](Questions& q) { q.probe.box.mins.x = 9; },
        [](Questions& q) { q.probe.box.maxs.z = kInfinity; },
        [](Questions& q) { q.probe.box.maxs.y = 600; },
        [](Questions& q) { q.slide.mode = q.rules.mode = 2; },
        [](Questions& q) { q.slide.mode = q.rules.mode = UINT32_MAX; },
        [](Questions& q) { q.slide.origin.x = q.state.origin.x = kNan; },
        [](Questions& q) { q.slide.origin.z = q.state.origin.z = -262145; },
        [](Questions& q) { q.slide.velocity.y = q.state.velocity.y = kInfinity; },
        [](Questions& q) { q.slide.seconds = -1e-9; },
        [](Questions& q) { q.slide.seconds = 10.01; },
        [](Questions& q) { q.slide.seconds = kNan; },
        [](Questions& q) { q.slide.acceleration.z = kNan, q.rules.gravity = kNan; },
        [](Questions& q) { q.slide.acceleration.x = kInfinity, q.rules.gravity = kInfinity; },
        [](Questions& q) { q.slide.classic.bumps = q.rules.classic.bumps = 0; },
        [](Questions& q) { q.slide.classic.bumps = q.rules.classic.bumps = 65; },
        [](Questions& q) { q.slide.classic.overbounce = q.rules.classic.overbounce = 0.99; },
        [](Questions& q) { q.slide.classic.overbounce = q.rules.classic.overbounce = kNan; },
        [](Questions& q) { q.slide.classic.stopSpeed = q.rules.classic.stopSpeed = -1; },
        [](Questions& q) { q.slide.unstick = q.rules.unstick = -1; },
        [](Questions& q) { q.slide.unstick = q.rules.unstick = kInfinity; },
    };
}
std::vector<Mistake> walkersMistakes() {
    return {
        [](Questions& q) { q.rules.gravity = -1; },          [](Questions& q) { q.rules.stepHeight = -1; },
        [](Questions& q) { q.rules.stepHeight = kNan; },     [](Questions& q) { q.rules.groundNormal = 0; },
        [](Questions& q) { q.rules.groundNormal = 1.01; },   [](Questions& q) { q.rules.groundNormal = kNan; },
        [](Questions& q) { q.state.groundNormal.y = kNan; }, [](Questions& q) { q.state.groundDist = kInfinity; },
    };
}

TEST_F(CApiSlide, InputsOutOfRangeAreInvalidQueries) {
    const auto slideWith = [&](const Questions& q, HullbakeSlideResult& result) {
        return hullbakeSlide(map_, &q.probe, &q.slide, &result, nullptr, 0, 0);
    };
    const auto walkWith = [&](Questions& q, HullbakeWalkResult& result) {
        return hullbakeWalk(map_, &q.probe, &q.rules, &q.state, q.slide.seconds, &result, nullptr, 0, 0);
    };
    HullbakeSlideResult slid = HULLBAKE_SLIDE_RESULT_INIT;
    HullbakeWalkResult walked = HULLBAKE_WALK_RESULT_INIT;
    Questions good;
    EXPECT_EQ(slideWith(good, slid), HullbakeStatusOk);
    EXPECT_EQ(walkWith(good, walked), HullbakeStatusOk);
    EXPECT_NE(slid.status | walked.status, HullbakeSlideInvalid);
    const auto expectNoWalk = [&](Questions& q) {
        q.state.onGround = 3;  // would be returned as 1
        q.state.climbing = 9;
        const HullbakeWalkState before = q.state;
        EXPECT_EQ(walkWith(q, walked), HullbakeStatusInvalidQuery);
        EXPECT_EQ(walked.status, HullbakeSlideInvalid);
        EXPECT_EQ(std::memcmp(&q.state, &before, sizeof before), 0);
    };
    for (int i = 0; const Mistake& mistake : mistakes()) {
        SCOPED_TRACE(testing::Message() << "mistake " << i++);
        Questions q;
        mistake(q);
        EXPECT_EQ(slideWith(q, slid), HullbakeStatusInvalidQuery);
        EXPECT_EQ(slid.status, HullbakeSlideInvalid);
        EXPECT_EQ(std::memcmp(&slid.origin, &q.slide.origin, 2 * sizeof slid.origin), 0);
        expectNoWalk(q);
        if (q.probe.model == 2 || q.probe.hull == 4) {
            HullbakeGround ground = HULLBAKE_GROUND_INIT;
            EXPECT_EQ(hullbakeGroundBelow(map_, &q.probe, {0, 0, 90}, 100, 0.7, &ground), HullbakeStatusInvalidQuery);
        }
    }
    for (int i = 0; const Mistake& mistake : walkersMistakes()) {
        SCOPED_TRACE(testing::Message() << "walker's mistake " << i++);
        Questions q;
        mistake(q);
        expectNoWalk(q);
    }
}

TEST_F(CApiSlide, LooksAndChangesOutOfRangeAreInvalidQueries) {
    const Questions q;
    const HullbakeVec3 at = q.slide.origin;
    const auto look = [&](HullbakeVec3 origin, double reach, double walkable) {
        HullbakeGround ground = HULLBAKE_GROUND_INIT;
        const HullbakeStatus status = hullbakeGroundBelow(map_, &q.probe, origin, reach, walkable, &ground);
        EXPECT_TRUE(status == HullbakeStatusOk || ground.found == 0);
        return status;
    };
    EXPECT_EQ(look(at, 100, 1), HullbakeStatusOk);
    EXPECT_EQ(look(at, 0, 0.001), HullbakeStatusOk);
    EXPECT_EQ(look({0, 0, 1}, 262145, 0.7), HullbakeStatusInvalidQuery);
    EXPECT_EQ(look({0, 0, -262140}, 4, 0.7), HullbakeStatusOk);
    EXPECT_EQ(look({0, 0, -262140}, 5, 0.7), HullbakeStatusInvalidQuery);  // leaves the range
    EXPECT_EQ(look({kNan, 0, 0}, 4, 0.7), HullbakeStatusInvalidQuery);
    EXPECT_EQ(look(at, kNan, 0.7), HullbakeStatusInvalidQuery);
    EXPECT_EQ(look(at, -1, 0.7), HullbakeStatusInvalidQuery);
    EXPECT_EQ(look(at, 4, kNan), HullbakeStatusInvalidQuery);
    EXPECT_EQ(look(at, 4, 0), HullbakeStatusInvalidQuery);
    EXPECT_EQ(look(at, 4, 1.001), HullbakeStatusInvalidQuery);
    const auto change = [&](HullbakeVec3 origin, HullbakeAnchor anchor, double nudge) {
        HullbakeHullChange found = HULLBAKE_HULL_CHANGE_INIT;
        const HullbakeStatus status = hullbakeChangeHull(map_, &q.probe, &q.probe, origin, anchor, nudge, &found);
        EXPECT_EQ(found.fits, status == HullbakeStatusOk ? 1 : 0);
        EXPECT_EQ(std::memcmp(&found.origin, &origin, sizeof origin), 0);
        return status;
    };
    EXPECT_EQ(change(at, HullbakeAnchorHead, 0), HullbakeStatusOk);
    EXPECT_EQ(change(at, 4, 0), HullbakeStatusInvalidQuery);
    EXPECT_EQ(change(at, UINT32_MAX, 0), HullbakeStatusInvalidQuery);
    EXPECT_EQ(change(at, HullbakeAnchorFeet, kNan), HullbakeStatusInvalidQuery);
    EXPECT_EQ(change(at, HullbakeAnchorFeet, -1), HullbakeStatusInvalidQuery);
    EXPECT_EQ(change({0, 262145, 0}, HullbakeAnchorFeet, 0), HullbakeStatusInvalidQuery);
}

}  // namespace
}  // namespace hullbake::test
