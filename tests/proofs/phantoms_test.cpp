// Proves rows A1 to A4: phantom solid and holes, bevels dropped or moved, sides lost on the way into the file.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <numbers>

#include "compiler/brushes/scene.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240711;

std::string sceneOfName(const testing::TestParamInfo<std::string>& scene) {
    return scene.param;
}

std::string sceneOf(const testing::TestParamInfo<const char*>& scene) {
    return scene.param;
}

class PhantomSolid : public testing::TestWithParam<std::string> {};

// A1: the contents of the baked hull equal the oracle's.
TEST_P(PhantomSolid, NoneAndNoHoleAtHardPoints) {
    const Proof proof = bakeScene(GetParam());
    SplitMix random(kSeed);
    Faults faults;
    std::size_t points = 0, solid = 0;
    for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
        const SolidSet solids = proof.solids({h});
        for (const Vec3& p : hardPoints(solids, random, 5000, 3375, 1500)) {
            const Contents got = proof.at(p, {h});
            const std::string reason = oracle::comparePoint(solids, p, got);
            if (!reason.empty()) faults.note("hull " + std::to_string(h) + ", " + text(p) + ": " + reason);
            ++points;
            solid += blocks(got) ? 1 : 0;
        }
    }
    EXPECT_EQ(faults.count(), 0u) << "seed " << kSeed;
    EXPECT_GE(points, 55000u);
    EXPECT_GE(solid, points / 20);
    EXPECT_GE(points - solid, points / 20);
}

INSTANTIATE_TEST_SUITE_P(Scenes, PhantomSolid, testing::ValuesIn(sceneNames()), sceneOfName);

// A1: over a floor `\__/` and its lips, the box is free just above its standing height and overlaps just below.
TEST(PhantomSolidAtLips, FloorsThatRiseToTheWallsAreFreeAboveTheirStandingHeight) {
    for (const char* scene : {"expansion_lip", "phantom_clip"}) {
        SCOPED_TRACE(scene);
        const Proof proof = bakeScene(scene, true);
        std::size_t above = 0, below = 0;
        for (const char* name : {"player", "feet", "corner"}) {
            const HullId hull = proof.hull(name);
            const Box box = proof.clip.hull(hull).box;
            const Box room{{-120, -120, 0}, {120, 120, 190}};
            for (double x = room.mins.x; x <= room.maxs.x; x += 1.25)
                for (double y = room.mins.y; y <= room.maxs.y; y += 30)
                    for (double z = -box.mins.z + 0.25; z < 70 - box.mins.z; z += 7.75) {
                        const double gap = gapToAll(proof.models[0], box, {x, y, z});
                        if (std::fabs(gap) < 1e-6) continue;
                        ++(gap > 0 ? above : below);
                        const bool solid = blocks(proof.at({x, y, z}, hull));
                        // In `phantom_clip`, the space behind the rocks may be filled.
                        const bool reached = std::string_view(scene) == "expansion_lip";
                        if (reached || gap < 0) {
                            ASSERT_EQ(solid, gap < 0) << name << ' ' << x << ' ' << y << ' ' << z;
                        }
                    }
        }
        EXPECT_GE(above, 3000u);
        EXPECT_GE(below, 3000u);
    }
}

class DroppedBevels : public testing::TestWithParam<const char*> {};

// A2: boxes drop onto, push at and walk along every edge of every slanted brush. Separating axes give the truth: no
// overlap before the contact, no gap at it.
TEST_P(DroppedBevels, BoxesRestOnEveryEdgeAndWalkAlongIt) {
    const Proof proof = bakeScene(GetParam());
    SplitMix random(kSeed + 1);
    Faults faults;
    std::size_t edges = 0, hits = 0, walks = 0;
    for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
        const Box box = proof.clip.hull({h}).box;
        for (const oracle::MapSolid& solid : proof.models[0].solids) {
            // A slanted brush has at least one plane that is not axial.
            const auto slanted = [](const oracle::BarePlane& p) {
                return std::max({std::fabs(p.normal.x), std::fabs(p.normal.y), std::fabs(p.normal.z)}) < 1;
            };
            const auto& planes = solid.brush.planes;
            if (std::none_of(planes.begin(), planes.end(), slanted)) continue;
            for (std::size_t i = 0; i < solid.brush.vertices.size(); ++i)
                for (std::size_t k = 0; k < i; ++k) {
                    const Vec3 &a = solid.brush.vertices[i], &b = solid.brush.vertices[k];
                    const auto shared = std::count_if(planes.begin(), planes.end(), [&](const oracle::BarePlane& p) {
                        return std::fabs(dot(p.normal, a) - p.dist) < 1e-6 &&
                               std::fabs(dot(p.normal, b) - p.dist) < 1e-6;
                    });
                    if (shared < 2) continue;
                    ++edges;
                    for (int n = 0; n < 4; ++n) {
                        // The trace runs from a place clear of all brushes to a place where the box covers a point of
                        // the edge.
                        const Vec3 onEdge = a + (b - a) * random.unit();
                        const Vec3 over = onEdge - inBox(random, box);
                        const Vec3 from = over + random.direction() * random.range(60, 120);
                        if (gapToAll(proof.models[0], box, from) < 1e-3) continue;
                        const TraceCase push{exact({h}), from, over + (over - from) * 0.5};
                        const Trace trace = push.ask(proof.clip);
                        faults.note(faultByAxes(proof, push, trace));
                        if (!trace.hit) continue;
                        ++hits;
                        // Continue along the edge, 1e-3 clear of the contact.
                        const Vec3 clear = trace.endpos + trace.normal * 1e-3;
                        if (gapToAll(proof.models[0], box, clear) < 1e-4) continue;
                        const TraceCase walk{exact({h}), clear, clear + (b - a) * random.range(-1, 1)};
                        faults.note(faultByAxes(proof, walk, walk.ask(proof.clip)));
                        ++walks;
                    }
                }
        }
    }
    EXPECT_EQ(faults.count(), 0u) << "seed " << kSeed + 1;
    std::cout << edges << " edges and boxes, " << hits << " contacts, " << walks << " walks\n";
    EXPECT_GE(edges, 36u);
    EXPECT_GE(hits, 60u);
    EXPECT_GE(walks, 40u);
}

INSTANTIATE_TEST_SUITE_P(Scenes, DroppedBevels,
                         testing::Values("thin_prism_ridge", "needle_prism", "nearly_axial_edge", "sheared_prism",
                                         "edge_bevel_wedge", "tetrahedra", "leaning_column", "terrain_prisms"),
                         sceneOf);

double furthest(const oracle::BareBrush& brush, const Vec3& normal) {
    double most = -1e300;
    for (const Vec3& v : brush.vertices) most = std::max(most, dot(normal, v));
    return most;
}

// A3: no two sides share a normal, and every side still touches its brush, as when it was made.
TEST(MovedPlanes, NoTwoSidesShareANormalAndEverySideTouchesItsBrush) {
    std::size_t brushes = 0, sides = 0, bevels = 0;
    for (const std::string& name : sceneNames()) {
        SCOPED_TRACE(name);
        const Proof proof = bakeScene(name);
        std::vector<const oracle::MapSolid*> solids;
        for (const oracle::MapModel& model : proof.models)
            for (const oracle::MapSolid& solid : model.solids) solids.push_back(&solid);
        ASSERT_LE(proof.clip.tables().brushes.size(), solids.size());
        for (const format::BrushRecord& record : proof.clip.tables().brushes) {
            const auto known = std::find_if(solids.begin(), solids.end(), [&](const oracle::MapSolid* solid) {
                return solid->entity == record.entity && solid->number == record.number;
            });
            ASSERT_NE(known, solids.end()) << "line " << record.line;
            ++brushes;
            const auto all = proof.clip.tables().sides.subspan(record.firstSide, record.sideCount);
            for (std::size_t i = 0; i < all.size(); ++i) {
                const Vec3 normal{all[i].normal[0], all[i].normal[1], all[i].normal[2]};
                EXPECT_NEAR(length(normal), 1, 1e-14);
                EXPECT_NEAR(all[i].dist, furthest((*known)->brush, normal), 1e-6)
                    << "line " << record.line << ", side " << i;
                ++sides;
                bevels += (all[i].flags & format::kSideIsBevel) != 0 ? 1 : 0;
                for (std::size_t k = 0; k < i; ++k) {
                    const Vec3 other{all[k].normal[0], all[k].normal[1], all[k].normal[2]};
                    EXPECT_GT(length(normal - other), 1e-10) << "line " << record.line << ", sides " << k << ", " << i;
                }
            }
        }
    }
    EXPECT_GE(brushes, 650u);
    EXPECT_GE(sides, 5000u);
    EXPECT_GE(bevels, 700u);
}

// A4: the file stores every side exactly as the compiler computed it.
TEST(LostSides, TheFileHoldsEverySideBitForBit) {
    std::size_t sides = 0;
    for (const std::string& name : sceneNames()) {
        SCOPED_TRACE(name);
        const Proof proof = bakeScene(name);
        CompileReport report;
        const BrushScene scene = makeScene(proof.map, gameRules("any"), proofHulls(), report);
        ASSERT_EQ(proof.clip.tables().brushes.size(), scene.brushes.size());
        for (std::size_t b = 0; b < scene.brushes.size(); ++b) {
            const format::BrushRecord& record = proof.clip.tables().brushes[b];
            const std::vector<SidePlane>& wanted = scene.brushes[b].solid.sides;
            ASSERT_EQ(record.sideCount, wanted.size());
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                const format::SideRecord& side = proof.clip.tables().sides[record.firstSide + i];
                EXPECT_EQ((Vec3{side.normal[0], side.normal[1], side.normal[2]}), wanted[i].plane.normal);
                EXPECT_EQ(side.dist, wanted[i].plane.dist);
                EXPECT_EQ((side.flags & format::kSideIsBevel) != 0, wanted[i].bevel);
                ++sides;
            }
        }
    }
    EXPECT_GE(sides, 5000u);
}

// A4: no box walks through a column or falls through a sliver.
TEST(LostSides, ColumnsAndSliversStopTheBoxAllAround) {
    SplitMix random(kSeed + 2);
    Faults faults;
    std::size_t hits = 0;
    for (const char* name : {"sixteen_sided_column", "sliver_faces"}) {
        SCOPED_TRACE(name);
        const Proof proof = bakeScene(name);
        for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) {
            const Box box = proof.clip.hull({h}).box;
            for (int i = 0; i < 720; ++i) {
                const double angle = 2 * std::numbers::pi * i / 720;
                const Vec3 away{std::cos(angle), std::sin(angle), 0}, at{0, 0, 60};
                const Vec3 far = at + away * 140, down{random.range(-110, 110), random.range(-110, 110), 120};
                for (const auto& [start, end] :
                     {Segment{far, at}, Segment{down, down - Vec3{0, 0, 300}}, Segment{far, at - away * 140}}) {
                    if (gapToAll(proof.models[0], box, start) < 1e-3) continue;
                    const TraceCase input{exact({h}), start, end};
                    const Trace trace = input.ask(proof.clip);
                    hits += trace.hit ? 1 : 0;
                    faults.note(faultByAxes(proof, input, trace));
                }
            }
        }
    }
    EXPECT_EQ(faults.count(), 0u) << "seed " << kSeed + 2;
    EXPECT_GE(hits, 6000u);
}

// A1: the edge of a ramp stands out over a floor by less than the tolerance. It must stop nothing that slides along the
// floor, however flat the angle and however long the way through it.
TEST(PhantomSolidAtLips, LipsLowerThanTheToleranceStopNothing) {
    SplitMix random(kSeed + 5);
    Faults faults;
    std::size_t crossed = 0;
    for (const double lip : {1e-7, 3e-7, 1e-6, 3e-6, 6e-6}) {
        const Proof proof = bakeProof(worldOf({
            boxBrush({0, 0, -16}, {64, 300, -lip}),
            hullBrush({{0, -100, -16}, {0, -100, 0}, {16, -100, -16}, {0, 300, -16}, {0, 300, 0}, {16, 300, -16}}),
        }));
        const HullId point = proof.hull("point");
        for (int i = 0; i < 2000; ++i) {
            const double y = random.range(1, 250), along = random.range(20, 49),
                         slope = std::pow(10, random.range(-5, -1));
            const double before = random.range(0.1, 0.9) * along;
            TraceCase input{exact(point), {-slope * before, y, -lip}, {slope * (along - before), y + along, -lip}};
            if (i % 2 != 0) std::swap(input.start, input.end);
            const Trace trace = input.ask(proof.clip);
            if (trace.hit || trace.startsolid) faults.note("lip " + std::to_string(lip * 1e6) + "e-6: " + text(input));
            ++crossed;
        }
    }
    EXPECT_EQ(faults.count(), 0u) << "seed " << kSeed + 5;
    EXPECT_EQ(crossed, 10000u);
}

}  // namespace
}  // namespace hullbake::test
