// Does a ClipMap's answer agree with the oracle's? The rules of the trace contract, one by one.
#pragma once

#include <optional>
#include <string>

#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"
#include "oracle/trace/trace_case.hpp"

namespace hullbake::oracle {

struct Verdict {
    bool agrees = false;
    /// The answer is right for a solid a few millionths of a unit thicker or thinner, where the contract's tolerance
    /// decides and only the way of measuring depth differs. Counted, and rare.
    bool marginal = false;
    double error = 0;                   ///< units: of the contact, along the segment or across a surface it grazes
    std::string reason;                 ///< why not, in words, with numbers
    TraceAnswer answer;                 ///< the oracle's
    std::optional<EnteredPlane> plane;  ///< of the oracle's planes, the one that the trace named
};

Verdict compareTrace(const SolidSet& solids, const TraceCase& input, const Trace& trace);

/// Units: how deep the end of a trace may be, by the cube that depth is measured with.
inline constexpr double kEndDepth = 1.5 * kSurfaceTolerance;

/// Whether fraction, endpos and skin of a hit fit together and endpos is outside, or no deeper than `deepest`; empty,
/// or a reason.
std::string checkPullBack(const SolidSet& solids, const TraceCase& input, const Trace& trace,
                          double deepest = kEndDepth);

/// Empty when `got` is right for a box at `p`, a reason otherwise.
std::string comparePoint(const SolidSet& solids, const Vec3& p, Contents got);

/// Numbers that read back to the same value.
std::string text(const Vec3& v);

}  // namespace hullbake::oracle
