// Polygons clipped from base polygons. Most of them are rectangles between axial planes, which need no clipping: their
// corners are known, exactly, and so is the order in which clipping would leave them.

#include <algorithm>
#include <cmath>

#include "compiler/exact_side.hpp"
#include "compiler/plane_table.hpp"
#include "compiler/winding.hpp"

namespace hullbake {

namespace {

constexpr double kLeastWidth = 1.0 / 64;  // units, clear of all tolerances

class Rectangle {
  public:
    Rectangle(const PlaneEquations& equations, Winding& square, const Plane& own)
        : equations_(equations), square_(square), own_(own), axis_(planeAxis(own)) {}

    // False, and nothing done, where it is not as plain as that.
    bool clip(std::span<const PlaneRef> planes) {
        if (axis_ == 3 || !findBounds(planes)) return false;
        for (const PlaneRef& by : planes) turn(*by.plane);
        place();
        return true;
    }

  private:
    // Each plane must bound the rectangle on a side of its own, or lie parallel to it where it does not matter.
    bool findBounds(std::span<const PlaneRef> planes) {
        PlaneEquation axial;
        const PlaneEquation& own = equations_.find(square_.plane, axial);
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
        const Vec3 &first = square_.vertices[0].p, &opposite = square_.vertices[2].p;
        middle_ = (first + opposite) * 0.5;
        for (int a = 0; a < 3; ++a) {
            if (a == axis_) continue;
            const double reach = std::fabs(first[a] - middle_[a]) - kLeastWidth;
            if (ids_[a][0] == kNoPlane || ids_[a][1] == kNoPlane || at_[a][1] - at_[a][0] < kLeastWidth ||
                at_[a][0] < middle_[a] - reach || at_[a][1] > middle_[a] + reach)
                return false;
        }
        return true;
    }

    bool isUp(std::size_t corner, int a) const { return square_.vertices[corner].p[a] > middle_[a]; }

    // Clipping takes two neighbouring corners away and puts two others in their places. Only where these are the first
    // two, the second becomes the first.
    void turn(const Plane& by) {
        const int a = planeAxis(by);
        if (a == axis_) return;
        const bool up = by.normal[a] > 0;
        if (isUp(0, a) == up && isUp(1, a) == up)
            std::rotate(square_.vertices.begin(), square_.vertices.begin() + 1, square_.vertices.end());
    }

    void place() {
        const int b = (axis_ + 1) % 3, c = (axis_ + 2) % 3;
        int upB[4], upC[4];
        for (std::size_t i = 0; i < 4; ++i) {
            upB[i] = isUp(i, b) ? 1 : 0;
            upC[i] = isUp(i, c) ? 1 : 0;
        }
        for (std::size_t i = 0; i < 4; ++i) {
            WindingVertex& corner = square_.vertices[i];
            corner.p[axis_] = height_;
            corner.p[b] = at_[b][upB[i]];
            corner.p[c] = at_[c][upC[i]];
            corner.edge = upB[i] == upB[(i + 1) % 4] ? ids_[b][upB[i]] : ids_[c][upC[i]];
            corner.exact = true;
        }
    }

    const PlaneEquations& equations_;
    Winding& square_;
    const Plane& own_;
    int axis_;
    double height_ = 0;
    Vec3 middle_;
    // By axis and whether the plane looks up.
    double at_[3][2] = {};
    PlaneId ids_[3][2] = {{kNoPlane, kNoPlane}, {kNoPlane, kNoPlane}, {kNoPlane, kNoPlane}};
};

}  // namespace

void clipToBacks(const PlaneEquations& equations, Winding& winding, const Plane& own,
                 std::span<const PlaneRef> planes) {
    if (Rectangle(equations, winding, own).clip(planes)) return;
    for (const PlaneRef& by : planes)
        if (!clipToBack(equations, winding, *by.plane, by.id)) return;
}

}  // namespace hullbake
