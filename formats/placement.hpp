// Moves brushes, patches and keys of a map: scaled, then turned, then shifted.
//
// A shift by decimals, a turn by multiples of 90 degrees and a scale of -1 keep the decimals of the text exact. All
// else rounds points to kPlacedDecimals and normals to kTurnedDecimals.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "formats/map.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Decimals of a coordinate that was turned or scaled.
inline constexpr int kPlacedDecimals = 10;
/// Decimals of a component of a normal that was turned. The distance of a plane far out depends on them.
inline constexpr int kTurnedDecimals = 15;

/// Where another map stands. Requires finite numbers, and a scale without 0.
struct Placement {
    Vec3 origin;          ///< where its origin comes to, world units
    Vec3 angles;          ///< pitch, yaw, roll, degrees: Rz(yaw) * Ry(pitch) * Rx(roll); positive pitch is down
    Vec3 scale{1, 1, 1};  ///< along the axes of the other map; an odd number of negative ones mirrors
    Vec3 pivot;           ///< the point of the other map that comes to `origin`
};

/// Moves what is given by a placement. What is mirrored keeps its outside. The numbers of texture projections stay as
/// they are.
class Placer {
  public:
    explicit Placer(const Placement& placement);

    Vec3 movePoint(const Vec3& point) const;
    void move(MapBrush& brush) const;
    void move(MapPatch& patch) const;
    void move(MapDisplacedBrush& displaced) const;
    /// Moves the value of `origin`, and turns those of `angles` and `angle` where they are written. A value that is not
    /// numbers stays. `angle` -1 and -2, up and down, stay under a turn about z. Other turns of an `angle` make it
    /// `angles`.
    void moveKeys(MapEntity& entity) const;

  private:
    using Matrix = std::array<Vec3, 3>;  // rows

    Vec3 turn(const Vec3& vector) const;
    Vec3 direction(const Vec3& vector) const;
    void move(MapFace& face) const;
    void move(MapDisplacement& displacement) const;
    std::string turnedAngles(const Vec3& angles) const;

    Placement placement_;
    Matrix turn_;
    double largest_ = 0;  // magnitude of the largest scale
    bool exact_ = true;   // a turn by quarters, no scale but 1 and -1
    bool mirrors_ = false;
};

/// Returns a + b as the decimals that they were written as, up to 15 digits or kPlacedDecimals.
double decimalSum(double a, double b);

/// Parses up to three numbers separated by blanks and returns how many there are, or -1 for any other text and for
/// numbers that are not finite.
int parseNumbers(std::string_view text, Vec3& numbers);

}  // namespace hullbake
