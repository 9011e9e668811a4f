// Exact equations of on-grid planes: n.x = d in integers, with x in units of kEquationUnit. They decide what doubles
// cannot; planes that come from off-grid faces have none.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "compiler/geometry/plane_id.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// Units of the map per unit of an equation: a quarter of kGrid, so that the auxiliary planes of trees are whole, too.
inline constexpr double kEquationUnit = 1.0 / 64;

/// A 128-bit integer in two's complement, for storage; arithmetic is done in Boost's types.
struct WideInteger {
    std::uint64_t low = 0;
    std::int64_t high = 0;
    friend bool operator==(const WideInteger&, const WideInteger&) = default;
};

/// n.x = d, n outward. The greatest common divisor of all four numbers is 1, so that equal planes have equal equations.
struct PlaneEquation {
    std::array<std::int64_t, 3> n{};  ///< each below 2^kMaxNormalBits; all zero: no equation
    WideInteger d;                    ///< below 2^kMaxDistBits
    std::uint8_t normalBits = 0;      ///< of the longest component of n; 0: no equation
    std::uint8_t distBits = 0;
    std::uint8_t axis = 3;  ///< 0..2 when only this component of n is not zero

    bool known() const { return normalBits != 0; }
    friend bool operator==(const PlaneEquation&, const PlaneEquation&) = default;
};

inline constexpr unsigned kMaxNormalBits = 62;
inline constexpr unsigned kMaxDistBits = 125;

/// From components without a common divisor and a whole distance, |dist| < 2^63. Unknown when a component is too long.
PlaneEquation equationOf(const std::array<std::int64_t, 3>& n, std::int64_t dist);
PlaneEquation flipped(const PlaneEquation& equation);
/// |weightOne| * one + |weightTwo| * two, reduced; for bevels. Unknown when it does not fit.
PlaneEquation combined(const PlaneEquation& one, std::int64_t weightOne, const PlaneEquation& two,
                       std::int64_t weightTwo);
/// The plane across `axis` through the point where three planes meet. Unknown when there is no such point or the
/// equation does not fit.
PlaneEquation axialThrough(const PlaneEquation& a, const PlaneEquation& b, const PlaneEquation& c, int axis,
                           bool facesUp);
/// Shifted by the support of the reflected box, exactly. Unknown when the box is off-grid or the sum does not fit.
PlaneEquation grownBy(const PlaneEquation& equation, const Box& box);

/// The plane in doubles: unit normal and distance, off by at most 6 and 8 times 2^-53 of each
/// component's and of the distance's magnitude.
Plane planeOf(const PlaneEquation& equation);

/// For two planes across one axis: the sign of the coordinate of `a` less that of `b`.
int compareAxial(const PlaneEquation& a, const PlaneEquation& b);

/// The id of an axial plane at a whole distance (in kEquationUnit) that stands in no table; kNoPlane for other planes.
PlaneId axialPlaneId(const Plane& plane);
constexpr bool isAxialPlaneId(PlaneId id) {
    return id != kNoPlane && (id & kAxialIdBit) != 0;
}
PlaneEquation axialEquation(PlaneId id);

/// The equations of planes by their ids.
class PlaneEquations {
  public:
    /// Tells whether ids 2k and 2k + 1 are the two facings of one plane, or every id has a plane of its own.
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

    /// Of ids that are pairs the even one's; unknown for ids never added. Axial ids need not have been added: theirs
    /// are written to `axial`. The reference holds until the next call of add or, for axial ids, as long as `axial`.
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
    /// Returns true if a plane is axial and stands at a whole multiple of kEquationUnit that a double holds.
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
    std::vector<std::uint8_t> onGrid_;  // by plane: asked far more often than the equations themselves
};

}  // namespace hullbake
