#include "oracle/trace/solid_set.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "oracle/trace/segment_stretches.hpp"

namespace hullbake::oracle {
namespace {

/// Returns true if the segment overlaps the closed brush with all planes moved out by `room`.
bool meets(const GrownBrush& brush, const Vec3& start, const Vec3& end, double room) {
    double enter = 0, leave = 1;
    for (const GrownPlane& plane : brush.planes) {
        const double a = dot(plane.normal, start) - plane.dist - room;
        const double b = dot(plane.normal, end) - plane.dist - room;
        if (a <= 0 && b <= 0) continue;
        if (a > 0 && b > 0) return false;
        const double t = a / (a - b);
        if (a > 0)
            enter = std::max(enter, t);
        else
            leave = std::min(leave, t);
        if (enter > leave) return false;
    }
    return true;
}

/// Returns true if `sure` with some bits of `maybe` resolves to `got`.
bool reachable(Contents sure, Contents maybe, Contents got) {
    const auto extra = static_cast<std::uint32_t>(maybe);
    // Try all subsets of the bits, the empty one last.
    for (std::uint32_t subset = extra;; subset = (subset - 1) & extra) {
        if (resolveOverlap(sure | static_cast<Contents>(subset)) == got) return true;
        if (subset == 0) return false;
    }
}

}  // namespace

bool PointAnswer::accepts(Contents got, Contents half) const {
    const auto right = [&](Contents bits, bool inside) {
        return any(got & bits) == inside && (!inside || reachable(certain & bits, possible & bits, got & bits));
    };
    if (half != kMaskAll) return right(half, half == kMaskBlocking ? blocked : wet);
    if (any(got & Contents::Solid)) return got == Contents::Solid && right(kMaskBlocking, blocked);
    return right(kMaskBlocking, blocked) && right(kMaskPassable, wet);
}

SolidSet::SolidSet(std::vector<GrownBrush> brushes) : brushes_(std::move(brushes)), bounds_{{0, 0, 0}, {1, 1, 1}} {
    std::vector<Box> boxes;
    for (const GrownBrush& brush : brushes_) boxes.push_back(brush.bounds);
    tree_ = BrushTree(boxes);
    if (boxes.empty()) return;
    bounds_ = boxes.front();
    for (const Box& box : boxes)
        for (int axis = 0; axis < 3; ++axis) {
            bounds_.mins[axis] = std::min(bounds_.mins[axis], box.mins[axis]);
            bounds_.maxs[axis] = std::max(bounds_.maxs[axis], box.maxs[axis]);
        }
}

std::vector<std::uint32_t> SolidSet::near(const Vec3& start, const Vec3& end, Search search) const {
    std::vector<std::uint32_t> found;
    if (search == Search::Tree) {
        tree_.find(start, end, found);
        return found;
    }
    found.resize(brushes_.size());
    std::iota(found.begin(), found.end(), 0u);
    return found;
}

PointAnswer SolidSet::contents(const Vec3& p, const Tolerance& tolerance, Search search) const {
    PointAnswer answer;
    std::vector<const GrownBrush*> blocking, liquid;
    for (const std::uint32_t index : near(p, p, search)) {
        const GrownBrush& brush = brushes_[index];
        const double inside = depthIn(brush, p);
        if (inside < -tolerance.depth) continue;
        (inside > tolerance.depth ? answer.certain : answer.possible) |= brush.contents;
        (any(brush.contents & kMaskBlocking) ? blocking : liquid).push_back(&brush);
    }
    answer.blocked = any(answer.certain & kMaskBlocking) || coversNeighbourhood(p, tolerance, blocking, {});
    answer.wet = any(answer.certain & kMaskPassable) || coversNeighbourhood(p, tolerance, liquid, {});
    return answer;
}

bool SolidSet::inside(const Vec3& p, Contents mask, const Tolerance& tolerance, Search search) const {
    SegmentStretches segment(brushes_, near(p, p, search), p, p, mask, tolerance);
    return segment.startsInside();
}

TraceAnswer SolidSet::trace(const Vec3& start, const Vec3& end, Contents mask, const Tolerance& tolerance,
                            Search search) const {
    SegmentStretches segment(brushes_, near(start, end, search), start, end, mask, tolerance);
    TraceAnswer answer;
    const auto contact = segment.firstContact(answer.startsolid);
    answer.allsolid = answer.startsolid && !segment.leavesSolid();
    if (answer.allsolid) answer.hitFraction = 0;
    if (!contact) return answer;
    answer.hit = true;
    answer.hitFraction = contact->fraction;
    answer.planes = contact->planes;
    answer.alternatives = contact->alternatives;
    for (const double t : contact->behind)
        answer.contents.push_back(contents(start + (end - start) * t, tolerance, search));
    return answer;
}

SegmentProfile SolidSet::profile(const Vec3& start, const Vec3& end, Contents mask, const Tolerance& tolerance) const {
    return SegmentStretches(brushes_, near(start, end, Search::Tree), start, end, mask, tolerance).profile();
}

bool SolidSet::clear(const Vec3& start, const Vec3& end, Contents mask, double room) const {
    std::vector<std::uint32_t> found;
    tree_.find(start, end, found, room);
    return std::none_of(found.begin(), found.end(), [&](std::uint32_t index) {
        return any(brushes_[index].contents & mask) && meets(brushes_[index], start, end, room);
    });
}

std::vector<std::uint32_t> SolidSet::within(const Vec3& p, double distance, Contents mask) const {
    const Vec3 room{distance, distance, distance};
    std::vector<std::uint32_t> found;
    tree_.findIn({p - room, p + room}, found);
    std::erase_if(found, [&](std::uint32_t index) {
        return !any(brushes_[index].contents & mask) || depthIn(brushes_[index], p) < -distance;
    });
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace hullbake::oracle
