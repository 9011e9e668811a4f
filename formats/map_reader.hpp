// Reads `.map` text: Standard (Quake, Quake 2 and 3 with trailing flags), Valve 220 and brush primitives, decided for
// each face by what stands there, so that files with several dialects work.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "formats/map.hpp"

namespace hullbake {

/// Parses `text`; `path` only names the file in messages. The first syntax error ends the parse: it says what was
/// expected and what stands there. Nothing about geometry is checked here.
std::variant<MapFile, Diagnostic> parseMap(std::string_view text, std::string path);

/// Reads and parses a file; a missing, unreadable or special file (a directory) is a Diagnostic too.
/// `textOut`, when given, receives the file's bytes.
std::variant<MapFile, Diagnostic> readMap(const std::string& path, std::string* textOut = nullptr);

}  // namespace hullbake
