// The C interface of overlap, touching and unstick.

#include <algorithm>
#include <array>

#include "c/c_probe.hpp"
#include "neighbours/move_out.hpp"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

// The caller's array for a list of answers.
struct List {
    void* first = nullptr;
    std::size_t stride = 0, room = 0;
    std::size_t* count = nullptr;
};

// Reads the probe. Returns what is wrong with the arguments shared by all lists, or Ok.
HullbakeStatus readQuestion(const HullbakeMap* map, const HullbakeProbe* probe, const List& list, std::size_t smallest,
                            ReadProbe& subject) {
    if (list.count == nullptr) return HullbakeStatusNullArgument;
    *list.count = 0;
    if (!knownSize(list.stride, smallest, SIZE_MAX)) return HullbakeStatusBadSize;
    if (list.room > 0 && list.first == nullptr) return HullbakeStatusNullArgument;
    return readProbe(map, probe, subject);
}

template <class C, class Cpp>
HullbakeStatus writeList(const NeighbourCount& found, std::span<const Cpp> answers, const List& list) {
    if (found.invalid) return HullbakeStatusInvalidQuery;
    *list.count = found.count;
    auto* to = static_cast<unsigned char*>(list.first);
    const std::size_t written = std::min({found.count, answers.size(), list.room});
    for (std::size_t i = 0; i < written; ++i)
        writeSized<C>(to + i * list.stride, std::min(list.stride, sizeof(C)), toC(answers[i]));
    return HullbakeStatusOk;
}

}  // namespace

HullbakeStatus hullbakeOverlap(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                               HullbakeOverlap* overlaps, size_t stride, size_t room, size_t* count) {
    const List list{overlaps, stride, room, count};
    ReadProbe subject;
    const HullbakeStatus status = readQuestion(map, probe, list, HULLBAKE_OVERLAP_MIN, subject);
    if (status != HullbakeStatusOk) return status;
    std::array<Overlap, HULLBAKE_MAX_OVERLAPS> scratch;
    const std::span<Overlap> out(scratch.data(), std::min(scratch.size(), room));
    return writeList<HullbakeOverlap, Overlap>(map->clip.overlap(subject, fromC(origin), out), out, list);
}

HullbakeStatus hullbakeContacts(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                HullbakeBrushContact* contacts, size_t stride, size_t room, size_t* count) {
    const List list{contacts, stride, room, count};
    ReadProbe subject;
    const HullbakeStatus status = readQuestion(map, probe, list, HULLBAKE_BRUSH_CONTACT_MIN, subject);
    if (status != HullbakeStatusOk) return status;
    std::array<BrushContact, HULLBAKE_MAX_CONTACTS> scratch;
    const std::span<BrushContact> out(scratch.data(), std::min(scratch.size(), room));
    return writeList<HullbakeBrushContact, BrushContact>(map->clip.contacts(subject, fromC(origin), out), out, list);
}

HullbakeStatus hullbakeLeastMoveOut(const HullbakeBrushContact* contacts, size_t stride, size_t count,
                                    HullbakeVec3* move) {
    if (move == nullptr) return HullbakeStatusNullArgument;
    *move = {};
    if (!knownSize(stride, HULLBAKE_BRUSH_CONTACT_MIN, SIZE_MAX)) return HullbakeStatusBadSize;
    if (count > 0 && contacts == nullptr) return HullbakeStatusNullArgument;
    const auto* from = reinterpret_cast<const unsigned char*>(contacts);
    const MoveOut out = detail::leastMoveOutOf(count, [&](std::size_t i) {
        const auto& contact = *reinterpret_cast<const HullbakeBrushContact*>(from + i * stride);
        return Limit{fromC(contact.normal), contact.depth};
    });
    *move = toC(out.move);
    return out.found ? HullbakeStatusOk : HullbakeStatusNotFound;
}

HullbakeStatus hullbakeTouching(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                double distance, HullbakeTouchedPlane* planes, size_t stride, size_t room,
                                size_t* count) {
    const List list{planes, stride, room, count};
    ReadProbe subject;
    const HullbakeStatus status = readQuestion(map, probe, list, HULLBAKE_TOUCHED_PLANE_MIN, subject);
    if (status != HullbakeStatusOk) return status;
    std::array<TouchedPlane, kMaxTouchedPlanes> scratch;
    const std::span<TouchedPlane> out(scratch.data(), std::min(scratch.size(), room));
    const NeighbourCount found = map->clip.touching(subject, fromC(origin), distance, out);
    return writeList<HullbakeTouchedPlane, TouchedPlane>(found, out, list);
}

HullbakeStatus hullbakeUnstick(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                               double maxDistance, HullbakeUnstick* way) {
    if (way == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeUnstick>(way, HULLBAKE_UNSTICK_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    ReadProbe subject;
    const HullbakeStatus status = readProbe(map, probe, subject);
    Unstick found;
    found.refusal = Refusal::BadArguments;
    if (status == HullbakeStatusOk) found = map->clip.unstick(subject, fromC(origin), maxDistance);
    writeSized(way, size, toC(found));
    if (status != HullbakeStatusOk) return status;
    return found.status == UnstickStatus::Invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}
