// Turns results into tables on the terminal, results.csv, results.json and scale.svg.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/results.hpp"
#include "tests/bench/targets.hpp"

namespace hullbake::bench {

/// Returns all tables that the results have rows for, one below the other, each with a heading.
std::string reportText(const Results& results);

std::string reportJson(const Results& results, const std::vector<Target>& targets, const std::vector<Fact>& facts);

/// Writes all files into `folder`, which is created if missing, and returns their paths. Omits the plot when there is
/// nothing to draw. Throws std::runtime_error when a file cannot be written.
std::vector<std::string> writeReport(const std::string& folder, const Results& results,
                                     const std::vector<Target>& targets, const std::vector<Fact>& facts);

}  // namespace hullbake::bench
