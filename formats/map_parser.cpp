// Parses `.map` text by recursive descent over a grammar of fixed depth, so that no input can exhaust the stack.
// In: text. Out: entities with brushes and faces, or the first error.
//
//   file    = [ head ] entity { entity }
//   head    = 'Version' NUMBER | 'iwmap' NUMBER { STRING ( 'flags' { word } | NUMBER | STRING ) }  Doom 3; Call of Duty
//   entity  = '{' { key | line | brush } '}'
//   key     = STRING STRING
//   brush   = '{' { key | line } ( faces | word '{' faces '}' | patch ) { key } '}'
//   word    = 'brushDef' | 'brushDef2' | 'brushDef3'
//   line    = ( 'layer' | 'contents' | 'toolFlags' | 'guid' | … ) { word | STRING }      Call of Duty
//   faces   = { face | key }                            keys of brushes (Doom 3's, FAKK2's editors)
//   face    = ( point point point | plane ) ( axes TEXTURE | TEXTURE standard | TEXTURE valve ) [ trailing ]
//   point   = '(' x y z ')'
//   plane   = '(' a b c d ')'                                                            Doom 3, Quake 4
//   axes    = '(' '(' a b c ')' '(' d e f ')' ')'                                        brush primitives
//   standard = offsetX offsetY rotation scaleX scaleY                                    Quake, Quake 2 and 3, Hexen 2
//   valve   = '[' ux uy uz offset ']' '[' vx vy vz offset ']' rotation scaleX scaleY     Valve 220
//   trailing = { number } { word | number }: first contents, surface flags, value (Quake 2 and 3), one alone is Hexen
//              2's light; more numbers are colours (Daikatana); words end with the line (SiN, FAKK 2, Medal of Honor)
//   patch   = patch_reader.cpp
#include "formats/map_parser.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "formats/face_words.hpp"
#include "formats/letters.hpp"
#include "formats/patch_reader.hpp"
#include "formats/terrain_patch_reader.hpp"

namespace hullbake {
namespace {

/// Faces to reserve for a brush: a box, the most common one, has six.
constexpr std::size_t kUsualFaces = 6;
constexpr std::size_t kFlagNumbers = 3;
constexpr std::string_view kIgnoredEntity = "entity of an ignored layer", kIgnoredBrush = "brush of an ignored layer",
                           kIgnoredPatch = "patch of an ignored layer";
constexpr std::string_view kBrushStart = "'(' (a face), 'brushDef', 'brushDef3', 'patchDef2', 'patchDef3' or '}' (";

/// Returns the three numbers of an origin as written, 0 for what is none: so do the games' tools.
Vec3 originOf(const MapEntity& entity) {
    Vec3 origin;
    std::string_view text = entity.value("origin");
    for (int axis = 0; axis < 3; ++axis) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
        if (text.starts_with('+')) text.remove_prefix(1);
        double value = 0;
        const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), value);
        if (result.ec != std::errc() || !std::isfinite(value)) break;
        origin[axis] = value;
        text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
    }
    return origin;
}

[[noreturn]] void failFragment(SourcePos at, const std::string& what) {
    throw MapSyntaxError{
        at, what + ", as editors put it on the clipboard; paste it into a map in the editor, and " + "compile the map"};
}

class MapParser {
  public:
    explicit MapParser(MapLexer lexer) : lexer_(std::move(lexer)) {}

    MapFile parse();

  private:
    void parseHead();
    void parseVersion(const std::string& word, const std::string& game, int least, int most);
    void parseLayers();
    [[noreturn]] void failNoEntity(bool first);
    void parseEntity(MapEntity& entity);
    void settlePlanes(MapEntity& entity);
    MapKey parseKey();
    void parseBrushKeys(MapBrush& brush);
    bool parseBrushLine(MapBrush& brush);
    bool parseLine(MapKey& key);
    bool isIgnored(const MapKey& line) const;
    void parseBrush(MapEntity& entity);
    void parseBrushBody(MapBrush& brush, MapEntity& entity);
    bool parsePatch(MapEntity& entity);
    bool parseFaceBlock(MapBrush& brush);
    void parseFaces(MapBrush& brush);
    void parseFace(MapBrush& brush);
    void parsePoints(MapFace& face);
    void parseProjection(MapFace& face);
    Vec3 parsePoint();
    void parseValveAxis(double* axis);
    void parseMatrix(double* matrix);
    void parseTrailing(MapBrush& brush);
    void parseFaceWords(MapBrush& brush, std::uint32_t line, bool hasFlags);
    void saw(MapDialect dialect) { dialect_ = std::max(dialect_, dialect); }
    void leaveOut(std::string_view kind, SourcePos at, bool asked = false) { addLeftOut(leftOut_, kind, at, asked); }
    std::vector<MapNote> notes() const;

    MapLexer lexer_;
    MapLexer::Tally brushKeys_, primitives_;
    std::vector<MapLeftOut> leftOut_;
    MapDialect dialect_ = MapDialect::Quake;
    std::set<std::string, std::less<>> ignoredLayers_;
    bool entityHasPlanes_ = false;
    bool isIwmap_ = false, hasSurfaceParms_ = false;
    bool entityIsIgnored_ = false, brushIsIgnored_ = false;  // by the layer that it is in
};

MapFile MapParser::parse() {
    std::vector<MapEntity> entities;
    parseHead();
    do {
        if (lexer_.peekItem() != '{') failNoEntity(entities.empty());
        parseEntity(entities.emplace_back());
        if (entityIsIgnored_ && entities.size() > 1) {
            leaveOut(kIgnoredEntity, entities.back().pos, true);
            entities.pop_back();
        }
        lexer_.peekItem();
    } while (!lexer_.atEnd());
    if (hasSurfaceParms_) std::for_each(entities.begin(), entities.end(), numberFlagsAsQuake2);
    return {{}, std::move(entities), notes(), std::move(leftOut_), dialect_};
}

/// Reads what stands before the first entity.
void MapParser::parseHead() {
    if (lexer_.acceptWord("Version")) {
        parseVersion("Version", "Doom 3", 1, 3);
        saw(MapDialect::Doom3);
    } else if (lexer_.acceptWord("iwmap")) {
        parseVersion("iwmap", "Call of Duty", 4, 4);
        saw(MapDialect::CallOfDuty);
        isIwmap_ = true;
        parseLayers();
    }
}

/// Reads the version of a map. Another one is an error: what its text means is not known.
void MapParser::parseVersion(const std::string& word, const std::string& game, int least, int most) {
    lexer_.peek();
    const SourcePos pos = lexer_.pos();
    const double version = lexer_.number("the version of a " + game + " map");
    for (int known = least; known <= most; ++known)
        if (version == known) return;
    const std::string range =
        least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most);
    throw MapSyntaxError{pos, "this version of " + game + " maps is not known: '" + word + "' " + range +
                                  " is read; save the map in such a version"};
}

/// Reads the list of layers of a Call of Duty map, and passes over the editor's keys among them. Its compiler takes
/// nothing of a layer with the flag `ignore`.
void MapParser::parseLayers() {
    while (lexer_.peek() == '"') {
        lexer_.countItem(lexer_.pos());
        std::string name(lexer_.quoted());
        if (lexer_.acceptWord("flags")) {
            bool ignored = false;
            while (lexer_.atWord()) ignored = sameButForCase(lexer_.word("a flag"), "ignore") || ignored;
            if (ignored) ignoredLayers_.insert(std::move(name));
        } else if (lexer_.atNumber()) {
            lexer_.textureNumber("a value");
        } else if (lexer_.peek() == '"') {
            lexer_.quoted();
        } else {
            lexer_.failExpected("'flags' (of a layer)");
        }
    }
}

void MapParser::failNoEntity(bool first) {
    if (lexer_.peek() == '(') failFragment(lexer_.pos(), "a face without a brush and an entity");
    if (first) lexer_.failExpected("'{' (an entity)", "not a map: ");
    lexer_.failExpected("'{' (an entity) or the end of the file");
}

/// Returns one note for each kind of text that was passed over, with the number of its places and the first.
std::vector<MapNote> MapParser::notes() const {
    std::vector<MapNote> notes;
    lexer_.addNumberNotes(notes);
    brushKeys_.addNote(notes, " key inside a brush is not used", " keys inside brushes are not used");
    primitives_.addNote(notes, " physics shape is left out", " physics shapes are left out");
    for (const MapLeftOut& left : leftOut_) {
        if (left.kind != "flags of a terrain point") continue;
        const std::size_t count = left.places.size();
        const char* const points = count == 1 ? " point of terrain has" : " points of terrain have";
        notes.push_back({left.places.front(), std::to_string(count) + points + " flags, which are not used"});
    }
    for (const auto& note : {noteOfLeftOut(leftOut_, kIgnoredEntity, "entities of ignored layers"),
                             noteOfLeftOut(leftOut_, kIgnoredBrush, "brushes of ignored layers"),
                             noteOfLeftOut(leftOut_, kIgnoredPatch, "patches of ignored layers")})
        if (note) notes.push_back(*note);
    return notes;
}

void MapParser::parseEntity(MapEntity& entity) {
    entity.pos = lexer_.pos();
    lexer_.countItem(entity.pos);
    entityHasPlanes_ = false;
    entityIsIgnored_ = false;
    lexer_.accept('{');
    for (char c = lexer_.peekItem(); c != '}'; c = lexer_.peekItem()) {
        if (MapKey line; c == '"') {
            entity.keys.push_back(parseKey());
        } else if (c == '{') {
            parseBrush(entity);
        } else if (isIwmap_ && parseLine(line)) {
            entityIsIgnored_ = entityIsIgnored_ || isIgnored(line);
        } else if (entity.keys.empty() && entity.brushes.empty() && (c == '(' || lexer_.atThisWord("brushDef"))) {
            failFragment(entity.pos, "a brush without an entity");
        } else if (entity.keys.empty() && (lexer_.atThisWord("patchDef2") || lexer_.atThisWord("patchDef3"))) {
            failFragment(entity.pos, "a patch without an entity");
        } else {
            lexer_.failExpected("a quoted key, '{' (a brush) or '}' (" + closing("entity", entity.pos) + ")");
        }
    }
    lexer_.accept('}');
    if (entityHasPlanes_ && !entity.isOf("worldspawn")) settlePlanes(entity);
}

/// Planes of a brush entity are relative to its origin. The key may follow them.
void MapParser::settlePlanes(MapEntity& entity) {
    const Vec3 origin = originOf(entity);
    for (MapBrush& brush : entity.brushes)
        for (MapFace& face : brush.faces)
            if (face.plane) face.plane->origin = origin;
}

MapKey MapParser::parseKey() {
    MapKey key;
    key.pos = lexer_.pos();
    lexer_.countItem(key.pos);
    key.key = lexer_.quoted();
    if (lexer_.peek() != '"') {
        lexer_.failExpected("the quoted value of the key on line " + std::to_string(key.pos.line));
    }
    key.value = lexer_.quoted(MapLexer::Lines::Any);
    return key;
}

/// Reads keys and lines inside a brush.
void MapParser::parseBrushKeys(MapBrush& brush) {
    for (;;) {
        if (lexer_.peekItem() == '"') {
            const MapKey& key = brush.keys.emplace_back(parseKey());
            brushKeys_.add(key.pos, key.key);
            leaveOut("key inside a brush", key.pos);
        } else if (!isIwmap_ || !parseBrushLine(brush)) {
            return;
        }
    }
}

/// Reads a line of a brush of Call of Duty. Returns false if there is none.
bool MapParser::parseBrushLine(MapBrush& brush) {
    MapKey key;
    if (lexer_.atThisWord("mesh") || lexer_.atThisWord("curve") || lexer_.atThisWord("physics_box") ||
        lexer_.atThisWord("physics_cylinder") || !parseLine(key))
        return false;
    if (key.key == "contents") brush.contents = contentsOfWords(key.value);
    brushIsIgnored_ = brushIsIgnored_ || isIgnored(key);
    brush.keys.push_back(std::move(key));
    return true;
}

bool MapParser::isIgnored(const MapKey& line) const {
    return line.key == "layer" && ignoredLayers_.contains(line.value);
}

/// Reads a line of Call of Duty: a word, and what follows it on the line. Returns false if there is none.
bool MapParser::parseLine(MapKey& key) {
    if (!lexer_.atWord()) return false;
    const std::uint32_t line = lexer_.line();
    key.pos = lexer_.pos();
    lexer_.countItem(key.pos);
    key.key = lexer_.word("a word");
    while (lexer_.line() == line && (lexer_.peek() == '"' || lexer_.atWord() || lexer_.atNumber())) {
        if (!key.value.empty()) key.value += ' ';
        key.value += lexer_.peek() == '"' ? lexer_.quoted() : lexer_.word("a word");
    }
    return true;
}

void MapParser::parseBrush(MapEntity& entity) {
    MapBrush brush;
    brush.pos = lexer_.pos();
    lexer_.countBrush(brush.pos);
    brushIsIgnored_ = false;
    lexer_.accept('{');
    parseBrushKeys(brush);
    parseBrushBody(brush, entity);
}

void MapParser::parseBrushBody(MapBrush& brush, MapEntity& entity) {
    const char c = lexer_.peek();
    const SourcePos wordPos = lexer_.pos();
    if (c == '(') {
        parseFaces(brush);
        if (lexer_.peek() != '}') lexer_.failExpected("'(' (a face) or '}' (" + closing("brush", brush.pos) + ")");
    } else if (c != '}' && parsePatch(entity)) {
        parseBrushKeys(brush);
        return lexer_.expect('}', closing("brush", brush.pos));
    } else if (isIwmap_ && (lexer_.acceptWord("physics_box") || lexer_.acceptWord("physics_cylinder"))) {
        skipBlock(lexer_, "physics shape");
        primitives_.add(wordPos, "physics");
        leaveOut("physics shape", wordPos);
        return lexer_.expect('}', closing("brush", brush.pos));
    } else if (c != '}' && !parseFaceBlock(brush)) {
        lexer_.failExpected(std::string(kBrushStart) + closing("brush", brush.pos) + ")");
    }
    parseBrushKeys(brush);
    if (lexer_.peek() != '}') lexer_.expect('}', closing("brush", brush.pos));
    lexer_.accept('}');
    if (brushIsIgnored_) return leaveOut(kIgnoredBrush, brush.pos, true);
    entity.brushes.push_back(std::move(brush));
}

/// Reads a patch or terrain. Returns false if there is no word of one.
bool MapParser::parsePatch(MapEntity& entity) {
    lexer_.peek();
    const SourcePos wordPos = lexer_.pos();
    lexer_.countItem(wordPos);
    if (lexer_.acceptWord("terrainDef")) {
        MapPatch& patch = entity.patches.emplace_back();
        patch.kind = PatchKind::TerrainDef;
        std::vector<SourcePos> flagged;
        readTerrain(lexer_, patch, flagged);
        patch.pos = wordPos;
        saw(patch.kind == PatchKind::TerrainDefMoh ? MapDialect::Ritual : MapDialect::Quake3);
        leaveOut("terrain", wordPos);
        for (const SourcePos at : flagged) leaveOut("flags of a terrain point", at);
        return true;
    }
    const std::optional<PatchKind> kind = acceptPatchWord(lexer_);
    if (!kind) return false;
    std::string layer;
    MapPatch patch = readPatch(lexer_, *kind, layer);
    patch.pos = wordPos;
    saw(*kind == PatchKind::Def5 || *kind >= PatchKind::TerrainDef3 ? MapDialect::CallOfDuty : MapDialect::Quake3);
    if (brushIsIgnored_ || ignoredLayers_.contains(layer)) {
        leaveOut(kIgnoredPatch, wordPos, true);
        return true;
    }
    leaveOut(isMesh(*kind) ? "mesh" : "curved patch", wordPos);
    entity.patches.push_back(std::move(patch));
    return true;
}

/// Reads the faces after a word, in braces of their own. Returns false if there is no such word.
bool MapParser::parseFaceBlock(MapBrush& brush) {
    const SourcePos begin = lexer_.pos();
    for (const std::string_view word : {"brushDef", "brushDef2", "brushDef3"}) {
        if (!lexer_.acceptWord(word)) continue;
        const std::string name(word);
        lexer_.expect('{', "the faces of a " + name);
        parseFaces(brush);
        if (!lexer_.accept('}')) lexer_.failExpected("'(' (a face) or '}' (" + closing(name, begin) + ")");
        return true;
    }
    return false;
}

void MapParser::parseFaces(MapBrush& brush) {
    parseBrushKeys(brush);
    if (lexer_.peek() == '(') brush.faces.reserve(kUsualFaces);
    while (lexer_.peek() == '(') {
        parseFace(brush);
        if (lexer_.peek() != '(') parseBrushKeys(brush);
    }
    // A vector that grew has room for twice the faces: a tenth of the memory that a large terrain takes.
    brush.faces.shrink_to_fit();
}

void MapParser::parseFace(MapBrush& brush) {
    MapFace& face = brush.faces.emplace_back();
    face.pos = lexer_.pos();
    lexer_.countItem(face.pos);
    parsePoints(face);
    parseProjection(face);
    parseTrailing(brush);
}

/// Reads three points, or a plane: four numbers in one bracket.
void MapParser::parsePoints(MapFace& face) {
    lexer_.expect('(', "a point of a face");
    Vec3 first;
    for (int axis = 0; axis < 3; ++axis) first[axis] = lexer_.number("a coordinate");
    if (lexer_.atNumber()) {
        face.plane = MapPlane{first, lexer_.number("the distance of a plane"), {}};
        lexer_.expect(')', "end of a plane");
        entityHasPlanes_ = true;
        return saw(MapDialect::Doom3);
    }
    lexer_.expect(')', "end of a point");
    face.points = {first, parsePoint(), parsePoint()};
}

void MapParser::parseProjection(MapFace& face) {
    double* const projection = face.projection.data();
    if (lexer_.peekName() == '(') {
        face.axes = TextureAxes::BrushPrimitive;
        saw(MapDialect::Quake3);
        parseMatrix(projection);
        lexer_.peekName();
        face.texture = lexer_.texture();
        return;
    }
    face.texture = lexer_.texture();
    double* rest = projection;
    if (lexer_.peek() == '[') {
        face.axes = TextureAxes::Valve220;
        saw(MapDialect::Valve220);
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

/// Reads the numbers and words after the projection. The first three numbers make flags; fewer are dropped.
void MapParser::parseTrailing(MapBrush& brush) {
    const std::uint32_t line = lexer_.lineNow();
    std::array<double, kFlagNumbers> numbers{};
    std::array<SourcePos, kFlagNumbers> places;
    std::size_t count = 0;
    for (; count < kFlagNumbers && lexer_.atNumber(); ++count) {
        places[count] = lexer_.pos();
        // Truncate: Quake 2's tools read all three as integers, signed ones too, and drop a fraction.
        numbers[count] = std::trunc(lexer_.number("a surface flag"));
    }
    if (lexer_.peek() != '(' && lexer_.peek() != '}' && lexer_.line() == line)
        parseFaceWords(brush, line, count == kFlagNumbers);
    if (count == 1 && !isIwmap_) saw(MapDialect::Hexen2);
    if (count < kFlagNumbers) return;
    saw(MapDialect::Quake2);
    std::array<std::uint32_t, kFlagNumbers> flags{};
    for (std::size_t i = 0; i < kFlagNumbers; ++i) {
        if (numbers[i] < std::numeric_limits<std::int32_t>::min() ||
            numbers[i] > std::numeric_limits<std::uint32_t>::max()) {
            throw MapSyntaxError{places[i], "a surface flag must fit into 32 bits"};
        }
        flags[i] = static_cast<std::uint32_t>(static_cast<std::int64_t>(numbers[i]));
    }
    brush.faces.back().flags = flags;
}

/// Reads more numbers and words behind a face. Behind fewer than three numbers a quote begins a key of the brush.
void MapParser::parseFaceWords(MapBrush& brush, std::uint32_t line, bool hasFlags) {
    while (lexer_.line() == line && lexer_.atNumber()) lexer_.textureNumber("a value of a face");
    if (lexer_.line() != line || !(lexer_.atWord() || (hasFlags && lexer_.peek() == '"'))) return;
    MapFaceWords words{static_cast<std::uint32_t>(brush.faces.size() - 1), lexer_.pos(), {}, {}};
    if (readFaceWords(lexer_, words, isIwmap_)) hasSurfaceParms_ = true;
    if (isIwmap_) return;  // the texture of the lightmap
    saw(MapDialect::Ritual);
    if (!words.parms.empty() || !words.unknown.empty()) brush.faceWords.push_back(std::move(words));
}

}  // namespace

MapFile parseMapText(MapLexer lexer) {
    return MapParser(std::move(lexer)).parse();
}

}  // namespace hullbake
