// The contact of two bodies: checks them, puts them in order, and answers by the cores that their radii round.
#include "shapes/body_contact.hpp"

#include "block/box_checks.hpp"
#include "shapes/box_pair.hpp"

namespace hullbake {

namespace {

using detail::Core;
using detail::CoreRank;

// What gap differences count as equal, relative to the size: as in box_pair.cpp.
constexpr double kSameDepth = 1e-10;

Contact finished(const Core& a, const Core& b, const Vec3& normal, double apart, const Vec3& onCore,
                 ContactFamily family) {
    Contact contact;
    contact.exact = true;
    contact.normal = normal + Vec3{};
    contact.distance = apart - (a.radius + b.radius);
    contact.overlaps = contact.distance < 0;
    contact.onA = a.origin + (a.centre + (onCore + normal * a.radius));
    contact.onB = contact.onA + normal * contact.distance;
    contact.family = family;
    return contact;
}

// A point and anything. In the other's own frame the nearest point is found by limiting each coordinate.
Contact pointContact(const Core& a, const Core& b) {
    const Vec3 p = b.intoOwn(-detail::wayBetween(a, b));
    Vec3 beyond;
    double largest = 0, deepest = 0;
    int side = -1;
    for (int i = 0; i < 3; ++i) {
        const double out = std::fabs(p[i]) - b.half[i];
        beyond[i] = out > 0 ? std::copysign(out, p[i]) : 0;
        largest = std::fmax(largest, out);
        // The first of equal sides counts.
        if (side < 0 || out > deepest + kSameDepth * (a.size() + b.size())) deepest = out, side = i;
    }
    if (largest > 0) {
        const Vec3 scaled = beyond * (1 / largest);  // its square is no underflow
        const double size = length(scaled);
        const ContactFamily family = a.radius + b.radius > 0 ? ContactFamily::Round : ContactFamily::Corner;
        return finished(a, b, b.fromOwn(scaled * (-1 / size)), size * largest, {}, family);
    }
    const Vec3 normal = b.axes[side] * (p[side] > 0 ? -1 : 1);
    const ContactFamily family = b.half[side] > 0 ? ContactFamily::FaceB : ContactFamily::Round;
    return finished(a, b, normal, deepest, {}, family);
}

// The same contact, seen from the other body.
Contact mirrored(Contact contact) {
    contact.normal = -contact.normal + Vec3{};
    const Vec3 onA = contact.onB;
    contact.onB = contact.onA;
    contact.onA = onA;
    if (contact.family == ContactFamily::FaceA)
        contact.family = ContactFamily::FaceB;
    else if (contact.family == ContactFamily::FaceB)
        contact.family = ContactFamily::FaceA;
    return contact;
}

}  // namespace

Contact detail::orderedContact(const Core& a, const Core& b, ContactCache& cache) noexcept {
    if (a.rank == CoreRank::Point) return pointContact(a, b);
    const CoreContact core = boxContact(a, b, cache.words[0]);
    ContactFamily family = core.family;
    const bool round = a.radius + b.radius > 0;
    if (round && (core.distance > 0 || (a.rank == CoreRank::Segment && family == ContactFamily::FaceA)))
        family = ContactFamily::Round;
    return finished(a, b, a.fromOwn(core.normal), core.distance, a.fromOwn(core.onFirst), family);
}

bool detail::isAccepted(const Shape& shape, const Vec3& origin) noexcept {
    if (!isInRange(origin)) return false;
    if (isPlainlyValid(shape)) return true;
    return shape.kind != ShapeKind::Cylinder && shape.kind != ShapeKind::Convex && shape.valid();
}

Contact contact(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                ContactCache* cache) noexcept {
    if (!detail::isAccepted(a, originA) || !detail::isAccepted(b, originB)) {
        Contact contact;
        contact.invalid = true;
        return contact;
    }
    ContactCache none;
    ContactCache& kept = cache != nullptr ? *cache : none;
    const Core first = detail::coreOf(a, originA), second = detail::coreOf(b, originB);
    return detail::isSwapped(first, second) ? mirrored(detail::orderedContact(second, first, kept))
                                            : detail::orderedContact(first, second, kept);
}

bool detail::overlapOf(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, ContactCache& cache,
                       bool& invalid) noexcept {
    invalid = !isAccepted(a, originA) || !isAccepted(b, originB);
    if (invalid) return false;
    const Core first = coreOf(a, originA), second = coreOf(b, originB);
    const bool swapped = isSwapped(first, second);
    const Core &one = swapped ? second : first, &two = swapped ? first : second;
    if (one.rank == CoreRank::Point) return pointContact(one, two).overlaps;
    return boxesOverlap(one, two, cache.words[0]);
}

bool overlaps(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, ContactCache* cache) noexcept {
    ContactCache none;
    bool invalid = false;
    return detail::overlapOf(a, originA, b, originB, cache != nullptr ? *cache : none, invalid);
}

}  // namespace hullbake
