// One box on its way: where it is, how fast, how much time is left, and the planes that it touches there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "move/feasible_direction.hpp"
#include "move/move_space.hpp"

namespace hullbake::detail {

/// Planes that a box must not move into, each once.
class PlaneSet {
  public:
    /// False when it is there already or there is no room.
    bool add(const Plane& plane);
    void clear() { count_ = 0; }
    std::size_t size() const { return count_; }
    /// Of the first `among`, keeps those for which keep(plane) holds; all others stay.
    template <class Keep>
    void filter(std::size_t among, const Keep& keep) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            if (i < among && !keep(planes_[i])) continue;
            planes_[kept] = planes_[i];
            normals_[kept++] = normals_[i];
        }
        count_ = kept;
    }
    std::span<const Plane> planes() const { return {planes_.data(), count_}; }
    std::span<const Vec3> normals() const { return {normals_.data(), count_}; }

  private:
    std::array<Plane, kMaxMovePlanes> planes_;
    std::array<Vec3, kMaxMovePlanes> normals_;
    std::size_t count_ = 0;
};

/// Where a path is written down.
class PathRecorder {
  public:
    explicit PathRecorder(std::span<PathPoint> room) : room_(room) {}
    void add(const PathPoint& point) {
        if (count_ < room_.size()) room_[count_] = point;
        ++count_;
    }
    std::size_t count() const { return count_; }

  private:
    std::span<PathPoint> room_;
    std::size_t count_ = 0;
};

/// What stops a way through the air.
enum class Stopped : std::uint8_t {
    No,    ///< the time is over
    Met,   ///< something that is not obeyed yet
    Fails  ///< the map would not answer: out of its range
};

class Slider {
  public:
    Slider(const MoveSpace& space, PathRecorder& path, const Vec3& origin, const Vec3& wish, double seconds)
        : at(origin), velocity(wish), left(seconds), space_(space), path_(path), seconds_(seconds) {}

    Vec3 at, velocity;
    Vec3 arrival;          ///< the velocity with which the box came to where it is
    double left;           ///< seconds
    bool blocked = false;  ///< something was hit that did not let the box pass
    PlaneSet touched;      ///< where it is now
    /// On the ground: the plane that the box walks on. Velocities stay along it, and planes that can be walked on,
    /// whose normals have at least this z, turn them instead of stopping them.
    std::optional<Plane> ground;
    double walkable = 2;

    const MoveSpace& space() const { return space_; }
    double aheadOf() const { return kLookAheadSkins * space_.skin(); }

    /// Out of solid, if it begins there. The move may go on when this is Moved.
    SlideStatus begin(double unstick);

    /// Makes sure of an end outside solid. Where baked hulls close what no one can reach, a move along its very edge
    /// may come to lie behind it: that one is taken back, to a place that was free. Whether it was.
    bool takesBack(const Vec3& start);

    /// Flies for the time that is left, or until something is met for which stop(met) holds.
    template <class Stop>
    Stopped fly(const Vec3& acceleration, const Stop& stop, Leg& met) {
        arrival = velocity;
        while (left > 0) {
            if (!flyOn(acceleration, met)) return met.invalid ? Stopped::Fails : Stopped::No;
            if (stop(met)) return Stopped::Met;
            obey(met);
            if (mayBump(met)) continue;
            left = 0;
            velocity = nearestFeasible(velocity, touched.normals());
        }
        return Stopped::No;
    }

    /// Goes to the end of a leg, which takes some time; forgets the planes that it touches no more.
    void goTo(const Leg& leg, double seconds);
    /// Forgets all planes.
    void forget() {
        touched.clear();
        old_ = 0;
    }
    /// Turns the velocity along what was met here, and along all that this leads into.
    void obey(const Leg& met);
    /// Takes note of a plane; looks for others when the box is in an acute crevice or gets nowhere. `velocity` becomes
    /// `arrival` without what leads into any.
    void touch(const Plane& plane);
    /// `wish` without what leads into planes with these normals, along the ground if there is one.
    Vec3 feasible(const Vec3& wish, std::span<const Vec3> normals) const;
    /// The same for all planes here. When they stop it, makes sure of them first: faces that are hidden, or that meet
    /// in a convex edge, are forgotten.
    Vec3 unlocked(const Vec3& wish);
    /// Asks for all planes here, and keeps away from those that are nearer than the skin.
    void lookAround();
    /// Whether bumps are left; counts one.
    bool mayBump(const Leg& met);
    void record(PathEvent event, const Leg& met = {});

  private:
    bool flyOn(const Vec3& acceleration, Leg& met);
    void leaveShallow(std::span<const TouchedPlane> planes);
    bool squareAtSkin() const;
    bool stillTouches(const Plane& plane) const;

    const MoveSpace& space_;
    PathRecorder& path_;
    double seconds_;
    PlaneSet around_;  // that the last look around found
    bool looked_ = false;
    int unlocks_ = 0;
    std::size_t old_ = 0;  // planes that it touched already where it came from; the others were met here
    std::uint32_t bumps_ = 0, bumpsInPlace_ = 0;
};

}  // namespace hullbake::detail
