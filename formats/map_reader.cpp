// Parses `.map` text by recursive descent over a grammar of fixed depth, so that no input can exhaust the stack.
// In: text. Out: entities with brushes and faces, or the first error.
//
//   file    = entity { entity }
//   entity  = '{' { key | brush } '}'
//   key     = STRING STRING
//   brush   = '{' { key } ( faces | 'brushDef' '{' faces '}' | patch ) { key } '}'
//   faces   = { face | key }                            keys of brushes (Doom 3's, FAKK2's editors) are passed over
//   face    = point point point ( axes TEXTURE | TEXTURE standard | TEXTURE valve ) [ trailing ]
//   point   = '(' x y z ')'
//   axes    = '(' '(' a b c ')' '(' d e f ')' ')'                                        brush primitives
//   standard = offsetX offsetY rotation scaleX scaleY                                    Quake, Quake 2 and 3, Hexen 2
//   valve   = '[' ux uy uz offset ']' '[' vx vy vz offset ']' rotation scaleX scaleY     Valve 220
//   trailing = one to three numbers: contents, surface flags, value (Quake 2 and 3); one alone is Hexen 2's light
//   patch   = ( 'patchDef2' | 'patchDef3' ) '{' TEXTURE { brackets, numbers, strings } '}'
#include "formats/map_reader.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "formats/files.hpp"
#include "formats/map_lexer.hpp"

namespace hullbake {
namespace {

/// Faces to reserve for a brush: a box, the most common one, has six.
constexpr std::size_t kUsualFaces = 6;
constexpr std::size_t kMaxTrailing = 3;

std::string closing(std::string_view what, SourcePos begin) {
    return "end of the " + std::string(what) + " that begins on line " + std::to_string(begin.line);
}

class MapParser {
  public:
    explicit MapParser(std::string_view text) : lexer_(text) {}

    MapFile parse();

  private:
    void parseEntity(MapEntity& entity);
    void parseKey(MapEntity& entity);
    void skipKeys();
    void parseBrush(MapEntity& entity);
    void parseFaces(MapBrush& brush);
    void parseFace(MapFace& face);
    void parsePatch();
    Vec3 parsePoint();
    void parseValveAxis(double* axis);
    void parseMatrix(double* matrix);
    void parseTrailing(MapFace& face);
    std::vector<MapNote> notes() const;

    MapLexer lexer_;
    MapLexer::Tally brushKeys_;
};

MapFile MapParser::parse() {
    std::vector<MapEntity> entities;
    do {
        if (lexer_.peek() != '{') {
            if (entities.empty()) lexer_.failExpected("'{' (an entity)", "not a .map file: ");
            lexer_.failExpected("'{' (an entity) or the end of the file");
        }
        parseEntity(entities.emplace_back());
    } while (!lexer_.atEnd());
    return {{}, std::move(entities), notes()};
}

/// Returns one note for each kind of text that was passed over, with the number of its places and the first.
std::vector<MapNote> MapParser::notes() const {
    std::vector<MapNote> notes;
    const auto add = [&](const MapLexer::Tally& tally, std::string_view one, std::string_view many) {
        if (tally.count == 0) return;
        const bool single = tally.count == 1;
        std::string message = std::to_string(tally.count).append(single ? one : many);
        notes.push_back({tally.pos, message.append(single ? ": '" : ", the first '").append(tally.first).append("'")});
    };
    add(lexer_.notFinite(), " texture number is not finite and not used",
        " texture numbers are not finite and not used");
    add(lexer_.decimalCommas(), " texture number has a decimal comma", " texture numbers have a decimal comma");
    add(brushKeys_, " key inside a brush is not used", " keys inside brushes are not used");
    return notes;
}

void MapParser::parseEntity(MapEntity& entity) {
    entity.pos = lexer_.pos();
    lexer_.accept('{');
    while (!lexer_.accept('}')) {
        const char c = lexer_.peek();
        if (c == '"') {
            parseKey(entity);
        } else if (c == '{') {
            parseBrush(entity);
        } else {
            lexer_.failExpected("a quoted key, '{' (a brush) or '}' (" + closing("entity", entity.pos) + ")");
        }
    }
}

void MapParser::parseKey(MapEntity& entity) {
    MapKey& key = entity.keys.emplace_back();
    key.pos = lexer_.pos();
    key.key = lexer_.quoted();
    if (lexer_.peek() != '"') {
        lexer_.failExpected("the quoted value of the key on line " + std::to_string(key.pos.line));
    }
    key.value = lexer_.quoted(MapLexer::Lines::Any);
}

/// Skips keys inside a brush: they say nothing that hulls depend on.
void MapParser::skipKeys() {
    while (lexer_.peek() == '"') {
        MapEntity passedOver;
        parseKey(passedOver);
        brushKeys_.add(passedOver.keys.front().pos, passedOver.keys.front().key);
    }
}

void MapParser::parseBrush(MapEntity& entity) {
    MapBrush brush;
    brush.pos = lexer_.pos();
    lexer_.accept('{');
    skipKeys();
    const char c = lexer_.peek();
    const SourcePos wordPos = lexer_.pos();
    if (c == '(') {
        parseFaces(brush);
        if (lexer_.peek() != '}') lexer_.failExpected("'(' (a face) or '}' (" + closing("brush", brush.pos) + ")");
    } else if (lexer_.acceptWord("brushDef")) {
        lexer_.expect('{', "the faces of a brushDef");
        parseFaces(brush);
        if (!lexer_.accept('}')) lexer_.failExpected("'(' (a face) or '}' (" + closing("brushDef", wordPos) + ")");
    } else if (lexer_.acceptWord("patchDef2") || lexer_.acceptWord("patchDef3")) {
        parsePatch();
        skipKeys();
        lexer_.expect('}', closing("brush", brush.pos));
        entity.patches.push_back(wordPos);
        return;
    } else if (c != '}') {
        lexer_.failExpected("'(' (a face), 'brushDef', 'patchDef2', 'patchDef3' or '}' (" +
                            closing("brush", brush.pos) + ")");
    }
    skipKeys();
    if (lexer_.peek() != '}') lexer_.expect('}', closing("brush", brush.pos));
    lexer_.accept('}');
    entity.brushes.push_back(std::move(brush));
}

void MapParser::parseFaces(MapBrush& brush) {
    skipKeys();
    if (lexer_.peek() == '(') brush.faces.reserve(kUsualFaces);
    while (lexer_.peek() == '(') {
        parseFace(brush.faces.emplace_back());
        skipKeys();
    }
}

void MapParser::parseFace(MapFace& face) {
    face.pos = lexer_.pos();
    for (Vec3& point : face.points) point = parsePoint();
    double* const projection = face.projection.data();
    if (lexer_.peekName() == '(') {
        face.axes = TextureAxes::BrushPrimitive;
        parseMatrix(projection);
        face.texture = lexer_.texture();
    } else {
        face.texture = lexer_.texture();
        double* rest = projection;
        if (lexer_.peek() == '[') {
            face.axes = TextureAxes::Valve220;
            parseValveAxis(projection);
            parseValveAxis(projection + 4);
            rest = projection + 8;
        } else {
            *rest++ = lexer_.textureNumber("a texture offset");
            *rest++ = lexer_.textureNumber("a texture offset");
        }
        *rest++ = lexer_.textureNumber("a texture rotation");
        *rest++ = lexer_.textureNumber("a texture scale");
        *rest = lexer_.textureNumber("a texture scale");
    }
    parseTrailing(face);
}

Vec3 MapParser::parsePoint() {
    lexer_.expect('(', "a point of a face");
    Vec3 point;
    point.x = lexer_.number("a coordinate");
    point.y = lexer_.number("a coordinate");
    point.z = lexer_.number("a coordinate");
    lexer_.expect(')', "end of a point");
    return point;
}

void MapParser::parseValveAxis(double* axis) {
    lexer_.expect('[', "a texture axis");
    for (int i = 0; i < 4; ++i) axis[i] = lexer_.textureNumber(i < 3 ? "a texture axis" : "a texture offset");
    lexer_.expect(']', "end of a texture axis");
}

void MapParser::parseMatrix(double* matrix) {
    lexer_.expect('(', "a texture matrix");
    for (int row = 0; row < 2; ++row) {
        lexer_.expect('(', "a row of a texture matrix");
        for (int column = 0; column < 3; ++column) *matrix++ = lexer_.textureNumber("a texture matrix");
        lexer_.expect(')', "end of a row of a texture matrix");
    }
    lexer_.expect(')', "end of a texture matrix");
}

/// Reads the numbers after the projection. Three make flags. Fewer are read and dropped.
void MapParser::parseTrailing(MapFace& face) {
    std::array<double, kMaxTrailing> numbers{};
    std::array<SourcePos, kMaxTrailing> places;
    for (std::size_t i = 0; i < kMaxTrailing; ++i) {
        if (!lexer_.atNumber()) return;
        places[i] = lexer_.pos();
        // Truncate: Quake 2's tools read all three as integers, signed ones too, and drop a fraction.
        numbers[i] = std::trunc(lexer_.number("a surface flag"));
    }
    std::array<std::uint32_t, kMaxTrailing> flags{};
    for (std::size_t i = 0; i < kMaxTrailing; ++i) {
        if (numbers[i] < std::numeric_limits<std::int32_t>::min() ||
            numbers[i] > std::numeric_limits<std::uint32_t>::max()) {
            throw MapSyntaxError{places[i], "a surface flag must fit into 32 bits"};
        }
        flags[i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(numbers[i]));
    }
    face.flags = flags;
}

/// Skips the block of a curved patch. Only its brackets are checked.
void MapParser::parsePatch() {
    lexer_.peek();
    const SourcePos begin = lexer_.pos();
    lexer_.expect('{', "a patch");
    lexer_.peek();  // the name has a line of its own, so that comments may stand before it
    lexer_.texture();
    std::size_t depth = 0;
    for (;;) {
        if (lexer_.accept('(')) {
            ++depth;
        } else if (depth > 0 && lexer_.accept(')')) {
            --depth;
        } else if (depth == 0 && lexer_.accept('}')) {
            return;
        } else if (lexer_.atNumber()) {
            lexer_.number("a value of a patch");
        } else if (lexer_.peek() == '"') {
            lexer_.quoted();
        } else {
            const std::string end = depth > 0 ? "')' (end of a row)" : "'}' (" + closing("patch", begin) + ")";
            lexer_.failExpected("'(' (a row), a number or " + end);
        }
    }
}

bool isUtf16(std::string_view text) {
    const std::string_view mark = text.substr(0, 2);
    return mark == "\xff\xfe" || mark == "\xfe\xff";
}

}  // namespace

std::variant<MapFile, Diagnostic> parseMap(std::string_view text, std::string path) {
    if (isUtf16(text)) {
        return Diagnostic{std::move(path), {}, "not a .map file: this is UTF-16 text; save it as ASCII or UTF-8"};
    }
    try {
        MapFile map = MapParser(text).parse();
        map.path = std::move(path);
        return map;
    } catch (MapSyntaxError& error) {
        return Diagnostic{std::move(path), error.pos, std::move(error.message)};
    }
}

std::variant<MapFile, Diagnostic> readMap(const std::string& path, std::string* textOut) {
    std::string text, error;
    if (!readFile(path, text, error)) return Diagnostic{path, {0, 0}, error};
    std::variant<MapFile, Diagnostic> result = parseMap(text, path);
    if (textOut) *textOut = std::move(text);
    return result;
}

}  // namespace hullbake
