// libFuzzer target: any small map compiles to a file that opens and answers queries, or gives one error.
// Further sources: compiler/*.cpp compiler/*/*.cpp
//
// The first byte of the text's hash picks the game. The compiler checks its own file, so a file that differs from the
// grown brushes stops the fuzzer.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "formats/patch_brushes.hpp"
#include "hullbake/hullbake.hpp"

namespace {

using namespace hullbake;

// What one run may cost: bytes of text, faces, points of patches, and brushes with those that patches become.
constexpr std::size_t kMostBytes = 8192, kMostFaces = 120, kMostPoints = 60, kMostBrushes = 40;
constexpr double kCoarse = 16;

void require(bool good) {
    if (!good) std::abort();
}

bool isSmall(const MapFile& map) {
    std::size_t faces = 0, points = 0;
    for (const MapEntity& entity : map.entities) {
        for (const MapBrush& brush : entity.brushes) faces += brush.faces.size();
        for (const MapPatch& patch : entity.patches) points += patch.points.size();
        points += entity.displaced.empty() ? 0 : kMostPoints;
    }
    return faces <= kMostFaces && points <= kMostPoints;
}

CompileSettings settingsFor(std::uint64_t hash) {
    const std::vector<std::string_view> games = gameRuleNames();
    CompileSettings settings;
    settings.rules = gameRules(games[hash % games.size()]);
    settings.hulls = {{"point", {}}, {"player", {{-16, -16, -24}, {16, 16, 32}}}};
    settings.threads = 1;
    settings.curveError = kCoarse;
    settings.cellSize = hash / 8 % 4 == 0 ? 0 : 64;
    settings.fill = hash / 32 % 4 != 0;
    return settings;
}

void ask(const ClipMap& map, const Probe& probe, const Vec3& start, const Vec3& end) {
    const Trace trace = map.trace(probe, start, end);
    require(trace.fraction >= 0 && trace.fraction <= 1 && isFinite(trace.endpos) && isFinite(trace.normal));
    require(trace.hit || (trace.fraction == 1 && trace.endpos == end));
    require(!any(map.contentsAt(probe, trace.endpos) & ~kMaskAll));
    static_cast<void>(map.surface(probe, start, end, trace));
}

// Traces to and from corners of faces, and a hair beside them.
void askEverything(const ClipMap& map, const MapFile& source) {
    std::vector<Vec3> points{{0, 0, 0}, {0, 0, 64}};
    for (const MapEntity& entity : source.entities)
        for (const MapBrush& brush : entity.brushes)
            for (const MapFace& face : brush.faces)
                if (points.size() < 12) points.push_back(face.points[points.size() % 3] + Vec3{0, 0, 1e-4});
    for (std::uint32_t hull = 0; hull < map.hullCount(); ++hull)
        for (std::uint32_t model = 0; model < std::min<std::size_t>(map.modelCount(), 3); ++model)
            for (const Contents mask : {kMaskBlocking, kMaskAll})
                for (std::size_t i = 0; i + 1 < points.size(); ++i) {
                    Probe probe{.hull = {hull}, .model = {model}, .mask = mask};
                    ask(map, probe, points[i], points[i + 1]);
                    probe.box = Box{{-8, -8, 0}, {8, 24, 0}};
                    ask(map, probe, points[i], points[i + 1]);
                }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > kMostBytes) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    auto read = parseMap(text, "fuzz.map");
    if (std::holds_alternative<Diagnostic>(read)) return 0;
    MapFile& map = std::get<MapFile>(read);
    if (!isSmall(map) || addPatchBrushes(map, kCoarse).fault) return 0;
    std::size_t brushes = 0;
    for (const MapEntity& entity : map.entities) brushes += entity.brushes.size();
    if (brushes > kMostBrushes) return 0;
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    const CompileResult result = compileMap(map, text, settingsFor(hash >> 32));
    const auto isError = [](const Remark& remark) { return remark.severity == Severity::Error; };
    for (const Remark& remark : result.report.remarks)
        require(!remark.where.message.starts_with("self-check") &&
                !remark.where.message.starts_with("the finished file does not open"));
    if (result.blob.empty()) {
        require(std::any_of(result.report.remarks.begin(), result.report.remarks.end(), isError));
        return 0;
    }
    const OpenResult opened = ClipMap::open(result.blob);
    require(static_cast<bool>(opened));
    askEverything(opened.map, map);
    return 0;
}
