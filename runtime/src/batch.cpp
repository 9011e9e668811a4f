#include <algorithm>

#include "hullbake/clip_map.hpp"

namespace hullbake {

std::size_t ClipMap::traces(std::span<const TraceInput> inputs, std::span<Trace> answers) const noexcept {
    const std::size_t count = std::min(inputs.size(), answers.size());
    for (std::size_t i = 0; i < count; ++i) answers[i] = trace(inputs[i]);
    return count;
}

}  // namespace hullbake
