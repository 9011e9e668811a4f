// Trace by the grid that starts on a surface, and is free: it leaves the surface or runs along it.
// In: a grid and a trace with a length. Out: true if the trace is free. Hits are left to the tree.
// Invariant: a position is free if free space comes as near as rounding. So a box is free up to its sides, and where a
// trace lies in a plane, it is free if one side of the plane is.
#pragma once

#include "grid/grid_march.hpp"

namespace hullbake::detail {

/// The planes of a cell's cut table along a trace that starts on some of them, or lies in them.
class SurfaceCuts {
  public:
    /// Returns true if the trace is certainly free from `from` to `until`.
    static bool isFree(const format::CutRecord& cut, const PlaneRecord* planes, const GridLine& line, double from,
                       double until) {
        SurfaceCuts cuts;
        if (!cuts.take(cut, planes, line, from, until)) return false;
        // Tries all combinations of the sides of planes in which the trace lies.
        std::uint32_t sides = 0;
        do {
            if (cuts.isFreeBeside(cut, sides)) return true;
            sides = (sides - cuts.along_) & cuts.along_;
        } while (sides != 0);
        return false;
    }

  private:
    // Returns false if the trace ends near a plane, or begins near one that it is not on.
    bool take(const format::CutRecord& cut, const PlaneRecord* planes, const GridLine& line, double from,
              double until) {
        for (; count_ < kMost && cut.planes[count_] != 0; ++count_) {
            const PlaneRecord& p = planes[cut.planes[count_]];
            const double d = (p.normal[0] * line.start.at[0] + p.normal[1] * line.start.at[1]) +
                             (p.normal[2] * line.start.at[2] - p.dist);
            const double v =
                (p.normal[0] * line.delta.at[0] + p.normal[1] * line.delta.at[1]) + p.normal[2] * line.delta.at[2];
            const double d0 = d + v * from, d1 = d + v * until;
            const bool on = std::fabs(d0) <= kRounding;
            const std::uint32_t bit = 1u << count_;
            if (on && std::fabs(d1) <= kRounding) {
                if (!opensBeside(cut, planes, p)) return false;
                along_ |= bit;
            } else if (!(std::fabs(d1) > kSettledEnd && (on || std::fabs(d0) > kSettledEnd)))
                return false;
            else if (d1 < 0)
                after_ |= bit;
            if (!on && (d0 < 0) != (d1 < 0)) crossed_ |= bit;
            d_[count_] = d;
            v_[count_] = v;
        }
        return true;
    }

    // Returns false if space between this plane and others in which the trace lies may be thinner than rounding: a
    // third such plane, or one that is nearly parallel.
    bool opensBeside(const format::CutRecord& cut, const PlaneRecord* planes, const PlaneRecord& plane) const {
        if (along_ == 0) return true;
        constexpr double kParallel = 0.99;  // cosine
        const PlaneRecord& other = planes[cut.planes[std::countr_zero(along_)]];
        const double cosine = dot(Vec3{plane.normal[0], plane.normal[1], plane.normal[2]},
                                  {other.normal[0], other.normal[1], other.normal[2]});
        return (along_ & (along_ - 1)) == 0 && std::fabs(cosine) < kParallel;
    }

    // Returns true if the trace meets no solid on these sides of the planes in which it lies.
    bool isFreeBeside(const format::CutRecord& cut, std::uint32_t sides) const {
        if (isSolid(cut, (after_ ^ crossed_) | sides)) return false;
        for (std::uint32_t left = crossed_; left != 0; left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
            const double t = d_[i] / -v_[i];
            std::uint32_t behind = sides | (after_ & 1u << i);
            for (std::uint32_t k = 0; k < count_; ++k) {
                if (k == i || (along_ >> k & 1) != 0) continue;
                const double there = d_[k] + v_[k] * t;
                if (!(std::fabs(there) > kTouchLength)) return false;
                behind |= (there < 0 ? 1u : 0u) << k;
            }
            if (isSolid(cut, behind)) return false;
        }
        return true;
    }

    static constexpr std::uint32_t kMost = 8;
    double d_[kMost], v_[kMost];  // distance of the start from each plane, and its change along the trace
    std::uint32_t count_ = 0;
    std::uint32_t along_ = 0, after_ = 0, crossed_ = 0;  // planes: the trace lies in them, ends behind, crosses them
};

/// Lanes for which a box holds what lies on its sides, too.
template <class Lanes>
struct ClosedBoxes : Lanes {
    static constexpr bool kClosed = true;
    static HULLBAKE_INLINE bool holds(const format::FreeBoxRecord& box, const GridPoint& p) {
        return Lanes::touches(box, p);
    }
};

/// `Lanes`: GridOpsScalar or GridOpsAvx.
template <class Lanes>
class SurfaceTrace : private GridMarch<ClosedBoxes<Lanes>, SurfaceTrace<Lanes>> {
    using Path = GridMarch<ClosedBoxes<Lanes>, SurfaceTrace<Lanes>>;
    friend Path;

  public:
    /// The trace must have a length.
    SurfaceTrace(const GridView& grid, const TraceQuery& input) : Path(grid), input_(input) {}

    /// Returns true if the trace is certainly free.
    HULLBAKE_INLINE bool isFree() {
        const GridPoint start = Lanes::point(input_.start);
        if (!Lanes::find(grid_, start, place_)) return false;
        const format::FreeBoxRecord& box = grid_.box(place_);
        const bool inBox = Lanes::touches(box, start);
        if (inBox && Lanes::touches(box, Lanes::point(input_.end))) return true;
        Lanes::lay(input_.start, input_.end, line_);
        return Path::follow(inBox) == GridStep::Passes;
    }

  private:
    using Path::from_;
    using Path::grid_;
    using Path::line_;
    using Path::place_;

    static bool hitsWall(const format::FreeBoxRecord&, int, int, const GridPoint&) { return false; }

    HULLBAKE_INLINE GridStep throughCell(double until) const {
        const std::uint32_t subtree = grid_.subtree(place_);
        const bool cuts = (subtree & format::kCutFlag) != 0 && subtree != format::kManyNodes;
        return cuts && until > from_ && SurfaceCuts::isFree(grid_.cut(subtree), grid_.cutPlanes(), line_, from_, until)
                   ? GridStep::Goes
                   : GridStep::Unclear;
    }

    const TraceQuery& input_;
};

}  // namespace hullbake::detail
