// Proves that no point of a curved patch is farther from its triangles than the error, nor any of these from the patch.
// Both are measured between triangles: those that the brushes have as fronts, and many small ones of the surface.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "formats/curve_section.hpp"
#include "formats/patch_brushes.hpp"
#include "formats/patch_mesh.hpp"
#include "support/patch_surface.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake {
namespace {

using test::Random;
using test::surfaceAt;

double toSegment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 d = b - a;
    const double all = dot(d, d), t = all > 0 ? std::clamp(dot(p - a, d) / all, 0.0, 1.0) : 0;
    return length(p - a - d * t);
}

double toTriangle(const Vec3& p, const std::array<Vec3, 3>& t) {
    const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
    bool over = dot(n, n) > 0;
    double edges = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 &a = t[i], &b = t[(i + 1) % 3];
        over = over && dot(cross(b - a, p - a), n) >= 0;
        edges = std::min(edges, toSegment(p, a, b));
    }
    return over ? std::abs(dot(p - t[0], n)) / length(n) : edges;
}

/// Rows of points, each four of which are two triangles. Finds the distance to the nearest by a tree of boxes.
class Sheet {
  public:
    /// Asks `fromFirst(corners)` whether the diagonal of four corners, clockwise, begins at the first.
    Sheet(std::size_t columns, std::vector<Vec3> points,
          const std::function<bool(const std::array<Vec3, 4>&)>& fromFirst)
        : columns_(columns), points_(std::move(points)) {
        for (std::size_t r = 0; r + 1 < rows(); ++r)
            for (std::size_t c = 0; c + 1 < columns_; ++c) {
                const std::array<Vec3, 4> q = {at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c)};
                if (fromFirst(q)) {
                    triangles_.push_back({q[0], q[1], q[2]});
                    triangles_.push_back({q[0], q[2], q[3]});
                } else {
                    triangles_.push_back({q[0], q[1], q[3]});
                    triangles_.push_back({q[1], q[2], q[3]});
                }
            }
        grow(0, rows() - 1, 0, columns_ - 1);
    }

    const std::vector<std::array<Vec3, 3>>& triangles() const { return triangles_; }

    /// Returns the distance to the sheet, or anything up to `enough`.
    double distance(const Vec3& p, double enough) const {
        double nearest = std::numeric_limits<double>::infinity();
        seek(0, p, enough, nearest);
        return nearest;
    }

  private:
    struct Node {
        Vec3 mins, maxs;
        std::size_t row = 0, lastRow = 0, column = 0, lastColumn = 0, left = 0, right = 0;
    };

    std::size_t rows() const { return points_.size() / columns_; }
    const Vec3& at(std::size_t row, std::size_t column) const { return points_[row * columns_ + column]; }

    std::size_t grow(std::size_t row, std::size_t lastRow, std::size_t column, std::size_t lastColumn) {
        Node node{at(row, column), at(row, column), row, lastRow, column, lastColumn};
        for (std::size_t r = row; r <= lastRow; ++r)
            for (std::size_t c = column; c <= lastColumn; ++c) {
                const Vec3& p = at(r, c);
                node.mins = {std::min(node.mins.x, p.x), std::min(node.mins.y, p.y), std::min(node.mins.z, p.z)};
                node.maxs = {std::max(node.maxs.x, p.x), std::max(node.maxs.y, p.y), std::max(node.maxs.z, p.z)};
            }
        const std::size_t own = nodes_.size(), height = lastRow - row, width = lastColumn - column;
        nodes_.push_back(node);
        if (height * width <= 2) return own;
        const std::size_t middle = height >= width ? row + height / 2 : column + width / 2;
        const std::size_t left =
            height >= width ? grow(row, middle, column, lastColumn) : grow(row, lastRow, column, middle);
        const std::size_t right =
            height >= width ? grow(middle, lastRow, column, lastColumn) : grow(row, lastRow, middle, lastColumn);
        nodes_[own].left = left;
        nodes_[own].right = right;
        return own;
    }

    static double toBox(const Vec3& p, const Node& node) {
        const auto off = [](double v, double low, double high) { return std::max({0.0, low - v, v - high}); };
        return length({off(p.x, node.mins.x, node.maxs.x), off(p.y, node.mins.y, node.maxs.y),
                       off(p.z, node.mins.z, node.maxs.z)});
    }

    void seek(std::size_t own, const Vec3& p, double enough, double& nearest) const {
        const Node& node = nodes_[own];
        if (nearest <= enough) return;
        if (node.left == 0) {
            for (std::size_t r = node.row; r < node.lastRow; ++r)
                for (std::size_t c = node.column; c < node.lastColumn; ++c)
                    for (const std::size_t half : {0, 1})
                        nearest = std::min(nearest, toTriangle(p, triangles_[2 * (r * (columns_ - 1) + c) + half]));
            return;
        }
        std::array<std::size_t, 2> parts = {node.left, node.right};
        if (toBox(p, nodes_[parts[1]]) < toBox(p, nodes_[parts[0]])) std::swap(parts[0], parts[1]);
        for (const std::size_t part : parts)
            if (toBox(p, nodes_[part]) < nearest) seek(part, p, enough, nearest);
    }

    std::size_t columns_;
    std::vector<Vec3> points_;
    std::vector<std::array<Vec3, 3>> triangles_;
    std::vector<Node> nodes_;
};

MapPatch patchOf(std::uint32_t rows, std::uint32_t columns, const std::function<Vec3(int, int)>& point) {
    MapPatch patch;
    patch.kind = PatchKind::Def2;
    patch.rows = rows;
    patch.columns = columns;
    patch.material = "stone";
    for (int r = 0; r < static_cast<int>(rows); ++r)
        for (int c = 0; c < static_cast<int>(columns); ++c) patch.points.push_back({point(r, c), 0, 0});
    return patch;
}

/// How far small triangles of the surface, `parts` by `parts` to a section, may lie from it. Along an axis it is an
/// eighth of the second derivative, which is twice the second difference of the controls. The twist is four times
/// theirs at most, and adds a quarter of it.
double coarseness(const MapPatch& patch, double parts) {
    const auto at = [&](std::size_t r, std::size_t c) { return patch.points[r * patch.columns + c].position; };
    double down = 0, across = 0, twist = 0;
    for (std::size_t r = 0; r < patch.rows; ++r)
        for (std::size_t c = 0; c < patch.columns; ++c) {
            if (r % 2 == 0 && r + 2 < patch.rows)
                down = std::max(down, length(at(r, c) - at(r + 1, c) * 2 + at(r + 2, c)));
            if (c % 2 == 0 && c + 2 < patch.columns)
                across = std::max(across, length(at(r, c) - at(r, c + 1) * 2 + at(r, c + 2)));
            if (r + 1 < patch.rows && c + 1 < patch.columns)
                twist = std::max(twist, length(at(r, c) - at(r, c + 1) - at(r + 1, c) + at(r + 1, c + 1)));
        }
    return (down + across + 4 * twist) / 4 / parts / parts;
}

struct Apart {
    double surface = 0, mesh = 0;  // how far each lies from the other
};

Apart apartOf(const MapPatch& patch, const Sheet& mesh, int parts) {
    const int rows = static_cast<int>(patch.rows - 1) / 2 * parts,
              columns = static_cast<int>(patch.columns - 1) / 2 * parts;
    Apart apart;
    std::vector<Vec3> points;
    for (int r = 0; r <= rows; ++r)
        for (int c = 0; c <= columns; ++c) {
            points.push_back(surfaceAt(patch, static_cast<double>(r) / parts, static_cast<double>(c) / parts));
            apart.surface = std::max(apart.surface, mesh.distance(points.back(), apart.surface));
        }
    const Sheet fine(static_cast<std::size_t>(columns) + 1, points, [](const auto&) { return true; });
    constexpr int kSteps = 4;
    for (const auto& t : mesh.triangles())
        for (int i = 0; i <= kSteps; ++i)
            for (int k = 0; i + k <= kSteps; ++k) {
                const Vec3 p = t[0] + (t[1] - t[0]) * (1.0 / kSteps * i) + (t[2] - t[0]) * (1.0 / kSteps * k);
                apart.mesh = std::max(apart.mesh, fine.distance(p, apart.mesh));
            }
    apart.mesh -= coarseness(patch, parts);
    return apart;
}

/// The plane of three points of the lattice, in lowest terms: a normal and the offset.
std::array<std::int64_t, 4> planeOf(const std::array<Vec3, 3>& points) {
    std::array<std::array<std::int64_t, 3>, 3> p{};
    for (std::size_t i = 0; i < 3; ++i)
        p[i] = {std::llround(points[i].x * 64), std::llround(points[i].y * 64), std::llround(points[i].z * 64)};
    std::array<std::int64_t, 4> plane{};
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t k = (i + 1) % 3, m = (i + 2) % 3;
        plane[i] = (p[2][k] - p[0][k]) * (p[1][m] - p[0][m]) - (p[2][m] - p[0][m]) * (p[1][k] - p[0][k]);
    }
    const std::int64_t all = std::gcd(std::gcd(plane[0], plane[1]), plane[2]);
    for (std::size_t i = 0; i < 3 && all != 0; ++i) plane[3] += (plane[i] /= all) * p[0][i];
    return plane;
}

/// Expects each triangle that has an area to lie in a face of a brush that looks to the same side.
void expectFronts(const MapPatch& patch, const Sheet& mesh, double error) {
    MapFile map;
    map.entities.emplace_back();
    map.entities[0].patches.push_back(patch);
    addPatchBrushes(map, error);
    std::set<std::array<std::int64_t, 4>> faces;
    for (const MapBrush& brush : map.entities[0].brushes)
        for (const MapFace& face : brush.faces) faces.insert(planeOf({face.points[0], face.points[1], face.points[2]}));
    for (const auto& t : mesh.triangles()) {
        const auto plane = planeOf(t);
        if (plane[0] == 0 && plane[1] == 0 && plane[2] == 0) continue;
        ASSERT_TRUE(faces.contains(plane));
    }
}

using Kind = MapPatch (*)(Random&, std::uint32_t rows, std::uint32_t columns);

/// A sheet whose points are moved by up to `side` and `height`.
MapPatch rough(Random& random, std::uint32_t rows, std::uint32_t columns, double side, double height) {
    return patchOf(rows, columns, [&](int r, int c) {
        const Vec3 off = random.pointIn({{-side, -side, -height}, {side, side, height}});
        return Vec3{16.0 * c, -16.0 * r, 0} + off;
    });
}

struct NamedKind {
    const char* name;
    Kind make;
};

constexpr NamedKind kKinds[] = {
    {"sheet", [](Random& random, std::uint32_t r, std::uint32_t c) { return rough(random, r, c, 5, 8); }},
    {"flat sheet that folds",
     [](Random& random, std::uint32_t r, std::uint32_t c) { return rough(random, r, c, 20, 0); }},
    {"sheet that folds", [](Random& random, std::uint32_t r, std::uint32_t c) { return rough(random, r, c, 16, 10); }},
    {"steep sheet", [](Random& random, std::uint32_t r, std::uint32_t c) { return rough(random, r, c, 0, 40); }},
    {"any points",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         const double size = r + c > 8 ? 20 : 100;
         return patchOf(r, c, [&](int, int) {
             return random.gridPointIn({{-size, -size, -size}, {size, size, size}});
         });
     }},
    {"rows that turn back",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         const double out = random.between(20, 100), back = random.between(-10, 30);
         return patchOf(r, c, [&](int row, int column) {
             return Vec3{column % 4 == 0 ? 0 : column % 4 == 2 ? back : out, -16.0 * row, 0};
         });
     }},
    {"hairpins",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         const double out = random.between(20, 200), lift = random.between(0, 2);
         return patchOf(r, c, [&](int row, int column) {
             return Vec3{(column % 2 != 0 ? out : 0) + random.unit(), -16.0 * row + random.unit(), lift * column};
         });
     }},
    {"bulge over the rim",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         const int row = random.whole(0, static_cast<int>(r) - 1), column = random.whole(0, static_cast<int>(c) - 1);
         const Vec3 off = random.direction() * random.between(20, 150);
         return patchOf(r, c, [&](int i, int k) {
             return Vec3{16.0 * k, -16.0 * i, 0} + (i == row && k == column ? Vec3{off.x, off.y, off.z / 8} : Vec3{});
         });
     }},
    {"cusps",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         const double high = random.between(5, 60);
         // The middle control lies straight beyond an end, or the curve returns to where it began.
         const bool closed = random.chance(0.5);
         return patchOf(r, c, [&](int row, int column) {
             return Vec3{column % 2 != 0 ? 32.0
                         : closed        ? 0.0
                                         : 8.0 * (column % 4),
                         -16.0 * row, column % 2 != 0 ? high : random.unit()};
         });
     }},
    {"rows and columns that are points",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         MapPatch patch = rough(random, r, c, 12, 20);
         const bool ofRows = random.chance(0.5);
         const std::size_t one = random.index(ofRows ? r : c), length = ofRows ? c : r;
         const auto at = [&](std::size_t i) -> Vec3& {
             return patch.points[ofRows ? one * c + i : i * c + one].position;
         };
         for (std::size_t i = 1; i < length; ++i) at(i) = at(0);
         return patch;
     }},
    {"folds at a seam",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         return patchOf(r, c, [&](int row, int column) {
             constexpr double kOut[] = {0, 15, 30, 15};
             return Vec3{kOut[column % 4] + (row % 2 != 0 ? random.between(-8, 8) : 0), -20.0 * row, 0.25 * column};
         });
     }},
    {"folds beyond straight sides",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         // The sides of a section are straight. Between two of its samples it reaches up to an eightieth beyond one.
         const double size = random.between(400, 1600);
         return patchOf(r, c, [&](int row, int column) {
             constexpr double kMiddle[] = {1, 1.5, 0.001, 1.5};
             const double out = column % 2 != 0 ? kMiddle[row % 4] - 0.5 : 0;
             return Vec3{(0.5 * column + out) * size, -0.5 * row * size, 0};
         });
     }},
    {"uneven steps",
     [](Random& random, std::uint32_t r, std::uint32_t c) {
         std::vector<double> x(c), y(r);
         for (auto* line : {&x, &y})
             for (std::size_t i = 1; i < line->size(); ++i) (*line)[i] = (*line)[i - 1] + (random.chance(0.5) ? 1 : 60);
         return patchOf(r, c, [&](int row, int column) {
             return Vec3{x[static_cast<std::size_t>(column)], -y[static_cast<std::size_t>(row)], random.between(-9, 9)};
         });
     }},
};

TEST(CurveError, NoPatchLeavesItsTriangles) {
    constexpr std::uint64_t kSeed = 20261203;
    Random random(kSeed);
    constexpr std::uint32_t kSizes[][2] = {{3, 3}, {3, 3}, {3, 5}, {7, 3}, {5, 5}, {3, 9}, {15, 3}, {15, 15}};
    const std::size_t rounds = test::sized(2, 16);
    std::size_t measured = 0, divided = 0;
    for (std::size_t round = 0; round < rounds; ++round)
        for (const NamedKind& kind : kKinds)
            for (const double error : {0.125, 0.5, 4.0}) {
                // The large sizes take long, and are seldom tried with the least error.
                const auto& size = kSizes[random.index(error < 0.5 ? 6 : std::size(kSizes))];
                const MapPatch patch = kind.make(random, size[0], size[1]);
                const PatchMesh flat = flattenPatches({&patch}, error).meshes.at(0);
                std::vector<Vec3> points;
                for (const LatticePoint& p : flat.points) points.push_back(unitsOf(p));
                const Sheet mesh(flat.columns, points, isCutFromFirst);
                SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round) + ", " + kind.name +
                             ", " + std::to_string(size[0]) + " x " + std::to_string(size[1]) + ", error " +
                             std::to_string(error));
                const Apart apart = apartOf(patch, mesh, size[0] + size[1] > 20 ? 16 : test::sized(24, 64));
                ASSERT_LE(apart.surface, error);
                ASSERT_LE(apart.mesh, error);
                expectFronts(patch, mesh, error);
                if (HasFatalFailure()) return;
                ++measured;
                divided += apart.surface > error / 4 ? 1 : 0;
            }
    EXPECT_EQ(measured, rounds * std::size(kKinds) * 3);
    EXPECT_GE(divided, measured / 2) << "the error is in sight";
}

}  // namespace
}  // namespace hullbake
