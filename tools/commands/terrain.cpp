// hullbake terrain: writes a heightfield, a mesh or polygons as a .map file.
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "formats/files.hpp"
#include "formats/heightfield.hpp"
#include "formats/letters.hpp"
#include "formats/map.hpp"
#include "formats/map_writer.hpp"
#include "formats/mesh_brushes.hpp"
#include "formats/polygon_brushes.hpp"
#include "formats/terrain_brushes.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/gltf_file.hpp"
#include "tools/input/gltf_map.hpp"

namespace hullbake::cli {
namespace {

/// Size of the parts in which the map is written, bytes.
constexpr std::size_t kPartSize = std::size_t{1} << 20;
constexpr std::string_view kMapHead = "// Game: Generic\n// Format: Standard\n{\n\"classname\" \"worldspawn\"\n";

struct TerrainOptions {
    std::string input, output;
    std::string scale, origin, up, size, endian = "little";
    std::string texture = TerrainForm{}.texture;
    std::optional<double> depth, thickness;
    std::string bits = "8";
};

enum class Kind { Heights, Obj, Gltf, Polygons };

Kind kindOf(const std::string& path) {
    const std::string ending = lowerCase(utf8Of(pathOf(path).extension()));
    return ending == ".obj"   ? Kind::Obj
           : isGltfName(path) ? Kind::Gltf
           : ending == ".wkt" ? Kind::Polygons
                              : Kind::Heights;
}

/// Parses "WIDTHxHEIGHT".
RawHeights rawForm(const TerrainOptions& options) {
    const std::string_view text = options.size;
    const std::size_t cross = text.find('x');
    const auto side = [&](std::string_view digits) -> std::uint32_t {
        const bool whole =
            !digits.empty() && digits.size() <= 9 && digits.find_first_not_of("0123456789") == std::string_view::npos;
        if (!whole) throw UsageError(fmt::format("--size: '{}' is not WIDTHxHEIGHT", text));
        return static_cast<std::uint32_t>(std::stoul(std::string(digits)));
    };
    RawHeights form;
    form.columns = side(text.substr(0, cross));
    form.rows = side(cross == std::string_view::npos ? std::string_view() : text.substr(cross + 1));
    if (const auto fault = faultOfSides(form.columns, form.rows)) throw UsageError("--size: " + *fault);
    form.wide = options.bits == "16";
    form.bigEndian = options.endian == "big";
    return form;
}

Heightfield readHeights(const TerrainOptions& options) {
    const std::optional<RawHeights> raw = options.size.empty() ? std::nullopt : std::optional(rawForm(options));
    std::vector<std::byte> bytes;
    std::string error;
    if (!readFile(options.input, bytes, error)) throw Failure(fmt::format("{}: {}", options.input, error));
    auto read = raw ? parseRawHeights(bytes, *raw, options.input) : parseHeights(bytes, options.input);
    if (const auto* problem = std::get_if<Diagnostic>(&read)) throw Failure(problem->text());
    return std::get<Heightfield>(std::move(read));
}

/// Checks what does not depend on the file.
TerrainForm formFrom(const TerrainOptions& options) {
    TerrainForm form;
    if (!options.scale.empty()) form.scale = parsePoint(options.scale, "--scale");
    for (const double step : {form.scale.x, form.scale.y, form.scale.z})
        if (!(step > 0 && step <= kMaxCoordinate))
            throw UsageError(fmt::format("--scale: {} is not above 0 and at most {}", step, kMaxCoordinate));
    if (!options.origin.empty()) form.origin = parsePoint(options.origin, "--origin");
    for (const double place : {form.origin.x, form.origin.y, form.origin.z})
        checkRange("--origin", place, -kMaxCoordinate, kMaxCoordinate, "units");
    if (options.depth) {
        checkRange("--depth", *options.depth, 1.0 / 64, kMaxCoordinate, "units");
        form.depth = *options.depth;
    }
    if (options.thickness) {
        const double size = std::fabs(*options.thickness);
        if (!(size >= 1.0 / 64 && size <= kMaxCoordinate))
            throw UsageError("--thickness: expected units from 0.015625 to 262144, or the same below 0");
        if (kindOf(options.input) != Kind::Polygons) throw UsageError("--thickness: only lines of NAME.wkt have it");
    }
    if (!isTextureName(options.texture))
        throw UsageError(fmt::format("--texture: '{}' is no name of a texture", options.texture));
    form.texture = options.texture;
    return form;
}

void refuseToOverwrite(const TerrainOptions& options) {
    std::error_code error;
    if (options.output == options.input ||
        std::filesystem::equivalent(pathOf(options.output), pathOf(options.input), error))
        throw UsageError(
            fmt::format("{}: the output would overwrite the input; choose another with -o", options.input));
}

/// Hands out the text of the map, some rows at a time.
class MapParts {
  public:
    explicit MapParts(TerrainBrushes& brushes) : brushes_(brushes) {}

    std::string_view next() {
        part_.clear();
        if (row_ == 0) part_ = kMapHead;
        while (row_ < brushes_.rows() && part_.size() < kPartSize)
            brushes_.takeRow(row_++, [&](const MapBrush& brush) { appendBrush(part_, brush); });
        if (row_ == brushes_.rows() && !ended_) {
            part_ += "}\n";
            ended_ = true;
        }
        bytes_ += part_.size();
        return part_;
    }
    std::size_t bytes() const { return bytes_; }

  private:
    TerrainBrushes& brushes_;
    std::string part_;
    std::uint32_t row_ = 0;
    std::size_t bytes_ = 0;
    bool ended_ = false;
};

void writeHeights(const TerrainOptions& options, TerrainForm form) {
    if (!options.up.empty()) throw UsageError("--up: heightfields do not have it");
    const Heightfield field = readHeights(options);
    if (options.scale.empty()) form.scale.z = heightStep(field);
    TerrainBrushes brushes(field, form);
    std::optional<std::string> fault = brushes.fault();
    if (!fault) fault = terrainExcess(field, form);
    if (fault) throw Failure(fmt::format("{}: {}", options.input, *fault));
    MapParts parts(brushes);
    std::string error;
    if (!writeFile(
            options.output, [&] { return parts.next(); }, error))
        throw Failure(fmt::format("{}: {}", options.output, error));
    const TerrainCount& count = brushes.count();
    writeOutput(fmt::format("heights  {}x{}, from {} to {} units; floor at {}\nwrote {}: {} brushes, {} bytes\n",
                            field.columns, field.rows, count.lowest, count.highest, count.floor, options.output,
                            count.brushes, parts.bytes()));
}

/// Writes brushes as text, no more than `compile` reads.
class BrushText {
  public:
    explicit BrushText(std::string& text) : text_(text) {}

    void add(const MapBrush& brush) {
        if (++brushes_ > kMostMapBrushes) fail(kMostMapBrushes, "brushes");
        items_ += 1 + brush.faces.size();
        if (items_ > kMostMapItems) fail(kMostMapItems, "brushes and faces");
        appendBrush(text_, brush);
    }

  private:
    [[noreturn]] static void fail(std::size_t limit, std::string_view what) {
        throw Failure(fmt::format("the terrain needs more than {} {}", limit, what));
    }

    std::string& text_;
    std::size_t brushes_ = 0, items_ = 2;  // the world and its key
};

Mesh readObj(const std::string& path) {
    std::string text, error;
    if (!readFile(path, text, error)) throw Failure(fmt::format("{}: {}", path, error));
    auto mesh = parseObj(text, path);
    if (const auto* problem = std::get_if<Diagnostic>(&mesh)) throw Failure(problem->text());
    return std::get<Mesh>(std::move(mesh));
}

void writeMesh(const TerrainOptions& options, const TerrainForm& given, Kind kind) {
    if (!options.size.empty()) throw UsageError("--size: only bare samples have it");
    if (options.depth) throw UsageError("--depth: meshes do not have it");
    MeshForm form;
    if (!options.scale.empty()) form.scale = given.scale;
    form.origin = given.origin;
    form.texture = given.texture;
    form.yUp = options.up.empty() ? kind == Kind::Gltf : options.up == "y";
    const Mesh mesh = kind == Kind::Gltf ? readGltf(options.input) : readObj(options.input);
    std::string error, text(kMapHead);
    BrushText brushes(text);
    const auto made = makeMeshBrushes(mesh, form, options.input, [&](const MapBrush& brush) { brushes.add(brush); });
    if (const auto* problem = std::get_if<Diagnostic>(&made)) throw Failure(problem->text());
    text += "}\n";
    const auto& count = std::get<MeshCount>(made);
    if (count.brushes() == 0) throw Failure(fmt::format("{}: the mesh has no face with an area", options.input));
    if (!writeFile(options.output, text, error)) throw Failure(fmt::format("{}: {}", options.output, error));
    writeOutput(fmt::format(
        "mesh     {} triangles: {} convex bodies, {} pieces, {} wedges, {} grains; {} polygons without an area\n"
        "wrote {}: {} brushes, {} bytes\n",
        count.triangles, count.hulls, count.shells, count.wedges, count.grains, count.flat.size(), options.output,
        count.brushes(), text.size()));
}

void writePolygons(const TerrainOptions& options, const TerrainForm& given) {
    if (!options.size.empty()) throw UsageError("--size: only bare samples have it");
    PolygonForm form;
    if (!options.scale.empty()) form.scale = given.scale;
    form.origin = given.origin;
    form.depth = given.depth;
    form.thickness = options.thickness.value_or(form.thickness);
    form.texture = given.texture;
    form.yUp = options.up == "y";
    std::string text, error;
    if (!readFile(options.input, text, error)) throw Failure(fmt::format("{}: {}", options.input, error));
    const auto read = parseWkt(text, options.input);
    if (const auto* problem = std::get_if<Diagnostic>(&read)) throw Failure(problem->text());
    text = kMapHead;
    BrushText brushes(text);
    const auto made = makePolygonBrushes(std::get<FlatDrawing>(read), form, options.input,
                                         [&](const MapBrush& brush) { brushes.add(brush); });
    if (const auto* problem = std::get_if<Diagnostic>(&made)) throw Failure(problem->text());
    text += "}\n";
    if (!writeFile(options.output, text, error)) throw Failure(fmt::format("{}: {}", options.output, error));
    const auto& count = std::get<PolygonCount>(made);
    writeOutput(fmt::format("polygons {}, lines {}, of {} points\nwrote {}: {} brushes, {} bytes\n", count.polygons,
                            count.lines, count.points, options.output, count.brushes, text.size()));
}

void runTerrain(const TerrainOptions& options) {
    TerrainForm form = formFrom(options);
    refuseToOverwrite(options);
    const Kind kind = kindOf(options.input);
    if (kind == Kind::Polygons) return writePolygons(options, form);
    if (kind != Kind::Heights) return writeMesh(options, form, kind);
    writeHeights(options, std::move(form));
}

}  // namespace

Command terrainCommand() {
    auto options = std::make_shared<TerrainOptions>();
    Command command("terrain", "Write a heightfield, a mesh or polygons as brushes of a .map file");
    command.add({
        argument("IN", options->input,
                 "Heights: a grey picture (PGM, PNG) or, with --size, bare samples; a mesh: NAME.obj, .gltf, .glb; "
                 "polygons and lines: NAME.wkt"),
        option("-o,--output", options->output, "FILE.map", "Where to write").asRequired(),
        option("--scale", options->scale, "X,Y,Z",
               "Units from sample to sample, and of one step of height (64,64,1; with 16 bits 64,64,0.015625); of a "
               "mesh the "
               "units of its axes (1,1,1)"),
        option("--origin", options->origin, "X,Y,Z",
               "Where the lower left sample is, at height 0, or the origin of a mesh (0,0,0)"),
        option("--depth", options->depth, "UNITS",
               "How far the floor is below the lowest point, and how far polygons and lines are extruded (16)"),
        option("--thickness", options->thickness, "UNITS",
               "How thick lines are: to the right of their way, below 0 to the left (16)"),
        option("--texture", options->texture, "NAME",
               "Texture of all brushes, of meshes where no material is given (terrain)"),
        option("--up", options->up, "y|z", "Which axis of a mesh or drawing points up (z; of glTF y)")
            .oneOf({"y", "z"}),
        option("--size", options->size, "WxH", "The file has bare samples, top row first, this many"),
        option("--bits", options->bits, "8|16", "Bits of a bare sample (8)").oneOf({"8", "16"}).with("--size"),
        option("--endian", options->endian, "little|big", "Which byte of a bare sample of 16 bits is first (little)")
            .oneOf({"little", "big"})
            .with("--size"),
    });
    command.notes =
        "Seen from above, the picture has +x to its right and +y to its top. Closed convex bodies of a mesh\n"
        "become solid, other triangles one unit thick behind their front. Points are rounded to 1/64 unit.\n"
        "\nExample: hills of 128 units from sample to sample, in a file of their own\n"
        "  hullbake terrain hills.png -o hills.map --scale 128,128,2";
    command.run = [options] { runTerrain(*options); };
    return command;
}

}  // namespace hullbake::cli
