// From results to what is read: tables on the terminal, results.csv, results.json, scale.svg.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/results.hpp"
#include "tests/bench/targets.hpp"

namespace hullbake::bench {

/// All tables that the results have rows for, one below the other, each with a heading that says what it holds.
std::string reportText(const Results& results);

std::string reportJson(const Results& results, const std::vector<Target>& targets, const std::vector<Fact>& facts);

/// Writes all files into `folder`, which is made when missing; tells which, or throws std::runtime_error when one
/// cannot be written. The plot is written when there is something to draw.
std::vector<std::string> writeReport(const std::string& folder, const Results& results,
                                     const std::vector<Target>& targets, const std::vector<Fact>& facts);

}  // namespace hullbake::bench
