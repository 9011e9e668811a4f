// Proves that meshes of curved patches lie within the error of the surface, on both sides, and few cells do.
#include "formats/patch_mesh.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "proofs/mesh_support.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

MapPatch patchOf(std::uint32_t rows, std::uint32_t columns, const std::vector<Vec3>& points) {
    MapPatch patch;
    patch.rows = rows;
    patch.columns = columns;
    for (const Vec3& p : points) patch.points.push_back({p, 0, 0});
    return patch;
}

const Vec3& control(const MapPatch& patch, std::size_t row, std::size_t column) {
    return patch.points[row * patch.columns + column].position;
}

Vec3 curveAt(const Vec3& a, const Vec3& b, const Vec3& c, double t) {
    return a * ((1 - t) * (1 - t)) + b * (2 * t * (1 - t)) + c * (t * t);
}

Vec3 surfaceAt(const MapPatch& patch, std::size_t row, std::size_t column, double u, double v) {
    const auto along = [&](std::size_t r) {
        return curveAt(control(patch, r, column), control(patch, r, column + 1), control(patch, r, column + 2), v);
    };
    return curveAt(along(row), along(row + 1), along(row + 2), u);
}

// Returns the distance of a point from the surface, or a little more: from the best of a grid, smaller and smaller
// steps.
double fromSurface(const Vec3& p, const MapPatch& patch) {
    constexpr int kGrid = 6;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t r = 0; r + 2 < patch.rows; r += 2)
        for (std::size_t c = 0; c + 2 < patch.columns; c += 2) {
            double u = 0, v = 0, best = std::numeric_limits<double>::infinity();
            const auto look = [&](double i, double k) {
                const double off = length(surfaceAt(patch, r, c, std::clamp(i, 0.0, 1.0), std::clamp(k, 0.0, 1.0)) - p);
                if (off >= best) return false;
                best = off;
                u = std::clamp(i, 0.0, 1.0);
                v = std::clamp(k, 0.0, 1.0);
                return true;
            };
            for (int i = 0; i <= kGrid; ++i)
                for (int k = 0; k <= kGrid; ++k) look(i / double{kGrid}, k / double{kGrid});
            for (double step = 0.5 / kGrid; step > 1e-5; step /= 2)
                while (look(u + step, v) || look(u - step, v) || look(u, v + step) || look(u, v - step)) continue;
            least = std::min(least, best);
        }
    return least;
}

struct Farthest {
    double surface = 0, mesh = 0;  // of the surface from the mesh, and of the mesh from the surface
};

Farthest farthest(const MapPatch& patch, const PatchMesh& mesh, SplitMix& random, int samples) {
    std::vector<Triangle> triangles;
    appendTriangles(mesh, triangles);
    const std::size_t rows = patch.rows / 2, columns = patch.columns / 2;
    Farthest most;
    for (int i = 0; i < samples; ++i) {
        const Vec3 p =
            surfaceAt(patch, 2 * random.index(rows), 2 * random.index(columns), random.unit(), random.unit());
        most.surface = std::max(most.surface, distanceTo(triangles, p));
    }
    const auto look = [&](const Vec3& p) { most.mesh = std::max(most.mesh, fromSurface(p, patch)); };
    for (int i = 0; i < samples; ++i) {
        const Triangle& t = triangles[random.index(triangles.size())];
        const double u = random.unit(), v = random.unit() * (1 - u);
        look(t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v);
        look(t[random.index(3)]);
    }
    return most;
}

// A pipe of four quarters around a curve of three points, as mappers draw elbows: each quarter is a parabola.
MapPatch pipe(const Vec3 (&way)[3], const Vec3 (&side)[3], double radius) {
    constexpr int kRing[9][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
    std::vector<Vec3> points;
    for (const auto& at : kRing)
        for (int k = 0; k < 3; ++k) points.push_back(way[k] + side[k] * (radius * at[0]) + Vec3{0, radius * at[1], 0});
    return patchOf(9, 3, points);
}
MapPatch elbow(double radius, double bend) {
    return pipe({{0, 0, 0}, {bend, 0, 0}, {bend, 0, bend}}, {{0, 0, -1}, {1, 0, -1}, {1, 0, 0}}, radius);
}

MapPatch randomPatch(SplitMix& random, std::uint32_t rows, std::uint32_t columns, double height, double shift) {
    std::vector<Vec3> points;
    for (std::uint32_t r = 0; r < rows; ++r)
        for (std::uint32_t c = 0; c < columns; ++c)
            points.push_back({64.0 * c + random.range(-shift, shift), -64.0 * r + random.range(-shift, shift),
                              random.range(-height, height)});
    return patchOf(rows, columns, points);
}

TEST(PatchMesh, LiesWithinTheErrorOnBothSides) {
    constexpr std::uint64_t kSeed = 20261128;
    SplitMix random(kSeed);
    double near = 0;
    std::size_t patches = 0;
    for (int round = 0; round < sized(2, 100); ++round)
        for (const double error : {0.0625, 0.25, 0.5, 2.0})
            for (const MapPatch& patch : {randomPatch(random, 3, 3, 24, 0), randomPatch(random, 3, 3, 24, 20),
                                          randomPatch(random, 5, 3, 24, 12), randomPatch(random, 5, 5, 12, 12),
                                          elbow(random.range(6, 20), random.range(24, 80))}) {
                const PatchMesh mesh = flattenPatches({&patch}, error).meshes.at(0);
                const Farthest found = farthest(patch, mesh, random, 150);
                EXPECT_LE(found.surface, error) << "seed " << kSeed << ", round " << round << ' ' << patch.rows;
                EXPECT_LE(found.mesh, error + 1e-3) << "seed " << kSeed << ", round " << round << ' ' << patch.rows;
                near = std::max({near, found.surface / error, found.mesh / error});
                ++patches;
            }
    EXPECT_GE(near, 0.9) << "the error is in sight";
    EXPECT_GE(patches, 40u);
}

}  // namespace
}  // namespace hullbake::test
