// Moves a walker for one tick: on the ground in strides, in the air along parabolas.
#pragma once

#include "hullbake/water.hpp"
#include "move/slider.hpp"

namespace hullbake::detail {

class Walker {
  public:
    /// `ladders` sees the ladders only. It is not asked without WalkRules::ladders.
    Walker(const MoveSpace& space, const MoveSpace& ladders, PathRecorder& path, const WalkRules& rules,
           const WalkState& state, double seconds);

    /// Fills in `result` except its counts of queries and path points.
    void run(WalkResult& result);

  private:
    // A step, or a ledge. Heights are z of the box's origin.
    struct Rise {
        double base = 0;   // from which `most` counts
        double most = 0;   // units above `base` of the highest ground
        double up = 0;     // units that the box is lifted
        double down = 0;   // units below `base` down to which ground is searched
        double level = 0;  // from which the result's `climbed` counts
    };

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
    bool touchesGround(double beside, TouchedPlane& ground) const;
    bool steepBeside();
    bool stepUp(const Leg& wall);
    bool climbOnto(const Leg& wall, const Rise& rise);
    void putOn(const Leg& up, const Leg& over, const Leg& down, double seconds);

    void moveOn();
    void land(const Leg& met);
    // In walker_media.cpp.
    void moveThroughMedia();
    void moveOnePiece(const Vec3& wish);
    bool measureLiquid(WaterLevel& level);
    double sharePerPiece(const WaterLevel& level) const;
    void swim(const WaterLevel& level);
    bool leavesLiquid(const Leg& wall, const WaterLevel& level);
    bool findLadder(const Vec3& wish, Vec3& normal) const;
    bool facesLadder(const Vec3& way, Vec3& normal) const;
    bool climb(const Vec3& wish);
    bool getOffAtTop(const Vec3& wish);
    void climbAlong(const Vec3& wish);
    void findTop(const Vec3& from, const Vec3& wish, double seconds);
    void letGo();

    const MoveSpace& ladders_;
    const WalkRules& rules_;
    const double leastNormal_;
    Slider slider_;
    WalkState state_;
    WalkResult* result_ = nullptr;
    bool failed_ = false;
    bool strode_ = false;  // along the ground, since it was last looked for
};

}  // namespace hullbake::detail
