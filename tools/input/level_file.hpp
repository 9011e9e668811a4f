// Opens a level for a subcommand that takes a compiled file or a map.
#pragma once

#include <string>
#include <vector>

#include "tools/input/hull_file.hpp"
#include "tools/input/rules_options.hpp"

namespace hullbake::cli {

/// Tells .hull files from maps by their bytes, and files that are neither by the extension. Throws a Failure if the
/// file cannot be read.
bool isHullFile(const std::string& path);

/// Opens a .hull file, or compiles a map in memory by the game's hulls and rules (Quake's if none is named). Prints
/// remarks of the compile on stderr. Throws a Failure if the file cannot be used. If a hull of a map leaks, stores the
/// trail of the first such hull in `leakTrail`.
HullFile openLevel(const std::string& path, const RulesOptions& options, std::vector<Vec3>* leakTrail = nullptr);

}  // namespace hullbake::cli
