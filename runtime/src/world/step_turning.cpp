// Movers that turn: where they are, the pieces of a step, and what stands on them.
// A step in which something turns has pieces, so short that none is farther off the arc than the rules allow. Within
// one, bodies move straight on; at its end what is carried is exactly where the leg takes it.

#include <algorithm>
#include <cmath>

#include "block/box_checks.hpp"
#include "brushes/turned_set.hpp"
#include "scene/members.hpp"
#include "world/step.hpp"
#include "world/turn_about.hpp"

namespace hullbake::detail {

namespace {

constexpr double kLeastAxis = 1e-6;

Vec3 footOf(const Box& box) {
    return {(box.mins.x + box.maxs.x) * 0.5, (box.mins.y + box.maxs.y) * 0.5, box.mins.z};
}

Vec3 cornerFarthestFrom(const Vec3& point, const Box& box) {
    Vec3 far;
    for (int a = 0; a < 3; ++a) far[a] = std::max(std::fabs(box.mins[a] - point[a]), std::fabs(box.maxs[a] - point[a]));
    return far;
}

}  // namespace

Refusal WorldStep::checkTurn(const Mover& mover) const {
    const auto isTurn = [](double degrees) { return degrees >= -kMaxTurn && degrees <= kMaxTurn; };
    if (!isInRange(mover.axis) || !isTurn(mover.fromDegrees) || !isTurn(mover.toDegrees)) return Refusal::BadScene;
    bool posed = false;
    for (const Mover* m = &mover; m != nullptr; m = m->parent == kNoMover ? nullptr : &world_.movers[m->parent]) {
        if (m->axis == Vec3{}) continue;
        if (!(length(m->axis) >= kLeastAxis)) return Refusal::BadScene;
        posed = true;
    }
    const PlacedModel& placed = world_.models[mover.model];
    if (posed && placed.enabled && !map_.turnable(placed.model)) return Refusal::UnturnableModel;
    return Refusal::None;
}

bool WorldStep::runs(std::uint32_t m) const {
    const Mover& mover = world_.movers[m];
    const WorldThing& driven = thing(m);
    return driven.driven && mover.clock < mover.seconds && now_ < driven.ends && !(driven.stopped <= now_);
}

double WorldStep::degreesOf(std::uint32_t m, double time) const {
    const Mover& mover = world_.movers[m];
    const WorldThing& driven = thing(m);
    const double local = driven.driven ? std::min(time, driven.stopped) : 0;
    if (mover.clock >= mover.seconds || local >= driven.ends) return mover.toDegrees;
    return mover.fromDegrees + (mover.toDegrees - mover.fromDegrees) * ((mover.clock + local) / mover.seconds);
}

// Degrees a second about its own axis, now.
double WorldStep::spinOf(std::uint32_t m) const {
    const Mover& mover = world_.movers[m];
    if (mover.axis == Vec3{} || !runs(m)) return 0;
    return (mover.toDegrees - mover.fromDegrees) / mover.seconds;
}

Transform WorldStep::poseOf(std::uint32_t m, double time) const {
    if (thing(m).posed) return turnedPose(m, time).transform;
    Transform pose = world_.models[world_.movers[m].model].transform;
    pose.displacement = displacementOf(m, time);
    return pose;
}

// Of a mover that has an axis, or is carried by one. The answer holds until the next call.
const MoverPose& WorldStep::turnedPose(std::uint32_t m, double time) const {
    const std::uint32_t kind = time == pieceEnd_ ? 0 : time == now_ ? 1 : 2;
    MoverPose& pose = poses_[kind + kPoseKinds * (m % kPosedMovers)];
    if (pose.mover == m && pose.time == time) return pose;
    pose.mover = m;
    pose.time = time;
    pose.transform = computedPose(m, time);
    pose.turn = Turn(pose.transform);
    return pose;
}

// Whoever is stopped is elsewhere from then on.
void WorldStep::forgetPoses() {
    for (MoverPose& pose : poses_) pose.mover = kNoThing;
}

Transform WorldStep::computedPose(std::uint32_t m, double time) const {
    Transform pose = world_.models[world_.movers[m].model].transform;
    for (int a = 0; a < 3; ++a) {
        pose.axes[a] = {};
        pose.axes[a][a] = 1;
    }
    pose.displacement = {};
    for (std::uint32_t p = m; p != kNoMover; p = world_.movers[p].parent) {
        const Vec3 axis = world_.movers[p].axis;
        if (!(axis == Vec3{})) {
            const double degrees = degreesOf(p, time);
            for (Vec3& one : pose.axes) one = turnAbout(axis, degrees, one);
            const Vec3 pivot = world_.models[world_.movers[p].model].transform.pivot;
            const Vec3 arm = pose.pivot + pose.displacement - pivot;
            if (p != m) pose.displacement = pivot - pose.pivot + turnAbout(axis, degrees, arm);
        }
        pose.displacement = pose.displacement + legOf(p, time);
    }
    return pose;
}

// Degrees of yaw by which the mover turns between two times.
double WorldStep::yawOf(std::uint32_t m, double from, double to) const {
    double yaw = 0;
    for (std::uint32_t p = m; p != kNoMover; p = world_.movers[p].parent) {
        Vec3 axis = world_.movers[p].axis;
        if (axis == Vec3{}) continue;
        axis = axis * (1 / length(axis));
        for (std::uint32_t q = world_.movers[p].parent; q != kNoMover; q = world_.movers[q].parent)
            if (!(world_.movers[q].axis == Vec3{})) axis = turnAbout(world_.movers[q].axis, degreesOf(q, from), axis);
        yaw += (degreesOf(p, to) - degreesOf(p, from)) * axis.z;
    }
    return yaw;
}

// Returns bounds of where the mover may be in this step. Calls visit(mover, reach) for each that moves it along, with
// the distance from that one's pivot which no part of it exceeds.
template <class Visit>
Box WorldStep::reachOfChain(std::uint32_t m, const Visit& visit) const {
    const PlacedModel& placed = world_.models[world_.movers[m].model];
    const Vec3 pivot = placed.transform.pivot;
    Transform still;
    const Box model =
        placed.enabled ? placedBounds(map_.tables().models[placed.model.value], still) : Box{pivot, pivot};
    const double size = length(cornerFarthestFrom(pivot, model));
    Box box{pivot, pivot};
    for (std::uint32_t p = m; p != kNoMover; p = world_.movers[p].parent) {
        const Vec3 centre = world_.models[world_.movers[p].model].transform.pivot;
        const double reach = length(cornerFarthestFrom(centre, box));
        visit(p, reach + size);
        if (p != m && !(world_.movers[p].axis == Vec3{}))
            box = {centre - Vec3{reach, reach, reach}, centre + Vec3{reach, reach, reach}};
        const Vec3 from = legOf(p, 0), to = legOf(p, seconds_);
        for (int a = 0; a < 3; ++a) {
            box.mins[a] += std::min(from[a], to[a]);
            box.maxs[a] += std::max(from[a], to[a]);
        }
    }
    return {box.mins - Vec3{size, size, size}, box.maxs + Vec3{size, size, size}};
}

Box WorldStep::boundsOfPosed(std::uint32_t m) const {
    return reachOfChain(m, [](std::uint32_t, double) {});
}

double WorldStep::fastestMover() const {
    double fastest = 0;
    for (std::uint32_t i = 0; i < movers(); ++i) {
        double speed = 0;
        const auto add = [&](std::uint32_t m, double reach) {
            const Mover& mover = world_.movers[m];
            if (!mover.enabled || mover.clock >= mover.seconds) return;
            speed += length(mover.to - mover.from) / mover.seconds + std::fabs(spinOf(m)) * kRadiansOfDegree * reach;
        };
        if (thing(i).posed)
            reachOfChain(i, add);
        else
            for (std::uint32_t m = i; m != kNoMover; m = world_.movers[m].parent) add(m, 0);
        fastest = std::max(fastest, speed);
    }
    return fastest;
}

// A chord over an angle d at a distance r is off the arc by r d^2 / 8; what is pushed by a turning plane by three times
// that.
Refusal WorldStep::planPieces() {
    double most = 0;
    for (std::uint32_t i = 0; i < movers(); ++i) {
        if (!thing(i).posed || thing(i).gone) continue;
        double turn = 0, farthest = 0;
        reachOfChain(i, [&](std::uint32_t m, double reach) {
            const double spin = std::fabs(degreesOf(m, seconds_) - degreesOf(m, 0));
            if (world_.movers[m].axis == Vec3{} || spin == 0) return;
            turn += spin * kRadiansOfDegree;
            farthest = std::max(farthest, reach);
        });
        turnRate_ = std::max(turnRate_, seconds_ > 0 ? turn / seconds_ : 0);
        most = std::max(most, turn * std::sqrt(farthest * 3 / (8 * rules_.sagitta)));
    }
    if (!(most <= kMaxTurnPieces)) return Refusal::TooMuchWork;
    pieces_ = static_cast<std::uint32_t>(std::ceil(most));
    return Refusal::None;
}

// A body that slips along what turns faster than that moves is off by more: its way is straight while the face turns.
void WorldStep::askForPieces(const WorldThing& body) {
    const bool touches = std::any_of(body.contacts, body.contacts + body.count, [this](const WorldContact& contact) {
        return contact.turns && thing(contact.other).turning;
    });
    if (!touches) return;
    const double pieces = std::ceil(seconds_ * std::sqrt(turnRate_ * length(body.velocity) * 3 / (8 * rules_.sagitta)));
    // Not where the rate is infinite, and the body at rest.
    if (pieces > needed_) needed_ = static_cast<std::uint32_t>(std::min(pieces, double{kMaxTurnPieces}));
}

// Ends the piece here. All contacts with what turns are found anew, for a shorter one.
void WorldStep::takeFinerPieces() {
    for (; pieces_ < needed_; pieces_ *= 2) piece_ *= 2;
    if (pieceEnd_ < kNeverInStep) pieceEnd_ = now_;
}

void WorldStep::refreshTurning() {
    for (std::uint32_t i = 0; i < movers(); ++i) {
        bool turns = false;
        for (std::uint32_t m = i; m != kNoMover && thing(i).posed; m = world_.movers[m].parent)
            turns = turns || spinOf(m) != 0;
        if (thing(i).turning != turns) markChanged(i);
        thing(i).turning = turns;
    }
}

// Finds what turns under each body that is carried, and whether it went along with that: only if all went along that
// carry it. Chains are walked up to where the answer is known, and back.
void WorldStep::findGrounds() {
    constexpr std::uint32_t kUnknown = kNoThing - 1;
    for (const std::uint32_t i : activeBodies()) thing(i).under = kUnknown;
    for (const std::uint32_t i : activeBodies()) {
        std::uint32_t ground = i, last = kNoThing;
        while (isBody(ground) && thing(ground).under == kUnknown) {
            thing(ground).under = kNoThing;
            thing(ground).trail = last;
            last = ground;
            ground = thing(ground).carrier;
        }
        const bool known = isBody(ground), turns = !known && ground != kNoThing && thing(ground).turning;
        const std::uint32_t under = known ? thing(ground).under : turns ? ground : kNoThing;
        bool along = !known || thing(ground).along;
        for (; last != kNoThing; last = thing(last).trail) {
            along = along && thing(last).follows;
            thing(last).along = along;
            thing(last).under = under;
        }
    }
}

// Puts what went along in all of the piece exactly where it belongs.
void WorldStep::finishPiece() {
    if (pieces_ == 0) return;
    findGrounds();
    for (const std::uint32_t i : activeBodies()) {
        WorldThing& body = thing(i);
        if (body.under == kNoThing || !body.follows || body.gone) continue;
        if (body.along) body.turned += yawOf(body.under, pieceStart_, now_);
        if (body.under != body.carrier) continue;
        body.at = turnedPose(body.under, now_).turn.place(body.anchor) - footOf(world_.bodies[bodyOf(i)].box);
        body.since = now_;
    }
}

void WorldStep::startPiece() {
    finishPiece();
    const double before = pieceEnd_;
    refreshTurning();
    while (piece_ + 1 < pieces_ && !(seconds_ * (piece_ + 1) / pieces_ > now_)) ++piece_;
    pieceStart_ = now_;
    pieceEnd_ = kNeverInStep;
    for (std::uint32_t m = 0; m < movers(); ++m) {
        if (!thing(m).turning) continue;
        pieceEnd_ = std::min(pieceEnd_, piece_ + 1 < pieces_ ? seconds_ * (piece_ + 1) / pieces_ : seconds_);
        for (std::uint32_t p = m; p != kNoMover; p = world_.movers[p].parent)
            if (runs(p)) pieceEnd_ = std::min(pieceEnd_, thing(p).ends);
    }
    if (before == kNeverInStep && pieceEnd_ == kNeverInStep) return;
    for (std::uint32_t m = 0; m < movers(); ++m) {
        enqueue(m);
        if (thing(m).turning) markChanged(m);
    }
    findGrounds();
    for (const std::uint32_t i : activeBodies()) {
        thing(i).follows = false;
        if (thing(i).gone) continue;
        carryOn(i);
        renewContacts(i);
        enqueue(i);
    }
}

bool WorldStep::pieceIsNext() const {
    return pieceEnd_ < seconds_ && (heap_.empty() || heap_.first().when >= pieceEnd_);
}

// Finds where what turns under the body takes it in this piece.
void WorldStep::carryOn(std::uint32_t i) {
    WorldThing& body = thing(i);
    const std::uint32_t ground = body.under;
    body.follows = ground != kNoThing;
    if (ground == kNoThing || ground != body.carrier) return;
    const Vec3 at = placeOf(i, now_), foot = at + footOf(world_.bodies[bodyOf(i)].box);
    body.anchor = turnedPose(ground, now_).turn.placeBack(foot);
    const Vec3 last = turnedPose(ground, pieceEnd_).turn.place(body.anchor);
    body.carried = (last - foot) * (1 / (pieceEnd_ - now_));
}

// How far a rider is taken down in this step.
double WorldStep::downOf(std::uint32_t b, std::uint32_t mover) const {
    if (!thing(mover).posed) return -velocityOfMover(mover).z * seconds_;
    const Vec3 foot = world_.bodies[b].origin + footOf(world_.bodies[b].box);
    const Vec3 anchor = turnedPose(mover, 0).turn.placeBack(foot);
    const Vec3 last = turnedPose(mover, seconds_).turn.place(anchor);
    return foot.z - last.z;
}

Vec3 WorldStep::velocityOfMover(std::uint32_t m) const {
    if (thing(m).turning) {
        const double left = pieceEnd_ - now_;
        return left > 0 ? (displacementOf(m, pieceEnd_) - displacementOf(m, now_)) * (1 / left) : Vec3{};
    }
    Vec3 sum;
    for (std::uint32_t p = m; p != kNoMover; p = world_.movers[p].parent) {
        const Mover& mover = world_.movers[p];
        if (p != m && !(mover.axis == Vec3{})) sum = turnAbout(mover.axis, degreesOf(p, now_), sum);
        if (runs(p)) sum = sum + (mover.to - mover.from) * (1 / mover.seconds);
    }
    return sum;
}

// Bound of the speed at which any point of the body nears the mover in this piece.
double WorldStep::speedTowards(std::uint32_t i, std::uint32_t mover) const {
    const double left = pieceEnd_ - now_, own = length(thing(i).velocity);
    const Box box = boxAt(i, now_);
    const Vec3 middle = (box.mins + box.maxs) * 0.5;
    const double round = length(box.maxs - box.mins) * 0.5 + (own + fastest_) * left;
    double speed = own;
    for (std::uint32_t p = mover; p != kNoMover; p = world_.movers[p].parent) {
        const Mover& one = world_.movers[p];
        if (!runs(p)) continue;
        speed += length(one.to - one.from) / one.seconds;
        const double spin = std::fabs(spinOf(p));
        if (spin == 0) continue;
        const Vec3 pivot = world_.models[one.model].transform.pivot + displacementOf(p, now_);
        speed += spin * kRadiansOfDegree * (length(middle - pivot) + round);
    }
    return speed;
}

}  // namespace hullbake::detail
