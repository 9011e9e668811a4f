#include "tests/bench/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include "tests/bench/compile_times.hpp"
#include "tests/bench/contact_engines.hpp"

namespace hullbake::bench {

namespace {

using Maps = std::vector<std::string>;

std::string figure(double value, const std::string& unit) {
    if (unit == "x") return fmt::format("{:.2f}x", value);
    if (unit == "nodes") return fmt::format("{:.0f} nodes", value);
    if (unit == "ns" || unit == "us") return fmt::format("{:.0f} {}", value, unit);
    if (value < 1000) return fmt::format("{:.0f} {}", value, unit);
    return fmt::format("{:.2f} {}", value / 1000, unit == "ms" ? "s" : "GB");
}

// Returns the maps that ratios are averaged over.
Maps judgedMaps(const Results& results) {
    const Maps all = results.values("trace", &Row::map);
    Maps real;
    for (const std::string& map : all)
        if (results.find({"level", map, {}, {}, {}, 0, "real", 0, {}})) real.push_back(map);
    return real.empty() ? all : real;
}

class Ratios {
  public:
    explicit Ratios(const Results& results) : results_(results), maps_(judgedMaps(results)) {}

    /// Returns how many times faster `fast` is than `slow`: the geometric mean over the maps, for the slowest of the
    /// sets. Nothing when a figure is missing.
    /// a figure is missing.
    std::optional<double> faster(std::initializer_list<const char*> sets, const char* order, const char* fast,
                                 const char* slow, const Maps* maps = nullptr) const {
        std::optional<double> lowest;
        for (const char* set : sets) {
            double logs = 0;
            std::size_t count = 0;
            for (const std::string& map : maps != nullptr ? *maps : maps_) {
                const auto a = results_.trace(map, set, order, slow), b = results_.trace(map, set, order, fast);
                if (!a || !b || !(*b > 0)) return std::nullopt;
                logs += std::log(*a / *b);
                ++count;
            }
            if (count == 0) return std::nullopt;
            const double mean = std::exp(logs / static_cast<double>(count));
            lowest = lowest ? std::min(*lowest, mean) : mean;
        }
        return lowest;
    }

  private:
    const Results& results_;
    Maps maps_;
};

std::optional<double> worstScale(const Results& results, const char* metric) {
    std::optional<double> worst;
    for (const Row& row : results.rows())
        if (row.table == "scale" && row.map.ends_with("-100000") && row.metric == metric)
            worst = std::max(worst.value_or(row.value), row.value);
    return worst;
}

void addCompileTargets(const Results& results, std::vector<Target>& list) {
    constexpr const char* kReal = "needs the real maps (HULLBAKE_SHARED)";
    list.push_back({"compile e1m1, 2 threads", 70, "ms", kReal, results.compile("e1m1", 2)});
    const bool allThere = results.compile(kAllMaps, 0, "maps") == 18.0;
    list.push_back({"compile all 18 quake maps, 2 threads", 2000, "ms", "needs all of them, and no --maps",
                    allThere ? results.compile(kAllMaps, 2) : std::nullopt});
    list.push_back({"compile 100,000 brushes, 2 threads", 15000, "ms", "needs --large", worstScale(results, "ms")});
    list.push_back({"the same, peak memory", 1500, "MB", "needs --large", worstScale(results, "peak")});
    std::optional<double> threads;
    const auto one = results.compile("e3m4", 1), two = results.compile("e3m4", 2);
    if (one && two && *two > 0) threads = *one / *two;
    list.push_back({"two threads against one, e3m4", 1.5, "x", kReal, threads});
    // Node targets of other maps are in proportion to e1m1's: 1,700 of the original 2,088.
    for (const auto& [map, nodes] : {std::pair("e1m1", 1700), std::pair("e2m1", 1735), std::pair("e3m4", 1940)})
        list.push_back({fmt::format("world nodes of player, {}", map), static_cast<double>(nodes), "nodes", kReal,
                        results.find({"compile", map, "player", {}, {}, 0, "nodes", 0, {}})});
}

void addTraceTargets(const Results& results, std::vector<Target>& list) {
    const Ratios ratios(results);
    const Maps e1m1{"e1m1"};
    const auto add = [&](std::string work, double wanted, const char* needs, std::optional<double> measured) {
        list.push_back({std::move(work), wanted, "x", needs, measured});
    };
    add("baked S and M, random order, against classic", 2.2, "",
        ratios.faster({"S", "M"}, "random", "baked", "classic"));
    add("baked S and M, coherent order, against classic", 1.6, "",
        ratios.faster({"S", "M"}, "coherent", "baked", "classic"));
    add("batch of 8, M, against classic", 3.5, "", ratios.faster({"M"}, "random", "batch of 8", "classic"));
    add("baked S and M on e1m1 against Embree's ray", 1.6, "needs Embree and e1m1",
        ratios.faster({"S", "M"}, "random", "baked", "Embree ray", &e1m1));
    add("query S against classic on the baked hull", 1.6, "", ratios.faster({"S"}, "random", "query", "classic"));
    add("query S against Bullet's sweep", 30, "needs Bullet", ratios.faster({"S"}, "random", "query", "Bullet sweep"));
    add("baked G against classic", 2, "", ratios.faster({"G"}, "random", "baked", "classic"));
    // The query may take at most 1.3 times as long.
    for (const char* map : {"e1m1", "e3m4"}) {
        const Maps one{map};
        add(fmt::format("query S and M on {} against baked", map), 1 / 1.3, "needs the real maps (HULLBAKE_SHARED)",
            ratios.faster({"S", "M"}, "random", "query", "baked", &one));
    }
}

void addWalkTargets(const Results& results, std::vector<Target>& list) {
    constexpr const char* kReal = "needs the real maps (HULLBAKE_SHARED)";
    for (const auto& [metric, wanted] : {std::pair("p50", 1500), std::pair("p99", 6000)})
        list.push_back({fmt::format("walking tick on e1m1, {}", metric), static_cast<double>(wanted), "ns", kReal,
                        results.find({"walk", "e1m1", "world", {}, "baked", 0, metric, 0, {}})});
}

void addShapeTargets(const Results& results, std::vector<Target>& list) {
    // How many times faster the cast is than what it is measured beside, the worse of S and M.
    const auto faster = [&](const char* shape, const char* beside) {
        std::optional<double> lowest;
        for (const char* set : {"S", "M"}) {
            const auto ours = results.find({"shapes", "e1m1", set, "random", shape, 0, "ns", 0, {}});
            const auto other = results.find({"shapes", "e1m1", set, "random", beside, 0, "ns", 0, {}});
            if (!ours || !other || !(*ours > 0)) return std::optional<double>();
            lowest = std::min(lowest.value_or(*other / *ours), *other / *ours);
        }
        return lowest;
    };
    // A ball may take 2.2 times as long as the box, other shapes 3 times.
    constexpr const char* kReal = "needs the real maps (HULLBAKE_SHARED)";
    for (const auto& [shape, most] : {std::pair("ball", 2.2), {"capsule", 3.0}, {"turned box", 3.0}})
        list.push_back(
            {fmt::format("{}, S and M on e1m1, against the box", shape), 1 / most, "x", kReal, faster(shape, "box")});
    list.push_back({"ball, S and M on e1m1, against Bullet's sweep", 8, "x", "needs Bullet and e1m1",
                    faster("ball", "Bullet ball")});
}

void addWorldTargets(const Results& results, std::vector<Target>& list) {
    constexpr const char* kReal = "needs the real maps (HULLBAKE_SHARED)";
    const auto figureOf = [&](const char* map, const char* set, const char* metric) {
        return results.find({"world", map, set, {}, {}, 0, metric, 0, {}});
    };
    list.push_back({"step of e1m1's movers and 64 walkers, p50", 100, "us", kReal, figureOf("e1m1", "step", "p50")});
    list.push_back({"the same, with their walks, p50", 100, "us", kReal, figureOf("e1m1", "tick", "p50")});
    list.push_back({"step of 500 movers and 10,000 bodies, p50", 5000, "us", "", figureOf("plain", "step", "p50")});
    list.push_back({"copy of 64 bodies", 2000, "ns", kReal, figureOf("e1m1", "snapshot", "ns")});
}

void addContactTargets(const Results& results, std::vector<Target>& list) {
    for (const auto& [order, wanted] : {std::pair("warm", 4), {"cold", 2}}) {
        const auto figure = [&](const char* engine) {
            return results.find({"contact", {}, "box/box", order, engine, 0, "ns", 0, {}});
        };
        const auto ours = figure(kOurContact), theirs = figure(kMprContact);
        list.push_back({fmt::format("contact of two boxes, {}, against libccd's MPR", order),
                        static_cast<double>(wanted), "x", "needs libccd",
                        ours && theirs && *ours > 0 ? std::optional(*theirs / *ours) : std::nullopt});
    }
}

}  // namespace

bool Target::reached() const {
    return measured && (lessIsBetter() ? *measured <= wanted : *measured >= wanted);
}

std::string Target::verdict() const {
    if (!measured) return needs.empty() ? "not measured" : "not measured: " + needs;
    if (reached()) return "reached";
    return lessIsBetter() ? fmt::format("{:.2f}x too much", *measured / wanted)
                          : fmt::format("{:.0f} % of it", 100 * *measured / wanted);
}

std::vector<Target> targets(const Results& results) {
    std::vector<Target> list;
    addCompileTargets(results, list);
    addTraceTargets(results, list);
    addWalkTargets(results, list);
    addShapeTargets(results, list);
    addWorldTargets(results, list);
    addContactTargets(results, list);
    return list;
}

std::string targetTable(const std::vector<Target>& targets) {
    std::vector<std::vector<std::string>> rows = {{"to reach", "wanted", "measured", ""}};
    for (const Target& target : targets)
        rows.push_back({target.work, figure(target.wanted, target.unit),
                        target.measured ? figure(*target.measured, target.unit) : "-", target.verdict()});
    return columns(rows);
}

}  // namespace hullbake::bench
