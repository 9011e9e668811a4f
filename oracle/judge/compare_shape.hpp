// Compares the cast of a cylinder or a convex set with the oracle's, rule by rule.
//
// In: the brushes around a body, a cast and the answer to it. Out: a verdict, with the reason for a wrong answer.
// Source: docs/trace_contract.md, section 14.
#pragma once

#include "oracle/judge/compare_round.hpp"
#include "oracle/trace/shape_set.hpp"

namespace hullbake::oracle {

/// Asks `map` for the cast of `probe.shape` and judges the answer. `set` has the same body and model. The part that is
/// nearest stays Inside.
RoundVerdict compareShape(const ClipMap& map, ShapeSet& set, const Probe& probe, const Segment& way);

}  // namespace hullbake::oracle
