// Implements bakedBlock() without the compiler.
#include <gtest/gtest.h>

#include <cstring>

#include "formats/files.hpp"
#include "runtime/baked_blocks.hpp"

namespace hullbake::test {

std::vector<std::byte> bakedBlock(const MapFile& map, const std::vector<HullSpec>& hulls, bool fill) {
    const auto path = storedBlockPath(map, hulls, fill);
    std::string bytes, error;
    if (!path || !readFile(*path, bytes, error)) {
        ADD_FAILURE() << "HULLBAKE_BAKED_BLOCKS must name a folder in which runtime_test has stored its blocks. "
                      << error;
        return {};
    }
    std::vector<std::byte> block(bytes.size());
    std::memcpy(block.data(), bytes.data(), bytes.size());
    return block;
}

}  // namespace hullbake::test
