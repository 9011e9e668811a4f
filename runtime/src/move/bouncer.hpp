// A projectile that flies along its parabola in straight pieces, bounces, slides and rests.
#pragma once

#include "hullbake/bounce.hpp"
#include "move/slider.hpp"

namespace hullbake::detail {

class Bouncer {
  public:
    Bouncer(const MoveSpace& space, PathRecorder& path, const BounceRules& rules, const BounceState& state,
            double seconds, std::span<BounceHit> hits);

    /// Fills in `result` except its counts of queries.
    void run(BounceResult& result);

  private:
    bool staysAtRest() const;
    bool fly();
    bool flyPiece(double seconds);
    void hit(const Leg& met);
    bool bounceOff(const Leg& met, double into);
    void slideAlong(const Leg& met, double into);
    Vec3 leadOut(Vec3 velocity, const Plane& met) const;
    Vec3 withFriction(double& stopsAfter);
    void slowTo(double most);
    bool isFloor(const Vec3& normal) const;
    bool onFloor() const;
    bool isHeldBy(std::span<const Vec3> normals) const;
    void restIfStill();
    void keepEnergy();
    double energy() const;
    void tell(BounceEvent event, const Vec3& before, const Leg& met);

    const BounceRules& rules_;
    const BounceState& state_;
    const double seconds_;
    const std::span<BounceHit> room_;
    Slider slider_;
    double pull_;            ///< length of the acceleration
    Vec3 up_;                ///< unit length, against the acceleration; zero without one
    double longest_;         ///< seconds of the longest piece
    double slowest_;         ///< units a second: what would come out of a plane more slowly slides
    Vec3 zero_;              ///< where the potential energy is 0
    double allowed_ = 0;     ///< the energy that is left
    double pieceEnd_ = 0;    ///< seconds since the start of the move
    double gain_ = 0;        ///< units a second squared: the most that the speed grows by
    double left_ = 0;        ///< seconds of the piece
    Leg last_;               ///< the last plane that was hit
    std::size_t count_ = 0;  ///< events
    int turns_ = 0, hitsInPlace_ = 0;
    bool resting_ = false;
};

}  // namespace hullbake::detail
