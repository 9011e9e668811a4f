// Compares the cast of a ball or capsule with the oracle's, rule by rule.
//
// In: the brushes around a body, a cast and the answer to it. Out: a verdict, with the reason for a wrong answer.
// Source: docs/trace_contract.md, section 14.
#pragma once

#include <string>

#include "hullbake/clip_map.hpp"
#include "oracle/trace/rounded_set.hpp"

namespace hullbake::oracle {

/// Units across the surface, and along the way, within which a contact must be the oracle's.
inline constexpr double kRoundAcross = 1e-7, kRoundAlong = 1e-4;
/// Bounds rounding of positions, in units.
inline constexpr double kRoundedPlace = 1e-9;

struct RoundVerdict {
    std::string reason;  ///< why it does not agree; empty if it does, or if rounding decides
    RoundedAnswer answer;
    double along = 0, across = 0;  ///< errors of the contact, units
    Feature feature = Feature::None;
    NearPart part = NearPart::Inside;  ///< of a ball: what the oracle finds nearest at the contact
};

/// Compares start flags, and whether something is hit; for a miss, where it ends. Returns the difference in words, or
/// nothing.
std::string compareFlags(const ClipMap& map, const Probe& probe, const Segment& way, const Trace& trace,
                         const RoundedAnswer& answer);

/// Compares where the trace of a hit ends: at its fraction, before the contact, no nearer than the skin. Returns the
/// difference in words, or nothing.
std::string comparePullBack(const Probe& probe, const Segment& way, const Trace& trace);

/// Asks `map` for the cast of `probe.shape` and judges the answer. `set` has the same body and model.
RoundVerdict compareRound(const ClipMap& map, RoundedSet& set, const RoundedBody& body, const Probe& probe,
                          const Segment& way);

}  // namespace hullbake::oracle
