// Clips the segment by the planes of each brush, moved out by the radius; what is left must be clear of an edge.

#include "compiler/fill/ball_clearance.hpp"

#include <algorithm>
#include <cmath>

#include "compiler/base/inline_vector.hpp"
#include "compiler/brushes/sealing.hpp"

namespace hullbake {

namespace {

// Lower bound of the squared sine of the angle between two planes that have an edge. No unit. Below it the edge is
// rounding.
constexpr double kLeastEdgeSine2 = 1e-12;
// Upper bound of the rounding of a distance from a plane. World units. Points farther off are clear.
constexpr double kBallRounding = 1e-10;

// The part of a segment that is left to look at.
struct Part {
    Vec3 from, to;
    bool isEmpty = false;

    // Keeps what is at most `reach` in front of a plane.
    void clip(const Plane& plane, double reach) {
        const double a = distanceTo(plane, from) - reach, b = distanceTo(plane, to) - reach;
        if (a > 0 && b > 0) isEmpty = true;
        if ((a > 0) == (b > 0)) return;
        const Vec3 between = from + (to - from) * (a / (a - b));
        (a > 0 ? from : to) = between;
    }

    Vec3 nearestTo(const Vec3& p) const {
        const Vec3 way = to - from;
        const double along = dot(p - from, way), whole = dot(way, way);
        return along <= 0 ? from : along >= whole ? to : from + way * (along / whole);
    }
};

// Returns the box around a ball that moves along a segment.
Box boxOfWay(const Vec3& from, const Vec3& to, double reach) {
    Box box = kEmptyBox;
    growBounds(box, from);
    growBounds(box, to);
    const Vec3 margin{reach, reach, reach};
    return {box.mins - margin, box.maxs + margin};
}

// Two planes that have an edge.
struct Edge {
    const Plane &a, &b;
    double cosine, rest;

    Edge(const Plane& one, const Plane& two)
        : a(one), b(two), cosine(dot(one.normal, two.normal)), rest(1 - cosine * cosine) {}

    // Calls separates(ofA, ofB), with the shares of the two normals in the vector from the edge to a point at these
    // distances from the planes. Returns false without a call where either is not positive.
    template <class Separates>
    bool withShares(double da, double db, const Separates& separates) const {
        const double ofA = da - cosine * db, ofB = db - cosine * da;
        return ofA > 0 && ofB > 0 && separates(ofA / rest, ofB / rest);
    }

    double sizeOf(double ofA, double ofB) const { return length(a.normal * ofA + b.normal * ofB); }
};

// Returns true if a point at these distances is beyond `reach` of the plane whose normal is the sum of these shares of
// two normals.
bool isBeyond(double ofA, double ofB, double size, double da, double db, double reach) {
    return ofA * da + ofB * db > reach * size + kBallRounding * (ofA + ofB);
}

// Returns true if a plane through the edge of two planes, between both, separates a point at these distances from what
// is behind them.
bool edgeSeparates(const Plane& a, const Plane& b, double da, double db, double reach) {
    const Edge edge(a, b);
    if (edge.rest < kLeastEdgeSine2) return false;
    return edge.withShares(
        da, db, [&](double ofA, double ofB) { return isBeyond(ofA, ofB, edge.sizeOf(ofA, ofB), da, db, reach); });
}

// Returns true if such a plane separates the part.
bool edgeSeparates(const Plane& a, const Plane& b, const Part& part, double reach) {
    const Edge edge(a, b);
    if (edge.rest < kLeastEdgeSine2) return false;
    const auto separates = [&](double ofA, double ofB) {
        const double size = edge.sizeOf(ofA, ofB);
        const auto beyond = [&](const Vec3& q) {
            return isBeyond(ofA, ofB, size, distanceTo(a, q), distanceTo(b, q), reach);
        };
        return beyond(part.from) && beyond(part.to);
    };
    for (const Vec3& p : {part.from, part.to})
        if (edge.withShares(distanceTo(a, p), distanceTo(b, p), separates)) return true;
    return false;
}

// Returns whether separates(i, k) is true for any two of a brush's planes, i > k, at least one of them in front. Each
// two are asked once. Most brushes have few such planes, so not all pairs are looked at.
template <class InFront, class Separates>
bool anyEdge(std::size_t planes, const InFront& isInFront, const Separates& separates) {
    for (std::size_t i = 0; i < planes; ++i) {
        if (!isInFront(i)) continue;
        for (std::size_t k = 0; k < i; ++k)
            if (separates(i, k)) return true;
        for (std::size_t k = i + 1; k < planes; ++k)
            if (!isInFront(k) && separates(k, i)) return true;
    }
    return false;
}

// Returns true if a point of a brush is found within reach of a part. Then no edge separates the part, and pairs of
// planes need not be looked at. The point is behind all planes by more than the rounding of distances.
bool surelyMeets(const PlaneTable& planes, const GrownBrush& brush, const Part& part, double reach) {
    constexpr std::size_t kManyPlanes = 32;  // the pairs of fewer are looked at as quickly
    constexpr int kMostSteps = 32;
    constexpr double kBehind = 1e-8;
    if (brush.planes.size() < kManyPlanes) return false;
    Vec3 start = (part.from + part.to) * 0.5, q = start;
    for (int step = 0; step < kMostSteps; ++step) {
        double most = -kBehind;
        PlaneId farthest = kNoPlane;
        for (const PlaneId id : brush.planes)
            if (const double distance = distanceTo(planes[id], q); distance > most) {
                most = distance;
                farthest = id;
            }
        if (farthest != kNoPlane) {
            q = q - planes[farthest].normal * (most + 2 * kBehind);
            continue;
        }
        const Vec3 nearest = part.nearestTo(q);
        if (length(q - nearest) <= reach) return true;
        if (nearest == start) return false;
        start = q = nearest;
    }
    return false;
}

}  // namespace

bool passable(const TreeNode& leaf) {
    return !any(leaf.contents & kSealing);
}

bool BallSpace::isClearOf(const GrownBrush& brush, const Vec3& p, double reach) const {
    InlineVector<double, 32> distances;
    for (const PlaneId id : brush.planes) {
        const double distance = distanceTo(planes_[id], p);
        if (distance - reach > 0) return true;
        distances.push_back(distance);
    }
    if (surelyMeets(planes_, brush, {p, p}, reach)) return false;
    // An edge separates only points that are in front of one of its planes.
    return anyEdge(
        distances.size(), [&](std::size_t i) { return distances[i] > 0; },
        [&](std::size_t i, std::size_t k) {
            return edgeSeparates(planes_[brush.planes[i]], planes_[brush.planes[k]], distances[i], distances[k], reach);
        });
}

bool BallSpace::isClearOf(const GrownBrush& brush, const Vec3& from, const Vec3& to, double reach) const {
    if (from == to) return isClearOf(brush, from, reach);
    Part part{from, to};
    for (const PlaneId id : brush.planes) {
        part.clip(planes_[id], reach);
        if (part.isEmpty) return true;
    }
    if (surelyMeets(planes_, brush, part, reach)) return false;
    // An edge separates only ends that are in front of one of its planes.
    struct InFront {
        bool from, to;
    };
    InlineVector<InFront, 32> ends;
    for (const PlaneId id : brush.planes)
        ends.push_back({distanceTo(planes_[id], part.from) > 0, distanceTo(planes_[id], part.to) > 0});
    return anyEdge(
        ends.size(), [&](std::size_t i) { return ends[i].from || ends[i].to; },
        [&](std::size_t i, std::size_t k) {
            return (ends[i].from || ends[k].from) && (ends[i].to || ends[k].to) &&
                   edgeSeparates(planes_[brush.planes[i]], planes_[brush.planes[k]], part, reach);
        });
}

std::vector<const GrownBrush*> BallSpace::sealingNear(const Box& box) const {
    std::vector<const GrownBrush*> near;
    for (const std::uint32_t number : index_.meeting(box))
        if (const GrownBrush& brush = *index_.brushes()[number]; any(brush.contents & kSealing)) near.push_back(&brush);
    return near;
}

bool BallSpace::isInCrack(const Vec3& p, double width) const {
    constexpr double kFacing = -0.5;  // cosine between the normals of two faces below which they face each other
    const Vec3 margin{width, width, width};
    std::vector<std::pair<Vec3, double>> faces;
    for (const GrownBrush* brush : sealingNear({p - margin, p + margin})) {
        const auto isInFront = [&](PlaneId id) { return distanceTo(planes_[id], p) > 0; };
        const auto face = std::find_if(brush->planes.begin(), brush->planes.end(), isInFront);
        if (face == brush->planes.end() || std::any_of(face + 1, brush->planes.end(), isInFront)) continue;
        const Plane& plane = planes_[*face];
        const double d = distanceTo(plane, p);
        for (const auto& [normal, distance] : faces)
            if (dot(normal, plane.normal) < kFacing && distance + d < width) return true;
        faces.push_back({plane.normal, d});
    }
    return false;
}

bool BallSpace::isClear(NearBrushes near, const Vec3& from, const Vec3& to, double reach) const {
    const Box box = boxOfWay(from, to, reach + kOnPlane);
    return std::all_of(near.begin(), near.end(), [&](const GrownBrush* brush) {
        return !boxesTouch(brush->bounds, box, 0) || isClearOf(*brush, from, to, reach);
    });
}

bool BallSpace::passes(const Vec3& from, const Vec3& to, double radius) const {
    return passes(sealingNear(boxOfWay(from, to, radius + 2 * kOnPlane)), from, to, radius);
}

bool BallSpace::passes(NearBrushes near, const Vec3& from, const Vec3& to, double radius) const {
    // Halving the way lets an edge separate what it does not separate from a long way.
    constexpr int kHalvings = 3;
    const double reach = radius + kOnPlane;
    const auto passesIn = [&](const auto& self, const Vec3& begin, const Vec3& end, int halvings) -> bool {
        if (isClear(near, begin, end, reach)) return true;
        const Vec3 middle = (begin + end) * 0.5;
        if (halvings == 0 || begin == end || !isClear(near, middle, middle, reach)) return false;
        return self(self, begin, middle, halvings - 1) && self(self, middle, end, halvings - 1);
    };
    return passesIn(passesIn, from, to, kHalvings);
}

std::optional<Vec3> BallSpace::ballAround(const Vec3& p, const Vec3& up, double radius, double reach, bool alongUp,
                                          const std::function<bool(const Vec3&)>& suits) const {
    // All places lie in this box, so the brushes near them are searched for once.
    const std::vector<const GrownBrush*> near = sealingNear(boxOfWay(p, p, 1.01 * reach + radius + 2 * kOnPlane));
    const auto isFound = [&](const Vec3& q) { return passes(near, q, q, radius) && (!suits || suits(q)); };
    if (isFound(p)) return p;
    const Vec3 aside = std::fabs(up.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    Vec3 right = cross(up, aside);
    right = right * (1 / length(right));
    const Vec3 forward = cross(up, right);
    for (const double share : {0.5, 1.0})
        for (int i = 0; i < 27; ++i) {
            const int ahead = i / 3 % 3 - 1, above = i / 9 - 1;
            const Vec3 way = right * (i % 3 - 1) + forward * ahead + up * above;
            if (i == 13 || (!alongUp && above != 0)) continue;  // i == 13 is the point itself
            const Vec3 moved = p + way * (share * reach / length(way));
            if (isFound(moved)) return moved;
        }
    return std::nullopt;
}

}  // namespace hullbake
