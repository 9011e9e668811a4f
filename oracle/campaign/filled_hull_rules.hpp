// Decides which differences between a filled hull and its map are right.
//
// In: a probe of a hull whose outside was filled, and the grown solids of the map, which know nothing of the fill.
// Out: whether a query can be compared at all, and whether a difference comes from the fill alone.
// Invariant: the fill may close cracks and space that nothing reaches. Any other change counts as a mismatch.
// Source: docs/trace_contract.md on filled space.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hullbake/clip_map.hpp"
#include "oracle/judge/compare_trace.hpp"
#include "oracle/trace/cracks.hpp"
#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"
#include "oracle/trace/trace_case.hpp"

namespace hullbake::oracle {

class FilledHullRules {
  public:
    /// The map, the probe and the solids must outlive the rules. `closed` is the width below which the fill closes
    /// passages. What the contract's tolerance hides counts as closed whatever the width.
    FilledHullRules(const ClipMap& map, const Probe& probe, const SolidSet& solids, double closed = kClosedWidth)
        : map_(map),
          probe_(probe),
          solids_(solids),
          closed_(std::max(closed, kSurfaceTolerance)),
          beside_(std::max(kSampleDistance, closed_ / 16)) {}

    enum class Start : std::uint8_t {
        Comparable,   ///< the trace can be compared
        Unsuitable,   ///< the trace proves nothing in a filled hull
        FreeInSolid,  ///< an error: the hull calls a point well inside the solids free
    };
    /// Classifies the start of `input`. First widens a mask that lacks some blocking contents: to kMaskAll if it has
    /// liquids, else to kMaskBlocking.
    Start prepare(TraceCase& input) const;

    enum class Excuse : std::uint8_t {
        None,         ///< the difference is an error
        LeftReached,  ///< the trace enters filled space through a passage of no width
        ClosedCrack,  ///< the trace stops at the mouth of a crack that the fill closed
    };
    /// Returns why a trace that does not agree with the solids is right all the same.
    Excuse excuse(const TraceCase& input, const Trace& trace, const Verdict& verdict) const;

    /// Remembers `p`, which the hull calls free, as a point of view for filledReachedSpace. Ignores points near solid.
    void addReachedPoint(const Vec3& p);
    /// Returns true if `p`, which the hull calls solid, is clear of all solids and provably reached.
    bool filledReachedSpace(const Vec3& p) const;

  private:
    bool blocked(const Vec3& p) const { return any(map_.contentsAt(probe_, p) & kMaskBlocking); }
    bool isFilledSpace(const Vec3& p) const { return blocked(p) && !solids_.inside(p, kMaskBlocking); }
    bool isClear(const Vec3& p) const;
    Trace traceInPlace(const Vec3& p, Contents mask) const;
    bool touchesFilled(const Vec3& p, double distance) const;
    bool startAgrees(const Vec3& p) const;
    bool entersFilledToo(const TraceCase& input, const Trace& trace, const Verdict& verdict) const;
    Excuse excuseBeside(const Vec3& p, const ClosedPortal& portal) const;
    bool stopsAtPlane(const TraceCase& input, const Trace& trace) const;
    bool isCovered(const Vec3& p) const;
    bool isInCrack(const Vec3& p, double reach, const ClosedPortal* portal = nullptr) const {
        return inCrack(solids_, p, reach, portal, closed_);
    }
    bool isSeenFromReached(const Vec3& p) const;

    const ClipMap& map_;
    const Probe& probe_;
    const SolidSet& solids_;
    double closed_;
    double beside_;  ///< how far in front of the sides of its brushes a place may still be in a crack, units
    std::array<Vec3, 4> reached_{};  ///< the last reached points, with room around them
    std::size_t reachedCount_ = 0;   ///< all reached points so far
};

/// Returns true if the probe is blocked outside the bounds of all solids, as only the outside fill makes it.
bool isFilled(const ClipMap& map, const Probe& probe, const SolidSet& solids);

}  // namespace hullbake::oracle
