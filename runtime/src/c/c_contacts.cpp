// The C interface of pairs of bodies. Checks the arguments of C callers and converts the structs.
#include "hullbake/hullbake_contacts.h"

#include <algorithm>

#include "c/c_shape_values.hpp"
#include "shapes/body_contact.hpp"
#include "shapes/swept_pairs.hpp"

using namespace hullbake;
using namespace hullbake::detail;

static_assert(HullbakeContactNone == int(ContactFamily::None) && HullbakeContactFaceA == int(ContactFamily::FaceA) &&
              HullbakeContactFaceB == int(ContactFamily::FaceB) && HullbakeContactEdges == int(ContactFamily::Edges) &&
              HullbakeContactCorner == int(ContactFamily::Corner) && HullbakeContactRound == int(ContactFamily::Round));

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

ContactCache readCache(const HullbakeContactCache* cache) {
    ContactCache ours;
    if (cache != nullptr) std::copy(cache->words, cache->words + 2, ours.words);
    return ours;
}

void writeCache(const ContactCache& ours, HullbakeContactCache* cache) {
    if (cache != nullptr) std::copy(ours.words, ours.words + 2, cache->words);
}

HullbakeStatus writeContact(const BodyContact& ours, HullbakeContact* contact) {
    const std::size_t size = sizeToldBy<HullbakeContact>(contact, HULLBAKE_CONTACT_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    HullbakeContact out = HULLBAKE_CONTACT_INIT;
    out.overlaps = ours.overlaps;
    out.exact = ours.exact;
    out.invalid = ours.invalid;
    out.family = static_cast<HullbakeContactFamily>(ours.family);
    out.distance = ours.distance;
    out.normal = toC(ours.normal);
    out.onA = toC(ours.onA);
    out.onB = toC(ours.onB);
    out.steps = ours.steps;
    writeSized(contact, size, out);
    return ours.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
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

HullbakeStatus hullbakeBoundsOfTurn(HullbakeBox box, HullbakeVec3 pivot, HullbakeVec3 axis, double degrees,
                                    HullbakeVec3 way, HullbakeBox* bounds) {
    if (bounds == nullptr) return HullbakeStatusNullArgument;
    const Box around = boundsOfTurn(fromC(box), fromC(pivot), fromC(axis), degrees, fromC(way));
    *bounds = toC(around);
    return isFinite(around.mins) ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

HullbakeStatus hullbakeContact(const HullbakeShape* a, HullbakeVec3 originA, const HullbakeShape* b,
                               HullbakeVec3 originB, HullbakeContactCache* cache, HullbakeContact* contact) {
    if (contact == nullptr) return HullbakeStatusNullArgument;
    const ShapeRead first = readShape(a), second = readShape(b);
    if (first.status != HullbakeStatusOk) return first.status;
    if (second.status != HullbakeStatusOk) return second.status;
    ContactCache kept = readCache(cache);
    const BodyContact found = hullbake::contact(first.shape, fromC(originA), second.shape, fromC(originB), &kept);
    writeCache(kept, cache);
    return writeContact(found, contact);
}

HullbakeStatus hullbakeOverlaps(const HullbakeShape* a, HullbakeVec3 originA, const HullbakeShape* b,
                                HullbakeVec3 originB, HullbakeContactCache* cache, uint8_t* overlaps) {
    if (overlaps == nullptr) return HullbakeStatusNullArgument;
    *overlaps = 0;
    const ShapeRead first = readShape(a), second = readShape(b);
    if (first.status != HullbakeStatusOk) return first.status;
    if (second.status != HullbakeStatusOk) return second.status;
    ContactCache kept = readCache(cache);
    bool invalid = false;
    *overlaps = detail::overlapOf(first.shape, fromC(originA), second.shape, fromC(originB), kept, invalid);
    writeCache(kept, cache);
    return invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

HullbakeStatus hullbakeCastShapes(const HullbakeShape* a, HullbakeVec3 fromA, HullbakeVec3 toA, const HullbakeShape* b,
                                  HullbakeVec3 fromB, HullbakeVec3 toB, HullbakePairCast* cast) {
    if (cast == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakePairCast>(cast, HULLBAKE_PAIR_CAST_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    const ShapeRead first = readShape(a), second = readShape(b);
    if (first.status != HullbakeStatusOk) return first.status;
    if (second.status != HullbakeStatusOk) return second.status;
    const PairCast found = castShapes(first.shape, fromC(fromA), fromC(toA), second.shape, fromC(fromB), fromC(toB));
    HullbakePairCast out = HULLBAKE_PAIR_CAST_INIT;
    out.hit = found.hit;
    out.startsolid = found.startsolid;
    out.invalid = found.invalid;
    out.fraction = found.fraction;
    out.normal = toC(found.normal);
    out.point = toC(found.point);
    out.steps = found.steps;
    writeSized(cast, size, out);
    return found.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}
