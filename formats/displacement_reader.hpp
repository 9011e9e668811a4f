// Reads the block `dispinfo` of a side in VMF text.
#pragma once

#include "formats/map.hpp"
#include "formats/vmf_items.hpp"

namespace hullbake {

/// Reads the rest of a block `dispinfo`. The face is not set. Throws MapSyntaxError.
MapDisplacement readDisplacement(VmfItems& items, const VmfItem& block);

}  // namespace hullbake
