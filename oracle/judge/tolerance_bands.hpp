// All readings of a trace: every place of it may be judged by any of several looks at depth, from none to five times
// the contract's tolerance. Where the tolerance decides, two correct tracers may judge one place by one look and the
// next by another; where all looks say the same, no reading is left to choose.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/trace_case.hpp"

namespace hullbake::oracle {

/// A look in which the thinnest crack counts.
inline constexpr double kFinestSliver = 1e-6;
/// Of a ball's radius, half the size of the cube in it: the contract's tolerance may be taken for either's.
inline constexpr double kBallsCube = 0.5773502691896258;
/// Units: how deep a place may be that some reading calls free.
inline constexpr double kDeepestLook = 5 * kSurfaceTolerance;
/// The contract's tolerance first; then closer looks, down to ones in which nothing is shallow but by rounding, a wider
/// one, and others in which the thinnest crack counts, wherever it is crossed, or none that is thinner than the
/// tolerance.
inline constexpr std::array<Tolerance, 11> kLooks = {
    {{kSurfaceTolerance},
     {kBallsCube * kSurfaceTolerance},
     {0.7 * kSurfaceTolerance},
     {0.2 * kSurfaceTolerance},
     {0.01 * kSurfaceTolerance},
     {1e-4 * kSurfaceTolerance, 0.1, 1e-8, kMaxCoordinate, kSurfaceTolerance},
     {1e-6 * kSurfaceTolerance, 0.1, 1e-8, kMaxCoordinate, kSurfaceTolerance},
     {kDeepestLook},
     {kSurfaceTolerance, kFinestSliver},
     {kSurfaceTolerance, kFinestSliver, 1e-8, kSurfaceTolerance},
     {kSurfaceTolerance, 1, kSurfaceTolerance}}};

class Readings {
  public:
    enum class Masks : std::uint8_t {
        Together,
        Apart,  ///< a place may also be free when it is so for what blocks and for liquids, each by itself
    };

    Readings(const SolidSet& solids, const TraceCase& input, Masks masks);

    /// Whether some reading starts, hits or misses as `trace` does, its contact within kContactTolerance along the
    /// segment. Planes and contents are not looked at. `nearSolid`: what it may be stopped by is near its contact.
    bool allow(const Trace& trace, bool nearSolid) const;

  private:
    /// A part of the segment without cuts, and what it may be.
    struct Part {
        double from = 0, to = 0;
        bool solid = false, free = false;
    };

    double firstSure(bool solid, double after) const;
    bool maybeSolidAround(double t) const;

    double length_;
    std::vector<Part> parts_;
    bool startSolid_ = false, startFree_ = false, endSolid_ = false, endFree_ = false;
};

}  // namespace hullbake::oracle
