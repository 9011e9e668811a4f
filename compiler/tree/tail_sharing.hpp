// Tail sharing: merges the ends of a tree.
//
// In: a table of subtrees. Out: a tree with equal contents everywhere. Near the leaves a chain of planes often peels
// off one corner, and its planes may come in any order. Invariant: chains are ordered so that many share a suffix, and
// the tree gets no deeper.
#pragma once

#include "compiler/tree/subtree_table.hpp"

namespace hullbake {

/// Returns the root of a tree with equal contents everywhere and at most the original height, with its tails arranged
/// to share suffixes.
format::ChildRef shareTails(SubtreeTable& table, format::ChildRef root);

}  // namespace hullbake
