// Trace by the grid that starts on a surface, and leaves it or runs along it.
// In: a grid and a trace with a length. Out: free, or a hit whose plane the brushes must confirm; else unclear.
// Invariant: a position is free if free space comes as near as rounding. So a box is free up to its sides, and where a
// trace lies in a plane, it is free if one side of the plane is.
#pragma once

#include <type_traits>

#include "grid/grid_march.hpp"
#include "grid/surface_nodes.hpp"

namespace hullbake::detail {

/// The planes of a cell's cut table along a trace that starts on some of them, or lies in them. `Planes`: a type of
/// CellCutsScalar or CellCutsAvx.
template <class Planes>
class SurfaceCuts {
  public:
    /// `squared`: of the trace's length.
    HULLBAKE_INLINE SurfaceCuts(const format::CutRecord& cut, const PlaneRecord* table, const Planes& planes,
                                double squared)
        : cut_(cut), table_(table), planes_(planes), squared_(squared) {}

    /// Returns whether the trace is certainly free from `from` to `until`, or enters solid at no other plane nearby.
    /// Without a plane that it starts on or slides in it is unclear.
    HULLBAKE_INLINE CellEnd trace(double from, double until, CellHit& hit, SurfacesMet& met) {
        const bool taken = take(from, until);
        met.starts = met.starts || startsOn_;
#ifndef HULLBAKE_SMALL
        met.departs = met.departs && (on_ == 0 || departsFrom(on_));
#endif
        if (!taken || !(met.starts || met.slides)) return CellEnd::Unclear;
        if (crossed_ != 0) planes_.crossings(times_);
        // Tries all combinations of the sides of planes in which the trace lies.
        Entry entry;
        bool free = false, unclear = false, beside = false;
        std::uint32_t sides = 0;
        do {
            if (isSolid(cut_, (after_ ^ crossed_) | sides)) {
                beside = true;
                continue;
            }
            Entry own;
            const bool followed = follow(sides, own);
            if (followed && own.plane < 0)
                free = true;
            else if (!followed || (entry.plane >= 0 && own.plane != entry.plane))
                unclear = true;
            else
                entry = own;
        } while ((sides = (sides - along_) & along_) != 0);
        met.slides = met.slides || beside;
        if (free) return CellEnd::Free;
        if (unclear || entry.plane < 0 || !isClosedBehind(entry)) return CellEnd::Unclear;
        const PlaneRecord& entered = table_[cut_.planes[entry.plane]];
        hit = {entry.t, {{entered.normal[0], entered.normal[1], entered.normal[2]}, entered.dist}, cut_.contents};
        return CellEnd::Hit;
    }

  private:
    // Returns false if the trace ends near a plane, or begins near one that it is not on.
    HULLBAKE_INLINE bool take(double from, double until) {
        std::uint32_t beginsClear = 0, endsClear = 0, beginsOff = 0, endsOff = 0;
        const std::uint32_t before = planes_.behind(from, kSettledEnd, beginsClear);
        const std::uint32_t after = planes_.behind(until, kSettledEnd, endsClear);
        planes_.behind(from, kRounding, beginsOff);
        planes_.behind(until, kRounding, endsOff);
        const std::uint32_t on = planes_.all() & ~beginsOff;
        along_ = on & ~endsOff;
        after_ = after & ~along_;
        crossed_ = (before ^ after) & ~on;
        const std::uint32_t unclear = planes_.all() & ~along_ & ~(endsClear & (on | beginsClear));
        startsOn_ = (on & (unclear ^ (unclear - 1))) != 0;  // of the planes up to the first unclear one
        on_ = on;
        return unclear == 0 && opensBeside();
    }

    // Returns true if the planes are axial, and the trace leaves them at no flat angle.
    HULLBAKE_INLINE bool departsFrom(std::uint32_t planes) const {
        bool departs = (planes & planes_.flat(kStaysNear * kStaysNear * squared_)) == 0;
        for (; departs && planes != 0; planes &= planes - 1) {
            const Vec3 n = normalOf(planes);
            departs = std::max(std::max(std::fabs(n.x), std::fabs(n.y)), std::fabs(n.z)) == 1;
        }
        return departs;
    }

    // Returns false if space between the planes in which the trace lies may be thinner than rounding: there are three,
    // or two are nearly parallel.
    HULLBAKE_INLINE bool opensBeside() const {
        const std::uint32_t others = along_ & (along_ - 1);
        return others == 0 || ((others & (others - 1)) == 0 && opensBetween(normalOf(along_), normalOf(others)));
    }
    Vec3 normalOf(std::uint32_t bits) const {
        const double* normal = table_[cut_.planes[std::countr_zero(bits)]].normal;
        return {normal[0], normal[1], normal[2]};
    }

    // A crossing into solid.
    struct Entry {
        double t = 2;
        int plane = -1;            // its number; -1 for none
        std::uint32_t behind = 0;  // planes that the trace is behind then, without those in which it lies
    };

    // Finds the first entry on these sides of the planes in which the trace lies. Returns false if it is not certain.
    // What lies between planes crossed in their common edge is passed or entered in no length.
    HULLBAKE_INLINE bool follow(std::uint32_t sides, Entry& first) const {
        double unsettled = 2;
        for (std::uint32_t left = crossed_; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            const std::uint32_t bit = 1u << i;
            const double t = times_[i];
            std::uint32_t clear = 0;
            const std::uint32_t sidesThere = planes_.behind(t, kTouchLength, clear);
            const std::uint32_t others = planes_.all() & ~(clear | bit | along_);
            const std::uint32_t group = others == 0 ? bit : bit | crossedAt(t, others);
            const std::uint32_t behind = (sidesThere & ~group & ~along_) | (after_ & group);
            if ((others & ~group) != 0) unsettled = std::min(unsettled, t);
            if (t < first.t && isSolid(cut_, behind | sides)) first = {t, i, behind};
        }
        return unsettled > 1 || unsettled > first.t;
    }

    // Returns those of the planes that the trace crosses where it crosses one at `t`, to rounding: in their common
    // edge.
    HULLBAKE_NOINLINE std::uint32_t crossedAt(double t, std::uint32_t planes) const {
        std::uint32_t there = 0;
        for (std::uint32_t left = planes & crossed_; left != 0; left &= left - 1) {
            const int i = std::countr_zero(left);
            const double apart = times_[i] - t;
            there |= (apart * apart * squared_ <= kRounding * kRounding ? 1u : 0u) << i;
        }
        return there;
    }

    // Returns true if solid lies behind the entry on all sides of the planes in which the trace lies.
    HULLBAKE_INLINE bool isClosedBehind(const Entry& entry) const {
        std::uint32_t sides = 0;
        do {
            if (!isSolid(cut_, entry.behind | sides)) return false;
        } while ((sides = (sides - along_) & along_) != 0);
        return true;
    }

    const format::CutRecord& cut_;
    const PlaneRecord* table_;
    const Planes planes_;
    const double squared_;
    double times_[8];  // where the trace crosses each plane, if it crosses any
    bool startsOn_ = false;
    // Planes: the trace starts on them, lies in them, ends behind, crosses them.
    std::uint32_t on_ = 0, along_ = 0, after_ = 0, crossed_ = 0;
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
    bool departs;        ///< for Hit: it leaves all planes that it starts on, which are axial, at no flat angle
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
        SurfaceEnd end{Kind::Unclear, {}, false, false, 0};
        const GridPoint start = Lanes::point(input_.start);
        if (!Lanes::find(grid_, start, place_)) return end;
        const format::FreeBoxRecord& box = grid_.box(place_);
        const bool inBox = Lanes::touches(box, start);
        if (inBox && Lanes::touches(box, Lanes::point(input_.end))) return {Kind::Free, {}, false, false, 0};
        Lanes::lay(input_.start, input_.end, line_);
        end.slot = place_.slot;
        met_.starts = inBox && !Lanes::holds(box, start);
        if (inBox && !met_.starts) return end;  // no surface is near
        const GridStep step = Path::follow(inBox);
        if (step == GridStep::Passes) {
            end.kind = Kind::Free;
        } else if (step != GridStep::Done) {
            end.kind = from_ > 0 || !met_.starts ? Kind::Unclear : Kind::AtStart;
        } else {
            end = {Kind::Hit, hit_, met_.slides, met_.departs && !(inBox && isNearSide(box, start)), place_.slot};
        }
        return end;
    }

  private:
    using Path::from_;
    using Path::grid_;
    using Path::line_;
    using Path::place_;

    static bool hitsWall(const format::FreeBoxRecord&, int, int, const GridPoint&) { return false; }
    bool isOnSurface() const { return met_.starts || met_.slides; }

    HULLBAKE_INLINE GridStep throughCell(double until) {
        const std::uint32_t subtree = grid_.subtree(place_);
        if (subtree == format::kManyNodes || !(until > from_)) return GridStep::Unclear;
        const CellEnd end =
            (subtree & format::kCutFlag) != 0 ? throughCuts(grid_.cut(subtree), until) : throughNodes(subtree, until);
        if (end != CellEnd::Hit) return end == CellEnd::Free ? GridStep::Goes : GridStep::Unclear;
        return isSure() ? GridStep::Done : GridStep::Unclear;
    }

    HULLBAKE_INLINE CellEnd throughCuts(const format::CutRecord& cut, double until) {
        using Few = typename Lanes::Cuts::Few;
        using Many = typename Lanes::Cuts::Many;
        const PlaneRecord* const table = grid_.cutPlanes();
        const Few few(cut.planes, table, line_);
        if constexpr (!std::is_same_v<Few, Many>) {
            if (cut.planes[4] != 0)
                return SurfaceCuts(cut, table, Many{few, Few(cut.planes + 4, table, line_)}, line_.squared)
                    .trace(from_, until, hit_, met_);
        }
        return SurfaceCuts(cut, table, few, line_.squared).trace(from_, until, hit_, met_);
    }

    // A small library leaves cells of nodes to the tree.
    HULLBAKE_NOINLINE CellEnd throughNodes([[maybe_unused]] std::uint32_t subtree, [[maybe_unused]] double until) {
#ifdef HULLBAKE_SMALL
        return CellEnd::Unclear;
#else
        const NodeTables nodes{grid_.nodes(), grid_.tables().planes.data()};
        SurfaceNodes trace(nodes, static_cast<std::uint32_t>(input_.probe.mask), line_, from_, until);
        return trace.run(subtree, hit_, met_);
#endif
    }

    // Returns true if a position is close to a side of the box, but not on it.
    static bool isNearSide([[maybe_unused]] const format::FreeBoxRecord& box, [[maybe_unused]] const GridPoint& p) {
        bool near = false;
#ifndef HULLBAKE_SMALL
        for (int side = 0; side < 2; ++side)
            for (int a = 0; a < 3; ++a) {
                const double away = std::fabs(p.at[a] - box.sides[side][a]);
                near = near | ((away > kRounding) & (away <= kSettledEnd));
            }
#endif
        return near;
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
    SurfacesMet met_;  // also where it starts close to a side of its box
};

}  // namespace hullbake::detail
