// Proves the rest of the position table: traces along surfaces, and through edges and corners of the grown solid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "runtime/query/position_rig.hpp"

namespace hullbake::test {
namespace {

constexpr double kReach = 400;          // units: beyond every shape
constexpr double kClear = 1e-3;         // units: clearly on one side of a surface
constexpr double kBarely = 4e-5;        // units: on one side of a surface, by a few times kSurfaceTolerance
constexpr double kWithin = 1e-6;        // units: within kSurfaceTolerance, so the same as on the surface
constexpr double kShortStretch = 3e-5;  // units: the tracer may skip stretches inside that are shorter than 1e-5

struct Counts {
    std::size_t free = 0, hits = 0;
};

class Toucher {
  public:
    Toucher(const PositionRig& rig, std::size_t hull, const Route& route, const GrownShape& grown, Counts& counts)
        : rig_(rig), hull_(hull), route_(route), grown_(grown), counts_(counts) {}

    void free(const Vec3& start, const Vec3& end, const char* what) {
        ++counts_.free;
        run(start, end, Expect::Free, {}, what);
    }
    void hit(const Vec3& start, const Vec3& end, const Vec3& entry, const char* what) {
        ++counts_.hits;
        run(start, end, Expect::Hit, entry, what);
    }
    /// Expects a hit at the entry if the line clearly passes through the inside.
    void hitIfInside(const Vec3& start, const Vec3& end, const char* what) {
        const Stretch stretch = grown_.clip(start, end);
        const Vec3 move = end - start;
        if ((stretch.leave - stretch.enter) * length(move) > kShortStretch)
            hit(start, end, start + move * stretch.enter, what);
    }

  private:
    void run(const Vec3& start, const Vec3& end, Expect expect, const Vec3& entry, const char* what) {
        const std::string fault =
            answerFault(rig_, grown_, route_, rig_.call(hull_, route_, start, end), expect, entry);
        EXPECT_EQ(fault, "") << rig_.where(hull_, route_) << ", " << what;
    }

    const PositionRig& rig_;
    std::size_t hull_;
    const Route& route_;
    const GrownShape& grown_;
    Counts& counts_;
};

// Returns the corner of a side that is nearest to its first one: the two bound an edge.
Vec3 nearestToFirst(const GrownShape::Side& side) {
    const Vec3& first = side.corners[0];
    return *std::min_element(side.corners.begin() + 1, side.corners.end(),
                             [&](const Vec3& a, const Vec3& b) { return length(a - first) < length(b - first); });
}

//   S---------.=========.-------->E       along a side: exactly on it, above it, below it
//             |         |
void alongSide(Toucher& toucher, const GrownShape::Side& side) {
    const Vec3 up = side.plane.normal;
    // Aim at corners and at the middle of an edge.
    for (const Vec3& aim :
         {side.corners.front(), (side.corners.front() + nearestToFirst(side)) * 0.5, side.corners.back()}) {
        const Vec3 along = (aim - side.middle) * (1 / length(aim - side.middle));
        const Vec3 from = side.middle - along * kReach, to = side.middle + along * kReach;
        toucher.free(from, to, "along a side");
        toucher.free(side.middle, to, "along a side, from the middle of it");
        toucher.free(from, side.middle, "along a side, to the middle of it");
        toucher.free(from + up * kClear, to + up * kClear, "just above a side");
        toucher.free(from + up * kWithin, to + up * kWithin, "above a side by less than the tolerance");
        toucher.free(from - up * kWithin, to - up * kWithin, "below a side by less than the tolerance");
        toucher.free(side.middle - up * kWithin, to - up * kWithin,
                     "from below a side by less than the tolerance, along");
        for (const double depth : {kClear, kBarely})
            toucher.hitIfInside(from - up * depth, to - up * depth, "just below a side");
        toucher.hitIfInside(from + up * 0.5, side.middle - up * kClear + along, "flat into a side");
    }
    toucher.free(side.middle - up * kWithin, side.middle + up * 8, "from within the tolerance, out");
    toucher.free(side.middle + up * 8, side.middle - up * kWithin, "into a side by less than the tolerance");
    toucher.hit(side.middle + up * 8, side.middle - up * kBarely, side.middle,
                "into a side by more than the tolerance");
    toucher.hit(side.middle, side.middle - up * kBarely, side.middle, "from a side in by more than the tolerance");
}

// View along the edge, with the solid below it:
//      S---->*---->E        across: it is only touched, which is free
//           / \      .
//          /   \     .      into it: a hit, with either plane
void aroundEdge(Toucher& toucher, const GrownShape::Edge& edge) {
    const Vec3 middle = (edge.from + edge.to) * 0.5;
    const Vec3 along = (edge.to - edge.from) * (1 / length(edge.to - edge.from));
    const Vec3 across = (edge.one.normal - edge.two.normal) * (1 / length(edge.one.normal - edge.two.normal));
    const Vec3 out = (edge.one.normal + edge.two.normal) * (1 / length(edge.one.normal + edge.two.normal));
    toucher.free(edge.from - along * 30, edge.to + along * 30, "along an edge");
    toucher.free(middle, edge.to + along * 30, "along an edge, from its middle");
    toucher.free(middle, middle + out * 20, "from an edge out");
    toucher.hit(middle + out * 20, middle - out * kClear, middle, "into an edge");
    toucher.hit(middle, middle - out * kClear, middle, "from an edge in");
    for (const Vec3& side : {across, -across}) {
        toucher.free(middle - side * 20, middle + side * 20, "across an edge");
        toucher.free(middle, middle + side * 20, "from an edge, across");
        toucher.free(middle - side * 20, middle, "across, to an edge");
        const Vec3 slant = side + along * 0.5;
        toucher.free(middle - slant * 20, middle + slant * 20, "aslant across an edge");
        toucher.free(middle - slant * 20 + out * kClear, middle + slant * 20 + out * kClear, "just over an edge");
        for (const double depth : {kClear, kBarely}) {
            const Vec3 below = middle - out * depth;
            toucher.hitIfInside(below - side * 20, below + side * 20, "just under an edge");
            toucher.hitIfInside(below - slant * 20, below + slant * 20, "aslant just under an edge");
        }
    }
}

void aroundCorner(Toucher& toucher, const GrownShape::Corner& corner, const Vec3& inside) {
    const Vec3 in = (inside - corner.p) * (1 / length(inside - corner.p));
    toucher.hit(corner.p - in * 20, corner.p + in, corner.p, "into a corner");
    toucher.hit(corner.p, corner.p + in, corner.p, "from a corner in");
    toucher.free(corner.p, corner.p - in * 20, "from a corner out");
    toucher.free(corner.p - in * 20, corner.p, "up to a corner");
    for (std::size_t i = 0; i + 1 < corner.planes.size(); ++i) {
        const Vec3 across = corner.planes[i].normal - corner.planes[i + 1].normal;
        toucher.free(corner.p - across * 20, corner.p + across * 20, "past a corner");
        toucher.free(corner.p + across * 20, corner.p - across * 20, "past a corner, back");
        toucher.free(corner.p, corner.p + across * 20, "from a corner, past");
    }
}

template <class Visit>
void forEachRoute(ProbeKind kind, Visit&& visit) {
    forEachRig(kind, [&](const PositionRig& rig) {
        for (std::size_t hull = 0; hull < rig.hulls.size(); ++hull) {
            const GrownShape grown = rig.grown(hull);
            for (const Route& route : rig.routes) visit(rig, hull, route, grown);
        }
    });
}

TEST_P(PositionTable, AlongSides) {
    Counts counts;
    forEachRoute(GetParam(),
                 [&](const PositionRig& rig, std::size_t hull, const Route& route, const GrownShape& grown) {
                     Toucher toucher(rig, hull, route, grown, counts);
                     for (const GrownShape::Side& side : grown.sides()) alongSide(toucher, side);
                 });
    EXPECT_GE(counts.free, 50000u);
    EXPECT_GE(counts.hits, 15000u);
}

TEST_P(PositionTable, ThroughEdges) {
    Counts counts;
    forEachRoute(GetParam(),
                 [&](const PositionRig& rig, std::size_t hull, const Route& route, const GrownShape& grown) {
                     Toucher toucher(rig, hull, route, grown, counts);
                     for (const GrownShape::Edge& edge : grown.edges()) aroundEdge(toucher, edge);
                 });
    EXPECT_GE(counts.free, 50000u);
    EXPECT_GE(counts.hits, 15000u);
}

TEST_P(PositionTable, ThroughCorners) {
    Counts counts;
    forEachRoute(GetParam(),
                 [&](const PositionRig& rig, std::size_t hull, const Route& route, const GrownShape& grown) {
                     Toucher toucher(rig, hull, route, grown, counts);
                     for (const GrownShape::Corner& corner : grown.corners())
                         aroundCorner(toucher, corner, grown.middle());
                 });
    EXPECT_GE(counts.free, 50000u);
    EXPECT_GE(counts.hits, 8000u);
}

}  // namespace
}  // namespace hullbake::test
