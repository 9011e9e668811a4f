// Contents that a hull's box overlaps at a position, by the hull's baked trees.
#pragma once

#include "hullbake/contents.hpp"
#include "hullbake/format.hpp"
#include "hullbake/math.hpp"
#include "hullbake/trace.hpp"

namespace hullbake::detail {

/// Returns the contents that the hull's box overlaps at `p`. Hull, model and position must be valid.
Contents contentsInTrees(const format::Tables& tables, HullId hull, ModelId model, const Vec3& p);

}  // namespace hullbake::detail
