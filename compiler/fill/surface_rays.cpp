// Bounding volume tree with two boxes per node, tested together; near hits at edges make the result unsure.

#include "compiler/fill/surface_rays.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#if defined(__SSE2__) || defined(_M_X64)
#define HULLBAKE_SSE2
#include <emmintrin.h>
#endif

namespace hullbake {

namespace {

constexpr std::uint32_t kLeafPieces = 4;
constexpr int kDeep = 48;              // depth down to which space is halved, then the pieces
constexpr std::size_t kMostOpen = 96;  // kDeep, plus halvings of 2^32 pieces, plus spare room
// Lower bound of the distance between a ray and an edge at which the side is certain. World units. Above all rounding
// at the far end of a map.
constexpr double kCloseBy = 1e-5;
// Upper bound of the sine of the angle between a ray and a piece that it runs along. No unit. The hit point of such a
// ray is uncertain.
constexpr double kAlongSine = 1e-5;
constexpr double kNever = 1e30;
constexpr Vec3 kMargin{kCloseBy, kCloseBy, kCloseBy};

// A ray, prepared for tests against boxes.
struct Slabs {
    Vec3 inverse, offset;             // one over the direction; the origin times that
    std::size_t nearAt[3], farAt[3];  // indices into a node's sides where rays enter and leave boxes

    Slabs(const Vec3& origin, const Vec3& direction)
        : inverse{1 / direction.x, 1 / direction.y, 1 / direction.z},
          offset{origin.x * inverse.x, origin.y * inverse.y, origin.z * inverse.z},
          nearAt{direction.x >= 0 ? 0u : 6u, direction.y >= 0 ? 2u : 8u, direction.z >= 0 ? 4u : 10u},
          farAt{6 - nearAt[0], 10 - nearAt[1], 14 - nearAt[2]} {}

    // Computes the distance at which the ray enters each of two boxes; kNever if it does not within its reach. On an
    // axis that the ray does not move along, the products are NaN and rule nothing out.
    void entryInto(const double (&sides)[12], double reach, double (&entry)[2]) const {
#ifdef HULLBAKE_SSE2
        // Tests both boxes at once, as compilers do not vectorize this. If one operand is NaN, the second is returned.
        __m128d from = _mm_setzero_pd(), to = _mm_set1_pd(reach);
        for (int a = 0; a < 3; ++a) {
            const __m128d scale = _mm_set1_pd(inverse[a]), shift = _mm_set1_pd(offset[a]);
            const __m128d near = _mm_loadu_pd(&sides[nearAt[a]]), far = _mm_loadu_pd(&sides[farAt[a]]);
            from = _mm_max_pd(_mm_sub_pd(_mm_mul_pd(near, scale), shift), from);
            to = _mm_min_pd(_mm_sub_pd(_mm_mul_pd(far, scale), shift), to);
        }
        const __m128d meets = _mm_cmple_pd(from, to);
        _mm_storeu_pd(entry, _mm_or_pd(_mm_and_pd(meets, from), _mm_andnot_pd(meets, _mm_set1_pd(kNever))));
#else
        for (std::size_t k = 0; k < 2; ++k) {
            double from = 0, to = reach;
            for (int a = 0; a < 3; ++a) {
                const double near = sides[nearAt[a] + k] * inverse[a] - offset[a];
                const double far = sides[farAt[a] + k] * inverse[a] - offset[a];
                from = from < near ? near : from;
                to = far < to ? far : to;
            }
            entry[k] = from <= to ? from : kNever;
        }
#endif
    }
};

enum class Within : std::uint8_t { No, Yes, Nearly };

// Returns whether a point of a polygon's plane lies inside it; Nearly within kCloseBy of the line of an edge.
Within within(const Winding& winding, const Vec3& normal, const Vec3& p) {
    bool nearly = false;
    const WindingVertex* const vertices = winding.vertices.data();
    const std::size_t count = winding.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3& a = vertices[i].p;
        const Vec3 along = vertices[i + 1 == count ? 0 : i + 1].p - a;
        const double inside = dot(cross(along, normal), p - a);  // times the edge's length
        const bool close = inside * inside <= kCloseBy * kCloseBy * dot(along, along);
        if (inside < 0 && !close) return Within::No;
        nearly = nearly || close;
    }
    return nearly ? Within::Nearly : Within::Yes;
}

// Returns true if a part of a segment lies in a polygon, more than kCloseBy from its edges.
bool crosses(const Winding& winding, const Plane& plane, const Vec3& a, const Vec3& b) {
    if (std::fabs(distanceTo(plane, a)) > kOnPlane || std::fabs(distanceTo(plane, b)) > kOnPlane) return false;
    double from = 0, to = 1;
    const WindingVertex* const vertices = winding.vertices.data();
    const std::size_t count = winding.vertices.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3& corner = vertices[i].p;
        const Vec3 along = vertices[i + 1 == count ? 0 : i + 1].p - corner, inward = cross(along, plane.normal);
        const double margin = kCloseBy * length(along);
        const double atA = dot(inward, a - corner) - margin, atB = dot(inward, b - corner) - margin;
        if (atA <= 0 && atB <= 0) return false;
        if (atA < 0) from = std::max(from, atA / (atA - atB));
        if (atB < 0) to = std::min(to, atA / (atA - atB));
    }
    return (to - from) * length(b - a) > kCloseBy;
}

}  // namespace

struct SurfaceRays::Look {
    Vec3 origin, direction;
    double reach;  // distance of the nearest hit so far
    std::size_t end;
    RayHit hit{0, 0, false};
    bool any = false;
    double unsure = kNever;  // distance where it first passed something too closely
};

SurfaceRays::SurfaceRays(const PlaneTable& planes, const std::vector<SurfacePiece>& pieces)
    : planes_(planes), pieces_(pieces), order_(pieces.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    bounds_.reserve(pieces.size());
    middles_.reserve(pieces.size());
    Box middles = kEmptyBox;
    for (const SurfacePiece& piece : pieces) {
        bounds_.push_back(boundsOf(*piece.winding));
        middles_.push_back(bounds_.back().mins + bounds_.back().maxs);
        growBounds(middles, middles_.back());
    }
    nodes_.reserve(pieces.size());
    Box bounds = kEmptyBox;
    root_ = build(0, static_cast<std::uint32_t>(pieces.size()), middles, 0, bounds);
}

bool SurfaceRays::Node::touches(std::size_t part, const Box& box) const {
    for (int a = 0; a < 3; ++a)
        if (side(0, a, part) > box.maxs[a] || box.mins[a] > side(1, a, part)) return false;
    return true;
}

// Builds a subtree. `middles` bounds the middles of its pieces; `bounds` is set to the bounds of the pieces.
SurfaceRays::Part SurfaceRays::build(std::uint32_t first, std::uint32_t count, Box middles, int depth, Box& bounds) {
    if (count <= kLeafPieces) {
        for (std::uint32_t i = first; i < first + count; ++i) {
            growBounds(bounds, bounds_[order_[i]].mins - kMargin);
            growBounds(bounds, bounds_[order_[i]].maxs + kMargin);
        }
        return {first, count};
    }
    Box front = middles, back = middles;
    const std::uint32_t half = halved(first, count, front, back, depth);
    const std::size_t at = nodes_.size();
    nodes_.emplace_back();
    Box ofParts[2] = {kEmptyBox, kEmptyBox};
    const Part one = build(first, half, back, depth + 1, ofParts[0]),
               two = build(first + half, count - half, front, depth + 1, ofParts[1]);
    Node& node = nodes_[at];
    node.parts[0] = one;
    node.parts[1] = two;
    for (std::size_t part = 0; part < 2; ++part) {
        growBounds(bounds, ofParts[part].mins);
        growBounds(bounds, ofParts[part].maxs);
        for (int a = 0; a < 3; ++a) {
            node.side(0, a, part) = ofParts[part].mins[a];
            node.side(1, a, part) = ofParts[part].maxs[a];
        }
    }
    return {static_cast<std::uint32_t>(at), 0};
}

// Splits pieces at the middle of the bounds of their middles, across the longest side. Deep down, where middles are
// close together, it splits into equal halves.
// The standard library's algorithms do not influence which pieces go to which half, only their order within a leaf.
std::uint32_t SurfaceRays::halved(std::uint32_t first, std::uint32_t count, Box& front, Box& back, int depth) {
    const auto begin = order_.begin() + first, end = begin + count;
    int axis = 0;
    for (int tries = 0; depth < kDeep && tries < kDeep; ++tries) {
        const Vec3 size = front.maxs - front.mins;
        axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const double middle = (front.mins[axis] + front.maxs[axis]) / 2;
        const auto half = std::partition(begin, end, [&](std::uint32_t p) { return middles_[p][axis] < middle; });
        front.mins[axis] = back.maxs[axis] = middle;
        if (half != begin && half != end) return static_cast<std::uint32_t>(half - begin);
        (half == begin ? back : front) = half == begin ? front : back;
    }
    std::nth_element(begin, begin + count / 2, end, [&](std::uint32_t a, std::uint32_t b) {
        const double one = middles_[a][axis], two = middles_[b][axis];
        return one != two ? one < two : a < b;
    });
    return count / 2;
}

void SurfaceRays::look(std::uint32_t index, Look& ray) const {
    if (index >= ray.end) return;
    const Winding& winding = *pieces_[index].winding;
    const Plane& plane = planes_[winding.plane];
    const double slope = dot(plane.normal, ray.direction), away = distanceTo(plane, ray.origin);
    if (std::fabs(slope) < kAlongSine) {
        if (std::fabs(away) <= kAlongSine * ray.reach + kCloseBy) ray.unsure = 0;
        return;
    }
    const double distance = -away / slope;
    if (!(distance >= 0 && distance <= ray.reach)) return;
    if (ray.any && distance == ray.reach && index > ray.hit.piece) return;
    const Within where = within(winding, plane.normal, ray.origin + ray.direction * distance);
    if (where == Within::No) return;
    if (where == Within::Nearly) ray.unsure = std::min(ray.unsure, distance);
    ray.hit = {index, distance, slope < 0};
    ray.reach = distance;
    ray.any = true;
}

RayEnd SurfaceRays::cast(const Vec3& origin, const Vec3& direction, double reach, std::size_t end, RayHit& hit) const {
    Look ray{origin, direction, reach, end};
    const Slabs slabs(origin, direction);
    struct Open {
        Part part;
        double entry;
    };
    std::array<Open, kMostOpen> open;
    std::size_t count = 0;
    open[count++] = {root_, 0};
    while (count > 0) {
        const auto [part, entry] = open[--count];
        if (entry > ray.reach) continue;
        if (part.count > 0) {
            for (std::uint32_t i = part.first; i < part.first + part.count; ++i) look(order_[i], ray);
            continue;
        }
        if (nodes_.empty()) break;
        const Node& node = nodes_[part.first];
        double entries[2];
        slabs.entryInto(node.sides, ray.reach, entries);
        // Pushes the nearer part last, so that it is visited first.
        const int far = entries[1] > entries[0] ? 1 : 0;
        if (entries[far] < kNever) open[count++] = {node.parts[far], entries[far]};
        if (entries[1 - far] < kNever) open[count++] = {node.parts[1 - far], entries[1 - far]};
    }
    if (ray.unsure <= ray.reach) return RayEnd::Unsure;
    hit = ray.hit;
    return ray.any ? RayEnd::Hit : RayEnd::Miss;
}

// Calls visit(piece) for the pieces before number `end` whose bounds touch a box.
template <class Visit>
void SurfaceRays::forNear(const Box& box, std::size_t end, const Visit& visit) const {
    std::array<Part, kMostOpen> open;
    std::size_t count = 0;
    open[count++] = root_;
    while (count > 0) {
        const Part part = open[--count];
        for (std::uint32_t i = part.first; i < part.first + part.count; ++i)
            if (order_[i] < end && boxesTouch(bounds_[order_[i]], box, 0)) visit(order_[i]);
        if (part.count > 0 || nodes_.empty()) continue;
        const Node& node = nodes_[part.first];
        for (std::size_t k = 0; k < 2; ++k)
            if (node.touches(k, box)) open[count++] = node.parts[k];
    }
}

std::vector<std::uint32_t> SurfaceRays::holding(const Vec3& a, const Vec3& b, std::size_t end) const {
    std::vector<std::uint32_t> found;
    Box box = kEmptyBox;
    growBounds(box, a);
    growBounds(box, b);
    forNear({box.mins - kMargin, box.maxs + kMargin}, end, [&](std::uint32_t piece) {
        const Winding& winding = *pieces_[piece].winding;
        if (crosses(winding, planes_[winding.plane], a, b)) found.push_back(piece);
    });
    return found;
}

std::vector<std::uint32_t> SurfaceRays::touching(const Box& box, std::size_t end) const {
    std::vector<std::uint32_t> found;
    forNear(box, end, [&](std::uint32_t piece) {
        if (meetsBox(*pieces_[piece].winding, box)) found.push_back(piece);
    });
    return found;
}

}  // namespace hullbake
