// The compiler as a library: a parsed map and settings in, the `.hull` block and a report out. No globals, no files.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "compiler/report.hpp"
#include "compiler/settings.hpp"
#include "formats/map.hpp"

namespace hullbake {

/// Receives progress. Calls may come from any thread of the compiler, one at a time.
struct CompileContext {
    /// `done` of `total` units of work, 0 <= done <= total. Optional.
    std::function<void(std::string_view stage, std::size_t done, std::size_t total)> progress;
};

struct CompileResult {
    std::vector<std::byte> blob;  ///< empty when a remark is an Error
    CompileReport report;
};

/// Compiles `map`. The bytes depend on the map, `sourceText` (hashed only) and the settings, on nothing else. Brushes
/// that are no solids are reported as warnings and left out; what makes a compile impossible is an Error.
CompileResult compileMap(const MapFile& map, std::string_view sourceText, const CompileSettings& settings,
                         const CompileContext& context = {});

}  // namespace hullbake
