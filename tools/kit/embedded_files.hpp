// The files of editors/, which the build puts into the program.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace hullbake::cli {

struct EmbeddedFile {
    std::string_view path;  ///< in editors/
    std::span<const unsigned char> bytes;
};

/// Returns all files, in the order of their paths.
std::span<const EmbeddedFile> embeddedFiles();

}  // namespace hullbake::cli
