// Judges one tick of a mover.
//
// In: solids, and the record of a move. Out: faults with their reasons, and what was examined.
// Checks every straight piece of the path and the end against the solids. Checks energy, distance, height, ground, and
// the planes that the velocity must not point into. Finds movers that stall although a direction is open.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "oracle/moves/move_record.hpp"
#include "oracle/moves/move_solids.hpp"
#include "oracle/moves/open_directions.hpp"

namespace hullbake::oracle {

/// Largest depth, in units, of a mover in solid.
inline constexpr double kMoveDepth = 1e-3;

enum class MoveFault : std::uint8_t {
    Refused,    ///< called invalid or stuck, though the start is free
    NotFinite,  ///< NaN or infinity in the answer
    Path,       ///< the path does not lead to the end, or its times run backwards
    InSolid,    ///< the end is deeper than kMoveDepth in solid
    Through,    ///< a part of the path is deeper than kMoveDepth in solid
    Stall,      ///< hardly moved, although a direction was open that it had to take
    Energy,     ///< faster than start, gravity and fall explain
    TooFar,     ///< went further than its speed takes it
    Height,     ///< higher than speed, walkable ground and steps explain
    IntoPlane,  ///< the velocity points into one of the planes that were met
    Drift,      ///< stood still on the ground, and moved
    Ground,     ///< stands on ground that is not below it
    Tremble,    ///< holds a direction, and comes back to a position without coming further (held_window.hpp)
};
inline constexpr std::size_t kMoveFaults = 13;
/// Returns the name for people.
std::string_view moveFaultName(MoveFault fault);
/// Returns the key in JSON.
std::string_view moveFaultKey(MoveFault fault);

struct MoveFinding {
    MoveFault fault = MoveFault::Refused;
    std::string reason;  ///< in words, with numbers
};

/// Faults, and what was examined.
struct MoveVerdict {
    std::vector<MoveFinding> findings;
    std::uint32_t pieces = 0;     ///< straight pieces of the path
    std::uint32_t longLooks = 0;  ///< of those, pieces too near to solid for the fast test
    bool stallExamined = false;   ///< hardly moved: directions were searched
    bool stallUndecided = false;  ///< too many planes to try all directions
};

class MoveJudge {
  public:
    /// `reached` returns whether the mover's hull calls a position free. Leave it empty if the hull knows no more than
    /// the solids, that is, without an outside fill. The solids must outlive the judge.
    MoveJudge(const MoveSolids& solids, std::function<bool(const Vec3&)> reached)
        : solids_(solids), reached_(std::move(reached)) {}

    /// Judges `move`. Overwrites `verdict`.
    void judge(const MoveRecord& move, MoveVerdict& verdict) const;

  private:
    bool sound(const MoveRecord& move, MoveVerdict& verdict) const;
    double clearDistance(const MoveRecord& move, const Vec3& p, double most) const;
    double clearance(const MoveRecord& move) const;
    void judgePath(const MoveRecord& move, MoveVerdict& verdict) const;
    void judgePiece(const MoveRecord& move, const Vec3& from, const PathPoint& to, bool last,
                    MoveVerdict& verdict) const;
    void judgeStall(const MoveRecord& move, MoveVerdict& verdict) const;
    std::vector<OpenDirection> openDirections(const MoveRecord& move, const Vec3& wish, const Vec3* ground,
                                              MoveVerdict& verdict) const;
    bool isOpen(const MoveRecord& move, const OpenDirection& out) const;
    bool isOpenFrom(const MoveRecord& move, const OpenDirection& out, const Vec3& start) const;
    bool isFree(const MoveRecord& move, const Vec3& from, const Vec3& to) const;

    const MoveSolids& solids_;
    std::function<bool(const Vec3&)> reached_;
};

}  // namespace hullbake::oracle
