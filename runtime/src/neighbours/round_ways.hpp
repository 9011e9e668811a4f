// The ways by which a probe leaves a round body: the least way, and one along each axis. Between bodies whose least
// ways are opposed, an axis leads out.
#pragma once

#include "neighbours/nearest_free_point.hpp"
#include "scene/round_bodies.hpp"

namespace hullbake::detail {

/// Calls visit(index, half-space) for the ways. Half-spaces are of moves from where the probe is, which has these
/// bounds there. `gap` is that after the move `x`. After a move into a half-space, the probe is `room` units away.
template <class Visit>
void forWaysOutOfRound(const Body& body, const Box& probe, const Vec3& x, const RoundGap& gap, double room,
                       const Visit& visit) {
    visit(0, HalfSpace{gap.normal, dot(gap.normal, x) - gap.distance + room});
    const Box own = shapeOf(body).bounds();
    for (int a = 0; a < 3; ++a) {
        Vec3 up;
        up[a] = 1;
        const auto index = static_cast<std::uint32_t>(1 + 2 * a);
        visit(index, HalfSpace{up, body.origin[a] + own.maxs[a] - probe.mins[a] + room});
        visit(index + 1, HalfSpace{-up, probe.maxs[a] - body.origin[a] - own.mins[a] + room});
    }
}

}  // namespace hullbake::detail
