#include "oracle/moves/move_motion.hpp"

#include <algorithm>
#include <cmath>

#include "oracle/judge/compare_trace.hpp"

namespace hullbake::oracle {
namespace {

/// Share by which rounding may increase an amount.
constexpr double kRoundingShare = 1e-6;
/// Shares of the speed that may point into a plane: in double; rounded to float, with one plane; rounded to float,
/// between several planes, which may leave no open direction.
constexpr double kIntoShare = 1e-9, kIntoFloatShare = 1e-12, kIntoFloatShareBetween = 1e-6;
/// Skins that a mover may be lifted without cause, or be above its ground: one off a plane that was too near, one at a
/// contact.
constexpr double kSkinsLifted = 2;

double square(const Vec3& v) {
    return dot(v, v);
}

/// Returns true for pieces whose height is no motion of the mover's own.
bool isLift(PathEvent event) {
    return event == PathEvent::StepUp || event == PathEvent::StepDown || event == PathEvent::Drop ||
           event == PathEvent::Clear || event == PathEvent::Unstick;
}

/// Sums over the path.
struct Travelled {
    double units = 0;     ///< length, without the height of lifts and drops
    double across = 0;    ///< horizontal length
    double landedAt = 0;  ///< height of the first landing
    double cleared = 0;   ///< height gained to get clear of planes
    double highest = 0;   ///< greatest height since the first landing, or since the start without one
    std::size_t landings = 0, steps = 0;
    bool falls = false;      ///< left the ground
    double tallestStep = 0;  ///< from before StepUp to StepDown, without the slope climbed in between
};

/// Returns rise over run of the steepest walkable ground.
double steepest(const WalkRules& rules) {
    const double n = rules.groundNormal;
    return std::sqrt(std::max(0.0, 1 - n * n)) / n;
}

Travelled travelled(const MoveRecord& move) {
    Travelled sum;
    const double slope = steepest(move.rules);
    Vec3 last = move.before.origin;
    sum.highest = last.z;
    double stepFrom = 0;
    bool stepping = false;
    for (const PathPoint& point : move.path) {
        const Vec3 way = point.position - last;
        const double across = std::sqrt(way.x * way.x + way.y * way.y);
        sum.units += isLift(point.event) ? across : length(way);
        sum.across += across;
        if (point.event == PathEvent::Clear || point.event == PathEvent::Unstick) sum.cleared += std::max(0.0, way.z);
        if (stepping) stepFrom += std::clamp(way.z, 0.0, slope * across);
        if (point.event == PathEvent::StepUp) {
            if (!stepping) ++sum.steps, stepFrom = last.z;
            stepping = true;
        } else if (stepping && point.event != PathEvent::StepOver) {
            sum.tallestStep = std::max(sum.tallestStep, point.position.z - stepFrom);
            stepping = false;
        }
        sum.falls = sum.falls || point.event == PathEvent::Fall;
        if (point.event == PathEvent::Land && sum.landings++ == 0) sum.landedAt = sum.highest = point.position.z;
        sum.highest = std::max(sum.highest, point.position.z);
        last = point.position;
    }
    return sum;
}

class Motion {
  public:
    Motion(const MoveRecord& move, double aside, MoveVerdict& verdict)
        : move_(move),
          verdict_(verdict),
          way_(travelled(move)),
          speed_(length(move.before.velocity)),
          walks_(move.kind == MoverKind::Walk),
          room_(kSkinsLifted * move.probe.skin + aside) {}

    void judge() {
        judgeEnergy();
        judgeDistance();
        judgeHeight();
        judgePlanes();
        judgeGround();
    }

  private:
    void add(MoveFault fault, std::string reason) { verdict_.findings.push_back({fault, std::move(reason)}); }

    /// Returns the square of the greatest speed that the move can end with.
    double fastest() const {
        const double before = square(move_.before.velocity), g = move_.gravity;
        const double start = move_.before.origin.z, end = move_.after.origin.z;
        if (!walks_) return before + 2 * g * (start - end);
        // On the ground walkers keep their speed. The falls before a landing and after it add to it.
        double given = 0;
        if (!move_.before.onGround) given = start - (way_.landings > 0 ? way_.landedAt : end);
        const bool fellAgain = !move_.after.onGround || move_.leftGround || way_.landings > 1;
        if ((move_.before.onGround || way_.landings > 0) && fellAgain) given += std::max(0.0, way_.highest - end);
        return before + 2 * g * given;
    }

    void judgeEnergy() {
        const double after = square(move_.after.velocity), most = fastest();
        const double g = move_.gravity, fell = std::abs(move_.before.origin.z - move_.after.origin.z);
        const bool falls = !walks_ || !move_.before.onGround || !move_.after.onGround || move_.leftGround;
        const double pull = falls ? g * (fell + g * move_.seconds * move_.seconds) : 0;
        // A lift by a skin may be an accident of contacts. A longer lift clears a crevice, and the fall from there
        // counts.
        const double lift = falls ? 2 * g * std::clamp(way_.cleared, move_.probe.skin, room_) : 0;
        if (after <= most + kRoundingShare * (speed_ * speed_ + pull) + lift) return;
        add(MoveFault::Energy, "the speed is " + exactText(std::sqrt(after)) + ", it was " + exactText(speed_) +
                                   " and " + exactText(std::sqrt(std::max(0.0, most))) + " is explained");
    }

    void judgeDistance() {
        // In the air the mean speed is between the speeds at both ends. Each contact may add a skin to the way.
        const double most = (speed_ + move_.gravity * move_.seconds) * move_.seconds;
        const double straight = length(move_.after.origin - move_.before.origin);
        // Steps down, and both sides of a crest, add to the distance.
        const double lifts =
            walks_ ? static_cast<double>(way_.steps + 1) * move_.rules.stepHeight + steepest(move_.rules) * way_.across
                   : 0;
        if (way_.units > most * (1 + kRoundingShare) + room_)
            add(MoveFault::TooFar,
                "went " + exactText(way_.units) + " units along its path, its speed takes it " + exactText(most));
        else if (straight > most * (1 + kRoundingShare) + room_ + lifts * 2)
            add(MoveFault::TooFar, "is " + exactText(straight) + " units away, its speed takes it " + exactText(most));
    }

    /// Returns the greatest height that the mover can have gained.
    double highest() const {
        const double away = (speed_ + move_.gravity * move_.seconds) * move_.seconds;
        double rise = 0;
        if (!move_.before.onGround || !walks_ || way_.falls) {
            rise = away;
            if (move_.gravity > 0) rise = std::min(rise, speed_ * speed_ / (2 * move_.gravity));
        }
        if (!walks_) return rise;
        return rise + way_.across * steepest(move_.rules) + static_cast<double>(way_.steps) * move_.rules.stepHeight;
    }

    void judgeHeight() {
        const double rose = move_.after.origin.z - move_.before.origin.z, most = highest();
        if (rose > most + room_ + kRoundingShare * std::abs(most))
            add(MoveFault::Height, "rose " + exactText(rose) + " units, " + exactText(most) + " are explained");
        else if (walks_ && way_.tallestStep > move_.rules.stepHeight + room_)
            add(MoveFault::Height, "a step rose " + exactText(way_.tallestStep) + " units");
    }

    void judgePlanes() {
        const Vec3& v = move_.after.velocity;
        const double speed = length(v);
        const Vec3 rounded{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
        const double roundedLimit = move_.planes.size() == 1 ? kIntoFloatShare : kIntoFloatShareBetween;
        for (const Vec3& normal : move_.planes) {
            const double into = dot(normal, v), intoRounded = dot(normal, rounded);
            if (into >= -kIntoShare * speed && intoRounded >= -roundedLimit * speed) continue;
            add(MoveFault::IntoPlane, "velocity " + text(v) + " points into plane " + text(normal) + " by " +
                                          exactText(into) + ", rounded to float by " + exactText(intoRounded));
            return;
        }
    }

    void judgeGround() {
        const WalkState& after = move_.after;
        if (!walks_ || !after.onGround) return;
        const double away = distanceTo(after.ground, after.origin);
        if (after.ground.normal.z >= move_.rules.groundNormal - kRoundingShare && away >= -kMoveDepth &&
            away <= kSkinsLifted * move_.probe.skin + kMoveDepth)
            return;
        add(MoveFault::Ground, "its ground " + text(after.ground.normal) + " dist " + exactText(after.ground.dist) +
                                   " is " + exactText(away) + " units away");
    }

    const MoveRecord& move_;
    MoveVerdict& verdict_;
    Travelled way_;
    double speed_;
    bool walks_;
    double room_;
};

}  // namespace

void judgeMotion(const MoveRecord& move, double aside, MoveVerdict& verdict) {
    Motion(move, aside, verdict).judge();
}

}  // namespace hullbake::oracle
