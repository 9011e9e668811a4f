// Edge bevels and axial planes, in integers where the faces are on the grid and in doubles elsewhere.

#include "compiler/brushes/bevels.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compiler/brushes/support_point.hpp"
#include "compiler/geometry/tolerances.hpp"

namespace hullbake {

namespace {

// Upper bound of the components of a grid normal. No unit. Up to it the products of bevelNormal() fit 64 bits; larger
// normals are handled in doubles.
constexpr std::int64_t kMaxGridFactor = std::int64_t{1} << 30;
// Upper bound of the length of the difference of two unit normals that count as one direction. No unit. Rounding stays
// below it, and real angles lie above.
constexpr double kSameDirection = 1e-10;
// Upper bound of the distance of an exact vertex from the bound that it sets. World units. Above the error of a vertex
// in doubles.
constexpr double kVertexRounding = 1e-8;

bool sameDirection(const SolidSide& a, const SolidSide& b) {
    if (a.grid != GridNormal{} && b.grid != GridNormal{}) return a.grid == b.grid;
    return length(a.plane.normal - b.plane.normal) < kSameDirection;
}

bool hasDirection(const std::vector<SolidSide>& sides, const SolidSide& wanted) {
    return std::any_of(sides.begin(), sides.end(), [&](const SolidSide& side) { return sameDirection(side, wanted); });
}

bool fitsGrid(const GridNormal& n) {
    return n != GridNormal{} &&
           std::all_of(n.begin(), n.end(), [](std::int64_t c) { return std::abs(c) < kMaxGridFactor; });
}

struct Edge {
    PlaneId first, second;  // sides, first < second
};

bool isLost(const WindingVertex& a, const WindingVertex& b) {
    return !(a.exact && b.exact) && length(b.p - a.p) < kMinEdge;
}

// Returns true if one of the first `count` edges of a side is shared with side `other`.
bool hasEdge(const SolidSide& side, PlaneId other, std::size_t count) {
    const std::size_t n = side.winding.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const WindingVertex &a = side.winding.vertices[i], &b = side.winding.vertices[i + 1 == n ? 0 : i + 1];
        if (a.edge == other && !isLost(a, b)) return true;
    }
    return false;
}

// Returns each edge once, in the order of the sides. An edge with an earlier side is skipped, unless the earlier side
// has lost it.
std::vector<Edge> edgesOf(const Solid& solid) {
    std::vector<Edge> edges;
    edges.reserve(2 * solid.sides.size());
    for (const SolidSide& side : solid.sides) {
        const PlaneId own = side.winding.plane;
        const std::size_t n = side.winding.vertices.size();
        for (std::size_t i = 0; i < n; ++i) {
            const WindingVertex &a = side.winding.vertices[i], &b = side.winding.vertices[i + 1 == n ? 0 : i + 1];
            if (isLost(a, b) || hasEdge(side, a.edge, i)) continue;
            if (a.edge < own && hasEdge(solid.sides[a.edge], own, solid.sides[a.edge].winding.vertices.size()))
                continue;
            edges.push_back({std::min(own, a.edge), std::max(own, a.edge)});
        }
    }
    return edges;
}

// Computes |n2[a]| * n1 + |n1[a]| * n2, which is normal to both the box edge along axis a and the brush's edge. Returns
// false if the result is axial: those planes exist already.
bool bevelNormal(const SolidSide& one, const SolidSide& two, int axis, SolidSide& bevel) {
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    if (fitsGrid(one.grid) && fitsGrid(two.grid)) {
        const std::int64_t w1 = std::abs(two.grid[axis]), w2 = std::abs(one.grid[axis]);
        GridNormal n{};
        n[b] = w1 * one.grid[b] + w2 * two.grid[b];
        n[c] = w1 * one.grid[c] + w2 * two.grid[c];
        const std::int64_t divisor = std::gcd(n[b], n[c]);
        if (n[b] == 0 || n[c] == 0) return false;
        n[b] /= divisor;
        n[c] /= divisor;
        bevel.grid = n;
        bevel.equation = combined(one.equation, w1, two.equation, w2);
        const double x = static_cast<double>(n[b]), y = static_cast<double>(n[c]), len = std::sqrt(x * x + y * y);
        bevel.plane.normal[b] = x / len;
        bevel.plane.normal[c] = y / len;
        return true;
    }
    const Vec3 &n1 = one.plane.normal, &n2 = two.plane.normal;
    const double w1 = std::fabs(n2[axis]), w2 = std::fabs(n1[axis]);
    const double x = w1 * n1[b] + w2 * n2[b], y = w1 * n1[c] + w2 * n2[c], len = std::sqrt(x * x + y * y);
    if (x == 0 || y == 0 || !(len > 0)) return false;
    bevel.plane.normal[b] = x / len;
    bevel.plane.normal[c] = y / len;
    // A component lost in rounding would make the plane effectively axial.
    return std::fabs(bevel.plane.normal[b]) < 1 && std::fabs(bevel.plane.normal[c]) < 1;
}

// Recomputes the bounds from the planes: vertices off the grid are only accurate to the tolerance.
void sharpenBounds(Solid& solid) {
    const bool exact = std::all_of(solid.sides.begin(), solid.sides.end(), [](const SolidSide& side) {
        return std::all_of(side.winding.vertices.begin(), side.winding.vertices.end(),
                           [](const WindingVertex& vertex) { return vertex.exact; });
    });
    if (exact) return;
    for (int a = 0; a < 3; ++a) {
        Vec3 axis;
        axis[a] = 1;
        solid.bounds.maxs[a] = supportAlong(solid, axis);
        solid.bounds.mins[a] = -supportAlong(solid, -axis) + 0.0;  // no negative zeros
    }
}

// Returns the plane across an axis at the solid's support, from the planes that meet there. Returns an unknown equation
// if a vertex that may be the support is not exact.
PlaneEquation axialSupport(const Solid& solid, int axis, bool facesUp) {
    const double bound = facesUp ? solid.bounds.maxs[axis] : solid.bounds.mins[axis];
    PlaneEquation support;
    for (const SolidSide& side : solid.sides) {
        const auto& vertices = side.winding.vertices;
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const double p = vertices[i].p[axis];
            if (std::fabs(p - bound) > (vertices[i].exact ? kVertexRounding : kOnPlane)) continue;
            if (!vertices[i].exact) return {};
            const PlaneId before = vertices[i == 0 ? vertices.size() - 1 : i - 1].edge;
            const PlaneEquation through = axialThrough(side.equation, solid.sides[before].equation,
                                                       solid.sides[vertices[i].edge].equation, axis, facesUp);
            if (!through.known()) return {};
            const int further = support.known() ? compareAxial(through, support) : facesUp ? 1 : -1;
            if ((further > 0) == facesUp && further != 0) support = through;
        }
    }
    return support;
}

void addAxialPlanes(Solid& solid, std::vector<SolidSide>& added) {
    for (int a = 0; a < 3; ++a)
        for (const double facing : {-1.0, 1.0}) {
            SolidSide side;
            side.plane.normal[a] = facing;
            side.grid[a] = static_cast<std::int64_t>(facing);
            side.plane.dist = facing > 0 ? solid.bounds.maxs[a] : -solid.bounds.mins[a];
            side.bevel = true;
            if (hasDirection(solid.sides, side)) continue;
            side.equation = axialSupport(solid, a, facing > 0);
            if (side.equation.known()) side.plane = planeOf(side.equation);
            // The bevel takes its surface from the face whose normal is closest to this direction.
            const auto nearest =
                std::max_element(solid.sides.begin(), solid.sides.end(), [&](const SolidSide& l, const SolidSide& r) {
                    return l.plane.normal[a] * facing < r.plane.normal[a] * facing;
                });
            side.face = nearest->face;
            added.push_back(std::move(side));
        }
}

}  // namespace

void addBevels(Solid& solid) {
    sharpenBounds(solid);
    std::vector<SolidSide> added;
    addAxialPlanes(solid, added);
    for (const Edge& edge : edgesOf(solid)) {
        const SolidSide &one = solid.sides[edge.first], &two = solid.sides[edge.second];
        for (int axis = 0; axis < 3; ++axis) {
            // Compares signs, as the product could underflow.
            const double c1 = one.plane.normal[axis], c2 = two.plane.normal[axis];
            if (!((c1 < 0 && c2 > 0) || (c1 > 0 && c2 < 0))) continue;
            SolidSide bevel;
            if (!bevelNormal(one, two, axis, bevel)) continue;
            if (hasDirection(solid.sides, bevel) || hasDirection(added, bevel)) continue;
            if (bevel.equation.known())
                bevel.plane = planeOf(bevel.equation);
            else
                bevel.plane.dist = supportAlong(solid, bevel.plane.normal);
            bevel.face = one.face;
            bevel.bevel = true;
            added.push_back(std::move(bevel));
        }
    }
    for (SolidSide& side : added) solid.sides.push_back(std::move(side));
}

}  // namespace hullbake
