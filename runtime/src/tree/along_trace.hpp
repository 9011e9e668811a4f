// Trace through one baked tree along the planes in which it lies: a box that slides over a floor or past a wall.
// In: a tree, a line, and the common trace on the first sides. Out: a Contact, or false if only the exact trace can
// decide.
#pragma once

#include "tree/along_sides.hpp"
#include "tree/contact.hpp"

namespace hullbake::detail {

/// Follows the trace on the other sides of its planes. `contact` is that of TreeTrace with the first sides.
bool traceAlong(const Trees& trees, const Line& line, AlongSides& sides, Contact& contact, std::int64_t& budget);

}  // namespace hullbake::detail
