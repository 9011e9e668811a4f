#include "brushes/round_entry.hpp"

#include "brushes/box_touch.hpp"
#include "brushes/convex_body.hpp"
#include "brushes/cylinder_body.hpp"

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

// As meetFaces, for a box: a body reaches as far against its planes as its bounds do.
bool meetBox(const BrushShape& brush, const BodyWay& way, double last, FacesMet& met) {
    const Vec3 low = brush.corner(0), high = brush.corner(7);
    for (int a = 0; a < 3; ++a) {
        const double above = way.start[a] + way.bounds.mins[a] - high[a], rise = way.delta[a];
        const double below = low[a] - way.start[a] - way.bounds.maxs[a];
        if (!meetPlaneOf(brush.boxSide(a, true), above, rise, way, met) ||
            !meetPlaneOf(brush.boxSide(a, false), below, -rise, way, met))
            return false;
    }
    return inTime(way, last, met);
}

// Returns false if the way certainly passes by, or comes too late.
bool meetFaces(const BrushShape& brush, const BodyWay& way, double last, FacesMet& met) {
    if (brush.isBox()) return meetBox(brush, way, last, met);
    const auto faces = brush.faces();
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

bool isWellWithin(const BrushShape& brush, std::uint32_t face, const Vec3& p, double margin) {
    const auto faces = brush.faces();
    if (brush.isBox()) {
        const Vec3 low = brush.corner(0), high = brush.corner(7);
        for (int a = 0; a < 3; ++a) {
            const double outwards = faces[face].normal[a];
            if ((!(outwards > 0) && p[a] - high[a] > -margin) || (!(outwards < 0) && low[a] - p[a] > -margin))
                return false;
        }
        return true;
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

// The face's plane as CylinderLine has it, for a body smaller by `inset`.
double enterCylinder(const SideRecord& side, const BodyWay& way, const AxisSplit& split, double inset) {
    const RoundBody& body = way.body;
    const Vec3 normal = vectorOf(side.normal), centre = way.start + body.centre();
    const double rise = dot(normal, way.delta), height = heightOver(side, centre);
    const double half = std::max(body.halfHeight - inset, 0.0), radius = body.radius - inset;
    const double reach = half * std::fabs(split.along) + radius * split.size;
    const double bound = body.halfHeight * std::fabs(split.along) + body.radius * split.size;
    return std::max((reach - height) / rise, -(height - bound + inset) / rise);
}

bool entersCylinder(const BrushShape& brush, std::uint32_t face, const BodyWay& way, PlaneEntry& entry) {
    const RoundBody& body = way.body;
    const SideRecord& side = brush.faces()[face];
    const AxisSplit split = splitBy(body.axis, vectorOf(side.normal));
    if (body.halfHeight < kWellWithin || body.radius < kWellWithin) return false;
    entry = {enterCylinder(side, way, split, 0), enterCylinder(side, way, split, kSurfaceTolerance)};
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
    if (way.body.kind == BodyKind::Convex || met.bare || !(met.enter > 0) || brush.cornerCount() > CornersNear::kMost)
        return false;
    NearParts parts;
    if (brush.isBox() && isUprightRound(way.body) && partsAtBox(brush, way, met.face, met.enter, parts))
        return takeParts(parts, last, false, entry);
    const double room = kWellWithin / way.length;
    // What is touched in time may be entered late.
    const CornersNear near(brush, way, {met.enter - room, std::min(met.leave, 1.0) + room});
    parts = partsNearWindow(brush, way.body, way.start, way.delta, near, last);
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
