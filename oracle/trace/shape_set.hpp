// Casts a cylinder or a convex set among the brushes of a model: the nearest entry is the contact.
//
// In: the solids of a model, a body, a way and a mask. Out: the answers that are right.
// The body is solid where it is deeper than the tolerance in some brush, and touches where it begins to overlap. Each
// brush is judged by ShapeSolid. Rounding decides where a hair more or less of depth changes the answer.
// Invariant: slow, simple and independent of the runtime.
// Source: docs/trace_contract.md, section 14.
#pragma once

#include <memory>
#include <vector>

#include "oracle/solids/shape_solid.hpp"
#include "oracle/trace/rounded_set.hpp"

namespace hullbake::oracle {

class ShapeSet {
  public:
    /// Solids that are only in some hulls do not count. The model must outlive the set.
    ShapeSet(const MapModel& model, const OracleBody& body);

    const OracleBody& body() const { return body_; }
    /// The way's length must not be 0.
    RoundedAnswer cast(const Segment& way, Contents mask);
    /// Returns true if the body is deeper than `depth` in some brush. Less than 0: also if it is nearer than that.
    bool isInside(const Vec3& origin, Contents mask, double depth);
    /// The same of the brushes that the last cast entered deeper than the tolerance: others stop nothing.
    bool isInsideEntered(const Vec3& origin, double depth);
    /// Returns true if one of these has a plane with this normal that stays where it is and bounds the origin there.
    bool isHeld(const Vec3& origin, const Vec3& normal, double slack) const;
    /// Returns true if a brush has the point on its surface within `slack` and lies behind the plane through it, within
    /// twice that. Brushes with planes that do not grow are not asked for the latter.
    bool isBehind(const Vec3& point, const Vec3& normal, Contents mask, double slack) const;

  private:
    /// What counts of a model's solid.
    struct Entry {
        Box bounds;                         ///< of the brush
        std::vector<double> reach;          ///< how far the body reaches against each plane
        bool allGrow = true;                ///< no plane stays where it is
        std::unique_ptr<ShapeSolid> solid;  ///< made when it is needed
    };
    /// Where on a way the body is deeper in a solid than a hair less than the depth that counts, that depth, and a hair
    /// more.
    struct Look {
        std::size_t solid;
        WayPart parts[3];
        long double touch;
    };

    bool counts(std::size_t solid, const Segment& way, Contents mask);
    const ShapeSolid& solidAt(std::size_t solid);
    WayPart within(std::size_t solid, const Segment& way, long double depth);
    bool isInside(std::size_t solid, const Vec3& origin, double depth);
    static RoundedAnswer castAt(const std::vector<Look>& all, int depth, const Segment& way);

    const MapModel& model_;
    OracleBody body_;
    Box reach_;
    std::vector<Entry> entries_;
    std::vector<Look> looks_;  ///< at the solids near the last cast's way
};

}  // namespace hullbake::oracle
