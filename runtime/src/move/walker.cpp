#include "move/walker.hpp"

#include <algorithm>

#include "move/move_checks.hpp"

namespace hullbake::detail {

namespace {

// Upper bound of the length of a stride, units. Each stride ends on the ground again.
constexpr double kStride = 16;
// Upper bound of the height above ground and skin, units, at which a walker is not lowered.
constexpr double kSettled = 1.0 / 128;
// Upper bound of that height, units, for a walker who stands still.
constexpr double kResting = 0.25;
// Tolerance of the heights of contacts, units.
constexpr double kSameHeight = kSurfaceTolerance;
// Least depth, units, of a foothold on a step.
constexpr double kFoothold = 1.0 / 64;
// Least z of the unit normal of a step: walls that lean farther over the box are no steps.
constexpr double kOverhang = -0.1;
// Depth below the ground, units, at which its edges are searched; and the least share of a stride before an edge.
constexpr double kUnderEdge = 1.0 / 64;
constexpr double kLeastShare = 1e-6;
// Units by which a face is farther away than its plane: of ground under the box, and of all that the box touches.
constexpr double kOverFace = 1e-4, kAnywhereBeside = 1e9;
// In skins: a contact at most so far ahead of a box that lands is under the box.
constexpr double kUnderBox = 2;
// Fraction of the speed: a velocity with a smaller part across the ground plane lies in it.
constexpr double kInGroundPlane = 1e-3;
// Upper bound of the changes between ground and air in one tick.
constexpr int kMostPhases = 8;
constexpr double kWedged = 1e-6;

double runOf(const Vec3& v) {
    return std::sqrt(v.x * v.x + v.y * v.y);
}

// Returns the z of the plane above or below a point.
double heightOf(const Plane& plane, const Vec3& p) {
    return (plane.dist - plane.normal.x * p.x - plane.normal.y * p.y) / plane.normal.z;
}

}  // namespace

Walker::Walker(const MoveSpace& space, const MoveSpace& ladders, PathRecorder& path, const WalkRules& rules,
               const WalkState& state, double seconds)
    : ladders_(ladders),
      rules_(rules),
      leastNormal_(leastGroundNormal(rules.groundNormal)),
      slider_(space, path, state.origin, state.velocity, seconds),
      state_(state) {}

void Walker::run(WalkResult& result) {
    result_ = &result;
    result.status = slider_.begin(rules_.unstick);
    if (result.status != SlideStatus::Moved) return;
    const Vec3 start = slider_.at;
    const WalkState before = state_;
    if (state_.onGround) findGround();
    if (rules_.swim || any(rules_.ladders))
        moveThroughMedia();
    else
        moveOn();
    if (failed_) {
        result.status = SlideStatus::Invalid;
        return;
    }
    if (slider_.revertIfStuck(start)) {
        state_ = before;
        slider_.ground = before.ground;
    }
    if (state_.onGround) slider_.touched.add(*slider_.ground);
    slider_.record(PathEvent::End);
    state_.origin = slider_.at;
    state_.velocity = nudgedOff(slider_.velocity, slider_.touched.normals());
    result.state = state_;
    result.blocked = slider_.blocked;
    result.planeCount = copyNormals(slider_.touched, result.planes);
}

// Walks and falls.
void Walker::moveOn() {
    for (int phase = 0; phase < kMostPhases; ++phase) {
        if (state_.onGround)
            walkOn();
        else
            fall();
        if (failed_ || slider_.left <= 0) break;
    }
}

void Walker::standOn(const Leg& met) {
    state_.onGround = true;
    state_.wedged = false;
    state_.ground = met.plane;
    state_.groundContents = met.contents;
    state_.groundModel = met.model;
    state_.groundMember = met.member;
    slider_.ground = met.plane;
    slider_.walkable = leastNormal_;
}

void Walker::standOn(const TouchedPlane& plane) {
    Leg met;
    met.plane = {plane.normal, plane.dist};
    met.contents = plane.contents;
    met.model = plane.model;
    met.member = plane.member;
    standOn(met);
}

void Walker::leaveGround() {
    state_.onGround = false;
    state_.ground = {};
    state_.groundContents = Contents::Empty;
    state_.groundModel = {};
    state_.groundMember = {};
    slider_.ground.reset();
    slider_.held.reset();
    slider_.walkable = 2;
}

// Leaves the ground in the middle of a tick.
void Walker::loseGround() {
    result_->leftGround = true;
    slider_.record(PathEvent::Fall);
    leaveGround();
}

// Uses the ground of the state if it is plausible, and searches for ground otherwise.
void Walker::findGround() {
    Leg told;
    told.plane = state_.ground;
    told.contents = state_.groundContents;
    told.model = state_.groundModel;
    told.member = state_.groundMember;
    const double above = distanceTo(state_.ground, slider_.at);
    const bool sound = std::fabs(length(state_.ground.normal) - 1) < kWedged && canWalkOn(state_.ground) &&
                       std::fabs(above) <= 2 * slider_.space().skin() + kStride;
    if (!sound) told.plane = {{0, 0, 1}, slider_.at.z};
    standOn(told);
    if (jumps()) return loseGround();
    const Vec3& v = slider_.velocity;
    if (std::fabs(dot(v, state_.ground.normal)) > kInGroundPlane * length(v)) slider_.velocity.z = 0;
    if (!sound && !stickToGround(slider_.at)) loseGround();
}

// Returns true if the velocity leads up and off the ground. One along other ground here is no jump: stands on that.
bool Walker::jumps() {
    const Vec3& v = slider_.velocity;
    const double least = kInGroundPlane * length(v);
    if (!(v.z > 0) || dot(v, state_.ground.normal) <= least) return false;
    std::array<TouchedPlane, kMaxMovePlanes> room;
    for (const TouchedPlane& plane : slider_.space().touching(slider_.at, 2 * slider_.space().skin(), room)) {
        if (!canWalkOn({plane.normal, plane.dist}) || std::fabs(dot(v, plane.normal)) > least) continue;
        standOn(plane);
        return false;
    }
    return true;
}

void Walker::walkOn() {
    slider_.incomingVelocity = slider_.velocity;
    aim();
    if (slider_.velocity == Vec3{}) {
        if (stickToGround(slider_.at))
            slider_.left = 0;
        else
            loseGround();
        return;
    }
    const Vec3& v = slider_.incomingVelocity;
    slider_.held = Vec3{v.x, v.y, 0} * (length(v) / runOf(v));
    const Vec3 start = slider_.at;
    const double before = slider_.left;
    const std::size_t recorded = slider_.recorded();
    strode_ = false;
    while (slider_.left > 0 && stride()) {
    }
    if (failed_ || !state_.onGround || strode_ || stickToGround(start)) return;
    // Pressed into a corner, or moved off its walls, while the ground has gone from under it.
    slider_.giveBack(before, recorded);
    loseGround();
}

// Moves one stride. Returns false if it led off the ground or the walker goes no farther.
bool Walker::stride() {
    const double speed = length(slider_.velocity), time = std::min(slider_.left, kStride / speed);
    if (!(speed * time > 0)) {
        slider_.left = 0;
        return false;
    }
    const Vec3 from = slider_.at;
    const Plane ground = *slider_.ground;
    const double before = slider_.left;
    const Leg met = slider_.space().sweep(from, slider_.velocity * time, slider_.lookAhead());
    if (met.invalid) {
        failed_ = true;
        return false;
    }
    const double later = before - time * (met.hit ? met.fraction : 1);
    slider_.goTo(met, time);
    slider_.left = std::max(later, 0.0);
    strode_ = strode_ || slider_.at != from;
    if (slider_.at != from && !stickToGround(from)) return followEdge(from, ground, before);
    if (met.hit) return bump(met);
    slider_.incomingVelocity = slider_.velocity;
    aim();
    return true;
}

// Handles a hit. Returns false if there were too many.
bool Walker::bump(const Leg& met) {
    if (slider_.countBump(met)) {
        aim();
        meet(met);
        return true;
    }
    slider_.left = 0;
    slider_.touched.add(met.plane);
    slider_.velocity = slider_.feasible(slider_.velocity, slider_.touched.normals());
    return false;
}

bool Walker::isAboveGround(const Vec3& p) const {
    const MoveSpace& space = slider_.space();
    const Leg down = space.drop(p, kResting + 2 * space.skin(), leastNormal_);
    return down.hit && canWalkOn(down.plane);
}

// Divides the tick where the ground ended on a stride from `from`, which began with `before` seconds left. Just under
// the ground, the way back meets the side of its edge. Returns true if lower ground there is near enough to walk on.
bool Walker::followEdge(const Vec3& from, const Plane& ground, double before) {
    const MoveSpace& space = slider_.space();
    const Vec3 end = slider_.at;
    const Vec3 under{end.x, end.y, heightOf(ground, end) - kUnderEdge};
    const Vec3 back{from.x - end.x, from.y - end.y, heightOf(ground, from) - heightOf(ground, end)};
    double share = 1;
    if (runOf(back) > 0) {
        const Leg edge = space.sweep(under, back, 0);
        if (edge.hit && !edge.stuck)
            share = 1 - edge.fraction;
        else if (!edge.invalid && !edge.stuck && !isAboveGround(from))
            share = 0;  // it ended before, or has gone
    }
    slider_.at = from + (end - from) * share;
    slider_.left = before + (slider_.left - before) * share;
    if (share > kLeastShare && share < 1 && stickToGround(from, false)) {
        slider_.incomingVelocity = slider_.velocity;
        aim();
        return true;
    }
    loseGround();
    return false;
}

// Handles a hit: ground turns the velocity, a step lifts the box, a wall turns it aside.
void Walker::meet(const Leg& met) {
    if (canWalkOn(met.plane)) {
        standOn(met);
        slider_.touched.add(met.plane);
        slider_.record(PathEvent::Ground, met);
        aim();
        return;
    }
    if (stepUp(met)) return;
    slider_.blocked = true;
    slider_.record(PathEvent::Bump, met);
    slider_.touch(met.plane);
}

// Turns the velocity along the ground. Keeps heading and speed; the slope is the steepest of all ground here.
void Walker::aim() {
    const Vec3 wish = slider_.incomingVelocity;
    const double run = runOf(wish), speed = wish.z == 0 ? run : length(wish);
    if (!(run > kWedged * speed)) {
        slider_.incomingVelocity = slider_.velocity = {};
        return;
    }
    Vec3 way{wish.x / run, wish.y / run, 0};
    const auto slope = [&](const Plane& plane) {
        return -(plane.normal.x * way.x + plane.normal.y * way.y) / plane.normal.z;
    };
    double steepest = slope(*slider_.ground);
    for (const Plane& plane : slider_.touched.planes()) {
        if (!canWalkOn(plane) || slope(plane) <= steepest) continue;
        steepest = slope(plane);
        slider_.ground = plane;
    }
    way.z = steepest;
    slider_.incomingVelocity = way * (speed / length(way));
    slider_.velocity = slider_.feasible(slider_.incomingVelocity, slider_.touched.normals());
    slider_.keepToWish();
}

// Lowers the box to the ground after a stride. A crest is no step, however far the ground after it is below: there the
// planes before and after it cross.
bool Walker::stickToGround(const Vec3& from, bool beside) {
    const Plane before = *slider_.ground;
    const Vec3 at = slider_.at;
    const double run = runOf(at - from);
    const double steepest = std::sqrt(1 - rules_.groundNormal * rules_.groundNormal) / rules_.groundNormal;
    const double reach = std::max(at.z - heightOf(before, at), 0.0) + slider_.space().skin() + rules_.stepHeight +
                         2 * run * steepest + kSameHeight;
    const Leg down = slider_.space().drop(at, reach, leastNormal_);
    if (down.invalid || !down.hit) return false;
    if (!canWalkOn(down.plane)) return beside && steepBeside();
    const double dropHere = heightOf(before, at) - (at.z - down.contactFraction * reach);
    const double dropBefore = heightOf(before, from) - heightOf(down.plane, from);
    if (std::min(dropHere, std::max(dropBefore, 0.0)) > rules_.stepHeight + kSameHeight) return false;
    standOn(down);
    const bool drops = at.z - down.end.z > (slider_.velocity == Vec3{} ? kResting : kSettled);
    if (drops || length(down.plane.normal - before.normal) > 0) slider_.record(PathEvent::Ground, down);
    if (!drops) return true;
    slider_.at = down.end;
    slider_.record(PathEvent::Drop, down);
    return true;
}

// Finds ground that the box touches, also beside a steep plane that is hit first on the way down. Its face is at most
// `beside` units farther away than its plane.
bool Walker::touchesGround(double beside, TouchedPlane& ground) const {
    std::array<TouchedPlane, kMaxMovePlanes> room;
    for (const TouchedPlane& plane : slider_.space().touching(slider_.at, 2 * slider_.space().skin(), room)) {
        if (!canWalkOn({plane.normal, plane.dist}) || plane.gap > plane.distance + beside) continue;
        ground = plane;
        return true;
    }
    return false;
}

bool Walker::steepBeside() {
    TouchedPlane ground;
    if (!touchesGround(kAnywhereBeside, ground)) return false;
    standOn(ground);
    return true;
}

bool Walker::stepUp(const Leg& wall) {
    const double base = heightOf(*slider_.ground, slider_.at);
    return rules_.stepHeight > 0 &&
           climbOnto(wall, {base, rules_.stepHeight, rules_.stepHeight, rules_.stepHeight, base});
}

// Moves up, over and down. Returns true if that leads to ground which is not too high.
bool Walker::climbOnto(const Leg& wall, const Rise& rise) {
    const MoveSpace& space = slider_.space();
    const Vec3 v = slider_.velocity;
    const double speed = runOf(v);
    if (wall.plane.normal.z < kOverhang || !(speed > 0)) return false;
    const Leg up = space.sweep(slider_.at, {0, 0, rise.up}, 0);
    const double risen = up.end.z - slider_.at.z;
    if (up.invalid || !(risen > kSameHeight)) return false;
    // Moves as far as the time allows, and at least onto the step.
    const Vec3 inward = normalizedOrZero({-wall.plane.normal.x, -wall.plane.normal.y, 0});
    const Vec3 heading{v.x / speed, v.y / speed, 0};
    const double want = std::min(speed * slider_.left, kStride);
    const double gap =
        std::max(distanceTo(wall.plane, slider_.at), 0.0) / std::max(dot(-inward, wall.plane.normal), 0.1);
    const double lacks = gap + kFoothold - want * dot(inward, heading);
    // A wish that leads off the step would lead down again from a foothold that only the help gave.
    if (lacks > 0 && slider_.held && !(dot(*slider_.held, inward) > 0)) return false;
    const Vec3 way = heading * want + inward * std::max(lacks, 0.0);
    const Leg over = space.sweep(up.end, way, 0);
    const double moved = length(over.end - up.end);
    if (slider_.held && !(dot(over.end - up.end, *slider_.held) > 0)) return false;
    if (over.invalid || dot(over.end - up.end, inward) < gap + kFoothold / 2) return false;
    const double reach = risen + rise.down + (slider_.at.z - rise.base);
    const Leg down = space.drop(over.end, reach, leastNormal_);
    if (down.invalid || !down.hit || !canWalkOn(down.plane)) return false;
    const double ground = over.end.z - down.contactFraction * reach;
    if (ground - rise.base > rise.most + kSameHeight) return false;
    if (const double climbed = ground - rise.level; climbed > kSameHeight) {
        result_->climbed += climbed;
        ++result_->steps;
    }
    slider_.record(PathEvent::Bump, wall);
    putOn(up, over, down, std::min(moved / speed, slider_.left));
    return true;
}

void Walker::putOn(const Leg& up, const Leg& over, const Leg& down, double seconds) {
    slider_.at = up.end;
    slider_.record(PathEvent::StepUp);
    slider_.left -= seconds;
    slider_.at = over.end;
    slider_.record(PathEvent::StepOver);
    slider_.at = down.end;
    slider_.record(PathEvent::StepDown, down);
    slider_.forget();
    slider_.incomingVelocity = slider_.velocity;
    standOn(down);
    aim();
}

void Walker::land(const Leg& met) {
    const double into = dot(slider_.velocity, met.plane.normal);
    result_->landed = true;
    result_->landingSpeed = std::max(result_->landingSpeed, -into);
    slider_.velocity = slider_.velocity - met.plane.normal * into;
    standOn(met);
    slider_.record(PathEvent::Land, met);
}

void Walker::fall() {
    const Vec3 gravity{0, 0, -rules_.gravity};
    Leg met;
    const auto lands = [&](const Leg& leg) {
        const Vec3& v = slider_.velocity;
        if (!canWalkOn(leg.plane) || dot(v, leg.plane.normal) > kInGroundPlane * length(v)) return false;
        // At a shallow angle the skin stops the box where that ground has not begun yet. There it goes on along it.
        TouchedPlane ground;
        return leg.ahead <= kUnderBox * slider_.space().skin() || isAboveGround(slider_.at) ||
               touchesGround(kOverFace, ground);
    };
    const Stopped stopped = slider_.fly(gravity, lands, met);
    failed_ = stopped == Stopped::Fails;
    if (stopped == Stopped::Met) return land(met);
    const Vec3 falling = nearestFeasible(gravity, slider_.touched.normals());
    state_.wedged = rules_.gravity > 0 && length(falling) <= kWedged * rules_.gravity;
}

}  // namespace hullbake::detail
