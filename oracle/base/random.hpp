// Draws random numbers.
//
// Invariant: the same seed gives the same numbers with any compiler and standard library.
// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "hullbake/math.hpp"

namespace hullbake::oracle {

/// Generates a SplitMix64 sequence.
class SplitMix {
  public:
    explicit SplitMix(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15ull;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    /// Returns a number in [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double range(double low, double high) { return low + (high - low) * unit(); }
    /// Returns a number in [0, count). `count` must not be 0.
    std::size_t index(std::size_t count) { return static_cast<std::size_t>(next() % count); }
    bool chance(double probability) { return unit() < probability; }
    /// Returns a unit vector. Rejects points outside a ball, so that no library function's rounding changes the result.
    Vec3 direction() {
        for (;;) {
            const double x = range(-1, 1), y = range(-1, 1), z = range(-1, 1);
            const double size = x * x + y * y + z * z;
            if (size > 0.01 && size < 1) return Vec3{x, y, z} * (1 / std::sqrt(size));
        }
    }

  private:
    std::uint64_t state_;
};

}  // namespace hullbake::oracle
