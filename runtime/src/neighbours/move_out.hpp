// The least move out of contacts that are given one by one.
#pragma once

#include <cmath>
#include <cstddef>

#include "block/box_checks.hpp"
#include "brushes/nearest_common_point.hpp"
#include "hullbake/neighbours.hpp"

namespace hullbake::detail {

/// Returns the least move for `count` contacts. `limitAt(i)` returns normal and depth of a contact as a Limit.
template <class LimitAt>
MoveOut leastMoveOutOf(std::size_t count, const LimitAt& limitAt) {
    for (std::size_t i = 0; i < count; ++i)
        if (const Limit limit = limitAt(i); !isFinite(limit.normal) || !std::isfinite(limit.least)) return {};
    MoveOut out;
    out.found = nearestCommonPoint(
        [&](const auto& visit) {
            for (std::size_t i = 0; i < count; ++i)
                if (const Limit limit = limitAt(i); limit.least > 0) visit(limit);
        },
        {}, out.move);
    if (!out.found) out.move = {};
    return out;
}

}  // namespace hullbake::detail
