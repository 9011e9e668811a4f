#include "tree/along_trace.hpp"

#include "tree/tree_trace.hpp"

namespace hullbake::detail {

namespace {

// The planes in which the whole trace lies, and a side of each.
class AlongSides {
  public:
    bool any() const { return count_ > 0; }

    // Replaces a node by its child on the side taken; of a new plane, the front. Returns false if there are too many
    // planes, or two so nearly parallel that rounding decides what lies between them.
    bool take(const NodeTables& tables, ChildRef& child) {
        const NodeRecord& node = tables.nodes[child];
        std::uint32_t i = 0;
        while (i < count_ && !samePlane(*taken_[i].node, node)) ++i;
        if (i == count_) {
            if (count_ == kMost || (count_ == 1 && isNearlyParallel(tables, *taken_[0].node, node))) return false;
            taken_[count_++] = {&node, false};
        }
        child = taken_[i].back ? node.back : node.front();
        return true;
    }

    // Takes the next combination of sides. Returns false after the last.
    bool next() {
        while (count_ > 0 && taken_[count_ - 1].back) --count_;
        if (count_ == 0) return false;
        taken_[count_ - 1].back = true;
        return true;
    }

  private:
    static bool isNearlyParallel(const NodeTables& tables, const NodeRecord& a, const NodeRecord& b) {
        constexpr double kParallel = 0.99;  // cosine
        return std::fabs(dot(nodePlane(tables, a).normal, nodePlane(tables, b).normal)) > kParallel;
    }

    struct Taken {
        const NodeRecord* node;
        bool back;
    };
    static constexpr std::uint32_t kMost = 2;
    Taken taken_[kMost];
    std::uint32_t count_ = 0;
};

// Sides for one run.
struct AlongRun {
    static constexpr bool kTakesSides = true;
    bool take(const NodeTables& tables, ChildRef& child) const { return sides.take(tables, child); }
    AlongSides& sides;
};

}  // namespace

// Where one side is free all the way, so is the trace. It stops where it enters solid on every free side at once, while
// the other sides stay solid. All else is unclear: a side may open where another closes.
bool traceAlong(const Trees& trees, const Line& line, Contact& contact, std::int64_t& budget) {
    AlongSides sides;
    Contact entry;
    double solidUntil = 2;
    do {
        Contact one;
        if (!TreeTraceBy<AlongRun>(trees, line, budget, {sides}).run(one) || !sides.any()) return false;
        if (one.allsolid) continue;
        if (one.startsolid) {
            solidUntil = std::min(solidUntil, one.leave);
            continue;
        }
        if (!one.hit) {
            contact = one;
            return true;
        }
        if (entry.hit && !(one.t == entry.t && one.node == entry.node)) return false;
        entry = one;
    } while (sides.next());
    // Contents are those of all that is met there, and solid swallows the others.
    constexpr auto kSolid = static_cast<std::uint32_t>(Contents::Solid);
    const double clear = kTouchTolerances * line.toleranceT;
    const bool sure = entry.hit && entry.t > clear && entry.t < 1 - clear && solidUntil > entry.t + clear &&
                      (entry.contents & kSolid) != 0;
    if (!sure) return false;
    // On the other sides, brushes may be entered at the same place.
    contact = entry;
    contact.node = -1;
    return true;
}

}  // namespace hullbake::detail
