#include "brushes/solid_touch.hpp"

#include "brushes/convex_body.hpp"
#include "brushes/cylinder_body.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Difference of gaps, units, below which the first direction is kept: faces come first.
constexpr double kSameTouch = 1e-9;
// Units within which corners lie in one plane that touches the brush, or the body.
constexpr double kInPlane = 1e-7;
// Units by which a point of both bodies may stand out of either.
constexpr double kSharedSlack = 2e-8;

struct SharedPart {
    Vec3 from, to;
};

class SolidTouch {
  public:
    SolidTouch(const BrushShape& brush, const RoundBody& body, const Vec3& origin)
        : brush_(brush), body_(body), origin_(origin), centre_(origin + body.centre()) {}

    NearestFeature run() {
        const auto faces = brush_.faces();
        for (std::uint32_t i = 0; i < faces.size(); ++i) {
            const Vec3 normal = vectorOf(faces[i].normal);
            offer(normal, faces[i].dist);
            if (best_.normal == normal) best_.faces[0] = best_.faces[1] = i;
        }
        ofFace_ = true;
        const Vec3 flattest = best_.normal;
        if (body_.kind == BodyKind::Convex)
            offerOfSet();
        else
            offerOfCylinder();
        ofFace_ = best_.normal == flattest;
        best_.feature = Feature::Face;
        if (!ofFace_) classify();
        best_.point = sharedPoint();
        if (best_.feature == Feature::Edge) preferCorner();
        best_.distance = gap_ + body_.radius;
        return best_;
    }

  private:
    // Distance that the body reaches against the direction, from its origin or centre.
    double reachBack(const Vec3& normal) const {
        if (body_.kind == BodyKind::Convex) return body_.convex->reach(-normal);
        const AxisSplit split = splitBy(body_.axis, normal);
        return body_.halfHeight * std::fabs(split.along) + body_.radius * split.size;
    }
    const Vec3& place() const { return body_.kind == BodyKind::Convex ? origin_ : centre_; }

    void offer(const Vec3& normal, double reach) {
        offerPlane(normal, dot(normal, place()) - reach - reachBack(normal));
    }
    void offerPlane(const Vec3& normal, double gap) {
        if (!(gap > gap_ + kSameTouch)) return;
        gap_ = gap;
        best_.normal = normal;
    }
    void offerDirection(const Vec3& direction) {
        const double size = length(direction);
        if (!(size > 0)) return;
        const Vec3 normal = direction * (1 / size);
        offer(normal, reachAlong(brush_, normal));
    }

    void offerOfSet() {
        const auto matters = [&](const Vec3& normal, double least) {
            return dot(normal, origin_) - least > gap_ + kSameTouch;
        };
        forPlanesOfSet(brush_, *body_.convex, matters, [&](const Vec3& normal, double dist) {
            offerPlane(normal, dot(normal, origin_) - dist);
            return true;
        });
    }

    void offerOfCylinder() {
        const Vec3& axis = body_.axis;
        offerDirection(axis);
        offerDirection(-axis);
        for (std::uint32_t i = 0; i < brush_.edgeCount(); ++i) {
            const EdgeRecord edge = brush_.edge(i);
            const Vec3 from = brush_.corner(edge.corners[0]), along = brush_.corner(edge.corners[1]) - from;
            const Vec3 level = cross(along, axis);
            offerDirection(level);
            offerDirection(-level);
            const AxisSplit split = splitBy(axis, along);
            if (std::fabs(split.along) <= kLevel * length(along)) continue;
            for (const double end : {body_.halfHeight, -body_.halfHeight}) {
                const Vec3 disc = centre_ + axis * end - from;
                const double share = std::clamp(dot(disc, axis) / split.along, 0.0, 1.0);
                const Vec3 rim = splitBy(axis, disc - along * share).across;
                offerDirection((rim * split.along - axis * dot(rim, split.across)) * (split.along < 0 ? -1 : 1));
            }
        }
        for (std::uint32_t i = 0; i < brush_.cornerCount(); ++i)
            offerDirection(splitBy(axis, centre_ - brush_.corner(i)).across);
    }

    bool isTop(std::uint32_t corner) const { return dot(best_.normal, brush_.corner(corner)) >= top_ - kInPlane; }

    // Finds whether the plane touches the brush in a face, an edge or a corner.
    void classify() {
        top_ = reachAlong(brush_, best_.normal);
        std::uint32_t edges = 0, first = 0;
        bool beside = false;
        for (std::uint32_t i = 0; i < brush_.edgeCount(); ++i) {
            const EdgeRecord edge = brush_.edge(i);
            const bool one = isTop(edge.corners[0]), two = isTop(edge.corners[1]);
            if (!(one && two) && (edges > 0 || beside || !(one || two))) continue;
            beside = true;
            if (one && two && edges++ > 0) continue;
            first = i;
        }
        best_.feature = edges == 0 ? Feature::Corner : edges == 1 ? Feature::Edge : Feature::Face;
        if (!beside) return;
        for (int k = 0; k < 2; ++k) best_.faces[k] = brush_.edge(first).faces[k];
        if (best_.feature == Feature::Face) takeFlattestFace();
    }
    void takeFlattestFace() {
        const auto faces = brush_.faces();
        double facing = -2;
        for (std::uint32_t i = 0; i < faces.size(); ++i) {
            const double own = dot(vectorOf(faces[i].normal), best_.normal);
            if (own > facing) facing = own, best_.faces[0] = best_.faces[1] = i;
        }
    }

    // An edge that is touched at its end is touched at a corner.
    void preferCorner() {
        for (std::uint32_t i = 0; i < brush_.cornerCount(); ++i)
            if (length(best_.point - brush_.corner(i)) <= kSameTouch) best_.feature = Feature::Corner;
    }

    // Returns a point that both bodies share, by what of the body faces the brush, then by the brush's edges.
    Vec3 sharedPoint() const {
        Vec3 found;
        SharedPart own = facingPart();
        // Bodies that are told to touch across a gap share a point of bodies that are thicker by that gap, and no more:
        // with more slack its place would slide along the edges.
        const double gap = gap_ < kSurfaceTolerance ? std::fmax(gap_, 0) : 0;
        for (const double slack : {kSharedSlack, kSharedSlack + gap, kSurfaceTolerance + kInPlane}) {
            if (middleInBrush(own, slack, found)) return found;
            if (body_.kind == BodyKind::Convex)
                for (unsigned i = 0; i < body_.convex->edgeCount; ++i)
                    if (facingEdge(i, own) && middleInBrush(own, slack, found)) return found;
            for (std::uint32_t i = 0; i < brush_.edgeCount(); ++i) {
                const EdgeRecord edge = brush_.edge(i);
                if (middleInBody({brush_.corner(edge.corners[0]), brush_.corner(edge.corners[1])}, slack, found))
                    return found;
            }
        }
        return (own.from + own.to) * 0.5 - best_.normal * gap_;
    }

    // Returns the point of the body, or the segment, that faces the brush. Of a disc, its centre; of a set's face or
    // edge, one corner.
    SharedPart facingPart() const {
        const Vec3& n = best_.normal;
        if (body_.kind == BodyKind::Convex) {
            const TurnedConvex& set = *body_.convex;
            unsigned least = 0;
            for (unsigned i = 1; i < set.cornerCount; ++i)
                if (dot(n, set.corners[i]) < dot(n, set.corners[least])) least = i;
            return {origin_ + set.corners[least], origin_ + set.corners[least]};
        }
        const AxisSplit split = splitBy(body_.axis, n);
        const Vec3 end = body_.axis * body_.halfHeight;
        const Vec3 rim = split.size > kLevel ? split.across * (body_.radius / split.size) : Vec3{};
        if (std::fabs(split.along) <= kLevel) return {centre_ - rim - end, centre_ - rim + end};
        const Vec3 at = centre_ - rim + (split.along < 0 ? end : -end);
        return {at, at};
    }

    // Returns true if an edge of the set faces the brush.
    bool facingEdge(unsigned i, SharedPart& stretch) const {
        const TurnedConvex& set = *body_.convex;
        const TurnedConvex::Edge& edge = set.edges[i];
        const double least = -set.reach(-best_.normal) + kInPlane;
        const Vec3 &one = set.corners[edge.corners[0]], &two = set.corners[edge.corners[1]];
        if (dot(best_.normal, one) > least || dot(best_.normal, two) > least) return false;
        stretch = {origin_ + one, origin_ + two};
        return true;
    }

    static bool middleOf(const SharedPart& stretch, const LinePart& part, Vec3& middle) {
        if (!(part.enter <= part.leave)) return false;
        middle = stretch.from + (stretch.to - stretch.from) * ((part.enter + part.leave) * 0.5);
        return true;
    }

    bool middleInBrush(const SharedPart& stretch, double slack, Vec3& middle) const {
        LinePart part{0, 1};
        for (const SideRecord& face : brush_.faces())
            clipPart(heightOver(face, stretch.from) - slack, dot(vectorOf(face.normal), stretch.to - stretch.from),
                     part);
        return middleOf(stretch, part, middle);
    }

    bool middleInBody(const SharedPart& stretch, double slack, Vec3& middle) const {
        LinePart part{0, 1};
        const Vec3 way = stretch.to - stretch.from;
        if (body_.kind == BodyKind::Convex) {
            clipBySet(stretch.from - origin_, way, slack, part);
            return middleOf(stretch, part, middle);
        }
        const AxisSplit from = splitBy(body_.axis, stretch.from - centre_), delta = splitBy(body_.axis, way);
        clipPart(from.along - body_.halfHeight - slack, delta.along, part);
        clipPart(-from.along - body_.halfHeight - slack, -delta.along, part);
        if (delta.size > 0)
            part.intersect(partNearOrigin(from.across, delta.across, body_.radius + slack));
        else if (from.size > body_.radius + slack)
            return false;
        return middleOf(stretch, part, middle);
    }

    void clipBySet(const Vec3& from, const Vec3& way, double slack, LinePart& part) const {
        const TurnedConvex& set = *body_.convex;
        for (unsigned i = 0; i < set.faceCount; ++i)
            clipPart(dot(set.normals[i], from) - set.reach(set.normals[i]) - slack, dot(set.normals[i], way), part);
        if (set.faceCount > 2) return;
        // A polygon also ends at its edges.
        for (unsigned i = 0; i < set.edgeCount; ++i) {
            Vec3 outward = cross(set.normals[0], set.edges[i].along);
            double side = 0;
            for (unsigned k = 0; k < set.cornerCount; ++k)
                side += dot(outward, set.corners[k] - set.corners[set.edges[i].corners[0]]);
            if (side > 0) outward = -outward;
            clipPart(dot(outward, from) - set.reach(outward) - slack, dot(outward, way), part);
        }
    }

    const BrushShape& brush_;
    const RoundBody& body_;
    const Vec3& origin_;
    Vec3 centre_;
    NearestFeature best_;
    double gap_ = -1e300, top_ = 0;
    bool ofFace_ = false;
};

}  // namespace

NearestFeature touchOfSolid(const BrushShape& brush, const RoundBody& body, const Vec3& origin) {
    return SolidTouch(brush, body, origin).run();
}

}  // namespace hullbake::detail
