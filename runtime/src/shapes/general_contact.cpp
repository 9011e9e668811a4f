// In: two cores, at least one a cylinder or a convex set. Out: their contact, and whether it is certainly the best.
// Bodies apart: their nearest points, found by search and certified by the gap along the way between them.
// Convex sets that overlap: all faces, and all pairs of edges that are outermost along their common normal. One of
// them is the least way out. A cylinder and what has no round side: all faces, and all places where a rim or the side
// meets an edge or a corner. Two cylinders: the best of many directions, each improved as long as it helps.
#include "shapes/general_contact.hpp"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>

#include "shapes/cylinder_pair.hpp"
#include "shapes/ellipse_normal.hpp"
#include "shapes/face_depths.hpp"
#include "shapes/nearest_points.hpp"
#include "shapes/shared_middle.hpp"

namespace hullbake::detail {

namespace {

// Relative to the size of both bodies: gaps that count as equal, and what a certificate may be off by.
constexpr double kEqualGaps = 1e-10, kSureGap = 1e-10, kSearchError = 1e-13;
// Relative to the sizes and places: what a bound must exceed before it leaves a direction out. More than all roundings,
// equal gaps and kInwardSlack make, so that nothing is left out that could count.
constexpr double kBoundSlack = 1e-8;
// Relative to the sizes and places: how far from touching bodies must be to be told apart, or to overlap, by less than
// their contact. Much more than its errors.
constexpr double kOverlapMargin = 1e-6;
constexpr unsigned kMostEqual = 16;
constexpr double kInwardSlack = 1e-9;  // of unit vectors: an edge that leads outwards by less counts as outermost
// Relative to the size: what a way out of two cylinders may be too long by and still count as exact.
constexpr double kCylinderSlack = 4e-10;
// The sine between axes that count as parallel: no rim then rolls on the other, but for rounding.
constexpr double kParallelAxes = 1e-10;
// How far apart bodies are moved to find their points, relative to the size. The error of the points is the root of its
// product with that of the distance.
constexpr double kPointGap = 0x1p-20;
// Corners as far as this from the farthest one, relative to the size, are of the same edge or face.
constexpr double kMiddleSlack = 4e-10;
// The sine between an edge and a cylinder's axis below which rounding alone makes it.
constexpr double kLevelSine = 4 * DBL_EPSILON;

// A cache holds the direction of the last answer: two coordinates, and the sign of the third in the last bit.
void keepDirection(const Vec3& n, ContactCache& cache) {
    cache.words[0] = (std::bit_cast<std::uint64_t>(n.x) & ~std::uint64_t{1}) | (n.z < 0 ? 1u : 0u);
    // -0 tells a direction along z from none.
    cache.words[1] = std::bit_cast<std::uint64_t>(n.y == 0 ? -0.0 : n.y);
}

// Returns false if the cache holds no direction.
bool takeDirection(const ContactCache& cache, Vec3& n) {
    n.x = std::bit_cast<double>(cache.words[0]);
    n.y = std::bit_cast<double>(cache.words[1]);
    const double level = n.x * n.x + n.y * n.y;
    if ((cache.words[0] | cache.words[1]) == 0 || !(level <= 1 + kBoundSlack)) return false;
    n.z = std::sqrt(std::max(0.0, 1 - level)) * ((cache.words[0] & 1) != 0 ? -1 : 1);
    n = n * (1 / length(n));
    return true;
}

// Edges of the second body, as directions that tell quickly which edges of the first they may meet. Nothing is set but
// what has been added.
struct EdgeList {
    struct Item {
        double along[3], sides[2][3];
    };
    Item items[kMaxConvexEdges];
    std::uint8_t index[kMaxConvexEdges];
    unsigned count = 0;

    void add(const CoreEdge& edge, unsigned number) {
        index[count] = static_cast<std::uint8_t>(number);
        Item& item = items[count++];
        const Vec3 sides[2] = {cross(edge.along, edge.inward[0]), cross(edge.along, edge.inward[1])};
        for (int i = 0; i < 3; ++i) {
            item.along[i] = edge.along[i];
            for (int side = 0; side < 2; ++side) item.sides[side][i] = sides[side][i];
        }
    }
    // The products of the common normal with the directions into the faces beside both edges. Returns false if neither
    // end of the normal leads away from all faces, as offerPair wants it.
    bool mayMeet(unsigned k, const Vec3& along, const Vec3 (&sides)[2]) const {
        const auto times = [](const double(&v)[3], const Vec3& w) { return v[0] * w.x + v[1] * w.y + v[2] * w.z; };
        constexpr double kSlack = 2 * kInwardSlack;
        const Item& item = items[k];
        const double p = times(item.along, sides[0]), q = times(item.along, sides[1]);
        const double r = times(item.sides[0], along), s = times(item.sides[1], along);
        // No branches: their outcome cannot be foreseen.
        const bool up = (p <= kSlack) & (q <= kSlack) & (r >= -kSlack) & (s >= -kSlack);
        const bool down = (p >= -kSlack) & (q >= -kSlack) & (r <= kSlack) & (s <= kSlack);
        return up | down;
    }
};

// A direction in which the bodies may be parted.
struct WayOut {
    double gap = -DBL_MAX;
    Vec3 normal;
    ContactFamily family = ContactFamily::None;
};

struct RimPlane;

class GeneralPair {
  public:
    GeneralPair(const Core& a, const Core& b)
        : a_(a, {}), b_(b, wayBetween(a, b)), size_(a.size() + b.size()), reach_(size_ + length(b_.place())) {}
    GeneralContact contact(ContactCache& cache);
    bool overlaps(ContactCache& cache);

  private:
    double gap(const Vec3& n) const { return -b_.reach(-n) - a_.reach(n); }
    // The least way out that is certainly longer than the best one, which no other direction can equal.
    double tooDeep() const { return kBoundSlack * reach_ - std::max(widest_, sure_); }
    bool isTooDeep(double depth) const { return depth >= 0 && depth >= tooDeep(); }
    void aim(const Vec3& n);
    void search();
    void searchFrom(const Vec3& n, double sure);
    void offerAll();
    const WayOut& firstOfEqual() const;
    void offer(const Vec3& n, ContactFamily family);
    void offerBoth(const Vec3& v, ContactFamily family);
    void offerFaces();
    void offerAnyFrame();
    void offerEdgePairs();
    void offerPair(const CoreEdge& edge, const CoreEdge& other);
    void offerRims(const SupportCore& round, const SupportCore& other);
    void offerRim(const RimPlane& plane, const SupportCore& round, const CoreEdge& edge, double up);
    void offerNearestCorner(const SupportCore& round, const SupportCore& other);
    void offerRound(const SupportCore& round, const SupportCore& other);
    bool isFirst(const SupportCore& core) const { return &core == &a_; }
    bool searchRims();
    int roundCount() const { return (a_.isRound() ? 1 : 0) + (b_.isRound() ? 1 : 0); }
    ContactFamily familyOf(const Vec3& n) const;
    GeneralContact withPoints();

    SupportCore a_, b_;
    double size_, reach_;
    double sure_ = -DBL_MAX;  // some direction has this gap
    double widest_ = -DBL_MAX;
    WayOut best_;               // has the widest gap
    WayOut equal_[kMostEqual];  // those that came so close to the widest that they may count as equal, as offered
    unsigned equalCount_ = 0;
    bool tooManyEqual_ = false;
    FaceDepths depthsA_, depthsB_;  // of a point of the other body that is deep inside
    int steps_ = 0;
};

// Measures by points that are deep where the bodies are parted along `n`.
void GeneralPair::aim(const Vec3& n) {
    depthsA_.measure(a_, b_.farthest(-n));
    depthsB_.measure(b_, a_.farthest(n));
}

void GeneralPair::offer(const Vec3& n, ContactFamily family) {
    const double wide = gap(n), same = kEqualGaps * size_;
    if (wide > widest_ + same) equalCount_ = 0;
    if (wide >= std::max(widest_, sure_) - same) {
        if (equalCount_ < kMostEqual)
            equal_[equalCount_++] = {wide, n, family};
        else
            tooManyEqual_ = true;
    }
    if (wide > widest_) widest_ = wide, best_ = {wide, n, family};
}

void GeneralPair::offerBoth(const Vec3& v, ContactFamily family) {
    const double size = length(v);
    if (!(size > 0)) return;
    const Vec3 n = v * (1 / size);
    offer(n, family);
    offer(-n, family);
}

void GeneralPair::offerFaces() {
    for (unsigned i = 0; i < a_.faceCount(); ++i)
        if (!isTooDeep(depthsA_.ofFace(i))) offer(a_.faceNormal(i), ContactFamily::FaceA);
    for (unsigned i = 0; i < b_.faceCount(); ++i)
        if (!isTooDeep(depthsB_.ofFace(i))) offer(-b_.faceNormal(i), ContactFamily::FaceB);
}

// For bodies without faces, or round ones: the axes, and what is square to an edge.
void GeneralPair::offerAnyFrame() {
    for (int i = 0; i < 3; ++i) {
        Vec3 axis;
        axis[i] = 1;
        offerBoth(axis, ContactFamily::Round);
    }
    offerBoth(b_.place(), ContactFamily::Round);
}

void GeneralPair::offerPair(const CoreEdge& edge, const CoreEdge& other) {
    Vec3 n = cross(edge.along, other.along);
    const double squared = dot(n, n);
    if (!(squared > DBL_EPSILON * DBL_EPSILON)) return;
    const double p = dot(n, edge.inward[0]), q = dot(n, edge.inward[1]);
    const double r = dot(n, other.inward[0]), s = dot(n, other.inward[1]);
    const double across = dot(n, other.from - edge.from);
    for (const double sign : {1.0, -1.0}) {
        if (sign * p > kInwardSlack || sign * q > kInwardSlack || sign * r < -kInwardSlack || sign * s < -kInwardSlack)
            continue;
        // The bodies reach at least as far as the edges, so the gap is at most that of the edges.
        const double size = std::sqrt(squared);
        if (sign * across / size <= widest_) continue;
        offer(n * (sign / size), ContactFamily::Edges);
    }
}

void GeneralPair::offerEdgePairs() {
    EdgeList others;
    for (unsigned k = 0; k < b_.edgeCount(); ++k)
        if (!isTooDeep(depthsB_.ofEdge(b_, k))) others.add(b_.edge(k), k);
    for (unsigned i = 0; i < a_.edgeCount() && others.count > 0; ++i) {
        if (isTooDeep(depthsA_.ofEdge(a_, i))) continue;
        const CoreEdge edge = a_.edge(i);
        const Vec3 sides[2] = {cross(edge.inward[0], edge.along), cross(edge.inward[1], edge.along)};
        for (unsigned k = 0; k < others.count; ++k)
            if (others.mayMeet(k, edge.along, sides)) offerPair(edge, b_.edge(others.index[k]));
    }
}

// The plane square to an edge. There the cylinder is a segment along its axis, with an ellipse around each point.
struct RimPlane {
    Vec3 along;       // of the edge; zero: not made
    Vec3 wide, tall;  // along the long axis of the ellipse, and along its short one, as the cylinder's axis leads
    double narrow = 0, sine = 0;
    bool flat = true;  // the edge leads along the axis, so there is no ellipse but a circle
};

RimPlane rimPlane(const Vec3& along, const Vec3& axis) {
    RimPlane plane;
    plane.along = along;
    const Vec3 square = cross(along, axis);
    const double size = length(square);
    if (!(size > kLevelSine)) return plane;
    Vec3 wide = square * (1 / size);
    // The product of directions that are nearly the same is not square to them.
    wide = wide - along * dot(wide, along);
    plane.wide = wide * (1 / length(wide));
    plane.tall = cross(plane.wide, along);
    plane.sine = dot(plane.tall, axis);
    plane.narrow = std::fabs(dot(along, axis));
    plane.flat = false;
    return plane;
}

// A cylinder parted from what has no round side. The least way out of a sum of convex bodies is at a place where its
// surface has one normal only. So it is no corner of a face or rim: it is across a face, square to the axis and an edge
// or a corner, or where a rim rolls on an edge. There, in the plane square to the edge, the way out is the distance of
// a point to an ellipse, which has at most one local minimum on each side of each axis.
void GeneralPair::offerRims(const SupportCore& round, const SupportCore& other) {
    const Vec3& axis = round.core().axes[2];
    RimPlane plane;
    const FaceDepths& depths = isFirst(other) ? depthsA_ : depthsB_;
    for (unsigned i = 0; i < other.edgeCount(); ++i) {
        const CoreEdge edge = other.edge(i);
        if (!(edge.along == plane.along)) {
            plane = rimPlane(edge.along, axis);
            if (!plane.flat) offerBoth(plane.wide, ContactFamily::Round);
        }
        if (plane.flat || isTooDeep(depths.ofEdge(other, i))) continue;
        offerRim(plane, round, edge, 1);
        offerRim(plane, round, edge, -1);
    }
}

// One disc: the one on the side `up` of the cylinder.
void GeneralPair::offerRim(const RimPlane& plane, const SupportCore& round, const CoreEdge& edge, double up) {
    const double radius = round.core().half.x, tall = round.core().half.z;
    const Vec3 way = edge.from - round.place();
    const double x = dot(way, plane.wide), y = dot(way, plane.tall) * up - tall * plane.sine;
    const Vec3 right = x < 0 ? -plane.wide : plane.wide, upward = plane.tall * up;
    // The edge is outermost against the direction, which lies between these two.
    for (const Vec3& inward : edge.inward)
        if (dot(right, inward) < -kInwardSlack && dot(upward, inward) < -kInwardSlack) return;
    double normalX = 0, normalY = 0;
    const double scale = 1 / radius;
    if (!ellipseNormal(std::fabs(x) * scale, y * scale, plane.narrow, plane.sine * plane.sine, normalX, normalY))
        return;
    Vec3 n = right * normalX + upward * normalY;
    n = n * (1 / length(n));
    for (const Vec3& inward : edge.inward)
        if (dot(n, inward) < -kInwardSlack) return;
    // How steep the direction is, and how level. Of one that is nearly along the axis 1 minus a square has no digits.
    const double rise = dot(n, upward), lift = rise * plane.sine;
    const Vec3 level{dot(n, right), rise * plane.narrow, 0};
    // The bodies reach at least as far as the edge and the disc.
    if (roundCount() < 2 && dot(way, n) - tall * lift - radius * length(level) <= widest_) return;
    offer(isFirst(round) ? n : -n, ContactFamily::Round);
}

// Square to a cylinder's side: away from the other body's corner that is nearest to the axis.
void GeneralPair::offerNearestCorner(const SupportCore& round, const SupportCore& other) {
    const Vec3& axis = round.core().axes[2];
    Vec3 nearest;
    double least = DBL_MAX;
    for (unsigned i = 0; i < other.cornerCount(); ++i) {
        const Vec3 way = other.corner(i) - round.place(), level = way - axis * dot(way, axis);
        if (const double squared = dot(level, level); squared < least) least = squared, nearest = level;
    }
    // A corner on the axis may leave along any level direction.
    offerBoth(least > 0 ? nearest : round.core().axes[0], ContactFamily::Round);
}

// Directions square to a cylinder's side, and where its rims meet edges.
void GeneralPair::offerRound(const SupportCore& round, const SupportCore& other) {
    const Vec3& axis = round.core().axes[2];
    if (other.isRound()) {
        const Vec3 way = other.place() - round.place(), level = way - axis * dot(way, axis);
        offerBoth(level == Vec3{} ? round.core().axes[0] : level, ContactFamily::Round);
        const RimPlane plane = rimPlane(other.core().axes[2], axis);
        if (plane.flat) return;
        offerBoth(plane.wide, ContactFamily::Round);
        // The other side is a circle around its axis, which only adds its radius.
        for (const double up : {1.0, -1.0}) offerRim(plane, round, {other.place(), plane.along, {}}, up);
        return;
    }
    offerRims(round, other);
    offerNearestCorner(round, other);
}

// Two cylinders, when all else has been offered. Returns true if the best way out is certainly the least.
bool GeneralPair::searchRims() {
    const Vec3 square = cross(a_.core().axes[2], b_.core().axes[2]);
    // Of parallel axes the sum is a cylinder.
    if (!(length(square) > kParallelAxes)) return true;
    const CylinderWayOut way = cylinderWayOut(a_, b_, -widest_, kCylinderSlack * size_);
    steps_ += way.steps;
    if (way.found) offer(way.normal, ContactFamily::Round);
    return way.proven;
}

ContactFamily GeneralPair::familyOf(const Vec3& n) const {
    const auto isAlong = [&](const Vec3& normal) { return length(normal - n) <= kEqualGaps; };
    for (unsigned i = 0; i < a_.faceCount(); ++i)
        if (isAlong(a_.faceNormal(i))) return ContactFamily::FaceA;
    for (unsigned i = 0; i < b_.faceCount(); ++i)
        if (isAlong(-b_.faceNormal(i))) return ContactFamily::FaceB;
    return a_.isRound() || b_.isRound() ? ContactFamily::Round : ContactFamily::Corner;
}

// The points that touch when the second body has left along the normal. Of ways that count as equal the first counts
// along which the bodies share points: along others they miss each other by a hair. Where they always do, those that
// are nearest a little farther out.
GeneralContact GeneralPair::withPoints() {
    GeneralContact contact;
    contact.distance = widest_;
    const auto shares = [&](const WayOut& way) {
        contact.normal = way.normal;
        contact.family = way.family;
        return sharedMiddle(a_, b_, way.normal, kMiddleSlack * size_, contact.onFirst);
    };
    const WayOut& first = firstOfEqual();
    if (shares(first)) return contact;
    for (unsigned i = 0; i < equalCount_; ++i)
        if (&equal_[i] != &first && equal_[i].gap >= widest_ - kEqualGaps * size_ && shares(equal_[i])) return contact;
    contact.normal = first.normal;
    contact.family = first.family;
    const NearestPoints near =
        nearestPoints(a_, b_, first.normal * (kPointGap * size_ - first.gap), kSearchError * reach_);
    steps_ += near.steps;
    contact.onFirst = near.onFirst + first.normal * (a_.reach(first.normal) - dot(near.onFirst, first.normal));
    return contact;
}

void GeneralPair::offerAll() {
    offerFaces();
    if (widest_ > sure_) aim(best_.normal);
    if (roundCount() == 2 || a_.faceCount() + b_.faceCount() == 0) offerAnyFrame();
    if (a_.isRound()) offerRound(a_, b_);
    if (b_.isRound()) offerRound(b_, a_);
    if (roundCount() == 0) offerEdgePairs();
}

void GeneralPair::search() {
    offerAll();
    if (!tooManyEqual_) return;
    // With the widest gap known, the first that is kept is the first of all.
    sure_ = widest_;
    widest_ = -DBL_MAX;
    equalCount_ = 0;
    offerAll();
}

// The first of those that count as equal to the widest.
const WayOut& GeneralPair::firstOfEqual() const {
    for (unsigned i = 0; i < equalCount_; ++i)
        if (equal_[i].gap >= widest_ - kEqualGaps * size_) return equal_[i];
    return best_;
}

// Searches with a direction that has about the widest gap, or any other.
void GeneralPair::searchFrom(const Vec3& n, double sure) {
    sure_ = sure;
    widest_ = -DBL_MAX;
    equalCount_ = 0;
    tooManyEqual_ = false;
    aim(n);
    search();
}

GeneralContact GeneralPair::contact(ContactCache& cache) {
    const NearestPoints near = nearestPoints(a_, b_, {}, kSearchError * reach_);
    steps_ = near.steps;
    const double certified = near.met ? -DBL_MAX : gap(near.normal);
    GeneralContact found;
    if (!near.met && near.atMost - certified <= kSureGap * size_) {
        found.exact = true;
        found.normal = near.normal;
        found.distance = certified;
        found.family = familyOf(near.normal);
        found.onFirst = near.onFirst + near.normal * (a_.reach(near.normal) - dot(near.onFirst, near.normal));
    } else {
        const double least = near.met ? near.atLeast : certified;
        Vec3 known;
        const bool kept = near.met && roundCount() < 2 && takeDirection(cache, known);
        if (kept) searchFrom(known, std::max(least, gap(known) - kEqualGaps * size_));
        // A direction that is better than all that were tried is none of this pair's.
        if (!kept || widest_ < sure_) searchFrom(near.normal, least);
        // Bodies that touch may do so at a corner, which has no direction of its own.
        const bool complete = widest_ >= sure_;
        if (!near.met || !complete) offer(near.normal, familyOf(near.normal));
        // Rounding may part the bound from the gap of its own direction.
        const bool proved = complete || widest_ >= sure_ - kSureGap * size_;
        const bool sure = roundCount() < 2 ? proved : searchRims();
        found = withPoints();
        const bool touching = -widest_ <= kSureGap * size_;
        found.exact = near.met ? sure || touching : near.atMost - widest_ <= kSureGap * size_;
    }
    found.steps = steps_;
    keepDirection(found.normal, cache);
    return found;
}

// Decides by less than the whole contact where it is certain what that would say.
bool GeneralPair::overlaps(ContactCache& cache) {
    const double radius = a_.core().radius + b_.core().radius, margin = kOverlapMargin * reach_;
    if (Vec3 known; takeDirection(cache, known) && gap(known) > radius + margin) return false;
    const NearestPoints near = nearestPoints(a_, b_, {}, kSearchError * reach_, {radius + margin, radius - margin});
    if (!near.met && near.atLeast > radius + margin) {
        keepDirection(near.normal, cache);
        return false;
    }
    if (near.met ? near.depth > margin : near.atMost < radius - margin) return true;
    return contact(cache).distance - radius < 0;
}

}  // namespace

GeneralContact generalContact(const Core& a, const Core& b, ContactCache& cache) noexcept {
    return GeneralPair(a, b).contact(cache);
}

bool generalOverlap(const Core& a, const Core& b, ContactCache& cache) noexcept {
    return GeneralPair(a, b).overlaps(cache);
}

}  // namespace hullbake::detail
