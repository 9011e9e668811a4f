// Several traces at once: all begin in the grid together, where there is nothing to guess and each waits for memory by
// itself; then one after the other is traced to its end.

#include <algorithm>
#include <new>

#include "grid_walk.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {

using namespace detail;

namespace {

constexpr std::size_t kTogether = 8;

// A trace under way; none is made before its turn comes.
template <class Lanes>
union Slot {
    struct Walk {
        FreeGrid grid;
        GridWalk<Lanes> walk;
        Walk(const GridSections& sections, const PlaneRecord* planes, const TraceInput& input)
            : grid(sections, input.hull.value), walk(grid, planes, input) {}
    };
    Slot() {}
    Walk trace;
};

// `told`: before, whether the trace may go by the grid; afterwards, whether it has its answer.
template <class Lanes>
HULLBAKE_INLINE void walkTogether(const GridSections& sections, const PlaneRecord* planes,
                                  std::span<const TraceInput> inputs, Trace* answers, bool* told) {
    Slot<Lanes> slots[kTogether];
    GridStart starts[kTogether];
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        starts[i] = GridStart::Outside;
        if (!told[i]) continue;
        new (&slots[i].trace) typename Slot<Lanes>::Walk(sections, planes, inputs[i]);
        starts[i] = slots[i].trace.walk.begin();
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        answers[i] = Trace{};
        told[i] = starts[i] != GridStart::Outside && slots[i].trace.walk.finish(starts[i], answers[i]);
    }
}

#ifdef HULLBAKE_AVX
HULLBAKE_WITH_AVX void walkTogetherWide(const GridSections& sections, const PlaneRecord* planes,
                                        std::span<const TraceInput> inputs, Trace* answers, bool* told) {
    walkTogether<AvxGrid>(sections, planes, inputs, answers, told);
}
#endif

}  // namespace

std::size_t ClipMap::traces(std::span<const TraceInput> inputs, std::span<Trace> answers) const noexcept {
    const std::size_t count = std::min(inputs.size(), answers.size());
    for (std::size_t first = 0; first < count; first += kTogether) {
        const std::span<const TraceInput> some = inputs.subspan(first, std::min(kTogether, count - first));
        Trace* const out = &answers[first];
        bool told[kTogether];
        for (std::size_t i = 0; i < some.size(); ++i) told[i] = validTrace(some[i]) && mayGoByGrid(some[i]);
#ifdef HULLBAKE_AVX
        if (kHasAvx)
            walkTogetherWide(grid_, planes_.data(), some, out, told);
        else
#endif
            walkTogether<ScalarGrid>(grid_, planes_.data(), some, out, told);
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (told[i]) continue;
            out[i] = validTrace(some[i]) ? traceTree(some[i]) : invalidTrace(some[i]);
        }
    }
    return count;
}

}  // namespace hullbake
