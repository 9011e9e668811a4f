#include "compiler/fill/leak_proof.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "compiler/fill/ball_clearance.hpp"

namespace hullbake {

namespace {

constexpr std::uint32_t kNone = 0xffffffffu;
// Slightly less than half, so that what is exactly as wide lets the ball through in spite of rounding.
constexpr double kBall = kMinPassage / 2 - 2 * kOnPlane;
// Units between two places of the ball on its way across a leaf: closer ones are not told apart by cutting.
constexpr double kLeastCut = 1e-3;
// Cutting ends: in cracks that taper from just above the limit to just below it the ball would creep on and on.
constexpr int kMaxRounds = 16;

Plane facingUp(Plane plane) {
    for (int a = 0; a < 3; ++a) {
        if (plane.normal[a] == 0) continue;
        return plane.normal[a] > 0 ? plane : Plane{-plane.normal, -plane.dist};
    }
    return plane;
}

// From the middle of a cube to the middles of its sides, edges and corners.
std::vector<Vec3> waysAround() {
    std::vector<Vec3> ways;
    for (const double z : {-1.0, 0.0, 1.0})
        for (const double y : {-1.0, 0.0, 1.0})
            for (const double x : {-1.0, 0.0, 1.0})
                if (x != 0 || y != 0 || z != 0) ways.push_back({x, y, z});
    return ways;
}

// Whether a point of a polygon's plane lies in the polygon.
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

// The point of a polygon nearest to `p`, nearly: p's foot on the plane, drawn to the middle until it is inside.
Vec3 pointNear(const CellFace& face, const Vec3& p) {
    const Vec3 middle = centreOf(face.winding), foot = p - face.plane.normal * distanceTo(face.plane, p);
    for (double share = 1; share > 0.05; share /= 2)
        if (const Vec3 q = middle + (foot - middle) * share; holdsPoint(face.winding, face.plane.normal, q)) return q;
    return middle;
}

}  // namespace

LeakProof::LeakProof(const PlaneEquations& equations, TreeNode& root, std::vector<TreeNode*>& leaves, Portals& portals)
    : equations_(equations),
      root_(root),
      leaves_(leaves),
      portals_(portals),
      asked_(portals.size(), 0),
      blocked_(portals.size(), 0),
      isCut_(portals.size(), 0) {
    balls_.resize(portals.size());
    link();
    flood();
}

void LeakProof::link() {
    links_.resize(leaves_.size());
    for (std::uint32_t i = 0; i < portals_.size(); ++i) {
        // Narrower than the tolerance of all cuts, it may not be there at all.
        if (portals_[i].width < kOnPlane) continue;
        links_[portals_[i].front].push_back({portals_[i].back, i});
        links_[portals_[i].back].push_back({portals_[i].front, i});
    }
}

// All that is not blocked, tried or not.
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
        if (passable(*leaf) && leaf->cell->reachesVoid()) outer.push_back(leaf->leaf);
    return outer;
}

// The ball's own flood, by length, so that ways out are short: the nearest leaf first. Where it does not get across a
// leaf, that is noted.
void LeakProof::prove() {
    struct Step {
        double length;
        std::uint32_t leaf, from, through;
        bool operator>(const Step& other) const {
            return length != other.length ? length > other.length : leaf > other.leaf;
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
    // The ball has come to most of these leaves by another way.
    std::erase_if(cuts_, [&](const Cut& wanted) {
        const Portal& portal = portals_[wanted.portals.front()];
        return proven_[portal.front == wanted.leaf ? portal.back : portal.front];
    });
}

// Whether the ball gets across a leaf to a portal.
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
        balls_[portal] = ballAround(root_, centreOf(p.winding), p.plane.normal, kBall, kBall, isCut_[portal] == 0);
        if (!balls_[portal]) balls_[portal] = ballAtNext(portal);
    }
    return balls_[portal];
}

// A portal into a sheet may reach far beyond the mouth of a gap that ends there, with its middle in a crack: where
// another portal of the sheet is right behind it, the ball may fit.
std::optional<Vec3> LeakProof::ballAtNext(std::uint32_t portal) const {
    const Portal& p = portals_[portal];
    for (const std::uint32_t leaf : {p.front, p.back})
        for (const Link& link : links_[leaf]) {
            if (link.portal == portal) continue;
            const Vec3 next = centreOf(portals_[link.portal].winding);
            const double d = distanceTo(p.plane, next);
            const Vec3 foot = next - p.plane.normal * d;
            if (std::fabs(d) < kBall && holdsPoint(p.winding, p.plane.normal, foot) &&
                ballPasses(root_, foot, foot, kBall))
                return foot;
        }
    return std::nullopt;
}

// Where the ball may be when it comes into a leaf, on its way to `towards`.
std::vector<Vec3> LeakProof::starts(std::uint32_t leaf, const Vec3& towards) const {
    if (through_[leaf] != kNone) {
        const std::optional<Vec3>& ball = balls_[through_[leaf]];
        return {ball ? *ball : centreOf(portals_[through_[leaf]].winding)};
    }
    std::vector<Vec3> points;
    const Cell cell = leaves_[leaf]->cell->cell();
    for (const CellFace& face : cell.faces)
        if (face.outer) points.push_back(pointNear(face, towards));
    std::stable_sort(points.begin(), points.end(),
                     [&](const Vec3& a, const Vec3& b) { return length(a - towards) < length(b - towards); });
    return points;
}

LeakProof::Crossing LeakProof::cross(std::uint32_t leaf, const Vec3& to) const {
    const std::vector<Vec3> from = starts(leaf, to);
    for (const Vec3& start : from)
        if (ballPasses(root_, start, to, kBall)) return {true, {start}};
    const Vec3 middle = leaves_[leaf]->cell->interior();
    if (ballPasses(root_, middle, to, kBall))
        for (const Vec3& start : from)
            if (ballPasses(root_, start, middle, kBall)) return {true, {start, middle}};
    return crossByDetour(leaf, from.front(), to);
}

// The ball may touch a wall at either end, and walls that were turned and rounded are not quite straight: from where it
// has the most room, and by where it crosses other portals.
LeakProof::Crossing LeakProof::crossByDetour(std::uint32_t leaf, const Vec3& from, const Vec3& to) const {
    const std::array<double, 6> way{from.x, from.y, from.z, to.x, to.y, to.z};
    if (stuck_.contains(way)) return {false, {from}};
    const std::vector<Vec3>&begin = intoTheOpen(from), &end = intoTheOpen(to);
    std::vector<Vec3> between{leaves_[leaf]->cell->interior()};
    for (const Link& link : links_[leaf])
        if (balls_[link.portal]) between.push_back(*balls_[link.portal]);
    for (const bool inTheOpen : {false, true}) {
        const std::size_t i = inTheOpen ? begin.size() - 1 : 0, k = inTheOpen ? end.size() - 1 : 0;
        std::vector<Vec3> by(begin.begin(), begin.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        if (!ballPasses(root_, begin[i], end[k], kBall)) {
            const auto joins = [&](const Vec3& p) {
                return ballPasses(root_, begin[i], p, kBall) && ballPasses(root_, p, end[k], kBall);
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

// Thin sheets lie along walls, and what passes a wall's mouth grazes the wall: away from it, along it and back.
LeakProof::Crossing LeakProof::crossAside(std::uint32_t leaf, const Vec3& from, const Vec3& to) const {
    constexpr double kSameWay = 0.999;
    std::vector<Vec3> ways;
    for (const Link& link : links_[leaf]) {
        const Vec3& normal = portals_[link.portal].plane.normal;
        const auto same = [&](const Vec3& way) { return std::fabs(dot(way, normal)) > kSameWay; };
        if (std::none_of(ways.begin(), ways.end(), same)) ways.push_back(normal);
    }
    for (const double distance : {2.0, 8.0})
        for (const Vec3& way : ways)
            for (const double side : {1.0, -1.0}) {
                const Vec3 aside = way * (side * distance * kBall), begin = from + aside, end = to + aside;
                if (ballPasses(root_, from, begin, kBall) && ballPasses(root_, end, to, kBall) &&
                    ballPasses(root_, begin, end, kBall))
                    return {true, {from, begin, end}};
            }
    return {false, {from}};
}

const std::vector<Vec3>& LeakProof::intoTheOpen(const Vec3& p) const {
    const auto [it, isNew] = open_.try_emplace({p.x, p.y, p.z});
    if (isNew) it->second = findTheOpen(p);
    return it->second;
}

// From `p`, where the ball is, by steps that it can take, to where it has room around it.
std::vector<Vec3> LeakProof::findTheOpen(const Vec3& p) const {
    constexpr int kSteps = 3;
    constexpr double kMore = 1.25, kEnough = 8;  // in sizes of the ball
    static const std::vector<Vec3> ways = waysAround();
    std::vector<Vec3> path{p};
    double room = 1;
    for (int step = 0; step < kSteps && room < kEnough; ++step) {
        const double before = room;
        const Vec3 from = path.back();
        Vec3 best = from;
        for (const double stride : {1.0, 2.0, 4.0})
            for (const Vec3& way : ways) {
                const Vec3 q = from + way * (stride * kBall / length(way));
                if (!ballPasses(root_, q, q, kMore * room * kBall) || !ballPasses(root_, from, q, kBall)) continue;
                best = q;
                do room *= kMore;
                while (room < kEnough && ballPasses(root_, q, q, kMore * room * kBall));
            }
        if (room == before) break;
        path.push_back(best);
    }
    return path;
}

bool LeakProof::settle(const std::vector<Place>& places) {
    const auto proven = [&](const Place& place) { return proving_ && proven_[place.leaf]; };
    if (std::all_of(places.begin(), places.end(), proven)) return true;
    if (proving_) {
        ++rounds_;
        for (const Cut& wanted : cuts_) {
            if (rounds_ <= kMaxRounds && cut(wanted)) continue;
            // Too small to be cut, or cut often enough: if it is not in a crack, other ways lead around it.
            blocked_[wanted.portals.front()] = 1;
        }
    } else {
        proving_ = true;
        for (std::uint32_t i = 0; i < portals_.size(); ++i)
            if (possible_[portals_[i].front] && !ballAt(i)) blocked_[i] = 1;
    }
    flood();
    prove();
    return false;
}

// Cuts a leaf between two points, along an edge of one of its portals, where it is narrowest. The ball must pass the
// cut itself: it does not pass a throat that it only reaches into from both sides.
bool LeakProof::cut(const Cut& wanted) {
    TreeNode& leaf = *leaves_[wanted.leaf];
    const Cell whole = leaf.cell->cell();
    for (const std::uint32_t portal : wanted.portals)
        if (portals_[portal].front != wanted.leaf && portals_[portal].back != wanted.leaf)
            return true;  // another cut came first
    double least = std::numeric_limits<double>::infinity();
    Plane best;
    for (const Link& link : links_[wanted.leaf]) {
        const std::uint32_t portal = link.portal;
        const Winding& winding = portals_[portal].winding;
        const std::size_t n = winding.vertices.size();
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 a = winding.vertices[i].p, along = winding.vertices[i + 1 == n ? 0 : i + 1].p - a;
            const Vec3 across = hullbake::cross(portals_[portal].plane.normal, along);
            if (length(along) < kOnPlane) continue;
            Plane plane{across * (1 / length(across)), 0};
            plane.dist = dot(plane.normal, a);
            const double from = distanceTo(plane, wanted.from), to = distanceTo(plane, wanted.to);
            if (std::fabs(from) <= kOnPlane || std::fabs(to) <= kOnPlane || from * to > 0) continue;
            plane = facingUp(plane);
            Cell front, back;
            Winding cap;
            if (splitCell(equations_, whole, plane, kNoPlane, front, back, cap) != PlaneSide::Both) continue;
            const double width = widthOf(cap, plane.normal);
            if (width >= least) continue;
            least = width;
            best = plane;
        }
    }
    if (least == std::numeric_limits<double>::infinity()) {
        // No edge lies between: half-way, then.
        const Vec3 way = wanted.to - wanted.from;
        if (hullbake::length(way) < kLeastCut) return false;
        best = facingUp({way * (1 / hullbake::length(way)), 0});
        best.dist = dot(best.normal, (wanted.from + wanted.to) * 0.5);
        Cell front, back;
        Winding cap;
        if (splitCell(equations_, whole, best, kNoPlane, front, back, cap) != PlaneSide::Both) return false;
    }
    Cell front, back;
    Winding cap;
    splitCell(equations_, whole, best, kNoPlane, front, back, cap);
    leaf.front = std::make_unique<TreeNode>();
    leaf.back = std::make_unique<TreeNode>();
    leaf.front->cell = std::make_unique<PackedCell>(facesOf(front));
    leaf.back->cell = std::make_unique<PackedCell>(facesOf(back));
    const auto added = static_cast<std::uint32_t>(leaves_.size());
    leaf.front->contents = leaf.back->contents = leaf.contents;
    leaf.front->leaf = wanted.leaf;
    leaf.back->leaf = added;
    leaf.plane = best;
    leaf.cell.reset();
    leaves_[wanted.leaf] = leaf.front.get();
    leaves_.push_back(leaf.back.get());
    const std::vector<Link> links = std::move(links_[wanted.leaf]);
    links_[wanted.leaf].clear();
    links_.emplace_back();
    for (const Link& link : links) cutPortal(link.portal, wanted, best, added);
    addPortal({wanted.leaf, added, cap, best, widthOf(cap, best.normal)}, 1);
    return true;
}

// Gives a portal of a leaf that was cut to the part that it lies on, or a part of it to either.
void LeakProof::cutPortal(std::uint32_t portal, const Cut& wanted, const Plane& plane, std::uint32_t added) {
    Winding front, back;
    PlaneSide side = splitWinding(equations_, portals_[portal].winding, plane, kNoPlane, &front, &back);
    if (side == PlaneSide::On) side = PlaneSide::Front;
    const bool ofFront = portals_[portal].front == wanted.leaf;
    const std::uint32_t other = ofFront ? portals_[portal].back : portals_[portal].front;
    const auto backPart = [&](Portal part) {
        (ofFront ? part.front : part.back) = added;
        return part;
    };
    if (side == PlaneSide::Front) {
        links_[wanted.leaf].push_back({other, portal});
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
        asked_[portal] = blocked_[portal] = 0;
        if (!ballAt(portal)) blocked_[portal] = 1;
        links_[wanted.leaf].push_back({other, portal});
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
    if (!ballAt(number)) blocked_[number] = 1;
}

bool LeakProof::conducts(std::uint32_t portal) const {
    const Portal& p = portals_[portal];
    return p.width >= kMinPassage ||
           ballAround(root_, centreOf(p.winding), p.plane.normal, kBall, kBall, false).has_value();
}

bool LeakProof::fitsWithin(std::uint32_t leaf) const {
    return ballAround(root_, leaves_[leaf]->cell->interior(), {0, 0, 1}, kBall, kBall).has_value();
}

std::vector<Vec3> LeakProof::wayOut(const Place& place) const {
    std::vector<Vec3> way{place.point};
    Vec3 to = place.point;
    if (const auto ball = ballAround(root_, place.point, {0, 0, 1}, kBall, 2 * kBall); ball && *ball != place.point) {
        to = *ball;
        way.push_back(to);
    }
    for (std::uint32_t leaf = place.leaf; leaf != kNone; leaf = from_[leaf]) {
        const Crossing crossing = cross(leaf, to);
        way.insert(way.end(), crossing.by.rbegin(), crossing.by.rend());
        to = crossing.by.front();
    }
    return way;
}

}  // namespace hullbake
