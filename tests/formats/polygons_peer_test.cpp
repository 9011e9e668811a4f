// Compares which rings are refused with Boost.Geometry, on grids so coarse that most rings cross or touch something.
#include <gtest/gtest.h>

#include <boost/geometry/algorithms/area.hpp>
#include <boost/geometry/algorithms/correct.hpp>
#include <boost/geometry/algorithms/is_valid.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "formats/polygons.hpp"
#include "support/random.hpp"
#include "support/test_size.hpp"

namespace hullbake {
namespace {

namespace bg = boost::geometry;
using test::Random;
using Ring = std::vector<FlatPoint>;
using Point = bg::model::d2::point_xy<double>;
using Polygon = bg::model::polygon<Point>;

/// Returns a ring of random points of a grid, none of them twice in a row.
Ring randomRing(Random& random, int points, int low, int high) {
    Ring ring;
    while (static_cast<int>(ring.size()) < points) {
        const FlatPoint p{random.whole(low, high), random.whole(low, high)};
        const bool closes = static_cast<int>(ring.size()) + 1 == points && p == ring.front();
        if (ring.empty() || (ring.back() != p && !closes)) ring.push_back(p);
    }
    return ring;
}

Polygon polygonOf(const std::vector<Ring>& rings) {
    const auto fill = [](const Ring& ring, auto& out) {
        for (const FlatPoint& p : ring) out.emplace_back(static_cast<double>(p[0]), static_cast<double>(p[1]));
    };
    Polygon polygon;
    fill(rings[0], polygon.outer());
    polygon.inners().resize(rings.size() - 1);
    for (std::size_t i = 1; i < rings.size(); ++i) fill(rings[i], polygon.inners()[i - 1]);
    bg::correct(polygon);
    return polygon;
}

std::int64_t turn(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
    const std::int64_t cross = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    return (cross > 0) - (cross < 0);
}

bool isOn(const FlatPoint& p, const FlatPoint& a, const FlatPoint& b) {
    return turn(a, b, p) == 0 && (p[0] - a[0]) * (p[0] - b[0]) <= 0 && (p[1] - a[1]) * (p[1] - b[1]) <= 0;
}

bool meet(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c, const FlatPoint& d) {
    if (turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0) return true;
    return isOn(c, a, b) || isOn(d, a, b) || isOn(a, c, d) || isOn(b, c, d);
}

/// Returns true if two sides have a point in common that is no corner between neighbours.
bool touches(const std::vector<Ring>& rings) {
    struct Side {
        std::size_t ring, number;
        FlatPoint from, to;
    };
    std::vector<Side> sides;
    for (std::size_t r = 0; r < rings.size(); ++r)
        for (std::size_t i = 0; i < rings[r].size(); ++i)
            sides.push_back({r, i, rings[r][i], rings[r][(i + 1) % rings[r].size()]});
    for (std::size_t i = 0; i < sides.size(); ++i)
        for (std::size_t k = i + 1; k < sides.size(); ++k) {
            const Side &a = sides[i], &b = sides[k];
            const std::size_t count = rings[a.ring].size();
            const bool follows = a.ring == b.ring && (a.number + 1) % count == b.number;
            const bool precedes = a.ring == b.ring && (b.number + 1) % count == a.number;
            if (follows || precedes) {
                const Side &first = follows ? a : b, &second = follows ? b : a;
                if (isOn(first.from, second.from, second.to) || isOn(second.to, first.from, first.to)) return true;
            } else if (meet(a.from, a.to, b.from, b.to)) {
                return true;
            }
        }
    return false;
}

TEST(PolygonsPeer, BoostGeometryRefusesTheSameRings) {
    constexpr std::uint64_t kSeed = 20261127;
    Random random(kSeed);
    std::size_t taken = 0, takenWithHoles = 0, invalid = 0, touching = 0;
    for (int round = 0; round < test::sized(4000, 100000); ++round) {
        std::vector<Ring> rings{randomRing(random, random.whole(3, 7), 0, 9)};
        if (random.chance(0.4)) rings[0] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};  // has room for holes
        for (int holes = random.whole(0, 2); holes > 0; --holes)
            rings.push_back(randomRing(random, random.whole(3, 4), 0, 9));
        const Polygon polygon = polygonOf(rings);
        const bool valid = bg::is_valid(polygon), apart = !touches(rings);
        const auto divided = convexParts(rings);
        const auto* const parts = std::get_if<std::vector<ConvexPart>>(&divided);
        // Well-known text allows rings that touch in a point. Here they are refused, as the parts would.
        ASSERT_EQ(parts != nullptr, valid && apart) << "seed " << kSeed << ", round " << round;
        if (parts == nullptr) {
            ++(valid ? touching : invalid);
            continue;
        }
        double area = 0;
        for (const ConvexPart& part : *parts) {
            const Polygon one = polygonOf({part});
            ASSERT_TRUE(bg::is_valid(one)) << "seed " << kSeed << ", round " << round;
            area += bg::area(one);
        }
        ASSERT_EQ(area, bg::area(polygon)) << "seed " << kSeed << ", round " << round;
        ++taken;
        takenWithHoles += rings.size() > 1 ? 1 : 0;
    }
    EXPECT_GE(taken, 700u);
    EXPECT_GE(takenWithHoles, 60u);
    EXPECT_GE(invalid, 1000u);
    EXPECT_GE(touching, 20u);
}

}  // namespace
}  // namespace hullbake
