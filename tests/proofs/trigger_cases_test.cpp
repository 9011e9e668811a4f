// Proves rows H1, H8, H13 and H15 case by case: touch, thin volumes, jumps, steps, and all kinds of triggers.
#include <array>
#include <utility>

#include "hullbake/triggers.hpp"
#include "proofs/moving_support.hpp"

namespace hullbake::test {
namespace {

const std::array<Box, 3> kBoxes{Box{}, Box{{-8, -8, -8}, {8, 8, 8}}, Box{{-16, -16, -24}, {16, 16, 32}}};

Probe bodyOf(std::size_t box) {
    return {.box = kBoxes[box]};
}

PathPoint pointAt(const Vec3& position, double time, PathEvent event = PathEvent::End) {
    PathPoint point;
    point.position = position;
    point.time = time;
    point.event = event;
    return point;
}

struct OneVolume {
    Proof proof;
    std::vector<Trigger> triggers;
};

OneVolume oneVolume(const Vec3& mins, const Vec3& maxs) {
    MapFile map = worldOf({boxBrush({-1000, -1000, -1000}, {-990, -990, -990})});
    addModel(map, "trigger_multiple", {boxBrush(mins, maxs)});
    Proof proof = bakeProof(map, false, {{"point", {}}});
    return {std::move(proof), {Trigger{.model = {1}}}};
}

// H15: thin volumes are crossed with both events, at any speed. H8: touching is not entering.
TEST(Triggers, MayBeThinAndAreNotEnteredByTouch) {
    const OneVolume volumes = oneVolume({0, -64, -64}, {0.0625, 64, 64});
    for (const double speed : {1.0, 100.0, 100000.0}) {
        const double seconds = std::min(1.0, 200000 / speed / 10);
        const std::array<PathPoint, 1> path{pointAt({speed * seconds / 2, 0, 0}, seconds)};
        std::vector<std::uint64_t> inside(1);
        std::array<TriggerEvent, 8> told;
        const Passage passage{.start = {-speed * seconds / 2, 0, 0}, .seconds = seconds, .path = path};
        ASSERT_EQ(touchTriggers(volumes.proof.clip, bodyOf(0), passage, volumes.triggers, inside, told).events, 2u);
        EXPECT_NEAR(told[0].position.x, 1e-5, 1e-9);
        EXPECT_NEAR(told[1].position.x, 0.0625 - 1e-5, 1e-9);
        EXPECT_NEAR(told[0].velocity.x, speed, 1e-6 * speed);
    }
    for (const double x : {-16.0, -16 + 0.9e-5}) {
        std::vector<std::uint64_t> inside(1);
        std::array<TriggerEvent, 8> told;
        const std::array<PathPoint, 2> path{pointAt({x, 0, 0}, 0.5), pointAt({x, 30, 0}, 1)};
        const Passage passage{.start = {-40, 0, 0}, .seconds = 1, .path = path};
        EXPECT_EQ(touchTriggers(volumes.proof.clip, bodyOf(2), passage, volumes.triggers, inside, told).events, 0u);
    }
}

// H1: a teleport meets nothing between its ends. H13: a step is the line from the foot to the tread.
TEST(Triggers, JumpsAndStepsMeetNothingBetween) {
    const OneVolume volumes = oneVolume({-8, -64, 60}, {8, 64, 80});
    std::vector<std::uint64_t> inside(1);
    std::array<TriggerEvent, 8> told;
    const Trigger& trigger = volumes.triggers[0];
    Passage passage{.start = {0, 0, 70}, .seconds = 0.1, .jumped = true};
    ASSERT_EQ(touchTriggers(volumes.proof.clip, bodyOf(2), passage, {&trigger, 1}, inside, told).events, 1u);
    EXPECT_TRUE(told[0].kind == TriggerEventKind::Enter && told[0].reason == TriggerReason::Jumped);
    passage.start = {500, 0, 70};
    ASSERT_EQ(touchTriggers(volumes.proof.clip, bodyOf(2), passage, {&trigger, 1}, inside, told).events, 1u);
    EXPECT_TRUE(told[0].kind == TriggerEventKind::Leave && told[0].reason == TriggerReason::Jumped);
    passage.start = {-500, 0, 70};
    EXPECT_EQ(touchTriggers(volumes.proof.clip, bodyOf(2), passage, {&trigger, 1}, inside, told).events, 0u);
    // Lifted by 18, the head would touch the volume; the step does not.
    const std::array<PathPoint, 4> step{pointAt({-20, 0, 18}, 0, PathEvent::StepUp),
                                        pointAt({20, 0, 30}, 0.1, PathEvent::StepOver),
                                        pointAt({20, 0, 8}, 0.1, PathEvent::StepDown), pointAt({20, 0, 8}, 0.1)};
    passage = {.start = {-20, 0, 0}, .seconds = 0.1, .path = step};
    EXPECT_EQ(touchTriggers(volumes.proof.clip, bodyOf(2), passage, {&trigger, 1}, inside, told).events, 0u);
}

TEST(Triggers, BoxesTurnedModelsAndWorldBrushesCount) {
    MapFile map =
        worldOf({boxBrush({-16, -16, -16}, {16, 16, 16}, "*water1"), boxBrush({-99, -99, -99}, {-90, -90, -90})});
    addModel(map, "func_wall", {boxBrush({-4, -100, -50}, {4, 100, 50})});
    const Proof proof = bakeProof(map);
    const auto enters = [&](const Trigger& trigger, double z = 0) {
        const std::array<PathPoint, 1> path{pointAt({200, 0, z}, 1)};
        const Passage passage{.start = {-200, 0, z}, .seconds = 1, .path = path};
        std::vector<std::uint64_t> inside(1);
        std::array<TriggerEvent, 8> told;
        const TouchResult result = touchTriggers(proof.clip, bodyOf(1), passage, {&trigger, 1}, inside, told);
        EXPECT_EQ(result.events, 2u);
        return told[0].position.x;
    };
    EXPECT_NEAR(enters({.contents = Contents::Water}), -24 + 1e-5, 1e-9);
    EXPECT_NEAR(enters({.box = Box{{-30, -8, -8}, {30, 8, 8}}}), -38 + 1e-5, 1e-9);
    EXPECT_NEAR(enters({.model = {1}}), -12 + 1e-5, 1e-9);
    EXPECT_NEAR(enters({.model = {1}, .transform = Transform::rotated({0, 90, 0})}), -108 + 1e-5, 1e-9);
    EXPECT_NEAR(enters({.model = {1}, .transform = Transform::moved({20, 0, 0})}), 8 + 1e-5, 1e-9);
    Transform high = Transform::rotated({0, 90, 0});
    high.displacement.z = 1000;
    EXPECT_NEAR(enters({.model = {1}, .transform = high}, 1000), -108 + 1e-5, 1e-9);
}

TEST(Triggers, RefuseWhatIsOutOfRangeAndTellWhenTheRoomIsShort) {
    const OneVolume volumes = oneVolume({-8, -64, -64}, {8, 64, 64});
    const std::array<PathPoint, 1> path{pointAt({100, 0, 0}, 1)};
    const Passage good{.start = {-100, 0, 0}, .seconds = 1, .path = path};
    const auto refusal = [&](const Probe& body, const Passage& passage, const Trigger& trigger, std::size_t words) {
        std::vector<std::uint64_t> inside(words, 0);
        const TouchResult result = touchTriggers(volumes.proof.clip, body, passage, {&trigger, 1}, inside, {});
        EXPECT_EQ(result.invalid, result.refusal != Refusal::None);
        EXPECT_FALSE(result.told);
        for (const std::uint64_t word : inside) EXPECT_EQ(word, 0u);
        return result.refusal;
    };
    const Trigger fine = volumes.triggers[0];
    const double nan = std::nan("");
    EXPECT_EQ(refusal(bodyOf(1), good, fine, 1), Refusal::None);
    EXPECT_EQ(refusal({}, good, fine, 1), Refusal::NoHull);
    EXPECT_EQ(refusal(bodyOf(1), good, fine, 0), Refusal::BadRules);
    EXPECT_EQ(refusal(bodyOf(1), good, {.model = {9}}, 1), Refusal::UnknownModel);
    EXPECT_EQ(refusal(bodyOf(1), good, {.box = Box{{1, 0, 0}, {0, 0, 0}}}, 1), Refusal::BoxInverted);
    EXPECT_EQ(refusal(bodyOf(1), good, {.box = Box{{nan, 0, 0}, {0, 0, 0}}}, 1), Refusal::BoxOutOfRange);
    EXPECT_EQ(refusal(bodyOf(1), good, {.model = {1}, .moved = {nan, 0, 0}}, 1), Refusal::BadTransform);
    EXPECT_EQ(refusal(bodyOf(1), {.start = {nan, 0, 0}}, fine, 1), Refusal::NotFinite);
    EXPECT_EQ(refusal(bodyOf(1), {.start = {}, .seconds = -1, .path = path}, fine, 1), Refusal::BadTime);
    EXPECT_EQ(refusal(bodyOf(1), {.start = {}, .seconds = nan}, fine, 1), Refusal::BadTime);
}

}  // namespace
}  // namespace hullbake::test
