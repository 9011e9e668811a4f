// Is a mover's tick right? Every straight piece of its path against the solids, the place where it ends, its energy and
// height, the planes that it must not press into, and whether it stood still although there was a way to go.
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

/// Units: how deep a mover may be in solid.
inline constexpr double kMoveDepth = 1e-3;

enum class MoveFault : std::uint8_t {
    Refused,    ///< called invalid or stuck, though the start is free
    NotFinite,  ///< NaN or infinity in the answer
    Path,       ///< the path does not lead to the end, or its times run backwards
    InSolid,    ///< the end is deeper than kMoveDepth in solid
    Through,    ///< a stretch of the path is
    Stall,      ///< hardly moved, though a direction is free that it had to take
    Energy,     ///< faster than start, gravity and fall explain
    TooFar,     ///< went further than its speed takes it
    Height,     ///< higher than speed, walkable ground and steps explain
    IntoPlane,  ///< the velocity points into one of the planes that were met
    Drift,      ///< stood still on the ground, and moved
    Ground,     ///< stands on ground that is not under it
};
inline constexpr std::size_t kMoveFaults = 12;
/// In words, for people.
std::string_view moveFaultName(MoveFault fault);
/// A key of JSON.
std::string_view moveFaultKey(MoveFault fault);

struct MoveFinding {
    MoveFault fault = MoveFault::Refused;
    std::string reason;  ///< in words, with numbers
};

/// What was found, and what was looked at.
struct MoveVerdict {
    std::vector<MoveFinding> findings;
    std::uint32_t pieces = 0;     ///< straight pieces of the path
    std::uint32_t longLooks = 0;  ///< of those, that came as near to solid as to need more than a quick look
    bool stallExamined = false;   ///< hardly moved: directions were looked for
    bool stallUndecided = false;  ///< too many planes to go through
};

class MoveJudge {
  public:
    /// `reached` tells whether the mover's hull calls a place free, where it knows more than the solids (the outside
    /// that was filled); empty when it does not. The solids must outlive the judge.
    MoveJudge(const MoveSolids& solids, std::function<bool(const Vec3&)> reached)
        : solids_(solids), reached_(std::move(reached)) {}

    /// `verdict` is filled anew.
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
