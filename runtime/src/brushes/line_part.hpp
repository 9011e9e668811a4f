// Parts of a line, and what clips it: the sides of a brush, slabs and infinite cylinders.
#pragma once

#include <algorithm>
#include <cmath>

#include "brushes/brush_shape.hpp"

namespace hullbake::detail {

/// Part of a line: start + delta * t for enter <= t <= leave.
struct LinePart {
    double enter = 1e300, leave = -1e300;

    bool empty() const { return !(enter < leave); }
    bool holds(double t) const { return t >= enter && t <= leave; }
    void include(double t) {
        if (t < enter) enter = t;
        if (t > leave) leave = t;
    }
    void intersect(const LinePart& other) {
        if (other.enter > enter) enter = other.enter;
        if (other.leave < leave) leave = other.leave;
    }
};
inline constexpr LinePart kWholeLine{-1e300, 1e300};

inline bool isGrown(const format::SideRecord& face) {
    return (face.flags & format::kSideNotGrown) == 0;
}

inline double heightOver(const format::SideRecord& face, const Vec3& p) {
    return dot(vectorOf(face.normal), p) - face.dist;
}

/// Keeps the part where height + t * rise <= 0.
inline void clipPart(double height, double rise, LinePart& part) {
    if (rise > 0)
        part.leave = std::min(part.leave, -height / rise);
    else if (rise < 0)
        part.enter = std::max(part.enter, -height / rise);
    else if (height > 0)
        part = {};
}

/// Keeps the part where the origin is deeper than `inset` behind the sides that are not grown.
inline void clipBySidesNotGrown(const BrushShape& brush, const Vec3& start, const Vec3& delta, double inset,
                                LinePart& part) {
    for (const format::SideRecord& face : brush.faces())
        if (!isGrown(face)) clipPart(heightOver(face, start) + inset, dot(vectorOf(face.normal), delta), part);
}

/// A line and how near it comes to the origin. The distance is taken at the nearest place, so nothing cancels when the
/// radius is small and the way is long.
class NearOrigin {
  public:
    NearOrigin(const Vec3& from, const Vec3& delta) : square_(dot(delta, delta)) {
        if (!(square_ > 0)) return;
        nearest_ = -dot(from, delta) / square_;
        height_ = length(from + delta * nearest_);
    }

    /// Returns the part of the line on which it is nearer than the radius. Empty without a delta.
    LinePart within(double radius) const {
        if (!(height_ < radius)) return {};
        const double half = std::sqrt((radius - height_) * (radius + height_) / square_);
        return {nearest_ - half, nearest_ + half};
    }

  private:
    double square_, nearest_ = 0, height_ = 1e300;
};

/// Returns the part of the line from `from` on which it is nearer to the origin than the radius.
inline LinePart partNearOrigin(const Vec3& from, const Vec3& delta, double radius) {
    return NearOrigin(from, delta).within(radius);
}

/// Returns the distance that a brush reaches along a direction. Rounded sums grow with their terms, so one corner of a
/// box is the farthest for rounded arithmetic, too.
inline double reachAlong(const BrushShape& brush, const Vec3& direction) {
    if (brush.isBox()) return dot(direction, brush.farthestOfBox(direction));
    double reach = -1e300;
    for (std::uint32_t i = 0; i < brush.cornerCount(); ++i) reach = std::max(reach, dot(direction, brush.corner(i)));
    return reach;
}

}  // namespace hullbake::detail
