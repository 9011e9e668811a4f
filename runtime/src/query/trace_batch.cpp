// Several traces of a probe: eight side by side if the processor has AVX-512, otherwise one after the other.
// Traces that the grid cannot answer go through the tree one by one.

#include <algorithm>

#include "block/box_checks.hpp"
#include "grid/grid_trace_x8.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {

using namespace detail;

namespace {

constexpr std::size_t kBatchSize = 8;

#ifdef HULLBAKE_AVX512
constexpr std::size_t kFewTraces = 3;  // fewer traces are faster one by one

// Returns true if the probe is a hull in the world whose traces go by a grid.
bool mayGoByEight(const format::Tables& tables, const Probe& probe) {
    const std::uint32_t hull = probe.hull.value;
    if (!kHasAvx512 || probe.box || probe.transform || probe.scene != nullptr || probe.shape != nullptr ||
        probe.model.value != 0 || !isMaskOfGrid(probe.mask) || !isValidSkin(probe.skin) ||
        hull >= tables.grids.size() || tables.models.empty())
        return false;
    constexpr std::size_t kMostRecords = 0xffffffff;  // index range of a lane
    return tables.grids[hull].blocks[0] != 0 && !tables.freeBoxes.empty() && tables.freeBoxes.size() <= kMostRecords &&
           tables.gridCells.size() <= kMostRecords && tables.gridBlocks.size() <= kMostRecords;
}

HULLBAKE_BEGIN_AVX512
// Returns a bit for each trace that has its answer.
unsigned traceEight(const format::Tables& tables, const Probe& probe, std::span<const Segment> segments,
                    Trace* answers) {
    const GridView grid(tables, probe.hull.value);
    return GridTrace8(grid, tables.planes.data(), probe, segments).run(answers);
}
HULLBAKE_END_TARGET
#endif

}  // namespace

std::size_t ClipMap::traceBatch(const Probe& probe, std::span<const Segment> segments,
                                std::span<Trace> answers) const noexcept {
    const std::size_t count = std::min(segments.size(), answers.size());
#ifdef HULLBAKE_AVX512
    const bool byEight = mayGoByEight(tables_, probe);
#endif
    for (std::size_t first = 0; first < count; first += kBatchSize) {
        const std::span<const Segment> some = segments.subspan(first, std::min(kBatchSize, count - first));
        Trace* const out = &answers[first];
        unsigned answered = 0;
#ifdef HULLBAKE_AVX512
        if (byEight && some.size() >= kFewTraces) answered = traceEight(tables_, probe, some, out);
#endif
        for (std::size_t i = 0; i < some.size(); ++i)
            if ((answered >> i & 1) == 0) out[i] = trace(probe, some[i].start, some[i].end);
    }
    return count;
}

}  // namespace hullbake
