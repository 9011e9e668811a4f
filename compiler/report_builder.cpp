#include "compiler/report_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace hullbake {

void ReportBuilder::remark(Severity severity, SourcePos pos, std::string text) {
    report_.remarks.push_back({severity, {map_.pathOf(pos), pos, std::move(text)}});
}

void ReportBuilder::addHulls(const HullStages& stages, const CompileSettings& settings) {
    for (std::size_t h = 0; h < settings.hulls.size(); ++h) {
        const GrownHull& grown = stages.grown()[h];
        HullReport report;
        report.name = settings.hulls[h].name;
        report.grownBrushes = grown.brushes.size();
        report.grownPlanes = grown.planes.size();
        report.bevels = grown.bevels;
        report_.hulls.push_back(std::move(report));
    }
    for (std::size_t i = 0; i < stages.jobs().size(); ++i) {
        const BakeJob& job = stages.jobs()[i];
        const BakeResult& bake = stages.bakes()[i];
        HullReport& report = report_.hulls[job.hull];
        report.depth = std::max(report.depth, bake.depth);
        (job.model == 0 ? report.worldNodes : report.modelNodes) += bake.nodes;
        if (job.model != 0) continue;
        report.boundaryFaces += bake.boundaryFaces;
        report.firstTreeNodes += bake.firstTreeNodes;
        if (job.isWorld() && settings.fill) addFill(bake.fill, report);
    }
}

void ReportBuilder::addFill(const FillResult& fill, HullReport& report) {
    report.filled = fill.filled;
    report.leaked = fill.leaked;
    report.leakTrail = fill.trail;
    if (fill.leaked) {
        report.leakEntity = fill.leakEntity->classname;
        report.leakPos = fill.leakEntity->pos;
        remark(Severity::Warning, report.leakPos,
               fmt::format("leak in hull {}: {} reaches the void; the hull is not filled", report.name,
                           report.leakEntity));
    } else if (!fill.filled) {
        remark(Severity::Warning, {0, 0},
               fmt::format("no entity stands free inside hull {}: it is not filled", report.name));
    }
    for (const PointEntity* entity : fill.outside)
        if (outside_.insert({entity->pos.part, entity->pos.line, entity->pos.column}).second)
            remark(Severity::Warning, entity->pos, fmt::format("{} lies in the void", entity->classname));
}

void ReportBuilder::addCheck(const SelfCheck& check, const CompileSettings& settings) {
    if (!check.opens) return error(fmt::format("the finished file does not open: {}", check.reason));
    if (check.differ == 0) return;
    report_.checkFaults = check.differ;
    const Vec3& p = check.firstDifference;
    error(fmt::format("self-check: {} of {} points differ from the grown brushes, the first in hull {} at {} {} {}",
                      check.differ, check.points, settings.hulls[check.firstHull].name, p.x, p.y, p.z));
}

void ReportBuilder::finish(const StageClock& clock) {
    // Line 0, the whole map, wraps to the end.
    const auto place = [this](const Remark& r) {
        const SourcePos& pos = r.where.pos;
        return std::tuple(map_.lineOf(pos) - 1, pos.part, pos.line);
    };
    std::stable_sort(report_.remarks.begin(), report_.remarks.end(),
                     [&](const Remark& a, const Remark& b) { return place(a) < place(b); });
    for (std::size_t i = 0; i < kStageNames.size(); ++i)
        report_.stages.push_back({std::string(kStageNames[i]), clock.milliseconds(static_cast<Stage>(i))});
    report_.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

}  // namespace hullbake
