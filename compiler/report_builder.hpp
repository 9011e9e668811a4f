// Fills the report of a compile from the results of its stages.
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "compiler/emit/self_check.hpp"
#include "compiler/hull_stages.hpp"
#include "compiler/report.hpp"
#include "compiler/settings.hpp"
#include "compiler/stage_clock.hpp"
#include "formats/map.hpp"

namespace hullbake {

class ReportBuilder {
  public:
    /// Refers to both arguments. The time of the whole compile starts now.
    ReportBuilder(const MapFile& map, CompileReport& report)
        : map_(map), report_(report), start_(std::chrono::steady_clock::now()) {}

    CompileReport& report() { return report_; }

    /// Adds an error on the whole map.
    void error(std::string text) { remark(Severity::Error, {0, 0}, std::move(text)); }
    /// Adds the counts of every hull and the results of its fill.
    void addHulls(const HullStages& stages, const CompileSettings& settings);
    /// Adds the result of the check of the finished block.
    void addCheck(const SelfCheck& check, const CompileSettings& settings);
    /// Sorts the remarks and stores the times.
    void finish(const StageClock& clock);

  private:
    void remark(Severity severity, SourcePos pos, std::string text);
    void addFill(const FillResult& fill, HullReport& report);

    const MapFile& map_;
    CompileReport& report_;
    std::chrono::steady_clock::time_point start_;
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>
        outside_;  // positions of entities reported in the void
};

}  // namespace hullbake
