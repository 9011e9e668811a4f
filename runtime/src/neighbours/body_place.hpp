// What is around a shape at rest: the brushes of the probe's models and of the members of its scene, and round bodies.
// In: a probe with a shape that is no box at rest, and its position. Out: how far each of them is.
// Each member has a frame of its own, in which its brushes lie where the map draws them, and in which the body is seen.
#pragma once

#include "brushes/body_gap.hpp"
#include "brushes/round_cast.hpp"
#include "query/all_models.hpp"
#include "query/probe_checks.hpp"
#include "query/shape_body.hpp"
#include "scene/body_tables.hpp"
#include "scene/members.hpp"
#include "scene/round_bodies.hpp"

namespace hullbake::detail {

/// The frame of the probe's own models, or of one member.
struct BodyFrame {
    const format::Tables& tables;
    ModelRange models;
    MemberId member;
    const RoundBody& body;  ///< as seen from here
    Vec3 origin;            ///< of the body
    const Turn* turn;       ///< from here to the world; null if the axes are those of the world

    Vec3 seen(const Vec3& v) const { return turn != nullptr ? turn->directionBack(v) : v; }
    Vec3 shown(const Vec3& v) const { return turn != nullptr ? turn->direction(v) : v; }
    BrushShape shapeOf(std::uint32_t brush) const { return {tables, tables.brushes[brush]}; }
};

/// Something near the body.
struct NearBody {
    MemberId member;
    std::uint32_t model = 0;
    std::uint32_t brush = format::kNoIndex;  ///< index in the tables of the frame; kNoIndex for a round body
    Contents contents = Contents::Empty;
    BodyGap gap;   ///< in the frame
    Vec3 normal;   ///< of the gap, in the world
    Vec3 contact;  ///< of the gap, in the world, from the body's origin
};

class BodyPlace {
  public:
    /// `distance`: units around the body within which members matter.
    BodyPlace(const format::Tables& tables, const Probe& probe, const Vec3& origin, double distance);
    BodyPlace(const BodyPlace&) = delete;
    BodyPlace& operator=(const BodyPlace&) = delete;

    /// Returns why the query is refused: a member near is not valid, or there are too many.
    Refusal refusal() const { return refusal_; }
    const Body& roundBody(MemberId member) const { return probe_.scene->bodies[member.index()]; }
    /// Returns the bounds of the body in the world.
    Box bounds() const { return {origin_ + subject_.bounds.mins, origin_ + subject_.bounds.maxs}; }
    /// Returns a place after a way from the origin, as the probe's models see it.
    Vec3 seenFromModels(const Vec3& way) const { return origin_ - displacementOf(probe_) + way; }

    /// Calls ask(frame) with the frame of a member that is a model or box, or of the probe's models for none.
    template <class Ask>
    void askFrame(MemberId member, const Ask& ask) const;

    /// Calls visit(near) for what comes within `room` units of the body's bounds after a way from the origin.
    template <class Visit>
    void forNear(const Vec3& way, double room, std::int64_t& budget, const Visit& visit) const {
        forFrames([&](const BodyFrame& frame) {
            forBrushes(frame, way, room, budget, [&](std::uint32_t model, std::uint32_t brush) {
                const Vec3 place = frame.origin + frame.seen(way);
                const BodyGap gap = gapBetween(frame.shapeOf(brush), frame.body, place);
                const auto contents = static_cast<Contents>(frame.tables.brushes[brush].contents);
                visit(NearBody{frame.member, model, brush, contents, gap, frame.shown(gap.normal),
                               frame.shown(gap.point - frame.origin)});
            });
        });
        for (std::uint32_t i = 0; i < members_.count; ++i) {
            const MemberId member{members_.values[i]};
            if (!isRoundMember(member)) continue;
            const Body& body = probe_.scene->bodies[member.index()];
            if (!any(body.contents & probe_.mask)) continue;
            --budget;
            const RoundGap gap = gapToRound(*probe_.shape, body, origin_ + way);
            visit(NearBody{member,
                           0,
                           format::kNoIndex,
                           body.contents,
                           {gap.distance, gap.normal, gap.point, 0},
                           gap.normal,
                           gap.point - origin_});
        }
    }

    /// Returns true if a brush reaches beyond the tangent plane at the point of contact: it hides the contact.
    bool isHidden(const NearBody& contact, std::int64_t& budget) const;

  private:
    template <class Visit>
    void forFrames(const Visit& visit) const {
        askFrame(kNoMember, visit);
        for (std::uint32_t i = 0; i < members_.count; ++i)
            if (!isRoundMember({members_.values[i]})) askFrame({members_.values[i]}, visit);
    }
    bool isRoundMember(MemberId member) const { return isRound(*probe_.scene, member); }

    /// Calls visit(model, brush) for the brushes of a frame whose bounds come within `room` of the body after the way.
    template <class Visit>
    void forBrushes(const BodyFrame& frame, const Vec3& way, double room, std::int64_t& budget,
                    const Visit& visit) const {
        const Vec3 place = frame.origin + frame.seen(way);
        for (std::uint32_t m = frame.models.first; m < frame.models.end; ++m) {
            const RoundSet set = roundSet(frame.tables, frame.body, frame.body.bounds(), {m}, probe_.mask);
            set.brushes.forBrushesWithin(place, place, room + kNearBrush, [&](std::uint32_t brush) {
                const format::BrushRecord& record = frame.tables.brushes[brush];
                if (!set.counts(record) || budget <= 0) return;
                const BrushShape shape = frame.shapeOf(brush);
                budget -= std::int64_t{shape.edgeCount()} * shape.cornerCount() + record.faceCount;
                visit(m, brush);
            });
        }
    }

    const format::Tables& tables_;
    const Probe& probe_;
    ShapeSubject subject_;
    Vec3 origin_;  // in the world
    MemberList members_;
    Refusal refusal_ = Refusal::None;
};

template <class Ask>
void BodyPlace::askFrame(MemberId member, const Ask& ask) const {
    const auto askIn = [&](const format::Tables& tables, ModelRange models, const Turn& turn, bool turned) {
        askBody(subject_, turned ? turn : Turn(Transform()), [&](const RoundBody& body, const Turn&) {
            const Vec3 there = turned ? turn.placeBack(origin_) : origin_ - turn.shift;
            ask(BodyFrame{tables, models, member, body, there, turned ? &turn : nullptr});
        });
    };
    if (member.isBody()) {
        const BodyTables brush(probe_.scene->bodies[member.index()]);
        askIn(brush.tables(), {0, 1}, Turn(Transform()), false);
        return;
    }
    const bool own = member.none();
    const Transform none;
    const Transform& transform = !own               ? probe_.scene->models[member.index()].transform
                                 : probe_.transform ? *probe_.transform
                                                    : none;
    const ModelId model = own ? probe_.model : probe_.scene->models[member.index()].model;
    Turn turn(transform);
    if (!transform.turns()) turn.shift = transform.displacement;
    askIn(tables_, modelsOf(tables_, model), turn, transform.turns());
}

}  // namespace hullbake::detail
