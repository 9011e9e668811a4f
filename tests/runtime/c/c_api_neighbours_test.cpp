// Proves that overlap, touching and unstick give the same answers and statuses in C and C++. c_api_calls.c tries misuse
// by C callers.
#include <gtest/gtest.h>

#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "hullbake/hullbake.h"
#include "runtime/c/c_api_values.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {
namespace {

void expectSame(const HullbakeOverlap& c, const Overlap& overlap) {
    // Fails to compile when a member is added to the C++ struct only.
    const auto& [model, brush, line, entity, contents, touches, member] = overlap;
    EXPECT_EQ(c.model, model.value);
    EXPECT_EQ(c.brush, brush);
    EXPECT_EQ(c.line, line);
    EXPECT_EQ(c.entity, entity);
    EXPECT_EQ(Contents{c.contents}, contents);
    EXPECT_EQ(c.touches, touches ? 1 : 0);
    EXPECT_EQ(c.member, member.value);
}

void expectSame(const HullbakeTouchedPlane& c, const TouchedPlane& plane) {
    const auto& [normal, dist, distance, gap, model, contents, surface, member] = plane;
    EXPECT_TRUE(sameBits(asCpp(c.normal), normal));
    EXPECT_EQ(c.dist, dist);
    EXPECT_EQ(c.distance, distance);
    EXPECT_EQ(c.gap, gap);
    EXPECT_EQ(c.model, model.value);
    EXPECT_EQ(c.member, member.value);
    EXPECT_EQ(Contents{c.contents}, contents);
    EXPECT_EQ(std::string_view(c.surface.texture.data, c.surface.texture.length), surface.texture);
    EXPECT_EQ(c.surface.line, surface.line);
    EXPECT_EQ(c.surface.bevel != 0, surface.bevel);
    EXPECT_EQ(c.surface.found, 1);
}

void expectSame(const HullbakeUnstick& c, const Unstick& way) {
    const auto& [status, refusal, direction, distance, position] = way;
    EXPECT_EQ(Refusal{c.refusal}, refusal);
    EXPECT_EQ(c.status, static_cast<HullbakeUnstickStatus>(status));
    EXPECT_TRUE(sameBits(asCpp(c.direction), direction));
    EXPECT_EQ(c.distance, distance);
    EXPECT_TRUE(sameBits(asCpp(c.position), position));
}

class CApiNeighbours : public testing::Test {
  protected:
    CApiNeighbours()
        : baked_(bakeText(worldText(boxText({-256, -256, -16}, {256, 256, 0}, "floor") +
                                    boxText({-256, 240, 0}, {256, 256, 128}, "wall") +
                                    boxText({100, -100, 0}, {200, 0, 40}, "*water")) +
                          entityText("func_door", boxText({-64, 100, 0}, {64, 132, 96}, "door")))) {
        EXPECT_EQ(hullbakeOpen(baked_.block.data(), baked_.block.size(), &storage_, sizeof storage_, &map_, nullptr),
                  HullbakeStatusOk);
    }

    // Draws a probe that now and then no query accepts.
    Probe randomProbe(Random& random) const {
        Probe probe;
        probe.hull.value = static_cast<std::uint32_t>(random.index(baked_.map.hullCount() + (random.index(50) == 0)));
        probe.model.value = static_cast<std::uint32_t>(random.index(2));
        if (random.index(3) == 0) probe.model = kAllModels;
        if (random.index(2) == 0) probe.mask = kMaskAll;
        return probe;
    }

    BakedMap baked_;
    HullbakeStorage storage_;
    const HullbakeMap* map_ = nullptr;
};

TEST_F(CApiNeighbours, AnswerAsInCpp) {
    const std::uint64_t seed = 21;
    std::cout << "seed " << seed << '\n';
    Random random(seed);
    const ClipMap& map = baked_.map;
    std::size_t overlaps = 0, planes = 0, ways = 0, invalid = 0;
    for (int i = 0; i < 4000; ++i) {
        SCOPED_TRACE(testing::Message() << "query " << i);
        Vec3 origin = random.pointIn({{-250, -250, -20}, {250, 250, 60}});
        Probe probe = randomProbe(random);
        if (random.index(50) == 0) origin.y = std::numeric_limits<double>::quiet_NaN();
        const Box box{random.pointIn({{-40, -40, -40}, {0, 0, 0}}), random.pointIn({{0, 0, 0}, {40, 40, 40}})};
        if (i % 2 == 0) probe.box = box;
        if (i % 4 >= 2 && probe.model != kAllModels)
            probe.transform = i % 32 == 2 ? Transform::rotated({0, 5, 0}) : Transform::moved({8, -16, 4});
        const HullbakeProbe question = asC(probe);
        const double distance = random.between(0, 30);
        const auto statusOf = [&](bool bad) { return bad ? HullbakeStatusInvalidQuery : HullbakeStatusOk; };

        std::vector<Overlap> over(3);
        std::vector<HullbakeOverlap> cOver(3);
        std::size_t count = 0;
        const NeighbourCount found = map.overlap(probe, origin, over);
        const std::size_t stride = sizeof(HullbakeOverlap);
        ASSERT_EQ(hullbakeOverlap(map_, &question, asC(origin), cOver.data(), stride, 3, &count),
                  statusOf(found.invalid));
        ASSERT_EQ(count, found.count);
        for (std::size_t k = 0; k < std::min<std::size_t>(count, 3); ++k) expectSame(cOver[k], over[k]);

        std::vector<TouchedPlane> near(4);
        std::vector<HullbakeTouchedPlane> cNear(4);
        const NeighbourCount touched = map.touching(probe, origin, distance, near);
        const std::size_t wide = sizeof(HullbakeTouchedPlane);
        ASSERT_EQ(hullbakeTouching(map_, &question, asC(origin), distance, cNear.data(), wide, 4, &count),
                  statusOf(touched.invalid));
        ASSERT_EQ(count, touched.count);
        for (std::size_t k = 0; k < std::min<std::size_t>(count, 4); ++k) expectSame(cNear[k], near[k]);

        const Unstick way = map.unstick(probe, origin, distance);
        HullbakeUnstick cWay = HULLBAKE_UNSTICK_INIT;
        ASSERT_EQ(hullbakeUnstick(map_, &question, asC(origin), distance, &cWay),
                  statusOf(way.status == UnstickStatus::Invalid));
        expectSame(cWay, way);
        overlaps += found.count;
        planes += touched.count;
        ways += way.status == UnstickStatus::Found;
        invalid += found.invalid;
    }
    EXPECT_GE(overlaps, 1000u);
    EXPECT_GE(planes, 500u);
    EXPECT_GE(ways, 200u);
    EXPECT_GE(invalid, 30u);
}

}  // namespace
}  // namespace hullbake::test
