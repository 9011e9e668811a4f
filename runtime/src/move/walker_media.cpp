// A walker in liquids and on ladders. In: a tick. Out: pieces of it, each swum, climbed, walked or fallen.
// Invariant: forces depend on the place and the velocity at the start of a piece, and no libm function is used.

#include <algorithm>

#include "move/move_checks.hpp"
#include "move/walker.hpp"

namespace hullbake::detail {

namespace {

// Longest piece, seconds. Within one, the part of the box in liquid counts as constant.
constexpr double kMediaPiece = 1.0 / 64;
// Upper bound of the pieces of a tick: those of the longest, and as many again that ended early.
constexpr int kMostMediaPieces = 2 * 640 + 16;
// Fraction of the speed: a wish with a smaller part away from a ladder stays on it.
constexpr double kAwayFromLadder = 1e-3;
// Halvings of a piece on which a ladder ended: to a billionth of it.
constexpr int kTopHalvings = 30;
// Units that a climber may be below the edge of the floor at the ladder's top, on which he gets off.
constexpr double kOverEdge = 1.0 / 16;

Vec3 levelPart(const Vec3& v) {
    return normalizedOrZero({v.x, v.y, 0});
}

}  // namespace

void Walker::moveThroughMedia() {
    const Vec3 wish = slider_.velocity;
    double rest = slider_.left;
    for (int i = 0; i < kMostMediaPieces && rest > 0 && !failed_; ++i) {
        // Equal pieces of what is left, so that no sliver of time remains at the end.
        const double count = std::ceil(rest / kMediaPiece);
        const double piece = count > 1 ? rest / count : rest;
        slider_.beginPiece(piece, rest - piece);
        moveOnePiece(wish);
        rest = slider_.later + slider_.left;
        if (rest > 0 && !state_.onGround) slider_.record(PathEvent::Bend);
    }
    slider_.left = slider_.later = 0;
}

void Walker::moveOnePiece(const Vec3& wish) {
    if (any(rules_.ladders) && climb(wish)) return;
    WaterLevel level;
    if (rules_.swim && !measureLiquid(level)) return;
    if (level.depth > 0 && (!state_.onGround || level.middle)) return swim(level);
    moveOn();
    slider_.left = 0;
}

// Returns false if the map did not answer.
bool Walker::measureLiquid(WaterLevel& level) {
    WaterLevel before;
    before.middle = state_.swimming;
    WaterRules rules;
    rules.eyes = 0;
    rules.liquids = rules_.swim->liquids;
    level = waterLevel(slider_.space().map(), slider_.space().probe(), slider_.at, rules, &before);
    failed_ = level.invalid;
    state_.swimming = level.middle;
    return !failed_;
}

// Returns the part of the box in liquid in the middle of the piece, as far as its velocity tells.
double Walker::sharePerPiece(const WaterLevel& level) const {
    const MoveSpace& space = slider_.space();
    const Box& box = space.box();
    WaterRules rules;
    rules.eyes = 0;
    rules.liquids = rules_.swim->liquids;
    const Vec3 middle = slider_.at + slider_.velocity * (slider_.left / 2);
    const WaterLevel there = waterLevel(space.map(), space.probe(), middle, rules);
    return (there.invalid ? level : there).depth / (box.maxs.z - box.mins.z);
}

// Flies with the forces of the liquid. Whose middle is dry lands on ground. Drag is integrated by 1 / (1 + x + x^2/2)
// for exp(-x), so it never turns a velocity around.
void Walker::swim(const WaterLevel& level) {
    if (state_.onGround) loseGround();
    const double share = sharePerPiece(level);
    const Vec3 force{0, 0, rules_.swim->buoyancy * share - rules_.gravity};
    const double drag = rules_.swim->drag * share;
    const auto stops = [](const Leg&) { return true; };
    while (slider_.left > 0) {
        Leg met;
        const double x = drag * slider_.left;
        const Vec3 acceleration = (force - slider_.velocity * drag) * ((1 + x / 2) / (1 + x + x * x / 2));
        const Stopped stopped = slider_.fly(acceleration, stops, met);
        failed_ = stopped == Stopped::Fails;
        if (stopped != Stopped::Met) break;
        if (!level.middle && canWalkOn(met.plane) && dot(slider_.velocity, met.plane.normal) <= 0) {
            land(met);
            return;
        }
        if (leavesLiquid(met, level)) return;
        slider_.obey(met);
        if (slider_.countBump(met)) continue;
        slider_.left = 0;
        slider_.velocity = nearestFeasible(slider_.velocity, slider_.touched.normals());
    }
    state_.wedged = false;
}

// Gets a swimmer at the surface onto a ledge. Returns false if there is none.
bool Walker::leavesLiquid(const Leg& wall, const WaterLevel& level) {
    const Box& box = slider_.space().box();
    const double base = level.surface - box.mins.z;
    if (canWalkOn(wall.plane) || level.surface >= slider_.at.z + box.maxs.z) return false;
    const double up = base + rules_.swim->ledge + 2 * slider_.space().skin() - slider_.at.z;
    if (!(up > 0) || !climbOnto(wall, {base, rules_.swim->ledge, up, base - slider_.at.z, slider_.at.z})) return false;
    state_.swimming = false;
    return true;
}

void Walker::letGo() {
    state_.climbing = false;
    state_.ladder = {};
}

// Finds the side of a ladder that the box has in front of it on this way, which is level and of unit length.
bool Walker::facesLadder(const Vec3& way, Vec3& normal) const {
    Leg leg = ladders_.sweep(slider_.at, way * (rules_.ladderReach + ladders_.skin()), 0);
    if (leg.stuck) {
        // In the ladder: the side is the one through which the way led in, if it is nearer than that where it leads
        // out.
        const Vec3 size = ladders_.box().maxs - ladders_.box().mins;
        const Vec3 back = way * (2 * (size.x + size.y) + rules_.ladderReach);
        leg = ladders_.sweep(slider_.at - back, back, 0);
        const Leg out = ladders_.sweep(slider_.at + back, back * -1, 0);
        if (leg.stuck || (out.hit && !out.stuck && out.fraction > leg.fraction)) return false;
    }
    normal = leg.plane.normal;
    return leg.hit && !canWalkOn(leg.plane) && dot(normal, way) < 0;
}

bool Walker::findLadder(const Vec3& wish, Vec3& normal) const {
    const bool held = state_.climbing && levelPart(state_.ladder) != Vec3{};
    if (held && dot(wish, levelPart(state_.ladder)) > kAwayFromLadder * length(wish)) return false;
    if (const Vec3 way = levelPart(wish); way != Vec3{} && facesLadder(way, normal)) return true;
    return held && facesLadder(levelPart(state_.ladder) * -1, normal);
}

// Climbs for one piece. Returns false if no ladder holds the walker.
bool Walker::climb(const Vec3& wish) {
    Vec3 normal;
    if (!findLadder(wish, normal)) {
        if (!state_.climbing) return false;
        // Here, too: a floor may end in front of the ladder's top.
        const bool off = getOffAtTop(wish);
        letGo();
        return off;
    }
    if (state_.onGround) {
        // On the ground only a wish into the ladder takes hold of it.
        if (!(dot(wish, normal) < -kAwayFromLadder * length(wish))) return false;
        loseGround();
    }
    state_.climbing = true;
    state_.swimming = state_.wedged = false;
    state_.ladder = normal;
    if (!getOffAtTop(wish)) climbAlong(wish);
    return true;
}

// Steps onto the floor that the ladder leads to. Returns false if there is none.
bool Walker::getOffAtTop(const Vec3& wish) {
    const Vec3 way = levelPart(state_.ladder) * -1;
    if (!(dot(wish, way) > 0) || !(rules_.stepHeight > 0)) return false;
    const MoveSpace& space = slider_.space();
    const Leg wall = space.sweep(slider_.at, way * (rules_.ladderReach + 2 * space.skin()), 0);
    if (!wall.hit || wall.stuck || canWalkOn(wall.plane)) return false;
    const Vec3 before = slider_.velocity;
    slider_.velocity = {wish.x, wish.y, 0};
    const double z = slider_.at.z, step = rules_.stepHeight;
    if (climbOnto(wall, {z, step, step + 2 * space.skin(), kOverEdge, z})) {
        letGo();
        return true;
    }
    slider_.velocity = before;
    return false;
}

// The part of the wish into the ladder becomes a part up along it.
void Walker::climbAlong(const Vec3& wish) {
    const Vec3 normal = state_.ladder;
    const double into = std::max(-dot(wish, normal), 0.0);
    const Vec3 up = normalizedOrZero(Vec3{0, 0, 1} - normal * normal.z);
    slider_.velocity = wish + (normal + up) * into;
    const Vec3 from = slider_.at;
    const double seconds = slider_.left;
    Leg met;
    const auto lands = [&](const Leg& leg) { return canWalkOn(leg.plane); };
    slider_.touched.clear();
    const Stopped stopped = slider_.fly({}, lands, met);
    failed_ = stopped == Stopped::Fails;
    if (stopped == Stopped::Met) {
        letGo();
        return land(met);
    }
    Vec3 there;
    if (failed_ || slider_.at == from || findLadder(wish, there)) return;
    if (!slider_.blocked) return findTop(from, wish, seconds);
}

// The ladder ended on the straight piece from `from`: goes back to where it did, and on as the walker wishes.
void Walker::findTop(const Vec3& from, const Vec3& wish, double seconds) {
    const Vec3 end = slider_.at;
    double held = 0, lost = 1;
    Vec3 normal;
    for (int i = 0; i < kTopHalvings; ++i) {
        const double middle = (held + lost) / 2;
        slider_.at = from + (end - from) * middle;
        (findLadder(wish, normal) ? held : lost) = middle;
    }
    slider_.at = from + (end - from) * lost;
    slider_.left = seconds * (1 - lost);
    slider_.velocity = wish;
    getOffAtTop(wish);
    letGo();
}

}  // namespace hullbake::detail
