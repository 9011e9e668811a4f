// Proves rows B7 to B9: boxes off their centre, thin brushes grown by any box, shots at sealed corners.
#include <algorithm>
#include <cmath>
#include <iostream>

#include "oracle/judge/compare_trace.hpp"
#include "support/proof_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240717;

// B7: a box with another origin is the same box moved. Its answers are those of the centred box, shifted by the offset.
TEST(WrongSignOfTheOffset, OffCentreBoxesAreCentredBoxesMoved) {
    SplitMix random(kSeed);
    const Box box{{-16, -12, -28}, {16, 12, 28}};
    const Vec3 offsets[] = {{0, 0, 28}, {16, 12, 28}, {-16, -12, -28}, {5, -7, 11}, {100, -60, 40}};
    std::vector<HullSpec> hulls{{"centred", box}};
    for (const Vec3& offset : offsets) hulls.push_back({"off", {box.mins + offset, box.maxs + offset}});
    for (std::size_t i = 1; i < hulls.size(); ++i) hulls[i].name += std::to_string(i);
    std::size_t points = 0, solid = 0, hits = 0;
    for (const std::string& name : sceneNames()) {
        SCOPED_TRACE(name);
        const Proof proof = bakeProof(sceneMap(name), false, hulls);
        Box bounds = proof.clip.model({}).bounds;
        bounds = {bounds.mins - Vec3{30, 30, 30}, bounds.maxs + Vec3{30, 30, 30}};
        for (std::uint32_t model = 0; model < proof.clip.modelCount(); ++model)
            for (std::size_t h = 1; h < hulls.size(); ++h) {
                const HullId off{static_cast<std::uint32_t>(h)};
                const Vec3& offset = offsets[h - 1];
                for (int i = 0; i < 150; ++i) {
                    const Vec3 p = inBox(random, bounds), q = inBox(random, bounds);
                    const Contents at = proof.at(p, {0}, model);
                    ASSERT_EQ(proof.at(p - offset, off, model), at) << text(p);
                    ++points;
                    solid += blocks(at) ? 1 : 0;
                    TraceCase one{exact({0}), p, q};
                    TraceCase two{exact(off), p - offset, q - offset};
                    one.probe.model = two.probe.model = {model};
                    const Trace a = one.ask(proof.clip), b = two.ask(proof.clip);
                    ASSERT_EQ(a.hit, b.hit) << text(one);
                    ASSERT_EQ(a.startsolid, b.startsolid) << text(one);
                    if (!a.hit || a.allsolid) continue;
                    ++hits;
                    const double across = std::fabs(dot(q - p, a.normal));
                    ASSERT_NEAR(a.hitFraction * across, b.hitFraction * across, 1e-6) << text(one);
                }
            }
    }
    std::cout << points << " points, " << solid << " solid, " << hits << " hits\n";
    EXPECT_GE(points, 30000u);
    EXPECT_GE(solid, 5000u);
    EXPECT_GE(hits, 8000u);
}

HullSpec randomHull(SplitMix& random, std::size_t number) {
    HullSpec hull{"box" + std::to_string(number), {}};
    for (int axis = 0; axis < 3; ++axis) {
        const double size = random.chance(0.2) ? 0 : std::floor(random.range(0, 60) * 16) / 16;
        hull.box.mins[axis] = std::floor(random.range(-40, 20) * 16) / 16;
        hull.box.maxs[axis] = hull.box.mins[axis] + size;
    }
    return hull;
}

// B8: thin and thick brushes stop any box, flat ones and rods included, on both sides, exactly where separating axes
// say.
TEST(MovedInsteadOfGrown, ThinPlatesStopAnyBoxOnBothSides) {
    SplitMix random(kSeed + 1);
    std::vector<HullSpec> hulls;
    for (std::size_t i = 0; i < 24; ++i) hulls.push_back(randomHull(random, i));
    Faults faults;
    std::size_t hits = 0, sides[2] = {};
    for (const char* name : {"thin_plates", "sheared_prism", "slope_heights"}) {
        const Proof proof = bakeProof(sceneMap(name), false, hulls);
        for (std::uint32_t h = 0; h < hulls.size(); ++h)
            for (int i = 0; i < 600; ++i) {
                // Aim at a random brush inside the room, from either side.
                const auto& solids = proof.models[0].solids;
                const oracle::BareBrush& brush = solids[6 + random.index(solids.size() - 6)].brush;
                const oracle::BarePlane& plane = brush.planes[random.index(brush.planes.size())];
                const Vec3 target = brush.vertices[random.index(brush.vertices.size())] * 0.5 +
                                    brush.vertices[random.index(brush.vertices.size())] * 0.5 -
                                    inBox(random, hulls[h].box);
                const Vec3 from = target + plane.normal * random.range(20, 90) + random.direction() * 10;
                if (gapToAll(proof.models[0], hulls[h].box, from) < 1e-3) continue;
                const TraceCase input{exact({h}), from, target + (target - from)};
                const Trace trace = input.ask(proof.clip);
                faults.note(faultByAxes(proof, input, trace));
                if (!trace.hit) continue;
                ++hits;
                ++sides[trace.normal.z + trace.normal.x > 0 ? 0 : 1];
            }
    }
    EXPECT_EQ(faults.count(), 0u) << "seed " << kSeed + 1;
    std::cout << hits << " hits, " << sides[0] << " and " << sides[1] << " by side\n";
    EXPECT_GE(hits, 10000u);
    EXPECT_GE(std::min(sides[0], sides[1]), 3000u);
}

struct Room {
    const char* scene;
    std::size_t shots;
};

// B9: shots from anywhere in a sealed room at every edge and vertex of its enclosure, exactly and beside them. Nothing
// is filled here: the geometry alone must stop every shot.
TEST(EscapesThroughCorners, NoShotAtASealedEdgeOrVertexGetsOut) {
    SplitMix random(kSeed + 2);
    std::size_t shots = 0, atEdges = 0, atVertices = 0, escapes = 0;
    for (const Room& room :
         {Room{"sealed_corner_shots", 40000}, Room{"acute_crevice", 15000}, Room{"diagonal_touch", 15000},
          Room{"touching_boxes", 10000}, Room{"sealed_overlap", 10000}, Room{"seam_tiles_floor", 10000},
          Room{"floor_two_walls_corner", 10000}}) {
        const Proof proof = bakeScene(room.scene), filled = bakeScene(room.scene, true);
        const Box bounds = proof.clip.model({}).bounds;
        std::vector<SolidSet> grown;
        for (std::uint32_t h = 0; h < proof.clip.hullCount(); ++h) grown.push_back(proof.solids({h}));
        std::size_t done = 0;
        for (std::size_t i = 0; i < 20 * room.shots && done < room.shots; ++i) {
            const HullId hull{static_cast<std::uint32_t>(i % proof.clip.hullCount())};
            const SolidSet& solids = grown[hull.value];
            const Vec3 from = inBox(random, {bounds.mins + Vec3{20, 20, 20}, bounds.maxs - Vec3{20, 20, 20}});
            // Start inside the room: space behind its walls is filled.
            if (blocks(filled.at(from, hull))) continue;
            const oracle::GrownBrush& brush = solids.brushes()[random.index(solids.brushes().size())];
            const std::vector<Vec3> polygon =
                oracle::facePolygon(brush, brush.planes[random.index(brush.planes.size())].normal);
            if (polygon.size() < 3) continue;
            const std::size_t at = random.index(polygon.size());
            const Vec3 &a = polygon[at], &b = polygon[(at + 1) % polygon.size()];
            const bool vertex = random.chance(0.5);
            Vec3 target = vertex ? a : a + (b - a) * random.unit();
            if (i % 3 == 1) target = target + random.direction() * 1e-6;
            if (i % 3 == 2) target[static_cast<int>(random.index(3))] += random.chance(0.5) ? 1e-12 : -1e-12;
            const TraceCase shot{exact(hull), from, from + (target - from) * (2000 / (length(target - from) + 1))};
            const Trace trace = shot.ask(proof.clip);
            ++done;
            ++(vertex ? atVertices : atEdges);
            const Vec3 end = trace.endpos;
            const bool inside = end.x > bounds.mins.x && end.x < bounds.maxs.x && end.y > bounds.mins.y &&
                                end.y < bounds.maxs.y && end.z > bounds.mins.z && end.z < bounds.maxs.z;
            if (trace.hit && inside && !trace.startsolid) continue;
            if (++escapes <= 3) ADD_FAILURE() << room.scene << ": " << text(shot) << " got to " << text(end);
        }
        EXPECT_EQ(done, room.shots) << room.scene;
        shots += done;
    }
    std::cout << shots << " shots, " << atEdges << " at edges, " << atVertices << " at vertices, " << escapes
              << " escapes, seed " << kSeed + 2 << "\n";
    EXPECT_EQ(escapes, 0u);
    EXPECT_GE(shots, 100000u);
    EXPECT_GE(atEdges, 40000u);
    EXPECT_GE(atVertices, 40000u);
}

}  // namespace
}  // namespace hullbake::test
