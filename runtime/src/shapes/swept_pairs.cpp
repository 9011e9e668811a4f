// Finds which of many moving bodies may meet.
#include "shapes/swept_pairs.hpp"

namespace hullbake {

PairCount sweptPairs(std::span<const SweptBounds> boxes, std::span<std::uint32_t> scratch,
                     std::span<BodyPair> out) noexcept {
    return detail::findPairs(boxes, scratch, out);
}

}  // namespace hullbake
