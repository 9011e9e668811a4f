// Computes planes from face points, clips windings, and validates the brush.

#include "compiler/brushes/solid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "compiler/geometry/base_winding.hpp"
#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/split_winding.hpp"
#include "hullbake/trace.hpp"

namespace hullbake {

namespace {

// Half the side of the square that a face is clipped from. World units. Far beyond the valid coordinates.
constexpr double kBaseHalfSize = 1024 * 1024;
// Upper bound of the faces of a brush. Even with all bevels its sides fit the file's 16-bit count.
constexpr std::size_t kMaxFaces = 2048;
// Upper bound of the components of a normal that is computed in 64 bits. No unit. The distance in equation units then
// fits.
constexpr std::int64_t kMaxGridNormal = std::int64_t{1} << 36;
// Upper bound of how far rounding of coordinates may move a face at its corners. World units.
constexpr double kMostRounded = 1e-9;
// The same, above which a face whose digits are lost gets a warning. World units.
constexpr double kMostMoved = 1e-6;
// Lower bound of the cross product of a face's edges over its longer edge squared. No unit. Below it the points lie
// almost on a line, and the plane is that of their last digits.
constexpr double kDegenerateArea = 1e-9;
// Lower bound of the length of a normal that a face was written with. No unit.
constexpr double kDegenerateNormal = 1e-6;
// Bound of the numbers that a face is written with. World units, or none. exactCoordinate and exactDecimal require it.
constexpr double kMostNumber = 1024 * 1024;
// Upper bound of how far the decimals that exactDecimal drops move a face at a corner. World units.
constexpr double kWrittenMove = 3 * kMaxCoordinate * 1e-20 / kDegenerateNormal;

bool isInRange(const Vec3& v) {
    return std::fabs(v.x) < kMostNumber && std::fabs(v.y) < kMostNumber && std::fabs(v.z) < kMostNumber;
}

bool pointsInRange(const MapFace& face) {
    return std::all_of(face.points.begin(), face.points.end(), isInRange);
}

// Returns true if all points are on the lattice of that step.
bool onLattice(const MapFace& face, double step) {
    for (const Vec3& p : face.points)
        for (int a = 0; a < 3; ++a) {
            const double scaled = p[a] / step;
            if (scaled != std::floor(scaled) || std::fabs(scaled) > 2 * kMaxCoordinate / step) return false;
        }
    return true;
}

std::array<std::int64_t, 3> latticePoint(const Vec3& p) {
    return {static_cast<std::int64_t>(p.x / kEquationUnit), static_cast<std::int64_t>(p.y / kEquationUnit),
            static_cast<std::int64_t>(p.z / kEquationUnit)};
}

// Computes the plane of points on the lattice of kEquationUnit in 64 bits: they span at most 2^26 steps, so products
// stay below 2^52. Unknown if 64 bits do not suffice.
PlaneEquation latticePlane(const MapFace& face) {
    const auto p0 = latticePoint(face.points[0]), p1 = latticePoint(face.points[1]), p2 = latticePoint(face.points[2]);
    std::array<std::int64_t, 3> u, v;
    for (std::size_t a = 0; a < 3; ++a) {
        u[a] = p0[a] - p1[a];
        v[a] = p2[a] - p1[a];
    }
    std::array<std::int64_t, 3> n = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
    const std::int64_t divisor = std::gcd(std::gcd(n[0], n[1]), n[2]);
    if (divisor == 0) return {};
    for (std::int64_t& component : n) {
        component /= divisor;
        if (std::abs(component) > kMaxGridNormal) return {};
    }
    return equationOf(n, n[0] * p1[0] + n[1] * p1[1] + n[2] * p1[2]);  // below 2^63
}

// Returns true if the equation is axial at a whole distance, so that it never nearly coincides with one on the grid.
bool isAxialOnGrid(const PlaneEquation& equation) {
    constexpr unsigned kMostBits = 40;
    constexpr std::int64_t kUnitsPerGrid = 4;
    static_assert(kGrid == kUnitsPerGrid * kEquationUnit);
    return equation.axis < 3 && equation.normalBits == 1 && equation.distBits <= kMostBits &&
           equation.d.low % kUnitsPerGrid == 0;
}

// Makes the plane of a face that was written as normal and distance.
bool writtenPlane(const MapPlane& plane, SolidSide& side) {
    if (!(length(plane.normal) > kDegenerateNormal) || !isInRange(plane.normal)) return false;
    if (!(std::fabs(plane.dist) < kMostNumber) || !isInRange(plane.origin)) return false;
    bool isRounded = false;
    side.equation = equationOfPlane(plane.normal, plane.dist, plane.origin, isRounded);
    side.moved = isRounded ? kWrittenMove : 0;
    if (!side.equation.known()) return false;
    side.onGrid = isAxialOnGrid(side.equation);
    side.plane = planeOf(side.equation);
    return true;
}

bool almostOnALine(const MapFace& face) {
    if (face.plane) return false;
    const Vec3 u = face.points[0] - face.points[1], v = face.points[2] - face.points[1];
    return !(length(cross(u, v)) > kDegenerateArea * std::max(dot(u, u), dot(v, v)));
}

// Returns false if there is no plane. Points almost on a line have that of all their digits.
bool facePlane(const MapFace& face, Rounding rounding, SolidSide& side) {
    if (face.plane) return writtenPlane(*face.plane, side);
    if (!pointsInRange(face)) return false;
    side.onGrid = onLattice(face, kGrid);
    side.equation = onLattice(face, kEquationUnit) ? latticePlane(face) : PlaneEquation{};
    side.moved = 0;
    if (!side.equation.known()) {
        const std::array<Vec3, 3> points{face.points[0], face.points[1], face.points[2]};
        if (rounding == Rounding::Coarse && !almostOnALine(face))
            side.equation = equationThrough(points, rounding, side.moved);
        if (!side.equation.known()) side.equation = equationThrough(points, Rounding::Fine, side.moved = 0);
    }
    if (!side.equation.known()) return false;
    side.plane = planeOf(side.equation);
    return true;
}

std::string noPlane(const MapFace& face, std::size_t index) {
    const char* const why = face.plane            ? "its normal or its distance is out of range"
                            : pointsInRange(face) ? "its points lie on a line"
                                                  : "its points are out of range";
    return fmt::format("face {} has no plane, {}: it is dropped", index + 1, why);
}

// Drops the second of two faces on one plane. Opposite faces on one plane enclose nothing and fail later.
void dropDoubledSides(Solid& solid) {
    for (std::size_t i = 0; i < solid.sides.size(); ++i)
        for (std::size_t k = i + 1; k < solid.sides.size();) {
            if (solid.sides[i].equation == solid.sides[k].equation) {
                solid.notes.push_back(fmt::format("faces {} and {} lie on one plane: the second is dropped",
                                                  solid.sides[i].face + 1, solid.sides[k].face + 1));
                solid.sides.erase(solid.sides.begin() + static_cast<std::ptrdiff_t>(k));
            } else {
                ++k;
            }
        }
}

bool openWinding(const Winding& winding) {
    return std::any_of(winding.vertices.begin(), winding.vertices.end(),
                       [](const WindingVertex& v) { return v.edge == kNoPlane || isAxialPlaneId(v.edge); });
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
    for (const MapFace& face : brush.faces) {
        if (face.plane) {
            const Vec3& n = face.plane->normal;
            growBounds(box, face.plane->origin - n * (face.plane->dist / dot(n, n)));
            continue;
        }
        for (const Vec3& p : face.points) growBounds(box, p);
    }
    return pastLimit(box);
}

std::string pastLimitText() {
    return fmt::format("brush lies past the coordinate limit of +-{}", kMaxCoordinate);
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
        if (pointsPastLimit(brush)) return pastLimitText();
        return empty ? "brush is empty: its faces enclose no space" : "brush is open: its faces do not enclose it";
    }
    if (pastLimit(solid.bounds)) return fmt::format("brush reaches past the coordinate limit of +-{}", kMaxCoordinate);
    if (thickness(solid) < kMinThickness) return fmt::format("brush is flat: less than {} units thick", kMinThickness);
    return {};
}

// Returns how far rounding may have moved the side, at most, at any of its corners. A corner moves by at most its
// barycentric coordinates times the moves of the face's points, of which each has three coordinates.
double mostMoved(const SolidSide& side, const MapFace& face) {
    if (face.plane || side.moved == 0) return side.moved;
    const Vec3 a = face.points[0], u = face.points[1] - a, v = face.points[2] - a, n = cross(u, v);
    double most = dot(n, n) > 0 ? 0 : std::numeric_limits<double>::infinity();
    for (const WindingVertex& vertex : side.winding.vertices) {
        const Vec3 p = vertex.p - a;
        const double s = dot(cross(p, v), n) / dot(n, n), t = dot(cross(u, p), n) / dot(n, n);
        most = std::max(most, std::fabs(1 - s - t) + std::fabs(s) + std::fabs(t));
    }
    return most * std::sqrt(3.0) * side.moved;
}

// Takes all digits of faces that rounding may move too far, as their points lie close together, or that it may have
// moved out of the brush. Then other faces have other corners, and may need their digits, too. Drops faces that have no
// plane by all their digits.
void refineRounding(Solid& solid, const MapBrush& brush) {
    std::vector<bool> isFine(brush.faces.size());
    for (bool refined = true; refined;) {
        refined = false;
        for (SolidSide& side : solid.sides) {
            const MapFace& face = brush.faces[side.face];
            const bool isSmall = mostMoved(side, face) <= kMostRounded;
            if (isFine[side.face] || side.moved == 0 || (isSmall && !side.winding.empty())) continue;
            isFine[side.face] = refined = true;
            if (!facePlane(face, Rounding::Fine, side)) solid.notes.push_back(noPlane(face, side.face));
        }
        std::erase_if(solid.sides, [](const SolidSide& side) { return !side.equation.known(); });
        if (refined) buildWindings(solid);
    }
}

// Notes the most that the faces moved, and each face that moved too far: more digits were written than are read.
void noteMoves(Solid& solid, const MapBrush& brush) {
    for (const SolidSide& side : solid.sides) {
        const double moved = mostMoved(side, brush.faces[side.face]);
        solid.moved = std::max(solid.moved, moved);
        if (moved > kMostMoved)
            solid.notes.push_back(
                fmt::format("face {} may be {:.2g} units off: its points lie close together, and digits that a double "
                            "does not hold are lost",
                            side.face + 1, moved));
    }
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
    equations.setAllOnGrid(std::ranges::all_of(solid.sides, [](const SolidSide& side) { return side.onGrid; }));
    std::vector<CutPlane> others;
    others.reserve(solid.sides.size());
    for (std::size_t i = 0; i < solid.sides.size(); ++i) {
        SolidSide& side = solid.sides[i];
        others.clear();
        for (std::size_t k = 0; k < solid.sides.size(); ++k)
            if (k != i) others.push_back({solid.sides[k].plane, static_cast<PlaneId>(k)});
        // The planes most like the face are its neighbours: after them the others rarely cut anything.
        if (!equations.allOnGrid())
            std::stable_sort(others.begin(), others.end(), [&](const CutPlane& a, const CutPlane& b) {
                return dot(a.plane().normal, side.plane.normal) > dot(b.plane().normal, side.plane.normal);
            });
        side.winding = clippedBase(equations, {side.plane, static_cast<PlaneId>(i)}, {}, kBaseHalfSize, others);
        if (side.winding.empty()) side.winding.vertices.clear();
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
        if (!facePlane(brush.faces[i], Rounding::Coarse, side)) {
            solid.notes.push_back(noPlane(brush.faces[i], i));
            continue;
        }
        if (almostOnALine(brush.faces[i]))
            solid.notes.push_back(
                fmt::format("face {} is turned as its last digits say: its points lie almost on a line", i + 1));
        solid.sides.push_back(std::move(side));
    }
    dropDoubledSides(solid);
    if (solid.sides.size() < 4) {
        solid.fault = pointsPastLimit(brush)
                          ? pastLimitText()
                          : fmt::format("brush is open: {} usable faces, at least 4 are needed", solid.sides.size());
        return solid;
    }
    buildWindings(solid);
    refineRounding(solid, brush);
    solid.fault = faultOf(solid, brush);
    if (!solid.fault.empty()) return solid;
    dropRedundantSides(solid);
    noteMoves(solid, brush);
    solid.valid = true;
    return solid;
}

}  // namespace hullbake
