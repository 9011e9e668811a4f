#include "oracle/moves/move_record.hpp"

#include <array>
#include <cstdio>

#include "oracle/judge/compare_trace.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::array<std::string_view, kMoverKinds> kKindNames = {"fly", "fall", "walk"};
/// Largest number of bends that answerText() lists.
constexpr std::size_t kListedBends = 12;
/// Room for bends at first. Most paths have fewer.
constexpr std::size_t kUsualBends = 64;

std::size_t slideOnce(const ClipMap& map, MoveRecord& move) {
    SlideInput input;
    input.origin = move.before.origin;
    input.velocity = move.before.velocity;
    input.seconds = move.seconds;
    input.acceleration = {0, 0, -move.gravity};
    const SlideResult result = slide(map, move.probe, input, move.path);
    move.status = result.status;
    move.after = {};
    move.after.origin = result.origin;
    move.after.velocity = result.velocity;
    move.landed = move.leftGround = false;
    move.steps = 0;
    move.blocked = result.blocked;
    move.traces = result.traces;
    move.touchings = result.touchings;
    move.planes.assign(result.planes, result.planes + std::min<std::size_t>(result.planeCount, kMaxMovePlanes));
    return result.pathPoints;
}

std::size_t walkOnce(const ClipMap& map, MoveRecord& move) {
    WalkRules rules = move.rules;
    rules.gravity = move.gravity;
    const WalkResult result = walk(map, move.probe, rules, move.before, move.seconds, move.path);
    move.status = result.status;
    move.after = result.state;
    move.landed = result.landed;
    move.leftGround = result.leftGround;
    move.blocked = result.blocked;
    move.steps = result.steps;
    move.traces = result.traces;
    move.touchings = result.touchings;
    move.planes.assign(result.planes, result.planes + std::min<std::size_t>(result.planeCount, kMaxMovePlanes));
    return result.pathPoints;
}

}  // namespace

std::string_view moverKindName(MoverKind kind) {
    return kKindNames[static_cast<std::size_t>(kind)];
}

void runMove(const ClipMap& map, MoveRecord& move) {
    move.path.resize(kUsualBends);
    for (;;) {
        const std::size_t points = move.kind == MoverKind::Walk ? walkOnce(map, move) : slideOnce(map, move);
        const bool fits = points <= move.path.size();
        move.path.resize(points);
        if (fits) return;
    }
}

std::string exactText(double value) {
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.17g", value);
    return buffer.data();
}

std::string moveText(const MoveRecord& move) {
    const Probe& probe = move.probe;
    const WalkState& state = move.before;
    std::string line{moverKindName(move.kind)};
    line += probe.box ? " box " + text(probe.box->mins) + ":" + text(probe.box->maxs)
                      : " hull " + std::to_string(probe.hull.value);
    line += probe.model == kAllModels ? ", all models" : ", model " + std::to_string(probe.model.value);
    line += ", skin " + exactText(probe.skin) + ", from " + text(state.origin) + ", velocity " + text(state.velocity) +
            ", seconds " + exactText(move.seconds) + ", gravity " + exactText(move.gravity);
    if (move.kind != MoverKind::Walk) return line;
    line += ", step " + exactText(move.rules.stepHeight) + ", ground normal " + exactText(move.rules.groundNormal);
    line += state.onGround ? ", on ground " + text(state.ground.normal) + " dist " + exactText(state.ground.dist) +
                                 " of model " + std::to_string(state.groundModel.value)
                           : ", in the air";
    if (state.wedged) line += ", wedged";
    return line;
}

std::string answerText(const MoveRecord& move) {
    std::string line = "ended at " + text(move.after.origin) + ", velocity " + text(move.after.velocity) +
                       (move.after.onGround ? ", on ground" : "") + ", by";
    std::size_t listed = 0;
    for (const PathPoint& point : move.path) {
        if (listed++ == kListedBends) return line + " and so on, " + std::to_string(move.path.size()) + " points";
        line += " " + std::string(pathEventName(point.event)) + " " + text(point.position);
        if (!(point.plane.normal == Vec3{})) line += " at plane " + text(point.plane.normal);
        line += ",";
    }
    line.pop_back();
    return line;
}

}  // namespace hullbake::oracle
