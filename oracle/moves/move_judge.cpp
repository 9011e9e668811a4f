#include "oracle/moves/move_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "oracle/judge/compare_trace.hpp"
#include "oracle/moves/feasible_cone.hpp"
#include "oracle/moves/move_motion.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::array<std::string_view, kMoveFaults> kFaultNames = {
    "refused to move", "not finite",        "broken path",  "ends in solid", "passes through solid",
    "stalls",          "gains energy",      "goes too far", "gains height",  "presses into plane",
    "drifts",          "stands on nothing", "trembles"};
constexpr std::array<std::string_view, kMoveFaults> kKeys = {
    "refused", "notFinite", "brokenPath", "endsInSolid", "through", "stalls", "energy",
    "tooFar",  "height",    "intoPlane",  "drift",       "ground",  "tremble"};
/// Share of the wish below which a mover hardly moved.
constexpr double kStalledShare = 1e-3;
/// Shortest wish, in units, that is examined for stalls.
constexpr double kLeastWish = 1e-4;
/// Length, in units, for which a direction must be free before a mover had to take it.
constexpr double kFreeLength = 1.0 / 8;
/// Skins beyond that length that must be free too. Anything nearer than the skin may stop the mover there.
constexpr double kSkinsAhead = 8;
/// Share of the skin that must be free on at least one side of such a direction.
constexpr double kSidewaysShare = 0.9;
/// Share of the wish that such a direction must keep.
constexpr double kLeastShare = 0.05;
/// Longest accepted way clear of all planes, as a multiple of the shortest.
constexpr double kLongestDetour = 2;
/// Bounds rounding, in seconds, when times along a path run backwards.
constexpr double kTimeRounding = 1e-9;

bool finite(const MoveRecord& move) {
    const WalkState& after = move.after;
    return isFinite(after.origin) && isFinite(after.velocity) && isFinite(after.ground.normal) &&
           std::isfinite(after.ground.dist) &&
           std::all_of(move.planes.begin(), move.planes.end(), [](const Vec3& normal) { return isFinite(normal); }) &&
           std::all_of(move.path.begin(), move.path.end(), [](const PathPoint& point) {
               return isFinite(point.position) && std::isfinite(point.time) && isFinite(point.plane.normal) &&
                      std::isfinite(point.plane.dist);
           });
}

/// Returns an empty string, or what is wrong with the path itself.
std::string pathFault(const MoveRecord& move) {
    if (move.path.empty()) return "it has no points";
    if (!(move.path.back().position == move.after.origin))
        return "its last point is " + text(move.path.back().position) + ", the mover is at " + text(move.after.origin);
    double time = 0;
    for (const PathPoint& point : move.path) {
        if (point.time < time - kTimeRounding || point.time > move.seconds + kTimeRounding)
            return "time " + exactText(point.time) + " follows " + exactText(time);
        time = point.time;
    }
    return {};
}

/// Returns the heading of `v`, raised or lowered to follow the ground.
Vec3 alongGround(const Vec3& v, const Vec3& ground) {
    return {v.x, v.y, -(v.x * ground.x + v.y * ground.y) / ground.z};
}

/// Returns where the mover wants to go in this tick, in units.
Vec3 wishOf(const MoveRecord& move) {
    const Vec3& v = move.before.velocity;
    if (move.kind == MoverKind::Walk && move.before.onGround)
        return normalized(alongGround(v, move.before.ground.normal)) * (length(v) * move.seconds);
    return v * move.seconds + Vec3{0, 0, -move.gravity} * (move.seconds * move.seconds / 2);
}

/// Returns the farthest that the mover came from its start. Skips tries of steps. A mover that is thrown back has
/// moved.
double furthestFrom(const MoveRecord& move) {
    double furthest = length(move.after.origin - move.before.origin);
    for (const PathPoint& point : move.path) {
        const bool step = point.event == PathEvent::StepUp || point.event == PathEvent::StepOver;
        if (!step) furthest = std::max(furthest, length(point.position - move.before.origin));
    }
    return furthest;
}

}  // namespace

std::string_view moveFaultName(MoveFault fault) {
    return kFaultNames[static_cast<std::size_t>(fault)];
}

std::string_view moveFaultKey(MoveFault fault) {
    return kKeys[static_cast<std::size_t>(fault)];
}

void MoveJudge::judge(const MoveRecord& move, MoveVerdict& verdict) const {
    verdict = {};
    if (!sound(move, verdict)) return;
    judgePath(move, verdict);
    judgeMotion(move, clearance(move), verdict);
    judgeStall(move, verdict);
}

/// Returns true if the answer can be judged further.
bool MoveJudge::sound(const MoveRecord& move, MoveVerdict& verdict) const {
    if (!finite(move)) {
        verdict.findings.push_back(
            {MoveFault::NotFinite, "origin " + text(move.after.origin) + ", velocity " + text(move.after.velocity)});
        return false;
    }
    if (move.status != SlideStatus::Moved) {
        const bool stuck = move.status == SlideStatus::Stuck;
        verdict.findings.push_back({MoveFault::Refused, stuck ? "it says that it is stuck" : "it says invalid"});
        return false;
    }
    const std::string fault = pathFault(move);
    if (!fault.empty()) verdict.findings.push_back({MoveFault::Path, fault});
    const bool stands = move.kind == MoverKind::Walk && move.before.onGround && move.before.velocity == Vec3{};
    if (stands && !(move.after.origin == move.before.origin && move.after.velocity == Vec3{}))
        verdict.findings.push_back({MoveFault::Drift, "moved by " + text(move.after.origin - move.before.origin) +
                                                          ", velocity " + text(move.after.velocity)});
    return fault.empty();
}

/// Returns the distance, in units, from `p` to where all planes near it are a skin away. Returns `most` if there is no
/// such position, or a farther one.
double MoveJudge::clearDistance(const MoveRecord& move, const Vec3& p, double most) const {
    std::vector<Plane> planes;
    for (const std::uint32_t i : solids_.all().within(p, move.probe.skin, move.probe.mask))
        for (const GrownPlane& plane : solids_.all().brushes()[i].planes) {
            const double away = dot(plane.normal, p) - plane.dist;
            if (away > -kSurfaceTolerance) planes.push_back({plane.normal, move.probe.skin - away});
        }
    const auto place = nearestInFront(planes);
    return place ? std::min(most, length(*place)) : most;
}

/// Returns how far, in units, the mover had to go aside to leave crevices narrower than its skin.
double MoveJudge::clearance(const MoveRecord& move) const {
    double sum = 0;
    Vec3 from = move.before.origin;
    for (const PathPoint& point : move.path) {
        const double went = length(point.position - from);
        if ((point.event == PathEvent::Clear || point.event == PathEvent::Unstick) && went > 0)
            sum += std::min(went, kLongestDetour * clearDistance(move, from, went));
        from = point.position;
    }
    return sum;
}

void MoveJudge::judgePath(const MoveRecord& move, MoveVerdict& verdict) const {
    Vec3 from = move.before.origin;
    for (std::size_t i = 0; i < move.path.size(); ++i) {
        judgePiece(move, from, move.path[i], i + 1 == move.path.size(), verdict);
        from = move.path[i].position;
    }
}

void MoveJudge::judgePiece(const MoveRecord& move, const Vec3& from, const PathPoint& to, bool last,
                           MoveVerdict& verdict) const {
    ++verdict.pieces;
    if (solids_.all().clear(from, to.position, move.probe.mask)) return;
    ++verdict.longLooks;
    const auto has = [&](MoveFault fault) {
        return std::any_of(verdict.findings.begin(), verdict.findings.end(),
                           [&](const MoveFinding& finding) { return finding.fault == fault; });
    };
    for (const SegmentProfile& seen : solids_.profiles(from, to.position, move.probe.mask, {kMoveDepth})) {
        const auto deep =
            std::find_if(seen.runs.begin(), seen.runs.end(), [](const Stretch& run) { return run.solid; });
        if (deep != seen.runs.end() && !has(MoveFault::Through)) {
            const Vec3 way = to.position - from;
            verdict.findings.push_back(
                {MoveFault::Through, "between " + text(from) + " and " + text(to.position) + " it is in solid from " +
                                         text(from + way * deep->from) + " to " + text(from + way * deep->to)});
        }
        if (last && seen.endsInside && !has(MoveFault::InSolid))
            verdict.findings.push_back({MoveFault::InSolid, "ends at " + text(to.position)});
    }
}

/// Returns true if the segment is free for the solids and for what the hull knows of the outside.
bool MoveJudge::isFree(const MoveRecord& move, const Vec3& from, const Vec3& to) const {
    for (const SegmentProfile& seen : solids_.profiles(from, to, move.probe.mask, {})) {
        if (seen.startsInside || seen.endsInside) return false;
        if (std::any_of(seen.runs.begin(), seen.runs.end(), [](const Stretch& run) { return run.solid; })) return false;
    }
    constexpr int kSamples = 8;  // enough, because filled space is no thinner than the segment is long
    for (int i = 0; reached_ && i <= kSamples; ++i)
        if (!reached_(from + (to - from) * (static_cast<double>(i) / kSamples))) return false;
    return true;
}

/// Returns true if the direction is free from the end of the move and from its last bump. A mover that was stopped
/// by the bump and then fell back must have been free to go there.
bool MoveJudge::isOpen(const MoveRecord& move, const OpenDirection& out) const {
    const auto bump = std::find_if(move.path.rbegin(), move.path.rend(),
                                   [](const PathPoint& point) { return point.event == PathEvent::Bump; });
    return isOpenFrom(move, out, move.after.origin) &&
           (bump == move.path.rend() || isOpenFrom(move, out, bump->position));
}

/// Returns true if the direction is free from `start`: for kFreeLength or its whole length, and kSkinsAhead skins more.
bool MoveJudge::isOpenFrom(const MoveRecord& move, const OpenDirection& out, const Vec3& start) const {
    const double kept = length(out.part);
    const Vec3 from = start + out.offset;
    const Vec3 to = from + out.part * ((std::min(kept, kFreeLength) + kSkinsAhead * move.probe.skin) / kept);
    if (!isFree(move, start, from) || !isFree(move, from, to)) return false;
    // A mover need not take a passage in which it could keep the skin to neither side.
    const std::array<Vec3, 2> sides = across(out.part * (1 / kept));
    return std::all_of(sides.begin(), sides.end(), [&](const Vec3& side) {
        const Vec3 off = side * (move.probe.skin * kSidewaysShare);
        return (isFree(move, from, from + off) && isFree(move, from + off, to + off)) ||
               (isFree(move, from, from - off) && isFree(move, from - off, to - off));
    });
}

/// Returns the parts of the wish that are open at the positions of the move. Empty if the mover need not have moved.
std::vector<OpenDirection> MoveJudge::openDirections(const MoveRecord& move, const Vec3& wish, const Vec3* ground,
                                                     MoveVerdict& verdict) const {
    const double wished = length(wish);
    const auto ask = [&](const Vec3& part, bool ignoreHeight) {
        OpenDirections near(solids_, move.probe.mask, move.probe.skin + std::min(wished, kFreeLength));
        if (ground != nullptr) near.keepToGround(*ground, move.rules.groundNormal);
        if (ignoreHeight) near.ignoreHeight();
        // A direction that led into a plane earlier in the tick was given up there.
        near.addPosition(move.before.origin);
        for (const PathPoint& point : move.path) near.addPosition(point.position);
        const double size = length(part);
        OpenDirections::Answer answer = near.nearest(part, size > 0 ? kLeastShare * wished / size : 1);
        verdict.stallUndecided = verdict.stallUndecided || answer.undecided;
        return answer.directions;
    };
    // Walkers may bend their heading as seen from above, or along the ground. Both must leave something.
    if (ground != nullptr && ask({wish.x, wish.y, 0}, true).empty()) return {};
    std::vector<OpenDirection> directions = ask(wish, false);
    // On the ground a direction must lead on as seen from above, not only down the slope.
    const Vec3 heading = normalized({wish.x, wish.y, 0});
    const double least = ground != nullptr ? kLeastShare * length(Vec3{wish.x, wish.y, 0}) : -1e30;
    const bool free = std::all_of(directions.begin(), directions.end(), [&](const OpenDirection& open) {
        return dot(open.part, heading) >= least && isOpen(move, open);
    });
    return free ? directions : std::vector<OpenDirection>{};
}

void MoveJudge::judgeStall(const MoveRecord& move, MoveVerdict& verdict) const {
    const Vec3 wish = wishOf(move);
    const double wished = length(wish), went = furthestFrom(move);
    if (wished < kLeastWish || went >= kStalledShare * wished) return;
    verdict.stallExamined = true;
    const bool walks = move.kind == MoverKind::Walk, stood = walks && move.before.onGround;
    std::vector<OpenDirection> directions =
        openDirections(move, wish, stood ? &move.before.ground.normal : nullptr, verdict);
    // A mover that lands may keep the part of its fall along the ground, or nothing.
    const auto landing = std::find_if(move.path.begin(), move.path.end(),
                                      [](const PathPoint& point) { return point.event == PathEvent::Land; });
    if (walks && !stood && landing != move.path.end() && !directions.empty()) {
        const Vec3& ground = move.after.onGround ? move.after.ground.normal : landing->plane.normal;
        const Vec3 along = alongGround(wish, ground);
        if (length(along) < kLeastShare * wished) return;
        directions = openDirections(move, along, &ground, verdict);
    }
    if (directions.empty()) return;
    const OpenDirection& open = directions.front();
    verdict.findings.push_back({MoveFault::Stall, "went " + exactText(went) + " of " + exactText(wished) +
                                                      " units and stopped at " + text(move.after.origin) + "; " +
                                                      text(open.part * (1 / wished)) + " of it is free, along " +
                                                      std::to_string(open.planes) + " planes"});
}

}  // namespace hullbake::oracle
