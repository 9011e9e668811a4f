// In: two cores, at least one a cylinder or a convex set. Out: their contact, and whether it is certainly the best.
// Bodies apart: their nearest points, found by search and certified by the gap along the way between them.
// Convex sets that overlap: all faces, and all pairs of edges that are outermost along their common normal. One of
// them is the least way out. Cylinders that overlap: the best of many directions, each improved as long as it helps.
#include "shapes/general_contact.hpp"

#include <cfloat>
#include <cmath>

#include "shapes/nearest_points.hpp"

namespace hullbake::detail {

namespace {

// Relative to the size of both bodies: gaps that count as equal, and what a certificate may be off by.
constexpr double kEqualGaps = 1e-10, kSureGap = 1e-10, kSearchError = 1e-13;
constexpr double kInwardSlack = 1e-9;  // of unit vectors: an edge that leads outwards by less counts as outermost
constexpr int kImprovedRays = 4, kImprovements = 48;
// Difference of unit vectors: the search knows a round body's normal no better, as it stops where the distance stays.
constexpr double kSameRayNormal = 4e-6;
// How far apart bodies are moved to find their points, relative to the size. The error of the points is the root of its
// product with that of the distance.
constexpr double kPointGap = 0x1p-20;
constexpr double kRayStart = 1.0 / 64;  // how far outside of the surface a ray's end is, relative to the size

// A direction in which the bodies may be parted.
struct WayOut {
    double gap = -DBL_MAX;
    Vec3 normal;
    ContactFamily family = ContactFamily::None;
};

class GeneralPair {
  public:
    GeneralPair(const Core& a, const Core& b)
        : a_(a, {}), b_(b, wayBetween(a, b)), size_(a.size() + b.size()), reach_(size_ + length(b_.place())) {}
    GeneralContact contact();

  private:
    double gap(const Vec3& n) const { return -b_.reach(-n) - a_.reach(n); }
    void offer(const Vec3& n, ContactFamily family);
    void offerBoth(const Vec3& v, ContactFamily family);
    void offerFaces();
    void offerAnyFrame();
    void offerEdgePairs();
    void offerPair(const CoreEdge& edge, const CoreEdge& other);
    void offerRound(const SupportCore& round, const SupportCore& other);
    WayOut improved(WayOut way);
    ContactFamily familyOf(const Vec3& n) const;
    GeneralContact withPoints(const WayOut& way, double distance);

    SupportCore a_, b_;
    double size_, reach_;
    double widest_ = -DBL_MAX;
    WayOut best_;                 // the first of those that count as equal
    WayOut rays_[kImprovedRays];  // the widest of all that were offered, widest first
    int steps_ = 0;
};

void GeneralPair::offer(const Vec3& n, ContactFamily family) {
    const double wide = gap(n);
    if (wide > widest_) widest_ = wide;
    if (best_.family == ContactFamily::None || wide > best_.gap + kEqualGaps * size_) best_ = {wide, n, family};
    if (!a_.isRound() && !b_.isRound()) return;
    WayOut way{wide, n, family};
    for (WayOut& ray : rays_)
        if (way.gap > ray.gap) {
            const WayOut last = ray;
            ray = way;
            way = last;
        }
}

void GeneralPair::offerBoth(const Vec3& v, ContactFamily family) {
    const double size = length(v);
    if (!(size > 0)) return;
    const Vec3 n = v * (1 / size);
    offer(n, family);
    offer(-n, family);
}

void GeneralPair::offerFaces() {
    for (unsigned i = 0; i < a_.faceCount(); ++i) offer(a_.faceNormal(i), ContactFamily::FaceA);
    for (unsigned i = 0; i < b_.faceCount(); ++i) offer(-b_.faceNormal(i), ContactFamily::FaceB);
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
    CoreEdge others[kMaxConvexEdges];
    const unsigned count = b_.edgeCount();
    for (unsigned k = 0; k < count; ++k) others[k] = b_.edge(k);
    for (unsigned i = 0; i < a_.edgeCount(); ++i) {
        const CoreEdge edge = a_.edge(i);
        for (unsigned k = 0; k < count; ++k) offerPair(edge, others[k]);
    }
}

// Directions square to a cylinder's side: to the corners and edges of the other body, or to its axis.
void GeneralPair::offerRound(const SupportCore& round, const SupportCore& other) {
    const Vec3& axis = round.core().axes[2];
    const auto level = [&](const Vec3& v) { return v - axis * dot(axis, v); };
    offerBoth(level(other.place() - round.place()), ContactFamily::Round);
    if (other.isRound()) offerBoth(cross(axis, other.core().axes[2]), ContactFamily::Round);
    for (unsigned i = 0; i < other.cornerCount(); ++i)
        offerBoth(level(other.corner(i) - round.place()), ContactFamily::Round);
    for (unsigned i = 0; i < other.edgeCount(); ++i) offerBoth(cross(axis, other.edge(i).along), ContactFamily::Round);
}

// From a point outside, straight out of the surface, the nearest point of the surface has a normal with no smaller gap:
// it lies no farther from the centre along its own normal. Goes on until the normal stays, too.
WayOut GeneralPair::improved(WayOut way) {
    for (int i = 0; i < kImprovements; ++i) {
        const NearestPoints near =
            nearestPoints(a_, b_, way.normal * (kRayStart * size_ - way.gap), kSearchError * reach_);
        steps_ += near.steps;
        const double wide = near.met ? -DBL_MAX : gap(near.normal);
        if (!(wide >= way.gap - kSearchError * size_)) break;
        const double turned = length(near.normal - way.normal);
        way = {wide, near.normal, turned > kSameRayNormal ? ContactFamily::Round : way.family};
        if (!(turned > kSameRayNormal)) break;
    }
    return way;
}

ContactFamily GeneralPair::familyOf(const Vec3& n) const {
    const auto isAlong = [&](const Vec3& normal) { return length(normal - n) <= kEqualGaps; };
    for (unsigned i = 0; i < a_.faceCount(); ++i)
        if (isAlong(a_.faceNormal(i))) return ContactFamily::FaceA;
    for (unsigned i = 0; i < b_.faceCount(); ++i)
        if (isAlong(-b_.faceNormal(i))) return ContactFamily::FaceB;
    return a_.isRound() || b_.isRound() ? ContactFamily::Round : ContactFamily::Corner;
}

// The points that touch when the second body has left along the normal: those that are nearest a little farther out.
GeneralContact GeneralPair::withPoints(const WayOut& way, double distance) {
    GeneralContact contact;
    contact.normal = way.normal;
    contact.distance = distance;
    contact.family = way.family;
    const NearestPoints near = nearestPoints(a_, b_, way.normal * (kPointGap * size_ - way.gap), kSearchError * reach_);
    steps_ += near.steps;
    contact.onFirst = near.onFirst + way.normal * (a_.reach(way.normal) - dot(near.onFirst, way.normal));
    return contact;
}

GeneralContact GeneralPair::contact() {
    const bool round = a_.isRound() || b_.isRound();
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
        offerFaces();
        if (round || a_.faceCount() + b_.faceCount() == 0) offerAnyFrame();
        if (a_.isRound()) offerRound(a_, b_);
        if (b_.isRound()) offerRound(b_, a_);
        if (!round) offerEdgePairs();
        if (!near.met) offer(near.normal, familyOf(near.normal));
        for (int i = 0; round && i < kImprovedRays; ++i)
            if (const WayOut ray = rays_[i]; ray.family != ContactFamily::None) {
                const WayOut better = improved(ray);
                offer(better.normal, better.family);
            }
        if (round) best_ = improved(best_);
        if (best_.gap > widest_ || round) widest_ = best_.gap;
        found = withPoints(best_, widest_);
        found.exact = near.met ? !round : near.atMost - widest_ <= kSureGap * size_;
    }
    found.steps = steps_;
    return found;
}

}  // namespace

GeneralContact generalContact(const Core& a, const Core& b) noexcept {
    return GeneralPair(a, b).contact();
}

}  // namespace hullbake::detail
