// An index of a scene's members: a tree of boxes, laid out so that a query passes over what is far without a stack.
// In: the members. Out: slots. The first has the sizes of the arrays, then each subtree begins with its bounds and the
// slot behind it, and its members follow.
// Bounds are enlarged by how far members may move, and rounded outwards, so that a query never misses one.

#include <algorithm>
#include <cmath>

#include "hullbake/clip_map.hpp"
#include "scene/members.hpp"
#include "simd/target.hpp"

namespace hullbake {

using namespace detail;

namespace {

constexpr float kEverywhere = 1e30f;  // bounds of what is looked at always
constexpr std::uint32_t kSubtree = UINT32_MAX;
constexpr std::size_t kMostInLeaf = 8;

float floatBelow(double value) {
    return static_cast<float>(value - std::fabs(value) * 1e-6 - 1e-6);
}
float floatAbove(double value) {
    return static_cast<float>(value + std::fabs(value) * 1e-6 + 1e-6);
}

// Members whose place is not known are looked at always: they may be refused.
SceneSlot slotOf(const Box& place, double slack, MemberId member) {
    SceneSlot slot;
    slot.member = member.value;
    bool known = true;
    for (int a = 0; a < 3; ++a) {
        known = known && std::fabs(place.mins[a]) <= 4 * kMaxCoordinate &&
                std::fabs(place.maxs[a]) <= 4 * kMaxCoordinate && place.mins[a] <= place.maxs[a];
        slot.mins[a] = known ? floatBelow(place.mins[a] - slack - kAside) : 0;
        slot.maxs[a] = known ? floatAbove(place.maxs[a] + slack + kAside) : 0;
    }
    for (int a = 0; a < 3 && !known; ++a) {
        slot.mins[a] = -kEverywhere;
        slot.maxs[a] = kEverywhere;
    }
    return slot;
}

Box indexedPlace(const format::Tables& tables, const PlacedModel& placed) {
    const Box nowhere{{1, 1, 1}, {-1, -1, -1}};
    if (placed.model.value >= tables.models.size()) return nowhere;
    const format::ModelRecord& model = tables.models[placed.model.value];
    if (model.brushCount == 0 || !placed.transform.valid()) return nowhere;
    return placedBounds(model, placed.transform);
}

// The place of a query, to be compared with slots.
class IndexedQuery {
  public:
    explicit IndexedQuery(const Box& place) {
        for (int a = 0; a < 3; ++a) {
            low_[a] = floatBelow(place.mins[a]);
            high_[a] = floatAbove(place.maxs[a]);
        }
    }
#ifdef HULLBAKE_SSE2
    // The fourth lanes, which have another meaning in a slot, do not count.
    bool isApartFrom(const SceneSlot& slot) const {
        const __m128 after = _mm_cmpgt_ps(_mm_loadu_ps(slot.mins), _mm_load_ps(high_));
        const __m128 before = _mm_cmplt_ps(_mm_loadu_ps(slot.maxs), _mm_load_ps(low_));
        return (_mm_movemask_ps(_mm_or_ps(after, before)) & 7) != 0;
    }
#else
    bool isApartFrom(const SceneSlot& slot) const {
        bool apart = false;
        for (int a = 0; a < 3; ++a) apart = apart | (slot.mins[a] > high_[a]) | (slot.maxs[a] < low_[a]);
        return apart;
    }
#endif

  private:
    alignas(16) float low_[4] = {}, high_[4] = {};
};

// Lays out a tree. The members lie at the end of the room, which has a slot for each of them before that: fewer
// subtrees than members begin, so that no member is written over before it is read.
class IndexLayout {
  public:
    IndexLayout(std::span<SceneSlot> slots, std::size_t count)
        : slots_(slots), members_(slots.subspan(slots.size() - count)) {}

    std::size_t run(std::size_t models) {
        SceneSlot head;
        head.member = static_cast<std::uint32_t>(models);
        head.skip = static_cast<std::uint32_t>(members_.size() - models);
        slots_[used_++] = head;
        if (!members_.empty()) layOut(0, members_.size());
        return used_;
    }

  private:
    static float middle(const SceneSlot& slot, int axis) { return slot.mins[axis] + slot.maxs[axis]; }

    SceneSlot around(std::size_t from, std::size_t to) const {
        SceneSlot all = members_[from];
        for (std::size_t i = from + 1; i < to; ++i)
            for (int a = 0; a < 3; ++a) {
                all.mins[a] = std::min(all.mins[a], members_[i].mins[a]);
                all.maxs[a] = std::max(all.maxs[a], members_[i].maxs[a]);
            }
        all.member = kSubtree;
        return all;
    }

    void layOut(std::size_t from, std::size_t to) {
        const SceneSlot all = around(from, to);
        const std::size_t at = used_++;
        slots_[at] = all;
        if (to - from <= kMostInLeaf) {
            for (std::size_t i = from; i < to; ++i) slots_[used_++] = members_[i];
        } else {
            int axis = 0;
            for (int a = 1; a < 3; ++a)
                if (all.maxs[a] - all.mins[a] > all.maxs[axis] - all.mins[axis]) axis = a;
            const std::size_t half = from + (to - from) / 2;
            const auto begin = members_.begin();
            std::nth_element(begin + static_cast<std::ptrdiff_t>(from), begin + static_cast<std::ptrdiff_t>(half),
                             begin + static_cast<std::ptrdiff_t>(to), [&](const SceneSlot& a, const SceneSlot& b) {
                                 const float one = middle(a, axis), two = middle(b, axis);
                                 return one != two ? one < two : a.member < b.member;
                             });
            layOut(from, half);
            layOut(half, to);
        }
        slots_[at].skip = static_cast<std::uint32_t>(used_);
    }

    std::span<SceneSlot> slots_, members_;
    std::size_t used_ = 0;
};

}  // namespace

std::size_t indexScene(const ClipMap& map, const Scene& scene, double slack, std::span<SceneSlot> slots) noexcept {
    const std::size_t models = scene.models.size(), count = models + scene.bodies.size();
    if (!isValidDistance(slack) || slots.size() < slotsFor(scene) || count >= MemberId::kBody) return 0;
    const std::span<SceneSlot> room = slots.first(slotsFor(scene));
    for (std::size_t i = 0; i < count; ++i) {
        SceneSlot& slot = room[room.size() - count + i];
        if (i < models)
            slot = slotOf(indexedPlace(map.tables(), scene.models[i]), slack,
                          MemberId::model(static_cast<std::uint32_t>(i)));
        else
            slot = slotOf(placeOf(scene.bodies[i - models]), slack,
                          MemberId::body(static_cast<std::uint32_t>(i - models)));
    }
    return IndexLayout(room, count).run(models);
}

bool detail::findIndexed(const Scene& scene, const Box& place, MemberList& list) {
    const std::span<const SceneSlot> slots = scene.index;
    list.count = 0;
    if (slots[0].member != scene.models.size() || slots[0].skip != scene.bodies.size()) return false;
    const IndexedQuery query(place);
    for (std::size_t i = 1; i < slots.size();) {
        if (slots[i].member == kSubtree) {
            i = query.isApartFrom(slots[i]) && slots[i].skip > i ? slots[i].skip : i + 1;
            continue;
        }
        // Members up to the next subtree. Which of them are near is hard to predict, so that there is no branch for it.
        for (; i < slots.size() && slots[i].member != kSubtree; ++i) {
            if (list.count == kMostListed) return false;
            list.values[list.count] = slots[i].member;
            list.count += query.isApartFrom(slots[i]) ? 0 : 1;
        }
    }
    // In ascending order, as if all had been looked at.
    for (std::uint32_t k = 0; k < list.count; ++k) {
        const MemberId member{list.values[k]};
        if (member.index() >= (member.isBody() ? scene.bodies.size() : scene.models.size())) return false;
        std::uint32_t at = k;
        for (; at > 0 && list.values[at - 1] > member.value; --at) list.values[at] = list.values[at - 1];
        list.values[at] = member.value;
    }
    return true;
}

}  // namespace hullbake
