// Compiler library: compiles a parsed map and settings to a `.hull` block and a report. Uses no globals and no files.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "compiler/report.hpp"
#include "compiler/settings.hpp"
#include "formats/for_each.hpp"
#include "formats/map.hpp"

namespace hullbake {

/// Receives progress. Any thread of the compiler may call it, one at a time.
struct CompileContext {
    /// Reports `done` of `total` units of work, 0 <= done <= total. Optional.
    std::function<void(std::string_view stage, std::size_t done, std::size_t total)> progress = {};
    /// Called once, before any brush is built: the source text is hashed and not read again. Whoever frees it then
    /// makes a large map take less memory. Not called after an error of the settings. Optional.
    std::function<void()> textIsHashed = {};
    /// Takes what the compile has built beside its result, as freeing it takes a while: the caller may do that beside
    /// other work. Optional.
    std::shared_ptr<void>* leftOver = nullptr;
};

struct CompileResult {
    std::vector<std::byte> blob;  ///< empty if a remark is an Error
    CompileReport report;
};

/// Returns what calls a function for many indices on as many threads as a compile has; 0: all processors.
ForEach forEachOnThreads(int threads);

/// Compiles `map`. The bytes depend only on the map, `sourceText` (hashed only) and the settings. Brushes that are not
/// solids are reported as warnings and skipped; a fault that prevents the compile is an Error.
CompileResult compileMap(const MapFile& map, std::string_view sourceText, const CompileSettings& settings,
                         const CompileContext& context = {});

}  // namespace hullbake
