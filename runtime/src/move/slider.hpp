// A box that slides: its position, velocity, remaining time, and the planes that it touches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>

#include "move/feasible_direction.hpp"
#include "move/move_space.hpp"

namespace hullbake::detail {

/// Planes that a box must not move into, without duplicates.
class PlaneSet {
  public:
    /// Returns false if the plane is known already or there is no room.
    bool add(const Plane& plane);
    void clear() { count_ = 0; }
    std::size_t size() const { return count_; }
    /// Removes those of the first `among` planes for which keep(plane) is false.
    template <class Keep>
    void filter(std::size_t among, const Keep& keep) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            if (i < among && !keep(planes()[i])) continue;
            put(kept++, planes()[i]);
        }
        count_ = kept;
    }
    std::span<const Plane> planes() const { return {reinterpret_cast<const Plane*>(planes_), count_}; }
    std::span<const Vec3> normals() const { return {reinterpret_cast<const Vec3*>(normals_), count_}; }

  private:
    void put(std::size_t at, const Plane& plane) {
        const Vec3 normal = plane.normal;  // `plane` may be the one that is written over
        new (planes_ + at * sizeof(Plane)) Plane(plane);
        new (normals_ + at * sizeof(Vec3)) Vec3(normal);
    }

    // Not cleared: each move makes sets, and hardly ever fills them.
    alignas(Plane) std::byte planes_[kMaxMovePlanes * sizeof(Plane)];
    alignas(Vec3) std::byte normals_[kMaxMovePlanes * sizeof(Vec3)];
    std::size_t count_ = 0;
};

/// Records the points of a path.
class PathRecorder {
  public:
    explicit PathRecorder(std::span<PathPoint> room) : room_(room) {}
    void add(const PathPoint& point) {
        if (count_ < room_.size()) room_[count_] = point;
        ++count_;
    }
    std::size_t count() const { return count_; }
    /// Forgets all points but the first `count`, which happened.
    void keepFirst(std::size_t count) { count_ = count; }
    /// Sets the time of all points but the first `count`, where the time they took is given back.
    void setTimes(std::size_t count, double time) {
        for (std::size_t i = count; i < count_ && i < room_.size(); ++i) room_[i].time = time;
    }

  private:
    std::span<PathPoint> room_;
    std::size_t count_ = 0;
};

/// Reason why a flight ended.
enum class Stopped : std::uint8_t {
    No,    ///< the time is used up
    Met,   ///< an obstacle that was not handled yet
    Fails  ///< the map did not answer: out of its range
};

class Slider {
  public:
    Slider(const MoveSpace& space, PathRecorder& path, const Vec3& origin, const Vec3& wish, double seconds)
        : at(origin), velocity(wish), left(seconds), space_(space), path_(path), seconds_(seconds) {}

    Vec3 at, velocity;
    Vec3 incomingVelocity;  ///< velocity with which the box arrived at its position
    double left;            ///< seconds of this piece of the move
    double later = 0;       ///< seconds of the pieces after it
    bool blocked = false;   ///< an obstacle was hit that did not let the box pass
    PlaneSet touched;       ///< planes at the current position
    /// The plane that the box walks on, if it is on the ground. Velocities stay along it. Walkable planes, whose
    /// normals have at least z = walkable, turn them instead of stopping them.
    std::optional<Plane> ground;
    double walkable = 2;
    /// The velocity that the mover holds, if any: no hit turns it back against that.
    std::optional<Vec3> held;

    const MoveSpace& space() const { return space_; }
    double lookAhead() const { return kLookAheadSkins * space_.skin(); }

    /// Moves the box out of solid if it starts there. The move may continue if this returns Moved.
    SlideStatus begin(double unstick);

    /// Moves the box back to `start`, a free position, if it ended in solid. Baked hulls close unreachable space, and a
    /// move along the very edge of that may end behind it. Returns true if the box was moved back.
    bool revertIfStuck(const Vec3& start);

    /// Flies for the remaining time, or until the box hits something for which stop(met) is true.
    template <class Stop>
    Stopped fly(const Vec3& acceleration, const Stop& stop, Leg& met) {
        incomingVelocity = velocity;
        while (left > 0) {
            if (!flyOn(acceleration, met)) return met.invalid ? Stopped::Fails : Stopped::No;
            if (stop(met)) return Stopped::Met;
            obey(met);
            if (countBump(met)) continue;
            left = 0;
            velocity = nearestFeasible(velocity, touched.normals());
        }
        return Stopped::No;
    }

    /// Moves to the end of a leg and uses `seconds`. Forgets planes that the box no longer touches.
    void goTo(const Leg& leg, double seconds);
    /// Forgets all planes.
    void forget() {
        touched.clear();
        old_ = 0;
    }
    /// Handles a hit: turns the velocity along the plane and along all planes that this points into.
    void obey(const Leg& met);
    /// Adds a plane. Looks for others if the box is in an acute crevice or makes no progress. `velocity` becomes the
    /// feasible part of `incomingVelocity`.
    void touch(const Plane& plane);
    /// Returns the feasible velocity nearest to `wish` for planes with these normals, along the ground if there is one.
    Vec3 feasible(const Vec3& wish, std::span<const Vec3> normals) const;
    Vec3 turnedByWalls(const Vec3& heading, const Vec3& rise, std::span<const Vec3> normals) const;
    /// Returns the feasible velocity for all planes here. If they stop it, rechecks them first and forgets faces that
    /// are hidden or that meet in a convex edge.
    Vec3 feasibleAfterRecheck(const Vec3& wish);
    /// Leaves a direction against the wish, which the momentum along a plane left earlier can give, for the feasible
    /// part of the wish itself. So every piece of a path leads onwards along the wish, and a mover that holds it comes
    /// to no position twice: where each plane's slide leads back, it rests.
    void keepToWish();
    /// Queries all planes here, and moves away from those nearer than the skin.
    void lookAround();
    /// Begins another piece of the move: counts its bumps anew.
    void beginPiece(double seconds, double after) {
        left = seconds;
        later = after;
        bumps_ = bumpsInPlace_ = 0;
    }
    /// Counts a bump. Returns false if there were too many.
    bool countBump(const Leg& met);
    void record(PathEvent event, const Leg& met = {});
    std::size_t recorded() const { return path_.count(); }
    /// Gives back the time since `seconds` were left and `recorded` points recorded. The box is where it was then.
    void giveBack(double seconds, std::size_t recorded) {
        left = seconds;
        path_.setTimes(recorded, seconds_ - later - left);
    }

  private:
    bool flyOn(const Vec3& acceleration, Leg& met);
    void leaveShallow(std::span<const TouchedPlane> planes);
    bool squareAtSkin() const;
    bool stillTouches(const Plane& plane) const;

    const MoveSpace& space_;
    PathRecorder& path_;
    double seconds_;
    PlaneSet around_;  // found by the last lookAround()
    bool looked_ = false;
    int unlocks_ = 0;
    std::size_t old_ = 0;  // number of planes touched before the box came here; later ones were hit here
    std::uint32_t bumps_ = 0, bumpsInPlace_ = 0;
};

}  // namespace hullbake::detail
