// The C interface of volumes that stop nothing.

#include "hullbake/hullbake_volumes.h"

#include <algorithm>
#include <array>

#include "c/c_probe.hpp"
#include "c/caller_array.hpp"
#include "c/sized_struct.hpp"
#include "hullbake/water.hpp"
#include "query/trigger_list.hpp"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

constexpr HullbakeWaterRules kDefaultWaterRules = HULLBAKE_WATER_RULES_INIT;
constexpr HullbakeWaterLevel kNoLevel = HULLBAKE_WATER_LEVEL_INIT;
static_assert(kDefaultWaterRules.eyes == WaterRules{}.eyes && kDefaultWaterRules.band == WaterRules{}.band &&
              Contents{kDefaultWaterRules.liquids} == WaterRules{}.liquids);

std::uint8_t flag(bool set) {
    return static_cast<std::uint8_t>(set ? 1 : 0);
}

HullbakeWaterLevel levelToC(const WaterLevel& level) {
    HullbakeWaterLevel c = kNoLevel;
    c.level = level.level;
    c.feet = flag(level.feet);
    c.middle = flag(level.middle);
    c.eyes = flag(level.eyes);
    c.contents = static_cast<HullbakeContents>(level.contents);
    c.invalid = flag(level.invalid);
    c.refusal = toC(level.refusal);
    c.depth = level.depth;
    c.surface = level.surface;
    return c;
}

HullbakeStatus answerLevel(const HullbakeMap* map, const HullbakeProbe* probe, const Vec3& origin,
                           const HullbakeWaterRules* rules, const HullbakeWaterLevel* before, WaterLevel& answer) {
    if (rules == nullptr) return HullbakeStatusNullArgument;
    HullbakeWaterRules read = kDefaultWaterRules;
    if (!readSized(rules, HULLBAKE_WATER_RULES_MIN, read)) return HullbakeStatusBadSize;
    ReadProbe mover;
    const HullbakeStatus status = readProbe(map, probe, mover);
    if (status != HullbakeStatusOk) return status;
    const WaterRules asked{read.eyes, Contents{read.liquids}, read.band};
    WaterLevel last;
    if (before != nullptr) {
        last.feet = before->feet != 0;
        last.middle = before->middle != 0;
        last.eyes = before->eyes != 0;
    }
    answer = waterLevel(map->clip, mover, origin, asked, before != nullptr ? &last : nullptr);
    return answer.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

constexpr HullbakeTrigger kDefaultTrigger = HULLBAKE_TRIGGER_INIT;
constexpr HullbakePassage kDefaultPassage = HULLBAKE_PASSAGE_INIT;
constexpr HullbakePathPoint kDefaultPoint = HULLBAKE_PATH_POINT_INIT;
static_assert(HullbakeTriggerCrossed == int(TriggerReason::Crossed) &&
              HullbakeTriggerJumped == int(TriggerReason::Jumped) &&
              HullbakeTriggerStarted == int(TriggerReason::Started) &&
              HullbakeTriggerGone == int(TriggerReason::Gone) &&
              HullbakeTriggerDisabled == int(TriggerReason::Disabled));

HullbakeStatus statusOfArray(const void* first, std::size_t stride, std::size_t count, std::size_t least) {
    if (count == 0) return HullbakeStatusOk;
    if (first == nullptr) return HullbakeStatusNullArgument;
    return knownSize(stride, least, SIZE_MAX) ? HullbakeStatusOk : HullbakeStatusBadSize;
}

Trigger triggerFromC(const void* theirs, std::size_t) {
    HullbakeTrigger c = kDefaultTrigger;
    readSized(theirs, HULLBAKE_TRIGGER_MIN, c);
    Trigger trigger;
    trigger.model = {c.model};
    trigger.contents = Contents{c.contents};
    if (c.boxed != 0) trigger.box = fromC(c.box);
    trigger.transform = fromC(c.transform);
    trigger.moved = fromC(c.moved);
    trigger.kinds = c.kinds;
    trigger.priority = c.priority;
    trigger.enabled = c.enabled != 0;
    trigger.jumped = c.jumped != 0;
    trigger.stops = c.stops != 0;
    return trigger;
}

HullbakeTriggerEvent eventToC(const TriggerEvent& event) {
    return {sizeof(HullbakeTriggerEvent),
            event.trigger,
            event.time,
            flag(event.kind == TriggerEventKind::Enter),
            static_cast<HullbakeTriggerReason>(event.reason),
            {0, 0},
            event.point,
            event.fraction,
            toC(event.position),
            toC(event.velocity)};
}

using PassagePath = std::array<PathPoint, HULLBAKE_MAX_PATH_POINTS>;

HullbakeStatus readPath(const HullbakePath* path, PassagePath& room, std::span<const PathPoint>& points) {
    if (path == nullptr) return HullbakeStatusOk;
    const HullbakeStatus status = statusOfArray(path->first, path->stride, path->count, HULLBAKE_PATH_POINT_MIN);
    if (status != HullbakeStatusOk) return status;
    if (path->count > room.size()) return HullbakeStatusBadStorage;
    const auto* at = reinterpret_cast<const unsigned char*>(path->first);
    for (std::size_t i = 0; i < path->count; ++i, at += path->stride) {
        HullbakePathPoint read = kDefaultPoint;
        if (!readSized(at, HULLBAKE_PATH_POINT_MIN, read)) return HullbakeStatusBadSize;
        room[i].position = fromC(read.position);
        room[i].time = read.time;
        room[i].event = PathEvent(read.event);
    }
    points = std::span(room).first(path->count);
    return HullbakeStatusOk;
}

HullbakeStatus checkTriggers(const HullbakeTriggers& triggers) {
    const HullbakeStatus status = statusOfArray(triggers.first, triggers.stride, triggers.count, HULLBAKE_TRIGGER_MIN);
    if (status != HullbakeStatusOk) return status;
    if (triggers.words < triggerWords(triggers.count)) return HullbakeStatusBadStorage;
    if (triggers.words > 0 && triggers.inside == nullptr) return HullbakeStatusNullArgument;
    const auto* at = reinterpret_cast<const unsigned char*>(triggers.first);
    for (std::size_t i = 0; i < triggers.count; ++i, at += triggers.stride)
        if (sizeToldBy<HullbakeTrigger>(at, HULLBAKE_TRIGGER_MIN) == 0) return HullbakeStatusBadSize;
    return HullbakeStatusOk;
}

HullbakeStatus readPassage(const HullbakePassage* theirs, Passage& passage) {
    if (theirs == nullptr) return HullbakeStatusNullArgument;
    HullbakePassage read = kDefaultPassage;
    if (!readSized(theirs, HULLBAKE_PASSAGE_MIN, read)) return HullbakeStatusBadSize;
    passage.start = fromC(read.start);
    passage.seconds = read.seconds;
    passage.kind = read.kind;
    passage.enabled = read.enabled != 0;
    passage.jumped = read.jumped != 0;
    return HullbakeStatusOk;
}

}  // namespace

HullbakeStatus hullbakeTouchTriggers(const HullbakeMap* map, const HullbakeProbe* body, const HullbakePassage* passage,
                                     const HullbakePath* path, const HullbakeTriggers* triggers,
                                     HullbakeTouchResult* result, HullbakeTriggerEvent* events, size_t stride,
                                     size_t room) {
    if (result == nullptr) return HullbakeStatusNullArgument;
    const std::size_t size = sizeToldBy<HullbakeTouchResult>(result, HULLBAKE_TOUCH_RESULT_MIN);
    if (size == 0) return HullbakeStatusBadSize;
    HullbakeTouchResult told = HULLBAKE_TOUCH_RESULT_INIT;
    told.refusal = toC(Refusal::BadArguments);
    writeSized(result, size, told);
    PassagePath points;
    Passage way;
    ReadProbe mover;
    HullbakeStatus status = triggers == nullptr ? HullbakeStatusNullArgument : readPassage(passage, way);
    if (status == HullbakeStatusOk) status = readProbe(map, body, mover);
    if (status == HullbakeStatusOk) status = readPath(path, points, way.path);
    if (status == HullbakeStatusOk) status = checkTriggers(*triggers);
    const CallerArray<HullbakeTriggerEvent> to{events, stride, room};
    if (status == HullbakeStatusOk) status = to.status(HULLBAKE_TRIGGER_EVENT_MIN);
    if (status != HullbakeStatusOk) return status;
    std::array<TriggerEvent, HULLBAKE_MAX_TRIGGER_EVENTS> scratch;
    const std::span<TriggerEvent> found(scratch.data(), std::min(scratch.size(), room));
    const TouchResult answer =
        touch(map->clip, mover, way, {triggers->first, triggers->stride, triggers->count, triggerFromC},
              {triggers->inside, triggers->words}, found);
    to.write(std::span<const TriggerEvent>(found.first(std::min<std::size_t>(answer.events, found.size()))), eventToC);
    told.refusal = toC(answer.refusal);
    told.told = flag(answer.told);
    told.stopped = flag(answer.stopped);
    told.events = answer.events;
    told.time = answer.time;
    told.position = toC(answer.position);
    writeSized(result, size, told);
    return answer.invalid ? HullbakeStatusInvalidQuery : HullbakeStatusOk;
}

HullbakeStatus hullbakeWaterLevel(const HullbakeMap* map, const HullbakeProbe* probe, HullbakeVec3 origin,
                                  const HullbakeWaterRules* rules, uint8_t useBefore, HullbakeWaterLevel* level) {
    if (level == nullptr) return HullbakeStatusNullArgument;
    HullbakeWaterLevel before = kNoLevel;
    if (!readSized(level, HULLBAKE_WATER_LEVEL_MIN, before)) return HullbakeStatusBadSize;
    WaterLevel answer;
    answer.invalid = true;
    answer.refusal = Refusal::BadArguments;
    const HullbakeStatus status =
        answerLevel(map, probe, fromC(origin), rules, useBefore != 0 ? &before : nullptr, answer);
    writeSized(level, before.size, levelToC(answer));
    return status;
}
