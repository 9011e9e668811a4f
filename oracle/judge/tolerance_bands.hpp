// Combines the oracle's answers at several tolerances into all acceptable ones.
//
// In: solids and a query. Out: whether an answer is acceptable.
// Two right tracers may judge one point of a trace at one tolerance and the next point at another. The tolerances range
// from almost none to five times the contract's.
// Invariant: where all tolerances agree, only their answer is acceptable.
// Source: docs/trace_contract.md.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"
#include "oracle/trace/trace_case.hpp"

namespace hullbake::oracle {

/// Share of the depth below which remainders are dropped: so small that the thinnest crack counts.
inline constexpr double kFinestSliver = 1e-6;
/// Units from the start, or from where solid was left, within which a crack may open and be followed.
inline constexpr double kOpeningCrack = 0.1;
/// Ratio of half the size of a cube to the radius of the ball around it. The contract's tolerance may be either.
inline constexpr double kBallToCube = 0.5773502691896258;
/// Tolerances at which an answer may be right. The contract's tolerance comes first. Finer ones follow, down to
/// rounding, and a wider one. In the last three the thinnest crack counts, also where it is crossed, or none below the
/// tolerance.
inline constexpr std::array<Tolerance, 11> kTolerances = {
    {{kSurfaceTolerance},
     {kBallToCube * kSurfaceTolerance},
     {0.7 * kSurfaceTolerance},
     {0.2 * kSurfaceTolerance},
     {0.01 * kSurfaceTolerance},
     {1e-4 * kSurfaceTolerance, 0.1, 1e-8, kMaxCoordinate, kSurfaceTolerance},
     {1e-6 * kSurfaceTolerance, 0.1, 1e-8, kMaxCoordinate, kSurfaceTolerance},
     {kDeepestTolerance},
     {kSurfaceTolerance, kFinestSliver, 1e-8, 1e-3, 0, kOpeningCrack},
     {kSurfaceTolerance, kFinestSliver, 1e-8, kSurfaceTolerance, 0, kOpeningCrack},
     {kSurfaceTolerance, 0.5, kSurfaceTolerance}}};

class AcceptableAnswers {
  public:
    enum class Masks : std::uint8_t {
        Together,
        Apart,  ///< a point is also free if blocking solids alone and liquids alone leave it free
    };

    AcceptableAnswers(const SolidSet& solids, const TraceCase& input, Masks masks);

    /// Returns true if some mix of tolerances starts, hits or misses as `trace` does. Its contact may be
    /// kContactTolerance off along the segment. Ignores planes and contents. `nearSolid`: something that may stop the
    /// trace is near its contact.
    bool accept(const Trace& trace, bool nearSolid) const;

  private:
    /// A part of the segment between two borders, with all that the tolerances call it.
    struct Part {
        double from = 0, to = 0;
        bool solid = false, free = false;
    };

    double firstCertain(bool solid, double after) const;
    bool possiblySolidNear(double t) const;

    double length_;
    std::vector<Part> parts_;
    bool startSolid_ = false, startFree_ = false, endSolid_ = false, endFree_ = false;
};

}  // namespace hullbake::oracle
