// Tries the nearest velocity on each bound, each edge of two and each corner of three: the nearest one that obeys all
// bounds is one of these.

#include "world/yielding.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::detail {

namespace {

// Fraction of the speeds: a smaller lack is rounding.
constexpr double kYieldLack = 1e-10;
// Sine: bounds that are nearer to parallel meet in no edge.
constexpr double kYieldParallel = 1e-6;

class YieldSearch {
  public:
    YieldSearch(const Vec3& wish, std::span<const YieldBound> bounds, double most)
        : wish_(wish), bounds_(bounds), most_(most) {
        double size = length(wish);
        for (const YieldBound& bound : bounds) size = std::max(size, std::fabs(bound.least));
        slack_ = kYieldLack * size;
    }

    void consider(const Vec3& v) {
        const double far = length(v - wish_);
        if (!(length(v) <= most_) || (found && far >= nearest_)) return;
        for (const YieldBound& bound : bounds_)
            if (dot(bound.normal, v) < bound.least - slack_) return;
        found = true;
        nearest_ = far;
        best = v;
    }
    void considerOne(const YieldBound& a) { consider(wish_ + a.normal * (a.least - dot(a.normal, wish_))); }
    void considerTwo(const YieldBound& a, const YieldBound& b) {
        // Along a, then across it: the sum stays exact where both bounds are nearly parallel.
        const double c = dot(a.normal, b.normal);
        const Vec3 across = b.normal - a.normal * c;
        const double det = dot(across, across);
        if (det < kYieldParallel * kYieldParallel) return;
        const double la = a.least - dot(a.normal, wish_), lb = b.least - dot(b.normal, wish_);
        consider(wish_ + a.normal * la + across * ((lb - c * la) / det));
    }
    void considerThree(const YieldBound& a, const YieldBound& b, const YieldBound& c) {
        const Vec3 bc = cross(b.normal, c.normal), ca = cross(c.normal, a.normal), ab = cross(a.normal, b.normal);
        const double det = dot(a.normal, bc);
        if (std::fabs(det) < kYieldParallel) return;
        consider((bc * a.least + ca * b.least + ab * c.least) * (1 / det));
    }

    bool found = false;
    Vec3 best;

  private:
    const Vec3& wish_;
    std::span<const YieldBound> bounds_;
    double most_, slack_ = 0, nearest_ = 0;
};

}  // namespace

bool nearestYielding(const Vec3& wish, std::span<const YieldBound> bounds, double most, Vec3& velocity) {
    YieldSearch search(wish, bounds, most);
    search.consider(wish);
    if (!search.found) {
        for (std::size_t i = 0; i < bounds.size(); ++i) {
            search.considerOne(bounds[i]);
            for (std::size_t j = i + 1; j < bounds.size(); ++j) {
                search.considerTwo(bounds[i], bounds[j]);
                for (std::size_t k = j + 1; k < bounds.size(); ++k)
                    search.considerThree(bounds[i], bounds[j], bounds[k]);
            }
        }
    }
    if (search.found) velocity = search.best;
    return search.found;
}

}  // namespace hullbake::detail
