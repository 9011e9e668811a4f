#include "oracle/campaign/filled_hull_rules.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "oracle/trace/cracks.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {
namespace {

/// Accepts only points well inside. A sliver keeps the thickness that it has under the contract's tolerance.
constexpr Tolerance kWellInside{kDeepestTolerance, Tolerance{}.sliver / 5};
/// Treats cracks thinner than the tolerance as closed.
constexpr Tolerance kCracksClosed{kSurfaceTolerance, 0.5, kSurfaceTolerance};

/// Calls visit(q) for the 27 points of a cube of half size `distance` around `p`.
template <typename Visit>
void visitAround(const Vec3& p, double distance, Visit&& visit) {
    for (int i = 0; i < 27; ++i)
        visit(p +
              Vec3{static_cast<double>(i % 3 - 1), static_cast<double>(i / 3 % 3 - 1), static_cast<double>(i / 9 - 1)} *
                  distance);
}

}  // namespace

/// Returns true if nothing that blocks is at `p` or within kDeepestTolerance of it.
bool FilledHullRules::isClear(const Vec3& p) const {
    const PointAnswer at = solids_.contents(p, {kDeepestTolerance});
    return !any((at.certain | at.possible) & kMaskBlocking);
}

/// Returns the hull's trace from `p` to itself.
Trace FilledHullRules::traceInPlace(const Vec3& p, Contents mask) const {
    Probe probe = probe_;
    probe.mask = mask;
    return map_.trace(probe, p, p);
}

/// Returns true if the hull calls `p` or a sample beside it free.
bool FilledHullRules::touchesReached(const Vec3& p) const {
    bool reached = false;
    visitAround(p, kSampleDistance, [&](const Vec3& q) { reached = reached || !blocked(q); });
    return reached;
}

/// Returns true if `p` or a sample at `distance` is solid in the hull only.
bool FilledHullRules::touchesFilled(const Vec3& p, double distance) const {
    bool filled = false;
    visitAround(p, distance, [&](const Vec3& q) { filled = filled || isFilledSpace(q); });
    return filled;
}

/// Returns true if `p` is free in the hull and no filled space touches it. At the border of filled space the solids
/// alone let a trace go either way, and the hull does not.
bool FilledHullRules::startAgrees(const Vec3& p) const {
    return !blocked(p) && !touchesFilled(p, kSampleDistance);
}

FilledHullRules::Start FilledHullRules::prepare(TraceCase& input) const {
    // A mask that lets the trace pass walls leads it into space that the fill has changed.
    const bool wet = any(input.probe.mask & kMaskPassable);
    if ((input.probe.mask & kMaskBlocking) != kMaskBlocking) input.probe.mask = wet ? kMaskAll : kMaskBlocking;
    if (!blocked(input.start) && solids_.inside(input.start, kMaskBlocking, kWellInside)) return Start::FreeInSolid;
    if (solids_.inside(input.start, input.probe.mask) || !startAgrees(input.start)) return Start::Unsuitable;
    // On the border of liquid and filled space, cracks below the tolerance decide whether a start is inside.
    if (!wet || !traceInPlace(input.start, input.probe.mask).hit) return Start::Comparable;
    const bool agrees =
        !touchesFilled(input.start, kSurfaceTolerance) && !solids_.inside(input.start, input.probe.mask, kCracksClosed);
    return agrees ? Start::Comparable : Start::Unsuitable;
}

FilledHullRules::Excuse FilledHullRules::excuse(const TraceCase& input, const Trace& trace,
                                                const Verdict& verdict) const {
    if (leavesReachedSpace(input, trace, verdict) || entersFilledToo(input, trace, verdict)) return Excuse::LeftReached;
    return stopsAtClosedCrack(input, trace, verdict) ? Excuse::ClosedCrack : Excuse::None;
}

/// Returns the last point of the trace before the fraction `t` that touches reached space.
Vec3 FilledHullRules::lastReached(const TraceCase& input, double t) const {
    const Vec3 way = input.end - input.start;
    double low = 0, high = t;
    if (touchesReached(input.start + way * t)) return input.start + way * t;
    constexpr int kHalvings = 50;
    for (int i = 0; i < kHalvings; ++i) {
        const double middle = (low + high) / 2;
        (touchesReached(input.start + way * middle) ? low : high) = middle;
    }
    return input.start + way * low;
}

/// Looks for a passage with width that joins reached and filled space around `p`. If there is one, the fill went wrong.
FilledHullRules::Passage FilledHullRules::passageAround(const Vec3& p, double distance) const {
    std::vector<Vec3> reached, filled;
    visitAround(p, distance, [&](const Vec3& q) {
        if (isClear(q) && !inCrack(solids_, q)) (blocked(q) ? filled : reached).push_back(q);
    });
    // Rays beside the middle one prove nothing: all may pass exactly through edges in which brushes touch.
    const auto open = [&](const Vec3& from, const Vec3& to) {
        return solids_.clear(from, to, kMaskBlocking, distance / 8);
    };
    if (reached.empty() || filled.empty()) return Passage::Unknown;
    const bool found = std::any_of(reached.begin(), reached.end(), [&](const Vec3& from) {
        return std::any_of(filled.begin(), filled.end(), [&](const Vec3& to) { return open(from, to); });
    });
    return found ? Passage::Open : Passage::Closed;
}

/// Returns true if `p` is in a gap between two edges that the fill may close. Reached and filled space must both have
/// room there: a thin filled sheet in open space is no gap.
bool FilledHullRules::isGapBetweenEdges(const Vec3& p) const {
    return passageAround(p, kClosedWidth) == Passage::Closed;
}

/// Returns true if the trace enters filled space through an edge or a vertex.
///
/// Reached and filled space may touch in an edge or a vertex. A trace that slides exactly along surfaces passes there
/// in the solids. The hull stops it there, or where a leaf of no width ends. Both answers are right. Three things must
/// hold: brushes are beside the passage, no way around it is open, and the hull is solid somewhere beyond in free
/// space. Where rounding moved the edges apart, the passage is a gap that the fill may close.
bool FilledHullRules::leavesReachedSpace(const TraceCase& input, const Trace& trace, const Verdict& verdict) const {
    if (!trace.hit || trace.hitFraction >= verdict.answer.hitFraction) return false;
    const Vec3 way = input.end - input.start;
    const Vec3 contact = input.start + way * trace.hitFraction;
    const Vec3 at = lastReached(input, trace.hitFraction);
    const PointAnswer around = solids_.contents(contact, {kSampleDistance});
    const bool besideBrushes = any((around.possible | around.certain) & kMaskBlocking);
    if (at == contact && (solids_.contents(contact).blocked || !besideBrushes)) return false;
    // Just behind the contact the trace may still touch reached space, because it may meet the edge at any angle.
    const double open = (verdict.answer.hitFraction - trace.hitFraction) * length(way) * 0.999;
    bool left = false;
    for (double units = kSurfaceTolerance; !left; units *= 2) {
        const Vec3 beyond = contact + way * (std::min(units, open) / length(way));
        left = traceInPlace(beyond, input.probe.mask).startsolid && !solids_.inside(beyond, input.probe.mask);
        if (units >= open) break;
    }
    const Passage wide = passageAround(at, kClosedWidth);
    return left && (wide == Passage::Closed ||
                    (wide == Passage::Unknown && passageAround(at, kSampleDistance) != Passage::Open));
}

/// Returns true if the trace enters a brush and filled space at the same point, and agrees except for the contents.
bool FilledHullRules::entersFilledToo(const TraceCase& input, const Trace& trace, const Verdict& verdict) const {
    if (!trace.hit || trace.contents != Contents::Solid || verdict.answer.contents.empty()) return false;
    const Vec3 contact = input.start + (input.end - input.start) * trace.hitFraction;
    const bool filled = touchesFilled(contact, kSampleDistance);
    const PointAnswer& behind = verdict.answer.contents.back();
    Trace other = trace;
    other.contents = resolveOverlap((any(behind.certain) ? behind.certain : behind.possible) & input.probe.mask);
    return filled && compareTrace(solids_, input, other).agrees;
}

/// Returns true if the trace comes out of a crack just before the fraction `t` and is in filled space from there on,
/// up to the fraction `open` or beyond the mouth. The brushes at a mouth may end at different places, less than
/// kClosedWidth apart, and the fill may close the crack at the last.
bool FilledHullRules::leavesCrack(const TraceCase& input, double t, double open) const {
    const Vec3 way = input.end - input.start;
    const double mouth = kClosedWidth / length(way);
    constexpr int kSteps = 16;
    bool crack = inCrack(solids_, input.start + way * std::max(0.0, t - kSampleDistance / length(way)));
    for (int i = 1; i <= kSteps; ++i) {
        const double step = mouth * i / kSteps;
        if (t + step < open && !isFilledSpace(input.start + way * (t + step))) return false;
        crack = crack || (step < t && inCrack(solids_, input.start + way * (t - step)));
    }
    return crack;
}

/// Returns true if the trace stops at a mouth of a crack that the fill closed, on the plane of a brush beside it. The
/// mouth may be either one, because the fill may leave a crack open up to where the void begins.
bool FilledHullRules::stopsAtClosedCrack(const TraceCase& input, const Trace& trace, const Verdict& verdict) const {
    if (!trace.hit || trace.startsolid || !any(trace.contents & Contents::Solid)) return false;
    const double open = verdict.answer.hitFraction;
    if (verdict.answer.startsolid || open <= trace.hitFraction) return false;
    const Vec3 way = input.end - input.start;
    const double t = trace.hitFraction + std::min((open - trace.hitFraction) / 2, kSampleDistance / length(way));
    const Vec3 contact = input.start + way * trace.hitFraction;
    // The mouth of a crack may end before the sample behind the contact.
    const bool brief = (open - trace.hitFraction) * length(way) <= 2 * kSurfaceTolerance;
    const Vec3 beyond = input.start + way * t;
    const bool crack = inCrack(solids_, beyond) || (brief && inCrack(solids_, contact));
    const double beside = std::abs(distanceTo({trace.normal, trace.dist}, contact));
    // Where the brushes at the mouth end at different places, the contact is where no free space is within the
    // tolerance any more.
    const bool leaves = beside < kSurfaceTolerance + kPlaneTolerance && isFilledSpace(beyond) &&
                        leavesCrack(input, trace.hitFraction, open);
    return ((crack && beside < kPlaneTolerance) || leaves) && dot(trace.normal, way) < 0 &&
           // The fill may have split the crack by a plane of its own.
           (hasPlane(solids_, {trace.normal, trace.dist}, contact) || touchesFilled(contact, kSurfaceTolerance)) &&
           checkPullBack(solids_, input, trace).empty();
}

void FilledHullRules::addReachedPoint(const Vec3& p) {
    // A point with less room around it sees nothing.
    if (solids_.within(p, kClosedWidth, kMaskBlocking).empty()) reached_[reachedCount_++ % reached_.size()] = p;
}

/// Returns true if the hull calls a sample beside `p` free and no solid is on the way to it.
bool FilledHullRules::hasClearWayToReached(const Vec3& p) const {
    if (!touchesReached(p)) return false;
    bool clear = false;
    visitAround(p, kSampleDistance, [&](const Vec3& q) {
        if (clear || blocked(q)) return;
        constexpr int kSteps = 32;
        clear = !inCrack(solids_, q);  // The void may begin at the mouth of a crack.
        for (int i = 1; i <= kSteps; ++i) clear = clear && isClear(p + (q - p) * (static_cast<double>(i) / kSteps));
    });
    return clear;
}

/// Returns true if a reached point sees `p` through a passage that the fill must conduct: no brush is within
/// kClosedWidth of the line of sight. Rays beside the line would prove nothing: all may pass exactly through edges in
/// which brushes touch.
bool FilledHullRules::isSeenFromReached(const Vec3& p) const {
    constexpr double kFarthestView = 512;  // Units: the longest line of sight to try.
    constexpr std::size_t kViews = 3;      // Reached points to try, the latest first.
    for (std::size_t view = 1; view <= std::min(kViews, reachedCount_); ++view) {
        const Vec3& from = reached_[(reachedCount_ - view) % reached_.size()];
        if (length(p - from) <= kFarthestView && solids_.clear(from, p, kMaskBlocking, kClosedWidth)) return true;
    }
    return false;
}

/// Fails to find a proof near the mouth of a crack, and near an edge in which reached and filled space touch.
bool FilledHullRules::filledReachedSpace(const Vec3& p) const {
    return isClear(p) && !inCrack(solids_, p) &&
           ((hasClearWayToReached(p) && !isGapBetweenEdges(p)) || isSeenFromReached(p));
}

bool isFilled(const ClipMap& map, const Probe& probe, const SolidSet& solids) {
    const Vec3 outside = solids.bounds().maxs + Vec3{64, 64, 64};
    return any(map.contentsAt(probe, outside) & kMaskBlocking);
}

}  // namespace hullbake::oracle
