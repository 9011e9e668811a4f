// What a compile did, as a table for people and as JSON for programs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "compiler/compile.hpp"

namespace hullbake::cli {

/// The files of a compile. An empty name means that the file was not written.
struct CompileFiles {
    std::string map, output;
    std::string points, lines;  ///< of the trail of a leak: `.pts` and `.lin`
    std::size_t bytes = 0;      ///< of the output
    double readMilliseconds = 0;
};

/// Totals, hulls, stage times and the file written, a few aligned tables; ends with a newline.
std::string reportTable(const CompileReport& report, const CompileSettings& settings, const CompileFiles& files);

/// The same and the remarks as one JSON object; ends with a newline.
std::string reportJson(const CompileReport& report, const CompileSettings& settings, const CompileFiles& files);

/// "note", "warning" or "error".
std::string_view severityName(Severity severity);

}  // namespace hullbake::cli
