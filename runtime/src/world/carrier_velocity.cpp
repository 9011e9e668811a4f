// The velocity of what carries a body. One that stands on bodies moves as the lowest of these does.
// Each mover of the chain adds that of its own leg and turn, seen from the world: v + w x r.

#include "hullbake/world.hpp"
#include "world/turn_about.hpp"

namespace hullbake {

namespace {

// Returns the mover at the bottom of what carries the body, or kNoMover. `body` becomes the one that stands on it.
std::uint32_t carrierOf(const World& world, std::uint32_t& body) {
    for (std::size_t steps = 0; steps < world.bodies.size(); ++steps) {
        if (body >= world.passengers.size() || !world.passengers[body].rides) return kNoMover;
        const MemberId ground = world.passengers[body].ground;
        if (ground.none()) return kNoMover;
        if (ground.isBody()) {
            if (ground.index() >= world.bodies.size()) return kNoMover;
            body = ground.index();
            continue;
        }
        for (std::uint32_t m = 0; m < world.movers.size(); ++m)
            if (world.movers[m].model == ground.index() && ground.index() < world.models.size()) return m;
        return kNoMover;
    }
    return kNoMover;
}

bool isUnderWay(const Mover& mover) {
    return mover.enabled && mover.clock < mover.seconds;
}

Vec3 legNow(const Mover& mover) {
    if (!(mover.clock < mover.seconds)) return mover.to;
    return mover.from + (mover.to - mover.from) * (mover.clock / mover.seconds);
}

// Turns a point or direction by the mover's own turn now.
Vec3 turnedNow(const Mover& mover, const Vec3& v) {
    if (mover.axis == Vec3{}) return v;
    const double part = mover.clock < mover.seconds ? mover.clock / mover.seconds : 1;
    const double degrees = mover.fromDegrees + (mover.toDegrees - mover.fromDegrees) * part;
    return detail::turnAbout(mover.axis, degrees, v);
}

}  // namespace

Vec3 carrierVelocity(const World& world, std::uint32_t body) noexcept {
    if (body >= world.bodies.size()) return {};
    const std::uint32_t carrier = carrierOf(world, body);
    const Body& rider = world.bodies[body];
    const Vec3 feet = rider.origin + Vec3{(rider.box.mins.x + rider.box.maxs.x) / 2,
                                          (rider.box.mins.y + rider.box.maxs.y) / 2, rider.box.mins.z};
    Vec3 sum;
    std::uint32_t depth = 0;
    for (std::uint32_t m = carrier; m != kNoMover; m = world.movers[m].parent) {
        if (m >= world.movers.size() || world.movers[m].model >= world.models.size() || ++depth > kMaxMoverDepth)
            return {};
        const Mover& mover = world.movers[m];
        if (!isUnderWay(mover)) continue;
        // What carries this mover takes its velocities and its pivot along.
        Vec3 speed = (mover.to - mover.from) * (1 / mover.seconds), spin;
        if (!(mover.axis == Vec3{}))
            spin = mover.axis * ((mover.toDegrees - mover.fromDegrees) * detail::kRadiansOfDegree /
                                 (mover.seconds * length(mover.axis)));
        Vec3 pivot = world.models[mover.model].transform.pivot + legNow(mover);
        std::uint32_t above = depth;
        for (std::uint32_t p = mover.parent; p != kNoMover; p = world.movers[p].parent) {
            if (p >= world.movers.size() || world.movers[p].model >= world.models.size() || ++above > kMaxMoverDepth)
                return {};
            const Mover& parent = world.movers[p];
            const Vec3 centre = world.models[parent.model].transform.pivot;
            speed = turnedNow(parent, speed);
            spin = turnedNow(parent, spin);
            pivot = centre + turnedNow(parent, pivot - centre) + legNow(parent);
        }
        sum = sum + speed + cross(spin, feet - pivot);
    }
    return sum;
}

}  // namespace hullbake
