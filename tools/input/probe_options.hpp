// The options of `trace`, `contents` and `slide` that say what is asked: hull or box, mode, model and its transform.
// They become a Probe.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/input/hull_file.hpp"
#include "tools/input/options.hpp"

namespace hullbake::cli {

struct ProbeOptions {
    std::string hull, box, mode;
    std::uint32_t model = 0;
    std::string move, rotate, pivot;  ///< where the game has put the model
};

/// Returns --hull and --box. `what` is the verb of the help text: "move" gives "The hull to move".
std::vector<OptionSpec> hullOrBoxOptions(ProbeOptions& options, const std::string& what);
/// Returns --hull, --box and --mode. `what` is the verb of the help text.
std::vector<OptionSpec> boxOptions(ProbeOptions& options, const std::string& what);
/// Returns --model, --move, --rotate and --pivot. `what` begins the help of --model: "The model to move it through".
std::vector<OptionSpec> modelOptions(ProbeOptions& options, const std::string& what);

/// The probe that the options ask for, with default mask and skin. Its box is set when the bare brushes answer; its
/// hull is the one that was named or that has the box, kNoHull for other boxes; its transform is set by --move and
/// --rotate. A UsageError for options that do not fit together and for boxes and turns that no query takes; a Failure
/// for a hull or model that the file does not have.
Probe parseProbe(const HullFile& file, const ProbeOptions& options);

/// "hull player" or "box -1,-1,-1:1,1,1", with ", query" for a hull's box that is expanded; the model, with "moved" and
/// "turned" when it is.
std::string probeText(const ClipMap& map, const Probe& probe);

}  // namespace hullbake::cli
