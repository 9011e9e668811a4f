#include "tools/asked_box.hpp"

#include <fmt/format.h>

#include "tools/arguments.hpp"
#include "tools/errors.hpp"

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

void addBoxOptions(CLI::App& sub, BoxOptions& options, const std::string& what) {
    CLI::Option* const hull =
        sub.add_option("--hull", options.hull, "The hull to " + what + "; default: player, else the first");
    hull->option_text("NAME");
    sub.add_option("--box", options.box, "A box of any size up to 512 units instead, around its origin")
        ->option_text("X,Y,Z:X,Y,Z")
        ->excludes(hull);
    sub.add_option("--mode", options.mode,
                   "baked: from a hull's tree; query: from the bare brushes, grown by the box as needed;\n"
                   "default: baked for a hull and for a box that is a hull's, query for other boxes")
        ->check(CLI::IsMember({"baked", kQuery}))
        ->option_text("baked|query");
}

AskedBox::AskedBox(const HullFile& file, const BoxOptions& options) : map_(file.map) {
    query_ = options.mode == kQuery;
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
    return query_ ? map_.traceBox(box_, input) : map_.trace(input);
}

Surface AskedBox::surface(const TraceInput& input, const Trace& trace) const {
    if (!trace.hit) return {};
    return query_ ? map_.surface(box_, input, trace) : map_.surface(input, trace);
}

Contents AskedBox::contents(const Vec3& p, ModelId model) const {
    return query_ ? map_.boxContents(p, box_, model) : map_.pointContents(p, hull_, model);
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
    if (!named_) return "box " + boxText(box_);
    return fmt::format("hull {}{}", map_.hull(hull_).name, query_ ? ", query" : "");
}

}  // namespace hullbake::cli
