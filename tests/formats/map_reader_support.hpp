// Shared by the tests of the map reader.
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "formats/map_reader.hpp"
#include "support/maps.hpp"

namespace hullbake::test {

/// Returns the map of `text`. Text that is no map is a test failure.
inline MapFile parsed(std::string_view text) {
    return parseText(text, "t.map");
}

/// Returns "line:column: message" of the error, or "no error".
inline std::string refused(std::string_view text) {
    const auto result = parseMap(text, "t.map");
    const auto* error = std::get_if<Diagnostic>(&result);
    if (!error) return "no error";
    constexpr std::string_view kPath = "t.map:";
    EXPECT_TRUE(error->text().starts_with(kPath)) << error->text();
    return error->text().substr(kPath.size());
}

/// Returns everything of a map except the positions, one item a line.
inline std::string dump(const MapFile& map) {
    std::ostringstream out;
    out.precision(17);
    for (const MapEntity& entity : map.entities) {
        out << "entity, patches " << entity.patches.size() << "\n";
        for (const MapKey& key : entity.keys) out << "key [" << key.key << "] [" << key.value << "]\n";
        for (const MapBrush& brush : entity.brushes) {
            out << "brush\n";
            for (const MapFace& face : brush.faces) {
                for (const Vec3& p : face.points) out << p.x << ' ' << p.y << ' ' << p.z << ' ';
                out << '[' << face.texture << "] " << int(face.axes);
                for (const double number : face.projection) out << ' ' << number;
                if (face.flags) {
                    for (const std::uint32_t flag : *face.flags) out << " flag " << flag;
                }
                out << "\n";
            }
        }
    }
    return out.str();
}

/// Returns a map of one brush with one face. `rest` follows the three points.
inline std::string oneFace(const std::string& rest) {
    return "{\n{\n( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) " + rest + "\n}\n}\n";
}

/// A map with every dialect, keys, a patch and a point entity. MapReader.EverythingKnowsItsPlace asserts its positions.
inline const char* const kMixed =
    "// a map with every dialect\n"
    "{\n"
    "\"classname\" \"worldspawn\"\n"
    "  \"wad\" \"gfx/base.wad\"\n"
    "{\n"
    "( 0 0 64 ) ( 64 0 64 ) ( 0 -64 64 ) +0BUTTON 1 -2 90 0.5 -1\n"
    "( 0 0 0 ) ( 0 64 0 ) ( 64 0 0 ) {FENCE [ 1 0 0 8 ] [ 0 -1 0 -16 ] 45 2 3\n"
    "( 0 0 0 ) ( 0 0 1 ) ( 0 1 0 ) ( ( 0.25 0 1 ) ( 0 0.5 2 ) ) base/wall 134217728 2 300\n"
    "( 1 2 3 ) ( 4 5 6 ) ( 7 8 9 ) *lava 0 0 0 1 1 -1\n"
    "( 1 2 3 ) ( 4 5 6 ) ( 7 8 9 ) e1u1/floor 0 0 0 1 1 1 128 0\n"
    "}\n"
    "{\n"
    "brushDef\n"
    "{\n"
    "( 1 2 3 ) ( 4 5 6 ) ( 7 8 9 ) ( ( 1 2 3 ) ( 4 5 6 ) ) common/caulk 0 0 0\n"
    "}\n"
    "}\n"
    "{\n"
    " patchDef2\n"
    "{\n"
    "curve/steel\n"
    "( 1 3 0 0 0 )\n"
    "(\n"
    "( ( 0 0 0 0 0 ) ( 1 0 0 0 0 ) ( 2 0 0 0 0 ) )\n"
    ")\n"
    "}\n"
    "}\n"
    "}\n"
    "{\n"
    "\"classname\" \"info_player_start\"\n"
    "\"origin\" \"1 2 3\"\n"
    "}\n";

}  // namespace hullbake::test
