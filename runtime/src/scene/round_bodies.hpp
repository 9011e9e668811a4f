// Bodies of a scene that are round: balls and upright capsules. They are no brushes, so that each query of them is one
// of two bodies.
#pragma once

#include "hullbake/contact.hpp"
#include "hullbake/format.hpp"
#include "hullbake/probe.hpp"
#include "hullbake/scene.hpp"
#include "query/all_models.hpp"

namespace hullbake::detail {

inline bool isRound(const Body& body) {
    return body.form != BodyForm::Box;
}
inline bool isRound(const Scene& scene, MemberId member) {
    return member.isBody() && isRound(scene.bodies[member.index()]);
}

/// Returns the shape of a valid body that is round.
inline Shape shapeOf(const Body& body) {
    return Shape::capsuleIn(body.box);
}

/// Returns the shape of a valid probe: that of its box if it has none.
inline Shape shapeOf(const format::Tables& tables, const Probe& probe) {
    return probe.shape != nullptr ? *probe.shape : Shape::box(boxOf(tables, probe));
}

/// A valid probe at a place beside a valid round body.
struct RoundGap {
    double distance = 0;  ///< less than 0: minus the depth, the length of the least move out
    Vec3 normal;          ///< unit length, from the body to the probe
    Vec3 point;           ///< on the body
};
RoundGap gapToRound(const Shape& probe, const Body& body, const Vec3& origin);

/// Returns the contents of a valid round body if a valid probe overlaps it.
Contents contentsOfRound(const format::Tables& tables, const Probe& probe, const Body& body, const Vec3& origin);

/// Returns the trace of a valid probe through a valid round body alone.
Trace traceRoundBody(const format::Tables& tables, const Probe& probe, const Body& body, const Vec3& start,
                     const Vec3& end);

/// Returns where `trace`, the answer to a valid probe with a shape, has touched the round body.
Vec3 touchOfRound(const format::Tables& tables, const Probe& probe, const Body& body, const Vec3& start,
                  const Vec3& end, const Trace& trace);

}  // namespace hullbake::detail
