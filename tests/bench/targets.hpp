// The targets of the measurements, and the distance to them.
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
    std::string unit;   ///< "ms", "MB", "nodes", "us", "ns" (less is better) or "x" (more is)
    std::string needs;  ///< printed when there is no figure
    std::optional<double> measured;

    bool lessIsBetter() const { return unit != "x"; }
    bool reached() const;
    /// Returns "reached", "1.32x too much", "71 % of it", or what the measurement needs.
    std::string verdict() const;
};

/// Returns the targets with their measured figures. Ratios between engines are geometric means over the real maps
/// measured (over all maps when there are none), for the worst of several sets of traces.
std::vector<Target> targets(const Results& results);

/// Returns columns: work, wanted, measured, verdict.
std::string targetTable(const std::vector<Target>& targets);

}  // namespace hullbake::bench
