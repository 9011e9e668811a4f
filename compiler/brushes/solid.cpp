// Computes planes from face points, clips windings, and validates the brush.

#include "compiler/brushes/solid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

// Half the side of the square that a face is clipped from. World units. Far beyond the valid coordinates.
constexpr double kBaseHalfSize = 2 * 1024 * 1024;
// Upper bound of the faces of a brush. Even with all bevels its sides fit the file's 16-bit count.
constexpr std::size_t kMaxFaces = 2048;
// Upper bound of the components of an on-grid normal. No unit. The distance in equation units then fits 64 bits.
constexpr std::int64_t kMaxGridNormal = std::int64_t{1} << 36;
constexpr std::int64_t kUnitsPerGrid = 4;
static_assert(kGrid == kUnitsPerGrid * kEquationUnit);
// Lower bound of the cross product of a face's edges over its longer edge squared. No unit. Below it the plane is
// uncertain.
constexpr double kDegenerateArea = 1e-9;

bool onGrid(const MapFace& face) {
    for (const Vec3& p : face.points)
        for (int a = 0; a < 3; ++a) {
            const double scaled = p[a] / kGrid;
            if (scaled != std::floor(scaled) || std::fabs(scaled) > 2 * kMaxCoordinate / kGrid) return false;
        }
    return true;
}

std::array<std::int64_t, 3> gridPoint(const Vec3& p) {
    return {static_cast<std::int64_t>(p.x / kGrid), static_cast<std::int64_t>(p.y / kGrid),
            static_cast<std::int64_t>(p.z / kGrid)};
}

GridNormal reduced(GridNormal n) {
    const std::int64_t divisor = std::gcd(std::gcd(n[0], n[1]), n[2]);
    if (divisor > 1)
        for (std::int64_t& component : n) component /= divisor;
    return n;
}

bool isZero(const GridNormal& n) {
    return n == GridNormal{};
}

// Computes an on-grid plane, exact in integers up to the last division. Points span at most 2^24 grid steps, so
// products stay below 2^50.
bool gridPlane(const MapFace& face, SolidSide& side) {
    const auto p0 = gridPoint(face.points[0]), p1 = gridPoint(face.points[1]), p2 = gridPoint(face.points[2]);
    std::array<std::int64_t, 3> u, v;
    for (int a = 0; a < 3; ++a) {
        u[a] = p0[a] - p1[a];
        v[a] = p2[a] - p1[a];
    }
    const GridNormal n = reduced({u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]});
    if (isZero(n)) return false;
    for (const std::int64_t component : n)
        if (std::abs(component) > kMaxGridNormal) return false;
    const std::int64_t dist = n[0] * p1[0] + n[1] * p1[1] + n[2] * p1[2];  // in steps of kGrid, below 2^61
    side.grid = n;
    side.equation = equationOf(n, dist * kUnitsPerGrid);
    side.plane = planeOf(side.equation);
    return true;
}

bool facePlane(const MapFace& face, SolidSide& side) {
    const Vec3 u = face.points[0] - face.points[1], v = face.points[2] - face.points[1];
    const Vec3 n = cross(u, v);
    const double len = length(n);
    if (!(len > kDegenerateArea * std::max(dot(u, u), dot(v, v)))) return false;
    if (onGrid(face) && gridPlane(face, side)) return true;
    side.plane.normal = {n.x / len, n.y / len, n.z / len};
    side.plane.dist = (dot(side.plane.normal, face.points[0]) + dot(side.plane.normal, face.points[1]) +
                       dot(side.plane.normal, face.points[2])) /
                      3;
    for (int a = 0; a < 3; ++a)
        if (std::fabs(side.plane.normal[a]) == 1) side.plane.dist = side.plane.normal[a] * face.points[0][a];
    return true;
}

bool onOnePlane(const SolidSide& a, const SolidSide& b) {
    if (a.equation.known() && b.equation.known()) return a.equation == b.equation;
    return length(a.plane.normal - b.plane.normal) < 1e-9 && std::fabs(a.plane.dist - b.plane.dist) < kOnPlane;
}

// Drops the second of two faces on one plane. Opposite faces on one plane enclose nothing and fail later.
void dropDoubledSides(Solid& solid) {
    for (std::size_t i = 0; i < solid.sides.size(); ++i)
        for (std::size_t k = i + 1; k < solid.sides.size();) {
            if (onOnePlane(solid.sides[i], solid.sides[k])) {
                solid.notes.push_back(fmt::format("faces {} and {} lie on one plane: the second is dropped",
                                                  solid.sides[i].face + 1, solid.sides[k].face + 1));
                solid.sides.erase(solid.sides.begin() + static_cast<std::ptrdiff_t>(k));
            } else {
                ++k;
            }
        }
}

// Computes the point where three planes meet. Returns false if they are nearly parallel: the point would then be less
// accurate than the cut vertex.
bool meet(const Plane& a, const Plane& b, const Plane& c, Vec3& p) {
    const Vec3 bc = cross(b.normal, c.normal);
    const double det = dot(a.normal, bc);
    if (std::fabs(det) < 1e-6) return false;
    p = (bc * a.dist + cross(c.normal, a.normal) * b.dist + cross(a.normal, b.normal) * c.dist) * (1 / det);
    return true;
}

bool openWinding(const Winding& winding) {
    return std::any_of(winding.vertices.begin(), winding.vertices.end(),
                       [](const WindingVertex& v) { return v.edge == kNoPlane; });
}

bool insideAll(const Solid& solid, const Vec3& p) {
    return std::all_of(solid.sides.begin(), solid.sides.end(),
                       [&](const SolidSide& s) { return distanceTo(s.plane, p) <= kOnPlane; });
}

// Moves each inexact vertex to the point where its planes meet. Base polygons are huge, so cut points are only accurate
// to 1e-9. A vertex stays if a short edge with a fourth plane was lost and its planes meet outside the solid.
void sharpenVertices(Solid& solid, Winding& winding) {
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        if (winding.vertices[i].exact) continue;
        const PlaneId before = winding.vertices[i == 0 ? n - 1 : i - 1].edge, after = winding.vertices[i].edge;
        Vec3 p;
        if (meet(solid.sides[winding.plane].plane, solid.sides[before].plane, solid.sides[after].plane, p) &&
            length(p - winding.vertices[i].p) < 1e-4 && insideAll(solid, p))
            winding.vertices[i].p = p;
    }
}

bool isBounded(const Solid& solid) {
    bool anyFace = false;
    for (const SolidSide& side : solid.sides) {
        if (openWinding(side.winding)) return false;
        anyFace = anyFace || !side.winding.empty();
    }
    return anyFace;
}

double thickness(const Solid& solid) {
    double least = 1e30;
    for (const SolidSide& side : solid.sides) {
        double deepest = 0;
        for (const SolidSide& other : solid.sides)
            for (const WindingVertex& vertex : other.winding.vertices)
                deepest = std::max(deepest, -distanceTo(side.plane, vertex.p));
        if (!side.winding.empty()) least = std::min(least, deepest);
    }
    return least;
}

bool pastLimit(const Box& box) {
    for (int a = 0; a < 3; ++a)
        if (box.mins[a] < -kMaxCoordinate || box.maxs[a] > kMaxCoordinate) return true;
    return false;
}

bool pointsPastLimit(const MapBrush& brush) {
    Box box = kEmptyBox;
    for (const MapFace& face : brush.faces)
        for (const Vec3& p : face.points) growBounds(box, p);
    return pastLimit(box);
}

// Returns true if the brush is a valid solid once all its faces are flipped.
bool insideOut(const Solid& solid) {
    Solid turned;
    for (const SolidSide& side : solid.sides) {
        turned.sides.push_back(side);
        turned.sides.back().plane = {-side.plane.normal, -side.plane.dist};
        turned.sides.back().equation = flipped(side.equation);
    }
    buildWindings(turned);
    return isBounded(turned) && thickness(turned) > kMinThickness;
}

std::string faultOf(const Solid& solid, const MapBrush& brush) {
    const bool empty =
        std::all_of(solid.sides.begin(), solid.sides.end(), [](const SolidSide& s) { return s.winding.empty(); });
    if (empty || !isBounded(solid)) {
        if (insideOut(solid)) return "brush is inside out: its faces point inwards";
        if (pointsPastLimit(brush)) return fmt::format("brush lies past the coordinate limit of +-{}", kMaxCoordinate);
        return empty ? "brush is empty: its faces enclose no space" : "brush is open: its faces do not enclose it";
    }
    if (pastLimit(solid.bounds)) return fmt::format("brush reaches past the coordinate limit of +-{}", kMaxCoordinate);
    if (thickness(solid) < kMinThickness) return fmt::format("brush is flat: less than {} units thick", kMinThickness);
    return {};
}

void dropRedundantSides(Solid& solid) {
    const auto redundant = [](const SolidSide& side) { return side.winding.empty(); };
    for (const SolidSide& side : solid.sides)
        if (redundant(side))
            solid.notes.push_back(fmt::format("face {} does not touch the brush: it is dropped", side.face + 1));
    const std::size_t before = solid.sides.size();
    std::erase_if(solid.sides, redundant);
    if (solid.sides.size() != before) buildWindings(solid);
}

}  // namespace

void buildWindings(Solid& solid) {
    solid.bounds = kEmptyBox;
    PlaneEquations equations(PlaneEquations::Ids::Single);
    equations.reserve(solid.sides.size());
    for (const SolidSide& side : solid.sides) equations.add(side.equation);
    std::vector<CutPlane> others;
    others.reserve(solid.sides.size());
    for (std::size_t i = 0; i < solid.sides.size(); ++i) {
        SolidSide& side = solid.sides[i];
        others.clear();
        for (std::size_t k = 0; k < solid.sides.size(); ++k)
            if (k != i) others.push_back({solid.sides[k].plane, static_cast<PlaneId>(k)});
        side.winding = clippedBase(equations, {side.plane, static_cast<PlaneId>(i)}, {}, kBaseHalfSize, others);
        if (side.winding.empty()) side.winding.vertices.clear();
        if (!openWinding(side.winding)) sharpenVertices(solid, side.winding);
        growBounds(solid.bounds, side.winding);
    }
}

Solid makeSolid(const MapBrush& brush) {
    Solid solid;
    if (brush.faces.size() > kMaxFaces) {
        solid.fault = fmt::format("brush has {} faces, {} is the limit", brush.faces.size(), kMaxFaces);
        return solid;
    }
    solid.sides.reserve(brush.faces.size());
    for (std::size_t i = 0; i < brush.faces.size(); ++i) {
        SolidSide side;
        side.face = static_cast<std::uint32_t>(i);
        if (facePlane(brush.faces[i], side))
            solid.sides.push_back(std::move(side));
        else
            solid.notes.push_back(fmt::format("face {} has no plane, its points lie on a line: it is dropped", i + 1));
    }
    dropDoubledSides(solid);
    if (solid.sides.size() < 4) {
        solid.fault = fmt::format("brush is open: {} usable faces, at least 4 are needed", solid.sides.size());
        return solid;
    }
    buildWindings(solid);
    solid.fault = faultOf(solid, brush);
    if (!solid.fault.empty()) return solid;
    dropRedundantSides(solid);
    solid.valid = true;
    return solid;
}

}  // namespace hullbake
