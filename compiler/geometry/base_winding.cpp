// Builds rectangles between axial planes directly; clips all other polygons plane by plane.

#include "compiler/geometry/base_winding.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

namespace {

// Lower bound of the width of a rectangle that is built directly, and of the distance of its sides from those of the
// base polygon. World units. One step of the equations, which is well above all tolerances.
constexpr double kLeastWidth = 1.0 / 64;

// Largest coordinate of the sides of a base polygon. World units. Within the range of axialPlaneId.
constexpr double kMaxBase = 2 * 1024 * 1024 - 2;

// A rectangle between axial planes, the most common polygon. It needs no clipping: its corners are known exactly, and
// so is the vertex order that clipping would produce.
class Rectangle {
  public:
    // Constructs the base polygon around `centre`.
    Rectangle(const PlaneEquations& equations, const CutPlane& own, const Vec3& centre, double halfSize)
        : equations_(equations),
          own_(own.plane()),
          id_(own.id()),
          centre_(centre),
          halfSize_(halfSize),
          axis_(planeAxis(own.plane())) {}

    // Returns false and leaves `out` unchanged if the polygon is not such a rectangle.
    bool clip(std::span<const CutPlane> planes, Winding& out) {
        if (axis_ == 3 || !findBounds(planes)) return false;
        findCorners();
        for (const CutPlane& by : planes) turn(by.plane());
        place(out);
        return true;
    }

  private:
    // Returns true if each plane bounds its own side of the rectangle, or is parallel to the rectangle and irrelevant.
    bool findBounds(std::span<const CutPlane> planes) {
        PlaneEquation axial;
        const PlaneEquation& own = equations_.find(id_, axial);
        if (!own.known()) return false;
        height_ = axialCoordinate(own);
        for (const CutPlane& by : planes) {
            const int a = planeAxis(by.plane());
            if (a == 3) return false;
            if (a == axis_) {
                if (by.plane().normal[a] == own_.normal[a] || by.plane().dist + own_.dist < kLeastWidth) return false;
                continue;
            }
            const int up = by.plane().normal[a] > 0 ? 1 : 0;
            const PlaneEquation& equation = equations_.find(by.id(), axial);
            if (ids_[a][up] != kNoPlane || !equation.known()) return false;
            ids_[a][up] = by.id();
            at_[a][up] = axialCoordinate(equation);
        }
        const double reach = halfSize_ - kLeastWidth;
        for (int a = 0; a < 3; ++a) {
            if (a == axis_) continue;
            if (ids_[a][0] == kNoPlane || ids_[a][1] == kNoPlane || at_[a][1] - at_[a][0] < kLeastWidth ||
                at_[a][0] < centre_[a] - reach || at_[a][1] > centre_[a] + reach)
                return false;
        }
        return true;
    }

    // Computes the corners in the vertex order of baseWinding.
    void findCorners() {
        const int b = axis_ == 0 ? 1 : 0, c = 3 - axis_ - b;
        const bool isRightUp = (own_.normal[axis_] > 0) == ((axis_ + 1) % 3 == b);
        for (std::size_t i = 0; i < 4; ++i) {
            up_[i][b] = i == 0 || i == 3 ? 1 : 0;
            up_[i][c] = (i >= 2) == isRightUp ? 1 : 0;
        }
    }

    // Clipping removes two neighbouring corners and appends two others in their places. The first vertex changes only
    // if the removed corners are the first two: the second then becomes the first.
    void turn(const Plane& by) {
        const int a = planeAxis(by);
        if (a == axis_) return;
        const int up = by.normal[a] > 0 ? 1 : 0;
        if (up_[first_][a] == up && up_[(first_ + 1) % 4][a] == up) first_ = (first_ + 1) % 4;
    }

    void place(Winding& out) const {
        const int b = (axis_ + 1) % 3, c = (axis_ + 2) % 3;
        out.plane = id_;
        out.vertices.clear();
        for (std::size_t i = 0; i < 4; ++i) {
            const int* const up = up_[(first_ + i) % 4];
            const int* const next = up_[(first_ + i + 1) % 4];
            WindingVertex corner;
            corner.p[axis_] = height_;
            corner.p[b] = at_[b][up[b]];
            corner.p[c] = at_[c][up[c]];
            corner.edge = up[b] == next[b] ? ids_[b][up[b]] : ids_[c][up[c]];
            corner.exact = true;
            out.vertices.push_back(corner);
        }
    }

    const PlaneEquations& equations_;
    const Plane& own_;
    PlaneId id_;
    Vec3 centre_;
    double halfSize_;
    int axis_;
    double height_ = 0;
    // Indexed by axis and by whether the plane faces up.
    double at_[3][2] = {};
    PlaneId ids_[3][2] = {{kNoPlane, kNoPlane}, {kNoPlane, kNoPlane}, {kNoPlane, kNoPlane}};
    int up_[4][3] = {};      // by corner and axis: which side of the rectangle it lies on
    std::size_t first_ = 0;  // index of the first corner
};

// Sets p[along] to where the plane meets the line along that axis, rounded as meetingPoint does. The other coordinates
// are whole. Returns false if 64 bits may not suffice.
bool heightAt(const PlaneEquation& equation, int along, Vec3& p) {
    constexpr std::int64_t kExact = std::int64_t{1} << 53;
    // Coordinates have up to 27 bits, in kEquationUnit.
    if (equation.normalBits + 27 + 2 > 62 || equation.distBits > 61) return false;
    std::int64_t rest = static_cast<std::int64_t>(equation.d.low);
    for (const int axis : {(along + 1) % 3, (along + 2) % 3})
        rest -= equation.n[static_cast<std::size_t>(axis)] * static_cast<std::int64_t>(p[axis] / kEquationUnit);
    const std::int64_t steepness = equation.n[static_cast<std::size_t>(along)];
    if (std::abs(rest) > kExact || std::abs(steepness) > kExact) return false;
    p[along] = static_cast<double>(rest) / static_cast<double>(steepness) * kEquationUnit;
    return true;
}

}  // namespace

Winding baseWinding(const CutPlane& own, const Vec3& centre, double halfSize) {
    const Plane& plane = own.plane();
    // Spans the plane with the axis most nearly parallel to it, which is the most stable.
    int least = 0;
    for (int a = 1; a < 3; ++a)
        if (std::fabs(plane.normal[a]) < std::fabs(plane.normal[least])) least = a;
    Vec3 axis;
    axis[least] = 1;
    Vec3 right = cross(plane.normal, axis);
    right = right * (1 / length(right));
    const Vec3 up = cross(plane.normal, right);
    const Vec3 middle = centre - plane.normal * distanceTo(plane, centre);
    Winding winding;
    winding.plane = own.id();
    // The axes are right, up and normal. Seen from the front, clockwise means from right to up against the right-hand
    // rule.
    const Vec3 corners[] = {middle - right * halfSize - up * halfSize, middle - right * halfSize + up * halfSize,
                            middle + right * halfSize + up * halfSize, middle + right * halfSize - up * halfSize};
    const bool rightHanded = dot(cross(right, up), plane.normal) > 0;
    for (int i = 0; i < 4; ++i) winding.vertices.push_back({corners[rightHanded ? i : 3 - i], kNoPlane, false});
    return winding;
}

Winding exactBase(const PlaneEquations& equations, const CutPlane& own, const Vec3& centre, double halfSize) {
    PlaneEquation axial;
    const PlaneEquation& equation = equations.find(own.id(), axial);
    if (!equation.known() || equations.allOnGrid()) return baseWinding(own, centre, halfSize);
    const Vec3& normal = own.plane().normal;
    int along = 0;  // the axis that the plane crosses most steeply: the others span it
    for (int a = 1; a < 3; ++a)
        if (std::fabs(normal[a]) > std::fabs(normal[along])) along = a;
    const int axes[2] = {(along + 1) % 3, (along + 2) % 3};
    // By axis and by whether the side is the upper one.
    PlaneId ids[2][2] = {};
    double at[2][2] = {};
    for (int i = 0; i < 2; ++i)
        for (const bool up : {false, true}) {
            const double reach = std::clamp(centre[axes[i]] + (up ? halfSize : -halfSize), -kMaxBase, kMaxBase);
            Plane side;
            side.normal[axes[i]] = 1;
            side.dist = at[i][up] = up ? std::ceil(reach) : std::floor(reach);
            ids[i][up] = axialPlaneId(side);
        }
    // Clockwise seen along the axis from its far end, each corner with the edge that starts there.
    struct Corner {
        bool up[2];
        PlaneId edge;
    };
    const Corner clockwise[4] = {
        {{false, false}, ids[0][0]}, {{false, true}, ids[1][1]}, {{true, true}, ids[0][1]}, {{true, false}, ids[1][0]}};
    const Corner anticlockwise[4] = {
        {{true, false}, ids[0][1]}, {{true, true}, ids[1][1]}, {{false, true}, ids[0][0]}, {{false, false}, ids[1][0]}};
    Winding winding;
    winding.plane = own.id();
    for (const Corner& corner : normal[along] > 0 ? clockwise : anticlockwise) {
        Vec3 p;
        for (int i = 0; i < 2; ++i) p[axes[i]] = at[i][corner.up[i]];
        if (!heightAt(equation, along, p))
            meetingPoint(equation, axialEquation(ids[0][corner.up[0]]), axialEquation(ids[1][corner.up[1]]), p);
        winding.vertices.push_back({p, corner.edge, true});
    }
    return winding;
}

Winding clippedBase(const PlaneEquations& equations, const CutPlane& own, const Vec3& centre, double halfSize,
                    std::span<const CutPlane> planes, MeetingMemo* memo) {
    Winding winding;
    if (Rectangle(equations, own, centre, halfSize).clip(planes, winding)) return winding;
    winding = exactBase(equations, own, centre, halfSize);
    for (const CutPlane& by : planes)
        if (!clipToBack(equations, winding, by, memo)) break;
    return winding;
}

}  // namespace hullbake
