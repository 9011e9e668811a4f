// What is to be reached, and how far it is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/bench/results.hpp"

namespace hullbake::bench {

struct Target {
    std::string work;
    double wanted = 0;
    std::string unit;   ///< "ms", "MB", "nodes", "ns" (less is better) or "x" (more is)
    std::string needs;  ///< said when there is no figure
    std::optional<double> measured;

    bool lessIsBetter() const { return unit != "x"; }
    bool reached() const;
    /// "reached", "1.32x too much", "71 % of it", or what it needs to be measured.
    std::string verdict() const;
};

/// The figures to reach and what was measured of them. Ratios between engines are geometric means over the real maps
/// measured (over all maps when there is none), the worse of several sets of traces.
std::vector<Target> targets(const Results& results);

/// As columns: work, wanted, measured, verdict.
std::string targetTable(const std::vector<Target>& targets);

}  // namespace hullbake::bench
