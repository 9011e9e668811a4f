// Exact equations of planes: n.x = d in integers, with x in units of kEquationUnit.
//
// They decide sides that doubles cannot. Every coordinate of a map is a decimal, so every plane has an equation. Those
// of on-grid faces fit 64 bits.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "compiler/geometry/exact_coordinate.hpp"
#include "compiler/geometry/plane_id.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// World units per unit of an equation. A quarter of kGrid, so that the auxiliary planes of trees have whole distances
/// too.
inline constexpr double kEquationUnit = 1.0 / 64;

/// A 128-bit integer in two's complement, for storage only; arithmetic uses Boost's types.
struct WideInteger {
    std::uint64_t low = 0;
    std::int64_t high = 0;
    friend bool operator==(const WideInteger&, const WideInteger&) = default;
};

/// Integers that are too long for the fields of a PlaneEquation (wide_integers.hpp).
struct WideEquation;

/// The equation n.x = d, with n outward. The greatest common divisor of all four numbers is 1, so equal planes have
/// equal equations.
struct PlaneEquation {
    std::array<std::int64_t, 3> n{};     ///< each below 2^kMaxNormalBits; all zero if wide, or without an equation
    WideInteger d;                       ///< below 2^kMaxDistBits; zero if wide
    std::uint16_t normalBits = 0;        ///< of the longest component of n; 0: no equation
    std::uint16_t distBits = 0;          ///< of d
    std::uint8_t axis = 3;               ///< 0..2 if only this component of n is not zero, else 3
    std::array<std::int8_t, 3> signs{};  ///< of the components of n: -1, 0 or 1
    std::shared_ptr<const WideEquation> wide;  ///< in place of n and d if they are longer

    bool known() const { return normalBits != 0; }
    friend bool operator==(const PlaneEquation& a, const PlaneEquation& b) {
        return a.n == b.n && a.d == b.d && a.normalBits == b.normalBits && a.distBits == b.distBits &&
               (a.wide == b.wide || equalWide(a, b));
    }

  private:
    static bool equalWide(const PlaneEquation& a, const PlaneEquation& b);
};

inline constexpr unsigned kMaxNormalBits = 62;
inline constexpr unsigned kMaxDistBits = 125;
/// Upper bound of the bits of each integer of a wide equation. Coordinates have at most 100 bits, with their common
/// denominator of 80. A face then has 283 and 310, a bevel 567 and 594, an axial plane through a corner 852 and 879.
/// Growing by a box adds 80.
inline constexpr unsigned kMaxWideBits = 1000;

/// Builds an equation from components without a common divisor and a whole distance, |dist| < 2^63. Unknown if a
/// component is too long.
PlaneEquation equationOf(const std::array<std::int64_t, 3>& n, std::int64_t dist);
/// Returns the plane through three points that faces where they are clockwise. Coordinates are taken as the decimals
/// that they were written as (exactCoordinate). Unknown if the points lie on a line. `moved` grows to the
/// distance, in world units, by which a coordinate differs at most from what was written.
PlaneEquation equationThrough(const std::array<Vec3, 3>& points, Rounding rounding, double& moved);
/// Returns the plane normal . (x - origin) + dist = 0. Numbers are taken as the decimals that they were written as
/// (exactDecimal). Unknown if the normal is zero. Requires that each number is below 2^20.
PlaneEquation equationOfPlane(const Vec3& normal, double dist, const Vec3& origin, bool& isRounded);
/// Returns the equation of a plane near `plane`, through a point near `point`: the components of the normal are rounded
/// to 2^-36, and the point moves by less than 2^-40 units. Requires a unit normal and that |point| < 2^20 along each
/// axis.
PlaneEquation equationNear(const Plane& plane, const Vec3& point);
PlaneEquation flipped(const PlaneEquation& equation);
/// Returns |two.n[axis]| * one + |one.n[axis]| * two: the edge bevel of two faces for one axis. Unknown if it would be
/// axial.
PlaneEquation edgeBevel(const PlaneEquation& one, const PlaneEquation& two, int axis);
/// Returns true if the outward normals have one direction.
bool sameDirection(const PlaneEquation& a, const PlaneEquation& b);
/// Returns the plane across `axis` through the point where three planes meet. Unknown if there is no such point or an
/// equation is unknown.
PlaneEquation axialThrough(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, int axis,
                           bool facesUp);
/// Returns the plane with that normal through the point where three planes meet. Unknown if there is no such point or
/// an equation is unknown. Requires that each component has at most 16 bits.
PlaneEquation planeThrough(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c,
                           const std::array<std::int64_t, 3>& normal);
/// Returns the plane shifted exactly by the support of the reflected box.
PlaneEquation grownBy(const PlaneEquation& equation, const Box& box);

/// Returns the plane in doubles, with a unit normal. Each component of the normal is off by at most 6 * 2^-53 of its
/// magnitude, the distance by 8 * 2^-53.
Plane planeOf(const PlaneEquation& equation);

/// Returns the sign of the coordinate of `a` minus that of `b`, for two planes across one axis.
int compareAxial(const PlaneEquation& a, const PlaneEquation& b);

/// Returns an id that encodes an axial plane at a whole distance (in kEquationUnit), without a table entry. Returns
/// kNoPlane for other planes.
PlaneId axialPlaneId(const Plane& plane);
constexpr bool isAxialPlaneId(PlaneId id) {
    return id != kNoPlane && (id & kAxialIdBit) != 0;
}
PlaneEquation axialEquation(PlaneId id);

/// Equations of planes, indexed by plane id.
class PlaneEquations {
  public:
    /// Paired: ids 2k and 2k + 1 are the two facings of one plane. Single: every id has its own plane.
    enum class Ids : std::uint8_t { Paired, Single };

    explicit PlaneEquations(Ids ids) : shift_(ids == Ids::Paired ? 1 : 0) {}

    void add(const PlaneEquation& equation) {
        equations_.push_back(equation);
        onGrid_.push_back(isOnGrid(equation));
    }
    void replace(PlaneId id, const PlaneEquation& equation) {
        equations_[id >> shift_] = equation;
        onGrid_[id >> shift_] = isOnGrid(equation);
    }
    void reserve(std::size_t count) {
        equations_.reserve(count);
        onGrid_.reserve(count);
    }

    /// Returns the equation of an id, unknown for ids never added. For paired ids it is that of the even one. Axial ids
    /// need not be added: their equation is written to `axial`. The reference is valid until the next add(), or for
    /// axial ids while `axial` exists.
    const PlaneEquation& find(PlaneId id, PlaneEquation& axial) const {
        if ((id >> shift_) < equations_.size()) return equations_[id >> shift_];
        return axial = isAxialPlaneId(id) ? axialEquation(id) : PlaneEquation{};
    }
    PlaneEquation of(PlaneId id) const {
        PlaneEquation axial;
        return find(id, axial);
    }
    bool isKnown(PlaneId id) const {
        return (id >> shift_) < equations_.size() ? equations_[id >> shift_].known() : isAxialPlaneId(id);
    }
    /// Returns true if a plane is axial at a whole multiple of kEquationUnit that a double represents exactly.
    bool isGridPlane(PlaneId id) const {
        return (id >> shift_) < onGrid_.size() ? onGrid_[id >> shift_] != 0 : isAxialPlaneId(id);
    }
    /// Set if all planes come from on-grid faces and boxes, so that no two of them nearly coincide: polygons are then
    /// clipped from a base in doubles, which is quicker.
    void setAllOnGrid(bool all) { allOnGrid_ = all; }
    bool allOnGrid() const { return allOnGrid_; }
    bool samePlane(PlaneId a, PlaneId b) const { return a != kNoPlane && a >> shift_ == b >> shift_; }
    /// Sets the hubs of each plane, a bit for each: points that the plane passes through exactly, as many others do.
    void setHubs(std::vector<std::uint64_t> hubs) { hubs_ = std::move(hubs); }
    /// Returns true if `by` is known to pass through the point where `own` meet.
    bool meetAtHub(const PlaneId (&own)[3], PlaneId by) const {
        return !hubs_.empty() && (hubsOf(own[0]) & hubsOf(own[1]) & hubsOf(own[2]) & hubsOf(by)) != 0;
    }

  private:
    static std::uint8_t isOnGrid(const PlaneEquation& equation) {
        return equation.axis < 3 && equation.normalBits == 1 && equation.distBits <= 53 ? 1 : 0;
    }

    std::uint64_t hubsOf(PlaneId id) const { return (id >> shift_) < hubs_.size() ? hubs_[id >> shift_] : 0; }

    unsigned shift_;
    bool allOnGrid_ = false;
    std::vector<PlaneEquation> equations_;
    std::vector<std::uint8_t> onGrid_;  // indexed by plane; read far more often than the equations
    std::vector<std::uint64_t> hubs_;   // indexed by plane; empty without hubs
};

}  // namespace hullbake
