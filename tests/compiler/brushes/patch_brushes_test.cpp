// Proves that curved patches become brushes: near the surface, without gaps, with shared edges.
#include "formats/patch_brushes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compile.hpp"
#include "compiler/compiler_support.hpp"
#include "formats/patch_mesh.hpp"
#include "hullbake/slide.hpp"
#include "support/patch_surface.hpp"

namespace hullbake::test {
namespace {

MapPatch patchOf(std::uint32_t rows, std::uint32_t columns, const std::vector<Vec3>& points,
                 PatchKind kind = PatchKind::Def2) {
    MapPatch patch;
    patch.kind = kind;
    patch.rows = rows;
    patch.columns = columns;
    patch.material = "stone";
    patch.pos = {7, 1};
    for (const Vec3& p : points) patch.points.push_back({p, 0, 0});
    return patch;
}

/// Returns a field of controls 32 units apart with random heights. Its front looks up.
MapPatch field(Random& random, std::uint32_t rows, std::uint32_t columns, double height) {
    std::vector<Vec3> points;
    for (std::uint32_t r = 0; r < rows; ++r)
        for (std::uint32_t c = 0; c < columns; ++c)
            points.push_back({32.0 * c, -32.0 * r, std::round((random.unit() - 0.5) * 2 * height)});
    return patchOf(rows, columns, points);
}

MapFile mapOf(const std::vector<MapPatch>& patches) {
    MapFile map = worldMap({boxBrush({-5000, -5000, -5000}, {-4900, -4900, -4900})});
    map.entities[0].patches = patches;
    for (const MapPatch& patch : patches) addLeftOut(map.leftOut, "curved patch", patch.pos);
    return map;
}

Baked bakePatches(const std::vector<MapPatch>& patches, double error = kCurveError,
                  CompileSettings settings = pointOnly()) {
    MapFile map = mapOf(patches);
    addPatchBrushes(map, error);
    settings.fill = false;
    return bake(map, settings);
}

struct Sent {
    std::size_t hits = 0;
    double above = 0, below = 0;  // of the first contact, along z, from the surface
};

/// Sends a ray down through the point, leaning a little, and expects it to stop at the surface.
void send(const Baked& baked, const Vec3& target, Random& random, Sent& sent, double bound) {
    const Vec3 lean{(random.unit() - 0.5) * 0.4, (random.unit() - 0.5) * 0.4, 1};
    const Vec3 start = target + lean * 40, end = target - lean * 40;
    const Probe probe{.hull = baked.hull("point"), .skin = 0};
    const Trace trace = baked.map.trace(probe, start, end);
    ASSERT_FALSE(trace.startsolid) << target.x << ' ' << target.y << ' ' << target.z;
    ASSERT_TRUE(trace.hit) << target.x << ' ' << target.y << ' ' << target.z;
    ++sent.hits;
    const double off = trace.endpos.z - target.z;
    sent.above = std::max(sent.above, off);
    sent.below = std::max(sent.below, -off);
    ASSERT_LE(std::abs(off), bound) << target.x << ' ' << target.y << ' ' << target.z;
}

TEST(PatchBrushes, RaysStopAtRandomSurfaces) {
    constexpr std::uint64_t kSeed = 20261128;
    Random random(kSeed);
    Sent sent;
    struct Case {
        std::uint32_t rows, columns;
        double error;
    };
    constexpr Case kCases[] = {{3, 3, 0.5}, {3, 3, 0.0625}, {3, 3, 2},   {3, 9, 0.5}, {5, 5, 0.125},
                               {7, 3, 0.5}, {7, 3, 2},      {9, 9, 0.5}, {15, 15, 1}, {31, 31, 2}};
    for (const Case& one : kCases) {
        const MapPatch patch = field(random, one.rows, one.columns, 14);
        const Baked baked = bakePatches({patch}, one.error);
        // The field rises by at most 28 in 32: what is `error` along its normal is less than twice that along z, and a
        // ray that leans by 0.28 meets it a little beside the target.
        for (int i = 0; i < 1500; ++i) {
            const double u = 0.002 + random.unit() * ((one.rows - 1) / 2 - 0.004);
            const double v = 0.002 + random.unit() * ((one.columns - 1) / 2 - 0.004);
            send(baked, surfaceAt(patch, u, v), random, sent, one.error * 2.2);
            if (HasFatalFailure()) FAIL() << "seed " << kSeed << ' ' << one.rows << 'x' << one.columns;
        }
    }
    EXPECT_EQ(sent.hits, 15000u);
    EXPECT_GT(sent.above, 0.1) << "the bound is in sight";
    EXPECT_GT(sent.below, 0.1);
}

// Cells of an elbow are plane trapezoids but for rounding.
TEST(PatchBrushes, CellsOfAnElbowAreOneBrushEach) {
    constexpr Vec3 kWay[] = {{0, 0, 0}, {64, 0, 0}, {64, 0, 64}}, kSide[] = {{0, 0, -1}, {1, 0, -1}, {1, 0, 0}};
    constexpr int kRing[9][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
    std::vector<Vec3> points;
    for (const auto& at : kRing)
        for (int k = 0; k < 3; ++k) points.push_back(kWay[k] + kSide[k] * (12.0 * at[0]) + Vec3{0, 12.0 * at[1], 0});
    const MapPatch elbow = patchOf(9, 3, points);
    const PatchMesh mesh = flattenPatches({&elbow}, kCurveError).meshes.at(0);
    MapFile map = mapOf({elbow});
    const std::size_t brushes = addPatchBrushes(map, kCurveError).brushes;
    const std::size_t cells = (mesh.rows - 1) * std::size_t{mesh.columns - 1};
    EXPECT_GE(cells, 40u);
    EXPECT_EQ(brushes, cells);
}

// Points of the mesh and middles of its edges are where pieces meet: nothing passes between them.
TEST(PatchBrushes, NothingPassesWherePiecesMeet) {
    constexpr std::uint64_t kSeed = 20261129;
    Random random(kSeed);
    std::size_t corners = 0, edges = 0;
    Sent sent;
    for (int round = 0; round < 24; ++round) {
        const MapPatch patch = field(random, 5, 5, 14);
        const Baked baked = bakePatches({patch});
        const PatchMesh mesh = flattenPatches({&patch}, kCurveError).meshes.at(0);
        const auto at = [&](std::size_t r, std::size_t c) {
            const LatticePoint& p = mesh.at(r, c);
            return Vec3{static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])} *
                   (1 / kLattice);
        };
        for (std::size_t r = 1; r + 1 < mesh.rows; ++r)
            for (std::size_t c = 1; c + 1 < mesh.columns; ++c)
                for (int k = 0; k < 3; ++k) {
                    send(baked, at(r, c), random, sent, 1e-4);
                    send(baked, (at(r, c) + at(r, c + 1)) * 0.5, random, sent, 1e-4);
                    send(baked, (at(r, c) + at(r + 1, c)) * 0.5, random, sent, 1e-4);
                    if (HasFatalFailure()) FAIL() << "seed " << kSeed << ", round " << round;
                    ++corners;
                    edges += 2;
                }
    }
    EXPECT_GE(corners, 2000u);
    EXPECT_GE(edges, 4000u);
}

TEST(PatchBrushes, TheShellIsThin) {
    Random random(20261130);
    const MapPatch patch = field(random, 9, 9, 14);
    MapFile map = mapOf({patch});
    const PatchCount count = addPatchBrushes(map);
    EXPECT_EQ(count.patches, 1u);
    EXPECT_EQ(count.brushes, map.entities[0].brushes.size() - 1);
    EXPECT_TRUE(map.leftOut.empty());
    EXPECT_TRUE(map.entities[0].patches.empty());
    const Baked baked = bakePatches({patch});
    std::size_t inside = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 p = surfaceAt(patch, 0.1 + random.unit() * 3.8, 0.1 + random.unit() * 3.8);
        // The slope of the field is at most 1.3: a shell of 1.1 units reaches 1.1 * 1.64 down, and half a unit more.
        EXPECT_EQ(baked.at(p - Vec3{0, 0, 3.4}), Contents::Empty);
        EXPECT_EQ(baked.at(p + Vec3{0, 0, 1.1}), Contents::Empty);
        inside += baked.at(p - Vec3{0, 0, 0.9}) == Contents::Solid ? 1 : 0;
    }
    EXPECT_GE(inside, 1400u);
}

TEST(PatchBrushes, EqualEdgesAreDividedAlike) {
    Random random(20261201);
    std::size_t shared = 0;
    for (int round = 0; round < 50; ++round) {
        MapPatch left = field(random, 5, 3, 10), right = field(random, 3, 5, 60);
        // The last column of one is the first row of the other, from the other end.
        for (std::uint32_t i = 0; i < 5; ++i) right.points[4 - i].position = left.points[i * 3 + 2].position;
        const std::vector<PatchMesh> meshes = flattenPatches({&left, &right}, 0.25).meshes;
        ASSERT_EQ(meshes[0].rows, meshes[1].columns);
        for (std::size_t i = 0; i < meshes[0].rows; ++i, ++shared)
            ASSERT_EQ(meshes[0].at(i, meshes[0].columns - 1), meshes[1].at(0, meshes[0].rows - 1 - i)) << round;
    }
    EXPECT_GE(shared, 600u);
}

// Patches in twos that share an edge, and some in one chain; in any order of work, and each chain by itself.
TEST(PatchBrushes, TheOrderOfWorkDoesNotMatter) {
    Random random(20261203);
    std::vector<MapPatch> patches;
    std::vector<std::size_t> chain;  // by patch
    for (std::size_t i = 0; i < 12; ++i) {
        patches.push_back(field(random, 5, 3, 40));
        MapPatch& patch = patches.back();
        for (PatchPoint& point : patch.points) point.position.x += 64.0 * static_cast<double>(i);
        const bool joins = i % 2 == 1 || i > 8;
        chain.push_back(joins ? chain.back() : i);
        for (std::size_t r = 0; r < 5 && joins; ++r)
            patch.points[r * 3].position = patches[i - 1].points[r * 3 + 2].position;
    }
    // Chains take turns in the map.
    for (const std::size_t i : {std::size_t{1}, std::size_t{3}}) {
        std::swap(patches[i], patches[i + 5]);
        std::swap(chain[i], chain[i + 5]);
    }
    const ForEach backwards = [](std::size_t count, const std::function<void(std::size_t)>& work) {
        for (std::size_t i = count; i > 0; --i) work(i - 1);
    };
    const auto facesWith = [&](const ForEach& forEach) {
        MapFile map = mapOf(patches);
        EXPECT_EQ(addPatchBrushes(map, 0.25, forEach).patches, patches.size());
        std::vector<std::array<Vec3, 3>> faces;
        for (const MapBrush& brush : map.entities[0].brushes)
            for (const MapFace& face : brush.faces) faces.push_back({face.points[0], face.points[1], face.points[2]});
        return faces;
    };
    const auto wanted = facesWith(oneAfterAnother);
    EXPECT_GE(wanted.size(), 1000u);
    EXPECT_EQ(facesWith(backwards), wanted);
    EXPECT_EQ(facesWith(forEachOnThreads(4)), wanted);
    std::vector<const MapPatch*> all;
    for (const MapPatch& patch : patches) all.push_back(&patch);
    const std::vector<PatchMesh> meshes = flattenPatches(all, 0.25).meshes;
    for (const std::size_t one : std::set<std::size_t>(chain.begin(), chain.end())) {
        std::vector<const MapPatch*> part;
        std::vector<const PatchMesh*> together;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (chain[i] != one) continue;
            part.push_back(all[i]);
            together.push_back(&meshes[i]);
        }
        const std::vector<PatchMesh> alone = flattenPatches(part, 0.25).meshes;
        for (std::size_t i = 0; i < part.size(); ++i) EXPECT_EQ(alone[i].points, together[i]->points);
    }
}

TEST(PatchBrushes, StraightPatchesAreFewBrushes) {
    const auto brushes = [](const MapPatch& patch) {
        MapFile map = mapOf({patch});
        return addPatchBrushes(map).brushes;
    };
    std::vector<Vec3> flat, arch;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) flat.push_back({64.0 * c, -64.0 * r, 0});
    EXPECT_EQ(brushes(patchOf(3, 3, flat)), 1u);
    // A quarter of a cylinder of radius 64: its parabola is 22.6 from the chord. Seven chords are half a unit from it
    // at most; six pieces are, half on each side of it.
    const Vec3 profile[] = {{0, 0, 0}, {64, 0, 0}, {64, 0, 64}};
    for (const Vec3& p : profile)
        for (int c = 0; c < 3; ++c) arch.push_back(p + Vec3{0, 128.0 * c, 0});
    EXPECT_EQ(brushes(patchOf(3, 3, arch)), 6u);
}

TEST(PatchBrushes, DegenerateAndInvertedPatches) {
    const Vec3 o{};
    MapFile map = mapOf({patchOf(3, 3, std::vector<Vec3>(9, o))});
    EXPECT_EQ(addPatchBrushes(map).brushes, 0u);
    EXPECT_EQ(map.entities[0].patches.size(), 1u) << "it stays where it is";
    ASSERT_EQ(map.leftOut.size(), 1u);
    EXPECT_EQ(map.leftOut[0].places.size(), 1u);
    // A cone: one row is a point.
    std::vector<Vec3> cone(3, Vec3{0, 0, 128});
    for (const double z : {64.0, 0.0})
        for (const Vec3& p : {Vec3{64, 0, z}, Vec3{64, 64, z}, Vec3{0, 64, z}}) cone.push_back(p);
    MapFile tip = mapOf({patchOf(3, 3, cone)});
    EXPECT_GE(addPatchBrushes(tip).brushes, 4u);
    // Two patches back to back: no normal is shared, and each is solid behind its own front.
    std::vector<Vec3> up, down;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) {
            up.push_back({32.0 * c, -32.0 * r, 0});
            down.push_back({32.0 * c, -32.0 * (2 - r), 0});
        }
    const Baked both = bakePatches({patchOf(3, 3, up), patchOf(3, 3, down)});
    EXPECT_EQ(both.at({30, -30, -0.5}), Contents::Solid);
    EXPECT_EQ(both.at({30, -30, 0.5}), Contents::Solid);
    EXPECT_EQ(both.at({30, -30, 1.5}), Contents::Empty);
    EXPECT_EQ(both.at({30, -30, -1.5}), Contents::Empty);
}

// The side of a box, seen from its front: the start is any of the four corners, and points follow the text.
TEST(PatchBrushes, DisplacementsOfEachFaceAndCorner) {
    std::size_t tested = 0;
    for (std::uint32_t face = 0; face < 6; ++face)
        for (std::size_t start = 0; start < 4; ++start) {
            MapFile map = worldMap({boxBrush({-5000, -5000, -5000}, {-4900, -4900, -4900})});
            MapDisplacedBrush displaced;
            displaced.brush = boxBrush({0, 0, 0}, {64, 64, 64});
            MapDisplacement shape;
            shape.face = face;
            shape.power = 2;
            const std::array<Vec3, 3>& p = displaced.brush.faces[face].points;
            const Vec3 cross = hullbake::cross(p[2] - p[0], p[1] - p[0]), normal = cross * (1 / length(cross));
            // The corners of the face, clockwise from outside.
            std::vector<Vec3> corners;
            for (int i = 0; i < 8; ++i) {
                const Vec3 c{i & 1 ? 64.0 : 0, i & 2 ? 64.0 : 0, i & 4 ? 64.0 : 0};
                if (std::abs(dot(normal, c - p[0])) < 1e-9) corners.push_back(c);
            }
            ASSERT_EQ(corners.size(), 4u);
            if (dot(hullbake::cross(corners[2] - corners[0], corners[1] - corners[0]), normal) < 0)
                std::swap(corners[1], corners[2]);
            std::swap(corners[2], corners[3]);  // from rows of two to a ring
            std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(start), corners.end());
            shape.startPosition = corners[0];
            shape.elevation = 2;
            shape.normals.assign(25, normal);
            shape.distances.assign(25, 0);
            shape.distances[1 * 5 + 3] = 8;  // row 1, point 3: a quarter along the first edge, three along the other
            displaced.displacements.push_back(shape);
            map.entities[0].displaced.push_back(displaced);
            addLeftOut(map.leftOut, "brush of a displacement", displaced.brush.pos);
            const PatchCount count = addPatchBrushes(map);
            EXPECT_EQ(count.patches, 1u);
            EXPECT_GE(count.brushes, 16u);
            EXPECT_TRUE(map.leftOut.empty());
            const Baked baked = bake(map, pointOnly());
            const Vec3 top = corners[0] + (corners[1] - corners[0]) * 0.25 + (corners[3] - corners[0]) * 0.75;
            const auto heightAt = [&](const Vec3& at) {
                const Probe probe{.hull = baked.hull("point"), .skin = 0};
                return dot(normal, baked.map.trace(probe, at + normal * 50, at - normal * 20).endpos - at);
            };
            EXPECT_NEAR(heightAt(top), 10, 1e-4) << face << ' ' << start;
            EXPECT_NEAR(heightAt(corners[0] + (corners[1] - corners[0]) * 0.75 + (corners[3] - corners[0]) * 0.25), 2,
                        1e-4);
            ++tested;
        }
    EXPECT_EQ(tested, 24u);
}

// A quarter of a cylinder: its parabola lies radius / 2.83 from its chord.
TEST(PatchBrushes, LongCurvesKeepTheErrorToo) {
    for (const double radius : {256.0, 4096.0, 65536.0})
        for (const double error : {kLeastCurveError, kCurveError}) {
            const Vec3 a{0, 0, 0}, b{radius, 0, 0}, c{radius, 0, radius};
            std::vector<Vec3> points;
            for (const Vec3& p : {a, b, c})
                for (int column = 0; column < 3; ++column) points.push_back(p + Vec3{0, 128.0 * column, 0});
            const MapPatch patch = patchOf(3, 3, points);
            const PatchMesh mesh = flattenPatches({&patch}, error).meshes.at(0);
            ASSERT_GE(mesh.rows, 2u);
            const auto end = [&](std::size_t at) { return unitsOf(mesh.at(at, 0)); };
            std::size_t piece = 0;
            for (std::size_t i = 0; i <= 16 * mesh.rows; ++i) {
                const double t = static_cast<double>(i) / static_cast<double>(16 * mesh.rows);
                const Vec3 p = a * ((1 - t) * (1 - t)) + b * (2 * t * (1 - t)) + c * (t * t);
                while (piece + 2 < mesh.rows && dot(p - end(piece + 1), end(piece + 1) - end(piece)) > 0) ++piece;
                const Vec3 along = end(piece + 1) - end(piece);
                ASSERT_LE(length(cross(p - end(piece), along)) / length(along), error) << radius;
            }
        }
}

// Expects an error for the last of some patches alone. The world keeps its one brush and the patches.
void expectRefused(std::vector<MapPatch> patches, double error, const std::string& message) {
    patches.back().pos = {9, 3};
    MapFile map = mapOf(patches);
    map.path = "m.map";
    const PatchCount count = addPatchBrushes(map, error);
    ASSERT_TRUE(count.fault) << message;
    EXPECT_EQ(count.fault->text(), "m.map:9:3: " + message);
    EXPECT_EQ(map.entities[0].brushes.size(), 1u);
    EXPECT_EQ(map.entities[0].patches.size(), patches.size());
    std::vector<const MapPatch*> fewer;
    for (std::size_t i = 0; i + 1 < patches.size(); ++i) fewer.push_back(&patches[i]);
    EXPECT_FALSE(flattenPatches(fewer, error).overflow);
}

// All patches of a row have as many rows of cells. One that would need fewer columns with more rows must not ask the
// others for these rows.
TEST(PatchBrushes, PatchesOfARowTakeFewCells) {
    std::vector<MapPatch> row;
    for (int i = 0; i < 5; ++i) {
        std::vector<Vec3> points;
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c)
                points.push_back({4.0 * i + 2 * c, -16.0 * r, (r == 1 ? 6 : 0) + (c == 1 ? 0.3 * i : 0)});
        row.push_back(patchOf(3, 3, points));
    }
    std::vector<const MapPatch*> patches;
    for (const MapPatch& patch : row) patches.push_back(&patch);
    std::size_t cells = 0;
    for (const PatchMesh& mesh : flattenPatches(patches, 0.5).meshes)
        cells += (mesh.rows - 1) * std::size_t{mesh.columns - 1};
    EXPECT_EQ(cells, 24u);
}

// The search for fewer cells has an end: thousands of patches share an edge here, or thousands of pieces can be tried.
// Without one these take minutes.
TEST(PatchBrushes, HostileCurvesAreSearchedForAWhile) {
    std::vector<MapPatch> book, strips;
    for (int i = 0; i < 4000; ++i) {
        const Vec3 along = Vec3{4000.0 - i, 1.0 * i, 0} * (20 / length(Vec3{4000.0 - i, 1.0 * i, 0}));
        std::vector<Vec3> points;
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c)
                points.push_back(along * c + Vec3{r != 1 ? 0.0 : c == 0 ? 4.0 : 2.0, c == 1 ? 3.0 : 0, 16.0 * r});
        book.push_back(patchOf(3, 3, points));
    }
    for (int i = 0; i < 60; ++i) {
        std::vector<Vec3> points;
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 3; ++c)
                points.push_back(
                    {60000.0 * (c - 1), 100.0 * i - 16 * r, (c == 1 ? 60000.0 : -60000.0) + (r == 1 ? 0.3 : 0)});
        strips.push_back(patchOf(3, 3, points));
    }
    for (const auto& [all, error] : {std::pair{book, 0.5}, std::pair{strips, kLeastCurveError}}) {
        std::vector<const MapPatch*> patches;
        for (const MapPatch& patch : all) patches.push_back(&patch);
        const FlatPatches flat = flattenPatches(patches, error);
        EXPECT_FALSE(flat.overflow);
        ASSERT_EQ(flat.meshes.size(), all.size());
    }
}

TEST(PatchBrushes, TooManyCellsAreRefused) {
    Random random(20261202);
    expectRefused({field(random, 3, 3, 10), field(random, 31, 31, 200000)}, kLeastCurveError,
                  "this curved patch needs more than 32768 cells; allow a larger error of curves (--curve-error) or "
                  "bring its points nearer");
    std::vector<Vec3> hill;  // of more than a fifth of the cells of all, but not of a quarter
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) hill.push_back({2048.0 * c, -2048.0 * r, r == 1 || c == 1 ? 3600.0 : 0});
    const MapPatch one = patchOf(3, 3, hill);
    const PatchMesh mesh = flattenPatches({&one}, kLeastCurveError).meshes.at(0);
    const std::size_t cells = std::size_t{mesh.rows - 1} * (mesh.columns - 1);
    ASSERT_GT(cells, kMostCellsOfCurves / 5);
    ASSERT_LE(cells, kMostCellsOfCurves / 4);
    expectRefused({one, one, one, one, one}, kLeastCurveError,
                  "the curved patches up to this one need more than 131072 cells; allow a larger error of curves "
                  "(--curve-error)");
    std::vector<Vec3> points;
    for (int r = 0; r < 709; ++r)
        for (int c = 0; c < 709; ++c) points.push_back({8.0 * c, -8.0 * r, 0});
    expectRefused({field(random, 3, 3, 10), patchOf(709, 709, points, PatchKind::Mesh)}, kCurveError,
                  "the patches and meshes of the map have more than 500000 cells; divide the map");
}

TEST(PatchBrushes, MeshesKeepTheirPoints) {
    std::vector<Vec3> points;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 2; ++c) points.push_back({100.0 * c, -50.0 * r, r == 2 ? 30.0 : 0});
    MapFile map = mapOf({patchOf(4, 2, points, PatchKind::Mesh)});
    EXPECT_EQ(addPatchBrushes(map).brushes, 3u);
    // An even number of controls is no curved patch.
    MapFile wrong = mapOf({patchOf(4, 2, points)});
    EXPECT_EQ(addPatchBrushes(wrong).brushes, 0u);
    EXPECT_EQ(wrong.leftOut.size(), 1u);
}

// A box that walks over a curved floor must not catch on inner edges.
TEST(PatchBrushes, AWalkerDoesNotCatchOnInnerEdges) {
    std::vector<Vec3> hill;
    for (int r = 0; r < 9; ++r)
        for (int c = 0; c < 5; ++c) hill.push_back({256.0 * c, -64.0 * r, c % 2 == 1 ? 24.0 : 0});
    const Baked baked = bakePatches({patchOf(9, 5, hill)}, kCurveError, {});
    std::size_t walks = 0;
    for (double y = -480; y <= -32; y += 7.3) {
        Probe probe{.hull = baked.hull("player")};
        const Vec3 start{40, y, 60};
        const Trace down = baked.map.trace(probe, start, start - Vec3{0, 0, 80});
        ASSERT_TRUE(down.hit);
        WalkState state;
        state.origin = down.endpos;
        for (int tick = 0; tick < 180; ++tick) {
            state.velocity = {300, 0, 0};
            const double before = state.origin.x;
            state = walk(baked.map, probe, {}, state, 1.0 / 60).state;
            ASSERT_GT(state.origin.x, before + 3.5) << "y " << y << ", tick " << tick;
        }
        ++walks;
    }
    EXPECT_GE(walks, 60u);
}

}  // namespace
}  // namespace hullbake::test
