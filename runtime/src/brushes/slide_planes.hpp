// The planes in which a whole trace lies while it slides over brushes behind them.
#pragma once

#include <cstdint>

#include "hullbake/math.hpp"

namespace hullbake::detail {

/// Collects planes. Where all of them leave room in front, brushes behind one of them do not stop the trace.
class SlidePlanes {
  public:
    /// A vector.
    struct Row {  // not initialised: that would take time in every trace
        double x, y, z;
        Vec3 vector() const { return {x, y, z}; }
    };

    bool any() const { return count_ > 0; }
    /// Returns false, and leaves the plane out, if it and the others leave little room or none.
    bool add(const Vec3& normal) {
        for (std::uint32_t i = 0; i < count_; ++i)
            if (planes_[i].vector() == normal) return true;
        if (count_ == kMost) return false;
        // All of the planes contain the trace, so this direction leads into the room in front of them.
        const Vec3 sum = count_ == 0 ? normal : sum_.vector() + normal;
        bool open = dot(sum, normal) > kOpen;
        for (std::uint32_t i = 0; i < count_; ++i) open = open && dot(sum, planes_[i].vector()) > kOpen;
        if (!open) return false;
        sum_ = {sum.x, sum.y, sum.z};
        planes_[count_++] = {normal.x, normal.y, normal.z};
        return true;
    }

  private:
    static constexpr std::uint32_t kMost = 4;
    static constexpr double kOpen = 0.1;  // far more than rounding needs

    Row planes_[kMost], sum_;
    std::uint32_t count_ = 0;
};

}  // namespace hullbake::detail
