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
constexpr double kStalledShare = 1e-3;
/// Units: shorter wishes are not looked at.
constexpr double kLeastWish = 1e-4;
/// Units: how far a way must be free that a mover had to take.
constexpr double kFreeLength = 1.0 / 8;
/// Skins that such a way must be free for beyond its end: what comes nearer than the skin there may stop the mover.
constexpr double kSkinsAhead = 8;
/// Part of the skin by which such a way must be free to one side at least.
constexpr double kSidewaysShare = 0.9;
/// Part of the wish that such a way must keep.
constexpr double kLeastShare = 0.05;
/// A way clear of all planes may be so many times as long as the shortest.
constexpr double kLongestDetour = 2;
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

/// How far the mover had to go aside, units: out of crevices that were narrower around it than its skin.
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

/// Whether a mover's origin may go there, by the solids and by what its hull knows of the outside.
bool MoveJudge::isFree(const MoveRecord& move, const Vec3& from, const Vec3& to) const {
    for (const SegmentProfile& seen : solids_.profiles(from, to, move.probe.mask, {})) {
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
bool MoveJudge::isOpen(const MoveRecord& move, const OpenDirection& out) const {
    const auto bump = std::find_if(move.path.rbegin(), move.path.rend(),
                                   [](const PathPoint& point) { return point.event == PathEvent::Bump; });
    return isOpenFrom(move, out, move.after.origin) &&
           (bump == move.path.rend() || isOpenFrom(move, out, bump->position));
}

bool MoveJudge::isOpenFrom(const MoveRecord& move, const OpenDirection& out, const Vec3& start) const {
    const double kept = length(out.part);
    const Vec3 from = start + out.offset;
    const Vec3 to = from + out.part * ((std::min(kept, kFreeLength) + kSkinsAhead * move.probe.skin) / kept);
    if (!isFree(move, start, from) || !isFree(move, from, to)) return false;
    // A passage hardly wider than the mover, where it could keep the skin to neither side, need not be taken.
    const std::array<Vec3, 2> sides = across(out.part * (1 / kept));
    return std::all_of(sides.begin(), sides.end(), [&](const Vec3& side) {
        const Vec3 off = side * (move.probe.skin * kSidewaysShare);
        return (isFree(move, from, from + off) && isFree(move, from + off, to + off)) ||
               (isFree(move, from, from - off) && isFree(move, from - off, to - off));
    });
}

/// What is left of the wish at the places of the move, as far as it is free; empty when the mover need not have moved.
std::vector<OpenDirection> MoveJudge::openDirections(const MoveRecord& move, const Vec3& wish, const Vec3* ground,
                                                     MoveVerdict& verdict) const {
    const double wished = length(wish);
    const auto ask = [&](const Vec3& part, bool ignoreHeight) {
        OpenDirections near(solids_, move.probe.mask, move.probe.skin + std::min(wished, kFreeLength));
        if (ground != nullptr) near.keepToGround(*ground, move.rules.groundNormal);
        if (ignoreHeight) near.ignoreHeight();
        // A direction that led into a plane on the way here was given up there.
        near.addPosition(move.before.origin);
        for (const PathPoint& point : move.path) near.addPosition(point.position);
        const double size = length(part);
        OpenDirections::Answer answer = near.nearest(part, size > 0 ? kLeastShare * wished / size : 1);
        verdict.stallUndecided = verdict.stallUndecided || answer.undecided;
        return answer.directions;
    };
    // Walkers may bend their heading as it is seen from above, or as it leads along the ground.
    if (ground != nullptr && ask({wish.x, wish.y, 0}, true).empty()) return {};
    std::vector<OpenDirection> directions = ask(wish, false);
    // And on the ground a way must lead on as seen from above, not just down the slope.
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
    // Who lands keeps of the fall what leads along the ground, or nothing: both are right.
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
