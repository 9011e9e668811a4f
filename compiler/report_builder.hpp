// Fills the report of a compile from the results of its stages.
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
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
    /// Refers to both; the time of the whole compile starts now.
    ReportBuilder(const MapFile& map, CompileReport& report)
        : map_(map), report_(report), start_(std::chrono::steady_clock::now()) {}

    CompileReport& report() { return report_; }

    /// Adds an error on the whole map.
    void error(std::string text) { remark(Severity::Error, {0, 0}, std::move(text)); }
    /// Adds the counts of every hull and what its fill has found.
    void addHulls(const HullStages& stages, const CompileSettings& settings);
    /// Adds what the check of the finished block has found.
    void addCheck(const SelfCheck& check, const CompileSettings& settings);
    /// Puts remarks in order and takes the times.
    void finish(const StageClock& clock);

  private:
    void remark(Severity severity, SourcePos pos, std::string text);
    void addFill(const FillResult& fill, HullReport& report);

    const MapFile& map_;
    CompileReport& report_;
    std::chrono::steady_clock::time_point start_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> outside_;  // places of entities in the void, each told once
};

}  // namespace hullbake
