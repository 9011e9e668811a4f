// Finds the point of an intersection of half-spaces that is nearest to a target, without storing the half-spaces.
// In: a visit of all half-spaces, which may be repeated. Out: the point, or false if the intersection is empty.
// The nearest point lies on at most three planes. Each pass finds the half-space that the point violates most, and the
// point moves to the nearest one of that half-space and the planes it lay on. Its distance to the target only grows.
// Source: the scheme of M. Sharir and E. Welzl, A combinatorial bound for linear programming and related problems,
// 1992.
#pragma once

#include <array>
#include <cmath>

#include "hullbake/math.hpp"
#include "tree/tolerances.hpp"

namespace hullbake::detail {

/// The half-space of the points x with dot(normal, x) >= least, in units. The normal has unit length.
struct Limit {
    Vec3 normal;
    double least = 0;
};

/// How far, in units, a point near the origin may lie outside a half-space. Allows for rounding.
inline constexpr double kLimitSlack = kRounding * 1e-3;

/// Returns how far, in units, any point may lie outside a half-space. Its products round by a few units in the last
/// place of its distance.
inline double limitSlack(const Vec3& x) {
    constexpr double kLastPlace = 0x1p-50;
    return kLimitSlack + kLastPlace * (std::fabs(x.x) + std::fabs(x.y) + std::fabs(x.z));
}

/// Nearest point of at most four half-spaces.
class NearestCorner {
  public:
    explicit NearestCorner(const Vec3& target) : target_(target), point_(target) {}

    const Vec3& point() const { return point_; }
    /// Returns the square of the distance to the target.
    double away() const { return dot(point_ - target_, point_ - target_); }
    /// Adds a half-space that the point violates, and moves the point. Returns false if nothing is left.
    bool add(const Limit& limit);

  private:
    bool holds(const Vec3& x) const;
    void offer(const Vec3& x, std::array<int, 3> on);
    bool onPlanes(int one, int two, int three, Vec3& x) const;

    Vec3 target_, point_;
    std::array<Limit, 4> limits_;  // those before the last are tight
    int count_ = 0;
    bool found_ = false;
    Vec3 best_;
    std::array<int, 3> bestOn_{};
};

/// Finds the point nearest to `target` in all half-spaces. `forEach(visit)` calls visit(limit) for each of them.
template <class ForEach>
bool nearestCommonPoint(const ForEach& forEach, const Vec3& target, Vec3& point) {
    constexpr int kMostSteps = 1000;
    NearestCorner corner(target);
    for (int i = 0; i < kMostSteps; ++i) {
        point = corner.point();
        Limit worst;
        const double slack = limitSlack(point);
        double outside = slack;
        forEach([&](const Limit& limit) {
            const double by = limit.least - dot(limit.normal, point);
            if (by <= outside) return;
            outside = by;
            worst = limit;
        });
        if (outside <= slack) return true;
        const double before = corner.away();
        if (!corner.add(worst)) return false;
        if (!(corner.away() > before)) break;  // rounding only
    }
    point = corner.point();
    return true;
}

}  // namespace hullbake::detail
