// One segment through the grown brushes near it: cut into stretches, each solid or free, and the first place of entry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/solids/grown_brush.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

struct Contact {
    using Alternative = TraceAnswer::Alternative;
    double fraction = 1;
    std::vector<EnteredPlane> planes;
    std::vector<double> behind;             ///< fractions in the middle of the first solid stretches
    std::vector<Alternative> alternatives;  ///< as good as this one
};

class SegmentStretches {
  public:
    /// `near` numbers every brush that the segment comes near; others may be among them.
    SegmentStretches(const std::vector<GrownBrush>& brushes, const std::vector<std::uint32_t>& near, const Vec3& start,
                     const Vec3& end, Contents mask, const Tolerance& tolerance);

    bool startsInside() const { return startsInside_; }
    /// The first entry after a free stretch (or at the start, when that is free); tells whether the start is inside.
    std::optional<Contact> firstContact(bool& startsInside) const;
    /// Whether any stretch is free. A start or an end that is outside counts as one: an end on a surface has left.
    bool leavesSolid() const;
    SegmentProfile profile() const { return {runs_, startsInside_, endsInside_}; }

  private:
    enum class Role : std::uint8_t {
        Cover,     ///< stops the trace
        Excluded,  ///< solid that the mask does not ask for: it swallows what else is there
    };
    struct Interval {
        double enter = 0, leave = -1;
        bool empty() const { return enter > leave; }
        bool contains(double t) const { return enter <= t && t <= leave; }
    };
    struct Crossing {
        std::uint32_t brush = 0;
        Role role = Role::Cover;
        Interval reach;                  ///< where the brush may matter to what lies within `depth` of the segment
        Interval glued;                  ///< in the brush larger by the glue, planes that are grazed left out
        Interval exact;                  ///< in the brush as it is, planes that are grazed left out
        Interval inner;                  ///< deeper than `depth` in the brush
        Interval cubeMeets, cubeInside;  ///< of the cube whose covering decides
    };
    double startDepth() const { return std::max(tolerance_.depth, tolerance_.start); }
    Vec3 at(double t) const { return start_ + delta_ * t; }
    bool grazes(const GrownPlane& plane) const;
    template <typename Larger>
    Interval clipTo(const GrownBrush& brush, const Larger& larger, bool withGrazed) const;
    Interval clip(const GrownBrush& brush, double larger, bool withGrazed) const;
    Interval clipByCube(const GrownBrush& brush, double half) const;
    void addCrossings(const std::vector<std::uint32_t>& near, Contents mask);
    std::vector<Stretch> splitIntoPieces() const;
    Interval deepPart(const Crossing& crossing) const;
    void markSolidPieces(std::vector<Stretch>& pieces) const;
    void joinRuns(const std::vector<Stretch>& pieces);
    bool coveredAt(double t, const Tolerance& tolerance) const;
    Contact contactAt(double from, double to) const;
    void findEarlier(Contact& contact) const;
    std::vector<EnteredPlane> touchedPlanes(double t) const;
    std::vector<EnteredPlane> facingPlanes(const Crossing& crossing, double t) const;

    const std::vector<GrownBrush>& brushes_;
    Vec3 start_, delta_;
    double length_;
    Tolerance tolerance_;
    std::vector<Crossing> crossings_;
    std::vector<Stretch> pieces_;  ///< between two borders
    std::vector<Stretch> runs_;    ///< pieces of one kind joined, none shorter than the contract's tolerance
    bool startsInside_ = false, endsInside_ = false;
};

}  // namespace hullbake::oracle
