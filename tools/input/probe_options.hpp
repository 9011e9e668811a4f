// Options of `trace`, `contents` and `slide` that describe a probe: hull or box, mode, model and its transform.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/input/hull_file.hpp"
#include "tools/input/options.hpp"

namespace hullbake::cli {

/// The values of the options. A text is empty if its option is not given.
struct ProbeOptions {
    std::string hull, box, mode;
    std::uint32_t model = 0;
    std::string move, rotate, pivot;  ///< the model's transform: "X,Y,Z", "P,Y,R", "X,Y,Z"
};

/// Returns --hull and --box. `what` is the verb of the help text: "move" gives "The hull to move".
std::vector<OptionSpec> hullOrBoxOptions(ProbeOptions& options, const std::string& what);
/// Returns --hull, --box and --mode. `what` is the verb of the help text.
std::vector<OptionSpec> boxOptions(ProbeOptions& options, const std::string& what);
/// Returns --model, --move, --rotate and --pivot. `what` begins the help of --model: "The model to move it through".
std::vector<OptionSpec> modelOptions(ProbeOptions& options, const std::string& what);

/// Returns the probe that the options describe, with the default mask and skin.
/// Its hull is the named one or the one that has the box, kNoHull if none has.
/// Its box is set if the query expands the brushes instead of using the hull's tree.
/// Its transform is set if --move or --rotate is given.
/// Throws a UsageError for options that contradict each other and for boxes and rotations that no query supports.
/// Throws a Failure for a hull or model that the file does not have.
Probe parseProbe(const HullFile& file, const ProbeOptions& options);

/// Describes a probe for people: "hull player, model 0" or "box -1,-1,-1:1,1,1, model 6 moved turned".
/// A hull's box that is expanded at query time gives "hull player, query, model 0".
std::string probeText(const ClipMap& map, const Probe& probe);

}  // namespace hullbake::cli
