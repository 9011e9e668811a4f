// In: two cylinders and a way out. Out: the least way out, and whether that is proven.
// The way out along a unit vector is the support of the difference of the bodies, a convex function. Of a triangle of
// directions a farthest point of the difference, seen along the three corners, tells the least that any of them may
// need. So triangles that need more than the best way known are left out, and the others are cut in two. Their sides
// follow the lines where the function has kinks: square to an axis, and along one.
// Each better direction is improved by Newton's iteration first.
#include "shapes/cylinder_pair.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::detail {

namespace {

constexpr int kMostTriangles = 1024;
constexpr int kMostStacked = 160;
constexpr int kNewtonSteps = 16, kNewtonHalvings = 6;

Vec3 unitOf(const Vec3& v) {
    return v * (1 / length(v));
}

struct DirectionTriangle {
    Vec3 corners[3];
};

class CylinderPair {
  public:
    CylinderPair(const SupportCore& first, const SupportCore& second, double known, double tolerance)
        : first_(first), second_(second), best_(known), tolerance_(tolerance) {}
    CylinderWayOut search();

  private:
    // The farthest point of the difference, first less second.
    Vec3 farthest(const Vec3& n) const { return first_.farthest(n) - second_.farthest(-n); }
    void improve(Vec3 n);
    bool newtonStep(const Vec3& n, const Vec3& x, Vec3& step) const;
    int startTriangles(DirectionTriangle* triangles) const;

    const SupportCore &first_, &second_;
    double best_, tolerance_;
    CylinderWayOut out_;
};

// In the plane square to `n`: the slope of the way out, and its second derivatives, which the rims' curvature makes.
bool CylinderPair::newtonStep(const Vec3& n, const Vec3& x, Vec3& step) const {
    const Vec3& axis = first_.core().axes[2];
    Vec3 right = cross(axis, n);
    if (!(length(right) > 0)) return false;
    right = unitOf(right);
    const Vec3 up = cross(n, right);
    const double depth = dot(x, n), slopeX = dot(x, right), slopeY = dot(x, up);
    double xx = -depth, xy = 0, yy = -depth;
    for (const SupportCore* core : {&first_, &second_}) {
        const Core& c = core->core();
        const Vec3 square = cross(c.axes[2], n);
        const double level = length(square);
        if (!(level > 0)) return false;
        // The rim's point moves along this direction, by the radius for each turn of what is square to the axis.
        const double p = dot(square, right) / level, q = dot(square, up) / level, bend = c.half.x / level;
        xx += bend * p * p, xy += bend * p * q, yy += bend * q * q;
    }
    const double det = xx * yy - xy * xy;
    if (xx > 0 && det > 0)
        step = right * ((xy * slopeY - yy * slopeX) / det) + up * ((xy * slopeX - xx * slopeY) / det);
    else
        step = (right * slopeX + up * slopeY) * (-1 / (std::fabs(xx) + std::fabs(yy) + std::fabs(xy)));
    return true;
}

void CylinderPair::improve(Vec3 n) {
    Vec3 x = farthest(n);
    double depth = dot(x, n);
    for (int i = 0; i < kNewtonSteps; ++i) {
        Vec3 step;
        if (!newtonStep(n, x, step)) break;
        bool shorter = false;
        for (int k = 0; k < kNewtonHalvings && !shorter; ++k, step = step * 0.25) {
            const Vec3 next = unitOf(n + step), nextX = farthest(next);
            const double nextDepth = dot(nextX, next);
            ++out_.steps;
            if (!(nextDepth < depth)) continue;
            shorter = true;
            n = next, x = nextX, depth = nextDepth;
        }
        if (!shorter) break;
    }
    if (!(depth < best_)) return;
    best_ = depth;
    out_.found = true;
    out_.normal = n;
}

// The hemisphere on the side of the axes' common normal where the bodies are less deep, cut along all kinks.
int CylinderPair::startTriangles(DirectionTriangle* triangles) const {
    const Vec3 &u = first_.core().axes[2], &v = second_.core().axes[2];
    Vec3 top = unitOf(cross(u, v));
    if (dot(top, second_.place() - first_.place()) < 0) top = -top;
    const Vec3 across = unitOf(cross(top, u));
    Vec3 around[8] = {u, -u, across, -across, v, -v, cross(top, v), -cross(top, v)};
    const auto isBefore = [&](const Vec3& p, const Vec3& q) {
        const bool upper = dot(p, across) > 0 || (dot(p, across) == 0 && dot(p, u) > 0);
        const bool otherUpper = dot(q, across) > 0 || (dot(q, across) == 0 && dot(q, u) > 0);
        if (upper != otherUpper) return upper;
        return dot(cross(p, q), top) > 0;
    };
    for (int i = 1; i < 8; ++i)
        for (int k = i; k > 0 && isBefore(around[k], around[k - 1]); --k) std::swap(around[k], around[k - 1]);
    for (int i = 0; i < 8; ++i) triangles[i] = {{top, around[i], around[(i + 1) % 8]}};
    return 8;
}

CylinderWayOut CylinderPair::search() {
    DirectionTriangle stack[kMostStacked];
    int count = startTriangles(stack);
    for (int i = 0; i < count; ++i) improve(unitOf(stack[i].corners[0] + stack[i].corners[1] + stack[i].corners[2]));
    int looked = 0;
    while (count > 0 && count < kMostStacked - 1 && looked < kMostTriangles) {
        ++looked;
        const DirectionTriangle at = stack[--count];
        const Vec3(&c)[3] = at.corners;
        const Vec3 middle = unitOf(c[0] + c[1] + c[2]), x = farthest(middle);
        if (dot(x, middle) < best_ - tolerance_) improve(middle);
        const double least = std::min({dot(x, c[0]), dot(x, c[1]), dot(x, c[2])});
        if (least >= best_ - tolerance_) continue;
        int longest = 0;
        double size = 0;
        for (int i = 0; i < 3; ++i) {
            const Vec3 side = c[(i + 1) % 3] - c[i];
            if (dot(side, side) > size) size = dot(side, side), longest = i;
        }
        const Vec3 &from = c[longest], &to = c[(longest + 1) % 3], &apex = c[(longest + 2) % 3];
        const Vec3 half = unitOf(from + to);
        stack[count++] = {{from, half, apex}};
        stack[count++] = {{half, to, apex}};
    }
    out_.steps += looked;
    out_.proven = count == 0;
    while (count > 0) {
        const Vec3(&c)[3] = stack[--count].corners;
        improve(unitOf(c[0] + c[1] + c[2]));
    }
    return out_;
}

}  // namespace

CylinderWayOut cylinderWayOut(const SupportCore& first, const SupportCore& second, double known,
                              double tolerance) noexcept {
    return CylinderPair(first, second, known, tolerance).search();
}

}  // namespace hullbake::detail
