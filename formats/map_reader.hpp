// Reads `.map` text in Standard (Quake, Quake 2 and 3 with trailing flags), Valve 220 and brush-primitive notation. The
// notation is detected for each face, so files that mix them are read. Text that begins with a block with a name is VMF
// (vmf_reader.hpp), whatever the file is called.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "formats/map.hpp"
#include "formats/prefabs.hpp"

namespace hullbake {

/// Parses `text`. `path` only names the file in messages. The first syntax error ends the parse, with what was expected
/// and what was found. Geometry is not checked here.
std::variant<MapFile, Diagnostic> parseMap(std::string_view text, std::string path);

/// Reads and parses a file, terrain by its name (terrain_map.hpp), and places the other maps that its
/// entities name (prefabs.hpp). A missing, unreadable or special file (a directory) gives a Diagnostic. `textOut`, if
/// not null, receives the file's bytes, and behind them those of each other map.
/// `further`, if not null, reads the files that it names, this one or another.
std::variant<MapFile, Diagnostic> readMap(const std::string& path, std::string* textOut = nullptr,
                                          const FurtherReader* further = nullptr);

}  // namespace hullbake
