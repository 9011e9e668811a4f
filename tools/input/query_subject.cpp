#include "tools/input/query_subject.hpp"

#include <fmt/format.h>

#include "tools/base/errors.hpp"
#include "tools/input/arguments.hpp"

namespace hullbake::cli {
namespace {

constexpr const char* kQuery = "query";

std::optional<HullId> hullOfBox(const ClipMap& map, const Box& box) {
    for (std::uint32_t h = 0; h < map.hullCount(); ++h)
        if (map.hull(HullId{h}).box == box) return HullId{h};
    return std::nullopt;
}

std::string boxText(const Box& box) {
    const Vec3 &a = box.mins, &b = box.maxs;
    return fmt::format("{},{},{}:{},{},{}", a.x, a.y, a.z, b.x, b.y, b.z);
}

}  // namespace

void addHullOrBox(CLI::App& sub, BoxOptions& options, const std::string& what) {
    CLI::Option* const hull =
        sub.add_option("--hull", options.hull, "The hull to " + what + "; default: player, else the first");
    hull->option_text("NAME");
    sub.add_option("--box", options.box, "A box of any size up to 512 units instead, around its origin")
        ->option_text("X,Y,Z:X,Y,Z")
        ->excludes(hull);
}

void addBoxOptions(CLI::App& sub, BoxOptions& options, const std::string& what) {
    addHullOrBox(sub, options, what);
    sub.add_option("--mode", options.mode,
                   "baked: from a hull's tree; query: from the bare brushes, grown by the box as needed;\n"
                   "default: baked for a hull and for a box that is a hull's, query for other boxes")
        ->check(CLI::IsMember({"baked", kQuery}))
        ->option_text("baked|query");
}

void addModelOptions(CLI::App& sub, BoxOptions& options, const std::string& what) {
    sub.add_option("--model", options.model, what + "; default: 0, the world")->option_text("N");
    sub.add_option("--move", options.move, "Where the game has moved the model to, from where the map draws it")
        ->option_text("X,Y,Z");
    CLI::Option* const rotate =
        sub.add_option("--rotate", options.rotate,
                       "Degrees by which it has turned the model: pitch (down), yaw, roll; implies --mode query");
    rotate->option_text("P,Y,R");
    sub.add_option("--pivot", options.pivot, "What it turns about, where the map draws it; default: the model's origin")
        ->option_text("X,Y,Z")
        ->needs(rotate);
}

AskedBox::AskedBox(const HullFile& file, const BoxOptions& options) : map_(file.map) {
    model_ = chooseModel(file, options.model);
    placeModel(file, options);
    chooseBox(file, options);
}

void AskedBox::placeModel(const HullFile& file, const BoxOptions& options) {
    if (!options.rotate.empty()) {
        const Vec3 pivot = options.pivot.empty() ? map_.model(model_).origin : parsePoint(options.pivot, "--pivot");
        transform_ = Transform::rotated(parsePoint(options.rotate, "--rotate"), pivot);
    }
    if (!options.move.empty()) transform_.displacement = parsePoint(options.move, "--move");
    if (!transform_.valid()) {
        throw UsageError(
            fmt::format("--move, --rotate, --pivot: angles must be finite, positions within +-{}", kMaxCoordinate));
    }
    if (!transform_.turns()) return;
    if (options.mode == "baked") throw UsageError("--rotate: baked hulls do not turn; leave --mode baked out");
    if (!map_.turnable(model_)) {
        throw UsageError(model_.value == 0
                             ? std::string("--rotate: the world does not turn; choose another --model")
                             : fmt::format("--rotate: model {} of {} has a brush with too many faces to be turned",
                                           model_.value, file.path));
    }
}

void AskedBox::chooseBox(const HullFile& file, const BoxOptions& options) {
    query_ = options.mode == kQuery || transform_.turns();
    if (options.box.empty()) {
        hull_ = chooseHull(file, options.hull);
        box_ = map_.hull(hull_).box;
    } else {
        box_ = parseBox(options.box, "--box");
        const std::optional<HullId> hull = hullOfBox(map_, box_);
        if (!hull && options.mode == "baked") {
            throw UsageError(fmt::format("--mode baked: no hull of {} has the box {}", file.path, options.box));
        }
        named_ = hull.has_value();
        query_ = query_ || !hull;
        hull_ = hull.value_or(HullId{});
    }
    for (int axis = 0; query_ && axis < 3; ++axis) {
        if (box_.maxs[axis] - box_.mins[axis] <= kMaxBoxSize) continue;
        throw UsageError(fmt::format("--mode query: the box must not be larger than {} units", kMaxBoxSize));
    }
}

Trace AskedBox::trace(const TraceInput& input) const {
    return query_ ? map_.traceBox(box_, input, transform_) : map_.trace(input, transform_);
}

Surface AskedBox::surface(const TraceInput& input, const Trace& trace) const {
    if (!trace.hit) return {};
    return query_ ? map_.surface(box_, input, trace, transform_) : map_.surface(input, trace, transform_);
}

std::optional<Box> AskedBox::expanded() const {
    return query_ ? std::optional(box_) : std::nullopt;
}

Contents AskedBox::contents(const Vec3& p) const {
    return query_ ? map_.boxContents(p, box_, model_, transform_) : map_.pointContents(p, hull_, model_, transform_);
}

NeighbourCount AskedBox::overlap(PlaceInput place, std::span<Overlap> out) const {
    place.hull = hull_;
    return query_ ? map_.overlap(box_, place, out) : map_.overlap(place, out);
}

NeighbourCount AskedBox::touching(PlaceInput place, double distance, std::span<TouchedPlane> out) const {
    place.hull = hull_;
    return query_ ? map_.touching(box_, place, distance, out) : map_.touching(place, distance, out);
}

Unstick AskedBox::unstick(PlaceInput place, double maxDistance) const {
    place.hull = hull_;
    return query_ ? map_.unstick(box_, place, maxDistance) : map_.unstick(place, maxDistance);
}

std::string AskedBox::text() const {
    std::string text =
        named_ ? fmt::format("hull {}{}", map_.hull(hull_).name, query_ ? ", query" : "") : "box " + boxText(box_);
    text += fmt::format(", model {}", model_.value);
    if (!(transform_.displacement == Vec3{})) text += " moved";
    if (transform_.turns()) text += " turned";
    return text;
}

}  // namespace hullbake::cli
