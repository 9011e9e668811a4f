// The random numbers of the tests. The distributions of the standard library differ between platforms, these do not.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

#include "hullbake/math.hpp"

namespace hullbake::test {

/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
class SplitMixEngine {
  public:
    explicit SplitMixEngine(std::uint64_t seed) : state_(seed) {}
    std::uint64_t operator()() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

  private:
    std::uint64_t state_;
};

/// Numbers, points and directions drawn from an engine of 64 bits.
template <class Engine>
class RandomNumbers {
  public:
    explicit RandomNumbers(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t next() { return engine_(); }
    /// In [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    /// A whole number from low to high, both included.
    int whole(int low, int high) { return low + static_cast<int>(unit() * (high - low + 1)); }
    /// In [0, count). `count` must not be 0.
    std::size_t index(std::size_t count) { return static_cast<std::size_t>(next() % count); }
    bool chance(double share) { return unit() < share; }
    Vec3 pointIn(const Box& box) {
        const double x = between(box.mins.x, box.maxs.x), y = between(box.mins.y, box.maxs.y);
        return {x, y, between(box.mins.z, box.maxs.z)};
    }
    /// A point with whole coordinates.
    Vec3 gridPointIn(const Box& box) {
        const Vec3 p = pointIn(box);
        return {std::round(p.x), std::round(p.y), std::round(p.z)};
    }
    /// A vector of unit length in any direction.
    Vec3 direction() {
        for (;;) {
            const Vec3 v = pointIn({{-1, -1, -1}, {1, 1, 1}});
            const double size = length(v);
            if (size <= 1 && size > 0.1) return v * (1 / size);
        }
    }

  private:
    Engine engine_;
};

// There are two sequences because the seeds and minimum counts of the tests were chosen for one of them.
using Rng = RandomNumbers<std::mt19937_64>;    ///< tests of the compiler and the grid
using Random = RandomNumbers<SplitMixEngine>;  ///< tests of the runtime

}  // namespace hullbake::test
