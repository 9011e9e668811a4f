// What was measured, one number a row, and how it is printed and written.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hullbake::bench {

/// One number and what it belongs to. Fields that say nothing about it are empty, or 0.
struct Row {
    std::string table;   ///< "level", "compile", "stage", "trace", "accuracy", "walk", "scale"
    std::string map;     ///< a level's name
    std::string set;     ///< of traces: setName(); in "stage", the stage
    std::string order;   ///< of traces: "random", "coherent"
    std::string engine;  ///< EngineInfo::name
    int threads = 0;
    std::string metric;  ///< "ms", "ns", "p50", "p99", "nodes", "peak", "wrong", ...
    double value = 0;
    std::string unit;
};

class Results {
  public:
    void add(Row row) { rows_.push_back(std::move(row)); }
    const std::vector<Row>& rows() const { return rows_; }

    /// The value of the row with all of these fields; nothing when there is none.
    std::optional<double> find(const Row& like) const;
    std::optional<double> trace(std::string_view map, std::string_view set, std::string_view order,
                                std::string_view engine, std::string_view metric = "ns") const;
    std::optional<double> compile(std::string_view map, int threads, std::string_view metric = "ms") const;

    /// The different values of a field in the rows of one table, in the order in which they came.
    std::vector<std::string> values(std::string_view table, std::string Row::*field) const;

  private:
    std::vector<Row> rows_;
};

/// The machine and the program, as name and value.
struct Fact {
    std::string name, value;
};
/// `commit` may be empty.
std::vector<Fact> machineFacts(const std::string& commit);

/// A heading and all rows, comma separated, fields quoted where they must be.
void writeCsv(std::ostream& out, const Results& results);
/// RFC 4180: quoted when it holds a comma, a quote or a line's end.
std::string csvField(const std::string& text);

/// Rows of text as columns; the first row is the heading, the first column is aligned to the left, others to the right.
std::string columns(const std::vector<std::vector<std::string>>& rows);

}  // namespace hullbake::bench
