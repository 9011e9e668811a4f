#include "tools/reports/verify_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

std::string errorText(double units) {
    return units > 0 ? fmt::format("{:.1e}", units) : "0";
}

std::string brushText(std::uint32_t entity, std::uint32_t number, std::uint32_t line) {
    return fmt::format("brush {} of entity {} (line {})", number, entity, line);
}

/// Returns the name of the hull or the box, and the mode if it is `query`.
template <typename Named>
std::string nameOf(const Named& named) {
    const Vec3 &a = named.box.mins, &b = named.box.maxs;
    if (named.hull.empty())
        return fmt::format("box {:.6g},{:.6g},{:.6g}:{:.6g},{:.6g},{:.6g}", a.x, a.y, a.z, b.x, b.y, b.z);
    return named.hull + (named.query ? ", query" : "");
}

std::string hullName(const oracle::HullResult& hull) {
    if (!hull.world) return fmt::format("{}, {} brush models", nameOf(hull), hull.models);
    return nameOf(hull) + (hull.filled ? ", filled" : "");
}

/// Returns hull, box and mode, which identify a row of the report.
template <typename Named>
Json nameJson(const Named& named) {
    const Vec3 &a = named.box.mins, &b = named.box.maxs;
    return {{"hull", named.hull.empty() ? Json() : Json(named.hull)},
            {"box", {{a.x, a.y, a.z}, {b.x, b.y, b.z}}},
            {"mode", named.query ? "query" : "baked"}};
}

std::string kindTable(const oracle::Tally& tally) {
    Rows rows = {{"kind", "tested", "differ", "worst error"}};
    const auto row = [&](std::string name, const oracle::KindTally& kind, bool point) {
        rows.push_back({std::move(name), std::to_string(kind.tested), std::to_string(kind.differ),
                        point ? "" : errorText(kind.worst)});
    };
    for (std::size_t i = 0; i < oracle::kQueryKinds; ++i)
        row(std::string(oracle::queryKindName(static_cast<oracle::QueryKind>(i))), tally.kinds[i], false);
    for (std::size_t i = 0; i < oracle::kPointKinds; ++i)
        row(fmt::format("points: {}", oracle::pointKindName(static_cast<oracle::PointKind>(i))), tally.pointKinds[i],
            true);
    return formatTable(rows);
}

double worstOf(const oracle::Tally& tally) {
    double worst = 0;
    for (const oracle::KindTally& kind : tally.kinds) worst = std::max(worst, kind.worst);
    return worst;
}

std::string hullTable(const oracle::VerifyResult& result) {
    Rows rows = {{"hull", "traces", "hits", "startsolid", "bevel hits", "points", "differ", "worst error"}};
    for (const oracle::HullResult& hull : result.hulls) {
        const oracle::Tally& tally = hull.tally;
        rows.push_back({hullName(hull), std::to_string(tally.traces), std::to_string(tally.hits),
                        std::to_string(tally.startsolids), std::to_string(tally.bevelHits),
                        std::to_string(tally.points), std::to_string(tally.mismatches + tally.pointMismatches),
                        errorText(worstOf(tally))});
    }
    return formatTable(rows);
}

std::string shapeName(const oracle::ShapeResult& shape) {
    const std::string form(oracle::shapeFormName(shape.form));
    return shape.world ? form : fmt::format("{}, {} brush model{}", form, shape.models, shape.models == 1 ? "" : "s");
}

std::string shapeTable(const oracle::VerifyResult& result) {
    Rows rows = {
        {"shape", "casts", "hits", "startsolid", "faces", "edges", "corners", "marginal", "differ", "worst error"}};
    for (const oracle::ShapeResult& shape : result.shapes) {
        const oracle::ShapeTally& tally = shape.tally;
        rows.push_back({shapeName(shape), std::to_string(tally.casts), std::to_string(tally.hits),
                        std::to_string(tally.startsolids), std::to_string(tally.features[1]),
                        std::to_string(tally.features[2]), std::to_string(tally.features[3]),
                        std::to_string(tally.marginal), std::to_string(tally.differ), errorText(tally.across)});
    }
    return formatTable(rows);
}

std::string differencesText(const oracle::VerifyResult& result) {
    std::string text;
    for (const oracle::BrushDifference& difference : result.brushDifferences) {
        const std::string what =
            difference.line == 0 ? "brushes" : brushText(difference.entity, difference.number, difference.line);
        text += fmt::format("differs: {}: {}\n", what, difference.reason);
    }
    for (const oracle::QueryDifference& found : result.differences) {
        text += fmt::format("differs: {}, model {}, {}: {}\n", nameOf(found), found.model, found.difference.kind,
                            found.difference.reason);
        if (found.hasBrush) text += "         nearest " + brushText(found.entity, found.number, found.line) + "\n";
    }
    for (const oracle::ShapeModelDifference& found : result.shapeDifferences) {
        const oracle::ShapeDifference& difference = found.difference;
        text += fmt::format("differs: {}, model {}: {}\n", difference.shape, found.model, difference.reason);
        if (difference.hasBrush)
            text += "         nearest " + brushText(difference.entity, difference.number, difference.line) + "\n";
    }
    return text;
}

Json kindJson(const oracle::KindTally& kind) {
    return {{"tested", kind.tested}, {"differ", kind.differ}, {"worstError", kind.worst}};
}

Json tallyJson(const oracle::Tally& tally) {
    Json json = {{"traces", tally.traces},
                 {"hits", tally.hits},
                 {"misses", tally.misses},
                 {"startsolid", tally.startsolids},
                 {"allsolid", tally.allsolids},
                 {"bevelHits", tally.bevelHits},
                 {"points", tally.points},
                 {"differ", tally.mismatches + tally.pointMismatches},
                 {"worstError", worstOf(tally)},
                 {"marginal", tally.marginal},
                 {"leftReachedSpace", tally.leftReached},
                 {"closedCracks", tally.closedCracks}};
    for (std::size_t i = 0; i < oracle::kQueryKinds; ++i)
        json["kinds"][std::string(oracle::queryKindName(static_cast<oracle::QueryKind>(i)))] = kindJson(tally.kinds[i]);
    for (std::size_t i = 0; i < oracle::kPointKinds; ++i)
        json["pointKinds"][std::string(oracle::pointKindName(static_cast<oracle::PointKind>(i)))] =
            kindJson(tally.pointKinds[i]);
    return json;
}

Json shapeJson(const oracle::ShapeTally& tally) {
    return {{"casts", tally.casts},        {"hits", tally.hits},
            {"misses", tally.misses},      {"startsolid", tally.startsolids},
            {"allsolid", tally.allsolids}, {"faces", tally.features[1]},
            {"edges", tally.features[2]},  {"corners", tally.features[3]},
            {"marginal", tally.marginal},  {"differ", tally.differ},
            {"worstError", tally.across}};
}

}  // namespace

std::string verifyText(const oracle::VerifyResult& result, const VerifyPaths& paths,
                       const oracle::VerifySettings& settings) {
    std::string text = fmt::format("verify   {} against {}, seed {}\n", paths.hull, paths.map, settings.seed);
    text += fmt::format("brushes  {} compared, {} differ; faces lie at most {} units from those of the map\n\n",
                        result.brushes, result.brushDiffer, errorText(result.planeDeviation));
    text += hullTable(result) + "\n" + kindTable(result.total) + "\n";
    if (!result.shapes.empty()) text += shapeTable(result) + "\n";
    const oracle::Tally& total = result.total;
    if (total.marginal + total.leftReached + total.closedCracks > 0)
        text += fmt::format(
            "{} answers were right within the tolerance only; {} traces left the filled hull where it touches the\n"
            "outside without width, {} stopped at cracks that the fill closed\n",
            total.marginal, total.leftReached, total.closedCracks);
    text += differencesText(result);
    if (result.agrees())
        return text + fmt::format("agrees   0 differences in {} traces, {} points and {} casts of shapes\n",
                                  total.traces, total.points, result.shapeTotal.casts);
    return text + fmt::format("DIFFERS  {} of {} traces, {} of {} points, {} of {} casts of shapes, {} brushes\n",
                              total.mismatches, total.traces, total.pointMismatches, total.points,
                              result.shapeTotal.differ, result.shapeTotal.casts, result.brushDiffer);
}

std::string verifyJson(const oracle::VerifyResult& result, const VerifyPaths& paths,
                       const oracle::VerifySettings& settings) {
    Json json = {{"file", paths.hull},
                 {"map", paths.map},
                 {"seed", settings.seed},
                 {"agrees", result.agrees()},
                 {"brushes", {{"compared", result.brushes}, {"differ", result.brushDiffer}}},
                 {"planeDeviation", result.planeDeviation},
                 {"total", tallyJson(result.total)},
                 {"hulls", Json::array()},
                 {"shapeTotal", shapeJson(result.shapeTotal)},
                 {"shapes", Json::array()},
                 {"differences", Json::array()}};
    for (const oracle::HullResult& hull : result.hulls) {
        Json entry = nameJson(hull);
        entry.update({{"world", hull.world}, {"models", hull.models}, {"filled", hull.filled}});
        entry.update(tallyJson(hull.tally));
        json["hulls"].push_back(std::move(entry));
    }
    for (const oracle::ShapeResult& shape : result.shapes) {
        Json entry = {{"shape", oracle::shapeFormName(shape.form)}, {"world", shape.world}, {"models", shape.models}};
        entry.update(shapeJson(shape.tally));
        json["shapes"].push_back(std::move(entry));
    }
    for (const oracle::BrushDifference& difference : result.brushDifferences)
        json["differences"].push_back({{"kind", "brush"},
                                       {"entity", difference.entity},
                                       {"brush", difference.number},
                                       {"line", difference.line},
                                       {"reason", difference.reason}});
    for (const oracle::QueryDifference& found : result.differences) {
        const Vec3& p = found.difference.where;
        Json entry = {{"kind", found.difference.kind}};
        entry.update(nameJson(found));
        entry.update({{"model", found.model}, {"where", {p.x, p.y, p.z}}, {"reason", found.difference.reason}});
        if (found.hasBrush)
            entry["nearest"] = {{"entity", found.entity}, {"brush", found.number}, {"line", found.line}};
        json["differences"].push_back(std::move(entry));
    }
    for (const oracle::ShapeModelDifference& found : result.shapeDifferences) {
        const oracle::ShapeDifference& difference = found.difference;
        const Vec3& p = difference.where;
        Json entry = {{"kind", "shape"},
                      {"shape", difference.shape},
                      {"model", found.model},
                      {"where", {p.x, p.y, p.z}},
                      {"reason", difference.reason}};
        if (difference.hasBrush)
            entry["nearest"] = {{"entity", difference.entity}, {"brush", difference.number}, {"line", difference.line}};
        json["differences"].push_back(std::move(entry));
    }
    return json.dump(2) + "\n";
}

}  // namespace hullbake::cli
