// Proves rows B1 to B3, B5, B6: errors that grow with depth, NaN and infinities, ends in solid, starts in solid.
#include <algorithm>
#include <bit>
#include <cmath>
#include <iostream>
#include <limits>

#include "oracle/judge/compare_trace.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240716;

// Returns a corridor with `count` leaning fins along its sides, all clear of |y| < 32 - box.
MapFile finsMap(int count) {
    std::vector<MapBrush> brushes = {boxBrush({-1040, -112, -16}, {1040, 112, 0}),
                                     boxBrush({1024, -112, 0}, {1040, 112, 160})};
    for (int i = 0; i < count; ++i) {
        const double x = -1000 + std::floor(2000.0 * i / count), lean = i % 7 - 3, side = i % 2 == 0 ? 1 : -1;
        std::vector<Vec3> points;
        for (const double along : {0.0, 2.0})
            for (const double z : {0.0, 160.0})
                for (const double y : {33.0, 96.0})
                    points.push_back({x + along + (z > 0 ? lean : 0) + (y > 50 ? i % 5 : 0), y * side, z});
        // The corners of a side may be off one plane: the hull of all eight is a fin in any case.
        brushes.push_back(hullBrush(points));
    }
    return worldOf(std::move(brushes));
}

// B1: long traces nearly parallel to hundreds of planes hit the last wall to within rounding, however deep the tree.
TEST(ErrorOfDepth, DoesNotGrowWithTheTree) {
    SplitMix random(kSeed);
    std::size_t lastDepth = 0;
    for (const int count : {4, 16, 64, 256}) {
        const Proof proof = bakeProof(finsMap(count));
        const std::size_t depth = proof.result.report.hulls.front().depth;
        EXPECT_GT(depth, lastDepth);
        lastDepth = depth;
        double worst = 0;
        std::size_t hits = 0;
        for (const char* name : {"point", "player", "feet"}) {
            const HullId hull = proof.hull(name);
            const Box box = proof.clip.hull(hull).box;
            const double wall = 1024 - box.maxs.x;
            for (int i = 0; i < 4000; ++i) {
                const double wide = 32.9 - box.maxs.y;
                const Vec3 from{random.range(-1020, -1000), random.range(-wide, wide), random.range(70, 90)};
                const Vec3 to{1100, random.range(-wide, wide), random.range(70, 90)};
                const Trace trace = proof.clip.trace(exact(hull), from, to);
                ASSERT_TRUE(trace.hit && !trace.startsolid) << text(from) << " -> " << text(to);
                ASSERT_EQ(trace.normal, (Vec3{-1, 0, 0})) << "stopped on the way: " << text(from) << " -> " << text(to);
                const auto exact =
                    (static_cast<long double>(wall) - from.x) / (static_cast<long double>(to.x) - from.x);
                worst = std::max(worst, static_cast<double>(std::fabs(trace.hitFraction - exact)) * length(to - from));
                ++hits;
            }
        }
        std::cout << count << " fins, depth " << depth << ": largest error " << worst << " units\n";
        EXPECT_LE(worst, 1e-12);
        EXPECT_EQ(hits, 12000u);
    }
}

// B1: traces almost along the fins of the scene agree with the oracle. Its campaigns cover other grazing traces.
TEST(ErrorOfDepth, GrazingTracesAgreeWithTheOracle) {
    SplitMix random(kSeed + 1);
    Faults faults;
    std::size_t grazing = 0, hits = 0, marginal = 0;
    for (const char* name : {"fins_corridor", "wide_hall", "nearly_parallel_faces"}) {
        const Proof proof = bakeScene(name);
        for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
            const SolidSet solids = proof.solids({h});
            for (int i = 0; i < 2000; ++i) {
                const oracle::GrownBrush& brush = solids.brushes()[random.index(solids.brushes().size())];
                const oracle::GrownPlane& plane = brush.planes[random.index(brush.planes.size())];
                const std::vector<Vec3> polygon = oracle::facePolygon(brush, plane.normal);
                if (polygon.size() < 3) continue;
                // Trace through a point of the face, at an angle of up to a hundredth of a degree.
                const Vec3 through = polygon[0] + (polygon[2] - polygon[0]) * random.unit();
                Vec3 along = cross(plane.normal, random.direction());
                if (length(along) < 0.1) continue;
                along = along * (1 / length(along)) + plane.normal * random.range(-2e-4, 2e-4);
                const TraceCase input{Probe{.hull = {h}}, through - along * random.range(1, 400),
                                      through + along * random.range(1, 400)};
                const oracle::Verdict verdict = oracle::compareTrace(solids, input, input.ask(proof.clip));
                ++grazing;
                hits += verdict.answer.hit ? 1 : 0;
                marginal += verdict.marginal ? 1 : 0;
                if (!verdict.agrees) faults.note(std::string(name) + ", " + text(input) + ": " + verdict.reason);
            }
        }
    }
    EXPECT_EQ(faults.count(), 0u) << "seed " << kSeed + 1;
    std::cout << grazing << " grazing traces, " << hits << " hits, " << marginal << " marginal\n";
    EXPECT_GE(grazing, 25000u);
    EXPECT_GE(hits, 5000u);
    // Marginal answers are right for a solid a few millionths thicker or thinner. Only traces that start within the
    // tolerance give them, which are common here.
    EXPECT_LE(marginal, grazing / 100);
}

bool finite(const Vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool inRange(const Vec3& v) {
    return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}) <= kMaxCoordinate;
}

bool sameBits(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// B2: NaN, infinities, denormals, huge numbers and zero in every argument, in every scene: defined and repeatable
// answers.
TEST(NumbersThatAreNone, HaveADefinedAnswerInEveryScene) {
    constexpr double kInf = std::numeric_limits<double>::infinity();
    const double odd[] = {std::numeric_limits<double>::quiet_NaN(),
                          -std::numeric_limits<double>::quiet_NaN(),
                          kInf,
                          -kInf,
                          5e-324,
                          -5e-324,
                          2.2e-308,
                          1e-300,
                          0.0,
                          -0.0,
                          1e-20,
                          262144,
                          -262144,
                          std::nextafter(262144.0, kInf),
                          1e19,
                          1e300,
                          -1.7976931348623157e308,
                          16,
                          24};
    SplitMix random(kSeed + 2);
    std::size_t invalid = 0, valid = 0;
    for (const std::string& name : sceneNames()) {
        SCOPED_TRACE(name);
        const Proof proof = bakeScene(name);
        for (int i = 0; i < 3000; ++i) {
            TraceCase input{Probe{.hull = {static_cast<std::uint32_t>(i) % 6}},
                            inBox(random, {{-60, -60, 30}, {60, 60, 90}}),
                            inBox(random, {{-200, -200, -20}, {200, 200, 200}})};
            for (std::size_t k = 0; k <= random.index(3); ++k) {
                const double number = odd[random.index(std::size(odd))];
                const int axis = static_cast<int>(random.index(3));
                const std::size_t place = random.index(7);
                if (place < 3) input.start[axis] = number;
                if (place >= 3 && place < 6) input.end[axis] = number;
                if (place == 6) input.probe.skin = number;
            }
            if (i % 5 == 0) input.end = input.start;
            const Trace trace = input.ask(proof.clip), again = input.ask(proof.clip);
            const bool good = finite(input.start) && finite(input.end) && inRange(input.start) && inRange(input.end) &&
                              input.probe.skin >= 0 && input.probe.skin <= kMaxCoordinate;
            ASSERT_EQ(trace.invalid, !good) << text(input) << ", skin " << input.probe.skin;
            ASSERT_TRUE(trace.fraction >= 0 && trace.fraction <= trace.hitFraction && trace.hitFraction <= 1)
                << text(input);
            ASSERT_TRUE(finite(trace.normal) && std::isfinite(trace.dist)) << text(input);
            ASSERT_TRUE(sameBits(trace.fraction, again.fraction) && sameBits(trace.hitFraction, again.hitFraction));
            if (!good) {
                ASSERT_TRUE(trace.startsolid && trace.allsolid && trace.hit && trace.fraction == 0) << text(input);
                ++invalid;
                continue;
            }
            ++valid;
            ASSERT_TRUE(finite(trace.endpos) && inRange(trace.endpos)) << text(input);
            if (!trace.startsolid) {
                ASSERT_FALSE(blocks(proof.at(trace.endpos, input.probe.hull))) << text(input);
            }
        }
    }
    EXPECT_GE(invalid, 30000u);
    EXPECT_GE(valid, 20000u);
}

// B3: a million tiny moves, each from the end of the last, into floors, slopes, corners, crevices and doorways. None
// may end in solid, by the hull or by separating axes.
TEST(Creeping, AMillionTinyMovesNeverEndInSolid) {
    SplitMix random(kSeed + 3);
    std::size_t moves = 0, stopped = 0, looked = 0;
    for (const char* name : {"player_on_floor", "exact_fit_doorway", "acute_crevice", "thin_prism_ridge"}) {
        SCOPED_TRACE(name);
        const Proof proof = bakeScene(name);
        const char* const hulls[] = {"point", "player", "feet", "corner", "centred"};
        for (std::size_t place = 0; place < 25; ++place) {
            const HullId hull = proof.hull(hulls[place % 5]);
            const Box box = proof.clip.hull(hull).box;
            const double skin = place % 2 == 0 ? 0 : kDefaultSkin;
            Vec3 at, push;
            do {
                at = inBox(random, {{-150, -150, 20}, {150, 150, 120}});
            } while (gapToAll(proof.models[0], box, at) < 1);
            push = random.direction();
            push.z -= 0.5;
            for (int i = 0; i < 10000; ++i, ++moves) {
                // A few moves are long, to reach the next surface. Most are almost zero.
                const double size = i % 2000 < 2 ? 300 : std::pow(10.0, random.range(-7, -2));
                if (i % 2000 == 0) push = random.direction();
                const TraceCase step{Probe{.hull = hull, .skin = skin}, at,
                                     at + (push + random.direction() * 0.6) * size};
                const Trace trace = step.ask(proof.clip);
                ASSERT_FALSE(trace.startsolid) << "move " << i << ": " << text(step);
                stopped += trace.hit ? 1 : 0;
                at = trace.endpos;
                if (i % 50 != 0) continue;
                ASSERT_FALSE(blocks(proof.at(at, hull))) << "move " << i << ": " << text(at);
                // The box is never deeper than the contract's tolerance, on however acute an edge.
                ASSERT_GE(gapToAll(proof.models[0], box, at), -1.01 * kSurfaceTolerance) << "move " << i;
                ++looked;
            }
        }
    }
    std::cout << moves << " moves, " << stopped << " stopped, " << looked << " looked at\n";
    EXPECT_GE(moves, 1000000u);
    EXPECT_GE(stopped, 300000u);
    EXPECT_GE(looked, 20000u);
}

// B5: a start in solid is reported, no plane is invented, and the box may leave freely.
TEST(StartInSolid, IsToldAndNeverGarbage) {
    SplitMix random(kSeed + 4);
    std::size_t startsolids = 0, allsolids = 0, left = 0, hitAgain = 0;
    for (const char* name : {"start_in_solid", "overlapping_solids", "tetrahedra"}) {
        const Proof proof = bakeScene(name);
        for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
            const Box box = proof.clip.hull({h}).box;
            for (int i = 0; i < 5000; ++i) {
                const Vec3 from = inBox(random, {{-180, -180, -10}, {180, 180, 180}});
                const double depth = gapToAll(proof.models[0], box, from);
                if (std::fabs(depth) < 1e-4) continue;
                const TraceCase input{exact({h}), from, from + random.direction() * random.range(1, 300)};
                const Trace trace = input.ask(proof.clip);
                // Starts deep between two brushes are the seam's matter: gaps in these scenes are wider than the box or
                // closed.
                ASSERT_EQ(trace.startsolid, depth < 0) << text(input) << ", gap " << depth;
                if (!trace.startsolid) continue;
                ++startsolids;
                if (trace.allsolid) {
                    ++allsolids;
                    ASSERT_EQ(trace.fraction, 0) << text(input);
                    ASSERT_EQ(trace.normal, Vec3{}) << text(input);
                    ASSERT_EQ(trace.endpos, from) << text(input);
                    continue;
                }
                ASSERT_FALSE(blocks(proof.at(trace.endpos, {h}))) << text(input);
                ++(trace.hit ? hitAgain : left);
                ASSERT_NEAR(length(trace.normal), trace.hit ? 1 : 0, 1e-12) << text(input);
                if (trace.hit) {
                    ASSERT_LT(dot(trace.normal, input.end - from), 0) << text(input);
                }
            }
        }
    }
    std::cout << startsolids << " in solid, " << allsolids << " all the way, " << left << " left, " << hitAgain
              << " hit again\n";
    EXPECT_GE(startsolids, 10000u);
    EXPECT_GE(allsolids, 2000u);
    EXPECT_GE(left, 1000u);
    EXPECT_GE(hitAgain, 1000u);
}

// B6, for traces: a box starts a few units deep in a floor, a wall or a corner of three planes. The shortest way out of
// all of them is free, and no shorter way in that direction is.
TEST(StuckInACorner, TheShortestWayOutIsFreeAndEndsOutside) {
    SplitMix random(kSeed + 5);
    const Proof proof = bakeScene("floor_two_walls_corner");
    std::size_t corners[4] = {};
    for (const char* name : {"player", "centred", "feet", "corner", "large"}) {
        const HullId hull = proof.hull(name);
        const Box box = proof.clip.hull(hull).box;
        for (int i = 0; i < 4000; ++i) {
            // The square corner of floor (z = 0), north (y = 192) and east (x = 192) wall.
            const Vec3 corner{192 - box.maxs.x, 192 - box.maxs.y, -box.mins.z};
            const Vec3 depth{random.range(-4, 4), random.range(-4, 4), random.range(-4, 4)};
            const Vec3 from{corner.x + depth.x, corner.y + depth.y, corner.z - depth.z};
            const Vec3 out{-std::max(depth.x, 0.0), -std::max(depth.y, 0.0), std::max(depth.z, 0.0)};
            const int planes = (depth.x > 0 ? 1 : 0) + (depth.y > 0 ? 1 : 0) + (depth.z > 0 ? 1 : 0);
            if (std::min({std::fabs(depth.x), std::fabs(depth.y), std::fabs(depth.z)}) < 0.05) continue;
            ++corners[planes];
            const Trace stuck = proof.clip.trace(exact(hull), from, from);
            ASSERT_EQ(stuck.startsolid, planes > 0) << text(from);
            if (planes == 0) continue;
            const Trace free = proof.clip.trace(exact(hull), from, from + out * 1.001);
            ASSERT_TRUE(free.startsolid && !free.allsolid && !free.hit) << text(from);
            ASSERT_FALSE(blocks(proof.at(from + out, hull))) << text(from);
            ASSERT_TRUE(proof.clip.trace(exact(hull), from, from + out * 0.999).allsolid) << text(from);
            // With several planes, moving out of the nearest one alone is not enough.
            if (planes < 2) continue;
            Vec3 nearest;
            double least = 1e9;
            for (int a = 0; a < 3; ++a)
                if (out[a] != 0 && std::fabs(out[a]) < least) {
                    least = std::fabs(out[a]);
                    nearest = {};
                    nearest[a] = out[a];
                }
            ASSERT_TRUE(proof.clip.trace(exact(hull), from, from + nearest).allsolid) << text(from);
        }
    }
    for (const std::size_t count : corners) EXPECT_GE(count, 1500u);
}

}  // namespace
}  // namespace hullbake::test
