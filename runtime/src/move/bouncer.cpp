#include "move/bouncer.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "move/move_checks.hpp"

namespace hullbake::detail {

namespace {

// Units a second: a box that touches a floor and is slower is still, and a hit that is slower is not told.
constexpr double kStill = 1;
// Distance, units, beyond two skins below a box at rest in which something must hold it.
constexpr double kHeldWithin = 0.25;
// Fraction of the acceleration: planes that leave less hold a box.
constexpr double kHeld = 1e-6;
// Fraction of the speed: a smaller part into a plane is rounding.
constexpr double kAgainstBounce = 1e-9;
// Fraction of the energy: a smaller gain is rounding.
constexpr double kRoundedEnergy = 1e-9;
// Upper bounds for one piece: of the hits and stops after which it goes on, of the hits in one place, and of those of
// them that bounce.
constexpr int kMostBounceTurns = 48;
constexpr int kMostHitsInPlace = 24;
constexpr int kMostBouncesInPlace = 8;
// Upper bound of the planes that one bounce leads out of, one after the other.
constexpr int kMostReflections = 8;

}  // namespace

Bouncer::Bouncer(const MoveSpace& space, PathRecorder& path, const BounceRules& rules, const BounceState& state,
                 double seconds, std::span<BounceHit> hits)
    : rules_(rules),
      state_(state),
      seconds_(seconds),
      room_(hits),
      slider_(space, path, state.origin, state.velocity, seconds),
      pull_(length(rules.acceleration)),
      up_(normalizedOrZero(-rules.acceleration)),
      longest_(pull_ > 0 ? std::sqrt(8 * kBounceSagitta / pull_) : seconds),
      slowest_(std::max(rules.restSpeed, pull_ > 0 ? pull_ * longest_ : 0)) {}

void Bouncer::run(BounceResult& result) {
    result.status = slider_.begin(rules_.unstick);
    if (result.status != SlideStatus::Moved) return;
    const Vec3 start = zero_ = slider_.at;
    allowed_ = energy();
    resting_ = state_.resting && state_.velocity == Vec3{} && start == state_.origin && staysAtRest();
    if (state_.resting && !resting_) tell(BounceEvent::Fall, slider_.velocity, {});
    if (!fly()) {
        result.status = SlideStatus::Invalid;
        return;
    }
    slider_.revertIfStuck(start);
    result.state = {slider_.at, slider_.velocity, resting_};
    result.hits = count_;
}

bool Bouncer::fly() {
    const double pieces = seconds_ > longest_ ? std::ceil(seconds_ / longest_) : 1;
    double from = 0;
    for (double piece = 1; piece <= pieces && !resting_; ++piece) {
        pieceEnd_ = piece < pieces ? seconds_ * (piece / pieces) : seconds_;
        if (!flyPiece(pieceEnd_ - from)) return false;
        from = pieceEnd_;
    }
    return true;
}

// Planes count only where the piece meets them again: a floor may have ended.
bool Bouncer::flyPiece(double seconds) {
    slider_.forget();
    left_ = seconds;
    for (turns_ = hitsInPlace_ = 0; left_ > 0 && !resting_; ++turns_) {
        if (turns_ == kMostBounceTurns) {
            slider_.velocity = nearestFeasible(slider_.velocity, slider_.touched.normals());
            left_ = 0;
            break;
        }
        double part = left_;
        const Vec3 acceleration = withFriction(part);
        const double speed = length(slider_.velocity), gain = gain_;
        slider_.left = part;
        Leg met;
        const Stopped stopped = slider_.fly(
            acceleration, [](const Leg&) { return true; }, met);
        if (stopped == Stopped::Fails) return false;
        left_ = std::max(left_ - (part - slider_.left), 0.0);
        slowTo(speed + gain * (part - slider_.left));
        keepEnergy();
        if (stopped == Stopped::Met) hit(met);
        restIfStill();
    }
    return true;
}

void Bouncer::hit(const Leg& met) {
    hitsInPlace_ = met.fraction <= 0 ? hitsInPlace_ + 1 : 0;
    last_ = met;
    const Vec3 before = slider_.velocity;
    const double into = -dot(before, met.plane.normal);
    const bool bounces = hitsInPlace_ <= kMostBouncesInPlace && bounceOff(met, into);
    if (!bounces && hitsInPlace_ <= kMostHitsInPlace) slideAlong(met, std::max(into, 0.0));
    if (hitsInPlace_ > kMostHitsInPlace) turns_ = kMostBounceTurns - 1;
    keepEnergy();
    if (into >= kStill) tell(bounces ? BounceEvent::Bounce : BounceEvent::Slide, before, met);
}

// Returns false if nothing would come out of the plane, or too slowly.
bool Bouncer::bounceOff(const Leg& met, double into) {
    const double out = rules_.restitution * into;
    if (!(into > 0 && out >= slowest_)) return false;
    const Vec3 along = slider_.velocity + met.plane.normal * into;
    const double speed = length(along), taken = rules_.friction * (into + out);
    const Vec3 kept = speed > taken ? along * (1 - taken / speed) : Vec3{};
    const Vec3 velocity = leadOut(kept + met.plane.normal * out, met.plane);
    slider_.velocity = slider_.incomingVelocity = velocity;
    slider_.touched.filter(slider_.touched.size(),
                           [&](const Plane& plane) { return dot(plane.normal, velocity) < slowest_ / 2; });
    return true;
}

// A bounce off one plane may lead into others here: bounces off these, too.
Vec3 Bouncer::leadOut(Vec3 velocity, const Plane& met) const {
    PlaneSet planes = slider_.touched;
    planes.add(met);
    for (int i = 0; i < kMostReflections; ++i) {
        double into = kAgainstBounce * length(velocity);
        Vec3 worst;
        for (const Vec3& normal : planes.normals()) {
            if (-dot(normal, velocity) <= into) continue;
            into = -dot(normal, velocity);
            worst = normal;
        }
        if (worst == Vec3{}) return velocity;
        const double out = rules_.restitution * into;
        velocity = velocity + worst * (into + (out >= slowest_ ? out : 0));
    }
    return nearestFeasible(velocity, planes.normals());
}

void Bouncer::slideAlong(const Leg& met, double into) {
    const Vec3 along = slider_.velocity + met.plane.normal * into;
    const double speed = length(along), taken = rules_.friction * into;
    const Vec3 kept = speed > taken ? along * (1 - taken / speed) : Vec3{};
    slider_.velocity = slider_.incomingVelocity = kept - met.plane.normal * into;
    slider_.obey(met);
}

// Returns the acceleration with the friction of the planes here, which points against the velocity, or against what
// drives a box that stands. Shortens `stopsAfter` to the time after which that has stopped the box, so that friction
// never drives it back. Friction keeps its direction in a part, so what drives a box sideways may turn it too far. Sets
// gain_ to what the speed may gain at most, per second.
Vec3 Bouncer::withFriction(double& stopsAfter) {
    const Vec3& pull = rules_.acceleration;
    gain_ = pull_;
    if (slider_.touched.size() == 0) return pull;
    const Vec3 driving = nearestFeasible(pull, slider_.touched.normals());
    const double speed = length(slider_.velocity), pressure = length(pull - driving);
    const double drag = rules_.friction * pressure + (onFloor() ? length(driving) : 0);
    const Vec3 heading = normalizedOrZero(speed > 0 ? slider_.velocity : driving);
    const double slowing = drag - dot(driving, heading);
    if (slowing > 0 && !(speed > 0)) return pull;
    gain_ = length(driving) - drag;
    if (slowing > 0) stopsAfter = std::min(stopsAfter, speed / slowing);
    return pull - heading * drag;
}

bool Bouncer::isFloor(const Vec3& normal) const {
    return dot(normal, up_) >= leastGroundNormal(rules_.floorNormal);
}

bool Bouncer::onFloor() const {
    return std::any_of(slider_.touched.normals().begin(), slider_.touched.normals().end(),
                       [&](const Vec3& normal) { return isFloor(normal); });
}

// Returns true if planes with these normals keep a still box from moving.
bool Bouncer::isHeldBy(std::span<const Vec3> normals) const {
    if (!(pull_ > 0)) return false;
    for (const Vec3& normal : normals)
        if (isFloor(normal)) return true;
    const Vec3 driving = nearestFeasible(rules_.acceleration, normals);
    const double pressure = length(rules_.acceleration - driving);
    return length(driving) <= std::max(rules_.friction * pressure, kHeld * pull_);
}

bool Bouncer::staysAtRest() const {
    if (!(pull_ > 0)) return false;
    const MoveSpace& space = slider_.space();
    if (space.sweep(slider_.at, up_ * -(kHeldWithin + 2 * space.skin()), 0).hit) return true;
    // Between steep planes the next below may be farther away.
    std::array<TouchedPlane, kMaxMovePlanes> room;
    std::array<Vec3, kMaxMovePlanes> normals;
    std::size_t count = 0;
    for (const TouchedPlane& plane : space.touching(slider_.at, 2 * space.skin() + kSurfaceTolerance, room))
        normals[count++] = plane.normal;
    return isHeldBy(std::span(normals).first(count));
}

void Bouncer::restIfStill() {
    if (slider_.touched.size() == 0 || length(slider_.velocity) > kStill || !isHeldBy(slider_.touched.normals()))
        return;
    const Vec3 before = slider_.velocity;
    slider_.velocity = {};
    resting_ = true;
    Leg floor = last_;
    if (!isFloor(floor.plane.normal)) {
        // It has hit a wall since it came to this floor.
        const MoveSpace& space = slider_.space();
        const Leg under = space.sweep(slider_.at, up_ * -(kHeldWithin + 2 * space.skin()), 0);
        if (under.hit && isFloor(under.plane.normal)) floor = under;
    }
    tell(BounceEvent::Rest, before, floor);
}

double Bouncer::energy() const {
    return dot(slider_.velocity, slider_.velocity) / 2 - dot(rules_.acceleration, slider_.at - zero_);
}

void Bouncer::slowTo(double most) {
    const double speed = length(slider_.velocity);
    if (speed > most) slider_.velocity = most > 0 ? slider_.velocity * (most / speed) : Vec3{};
}

// Slows the box down where corners, clearance or rounding would give it energy.
void Bouncer::keepEnergy() {
    const double now = energy(), square = dot(slider_.velocity, slider_.velocity);
    if (now > allowed_ + kRoundedEnergy * (1 + square)) {
        const double left = square - 2 * (now - allowed_);
        slider_.velocity = left > 0 ? slider_.velocity * std::sqrt(left / square) : Vec3{};
        return;
    }
    allowed_ = std::min(allowed_, now);
}

void Bouncer::tell(BounceEvent event, const Vec3& before, const Leg& met) {
    if (count_ < room_.size())
        room_[count_] = {event,     pieceEnd_ - left_, slider_.at, before,    slider_.velocity,
                         met.plane, met.contents,      met.model,  met.member};
    ++count_;
}

}  // namespace hullbake::detail
