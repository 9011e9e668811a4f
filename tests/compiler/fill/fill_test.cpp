// Proves which maps leak, which space is filled, and which space stays.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "compiler/compiler_support.hpp"
#include "compiler/fill/fill_by_leaves.hpp"
#include "compiler/fill/point_entities.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr Box kRoom{{-128, -128, 0}, {128, 128, 192}};
constexpr double kWall = 16;
const Vec3 kOutside{400, 0, 96};

// Returns the room with a slot through its eastern wall.
std::vector<MapBrush> roomWithSlot(double y0, double y1, double z0, double z1) {
    std::vector<MapBrush> brushes = roomBrushes(kRoom, kWall);
    brushes.erase(brushes.begin() + 1);  // towards +x
    const double x0 = kRoom.maxs.x, x1 = x0 + kWall, south = -144, north = 144, low = -16, high = 208;
    brushes.push_back(boxBrush({x0, south, low}, {x1, north, z0}));
    brushes.push_back(boxBrush({x0, south, z1}, {x1, north, high}));
    brushes.push_back(boxBrush({x0, south, z0}, {x1, y0, z1}));
    brushes.push_back(boxBrush({x0, y1, z0}, {x1, north, z1}));
    return brushes;
}

const HullReport& reportOf(const Baked& baked, std::string_view hull) {
    return baked.result.report.hulls.at(baked.hull(hull).value);
}

void expectFilled(const Baked& baked, std::string_view hull) {
    SCOPED_TRACE(hull);
    EXPECT_TRUE(reportOf(baked, hull).filled);
    EXPECT_FALSE(reportOf(baked, hull).leaked);
    EXPECT_TRUE(reportOf(baked, hull).leakTrail.empty());
    EXPECT_EQ(baked.at(kOutside, hull), Contents::Solid);
    EXPECT_EQ(baked.at({5000, 3000, 700}, hull), Contents::Solid) << "far out";
    EXPECT_EQ(baked.at({10, 20, 70}, hull), Contents::Empty) << "the room";
}

void expectNotFilled(const Baked& baked, std::string_view hull, bool leaked) {
    SCOPED_TRACE(hull);
    EXPECT_FALSE(reportOf(baked, hull).filled);
    EXPECT_EQ(reportOf(baked, hull).leaked, leaked);
    EXPECT_EQ(baked.at(kOutside, hull), Contents::Empty);
    EXPECT_EQ(baked.at({10, 20, 70}, hull), Contents::Empty);
}

TEST(FillTest, SealedRoom) {
    MapFile map = worldMap(roomBrushes(kRoom, kWall));
    addPoint(map, "info_player_start", "0 0 24");
    const Baked baked = bake(map);
    for (const char* hull : {"point", "player", "large"}) expectFilled(baked, hull);
    EXPECT_TRUE(baked.result.report.remarks.empty());
}

TEST(FillTest, CanBeTurnedOff) {
    MapFile map = worldMap(roomBrushes(kRoom, kWall));
    addPoint(map, "info_player_start", "0 0 24");
    CompileSettings settings;
    settings.fill = false;
    const Baked baked = bake(map, settings);
    for (const char* hull : {"point", "player", "large"}) expectNotFilled(baked, hull, false);
}

// Expects that the trail passes the wall through the slot, and never passes through a wall.
void expectTrailThroughSlot(const Baked& baked, const std::vector<Vec3>& trail, const Vec3& from, double y0, double y1,
                            double z0, double z1) {
    ASSERT_GE(trail.size(), 2u);
    EXPECT_EQ(trail.front(), from);
    const Vec3 end = trail.back();
    EXPECT_TRUE(std::fabs(end.x) > 144 || std::fabs(end.y) > 144 || end.z < -16 || end.z > 208) << "the void";
    std::size_t through = 0;
    for (std::size_t i = 0; i + 1 < trail.size(); ++i) {
        const Trace trace = baked.map.trace({.hull = HullId{0}}, trail[i], trail[i + 1]);
        EXPECT_FALSE(trace.hit || trace.startsolid) << "step " << i << " goes through a wall";
        const double middle = kRoom.maxs.x + kWall / 2;
        if ((trail[i].x < middle) == (trail[i + 1].x < middle)) continue;
        ++through;
        const Vec3 p = trail[i] + (trail[i + 1] - trail[i]) * ((middle - trail[i].x) / (trail[i + 1].x - trail[i].x));
        EXPECT_TRUE(p.y > y0 && p.y < y1 && p.z > z0 && p.z < z1) << p.y << ' ' << p.z;
    }
    EXPECT_EQ(through, 1u);
}

TEST(FillTest, HoleOfAnEighthLeaks) {
    MapFile map = worldMap(roomWithSlot(16, 16.125, 64, 64.125));
    addPoint(map, "light", "0 0 100");
    const std::uint32_t line = addPoint(map, "info_player_start", "-32 0 24");
    const Baked baked = bake(map);
    expectNotFilled(baked, "point", true);
    const HullReport& point = reportOf(baked, "point");
    EXPECT_EQ(point.leakEntity, "info_player_start");
    EXPECT_EQ(point.leakPos.line, line);
    expectTrailThroughSlot(baked, point.leakTrail, {-32, 0, 24}, 16, 16.125, 64, 64.125);
    EXPECT_TRUE(remarkedAt(baked.result.report, line,
                           "leak in hull point: info_player_start reaches the void; the hull is not filled"));
    // No box fits through the slot.
    expectFilled(baked, "player");
    expectFilled(baked, "large");
}

TEST(FillTest, HoleForAPlayerLeaksThere) {
    MapFile map = worldMap(roomWithSlot(-20, 20, 0, 60));
    addPoint(map, "info_player_start", "0 0 24");
    const Baked baked = bake(map);
    expectNotFilled(baked, "point", true);
    expectNotFilled(baked, "player", true);
    expectFilled(baked, "large");
    expectTrailThroughSlot(baked, reportOf(baked, "point").leakTrail, {0, 0, 24}, -20, 20, 0, 60);
}

// Expects that a crack through the eastern wall ends at one of its mouths, for points that move into it from any side
// of the room. Nothing but the crack may change.
void expectClosedAt(const Baked& baked, double z) {
    Rng rng(53);
    for (int i = 0; i < 500; ++i) {
        const Vec3 start = rng.pointIn({{-120, -120, 20}, {100, 120, 180}});
        const Vec3 crack{kRoom.maxs.x + kWall / 2, rng.between(-100, 100), z};
        const Vec3 end = crack + (crack - start) * 2;
        const Trace trace = baked.map.trace({.hull = HullId{0}}, start, end);
        EXPECT_TRUE(trace.hit && !trace.startsolid);
        const double contact = start.x + (end.x - start.x) * trace.hitFraction;
        EXPECT_GE(contact, kRoom.maxs.x - 1e-3);
        EXPECT_LE(contact, kRoom.maxs.x + kWall + 1e-3);
    }
    for (int i = 0; i < 3000; ++i) {
        const Vec3 p = rng.pointIn({{-200, -200, -60}, {200, 200, 260}});
        const bool inRoom = std::fabs(p.x) < 128 && std::fabs(p.y) < 128 && p.z > 0 && p.z < 192;
        if (std::fabs(p.z - z) < 0.01) continue;  // the crack itself
        EXPECT_EQ(baked.at(p), inRoom ? Contents::Empty : Contents::Solid) << p.x << ' ' << p.y << ' ' << p.z;
    }
}

TEST(FillTest, CracksBelowASixtyFourthDoNotConduct) {
    for (const double width : {1.0 / 65, 1.0 / 128, 1.0 / 1024, 1e-4}) {
        SCOPED_TRACE(width);
        MapFile map = worldMap(roomWithSlot(-144, 144, 64, 64 + width));
        addPoint(map, "info_player_start", "0 0 24");
        const Baked baked = bake(map);
        for (const char* hull : {"point", "player", "large"}) expectFilled(baked, hull);
        expectClosedAt(baked, 64 + width / 2);
    }
    for (const double width : {1.0 / 63, 1.0 / 32, 1.0 / 8}) {
        SCOPED_TRACE(width);
        MapFile map = worldMap(roomWithSlot(-144, 144, 64, 64 + width));
        addPoint(map, "info_player_start", "0 0 24");
        expectNotFilled(bake(map, pointOnly()), "point", true);
    }
}

// Returns a room whose wall has two parts that almost touch at odd angles, so the crack between them lies on planes
// that bound nothing else. The southern part is given as if it were the northern one.
MapFile roomBesideTips(const std::vector<Corner>& north, const std::vector<Corner>& south) {
    std::vector<MapBrush> brushes = roomBrushes({{-128, -128, 0}, {328, 128, 192}}, kWall);
    brushes.erase(brushes.begin() + 1);  // towards +x: the void begins behind the tips
    brushes.push_back(prismBrush(north, -16, 208));
    brushes.push_back(moved(prismBrush(south, -16, 208), [](const Vec3& p) { return Vec3{p.x, -p.y, p.z}; }));
    for (MapFace& face : brushes.back().faces) std::swap(face.points[0], face.points[2]);
    MapFile map = worldMap(brushes);
    addPoint(map, "info_player_start", "0 0 24");
    return map;
}

TEST(FillTest, CracksBetweenOddCornersAreClosedWhereTheyAre) {
    constexpr std::uint64_t kSeed = 20240624;
    std::cout << "seed " << kSeed << "\n";
    Rng rng(kSeed);
    const int rounds = sized(10, 60);
    std::size_t room = 0, beyond = 0;
    for (int i = 0; i < rounds; ++i) {
        SCOPED_TRACE(i);
        // Tips at (200, +-gap / 2), with walls behind them that slant by random amounts on either side.
        const double gap = i % 2 == 0 ? rng.between(1.0 / 4096, 1.0 / 800) : rng.between(1.0 / 800, 1.0 / 80);
        const auto part = [&] {
            const double west = rng.between(4, 70), east = rng.between(4, 70), back = rng.between(4, 50);
            return std::vector<Corner>{{200, gap / 2},
                                       {200 + east, back},
                                       {200 + east, 144},
                                       {200 - west, 144},
                                       {200 - west, rng.between(4, 50)}};
        };
        const std::vector<Corner> north = part();
        const MapFile map = roomBesideTips(north, part());
        const Baked baked = bake(map, pointOnly());
        ASSERT_TRUE(reportOf(baked, "point").filled);
        CompileSettings settings = pointOnly();
        settings.fill = false;
        const Baked bare = bake(map, settings);
        for (int k = 0; k < 1000; ++k) {
            const Vec3 p = rng.pointIn({{130, -60, 1}, {270, 60, 190}});
            const bool west = p.x < 199.9;
            if (std::fabs(p.x - 200) < 0.5) continue;  // the crack itself
            const Contents wanted = west ? bare.at(p) : Contents::Solid;
            ++(west ? room : beyond);
            EXPECT_EQ(baked.at(p), wanted) << p.x << ' ' << p.y << ' ' << p.z;
        }
    }
    EXPECT_GE(room, sized(3000u, 20000u));
    EXPECT_GE(beyond, sized(3000u, 20000u));
}

// The void's ball looks into the room through a throat that is too narrow for it. What it sees is a leaf of 10 by 30 by
// 96 units.
TEST(FillTest, WhatABallSeesThroughAThroatIsNotTheVoid) {
    const double tip = 0.0057657963781297429;
    const Baked baked = bake(roomBesideTips({{200, tip},
                                             {232.46142384917425, 32.763124069476035},
                                             {232.46142384917425, 144},
                                             {167.88268862581279, 144},
                                             {167.88268862581279, 48.120270912093346}},
                                            {{200, tip},
                                             {205.27479680028097, 9.6712913330190844},
                                             {205.27479680028097, 144},
                                             {189.47843339012047, 144},
                                             {189.47843339012047, 32.248923438329456}}),
                             pointOnly());
    ASSERT_TRUE(reportOf(baked, "point").filled);
    for (const double z : {1.0, 48.0, 95.0, 97.0, 191.0})
        for (const Vec3& p : {Vec3{190, -2.5, z}, {190.5, -14, z}, {191, -25, z}, {199, -1, z}, {195, 3, z}})
            EXPECT_EQ(baked.at(p), Contents::Empty) << p.x << ' ' << p.y << ' ' << p.z;
    EXPECT_EQ(baked.at({201, 0, 48}), Contents::Solid);
}

TEST(FillTest, EntityInTheVoidOnlyWarns) {
    MapFile map = worldMap(roomBrushes(kRoom, kWall));
    addPoint(map, "info_player_start", "0 0 24");
    const std::uint32_t stray = addPoint(map, "light", "1000 0 100");
    const std::uint32_t item = addPoint(map, "item_health", "0 0 1000");
    const Baked baked = bake(map);
    for (const char* hull : {"point", "player", "large"}) expectFilled(baked, hull);
    EXPECT_TRUE(remarkedAt(baked.result.report, stray, "light lies in the void"));
    EXPECT_TRUE(remarkedAt(baked.result.report, item, "item_health lies in the void"));
    EXPECT_EQ(baked.result.report.remarks.size(), 2u) << "once each, not per hull";
}

TEST(FillTest, PlayerStartInTheVoidLeaks) {
    MapFile map = worldMap(roomBrushes(kRoom, kWall));
    addPoint(map, "info_player_start", "0 0 24");
    const std::uint32_t line = addPoint(map, "info_player_deathmatch", "1000 0 100");
    const Baked baked = bake(map, pointOnly());
    expectNotFilled(baked, "point", true);
    EXPECT_TRUE(remarkedAt(baked.result.report, line, "leak"));
}

// An entity on the floor's plane, on the grown floor's plane, in a corner or on a column's edge is in free space.
TEST(FillTest, EntityOnAPlaneStandsFree) {
    for (const char* origin :
         {"0 0 0", "0 0 24", "-128 -128 0", "-112 -112 24", "128 0 192", "32 32 50", "48 48 50", "96 0 64"}) {
        SCOPED_TRACE(origin);
        std::vector<MapBrush> brushes = roomBrushes(kRoom, kWall);
        brushes.push_back(boxBrush({24, 24, 0}, {32, 32, 100}));
        MapFile map = worldMap(brushes);
        addPoint(map, "info_player_start", origin);
        const Baked baked = bake(map);
        EXPECT_TRUE(reportOf(baked, "point").filled);
        EXPECT_EQ(baked.at({-60, 20, 70}, "point"), Contents::Empty);
        EXPECT_TRUE(reportOf(baked, "player").filled);
        EXPECT_EQ(baked.at({-60, 20, 70}, "player"), Contents::Empty);
    }
}

TEST(FillTest, EntityInGrownSolidKeepsItsRoom) {
    // An item on the floor lies inside the grown floor of every box.
    MapFile map = worldMap(roomBrushes(kRoom, kWall));
    addPoint(map, "item_shells", "0 0 0");
    const Baked baked = bake(map);
    for (const char* hull : {"point", "player", "large"}) expectFilled(baked, hull);
    EXPECT_TRUE(baked.result.report.remarks.empty());
}

TEST(FillTest, EntityDeepInAWallKeepsNothing) {
    MapFile map = worldMap(roomBrushes(kRoom, 512));
    addPoint(map, "light", "400 0 96");
    const Baked baked = bake(map, pointOnly());
    EXPECT_FALSE(reportOf(baked, "point").filled);
    EXPECT_FALSE(reportOf(baked, "point").leaked);
    EXPECT_EQ(countRemarks(baked.result.report, Severity::Warning,
                           "no entity stands free inside hull point: it is not filled"),
              1u);
    EXPECT_EQ(baked.at({0, 0, 96}), Contents::Empty);
}

// Returns a side room behind a slot 24 units wide.
Baked pocket(const std::string& item) {
    std::vector<MapBrush> brushes = roomWithSlot(-12, 12, 0, 100);
    for (const MapBrush& wall : roomBrushes({{144, -64, 0}, {272, 64, 192}}, kWall)) brushes.push_back(wall);
    brushes.erase(brushes.end() - 6);  // towards -x: the slot
    MapFile map = worldMap(brushes);
    addPoint(map, "info_player_start", "0 0 24");
    if (!item.empty()) addPoint(map, "item_health", item);
    return bake(map);
}

TEST(FillTest, PocketClosedByGrowth) {
    const Vec3 inPocket{208, 10, 60};
    const Baked without = pocket("");
    EXPECT_EQ(without.at(inPocket, "point"), Contents::Empty) << "points pass the slot";
    EXPECT_EQ(without.at(inPocket, "player"), Contents::Solid);
    EXPECT_EQ(without.at(inPocket, "large"), Contents::Solid);
    for (const char* item : {"208 0 0", "208 0 40", "160 -48 0"}) {
        SCOPED_TRACE(item);
        const Baked with = pocket(item);
        for (const char* hull : {"point", "player", "large"}) {
            EXPECT_EQ(with.at(inPocket, hull), Contents::Empty) << hull;
            expectFilled(with, hull);
        }
    }
}

TEST(FillTest, FillChangesNothingThatIsReached) {
    std::vector<MapBrush> brushes = roomBrushes(kRoom, kWall);
    brushes.push_back(hullBrush({{0, 0, 0}, {64, 8, 0}, {8, 56, 0}, {16, 16, 40}}));
    MapFile map = worldMap(brushes);
    addPoint(map, "info_player_start", "-64 -64 24");
    const Baked filled = bake(map);
    CompileSettings settings;
    settings.fill = false;
    const Baked bare = bake(map, settings);
    Rng rng(47);
    for (const char* hull : {"point", "player", "large"})
        for (int i = 0; i < 5000; ++i) {
            const Vec3 p = rng.pointIn({{-144, -144, -16}, {144, 144, 208}});
            EXPECT_EQ(filled.at(p, hull), bare.at(p, hull)) << p.x << ' ' << p.y << ' ' << p.z;
        }
}

TEST(FillTest, NothingToFillFrom) {
    const Baked nobody = bake(worldMap(roomBrushes(kRoom, kWall)));
    for (const char* hull : {"point", "player", "large"}) expectNotFilled(nobody, hull, false);
    EXPECT_EQ(countRemarks(nobody.result.report, Severity::Warning, "no entity stands free"), 3u);

    // Entities without an origin, or with brushes, do not count.
    MapFile map = worldMap(roomBrushes(kRoom, kWall));
    addPoint(map, "info_player_start", "here");
    addModel(map, "func_wall", {boxBrush({0, 0, 0}, {8, 8, 8})});
    map.entities.back().keys.push_back({"origin", "0 0 64", {}});
    expectNotFilled(bake(map), "point", false);
}

TEST(FillTest, WithoutAPlayerStartNothingLeaks) {
    MapFile sealed = worldMap(roomBrushes(kRoom, kWall));
    addPoint(sealed, "light", "0 0 100");
    expectFilled(bake(sealed), "point");

    // With a hole the light is in the void, which is only a warning.
    MapFile open = worldMap(roomWithSlot(-144, 144, 64, 72));
    const std::uint32_t line = addPoint(open, "light", "0 0 100");
    const Baked baked = bake(open, pointOnly());
    expectNotFilled(baked, "point", false);
    EXPECT_TRUE(remarkedAt(baked.result.report, line, "light lies in the void"));
}

TEST(FillTest, SkySealsLikeStone) {
    std::vector<MapBrush> brushes = roomBrushes(kRoom, kWall);
    for (MapFace& face : brushes[5].faces) face.texture = "sky1";
    MapFile map = worldMap(brushes);
    addPoint(map, "info_player_start", "0 0 24");
    const Baked baked = bake(map);
    for (const char* hull : {"point", "player", "large"}) expectFilled(baked, hull);
    EXPECT_EQ(baked.at({0, 0, 200}), Contents::Sky);
}

TEST(FillTest, LiquidsAndClipsDoNotSeal) {
    for (const char* texture : {"*water1", "playerclip"}) {
        SCOPED_TRACE(texture);
        std::vector<MapBrush> brushes = roomBrushes(kRoom, kWall);
        for (MapFace& face : brushes[5].faces) face.texture = texture;
        MapFile map = worldMap(brushes);
        addPoint(map, "info_player_start", "0 0 24");
        expectNotFilled(bake(map, pointOnly()), "point", true);
    }
}

TEST(FillTest, BrushModelsAreNeverFilled) {
    MapFile map = worldMap(roomBrushes(kRoom, kWall));
    addPoint(map, "info_player_start", "0 0 24");
    addModel(map, "func_wall", roomBrushes({{-32, -32, 16}, {32, 32, 80}}, 4));
    const Baked baked = bake(map);
    EXPECT_EQ(baked.at({0, 0, 48}, "point", 1), Contents::Empty) << "hollow";
    EXPECT_EQ(baked.at({100, 0, 48}, "point", 1), Contents::Empty) << "around";
    EXPECT_EQ(baked.at({34, 0, 48}, "point", 1), Contents::Solid);
}

TEST(FillTest, PointEntities) {
    MapFile map = worldMap(roomBrushes(kRoom, kWall));
    addPoint(map, "info_player_start", "  1 -2.5\t+3e1 ");
    addPoint(map, "light", "1 2");
    addPoint(map, "light", "1 2 x");
    addPoint(map, "light", "1 2 262145");
    addPoint(map, "light", "-262144 0 262144");
    const std::vector<PointEntity> entities = pointEntities(map);
    ASSERT_EQ(entities.size(), 2u);
    EXPECT_EQ(entities[0].origin, (Vec3{1, -2.5, 30}));
    EXPECT_TRUE(entities[0].playerStart);
    EXPECT_EQ(entities[0].pos.line, 10001u);
    EXPECT_EQ(entities[1].origin, (Vec3{-262144, 0, 262144}));
    EXPECT_FALSE(entities[1].playerStart);
}

}  // namespace
}  // namespace hullbake::test
