#include "neighbours/body_place.hpp"

#include <algorithm>

namespace hullbake::detail {

namespace {

// Units beyond the tangent plane of a contact from which another brush hides it.
constexpr double kHides = 1e-7;

Box grownAround(const Box& box, double by) {
    return {box.mins - Vec3{by, by, by}, box.maxs + Vec3{by, by, by}};
}

}  // namespace

BodyPlace::BodyPlace(const format::Tables& tables, const Probe& probe, const Vec3& origin, double distance)
    : tables_(tables), probe_(probe), subject_(subjectOf(*probe.shape)), origin_(origin) {
    if (probe.scene == nullptr) return;
    const Box place = grownAround(sweptBox(reachOf(subject_.bounds), origin, origin), distance + kNearBrush);
    const bool valid = forMembersNear(tables, *probe.scene, place, [&](MemberId member) {
        if (!acceptsMember(tables, probe, member)) refusal_ = Refusal::BadScene;
        if (members_.count == kMostListed) refusal_ = Refusal::TooMuchWork;
        if (refusal_ != Refusal::None) return false;
        members_.values[members_.count++] = member.value;
        return true;
    });
    if (!valid) refusal_ = Refusal::BadScene;
}

bool BodyPlace::isHidden(const NearBody& contact, std::int64_t& budget) const {
    bool hidden = false;
    forFrames([&](const BodyFrame& frame) {
        const bool own = contact.member == frame.member;
        const Vec3 normal = own ? contact.gap.normal : frame.seen(contact.normal);
        const Vec3 point = own ? contact.gap.point : frame.origin + frame.seen(contact.contact);
        forBrushes(frame, {}, std::max(contact.gap.gap, 0.0), budget, [&](std::uint32_t, std::uint32_t other) {
            if ((own && other == contact.brush) || hidden) return;
            const BrushShape shape = frame.shapeOf(other);
            for (const format::SideRecord& face : shape.faces())
                if (heightOver(face, point) > kSurfaceTolerance) return;
            hidden = reachAlong(shape, normal) > dot(normal, point) + kHides;
        });
    });
    return hidden;
}

}  // namespace hullbake::detail
