#include "move/slider.hpp"

#include <algorithm>
#include <cstddef>
#include <new>

namespace hullbake::detail {

namespace {

// Upper bounds of the hits after which one move continues: in all, and in one place.
constexpr std::uint32_t kMostBumps = 64;
constexpr std::uint32_t kMostBumpsInPlace = 16;
// Distance, units, beyond a plane that a short trace covers to find its face.
constexpr double kTouchSlack = 1e-3;
// Upper bound, units, of the difference between the distances to a face and to its plane for a box in front of the
// face.
constexpr double kBesideFace = 1e-4;
// Upper bounds of the difference of unit normals and of distances, units, between equal planes.
constexpr double kSameNormals = 1e-9;
constexpr double kSameDistances = 1e-6;
// Fraction of the speed: a smaller part into a plane is rounding.
constexpr double kAgainst = 1e-9;
// Cosine: normals with a smaller dot product count as perpendicular.
constexpr double kFacing = 1e-6;
// Lengths, units, below which a move is no move, and below which it leads to no other position.
constexpr double kShortestWay = 1e-13;
constexpr double kNoWay = 1e-9;
// In skins: a box nearer to a plane than kShallow moves away from it, unless that takes more than kMostClearance.
constexpr double kShallow = 0.5;
constexpr double kMostClearance = 8;
// Fraction of the speed: a box that keeps less is stopped.
constexpr double kStopped = 1e-3;
// Fraction of the skin: a box at least that far from a plane came there through open space.
constexpr double kKept = 0.9;
// Cosine: corners that differ less from right angles are square.
constexpr double kSquare = 1e-6;
// Upper bound of the rechecks in one place: for the velocity, the acceleration and new planes.
constexpr int kMostUnlocks = 8;
// Upper bound of the planes that are tried in pairs.
constexpr std::size_t kMostUnlocked = 8;
// Upper bound of the ground planes that a wall turns a move to, one after the other.
constexpr int kMostTurns = 4;
// Least length, units, of a move out of planes that stop the box.
constexpr double kLeastWay = 1e-7;

// Returns true if the vector is no longer than that. Most are clearly longer, which takes no square root.
bool isShort(const Vec3& v, double most) {
    const double square = dot(v, v);
    return square <= 2 * most * most && std::sqrt(square) <= most;
}

bool sameDirection(const Vec3& a, const Vec3& b) {
    return isShort(a - b, kSameNormals);
}

#ifndef HULLBAKE_SMALL
// Squares in this range are those of lengths that are neither 0 nor infinite.
bool isPlainSquare(double square) {
    return square > 1e-250 && square < 1e250;
}

bool isLevel(const Vec3& normal) {
    return normal.x == 0 && normal.y == 0;
}
#endif

}  // namespace

bool PlaneSet::add(const Plane& plane) {
    for (const Plane& known : planes())
        if (sameDirection(known.normal, plane.normal) && std::fabs(known.dist - plane.dist) <= kSameDistances)
            return false;
    if (count_ == kMaxMovePlanes) return false;
    put(count_++, plane);
    return true;
}

SlideStatus Slider::begin(double unstick) {
    if (space_.isFree(at)) return SlideStatus::Moved;
    if (!(unstick > 0)) return SlideStatus::Stuck;
    const Unstick way = space_.unstick(at, unstick);
    if (way.status == UnstickStatus::Free) return SlideStatus::Moved;
    if (way.status != UnstickStatus::Found) return SlideStatus::Stuck;
    at = way.position;
    record(PathEvent::Unstick);
    return SlideStatus::Moved;
}

bool Slider::revertIfStuck(const Vec3& start) {
    if (at == start || space_.isFree(at)) return false;
    at = start;
    velocity = {};
    forget();
    record(PathEvent::Unstick);
    return true;
}

void Slider::record(PathEvent event, const Leg& met) {
    path_.add({at, seconds_ - later - left, event, met.hit ? met.plane : Plane{}, met.contents, met.model, met.member});
}

// Moves the box along the chord of its parabola, at the mean velocity of the remaining time. A box stopped on the way
// is lower than the parabola by at most an eighth of the acceleration times the square of the time. So energy may be
// lost, but never gained.
bool Slider::flyOn(const Vec3& acceleration, Leg& met) {
    const Vec3 way = feasibleAfterRecheck(velocity + acceleration * (left / 2)) * left;
    if (length(way) <= kShortestWay) {
        velocity = feasible(velocity + acceleration * left, touched.normals());
        left = 0;
        return false;
    }
    met = space_.sweep(at, way, lookAhead());
    if (met.invalid) return false;
    const double seconds = met.hit ? left * met.fraction : left;
    velocity = feasible(velocity + acceleration * seconds, touched.normals());
    goTo(met, seconds);
    return met.hit;
}

void Slider::goTo(const Leg& leg, double seconds) {
    left = leg.hit ? std::max(left - seconds, 0.0) : 0;
    const bool stays = isShort(leg.end - at, kNoWay);
    at = leg.end;
    if (stays) return;
    incomingVelocity = velocity;
    looked_ = false;
    unlocks_ = 0;
    bumpsInPlace_ = 0;
    const double reach = space_.skin() + kSurfaceTolerance;
    touched.filter(touched.size(), [&](const Plane& plane) { return distanceTo(plane, at) <= reach; });
    old_ = touched.size();
}

bool Slider::countBump(const Leg& met) {
    if (met.fraction <= 0) ++bumpsInPlace_;
    return ++bumps_ <= kMostBumps && bumpsInPlace_ <= kMostBumpsInPlace;
}

void Slider::obey(const Leg& met) {
    blocked = true;
    record(PathEvent::Bump, met);
    touch(met.plane);
}

void Slider::touch(const Plane& plane) {
    if (!touched.add(plane) && !looked_) lookAround();
    // Computes the velocity by the new plane alone. If it points into another plane, the box is in a corner.
    const Vec3 alone = feasible(incomingVelocity, {&plane.normal, 1});
    const double slack = kAgainst * length(incomingVelocity);
    bool acute = false, corner = false;
    for (const Vec3& normal : touched.normals()) {
        if (dot(normal, alone) >= -slack || normal.z >= walkable) continue;
        corner = true;
        acute = acute || dot(normal, plane.normal) < -kFacing;
    }
    if (acute && !looked_) {
        lookAround();
    } else if (corner && !looked_) {
        // The faces of planes touched before may have ended on the way here.
        const std::size_t before = touched.size();
        touched.filter(old_, [&](const Plane& known) {
            return sameDirection(known.normal, plane.normal) || dot(known.normal, alone) >= -slack ||
                   stillTouches(known);
        });
        old_ -= before - touched.size();
    }
    velocity = feasibleAfterRecheck(incomingVelocity);
    keepToWish();
}

void Slider::keepToWish() {
    const auto leadsOn = [&] { return dot(velocity, *held) > kAgainst * length(velocity) * length(*held); };
    if (!held || velocity == Vec3{}) return;
#ifndef HULLBAKE_SMALL
    // Clearly so, which takes no square root.
    const double along = dot(velocity, *held), squares = dot(velocity, velocity) * dot(*held, *held);
    if (along > 0 && along * along > 4 * kAgainst * kAgainst * squares && isPlainSquare(squares)) return;
#endif
    if (leadsOn()) return;
    const double kept = length(incomingVelocity);
    incomingVelocity = *held * std::min(1.0, kept / length(*held));
    velocity = feasibleAfterRecheck(incomingVelocity);
    // Between two grounds a wall may turn the wish back on either of them.
    if (!leadsOn()) velocity = {};
}

// Projects the heading only: the ground supplies the slope. Walls are cut by the ground and seen from above, and the
// speed shrinks as the heading does. A wall may turn the move onto other ground.
// Turns a level heading along the walls among the planes, as they meet ground that rises by `rise`.
Vec3 Slider::turnedByWalls(const Vec3& heading, const Vec3& rise, std::span<const Vec3> normals) const {
    std::size_t first = 0;
    while (first < normals.size() && normals[first].z >= walkable) ++first;
    if (first == normals.size()) return nearestFeasible(heading, {});
    // Vectors are built when they are added: clearing all would take longer than the rest.
    alignas(Vec3) std::byte room[kMaxMovePlanes * sizeof(Vec3)];
    Vec3* const walls = reinterpret_cast<Vec3*>(room);
    std::size_t count = 0;
    for (const Vec3& normal : normals.subspan(first)) {
        if (normal.z >= walkable) continue;
        const Vec3 wall{normal.x + normal.z * rise.x, normal.y + normal.z * rise.y, 0};
        // A ceiling along the ground stops no motion along it.
        if (const double size = length(wall); size > kFacing) new (walls + count++) Vec3(wall * (1 / size));
    }
    return nearestFeasible(heading, {walls, count});
}

Vec3 Slider::feasible(const Vec3& wish, std::span<const Vec3> normals) const {
    if (!ground) return nearestFeasible(wish, normals);
    const Vec3 heading{wish.x, wish.y, 0};
    Vec3 floor = ground->normal, v;
#ifndef HULLBAKE_SMALL
    // On level ground without walls the rest would give the heading itself: all its factors are 1.
    if (wish.z == 0 && isLevel(floor) && isPlainSquare(dot(heading, heading)) &&
        std::all_of(normals.begin(), normals.end(), [this](const Vec3& n) { return n.z >= walkable && isLevel(n); }))
        return {wish.x, wish.y, dot(Vec3{-floor.x, -floor.y, 0}, heading)};
#endif
    for (int turn = 0; turn < kMostTurns; ++turn) {
        const Vec3 rise{-floor.x / floor.z, -floor.y / floor.z, 0};
        const Vec3 turned = turnedByWalls(heading, rise, normals);
        if (turned == Vec3{}) return {};
        const Vec3 along{turned.x, turned.y, dot(rise, turned)};
        // On level ground, and without walls, these are the same.
        const double level = length(heading), full = wish.z == 0 ? level : length(wish);
        const double kept = turned == heading ? level : length(turned);
        const double gone = along.z == 0 && turned.z == 0 ? kept : length(along);
        v = along * (full * kept / (level * gone));
        double worst = -kAgainst * length(wish);
        const Vec3 before = floor;
        for (const Vec3& normal : normals) {
            if (normal.z < walkable || dot(normal, v) >= worst) continue;
            worst = dot(normal, v);
            floor = normal;
        }
        if (floor == before) return v;
    }
    return nearestFeasible(v, normals);
}

// Returns true if the planes here are perpendicular to one another, like walls of rooms, and no nearer than the skin.
// Then the box came through open space, and no face of them is hidden or ends here.
bool Slider::squareAtSkin() const {
    const std::span<const Plane> planes = touched.planes();
    if (planes.size() < 2) return false;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        if (distanceTo(planes[i], at) < kKept * space_.skin()) return false;
        for (std::size_t j = i + 1; j < planes.size(); ++j)
            if (std::fabs(dot(planes[i].normal, planes[j].normal)) > kSquare) return false;
    }
    return true;
}

Vec3 Slider::feasibleAfterRecheck(const Vec3& wish) {
    const auto stopped = [&](const Vec3& v) { return length(v) <= kStopped * length(wish); };
    Vec3 best = feasible(wish, touched.normals());
    if (!stopped(best) || touched.size() == 0 || unlocks_ == kMostUnlocks) return best;
    ++unlocks_;
    if (squareAtSkin()) return best;
    if (!looked_) lookAround();
    best = feasible(wish, touched.normals());
    if (!stopped(best)) return best;
    // At a convex edge it is enough to obey one of its planes, and only the map knows where such edges are.
    PlaneSet all = touched;
    for (const Plane& plane : around_.planes()) all.add(plane);
    const std::size_t count = std::min(all.size(), kMostUnlocked);
    double furthest = kLeastWay;
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = i; j < count; ++j) {
            const Vec3 pair[] = {all.normals()[i], all.normals()[j]};
            const Vec3 v = feasible(wish, pair);
            if (stopped(v) || length(v) * left <= furthest) continue;
            const Leg leg = space_.sweep(at, v * left, lookAhead());
            const double gone = length(leg.end - at);
            if (leg.invalid || leg.stuck || gone <= furthest) continue;
            furthest = gone;
            best = v;
            touched.clear();
            touched.add(all.planes()[i]);
            touched.add(all.planes()[j]);
            old_ = 0;
        }
    return best;
}

bool Slider::stillTouches(const Plane& plane) const {
    const double gap = std::max(distanceTo(plane, at), 0.0) + kTouchSlack + space_.skin() / 2;
    const Leg probe = space_.sweep(at, plane.normal * -gap, 0);
    if (!probe.hit) return false;
    for (const Vec3& normal : touched.normals())
        if (sameDirection(normal, probe.plane.normal)) return true;
    return false;
}

void Slider::lookAround() {
    looked_ = true;
    std::array<TouchedPlane, kMaxMovePlanes> room;
    const double reach = space_.skin() + kSurfaceTolerance;
    std::span<TouchedPlane> planes = room;
    planes = planes.first(space_.touching(at, reach, room).size());
    around_.clear();
    for (const TouchedPlane& plane : planes) around_.add({plane.normal, plane.dist});
    // Skips faces that the box is beside, rather than in front of, until it comes there.
    const auto beside = [](const TouchedPlane& plane) { return plane.gap > plane.distance + kBesideFace; };
    const auto end = std::remove_if(planes.begin(), planes.end(), beside);
    planes = planes.first(static_cast<std::size_t>(end - planes.begin()));
    if (planes.empty()) return;
    leaveShallow(planes);
    // Keeps the planes hit here: one may count although its face is beside the box.
    for (const Plane& plane : touched.planes()) around_.add(plane);
    touched.clear();
    for (const TouchedPlane& plane : planes) touched.add({plane.normal, plane.dist});
    old_ = 0;
}

// Moves away from all planes at once: along the mean of their normals, as far as the sharpest angle among them
// requires. A walker stays on the ground.
void Slider::leaveShallow(std::span<const TouchedPlane> planes) {
    const double skin = space_.skin();
    double nearest = skin;
    Vec3 sum;
    for (const TouchedPlane& plane : planes) {
        if (plane.normal.z >= walkable) continue;
        nearest = std::min(nearest, plane.distance);
        sum = sum + plane.normal;
    }
    if (nearest >= kShallow * skin) return;
    if (ground) sum = sum - ground->normal * dot(sum, ground->normal);
    const Vec3 away = normalizedOrZero(sum);
    double distance = 0;
    for (const TouchedPlane& plane : planes) {
        if (plane.normal.z >= walkable) continue;
        const double gain = dot(plane.normal, away);
        if (gain <= kFacing) return;
        distance = std::max(distance, (skin - plane.distance) / gain);
    }
    if (distance > kMostClearance * skin) return;
    const Leg leg = space_.sweep(at, away * distance, 0);
    if (leg.invalid || leg.end == at) return;
    at = leg.end;
    record(PathEvent::Clear);
}

}  // namespace hullbake::detail
