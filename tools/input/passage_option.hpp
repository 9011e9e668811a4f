// The option that says how narrow a passage may be.
#pragma once

#include <fmt/format.h>

#include "compiler/settings.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/options.hpp"

namespace hullbake::cli {

inline OptionSpec passageOption(double& passage) {
    return option("--passage", passage, "UNITS",
                  "Gaps below this width are no leaks, and the fill closes them (1/64); 0: every gap is open");
}

/// Throws UsageError for a width that no fill takes.
inline void checkPassage(double passage) {
    if (!validPassage(passage))
        throw UsageError(fmt::format("--passage: {} is not within 0 and {}", passage, kMostPassage));
}

}  // namespace hullbake::cli
