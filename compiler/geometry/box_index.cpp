// Halves the boxes by their middles along the widest axis until eight parts are left for each node.

#include "compiler/geometry/box_index.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#if defined(__SSE2__) || defined(_M_X64)
#define HULLBAKE_SSE2
#include <emmintrin.h>
#endif

namespace hullbake {

BoxIndex::BoxIndex(std::span<const Box> boxes) : boxes_(boxes.begin(), boxes.end()) {
    if (boxes_.empty()) return;
    std::vector<std::uint32_t> numbers(boxes_.size());
    std::iota(numbers.begin(), numbers.end(), 0u);
    nodes_.reserve(boxes_.size() / 3 + 1);
    Box all = kEmptyBox;
    build(numbers, all);
}

std::vector<std::uint32_t> BoxIndex::meeting(const Box& box) const {
    std::vector<std::uint32_t> found;
    found.reserve(32);
    each(box, [&](std::uint32_t number) { found.push_back(number); });
    std::sort(found.begin(), found.end());
    return found;
}

BoxIndex::Floats BoxIndex::rounded(const Box& box) {
    Floats sides{};
    for (int a = 0; a < 3; ++a) {
        sides.mins[a] = static_cast<float>(box.mins[a]);
        sides.maxs[a] = static_cast<float>(box.maxs[a]);
    }
    return sides;
}

unsigned BoxIndex::Node::meets(const Floats& box) const {
#ifdef HULLBAKE_SSE2
    // Compares four boxes at once, as compilers do not vectorize this.
    unsigned bits = 0;
    for (std::size_t first = 0; first < kWide; first += 4) {
        __m128 met = _mm_cmple_ps(_mm_loadu_ps(&mins[0][first]), _mm_set1_ps(box.maxs[0]));
        met = _mm_and_ps(met, _mm_cmpge_ps(_mm_loadu_ps(&maxs[0][first]), _mm_set1_ps(box.mins[0])));
        for (std::size_t a = 1; a < 3; ++a) {
            met = _mm_and_ps(met, _mm_cmple_ps(_mm_loadu_ps(&mins[a][first]), _mm_set1_ps(box.maxs[a])));
            met = _mm_and_ps(met, _mm_cmpge_ps(_mm_loadu_ps(&maxs[a][first]), _mm_set1_ps(box.mins[a])));
        }
        bits |= static_cast<unsigned>(_mm_movemask_ps(met)) << first;
    }
    return bits;
#else
    unsigned bits = 0;
    for (std::size_t i = 0; i < kWide; ++i) {
        bool met = true;
        for (std::size_t a = 0; a < 3; ++a) met = met && mins[a][i] <= box.maxs[a] && maxs[a][i] >= box.mins[a];
        bits |= (met ? 1u : 0u) << i;
    }
    return bits;
#endif
}

// Adds the nodes of some boxes, the root last. Returns its number, and widens `bounds` by the boxes.
std::uint32_t BoxIndex::build(std::span<std::uint32_t> numbers, Box& bounds) {
    Node node{};
    for (std::size_t a = 0; a < 3; ++a) {
        std::fill_n(node.mins[a], kWide, std::numeric_limits<float>::infinity());
        std::fill_n(node.maxs[a], kWide, -std::numeric_limits<float>::infinity());
    }
    std::size_t count = 0;
    const auto addChild = [&](std::uint32_t child, const Box& box) {
        const Floats sides = rounded(box);
        for (std::size_t a = 0; a < 3; ++a) {
            node.mins[a][count] = sides.mins[a];
            node.maxs[a][count] = sides.maxs[a];
        }
        node.children[count++] = child;
        growBounds(bounds, box.mins);
        growBounds(bounds, box.maxs);
    };
    node.isLeaf = numbers.size() <= kWide;
    if (node.isLeaf) {
        for (const std::uint32_t number : numbers) addChild(number, boxes_[number]);
    } else {
        std::size_t ofChild = kWide;
        while (ofChild * kWide < numbers.size()) ofChild *= kWide;
        forParts(numbers, (numbers.size() + ofChild - 1) / ofChild, [&](std::span<std::uint32_t> part) {
            Box box = kEmptyBox;
            const std::uint32_t child = build(part, box);
            addChild(child, box);
        });
    }
    nodes_.push_back(node);
    return static_cast<std::uint32_t>(nodes_.size()) - 1;
}

// Divides boxes into parts of about as many, and visits each.
template <class Visit>
void BoxIndex::forParts(std::span<std::uint32_t> numbers, std::size_t parts, const Visit& visit) {
    if (parts == 1) return visit(numbers);
    Box middles = kEmptyBox;
    const auto middleOf = [&](std::uint32_t number) { return boxes_[number].mins + boxes_[number].maxs; };
    for (const std::uint32_t number : numbers) growBounds(middles, middleOf(number));
    const Vec3 size = middles.maxs - middles.mins;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::size_t half = numbers.size() * (parts / 2) / parts;
    std::nth_element(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(half), numbers.end(),
                     [&](std::uint32_t i, std::uint32_t k) { return middleOf(i)[axis] < middleOf(k)[axis]; });
    forParts(numbers.first(half), parts / 2, visit);
    forParts(numbers.subspan(half), parts - parts / 2, visit);
}

}  // namespace hullbake
