// Trace through one baked tree along the planes in which it lies: a box that slides over a floor or past a wall.
// In: a tree and a line. Out: a Contact, or false if only the exact trace can decide.
#pragma once

#include "tree/contact.hpp"
#include "tree/touching_leaves.hpp"

namespace hullbake::detail {

/// Follows the trace once on each side of the planes that it lies in. `trees` must contain exactly one tree.
bool traceAlong(const Trees& trees, const Line& line, Contact& contact, std::int64_t& budget);

}  // namespace hullbake::detail
