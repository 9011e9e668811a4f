// The C interface of moves: slide, walk, groundBelow, changeHull.

#include <algorithm>
#include <array>

#include "c/c_move_values.hpp"
#include "c/c_probe.hpp"
#include "c/caller_array.hpp"
#include "c/sized_struct.hpp"
#include "move/move_checks.hpp"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

constexpr HullbakeSlideInput kDefaultSlideInput = HULLBAKE_SLIDE_INPUT_INIT;
constexpr HullbakeWalkRules kDefaultWalkRules = HULLBAKE_WALK_RULES_INIT;
constexpr HullbakeWalkState kDefaultWalkState = HULLBAKE_WALK_STATE_INIT;

using PathRoom = CallerArray<HullbakePathPoint>;

// Returns the answer of move(path) and writes as much of the path as there is room for.
template <class Move>
auto moveAlong(const PathRoom& to, const Move& move) {
    if (to.room == 0) return move(std::span<PathPoint>());
    std::array<PathPoint, HULLBAKE_MAX_PATH_POINTS> scratch;
    const std::span<PathPoint> path(scratch.data(), std::min(scratch.size(), to.room));
    const auto result = move(path);
    to.write(std::span<const PathPoint>(path.first(std::min(result.pathPoints, path.size()))),
             [](const PathPoint& point) { return toC(point); });
    return result;
}

template <class C>
HullbakeStatus readStruct(const void* theirs, std::size_t smallest, C& ours) {
    if (theirs == nullptr) return HullbakeStatusNullArgument;
    return readSized(theirs, smallest, ours) ? HullbakeStatusOk : HullbakeStatusBadSize;
}

HullbakeStatus statusOfMove(SlideStatus status) {
    return status == SlideStatus::Invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

HullbakeStatus statusOf(Refusal refusal) {
    return refusal == Refusal::None ? HullbakeStatusOk : HullbakeStatusInvalidQuery;
}

HullbakeStatus answerSlide(const HullbakeMap* map, const HullbakeProbe* probe, const HullbakeSlideInput* input,
                           const PathRoom& path, SlideResult& answer) {
    HullbakeSlideInput question = kDefaultSlideInput;
    HullbakeStatus status = readStruct(input, HULLBAKE_SLIDE_INPUT_MIN, question);
    if (status != HullbakeStatusOk) return status;
    // The box stays at its position whatever is wrong with the other arguments.
    answer.origin = fromC(question.origin);
    answer.velocity = fromC(question.velocity);
    ReadProbe mover;
    status = readProbe(map, probe, mover);
    if (status == HullbakeStatusOk) status = path.status(HULLBAKE_PATH_POINT_MIN);
    if (status != HullbakeStatusOk) return status;
    answer.refusal = Refusal::BadRules;
    if (!knownMode(question.mode)) return HullbakeStatusInvalidQuery;
    answer =
        moveAlong(path, [&](std::span<PathPoint> points) { return slide(map->clip, mover, fromC(question), points); });
    return statusOfMove(answer.status);
}

HullbakeStatus answerWalk(const HullbakeMap* map, const HullbakeProbe* probe, const HullbakeWalkRules* rules,
                          HullbakeWalkState* state, double seconds, const PathRoom& path, WalkResult& answer) {
    HullbakeWalkState before = kDefaultWalkState;
    HullbakeWalkRules read = kDefaultWalkRules;
    ReadProbe mover;
    HullbakeStatus status = readStruct(state, HULLBAKE_WALK_STATE_MIN, before);
    if (status == HullbakeStatusOk) status = readStruct(rules, HULLBAKE_WALK_RULES_MIN, read);
    if (status == HullbakeStatusOk) status = readProbe(map, probe, mover);
    if (status == HullbakeStatusOk) status = path.status(HULLBAKE_PATH_POINT_MIN);
    if (status != HullbakeStatusOk) return status;
    answer.refusal = Refusal::BadRules;
    if (!knownMode(read.mode)) return HullbakeStatusInvalidQuery;
    answer = moveAlong(path, [&](std::span<PathPoint> points) {
        return walk(map->clip, mover, fromC(read), fromC(before), seconds, points);
    });
    status = statusOfMove(answer.status);
    if (status == HullbakeStatusOk) writeSized(state, before.size, toC(answer.state));
    return status;
}

}  // namespace

HullbakeStatus hullbakeSlide(const HullbakeMap* map, const HullbakeProbe* probe, const HullbakeSlideInput* input,
                             HullbakeSlideResult* result, HullbakePathPoint* path, size_t stride, size_t room) {
    if (result == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeSlideResult>(result, HULLBAKE_SLIDE_RESULT_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    SlideResult answer;
    answer.refusal = Refusal::BadArguments;
    const HullbakeStatus status = answerSlide(map, probe, input, {path, stride, room}, answer);
    writeSized(result, size, toC(answer));
    return status;
}

HullbakeStatus hullbakeWalk(const HullbakeMap* map, const HullbakeProbe* probe, const HullbakeWalkRules* rules,
                            HullbakeWalkState* state, double seconds, HullbakeWalkResult* result,
                            HullbakePathPoint* path, size_t stride, size_t room) {
    if (result == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeWalkResult>(result, HULLBAKE_WALK_RESULT_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    WalkResult answer;
    answer.refusal = Refusal::BadArguments;
    const HullbakeStatus status = answerWalk(map, probe, rules, state, seconds, {path, stride, room}, answer);
    writeSized(result, size, toC(answer));
    return status;
}

HullbakeStatus hullbakeGroundBelow(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                   double reach, double groundNormal, HullbakeGround* ground) {
    if (ground == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeGround>(ground, HULLBAKE_GROUND_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    Ground none;
    none.refusal = Refusal::BadArguments;
    writeSized(ground, size, toC(none));
    ReadProbe mover;
    const HullbakeStatus status = readProbe(map, probe, mover);
    if (status != HullbakeStatusOk) return status;
    const Ground found = groundBelow(map->clip, mover, fromC(origin), reach, groundNormal);
    writeSized(ground, size, toC(found));
    return statusOf(found.refusal);
}

HullbakeStatus hullbakeChangeHull(const HullbakeMap* map, const HullbakeProbe* from, const HullbakeProbe* to,
                                  HullbakeVec3 origin, HullbakeAnchor anchor, double nudge,
                                  HullbakeHullChange* change) {
    if (change == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeHullChange>(change, HULLBAKE_HULL_CHANGE_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    writeSized(change, size, toC(HullChange{false, Refusal::BadArguments, fromC(origin)}));
    ReadProbe before, after;
    HullbakeStatus status = readProbe(map, from, before);
    if (status == HullbakeStatusOk) status = readProbe(map, to, after);
    if (status != HullbakeStatusOk) return status;
    const HullChange found = knownAnchor(anchor)
                                 ? changeHull(map->clip, before, after, fromC(origin), Anchor(anchor), nudge)
                                 : HullChange{false, Refusal::BadRules, fromC(origin)};
    writeSized(change, size, toC(found));
    return statusOf(found.refusal);
}
