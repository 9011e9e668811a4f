// The contact of two bodies: checks them, puts them in order, and answers by the cores that their radii round.
#include "shapes/body_contact.hpp"

#include "block/box_checks.hpp"
#include "shapes/box_pair.hpp"
#include "shapes/general_contact.hpp"
#include "shapes/turned_boxes.hpp"
#include "simd/target.hpp"

namespace hullbake {

namespace {

using detail::Core;

// What gap differences count as equal, relative to the size: as in box_pair.cpp.
constexpr double kSameDepth = 1e-10;
// Units: smaller numbers may have no finite inverse.
constexpr double kInvertible = 1e-300;

// A contact is made once and at its end: what is cleared and filled piece by piece takes longer.
BodyContact finished(const Core& a, const Core& b, const Vec3& normal, double apart, const Vec3& onCore,
                     ContactFamily family) {
    const double distance = apart - (a.radius + b.radius);
    const Vec3 onA = a.origin + (a.centre + (onCore + normal * a.radius));
    return {.overlaps = distance < 0,
            .exact = true,
            .family = family,
            .distance = distance,
            .normal = normal + Vec3{},
            .onA = onA,
            .onB = onA + normal * distance};
}

// A point and anything. In the other's own frame the nearest point is found by limiting each coordinate.
BodyContact pointContact(const Core& a, const Core& b) {
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
        // Its square is no underflow. The inverse of the least numbers is infinite.
        const Vec3 scaled = largest >= kInvertible ? beyond * (1 / largest)
                                                   : Vec3{beyond.x / largest, beyond.y / largest, beyond.z / largest};
        const double size = length(scaled);
        const ContactFamily family = a.radius + b.radius > 0 ? ContactFamily::Round : ContactFamily::Corner;
        return finished(a, b, b.fromOwn(scaled * (-1 / size)), size * largest, {}, family);
    }
    const Vec3 normal = b.axes[side] * (p[side] > 0 ? -1 : 1);
    const ContactFamily family = b.half[side] > 0 ? ContactFamily::FaceB : ContactFamily::Round;
    return finished(a, b, normal, deepest, {}, family);
}

// A point and a cylinder. What counts is how far it is from the axis and how high.
BodyContact cylinderContact(const Core& a, const Core& b) {
    const Vec3 p = b.intoOwn(-detail::wayBetween(a, b));
    const double level = std::sqrt(p.x * p.x + p.y * p.y);
    const Vec3 outwards = level > 0 ? Vec3{p.x / level, p.y / level, 0} : Vec3{1, 0, 0};
    const Vec3 upwards = {0, 0, p.z < 0 ? -1.0 : 1.0};
    const double side = level - b.half.x, top = std::fabs(p.z) - b.half.z;
    if (side > 0 && top > 0) {
        const double apart = std::sqrt(side * side + top * top);
        const Vec3 away = outwards * (side / apart) + upwards * (top / apart);
        return finished(a, b, b.fromOwn(-away), apart, {}, ContactFamily::Round);
    }
    // The disc counts first.
    if (top > 0 || (side <= 0 && side <= top + kSameDepth * (a.size() + b.size())))
        return finished(a, b, b.fromOwn(-upwards), top, {},
                        a.radius > 0 && top > 0 ? ContactFamily::Round : ContactFamily::FaceB);
    return finished(a, b, b.fromOwn(-outwards), side, {}, ContactFamily::Round);
}

BodyContact refusedContact() {
    BodyContact contact;
    contact.invalid = true;
    return contact;
}

// The same contact, seen from the other body.
BodyContact mirrored(const BodyContact& contact) {
    const ContactFamily family = contact.family == ContactFamily::FaceA   ? ContactFamily::FaceB
                                 : contact.family == ContactFamily::FaceB ? ContactFamily::FaceA
                                                                          : contact.family;
    return {.overlaps = contact.overlaps,
            .exact = contact.exact,
            .invalid = contact.invalid,
            .family = family,
            .steps = contact.steps,
            .distance = contact.distance,
            .normal = -contact.normal + Vec3{},
            .onA = contact.onB,
            .onB = contact.onA};
}

}  // namespace

BodyContact detail::orderedContact(const Core& a, const Core& b, ContactCache& cache) noexcept {
    if (b.rank == CoreRank::Cylinder && a.rank == CoreRank::Point) return cylinderContact(a, b);
    if (b.rank == CoreRank::Cylinder || b.rank == CoreRank::Convex) {
        const GeneralContact core = generalContact(a, b, cache);
        const bool round = a.radius + b.radius > 0 && core.distance > 0;
        BodyContact contact =
            finished(a, b, core.normal, core.distance, core.onFirst, round ? ContactFamily::Round : core.family);
        contact.exact = core.exact;
        contact.steps = static_cast<std::uint16_t>(core.steps < 65535 ? core.steps : 65535);
        return contact;
    }
    if (a.rank == CoreRank::Point) return pointContact(a, b);
    const CoreContact core = boxContact(a, b);
    ContactFamily family = core.family;
    const bool round = a.radius + b.radius > 0;
    if (round && (core.distance > 0 || (a.rank == CoreRank::Segment && family == ContactFamily::FaceA)))
        family = ContactFamily::Round;
    return finished(a, b, a.fromOwn(core.normal), core.distance, a.fromOwn(core.onFirst), family);
}

bool detail::isAccepted(const Shape& shape, const Vec3& origin) noexcept {
    if (!isInRange(origin)) return false;
    return isPlainlyValid(shape) || shape.valid();
}

namespace {

// As `contact`, for all pairs.
HULLBAKE_NOINLINE BodyContact anyContact(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                                         ContactCache* cache) {
    if (detail::isPlainBox(a, originA) && detail::isPlainBox(b, originB)) {
        const Core boxA = detail::boxCore(a, originA), boxB = detail::boxCore(b, originB);
        const bool swapped = detail::isSwapped(boxA, boxB);
        const Core &first = swapped ? boxB : boxA, &second = swapped ? boxA : boxB;
        if (detail::CoreContact core; detail::boxContactOfPlain(first, second, core)) {
            const BodyContact found = finished(first, second, first.fromOwn(core.normal), core.distance,
                                               first.fromOwn(core.onFirst), core.family);
            return swapped ? mirrored(found) : found;
        }
    }
    if (!detail::isAccepted(a, originA) || !detail::isAccepted(b, originB)) return refusedContact();
    ContactCache none;
    return detail::contactOfCores(detail::coreOf(a, originA), detail::coreOf(b, originB),
                                  cache != nullptr ? *cache : none);
}

}  // namespace

// Nothing is done here, so that the answer is written where the caller wants it, and only once.
BodyContact contact(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB,
                    ContactCache* cache) noexcept {
    if (a.kind != ShapeKind::Box || b.kind != ShapeKind::Box || detail::areUpright(a, b))
        return anyContact(a, originA, b, originB, cache);
    return detail::contactOfTurned(a, originA, b, originB, cache, anyContact);
}

BodyContact detail::contactOfCores(const Core& a, const Core& b, ContactCache& cache) noexcept {
    return isSwapped(a, b) ? mirrored(orderedContact(b, a, cache)) : orderedContact(a, b, cache);
}

bool detail::overlapOf(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, ContactCache& cache,
                       bool& invalid) noexcept {
    invalid = false;
    if (isPlainBox(a, originA) && isPlainBox(b, originB)) {
        const Core boxA = boxCore(a, originA), boxB = boxCore(b, originB);
        const bool turned = isSwapped(boxA, boxB);
        bool overlap = false;
        if (boxesOverlapOfPlain(turned ? boxB : boxA, turned ? boxA : boxB, overlap)) return overlap;
    }
    invalid = !isAccepted(a, originA) || !isAccepted(b, originB);
    if (invalid) return false;
    const Core first = coreOf(a, originA), second = coreOf(b, originB);
    const bool swapped = isSwapped(first, second);
    const Core &one = swapped ? second : first, &two = swapped ? first : second;
    if (one.rank == CoreRank::Point && two.rank <= CoreRank::Cylinder) return orderedContact(one, two, cache).overlaps;
    if (two.rank > CoreRank::Box) return generalOverlap(one, two, cache);
    return boxesOverlap(one, two);
}

bool overlaps(const Shape& a, const Vec3& originA, const Shape& b, const Vec3& originB, ContactCache* cache) noexcept {
    ContactCache none;
    bool invalid = false;
    return detail::overlapOf(a, originA, b, originB, cache != nullptr ? *cache : none, invalid);
}

}  // namespace hullbake
