// Proves the short answer whether a place is free, by which moves begin and end: it never calls free what a trace of no
// length calls solid, and it answers for most free places.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "query/free_place.hpp"
#include "runtime/runtime_support.hpp"
#include "support/random_cases.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

// A room with a pillar, a wedge, a beam, a clip brush and a pool, and a door.
std::string roomText() {
    const std::string shell =
        boxText({-272, -272, -16}, {272, 272, 0}, "wall") + boxText({-272, -272, 200}, {272, 272, 216}, "wall") +
        boxText({-272, -272, 0}, {-256, 272, 200}, "wall") + boxText({256, -272, 0}, {272, 272, 200}, "wall") +
        boxText({-256, -272, 0}, {256, -256, 200}, "wall") + boxText({-256, 256, 0}, {256, 272, 200}, "wall");
    return worldText(shell + boxText({-40, -40, 0}, {-8, 40, 120}, "pillar") +
                     boxText({60, -200, 90}, {90, 200, 110}, "beam") + boxText({100, 100, 0}, {180, 180, 60}, "clip") +
                     boxText({-250, -250, 0}, {-60, -60, 70}, "*water")) +
           entityText("func_door", boxText({120, -100, 10}, {128, 0, 90}, "door"));
}

TEST(FreePlaces, AreCalledFreeOnlyWhereTracesOfNoLengthAre) {
    const BakedMap baked = bakeText(roomText());
    const format::Tables& tables = baked.map.tables();
    std::size_t sure = 0, free = 0, solid = 0, wet = 0;
    std::array<std::size_t, 4> by{};
    forRandomCases(3550, fullSize() ? 400000 : 20000, [&](Random& random, int) {
        Probe probe;
        const std::size_t kind = random.index(4);
        if (kind == 0) probe.hull = {static_cast<std::uint32_t>(random.index(tables.hulls.size()))};
        if (kind == 1) probe.box = baked.map.hull({static_cast<std::uint32_t>(random.index(tables.hulls.size()))}).box;
        if (kind == 2)
            probe.box = Box{-random.pointIn({{0, 0, 0}, {20, 20, 30}}), random.pointIn({{0, 0, 0}, {20, 20, 30}})};
        if (kind == 3) probe.box = Box{{-8, -8, 0}, {8, 8, 24}};
        static constexpr Contents kMasks[] = {kMaskBlocking,        kMaskBlocking, Contents::Solid,
                                              Contents::Playerclip, kMaskAll,      Contents::Water};
        probe.mask = kMasks[random.index(6)];
        probe.model = {random.chance(0.3) ? 1u : 0u};
        if (random.chance(0.3)) probe.transform = Transform::moved(random.pointIn({{-40, -40, -40}, {40, 40, 40}}));
        Vec3 at = random.pointIn({{-300, -300, -40}, {300, 300, 240}});
        // Near a face of what is there: a skin, a tolerance or nothing before it.
        if (random.chance(0.5)) {
            const Vec3 to = at + random.direction() * 300;
            probe.skin = random.chance(0.5) ? kDefaultSkin : random.chance(0.5) ? 1e-5 : 0;
            const Trace trace = baked.map.trace(probe, at, to);
            if (trace.hit && !trace.startsolid) at = trace.endpos;
        }
        const Trace trace = baked.map.trace(probe, at, at);
        ASSERT_FALSE(trace.invalid);
        const bool surely = detail::isSurelyFree(tables, probe, probe.model, at);
        ASSERT_FALSE(surely && trace.startsolid) << at.x << ' ' << at.y << ' ' << at.z;
        sure += surely ? 1 : 0;
        by[kind] += surely ? 1 : 0;
        free += trace.startsolid ? 0 : 1;
        solid += trace.startsolid ? 1 : 0;
        wet += surely && any(trace.contents & Contents::Water) ? 1 : 0;
    });
    EXPECT_GE(solid, sized(2000u, 40000u));
    EXPECT_GE(wet, sized(100u, 2000u));
    EXPECT_GE(sure * 2, free);
    for (const std::size_t count : by) EXPECT_GE(count, sized(400u, 8000u));
}

TEST(FreePlaces, OutOfRangeIsNotSure) {
    const BakedMap baked = bakeText(roomText());
    Probe probe;
    probe.box = Box{{-8, -8, 0}, {8, 8, 24}};
    const auto sure = [&](const Vec3& at) { return detail::isSurelyFree(baked.map.tables(), probe, probe.model, at); };
    EXPECT_TRUE(sure({200, 0, 40}));
    EXPECT_FALSE(sure({kMaxCoordinate * 2, 0, 40}));
    EXPECT_FALSE(sure({std::nan(""), 0, 40}));
    probe.model = {7};
    EXPECT_FALSE(sure({200, 0, 40}));
}

}  // namespace
}  // namespace hullbake::test
