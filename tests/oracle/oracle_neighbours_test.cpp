// Proves by brute force what overlap and touching report: every brush that a box overlaps or touches, and every plane
// near it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "formats/map_reader.hpp"
#include "oracle/base/random_boxes.hpp"
#include "oracle/trace/near_faces.hpp"
#include "support/proof_support.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::test {
namespace {

using oracle::GrownBrush;
using oracle::NearFace;

constexpr std::uint64_t kSeed = 20241122;
/// Bounds, in units, the rounding of the runtime and the oracle together. Answers that depend on less may be either.
constexpr double kEither = 1e-6;
/// Error, in units, of the distance to a face in sight. Brushes that hide it count as larger by about the tolerance.
constexpr double kEitherPart = 3 * kSurfaceTolerance;

std::string boxName(const Box& box) {
    return "box " + text(box.mins) + " : " + text(box.maxs);
}

struct Tally {
    std::size_t places = 0, overlaps = 0, touches = 0;
    std::size_t stuck = 0, planes = 0, edges = 0, bevels = 0, merged = 0, behind = 0;
};

void compareOverlaps(const Proof& proof, const std::vector<GrownBrush>& brushes, const Box& box, const Vec3& p,
                     Faults& faults, Tally& tally) {
    Overlap found[256];
    const NeighbourCount count = proof.clip.overlap({.box = box, .mask = kMaskAll}, p, found);
    const std::string where = boxName(box) + " at " + text(p);
    if (count.invalid || count.count > 256) return faults.note("no answer, " + where);
    std::size_t seen = 0;
    for (const GrownBrush& brush : brushes) {
        const double depth = depthIn(brush, p);
        if (depth < -kSurfaceTolerance - kEither) continue;
        const double away = distanceToBrush(brush, p);
        Overlap* const end = found + count.count;
        const Overlap* const hit = std::find_if(
            found, end, [&](const Overlap& o) { return o.entity == brush.entity && o.brush == brush.number; });
        if (hit != end) ++seen;
        const bool either = std::abs(away - kSurfaceTolerance) < kEither / 10;
        const bool near = away <= kSurfaceTolerance, deep = depth > kSurfaceTolerance;
        const bool eitherDeep = std::abs(depth - kSurfaceTolerance) < kEither / 1000;
        if (!either && near != (hit != end))
            faults.note((near ? "missing: line " : "not near: line ") + std::to_string(brush.line) + ", " + where);
        if (hit == end) continue;
        if (hit->touches == deep && !eitherDeep)
            faults.note("touching or not: line " + std::to_string(brush.line) + ", " + where);
        if (hit->contents != brush.contents || hit->line != brush.line) faults.note("another brush, " + where);
        ++(hit->touches ? tally.touches : tally.overlaps);
    }
    if (seen != count.count) faults.note("brushes that are not near, " + where);
    for (std::size_t i = 1; i < count.count; ++i)
        if (found[i - 1].entity > found[i].entity ||
            (found[i - 1].entity == found[i].entity && found[i - 1].brush >= found[i].brush))
            faults.note("not in the order of the map, " + where);
}

bool samePlane(const TouchedPlane& touched, const NearFace& face, double slack) {
    return length(touched.normal - face.plane.normal) < 1e-6 + 1e-9 &&
           std::abs(touched.distance - face.distance) < slack;
}

void comparePlanes(const Proof& proof, const std::vector<GrownBrush>& brushes, const Box& box, const Vec3& p,
                   double reach, bool stuck, Faults& faults, Tally& tally) {
    TouchedPlane found[kMaxTouchedPlanes];
    const NeighbourCount count = proof.clip.touching({.box = box}, p, reach, found);
    const std::string where = boxName(box) + " at " + text(p) + " within " + std::to_string(reach);
    if (count.invalid) return faults.note("no answer, " + where);
    if (stuck) {
        ++tally.stuck;
        if (count.count != 0) faults.note("stuck, but touches, " + where);
        return;
    }
    const double limit = std::max(reach, kSurfaceTolerance);
    const std::vector<NearFace> faces = facesNear(brushes, p, limit, kSurfaceTolerance + kEither);
    for (const NearFace& face : faces) {
        if (face.distance < -kSurfaceTolerance + kEither / 1000 || std::max(face.gap, face.exactGap) > limit - kEither)
            continue;
        const GrownBrush& brush = brushes[face.brush];
        if (face.behind) {
            ++tally.behind;
            continue;
        }
        const bool known = std::any_of(found, found + count.count, [&](const TouchedPlane& touched) {
            return samePlane(touched, face, kSurfaceTolerance + kEither);
        });
        if (!known)
            faults.note("missing: line " + std::to_string(brush.line) + " normal " + text(face.plane.normal) +
                        " distance " + std::to_string(face.distance) + " gap " + std::to_string(face.gap) + ", " +
                        where);
    }
    for (std::size_t i = 0; i < count.count; ++i) {
        const TouchedPlane& touched = found[i];
        const std::string what = "line " + std::to_string(touched.surface.line) + " normal " + text(touched.normal) +
                                 " distance " + std::to_string(touched.distance) + " gap " +
                                 std::to_string(touched.gap) + ", " + where;
        std::size_t same = 0;
        bool mine = false;
        for (const NearFace& face : faces) {
            if (!samePlane(touched, face, kEither) || face.behind) continue;
            ++same;
            const GrownBrush& brush = brushes[face.brush];
            // The part of a face that is hidden is known up to the tolerance.
            const double least = std::min(face.gap, face.exactGap), most = std::max(face.gap, face.exactGap);
            mine = mine || (brush.entity == touched.surface.entity && brush.number == touched.surface.brush &&
                            touched.gap > least - kEither && touched.gap < most + kEitherPart &&
                            brush.contents == touched.contents &&
                            touched.surface.bevel == (face.plane.kind != oracle::PlaneKind::Face));
            if (most < touched.gap - kEitherPart) faults.note("a face of the same plane is nearer: " + what);
        }
        if (same == 0)
            faults.note("no such face in sight: " + what);
        else if (!mine)
            faults.note("another face: " + what);
        if (std::abs(dot(touched.normal, p) - touched.dist - touched.distance) > 1e-9) faults.note("distance: " + what);
        if (i > 0 && touched.gap < found[i - 1].gap) faults.note("not the nearest first: " + what);
        ++tally.planes;
        tally.edges += touched.gap > touched.distance + 1e-6;
        tally.bevels += touched.surface.bevel;
        tally.merged += same > 1;
    }
}

/// Returns the boxes of players, a point, and random boxes.
std::vector<Box> someBoxes(std::size_t random) {
    std::vector<Box> boxes{{}, {{-16, -16, -24}, {16, 16, 32}}, {{-1, -2, -3}, {3, 2, 1}}};
    const std::vector<Box> more = oracle::randomBoxes(kSeed, random);
    boxes.insert(boxes.end(), more.begin(), more.end());
    return boxes;
}

/// Removes duplicate brushes, as the compiler does.
std::vector<GrownBrush> withoutDoubles(const std::vector<GrownBrush>& brushes) {
    std::vector<GrownBrush> kept;
    const auto samePlanes = [](const GrownBrush& a, const GrownBrush& b) {
        const auto inA = [&](const oracle::GrownPlane& plane) {
            return std::any_of(a.planes.begin(), a.planes.end(), [&](const oracle::GrownPlane& other) {
                return plane.normal == other.normal && plane.dist == other.dist;
            });
        };
        return a.contents == b.contents && a.planes.size() == b.planes.size() &&
               std::all_of(b.planes.begin(), b.planes.end(), inA);
    };
    for (const GrownBrush& brush : brushes)
        if (std::none_of(kept.begin(), kept.end(), [&](const GrownBrush& k) { return samePlanes(k, brush); }))
            kept.push_back(brush);
    return kept;
}

void compareAll(const std::string& name, MapFile map, std::size_t places, std::size_t boxes, Tally& total) {
    const Proof proof = bakeProof(std::move(map), false, {{"point", {}}});
    Faults faults;
    SplitMix random(kSeed);
    for (const Box& box : someBoxes(boxes)) {
        const SolidSet solids(withoutDoubles(oracle::growModel(proof.models.front(), box)));
        std::vector<GrownBrush> blocking;
        for (const GrownBrush& brush : solids.brushes())
            if (any(brush.contents & kMaskBlocking)) blocking.push_back(brush);
        const SolidSet walls(blocking);
        for (const Vec3& p : hardPoints(solids, random, places * 3 / 4, places / 8, places / 8)) {
            const double reaches[] = {0, 1.0 / 32, 1, 6};
            const double reach = reaches[random.index(4)];
            Vec3 at = p;
            if (random.chance(0.4)) at = p + random.direction() * (random.unit() * reach);
            compareOverlaps(proof, solids.brushes(), box, at, faults, total);
            // For a cube between half the tolerance and a large one, either answer is right.
            const bool stuck = walls.inside(at, kMaskBlocking, {kSurfaceTolerance / 2});
            const bool deep = walls.inside(at, kMaskBlocking, {2.5 * kSurfaceTolerance});
            if (stuck == deep) comparePlanes(proof, blocking, box, at, reach, stuck, faults, total);
            ++total.places;
        }
    }
    EXPECT_EQ(faults.count(), 0u) << name;
}

MapFile mapAt(const std::string& path) {
    auto read = readMap(path);
    if (const auto* error = std::get_if<Diagnostic>(&read)) ADD_FAILURE() << error->text();
    return std::holds_alternative<MapFile>(read) ? std::move(std::get<MapFile>(read)) : MapFile{};
}

void print(const std::string& name, const Tally& tally) {
    std::cout << name << ", seed " << kSeed << ": " << tally.places << " places, " << tally.overlaps << " overlaps, "
              << tally.touches << " touches, " << tally.stuck << " stuck, " << tally.planes << " planes ("
              << tally.edges << " beside the face, " << tally.bevels << " bevels, " << tally.merged << " of several, "
              << tally.behind << " behind)\n";
}

void expectEnough(const Tally& tally, std::size_t planes, std::size_t bevels) {
    EXPECT_GE(tally.overlaps, 20000u);
    EXPECT_GE(tally.touches, 20000u);
    EXPECT_GE(tally.stuck, 10000u);
    EXPECT_GE(tally.planes, planes);
    EXPECT_GE(tally.edges, planes / 20);
    EXPECT_GE(tally.bevels, bevels);
    EXPECT_GE(tally.merged, planes / 10);
    EXPECT_GE(tally.behind, 5u);
}

TEST(OracleNeighbours, Demo) {
    Tally tally;
    compareAll("demo", demoMap(), 2000, 12, tally);
    print("demo", tally);
    expectEnough(tally, 10000, 1000);
}

TEST(OracleNeighbours, Scenes) {
    Tally tally;
    for (const std::string& name : sceneNames()) compareAll(name, sceneMap(name), 400, 6, tally);
    print("scenes", tally);
    expectEnough(tally, 80000, 5000);
}

class OracleNeighboursRealMaps : public testing::TestWithParam<const char*> {};

TEST_P(OracleNeighboursRealMaps, AgreeWithBruteForce) {
    const std::string relative = std::string("maps/quake/") + GetParam() + ".map";
    const auto path = sharedFile(relative);
    if (!path) GTEST_SKIP() << missingShared(relative);
    Tally tally;
    compareAll(GetParam(), mapAt(*path), 2000, 12, tally);
    print(GetParam(), tally);
    expectEnough(tally, 8000, 10);
}

INSTANTIATE_TEST_SUITE_P(Maps, OracleNeighboursRealMaps, testing::Values("dm1", "e1m1"),
                         [](const auto& map) { return std::string(map.param); });

}  // namespace
}  // namespace hullbake::test
