// Proves the union of polygons against another's: Boost.Geometry's.
#include <gtest/gtest.h>

// Coordinates as they are, not on a grid of whole numbers; and no word about headers that Boost itself includes.
#define BOOST_GEOMETRY_NO_ROBUSTNESS
#define BOOST_ALLOW_DEPRECATED_HEADERS

#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/multi_polygon.hpp>
#include <boost/geometry/geometries/point_xy.hpp>
#include <boost/geometry/geometries/polygon.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "support/random.hpp"
#include "tools/draw/unite.hpp"

namespace hullbake::test {
namespace {

using namespace draw;
namespace bg = boost::geometry;

using PeerPoint = bg::model::d2::point_xy<double>;
using PeerPolygon = bg::model::polygon<PeerPoint, false, true>;  // counter-clockwise and closed
using PeerUnion = bg::model::multi_polygon<PeerPolygon>;

PeerUnion uniteByPeer(const std::vector<Polygon>& polygons) {
    PeerUnion all;
    for (const Polygon& polygon : polygons) {
        PeerPolygon one;
        for (const Point& p : polygon) bg::append(one.outer(), PeerPoint(p.x, p.y));
        bg::correct(one);
        PeerUnion both;
        bg::union_(all, one, both);
        all = std::move(both);
    }
    return all;
}

struct Shape {
    std::size_t borders = 0, holes = 0;
};

Shape shapeOf(const Outline& outline) {
    Shape shape;
    for (const Polygon& loop : outline.loops) ++(areaOf(loop) > 0 ? shape.borders : shape.holes);
    return shape;
}

Shape shapeOf(const PeerUnion& all) {
    Shape shape{all.size(), 0};
    for (const PeerPolygon& one : all) shape.holes += one.inners().size();
    return shape;
}

// Polygons whose borders cross at clear angles only: general position, where the two must agree in everything.
Polygon randomPolygon(Random& random) {
    const Point centre{random.between(0, 100), random.between(0, 100)};
    const double radius = random.between(3, 22), turn = random.between(0, 6.28);
    const int corners = random.whole(3, 8);
    Polygon polygon;
    for (int i = 0; i < corners; ++i) {
        const double angle = turn + 6.283185307179586 * i / corners;
        polygon.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
    return polygon;
}

TEST(UnitePeer, AgreesWithBoostInAreaBordersAndHoles) {
    Random random(4711);
    std::size_t holes = 0, borders = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<Polygon> polygons;
        for (int i = random.whole(2, 40); i > 0; --i) polygons.push_back(randomPolygon(random));
        const Outline own = unite(polygons);
        const PeerUnion peer = uniteByPeer(polygons);
        ASSERT_NEAR(own.area(), bg::area(peer), 1e-4) << "round " << round;
        const Shape a = shapeOf(own), b = shapeOf(peer);
        ASSERT_EQ(a.borders, b.borders) << "round " << round;
        ASSERT_EQ(a.holes, b.holes) << "round " << round;
        holes += a.holes;
        borders += a.borders;
    }
    EXPECT_GE(holes, 150u);
    EXPECT_GE(borders, 400u);
}

// On a lattice most edges coincide, cross at corners or touch.
TEST(UnitePeer, AgreesWithBoostOnALattice) {
    Random random(4712);
    std::size_t shared = 0;
    for (int round = 0; round < 150; ++round) {
        std::vector<Polygon> polygons;
        double sum = 0;
        for (int i = random.whole(2, 30); i > 0; --i) {
            const double x = random.whole(0, 20), y = random.whole(0, 20), w = random.whole(1, 6),
                         h = random.whole(1, 6);
            if (random.whole(0, 1) == 0)
                polygons.push_back({{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}});
            else
                polygons.push_back({{x + w, y}, {x + 2 * w, y + w}, {x + w, y + 2 * w}, {x, y + w}});
            sum += areaOf(polygons.back());
        }
        const Outline own = unite(polygons);
        ASSERT_NEAR(own.area(), bg::area(uniteByPeer(polygons)), 1e-6) << "round " << round;
        shared += own.area() < sum ? 1 : 0;
    }
    EXPECT_GE(shared, 100u);
}

}  // namespace
}  // namespace hullbake::test
