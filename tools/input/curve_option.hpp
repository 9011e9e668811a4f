// The option that says how finely curved patches become brushes.
#pragma once

#include <fmt/format.h>

#include "formats/patch_mesh.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/options.hpp"

namespace hullbake::cli {

inline OptionSpec curveOption(double& error) {
    return option("--curve-error", error, "UNITS",
                  "How far brushes may lie from a curved patch (0.5), at least 0.0625; 0: leave patches out");
}

/// Throws UsageError for an error that no mesh can keep.
inline void checkCurveError(double error) {
    if (error != 0 && !(error >= kLeastCurveError && error <= 1024))
        throw UsageError(fmt::format("--curve-error: {} is not within 0.0625 and 1024, and not 0", error));
}

}  // namespace hullbake::cli
