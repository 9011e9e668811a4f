// Parts of a line that lie in some brushes: clipped by each brush and merged.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "brushes/brush_set.hpp"

namespace hullbake::detail {

/// A part of a line: places along it.
struct Stretch {
    double from = 0, to = 0;
};

/// Cosine: a line that rises less out of a plane runs along it.
inline constexpr double kAlongPlane = 1e-12;

/// Clips `part` of the line `start + direction * s` by the sides of a brush grown by `box`. A place is inside if it is
/// deeper than `depth` behind all planes. Along a plane, it may be in front of that by `slack`. Returns false if
/// nothing is left. `direction` need not have unit length.
template <class Sides>
bool clipStretch(const Sides& sides, const Box& box, const Vec3& start, const Vec3& direction, double depth,
                 double slack, Stretch& part) {
    const double along = kAlongPlane * length(direction);
    for (const format::SideRecord& side : sides) {
        if (!sideCounts(side, box)) continue;
        const Plane plane = grownPlane(side, box);
        const double outside = distanceTo(plane, start) + depth, rising = dot(plane.normal, direction);
        if (std::fabs(rising) <= along) {
            if (outside > slack) return false;
            continue;
        }
        const double at = -outside / rising;
        if (rising > 0 && at < part.to) part.to = at;
        if (rising < 0 && at > part.from) part.from = at;
        if (!(part.from < part.to)) return false;
    }
    return true;
}

/// Stretches in ascending order, apart from each other.
class Stretches {
  public:
    /// Stretches that come within `glue` of each other are one.
    explicit Stretches(double glue) : glue_(glue) {}

    /// Returns false if there are too many.
    bool add(Stretch part) {
        std::size_t first = 0;
        while (first < count_ && parts_[first].to < part.from - glue_) ++first;
        std::size_t behind = first;
        for (; behind < count_ && parts_[behind].from <= part.to + glue_; ++behind) {
            part.from = parts_[behind].from < part.from ? parts_[behind].from : part.from;
            part.to = parts_[behind].to > part.to ? parts_[behind].to : part.to;
        }
        if (first == behind && count_ == parts_.size()) return false;
        if (first == behind) {
            for (std::size_t i = count_++; i > first; --i) parts_[i] = parts_[i - 1];
        } else {
            for (std::size_t i = behind; i < count_; ++i) parts_[first + 1 + i - behind] = parts_[i];
            count_ -= behind - first - 1;
        }
        parts_[first] = part;
        return true;
    }
    std::span<const Stretch> parts() const { return {parts_.data(), count_}; }

  private:
    double glue_;
    std::array<Stretch, 256> parts_;
    std::size_t count_ = 0;
};

}  // namespace hullbake::detail
