#include "oracle/trace/shape_set.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/solids/bare_planes.hpp"
#include "oracle/trace/tolerances.hpp"

namespace hullbake::oracle {

namespace {

/// Units along the way: answers that differ by more are not the same.
constexpr long double kSameEntry = 5e-5L;

bool differ(const RoundedAnswer& a, const RoundedAnswer& b, double size) {
    return a.startsolid != b.startsolid || a.allsolid != b.allsolid || a.hit != b.hit ||
           std::fabs(a.t - b.t) * size > kSameEntry;
}

}  // namespace

ShapeSet::ShapeSet(const MapModel& model, const OracleBody& body)
    : model_(model), body_(body), reach_(body.bounds()), entries_(model.solids.size()) {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const BareBrush& brush = model.solids[i].brush;
        Box& box = entries_[i].bounds;
        box = {brush.vertices.front(), brush.vertices.front()};
        for (const Vec3& v : brush.vertices)
            for (int a = 0; a < 3; ++a)
                box.mins[a] = std::min(box.mins[a], v[a]), box.maxs[a] = std::max(box.maxs[a], v[a]);
        for (const BarePlane& plane : brush.planes) entries_[i].allGrow = entries_[i].allGrow && plane.grows;
    }
}

bool ShapeSet::counts(std::size_t solid, const Segment& way, Contents mask) {
    if (!any(model_.solids[solid].contents & mask) || !model_.solids[solid].hulls.empty()) return false;
    Entry& entry = entries_[solid];
    for (int a = 0; a < 3; ++a)
        if (std::min(way.start[a], way.end[a]) + reach_.mins[a] > entry.bounds.maxs[a] + kShapeNear ||
            std::max(way.start[a], way.end[a]) + reach_.maxs[a] < entry.bounds.mins[a] - kShapeNear)
            return false;
    const std::vector<BarePlane>& planes = model_.solids[solid].brush.planes;
    if (entry.reach.empty())
        for (const BarePlane& plane : planes) entry.reach.push_back(body_.reachAgainst(plane.normal));
    for (std::size_t i = 0; i < planes.size(); ++i) {  // some face may keep the whole body at a distance, all the way
        const double least = std::min(dot(planes[i].normal, way.start), dot(planes[i].normal, way.end));
        if (planes[i].grows && least - entry.reach[i] - planes[i].dist > kShapeNear) return false;
    }
    return true;
}

const ShapeSolid& ShapeSet::solidAt(std::size_t solid) {
    std::unique_ptr<ShapeSolid>& made = entries_[solid].solid;
    if (!made) made = std::make_unique<ShapeSolid>(model_.solids[solid].brush, body_);
    return *made;
}

WayPart ShapeSet::within(std::size_t solid, const Segment& way, long double depth) {
    return behindBarePlanes(model_.solids[solid].brush, way, depth, solidAt(solid).within(way.start, way.end, depth));
}

RoundedAnswer ShapeSet::castAt(const std::vector<Look>& all, int depth, const Segment& way) {
    struct Entered {
        WayPart deep;
        long double touch;
    };
    std::vector<Entered> looks;
    for (const Look& look : all)
        if (const WayPart deep = look.parts[depth]; deep.enter < deep.leave) looks.push_back({deep, look.touch});
    RoundedAnswer answer;
    const long double room = kShapeDepth / length(way.end - way.start);
    for (const Entered& look : looks) answer.startsolid = answer.startsolid || look.deep.enter <= 0;
    for (bool further = answer.startsolid; further;) {
        further = false;
        for (const Entered& look : looks) {
            if (look.deep.enter > answer.leave + (answer.leave > 0 ? room : 0) || look.deep.leave <= answer.leave)
                continue;
            answer.leave = look.deep.leave;
            further = true;
        }
    }
    answer.allsolid = answer.leave >= 1;
    for (const Entered& look : looks) {
        if (answer.allsolid || (answer.startsolid && look.deep.enter <= answer.leave + room)) continue;
        answer.t = std::min(answer.t, std::max(look.touch, answer.leave));
        answer.hit = true;
    }
    return answer;
}

RoundedAnswer ShapeSet::cast(const Segment& way, Contents mask) {
    looks_.clear();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (!counts(i, way, mask)) continue;
        Look look{.solid = i, .parts = {}, .touch = 0};
        look.parts[0] = within(i, way, kShapeDepth - kShapeUndecided);
        if (!(look.parts[0].enter < look.parts[0].leave)) continue;
        look.parts[1] = within(i, way, kShapeDepth);
        look.parts[2] = within(i, way, kShapeDepth + kShapeUndecided);
        look.touch = within(i, way, 0).enter;
        looks_.push_back(look);
    }
    RoundedAnswer answer = castAt(looks_, 1, way);
    if (!looks_.empty())
        answer.undecided = differ(castAt(looks_, 0, way), castAt(looks_, 2, way), length(way.end - way.start));
    return answer;
}

bool ShapeSet::isInside(const Vec3& origin, Contents mask, double depth) {
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (counts(i, {origin, origin}, mask) && isInside(i, origin, depth)) return true;
    return false;
}

bool ShapeSet::isInside(std::size_t solid, const Vec3& origin, double depth) {
    const std::vector<BarePlane>& planes = model_.solids[solid].brush.planes;
    const bool before = std::any_of(planes.begin(), planes.end(), [&](const BarePlane& plane) {
        return !plane.grows && heightOver(plane, origin) > -depth;
    });
    return !before && solidAt(solid).isInside(origin, depth);
}

// A brush counts as one not to be inside of where it is surely entered, and as one to be near where it may be.
bool ShapeSet::isInsideEntered(const Vec3& origin, double depth) {
    return std::any_of(looks_.begin(), looks_.end(), [&](const Look& look) {
        const WayPart& part = look.parts[depth < 0 ? 0 : 2];
        return part.enter < part.leave && isInside(look.solid, origin, depth);
    });
}

bool ShapeSet::isHeld(const Vec3& origin, const Vec3& normal, double slack) const {
    return std::any_of(looks_.begin(), looks_.end(), [&](const Look& look) {
        return oracle::isHeld(model_.solids[look.solid].brush, origin, normal, slack);
    });
}

bool ShapeSet::isBehind(const Vec3& point, const Vec3& normal, Contents mask, double slack) const {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const MapSolid& solid = model_.solids[i];
        if (!any(solid.contents & mask) || !solid.hulls.empty()) continue;
        const BareBrush& brush = solid.brush;
        const bool holds = std::all_of(brush.planes.begin(), brush.planes.end(), [&](const BarePlane& plane) {
            return dot(plane.normal, point) - plane.dist <= slack;
        });
        const bool behind = std::all_of(brush.vertices.begin(), brush.vertices.end(),
                                        [&](const Vec3& v) { return dot(normal, v - point) <= 2 * slack; });
        if (holds && (behind || !entries_[i].allGrow)) return true;
    }
    return false;
}

}  // namespace hullbake::oracle
