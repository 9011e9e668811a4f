// Moves a walker for one tick: on the ground in strides, in the air along parabolas.
#pragma once

#include "move/slider.hpp"

namespace hullbake::detail {

class Walker {
  public:
    Walker(const MoveSpace& space, PathRecorder& path, const WalkRules& rules, const WalkState& state, double seconds);

    /// Fills in `result` except its counts of queries and path points.
    void run(WalkResult& result);

  private:
    bool canWalkOn(const Plane& plane) const { return plane.normal.z >= leastNormal_; }
    void standOn(const Leg& met);
    void standOn(const TouchedPlane& plane);
    void leaveGround();
    void loseGround();
    void findGround();
    bool jumps();
    void walkOn();
    bool stride();
    void fall();
    void aim();
    bool bump(const Leg& met);
    void meet(const Leg& met);
    bool stickToGround(const Vec3& from, bool beside = true);
    bool isAboveGround(const Vec3& p) const;
    bool followEdge(const Vec3& from, const Plane& ground, double before);
    bool steepBeside();
    bool stepUp(const Leg& wall);
    void putOn(const Leg& up, const Leg& over, const Leg& down, double seconds);

    const WalkRules& rules_;
    const double leastNormal_;
    Slider slider_;
    WalkState state_;
    WalkResult* result_ = nullptr;
    bool failed_ = false;
};

}  // namespace hullbake::detail
