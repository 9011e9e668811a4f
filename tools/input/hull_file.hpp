// A .hull file, opened for a subcommand, and the choice of a hull and model in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hullbake/clip_map.hpp"

namespace hullbake::cli {

/// The file's bytes and the view over them. Moving it keeps the view valid; it must not be copied.
struct HullFile {
    std::string path;
    std::vector<std::byte> bytes;
    ClipMap map;

    HullFile() = default;
    HullFile(HullFile&&) = default;
    HullFile& operator=(HullFile&&) = default;
};

/// Reads and checks a .hull file; Failure with the file, the reason and the place otherwise.
HullFile openHullFile(const std::string& path);

/// The hull of that name; a Failure that lists the known ones when there is none. An empty name means `player` when
/// there is such a hull, else the first.
HullId chooseHull(const HullFile& file, const std::string& name);

/// The model of that number; a Failure that gives the range when there is none.
ModelId chooseModel(const HullFile& file, std::uint32_t number);

}  // namespace hullbake::cli
