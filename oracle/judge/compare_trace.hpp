// Compares the answer of a ClipMap with the oracle's, rule by rule.
//
// In: solids, a query and the answer to it. Out: a verdict, with the reason for a wrong answer.
// Invariant: a right answer at the contract's tolerance always agrees.
// Source: docs/trace_contract.md.
#pragma once

#include <optional>
#include <string>

#include "oracle/trace/solid_set.hpp"
#include "oracle/trace/tolerances.hpp"
#include "oracle/trace/trace_case.hpp"

namespace hullbake::oracle {

struct Verdict {
    bool agrees = false;
    /// True if the answer is right only for a solid a few millionths of a unit thicker or thinner. The way of measuring
    /// depth decides there. Counted, and rare.
    bool marginal = false;
    double error = 0;    ///< units: error of the contact, along the segment, or across a surface that it grazes
    std::string reason;  ///< why it does not agree, with numbers
    TraceAnswer answer;  ///< the oracle's answer
    std::optional<EnteredPlane> plane;  ///< the oracle's plane that the trace named
};

/// Judges `trace` as the answer to `input`.
Verdict compareTrace(const SolidSet& solids, const TraceCase& input, const Trace& trace);

/// Largest depth, in units, of the end of a trace, measured with the cube of Tolerance::depth.
inline constexpr double kEndDepth = 1.5 * kSurfaceTolerance;

/// Checks that fraction, endpos and skin of a hit agree, and that endpos is outside or at most `deepest` inside.
/// Returns an empty string or a reason.
std::string checkPullBack(const SolidSet& solids, const TraceCase& input, const Trace& trace,
                          double deepest = kEndDepth);

/// Returns an empty string if `got` is right for a box at `p`, otherwise a reason.
std::string comparePoint(const SolidSet& solids, const Vec3& p, Contents got);

/// Formats a vector so that its numbers read back to the same values.
std::string text(const Vec3& v);

}  // namespace hullbake::oracle
