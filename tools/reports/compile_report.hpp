// Reports of `hullbake compile`: tables for people and JSON for programs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "compiler/compile.hpp"
#include "formats/patch_brushes.hpp"

namespace hullbake::cli {

/// Names and sizes of the files of a compile. An empty name means that the file was not written.
struct CompileFiles {
    std::string map, output;
    std::string points, lines;  ///< the leak trail: `.pts` and `.lin`
    std::size_t bytes = 0;      ///< size of the output
    double readMilliseconds = 0;
    PatchCount patches = {};
};

/// Returns aligned tables of totals, hulls and stage times, and the file written. Ends with a newline.
std::string reportTable(const CompileReport& report, const CompileSettings& settings, const CompileFiles& files);

/// Returns totals, hulls, stage times, files and remarks as one JSON object. Ends with a newline.
std::string reportJson(const MapFile& map, const CompileReport& report, const CompileSettings& settings,
                       const CompileFiles& files);

/// Returns "note", "warning" or "error".
std::string_view severityName(Severity severity);

}  // namespace hullbake::cli
