#include "oracle/moves/random_movers.hpp"

#include <algorithm>
#include <cmath>

namespace hullbake::oracle {
namespace {

constexpr int kStartAttempts = 200, kStepAttempts = 400;
constexpr double kSlowestMove = 1e-3, kFastestMove = 10000;  // units a second
constexpr double kStroll = 30, kRun = 1500;                  // speeds of walkers in games
constexpr double kRarestTicks = 10, kOftenestTicks = 1000;   // ticks a second
constexpr double kJumpSpeed = 270;
/// Distance, in units, by which movers may leave the bounds of the solids.
constexpr double kStray = 1024;

}  // namespace

// Halves the range, so that no library function's rounding matters.
double spread(SplitMix& random, double low, double high) {
    for (int i = 0; i < 30; ++i) {
        const double middle = std::sqrt(low * high);
        (random.chance(0.5) ? low : high) = middle;
    }
    return low;
}

Mover::Mover(const MoverCase& moverCase, std::uint64_t seed)
    : case_(moverCase), random_(seed), queries_(*moverCase.targets, random_.next()) {
    const double which = random_.unit();
    kind_ = which < 0.25 ? MoverKind::Fly : which < 0.5 ? MoverKind::Fall : MoverKind::Walk;
    const bool toStep = kind_ == MoverKind::Walk && random_.chance(0.4);
    for (int i = 0; i < kStepAttempts + kStartAttempts && !placed_; ++i)
        placed_ = toStep && i < kStepAttempts ? startAtStep() : startAnywhere();
    if (!placed_) return;
    drawSpeed();
    hertz_ = spread(random_, kRarestTicks, kOftenestTicks);
    uneven_ = random_.chance(0.2);
    pushes_ = random_.chance(0.6);
    settling_ = kind_ == MoverKind::Walk && random_.chance(0.7);
    if (kind_ != MoverKind::Fly) gravity_ = random_.chance(0.7) ? 800 : random_.range(50, 2000);
    ticksLeft_ = 30 + static_cast<int>(random_.index(300));
    ticksToChange_ = 1 + static_cast<int>(random_.index(60));
    if (kind_ == MoverKind::Walk) {
        aim_ = flat(aim_);
        rules_.stepHeight = random_.chance(0.8) ? rules_.stepHeight : random_.range(0, 32);
        if (settling_) return;
    }
    state_.velocity = aim_ * speed_;
}

bool Mover::startAt(const Vec3& start, const Vec3& way) {
    if (!case_.reached(start) || case_.solids->inside(start, case_.probe.mask)) return false;
    state_.origin = start;
    aim_ = normalized(way);
    return true;
}

bool Mover::startAnywhere() {
    const Query query = queries_.next();
    return startAt(query.start, query.end - query.start);
}

/// Starts beside and below the rim of a walkable face, heading towards it.
bool Mover::startAtStep() {
    const std::vector<Targets::Face>& faces = case_.targets->faces();
    if (faces.empty()) return false;
    const Targets::Face& face = faces[random_.index(faces.size())];
    if (face.count < 3 || face.normal.z < rules_.groundNormal) return false;
    const Vec3* const corners = case_.targets->corners(face);
    const std::size_t i = random_.index(face.count);
    const Vec3 &a = corners[i], &b = corners[(i + 1) % face.count], &opposite = corners[(i + 2) % face.count];
    const Vec3 rim = a + (b - a) * random_.unit();
    Vec3 out = flat(cross(b - a, {0, 0, 1}));
    if (dot(out, opposite - a) > 0) out = -out;
    const double below = random_.range(-1, 20), before = random_.range(0.5, 32);
    const Vec3 start = rim + out * before - Vec3{0, 0, below};
    // The step must lead up from some ground.
    const Vec3 under{start.x, start.y, rim.z - 20};
    return !case_.solids->all().clear(start, under, case_.probe.mask) && startAt(start, out * -1);
}

bool Mover::done() const {
    if (ticksLeft_ <= 0) return true;
    const Box& bounds = case_.solids->all().bounds();
    for (int axis = 0; axis < 3; ++axis) {
        const double low = std::max(bounds.mins[axis] - kStray, -kMaxCoordinate + 2 * kStray);
        const double high = std::min(bounds.maxs[axis] + kStray, kMaxCoordinate - 2 * kStray);
        if (!(state_.origin[axis] >= low && state_.origin[axis] <= high)) return true;
    }
    return false;
}

void Mover::drawSpeed() {
    const bool usual = kind_ == MoverKind::Walk && random_.chance(0.6);
    speed_ = usual ? spread(random_, kStroll, kRun) : spread(random_, kSlowestMove, kFastestMove);
}

/// Returns the direction into the planes that were met, with some noise: into a wall, an edge or a crevice.
Vec3 Mover::intoPlanes() {
    Vec3 sum;
    for (const Vec3& normal : planes_)
        if (kind_ != MoverKind::Walk || normal.z < rules_.groundNormal) sum = sum - normal;
    const double noise = random_.chance(0.3) ? 0 : random_.chance(0.5) ? 0.01 : 0.5;
    return normalized(sum + random_.direction() * noise);
}

Vec3 Mover::heading() {
    const double which = random_.unit();
    if (which < 0.35 && !planes_.empty()) return intoPlanes();
    if (which < 0.45) return -aim_;
    if (which < 0.7) {
        // Keys and grids give multiples of 45 degrees.
        Vec3 way;
        for (int axis = 0; axis < 3; ++axis) way[axis] = static_cast<double>(random_.index(3)) - 1;
        return normalized(way);
    }
    if (which < 0.8) {
        const Query query = queries_.next();
        return normalized(query.end - state_.origin);
    }
    return random_.direction();
}

void Mover::choose() {
    ticksToChange_ = 1 + static_cast<int>(random_.index(random_.chance(0.3) ? 8 : 90));
    aim_ = heading();
    if (random_.chance(0.2)) drawSpeed();
    if (kind_ == MoverKind::Walk) {
        aim_ = flat(aim_);
        if (random_.chance(0.15)) aim_ = {};
    } else if (!pushes_) {
        state_.velocity = aim_ * speed_;
    }
}

void Mover::steerWalker() {
    if (state_.onGround) {
        state_.velocity = aim_ * speed_;
        if (random_.chance(0.02)) {
            state_.onGround = false;
            state_.velocity.z = kJumpSpeed;
        }
    } else if (pushes_) {
        // Some walkers steer in the air.
        state_.velocity = {aim_.x * speed_, aim_.y * speed_, state_.velocity.z};
    }
}

void Mover::drawMove(MoveRecord& move) {
    --ticksLeft_;
    if (state_.onGround) settling_ = false;
    if (!settling_) {
        if (ticksToChange_-- <= 0) choose();
        if (kind_ == MoverKind::Walk)
            steerWalker();
        else if (pushes_)
            state_.velocity = aim_ * speed_;
    }
    move.kind = kind_;
    move.probe = case_.probe;
    move.seconds = 1 / hertz_;
    if (settling_) move.seconds = 0.05;
    if (uneven_) move.seconds *= random_.range(0.2, 1);
    move.gravity = gravity_;
    move.rules = rules_;
    move.before = state_;
}

void Mover::finishMove(const MoveRecord& move) {
    state_ = move.after;
    planes_ = move.planes;
}

}  // namespace hullbake::oracle
