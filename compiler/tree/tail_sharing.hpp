// The ends of a tree: cells where what lies behind all of a few planes is of one kind, and everything else of another.
// These planes may come in any order. One is found in which many ends are parts of each other.
#pragma once

#include "compiler/tree/subtree_table.hpp"

namespace hullbake {

/// The tree of the same contents everywhere, of the same height or less, with ends in such an order.
format::ChildRef shareTails(SubtreeTable& table, format::ChildRef root);

}  // namespace hullbake
