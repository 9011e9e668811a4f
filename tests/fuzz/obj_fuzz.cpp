// libFuzzer target: any text gives a mesh whose corners exist, or one error with its place. Small meshes become
// brushes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "formats/mesh_brushes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto result = hullbake::parseObj(text, "fuzz.obj");
    if (const auto* error = std::get_if<hullbake::Diagnostic>(&result)) {
        if (error->message.empty() || error->pos.line > size + 1 || error->pos.column > size + 1) std::abort();
        return 0;
    }
    const auto& mesh = std::get<hullbake::Mesh>(result);
    for (const std::uint32_t corner : mesh.corners)
        if (corner >= mesh.points.size()) std::abort();
    std::size_t brushes = 0;
    const auto made = hullbake::makeMeshBrushes(mesh, {}, "fuzz.obj", [&](const hullbake::MapBrush& brush) {
        if (brush.faces.size() < 4) std::abort();
        ++brushes;
    });
    const auto* count = std::get_if<hullbake::MeshCount>(&made);
    if (count != nullptr && count->brushes() != brushes) std::abort();
    return 0;
}
