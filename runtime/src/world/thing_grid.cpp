#include "world/thing_grid.hpp"

#include <algorithm>
#include <cmath>

#include "simd/target.hpp"

namespace hullbake::detail {

namespace {

constexpr std::uint32_t kNoRecord = UINT32_MAX;
// Units: what lies farther out goes to the top level, so that numbers of cells fit.
constexpr double kFarthestCell = 1e9;
// Boxes that the plain loop compares in the time of one visit of a cell.
constexpr double kBoxesPerCell = 8;

// On which side one is of the other is hard to predict: one branch for x and y together. False for NaN, so that what is
// not finite is looked at.
bool areApartInGrid(const Box& a, const Box& b) {
#ifdef HULLBAKE_SSE2
    const __m128d after = _mm_cmpgt_pd(_mm_loadu_pd(&a.mins.x), _mm_loadu_pd(&b.maxs.x));
    const __m128d before = _mm_cmpgt_pd(_mm_loadu_pd(&b.mins.x), _mm_loadu_pd(&a.maxs.x));
    if (_mm_movemask_pd(_mm_or_pd(after, before)) != 0) return true;
#else
    for (int axis = 0; axis < 2; ++axis)
        if (std::max(a.mins[axis] - b.maxs[axis], b.mins[axis] - a.maxs[axis]) > 0) return true;
#endif
    return std::max(a.mins.z - b.maxs.z, b.mins.z - a.maxs.z) > 0;
}

std::int32_t cellAt(double at, double size) {
    return static_cast<std::int32_t>(std::floor(at / size));
}

}  // namespace

ThingGrid::ThingGrid(GridRecord* records, std::uint32_t* buckets, std::uint32_t count)
    : records_(records), buckets_(buckets), count_(count) {
    for (std::uint32_t i = 0; i < count; ++i) *(buckets_ + i) = kNoRecord;
}

std::uint32_t ThingGrid::levelOf(const Box& box) {
    for (int a = 0; a < 2; ++a)
        if (!(box.mins[a] > -kFarthestCell && box.maxs[a] < kFarthestCell)) return kTop;
    const double size = std::max(box.maxs.x - box.mins.x, box.maxs.y - box.mins.y);
    std::uint32_t level = 0;
    while (level < kTop && size > sizeOf(level)) ++level;
    return level;
}

std::uint32_t* ThingGrid::bucketOf(std::uint32_t level, std::int32_t x, std::int32_t y) const {
    const auto word = [](std::int32_t v) { return static_cast<std::uint32_t>(v); };
    std::uint64_t hash = (std::uint64_t{word(x)} << 32 | word(y)) + level * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 32;
    return buckets_ + ((hash & 0xffffffffu) * count_ >> 32);
}

void ThingGrid::remove(std::uint32_t i) {
    const GridRecord& record = *(records_ + i);
    std::uint32_t* link = bucketOf(record.level, record.x, record.y);
    while (*link != i) link = &(records_ + *link)->next;
    *link = record.next;
    --levelCounts_[record.level];
}

void ThingGrid::put(std::uint32_t i, const Box& box) {
    GridRecord& record = *(records_ + i);
    const std::uint32_t level = levelOf(box);
    const std::int32_t x = level == kTop ? 0 : cellAt(box.mins.x, sizeOf(level));
    const std::int32_t y = level == kTop ? 0 : cellAt(box.mins.y, sizeOf(level));
    record.box = box;
    if (record.level == level && record.x == x && record.y == y) return;
    if (record.level != kNoRecord) remove(i);
    record.level = level;
    record.x = x;
    record.y = y;
    std::uint32_t* bucket = bucketOf(level, x, y);
    record.next = *bucket;
    *bucket = i;
    ++levelCounts_[level];
}

double ThingGrid::cellsToVisit(const Box& box) const {
    double cells = 0;
    for (std::uint32_t level = 0; level < kTop; ++level) {
        if (levelCounts_[level] == 0) continue;
        const double size = sizeOf(level);
        cells += ((box.maxs.x - box.mins.x) / size + 2) * ((box.maxs.y - box.mins.y) / size + 2);
    }
    return cells;
}

std::uint32_t ThingGrid::findInCell(std::uint32_t level, std::int32_t x, std::int32_t y, const Box& box,
                                    std::uint32_t found, std::uint32_t* out) const {
    for (std::uint32_t i = *bucketOf(level, x, y); i != kNoRecord; i = (records_ + i)->next) {
        const GridRecord& record = *(records_ + i);
        if (record.level == level && record.x == x && record.y == y && !areApartInGrid(record.box, box))
            *(out + found++) = i;
    }
    return found;
}

std::uint32_t ThingGrid::find(const Box& around, std::uint32_t* out) const {
    // Rounding of a box's size must not put it beyond the cells that are looked at.
    const Vec3 aside{1, 1, 1};
    const Box box{around.mins - aside, around.maxs + aside};
    std::uint32_t found = 0;
    // For a few, and for a box that meets most of them, the plain loop is the shortest way.
    if (levelOf(box) == kTop || !(kBoxesPerCell * cellsToVisit(box) < count_)) {
        for (std::uint32_t i = 0; i < count_; ++i)
            if ((records_ + i)->level != kNoRecord && !areApartInGrid((records_ + i)->box, box)) *(out + found++) = i;
        return found;
    }
    for (std::uint32_t level = 0; level < kTop; ++level) {
        if (levelCounts_[level] == 0) continue;
        const double size = sizeOf(level);
        const std::int32_t lastX = cellAt(box.maxs.x, size), lastY = cellAt(box.maxs.y, size);
        for (std::int32_t x = cellAt(box.mins.x, size) - 1; x <= lastX; ++x)
            for (std::int32_t y = cellAt(box.mins.y, size) - 1; y <= lastY; ++y)
                found = findInCell(level, x, y, box, found, out);
    }
    if (levelCounts_[kTop] != 0) found = findInCell(kTop, 0, 0, box, found, out);
    std::sort(out, out + found);
    return found;
}

}  // namespace hullbake::detail
