// Opens a .hull file for a subcommand and chooses a hull and a model in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hullbake/clip_map.hpp"

namespace hullbake::cli {

/// Owns the file's bytes and the view over them. Moving it keeps the view valid. It cannot be copied.
struct HullFile {
    std::string path;
    std::vector<std::byte> bytes;
    ClipMap map;

    HullFile() = default;
    HullFile(HullFile&&) = default;
    HullFile& operator=(HullFile&&) = default;
};

/// Reads and checks a .hull file. Throws a Failure with the file, the reason and the place if it cannot be used.
HullFile openHullFile(const std::string& path);

/// Returns the hull of that name. An empty name means `player` if there is such a hull, else the first. Throws a
/// Failure that lists the known names if the file has no such hull.
HullId chooseHull(const HullFile& file, const std::string& name);

/// Returns the model of that number. Throws a Failure with the valid range if the file has no such model.
ModelId chooseModel(const HullFile& file, std::uint32_t number);

}  // namespace hullbake::cli
