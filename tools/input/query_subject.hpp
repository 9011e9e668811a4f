// The box that `trace`, `contents` and `slide` move, the model that they move it through, and the engine that answers.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <span>
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

/// A box and a model with the engine chosen for them.
class AskedBox {
  public:
    /// A UsageError for options that do not fit together and for boxes and turns that no engine answers for; a Failure
    /// for a hull or model that the file does not have.
    AskedBox(const HullFile& file, const BoxOptions& options);

    Trace trace(const TraceInput& input) const;
    Surface surface(const TraceInput& input, const Trace& trace) const;
    Contents contents(const Vec3& p) const;
    /// What is around it. The place's hull is set here.
    NeighbourCount overlap(PlaceInput place, std::span<Overlap> out) const;
    NeighbourCount touching(PlaceInput place, double distance, std::span<TouchedPlane> out) const;
    Unstick unstick(PlaceInput place, double maxDistance) const;
    /// "hull player" or "box -1,-1,-1:1,1,1", with ", query" for a hull's box that is expanded; the model, with "moved"
    /// and "turned" when it is.
    std::string text() const;
    HullId hull() const { return hull_; }
    ModelId model() const { return model_; }
    /// The box when it is expanded at query time; nothing when the hull's tree answers.
    std::optional<Box> expanded() const;

  private:
    void chooseBox(const HullFile& file, const BoxOptions& options);
    void placeModel(const HullFile& file, const BoxOptions& options);

    const ClipMap& map_;
    HullId hull_;
    ModelId model_;
    Transform transform_;
    Box box_;
    bool query_ = false, named_ = true;
};

}  // namespace hullbake::cli
