// hullbake draw: draws a slice through a level, and writes its brushes and its hulls' boundaries as meshes.
// In: a .hull file or a map. Out: a picture of its brushes, the outlines of hulls and boxes, traces and runs; OBJ,
// glTF.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "formats/files.hpp"
#include "formats/letters.hpp"
#include "formats/png_picture.hpp"
#include "formats/run_file.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/draw/level_shapes.hpp"
#include "tools/draw/mesh_files.hpp"
#include "tools/draw/png.hpp"
#include "tools/draw/svg.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/level_file.hpp"
#include "tools/runs/run_player.hpp"

namespace hullbake::cli {
namespace {

using namespace draw;

constexpr Colour kOutlineColours[] = {0xd81b60, 0x1565c0, 0x00897b, 0xef6c00, 0x6a1b9a, 0x5d4037};
constexpr Colour kTrailColour = 0xe65100;
constexpr Colour kPathColours[] = {0xc62828, 0x2e7d32, 0x4527a0, 0x00838f};
/// Part of a picture's longer side that is left free around a level.
constexpr double kMargin = 0.02;
/// Least distance between two points of a path, as a part of the picture's longer side: half of a pixel.
constexpr double kPathStep = 0.0005;
/// Most boxes that are drawn along a run.
constexpr std::size_t kMostBoxes = 24;
/// Shortest side of what is shown, in units: a picture's numbers have four decimals.
constexpr double kLeastWindow = 1;
/// Longest side of a picture of pixels: 200 MB of them.
constexpr unsigned kLongestPng = 8000;

struct DrawOptions {
    std::string file, output, plane, window, trail, obj, gltf;
    std::optional<double> at;
    std::vector<std::string> hulls, boxes, traces, runs;
    bool cells = false;
    std::string mask = "blocking";
    unsigned size = 1000;
    RulesOptions rules;
};

/// A hull or a box whose outline is drawn, and with which traces are made.
struct Subject {
    std::string name;
    Probe probe;
};

SlicePlane planeFrom(const DrawOptions& options, const ClipMap& map) {
    if (options.at) {
        checkRange("--at", *options.at, -kMaxCoordinate, kMaxCoordinate, "units");
        return axialPlane(2, *options.at);
    }
    if (options.plane.empty()) return usualPlane(map);
    const auto plane = parsePlane(options.plane);
    if (!plane)
        throw UsageError(
            fmt::format("--plane: expected x=V, y=V, z=V or a normal X,Y,Z=DIST, found \"{}\"", options.plane));
    return *plane;
}

std::string boxName(const Box& box) {
    const Vec3 &a = box.mins, &b = box.maxs;
    return fmt::format("{} {} {} to {} {} {}", a.x, a.y, a.z, b.x, b.y, b.z);
}

Subject hullSubject(const ClipMap& map, HullId hull, Contents mask) {
    const HullInfo info = map.hull(hull);
    Subject subject{fmt::format("hull {} ({})", info.name, boxName(info.box)), {}};
    subject.probe.hull = hull;
    subject.probe.model = kAllModels;
    subject.probe.mask = mask;
    return subject;
}

Subject boxSubject(const ClipMap& map, const std::string& text, Contents mask) {
    const Box box = parseBox(text, "--box");
    for (std::uint32_t h = 0; h < map.hullCount(); ++h)
        if (map.hull(HullId{h}).box == box) return hullSubject(map, HullId{h}, mask);
    for (int a = 0; a < 3; ++a)
        if (box.maxs[a] - box.mins[a] > kMaxBoxSize)
            throw UsageError(fmt::format("--box: the box must not be larger than {} units", kMaxBoxSize));
    Subject subject{fmt::format("box {}", boxName(box)), {}};
    subject.probe.hull = kNoHull;
    subject.probe.box = box;
    subject.probe.model = kAllModels;
    subject.probe.mask = mask;
    return subject;
}

std::vector<Subject> subjectsFrom(const DrawOptions& options, const HullFile& file) {
    const Contents mask = parseMask(options.mask);
    std::vector<Subject> subjects;
    const auto addHull = [&](HullId hull) {
        const bool known = std::any_of(subjects.begin(), subjects.end(),
                                       [&](const Subject& other) { return other.probe.hull == hull; });
        if (!known) subjects.push_back(hullSubject(file.map, hull, mask));
    };
    for (const std::string& name : options.hulls) {
        if (name == "all") {
            for (std::uint32_t h = 0; h < file.map.hullCount(); ++h) addHull(HullId{h});
        } else if (name != "bare") {
            addHull(chooseHull(file, name));
        }
    }
    for (const std::string& box : options.boxes) subjects.push_back(boxSubject(file.map, box, mask));
    if (options.hulls.empty() && options.boxes.empty()) addHull(chooseHull(file, ""));
    return subjects;
}

std::pair<std::string, std::string> halves(const std::string& text, std::string_view option, std::string_view form) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) throw UsageError(fmt::format("{}: expected {}, found \"{}\"", option, form, text));
    return {text.substr(0, colon), text.substr(colon + 1)};
}

Point parseCorner(const std::string& text) {
    const std::size_t comma = text.find(',');
    const auto coordinate = [](const std::string& number) { return parseNumber(number).value_or(HUGE_VAL); };
    const double x = coordinate(text.substr(0, comma));
    const double y = comma == std::string::npos ? HUGE_VAL : coordinate(text.substr(comma + 1));
    if (!(std::abs(x) <= kMaxCoordinate && std::abs(y) <= kMaxCoordinate))
        throw UsageError(fmt::format("--window: expected two corners X,Y:X,Y, found \"{}\"", text));
    return {x, y};
}

Frame parseWindow(const std::string& text) {
    const auto [low, high] = halves(text, "--window", "two corners X,Y:X,Y");
    const Point a = parseCorner(low), b = parseCorner(high);
    if (!(a.x < b.x && a.y < b.y)) throw UsageError("--window: the first corner must be less than the second");
    if (!(b.x - a.x >= kLeastWindow && b.y - a.y >= kLeastWindow))
        throw UsageError(fmt::format("--window: a side has {} unit at least", kLeastWindow));
    return {a, b};
}

double longerSide(const Frame& frame) {
    return std::max(frame.maxs.x - frame.mins.x, frame.maxs.y - frame.mins.y);
}

Frame widened(const Frame& frame, double by) {
    return {{frame.mins.x - by, frame.mins.y - by}, {frame.maxs.x + by, frame.maxs.y + by}};
}

Frame frameFrom(const DrawOptions& options, const HullFile& file, const SlicePlane& plane) {
    if (!options.window.empty()) return parseWindow(options.window);
    if (const auto bounds = sliceBounds(file.map, plane)) return widened(*bounds, kMargin * longerSide(*bounds));
    const auto reach = reachAlong(file.map, plane.plane.normal);
    if (!reach) throw Failure(fmt::format("{}: has no brushes to draw", file.path));
    throw Failure(fmt::format("{}: the plane {} misses the level, whose brushes reach from {} to {} there", file.path,
                              planeText(plane), reach->first, reach->second));
}

OutlineGroup outlineOf(const ClipMap& map, const Subject& subject, const SlicePlane& plane, const Frame& frame,
                       bool withCells) {
    const Contents mask = subject.probe.mask;
    const std::vector<Cell> cells = subject.probe.box ? sliceBox(map, *subject.probe.box, mask, plane, frame)
                                                      : sliceHull(map, subject.probe.hull, mask, plane, frame);
    std::vector<Polygon> polygons;
    polygons.reserve(cells.size());
    for (const Cell& cell : cells) polygons.push_back(cell.polygon);
    OutlineGroup group{subject.name + " stops here", 0, unite(polygons), {}};
    if (withCells && subject.probe.hull != kNoHull) group.cells = sliceLeaves(map, subject.probe.hull, plane, frame);
    return group;
}

/// Returns the outline of a box in the drawing: the bounds of its corners.
Frame boxFrame(const Box& box, const Vec3& origin, const SlicePlane& plane) {
    Polygon corners;
    for (unsigned i = 0; i < 8; ++i)
        corners.push_back(
            plane.flat(origin + Vec3{(i & 1) != 0 ? box.maxs.x : box.mins.x, (i & 2) != 0 ? box.maxs.y : box.mins.y,
                                     (i & 4) != 0 ? box.maxs.z : box.mins.z}));
    return boundsOf(corners);
}

Box boxOf(const ClipMap& map, const Probe& probe) {
    return probe.box ? *probe.box : map.hull(probe.hull).box;
}

PathGroup drawnTrace(const ClipMap& map, const Subject& subject, const std::string& text, const SlicePlane& plane) {
    const auto [first, second] = halves(text, "--trace", "X,Y,Z:X,Y,Z");
    const Vec3 start = parsePoint(first, "--trace"), end = parsePoint(second, "--trace");
    const Trace trace = map.trace(subject.probe, start, end);
    if (trace.refusal != Refusal::None)
        throw UsageError(fmt::format("--trace {}: {}", text, refusalText(trace.refusal)));
    PathGroup path;
    const std::string outcome = trace.startsolid     ? "starts in solid"
                                : trace.fraction < 1 ? fmt::format("stops after {:.4g}%", 100 * trace.fraction)
                                                     : std::string("meets nothing");
    path.name = fmt::format("trace of {}: {}", subject.name.substr(0, subject.name.find(" (")), outcome);
    path.points = {plane.flat(start), plane.flat(trace.endpos)};
    if (trace.fraction < 1) path.rest = {plane.flat(trace.endpos), plane.flat(end)};
    const Box box = boxOf(map, subject.probe);
    path.boxes = {boxFrame(box, start, plane), boxFrame(box, trace.endpos, plane)};
    return path;
}

PathGroup drawnRun(const HullFile& file, const std::string& name, const SlicePlane& plane, double step) {
    auto read = readRun(name);
    if (const auto* error = std::get_if<Diagnostic>(&read)) throw Failure(error->text());
    const auto& run = std::get<RecordedRun>(read);
    RunPlayer player(file, run.head);
    const Box box = boxOf(file.map, player.probe());
    PathGroup path;
    path.points.push_back(plane.flat(run.head.start));
    std::vector<Vec3> ticks{run.head.start};
    const auto go = [&](const Vec3& to) {
        const Point p = plane.flat(to), &last = path.points.back();
        if (std::abs(p.x - last.x) > step || std::abs(p.y - last.y) > step) path.points.push_back(p);
    };
    for (const RunLine& line : run.lines) {
        player.apply(line);
        for (std::uint32_t i = 0; line.verb == RunVerb::Ticks && i < line.ticks; ++i) {
            tickOf(player, line, name);
            for (const PathPoint& point : player.path()) go(point.position);
            ticks.push_back(player.state().origin);
        }
    }
    const std::size_t stride = (ticks.size() + kMostBoxes - 1) / kMostBoxes;
    for (std::size_t i = 0; i < ticks.size(); i += stride) path.boxes.push_back(boxFrame(box, ticks[i], plane));
    path.name = fmt::format("run {} ({:.4g} s)", utf8Of(pathOf(name).filename()), player.seconds());
    return path;
}

/// Reads a .pts or .lin file: the points of a leak's trail, three numbers a line.
std::vector<Vec3> readTrail(const std::string& path) {
    std::string text, error;
    if (!readFile(path, text, error)) throw Failure(fmt::format("{}: {}", path, error));
    std::vector<Vec3> trail;
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::istringstream words(line);
        std::string word;
        std::vector<double> numbers;
        while (words >> word) {
            const auto value = parseNumber(word);
            numbers.push_back(value && std::abs(*value) <= 2 * kMaxCoordinate ? *value : std::nan(""));
        }
        if (numbers.empty()) continue;
        if (numbers.size() != 3 || std::isnan(numbers[0] + numbers[1] + numbers[2]))
            throw Failure(fmt::format("{}:{}: no point of three numbers", path, number));
        trail.push_back({numbers[0], numbers[1], numbers[2]});
    }
    if (trail.empty()) throw Failure(fmt::format("{}: has no points", path));
    return trail;
}

PathGroup drawnTrail(const std::vector<Vec3>& trail, const SlicePlane& plane) {
    PathGroup path;
    path.name = "the way out of a leak";
    path.colour = kTrailColour;
    for (const Vec3& point : trail) path.points.push_back(plane.flat(point));
    return path;
}

Picture pictureOf(const DrawOptions& options, const HullFile& file, const std::vector<Vec3>& trail) {
    const ClipMap& map = file.map;
    const std::vector<Subject> subjects = subjectsFrom(options, file);
    if (options.cells && (subjects.empty() || subjects[0].probe.hull == kNoHull))
        throw UsageError("--cells: needs a hull; a box has no tree");
    if (!options.traces.empty() && subjects.empty())
        throw UsageError("--trace: needs a hull or a box; --hull bare alone names none");
    const SlicePlane plane = planeFrom(options, map);
    Picture picture;
    picture.frame = frameFrom(options, file, plane);
    picture.pixels = options.size;
    picture.right = plane.axis == 0 ? "y" : plane.axis > 0 ? "x" : "level";
    picture.up = plane.axis == 2 ? "y" : plane.axis >= 0 ? "z" : "along the plane";
    picture.title = fmt::format("{}, {}", utf8Of(pathOf(file.path).filename()), planeText(plane));
    // A frame of its own for the cells, a little larger, so that its sides are no part of what is seen.
    const Frame cellFrame = widened(picture.frame, kMargin * longerSide(picture.frame));
    picture.shapes = brushShapes(map, sliceBrushes(map, plane, cellFrame));
    for (const Subject& subject : subjects) {
        picture.outlines.push_back(outlineOf(map, subject, plane, cellFrame, options.cells));
        picture.outlines.back().colour = kOutlineColours[(picture.outlines.size() - 1) % std::size(kOutlineColours)];
    }
    for (const std::string& text : options.traces) picture.paths.push_back(drawnTrace(map, subjects[0], text, plane));
    for (const std::string& name : options.runs)
        picture.paths.push_back(drawnRun(file, name, plane, kPathStep * longerSide(picture.frame)));
    for (std::size_t i = 0; i < picture.paths.size(); ++i)
        picture.paths[i].colour = kPathColours[i % std::size(kPathColours)];
    if (!trail.empty()) picture.paths.push_back(drawnTrail(trail, plane));
    for (const StartMark& mark : startMarks(map, plane))
        if (draw::contains(polygonOf(picture.frame), mark.at)) picture.starts.push_back(mark);
    return picture;
}

void refuseToOverwrite(const DrawOptions& options) {
    std::vector<std::string> inputs = options.runs, outputs;
    inputs.push_back(options.file);
    if (!options.trail.empty()) inputs.push_back(options.trail);
    if (!options.rules.rules.empty()) inputs.push_back(options.rules.rules);
    for (const auto& [name, output] :
         {std::pair("-o", options.output), std::pair("--obj", options.obj), std::pair("--gltf", options.gltf)}) {
        if (output.empty()) continue;
        for (const std::string& input : inputs) {
            std::error_code error;
            if (input == output || std::filesystem::equivalent(pathOf(input), pathOf(output), error))
                throw UsageError(fmt::format("{} {}: would overwrite what is read", name, output));
        }
        if (std::find(outputs.begin(), outputs.end(), output) != outputs.end())
            throw UsageError(fmt::format("{} {}: is written twice", name, output));
        outputs.push_back(output);
    }
    if (outputs.empty()) throw UsageError("nothing to write: -o, --obj or --gltf is required");
}

std::vector<MeshGroup> meshesOf(const DrawOptions& options, const HullFile& file) {
    std::vector<MeshGroup> groups = brushMeshes(file.map);
    for (const Subject& subject : subjectsFrom(options, file)) {
        const Contents mask = subject.probe.mask;
        const std::vector<SurfaceFace> faces = subject.probe.box ? boxBoundary(file.map, *subject.probe.box, mask)
                                                                 : hullBoundary(file.map, subject.probe.hull, mask);
        for (MeshGroup& group : boundaryMeshes(subject.name, faces)) groups.push_back(std::move(group));
    }
    return groups;
}

/// A picture of another name would hold what its name does not say. One without an ending is an SVG.
void checkPictureName(const std::string& path) {
    const std::string ending = utf8Of(pathOf(path).extension());
    if (!ending.empty() && !sameButForCase(ending, ".svg") && !sameButForCase(ending, ".png"))
        throw UsageError(fmt::format("-o {}: a picture is .svg or .png", path));
}

bool isPngName(const std::string& path) {
    return sameButForCase(utf8Of(pathOf(path).extension()), ".png");
}

/// Returns the bytes of the picture in the form that the name of its file asks for.
std::string pictureText(const DrawOptions& options, const Picture& picture) {
    if (!isPngName(options.output)) return svgOf(picture);
    const Raster raster = rasterOf(picture);
    std::string png, error;
    if (!encodePng(raster.pixels(), raster.width(), raster.height(), png, error))
        throw Failure(fmt::format("{}: {}", options.output, error));
    return png;
}

void runDraw(const DrawOptions& options) {
    refuseToOverwrite(options);
    checkPictureName(options.output);
    if (isPngName(options.output) && options.size > kLongestPng)
        throw UsageError(fmt::format("--size: a PNG has at most {} pixels on a side", kLongestPng));
    std::vector<Vec3> trail;
    const HullFile file = openLevel(options.file, options.rules, &trail);
    if (!options.trail.empty()) trail = readTrail(options.trail);
    // All texts are ready before the first is written: a fault leaves nothing half done.
    std::vector<std::pair<std::string, std::string>> outputs;
    if (!options.output.empty())
        outputs.emplace_back(options.output, pictureText(options, pictureOf(options, file, trail)));
    if (!options.obj.empty() || !options.gltf.empty()) {
        const std::vector<MeshGroup> groups = meshesOf(options, file);
        if (!options.obj.empty()) outputs.emplace_back(options.obj, objOf(groups));
        if (!options.gltf.empty()) outputs.emplace_back(options.gltf, gltfOf(groups));
    }
    for (const auto& [path, text] : outputs) {
        std::string error;
        if (!writeFile(path, text, error)) throw Failure(fmt::format("{}: {}", path, error));
        writeOutput(fmt::format("wrote {}: {} bytes\n", path, text.size()));
    }
}

}  // namespace

Command drawCommand() {
    auto options = std::make_shared<DrawOptions>();
    Command command("draw", "Draw a slice through a level as a picture, or its hulls as meshes");
    command.add({
        argument("FILE", options->file, "A .hull file, or a map, which is compiled in memory"),
        option("-o,--output", options->output, "OUT.svg|OUT.png", "Where to write the slice"),
        option("--obj", options->obj, "OUT.obj",
               "Write all brushes, and the boundary of each --hull and --box, as a mesh"),
        option("--gltf", options->gltf, "OUT.gltf", "The same as glTF 2.0"),
        option("--at", options->at, "Z", "The height to cut at; default: that of the first player start"),
        option("--plane", options->plane, "PLANE", "Cut there instead: x=V, y=V, z=V or a normal X,Y,Z=DIST")
            .without("--at"),
        option("--window", options->window, "X,Y:X,Y", "What of the plane to show; default: all of the level"),
        option("--hull", options->hulls, "NAME|bare|all",
               "Outline what stops this hull; bare: brushes only; repeatable; default: player, else the first"),
        option("--box", options->boxes, "X,Y,Z:X,Y,Z", "Outline what stops a box of any size up to 512; repeatable"),
        option("--mask", options->mask, "LIST", "What stops them; default: blocking"),
        option("--trace", options->traces, "P:P",
               "Trace the first of them between two points X,Y,Z and draw the way; repeatable"),
        option("--run", options->runs, "FILE.run", "Play a recorded run and draw its path; repeatable"),
        flag("--cells", options->cells, "Draw how the hulls' trees divide the world, too"),
        option("--trail", options->trail, "FILE.pts",
               "Draw the trail of a leak, a .pts or .lin file; a map that leaks needs none"),
        option("--size", options->size, "PIXELS", "Length of the longer side; default: 1000").within(100, 20000),
    });
    command.add(rulesOptions(options->rules, "The game whose hulls and rules count for a map"));
    command.notes =
        "Brushes are filled by their contents. Where a hull or a box is stopped, wherever its origin\n"
        "is, has a tint and an outline. All models stand where the map draws them. A plane that lies\n"
        "in a face shows what is just in front of it. Coordinates in the picture are the level's.\n"
        "The boundary of a hull is what it can reach; that of a box has the outside of the level, too.\n"
        "\nExamples: the demo at the height of its start; a section with the path of a recorded run\n"
        "  hullbake draw demo.hull -o demo.svg --hull player --hull large\n"
        "  hullbake draw demo.map -o section.svg --plane y=-192 --run maps/demo/route.run\n"
        "  hullbake draw demo.hull -o box.svg --box -4,-4,0:4,4,8 --trace 0,-192,24:200,-192,24\n"
        "  hullbake draw demo.hull --gltf demo.gltf --hull player";
    command.run = [options] { runDraw(*options); };
    return command;
}

}  // namespace hullbake::cli
