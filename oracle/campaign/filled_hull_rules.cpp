#include "oracle/campaign/filled_hull_rules.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

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
    if (entersFilledToo(input, trace, verdict)) return Excuse::LeftReached;
    if (!trace.hit || trace.startsolid || !any(trace.contents & Contents::Solid)) return Excuse::None;
    if (!stopsAtPlane(input, trace)) return Excuse::None;
    const Vec3 way = input.end - input.start, contact = input.start + way * trace.hitFraction;
    const double open = (verdict.answer.hitFraction - trace.hitFraction) * length(way);
    if (verdict.answer.startsolid || !(open > 0) || solids_.within(contact, closed_, kMaskBlocking).empty())
        return Excuse::None;
    const auto beyond = [&](double units) { return contact + way * (std::min(units, open * 0.999) / length(way)); };
    const Plane plane{trace.normal, trace.dist};
    const ClosedPortal portal{plane.normal, [&](const Vec3& q) {
                                  return isFilledSpace(q) && !blocked(q - plane.normal * (2 * distanceTo(plane, q)));
                              }};
    if (hasPlane(solids_, plane, contact) && isInCrack(beyond(std::min(kSampleDistance, open / 2)), beside_, &portal))
        return Excuse::ClosedCrack;
    // Where reached and filled space touch in an edge, the trace may touch reached space a little longer.
    const double across = std::abs(dot(trace.normal, way)) / length(way);
    double units = kSurfaceTolerance;
    while (!isFilledSpace(beyond(units)) && units < open && units * across < closed_) units *= 2;
    return isFilledSpace(beyond(units)) ? excuseBeside(beyond(units), portal) : Excuse::None;
}

/// Returns why free space that is filled around `p`, behind a portal, is right.
FilledHullRules::Excuse FilledHullRules::excuseBeside(const Vec3& p, const ClosedPortal& portal) const {
    if (isInCrack(p, beside_, &portal)) return Excuse::ClosedCrack;
    if (isCovered(p)) return Excuse::None;
    // What no ball covers in front of a crack's mouth may be solid.
    bool isCrack = isInCrack(p, closed_, &portal), isRoom = false;
    visitAround(p, closed_, [&](const Vec3& q) {
        isCrack = isCrack || isInCrack(q, beside_, &portal);
        isRoom = isRoom || (!(q == p) && blocked(q) && isClear(q));
    });
    if (isCrack) return Excuse::ClosedCrack;
    // One ball alone covers a point on a surface, and its middle may be in filled space. Many cover what is beside it.
    bool isWrong = false;
    visitAround(p, kSampleDistance, [&](const Vec3& q) {
        isWrong = isWrong || (blocked(q) && isClear(q) && isCovered(q) && !isInCrack(q, beside_));
    });
    return isRoom && !isWrong ? Excuse::LeftReached : Excuse::None;
}

/// Returns true if the trace stops as it should at the plane that it names. The fill may have split free space by a
/// plane of its own.
bool FilledHullRules::stopsAtPlane(const TraceCase& input, const Trace& trace) const {
    const Vec3 way = input.end - input.start, contact = input.start + way * trace.hitFraction;
    return dot(trace.normal, way) < 0 &&
           std::abs(distanceTo({trace.normal, trace.dist}, contact)) < kDeepestTolerance &&
           checkPullBack(solids_, input, trace, kDeepestTolerance).empty();
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

void FilledHullRules::addReachedPoint(const Vec3& p) {
    // A point with less room around it sees nothing.
    if (solids_.within(p, closed_, kMaskBlocking).empty()) reached_[reachedCount_++ % reached_.size()] = p;
}

/// Returns true if a ball of the narrowest passage covers `p`, meets no solid, and has its middle in reached space.
bool FilledHullRules::isCovered(const Vec3& p) const {
    bool covered = false;
    for (const double distance : {kSampleDistance, closed_ / 4, closed_ / 2})
        visitAround(p, distance, [&](const Vec3& q) {
            if (covered || blocked(q)) return;
            const std::optional<Vec3> ball = ballCovering(solids_, p, q, closed_);
            covered = ball && !blocked(*ball);
        });
    return covered;
}

/// Returns true if a reached point sees `p` through a passage that the fill must conduct: no brush is within
/// that width of the line of sight. Rays beside the line would prove nothing: all may pass exactly through edges in
/// which brushes touch.
bool FilledHullRules::isSeenFromReached(const Vec3& p) const {
    constexpr double kFarthestView = 512;  // Units: the longest line of sight to try.
    constexpr std::size_t kViews = 3;      // Reached points to try, the latest first.
    for (std::size_t view = 1; view <= std::min(kViews, reachedCount_); ++view) {
        const Vec3& from = reached_[(reachedCount_ - view) % reached_.size()];
        if (length(p - from) <= kFarthestView && solids_.clear(from, p, kMaskBlocking, closed_)) return true;
    }
    return false;
}

bool FilledHullRules::filledReachedSpace(const Vec3& p) const {
    // A ball reaches a little way into the mouth of a crack.
    return isClear(p) && ((isCovered(p) && !isInCrack(p, beside_)) || isSeenFromReached(p));
}

bool isFilled(const ClipMap& map, const Probe& probe, const SolidSet& solids) {
    const Vec3 outside = solids.bounds().maxs + Vec3{64, 64, 64};
    return any(map.contentsAt(probe, outside) & kMaskBlocking);
}

}  // namespace hullbake::oracle
