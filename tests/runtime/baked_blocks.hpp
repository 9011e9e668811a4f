// Supplies the .hull blocks that the runtime's tests query. bakedBlock() exists twice. compile_block.cpp compiles the
// map and stores the block in the folder HULLBAKE_BAKED_BLOCKS, if that is set. load_block.cpp loads a block stored
// there: it needs no compiler, which keeps builds with sanitizers small.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map.hpp"

namespace hullbake::test {

/// Returns the block of a map, compiled with one thread. Any remark of the compiler is a test failure.
std::vector<std::byte> bakedBlock(const MapFile& map, const std::vector<HullSpec>& hulls, bool fill);

/// Returns the path at which the block of this input is stored, or nothing when HULLBAKE_BAKED_BLOCKS is not set.
std::optional<std::string> storedBlockPath(const MapFile& map, const std::vector<HullSpec>& hulls, bool fill);

}  // namespace hullbake::test
