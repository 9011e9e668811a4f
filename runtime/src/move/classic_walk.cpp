// Walks as the original engines did.
// Looks for ground a quarter of a unit below, slides, and if that is blocked slides again one step higher. The slide
// that moved farther counts.

#include "move/classic_walk.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "move/classic_slide.hpp"
#include "move/move_checks.hpp"

namespace hullbake::detail {

namespace {

// Upper bounds, units and units a second: a walker farther above the ground, or rising faster, is in the air.
constexpr double kGroundReach = 0.25;
constexpr double kMostRise = 180;

// Upper bound of the bumps of one slide: that of ClassicRules::bumps.
constexpr std::size_t kMostBends = 64;

double runSquared(const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    return way.x * way.x + way.y * way.y;
}

class ClassicWalker {
  public:
    ClassicWalker(const MoveSpace& space, PathRecorder& path, const WalkRules& rules, const WalkState& state,
                  double seconds)
        : rules_(rules), space_(space), path_(path), state_(state), seconds_(seconds) {}

    void run(WalkResult& result) {
        Slider slider(space_, path_, state_.origin, state_.velocity, seconds_);
        result.status = slider.begin(rules_.unstick);
        if (result.status != SlideStatus::Moved) return;
        const bool wasOnGround = state_.onGround;
        state_.origin = slider.at;
        lookForGround();
        if (state_.onGround)
            state_.velocity.z = 0;
        else
            state_.velocity.z -= rules_.gravity * seconds_;
        const double fall = -state_.velocity.z;
        if (!move(result)) {
            result.status = SlideStatus::Invalid;
            return;
        }
        lookForGround();
        result.landed = state_.onGround && !wasOnGround;
        result.landingSpeed = result.landed && fall > 0 ? fall : 0;
        result.leftGround = wasOnGround && !state_.onGround;
        path_.add({state_.origin, seconds_, PathEvent::End, {}, Contents::Empty, {}});
        result.state = state_;
    }

  private:
    void lookForGround() {
        state_.onGround = false;
        const Leg down = space_.sweep(state_.origin, {0, 0, -kGroundReach}, 0);
        if (!down.hit || down.plane.normal.z < rules_.groundNormal || state_.velocity.z > kMostRise) return;
        state_.onGround = true;
        state_.ground = down.plane;
        state_.groundContents = down.contents;
        state_.groundModel = down.model;
        state_.groundMember = down.member;
    }

    bool move(WalkResult& result) {
        Slider low(space_, path_, state_.origin, state_.velocity, seconds_);
        const std::size_t before = path_.count();
        if (slideOnClassic(low, rules_.classic) == Stopped::Fails) return false;
        result.blocked = low.blocked;
        result.planeCount = copyNormals(low.touched, result.planes);
        const Vec3 start = state_.origin, velocity = state_.velocity;
        const bool mayStep = low.blocked && state_.onGround;
        state_.origin = low.at;
        state_.velocity = low.velocity;
        return !mayStep || !(rules_.stepHeight > 0) || moveHigher(start, velocity, before, result);
    }

    // Replaces the low attempt, and its part of the path after the first `before` points, if this one moves farther.
    bool moveHigher(const Vec3& start, const Vec3& velocity, std::size_t before, WalkResult& result) {
        const Leg up = space_.sweep(start, {0, 0, rules_.stepHeight}, 0);
        if (up.stuck || up.invalid) return !up.invalid;
        std::array<PathPoint, kMostBends> bends;
        PathRecorder highPath(bends);
        Slider high(space_, highPath, up.end, velocity, seconds_);
        if (slideOnClassic(high, rules_.classic) == Stopped::Fails) return false;
        const double risen = up.end.z - start.z;
        const Leg down = space_.sweep(high.at, {0, 0, -risen}, 0);
        if (down.invalid) return false;
        const bool steep = down.hit && down.plane.normal.z < rules_.groundNormal;
        if (steep || runSquared(start, down.end) <= runSquared(start, state_.origin)) return true;
        result.climbed = std::max(down.end.z - start.z, 0.0);
        result.steps = result.climbed > 0 ? 1 : 0;
        path_.keepFirst(before);
        path_.add({up.end, 0, PathEvent::StepUp, {}, Contents::Empty, {}});
        for (const PathPoint& bend : std::span(bends).first(highPath.count())) path_.add(bend);
        path_.add({high.at, seconds_, PathEvent::StepOver, {}, Contents::Empty, {}});
        path_.add({down.end, seconds_, PathEvent::StepDown, down.hit ? down.plane : Plane{}, down.contents, down.model,
                   down.member});
        result.planeCount = copyNormals(high.touched, result.planes);
        state_.origin = down.end;
        state_.velocity = {high.velocity.x, high.velocity.y, state_.velocity.z};
        return true;
    }

    const WalkRules& rules_;
    const MoveSpace& space_;
    PathRecorder& path_;
    WalkState state_;
    double seconds_;
};

}  // namespace

void walkClassic(const MoveSpace& space, PathRecorder& path, const WalkRules& rules, const WalkState& state,
                 double seconds, WalkResult& result) {
    ClassicWalker(space, path, rules, state, seconds).run(result);
}

}  // namespace hullbake::detail
