#include "oracle/moves/held_window.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/judge/compare_trace.hpp"

namespace hullbake::oracle {
namespace {

constexpr double kRarest = 30, kOftenest = 1000;  // ticks a second
constexpr double kSlowest = 30, kFastest = 1000;  // units a second
constexpr double kFlyShare = 0.25;
constexpr int kWindowAttempts = 100;
/// Ticks of the fall to the ground, and their seconds.
constexpr int kSettlingTicks = 60;
constexpr double kSettlingSeconds = 0.05;

/// Shortest way of a period, in units. Shorter ones are rounding, and the last part of an approach.
constexpr double kLeastWay = 1.0 / 128;
/// Share of its way that a period may lead on and still count as one that leads back.
constexpr double kLeadsOn = 0.05;
/// Longest period, in seconds, and in ticks when ticks are long.
constexpr double kLongestPeriod = 0.25;
constexpr std::size_t kLongestPeriodTicks = 16;
/// Number of periods in a window that make a tremble.
constexpr int kLeastPeriods = 3;
/// Share of a window at its end in which a mover at rest does not move.
constexpr double kRestShare = 0.1;

Vec3 drawHeading(SplitMix& random, const Query& query, bool walks) {
    const double which = random.unit();
    Vec3 way = random.direction();
    if (which < 0.4) {
        way = query.end - query.start;
    } else if (which < 0.7) {
        // Keys and grids give multiples of 45 degrees.
        for (int axis = 0; axis < 3; ++axis) way[axis] = static_cast<double>(random.index(3)) - 1;
    }
    return walks ? flat(way) : normalized(way);
}

bool settle(const ClipMap& map, MoveRecord& move) {
    move.seconds = kSettlingSeconds;
    for (int tick = 0; tick < kSettlingTicks; ++tick) {
        runMove(map, move);
        if (move.status != SlideStatus::Moved) return false;
        move.before = move.after;
        if (move.after.onGround) return true;
    }
    return false;
}

}  // namespace

bool drawWindow(const ClipMap& map, const MoverCase& moverCase, std::uint64_t seed, HeldWindow& window) {
    SplitMix random(seed);
    QuerySource queries(*moverCase.targets, random.next());
    window = {};
    MoveRecord& move = window.first;
    move.probe = moverCase.probe;
    move.kind = random.chance(kFlyShare) ? MoverKind::Fly : MoverKind::Walk;
    const bool walks = move.kind == MoverKind::Walk;
    if (walks) move.gravity = move.rules.gravity;
    move.rules.stepHeight = random.chance(0.8) ? move.rules.stepHeight : random.range(0, 32);
    for (int i = 0; i < kWindowAttempts; ++i) {
        const Query query = queries.next();
        if (!moverCase.reached(query.start) || moverCase.solids->inside(query.start, move.probe.mask)) continue;
        move.before = {};
        move.before.origin = query.start;
        if (walks && !settle(map, move)) continue;
        window.held = drawHeading(random, query, walks) * spread(random, kSlowest, kFastest);
        if (window.held == Vec3{}) continue;
        move.before.velocity = window.held;
        move.seconds = 1 / spread(random, kRarest, kOftenest);
        return true;
    }
    return false;
}

void runWindow(const ClipMap& map, HeldWindow& window) {
    MoveRecord move = window.first;
    const auto ticks = static_cast<std::size_t>(std::ceil(kHeldSeconds / move.seconds));
    const bool walks = move.kind == MoverKind::Walk;
    window.positions.assign(1, move.before.origin);
    window.inAir.assign(1, walks && !move.before.onGround);
    for (std::size_t tick = 0; tick < ticks && !window.refused; ++tick) {
        if (!walks || move.before.onGround) move.before.velocity = window.held;
        runMove(map, move);
        window.refused = move.status != SlideStatus::Moved;
        window.positions.push_back(move.after.origin);
        window.inAir.push_back(walks && !move.after.onGround);
        move.before = move.after;
    }
}

bool comesToRest(const HeldWindow& window) {
    const std::size_t count = window.positions.size();
    const std::size_t last =
        std::max<std::size_t>(2, static_cast<std::size_t>(static_cast<double>(count) * kRestShare));
    return count > last &&
           std::all_of(window.positions.end() - static_cast<std::ptrdiff_t>(last), window.positions.end(),
                       [&](const Vec3& p) { return p == window.positions.back(); });
}

std::string trembling(const HeldWindow& window) {
    const std::vector<Vec3>& at = window.positions;
    const auto most = std::max(kLongestPeriodTicks, static_cast<std::size_t>(kLongestPeriod / window.first.seconds));
    const Vec3 along = normalized(window.held);
    int periods = 0;
    std::size_t from = at.size() / 2;  // nothing before it counts: falls, and periods that were counted
    for (std::size_t i = from; i < at.size(); ++i) {
        if (window.inAir[i]) from = i + 1;
        double way = 0;
        for (std::size_t j = i; j > from && i - j < most; --j) {
            way += length(at[j] - at[j - 1]);
            const Vec3 went = at[i] - at[j - 1];
            if (way < kLeastWay || length(went) > kLeadsOn * way || dot(went, along) > kLeadsOn * way) continue;
            from = i;
            if (++periods == kLeastPeriods)
                return "holds " + text(window.held) + ", and after " + std::to_string(i) + " ticks has gone " +
                       exactText(way) + " units from " + text(at[j - 1]) + " back to " + text(at[i]);
            break;
        }
    }
    return {};
}

}  // namespace hullbake::oracle
