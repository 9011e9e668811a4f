#include "tests/bench/report.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "tests/bench/scale.hpp"

namespace hullbake::bench {

namespace {

using Rows = std::vector<std::vector<std::string>>;
using Json = nlohmann::ordered_json;

std::string cell(const std::optional<double>& value, int digits = 0) {
    return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

std::string section(const std::string& heading, const Rows& rows) {
    return rows.size() < 2 ? std::string() : heading + "\n\n" + columns(rows) + "\n";
}

std::string compileTable(const Results& results) {
    Rows rows = {{"map", "brushes", "1 thread", "2 threads", "ratio", "cpu", "peak MB", "nodes player", "bytes"}};
    for (const std::string& map : results.values("compile", &Row::map)) {
        const auto one = results.compile(map, 1), two = results.compile(map, 2);
        const auto nodes = results.find({"compile", map, "player", {}, {}, 0, "nodes", 0, {}});
        rows.push_back({map, cell(results.compile(map, 0, "brushes")), cell(one, 1), cell(two, 1),
                        one && two ? fmt::format("{:.2f}", *one / *two) : "-", cell(results.compile(map, 2, "cpu"), 1),
                        cell(results.compile(map, 2, "peak"), 1), cell(nodes), cell(results.compile(map, 0, "bytes"))});
    }
    return section("Compiling: ms by the clock with reading, three quake hulls; cpu: processor time on two threads",
                   rows);
}

std::string stageTable(const Results& results, int threads) {
    const auto stages = results.values("stage", &Row::set);
    Rows rows = {{"map"}};
    rows[0].insert(rows[0].end(), stages.begin(), stages.end());
    for (const std::string& map : results.values("stage", &Row::map)) {
        rows.push_back({map});
        for (const std::string& stage : stages)
            rows.back().push_back(cell(results.find({"stage", map, stage, {}, {}, threads, "ms", 0, {}}), 1));
    }
    return section(fmt::format("Stages: ms, summed over tasks, {} thread{}", threads, threads == 1 ? "" : "s"), rows);
}

std::string traceTable(const Results& results, const std::string& order) {
    const auto engines = results.values("trace", &Row::engine);
    Rows rows = {{"map", "set"}};
    rows[0].insert(rows[0].end(), engines.begin(), engines.end());
    for (const std::string& map : results.values("trace", &Row::map))
        for (const std::string& set : results.values("trace", &Row::set)) {
            rows.push_back({map, set});
            for (const std::string& engine : engines)
                rows.back().push_back(cell(results.trace(map, set, order, engine)));
        }
    return section("Tracing: ns per trace, one thread, " + order + " order", rows);
}

std::string percentileTable(const Results& results) {
    Rows rows = {{"map", "set", "engine", "ns", "p50", "p99", "nodes"}};
    for (const std::string& map : results.values("trace", &Row::map))
        for (const std::string& set : results.values("trace", &Row::set))
            for (const char* engine : {"baked", "query", "classic"}) {
                const auto figure = [&](const char* metric) {
                    return results.trace(map, set, "random", engine, metric);
                };
                const std::string nodes = cell(figure("nodes"), 1);
                rows.push_back({map, set, engine, cell(figure("ns")), cell(figure("p50")), cell(figure("p99")), nodes});
            }
    return section("Single traces: ns, random order; p50 and p99 over groups of 4; nodes visited per trace", rows);
}

std::string openTable(const Results& results) {
    Rows rows = {{"map", "microseconds"}};
    for (const std::string& map : results.values("level", &Row::map))
        rows.push_back({map, cell(results.find({"level", map, {}, {}, {}, 0, "open", 0, {}}), 1)});
    return section("Opening a block", rows);
}

// Sums the counts over all maps.
std::string accuracyTable(const Results& results) {
    const auto engines = results.values("accuracy", &Row::engine);
    Rows rows = {{"set", "traces"}};
    rows[0].insert(rows[0].end(), engines.begin(), engines.end());
    for (const std::string& set : results.values("accuracy", &Row::set)) {
        rows.push_back({set, "-"});
        for (const std::string& engine : engines) {
            double traces = 0, wrong = 0;
            for (const std::string& map : results.values("accuracy", &Row::map)) {
                const auto figure = [&](const char* metric) {
                    return results.find({"accuracy", map, set, {}, engine, 0, metric, 0, {}}).value_or(0);
                };
                traces += figure("traces");
                wrong += figure("wrong") * figure("traces");
            }
            rows.back()[1] = fmt::format("{:.0f}", traces);
            rows.back().push_back(traces > 0 ? fmt::format("{:.0f}", wrong / traces) : "-");
        }
    }
    return section("Wrong answers per million, against the oracle", rows);
}

std::string walkTable(const Results& results) {
    Rows rows = {{"map", "through", "p50", "p99", "traces", "at walls"}};
    for (const std::string& map : results.values("walk", &Row::map))
        for (const std::string& set : results.values("walk", &Row::set)) {
            const auto figure = [&](const char* metric) {
                return results.find({"walk", map, set, {}, "baked", 0, metric, 0, {}});
            };
            const auto blocked = figure("blocked");
            rows.push_back({map, set, cell(figure("p50")), cell(figure("p99")), cell(figure("traces"), 2),
                            blocked ? fmt::format("{:.0f} %", 100 * *blocked) : "-"});
        }
    return section("Walking: ns for a tick of the player (slide, step, ground), and the traces that it took", rows);
}

std::string shapeTable(const Results& results) {
    Rows rows = {{"map", "set", "shape", "ns", "of the box", "Bullet", "times ours", "wrong", "Bullet's"}};
    for (const std::string& map : results.values("shapes", &Row::map))
        for (const std::string& set : results.values("shapes", &Row::set)) {
            const auto figure = [&](const std::string& engine, const char* metric = "ns") {
                return results.find({"shapes", map, set, "random", engine, 0, metric, 0, {}});
            };
            const auto box = figure("box");
            for (const std::string& shape : results.values("shapes", &Row::engine)) {
                const auto ours = figure(shape), theirs = figure("Bullet " + shape);
                if (shape.starts_with("Bullet") || !ours) continue;
                rows.push_back({map, set, shape, cell(ours), box ? cell(*ours / *box, 2) : "-", cell(theirs),
                                theirs ? cell(*theirs / *ours, 1) : "-", cell(figure(shape, "wrong")),
                                cell(figure("Bullet " + shape, "wrong"))});
            }
        }
    return section(
        "Shapes at query time: ns per cast, one thread, random order; all along the same ways; wrong casts of a "
        "million",
        rows);
}

std::string worldTable(const Results& results) {
    Rows rows = {{"map", "models", "moving", "bodies", "what", "p50", "p99", "events", "casts"}};
    std::string snapshots;
    for (const std::string& map : results.values("world", &Row::map)) {
        const auto figure = [&](const char* set, const char* metric) {
            return results.find({"world", map, set, {}, {}, 0, metric, 0, {}});
        };
        for (const char* set : {"step", "tick", "indexed tick"})
            if (figure(set, "p50"))
                rows.push_back({map, cell(figure("step", "models")), cell(figure("step", "movers")),
                                cell(figure("step", "bodies")), set, cell(figure(set, "p50"), 1),
                                cell(figure(set, "p99"), 1), cell(figure("step", "events"), 2),
                                cell(figure("step", "casts"), 1)});
        if (const auto bytes = figure("snapshot", "bytes"))
            snapshots += fmt::format("snapshot of the bodies of {}: {:.0f} bytes, copied in {:.0f} ns\n", map, *bytes,
                                     figure("snapshot", "ns").value_or(0));
    }
    const std::string table =
        section("World: us for a step of all movers, and for a tick: all bodies walk, then the step", rows);
    return snapshots.empty() ? table : table + snapshots + "\n";
}

std::string contactTable(const Results& results) {
    const auto engines = results.values("contact", &Row::engine);
    std::string text;
    for (const auto& [metric, heading] :
         {std::pair("ns", "Contacts of two bodies: ns a pair, one thread"),
          {"wrong", "The same: pairs of a million that are told to overlap, or not to, and do not, or do"},
          {"depth", "The same: pairs of a million whose depth is off by a thousandth of the size"}}) {
        Rows rows = {{"pair", "order"}};
        rows[0].insert(rows[0].end(), engines.begin(), engines.end());
        for (const std::string& set : results.values("contact", &Row::set))
            for (const char* order : {"warm", "cold"}) {
                rows.push_back({set, order});
                for (const std::string& engine : engines)
                    rows.back().push_back(cell(results.find({"contact", {}, set, order, engine, 0, metric, 0, {}})));
            }
        text += section(heading, rows);
    }
    return text;
}

std::string scaleTable(const Results& results) {
    Rows rows = {{"world", "brushes", "sealed hulls", "compile ms", "cpu ms", "peak MB", "nodes", "visited", "baked ns",
                  "query ns", "classic ns"}};
    for (const std::string& map : results.values("scale", &Row::map)) {
        const auto figure = [&](const char* metric, const char* engine = "") {
            return results.find({"scale", map, {}, {}, engine, 2, metric, 0, {}});
        };
        rows.push_back({map, cell(figure("brushes")), cell(figure("filled")), cell(figure("ms")), cell(figure("cpu")),
                        cell(figure("peak")), cell(figure("nodes")), cell(figure("visited"), 1),
                        cell(figure("ns", "baked")), cell(figure("ns", "query")), cell(figure("ns", "classic"))});
    }
    std::string text = section("Scale: two threads; M traces in random order", rows);
    for (const Panel& panel : scalePanels(results))
        for (const Series& series : panel.series)
            if (series.points.size() > 1)
                text += fmt::format("{}, {}: grows like brushes^{:.2f}\n", panel.title, series.name,
                                    growthExponent(series.points));
    return text.empty() ? text : text + "\n";
}

void writeFile(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace

std::string reportText(const Results& results) {
    return compileTable(results) + stageTable(results, 1) + stageTable(results, 2) + openTable(results) +
           traceTable(results, "random") + traceTable(results, "coherent") + percentileTable(results) +
           accuracyTable(results) + walkTable(results) + shapeTable(results) + worldTable(results) +
           contactTable(results) + scaleTable(results);
}

std::string reportJson(const Results& results, const std::vector<Target>& targets, const std::vector<Fact>& facts) {
    Json json;
    for (const Fact& fact : facts) json["machine"][fact.name] = fact.value;
    json["targets"] = Json::array();
    for (const Target& target : targets)
        json["targets"].push_back({{"work", target.work},
                                   {"wanted", target.wanted},
                                   {"unit", target.unit},
                                   {"measured", target.measured ? Json(*target.measured) : Json()},
                                   {"reached", target.reached()},
                                   {"verdict", target.verdict()}});
    json["results"] = Json::array();
    for (const Row& row : results.rows())
        json["results"].push_back({{"table", row.table},
                                   {"map", row.map},
                                   {"set", row.set},
                                   {"order", row.order},
                                   {"engine", row.engine},
                                   {"threads", row.threads},
                                   {"metric", row.metric},
                                   {"value", row.value},
                                   {"unit", row.unit}});
    return json.dump(1) + '\n';
}

std::vector<std::string> writeReport(const std::string& folder, const Results& results,
                                     const std::vector<Target>& targets, const std::vector<Fact>& facts) {
    std::filesystem::create_directories(folder);
    std::vector<std::string> files;
    const auto write = [&](const char* name, const std::string& text) {
        files.push_back(folder + "/" + name);
        writeFile(files.back(), text);
    };
    std::ostringstream csv;
    writeCsv(csv, results);
    write("results.csv", csv.str());
    write("results.json", reportJson(results, targets, facts));
    write("tables.txt", reportText(results) + targetTable(targets));
    if (!results.values("scale", &Row::map).empty()) {
        std::string caption = "generated worlds";
        for (const Fact& fact : facts)
            if (fact.name == "date" || fact.name == "commit" || fact.name == "processor") caption += ", " + fact.value;
        write("scale.svg", plotSvg(scalePanels(results), caption));
    }
    return files;
}

}  // namespace hullbake::bench
