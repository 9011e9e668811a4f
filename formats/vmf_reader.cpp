// Parses VMF text. In: text of Hammer. Out: the entities, brushes and faces of a `.map` file.
//
//   file   = block { block }
//   block  = ( 'world' | 'entity' ) '{' { key | solid | hidden | connections | other } '}'
//          | 'hidden' '{' { block } '}' | cordon | other                     versioninfo, visgroups, cameras …
//   cordon = 'cordon' '{' { 'active' '1' | other } '}' | 'cordons' '{' { 'active' '1' | cordon | other } '}'
//   solid  = 'solid' '{' { side | other } '}'
//   side   = 'side' '{' { 'plane' '(' x y z ')' '(' x y z ')' '(' x y z ')' | 'material' NAME
//                       | ( 'uaxis' | 'vaxis' ) '[' x y z offset ']' scale | dispinfo | other } '}'
//   dispinfo = displacement_reader.cpp;  other = a key or block of vmf_items.hpp that is passed over
//
// Source's compiler takes nothing that is hidden, and no brush that has displacements: so does this reader.
#include "formats/vmf_reader.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "formats/displacement_reader.hpp"
#include "formats/patch_reader.hpp"
#include "formats/vmf_items.hpp"

namespace hullbake {
namespace {

constexpr std::size_t kUsualSides = 6;
constexpr std::string_view kHiddenBrush = "hidden brush", kHiddenEntity = "hidden entity", kCordon = "active cordon";

class VmfParser {
  public:
    explicit VmfParser(MapLexer& lexer) : lexer_(lexer), items_(lexer) {}

    MapFile parse() {
        do {
            const VmfItem block = items_.topBlock();
            if (block.is("world") || block.is("entity"))
                parseEntity(block);
            else if (block.is("hidden"))
                leaveOutHidden(block);
            else if (block.is("cordon") || block.is("cordons"))
                leaveOutCordons(block);
            else
                items_.skip(block);
        } while (!lexer_.atEnd());
        if (map_.entities.empty()) lexer_.failExpected("'world' or 'entity' (a block)", "not a map: ");
        lexer_.addNumberNotes(map_.notes);
        for (const auto& note : {noteOfLeftOut(map_.leftOut, kHiddenBrush, "hidden brushes"),
                                 noteOfLeftOut(map_.leftOut, kHiddenEntity, "hidden entities")})
            if (note) map_.notes.push_back(*note);
        noteCordons();
        map_.dialect = MapDialect::Vmf;
        return std::move(map_);
    }

  private:
    void parseEntity(const VmfItem& block);
    void parseConnections(MapEntity& entity, const VmfItem& block);
    void parseSolid(MapEntity& entity, const VmfItem& block);
    void parseSide(MapDisplacedBrush& solid, const VmfItem& block);
    void parsePlane(MapFace& face, const VmfItem& key);
    void parseAxis(const VmfItem& key, double* axis, double& scale);
    void leaveOutHidden(const VmfItem& block);
    bool isActive(const VmfItem& block, std::vector<SourcePos>& cordons);
    void leaveOutCordons(const VmfItem& block);
    void noteCordons();
    void leaveOut(std::string_view kind, SourcePos at, bool asked = false) {
        lexer_.countItem(at);
        addLeftOut(map_.leftOut, kind, at, asked);
    }
    MapKey keyOf(const VmfItem& item) {
        lexer_.countItem(item.pos);
        return {std::string(item.name), std::string(items_.value(item)), item.pos};
    }

    MapLexer& lexer_;
    VmfItems items_;
    MapFile map_;
};

void VmfParser::parseEntity(const VmfItem& block) {
    MapEntity& entity = map_.entities.emplace_back();
    entity.pos = block.pos;
    lexer_.countItem(block.pos);
    VmfItem item;
    while (items_.next(item, block)) {
        if (!item.isBlock)
            entity.keys.push_back(keyOf(item));
        else if (item.is("solid"))
            parseSolid(entity, item);
        else if (item.is("connections"))
            parseConnections(entity, item);
        else if (item.is("hidden"))
            leaveOutHidden(item);
        else
            items_.skip(item);
    }
    if (block.is("world") && entity.find("classname") == nullptr)
        entity.keys.push_back({"classname", "worldspawn", block.pos});
}

/// Source's compiler makes a key of each output, so that the game finds them.
void VmfParser::parseConnections(MapEntity& entity, const VmfItem& block) {
    VmfItem item;
    while (items_.next(item, block)) {
        if (item.isBlock)
            items_.skip(item);
        else
            entity.keys.push_back(keyOf(item));
    }
}

/// Passes over a block `hidden`, and counts the brushes and entities in it.
void VmfParser::leaveOutHidden(const VmfItem& block) {
    VmfItem item;
    for (std::size_t depth = 1; depth > 0;) {
        if (!items_.next(item, block)) {
            --depth;
        } else if (item.isBlock && item.is("hidden")) {
            ++depth;
        } else {
            if (item.isBlock && item.is("solid")) leaveOut(kHiddenBrush, item.pos, true);
            if (item.isBlock && item.is("entity")) leaveOut(kHiddenEntity, item.pos, true);
            items_.skip(item);
        }
    }
}

/// Reads a block of a cordon or of cordons, adds those of the latter that are active, and returns whether it is.
bool VmfParser::isActive(const VmfItem& block, std::vector<SourcePos>& cordons) {
    bool active = false;
    VmfItem item;
    while (items_.next(item, block)) {
        if (!item.isBlock && item.is("active"))
            active = items_.value(item) != "0";
        else if (!item.isBlock || !item.is("cordon") || !block.is("cordons"))
            items_.skip(item);
        else if (const SourcePos pos = item.pos; isActive(item, cordons))
            cordons.push_back(pos);
    }
    return active;
}

/// Counts the cordons that bound what Hammer compiles: none if the block of all of them is not active.
void VmfParser::leaveOutCordons(const VmfItem& block) {
    std::vector<SourcePos> cordons;
    if (!isActive(block, cordons)) return;
    if (block.is("cordon")) cordons.push_back(block.pos);
    for (const SourcePos pos : cordons) leaveOut(kCordon, pos);
}

void VmfParser::noteCordons() {
    for (const MapLeftOut& kind : map_.leftOut) {
        if (kind.kind != kCordon) continue;
        const std::size_t count = kind.places.size();
        map_.notes.push_back({kind.places.front(), std::to_string(count) +
                                                       (count == 1 ? " active cordon is" : " active cordons are") +
                                                       " not followed: the whole map is compiled"});
    }
}

void VmfParser::parseSolid(MapEntity& entity, const VmfItem& block) {
    MapDisplacedBrush solid;
    solid.brush.pos = block.pos;
    lexer_.countBrush(block.pos);
    solid.brush.faces.reserve(kUsualSides);
    VmfItem item;
    while (items_.next(item, block)) {
        if (item.isBlock && item.is("side"))
            parseSide(solid, item);
        else
            items_.skip(item);
    }
    if (solid.displacements.empty()) {
        entity.brushes.push_back(std::move(solid.brush));
        return;
    }
    leaveOut("brush of a displacement", block.pos);
    for (const MapDisplacement& displacement : solid.displacements) leaveOut("displacement", displacement.pos);
    entity.displaced.push_back(std::move(solid));
}

void VmfParser::parseSide(MapDisplacedBrush& solid, const VmfItem& block) {
    MapFace& face = solid.brush.faces.emplace_back();
    face.pos = block.pos;
    lexer_.countItem(block.pos);
    face.axes = TextureAxes::Valve220;
    double* const projection = face.projection.data();
    bool hasPlane = false;
    VmfItem item;
    while (items_.next(item, block)) {
        if (item.is("plane")) {
            parsePlane(face, item);
            hasPlane = true;
        } else if (item.is("material") && !item.isBlock) {
            face.texture = items_.value(item);
        } else if (item.is("uaxis")) {
            parseAxis(item, projection, projection[9]);
        } else if (item.is("vaxis")) {
            parseAxis(item, projection + 4, projection[10]);
        } else if (item.is("rotation")) {
            items_.beginValue(item);
            projection[8] = lexer_.textureNumber("a texture rotation");
            items_.endValue(item);
        } else if (item.is("dispinfo") && item.isBlock) {
            MapDisplacement& displacement = solid.displacements.emplace_back(readDisplacement(items_, item));
            displacement.face = static_cast<std::uint32_t>(solid.brush.faces.size() - 1);
        } else {
            items_.skip(item);
        }
    }
    if (!hasPlane) throw MapSyntaxError{block.pos, "this side has no 'plane', which holds three points"};
}

void VmfParser::parsePlane(MapFace& face, const VmfItem& key) {
    items_.beginValue(key);
    for (Vec3& point : face.points) {
        lexer_.expect('(', "a point of a side");
        point = items_.vector("a coordinate");
        lexer_.expect(')', "end of a point");
    }
    items_.endValue(key);
}

void VmfParser::parseAxis(const VmfItem& key, double* axis, double& scale) {
    items_.beginValue(key);
    lexer_.expect('[', "a texture axis");
    for (int i = 0; i < 4; ++i) axis[i] = lexer_.textureNumber(i < 3 ? "a texture axis" : "a texture offset");
    lexer_.expect(']', "end of a texture axis");
    scale = lexer_.textureNumber("a texture scale");
    items_.endValue(key);
}

}  // namespace

bool beginsVmf(MapLexer lexer) {
    // These words begin blocks of `.map` files that someone cut out of their entity.
    if (!lexer.atWord() || acceptPatchWord(lexer)) return false;
    for (const std::string_view word : {"brushDef", "brushDef2", "brushDef3"})
        if (lexer.atThisWord(word)) return false;
    lexer.word("a word");
    return lexer.peek() == '{';
}

MapFile parseVmf(MapLexer& lexer) {
    return VmfParser(lexer).parse();
}

}  // namespace hullbake
