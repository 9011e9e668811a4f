// The C interface of overlap, touching and unstick.

#include <algorithm>
#include <array>

#include "c/c_values.hpp"
#include "c/sized_struct.hpp"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

constexpr HullbakePlace kDefaultPlace = HULLBAKE_PLACE_INIT;

// Where a caller wants a list of answers.
struct List {
    void* first = nullptr;
    std::size_t stride = 0, room = 0;
    std::size_t* count = nullptr;
};

// Reads the question; what is wrong with the arguments that all lists have in common, or Ok.
HullbakeStatus readQuestion(const HullbakeMap* map, const HullbakePlace* place, const List& list, std::size_t smallest,
                            PlaceInput& input) {
    if (list.count == nullptr) return HullbakeStatusNullArgument;
    *list.count = 0;
    if (!knownSize(list.stride, smallest, SIZE_MAX)) return HullbakeStatusBadSize;
    if (map == nullptr || place == nullptr || (list.room > 0 && list.first == nullptr))
        return HullbakeStatusNullArgument;
    HullbakePlace question = kDefaultPlace;
    if (!readSized(place, HULLBAKE_PLACE_MIN, question)) return HullbakeStatusBadSize;
    input = fromC(question);
    return HullbakeStatusOk;
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

HullbakeStatus listOverlaps(const HullbakeMap* map, const HullbakeBox* box, const HullbakePlace* place,
                            const List& list) {
    PlaceInput input;
    const HullbakeStatus status = readQuestion(map, place, list, HULLBAKE_OVERLAP_MIN, input);
    if (status != HullbakeStatusOk) return status;
    std::array<Overlap, HULLBAKE_MAX_OVERLAPS> scratch;
    const std::span<Overlap> out(scratch.data(), std::min(scratch.size(), list.room));
    const ClipMap& clip = map->clip;
    const NeighbourCount found = box == nullptr ? clip.overlap(input, out) : clip.overlap(fromC(*box), input, out);
    return writeList<HullbakeOverlap, Overlap>(found, out, list);
}

HullbakeStatus listPlanes(const HullbakeMap* map, const HullbakeBox* box, const HullbakePlace* place, double distance,
                          const List& list) {
    PlaceInput input;
    const HullbakeStatus status = readQuestion(map, place, list, HULLBAKE_TOUCHED_PLANE_MIN, input);
    if (status != HullbakeStatusOk) return status;
    std::array<TouchedPlane, kMaxTouchedPlanes> scratch;
    const std::span<TouchedPlane> out(scratch.data(), std::min(scratch.size(), list.room));
    const ClipMap& clip = map->clip;
    const NeighbourCount found =
        box == nullptr ? clip.touching(input, distance, out) : clip.touching(fromC(*box), input, distance, out);
    return writeList<HullbakeTouchedPlane, TouchedPlane>(found, out, list);
}

HullbakeStatus wayOut(const HullbakeMap* map, const HullbakeBox* box, const HullbakePlace* place, double maxDistance,
                      HullbakeUnstick* way) {
    if (way == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeUnstick>(way, HULLBAKE_UNSTICK_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    writeSized(way, size, toC(Unstick{}));
    if (map == nullptr || place == nullptr) return HullbakeStatusNullArgument;
    HullbakePlace question = kDefaultPlace;
    if (!readSized(place, HULLBAKE_PLACE_MIN, question)) return HullbakeStatusBadSize;
    const PlaceInput input = fromC(question);
    const Unstick found =
        box == nullptr ? map->clip.unstick(input, maxDistance) : map->clip.unstick(fromC(*box), input, maxDistance);
    writeSized(way, size, toC(found));
    return found.status == UnstickStatus::Invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

}  // namespace

HullbakeStatus hullbakeOverlap(const HullbakeMap* map, const HullbakePlace* place, HullbakeOverlap* overlaps,
                               size_t stride, size_t room, size_t* count) {
    return listOverlaps(map, nullptr, place, {overlaps, stride, room, count});
}

HullbakeStatus hullbakeBoxOverlap(const HullbakeMap* map, HullbakeBox box, const HullbakePlace* place,
                                  HullbakeOverlap* overlaps, size_t stride, size_t room, size_t* count) {
    return listOverlaps(map, &box, place, {overlaps, stride, room, count});
}

HullbakeStatus hullbakeTouching(const HullbakeMap* map, const HullbakePlace* place, double distance,
                                HullbakeTouchedPlane* planes, size_t stride, size_t room, size_t* count) {
    return listPlanes(map, nullptr, place, distance, {planes, stride, room, count});
}

HullbakeStatus hullbakeBoxTouching(const HullbakeMap* map, HullbakeBox box, const HullbakePlace* place, double distance,
                                   HullbakeTouchedPlane* planes, size_t stride, size_t room, size_t* count) {
    return listPlanes(map, &box, place, distance, {planes, stride, room, count});
}

HullbakeStatus hullbakeUnstick(const HullbakeMap* map, const HullbakePlace* place, double maxDistance,
                               HullbakeUnstick* way) {
    return wayOut(map, nullptr, place, maxDistance, way);
}

HullbakeStatus hullbakeBoxUnstick(const HullbakeMap* map, HullbakeBox box, const HullbakePlace* place,
                                  double maxDistance, HullbakeUnstick* way) {
    return wayOut(map, &box, place, maxDistance, way);
}
