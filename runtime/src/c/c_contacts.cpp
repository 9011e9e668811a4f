// The C interface of pairs of bodies. Checks the arguments of C callers.
#include "hullbake/hullbake_contacts.h"
#include "shapes/swept_pairs.hpp"

using namespace hullbake;

namespace {

HullbakeStatus statusOf(PairStatus status) {
    switch (status) {
        case PairStatus::Ok:
            return HullbakeStatusOk;
        case PairStatus::NotANumber:
            return HullbakeStatusInvalidQuery;
        case PairStatus::ScratchTooSmall:
        case PairStatus::TooManyBoxes:
            return HullbakeStatusBadStorage;
    }
    return HullbakeStatusBadStorage;
}

}  // namespace

HullbakeStatus hullbakeSweptPairs(const HullbakeSweptBounds* boxes, size_t count, uint32_t* scratch,
                                  size_t scratchCount, HullbakeBodyPair* pairs, size_t capacity, size_t* found) {
    if (found == nullptr) return HullbakeStatusNullArgument;
    *found = 0;
    if ((count > 0 && boxes == nullptr) || (scratchCount > 0 && scratch == nullptr) ||
        (capacity > 0 && pairs == nullptr))
        return HullbakeStatusNullArgument;
    const std::span<const HullbakeSweptBounds> all(boxes, count);
    const PairCount answer = detail::findPairs(all, {scratch, scratchCount}, std::span(pairs, capacity));
    *found = answer.count;
    return statusOf(answer.status);
}
