// Two bodies that move in the same time: when and where they meet.
// What counts is the way of one as the other sees it. Along it the distance of two convex bodies, less than 0 where
// they overlap, is a convex function of time: it is the largest of the gaps along all directions, and each gap changes
// at a steady rate. Newton's iteration from the start therefore never passes the first contact, and it needs no search
// interval. Where the gap along the normal grows, the bodies have missed each other.
#include "block/box_checks.hpp"
#include "hullbake/trace.hpp"
#include "shapes/body_contact.hpp"

namespace hullbake {

namespace {

using detail::Core;

// Near a graze each step halves the error: 128 steps are more than twice as many as the digits of a number.
constexpr int kMostCastSteps = 128;
// Distances below this are contact, relative to the sizes and the ways: some hundred roundings.
constexpr double kContactDistance = 1e-13;

struct RelativeMotion {
    const Core &first, &second;
    Vec3 start;  // from the origin of the first body to that of the second
    Vec3 way;    // of the second, as the first sees it
    double reach;

    // The contact as the first body sees it, from its origin.
    BodyContact at(double time, ContactCache& cache) const {
        Core here = first, there = second;
        here.origin = {};
        there.origin = start + way * time;
        return detail::orderedContact(here, there, cache);
    }
};

// When the distance falls to `level`, from `time` on; `contact` is that of `time`. Returns false if it does not within
// the motion.
bool fallsTo(double level, const RelativeMotion& motion, ContactCache& cache, double& time, BodyContact& contact,
             std::uint16_t& steps) {
    const double near = kContactDistance * motion.reach;
    for (int step = 0; step < kMostCastSteps; ++step) {
        const double left = contact.distance - level;
        if (left <= near) return true;
        const double rate = -dot(contact.normal, motion.way);
        // Fails also where nothing moves.
        if (!(rate * (1 - time) >= left - near)) return false;
        const double next = std::fmin(1, time + left / rate);
        if (!(next > time)) return true;
        time = next;
        contact = motion.at(time, cache);
        ++steps;
    }
    return true;
}

PairCast invalidCast() {
    PairCast cast;
    cast.invalid = true;
    return cast;
}

PairCast castCores(const RelativeMotion& motion) {
    PairCast cast;
    ContactCache cache;
    double time = 0;
    BodyContact contact = motion.at(0, cache);
    cast.startsolid = contact.distance < -kSurfaceTolerance;
    if (!cast.startsolid) {
        if (!fallsTo(0, motion, cache, time, contact, cast.steps)) return cast;
        // Bodies that only touch pass each other.
        double deeper = time;
        BodyContact deep = contact;
        if (!fallsTo(-kSurfaceTolerance, motion, cache, deeper, deep, cast.steps)) return cast;
    }
    cast.hit = true;
    cast.fraction = time;
    cast.normal = contact.normal;
    cast.point = (contact.onA + contact.onB) * 0.5;
    return cast;
}

}  // namespace

PairCast castShapes(const Shape& a, const Vec3& fromA, const Vec3& toA, const Shape& b, const Vec3& fromB,
                    const Vec3& toB) noexcept {
    using namespace detail;
    if (!isAccepted(a, fromA) || !isAccepted(b, fromB) || !isInRange(toA) || !isInRange(toB)) return invalidCast();
    const Core coreA = coreOf(a, fromA), coreB = coreOf(b, fromB);
    const bool swapped = isSwapped(coreA, coreB);
    const Vec3 wayA = toA - fromA, wayB = toB - fromB;
    const Vec3 start = swapped ? fromA - fromB : fromB - fromA, way = swapped ? wayA - wayB : wayB - wayA;
    const double reach = coreA.size() + coreB.size() + length(start) + length(way);
    PairCast cast = castCores({swapped ? coreB : coreA, swapped ? coreA : coreB, start, way, reach});
    if (!cast.hit) return cast;
    if (swapped) cast.normal = -cast.normal + Vec3{};
    cast.point = cast.point + (swapped ? fromB + wayB * cast.fraction : fromA + wayA * cast.fraction);
    return cast;
}

}  // namespace hullbake
