#include "tools/reports/compile_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "compiler/stage_clock.hpp"
#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

std::string number(std::size_t n) {
    return std::to_string(n);
}
std::string millisecondsText(double ms) {
    return fmt::format("{:.1f}", ms);
}

Json vectorJson(const Vec3& v) {
    return Json::array({v.x, v.y, v.z});
}

std::string outsideText(const HullReport& hull) {
    if (hull.leaked) return "leak";
    return hull.filled ? "filled" : "kept";
}

Rows hullRows(const CompileReport& report, const CompileSettings& settings) {
    Rows rows = {{"hull", "mins", "maxs", "grown brushes", "grown planes", "boundary faces", "nodes world",
                  "nodes models", "depth", "outside"}};
    for (const HullReport& hull : report.hulls) {
        const std::size_t index = rows.size() - 1;
        const Box box = index < settings.hulls.size() ? settings.hulls[index].box : Box{};
        rows.push_back({hull.name, pointText(box.mins), pointText(box.maxs), number(hull.grownBrushes),
                        number(hull.grownPlanes), number(hull.boundaryFaces), number(hull.worldNodes),
                        number(hull.modelNodes), number(hull.depth), outsideText(hull)});
    }
    return rows;
}

Rows stageRows(const CompileReport& report, const CompileFiles& files) {
    Rows rows = {{"stage, summed over its tasks", "ms"},
                 {std::string(kReadName), millisecondsText(files.readMilliseconds)}};
    for (const StageTime& stage : report.stages) rows.push_back({stage.name, millisecondsText(stage.milliseconds)});
    rows.push_back({"total, by the clock", millisecondsText(files.readMilliseconds + report.milliseconds)});
    return rows;
}

Json hullJson(const MapFile& map, const HullReport& hull, const Box& box) {
    Json json = {{"name", hull.name},
                 {"mins", vectorJson(box.mins)},
                 {"maxs", vectorJson(box.maxs)},
                 {"grownBrushes", hull.grownBrushes},
                 {"grownPlanes", hull.grownPlanes},
                 {"bevels", hull.bevels},
                 {"boundaryFaces", hull.boundaryFaces},
                 {"firstTreeNodes", hull.firstTreeNodes},
                 {"worldNodes", hull.worldNodes},
                 {"modelNodes", hull.modelNodes},
                 {"depth", hull.depth},
                 {"filled", hull.filled},
                 {"leaked", hull.leaked}};
    if (hull.leaked) {
        json["leakEntity"] = hull.leakEntity;
        json["leakLine"] = map.lineOf(hull.leakPos);
        json["leakTrail"] = Json::array();
        for (const Vec3& point : hull.leakTrail) json["leakTrail"].push_back(vectorJson(point));
    }
    return json;
}

Json nameOrNull(const std::string& name) {
    return name.empty() ? Json() : Json(name);
}

Json leftOutJson(const MapFile& map, const std::vector<MapLeftOut>& leftOut) {
    Json kinds = Json::array();
    for (const MapLeftOut& kind : leftOut) {
        Json places = Json::array();
        for (const SourcePos& pos : kind.places)
            places.push_back({{"file", map.pathOf(pos)}, {"line", pos.line}, {"column", pos.column}});
        kinds.push_back(
            {{"kind", kind.kind}, {"asked", kind.asked}, {"count", kind.places.size()}, {"places", places}});
    }
    return kinds;
}

Json totalsJson(const CompileReport& report, const CompileFiles& files) {
    return {{"map", files.map},
            {"output", nameOrNull(files.output)},
            {"bytes", files.bytes},
            {"leakFile", nameOrNull(files.points)},
            {"leakLineFile", nameOrNull(files.lines)},
            {"entities", report.entities},
            {"brushes", report.brushes},
            {"faces", report.faces},
            {"models", report.models},
            {"planes", report.planes},
            {"patches", files.patches.patches},
            {"patchBrushes", files.patches.brushes},
            {"planeDeviation", report.planeDeviation}};
}

}  // namespace

std::string_view severityName(Severity severity) {
    switch (severity) {
        case Severity::Note:
            return "note";
        case Severity::Warning:
            return "warning";
        case Severity::Error:
            break;
    }
    return "error";
}

std::string reportTable(const CompileReport& report, const CompileSettings& settings, const CompileFiles& files) {
    std::string text = formatTable({{"map", "entities", "brushes", "faces", "models", "planes"},
                                    {files.map, number(report.entities), number(report.brushes), number(report.faces),
                                     number(report.models), number(report.planes)}});
    if (report.planeDeviation > 0)
        text += fmt::format(
            "coordinates of more than twelve decimals were rounded: no face moved further than {:.3g} units\n",
            report.planeDeviation);
    if (files.patches.patches > 0)
        text += fmt::format("patches: {} as {} of the brushes\n", files.patches.patches, files.patches.brushes);
    if (!report.leftOut.empty()) {
        std::string list;
        for (const MapLeftOut& kind : report.leftOut)
            list += fmt::format("{}{} x {}", list.empty() ? "" : ", ", kind.places.size(), kind.kind);
        text += "not used: " + list + '\n';
    }
    text += '\n' + formatTable(hullRows(report, settings)) + '\n' + formatTable(stageRows(report, files));
    text += fmt::format("\nwrote {}: {} bytes\n", files.output, files.bytes);
    return text;
}

std::string reportJson(const MapFile& map, const CompileReport& report, const CompileSettings& settings,
                       const CompileFiles& files) {
    Json json = totalsJson(report, files);
    json["hulls"] = Json::array();
    for (std::size_t h = 0; h < report.hulls.size(); ++h) {
        const Box box = h < settings.hulls.size() ? settings.hulls[h].box : Box{};
        json["hulls"].push_back(hullJson(map, report.hulls[h], box));
    }
    json["stages"] = Json::array({{{"name", kReadName}, {"ms", files.readMilliseconds}}});
    for (const StageTime& stage : report.stages) {
        json["stages"].push_back({{"name", stage.name}, {"ms", stage.milliseconds}});
    }
    json["milliseconds"] = files.readMilliseconds + report.milliseconds;
    json["leftOut"] = leftOutJson(map, report.leftOut);
    json["remarks"] = Json::array();
    for (const Remark& remark : report.remarks) {
        json["remarks"].push_back({{"severity", severityName(remark.severity)},
                                   {"file", remark.where.file},
                                   {"line", remark.where.pos.line},
                                   {"column", remark.where.pos.column},
                                   {"message", remark.where.message}});
    }
    // Names come from files and may not be UTF-8: invalid bytes are replaced instead of refused.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace hullbake::cli
