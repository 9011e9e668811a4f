// The box that `trace` and `contents` move, and the engine that answers for it.
#pragma once

#include <CLI/CLI.hpp>
#include <span>
#include <string>

#include "tools/hull_file.hpp"

namespace hullbake::cli {

struct BoxOptions {
    std::string hull, box, mode;
};

/// Adds --hull, --box and --mode; `what` is done to the hull ("move").
void addBoxOptions(CLI::App& sub, BoxOptions& options, const std::string& what);

/// A box with the engine chosen for it.
class AskedBox {
  public:
    /// A UsageError for options that do not fit together and for boxes that no engine answers for; a Failure for a hull
    /// that the file does not have.
    AskedBox(const HullFile& file, const BoxOptions& options);

    Trace trace(const TraceInput& input) const;
    Surface surface(const TraceInput& input, const Trace& trace) const;
    Contents contents(const Vec3& p, ModelId model) const;
    /// What is around it. The place's hull is set here.
    NeighbourCount overlap(PlaceInput place, std::span<Overlap> out) const;
    NeighbourCount touching(PlaceInput place, double distance, std::span<TouchedPlane> out) const;
    Unstick unstick(PlaceInput place, double maxDistance) const;
    /// "hull player" or "box -1,-1,-1:1,1,1", with ", query" for a hull's box that is expanded.
    std::string text() const;
    HullId hull() const { return hull_; }

  private:
    const ClipMap& map_;
    HullId hull_;
    Box box_;
    bool query_ = false, named_ = true;
};

}  // namespace hullbake::cli
