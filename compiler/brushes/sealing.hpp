// Contents that keep the void out.
#pragma once

#include "hullbake/contents.hpp"

namespace hullbake {

/// Contents that block the fill from the void. Clips do not: a trace whose mask leaves them out passes through.
inline constexpr Contents kSealing = Contents::Solid | Contents::Sky;

}  // namespace hullbake
