#include "brushes/round_entry.hpp"

#include <bit>

#include "brushes/box_pieces.hpp"
#include "brushes/box_touch.hpp"
#include "brushes/clip_sides.hpp"
#include "brushes/convex_body.hpp"
#include "brushes/cylinder_body.hpp"
#include "simd/four_lanes.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Distance, units, by which a way that passes a brush stays out of it.
constexpr double kPassesBy = 0.9 * kSurfaceTolerance;
// Least distance, units, of a touch from the other faces, and of the body's other features from the face.
constexpr double kWellWithin = 0.01;
// Sine of the angle between way and plane below which rounding has much effect.
constexpr double kSteep = 0.02;
// Distance, units, between corners of a set that a face meets at once.
constexpr double kSameLead = 1e-10;
// Distance, units, between places along the way that rounding cannot exchange.
constexpr double kWellApart = 1e-3;

/// The planes of a brush that a way crosses.
struct FacesMet {
    double enter = -1e300, leave = 1e300;
    double before = -1e300;  ///< where the last plane but one is entered
    std::uint32_t face = kNoIndex;
    bool bare = false;  ///< some sides are not grown
};

double reachOver(const RoundBody& body, const Vec3& normal) {
    switch (body.kind) {
        case BodyKind::Convex:
            return body.convex->reach(-normal);
        case BodyKind::Cylinder: {
            const AxisSplit split = splitBy(body.axis, normal);
            return body.halfHeight * std::fabs(split.along) + body.radius * split.size - dot(normal, body.centre());
        }
        case BodyKind::Round:
            break;
    }
    return body.radius - std::min(dot(normal, body.ends[0]), dot(normal, body.ends[1]));
}

// Takes a plane that the body is in front of by `height` at the start, and by `rise` more at the end. Returns false if
// it stays in front.
inline bool meetPlaneOf(std::uint32_t face, double height, double rise, const BodyWay& way, FacesMet& met) {
    if (height > -kPassesBy && height + rise > -kPassesBy) return false;
    if (std::fabs(rise) < kSteep * 1e-3 * way.length) return true;
    const double t = -height / rise;
    if (rise > 0) {
        met.leave = std::min(met.leave, t);
    } else if (t > met.enter) {
        met.before = met.enter;
        met.enter = t;
        met.face = face;
    } else {
        met.before = std::max(met.before, t);
    }
    return true;
}

inline bool inTime(const BodyWay& way, double last, const FacesMet& met) {
    const double room = kSurfaceTolerance / way.length;
    return met.enter <= met.leave + room && met.enter <= last + room;
}

// As meetFaces, for a box: a body reaches as far against its planes as its bounds do. Of each two opposite planes one
// faces the way, so nothing has to be decided plane by plane.
template <class Four>
HULLBAKE_INLINE bool meetBoxBy(const BrushShape& brush, const BodyWay& way, double last, FacesMet& met) {
    const Vec3 low = brush.corner(0), high = brush.corner(7), &start = way.start, &delta = way.delta;
    const Box& bounds = way.bounds;
    const Four place = Four::of(start.x, start.y, start.z), rise = Four::of(delta.x, delta.y, delta.z);
    const Four above = place + Four::of(bounds.mins.x, bounds.mins.y, bounds.mins.z) - Four::of(high.x, high.y, high.z);
    const Four below = Four::of(low.x, low.y, low.z) - place - Four::of(bounds.maxs.x, bounds.maxs.y, bounds.maxs.z);
    const Four none = Four::all(0), speed = Four::absolute(rise), least = Four::all(kSteep * 1e-3 * way.length);
    const Four facing = Four::where(none, rise, above, below), behind = Four::where(none, rise, below, above);
    if (Four::mostOfThree(Four::most(facing - speed, behind)) > -kPassesBy) return false;
    const Four far = Four::all(1e300), enters = Four::where(least, speed, none - far, facing / speed);
    const double x = Four::lane(enters, 0), y = Four::lane(enters, 1), z = Four::lane(enters, 2);
    met.enter = Four::mostOfThree(enters);
    met.leave = -Four::mostOfThree(Four::where(least, speed, none - far, behind / speed));
    if (!inTime(way, last, met)) return false;
    const double more = x > y ? x : y, less = x > y ? y : x;
    met.before = more < z ? more : less > z ? less : z;
    const int axis = std::countr_one(Four::above(Four::all(met.enter), enters) & 7);
    if (axis < 3 && met.enter > -1e300) met.face = brush.boxSide(axis, delta[axis] < 0);
    return true;
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE bool meetBoxAvx(const BrushShape& brush, const BodyWay& way, double last, FacesMet& met) {
    return meetBoxBy<FourAvx>(brush, way, last, met);
}
HULLBAKE_END_TARGET
#endif

bool meetBox(const BrushShape& brush, const BodyWay& way, double last, FacesMet& met) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return meetBoxAvx(brush, way, last, met);
#endif
    return meetBoxBy<FourScalar>(brush, way, last, met);
}

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
// As meetFaces, for a ball or capsule, four sides at a time. Sets `bare` and nothing else if some are not grown.
HULLBAKE_NOINLINE bool meetFacesAvx(std::span<const SideRecord> faces, const BodyWay& way, double last, FacesMet& met) {
    const RoundBody& body = way.body;
    const __m256d radius = _mm256_set1_pd(body.radius), miss = _mm256_set1_pd(-kPassesBy), zero = _mm256_setzero_pd();
    const __m256d far = _mm256_set1_pd(1e300), none = _mm256_set1_pd(-1e300), signs = _mm256_set1_pd(-0.0);
    const __m256d least = _mm256_set1_pd(kSteep * 1e-3 * way.length);
    const __m256d count = _mm256_set1_pd(static_cast<double>(faces.size()));
    __m256d lane = _mm256_setr_pd(0, 1, 2, 3), enter = none, before = none, leave = far, which = zero;
    for (std::size_t i = 0; i < faces.size(); i += 4, lane = _mm256_add_pd(lane, _mm256_set1_pd(4))) {
        const SideColumns four(faces, i);
        if (!four.allGrown()) {
            met.bare = true;
            return false;
        }
        const __m256d core = _mm256_min_pd(four.along(&body.ends[0].x), four.along(&body.ends[1].x));
        const __m256d over = _mm256_sub_pd(four.along(&way.start.x), four.dist);
        const __m256d height = _mm256_sub_pd(over, _mm256_sub_pd(radius, core)), rise = four.along(&way.delta.x);
        const __m256d nearest = _mm256_min_pd(height, _mm256_add_pd(height, rise));
        if (_mm256_movemask_pd(_mm256_cmp_pd(nearest, miss, _CMP_GT_OQ)) != 0) return false;
        const __m256d steep = _mm256_cmp_pd(_mm256_andnot_pd(signs, rise), least, _CMP_GE_OQ);
        const __m256d counts = _mm256_and_pd(steep, _mm256_cmp_pd(lane, count, _CMP_LT_OQ));
        const __m256d falls = _mm256_cmp_pd(rise, zero, _CMP_LT_OQ);
        const __m256d t = _mm256_div_pd(_mm256_xor_pd(signs, height), rise);
        const __m256d in = choose(_mm256_and_pd(falls, counts), t, none);
        before = _mm256_max_pd(before, _mm256_min_pd(in, enter));
        which = choose(_mm256_cmp_pd(in, enter, _CMP_GT_OQ), lane, which);
        enter = _mm256_max_pd(enter, in);
        leave = _mm256_min_pd(leave, choose(_mm256_andnot_pd(falls, counts), t, far));
    }
    met.enter = greatest(enter);
    met.leave = -greatest(_mm256_xor_pd(leave, signs));
    if (!inTime(way, last, met)) return false;
    if (!(met.enter > -1e300)) return true;
    const auto latest =
        static_cast<unsigned>(_mm256_movemask_pd(_mm256_cmp_pd(enter, _mm256_set1_pd(met.enter), _CMP_EQ_OQ)));
    double faceOf[4], enters[4];
    _mm256_storeu_pd(faceOf, which);
    _mm256_storeu_pd(enters, enter);
    // Of faces entered at once the first counts.
    double face = 1e9;
    for (unsigned left = latest; left != 0; left &= left - 1) face = std::min(face, faceOf[std::countr_zero(left)]);
    met.before = greatest(before);
    for (int i = 0; i < 4; ++i)
        if (faceOf[i] != face || enters[i] != met.enter) met.before = std::max(met.before, enters[i]);
    met.face = static_cast<std::uint32_t>(face);
    return true;
}
HULLBAKE_END_TARGET
#endif

// Returns false if the way certainly passes by, or comes too late.
bool meetFaces(const BrushShape& brush, const BodyWay& way, double last, FacesMet& met) {
    if (brush.isBox()) return meetBox(brush, way, last, met);
    const auto faces = brush.faces();
#ifdef HULLBAKE_AVX
    if (kHasAvx && way.body.kind == BodyKind::Round) {
        const bool meets = meetFacesAvx(faces, way, last, met);
        if (!met.bare) return meets;
    }
#endif
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
        const SideRecord& face = faces[i];
        if (!isGrown(face)) {
            met.bare = true;
            continue;
        }
        const Vec3 normal = vectorOf(face.normal);
        const double height = heightOver(face, way.start) - reachOver(way.body, normal);
        const double rise = dot(normal, way.delta);
        if (!meetPlaneOf(i, height, rise, way, met)) return false;
    }
    return inTime(way, last, met);
}

// Returns true if a point of a face's plane is farther than `margin` behind all others.
bool isWellWithin(const BrushShape& brush, std::uint32_t face, const Vec3& p, double margin) {
    const auto faces = brush.faces();
    if (brush.isBox()) {
        const Vec3 low = brush.corner(0), high = brush.corner(7);
        const auto& normal = faces[face].normal;
        const int a = normal[0] != 0 ? 0 : normal[1] != 0 ? 1 : 2, b = (a + 1) % 3, c = (a + 2) % 3;
        const double behind = normal[a] > 0 ? low[a] - p[a] : p[a] - high[a];
        const double one = std::max(p[b] - high[b], low[b] - p[b]), two = std::max(p[c] - high[c], low[c] - p[c]);
        return std::max(std::max(one, two), behind) <= -margin;
    }
    for (std::uint32_t i = 0; i < faces.size(); ++i)
        if (i != face && heightOver(faces[i], p) > -margin) return false;
    return true;
}

/// Where the plane of a face is touched and entered.
struct PlaneEntry {
    double touch, deep;
};

// An end of a core against a face, as PieceLine has it.
bool entersByEnd(const BrushShape& brush, std::uint32_t face, const BodyWay& way, const Vec3& end, PlaneEntry& entry) {
    const SideRecord& side = brush.faces()[face];
    const Vec3 normal = vectorOf(side.normal), centre = way.start + end;
    const double rise = dot(normal, way.delta), height = heightOver(side, centre);
    entry.touch = (way.body.radius - height) / rise;
    entry.deep = (way.body.radius - kSurfaceTolerance - height) / rise;
    return isWellWithin(brush, face, centre + way.delta * entry.touch - normal * way.body.radius, kWellWithin);
}

bool entersRound(const BrushShape& brush, std::uint32_t face, const BodyWay& way, PlaneEntry& entry) {
    const RoundBody& body = way.body;
    const Vec3 normal = vectorOf(brush.faces()[face].normal);
    const double lead = body.isBall() ? -1 : dot(normal, body.ends[0] - body.ends[1]);
    if (lead < -kWellWithin) return entersByEnd(brush, face, way, body.ends[0], entry);
    if (lead > kWellWithin) return entersByEnd(brush, face, way, body.ends[1], entry);
    // The core lies along the face.
    PlaneEntry other{};
    if (!entersByEnd(brush, face, way, body.ends[0], entry) || !entersByEnd(brush, face, way, body.ends[1], other))
        return false;
    entry = {std::min(entry.touch, other.touch), std::min(entry.deep, other.deep)};
    return true;
}

// The face's plane as CylinderLine has it, for a body smaller by `inset`. A face square to the axis is the plane of a
// disc, too, which has other roundings.
double enterCylinder(const BrushShape& brush, const SideRecord& side, const BodyWay& way, const AxisSplit& split,
                     double inset) {
    const RoundBody& body = way.body;
    const Vec3 normal = vectorOf(side.normal), centre = way.start + body.centre();
    const double rise = dot(normal, way.delta), height = heightOver(side, centre);
    const double half = std::max(body.halfHeight - inset, 0.0), radius = body.radius - inset;
    const double reach = half * std::fabs(split.along) + radius * split.size;
    const double bound = body.halfHeight * std::fabs(split.along) + body.radius * split.size;
    const double enter = std::max((reach - height) / rise, -(height - bound + inset) / rise);
    if (split.size > kLevel) return enter;
    const double up = split.along < 0 ? -1 : 1;
    const double over = up * dot(centre, body.axis) - (reachAlong(brush, body.axis * up) + body.halfHeight);
    return std::max(enter, -(over + inset) / (up * dot(way.delta, body.axis)));
}

bool entersCylinder(const BrushShape& brush, std::uint32_t face, const BodyWay& way, PlaneEntry& entry) {
    const RoundBody& body = way.body;
    const SideRecord& side = brush.faces()[face];
    const AxisSplit split = splitBy(body.axis, vectorOf(side.normal));
    if (body.halfHeight < kWellWithin || body.radius < kWellWithin) return false;
    entry = {enterCylinder(brush, side, way, split, 0), enterCylinder(brush, side, way, split, kSurfaceTolerance)};
    const Vec3 at = way.start + body.centre() + way.delta * entry.touch;
    const Vec3 end = body.axis * (split.along < 0 ? -body.halfHeight : body.halfHeight);
    if (split.size <= kLevel) return isWellWithin(brush, face, at - end, kWellWithin + body.radius);
    const Vec3 rim = split.across * (body.radius / split.size);
    if (std::fabs(split.along) <= kLevel)
        return isWellWithin(brush, face, at - rim - end, kWellWithin) &&
               isWellWithin(brush, face, at - rim + end, kWellWithin);
    return std::fabs(split.along) > kWellWithin && split.size > kWellWithin &&
           isWellWithin(brush, face, at - rim - end, kWellWithin);
}

bool entersConvex(const BrushShape& brush, std::uint32_t face, const BodyWay& way, PlaneEntry& entry) {
    const SideRecord& side = brush.faces()[face];
    const Vec3 normal = vectorOf(side.normal);
    const TurnedConvex& set = *way.body.convex;
    const double reach = set.reach(-normal), rise = dot(normal, way.delta);
    const double height = heightOver(side, way.start) - reach;
    entry = {-height / rise, -(height + kSurfaceTolerance) / rise};
    const Vec3 touched = way.start + way.delta * entry.touch;
    unsigned near = 0;
    bool within = false;
    for (unsigned i = 0; i < set.cornerCount; ++i) {
        const double lead = dot(-normal, set.corners[i]) - reach;
        if (lead < -kWellWithin) continue;
        ++near;
        within = within || (lead >= -kSameLead && isWellWithin(brush, face, touched + set.corners[i], kWellWithin));
    }
    if (!within || near == 1) return within;
    // One corner well within the face is enough, but an edge or a face of the set may give planes of its own there.
    forPlanesAlong(brush, set, normal, [&](const Vec3& n, double dist) {
        const double above = dot(n, way.start) - dist, along = dot(n, way.delta);
        entry.touch = std::max(entry.touch, -above / along);
        entry.deep = std::max(entry.deep, -(above + kSurfaceTolerance) / along);
    });
    return true;
}

// Returns true if the way enters the brush by the face alone, and then stays in it.
bool entersByFace(const BrushShape& brush, const BodyWay& way, const FacesMet& met, PlaneEntry& entry) {
    if (met.face == kNoIndex || met.bare) return false;
    const double apart = kWellApart / way.length;
    if (!(met.enter > apart && met.enter < 1 - apart && met.enter - met.before > apart &&
          met.leave - met.enter > apart))
        return false;
    if (dot(vectorOf(brush.faces()[met.face].normal), way.delta) > -kSteep * way.length) return false;
    switch (way.body.kind) {
        case BodyKind::Convex:
            return entersConvex(brush, met.face, way, entry);
        case BodyKind::Cylinder:
            return entersCylinder(brush, met.face, way, entry);
        case BodyKind::Round:
            break;
    }
    return entersRound(brush, met.face, way, entry);
}

// Takes what pieces nearby tell. Returns false if that is not certain.
bool takeParts(const NearParts& parts, double last, bool endsKnown, BrushEntry& entry) {
    const LinePart &touch = parts.touch, &deep = parts.deep;
    if (touch.enter == LinePart{}.enter || touch.enter > last || deep.enter == LinePart{}.enter) return true;
    // Pieces with two ends tell that the body is inside between them.
    if (!(deep.enter > 0) || (endsKnown && !(deep.enter < deep.leave && touch.enter < touch.leave))) return false;
    if (deep.enter < 1) entry = {Entering::Yes, std::clamp(touch.enter, 0.0, deep.enter), kNoIndex};
    return true;
}

// Looks for the entry of a ball, capsule or cylinder by the pieces that it is near to between the planes. Returns false
// if all have to be asked.
bool entersByPieces(const BrushShape& brush, const BodyWay& way, const FacesMet& met, double last, BrushEntry& entry) {
    if (way.body.kind == BodyKind::Convex || met.bare || !(met.enter > 0) || !CornersNear::isFew(brush)) return false;
    if (brush.isBox() && isUprightRound(way.body)) {
        bool all = false;
        const NearParts parts = partsAtBox(brush, way, met.face, met.enter, all);
        return takeParts(parts, last, all, entry);
    }
    const double room = kWellWithin / way.length;
    // What is touched in time may be entered late.
    const CornersNear near(brush, way, {met.enter - room, std::min(met.leave, 1.0) + room});
    const NearParts parts = partsNearWindow(brush, way.body, way.start, way.delta, near, last);
    return takeParts(parts, last, true, entry);
}

// Looks for the entry by all pieces or planes.
BrushEntry entersByAll(const BrushShape& brush, const BodyWay& way, double last) {
    ConvexParts parts;
    const bool convex = way.body.kind == BodyKind::Convex;
    if (convex)
        parts = partsInConvex(brush, *way.body.convex, way.start, way.delta, last);
    else
        parts.deep = partInside(brush, way.body, way.start, way.delta, kSurfaceTolerance);
    const LinePart& deep = parts.deep;
    if (deep.empty() || !(deep.enter < 1 && deep.leave > 0)) return {};
    if (deep.enter < 0) return {Entering::Within, 0, kNoIndex};
    if (!convex) parts.touch = partInside(brush, way.body, way.start, way.delta, 0);
    const double touch = parts.touch.empty() ? deep.enter : parts.touch.enter;
    return {Entering::Yes, std::clamp(touch, 0.0, deep.enter), kNoIndex};
}

}  // namespace

BrushEntry entryInto(const BrushShape& brush, const BodyWay& way, double last) {
    FacesMet met;
    if (!meetFaces(brush, way, last, met)) return {};
    PlaneEntry plane{};
    if (entersByFace(brush, way, met, plane)) {
        if (!(plane.deep < 1)) return {};
        return {Entering::Yes, std::clamp(plane.touch, 0.0, plane.deep), met.face};
    }
    BrushEntry entry;
    if (entersByPieces(brush, way, met, last, entry)) return entry;
    return entersByAll(brush, way, last);
}

NearestFeature touchOfFace(const BrushShape& brush, std::uint32_t face) {
    return {0, vectorOf(brush.faces()[face].normal), {}, Feature::Face, {face, face}};
}

}  // namespace hullbake::detail
