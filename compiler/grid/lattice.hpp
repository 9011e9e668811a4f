// A lattice of equal cubes, numbered along each axis.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "hullbake/math.hpp"

namespace hullbake {

using Triple = std::array<std::uint32_t, 3>;

/// Range of lattice cells: from `from` up to `to`, exclusive.
struct Range {
    Triple from, to;

    bool isOne() const { return to[0] - from[0] == 1 && to[1] - from[1] == 1 && to[2] - from[2] == 1; }
    template <class Visit>
    void each(const Visit& visit) const {
        for (std::uint32_t z = from[2]; z < to[2]; ++z)
            for (std::uint32_t y = from[1]; y < to[1]; ++y)
                for (std::uint32_t x = from[0]; x < to[0]; ++x) visit(Triple{x, y, z});
    }
};

/// Returns the index of a cell among `counts`: x changes fastest, then y.
inline std::uint32_t numberIn(const Triple& at, const Triple& counts) {
    return (at[2] * counts[1] + at[1]) * counts[0] + at[0];
}

/// Equal cubes along each axis; `size` is the side in world units.
struct Lattice {
    Vec3 origin;
    double size;

    Box box(const Range& range) const {
        Box box;
        for (int a = 0; a < 3; ++a) {
            box.mins[a] = origin[a] + range.from[static_cast<std::size_t>(a)] * size;
            box.maxs[a] = origin[a] + range.to[static_cast<std::size_t>(a)] * size;
        }
        return box;
    }
    Box box(const Triple& at) const { return box(Range{at, {at[0] + 1, at[1] + 1, at[2] + 1}}); }

    /// Returns the cells of `all` that the box overlaps. Empty if from >= to.
    Range reached(const Box& box, const Triple& all) const {
        Range range{};
        for (std::size_t k = 0; k < 3; ++k) {
            const int a = static_cast<int>(k);
            const double low = std::floor((box.mins[a] - origin[a]) / size);
            const double high = std::ceil((box.maxs[a] - origin[a]) / size);
            range.from[k] = static_cast<std::uint32_t>(std::clamp(low, 0.0, static_cast<double>(all[k])));
            range.to[k] = static_cast<std::uint32_t>(std::clamp(high, 0.0, static_cast<double>(all[k])));
        }
        return range;
    }
};

}  // namespace hullbake
