#include "tools/input/gltf_map.hpp"

#include <string>
#include <utility>
#include <vector>

#include "formats/letters.hpp"
#include "formats/map_reader.hpp"
#include "formats/map_writer.hpp"
#include "formats/mesh_brushes.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/gltf_file.hpp"

namespace hullbake::cli {
namespace {

std::variant<MapFile, Diagnostic> makeGltfMap(const std::string& path, std::string* textOut) {
    MapFile map;
    map.path = path;
    MapEntity& world = map.entities.emplace_back();
    world.keys.push_back({"classname", "worldspawn", {}});
    MeshForm form;
    form.yUp = true;
    if (textOut != nullptr) textOut->clear();
    std::vector<std::string> buffers;
    const Mesh mesh = readGltf(path, &buffers);
    for (std::string& buffer : buffers) map.parts.push_back({std::move(buffer), {}});
    auto made = makeMeshBrushes(mesh, form, path, [&](const MapBrush& brush) {
        world.brushes.push_back(brush);
        if (textOut != nullptr) appendBrush(*textOut, brush);
    });
    if (auto* const fault = std::get_if<Diagnostic>(&made)) return std::move(*fault);
    addFlatPolygons(std::get<MeshCount>(made), map);
    return map;
}

std::variant<MapFile, Diagnostic> readGltfMap(const std::string& path, std::string* textOut) {
    try {
        return makeGltfMap(path, textOut);
    } catch (const Failure& failure) {
        // Its text begins with the file, as that of a Diagnostic without a line does.
        std::string message = failure.what();
        if (const std::string head = path + ": "; message.starts_with(head)) message.erase(0, head.size());
        return Diagnostic{path, {0, 0, 0}, std::move(message)};
    }
}

constexpr FurtherReader kGltfReader = {isGltfName, readGltfMap};

}  // namespace

bool isGltfName(std::string_view path) {
    const std::string ending = lowerCase(utf8Of(pathOf(path).extension()));
    return ending == ".gltf" || ending == ".glb";
}

std::variant<MapFile, Diagnostic> readMapOrGltf(const std::string& path, std::string* textOut) {
    return readMap(path, textOut, &kGltfReader);
}

}  // namespace hullbake::cli
