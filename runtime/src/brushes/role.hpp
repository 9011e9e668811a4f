// What a brush does to a query, by its contents and the query's mask.
#pragma once

#include <cstdint>

#include "hullbake/contents.hpp"

namespace hullbake::detail {

/// Effect of a brush on a query.
enum class Role : std::uint8_t {
    None,
    Liquid,    ///< stops it; solid does not swallow it
    Swallows,  ///< solid that the mask does not include: it swallows what else blocks there
    Blocks,    ///< stops it
};
inline Role roleOf(Contents contents, Contents mask) {
    const bool swallows = any(mask & kMaskBlocking) && !any(mask & Contents::Solid);
    if (any(contents & mask & kMaskLiquid)) return Role::Liquid;
    if (swallows && any(contents & Contents::Solid)) return Role::Swallows;
    return any(contents & mask) ? Role::Blocks : Role::None;
}

}  // namespace hullbake::detail
