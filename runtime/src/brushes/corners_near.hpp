// Which corners and edges of a brush a body comes near to on a part of its way.
// In: a brush, a body's way and a window of it. Out: what lies beyond one side of the space that the body takes there.
#pragma once

#include <algorithm>

#include "brushes/round_body.hpp"

namespace hullbake::detail {

/// A body and the line that its origin takes.
struct BodyWay {
    const RoundBody& body;
    const Box& bounds;  ///< of the body
    const Vec3 &start, &delta;
    double length;  ///< of `delta`, more than 0
};

class CornersNear {
  public:
    /// Upper bound of the corners of a brush.
    static constexpr std::uint32_t kMost = 32;

    CornersNear(const BrushShape& brush, const BodyWay& way, const LinePart& part)
        : CornersNear(brush, spaceOf(way, part), part) {}
    /// `space`: what counts as near.
    CornersNear(const BrushShape& brush, const Box& space, const LinePart& part = {}) : window(part) {
        const auto codeOf = [&](double at, int a) {
            return ((at < space.mins[a] ? 1u : 0u) | (at > space.maxs[a] ? 2u : 0u)) << 2 * a;
        };
        if (brush.isBox()) {
            const Vec3 low = brush.corner(0), high = brush.corner(7);
            for (std::uint32_t i = 0; i < 8; ++i) codes_[i] = 0;
            for (int a = 0; a < 3; ++a) {
                const unsigned ends[2] = {codeOf(low[a], a), codeOf(high[a], a)};
                for (std::uint32_t i = 0; i < 8; ++i)
                    codes_[i] = static_cast<std::uint8_t>(codes_[i] | ends[i >> a & 1]);
            }
            return;
        }
        for (std::uint32_t i = 0; i < std::min(brush.cornerCount(), kMost); ++i) {
            const Vec3 p = brush.corner(i);
            codes_[i] = static_cast<std::uint8_t>(codeOf(p.x, 0) | codeOf(p.y, 1) | codeOf(p.z, 2));
        }
    }

    bool skipsCorner(std::uint32_t i) const { return codes_[i] != 0; }
    bool skipsEdge(const format::EdgeRecord& edge) const {
        return (codes_[edge.corners[0]] & codes_[edge.corners[1]]) != 0;
    }

    /// Returns what is near of a brush that passes isFew(), one bit for each.
    std::uint64_t edgesOf(const BrushShape& brush) const {
        std::uint64_t near = 0;
        for (std::uint32_t i = 0; i < brush.edgeCount(); ++i)
            near |= std::uint64_t{skipsEdge(brush.edge(i)) ? 0u : 1u} << i;
        return near;
    }
    std::uint32_t cornersOf(const BrushShape& brush) const {
        std::uint32_t near = 0;
        for (std::uint32_t i = 0; i < brush.cornerCount(); ++i) near |= (skipsCorner(i) ? 0u : 1u) << i;
        return near;
    }
    static bool isFew(const BrushShape& brush) { return brush.cornerCount() <= kMost && brush.edgeCount() <= 64; }

    const LinePart window;

  private:
    static Box spaceOf(const BodyWay& way, const LinePart& part) {
        constexpr double kRoom = 0.01;
        const Vec3 from = way.start + way.delta * part.enter, to = way.start + way.delta * part.leave;
        Box space;
        for (int a = 0; a < 3; ++a) {
            space.mins[a] = std::min(from[a], to[a]) + way.bounds.mins[a] - kRoom;
            space.maxs[a] = std::max(from[a], to[a]) + way.bounds.maxs[a] + kRoom;
        }
        return space;
    }

    std::uint8_t codes_[kMost];
};

}  // namespace hullbake::detail
