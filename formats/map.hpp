// A parsed `.map` file: entities, brushes and faces as written, each with its position in the text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hullbake/math.hpp"

namespace hullbake {

/// A position in a text file. Line and column count from 1; columns count bytes.
struct SourcePos {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
};

/// One error or remark about an input file.
struct Diagnostic {
    std::string file;
    SourcePos pos;  ///< line 0: the message is about the whole file (it cannot be read)
    std::string message;
    /// Returns "file:line:column: message", or "file: message" about the whole file.
    std::string text() const;
};

/// The notation of a face's texture coordinates. hullbake uses only the texture's name. It keeps the rest for tools
/// that write a map back.
enum class TextureAxes : std::uint8_t { Standard, Valve220, BrushPrimitive };

struct MapFace {
    std::array<Vec3, 3> points;  ///< clockwise seen from outside the brush, as the id editors write them
    std::string texture;
    TextureAxes axes = TextureAxes::Standard;
    /// Numbers of the texture projection.
    /// - Standard: offset x y, rotation, scale x y.
    /// - Valve220: u axis and offset, v axis and offset, rotation, scale x y.
    /// - BrushPrimitive: the 2x3 matrix, row by row.
    std::array<double, 11> projection{};
    /// Contents, surface flags and value of Quake 2 and 3. Absent in Quake and Half-Life maps.
    std::optional<std::array<std::uint32_t, 3>> flags;
    SourcePos pos;
};

struct MapBrush {
    std::vector<MapFace> faces;
    SourcePos pos;
};

struct MapKey {
    std::string key, value;
    SourcePos pos;
};

struct MapEntity {
    std::vector<MapKey> keys;
    std::vector<MapBrush> brushes;
    std::vector<SourcePos> patches;  ///< curved patches (Quake 3): recognised, their geometry is dropped
    SourcePos pos;

    /// Returns the first key with that name, or null. Without one, returns the first whose name differs in case alone:
    /// some editors write keys in capitals.
    const MapKey* find(std::string_view key) const;
    /// Returns the value of that key, or an empty string.
    std::string_view value(std::string_view key) const;
    std::string_view classname() const { return value("classname"); }
};

/// What the reader saw and passed over: it is no error.
struct MapNote {
    SourcePos pos;
    std::string message;
};

struct MapFile {
    std::string path;  ///< as shown in messages
    std::vector<MapEntity> entities;
    std::vector<MapNote> notes = {};
};

}  // namespace hullbake
