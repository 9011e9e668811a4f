// The .hull blocks that the runtime's tests ask. One function makes them, in two ways: compile_block.cpp compiles the
// map and stores the block in the folder that HULLBAKE_BAKED_BLOCKS names, if it names one; load_block.cpp loads what
// was stored there. A program with the latter needs no compiler, which makes builds with sanitizers small.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map.hpp"

namespace hullbake::test {

/// The block of a map, compiled with one thread; a test failure for anything that the compiler remarks on.
std::vector<std::byte> bakedBlock(const MapFile& map, const std::vector<HullSpec>& hulls, bool fill);

/// The path that a block of this input is stored at; nothing when HULLBAKE_BAKED_BLOCKS is not set.
std::optional<std::string> storedBlockPath(const MapFile& map, const std::vector<HullSpec>& hulls, bool fill);

}  // namespace hullbake::test
