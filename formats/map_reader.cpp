#include "formats/map_reader.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "formats/editor_layers.hpp"
#include "formats/files.hpp"
#include "formats/map_lexer.hpp"
#include "formats/map_parser.hpp"
#include "formats/terrain_map.hpp"
#include "formats/vmf_reader.hpp"

namespace hullbake {
namespace {

bool isUtf16(std::string_view text) {
    const std::string_view mark = text.substr(0, 2);
    return mark == "\xff\xfe" || mark == "\xfe\xff";
}

}  // namespace

std::variant<MapFile, Diagnostic> parseMap(std::string_view text, std::string path) {
    if (isUtf16(text)) {
        return Diagnostic{std::move(path), {}, "not a map: this is UTF-16 text; save it as ASCII or UTF-8"};
    }
    if (text.starts_with("JHMF") || text.substr(std::min<std::size_t>(3, text.size()), 4) == "@RMF")
        return Diagnostic{std::move(path), {}, "not a map: this is a file of the editor; export it as .map"};
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Diagnostic{std::move(path), {}, "not a map: the file is empty"};
    try {
        MapLexer lexer(text);
        lexer.peekItem();
        MapFile map = beginsVmf(lexer) ? parseVmf(lexer) : parseMapText(std::move(lexer));
        removeOmittedLayers(map);
        map.path = std::move(path);
        return map;
    } catch (MapSyntaxError& error) {
        return Diagnostic{std::move(path), error.pos, std::move(error.message)};
    }
}

std::variant<MapFile, Diagnostic> readMap(const std::string& path, std::string* textOut, const FurtherReader* further) {
    if (further != nullptr && further->reads(path)) return further->read(path, textOut);
    std::string text, error;
    if (!readFile(path, text, error)) return Diagnostic{path, {0, 0}, error};
    std::variant<MapFile, Diagnostic> result = isTerrainName(path) ? parseTerrain(text, path) : parseMap(text, path);
    if (auto* const map = std::get_if<MapFile>(&result))
        if (std::optional<Diagnostic> problem = placePrefabs(*map, text, further)) result = std::move(*problem);
    if (textOut) *textOut = std::move(text);
    return result;
}

}  // namespace hullbake
