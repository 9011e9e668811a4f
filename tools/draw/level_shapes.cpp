#include "tools/draw/level_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "hullbake/entities.hpp"

namespace hullbake::draw {
namespace {

using namespace format;

/// How contents look. A brush belongs to the first row that it has a bit of.
struct Look {
    Contents bits;
    std::string_view name;
    Colour fill, modelFill;
    double opacity;
};

constexpr Look kLooks[] = {
    {Contents::Solid, "solid", 0x9c9488, 0xc0a878, 1},
    {Contents::Sky, "sky", 0xa9cdee, 0xa9cdee, 1},
    {Contents::Clip, "clip", 0xba91cf, 0xba91cf, 0.8},
    {Contents::Playerclip, "playerclip", 0xd08fc0, 0xd08fc0, 0.8},
    {Contents::Monsterclip, "monsterclip", 0xe0a6a0, 0xe0a6a0, 0.8},
    {Contents::Lava, "lava", 0xf0682b, 0xf0682b, 0.75},
    {Contents::Slime, "slime", 0x8db33a, 0x8db33a, 0.65},
    {Contents::Water, "water", 0x4f9bd9, 0x4f9bd9, 0.55},
    {Contents::Trigger, "trigger", 0xf2c230, 0xf2c230, 0.35},
    {kMaskAll, "what stops nothing", 0xcfd8dc, 0xcfd8dc, 0.5},
};
constexpr std::size_t kLookCount = std::size(kLooks);

std::size_t lookOf(Contents contents) {
    std::size_t look = 0;
    while (look + 1 < kLookCount && !any(contents & kLooks[look].bits)) ++look;
    return look;
}

std::string titleOf(const Tables& tables, const BrushSlice& slice) {
    const BrushRecord& brush = tables.brushes[slice.brush];
    const std::uint32_t face = tables.sides[brush.firstSide].face;
    std::string text = fmt::format("{}: {}, line {}", contentsName(static_cast<Contents>(brush.contents)),
                                   tables.text(tables.faces[face].texture), brush.line);
    if (slice.model > 0)
        text += fmt::format(", model {} ({})", slice.model, tables.text(tables.models[slice.model].classname));
    return text;
}

}  // namespace

std::vector<ShapeGroup> brushShapes(const ClipMap& map, const std::vector<BrushSlice>& slices) {
    // What stops nothing lies below what is solid; within a kind, the world below brush entities.
    std::vector<ShapeGroup> groups(2 * kLookCount);
    for (std::size_t look = 0; look < kLookCount; ++look)
        for (const std::size_t model : {0u, 1u}) {
            ShapeGroup& group = groups[2 * (kLookCount - 1 - look) + model];
            const Look& look_ = kLooks[look];
            group.name = std::string(look_.name) + (model > 0 ? " of a brush entity" : "");
            group.fill = model > 0 ? look_.modelFill : look_.fill;
            group.opacity = look_.opacity;
        }
    for (const BrushSlice& slice : slices) {
        ShapeGroup& group = groups[shapeGroupOf(map, slice.brush, slice.model)];
        group.polygons.push_back(slice.polygon);
        group.titles.push_back(titleOf(map.tables(), slice));
    }
    return groups;
}

std::size_t shapeGroupOf(const ClipMap& map, std::uint32_t brush, std::uint32_t model) {
    const auto contents = static_cast<Contents>(map.tables().brushes[brush].contents);
    return 2 * (kLookCount - 1 - lookOf(contents)) + (model > 0 ? 1 : 0);
}

std::vector<StartMark> startMarks(const ClipMap& map, const SlicePlane& plane) {
    const Entities entities(map);
    std::vector<PlayerStart> starts(playerStarts(entities, {}));
    playerStarts(entities, starts);
    std::vector<StartMark> marks;
    for (const PlayerStart& start : starts) {
        const Vec3 forward = Transform::rotated({0, start.yaw, 0}).axes[0];
        const Vec3& at = start.origin;
        const bool away = std::abs(distanceTo(plane.plane, at)) > kNearPlane;
        marks.push_back({plane.flat(at), plane.flat(forward), away,
                         fmt::format("{} at {} {} {}", start.entity.classname(), at.x, at.y, at.z)});
    }
    return marks;
}

std::optional<std::pair<double, double>> reachAlong(const ClipMap& map, const Vec3& normal) {
    std::optional<std::pair<double, double>> reach;
    for (const ModelRecord& model : map.tables().models) {
        if (model.brushCount == 0) continue;
        double low = 0, high = 0;
        for (int a = 0; a < 3; ++a) {
            const double one = normal[a] * model.mins[a], two = normal[a] * model.maxs[a];
            low += std::min(one, two);
            high += std::max(one, two);
        }
        reach = reach ? std::pair(std::min(reach->first, low), std::max(reach->second, high)) : std::pair(low, high);
    }
    return reach;
}

SlicePlane usualPlane(const ClipMap& map) {
    const auto reach = reachAlong(map, {0, 0, 1}).value_or(std::pair(0.0, 0.0));
    PlayerStart start;
    if (playerStarts(Entities(map), {&start, 1}) > 0)
        if (start.origin.z >= reach.first && start.origin.z <= reach.second) return axialPlane(2, start.origin.z);
    return axialPlane(2, (reach.first + reach.second) / 2);
}

}  // namespace hullbake::draw
