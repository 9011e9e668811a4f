#include "compiler/void_space.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <queue>

#include "compiler/clearance.hpp"

namespace hullbake {

namespace {

constexpr std::uint32_t kNone = 0xffffffffu;
// Slightly less than half, so that what is exactly as wide lets the ball through in spite of rounding.
constexpr double kBall = kMinPassage / 2 - 2 * kOnPlane;
// Cuts may not go on for ever: when so many were made, ways count as wide.
constexpr std::size_t kSpareCuts = 4096;

Plane facingUp(Plane plane) {
    for (int a = 0; a < 3; ++a) {
        if (plane.normal[a] == 0) continue;
        return plane.normal[a] > 0 ? plane : Plane{-plane.normal, -plane.dist};
    }
    return plane;
}

// The point of a polygon nearest to `p`, nearly: p's foot on the plane, drawn to the middle until it is inside.
Vec3 pointNear(const CellFace& face, const Vec3& p) {
    const Vec3 middle = centreOf(face.winding), foot = p - face.plane.normal * distanceTo(face.plane, p);
    const auto inside = [&](const Vec3& q) {
        const std::size_t n = face.winding.vertices.size();
        for (std::size_t i = 0; i < n; ++i) {
            const Vec3 a = face.winding.vertices[i].p, along = face.winding.vertices[i + 1 == n ? 0 : i + 1].p - a;
            const Vec3 inward = cross(face.plane.normal, along);
            if (dot(inward, q - a) * dot(inward, middle - a) < 0) return false;
        }
        return true;
    };
    for (double share = 1; share > 0.05; share /= 2)
        if (const Vec3 q = middle + (foot - middle) * share; inside(q)) return q;
    return middle;
}

}  // namespace

VoidSpace::VoidSpace(const PlaneEquations& equations, TreeNode& root, std::vector<TreeNode*>& leaves,
                     std::vector<Portal>& portals)
    : equations_(equations),
      root_(root),
      leaves_(leaves),
      portals_(portals),
      asked_(portals.size(), 0),
      blocked_(portals.size(), 0),
      cutsLeft_(leaves.size() + kSpareCuts) {
    balls_.resize(portals.size());
    link();
    flood();
}

void VoidSpace::link() {
    links_.resize(leaves_.size());
    for (std::uint32_t i = 0; i < portals_.size(); ++i) {
        // Narrower than the tolerance of all cuts, it may not be there at all.
        if (portals_[i].width < kOnPlane) continue;
        links_[portals_[i].front].push_back({portals_[i].back, i});
        links_[portals_[i].back].push_back({portals_[i].front, i});
    }
}

// By length, so that ways out are short: the nearest leaf first.
void VoidSpace::flood() {
    struct Step {
        double length;
        std::uint32_t leaf, from, through;
        bool operator>(const Step& other) const {
            return length != other.length ? length > other.length : leaf > other.leaf;
        }
    };
    reached_.assign(leaves_.size(), false);
    tried_.assign(leaves_.size(), false);
    from_.assign(leaves_.size(), kNone);
    through_.assign(leaves_.size(), kNone);
    std::priority_queue<Step, std::vector<Step>, std::greater<>> next;
    for (const TreeNode* leaf : leaves_)
        if (passable(*leaf) && leaf->cell.reachesVoid()) next.push({0, leaf->leaf, kNone, kNone});
    while (!next.empty()) {
        const Step step = next.top();
        next.pop();
        if (reached_[step.leaf]) continue;
        reached_[step.leaf] = true;
        from_[step.leaf] = step.from;
        through_[step.leaf] = step.through;
        for (const Link& link : links_[step.leaf]) {
            if (reached_[link.leaf] || blocked_[link.portal] != 0) continue;
            const Vec3 at = centreOf(portals_[link.portal].winding);
            const double way =
                step.through == kNone ? 0 : hullbake::length(at - centreOf(portals_[step.through].winding));
            next.push({step.length + way, link.leaf, step.leaf, link.portal});
        }
    }
}

const std::optional<Vec3>& VoidSpace::ballAt(std::uint32_t portal) {
    if (asked_[portal] == 0) {
        asked_[portal] = 1;
        const Portal& p = portals_[portal];
        balls_[portal] = ballAround(root_, centreOf(p.winding), p.plane.normal, kBall, kBall);
    }
    return balls_[portal];
}

void VoidSpace::blockNarrow() {
    narrowBlocked_ = true;
    for (std::uint32_t i = 0; i < portals_.size(); ++i)
        if (portals_[i].width < kMinPassage && reached_[portals_[i].front] && !ballAt(i)) blocked_[i] = 1;
}

// Where the ball may be when it comes into a leaf, on its way to `towards`.
std::vector<Vec3> VoidSpace::starts(std::uint32_t leaf, const Vec3& towards) const {
    if (through_[leaf] != kNone) {
        const std::optional<Vec3>& ball = balls_[through_[leaf]];
        return {ball ? *ball : centreOf(portals_[through_[leaf]].winding)};
    }
    std::vector<Vec3> points;
    for (const CellFace& face : leaves_[leaf]->cell.faces)
        if (face.outer) points.push_back(pointNear(face, towards));
    std::stable_sort(points.begin(), points.end(),
                     [&](const Vec3& a, const Vec3& b) { return length(a - towards) < length(b - towards); });
    return points;
}

VoidSpace::Crossing VoidSpace::cross(std::uint32_t leaf, const Vec3& to) const {
    const std::vector<Vec3> from = starts(leaf, to);
    for (const Vec3& start : from)
        if (ballPasses(root_, start, to, kBall)) return {true, {start}};
    const Vec3 middle = leaves_[leaf]->cell.interior();
    if (ballPasses(root_, middle, to, kBall))
        for (const Vec3& start : from)
            if (ballPasses(root_, start, middle, kBall)) return {true, {start, middle}};
    return {false, {from.front()}};
}

void VoidSpace::tryLeaf(std::uint32_t leaf, const Vec3& to, std::uint32_t toPortal) {
    const Crossing crossing = cross(leaf, to);
    if (crossing.free) return;
    Cut cut{leaf, {}, crossing.by.front(), to};
    for (const std::uint32_t portal : {through_[leaf], toPortal})
        if (portal != kNone) cut.portals.push_back(portal);
    cuts_.push_back(std::move(cut));
}

void VoidSpace::tryWay(const Place& place) {
    std::vector<std::uint32_t> way;  // from the place to what was tried before
    for (std::uint32_t leaf = place.leaf; leaf != kNone && !tried_[leaf]; leaf = from_[leaf]) way.push_back(leaf);
    for (auto leaf = way.rbegin(); leaf != way.rend(); ++leaf) {
        tried_[*leaf] = true;
        const std::uint32_t portal = through_[*leaf];
        if (portal == kNone) continue;
        if (const std::optional<Vec3>& ball = ballAt(portal)) {
            tryLeaf(from_[*leaf], *ball, portal);
        } else {
            blocked_[portal] = 1;
            changed_ = true;
        }
    }
    const auto ball = ballAround(root_, place.point, {0, 0, 1}, kBall, 2 * kBall);
    if (ball) tryLeaf(place.leaf, *ball, kNone);
}

bool VoidSpace::settle(const std::vector<Place>& places) {
    if (places.empty()) return true;
    changed_ = !narrowBlocked_;
    cuts_.clear();
    if (narrowBlocked_) {
        for (const Place& place : places) tryWay(place);
        for (const Cut& wanted : cuts_) changed_ = cut(wanted) || changed_;
    } else {
        blockNarrow();
    }
    if (changed_) flood();
    return !changed_;
}

// Cuts a leaf between two points, along an edge of one of its portals, where it is narrowest.
bool VoidSpace::cut(const Cut& wanted) {
    TreeNode& leaf = *leaves_[wanted.leaf];
    if (cutsLeft_ == 0) return false;
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
            if (splitCell(equations_, leaf.cell, plane, kNoPlane, front, back, cap) != PlaneSide::Both) continue;
            const double width = widthOf(cap, plane.normal);
            if (width >= least) continue;
            least = width;
            best = plane;
        }
    }
    if (least == std::numeric_limits<double>::infinity()) return blockThin(wanted);
    --cutsLeft_;
    Winding cap;
    leaf.front = std::make_unique<TreeNode>();
    leaf.back = std::make_unique<TreeNode>();
    splitCell(equations_, leaf.cell, best, kNoPlane, leaf.front->cell, leaf.back->cell, cap);
    const auto added = static_cast<std::uint32_t>(leaves_.size());
    leaf.front->contents = leaf.back->contents = leaf.contents;
    leaf.front->leaf = wanted.leaf;
    leaf.back->leaf = added;
    leaf.plane = best;
    leaf.cell = {};
    leaves_[wanted.leaf] = leaf.front.get();
    leaves_.push_back(leaf.back.get());
    const std::vector<Link> links = std::move(links_[wanted.leaf]);
    links_[wanted.leaf].clear();
    links_.emplace_back();
    for (const Link& link : links) cutPortal(link.portal, wanted, best, added);
    addPortal({wanted.leaf, added, cap, best, widthOf(cap, best.normal)});
    return true;
}

// A splinter in the throat of a crack: there is no ball in its middle, although balls reach its portals from either
// side. The narrower portal does not let the ball through.
bool VoidSpace::blockThin(const Cut& wanted) {
    const Vec3 middle = leaves_[wanted.leaf]->cell.interior();
    const auto narrower = [&](std::uint32_t a, std::uint32_t b) { return portals_[a].width < portals_[b].width; };
    const std::uint32_t portal = *std::min_element(wanted.portals.begin(), wanted.portals.end(), narrower);
    if (portals_[portal].width >= kMinPassage || ballPasses(root_, middle, middle, kBall)) return false;
    blocked_[portal] = 1;
    return true;
}

// Gives a portal of a leaf that was cut to the part that it lies on, or a part of it to either.
void VoidSpace::cutPortal(std::uint32_t portal, const Cut& wanted, const Plane& plane, std::uint32_t added) {
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
        links_[wanted.leaf].push_back({other, portal});
        addPortal(part);
    }
}

void VoidSpace::addPortal(const Portal& portal) {
    const auto number = static_cast<std::uint32_t>(portals_.size());
    portals_.push_back(portal);
    asked_.push_back(0);
    blocked_.push_back(0);
    balls_.emplace_back();
    links_[portal.front].push_back({portal.back, number});
    links_[portal.back].push_back({portal.front, number});
    if (portal.width < kMinPassage && !ballAt(number)) blocked_[number] = 1;
}

bool VoidSpace::conducts(std::uint32_t portal) {
    return portals_[portal].width >= kMinPassage || ballAt(portal);
}

bool VoidSpace::fitsWithin(std::uint32_t leaf) const {
    return ballAround(root_, leaves_[leaf]->cell.interior(), {0, 0, 1}, kBall, kBall).has_value();
}

std::vector<Vec3> VoidSpace::wayOut(const Place& place) const {
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
