#include "brushes/body_gap.hpp"

#include "brushes/convex_body.hpp"
#include "brushes/cylinder_body.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

/// The least move out of a brush that a body's core meets: across a face, or an edge that the core crosses.
class LeastMove {
  public:
    LeastMove(const BrushShape& brush, const RoundBody& body, const Vec3& origin)
        : brush_(brush), body_(body), origin_(origin) {}

    BodyGap run() {
        const auto faces = brush_.faces();
        for (std::uint32_t i = 0; i < faces.size(); ++i)
            if (isGrown(faces[i])) offer(vectorOf(faces[i].normal), faces[i].dist, i);
        const Vec3 core = body_.ends[1] - body_.ends[0];
        for (std::uint32_t i = 0; i < brush_.edgeCount() && !body_.isBall(); ++i) {
            const EdgeRecord edge = brush_.edge(i);
            const Vec3 normal = cross(brush_.corner(edge.corners[1]) - brush_.corner(edge.corners[0]), core);
            const double size = length(normal);
            if (!(size > 0)) continue;
            for (const double sign : {1.0, -1.0}) {
                const Vec3 n = normal * (sign / size);
                offer(n, reachAlong(brush_, n), edge.faces[0]);
            }
        }
        best_.point = origin_ + body_.centre() - best_.normal * (body_.radius + best_.gap);
        return best_;
    }

  private:
    void offer(const Vec3& normal, double dist, std::uint32_t face) {
        const double gap = dot(normal, origin_) - dist - reachAgainst(body_, normal);
        if (!(gap > best_.gap)) return;
        best_.gap = gap;
        best_.normal = normal;
        best_.face = face;
    }

    const BrushShape& brush_;
    const RoundBody& body_;
    const Vec3& origin_;
    BodyGap best_{-1e300, {}, {}, 0};
};

}  // namespace

double reachAgainst(const RoundBody& body, const Vec3& normal) {
    if (body.kind == BodyKind::Convex) return body.convex->reach(-normal);
    if (body.kind == BodyKind::Round)
        return body.radius - std::min(dot(normal, body.ends[0]), dot(normal, body.ends[1]));
    const AxisSplit split = splitBy(body.axis, normal);
    return body.halfHeight * std::fabs(split.along) + body.radius * split.size - dot(normal, body.centre());
}

BodyGap gapBetween(const BrushShape& brush, const RoundBody& body, const Vec3& origin) {
    const NearestFeature nearest = nearestFeature(brush, body, origin);
    BodyGap answer{nearest.distance - body.radius, nearest.normal, nearest.point, nearest.faces[0]};
    if (body.kind == BodyKind::Round && !(nearest.distance > 0)) answer = LeastMove(brush, body, origin).run();
    // The origin alone must stay out of the sides that are not grown.
    const auto faces = brush.faces();
    for (std::uint32_t i = 0; i < faces.size(); ++i) {
        if (isGrown(faces[i])) continue;
        const double height = heightOver(faces[i], origin);
        if (height <= answer.gap) continue;
        const Vec3 normal = vectorOf(faces[i].normal);
        answer = {height, normal, origin - normal * height, i};
    }
    return answer;
}

}  // namespace hullbake::detail
