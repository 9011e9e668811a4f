// Proves that a held direction never trembles in corners of 91 to 179 degrees, with and without steps, and that the
// judge of it finds each kind of tremble.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <iostream>
#include <string>

#include "compiler/compile.hpp"
#include "oracle/moves/held_window.hpp"
#include "oracle/solids/sample_brushes.hpp"
#include "support/test_size.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::uint64_t kSeed = 20261124;
constexpr double kDegree = 3.14159265358979323846 / 180;

/// Returns a window of a walker that holds +x at 100 units a second and 100 ticks a second.
HeldWindow madeWindow(const std::function<Vec3(int)>& positionAt) {
    HeldWindow window;
    window.first.kind = MoverKind::Walk;
    window.first.seconds = 0.01;
    window.held = {100, 0, 0};
    for (int tick = 0; tick <= 200; ++tick) window.positions.push_back(positionAt(tick));
    window.inAir.assign(window.positions.size(), false);
    return window;
}

TEST(HeldWindows, GoingOnAndRestingAreSound) {
    EXPECT_EQ(trembling(madeWindow([](int tick) { return Vec3{tick * 1.0, 0, 24}; })), "");
    EXPECT_EQ(trembling(madeWindow([](int tick) { return Vec3{std::min(tick, 120) * 1.0, 0, 24}; })), "");
    EXPECT_EQ(trembling(madeWindow([](int) { return Vec3{7, 8, 9}; })), "");
    // Along a wall that is nearly square to the direction, and up stairs.
    EXPECT_EQ(trembling(madeWindow([](int tick) { return Vec3{tick * 1e-6, tick * 1e-3, 24}; })), "");
    EXPECT_EQ(trembling(madeWindow([](int tick) { return Vec3{tick * 0.5, 0, 16.0 * (tick / 20)}; })), "");
    // What happens before the window's middle, or once, is no tremble.
    EXPECT_EQ(trembling(madeWindow([](int tick) { return Vec3{tick < 90 ? tick % 2 : 0.0, 0, 24}; })), "");
    EXPECT_EQ(trembling(madeWindow([](int tick) { return Vec3{tick == 150 ? 0.5 : 0.0, 0, 24}; })), "");
    EXPECT_TRUE(comesToRest(madeWindow([](int tick) { return Vec3{std::min(tick, 120) * 1.0, 0, 24}; })));
    EXPECT_FALSE(comesToRest(madeWindow([](int tick) { return Vec3{tick * 1e-9, 0, 24}; })));
}

TEST(HeldWindows, PeriodsThatDoNotProgressAreFaults) {
    for (const int period : {2, 3, 4, 7, 12})
        for (const double size : {0.01, 0.5, 16.0})
            for (const Vec3& side : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{0.6, -0.8, 0}}) {
                const HeldWindow window = madeWindow([&](int tick) {
                    return Vec3{5, 6, 24} + side * (size * (tick % period == 0 ? 1 : 0));
                });
                EXPECT_NE(trembling(window), "") << period << ' ' << size << ' ' << side.x << ',' << side.y;
                EXPECT_FALSE(comesToRest(window));
            }
    // Up and down a step while it creeps on.
    EXPECT_NE(trembling(madeWindow([](int tick) { return Vec3{tick * 1e-3, 0, 16.0 * (tick % 2)}; })), "");
    // Falls are not judged.
    HeldWindow falls = madeWindow([](int tick) { return Vec3{tick % 2 * 1.0, 0, 24}; });
    falls.inAir.assign(falls.positions.size(), true);
    EXPECT_EQ(trembling(falls), "");
}

/// Returns a room of 512 units with a corner of that many degrees between two walls, about an axis at `turned`, and a
/// step if its height is not zero. The walls may lean. All of it has three decimals, as exported maps have.
MapFile cornerRoom(SplitMix& random, double degrees, double step) {
    const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
    std::vector<MapBrush> brushes{boxBrush({-272, -272, -16}, {272, 272, 0}),
                                  boxBrush({-272, -272, 256}, {272, 272, 272})};
    for (const double side : {-1.0, 1.0}) {
        brushes.push_back(boxBrush({side < 0 ? -272.0 : 256.0, -272, 0}, {side < 0 ? -256.0 : 272.0, 272, 256}));
        brushes.push_back(boxBrush({-256, side < 0 ? -272.0 : 256.0, 0}, {256, side < 0 ? -256.0 : 272.0, 256}));
    }
    const auto cut = [&](double top, double angle, double away, double lean) {
        MapBrush brush = boxBrush({-256, -256, 0}, {256, 256, top});
        brush.faces.push_back(
            planeFace({rounded(std::cos(angle)), rounded(std::sin(angle)), rounded(lean)}, rounded(away)));
        brushes.push_back(brush);
    };
    const double axis = random.range(0, 360) * kDegree, half = (90 - degrees / 2) * kDegree;
    const double away = random.range(-150, -60), lean = random.chance(0.3) ? random.range(-0.2, 0.2) : 0;
    for (const double side : {-1.0, 1.0}) cut(256, axis + side * half, away, lean);
    if (step > 0) cut(step, random.range(0, 360) * kDegree, random.range(-150, 100), 0);
    MapFile map = worldOf(std::move(brushes));
    return map;
}

struct Held {
    std::size_t windows = 0, rests = 0, walks = 0;
};

void hold(const MapFile& map, std::uint64_t seed, int windows, const std::string& what, Held& held) {
    CompileSettings settings;
    settings.threads = 1;
    settings.fill = false;
    const CompileResult compiled = compileMap(map, "", settings);
    const OpenResult open = ClipMap::open(compiled.blob);
    ASSERT_TRUE(open) << what;
    for (std::uint32_t h = 0; h < open.map.hullCount(); ++h) {
        const Box box = open.map.hull(HullId{h}).box;
        const MoveSolids solids({growModel(readModels(map).front(), box)});
        const Targets targets(map, solids.all());
        MoverCase moverCase{std::string(open.map.hull(HullId{h}).name), {.hull = HullId{h}}, &solids, &targets, {}};
        moverCase.reached = [&](const Vec3& p) {
            return std::fabs(p.x) < 256 && std::fabs(p.y) < 256 && p.z > 0 && p.z < 256;
        };
        for (int i = 0; i < windows; ++i) {
            HeldWindow window;
            if (!drawWindow(open.map, moverCase, ++seed, window)) continue;
            runWindow(open.map, window);
            ASSERT_FALSE(window.refused) << what;
            const std::string fault = trembling(window);
            EXPECT_EQ(fault, "") << what << ", seed " << seed << ": " << moveText(window.first);
            ++held.windows;
            held.rests += comesToRest(window) ? 1 : 0;
            held.walks += window.first.kind == MoverKind::Walk ? 1 : 0;
        }
    }
}

TEST(HeldWindows, CornersOf91To179DegreesNeverTremble) {
    SplitMix random(kSeed);
    RecordProperty("seed", static_cast<int>(kSeed));
    Held plain, stepped;
    const int corners = test::sized(12, 90);
    for (int i = 0; i < corners; ++i) {
        const double degrees = i == 0 ? 91 : i == 1 ? 179 : i == 2 ? 120 : random.range(91, 179);
        const double step = i % 2 == 0 ? 0 : random.chance(0.5) ? 16 : random.range(1, 18);
        const std::string what = "corner of " + std::to_string(degrees) + " degrees, step " + std::to_string(step);
        ASSERT_NO_FATAL_FAILURE(hold(cornerRoom(random, degrees, step), random.next(), test::sized(30, 200), what,
                                     step > 0 ? stepped : plain));
    }
    for (const Held* held : {&plain, &stepped}) {
        EXPECT_GE(held->windows, test::sized(300u, 20000u));
        EXPECT_GE(held->rests * 10, held->windows);
        EXPECT_GE(held->walks * 2, held->windows);
    }
}

/// Returns a walker that stands beside `at`.
bool standBeside(const ClipMap& map, const Vec3& at, MoveRecord& move) {
    move = {};
    move.kind = MoverKind::Walk;
    move.probe.hull = *map.findHull("player");
    move.gravity = move.rules.gravity;
    move.before.origin = at;
    move.seconds = 0.05;
    for (int tick = 0; tick < 40 && !move.before.onGround; ++tick) {
        runMove(map, move);
        move.before = move.after;
    }
    return move.before.onGround;
}

// A wall and a riser that meet at an acute angle: what the wall leaves of the wish leads onto the step, and the wish
// itself leads off it.
TEST(HeldWindows, RisersThatMeetWallsAtAcuteAnglesNeverTremble) {
    SplitMix random(kSeed + 1);
    std::size_t windows = 0, rests = 0, climbed = 0;
    for (const double degrees : {6.0, 10.0, 16.0, 25.0, 40.0, 60.0}) {
        // The wall faces +y at y = 0. The riser faces it, and meets it at x = 0.
        const double turn = degrees * kDegree;
        MapBrush step = boxBrush({-600, 0, 0}, {600, 600, 16});
        step.faces.push_back(planeFace({std::round(-std::sin(turn) * 1000), -std::round(std::cos(turn) * 1000), 0}, 0));
        const MapFile map =
            worldOf({boxBrush({-600, -64, -16}, {600, 600, 0}), boxBrush({-600, -64, 0}, {600, 0, 200}), step});
        CompileSettings settings;
        settings.threads = 1;
        settings.fill = false;
        const CompileResult compiled = compileMap(map, "", settings);
        const OpenResult open = ClipMap::open(compiled.blob);
        ASSERT_TRUE(open);
        for (int i = 0; i < test::sized(60, 400); ++i) {
            HeldWindow window;
            const Vec3 start{-(40 + random.range(1, 6)) / std::tan(turn) - 16, 18, 40};
            if (!standBeside(open.map, start, window.first)) continue;
            const double heading = -random.range(0.2, 1) * 90 * kDegree, speed = spread(random, 10, 320);
            window.held = Vec3{std::cos(heading), std::sin(heading), 0} * speed;
            window.first.before.velocity = window.held;
            window.first.seconds = 1 / spread(random, 30, 1000);
            const double before = window.first.before.origin.z;
            runWindow(open.map, window);
            EXPECT_EQ(trembling(window), "")
                << "seed " << kSeed + 1 << ", " << degrees << ": " << moveText(window.first);
            ++windows;
            rests += comesToRest(window) ? 1 : 0;
            climbed += window.positions.back().z > before + 8 ? 1 : 0;
        }
    }
    std::cout << windows << " windows, " << rests << " come to rest, " << climbed << " climb" << std::endl;
    EXPECT_GE(windows, test::sized(300u, 2000u));
    EXPECT_GE(rests, windows / 20);
}

}  // namespace
}  // namespace hullbake::oracle
