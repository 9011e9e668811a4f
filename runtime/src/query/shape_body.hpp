// The body that a shape is in the space of a model, for queries that go brush by brush.
#pragma once

#include "brushes/convex_body.hpp"
#include "brushes/shape_subject.hpp"
#include "simd/target.hpp"

namespace hullbake::detail {

/// Returns the body in the model's space.
inline RoundBody bodyIn(const Turn& turn, const RoundBody& body) {
    RoundBody there = body;
    for (Vec3& end : there.ends) end = turn.directionBack(end);
    there.axis = turn.directionBack(body.axis);
    return there;
}

/// As askBody, for shapes that are convex sets.
template <class Ask>
HULLBAKE_NOINLINE auto askConvex(const ShapeSubject& subject, const Turn& turn, const Ask& ask) {
    Vec3 axes[3];
    for (int i = 0; i < 3; ++i) axes[i] = turn.directionBack(subject.axes[i]);
    const TurnedConvex convex =
        subject.path == ShapePath::Convex ? TurnedConvex(*subject.convex, axes) : TurnedConvex(subject.box, axes);
    RoundBody body;
    body.kind = BodyKind::Convex;
    body.convex = &convex;
    return ask(body, turn);
}

/// Calls ask(body, turn) with the body of a shape that is no box at rest, in the model's space. Turned boxes are convex
/// sets here.
template <class Ask>
auto askBody(const ShapeSubject& subject, const Turn& turn, const Ask& ask) {
    if (subject.path != ShapePath::Round) return askConvex(subject, turn, ask);
    return ask(bodyIn(turn, subject.body), turn);
}

}  // namespace hullbake::detail
