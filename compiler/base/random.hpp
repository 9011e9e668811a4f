// Random numbers that are equal on every platform and in every run.
#pragma once

#include <cmath>
#include <cstdint>

#include "hullbake/math.hpp"

namespace hullbake {

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014), always from the same seed.
class Random {
  public:
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }

    Vec3 pointIn(const Box& box) {
        const double x = between(box.mins.x, box.maxs.x), y = between(box.mins.y, box.maxs.y);
        return {x, y, between(box.mins.z, box.maxs.z)};
    }

    Vec3 direction() {
        for (;;) {
            const Vec3 v = pointIn({{-1, -1, -1}, {1, 1, 1}});
            const double squared = dot(v, v);
            if (squared <= 1 && squared > 0.01) return v * (1 / std::sqrt(squared));
        }
    }

  private:
    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    std::uint64_t state_ = 0;
};

}  // namespace hullbake
