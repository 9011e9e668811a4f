// The half-spaces that decide how far a trace stays near a cell between many brushes.
// In: visits of all planes of a cell. Out: whether they share a point near the trace's point at `t`.
// A cell in a crowd may have thousands of planes, and each visit of all of them clips every brush. Few of the planes
// decide. So those that were violated once are kept, and all are visited only to find another one that is.
// Source: the cutting-plane method of J. E. Kelley, The cutting-plane method for solving convex programs, 1960.
#pragma once

#include <array>

#include "brushes/nearest_common_point.hpp"
#include "tree/approach.hpp"

namespace hullbake::detail {

/// How near, in units, a cell must come to a position. Allows for the rounding of the position.
inline constexpr double kCellReach = kSurfaceTolerance * 1.0001;

class CrowdLimits {
  public:
    bool full() const { return count_ == kMost; }

    /// Returns true if the planes kept so far leave a point near the trace's point at `t`.
    bool shareAPointAt(double t) const {
        Vec3 x;
        return nearestKept(t, x);
    }

    /// Returns true if all planes leave a point near the trace's point at `t`. `forEach(visit)` calls visit(normal,
    /// approach) for them.
    template <class ForEach>
    bool shareAPointOfAll(double t, const ForEach& forEach);

  private:
    struct Moving {
        Vec3 normal;
        Approach approach{};
        Limit at(double t) const { return {normal, kRounding - approach.at(t)}; }
    };
    static constexpr int kMost = 64;

    bool nearestKept(double t, Vec3& x) const {
        const auto forKept = [&](const auto& visit) {
            for (int i = 0; i < count_; ++i) visit(kept_[static_cast<std::size_t>(i)].at(t));
        };
        return nearestCommonPoint(forKept, {}, x) && dot(x, x) <= kCellReach * kCellReach;
    }

    std::array<Moving, kMost> kept_;
    int count_ = 0;
};

template <class ForEach>
bool CrowdLimits::shareAPointOfAll(double t, const ForEach& forEach) {
    double before = -1;
    while (!full()) {
        Vec3 x;
        if (!nearestKept(t, x)) return false;
        if (!(dot(x, x) > before)) return true;  // rounding only
        before = dot(x, x);
        double outside = kLimitSlack;
        Moving worst;
        forEach([&](const Vec3& normal, const Approach& approach) {
            const Moving moving{normal, approach};
            const Limit limit = moving.at(t);
            const double by = limit.least - dot(limit.normal, x);
            if (by <= outside) return;
            outside = by;
            worst = moving;
        });
        if (outside <= kLimitSlack) return true;
        kept_[static_cast<std::size_t>(count_++)] = worst;
    }
    const auto forAll = [&](const auto& visit) {
        forEach([&](const Vec3& normal, const Approach& approach) { visit(Moving{normal, approach}.at(t)); });
    };
    Vec3 x;
    return nearestCommonPoint(forAll, {}, x) && dot(x, x) <= kCellReach * kCellReach;
}

}  // namespace hullbake::detail
