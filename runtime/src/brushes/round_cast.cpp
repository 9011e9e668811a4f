#include "brushes/round_cast.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "brushes/box_pieces.hpp"
#include "brushes/box_touch.hpp"
#include "brushes/bvh_sweep.hpp"
#include "brushes/model_brushes.hpp"
#include "brushes/round_entry.hpp"
#include "tree/tolerances.hpp"

namespace hullbake::detail {

using namespace format;

namespace {

// Units along the way within which two entries are one.
constexpr double kSameRoundEntry = 1e-7;
// Upper bound of the faces, edges and corners that one cast looks at.
constexpr std::int64_t kRoundBudget = std::int64_t{1} << 24;
// Distance, units, from a brush within which a body counts as touching it, when a touch is looked up again.
constexpr double kTouchSearch = 1e-6;
// Difference of unit normals that turning alone explains.
constexpr double kSameTouchNormal = 1e-13;

// Returns true if `a` is the better contact of two entered together: what is flatter, then an axial plane, then the one
// that is faced most directly, then the first in the map.
bool isBetter(const RoundHit& a, const RoundHit& b, const Vec3& delta) {
    if (!b.hit) return true;
    if (a.nearest.feature != b.nearest.feature) return a.nearest.feature < b.nearest.feature;
    const auto axial = [](const Vec3& n) { return (n.x != 0) + (n.y != 0) + (n.z != 0) == 1; };
    const bool one = axial(a.nearest.normal), two = axial(b.nearest.normal);
    if (one != two) return one;
    const double facing = dot(a.nearest.normal, delta), other = dot(b.nearest.normal, delta);
    if (std::fabs(facing - other) > 1e-12 * length(delta)) return facing < other;
    return a.brush < b.brush;
}

// What the body touches at a place. A side that is not grown is touched by the origin.
NearestFeature touchedFeature(const BrushShape& brush, const RoundBody& body, const Vec3& origin, const Vec3& delta) {
    NearestFeature nearest = touchedOf(brush, body, origin);
    const int bare = nearest.distance < body.radius - kTouchSearch ? bareSideAt(brush, origin) : -1;
    if (bare >= 0) {
        nearest.feature = Feature::Face;
        nearest.faces[0] = nearest.faces[1] = static_cast<std::uint32_t>(bare);
        const SideRecord& face = brush.faces()[static_cast<std::size_t>(bare)];
        nearest.normal = vectorOf(face.normal);
        nearest.point = origin - nearest.normal * heightOver(face, origin);
    } else if (nearest.normal == Vec3{}) {
        nearest.normal = delta * (-1 / length(delta));
    }
    return nearest;
}

class RoundCast {
  public:
    RoundCast(const RoundSet& set, const Vec3& start, const Vec3& delta)
        : set_(set), start_(start), delta_(delta), length_(length(delta)) {}

    void run(const GridWay* listed, RoundHit& result) {
        const double tolerance = kSurfaceTolerance / length_;
        if (listed == nullptr || !visitByLists(*listed)) {
            setFirst(1);
            count_ = 0;
            startsolid_ = false;
            visitOnWay();
        }
        if (startsolid_) {
            result.startsolid = true;
            setFirst(1);
            count_ = 0;
            result.leave = leaveSolid(tolerance);
            if (result.leave >= 1) {
                result.hit = result.allsolid = true;
                result.contents = contents_;
                result.tooMuch = budget_ <= 0;
                return;
            }
            walk([&](std::uint32_t brush, const LinePart& deep) {
                if (deep.enter > result.leave + tolerance) offer(brush, deep, result.leave);
            });
        }
        choose(result);
        result.tooMuch = budget_ <= 0;
    }

    // For AlongCells.
    const BrushRecord* brushRecords() const { return set_.tables.brushes.data(); }
    const ClipLine& clipLine() const { return clipLine_; }
    // Later places do not matter.
    double limit() const { return limit_; }

    // Finds the entry into a brush, and whether the start is in it.
    template <class Ops>
    void visit(std::uint32_t brush) {
        if (!set_.counts(set_.tables.brushes[brush])) return;
        const BrushShape shape = set_.shapeOf(brush);
        spend(shape);
        const BrushEntry entry = entryInto(shape, {set_.body, set_.brushes.box, start_, delta_, length_}, limit_);
        if (entry.entering == Entering::Within) {
            startsolid_ = true;
            contents_ |= static_cast<Contents>(set_.tables.brushes[brush].contents);
        } else if (entry.entering == Entering::Yes && !startsolid_) {
            take({entry.t, brush, entry.face});
        }
    }

    template <class Ops>
    HULLBAKE_INLINE bool visitListsWith(const GridWay& listed) {
        clipLine_ = Ops::layOut({set_.brushes.box, listed.input.start, listed.input.end});
        return visitListed<Ops>(*this, listed.grid, listed.slot, listed.input, length_);
    }

  private:
    static constexpr std::uint32_t kMostEntries = 32;

    struct Entry {
        double t;
        std::uint32_t brush, face;  // the face as of BrushEntry
    };
    struct Pending {
        float enter;
        std::uint32_t child;
    };

    bool visitByLists(const GridWay& listed);

    void spend(const BrushShape& shape) {
        budget_ -=
            std::int64_t{shape.edgeCount()} + shape.cornerCount() + static_cast<std::int64_t>(shape.faces().size());
    }

    Met meetNode(const BvhNode& node, const Sweep& sweep) const {
        const float last = static_cast<float>(limit_) * (1 + kSweepRounding);
#ifdef HULLBAKE_AVX
        if (kHasAvx) return meetWide(node, sweep, last);
#endif
        return meetVector(node, sweep, last);
    }

    // Visits the brushes whose bounds the body meets on its way, from front to back, up to the first entry found so
    // far.
    void visitOnWay() {
        if (set_.brushes.root == kNoIndex) return;
        const Sweep sweep = sweepOf(set_.brushes, start_, delta_);
        Pending stack[8 * kMaxBvhDepth];  // each level leaves at most seven siblings
        std::uint32_t pending = 0;
        stack[pending++] = {0, set_.brushes.root};
        while (pending > 0 && budget_ > 0) {
            const Pending now = stack[--pending];
            if (static_cast<double>(now.enter) * (1 - 4.0 * static_cast<double>(kSweepRounding)) > limit_) continue;
            if ((now.child & kBvhLeaf) != 0) {
                visit<BrushOpsScalar>(now.child & ~kBvhLeaf);
                continue;
            }
            const BvhNode& node = set_.brushes.volumes[now.child];
            budget_ -= 8;
            const Met met = meetNode(node, sweep);
            const std::uint32_t base = pending;
            for (unsigned left = met.mask; left != 0; left &= left - 1) {
                const int slot = std::countr_zero(left);
                // Keeps the nearest on top.
                std::uint32_t at = pending++;
                for (; at > base && stack[at - 1].enter < met.enter[slot]; --at) stack[at] = stack[at - 1];
                stack[at] = {met.enter[slot], node.child[slot]};
            }
        }
    }

    // Calls visit(brush, part) for the brushes that the body is deep in somewhere on its way, with that part, up to the
    // first entry found so far.
    template <class Visit>
    void walk(const Visit& visit) {
        if (set_.brushes.root == kNoIndex) return;
        const Sweep sweep = sweepOf(set_.brushes, start_, delta_);
        std::uint32_t stack[8 * kMaxBvhDepth];  // each level leaves at most seven siblings
        std::uint32_t pending = 0;
        stack[pending++] = set_.brushes.root;
        while (pending > 0 && budget_ > 0) {
            const BvhNode& node = set_.brushes.volumes[stack[--pending]];
            budget_ -= 8;
            const Met met = meetNode(node, sweep);
            for (int slot = 0; slot < 8; ++slot) {
                const std::uint32_t child = node.child[slot];
                if ((met.mask >> slot & 1) == 0) continue;
                if ((child & kBvhLeaf) == 0)
                    stack[pending++] = child;
                else
                    meet(child & ~kBvhLeaf, visit);
            }
        }
    }

    template <class Visit>
    void meet(std::uint32_t brush, const Visit& visit) {
        if (!set_.counts(set_.tables.brushes[brush])) return;
        const BrushShape shape = set_.shapeOf(brush);
        spend(shape);
        const LinePart deep = partInside(shape, set_.body, start_, delta_, kSurfaceTolerance);
        if (!deep.empty() && deep.enter < 1 && deep.leave > 0) visit(brush, deep);
    }

    // Takes the entry into a brush that is deep behind `from`. Where it is touched may lie before the place where it
    // counts as entered.
    void offer(std::uint32_t brush, const LinePart& deep, double from) {
        const LinePart part = partInside(set_.shapeOf(brush), set_.body, start_, delta_, 0);
        const double t = std::clamp(part.empty() ? deep.enter : part.enter, from, std::max(from, deep.enter));
        take({t, brush, kNoIndex});
    }

    void setFirst(double first) {
        first_ = first;
        limit_ = std::min(1.0, first_ + kSameRoundEntry / length_);
    }

    void take(const Entry& entry) {
        const double room = kSameRoundEntry / length_;
        if (entry.t > first_ + room) return;
        setFirst(std::min(first_, entry.t));
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < count_; ++i)
            if (entries_[i].t <= first_ + room) entries_[kept++] = entries_[i];
        count_ = kept;
        if (count_ < kMostEntries) {
            entries_[count_++] = entry;
            return;
        }
        // Keeps the first in the map, so that the order of the visits does not matter.
        std::uint32_t last = 0;
        for (std::uint32_t i = 1; i < count_; ++i)
            if (entries_[i].brush > entries_[last].brush) last = i;
        if (entry.brush < entries_[last].brush) entries_[last] = entry;
    }

    // Returns the end of the solid that the start is in: brushes that overlap, or whose gap is a touch, are one.
    double leaveSolid(double tolerance) {
        double leave = 0;
        for (bool further = true; further && leave < 1 && budget_ > 0;) {
            further = false;
            walk([&](std::uint32_t, const LinePart& deep) {
                const bool reached = leave == 0 ? deep.enter < 0 : deep.enter <= leave + tolerance;
                if (!reached || deep.leave <= leave) return;
                leave = deep.leave;
                further = true;
            });
        }
        return leave;
    }

    NearestFeature touchAt(const Entry& entry) const {
        const BrushShape shape = set_.shapeOf(entry.brush);
        if (entry.face != kNoIndex) return touchOfFace(shape, entry.face);
        const Vec3 place = start_ + delta_ * entry.t;
        if (!shape.isBox() || !isUprightRound(set_.body)) return touchedFeature(shape, set_.body, place, delta_);
        NearestFeature nearest = touchOfBox(shape, set_.body, place);
        if (nearest.normal == Vec3{}) nearest.normal = delta_ * (-1 / length_);
        return nearest;
    }

    void choose(RoundHit& result) const {
        for (std::uint32_t i = 0; i < count_; ++i) {
            const Entry& entry = entries_[i];
            result.contents |= static_cast<Contents>(set_.tables.brushes[entry.brush].contents);
            if (!result.hit) {
                take(entry, result);
                continue;
            }
            RoundHit other;
            take(entry, other);
            if (!isBetter(other, result, delta_)) continue;
            result.t = other.t;
            result.brush = other.brush;
            result.nearest = other.nearest;
        }
    }

    void take(const Entry& entry, RoundHit& hit) const {
        hit.hit = true;
        hit.t = entry.t;
        hit.brush = entry.brush;
        hit.nearest = touchAt(entry);
    }

    const RoundSet& set_;
    const Vec3 &start_, &delta_;
    double length_;
    std::int64_t budget_ = kRoundBudget;
    double first_ = 1;  // the first entry so far
    double limit_ = 1;
    bool startsolid_ = false;
    Contents contents_ = Contents::Empty;  // of the brushes that contain the start
    ClipLine clipLine_;
    Entry entries_[kMostEntries];
    std::uint32_t count_ = 0;
};

#ifdef HULLBAKE_AVX
HULLBAKE_BEGIN_AVX
HULLBAKE_NOINLINE bool visitByListsAvx(RoundCast& cast, const GridWay& listed) {
    return cast.visitListsWith<BrushOpsAvx>(listed);
}
HULLBAKE_END_TARGET
#endif

bool RoundCast::visitByLists(const GridWay& listed) {
#ifdef HULLBAKE_AVX
    if (kHasAvx) return visitByListsAvx(*this, listed);
#endif
    return visitListsWith<BrushOpsScalar>(listed);
}

}  // namespace

RoundSet roundSet(const Tables& tables, const RoundBody& body, const Box& bounds, ModelId model, Contents mask) {
    return {tables, boxBrushes(tables, bounds, tables.hulls.size(), model), body, mask};
}

void castRound(const RoundSet& set, const Vec3& start, const Vec3& delta, const GridWay* listed, RoundHit& result) {
    RoundCast(set, start, delta).run(listed, result);
}

Contents contentsAround(const RoundSet& set, const Vec3& origin) {
    Contents contents = Contents::Empty;
    set.brushes.forBrushesAt(origin, [&](std::uint32_t brush) {
        const BrushRecord& record = set.tables.brushes[brush];
        const auto own = static_cast<Contents>(record.contents);
        if (set.counts(record) && (contents & own) != own &&
            isInside(set.shapeOf(brush), set.body, origin, kSurfaceTolerance))
            contents |= own;
    });
    return contents;
}

RoundHit touchedAt(const RoundSet& set, const Vec3& origin, const Vec3& delta, const Vec3& normal) {
    // First how near the nearest is: seams of brushes off the grid are gaps of their own, narrower than a touch. Walls
    // in a line may differ by rounding, and the brush that the cast has chosen is one with the very normal.
    RoundHit best;
    constexpr double kMost = kSurfaceTolerance + kTouchSearch;
    double least[2] = {kMost, kMost};
    bool anySame = false;
    for (const bool choose : {false, true})
        set.brushes.forBrushesAt(origin, [&](std::uint32_t brush) {
            if (!set.counts(set.tables.brushes[brush])) return;
            RoundHit one;
            one.hit = true;
            one.brush = brush;
            one.nearest = touchedFeature(set.shapeOf(brush), set.body, origin, delta);
            const double off =
                bareSideAt(set.shapeOf(brush), origin) >= 0 ? 0 : std::fabs(one.nearest.distance - set.body.radius);
            const double turned = length(one.nearest.normal - normal);
            if (turned > kTouchSearch) return;
            const bool same = turned <= kSameTouchNormal;
            if (!choose) {
                anySame = anySame || (same && off <= kMost);
                least[same ? 1 : 0] = std::min(least[same ? 1 : 0], off);
            } else if (same == anySame && off <= least[same ? 1 : 0] + kSameRoundEntry && isBetter(one, best, delta)) {
                best = one;
            }
        });
    return best;
}

}  // namespace hullbake::detail
