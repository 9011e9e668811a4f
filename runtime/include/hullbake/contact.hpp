// Pairs of bodies: which of many moving bodies may meet. No call here needs a map.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hullbake/export.h"
#include "hullbake/math.hpp"

namespace hullbake {

/// The least upright box around all of a body's way in a tick, and whom the body wants to meet.
struct SweptBounds {
    Vec3 mins, maxs;                  ///< closed; may be infinite; a box with a `mins` beyond its `maxs` is empty
    std::uint32_t mask = 0xffffffff;  ///< the kinds that this body meets, a bit each
    std::uint32_t kind = 0xffffffff;  ///< the kinds that this body is of
};

/// Two bodies by their index. `a` is less than `b`.
struct BodyPair {
    std::uint32_t a = 0, b = 0;
    friend constexpr bool operator==(const BodyPair&, const BodyPair&) = default;
};

enum class PairStatus : std::uint8_t {
    Ok,
    NotANumber,       ///< a corner is NaN
    ScratchTooSmall,  ///< fewer places than boxes
    TooManyBoxes,     ///< 2^32 or more
};

/// Number of pairs, including those that did not fit into the caller's span.
struct PairCount {
    std::size_t count = 0;
    PairStatus status = PairStatus::Ok;  ///< if not Ok, `count` is 0 and nothing was written to `out`
};

/// Finds all pairs of boxes that touch or overlap and of which each meets a kind of the other: `a.mask & b.kind` and
/// `b.mask & a.kind`. Empty boxes are in no pair. The pairs in `out` are sorted by `a`, then by `b`. If `out` is too
/// short, it gets the first of them. `scratch` needs a place for each box; what is in it afterwards has no meaning.
/// Work: n log n, and a step for each two boxes that overlap along the axis on which the boxes are spread most.
/// Source: sort and sweep, after Baraff, "Dynamic Simulation of Non-Penetrating Rigid Bodies", 1992.
HULLBAKE_API PairCount sweptPairs(std::span<const SweptBounds> boxes, std::span<std::uint32_t> scratch,
                                  std::span<BodyPair> out) noexcept;

}  // namespace hullbake
