#include "oracle/moves/move_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "oracle/judge/compare_trace.hpp"
#include "oracle/moves/feasible_cone.hpp"
#include "oracle/moves/move_motion.hpp"

namespace hullbake::oracle {
namespace {

constexpr std::array<std::string_view, kMoveFaults> kNames = {
    "refused to move", "not finite",       "broken path",  "ends in solid", "passes through solid",
    "stalls",          "gains energy",     "goes too far", "gains height",  "presses into plane",
    "drifts",          "stands on nothing"};
constexpr std::array<std::string_view, kMoveFaults> kKeys = {"refused", "notFinite", "brokenPath", "endsInSolid",
                                                             "through", "stalls",    "energy",     "tooFar",
                                                             "height",  "intoPlane", "drift",      "ground"};
/// Of the wish: who got less hardly moved.
constexpr double kHardly = 1e-3;
/// Units: shorter wishes are not looked at.
constexpr double kLeastWish = 1e-4;
/// Units: how far a way must be free that a mover had to take.
constexpr double kFreeWay = 1.0 / 8;
/// Skins that such a way must be free for beyond its end: what comes nearer than the skin there may stop the mover.
constexpr double kAhead = 8;
/// Part of the skin by which such a way must be free to one side at least.
constexpr double kSideways = 0.9;
/// Part of the wish that such a way must keep.
constexpr double kKept = 0.05;
/// A way clear of all planes may be so many times as long as the shortest.
constexpr double kDetour = 2;
/// Times along a path may run backwards by this, seconds: rounding.
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

/// Empty, or what is wrong with the path itself.
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

/// The heading of `v`, up or down as the ground leads.
Vec3 alongGround(const Vec3& v, const Vec3& ground) {
    return {v.x, v.y, -(v.x * ground.x + v.y * ground.y) / ground.z};
}

/// What the mover wants to do in this tick, units.
Vec3 wishOf(const MoveRecord& move) {
    const Vec3& v = move.before.velocity;
    if (move.kind == MoverKind::Walk && move.before.onGround)
        return normalized(alongGround(v, move.before.ground.normal)) * (length(v) * move.seconds);
    return v * move.seconds + Vec3{0, 0, -move.gravity} * (move.seconds * move.seconds / 2);
}

/// The furthest that the mover came from its start, tries of steps left out: who was thrown back has moved.
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
    return kNames[static_cast<std::size_t>(fault)];
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

/// Whether the answer is one that can be judged further.
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

/// How far it is from `p` to where all planes near it are a skin away, units; `most` when there is no such place.
double MoveJudge::clearWay(const MoveRecord& move, const Vec3& p, double most) const {
    std::vector<Plane> planes;
    for (const std::uint32_t i : solids_.all().within(p, move.probe.skin, move.probe.mask))
        for (const GrownPlane& plane : solids_.all().brushes()[i].planes) {
            const double away = dot(plane.normal, p) - plane.dist;
            if (away > -kSurfaceTolerance) planes.push_back({plane.normal, move.probe.skin - away});
        }
    const auto place = nearestInFront(planes);
    return place ? std::min(most, length(*place)) : most;
}

/// How far the mover had to go aside, units: out of crevices that were narrower around it than its skin.
double MoveJudge::clearance(const MoveRecord& move) const {
    double sum = 0;
    Vec3 from = move.before.origin;
    for (const PathPoint& point : move.path) {
        const double went = length(point.position - from);
        if ((point.event == PathEvent::Clear || point.event == PathEvent::Unstick) && went > 0)
            sum += std::min(went, kDetour * clearWay(move, from, went));
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
    for (const Stretches& seen : solids_.stretches(from, to.position, move.probe.mask, {kMoveDepth})) {
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

/// Whether a mover's origin may go there, by the solids and by what its hull knows of the outside.
bool MoveJudge::freeWay(const MoveRecord& move, const Vec3& from, const Vec3& to) const {
    for (const Stretches& seen : solids_.stretches(from, to, move.probe.mask, {})) {
        if (seen.startsInside || seen.endsInside) return false;
        if (std::any_of(seen.runs.begin(), seen.runs.end(), [](const Stretch& run) { return run.solid; })) return false;
    }
    constexpr int kSamples = 8;  // what the fill has closed is no thinner than the way is long
    for (int i = 0; reached_ && i <= kSamples; ++i)
        if (!reached_(from + (to - from) * (static_cast<double>(i) / kSamples))) return false;
    return true;
}

/// Whether a way that is left over is free as far as a mover would go, which keeps its skin from what comes next.
/// Who was stopped, and then fell back, was stopped where the last bump was: the way must be free there, too.
bool MoveJudge::openWay(const MoveRecord& move, const WayOut& out) const {
    const auto bump = std::find_if(move.path.rbegin(), move.path.rend(),
                                   [](const PathPoint& point) { return point.event == PathEvent::Bump; });
    return openWayFrom(move, out, move.after.origin) &&
           (bump == move.path.rend() || openWayFrom(move, out, bump->position));
}

bool MoveJudge::openWayFrom(const MoveRecord& move, const WayOut& out, const Vec3& start) const {
    const double kept = length(out.way);
    const Vec3 from = start + out.off;
    const Vec3 to = from + out.way * ((std::min(kept, kFreeWay) + kAhead * move.probe.skin) / kept);
    if (!freeWay(move, start, from) || !freeWay(move, from, to)) return false;
    // A passage hardly wider than the mover, where it could keep the skin to neither side, need not be taken.
    const std::array<Vec3, 2> sides = across(out.way * (1 / kept));
    return std::all_of(sides.begin(), sides.end(), [&](const Vec3& side) {
        const Vec3 off = side * (move.probe.skin * kSideways);
        return (freeWay(move, from, from + off) && freeWay(move, from + off, to + off)) ||
               (freeWay(move, from, from - off) && freeWay(move, from - off, to - off));
    });
}

/// What is left of the wish at the places of the move, as far as it is free; empty when the mover need not have moved.
std::vector<WayOut> MoveJudge::waysLeft(const MoveRecord& move, const Vec3& wish, const Vec3* ground,
                                        MoveVerdict& verdict) const {
    const double wished = length(wish);
    const auto ask = [&](const Vec3& part, bool fromAbove) {
        WaysOut near(solids_, move.probe.mask, move.probe.skin + std::min(wished, kFreeWay));
        if (ground != nullptr) near.keepTo(*ground, move.rules.groundNormal);
        if (fromAbove) near.seeFromAbove();
        // A direction that led into a plane on the way here was given up there.
        near.addPlace(move.before.origin);
        for (const PathPoint& point : move.path) near.addPlace(point.position);
        const double size = length(part);
        WaysOut::Answer answer = near.nearest(part, size > 0 ? kKept * wished / size : 1);
        verdict.stallUndecided = verdict.stallUndecided || answer.undecided;
        return answer.ways;
    };
    // Walkers may bend their heading as it is seen from above, or as it leads along the ground.
    if (ground != nullptr && ask({wish.x, wish.y, 0}, true).empty()) return {};
    std::vector<WayOut> ways = ask(wish, false);
    // And on the ground a way must lead on as seen from above, not just down the slope.
    const Vec3 heading = normalized({wish.x, wish.y, 0});
    const double least = ground != nullptr ? kKept * length(Vec3{wish.x, wish.y, 0}) : -1e30;
    const bool free = std::all_of(ways.begin(), ways.end(), [&](const WayOut& way) {
        return dot(way.way, heading) >= least && openWay(move, way);
    });
    return free ? ways : std::vector<WayOut>{};
}

void MoveJudge::judgeStall(const MoveRecord& move, MoveVerdict& verdict) const {
    const Vec3 wish = wishOf(move);
    const double wished = length(wish), went = furthestFrom(move);
    if (wished < kLeastWish || went >= kHardly * wished) return;
    verdict.stallExamined = true;
    const bool walks = move.kind == MoverKind::Walk, stood = walks && move.before.onGround;
    std::vector<WayOut> ways = waysLeft(move, wish, stood ? &move.before.ground.normal : nullptr, verdict);
    // Who lands keeps of the fall what leads along the ground, or nothing: both are right.
    const auto landing = std::find_if(move.path.begin(), move.path.end(),
                                      [](const PathPoint& point) { return point.event == PathEvent::Land; });
    if (walks && !stood && landing != move.path.end() && !ways.empty()) {
        const Vec3& ground = move.after.onGround ? move.after.ground.normal : landing->plane.normal;
        const Vec3 along = alongGround(wish, ground);
        if (length(along) < kKept * wished) return;
        ways = waysLeft(move, along, &ground, verdict);
    }
    if (ways.empty()) return;
    const WayOut& way = ways.front();
    verdict.findings.push_back({MoveFault::Stall, "went " + exactText(went) + " of " + exactText(wished) +
                                                      " units and stopped at " + text(move.after.origin) + "; " +
                                                      text(way.way * (1 / wished)) + " of it is free, along " +
                                                      std::to_string(way.planes) + " planes"});
}

}  // namespace hullbake::oracle
