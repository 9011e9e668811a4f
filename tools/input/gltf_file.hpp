// Reads the triangles of glTF 2.0: `.gltf` with buffers beside it or inside, and `.glb`.
#pragma once

#include <string>
#include <vector>

#include "formats/mesh.hpp"

namespace hullbake::cli {

/// Returns the triangles of the scene that is shown, or of the first, each node in its place. Every primitive of a node
/// is a group, its material's name the material. Lines and points are passed over.
/// `files` receives the paths of the buffers beside it.
/// Throws a Failure with the element for a file that is damaged, that names a file which cannot be read, or that needs
/// an extension other than KHR_mesh_quantization: compressed meshes are not read.
Mesh readGltf(const std::string& path, std::vector<std::string>* files = nullptr);

}  // namespace hullbake::cli
