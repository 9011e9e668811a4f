#include "tools/input/probe_options.hpp"

#include <fmt/format.h>

#include <optional>

#include "tools/base/errors.hpp"
#include "tools/input/arguments.hpp"

namespace hullbake::cli {
namespace {

constexpr const char* kQuery = "query";

/// Returns the first hull that has exactly this box.
std::optional<HullId> hullOfBox(const ClipMap& map, const Box& box) {
    for (std::uint32_t h = 0; h < map.hullCount(); ++h)
        if (map.hull(HullId{h}).box == box) return HullId{h};
    return std::nullopt;
}

std::string boxText(const Box& box) {
    const Vec3 &a = box.mins, &b = box.maxs;
    return fmt::format("{},{},{}:{},{},{}", a.x, a.y, a.z, b.x, b.y, b.z);
}

/// Returns the transform of the model, or nothing if no option moves or rotates it.
std::optional<Transform> parseTransform(const HullFile& file, const ProbeOptions& options, ModelId model) {
    if (options.move.empty() && options.rotate.empty()) return std::nullopt;
    Transform transform;
    if (!options.rotate.empty()) {
        const Vec3 pivot = options.pivot.empty() ? file.map.model(model).origin : parsePoint(options.pivot, "--pivot");
        transform = Transform::rotated(parsePoint(options.rotate, "--rotate"), pivot);
    }
    if (!options.move.empty()) transform.displacement = parsePoint(options.move, "--move");
    if (!transform.valid()) {
        throw UsageError(
            fmt::format("--move, --rotate, --pivot: angles must be finite, positions within +-{}", kMaxCoordinate));
    }
    if (!transform.turns()) return transform;
    if (options.mode == "baked") throw UsageError("--rotate: baked hulls do not turn; leave --mode baked out");
    if (!file.map.turnable(model)) {
        throw UsageError(model.value == 0
                             ? fmt::format("--rotate: {} has not the corners of all brushes of the world", file.path)
                             : fmt::format("--rotate: model {} of {} has a brush with too many faces to be turned",
                                           model.value, file.path));
    }
    return transform;
}

/// Sets hull and box of the probe. Reads its transform, which must be set before.
void chooseBox(Probe& probe, const HullFile& file, const ProbeOptions& options) {
    bool query = options.mode == kQuery || (probe.transform && probe.transform->turns());
    Box box;
    if (options.box.empty()) {
        probe.hull = chooseHull(file, options.hull);
        box = file.map.hull(probe.hull).box;
    } else {
        box = parseBox(options.box, "--box");
        const std::optional<HullId> hull = hullOfBox(file.map, box);
        if (!hull && options.mode == "baked") {
            throw UsageError(fmt::format("--mode baked: no hull of {} has the box {}", file.path, options.box));
        }
        query = query || !hull;
        probe.hull = hull.value_or(kNoHull);
    }
    if (!query) return;
    for (int axis = 0; axis < 3; ++axis) {
        if (box.maxs[axis] - box.mins[axis] <= kMaxBoxSize) continue;
        throw UsageError(fmt::format("--mode query: the box must not be larger than {} units", kMaxBoxSize));
    }
    probe.box = box;
}

}  // namespace

std::vector<OptionSpec> hullOrBoxOptions(ProbeOptions& options, const std::string& what) {
    return {
        option("--hull", options.hull, "NAME", "The hull to " + what + "; default: player, else the first"),
        option("--box", options.box, "X,Y,Z:X,Y,Z", "A box of any size up to 512 units instead, around its origin")
            .without("--hull"),
    };
}

std::vector<OptionSpec> boxOptions(ProbeOptions& options, const std::string& what) {
    std::vector<OptionSpec> specs = hullOrBoxOptions(options, what);
    specs.push_back(option("--mode", options.mode, "baked|query",
                           "baked: from a hull's tree; query: from the bare brushes, grown by the box as needed;\n"
                           "default: baked for a hull and for a box that is a hull's, query for other boxes")
                        .oneOf({"baked", kQuery}));
    return specs;
}

std::vector<OptionSpec> modelOptions(ProbeOptions& options, const std::string& what) {
    return {
        option("--model", options.model, "N", what + "; default: 0, the world"),
        option("--move", options.move, "X,Y,Z", "Where the game has moved the model to, from where the map draws it"),
        option("--rotate", options.rotate, "P,Y,R",
               "Degrees by which it has turned the model: pitch (down), yaw, roll; implies --mode query"),
        option("--pivot", options.pivot, "X,Y,Z",
               "What it turns about, where the map draws it; default: the model's origin")
            .with("--rotate"),
    };
}

Probe parseProbe(const HullFile& file, const ProbeOptions& options) {
    Probe probe;
    probe.model = chooseModel(file, options.model);
    probe.transform = parseTransform(file, options, probe.model);
    chooseBox(probe, file, options);
    return probe;
}

std::string probeText(const ClipMap& map, const Probe& probe) {
    std::string text = probe.hull == kNoHull
                           ? "box " + boxText(*probe.box)
                           : fmt::format("hull {}{}", map.hull(probe.hull).name, probe.box ? ", query" : "");
    text += fmt::format(", model {}", probe.model.value);
    if (!probe.transform) return text;
    if (!(probe.transform->displacement == Vec3{})) text += " moved";
    if (probe.transform->turns()) text += " turned";
    return text;
}

}  // namespace hullbake::cli
