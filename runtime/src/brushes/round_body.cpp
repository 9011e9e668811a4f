#include "brushes/round_body.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "brushes/box_pieces.hpp"
#include "brushes/convex_body.hpp"
#include "brushes/corners_near.hpp"
#include "brushes/cylinder_body.hpp"
#include "brushes/round_pieces.hpp"
#include "brushes/solid_touch.hpp"
#include "tree/tolerances.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Difference of distances, units, below which a face counts as nearer than an edge.
constexpr double kSameDistance = 1e-9;
// Difference of unit normals below which they are one.
constexpr double kSameRoundNormal = 1e-9;
// Distance, units, from the plane of a side that is not grown within which it counts as entered.
constexpr double kAtBareSide = 1e-7;

/// A line and the pieces that it meets.
class PieceLine {
  public:
    PieceLine(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
              const double* insets, int count)
        : brush_(brush),
          inset_(insets[0]),
          ends_(body.isBall() ? 1 : 2),
          pieces_(brush, body, start, delta, insets, count) {}

    LinePart run() {
        const LinePart limits = withinPlanes();
        if (limits.empty()) return {};
        addPieces();
        LinePart found = pieces_.found();
        clipBySidesNotGrown(brush_, pieces_.start(), pieces_.delta(), inset_, found);
        return found.empty() ? LinePart{} : found;
    }

    // As run(), for brushes whose sides are all grown, without what is touched outside of the window only.
    NearParts runIn(const CornersNear& near) {
        near_ = &near;
        addNearPieces(near);
        return {pieces_.found(0), pieces_.found(1)};
    }

  private:
    void addPieces() {
        for (int end = 0; end < ends_; ++end) addFaces(pieces_.centreAt(end));
        for (std::uint32_t i = 0; i < brush_.edgeCount(); ++i) addEdge(i);
        for (std::uint32_t i = 0; i < brush_.cornerCount(); ++i) addCorner(i);
    }

    void addNearPieces(const CornersNear& near) {
        for (int end = 0; end < ends_; ++end) addFaces(pieces_.centreAt(end));
        for (std::uint64_t left = near.edgesOf(brush_); left != 0; left &= left - 1)
            addEdge(static_cast<std::uint32_t>(std::countr_zero(left)));
        for (std::uint32_t left = near.cornersOf(brush_); left != 0; left &= left - 1)
            addCorner(static_cast<std::uint32_t>(std::countr_zero(left)));
    }

    void addEdge(std::uint32_t i) {
        const EdgeRecord edge = brush_.edge(i);
        const Vec3 from = brush_.corner(edge.corners[0]), to = brush_.corner(edge.corners[1]);
        for (int end = 0; end < ends_; ++end) pieces_.addEdge(from, to, pieces_.centreAt(end));
        if (ends_ == 2) pieces_.addSlantedSide(from, to);
    }

    void addCorner(std::uint32_t i) {
        const Vec3 corner = brush_.corner(i);
        for (int end = 0; end < ends_; ++end) pieces_.addCorner(corner, pieces_.centreAt(end));
        if (ends_ == 2) pieces_.addSlantedCorner(corner);
    }

    // Returns the part within the planes of the faces, moved out as far as the body reaches: a superset.
    LinePart withinPlanes() const {
        const Vec3 &start = pieces_.start(), &delta = pieces_.delta();
        LinePart part = kWholeLine;
        for (const SideRecord& face : brush_.faces()) {
            if (!isGrown(face)) continue;
            const Vec3 normal = vectorOf(face.normal);
            const Vec3(&ends)[2] = pieces_.body().ends;
            const double reach = std::min(dot(normal, ends[0]), dot(normal, ends[1]));
            clipPart(heightOver(face, start) + reach - pieces_.largest(), dot(normal, delta), part);
        }
        clipBySidesNotGrown(brush_, start, delta, inset_, part);
        return part;
    }

    void addFaces(const Vec3& centre) {
        const auto faces = brush_.faces();
        for (std::size_t i = 0; i < faces.size(); ++i) {
            if (near_ != nullptr && dot(vectorOf(faces[i].normal), pieces_.delta()) > 0) continue;
            pieces_.addFace(i, centre, near_ != nullptr ? near_->window : kWholeLine);
        }
    }

    const BrushShape& brush_;
    double inset_;
    int ends_;
    RoundPieces pieces_;
    const CornersNear* near_ = nullptr;
};

/// A point on each of two segments.
struct ClosePoints {
    double square = 1e300;  // of their distance
    Vec3 onCore, onEdge;
    double along = 0;  // 0 to 1, of the edge

    void offer(const Vec3& core, const Vec3& from, const Vec3& edge, double at) {
        const Vec3 point = from + edge * at, apart = core - point;
        const double other = dot(apart, apart);
        if (other >= square) return;
        *this = {other, core, point, at};
    }
};

double clampedShare(double part, double whole) {
    return whole > 0 ? std::clamp(part / whole, 0.0, 1.0) : 0;
}

// Finds the nearest points of the core a..b and the edge. They are an end of one and its foot on the other, or the feet
// of the common perpendicular.
ClosePoints closePoints(const Vec3& a, const Vec3& b, const Vec3& from, const Vec3& edge) {
    ClosePoints best;
    const Vec3 core = b - a;
    const double edgeSquare = dot(edge, edge), coreSquare = dot(core, core);
    best.offer(a, from, edge, clampedShare(dot(a - from, edge), edgeSquare));
    if (!(coreSquare > 0)) return best;
    best.offer(b, from, edge, clampedShare(dot(b - from, edge), edgeSquare));
    best.offer(a + core * clampedShare(dot(from - a, core), coreSquare), from, edge, 0);
    best.offer(a + core * clampedShare(dot(from + edge - a, core), coreSquare), from, edge, 1);
    const Vec3 normal = cross(edge, core);
    const double square = dot(normal, normal);
    if (!(square > 0)) return best;
    const Vec3 apart = a - from;
    const double onEdge = dot(cross(apart, core), normal) / square, onCore = dot(cross(apart, edge), normal) / square;
    if (onEdge > 0 && onEdge < 1 && onCore > 0 && onCore < 1) best.offer(a + core * onCore, from, edge, onEdge);
    return best;
}

// Returns true if the segment a..b has a point in the brush.
bool meetsBrush(const BrushShape& brush, const Vec3& a, const Vec3& b) {
    double enter = 0, leave = 1;
    for (const SideRecord& face : brush.faces()) {
        const double from = heightOver(face, a), to = heightOver(face, b);
        if (from > 0 && to > 0) return false;
        if (from > 0) enter = std::max(enter, from / (from - to));
        if (to > 0) leave = std::min(leave, from / (from - to));
    }
    return enter <= leave;
}

void considerFaces(const BrushShape& brush, const Vec3& p, NearestFeature& best) {
    const auto faces = brush.faces();
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
        const double height = heightOver(faces[i], p);
        if (!(height >= 0 && height < best.distance)) continue;
        const Vec3 normal = vectorOf(faces[i].normal), foot = p - normal * height;
        bool on = true;
        for (std::uint32_t k = 0; k < faces.size() && on; ++k) on = k == i || heightOver(faces[k], foot) <= 0;
        if (on) best = {height, normal, foot, Feature::Face, {i, i}};
    }
}

void considerEdge(const BrushShape& brush, const EdgeRecord& edge, const Vec3& a, const Vec3& b, NearestFeature& best) {
    const Vec3 from = brush.corner(edge.corners[0]), along = brush.corner(edge.corners[1]) - from;
    const ClosePoints close = closePoints(a, b, from, along);
    const double distance = std::sqrt(close.square), end = std::min(close.along, 1 - close.along) * length(along);
    const Feature feature = end <= kSameDistance ? Feature::Corner : Feature::Edge;
    // An end of another edge is hardly farther than a place beside it, but tells another normal.
    const bool beside = feature == Feature::Edge && best.feature == Feature::Corner && distance < best.distance;
    if (!beside && !(distance < best.distance - kSameDistance)) return;
    best.distance = distance;
    best.normal = distance > 0 ? (close.onCore - close.onEdge) * (1 / distance) : Vec3{};
    best.point = close.onEdge;
    best.feature = feature;
    best.faces[0] = edge.faces[0];
    best.faces[1] = edge.faces[1];
}

// Where the core lies above a face, the nearest points may be on the face's edge: that is a contact with the face.
void preferFace(const BrushShape& brush, NearestFeature& best) {
    const auto faces = brush.faces();
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
        const Vec3 normal = vectorOf(faces[i].normal), off = normal - best.normal;
        // Most differ by more, which no root has to tell.
        if (dot(off, off) > 4 * kSameRoundNormal * kSameRoundNormal || length(off) > kSameRoundNormal) continue;
        best.normal = normal;
        best.feature = Feature::Face;
        best.faces[0] = best.faces[1] = i;
        return;
    }
}

}  // namespace

Box RoundBody::bounds() const {
    if (kind == BodyKind::Convex) return boundsOf(*convex);
    Box box;
    for (int a = 0; a < 3; ++a) {
        const double slope = kind == BodyKind::Cylinder ? std::sqrt(std::max(0.0, 1 - axis[a] * axis[a])) : 1;
        box.mins[a] = std::min(ends[0][a], ends[1][a]) - radius * slope;
        box.maxs[a] = std::max(ends[0][a], ends[1][a]) + radius * slope;
    }
    return box;
}

LinePart partInside(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
                    double inset) {
    if (body.kind == BodyKind::Cylinder) return partInCylinder(brush, body, start, delta, inset);
    if (body.kind == BodyKind::Convex) return partInConvex(brush, *body.convex, start, delta, inset);
    if (brush.isBox() && isUprightRound(body)) {
        BoxPieces pieces(brush, body, start, delta, &inset, 1);
        pieces.addAll();
        return pieces.found().empty() ? LinePart{} : pieces.found();
    }
    return PieceLine(brush, body, start, delta, &inset, 1).run();
}

NearParts partsNearWindow(const BrushShape& brush, const RoundBody& body, const Vec3& start, const Vec3& delta,
                          const CornersNear& near, double last) {
    if (body.kind == BodyKind::Cylinder) {
        const LinePart touch = partOfCylinderNear(brush, body, start, delta, 0, near);
        if (touch.enter > last) return {touch, {}};
        return {touch, partOfCylinderNear(brush, body, start, delta, kSurfaceTolerance, near)};
    }
    const double insets[2] = {0, kSurfaceTolerance};
    return PieceLine(brush, body, start, delta, insets, 2).runIn(near);
}

NearestFeature nearestFeature(const BrushShape& brush, const RoundBody& body, const Vec3& origin) {
    if (body.kind != BodyKind::Round) return touchOfSolid(brush, body, origin);
    const Vec3 a = origin + body.ends[0], b = origin + body.ends[1];
    if (meetsBrush(brush, a, b)) return {};
    NearestFeature best;
    best.distance = 1e300;
    considerFaces(brush, a, best);
    if (!body.isBall()) considerFaces(brush, b, best);
    for (std::uint32_t i = 0; i < brush.edgeCount(); ++i) considerEdge(brush, brush.edge(i), a, b, best);
    if (best.feature == Feature::Edge || best.feature == Feature::Corner) preferFace(brush, best);
    return best;
}

NearestFeature touchedOf(const BrushShape& brush, const RoundBody& body, const Vec3& origin) {
    if (body.kind != BodyKind::Round || brush.cornerCount() > CornersNear::kMost)
        return nearestFeature(brush, body, origin);
    constexpr double kRoom = 0.002;
    const Vec3 a = origin + body.ends[0], b = origin + body.ends[1];
    Box space;
    bool apart = false;
    for (int i = 0; i < 3; ++i) {
        space.mins[i] = std::min(a[i], b[i]);
        space.maxs[i] = std::max(a[i], b[i]);
        apart = apart || (brush.isBox() && (space.mins[i] > brush.corner(7)[i] || space.maxs[i] < brush.corner(0)[i]));
        space.mins[i] -= body.radius + kRoom;
        space.maxs[i] += body.radius + kRoom;
    }
    if (!apart && meetsBrush(brush, a, b)) return {};
    NearestFeature best;
    best.distance = body.radius + kRoom;
    considerFaces(brush, a, best);
    if (!body.isBall()) considerFaces(brush, b, best);
    const CornersNear near(brush, space);
    for (std::uint32_t i = 0; i < brush.edgeCount(); ++i)
        if (const EdgeRecord edge = brush.edge(i); !near.skipsEdge(edge)) considerEdge(brush, edge, a, b, best);
    // What has been left out is farther, but may be as far as what has not.
    if (!(best.distance <= body.radius + kRoom / 2)) return nearestFeature(brush, body, origin);
    if (best.feature == Feature::Edge || best.feature == Feature::Corner) preferFace(brush, best);
    return best;
}

bool isInside(const BrushShape& brush, const RoundBody& body, const Vec3& origin, double inset) {
    if (body.kind != BodyKind::Round) {
        // Any line through the place will do. Along its axis a flat cylinder meets its pieces.
        const Vec3 way = body.kind == BodyKind::Cylinder ? body.axis : Vec3{0, 0, 1};
        const LinePart part = partInside(brush, body, origin, way, inset);
        return part.enter < 0 && part.leave > 0;
    }
    for (const SideRecord& face : brush.faces())
        if (!isGrown(face) && heightOver(face, origin) >= -inset) return false;
    return nearestFeature(brush, body, origin).distance < body.radius - inset;
}

int bareSideAt(const BrushShape& brush, const Vec3& origin) {
    const auto faces = brush.faces();
    for (std::size_t i = 0; i < faces.size(); ++i)
        if (!isGrown(faces[i]) && std::fabs(heightOver(faces[i], origin)) <= kAtBareSide) return static_cast<int>(i);
    return -1;
}

}  // namespace hullbake::detail
