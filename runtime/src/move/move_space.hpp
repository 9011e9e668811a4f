// What a moving box asks the map: the hull's baked trees or any box at query time, one model or all of them.
#pragma once

#include <cstdint>
#include <span>

#include "hullbake/slide.hpp"
#include "query/all_models.hpp"

namespace hullbake::detail {

/// Units that a sweep looks ahead of its way: what comes nearer than the skin there stops it in time.
inline constexpr double kLookAheadSkins = 32;

/// One straight piece of a move.
struct Leg {
    Vec3 end;
    double fraction = 1;         ///< of the way
    double contactFraction = 1;  ///< of the way, without the skin; may be over 1
    bool hit = false;            ///< did not come to its end
    bool stuck = false;          ///< began in solid
    bool invalid = false;
    Plane plane;
    Contents contents = Contents::Empty;
    ModelId model;
};

class MoveSpace {
  public:
    MoveSpace(const ClipMap& map, const Probe& probe);

    /// Whether moves take the probe.
    bool valid() const { return valid_; }
    /// Whether they take it at that position.
    bool validAt(const Vec3& at) const { return valid_ && map_.accepts(probe_, at); }
    const Box& box() const { return box_; }
    double skin() const { return probe_.skin; }
    std::uint32_t traces() const { return traces_; }
    std::uint32_t touchings() const { return touchings_; }

    /// From `from` along `way`, which is not zero. The skin is kept from what is met on the way or within `ahead` units
    /// after its end.
    Leg sweep(const Vec3& from, const Vec3& way, double ahead) const;
    std::span<const TouchedPlane> touching(const Vec3& at, double distance, std::span<TouchedPlane> room) const;
    Unstick unstick(const Vec3& at, double distance) const { return map_.unstick(probe_, at, distance); }
    bool isFree(const Vec3& at) const;
    Surface surface(const Vec3& from, const Vec3& to, ModelId model) const;

  private:
    Trace trace(const Vec3& from, const Vec3& to, ModelId model) const;

    const ClipMap& map_;
    const Probe probe_;
    Box box_;
    ModelRange models_;
    bool valid_ = false;
    mutable std::uint32_t traces_ = 0, touchings_ = 0;
};

}  // namespace hullbake::detail
