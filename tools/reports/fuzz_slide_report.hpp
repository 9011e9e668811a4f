// Reports of `hullbake fuzz-slide`: tables for people and JSON for programs.
#pragma once

#include <string>

#include "oracle/moves/move_fuzz.hpp"

namespace hullbake::cli {

/// Returns tables and the differences, for people. `path` names the file.
std::string fuzzSlideText(const oracle::MoveFuzzResult& result, const std::string& path,
                          const oracle::MoveFuzzSettings& settings);
/// Returns tallies and differences as one JSON object. Ends with a newline.
std::string fuzzSlideJson(const oracle::MoveFuzzResult& result, const std::string& path,
                          const oracle::MoveFuzzSettings& settings);

}  // namespace hullbake::cli
