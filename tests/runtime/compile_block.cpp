// Implements bakedBlock() with the compiler.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <utility>

#include "formats/files.hpp"
#include "runtime/baked_blocks.hpp"

namespace hullbake::test {

std::vector<std::byte> bakedBlock(const MapFile& map, const std::vector<HullSpec>& hulls, bool fill) {
    CompileSettings settings;
    settings.hulls = hulls;
    settings.threads = 1;
    settings.fill = fill;
    CompileResult result = compileMap(map, "", settings);
    for (const Remark& remark : result.report.remarks) ADD_FAILURE() << remark.where.text();
    if (const auto path = storedBlockPath(map, hulls, fill)) {
        // Write under a temporary name first: programs that run at the same time may store the same block.
        const std::string unfinished = *path + "." + std::to_string(getpid());
        std::string error;
        std::filesystem::create_directories(std::filesystem::path(*path).parent_path());
        EXPECT_TRUE(writeFile(unfinished, result.blob, error)) << error;
        std::filesystem::rename(unfinished, *path);
    }
    return std::move(result.blob);
}

}  // namespace hullbake::test
