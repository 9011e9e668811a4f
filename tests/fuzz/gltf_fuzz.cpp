// libFuzzer target: any bytes give a mesh whose corners exist, or one error that names the file.
// Further sources: tools/input/gltf_file.cpp
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "tests/support/temporary_folder.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/gltf_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const hullbake::test::TemporaryFolder folder;
    // What stands in a file decides, not its name.
    const std::string file = folder.file("fuzz.gltf");
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    try {
        const hullbake::Mesh mesh = hullbake::cli::readGltf(file);
        for (const std::uint32_t corner : mesh.corners)
            if (corner >= mesh.points.size()) std::abort();
        for (const hullbake::MeshPolygon& polygon : mesh.polygons)
            if (polygon.count < 3 || std::size_t{polygon.first} + polygon.count > mesh.corners.size() ||
                polygon.material >= mesh.materials.size())
                std::abort();
    } catch (const hullbake::cli::Failure& error) {
        if (std::string(error.what()).find("fuzz.gltf") == std::string::npos) std::abort();
    }
    return 0;
}
