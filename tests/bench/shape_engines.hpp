// The shapes that are cast in the bench, through a level and through Bullet's world.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "hullbake/shape.hpp"
#include "tests/bench/engines.hpp"

namespace hullbake::bench {

/// A shape to cast. The player's box itself is cast as a box, all others fit into it.
enum class CastShape : std::uint8_t { Box, Ball, Capsule, TurnedBox, Cylinder, Convex };
inline constexpr std::array kCastShapes = {CastShape::Box,       CastShape::Ball,     CastShape::Capsule,
                                           CastShape::TurnedBox, CastShape::Cylinder, CastShape::Convex};

/// Returns "box", "ball", "capsule", "turned box", "cylinder" or "convex set".
std::string_view shapeName(CastShape kind);

/// The shapes that fit into one box. Not copyable: the convex set's shape points into it.
class ShapesIn {
  public:
    explicit ShapesIn(const Box& box);
    ShapesIn(const ShapesIn&) = delete;
    ShapesIn& operator=(const ShapesIn&) = delete;

    const Shape& of(CastShape kind) const { return shapes_[static_cast<std::size_t>(kind)]; }

  private:
    ConvexShape prism_;
    std::array<Shape, kCastShapes.size()> shapes_;
};

/// Casts a shape through the level at query time. `shapes` must outlive the engine. The box keeps the default skin.
std::unique_ptr<Engine> makeShapeCast(const Level& level, const ShapesIn& shapes, CastShape kind,
                                      double skin = kDefaultSkin);
/// Null when Bullet is not built in.
std::unique_ptr<Engine> makeBulletCast(const PeerInput& input, const ShapesIn& shapes, CastShape kind);

}  // namespace hullbake::bench
