// Divides one segment into solid and free stretches and finds its first contact.
//
// In: a segment, the grown brushes near it, a mask and a tolerance. Out: runs of solid and free stretches, and the
// first contact with its planes.
// The segment is divided wherever it comes within the tolerance of entering or leaving a brush, and where a crack
// beside one out of solid opens or closes. Nothing changes between two such borders. Most pieces are deep in one brush
// or clear of all. For the rest coversNeighbourhood() decides at the middle.
// Invariant: contacts are on the exact planes, not on the borders.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/solids/grown_brush.hpp"
#include "oracle/trace/point_cover.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

struct Contact {
    using Alternative = TraceAnswer::Alternative;
    double fraction = 1;
    std::vector<EnteredPlane> planes;
    std::vector<double> behind;             ///< fractions: middles of the first solid pieces
    std::vector<Alternative> alternatives;  ///< contacts that are equally right
};

class SegmentStretches {
  public:
    /// `near` must contain every brush near the segment. It may contain others.
    SegmentStretches(const std::vector<GrownBrush>& brushes, const std::vector<std::uint32_t>& near, const Vec3& start,
                     const Vec3& end, Contents mask, const Tolerance& tolerance);

    bool startsInside() const { return startsInside_; }
    /// Returns the first entry after a free stretch, or at a free start. Sets `startsInside`.
    std::optional<Contact> firstContact(bool& startsInside) const;
    /// Returns true if any stretch, the start or the end is outside. An end on a surface is outside.
    bool leavesSolid() const;
    SegmentProfile profile() const { return {runs_, startsInside_, endsInside_}; }

  private:
    enum class Role : std::uint8_t {
        Cover,     ///< stops the trace
        Excluded,  ///< solid that the mask does not ask for: replaces all other contents in it
    };
    struct Interval {
        double enter = 0, leave = -1;
        bool empty() const { return enter > leave; }
        bool contains(double t) const { return enter <= t && t <= leave; }
    };
    struct Crossing {
        std::uint32_t brush = 0;
        Role role = Role::Cover;
        Interval reach;                  ///< part where the brush can affect points within `depth`
        Interval glued;                  ///< part inside the brush enlarged by `glue`, ignoring planes that are grazed
        Interval exact;                  ///< part inside the brush, ignoring planes that are grazed
        Interval crossed;                ///< part inside the brush
        Interval inner;                  ///< part deeper than `depth` in the brush
        Interval cubeMeets, cubeInside;  ///< parts where the cube overlaps the brush, and is inside
        Interval cubeBehind;             ///< part where the cube is inside, ignoring planes that are grazed

        /// Returns the part outside of which the brush affects nothing.
        Interval span() const {
            if (glued.empty()) return reach;
            return {std::min(reach.enter, glued.enter), std::max(reach.leave, glued.leave)};
        }
    };
    double startDepth() const { return std::max(tolerance_.depth, tolerance_.start); }
    Vec3 at(double t) const { return start_ + delta_ * t; }
    bool grazes(const GrownPlane& plane) const;
    bool startTouches(const GrownBrush& brush) const;
    template <typename Larger>
    Interval clipTo(const GrownBrush& brush, const Larger& larger, bool withGrazed) const;
    Interval clip(const GrownBrush& brush, double larger, bool withGrazed) const;
    Interval clipByCube(const GrownBrush& brush, double half, bool withGrazed) const;
    void addCrossings(const std::vector<std::uint32_t>& near, Contents mask);
    void addCrackBorders(std::vector<double>& borders) const;
    std::vector<Stretch> splitIntoPieces() const;
    Interval deepPart(const Crossing& crossing) const;
    void markSolidPieces(std::vector<Stretch>& pieces) const;
    bool onlyComesNear(const Stretch& run) const;
    void joinRuns(const std::vector<Stretch>& pieces);
    void followOpeningCrack();
    bool isCrackAlong(const Stretch& run) const;
    bool opensIn(const Stretch& run) const;
    bool endsIn(const GrownBrush& brush, const Stretch& run) const;
    bool coveredAt(double t, const Tolerance& tolerance, std::optional<Vec3>* missing = nullptr) const;
    bool coveredNext(double t, KnownCover& known) const;
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
    std::vector<Stretch> runs_;    ///< joined pieces, none shorter than the contract's tolerance
    bool startsInside_ = false, endsInside_ = false;
};

}  // namespace hullbake::oracle
