// What `hullbake fuzz-slide` prints.
#pragma once

#include <string>

#include "oracle/moves/move_fuzz.hpp"

namespace hullbake::cli {

/// Tables and differences, for people. `path` names the file.
std::string fuzzSlideText(const oracle::MoveFuzzResult& result, const std::string& path,
                          const oracle::MoveFuzzSettings& settings);
/// One JSON object.
std::string fuzzSlideJson(const oracle::MoveFuzzResult& result, const std::string& path,
                          const oracle::MoveFuzzSettings& settings);

}  // namespace hullbake::cli
