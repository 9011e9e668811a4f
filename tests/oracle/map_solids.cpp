#include "oracle/map_solids.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace hullbake::oracle {
namespace {

std::string lastComponent(std::string_view texture) {
    std::string name(texture.substr(texture.find_last_of('/') + 1));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return name;
}

bool isHint(std::string_view name) {
    return name == "hint" || name == "hintskip";
}

bool isNeutral(std::string_view name) {
    constexpr std::array<std::string_view, 8> kNeutral = {"skip", "null",     "nodraw", "caulk",
                                                          "hint", "hintskip", "bevel",  "origin"};
    return std::find(kNeutral.begin(), kNeutral.end(), name) != kNeutral.end();
}

/// Quake 2 content bits; empty when none of them is known.
Contents flagContents(std::uint32_t flags) {
    struct Bit {
        std::uint32_t flag;
        Contents contents;
    };
    constexpr std::array<Bit, 7> kBits = {{{0x1, Contents::Solid},
                                           {0x2, Contents::Solid},
                                           {0x8, Contents::Lava},
                                           {0x10, Contents::Slime},
                                           {0x20, Contents::Water},
                                           {0x10000, Contents::Playerclip},
                                           {0x20000, Contents::Monsterclip}}};
    Contents contents = Contents::Empty;
    for (const Bit& bit : kBits)
        if ((flags & bit.flag) != 0) contents |= bit.contents;
    return resolveOverlap(contents);
}

Contents nameContents(std::string_view name, EntityKind kind) {
    if (name.starts_with('*') || name.starts_with('!')) {
        const std::string_view liquid = name.substr(1);
        if (liquid.starts_with("lava")) return Contents::Lava;
        if (liquid.starts_with("slime")) return Contents::Slime;
        return Contents::Water;
    }
    if (name.starts_with("sky")) return Contents::Sky;
    if (name == "clip" || name == "fullclip") return Contents::Clip;
    if (name == "playerclip") return Contents::Playerclip;
    if (name == "monsterclip") return Contents::Monsterclip;
    if (name == "trigger" && kind == EntityKind::World) return Contents::Empty;
    return Contents::Solid;
}

struct ClassRule {
    EntityKind kind;
    bool world;  ///< merges into model 0
};

ClassRule ruleOf(std::string_view classname) {
    constexpr std::array<std::string_view, 5> kWorld = {"worldspawn", "func_group", "func_detail", "func_detail_wall",
                                                        "func_detail_fence"};
    if (std::find(kWorld.begin(), kWorld.end(), classname) != kWorld.end()) return {EntityKind::World, true};
    if (classname == "func_detail_illusionary") return {EntityKind::Nothing, true};
    if (classname.starts_with("func_illusionary")) return {EntityKind::Nothing, false};
    return {EntityKind::Model, false};
}

}  // namespace

Contents brushContents(const MapBrush& brush, EntityKind kind) {
    if (kind == EntityKind::Nothing) return Contents::Empty;
    bool onlyHints = true;
    const MapFace* telling = nullptr;
    for (const MapFace& face : brush.faces) {
        const std::string name = lastComponent(face.texture);
        if (name == "origin") return Contents::Empty;
        onlyHints = onlyHints && isHint(name);
        if (telling == nullptr && !isNeutral(name)) telling = &face;
    }
    if (telling == nullptr) return onlyHints ? Contents::Empty : Contents::Solid;
    if (telling->flags && (*telling->flags)[0] != 0) {
        const Contents contents = flagContents((*telling->flags)[0]);
        if (any(contents)) return contents;
    }
    return nameContents(lastComponent(telling->texture), kind);
}

std::vector<MapModel> readModels(const MapFile& map) {
    std::vector<MapModel> models(1);
    for (std::size_t e = 0; e < map.entities.size(); ++e) {
        const MapEntity& entity = map.entities[e];
        if (entity.brushes.empty()) continue;
        const ClassRule rule = ruleOf(entity.classname());
        if (!rule.world) models.push_back({static_cast<std::uint32_t>(e), {}});
        MapModel& model = rule.world ? models.front() : models.back();
        for (std::size_t b = 0; b < entity.brushes.size(); ++b) {
            const Contents contents = brushContents(entity.brushes[b], rule.kind);
            if (!any(contents)) continue;
            if (auto bare = solveBrush(entity.brushes[b]))
                model.solids.push_back({std::move(*bare), contents, static_cast<std::uint32_t>(e),
                                        static_cast<std::uint32_t>(b), entity.brushes[b].pos.line});
        }
    }
    return models;
}

std::vector<GrownBrush> growModel(const MapModel& model, const Box& box) {
    const bool point = box == Box{};
    std::vector<GrownBrush> grown;
    for (const MapSolid& solid : model.solids) {
        if (point && solid.contents == Contents::Clip) continue;
        GrownBrush brush = growBrush(solid.brush, box);
        brush.contents = solid.contents;
        brush.entity = solid.entity;
        brush.number = solid.number;
        brush.line = solid.line;
        grown.push_back(std::move(brush));
    }
    return grown;
}

}  // namespace hullbake::oracle
