// The options of `trace`, `contents` and `slide` that say what is asked: hull or box, mode, model and its transform.
// They become a Probe.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "tools/input/hull_file.hpp"

namespace hullbake::cli {

struct BoxOptions {
    std::string hull, box, mode;
    std::uint32_t model = 0;
    std::string move, rotate, pivot;  ///< where the game has put the model
};

/// Adds --hull and --box; `what` is done to the hull ("move").
void addHullOrBox(CLI::App& sub, BoxOptions& options, const std::string& what);
/// Adds these and --mode; `what` as before.
void addBoxOptions(CLI::App& sub, BoxOptions& options, const std::string& what);
/// Adds --model, --move, --rotate and --pivot; `what` is done with the model ("The model to move it through").
void addModelOptions(CLI::App& sub, BoxOptions& options, const std::string& what);

/// The probe that the options ask for, with default mask and skin. Its box is set when the bare brushes answer; its
/// hull is the one that was named or that has the box, kNoHull for other boxes; its transform is set by --move and
/// --rotate. A UsageError for options that do not fit together and for boxes and turns that no query takes; a Failure
/// for a hull or model that the file does not have.
Probe parseProbe(const HullFile& file, const BoxOptions& options);

/// "hull player" or "box -1,-1,-1:1,1,1", with ", query" for a hull's box that is expanded; the model, with "moved" and
/// "turned" when it is.
std::string probeText(const ClipMap& map, const Probe& probe);

}  // namespace hullbake::cli
