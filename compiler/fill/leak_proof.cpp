// Two floods: one through all open portals, one with a ball, which cuts leaves and blocks portals until both agree.

#include "compiler/fill/leak_proof.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <queue>
#include <tuple>

#include "compiler/fill/ball_clearance.hpp"
#include "compiler/fill/leaf_cut.hpp"
#include "compiler/fill/tolerances.hpp"
#include "compiler/geometry/split_winding.hpp"

namespace hullbake {

namespace {

constexpr std::uint32_t kNone = 0xffffffffu;
// Slack of the distance between a point and the centre of a ball that covers it. World units. A portal may lie on a
// wall, and the ball keeps clear of it by the rounding of distances.
constexpr double kCoveringSlack = 4 * kOnPlane;
// Upper bound of the rounds of cutting. Without it the ball would creep on in cracks that taper from just above
// its width to just below it.
constexpr int kMaxRounds = 16;
// Upper bound of the cuts within one leaf of the first tree. Where the ball does not get around an acute edge, each
// round cuts every part once more, so that their number doubles.
constexpr std::uint32_t kMaxCuts = 512;

// Returns true if a point of a polygon's plane lies in the polygon.
bool holdsPoint(const Winding& winding, const Vec3& normal, const Vec3& q) {
    const Vec3 middle = centreOf(winding);
    const std::size_t n = winding.vertices.size();
    for (std::size_t i = 0; i < n; ++i) {
        const Vec3 a = winding.vertices[i].p, along = winding.vertices[i + 1 == n ? 0 : i + 1].p - a;
        const Vec3 inward = cross(normal, along);
        if (dot(inward, q - a) * dot(inward, middle - a) < 0) return false;
    }
    return true;
}

// Returns nearly the nearest point of a polygon to `p`: the foot of p on the plane, moved towards the middle until it
// is inside.
Vec3 pointNear(const CellFace& face, const Vec3& p) {
    const Vec3 middle = centreOf(face.winding), foot = p - face.plane.normal * distanceTo(face.plane, p);
    constexpr int kHalvings = 5;
    for (int halvings = 0; halvings < kHalvings; ++halvings) {
        const Vec3 q = middle + (foot - middle) * std::ldexp(1.0, -halvings);
        if (holdsPoint(face.winding, face.plane.normal, q)) return q;
    }
    return middle;
}

}  // namespace

LeakProof::LeakProof(FillPlanes& planes, const BallSpace& space, TreeNode& root, std::vector<TreeNode*>& leaves,
                     Portals& portals)
    : planes_(planes),
      space_(space),
      radius_(space.ballRadius()),
      covering_(radius_ + kCoveringSlack),
      root_(root),
      leaves_(leaves),
      portals_(portals),
      asked_(portals.size(), 0),
      blocked_(portals.size(), 0),
      isCut_(portals.size(), 0),
      roomyWays_(space) {
    balls_.resize(portals.size());
    origins_.resize(leaves.size());
    std::iota(origins_.begin(), origins_.end(), 0u);
    cutsWithin_.resize(leaves.size(), 0);
    link();
    flood();
}

void LeakProof::link() {
    std::vector<std::uint32_t> counts(leaves_.size(), 0);
    for (const Portal& portal : portals_) {
        ++counts[portal.front];
        ++counts[portal.back];
    }
    links_.resize(leaves_.size());
    for (std::size_t i = 0; i < counts.size(); ++i) links_[i].reserve(counts[i]);
    for (std::uint32_t i = 0; i < portals_.size(); ++i) {
        // Slits are linked all the same: when a leaf is cut, its portals must know which part they touch.
        if (isSlit(i)) blocked_[i] = 1;
        links_[portals_[i].front].push_back({portals_[i].back, i});
        links_[portals_[i].back].push_back({portals_[i].front, i});
    }
}

// Floods through all portals that are not blocked, whether tried with the ball or not.
void LeakProof::flood() {
    possible_.assign(leaves_.size(), false);
    std::vector<std::uint32_t> open = outerLeaves();
    while (!open.empty()) {
        const std::uint32_t leaf = open.back();
        open.pop_back();
        if (possible_[leaf]) continue;
        possible_[leaf] = true;
        for (const Link& link : links_[leaf])
            if (!possible_[link.leaf] && blocked_[link.portal] == 0) open.push_back(link.leaf);
    }
}

std::vector<std::uint32_t> LeakProof::outerLeaves() const {
    std::vector<std::uint32_t> outer;
    for (const TreeNode* leaf : leaves_)
        if (passable(*leaf) && leaf->cell->reachesVoid() && !shut_.contains(leaf->leaf)) outer.push_back(leaf->leaf);
    return outer;
}

// Floods with the ball, the nearest leaf first, so that trails to the void are short. Records a cut for each leaf that
// the ball cannot cross.
void LeakProof::prove() {
    struct Step {
        double length;
        std::uint32_t leaf, from, through;
        bool operator>(const Step& other) const {
            // Complete: how a queue orders equals is the library's own affair.
            return std::tie(length, leaf, through) > std::tie(other.length, other.leaf, other.through);
        }
    };
    proven_.assign(leaves_.size(), false);
    from_.assign(leaves_.size(), kNone);
    through_.assign(leaves_.size(), kNone);
    cuts_.clear();
    std::priority_queue<Step, std::vector<Step>, std::greater<>> next;
    for (const std::uint32_t leaf : outerLeaves()) next.push({0, leaf, kNone, kNone});
    while (!next.empty()) {
        const Step step = next.top();
        next.pop();
        if (proven_[step.leaf] || !tryStep(step.from, step.through)) continue;
        proven_[step.leaf] = true;
        from_[step.leaf] = step.from;
        through_[step.leaf] = step.through;
        for (const Link& link : links_[step.leaf]) {
            if (proven_[link.leaf] || blocked_[link.portal] != 0) continue;
            const Vec3 at = centreOf(portals_[link.portal].winding);
            const double way =
                step.through == kNone ? 0 : hullbake::length(at - centreOf(portals_[step.through].winding));
            next.push({step.length + way, link.leaf, step.leaf, link.portal});
        }
    }
    // Drops cuts whose far leaf the ball reached by another route, which are most of them.
    std::erase_if(cuts_, [&](const Cut& wanted) {
        const Portal& portal = portals_[wanted.portals.front()];
        return proven_[portal.front == wanted.leaf ? portal.back : portal.front];
    });
}

// Returns true if the ball can cross a leaf to a portal.
bool LeakProof::tryStep(std::uint32_t leaf, std::uint32_t portal) {
    if (portal == kNone) return true;
    const std::optional<Vec3>& ball = ballAt(portal);
    if (!ball) return false;
    const Crossing crossing = cross(leaf, *ball);
    if (crossing.free) return true;
    Cut cut{leaf, {portal}, crossing.by.front(), *ball};
    if (through_[leaf] != kNone) cut.portals.push_back(through_[leaf]);
    cuts_.push_back(std::move(cut));
    return false;
}

const std::optional<Vec3>& LeakProof::ballAt(std::uint32_t portal) {
    if (asked_[portal] == 0) {
        asked_[portal] = 1;
        const Portal& p = portals_[portal];
        balls_[portal] =
            space_.ballAround(centreOf(p.winding), p.plane.normal, radius_, covering_, isCut_[portal] == 0);
        if (!balls_[portal]) balls_[portal] = ballAtNext(portal);
    }
    return balls_[portal];
}

// Returns a point of a portal directly in front of the middle of another portal. A portal into a sheet may extend far
// beyond the mouth of a gap that ends there, so that its own middle lies in a crack.
std::optional<Vec3> LeakProof::ballAtNext(std::uint32_t portal) const {
    const Portal& p = portals_[portal];
    for (const std::uint32_t leaf : {p.front, p.back})
        for (const Link& link : links_[leaf]) {
            if (link.portal == portal || isSlit(link.portal)) continue;
            const Vec3 next = centreOf(portals_[link.portal].winding);
            const double d = distanceTo(p.plane, next);
            const Vec3 foot = next - p.plane.normal * d;
            if (std::fabs(d) < radius_ && holdsPoint(p.winding, p.plane.normal, foot) &&
                space_.passes(foot, foot, radius_))
                return foot;
        }
    return std::nullopt;
}

// Returns the points where the ball may enter a leaf on its path to `towards`.
std::vector<Vec3> LeakProof::starts(std::uint32_t leaf, const Vec3& towards) const {
    if (through_[leaf] != kNone) {
        const std::optional<Vec3>& ball = balls_[through_[leaf]];
        return {ball ? *ball : centreOf(portals_[through_[leaf]].winding)};
    }
    std::vector<Vec3> points;
    const ConvexCell cell = leaves_[leaf]->cell->cell();
    for (const CellFace& face : cell.faces)
        if (face.outer) points.push_back(pointNear(face, towards));
    std::stable_sort(points.begin(), points.end(),
                     [&](const Vec3& a, const Vec3& b) { return length(a - towards) < length(b - towards); });
    return points;
}

LeakProof::Crossing LeakProof::cross(std::uint32_t leaf, const Vec3& to) const {
    const std::vector<Vec3> from = starts(leaf, to);
    for (const Vec3& start : from)
        if (space_.passes(start, to, radius_)) return {true, {start}};
    const Vec3 middle = leaves_[leaf]->cell->interior();
    if (space_.passes(middle, to, radius_))
        for (const Vec3& start : from)
            if (space_.passes(start, middle, radius_)) return {true, {start, middle}};
    return crossByDetour(leaf, from.front(), to);
}

// Tries paths across a leaf from the points with the most room, and through the portals that the ball passes. At either
// end the ball may touch a wall, and walls that were rotated and rounded are not quite straight.
LeakProof::Crossing LeakProof::crossByDetour(std::uint32_t leaf, const Vec3& from, const Vec3& to) const {
    const std::array<double, 6> way{from.x, from.y, from.z, to.x, to.y, to.z};
    if (stuck_.contains(way)) return {false, {from}};
    const std::vector<Vec3>&begin = roomyWays_.from(from), &end = roomyWays_.from(to);
    std::vector<Vec3> between{leaves_[leaf]->cell->interior()};
    for (const Link& link : links_[leaf])
        if (balls_[link.portal]) between.push_back(*balls_[link.portal]);
    for (const bool inTheOpen : {false, true}) {
        const std::size_t i = inTheOpen ? begin.size() - 1 : 0, k = inTheOpen ? end.size() - 1 : 0;
        std::vector<Vec3> by(begin.begin(), begin.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        if (!space_.passes(begin[i], end[k], radius_)) {
            const auto joins = [&](const Vec3& p) {
                return space_.passes(begin[i], p, radius_) && space_.passes(p, end[k], radius_);
            };
            const auto found = std::find_if(between.begin(), between.end(), joins);
            if (found == between.end()) continue;
            by.push_back(*found);
        }
        for (std::size_t n = k; n > 0; --n) by.push_back(end[n]);
        return {true, std::move(by)};
    }
    if (Crossing aside = crossAside(leaf, from, to); aside.free) return aside;
    stuck_.insert(way);
    return {false, {from}};
}

// Tries a path that steps aside, along and back. Thin sheets lie along walls, and a ball that passes the mouth of a
// wall grazes the wall.
LeakProof::Crossing LeakProof::crossAside(std::uint32_t leaf, const Vec3& from, const Vec3& to) const {
    constexpr double kSameWayCosine = 0.999;
    std::vector<Vec3> ways;
    for (const Link& link : links_[leaf]) {
        if (isSlit(link.portal)) continue;
        const Vec3& normal = portals_[link.portal].plane.normal;
        const auto same = [&](const Vec3& way) { return std::fabs(dot(way, normal)) > kSameWayCosine; };
        if (std::none_of(ways.begin(), ways.end(), same)) ways.push_back(normal);
    }
    for (const double distance : {2.0, 8.0})
        for (const Vec3& way : ways)
            for (const double side : {1.0, -1.0}) {
                const Vec3 aside = way * (side * distance * radius_), begin = from + aside, end = to + aside;
                if (space_.passes(from, begin, radius_) && space_.passes(end, to, radius_) &&
                    space_.passes(begin, end, radius_))
                    return {true, {from, begin, end}};
            }
    return crossAlong(leaf, ways, from, to);
}

// Tries a path on a line through the middle of the leaf, across one of its portals. A ball that found room beside the
// mouth of a slit gets in only when it is straight in front of it.
LeakProof::Crossing LeakProof::crossAlong(std::uint32_t leaf, const std::vector<Vec3>& ways, const Vec3& from,
                                          const Vec3& to) const {
    const Vec3 middle = leaves_[leaf]->cell->interior();
    for (const Vec3& way : ways) {
        const Vec3 begin = middle + way * dot(from - middle, way), end = middle + way * dot(to - middle, way);
        if (space_.passes(begin, end, radius_) && space_.passes(from, begin, radius_) &&
            space_.passes(end, to, radius_))
            return {true, {from, begin, end}};
    }
    return {false, {from}};
}

// Returns true if the ball that has reached a leaf gets to a point in it, or if no ball fits there. Otherwise the leaf
// extends through a crack, as a sheet between planes that were meant to be one. Then it records a cut.
bool LeakProof::getsTo(const VoidPoint& point) {
    std::optional<Vec3> nearest;
    const auto suits = [&](const Vec3& ball) {
        if (!nearest) nearest = ball;
        return cross(point.leaf, ball).free;
    };
    if (space_.ballAround(point.point, {0, 0, 1}, radius_, 2 * radius_, true, suits) || !nearest) return true;
    const std::uint32_t through = through_[point.leaf];
    if (through == kNone && rounds_ >= kMaxRounds) return true;  // the leaf touches the box around the map
    Cut wanted{point.leaf, {}, cross(point.leaf, *nearest).by.front(), *nearest};
    if (through != kNone) wanted.portals.push_back(through);
    cuts_.push_back(std::move(wanted));
    return false;
}

bool LeakProof::refine(const std::vector<VoidPoint>& points) {
    bool proven = proving_;
    for (const VoidPoint& point : points) proven = proving_ && proven_[point.leaf] && getsTo(point) && proven;
    if (proven || points.empty()) return true;
    if (proving_) {
        ++rounds_;
        for (const Cut& wanted : cuts_) {
            if (rounds_ <= kMaxRounds && cut(wanted)) continue;
            // The leaf is too small to be cut, or was cut often enough. If it is not in a crack, other paths lead
            // around it.
            if (wanted.portals.empty())
                shut_.insert(wanted.leaf);
            else
                blocked_[wanted.portals.front()] = 1;
        }
    } else {
        proving_ = true;
        tbb::parallel_for(std::uint32_t{0}, static_cast<std::uint32_t>(portals_.size()), [this](std::uint32_t i) {
            if (possible_[portals_[i].front] && blocked_[i] == 0 && !ballAt(i)) blocked_[i] = 1;
        });
    }
    flood();
    prove();
    return false;
}

// Cuts a leaf between two points. The ball must also pass the cut itself, so a throat that it enters from both sides
// still stops it. Returns false if there is no such cut.
bool LeakProof::cut(const Cut& wanted) {
    for (const std::uint32_t portal : wanted.portals)
        if (portals_[portal].front != wanted.leaf && portals_[portal].back != wanted.leaf)
            return true;  // another cut came first
    if (cutsWithin_[origins_[wanted.leaf]] >= kMaxCuts) return false;
    const ConvexCell whole = leaves_[wanted.leaf]->cell->cell();
    std::vector<const Portal*> around;
    for (const Link& link : links_[wanted.leaf])
        if (!isSlit(link.portal)) around.push_back(&portals_[link.portal]);
    std::optional<LeafCut> rough = narrowestCut(whole, around, wanted.from, wanted.to);
    if (!rough) rough = halfwayCut(wanted.from, wanted.to);
    if (!rough) return false;
    const PlaneId id = planes_.addNear(rough->plane, rough->point);
    if (!splitBy(wanted.leaf, planes_.table().cutPlane(id), 1)) return false;
    ++cutsWithin_[origins_[wanted.leaf]];
    return true;
}

std::optional<std::uint32_t> LeakProof::split(std::uint32_t leaf, PlaneId plane) {
    const std::optional<std::uint32_t> added = splitBy(leaf, planes_.table().cutPlane(plane & ~PlaneId{1}), 0);
    if (!added) return added;
    possible_.push_back(possible_[leaf]);
    if (proving_) proven_.push_back(proven_[leaf]);
    return added;
}

std::optional<std::uint32_t> LeakProof::splitBy(std::uint32_t leaf, const CutPlane& by, char isCut) {
    if (!leaves_[leaf]->cell->comesNear(by.plane())) return std::nullopt;
    ConvexCell front, back;
    Winding cap;
    if (splitCell(planes_.equations(), leaves_[leaf]->cell->cell(), by, front, back, cap) != PlaneSide::Both)
        return std::nullopt;
    const std::uint32_t added = replaceLeaf(leaf, by, front, back);
    const std::vector<Link> links = std::move(links_[leaf]);
    links_[leaf].clear();
    links_.emplace_back();
    for (const Link& link : links) cutPortal(link.portal, leaf, by, added);
    addPortal({leaf, added, cap, by.plane(), widthOf(cap, by.plane().normal)}, isCut);
    return added;
}

// Turns a leaf into a node. The front part keeps the leaf's number; returns the number of the back part.
std::uint32_t LeakProof::replaceLeaf(std::uint32_t number, const CutPlane& by, const ConvexCell& front,
                                     const ConvexCell& back) {
    TreeNode& leaf = *leaves_[number];
    leaf.front = std::make_unique<TreeNode>();
    leaf.back = std::make_unique<TreeNode>();
    leaf.front->cell = std::make_unique<PackedCell>(facesOf(front));
    leaf.back->cell = std::make_unique<PackedCell>(facesOf(back));
    const auto added = static_cast<std::uint32_t>(leaves_.size());
    leaf.front->contents = leaf.back->contents = leaf.contents;
    leaf.front->leaf = number;
    leaf.back->leaf = added;
    leaf.plane = by.plane();
    leaf.id = by.id();
    leaf.cell.reset();
    leaves_[number] = leaf.front.get();
    leaves_.push_back(leaf.back.get());
    origins_.push_back(origins_[number]);
    return added;
}

// Assigns a portal of a cut leaf to the part that it lies on, or splits it between both.
void LeakProof::cutPortal(std::uint32_t portal, std::uint32_t leaf, const CutPlane& by, std::uint32_t added) {
    Winding front, back;
    PlaneSide side = splitWinding(planes_.equations(), portals_[portal].winding, by, &front, &back);
    if (side == PlaneSide::On) side = PlaneSide::Front;
    const bool ofFront = portals_[portal].front == leaf;
    const std::uint32_t other = ofFront ? portals_[portal].back : portals_[portal].front;
    const auto backPart = [&](Portal part) {
        (ofFront ? part.front : part.back) = added;
        return part;
    };
    if (side == PlaneSide::Front) {
        links_[leaf].push_back({other, portal});
    } else if (side == PlaneSide::Back) {
        portals_[portal] = backPart(portals_[portal]);
        links_[added].push_back({other, portal});
        for (Link& link : links_[other])
            if (link.portal == portal) link.leaf = added;
    } else {
        Portal part = backPart(portals_[portal]);
        part.winding = back;
        part.width = widthOf(back, part.plane.normal);
        portals_[portal].winding = front;
        portals_[portal].width = widthOf(front, part.plane.normal);
        asked_[portal] = 0;
        blocked_[portal] = isSlit(portal) || !ballAt(portal) ? 1 : 0;
        links_[leaf].push_back({other, portal});
        addPortal(part, isCut_[portal]);
    }
}

void LeakProof::addPortal(const Portal& portal, char isCut) {
    const auto number = static_cast<std::uint32_t>(portals_.size());
    portals_.push_back(portal);
    asked_.push_back(0);
    blocked_.push_back(0);
    isCut_.push_back(isCut);
    balls_.emplace_back();
    links_[portal.front].push_back({portal.back, number});
    links_[portal.back].push_back({portal.front, number});
    if (isSlit(number) || !ballAt(number)) blocked_[number] = 1;
}

// Returns the centre of a ball that covers the middle of a portal and does not move out of its plane.
std::optional<Vec3> LeakProof::ballIn(std::uint32_t portal) const {
    const Portal& p = portals_[portal];
    return space_.ballAround(centreOf(p.winding), p.plane.normal, radius_, covering_, false);
}

bool LeakProof::conducts(std::uint32_t portal) const {
    if (portals_[portal].width >= space_.passage()) return true;
    if (asked_[portal] != 0) {
        // The proof has tried all places that ballIn() tries, its middle first.
        if (!balls_[portal]) return false;
        if (*balls_[portal] == centreOf(portals_[portal].winding)) return true;
    }
    return ballIn(portal).has_value();
}

bool LeakProof::isOfRoom(std::uint32_t leaf, std::uint32_t portal) const {
    if (!proving_) return false;
    const std::optional<Vec3> middle = ballWithin(leaf);
    if (!middle || (proven_[leaf] && cross(leaf, *middle).free)) return false;
    const std::optional<Vec3> ball = ballIn(portal);
    return ball && space_.passes(*ball, *middle, radius_);
}

std::optional<Vec3> LeakProof::ballThrough(std::uint32_t portal) const {
    const Portal& p = portals_[portal];
    return space_.ballAround(centreOf(p.winding), p.plane.normal, radius_, covering_, p.width >= space_.passage());
}

std::optional<Vec3> LeakProof::ballWithin(std::uint32_t leaf) const {
    return space_.ballAround(leaves_[leaf]->cell->interior(), {0, 0, 1}, radius_, covering_);
}

std::vector<Vec3> LeakProof::wayToVoid(const VoidPoint& point) const {
    std::vector<Vec3> way{point.point};
    Vec3 to = point.point;
    if (const auto ball = space_.ballAround(point.point, {0, 0, 1}, radius_, 2 * radius_);
        ball && *ball != point.point) {
        to = *ball;
        way.push_back(to);
    }
    for (std::uint32_t leaf = point.leaf; leaf != kNone; leaf = from_[leaf]) {
        const Crossing crossing = cross(leaf, to);
        way.insert(way.end(), crossing.by.rbegin(), crossing.by.rend());
        to = crossing.by.front();
    }
    return way;
}

}  // namespace hullbake
