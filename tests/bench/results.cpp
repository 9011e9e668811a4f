#include "tests/bench/results.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <ostream>
#include <thread>

namespace hullbake::bench {

namespace {

// Returns the first value of `key` in a file of lines "key   : value" or "key=value", or an empty text.
std::string valueIn(const char* path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key)) continue;
        const std::size_t at = line.find_first_of(":=");
        if (at == std::string::npos) continue;
        const std::size_t from = line.find_first_not_of(" \t\"", at + 1);
        if (from == std::string::npos) return {};
        return line.substr(from, line.find_last_not_of(" \t\"") + 1 - from);
    }
    return {};
}

std::string compilerName() {
#if defined(__clang__)
    return "clang " __clang_version__;
#elif defined(__GNUC__)
    return "g++ " __VERSION__;
#else
    return "another compiler";
#endif
}

std::string today() {
    const std::time_t now = std::time(nullptr);
    return fmt::format("{:%Y-%m-%d}", *std::gmtime(&now));
}

}  // namespace

std::optional<double> Results::find(const Row& like) const {
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
        return row.table == like.table && row.map == like.map && row.set == like.set && row.order == like.order &&
               row.engine == like.engine && row.threads == like.threads && row.metric == like.metric;
    });
    if (found == rows_.end()) return std::nullopt;
    return found->value;
}

std::optional<double> Results::trace(std::string_view map, std::string_view set, std::string_view order,
                                     std::string_view engine, std::string_view metric) const {
    return find({.table = "trace",
                 .map = std::string(map),
                 .set = std::string(set),
                 .order = std::string(order),
                 .engine = std::string(engine),
                 .metric = std::string(metric),
                 .unit = {}});
}

std::optional<double> Results::compile(std::string_view map, int threads, std::string_view metric) const {
    return find({.table = "compile",
                 .map = std::string(map),
                 .set = {},
                 .order = {},
                 .engine = {},
                 .threads = threads,
                 .metric = std::string(metric),
                 .unit = {}});
}

std::vector<std::string> Results::values(std::string_view table, std::string Row::*field) const {
    std::vector<std::string> found;
    for (const Row& row : rows_)
        if (row.table == table && std::find(found.begin(), found.end(), row.*field) == found.end())
            found.push_back(row.*field);
    return found;
}

std::vector<Fact> machineFacts(const std::string& commit) {
    std::vector<Fact> facts;
    const auto add = [&](const char* name, std::string value) {
        if (!value.empty()) facts.push_back({name, std::move(value)});
    };
    add("date", today());
    add("commit", commit);
    add("processor", valueIn("/proc/cpuinfo", "model name"));
    add("threads", std::to_string(std::thread::hardware_concurrency()));
    add("memory", valueIn("/proc/meminfo", "MemTotal"));
    add("system", valueIn("/etc/os-release", "PRETTY_NAME"));
    add("compiler", compilerName());
#ifdef __OPTIMIZE__
    add("build", "release");
#else
    add("build", "not optimised: the figures mean nothing");
#endif
    return facts;
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

void writeCsv(std::ostream& out, const Results& results) {
    out << "table,map,set,order,engine,threads,metric,value,unit\n";
    for (const Row& row : results.rows())
        out << csvField(row.table) << ',' << csvField(row.map) << ',' << csvField(row.set) << ',' << csvField(row.order)
            << ',' << csvField(row.engine) << ',' << row.threads << ',' << csvField(row.metric) << ','
            << fmt::format("{:.6g}", row.value) << ',' << csvField(row.unit) << '\n';
}

std::string columns(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line += i == 0 ? fmt::format("{:<{}}", row[i], widths[i]) : fmt::format("  {:>{}}", row[i], widths[i]);
        text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
}

}  // namespace hullbake::bench
