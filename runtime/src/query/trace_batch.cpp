// Several traces at once: eight side by side where the processor has AVX-512, else one after the other. What takes the
// tree takes it one by one in any case.

#include <algorithm>

#include "grid/grid_trace_x8.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {

using namespace detail;

namespace {

constexpr std::size_t kTogether = 8;

#ifdef HULLBAKE_AVX512
constexpr std::size_t kFewTraces = 3;  // fewer are faster one by one

bool mayGoByEight(const GridSections& sections, std::span<const TraceInput> inputs) {
    const std::uint32_t hull = inputs[0].hull.value;
    if (!kHasAvx512 || inputs.size() < kFewTraces || hull >= sections.grids.size()) return false;
    constexpr std::size_t kMost = 0xffffffff;  // what a lane counts
    return sections.grids[hull].blocks[0] != 0 && !sections.boxes.empty() && sections.boxes.size() <= kMost &&
           sections.cells.size() <= kMost && sections.blocks.size() <= kMost;
}

// A bit for each trace that has its answer.
HULLBAKE_WITH_AVX512 unsigned walkEight(const GridSections& sections, const PlaneRecord* planes,
                                        std::span<const TraceInput> inputs, Trace* answers) {
    const FreeGrid grid(sections, inputs[0].hull.value);
    return EightWalk(grid, planes, inputs).run(answers);
}
#endif

}  // namespace

std::size_t ClipMap::traces(std::span<const TraceInput> inputs, std::span<Trace> answers) const noexcept {
    const std::size_t count = std::min(inputs.size(), answers.size());
    for (std::size_t first = 0; first < count; first += kTogether) {
        const std::span<const TraceInput> some = inputs.subspan(first, std::min(kTogether, count - first));
        Trace* const out = &answers[first];
        unsigned told = 0;
#ifdef HULLBAKE_AVX512
        if (mayGoByEight(grid_, some)) told = walkEight(grid_, planes_.data(), some, out);
#endif
        for (std::size_t i = 0; i < some.size(); ++i)
            if ((told >> i & 1) == 0) out[i] = trace(some[i]);
    }
    return count;
}

}  // namespace hullbake
