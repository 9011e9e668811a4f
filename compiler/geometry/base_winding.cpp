// Polygons clipped from base polygons. Most of them are rectangles between axial planes, which need no clipping: their
// corners are known, exactly, and so is the order in which clipping would leave them.

#include <algorithm>
#include <cmath>

#include "compiler/geometry/exact_side.hpp"
#include "compiler/geometry/plane_table.hpp"
#include "compiler/geometry/winding.hpp"

namespace hullbake {

namespace {

constexpr double kLeastWidth = 1.0 / 64;  // units, clear of all tolerances

class Rectangle {
  public:
    // Of the base polygon around `centre`.
    Rectangle(const PlaneEquations& equations, const Plane& own, PlaneId id, const Vec3& centre, double halfSize)
        : equations_(equations), own_(own), id_(id), centre_(centre), halfSize_(halfSize), axis_(planeAxis(own)) {}

    // False, and nothing done, where it is not as plain as that.
    bool clip(std::span<const PlaneRef> planes, Winding& out) {
        if (axis_ == 3 || !findBounds(planes)) return false;
        findCorners();
        for (const PlaneRef& by : planes) turn(*by.plane);
        place(out);
        return true;
    }

  private:
    // Each plane must bound the rectangle on a side of its own, or lie parallel to it where it does not matter.
    bool findBounds(std::span<const PlaneRef> planes) {
        PlaneEquation axial;
        const PlaneEquation& own = equations_.find(id_, axial);
        if (!own.known()) return false;
        height_ = axialCoordinate(own);
        for (const PlaneRef& by : planes) {
            const int a = planeAxis(*by.plane);
            if (a == 3) return false;
            if (a == axis_) {
                if (by.plane->normal[a] == own_.normal[a] || by.plane->dist + own_.dist < kLeastWidth) return false;
                continue;
            }
            const int up = by.plane->normal[a] > 0 ? 1 : 0;
            const PlaneEquation& equation = equations_.find(by.id, axial);
            if (ids_[a][up] != kNoPlane || !equation.known()) return false;
            ids_[a][up] = by.id;
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

    // As baseWinding has them.
    void findCorners() {
        const int b = axis_ == 0 ? 1 : 0, c = 3 - axis_ - b;
        const bool isRightUp = (own_.normal[axis_] > 0) == ((axis_ + 1) % 3 == b);
        for (std::size_t i = 0; i < 4; ++i) {
            up_[i][b] = i == 0 || i == 3 ? 1 : 0;
            up_[i][c] = (i >= 2) == isRightUp ? 1 : 0;
        }
    }

    // Clipping takes two neighbouring corners away and puts two others in their places. Only where these are the first
    // two, the second becomes the first.
    void turn(const Plane& by) {
        const int a = planeAxis(by);
        if (a == axis_) return;
        const int up = by.normal[a] > 0 ? 1 : 0;
        if (up_[first_][a] == up && up_[(first_ + 1) % 4][a] == up) first_ = (first_ + 1) % 4;
    }

    void place(Winding& out) const {
        const int b = (axis_ + 1) % 3, c = (axis_ + 2) % 3;
        out.plane = id_;
        out.vertices.resizeForOverwrite(4);
        for (std::size_t i = 0; i < 4; ++i) {
            const int* const up = up_[(first_ + i) % 4];
            const int* const next = up_[(first_ + i + 1) % 4];
            WindingVertex& corner = out.vertices[i];
            corner.p[axis_] = height_;
            corner.p[b] = at_[b][up[b]];
            corner.p[c] = at_[c][up[c]];
            corner.edge = up[b] == next[b] ? ids_[b][up[b]] : ids_[c][up[c]];
            corner.exact = true;
        }
    }

    const PlaneEquations& equations_;
    const Plane& own_;
    PlaneId id_;
    Vec3 centre_;
    double halfSize_;
    int axis_;
    double height_ = 0;
    // By axis and whether the plane looks up.
    double at_[3][2] = {};
    PlaneId ids_[3][2] = {{kNoPlane, kNoPlane}, {kNoPlane, kNoPlane}, {kNoPlane, kNoPlane}};
    int up_[4][3] = {};      // by corner and axis: which side of the rectangle it lies on
    std::size_t first_ = 0;  // corner
};

}  // namespace

Winding clippedBase(const PlaneEquations& equations, const Plane& own, PlaneId id, const Vec3& centre, double halfSize,
                    std::span<const PlaneRef> planes) {
    Winding winding;
    if (Rectangle(equations, own, id, centre, halfSize).clip(planes, winding)) return winding;
    winding = baseWinding(own, id, centre, halfSize);
    for (const PlaneRef& by : planes)
        if (!clipToBack(equations, winding, *by.plane, by.id)) break;
    return winding;
}

}  // namespace hullbake
