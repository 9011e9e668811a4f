// A parsed `.map` file: entities, brushes and faces as written, each with its position in the text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"

namespace hullbake {

/// A position in a text file. Line and column count from 1; columns count bytes.
struct SourcePos {
    std::uint32_t line = 1;
    std::uint32_t column = 1;
    std::uint32_t part = 0;  ///< 0: in the map itself; else 1 + an index into MapFile::parts
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

/// A plane as Doom 3's editors write it: normal . (x - origin) + dist = 0, with the normal outward. Its length is any.
struct MapPlane {
    Vec3 normal;
    double dist = 0;
    Vec3 origin;  ///< key `origin` of an entity other than worldspawn: its planes are relative to it
};

struct MapFace {
    /// Clockwise seen from outside the brush, as the id editors and Hammer write them. Zero if `plane` is set.
    std::array<Vec3, 3> points;
    std::optional<MapPlane> plane;  ///< set if the face was written as normal and distance
    std::string texture;
    TextureAxes axes = TextureAxes::Standard;
    /// Numbers of the texture projection.
    /// - Standard: offset x y, rotation, scale x y.
    /// - Valve220: u axis and offset, v axis and offset, rotation, scale x y.
    /// - BrushPrimitive: the 2x3 matrix, row by row.
    std::array<double, 11> projection{};
    /// Contents, surface flags and value, as Quake 2 numbers them. Absent in Quake and Half-Life maps.
    std::optional<std::array<std::uint32_t, 3>> flags;
    SourcePos pos;
};

struct MapKey {
    std::string key, value;
    SourcePos pos;
};

/// Words behind a face: "+surfaceparm detail subdivisions 64" (Medal of Honor, FAKK 2, SiN).
struct MapFaceWords {
    std::uint32_t face = 0;  ///< index into MapBrush::faces
    SourcePos pos;
    std::vector<std::string> parms;    ///< names behind `+surfaceparm`, in lower case
    std::vector<std::string> unknown;  ///< other words with a meaning that is not known, as written
};

struct MapBrush {
    std::vector<MapFace> faces;
    SourcePos pos;
    /// Keys inside the brush, and lines of Call of Duty as key and the rest: `layer`, `contents`, `toolFlags`.
    std::vector<MapKey> keys = {};
    std::vector<MapFaceWords> faceWords = {};  ///< in the order of the faces
    Contents contents = Contents::Empty;  ///< what the brush itself says: Call of Duty's `contents`; Empty: nothing
};

/// The notation of a patch. Def5 and TerrainDef3 are those of the first Call of Duty, Curve and Mesh those of `iwmap`.
/// TerrainDef is that of Quake 3's first editor, TerrainDefMoh that of Medal of Honor. Displacements of Hammer are made
/// into patches (displacement_patches.hpp).
enum class PatchKind : std::uint8_t {
    Def2,
    Def3,
    Def5,
    DefWS,
    TerrainDef3,
    TerrainDef,
    TerrainDefMoh,
    Curve,
    Mesh,
    Displacement,
};

/// Returns true if the points are those of a triangle mesh, false if they control a Bezier surface.
constexpr bool isMesh(PatchKind kind) {
    return kind == PatchKind::TerrainDef3 || kind == PatchKind::TerrainDef || kind == PatchKind::TerrainDefMoh ||
           kind == PatchKind::Mesh || kind == PatchKind::Displacement;
}

struct PatchPoint {
    Vec3 position;  ///< in the coordinates of the map, in brush entities too
    double u = 0, v = 0;
};

/// A curved patch or a mesh of rows and columns of points.
struct MapPatch {
    SourcePos pos;  ///< of the word that names its kind
    PatchKind kind = PatchKind::Def2;
    std::string material;
    std::uint32_t rows = 0, columns = 0;  ///< the first and the second number of the text
    /// Row by row, a row being one bracket of the text. Empty for a TerrainDef in a notation that is
    /// not known. Rows of terrain run along x, so that its front is above, or along y.
    std::vector<PatchPoint> points;
    std::optional<std::array<std::uint32_t, 2>> subdivisions;  ///< of patchDef3 alone: along rows and columns
    Contents contents = Contents::Empty;                       ///< as in MapBrush
};

/// A displacement of Hammer: one four-sided face of a brush as a grid of 2^power + 1 points along each side.
struct MapDisplacement {
    SourcePos pos;            ///< of the word `dispinfo`
    std::uint32_t face = 0;   ///< index into the faces of its brush
    std::uint32_t power = 0;  ///< 2, 3 or 4
    std::uint32_t flags = 0;  ///< as written: whom it does not stop
    Vec3 startPosition;       ///< the corner of the face where the first row begins
    double elevation = 0;     ///< units along the normal of the face
    /// Row by row, a point as often as the grid has points. Empty: not in the text, all zero.
    std::vector<Vec3> normals, offsets, offsetNormals;
    std::vector<double> distances;  ///< units along `normals`
};

/// A brush with displacements. They take its place: it is no solid.
struct MapDisplacedBrush {
    MapBrush brush;
    std::vector<MapDisplacement> displacements;
};

struct MapEntity {
    std::vector<MapKey> keys;
    std::vector<MapBrush> brushes;
    std::vector<MapPatch> patches;  ///< read, but not compiled
    SourcePos pos;
    std::vector<MapDisplacedBrush> displaced = {};  ///< read, but not compiled

    /// Returns the first key with that name, or null. Without one, returns the first whose name differs in case alone:
    /// some editors write keys in capitals.
    const MapKey* find(std::string_view key) const;
    /// Returns the value of that key, or an empty string.
    std::string_view value(std::string_view key) const;
    std::string_view classname() const { return value("classname"); }
    /// Returns true if that is its class, in any case.
    bool isOf(std::string_view name) const;
};

/// What the reader saw and passed over: it is no error.
struct MapNote {
    SourcePos pos;
    std::string message;
};

/// What stands in the map and is not handed on, or not used: one kind of it with all its places.
struct MapLeftOut {
    std::string kind;  ///< in singular: "key inside a brush"
    std::vector<SourcePos> places;
    bool asked = false;  ///< the map asks for it: what is hidden, omitted layers
};

/// Adds one more place of that kind.
void addLeftOut(std::vector<MapLeftOut>& all, std::string_view kind, SourcePos at, bool asked = false);
/// Takes these places of that kind out, and the kind with its last place.
void takeLeftOut(std::vector<MapLeftOut>& all, std::string_view kind, std::vector<SourcePos> places);
/// Returns "1 KIND is left out" or "N PLURAL are left out" at the first place, or nothing if there is no such kind.
std::optional<MapNote> noteOfLeftOut(const std::vector<MapLeftOut>& all, std::string_view kind,
                                     std::string_view plural);

/// The family of a map's notation, a guess: the games share most of it. Later ones go before earlier ones, so that a
/// map of Quake 3 that has faces in Valve's notation is one of Quake 3.
enum class MapDialect : std::uint8_t {
    Quake,
    Valve220,    ///< texture axes in brackets: Half-Life, and Quake by TrenchBroom or JACK
    Hexen2,      ///< one number behind the scales
    Quake2,      ///< three numbers behind the scales: Quake 3 and its relatives without patches, too
    Ritual,      ///< words behind faces: SiN, FAKK 2, Medal of Honor
    Quake3,      ///< patches or texture matrices
    CallOfDuty,  ///< `iwmap` at the head, or patches of Call of Duty
    Doom3,       ///< `Version` at the head, or planes as normal and distance
    Vmf,         ///< Hammer's blocks with names (Source)
};

/// Upper bound of the brushes of one text or of terrain. Compiling takes 8 to 17 KB for each.
inline constexpr std::size_t kMostMapBrushes = 1'000'000;
/// Upper bound of the entities, keys, brushes, faces and points of one text. About 3 GB with their text.
inline constexpr std::size_t kMostMapItems = 10'000'000;

/// Another file that an entity of the map has placed in it (prefabs.hpp). A file that stands in the map twice is there
/// twice.
struct MapPart {
    std::string path;  ///< as shown in messages
    SourcePos placed;  ///< the entity of the map itself that brought it, directly or through other files
};

struct MapFile {
    std::string path;  ///< as shown in messages
    std::vector<MapEntity> entities;
    std::vector<MapNote> notes = {};
    std::vector<MapLeftOut> leftOut = {};
    MapDialect dialect = MapDialect::Quake;
    std::vector<MapPart> parts = {};

    /// Returns the path of the file that the position is in.
    const std::string& pathOf(SourcePos pos) const { return pos.part == 0 ? path : parts[pos.part - 1].path; }
    /// Returns the line in the map itself: for what is in another file, that of the entity that brought it.
    std::uint32_t lineOf(SourcePos pos) const { return pos.part == 0 ? pos.line : parts[pos.part - 1].placed.line; }
};

}  // namespace hullbake
