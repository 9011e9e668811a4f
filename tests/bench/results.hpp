// Stores the measurements, one number a row, and prints and writes them.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hullbake::bench {

/// One number with its description. Fields that do not apply are empty, or 0.
struct Row {
    std::string table;   ///< "level", "compile", "stage", "trace", "accuracy", "walk",
                         ///< "shapes", "world", "contact", "scale"
    std::string map;     ///< name of a level
    std::string set;     ///< setName() of the traces; in "stage", the stage; in "contact", the pair
    std::string order;   ///< order of the traces: "random", "coherent"
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

    /// Returns the value of the row with all of these fields, or nothing.
    std::optional<double> find(const Row& like) const;
    std::optional<double> trace(std::string_view map, std::string_view set, std::string_view order,
                                std::string_view engine, std::string_view metric = "ns") const;
    std::optional<double> compile(std::string_view map, int threads, std::string_view metric = "ms") const;

    /// Returns the different values of a field in the rows of one table, in the order of their first rows.
    std::vector<std::string> values(std::string_view table, std::string Row::*field) const;

  private:
    std::vector<Row> rows_;
};

/// Name and value of a property of the machine or the program.
struct Fact {
    std::string name, value;
};
/// Returns the facts to print above results. `commit` may be empty.
std::vector<Fact> machineFacts(const std::string& commit);

/// Writes a heading and all rows, comma separated, with fields quoted where necessary.
void writeCsv(std::ostream& out, const Results& results);
/// Quotes a field per RFC 4180: when it contains a comma, a quote or a line end.
std::string csvField(const std::string& text);

/// Aligns rows of text in columns. The first row is the heading. The first column is aligned left, others right.
std::string columns(const std::vector<std::vector<std::string>>& rows);

}  // namespace hullbake::bench
