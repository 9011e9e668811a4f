// Proves rows A9 and B10: maps far from the origin, and brushes that are dropped without a remark.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "support/proof_support.hpp"

namespace hullbake::test {
namespace {

constexpr std::uint64_t kSeed = 20240714;

Proof shifted(MapFile map, const Vec3& by, bool fill) {
    moveMap(map, [&](const Vec3& p) { return p + by; });
    return bakeProof(std::move(map), fill);
}

// A9: wherever the map lies, every hull has the same tree topology and the same answers.
TEST(FarFromTheOrigin, ShiftedMapsHaveTheSameTreesAndAnswers) {
    SplitMix random(kSeed);
    std::size_t points = 0, solid = 0, hits = 0;
    for (const char* name : {"demo", "thin_prism_ridge", "leaning_column", "terrain_prisms", "far_from_origin"}) {
        const MapFile map = std::string_view(name) == "demo" ? demoMap() : sceneMap(name);
        // Move the scene that lies far away to the origin for comparison.
        const Vec3 home = std::string_view(name) == "far_from_origin" ? Vec3{-131072, 131072, -32768} : Vec3{};
        const Proof here = shifted(map, home, true);
        for (const Vec3& by : {Vec3{32768, -32768, 32768}, Vec3{-32768, 0, 0}, Vec3{131072, 131072, -131072},
                               Vec3{-131072, 0, 131072}, Vec3{0, -4096, 0}}) {
            SCOPED_TRACE(std::string(name) + " moved by " + text(by));
            const Proof there = shifted(map, home + by, true);
            for (std::size_t h = 0; h < here.result.report.hulls.size(); ++h) {
                const HullReport &a = here.result.report.hulls[h], &b = there.result.report.hulls[h];
                EXPECT_EQ(a.grownBrushes, b.grownBrushes);
                EXPECT_EQ(a.grownPlanes, b.grownPlanes);
                EXPECT_EQ(a.bevels, b.bevels);
                EXPECT_EQ(a.boundaryFaces, b.boundaryFaces);
                EXPECT_EQ(a.filled, b.filled);
                EXPECT_EQ(a.leaked, b.leaked);
                const HullId hull{static_cast<std::uint32_t>(h)};
                const Box bounds = here.clip.model({}).bounds;
                for (int i = 0; i < 400; ++i) {
                    const Vec3 p = inBox(random, bounds), q = inBox(random, bounds);
                    const Contents at = here.at(p, hull);
                    ASSERT_EQ(there.at(p + by, hull), at) << text(p);
                    ++points;
                    solid += blocks(at) ? 1 : 0;
                    if (blocks(at)) continue;
                    const Trace one = here.clip.trace(exact(hull), p, q);
                    const Trace two = there.clip.trace(exact(hull), p + by, q + by);
                    ASSERT_EQ(one.hit, two.hit) << text(p) << " -> " << text(q);
                    hits += one.hit ? 1 : 0;
                    ASSERT_NEAR(one.hitFraction * std::fabs(dot(q - p, one.normal)),
                                two.hitFraction * std::fabs(dot(q - p, one.normal)), 1e-6)
                        << text(p) << " -> " << text(q);
                }
            }
        }
    }
    std::cout << points << " points, " << solid << " solid, " << hits << " hits\n";
    EXPECT_GE(points, 50000u);
    EXPECT_GE(solid, 10000u);
    EXPECT_GE(hits, 10000u);
}

// A9: every brush of every map is in the file, or has no meaning, or is reported with its line.
TEST(DroppedInSilence, EveryBrushIsASolidOrMeansNothingOrIsReported) {
    std::size_t solids = 0, reported = 0, nothing = 0;
    std::vector<std::string> names = sceneNames();
    names.push_back("demo");
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const Proof proof = bakeProof(name == "demo" ? demoMap() : sceneMap(name));
        const auto& remarks = proof.result.report.remarks;
        for (std::size_t e = 0; e < proof.map.entities.size(); ++e)
            for (std::size_t b = 0; b < proof.map.entities[e].brushes.size(); ++b) {
                const MapBrush& brush = proof.map.entities[e].brushes[b];
                const bool baked =
                    std::any_of(proof.clip.tables().brushes.begin(), proof.clip.tables().brushes.end(),
                                [&](const format::BrushRecord& r) { return r.entity == e && r.number == b; });
                // A remark refers to the line of the brush or of one of its faces.
                const bool told = std::any_of(remarks.begin(), remarks.end(), [&](const Remark& remark) {
                    return remark.where.pos.line >= brush.pos.line &&
                           remark.where.pos.line <= brush.pos.line + brush.faces.size() + 1;
                });
                const bool means = any(oracle::brushWord(brush, gameRules("any"), true).contents);
                EXPECT_TRUE(baked || told || !means) << "entity " << e << ", brush " << b;
                ++(baked ? solids : means ? reported : nothing);
            }
    }
    EXPECT_GE(solids, 850u);
    EXPECT_GE(reported, 5u);
    EXPECT_GE(nothing, 3u);
}

// A9: past the limit, just at it, and past +-4096, the limit of other formats.
TEST(DroppedInSilence, BrushesPastAnyLimitAreKeptOrReported) {
    for (const double far : {4097.0, 65537.0, 262144.0 - 64, 262144.0 + 64}) {
        SCOPED_TRACE(far);
        const Proof proof =
            bakeProof(worldOf({boxBrush({0, 0, 0}, {64, 64, 64}), boxBrush({far - 32, -32, -32}, {far, 32, 32})}));
        const bool within = far <= kMaxCoordinate;
        EXPECT_EQ(proof.clip.tables().brushes.size(), within ? 2u : 1u);
        EXPECT_EQ(proof.result.report.remarks.empty(), within);
        if (within) {
            EXPECT_EQ(proof.at({far - 16, 0, 0}, proof.hull("point")), Contents::Solid);
        }
    }
}

// Computes the contact of a plane and a segment, given in integers and halves. The exact rational numbers fit long
// double.
long double exactContact(const std::array<long long, 3>& n, const Vec3& onPlane, const Vec3& from, const Vec3& to) {
    long double above = 0, falls = 0;
    for (int a = 0; a < 3; ++a) {
        above += static_cast<long double>(n[static_cast<std::size_t>(a)]) *
                 (static_cast<long double>(from[a]) - static_cast<long double>(onPlane[a]));
        falls += static_cast<long double>(n[static_cast<std::size_t>(a)]) *
                 (static_cast<long double>(from[a]) - static_cast<long double>(to[a]));
    }
    return above / falls;
}

// B10: bounds the error of the contact along the segment, in units, at growing distance. The bounds are a few ulp of
// the coordinate.
TEST(FarFromTheOrigin, ContactsKeepTheStatedErrorAtEveryDistance) {
    SplitMix random(kSeed + 1);
    struct Stated {
        double distance, bound;
    };
    for (const Stated& stated : {Stated{0, 1e-13}, Stated{4096, 1e-11}, Stated{32768, 1e-10}, Stated{131072, 4e-10}}) {
        SCOPED_TRACE(stated.distance);
        const Vec3 by{stated.distance, -stated.distance, stated.distance};
        // The slope faces (1, 2, 5) and is large enough that every segment below crosses it.
        const auto brush = [&] {
            MapBrush made = hullBrush({{-250, -125, 0},
                                       {250, -125, -100},
                                       {-250, 125, -100},
                                       {250, 125, -200},
                                       {-250, -125, -300},
                                       {250, -125, -300},
                                       {-250, 125, -300},
                                       {250, 125, -300}});
            for (MapFace& face : made.faces)
                for (Vec3& p : face.points) p = p + by;
            return made;
        }();
        const Proof proof = bakeProof(worldOf({brush}));
        const HullId point = proof.hull("point");
        const Vec3 onPlane = Vec3{-250, -125, 0} + by;
        double worst = 0;
        std::size_t hits = 0;
        for (int i = 0; i < 20000; ++i) {
            // Coordinates are multiples of a half, so that nothing is rounded before the trace.
            const auto half = [&](double low, double high) { return std::floor(random.range(low, high) * 2) / 2; };
            const Vec3 from = Vec3{half(-100, 100), half(-50, 50), half(0, 60)} + by;
            const Vec3 to = from + Vec3{half(-60, 60), half(-60, 60), half(-260, -120)};
            const Trace trace = proof.clip.trace(exact(point), from, to);
            ASSERT_FALSE(trace.startsolid);
            if (!trace.hit || trace.normal.z < 0.5) continue;
            ++hits;
            const long double exact = exactContact({2, 4, 10}, onPlane, from, to);
            worst =
                std::max(worst, static_cast<double>(std::fabs(static_cast<long double>(trace.hitFraction) - exact)) *
                                    length(to - from));
        }
        std::cout << "distance " << stated.distance << ": largest error " << worst << " units\n";
        EXPECT_GE(hits, 10000u);
        EXPECT_LE(worst, stated.bound);
    }
}

}  // namespace
}  // namespace hullbake::test
