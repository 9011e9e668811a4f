// Trace by the grid that starts on a surface, and leaves it or runs along it.
// In: a grid and a trace with a length. Out: free, or a hit whose plane the brushes must confirm; else unclear.
// Invariant: a position is free if free space comes as near as rounding. So a box is free up to its sides, and where a
// trace lies in a plane, it is free if one side of the plane is.
#pragma once

#include "grid/grid_march.hpp"
#include "grid/surface_nodes.hpp"

namespace hullbake::detail {

/// The planes of a cell's cut table along a trace that starts on some of them, or lies in them.
class SurfaceCuts {
  public:
    /// Returns whether the trace is certainly free from `from` to `until`, or enters solid at no other plane nearby.
    /// Sets `slides` where it lies in a plane that has solid on one side, and `starts` where it starts on a plane.
    /// Without either it is unclear.
    static CellEnd trace(const format::CutRecord& cut, const PlaneRecord* planes, const GridLine& line, double from,
                         double until, CellHit& hit, bool& slides, bool& starts) {
        SurfaceCuts cuts;
        const bool taken = cuts.take(cut, planes, line, from, until);
        starts = starts || cuts.on_;
        if (!taken || !(starts || slides)) return CellEnd::Unclear;
        // Tries all combinations of the sides of planes in which the trace lies.
        Entry entry;
        bool free = false, unclear = false, beside = false;
        std::uint32_t sides = 0;
        do {
            if (isSolid(cut, (cuts.after_ ^ cuts.crossed_) | sides)) {
                beside = true;
                continue;
            }
            Entry own;
            if (!cuts.follow(cut, sides, own))
                unclear = true;
            else if (own.plane < 0)
                free = true;
            else if (entry.plane >= 0 && own.plane != entry.plane)
                unclear = true;
            else
                entry = own;
        } while ((sides = (sides - cuts.along_) & cuts.along_) != 0);
        slides = slides || beside;
        if (free) return CellEnd::Free;
        if (unclear || entry.plane < 0 || !cuts.isClosedBehind(cut, entry)) return CellEnd::Unclear;
        const PlaneRecord& entered = planes[cut.planes[entry.plane]];
        hit = {entry.t, {{entered.normal[0], entered.normal[1], entered.normal[2]}, entered.dist}, cut.contents};
        return CellEnd::Hit;
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
            on_ = on_ || on;
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
        const PlaneRecord& other = planes[cut.planes[std::countr_zero(along_)]];
        return (along_ & (along_ - 1)) == 0 && opensBetween({plane.normal[0], plane.normal[1], plane.normal[2]},
                                                            {other.normal[0], other.normal[1], other.normal[2]});
    }

    // A crossing into solid.
    struct Entry {
        double t = 2;
        int plane = -1;            // its number; -1 for none
        std::uint32_t behind = 0;  // planes that the trace is behind then, without those in which it lies
    };

    // Finds the first entry on these sides of the planes in which the trace lies. Returns false if it is not certain.
    bool follow(const format::CutRecord& cut, std::uint32_t sides, Entry& first) const {
        double unsettled = 2;
        for (std::uint32_t left = crossed_; left != 0; left &= left - 1) {
            const auto i = static_cast<std::uint32_t>(std::countr_zero(left));
            const double t = d_[i] / -v_[i];
            std::uint32_t behind = after_ & 1u << i;
            for (std::uint32_t k = 0; k < count_; ++k) {
                if (k == i || (along_ >> k & 1) != 0) continue;
                const double there = d_[k] + v_[k] * t;
                if (!(std::fabs(there) > kTouchLength)) unsettled = std::min(unsettled, t);
                behind |= (there < 0 ? 1u : 0u) << k;
            }
            if (t < first.t && isSolid(cut, behind | sides)) first = {t, static_cast<int>(i), behind};
        }
        return unsettled > 1 || unsettled > first.t;
    }

    // Returns true if solid lies behind the entry on all sides of the planes in which the trace lies.
    bool isClosedBehind(const format::CutRecord& cut, const Entry& entry) const {
        std::uint32_t sides = 0;
        do {
            if (!isSolid(cut, entry.behind | sides)) return false;
        } while ((sides = (sides - along_) & along_) != 0);
        return true;
    }

    static constexpr std::uint32_t kMost = 8;
    double d_[kMost], v_[kMost];  // distance of the start from each plane, and its change along the trace
    std::uint32_t count_ = 0;
    bool on_ = false;
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

/// What the grid tells of a trace that starts on a surface.
struct SurfaceEnd {
    enum class Kind : std::uint8_t { Free, Hit, AtStart, Unclear };
    Kind kind;           ///< AtStart: it is unclear what happens on a surface at the start
    CellHit hit;         ///< for Hit: the plane that the grid enters, at no flat angle, and where
    bool slides;         ///< for Hit: the trace lies in a surface, so the brushes tell the plane
    std::uint32_t slot;  ///< of the cell of the hit or the start
};

/// `Lanes`: GridOpsScalar or GridOpsAvx.
template <class Lanes>
class SurfaceTrace : private GridMarch<ClosedBoxes<Lanes>, SurfaceTrace<Lanes>> {
    using Path = GridMarch<ClosedBoxes<Lanes>, SurfaceTrace<Lanes>>;
    friend Path;

  public:
    /// The trace must have a length.
    SurfaceTrace(const GridView& grid, const TraceQuery& input) : Path(grid), input_(input) {}

    HULLBAKE_INLINE SurfaceEnd run() {
        using Kind = SurfaceEnd::Kind;
        SurfaceEnd end{Kind::Unclear, {}, false, 0};
        const GridPoint start = Lanes::point(input_.start);
        if (!Lanes::find(grid_, start, place_)) return end;
        const format::FreeBoxRecord& box = grid_.box(place_);
        const bool inBox = Lanes::touches(box, start);
        if (inBox && Lanes::touches(box, Lanes::point(input_.end))) return {Kind::Free, {}, false, 0};
        Lanes::lay(input_.start, input_.end, line_);
        end.slot = place_.slot;
        starts_ = inBox && !Lanes::holds(box, start);
        if (inBox && !starts_) return end;  // no surface is near
        const GridStep step = Path::follow(inBox);
        if (step == GridStep::Passes) {
            end.kind = Kind::Free;
        } else if (step != GridStep::Done) {
            end.kind = from_ > 0 || !starts_ ? Kind::Unclear : Kind::AtStart;
        } else {
            end = {Kind::Hit, hit_, slides_, place_.slot};
        }
        return end;
    }

  private:
    using Path::from_;
    using Path::grid_;
    using Path::line_;
    using Path::place_;

    static bool hitsWall(const format::FreeBoxRecord&, int, int, const GridPoint&) { return false; }
    bool isOnSurface() const { return starts_ || slides_; }

    HULLBAKE_INLINE GridStep throughCell(double until) {
        const std::uint32_t subtree = grid_.subtree(place_);
        if (subtree == format::kManyNodes || !(until > from_)) return GridStep::Unclear;
        const CellEnd end =
            (subtree & format::kCutFlag) != 0
                ? SurfaceCuts::trace(grid_.cut(subtree), grid_.cutPlanes(), line_, from_, until, hit_, slides_, starts_)
                : throughNodes(subtree, until);
        if (end != CellEnd::Hit) return end == CellEnd::Free ? GridStep::Goes : GridStep::Unclear;
        return isSure() ? GridStep::Done : GridStep::Unclear;
    }

    // A small library leaves cells of nodes to the tree.
    HULLBAKE_NOINLINE CellEnd throughNodes([[maybe_unused]] std::uint32_t subtree, [[maybe_unused]] double until) {
#ifdef HULLBAKE_SMALL
        return CellEnd::Unclear;
#else
        const NodeTables nodes{grid_.nodes(), grid_.tables().planes.data()};
        SurfaceNodes trace(nodes, static_cast<std::uint32_t>(input_.probe.mask), line_, from_, until);
        return isOnSurface() || trace.startsOnPlane(subtree) ? trace.run(subtree, hit_, slides_, starts_)
                                                             : CellEnd::Unclear;
#endif
    }

    // Returns true if a hit is deep in its cell, well after the start and before the end, and at no flat angle.
    bool isSure() const {
        const double away = std::min(hit_.t, 1 - hit_.t),
                     falls = distanceTo(hit_.plane, input_.start) - distanceTo(hit_.plane, input_.end);
        return away * away * line_.squared > kTouchLength * kTouchLength &&
               falls * falls >= kFlatSine * kFlatSine * line_.squared &&
               Lanes::isInCell(grid_, place_, Lanes::along(line_, hit_.t));
    }

    const TraceQuery& input_;
    CellHit hit_;
    bool slides_ = false;  // beside solid
    bool starts_ = false;  // close to a surface
};

}  // namespace hullbake::detail
