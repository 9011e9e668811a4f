// libFuzzer target: any map whose entities place another map, or itself, gives a map, or one error with a file. Its
// patches and terrain become brushes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "formats/map_reader.hpp"
#include "formats/patch_brushes.hpp"
#include "tests/support/temporary_folder.hpp"

namespace {

/// A folder with a small map and a tetrahedron to place.
struct PartsFolder : hullbake::test::TemporaryFolder {
    PartsFolder() {
        std::ofstream(file("part.map"))
            << "{\n\"classname\" \"worldspawn\"\n{\n( 0 0 0 ) ( 0 1 0 ) ( 0 0 1 ) $wall 0 0 0 1 1\n"
               "( 8 0 0 ) ( 8 0 1 ) ( 8 1 0 ) b 0 0 0 1 1\n( 0 0 0 ) ( 0 0 1 ) ( 1 0 0 ) c 0 0 0 1 1\n"
               "( 0 8 0 ) ( 1 8 0 ) ( 0 8 1 ) d 0 0 0 1 1\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) e 0 0 0 1 1\n"
               "( 0 0 8 ) ( 0 1 8 ) ( 1 0 8 ) f 0 0 0 1 1\n}\n}\n"
               "{\n\"classname\" \"light\"\n\"origin\" \"1 2 3\"\n\"angles\" \"0 90 0\"\n}\n";
        std::ofstream(file("rock.obj")) << "v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMostBytes = 2048;  // keeps the cells of patches few
    constexpr double kCoarse = 8;
    if (size > kMostBytes) return 0;
    static const PartsFolder folder;
    const std::string file = folder.file("fuzz.map");
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    auto result = hullbake::readMap(file);
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        if (error->message.empty() || error->file.empty()) std::abort();
        return 0;
    }
    auto& map = std::get<hullbake::MapFile>(result);
    for (const hullbake::MapLeftOut& kind : map.leftOut)
        for (const hullbake::SourcePos at : kind.places)
            if (at.part > map.parts.size()) std::abort();
    std::size_t before = 0, after = 0;
    for (const hullbake::MapEntity& entity : map.entities) before += entity.brushes.size();
    const hullbake::PatchCount count = hullbake::addPatchBrushes(map, kCoarse);
    for (const hullbake::MapEntity& entity : map.entities) after += entity.brushes.size();
    if (!count.fault && after != before + count.brushes) std::abort();
    return 0;
}
