// Proves that the brushes of a heightfield fill exactly what lies below its triangles, each place once.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "formats/lattice.hpp"
#include "formats/map_reader.hpp"
#include "formats/map_writer.hpp"
#include "formats/terrain_brushes.hpp"
#include "support/maps.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake {
namespace {

using test::Random;

Heightfield fieldOf(std::uint32_t columns, std::vector<std::uint16_t> samples, std::uint32_t largest = 255) {
    Heightfield field;
    field.columns = columns;
    field.rows = static_cast<std::uint32_t>(samples.size() / columns);
    field.largest = largest;
    field.samples = std::move(samples);
    return field;
}

std::vector<MapBrush> brushesOf(const Heightfield& field, const TerrainForm& form, TerrainCount* count = nullptr) {
    TerrainBrushes terrain(field, form);
    EXPECT_FALSE(terrain.fault()) << *terrain.fault();
    std::vector<MapBrush> all;
    if (terrain.fault()) return all;
    for (std::uint32_t row = 0; row < terrain.rows(); ++row)
        terrain.takeRow(row, [&](const MapBrush& brush) { all.push_back(brush); });
    EXPECT_EQ(terrain.count().brushes, all.size());
    if (count != nullptr) *count = terrain.count();
    return all;
}

std::string faultOf(const Heightfield& field, const TerrainForm& form) {
    return TerrainBrushes(field, form).fault().value_or("none");
}

// A field of hills, with lakes and ramps in one plane.
Heightfield hills(Random& random, std::uint32_t columns, std::uint32_t rows) {
    std::vector<std::uint16_t> samples(std::size_t{columns} * rows);
    for (std::uint16_t& sample : samples) sample = static_cast<std::uint16_t>(random.whole(0, 40));
    for (int patch = 0; patch < 3; ++patch) {
        const int slopeX = random.whole(0, 3), slopeY = random.whole(0, 3), base = random.whole(0, 20);
        const std::size_t left = random.index(columns), top = random.index(rows);
        const std::size_t right = std::min<std::size_t>(columns, left + 6),
                          bottom = std::min<std::size_t>(rows, top + 5);
        for (std::size_t row = top; row < bottom; ++row)
            for (std::size_t column = left; column < right; ++column)
                samples[row * columns + column] = static_cast<std::uint16_t>(base + slopeX * static_cast<int>(column) +
                                                                             slopeY * static_cast<int>(row));
    }
    return fieldOf(columns, std::move(samples));
}

// What a vertical line has of a brush, or nothing.
struct Span {
    double low = 0, high = 0;
};
std::optional<Span> spanAt(const MapBrush& brush, double x, double y) {
    Span span{-1e9, 1e9};
    for (const MapFace& face : brush.faces) {
        const Vec3 normal = cross(face.points[0] - face.points[1], face.points[2] - face.points[1]);
        const double over = dot(normal, Vec3{x, y, 0} - face.points[0]);  // + normal.z * z <= 0 is inside
        if (normal.z > 0)
            span.high = std::min(span.high, -over / normal.z);
        else if (normal.z < 0)
            span.low = std::max(span.low, -over / normal.z);
        else if (over > 0)
            return std::nullopt;
    }
    if (span.low >= span.high) return std::nullopt;
    return span;
}

// The height of the surface: each square by the diagonal that is a ridge, as the header says.
double surfaceAt(const Heightfield& field, const TerrainForm& form, double x, double y) {
    const double u = (x - form.origin.x) / form.scale.x, v = (y - form.origin.y) / form.scale.y;
    const auto column = static_cast<std::uint32_t>(u), fromBelow = static_cast<std::uint32_t>(v);
    const std::uint32_t lower = field.rows - 1 - fromBelow;
    const double s = u - column, t = v - fromBelow;
    const double a = field.at(lower, column), b = field.at(lower, column + 1), c = field.at(lower - 1, column + 1),
                 d = field.at(lower - 1, column);
    double sample = 0;
    if (a + c > b + d)
        sample = s >= t ? a + s * (b - a) + t * (c - b) : a + t * (d - a) + s * (c - d);
    else
        sample = s + t <= 1 ? a + s * (b - a) + t * (d - a) : c + (1 - s) * (d - c) + (1 - t) * (b - c);
    return form.origin.z + sample * form.scale.z;
}

TEST(Terrain, EveryVerticalLineHasOneBrushUpToTheSurface) {
    constexpr std::uint64_t kSeed = 4711;
    Random random(kSeed);
    std::size_t planes = 0, ridges = 0, merged = 0, lines = 0;
    for (int round = test::sized(16, 100); round > 0; --round) {
        const Heightfield field = hills(random, 12, 9);
        TerrainForm form;
        form.scale = {64, 48, 2.5};
        form.origin = {-100, 37.5, -10};
        form.depth = 8;
        TerrainCount count;
        const std::vector<MapBrush> brushes = brushesOf(field, form, &count);
        for (const MapBrush& brush : brushes) {
            (brush.faces.size() == 6 ? planes : brush.faces.size() == 7 ? ridges : merged) += 1;
            for (const MapFace& face : brush.faces)
                for (const Vec3& p : face.points)
                    ASSERT_TRUE(p.x * 64 == std::round(p.x * 64) && p.y * 64 == std::round(p.y * 64) &&
                                p.z * 64 == std::round(p.z * 64));
        }
        for (int line = 0; line < 500; ++line, ++lines) {
            const double x = form.origin.x + random.between(0, 11) * form.scale.x;
            const double y = form.origin.y + random.between(0, 8) * form.scale.y;
            std::size_t found = 0;
            for (const MapBrush& brush : brushes)
                if (const auto span = spanAt(brush, x, y)) {
                    ++found;
                    ASSERT_NEAR(span->high, surfaceAt(field, form, x, y), 1e-9)
                        << "seed " << kSeed << ' ' << x << ' ' << y;
                    ASSERT_EQ(span->low, count.floor);
                }
            ASSERT_EQ(found, 1u) << "seed " << kSeed << ' ' << x << ' ' << y;
        }
        // At the samples themselves every brush has the exact height.
        for (std::uint32_t row = 0; row < field.rows; ++row)
            for (std::uint32_t column = 0; column < field.columns; ++column) {
                const double x = form.origin.x + column * form.scale.x;
                const double y = form.origin.y + (field.rows - 1 - row) * form.scale.y;
                std::size_t touching = 0;
                for (const MapBrush& brush : brushes)
                    if (const auto span = spanAt(brush, x, y)) {
                        ++touching;
                        ASSERT_NEAR(span->high, form.origin.z + field.at(row, column) * form.scale.z, 1e-9);
                    }
                ASSERT_GE(touching, 1u);
            }
    }
    EXPECT_GE(lines, 5000u);
    EXPECT_GE(planes, 25u);
    EXPECT_GE(ridges, 300u);
    EXPECT_GE(merged, 100u);
}

LatticePoint onLattice(const Vec3& p) {
    return {std::llround(p.x * kLattice), std::llround(p.y * kLattice), std::llround(p.z * kLattice)};
}

// A brush as planes through points of the lattice, and the squares below which it lies.
struct Column {
    std::vector<std::array<LatticePoint, 3>> tops;  // clockwise seen from above
    std::uint32_t top = 0, left = 0, bottom = 0, right = 0;
};

// The lattice of a form whose numbers are on it.
struct FieldOnLattice {
    const Heightfield& field;
    const TerrainForm& form;

    LatticePoint at(std::uint32_t row, std::uint32_t column) const {
        return onLattice(form.origin + Vec3{column * form.scale.x, (field.rows - 1 - row) * form.scale.y,
                                            field.at(row, column) * form.scale.z});
    }

    // Reads the walls as the borders of a rectangle of squares.
    Column columnOf(const MapBrush& brush) const {
        Column column;
        std::size_t walls = 0, floors = 0;
        for (const MapFace& face : brush.faces) {
            const Vec3 normal = cross(face.points[0] - face.points[1], face.points[2] - face.points[1]);
            const LatticePoint p = onLattice(face.points[0]);
            if (normal.z > 0) {
                column.tops.push_back({p, onLattice(face.points[1]), onLattice(face.points[2])});
                continue;
            }
            if (normal.z < 0) {
                ++floors;
                continue;
            }
            ++walls;
            const auto c = static_cast<std::uint32_t>((face.points[0].x - form.origin.x) / form.scale.x + 0.5);
            const auto r = static_cast<std::uint32_t>((face.points[0].y - form.origin.y) / form.scale.y + 0.5);
            if (normal.x != 0)
                (normal.x > 0 ? column.right : column.left) = c;
            else
                (normal.y > 0 ? column.top : column.bottom) = field.rows - 1 - r;
        }
        EXPECT_EQ(walls, 4u);
        EXPECT_EQ(floors, 1u);
        return column;
    }

    // Returns true if one upper face contains a triangle, and no other is below a corner of it. Then the brush ends
    // there exactly: the distance of two planes has no other extremes. `used` counts the triangles of each face.
    bool endsAt(const Column& column, const std::array<LatticePoint, 3>& triangle,
                std::vector<std::size_t>& used) const {
        std::size_t holding = 0;
        for (std::size_t i = 0; i < column.tops.size(); ++i) {
            const auto& [a, b, c] = column.tops[i];
            int most = -1, least = 1;
            for (const LatticePoint& p : triangle) {
                most = std::max(most, sideOf(a, b, c, p));
                least = std::min(least, sideOf(a, b, c, p));
            }
            if (most > 0) return false;
            if (most != 0 || least != 0) continue;
            ++holding;
            ++used[i];
        }
        return holding == 1;
    }
};

// Expects that the brushes cover each square once, that each ends exactly at the triangles of its squares, and that no
// upper face is there twice or in vain. Returns how many squares share a brush that is no plane.
std::size_t expectExact(const Heightfield& field, const TerrainForm& form) {
    const FieldOnLattice lattice{field, form};
    std::vector<int> covered(std::size_t{field.rows - 1} * (field.columns - 1));
    std::size_t shared = 0;
    for (const MapBrush& brush : brushesOf(field, form)) {
        const Column column = lattice.columnOf(brush);
        const std::size_t squares = std::size_t{column.bottom - column.top} * (column.right - column.left);
        EXPECT_GE(squares, 1u);
        if (column.tops.size() > 1) {
            EXPECT_LE(squares, TerrainBrushes::kMostSquares);
            shared += squares > 1 ? squares : 0;
        }
        std::vector<std::size_t> used(column.tops.size());
        for (std::uint32_t row = column.top; row < column.bottom; ++row)
            for (std::uint32_t at = column.left; at < column.right; ++at) {
                ++covered[std::size_t{row} * (field.columns - 1) + at];
                const LatticePoint a = lattice.at(row + 1, at), b = lattice.at(row + 1, at + 1),
                                   c = lattice.at(row, at + 1), d = lattice.at(row, at);
                const std::int64_t over = a[2] + c[2] - b[2] - d[2];
                const bool ends =
                    over >= 0 ? lattice.endsAt(column, {a, b, c}, used) && lattice.endsAt(column, {a, c, d}, used)
                              : lattice.endsAt(column, {b, c, d}, used) && lattice.endsAt(column, {b, d, a}, used);
                EXPECT_TRUE(ends) << "row " << row << ", column " << at;
            }
        EXPECT_TRUE(std::all_of(used.begin(), used.end(), [](std::size_t count) { return count > 0; }));
    }
    EXPECT_TRUE(std::all_of(covered.begin(), covered.end(), [](int count) { return count == 1; }));
    return shared;
}

TEST(Terrain, BrushesEndExactlyAtTheTriangles) {
    constexpr std::uint64_t kSeed = 815;
    Random random(kSeed);
    std::size_t shared = 0, squares = 0;
    for (int round = test::sized(40, 1000); round > 0; --round) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", rounds left " + std::to_string(round));
        const std::uint32_t columns = 2 + static_cast<std::uint32_t>(random.index(14)),
                            rows = 2 + static_cast<std::uint32_t>(random.index(10));
        Heightfield field = hills(random, columns, rows);
        TerrainForm form;
        form.scale = {64, 48.25, 2.5};
        form.origin = {-100, 37.5, -10};
        if (round % 4 == 1) {  // smooth
            for (std::uint32_t row = 0; row < rows; ++row)
                for (std::uint32_t column = 0; column < columns; ++column)
                    field.samples[std::size_t{row} * columns + column] = static_cast<std::uint16_t>(
                        std::lround(30000 + 20000 * std::sin(row * 0.3 + round) * std::cos(column * 0.2)));
            field.largest = 65535;
            form.scale.z = 1.0 / 64;
        } else if (round % 4 == 2) {  // as high as can be
            for (std::uint16_t& sample : field.samples) sample = random.index(2) == 0 ? 0 : 65535;
            field.largest = 65535;
            form.scale = {1.0 / 64, 1.0 / 64, 4};
            form.origin = {-2, 3.25, 0};
        }
        shared += expectExact(field, form);
        squares += std::size_t{rows - 1} * (columns - 1);
    }
    EXPECT_GE(squares, 1500u);
    EXPECT_GE(shared, 300u);
}

TEST(Terrain, HilltopsAreMerged) {
    std::vector<std::uint16_t> dome, bowl;
    for (int y = -8; y <= 8; ++y)
        for (int x = -8; x <= 8; ++x) {
            dome.push_back(static_cast<std::uint16_t>(200 - x * x - y * y));
            bowl.push_back(static_cast<std::uint16_t>(x * x + y * y));
        }
    EXPECT_EQ(brushesOf(fieldOf(17, dome), {}).size(), 16u * 16u / 4u);
    EXPECT_EQ(brushesOf(fieldOf(17, bowl), {}).size(), 256u);
    EXPECT_EQ(expectExact(fieldOf(17, dome), {}), 256u);
}

TEST(Terrain, PlanesAreMerged) {
    EXPECT_EQ(brushesOf(fieldOf(100, std::vector<std::uint16_t>(100 * 60, 9)), {}).size(), 1u);
    std::vector<std::uint16_t> ramp;
    for (int row = 0; row < 20; ++row)
        for (int column = 0; column < 30; ++column) ramp.push_back(static_cast<std::uint16_t>(2 * row + 3 * column));
    EXPECT_EQ(brushesOf(fieldOf(30, ramp), {}).size(), 1u);
    ramp[10 * 30 + 15] += 1;  // one point: four squares that are not in the plane, and what is around them
    // The four squares bend downward, and are one brush.
    EXPECT_EQ(brushesOf(fieldOf(30, ramp), {}).size(), 4u + 1u);
    ramp[10 * 30 + 15] -= 2;
    EXPECT_EQ(brushesOf(fieldOf(30, ramp), {}).size(), 4u + 4u);
}

TEST(Terrain, PointsAreRoundedToTheLattice) {
    Heightfield field = fieldOf(3, {0, 1, 2, 3, 4, 65535}, 65535);
    TerrainForm form;
    form.scale = {0.3, 0.7, 0.01};
    for (const MapBrush& brush : brushesOf(field, form))
        for (const MapFace& face : brush.faces)
            for (const Vec3& p : face.points) {
                EXPECT_NEAR(p.x, std::round(p.x / 0.3) * 0.3, 1.0 / 128);
                EXPECT_EQ(p.x * 64, std::round(p.x * 64));
                EXPECT_EQ(p.z * 64, std::round(p.z * 64));
            }
}

TEST(Terrain, BadFormsAreRefused) {
    const Heightfield field = fieldOf(2, {0, 1, 2, 255});
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
    const auto form = [](Vec3 scale, Vec3 origin = {}, double depth = 16) {
        TerrainForm made;
        made.scale = scale;
        made.origin = origin;
        made.depth = depth;
        return made;
    };
    EXPECT_EQ(faultOf(field, {}), "none");
    for (const double bad : {nan, infinite, 0.0, -1.0, 1e300})
        for (const Vec3& scale : {Vec3{bad, 1, 1}, Vec3{1, bad, 1}, Vec3{1, 1, bad}})
            EXPECT_EQ(faultOf(field, form(scale)), "the scale must be three numbers above 0") << bad;
    EXPECT_EQ(faultOf(field, form({1, 1, 1}, {nan, 0, 0})), "the origin must be three finite numbers");
    for (const double depth : {nan, 0.0, -16.0, 1e9})
        EXPECT_EQ(faultOf(field, form({1, 1, 1}, {}, depth)), "the depth must be 1/64 unit or more");
    EXPECT_EQ(faultOf(field, form({0.001, 1, 1})), "the scale is too small: rows or columns fall together");
    const std::string tooFar = "the terrain reaches past the coordinate limit of +-262144";
    EXPECT_EQ(faultOf(field, form({1, 1, 1}, {262144, 0, 0})), tooFar);
    EXPECT_EQ(faultOf(field, form({1, 1, 1029})), tooFar);
    EXPECT_EQ(faultOf(field, form({1, 1, 1}, {0, 0, -262144})), tooFar);
    EXPECT_EQ(faultOf(field, form({1, 1, 1}, {0, 1e300, 0})), tooFar);
    // Samples that do not occur may lie past the limit.
    EXPECT_EQ(faultOf(fieldOf(2, {65000, 65001, 65002, 65003}, 65535), form({1, 1, 4}, {0, 0, -300000})), "none");
}

// What is written reads back as the same brushes.
TEST(Terrain, TextReadsBack) {
    Random random(5);
    const Heightfield field = hills(random, 9, 7);
    for (const char* texture : {"terrain", "grass/wet", "two words", "{fence", "#odd", "a(b)"}) {
        TerrainForm form;
        form.scale = {0.40625, 10.015625, 1.0 / 3};
        form.origin = {-4096.25, 100000, -1};
        form.texture = texture;
        ASSERT_TRUE(isTextureName(form.texture));
        const std::vector<MapBrush> brushes = brushesOf(field, form);
        std::string text = "{\n\"classname\" \"worldspawn\"\n";
        for (const MapBrush& brush : brushes) appendBrush(text, brush);
        const MapFile map = test::parseText(text + "}\n");
        ASSERT_EQ(map.entities.size(), 1u);
        ASSERT_EQ(map.entities[0].brushes.size(), brushes.size());
        for (std::size_t i = 0; i < brushes.size(); ++i) {
            const MapBrush& read = map.entities[0].brushes[i];
            ASSERT_EQ(read.faces.size(), brushes[i].faces.size());
            for (std::size_t f = 0; f < read.faces.size(); ++f) {
                ASSERT_EQ(read.faces[f].points, brushes[i].faces[f].points);
                ASSERT_EQ(read.faces[f].texture, texture);
            }
        }
    }
    for (const char* name : {"", "a\"b", "a\nb", "a\\b", "\xc3\xa4"}) EXPECT_FALSE(isTextureName(name)) << name;
}

}  // namespace
}  // namespace hullbake
