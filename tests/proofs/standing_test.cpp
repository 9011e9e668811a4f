// Proves rows A5, A6 and B4: standing heights on slopes, sliding along brush entities, seams that stop or deflect.
#include <algorithm>
#include <cmath>
#include <iostream>

#include "support/proof_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240712;

// A5: everywhere on every slope, the box stands exactly where it touches.
TEST(FloatingOnSlopes, StandingHeightIsWhereTheBoxTouches) {
    SplitMix random(kSeed);
    Faults faults;
    const int drops = sized(250, 1500);
    std::size_t slopes = 0, bevels = 0;
    for (const char* name : {"slope_heights", "leaning_column", "undercut_slope", "terrain_prisms"}) {
        const Proof proof = bakeScene(name), filled = bakeScene(name, true);
        for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h)
            for (int i = 0; i < drops; ++i) {
                const Vec3 from{random.range(-180, 180), random.range(-180, 180), 120};
                if (gapToAll(proof.models[0], proof.clip.hull({h}).box, from) < 1e-3) continue;
                if (blocks(filled.at(from, {h}))) continue;  // behind the walls
                const TraceCase drop{exact({h}), from, from - Vec3{0, 0, 300}};
                const Trace trace = drop.ask(proof.clip);
                if (!trace.hit) faults.note(text(drop) + ": fell through");
                faults.note(faultByAxes(proof, drop, trace));
                slopes += trace.normal.z > 0.1 && trace.normal.z < 0.999 ? 1 : 0;
                bevels += proof.clip.surface(drop.probe, drop.start, drop.end, trace).bevel ? 1 : 0;
            }
    }
    EXPECT_EQ(faults.count(), 0u) << "seed " << kSeed;
    EXPECT_GE(slopes, sized(800u, 5000u));
    EXPECT_GE(bevels, sized(50u, 300u));
}

// A5: the heights on slopes from 1:4 to 2:1 follow from the box and the slope alone.
TEST(FloatingOnSlopes, HeightsAreTheSupportOfTheBox) {
    const Proof proof = bakeScene("slope_heights");
    struct Slope {
        double rise, y, low;  // z = rise * (x + 64) over the strip y; x from `low`
    };
    std::size_t checked = 0;
    // The slopes begin at x = -64 on the floor: (-rise, 0, 1) . p = rise * 64.
    for (const Slope& slope : {Slope{0.25, -208, -20}, Slope{0.5, -144, -20}, Slope{1, -80, -10}, Slope{2, -16, -42}})
        for (const char* name : {"point", "player", "centred", "feet", "corner"}) {
            const HullId hull = proof.hull(name);
            const Box box = proof.clip.hull(hull).box;
            for (double x = slope.low; x < slope.low + 8; x += 0.375) {
                const Vec3 from{x, slope.y, 190 - box.maxs.z};
                const Trace trace = proof.clip.trace(exact(hull), from, from - Vec3{0, 0, 300});
                ASSERT_TRUE(trace.hit);
                const double height = slope.rise * (x + box.maxs.x + 64) - box.mins.z;
                if (height > 90) continue;
                // Where the grown top edge is higher, the box does not touch the slope itself.
                if (std::fabs(trace.normal.z - 1 / std::sqrt(1 + slope.rise * slope.rise)) > 1e-9) continue;
                EXPECT_NEAR(from.z - trace.hitFraction * 300, height, 1e-9) << name << " at " << x;
                ++checked;
            }
        }
    EXPECT_GE(checked, 200u);
}

// A5: no step where a normal changes its sign: for the box, roofs and valleys keep their slope.
TEST(FloatingOnSlopes, NoStepWhereTheNormalChangesItsSign) {
    const Proof proof = bakeScene("slope_heights");
    std::size_t steps = 0;
    for (const char* name : {"player", "centred", "feet", "corner", "large"}) {
        const HullId hull = proof.hull(name);
        for (const double y : {80.0, 96.0, 110.0}) {
            double last = 0;
            constexpr double kStep = 1.0 / 16;
            for (double x = -110; x <= -20; x += kStep) {
                const Vec3 from{x, y, 190 - proof.clip.hull(hull).box.maxs.z};
                const Trace trace = proof.clip.trace(exact(hull), from, from - Vec3{0, 0, 300});
                ASSERT_TRUE(trace.hit && !trace.startsolid) << name;
                const double height = from.z - trace.hitFraction * 300;
                // The roof rises 5 in 12. Where the box leaves it sideways, it may drop to the floor at once.
                if (x > -110 && height > -proof.clip.hull(hull).box.mins.z + 1 && last > height - 1) {
                    ++steps;
                    EXPECT_LE(std::fabs(height - last), kStep * 5 / 12 + 1e-9) << name << " at " << x << ' ' << y;
                }
                last = height;
            }
        }
    }
    EXPECT_GE(steps, 2000u);
}

Vec3 mirrorY(const Vec3& p) {
    return {p.x, -p.y, p.z};
}

// A6: bars in a clip brush give the same answers as an entity in the north and as world brushes in the south.
TEST(StickyEntities, SlidingAlongAnEntityIsSlidingAlongTheWorld) {
    const Proof proof = bakeScene("clip_and_solid_entity");
    SplitMix random(kSeed + 1);
    std::size_t hits = 0, slides = 0, clips = 0, solids = 0;
    for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
        const Box box = proof.clip.hull({h}).box;
        // Stay clear of the room's walls, for a box of any offset and its mirror image.
        const Box around{{-190 - box.mins.x, 20, 1 - box.mins.z}, {190 - box.maxs.x, 150, 150 - box.mins.z}};
        const bool symmetric = box.mins.y == -box.maxs.y;
        if (!symmetric) continue;
        for (int i = 0; i < 20000; ++i) {
            TraceCase entity{Probe{.hull = {h}}, inBox(random, around), inBox(random, around)};
            if (entity.start.y + box.maxs.y > 191 || entity.end.y + box.maxs.y > 191) continue;
            if (entity.start.z + box.maxs.z > 191 || entity.end.z + box.maxs.z > 191) continue;
            for (int slide = 0; slide < 3; ++slide) {
                entity.probe.model = {1};
                TraceCase world = entity;
                world.probe.model = {0};
                world.start = mirrorY(entity.start);
                world.end = mirrorY(entity.end);
                const Trace a = entity.ask(proof.clip), b = world.ask(proof.clip);
                ASSERT_EQ(a.hit, b.hit) << text(entity);
                ASSERT_EQ(a.startsolid, b.startsolid) << text(entity);
                ASSERT_NEAR(a.fraction, b.fraction, 1e-12) << text(entity);
                ASSERT_EQ(a.contents, b.contents) << text(entity);
                ASSERT_LE(length(a.normal - mirrorY(b.normal)), 1e-12) << text(entity);
                if (!a.hit || a.startsolid) break;
                ++hits;
                slides += slide > 0 ? 1 : 0;
                ++(any(a.contents & Contents::Clip) ? clips : solids);
                const Vec3 left = entity.end - a.endpos;
                entity.start = a.endpos;
                entity.end = a.endpos + left - a.normal * dot(left, a.normal);
            }
        }
    }
    std::cout << hits << " hits, " << slides << " after a slide, " << clips << " of clip, " << solids << " of bars\n";
    EXPECT_GE(hits, 8000u);
    EXPECT_GE(clips, 4000u);
    EXPECT_GE(solids, 1000u);
}

struct Ground {
    const char* name;
    MapFile tiled, whole;
};

MapBrush rampBrush() {
    return hullBrush(
        {{-128, -160, 0}, {-128, -32, 0}, {128, -160, 0}, {128, -32, 0}, {128, -160, 128}, {128, -32, 128}});
}

std::vector<Ground> grounds() {
    const MapFile seams = sceneMap("seam_tiles_floor"), ramp = sceneMap("tiled_ramp");
    return {{"floor", seams, inOnePiece(seams, 6, 44, boxBrush({-192, -192, -16}, {192, 192, 0}))},
            {"wall", seams, inOnePiece(seams, 45, 53, boxBrush({-192, 176, 0}, {192, 192, 192}))},
            {"ramp", ramp, inOnePiece(ramp, 7, 16, rampBrush())}};
}

// Slides a mover with a push and gravity for two seconds and returns its positions.
std::vector<Vec3> slidePath(const Proof& proof, HullId hull, Vec3 at, const Vec3& push, int stepsPerSecond) {
    std::vector<Vec3> path{at};
    Vec3 fall;
    const double dt = 1.0 / stepsPerSecond;
    for (int i = 0; i < 2 * stepsPerSecond; ++i) {
        fall.z -= 800 * dt;
        Vec3 left = (push + fall) * dt;
        for (int bump = 0; bump < 4 && length(left) > 1e-9; ++bump) {
            const Trace trace = proof.clip.trace({.hull = hull}, at, at + left);
            if (trace.startsolid) {
                ADD_FAILURE() << "stuck at " << text(at);
                return path;
            }
            at = trace.endpos;
            if (!trace.hit) break;
            left = left * (1 - trace.fraction);
            left = left - trace.normal * dot(left, trace.normal);
            if (trace.normal.z > 0.5) fall.z = 0;
        }
        path.push_back(at);
    }
    return path;
}

// B4: a floor, a wall and a ramp of tiles with T-junctions and overlaps give the path of one big brush.
TEST(SeamsThatStop, TilesGiveThePathOfOneBigBrushAtEveryStepSize) {
    SplitMix random(kSeed + 2);
    for (const Ground& ground : grounds()) {
        SCOPED_TRACE(ground.name);
        const Proof tiled = bakeProof(ground.tiled), whole = bakeProof(ground.whole);
        double moved = 0;
        std::size_t steps = 0;
        for (const char* name : {"point", "player", "feet", "corner", "large"})
            for (const int rate : {10, 30, 64, 100, 333, 1000}) {
                const HullId hull = tiled.hull(name);
                const bool onRamp = std::string_view(ground.name) == "ramp";
                const Vec3 start = onRamp ? Vec3{random.range(-60, -10), random.range(-120, -70), 127}
                                          : Vec3{random.range(-120, 80), random.range(-120, 80), 66};
                const Vec3 push{random.range(-90, 90), random.range(-60, 120), 0};
                const std::vector<Vec3> one = slidePath(tiled, hull, start, push, rate);
                const std::vector<Vec3> two = slidePath(whole, hull, start, push, rate);
                ASSERT_EQ(one.size(), two.size()) << name << ", " << rate;
                for (std::size_t i = 0; i < one.size(); ++i)
                    ASSERT_LE(length(one[i] - two[i]), 1e-9) << name << ", " << rate << " a second, step " << i << ": "
                                                             << text(one[i]) << " and " << text(two[i]);
                moved += length(one.back() - one.front());
                steps += one.size();
            }
        EXPECT_GE(steps, 10000u);
        EXPECT_GE(moved, 1000.0);
    }
}

// B4: tiles answer every single trace near, along and into the surface like one big brush.
TEST(SeamsThatStop, TilesAnswerEveryTraceLikeOneBigBrush) {
    SplitMix random(kSeed + 3);
    for (const Ground& ground : grounds()) {
        SCOPED_TRACE(ground.name);
        const Proof tiled = bakeProof(ground.tiled), whole = bakeProof(ground.whole);
        std::size_t hits = 0, misses = 0;
        for (std::uint32_t h = 0; h < tiled.clip.hullCount(); ++h)
            for (int i = 0; i < 12000; ++i) {
                TraceCase input{exact({h}), inBox(random, {{-150, -150, 20}, {150, 120, 150}}),
                                inBox(random, {{-150, -150, -20}, {150, 190, 150}})};
                if (std::string_view(ground.name) == "ramp") {
                    // Start above the ramp and end on it: below the tiles is hollow, but the one brush is solid there.
                    input.start.y = random.range(-140, -50);
                    input.end.y = random.range(-140, -50);
                    if (blocks(whole.at(input.start, {h})) || input.start.x < -100) continue;
                }
                const Trace one = input.ask(tiled.clip), two = input.ask(whole.clip);
                ASSERT_EQ(one.hit, two.hit) << text(input);
                ASSERT_EQ(one.startsolid, two.startsolid) << text(input);
                ASSERT_NEAR(one.hitFraction, two.hitFraction, 1e-12) << text(input);
                ASSERT_LE(length(one.normal - two.normal), 1e-12) << text(input);
                if (!one.hit || one.startsolid) continue;
                // Continue exactly on the surface.
                const Vec3 contact = input.start + (input.end - input.start) * one.hitFraction;
                const Vec3 left = input.end - contact;
                input.start = contact;
                input.end = contact + left - one.normal * dot(left, one.normal);
                const Trace along = input.ask(tiled.clip), wholeAlong = input.ask(whole.clip);
                ASSERT_EQ(along.hit, wholeAlong.hit) << text(input);
                ASSERT_NEAR(along.hitFraction, wholeAlong.hitFraction, 1e-9) << text(input);
                ++(along.hit ? hits : misses);
            }
        EXPECT_GE(hits, 400u);
        EXPECT_GE(misses, 5000u);
    }
}

// B4: of two parallel ramps, the second lies 1/8 below the first. Over the seam the box stands on the higher one alone.
TEST(SeamsThatStop, ABrushAnEighthBelowIsNeverMet) {
    const Proof proof = bakeScene("undercut_slope"),
                higher = bakeProof([] {
                    MapFile map = sceneMap("undercut_slope");
                    map.entities.front().brushes.erase(map.entities.front().brushes.begin() + 7);
                    return map;
                }());
    std::size_t met = 0;
    for (const char* name : {"player", "centred", "feet", "large", "corner"}) {
        const HullId hull = proof.hull(name);
        const Box box = proof.clip.hull(hull).box;
        // Visit every y of the origin at which the box covers both brushes, on either side of y = 0.
        for (double y = -box.maxs.y + 0.5; y < -box.mins.y; y += 1.75)
            for (double x = -60; x < 100; x += 3.5) {
                if (box.maxs.y + y > 90 || box.mins.y + y < -90) continue;
                const Vec3 from{x, y, 150 - box.maxs.z + 30};
                const TraceCase drop{exact(hull), from, from - Vec3{0, 0, 300}};
                const Trace both = drop.ask(proof.clip), one = drop.ask(higher.clip);
                ASSERT_TRUE(both.hit);
                ASSERT_EQ(both.hitFraction, one.hitFraction) << name << ' ' << text(drop);
                ASSERT_EQ(both.normal, one.normal) << name << ' ' << text(drop);
                ++met;
                // A trace down the slope, 1/16 above it, hits nothing.
                const Vec3 at = both.endpos + Vec3{0, 0, 1.0 / 16};
                if (both.normal.x > -0.4 || x < -20) continue;
                const Trace down = proof.clip.trace(exact(hull), at, at - Vec3{32, 0, 16});
                ASSERT_FALSE(down.hit) << name << ' ' << text(at);
            }
    }
    EXPECT_GE(met, 3000u);
}

}  // namespace
}  // namespace hullbake::test
