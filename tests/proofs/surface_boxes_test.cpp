// Proves that boxes of compiled meshes, patches and heightfields pass no triangle and stop at nothing in front of the
// triangles. The truth are the triangles alone: the separating axes of a box that moves along a segment and of each
// triangle. Of a patch it is also the curved surface, in triangles finer than those of the compiler.
#include "proofs/surface_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "formats/patch_brushes.hpp"
#include "formats/patch_mesh.hpp"
#include "formats/terrain_brushes.hpp"
#include "proofs/mesh_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20261127;
// Units: the compiled planes are those of the triangles. Corners of edges are found by long products.
constexpr double kExact = 1e-3;
// Units in front of a mesh. Grains reach 1/64 unit to each side.
constexpr double kGrain = 0.02;
constexpr std::size_t kPieces = 12;  // of a curved section along each axis, in the truth

// Control points of quadratic Bezier sections.
struct Controls {
    std::size_t rows = 0, columns = 0;
    std::vector<Vec3> points;
    const Vec3& at(std::size_t row, std::size_t column) const { return points[row * columns + column]; }
};

// Returns controls whose sections join without a crease: the points between handles are the means of their neighbours.
// `handle` is asked for indices from -1 to the number of handles.
template <class Handle>
Controls smooth(std::size_t rows, std::size_t columns, const Handle& handle) {
    Controls made{2 * rows + 1, 2 * columns + 1, {}};
    for (std::size_t r = 0; r < made.rows; ++r)
        for (std::size_t c = 0; c < made.columns; ++c) {
            Vec3 sum;
            double count = 0;
            const auto low = [](std::size_t i) { return static_cast<int>((i + 1) / 2) - 1; };
            for (int i = low(r); i <= static_cast<int>(r / 2); ++i)
                for (int k = low(c); k <= static_cast<int>(c / 2); ++k) {
                    sum = sum + handle(i, k);
                    ++count;
                }
            made.points.push_back(sum * (1 / count));
        }
    return made;
}

Vec3 curve(const Vec3& a, const Vec3& b, const Vec3& c, double t) {
    return a * ((1 - t) * (1 - t)) + b * (2 * t * (1 - t)) + c * (t * t);
}
Vec3 surfaceAt(const Controls& all, std::size_t row, std::size_t column, double u, double v) {
    const auto along = [&](std::size_t r) {
        return curve(all.at(r, column), all.at(r, column + 1), all.at(r, column + 2), v);
    };
    return curve(along(row), along(row + 1), along(row + 2), u);
}

// Returns how far triangles over kPieces x kPieces cells lie from a section at most: an eighth of the second derivative
// along a cell's diagonal.
double deviationOf(const Controls& all, std::size_t row, std::size_t column) {
    double rows = 0, columns = 0, mixed = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto bend = [](const Vec3& a, const Vec3& b, const Vec3& c) { return length(a - b * 2 + c); };
        rows = std::max(rows, bend(all.at(row, column + i), all.at(row + 1, column + i), all.at(row + 2, column + i)));
        columns =
            std::max(columns, bend(all.at(row + i, column), all.at(row + i, column + 1), all.at(row + i, column + 2)));
    }
    for (std::size_t i = row; i < row + 2; ++i)
        for (std::size_t k = column; k < column + 2; ++k)
            mixed = std::max(mixed, length(all.at(i, k) - all.at(i + 1, k) - all.at(i, k + 1) + all.at(i + 1, k + 1)));
    return (2 * rows + 2 * 4 * mixed + 2 * columns) / 8 / (kPieces * kPieces);
}

SurfaceTruth curvedTruth(const Controls& all, double error) {
    SurfaceTruth truth;
    double off = 0;
    for (std::size_t r = 0; r + 2 < all.rows; r += 2)
        for (std::size_t c = 0; c + 2 < all.columns; c += 2) {
            off = std::max(off, deviationOf(all, r, c));
            for (std::size_t i = 0; i < kPieces; ++i)
                for (std::size_t k = 0; k < kPieces; ++k) {
                    const auto at = [&](std::size_t u, std::size_t v) {
                        return surfaceAt(all, r, c, static_cast<double>(u) / kPieces, static_cast<double>(v) / kPieces);
                    };
                    truth.triangles.push_back({at(i, k), at(i + 1, k + 1), at(i, k + 1)});
                    truth.triangles.push_back({at(i, k), at(i + 1, k), at(i + 1, k + 1)});
                }
        }
    truth.pass = truth.phantom = error + off + kExact;
    return truth;
}

// Cuts controls into two by two patches, as mappers do: a section less or more in each.
std::vector<MapPatch> patchesOf(const Controls& all) {
    const auto cuts = [](std::size_t count) { return std::array<std::size_t, 3>{0, (count - 1) / 4 * 2, count - 1}; };
    const auto rows = cuts(all.rows), columns = cuts(all.columns);
    std::vector<MapPatch> made;
    for (std::size_t i = 0; i < 2; ++i)
        for (std::size_t k = 0; k < 2; ++k) {
            MapPatch& patch = made.emplace_back();
            patch.material = "curve";
            patch.rows = static_cast<std::uint32_t>(rows[i + 1] - rows[i] + 1);
            patch.columns = static_cast<std::uint32_t>(columns[k + 1] - columns[k] + 1);
            for (std::size_t r = rows[i]; r <= rows[i + 1]; ++r)
                for (std::size_t c = columns[k]; c <= columns[k + 1]; ++c) patch.points.push_back({all.at(r, c)});
        }
    return made;
}

// Returns the triangles of the compiler's meshes.
std::vector<Triangle> flatTriangles(const std::vector<MapPatch>& patches, double error) {
    std::vector<const MapPatch*> all;
    for (const MapPatch& patch : patches) all.push_back(&patch);
    std::vector<Triangle> made;
    for (const PatchMesh& mesh : flattenPatches(all, error).meshes) appendTriangles(mesh, made);
    return made;
}

struct Patchwork {
    Controls controls;
    Proof proof;
    std::vector<SurfaceTruth> truths;
};

// `shells` is how far the shells of two triangles come out of each other's fronts.
Patchwork bakePatches(Controls controls, const std::vector<HullSpec>& hulls, double shells, double error) {
    Patchwork made;
    const std::vector<MapPatch> patches = patchesOf(controls);
    MapFile map = worldMap({});
    map.entities.front().patches = patches;
    EXPECT_EQ(addPatchBrushes(map, error).patches, 4u);
    made.proof = bakeProof(std::move(map), false, hulls);
    made.truths = {{flatTriangles(patches, error), kExact, shells + kExact}, curvedTruth(controls, error)};
    made.truths[1].phantom += shells;
    made.controls = std::move(controls);
    return made;
}

constexpr double kSection = 128;  // units, of a sheet

// A sheet of 3 x 4 sections that is seen from above, over a regular grid.
Controls sheet(bool creased, double height, SplitMix& random) {
    constexpr std::size_t kRows = 3, kColumns = 4;
    const auto place = [&](double i, double k, double z) {
        return Vec3{(i + 0.5) * kSection, (k + 0.5) * kSection, std::round(z)};
    };
    std::vector<double> heights;
    for (std::size_t i = 0; i < (kRows + 2) * (kColumns + 2); ++i) heights.push_back(height * random.unit());
    Controls made = smooth(kRows, kColumns, [&](int i, int k) {
        return place(i, k, heights[static_cast<std::size_t>(i + 1) * (kColumns + 2) + static_cast<std::size_t>(k + 1)]);
    });
    if (creased)
        for (Vec3& p : made.points) p.z = std::round(height * random.unit());
    return made;
}

// A ring like a tyre, closed both ways. Patches are seen from the side on which rows run to the right of columns.
Controls ring(bool looksIn, SplitMix& random) {
    constexpr int kAround = 6, kAcross = 5;
    std::vector<Vec3> handles;
    for (int i = 0; i < kAround; ++i)
        for (int k = 0; k < kAcross; ++k) {
            const double a = 6.283185307179586 * i / kAround, b = 6.283185307179586 * k / kAcross;
            const double tube = random.range(80, 130), middle = 280 + tube * std::cos(b);
            handles.push_back({std::round(middle * std::cos(a)), std::round(middle * std::sin(a)),
                               std::round(tube * std::sin(looksIn ? -b : b))});
        }
    return smooth(kAround, kAcross, [&](int i, int k) {
        const int row = (i + kAround) % kAround, column = (k + kAcross) % kAcross;
        return handles[static_cast<std::size_t>(row * kAcross + column)];
    });
}

std::function<Box(const Box&)> domain(const Vec3& mins, const Vec3& maxs) {
    return [=](const Box& box) {
        return Box{{mins.x - box.mins.x, mins.y - box.mins.y, mins.z},
                   {maxs.x - box.maxs.x, maxs.y - box.maxs.y, maxs.z}};
    };
}

struct Campaign {
    std::uint64_t seed;
    SplitMix random;
    std::size_t traces;  // for each surface and box
    TraceTally tally;

    // A seed of one's own in HULLBAKE_SEED asks for other traces.
    explicit Campaign(std::uint64_t offset) : seed(kSeed + offset), random(0), traces(sized<std::size_t>(400, 20000)) {
        if (const char* const own = std::getenv("HULLBAKE_SEED")) seed += std::strtoull(own, nullptr, 10);
        random = SplitMix(seed);
    }
    // Tells how far a long campaign is.
    void tell() const {
        if (fullSize()) std::cout << tally.text() << ", seed " << seed << std::endl;
    }
    void finish(std::size_t least) const {
        EXPECT_GE(tally.traces(), least);
        tally.expectAllKinds();
        std::cout << tally.text() << ", " << tally.queries << " at query time, seed " << seed << "\n";
    }
};

void traceMesh(bool looksIn, double least, double most, Campaign& run) {
    const std::vector<HullSpec> hulls = sweptHulls();
    const MeshBody body = closedSurface(looksIn, least, most, run.random);
    const Proof proof = bakeMesh(body.obj, hulls);
    const auto around = [](const Box&) { return Box{{-330, -330, -330}, {330, 330, 330}}; };
    const auto isFree = [&](const Vec3& p) { return isWithin(body.triangles, p) == looksIn; };
    traceBoxes({&proof, {{body.triangles, kExact, kGrain}}, around, isFree}, hulls, run.traces, run.random, run.tally);
    run.tell();
}

TEST(MeshProof, BoxesStopAtTheTrianglesAlone) {
    Campaign run(0);
    for (int round = sized(1, 8); round > 0 && !HasFatalFailure(); --round) {
        traceMesh(true, 200, 280, run);
        traceMesh(false, 150, 250, run);
        traceMesh(true, 100, 300, run);
        traceMesh(false, 60, 300, run);
    }
    run.finish(sized<std::size_t>(9000, 3800000));
}

void traceSheet(bool creased, double height, Campaign& run) {
    const std::vector<HullSpec> hulls = sizedList(3, sweptHulls());
    const Patchwork sheet_ =
        bakePatches(sheet(creased, height, run.random), hulls, creased ? kShellThickness : 0, kCurveError);
    const Controls& all = sheet_.controls;
    const auto isFree = [&](const Vec3& p) {
        const double u = p.x / kSection, v = p.y / kSection;
        const auto row = std::min(static_cast<std::size_t>(u), all.rows / 2 - 1);
        const auto column = std::min(static_cast<std::size_t>(v), all.columns / 2 - 1);
        return p.z >
               surfaceAt(all, 2 * row, 2 * column, u - static_cast<double>(row), v - static_cast<double>(column)).z;
    };
    const auto around = domain({4, 4, -50}, {3 * kSection - 4, 4 * kSection - 4, height + 150});
    traceBoxes({&sheet_.proof, sheet_.truths, around, isFree}, hulls, run.traces, run.random, run.tally);
    run.tell();
}

TEST(CurveProof, BoxesStopAtTheSheetAlone) {
    Campaign run(1);
    for (int round = sized(1, 8); round > 0 && !HasFatalFailure(); --round) {
        traceSheet(false, 40, run);
        if (fullSize()) traceSheet(false, 160, run);
        traceSheet(true, 40, run);
    }
    run.finish(sized<std::size_t>(2300, 2800000));
}

TEST(CurveProof, BoxesStopAtTheRingAlone) {
    Campaign run(2);
    const std::vector<HullSpec> hulls = sizedList(2, sweptHulls());
    for (int round = sized(1, 8); round > 0 && !HasFatalFailure(); --round)
        for (const bool looksIn : {true, false}) {
            const Patchwork tyre =
                bakePatches(ring(looksIn, run.random), hulls, 0, fullSize() && round % 2 == 0 ? 0.5 : 2);
            const std::vector<Triangle>& flat = tyre.truths[0].triangles;
            const auto around = [](const Box&) { return Box{{-430, -430, -150}, {430, 430, 150}}; };
            const auto isFree = [&](const Vec3& p) { return isWithin(flat, p) == looksIn; };
            traceBoxes({&tyre.proof, tyre.truths, around, isFree}, hulls, run.traces, run.random, run.tally);
            run.tell();
        }
    run.finish(sized<std::size_t>(1500, 1500000));
}

void traceHeights(int roughness, Campaign& run) {
    constexpr std::uint32_t kSide = 13;
    Heightfield field;
    field.columns = field.rows = kSide;
    for (std::uint32_t i = 0; i < kSide * kSide; ++i)  // lakes of equal samples, and rough ground
        field.samples.push_back(static_cast<std::uint16_t>(
            i % kSide < 4 && i / kSide < 5 ? 50 : run.random.index(static_cast<std::uint64_t>(roughness) + 1)));
    TerrainBrushes terrain(field, {});
    std::vector<MapBrush> brushes;
    for (std::uint32_t row = 0; row < terrain.rows(); ++row)
        terrain.takeRow(row, [&](const MapBrush& brush) { brushes.push_back(brush); });
    const std::vector<HullSpec> hulls = sweptHulls();
    const Proof proof = bakeProof(worldOf(std::move(brushes)), false, hulls);
    constexpr double kStep = 64;
    const auto sample = [&](std::uint32_t column, std::uint32_t row) {
        return Vec3{column * kStep, row * kStep, static_cast<double>(field.at(kSide - 1 - row, column))};
    };
    std::vector<Triangle> triangles;  // two for each square: the diagonal is a ridge
    for (std::uint32_t row = 0; row + 1 < kSide; ++row)
        for (std::uint32_t column = 0; column + 1 < kSide; ++column) {
            const Vec3 q[] = {sample(column, row), sample(column + 1, row), sample(column + 1, row + 1),
                              sample(column, row + 1)};
            const std::size_t first = q[0].z + q[2].z > q[1].z + q[3].z ? 0 : 1;
            triangles.push_back({q[first], q[first + 1], q[first + 2]});
            triangles.push_back({q[first], q[first + 2], q[(first + 3) % 4]});
        }
    const auto isFree = [&](const Vec3& p) { return firstHit(triangles, p, {p.x, p.y, -1000}) <= 1; };
    const double side = (kSide - 1) * kStep;
    const auto around = domain({1, 1, -50}, {side - 1, side - 1, roughness + 150.0});
    traceBoxes({&proof, {{triangles, kExact, kExact}}, around, isFree}, hulls, run.traces, run.random, run.tally);
    run.tell();
}

TEST(TerrainProof, BoxesStopAtTheTrianglesAlone) {
    Campaign run(3);
    for (int round = sized(1, 12); round > 0 && !HasFatalFailure(); --round) {
        traceHeights(60, run);
        traceHeights(250, run);
    }
    run.finish(sized<std::size_t>(4500, 2800000));
}

// The tree of bounds leaves out no triangle that counts: boxes and rays, grown and shrunk, also from within.
TEST(TriangleSweep, EqualsEveryTriangleAlone) {
    SplitMix random(kSeed);
    std::size_t hits = 0, passes = 0;
    for (const HullSpec& spec : sweptHulls()) {
        const TriangleSweep sweep(closedSurface(true, 100, 300, random).triangles, spec.box);
        for (int i = sized(1000, 20000); i > 0; --i) {
            const Vec3 from = inBox(random, {{-330, -330, -330}, {330, 330, 330}});
            const Vec3 to = random.chance(0.2) ? from : from + random.direction() * (300 * random.unit());
            const double more = random.range(-0.1, 0.6), first = sweep.entry(from, to, more);
            ASSERT_EQ(first, sweep.entryAmongAll(from, to, more)) << text(from) << " to " << text(to);
            ++(first <= 1 ? hits : passes);
        }
    }
    EXPECT_GE(hits, 1000u);
    EXPECT_GE(passes, 1000u);
}

}  // namespace
}  // namespace hullbake::test
