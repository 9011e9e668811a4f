// Exact equations of on-grid planes: n.x = d in integers, with x in units of kEquationUnit.
//
// They decide sides that doubles cannot. Planes of off-grid faces have no equation.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

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

/// The equation n.x = d, with n outward. The greatest common divisor of all four numbers is 1, so equal planes have
/// equal equations.
struct PlaneEquation {
    std::array<std::int64_t, 3> n{};  ///< each below 2^kMaxNormalBits; all zero: no equation
    WideInteger d;                    ///< below 2^kMaxDistBits
    std::uint8_t normalBits = 0;      ///< of the longest component of n; 0: no equation
    std::uint8_t distBits = 0;
    std::uint8_t axis = 3;  ///< 0..2 if only this component of n is not zero, else 3

    bool known() const { return normalBits != 0; }
    friend bool operator==(const PlaneEquation&, const PlaneEquation&) = default;
};

inline constexpr unsigned kMaxNormalBits = 62;
inline constexpr unsigned kMaxDistBits = 125;

/// Builds an equation from components without a common divisor and a whole distance, |dist| < 2^63. Unknown if a
/// component is too long.
PlaneEquation equationOf(const std::array<std::int64_t, 3>& n, std::int64_t dist);
PlaneEquation flipped(const PlaneEquation& equation);
/// Returns |weightOne| * one + |weightTwo| * two, reduced; used for bevels. Unknown if it does not fit.
PlaneEquation combined(const PlaneEquation& one, std::int64_t weightOne, const PlaneEquation& two,
                       std::int64_t weightTwo);
/// Returns the plane across `axis` through the point where three planes meet. Unknown if there is no such point or the
/// equation does not fit.
PlaneEquation axialThrough(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, int axis,
                           bool facesUp);
/// Returns the plane shifted exactly by the support of the reflected box. Unknown if the box is off-grid or the sum
/// does not fit.
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
    bool samePlane(PlaneId a, PlaneId b) const { return a != kNoPlane && a >> shift_ == b >> shift_; }

  private:
    static std::uint8_t isOnGrid(const PlaneEquation& equation) {
        return equation.axis < 3 && equation.normalBits == 1 && equation.distBits <= 53 ? 1 : 0;
    }

    unsigned shift_;
    std::vector<PlaneEquation> equations_;
    std::vector<std::uint8_t> onGrid_;  // indexed by plane; read far more often than the equations
};

}  // namespace hullbake
