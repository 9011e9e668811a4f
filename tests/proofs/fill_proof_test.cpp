// Proves rows A7 and A8: the outside fill removes no reachable room, and reports no leak where there is no hole.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>

#include "compiler/fill/fill_by_leaves.hpp"
#include "compiler/fill/point_entities.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240713;

const HullReport& reportOf(const Proof& proof, HullId hull) {
    return proof.result.report.hulls.at(hull.value);
}

// A7: a box wanders from every free entity through the level of the bare brushes. Each place that it reaches must be
// free in the filled hull.
void wander(const Proof& bare, const Proof& filled, SplitMix& random, std::size_t moves, std::size_t& places) {
    for (std::uint32_t h = 0; h < bare.clip.hullCount(); ++h) {
        if (!reportOf(filled, {h}).filled) continue;
        for (const PointEntity& entity : pointEntities(bare.map)) {
            Vec3 at = entity.origin;
            const bool inSolid = bare.clip.trace(exact({h}), at, at).startsolid;
            // Skip entities in the void: the fill keeps no space for them.
            const bool inVoid = filled.clip.trace(exact({h}), at, at).startsolid && entity.classname == "light";
            if (inSolid || inVoid) continue;
            for (std::size_t i = 0; i < moves; ++i) {
                const TraceCase step{Probe{.hull = {h}, .skin = i % 2 == 0 ? kDefaultSkin : 1.0}, at,
                                     at + random.direction() * random.range(1, 300)};
                at = step.ask(bare.clip).endpos;
                ++places;
                ASSERT_FALSE(blocks(filled.at(at, {h})))
                    << "hull " << h << ", " << text(at) << ", from " << entity.classname;
            }
        }
    }
}

TEST(EatenRooms, NothingThatABoxCanWalkToIsFilled) {
    SplitMix random(kSeed);
    std::size_t places = 0, filled = 0;
    for (const std::string& name : sceneNames()) {
        SCOPED_TRACE(name);
        const MapFile map = sceneMap(name);
        const Proof closed = bakeProof(map, true);
        ASSERT_NO_FATAL_FAILURE(wander(bakeProof(map), closed, random, 300, places));
        for (const HullReport& hull : closed.result.report.hulls) filled += hull.filled ? 1 : 0;
    }
    ASSERT_NO_FATAL_FAILURE(wander(bakeProof(demoMap()), bakeProof(demoMap(), true), random, 1000, places));
    std::cout << places << " places, " << filled << " filled hulls\n";
    EXPECT_GE(places, 150000u);
    EXPECT_GE(filled, 200u);
}

// A7: a pocket behind a slot too narrow for the box stays empty when an item is in it. The item is free, exactly on the
// grown floor's plane, or below that plane (on the floor).
TEST(EatenRooms, APocketClosedByGrowthIsKeptForTheItemInIt) {
    const MapFile map = sceneMap("pocket_closed_by_growth");
    for (const char* origin : {"288 -96 32", "288 -96 24", "288 -96 0", "288 -96 8"}) {
        SCOPED_TRACE(origin);
        MapFile other = map;
        for (MapEntity& entity : other.entities)
            for (MapKey& key : entity.keys)
                if (key.key == "origin" && key.value.starts_with("288 -96")) key.value = origin;
        const Proof proof = bakeProof(std::move(other), true);
        for (const char* hull : {"point", "player", "large", "centred", "feet"}) {
            SCOPED_TRACE(hull);
            EXPECT_TRUE(reportOf(proof, proof.hull(hull)).filled);
            const double floor = -proof.clip.hull(proof.hull(hull)).box.mins.z;
            EXPECT_FALSE(blocks(proof.at({300, -90, floor + 10}, proof.hull(hull)))) << "the item's pocket";
            EXPECT_EQ(blocks(proof.at({300, 90, floor + 10}, proof.hull(hull))), std::string_view(hull) != "point")
                << "the other pocket";
        }
    }
}

// A7: an entity exactly on a plane keeps its room, whichever side a rounded distance would choose.
TEST(EatenRooms, AnEntityOnAPlaneKeepsItsRoom) {
    const Proof proof = bakeScene("entity_on_plane", true);
    const Proof bare = bakeScene("entity_on_plane");
    SplitMix random(kSeed + 1);
    std::size_t kept = 0;
    for (const char* hull : {"point", "player", "large"}) {
        EXPECT_TRUE(reportOf(proof, proof.hull(hull)).filled);
        for (const double x : {0.0, 320.0, 640.0})
            for (int i = 0; i < 500; ++i) {
                const Vec3 p{x + random.range(-100, 100), random.range(-100, 100), random.range(0, 150)};
                if (blocks(bare.at(p, bare.hull(hull)))) continue;
                ++kept;
                ASSERT_FALSE(blocks(proof.at(p, proof.hull(hull)))) << hull << ' ' << text(p);
            }
    }
    EXPECT_GE(kept, 1500u);
}

// A7: entities lie on the last room's bare planes, which points collide with: each wall, floor and ceiling, an edge, a
// corner.
TEST(EatenRooms, AnEntityOnAnyWallKeepsItsRoom) {
    for (const char* origin : {"832 0 80", "1088 0 80", "960 -128 80", "960 128 80", "960 0 0", "960 0 160",
                               "1088 128 80", "832 -128 0", "1088 128 160"}) {
        SCOPED_TRACE(origin);
        MapFile map = sceneMap("entity_on_plane");
        std::size_t moved = 0;
        for (MapEntity& entity : map.entities)
            for (MapKey& key : entity.keys)
                if (key.value == "960 0 0") {
                    key.value = origin;
                    ++moved;
                }
        ASSERT_EQ(moved, 1u);
        const Proof proof = bakeProof(std::move(map), true, gameHulls("quake"));
        EXPECT_TRUE(reportOf(proof, proof.hull("point")).filled);
        for (const char* hull : {"point", "player", "large"})
            EXPECT_FALSE(blocks(proof.at({960, 10, 60}, proof.hull(hull)))) << hull;
    }
}

// A7, A8: cracks too narrow to pass are closed inside the walls. The slice of the room between the crack's planes stays
// free. There the fill bounds free space where no brush has a face.
TEST(EatenRooms, AClosedCrackEndsWithinTheWallAndTakesNothingOfTheRoom) {
    const Proof filled = bakeScene("closed_cracks", true), bare = bakeScene("closed_cracks");
    SplitMix random(kSeed + 2);
    const HullId point = filled.hull("point");
    ASSERT_TRUE(reportOf(filled, point).filled);
    const double low = 64, high = 64 + 1.0 / 128;
    std::size_t stopped = 0, free = 0;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 in{random.range(-511, 511), random.range(-255, 255), random.range(low + 5e-4, high - 5e-4)};
        ASSERT_FALSE(blocks(filled.at(in, point))) << text(in);
        ++free;
        // The trace runs horizontally out through a crack: the bare brushes let it pass, the fill stops it in the wall.
        const Vec3 flat = random.direction();
        const Vec3 out = in + Vec3{flat.x, flat.y, 0} * (3000 / std::hypot(flat.x, flat.y));
        ASSERT_FALSE(bare.clip.trace(exact(point), in, out).hit) << text(in);
        const Trace trace = filled.clip.trace(exact(point), in, out);
        ASSERT_TRUE(trace.hit && !trace.startsolid) << text(in) << " -> " << text(out);
        const Vec3 contact = in + (out - in) * trace.hitFraction;
        const double beyond = std::max(std::fabs(contact.x) - 512, std::fabs(contact.y) - 256);
        ASSERT_TRUE(beyond > -1e-3 && beyond < 16 + 1e-3) << text(contact);
        ASSERT_LT(dot(trace.normal, out - in), 0);
        ++stopped;
    }
    EXPECT_EQ(free, 4000u);
    EXPECT_EQ(stopped, 4000u);
}

// A8: sealed scenes, turned by random angles and rounded, must not leak.
TEST(MicroLeaks, SealedRoomsTurnedAndRoundedDoNotLeak) {
    SplitMix random(kSeed + 3);
    std::size_t hulls = 0;
    for (const char* name : {"undercut_slope", "phantom_clip", "expansion_lip", "coincident_faces", "touching_boxes",
                             "sealed_overlap", "sealed_corner_shots", "tetrahedra"})
        for (const int decimals : {3, 4, 5, 6, 9, 12}) {
            SCOPED_TRACE(std::string(name) + ", " + std::to_string(decimals) + " decimals, seed " +
                         std::to_string(kSeed + 3));
            MapFile map = sceneMap(name);
            const Vec3 angles{random.range(0, 6), random.range(0, 6), random.range(0, 6)};
            spreadPoints(map);
            moveMap(map, [&](const Vec3& p) { return rounded(turned(p, angles), decimals); });
            const Proof proof = bakeProof(std::move(map), true, gameHulls("quake"));
            for (const char* hull : {"point", "player"}) {
                EXPECT_FALSE(reportOf(proof, proof.hull(hull)).leaked) << hull;
                // A turned room may be too low for the turned start to be free in the player's hull.
                if (std::string_view(hull) == "point") {
                    EXPECT_TRUE(reportOf(proof, proof.hull(hull)).filled);
                }
                ++hulls;
            }
        }
    EXPECT_EQ(hulls, 96u);
}

double ulpsAway(double x, int steps) {
    for (; steps > 0; --steps) x = std::nextafter(x, std::numeric_limits<double>::infinity());
    for (; steps < 0; ++steps) x = std::nextafter(x, -std::numeric_limits<double>::infinity());
    return x;
}

// A8: walls that miss each other, or overlap, by a few ulp.
TEST(MicroLeaks, WallsAFewUlpApartAreSealed) {
    SplitMix random(kSeed + 4);
    for (int i = 0; i < 40; ++i) {
        SCOPED_TRACE(i);
        MapFile map = sceneMap("one_ulp_apart");
        for (MapBrush& brush : map.entities.front().brushes)
            for (MapFace& face : brush.faces) {
                const int axis = static_cast<int>(random.index(3));
                const int steps = static_cast<int>(random.index(5)) - 2;
                const double from = face.points[0][axis];
                // Move all three points of the face, so that its normal stays the same.
                if (face.points[1][axis] == from && face.points[2][axis] == from)
                    for (Vec3& p : face.points) p[axis] = ulpsAway(from, steps);
            }
        const Proof proof = bakeProof(std::move(map), true, gameHulls("quake"));
        for (const char* hull : {"point", "player", "large"}) {
            EXPECT_FALSE(reportOf(proof, proof.hull(hull)).leaked) << hull;
            EXPECT_TRUE(reportOf(proof, proof.hull(hull)).filled) << hull;
        }
    }
}

// A8: a real gap of 1/8 leaks however the map is turned. The trail goes through the gap and through no wall.
TEST(MicroLeaks, AnEighthLeaksThroughTheGapHoweverTheMapIsTurned) {
    SplitMix random(kSeed + 5);
    std::size_t maps = 0;
    for (const int decimals : {3, 4, 6, 12})
        for (int i = 0; i < 4; ++i, ++maps) {
            SCOPED_TRACE(std::to_string(decimals) + " decimals, map " + std::to_string(i));
            MapFile map = sceneMap("leak_eighth");
            const Vec3 angles = i == 0 ? Vec3{} : Vec3{random.range(0, 6), random.range(0, 6), random.range(0, 6)};
            spreadPoints(map);
            moveMap(map, [&](const Vec3& p) { return rounded(turned(p, angles), decimals); });
            const Proof proof = bakeProof(std::move(map), true, gameHulls("quake"));
            const HullId point = proof.hull("point");
            const HullReport& report = reportOf(proof, point);
            ASSERT_TRUE(report.leaked);
            EXPECT_EQ(report.leakEntity, "info_player_start");
            EXPECT_FALSE(reportOf(proof, proof.hull("large")).leaked);
            ASSERT_GE(report.leakTrail.size(), 3u);
            std::size_t through = 0;
            for (std::size_t k = 0; k + 1 < report.leakTrail.size(); ++k) {
                const Vec3 &from = report.leakTrail[k], &to = report.leakTrail[k + 1];
                const Trace trace = proof.clip.trace(exact(point), from, to);
                EXPECT_FALSE(trace.hit || trace.startsolid) << "step " << k << " goes through a wall";
                // The gap is 192 < x < 208, 159.875 < z < 160.
                const Vec3 a = turnedBack(from, angles), b = turnedBack(to, angles);
                if ((a.x < 200) == (b.x < 200)) continue;
                // In the void the trail may cross that plane again.
                if (++through > 1) continue;
                const Vec3 p = a + (b - a) * ((200 - a.x) / (b.x - a.x));
                EXPECT_TRUE(p.z > 159.87 && p.z < 160.005) << text(p);
            }
            EXPECT_GE(through, 1u);
        }
    EXPECT_EQ(maps, 16u);
}

}  // namespace
}  // namespace hullbake::test
