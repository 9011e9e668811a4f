#include "oracle/trace/rounded_set.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "oracle/solids/bare_planes.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

namespace {

/// Units along the way from the widest crack that counts as none within which rounding decides.
constexpr long double kUndecidedCrack = 1e-8L;

}  // namespace

RoundedSet::RoundedSet(const MapModel& model, const RoundedBody& body)
    : model_(model), body_(body), solids_(model.solids.size()) {
    for (int a = 0; a < 3; ++a) {
        reach_.mins[a] = std::min(body.ends[0][a], body.ends[1][a]) - body.radius - kShapeNear;
        reach_.maxs[a] = std::max(body.ends[0][a], body.ends[1][a]) + body.radius + kShapeNear;
    }
    for (const MapSolid& solid : model.solids) {
        Box box{solid.brush.vertices.front(), solid.brush.vertices.front()};
        for (const Vec3& v : solid.brush.vertices)
            for (int a = 0; a < 3; ++a)
                box.mins[a] = std::min(box.mins[a], v[a]), box.maxs[a] = std::max(box.maxs[a], v[a]);
        bounds_.push_back(box);
    }
}

bool RoundedSet::counts(std::size_t solid, const Segment& way, Contents mask) const {
    if (!any(model_.solids[solid].contents & mask) || !model_.solids[solid].hulls.empty()) return false;
    for (int a = 0; a < 3; ++a)
        if (std::min(way.start[a], way.end[a]) + reach_.mins[a] > bounds_[solid].maxs[a] ||
            std::max(way.start[a], way.end[a]) + reach_.maxs[a] < bounds_[solid].mins[a])
            return false;
    return !passesBy(solid, way);
}

/// Returns true if some face keeps the whole body at a distance, all the way.
bool RoundedSet::passesBy(std::size_t solid, const Segment& way) const {
    const std::vector<BarePlane>& planes = model_.solids[solid].brush.planes;
    return std::any_of(planes.begin(), planes.end(), [&](const BarePlane& plane) {
        if (!plane.grows) return false;
        const double core = std::min(dot(plane.normal, body_.ends[0]), dot(plane.normal, body_.ends[1]));
        const double least = std::min(dot(plane.normal, way.start), dot(plane.normal, way.end));
        return least + core - plane.dist > body_.radius + kShapeNear;
    });
}

const RoundedSolid& RoundedSet::solidAt(std::size_t solid) {
    if (!solids_[solid])
        solids_[solid] = std::make_unique<RoundedSolid>(model_.solids[solid].brush, body_.ends[0], body_.ends[1]);
    return *solids_[solid];
}

void RoundedSet::look(std::size_t solid, const Segment& way, std::vector<Entry>& entries, RoundedAnswer& answer) {
    const RoundedSolid& shape = solidAt(solid);
    const BareBrush& brush = model_.solids[solid].brush;
    const long double deep = body_.radius - kShapeDepth;
    const NearestPlace nearest =
        shape.nearestOn(way.start, way.end, deep - kShapeUndecided, body_.radius + kShapeUndecided);
    const WayPart part = behindBarePlanes(brush, way, kShapeDepth, shape.within(way.start, way.end, deep, nearest));
    for (const long double distance : {nearest.distance, shape.distance(far(way.start)), shape.distance(far(way.end))})
        answer.undecided = answer.undecided || std::fabs(distance - deep) < kShapeUndecided;
    for (const BarePlane& plane : brush.planes) {
        if (plane.grows) continue;
        for (const Vec3& end : {way.start, way.end})
            answer.undecided = answer.undecided || std::fabs(heightOver(plane, end) + kShapeDepth) < kShapeUndecided;
    }
    if (part.enter >= part.leave) return;
    entered_.push_back(solid);
    const WayPart touch = behindBarePlanes(brush, way, 0, shape.within(way.start, way.end, body_.radius, nearest));
    entries.push_back({part.enter, part.leave, touch.enter});
}

RoundedAnswer RoundedSet::cast(const Segment& way, Contents mask) {
    RoundedAnswer answer;
    std::vector<Entry> entries;
    entered_.clear();
    for (std::size_t i = 0; i < solids_.size(); ++i)
        if (counts(i, way, mask)) look(i, way, entries, answer);
    const long double size = length(way.end - way.start), room = kShapeDepth / size;
    for (const Entry& entry : entries) answer.startsolid = answer.startsolid || entry.deepFrom == 0;
    for (bool further = answer.startsolid; further;) {
        further = false;
        for (const Entry& entry : entries) {
            if (entry.deepFrom > answer.leave + (answer.leave > 0 ? room : 0) || entry.deepTo <= answer.leave) continue;
            answer.leave = entry.deepTo;
            further = true;
        }
    }
    answer.allsolid = answer.leave >= 1;
    for (const Entry& entry : entries) {
        const long double gap = entry.deepFrom - answer.leave;
        if (answer.startsolid && std::fabs(gap - room) * size < kUndecidedCrack) answer.undecided = true;
        if (answer.allsolid || (answer.startsolid && gap <= room)) continue;
        answer.t = std::min(answer.t, std::max(entry.touch, answer.leave));
        answer.hit = true;
    }
    return answer;
}

RoundedGap RoundedSet::nearest(const Vec3& origin, Contents mask, bool parts) {
    RoundedGap nearest;
    for (std::size_t i = 0; i < solids_.size(); ++i)
        if (counts(i, {origin, origin}, mask)) lookAt(i, origin, nearest);
    if (parts) findPart(origin, nearest);
    return nearest;
}

RoundedGap RoundedSet::nearestEntered(const Vec3& origin, bool parts) {
    RoundedGap nearest;
    for (const std::size_t solid : entered_) lookAt(solid, origin, nearest);
    if (parts) findPart(origin, nearest);
    return nearest;
}

bool RoundedSet::isHeld(const Vec3& origin, const Vec3& normal, double slack) const {
    return std::any_of(entered_.begin(), entered_.end(), [&](std::size_t solid) {
        return oracle::isHeld(model_.solids[solid].brush, origin, normal, slack);
    });
}

void RoundedSet::lookAt(std::size_t solid, const Vec3& origin, RoundedGap& nearest) {
    long double gap = solidAt(solid).distance(far(origin)) - body_.radius;
    for (const BarePlane& plane : model_.solids[solid].brush.planes)
        if (!plane.grows) gap = std::max(gap, heightOver(plane, origin));
    if (gap < nearest.gap) nearest = {gap, NearPart::Inside, solid};
}

void RoundedSet::findPart(const Vec3& origin, RoundedGap& nearest) {
    if (nearest.gap < 1e29L) nearest.part = solidAt(nearest.solid).nearestPart(far(origin));
}

long double RoundedSet::offSurface(const Vec3& point, Contents mask) const {
    long double least = 1e30L;
    for (const MapSolid& solid : model_.solids) {
        if (!any(solid.contents & mask) || !solid.hulls.empty()) continue;
        long double height = -1e30L;
        for (const BarePlane& plane : solid.brush.planes) height = std::max(height, heightOver(plane, point));
        least = std::min(least, std::fabs(height));
    }
    return least;
}

}  // namespace hullbake::oracle
