// Casts a ball or capsule among the brushes of a model: the nearest entry is the contact.
//
// In: the solids of a model, the core and radius of a body, a way and a mask. Out: the answers that are right.
// The body is solid where it is deeper than the tolerance in some brush, and touches where its distance is 0. Each
// brush is judged by the distance function of RoundedSolid.
// Invariant: slow, simple and independent of the runtime.
// Source: docs/trace_contract.md, section 14.
#pragma once

#include <memory>
#include <vector>

#include "hullbake/contents.hpp"
#include "hullbake/trace.hpp"
#include "oracle/solids/map_solids.hpp"
#include "oracle/solids/rounded_solid.hpp"

namespace hullbake::oracle {

/// A ball or capsule: all points within `radius` of the segment between its ends, relative to the body's origin.
struct RoundedBody {
    Vec3 ends[2];
    double radius = 0;
};

/// What is right for one cast.
struct RoundedAnswer {
    bool undecided = false;  ///< rounding decides between hit and miss, or between start flags
    bool startsolid = false, allsolid = false, hit = false;
    long double t = 1;      ///< fraction of the way at the contact
    long double leave = 0;  ///< where a body that starts in solid has left it
};

/// What is nearest to a body at rest.
struct RoundedGap {
    long double gap = 1e30L;  ///< units, less than 0: deeper than that, or the core is in a brush
    NearPart part = NearPart::Inside;
    std::size_t solid = 0;  ///< index into the model's solids
};

class RoundedSet {
  public:
    /// Solids that are only in some hulls do not count. The model must outlive the set.
    RoundedSet(const MapModel& model, const RoundedBody& body);

    RoundedAnswer cast(const Segment& way, Contents mask);
    /// Returns the nearest brush of the mask. The part is filled in if `parts` is true.
    RoundedGap nearest(const Vec3& origin, Contents mask, bool parts);
    /// The same of the brushes that the last cast entered deeper than the tolerance: others stop nothing.
    RoundedGap nearestEntered(const Vec3& origin, bool parts);
    /// Returns true if one of these has a plane with this normal that stays where it is and bounds the origin there.
    bool isHeld(const Vec3& origin, const Vec3& normal, double slack) const;
    /// Returns the least distance of a point from the surface of a brush of the mask near it, in units.
    long double offSurface(const Vec3& point, Contents mask) const;

  private:
    struct Entry {
        long double deepFrom, deepTo, touch;
    };
    bool counts(std::size_t solid, const Segment& way, Contents mask) const;
    bool passesBy(std::size_t solid, const Segment& way) const;
    const RoundedSolid& solidAt(std::size_t solid);
    void lookAt(std::size_t solid, const Vec3& origin, RoundedGap& nearest);
    void findPart(const Vec3& origin, RoundedGap& nearest);
    void look(std::size_t solid, const Segment& way, std::vector<Entry>& entries, RoundedAnswer& answer);

    const MapModel& model_;
    RoundedBody body_;
    Box reach_;
    std::vector<Box> bounds_;
    std::vector<std::unique_ptr<RoundedSolid>> solids_;  ///< made when they are needed
    std::vector<std::size_t> entered_;                   ///< solids that the last cast entered
};

}  // namespace hullbake::oracle
