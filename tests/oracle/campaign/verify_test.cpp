// Proves that whole files which are right are found right: where brushes touch in edges, and where faces all but
// coincide.
#include "oracle/campaign/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "compiler/compile.hpp"
#include "oracle/base/random.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/solids/sample_brushes.hpp"
#include "support/maps.hpp"
#include "support/test_size.hpp"
#include "support/turned_maps.hpp"

namespace hullbake::oracle {
namespace {

struct Compiled {
    MapFile map;
    CompileReport report;
    std::vector<std::byte> blob;
    OpenResult open;
};

void compile(Compiled& compiled) {
    CompileResult result = compileMap(compiled.map, "", CompileSettings{});
    compiled.report = std::move(result.report);
    compiled.blob = std::move(result.blob);
    compiled.open = ClipMap::open(compiled.blob);
    ASSERT_TRUE(compiled.open) << statusText(compiled.open.status);
}

void compile(std::vector<MapBrush> brushes, const std::string& start, Compiled& compiled) {
    compiled.map = worldOf(std::move(brushes));
    if (!start.empty()) {
        MapEntity player;
        player.keys = {{"classname", "info_player_start", {}}, {"origin", start, {}}};
        compiled.map.entities.push_back(std::move(player));
    }
    compile(compiled);
}

VerifySettings settingsOf(std::size_t traces, std::uint64_t seed) {
    VerifySettings settings;
    settings.traces = traces;
    settings.seed = seed;
    return settings;
}

std::string firstDifference(const VerifyResult& result) {
    if (!result.brushDifferences.empty()) return result.brushDifferences.front().reason;
    return result.differences.empty() ? std::string() : result.differences.front().difference.reason;
}

/// Returns six walls around a box.
std::vector<MapBrush> roomAround(const Vec3& mins, const Vec3& maxs) {
    std::vector<MapBrush> walls;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool upper : {false, true}) {
            Vec3 low = mins - Vec3{16, 16, 16}, high = maxs + Vec3{16, 16, 16};
            (upper ? low : high)[axis] = (upper ? maxs : mins)[axis];
            walls.push_back(boxBrush(low, high));
        }
    return walls;
}

/// Returns a ground of flat tetrahedra, each with one apex below. They touch in edges and in the corner at the middle
/// only.
std::vector<MapBrush> flatGround() {
    const std::array<Vec3, 8> rim = {{{96, 0, 20},
                                      {96, 96, -8},
                                      {0, 96, 12},
                                      {-96, 96, 28},
                                      {-96, 0, -16},
                                      {-96, -96, 4},
                                      {0, -96, -20},
                                      {96, -96, 16}}};
    const Vec3 middle{0, 0, 4};
    std::vector<MapBrush> brushes = roomAround({-96, -96, -800}, {96, 96, 800});
    for (std::size_t i = 0; i < rim.size(); ++i) {
        const Vec3 &a = rim[i], &b = rim[(i + 1) % rim.size()];
        const Vec3 centre = (middle + a + b) * (1.0 / 3);
        const Vec3 apex{std::round(centre.x), std::round(centre.y), std::round(centre.z) - 14};
        brushes.push_back(hullBrush({middle, a, b, apex}, "stone"));
    }
    return brushes;
}

double roundedTo(double value, int decimals) {
    const double power = std::pow(10.0, decimals);
    return std::nearbyint(value * power) / power;
}

/// Returns a crooked ground of tetrahedra, turned by any angle, whose points have so many decimals. Neighbours share
/// the points of their edges; their apexes hang below. Inside walls that leave the sky open.
std::vector<MapBrush> terrainOf(std::uint64_t seed, int decimals, int cells) {
    SplitMix random(seed);
    const double turn = random.range(0, 6.28), step = 96;
    const auto place = [&](double x, double y, double z) {
        return Vec3{roundedTo(std::cos(turn) * x - std::sin(turn) * y, decimals),
                    roundedTo(std::sin(turn) * x + std::cos(turn) * y, decimals), roundedTo(z, decimals)};
    };
    std::vector<std::vector<Vec3>> points(static_cast<std::size_t>(cells) + 1);
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < points.size(); ++j) {
            const double x = static_cast<double>(i) * step + random.range(-20, 20),
                         y = static_cast<double>(j) * step + random.range(-20, 20);
            points[i].push_back(place(x, y, random.range(-40, 40)));
        }
    std::vector<MapBrush> brushes;
    const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        const Vec3 centre = (a + b + c) * (1.0 / 3);
        const Vec3 apex{roundedTo(centre.x, decimals), roundedTo(centre.y, decimals),
                        roundedTo(centre.z - 256, decimals)};
        // Each face has its outward side where the fourth corner is not.
        MapBrush brush;
        const std::array<Vec3, 4> corners = {a, b, c, apex};
        for (std::size_t i = 0; i < 4; ++i) {
            const Vec3 &p = corners[(i + 1) % 4], &q = corners[(i + 2) % 4], &r = corners[(i + 3) % 4];
            const bool outward = dot(cross(p - q, r - q), corners[i] - q) < 0;
            brush.faces.push_back(outward ? test::faceOf(p, q, r) : test::faceOf(r, q, p));
        }
        brushes.push_back(std::move(brush));
    };
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        for (std::size_t j = 0; j + 1 < points.size(); ++j) {
            const Vec3 &a = points[i][j], &b = points[i + 1][j], &c = points[i + 1][j + 1], &d = points[i][j + 1];
            if (random.unit() < 0.5) {
                add(a, b, c);
                add(a, c, d);
            } else {
                add(a, b, d);
                add(b, c, d);
            }
        }
    return brushes;
}

/// Terrain of tetrahedra, the usual way to make hills: planes off the grid that meet in common points.
class Terrain : public testing::TestWithParam<int> {};

TEST_P(Terrain, AgreesInEveryHullAndMode) {
    const int maps = test::sized(1, 50);
    for (int i = 0; i < maps; ++i) {
        const std::uint64_t seed = 1000 * static_cast<std::uint64_t>(GetParam()) + static_cast<std::uint64_t>(i);
        SCOPED_TRACE("seed " + std::to_string(seed));
        Compiled compiled;
        ASSERT_NO_FATAL_FAILURE(compile(terrainOf(seed, GetParam(), 4), "150 150 200", compiled));
        EXPECT_EQ(compiled.report.checkFaults, 0u);
        const auto traces = static_cast<std::size_t>(test::sized(1500, 20000));
        const VerifyResult result = verify(compiled.open.map, compiled.map, settingsOf(traces, seed));
        EXPECT_EQ(result.brushes, 32u);
        EXPECT_TRUE(result.agrees()) << result.total.mismatches << " traces, " << result.total.pointMismatches
                                     << " points: " << firstDifference(result);
        EXPECT_GE(result.total.traces, 6 * traces);
    }
}

INSTANTIATE_TEST_SUITE_P(Decimals, Terrain, testing::Values(0, 1, 3, 6, 12));

TEST(VerifyTest, FilledPocketsBelowEdgesAreNotReached) {
    Compiled compiled;
    ASSERT_NO_FATAL_FAILURE(compile(flatGround(), "0 0 600", compiled));
    const VerifyResult result = verify(compiled.open.map, compiled.map, settingsOf(6000, 3));
    EXPECT_TRUE(result.agrees()) << "seed 3: " << result.total.mismatches << " traces, " << result.total.pointMismatches
                                 << " points: " << firstDifference(result);
    EXPECT_TRUE(result.hulls.front().filled);
    EXPECT_GE(result.total.leftReached, 15u) << "traces pass the corner into the pocket";
}

// Two walls meet in an edge, and rounding has moved their edges apart by less than a crack. The room is on one side of
// the gap, the void on the other. The fill closes it.
TEST(VerifyTest, GapsBetweenEdgesMayBeClosed) {
    for (const double gap : {0.0005, 0.003}) {
        SCOPED_TRACE(gap);
        Compiled compiled;
        ASSERT_NO_FATAL_FAILURE(
            compile({boxBrush({gap, 0, -16}, {16, 80, 80}), boxBrush({-80, -16, -16}, {0, 0, 80}),
                     boxBrush({-80, 0, -16}, {-64, 80, 80}), boxBrush({-64, 64, -16}, {gap, 80, 80}),
                     boxBrush({-64, 0, -16}, {gap, 64, 0}), boxBrush({-64, 0, 64}, {gap, 64, 80})},
                    "-32 32 32", compiled));
        const VerifyResult result = verify(compiled.open.map, compiled.map, settingsOf(6000, 5));
        EXPECT_TRUE(result.agrees()) << "seed 5: " << result.total.mismatches << " traces, "
                                     << result.total.pointMismatches << " points: " << firstDifference(result);
        EXPECT_TRUE(result.hulls.front().filled);
        EXPECT_GE(result.total.leftReached + result.total.closedCracks, 10u) << "traces pass the gap along a wall";
    }
}

enum class Bend { Diagonal, Edge };

/// Returns a leaning slab, turned around the z axis and rounded to three decimals. Each of its two ends is written as
/// two triangles, which share a diagonal or an edge. If they share an edge, one of them touches the slab there only.
std::vector<MapBrush> bentSlab(double turn, Bend bend, std::size_t& bent) {
    const auto corner = [&](double along, double across, double up) {
        const double c = std::cos(turn), s = std::sin(turn);
        const auto decimal = [](double value) { return std::round(value * 1000) / 1000; };
        return Vec3{decimal(c * along - s * across), decimal(s * along + c * across), decimal(up)};
    };
    const auto face = [](const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& inside) {
        MapFace made;
        const bool outward = dot(cross(a - b, c - b), inside - b) < 0;
        made.points = outward ? std::array<Vec3, 3>{a, b, c} : std::array<Vec3, 3>{c, b, a};
        made.texture = "stone";
        return made;
    };
    const Vec3 middle = corner(0, 40, 40);
    MapBrush brush;
    for (const double side : {-44.0, 44.0}) {
        const Vec3 a = corner(side, 0, 90), b = corner(side, 0, 122), c = corner(side, 110, 0);
        const Vec3 d = corner(side, 80, 0);
        brush.faces.push_back(face(a, b, c, middle));
        brush.faces.push_back(bend == Bend::Edge ? face(a, b, d, middle) : face(a, c, d, middle));
    }
    brush.faces.push_back(face(corner(-44, 0, 122), corner(44, 0, 122), corner(44, 110, 0), middle));
    brush.faces.push_back(face(corner(-44, 0, 90), corner(44, 0, 90), corner(44, 0, 122), middle));
    brush.faces.push_back(face(corner(-44, 80, 0), corner(44, 80, 0), corner(44, 110, 0), middle));
    const auto solved = solveBrush(brush);
    if (!solved) return {};
    bent += !growBrush(*solved, {}).touching.empty();
    return {brush};
}

TEST(VerifyTest, FacesThatAllButCoincideMayStandForEachOther) {
    std::size_t bent = 0, solved = 0;
    for (int i = 0; i < 24; ++i) {
        const std::vector<MapBrush> slab = bentSlab(0.11 + 0.25 * i, i % 2 == 0 ? Bend::Edge : Bend::Diagonal, bent);
        if (slab.empty()) continue;
        ++solved;
        Compiled compiled;
        ASSERT_NO_FATAL_FAILURE(compile(slab, "", compiled));
        const VerifyResult result = verify(compiled.open.map, compiled.map, settingsOf(2000, 5));
        EXPECT_TRUE(result.agrees()) << "slab " << i << ": " << result.total.mismatches
                                     << " traces: " << firstDifference(result);
    }
    std::cout << solved << " slabs, " << bent << " with planes that touch in less than a face\n";
    EXPECT_GE(solved, 20u);
    EXPECT_GE(bent, 8u);
}

// Rounded to ten decimals, faces would move by 3e-9 units, and brushes that overlap by less would come apart.
TEST(VerifyTest, SeamsOfManyDigitsStayClosed) {
    for (const Vec3& degrees : {Vec3{116, 291, 56}, Vec3{87, 126, 236}}) {
        Compiled compiled;
        compiled.map = test::turnedMap(test::sceneMap("leak_eighth"), degrees, 13);
        ASSERT_NO_FATAL_FAILURE(compile(compiled));
        const VerifyResult result = verify(compiled.open.map, compiled.map, settingsOf(3000, 1000220));
        EXPECT_TRUE(result.agrees()) << firstDifference(result);
    }
}

// Edges leave the axes by 1e-6 units. Coordinates are rounded by up to 5e-11 units, which turns bevels by 5e-5.
TEST(VerifyTest, BevelsOfNearlyAxialEdgesMayTurn) {
    SplitMix random(3);
    const auto near = [&](const Vec3& p) {
        const auto off = [&] { return random.range(-1e-6, 1e-6); };
        return Vec3{p.x + off(), p.y + off(), p.z + off()};
    };
    std::vector<MapBrush> brushes;
    for (int i = 0; i < 8; ++i) {
        const Vec3 p{40.0 * i, 40.0 * (i % 3), 8.0 * i};
        brushes.push_back(hullBrush(
            {near(p), near(p + Vec3{24, 0, 0}), near(p + Vec3{0, 24, 0}), near(p + Vec3{0, 0, 24})}, "stone"));
    }
    Compiled compiled;
    ASSERT_NO_FATAL_FAILURE(compile(std::move(brushes), "", compiled));
    const VerifyResult result = verify(compiled.open.map, compiled.map, settingsOf(3000, 21));
    EXPECT_TRUE(result.agrees()) << firstDifference(result);
}

// Rounding turns no bevel of an edge that is far from every axis.
TEST(VerifyTest, BevelsOfOtherEdgesMayNotTurn) {
    Compiled compiled;
    ASSERT_NO_FATAL_FAILURE(
        compile({hullBrush({{0, 0, 0}, {24, 0, 0}, {0, 24, 0}, {5, 7, 24}}, "stone")}, "", compiled));
    const Box box{{-16, -16, -24}, {16, 16, 32}};
    const SolidSet solids = solidsOf(compiled.map, box);
    SplitMix random(5);
    int bevels = 0;
    for (int i = 0; i < 2000; ++i) {
        const auto place = [&] { return Vec3{random.range(-80, 80), random.range(-80, 80), random.range(-80, 80)}; };
        const TraceCase input{{.box = box}, place(), place()};
        Trace trace = input.ask(compiled.open.map);
        const Verdict verdict = compareTrace(solids, input, trace);
        ASSERT_TRUE(verdict.agrees) << verdict.reason;
        if (!verdict.plane || verdict.plane->kind != PlaneKind::Edge) continue;
        ++bevels;
        const Vec3 contact = input.start + (input.end - input.start) * trace.hitFraction, n = trace.normal;
        const int axis = n.x == 0 ? 0 : n.y == 0 ? 1 : 2;
        Vec3 unit;
        unit[axis] = 1;
        trace.normal = normalized(n + cross(unit, n) * 3e-6);
        trace.dist = dot(trace.normal, contact);
        EXPECT_FALSE(compareTrace(solids, input, trace).agrees) << text(n);
    }
    EXPECT_GE(bevels, 30);
}

// Four faces meet at the tip of a pyramid on the grid. Nothing is rounded, so no edge opens there.
TEST(VerifyTest, TipsOnTheGridHaveNoFurtherBevels) {
    Compiled compiled;
    const Vec3 tip{0, 0, 24};
    ASSERT_NO_FATAL_FAILURE(
        compile({hullBrush({{-20, -10, 0}, {26, -14, 0}, {18, 22, 0}, {-16, 12, 0}, tip}, "stone")}, "", compiled));
    const Box box{{-16, -16, -24}, {16, 16, 32}};
    const SolidSet solids = solidsOf(compiled.map, box);
    const GrownBrush& brush = solids.brushes().front();
    int bevels = 0;
    for (const GrownPlane& one : brush.planes)
        for (const GrownPlane& two : brush.planes)
            for (int axis = 0; axis < 3; ++axis) {
                if (one.kind != PlaneKind::Face || two.kind != PlaneKind::Face) continue;
                Vec3 unit;
                unit[axis] = 1;
                const Vec3 normal = normalized(cross(normalized(cross(one.normal, two.normal)), unit));
                const auto isBelow = [&](const Vec3& v) { return v == tip || dot(normal, v - tip) < -0.1; };
                const auto isOwn = [&](const GrownPlane& own) { return length(own.normal - normal) < 1e-6; };
                if (!(length(normal) > 0) || std::any_of(brush.planes.begin(), brush.planes.end(), isOwn) ||
                    !std::all_of(brush.bareVertices.begin(), brush.bareVertices.end(), isBelow))
                    continue;
                Vec3 contact = tip;
                for (int a = 0; a < 3; ++a) contact[a] -= (normal[a] > 0 ? box.mins : box.maxs)[a];
                const TraceCase input{{.box = box, .skin = 0}, contact + normal * 40, contact - normal * 40};
                Trace trace = input.ask(compiled.open.map);
                ASSERT_NEAR(trace.hitFraction, 0.5, 1e-9);
                EXPECT_TRUE(compareTrace(solids, input, trace).agrees);
                trace.normal = normal;
                trace.dist = dot(normal, contact);
                EXPECT_FALSE(compareTrace(solids, input, trace).agrees) << text(normal);
                ++bevels;
            }
    EXPECT_EQ(bevels, 2);
}

// The file rounds the bounds of brushes to floats, here by up to 1/64 unit.
TEST(VerifyTest, DuplicatesFarFromTheOriginAreFound) {
    const MapBrush brush = boxBrush({206650.3, 64756.51, 81842.14}, {206712.29944, 64800.1, 81900.2});
    Compiled compiled;
    ASSERT_NO_FATAL_FAILURE(compile({brush, brush}, "", compiled));
    ASSERT_EQ(compiled.open.map.tables().brushes.size(), 1u);
    const VerifyResult result = verify(compiled.open.map, compiled.map, settingsOf(100, 1));
    EXPECT_EQ(result.brushes, 2u);
    EXPECT_TRUE(result.agrees()) << firstDifference(result);
}

// A face that is a strip between two others: the compiler rounds their points so that they meet.
TEST(VerifyTest, FacesNarrowerThanRoundingMayBeLeftOut) {
    for (const double height : {1e-24, 1.234567890123e-11, 1e-6}) {
        MapBrush brush = boxBrush({0, 0, 0}, {32, 32, 32});
        const auto top = std::find_if(brush.faces.begin(), brush.faces.end(), [](const MapFace& face) {
            return face.points[0].z == 32 && face.points[1].z == 32 && face.points[2].z == 32;
        });
        ASSERT_NE(top, brush.faces.end());
        top->points = {{{0, 32, height}, {32, 32, 32}, {32, 0, 32}}};
        Compiled compiled;
        ASSERT_NO_FATAL_FAILURE(compile({brush}, "", compiled));
        ASSERT_EQ(compiled.open.map.tables().brushes.size(), 1u);
        EXPECT_EQ(compiled.open.map.tables().brushes[0].faceCount, height == 1e-6 ? 6 : 5);
        const VerifyResult result = verify(compiled.open.map, compiled.map, settingsOf(300, 1));
        EXPECT_TRUE(result.agrees()) << firstDifference(result);
    }
}

TEST(VerifyTest, BrushesOfSomeHullsCountWhereTheyAre) {
    // A brush in all hulls that can have it counts for other boxes and shapes, too, whatever its key says.
    for (const char* texture : {"stone", "clip"})
        for (const char* hulls : {"point,player,large", "player large", "7", "6", "2", ""}) {
            Compiled compiled;
            compiled.map = worldOf(roomAround({-256, -256, 0}, {256, 256, 256}));
            MapEntity entity;
            entity.keys = {{"classname", "func_detail", {}}, {"_hulls", hulls, {}}};
            entity.brushes = {boxBrush({-32, -32, 0}, {32, 32, 48}, texture)};
            compiled.map.entities.push_back(entity);
            compile(compiled);
            VerifySettings settings = settingsOf(300, 7);
            settings.shapes = 100;
            const VerifyResult result = verify(compiled.open.map, compiled.map, settings);
            EXPECT_TRUE(result.agrees()) << texture << " in '" << hulls << "': " << firstDifference(result);
        }
}

}  // namespace
}  // namespace hullbake::oracle
