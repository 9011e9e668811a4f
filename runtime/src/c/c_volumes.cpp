// The C interface of volumes that stop nothing.

#include "hullbake/hullbake_volumes.h"

#include "c/c_probe.hpp"
#include "c/sized_struct.hpp"
#include "hullbake/water.hpp"

using namespace hullbake;
using namespace hullbake::detail;

namespace {

constexpr HullbakeWaterRules kDefaultRules = HULLBAKE_WATER_RULES_INIT;
constexpr HullbakeWaterLevel kNoLevel = HULLBAKE_WATER_LEVEL_INIT;
static_assert(kDefaultRules.eyes == WaterRules{}.eyes && kDefaultRules.band == WaterRules{}.band &&
              Contents{kDefaultRules.liquids} == WaterRules{}.liquids);

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
    HullbakeWaterRules read = kDefaultRules;
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

}  // namespace

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
