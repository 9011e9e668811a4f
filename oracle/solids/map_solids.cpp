#include "oracle/solids/map_solids.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace hullbake::oracle {
namespace {

std::string lowered(std::string_view text) {
    std::string name(text);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return name;
}

std::string lastComponent(std::string_view texture) {
    return lowered(texture.substr(texture.find_last_of("/\\") + 1));
}

/// The effect of one face on the contents of its brush.
struct FaceWord {
    enum Kind : std::uint8_t {
        Silent,   ///< none
        Volume,   ///< the brush consists of `contents`
        Nothing,  ///< the brush fills no space
    } kind = Silent;
    Contents contents = Contents::Empty;
};

/// Classifies a face by its content flags, which are those of Quake 2.
FaceWord flagWord(std::uint32_t flags) {
    constexpr std::uint32_t kMist = 0x40, kOrigin = 0x1000000;
    struct Bit {
        std::uint32_t flag;
        Contents contents;
    };
    constexpr std::array<Bit, 5> kBits = {{{0x8, Contents::Lava},
                                           {0x10, Contents::Slime},
                                           {0x20, Contents::Water},
                                           {0x10000, Contents::Playerclip},
                                           {0x20000, Contents::Monsterclip}}};
    if ((flags & kOrigin) != 0) return {FaceWord::Nothing};
    if ((flags & 0x3) != 0) return {FaceWord::Volume, Contents::Solid};
    Contents contents = Contents::Empty;
    for (const Bit& bit : kBits)
        if ((flags & bit.flag) != 0) contents |= bit.contents;
    if (any(contents)) return {FaceWord::Volume, contents};
    return {(flags & kMist) != 0 ? FaceWord::Nothing : FaceWord::Silent};
}

FaceWord nameWord(const std::string& name, EntityKind kind) {
    constexpr std::array<std::string_view, 5> kSilent = {"skip", "null", "nodraw", "caulk", "bevel"};
    constexpr std::array<std::string_view, 7> kNothing = {"hint",       "hintskip",  "areaportal", "antiportal",
                                                          "donotenter", "lightgrid", "origin"};
    const auto among = [&](const auto& names) { return std::find(names.begin(), names.end(), name) != names.end(); };
    if (among(kSilent)) return {};
    if (among(kNothing) || (name == "trigger" && kind == EntityKind::World)) return {FaceWord::Nothing};
    Contents contents = Contents::Solid;
    if (name.starts_with('*') || name.starts_with('!')) {
        const std::string liquid = name.substr(1);
        contents = liquid.starts_with("lava")    ? Contents::Lava
                   : liquid.starts_with("slime") ? Contents::Slime
                                                 : Contents::Water;
    } else if (name.starts_with("sky")) {
        contents = Contents::Sky;
    } else if (name == "clip" || name == "fullclip") {
        contents = Contents::Clip;
    } else if (name == "playerclip") {
        contents = Contents::Playerclip;
    } else if (name == "monsterclip") {
        contents = Contents::Monsterclip;
    }
    return {FaceWord::Volume, contents};
}

struct ClassRule {
    EntityKind kind;
    bool world;  ///< joins model 0
};

ClassRule ruleOf(std::string_view key) {
    const std::string classname = lowered(key);
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
    FaceWord first;
    for (const MapFace& face : brush.faces) {
        FaceWord word = face.flags ? flagWord((*face.flags)[0]) : FaceWord{};
        if (word.kind == FaceWord::Silent) word = nameWord(lastComponent(face.texture), kind);
        if (word.kind == FaceWord::Nothing) return Contents::Empty;
        if (first.kind == FaceWord::Silent) first = word;
    }
    return first.kind == FaceWord::Volume ? first.contents : Contents::Solid;
}

namespace {

/// Returns the hull names in the entity's key `_hulls`. Its brushes are in these hulls only.
std::vector<std::string> hullNames(const MapEntity& entity) {
    std::vector<std::string> names(1);
    for (const char c : entity.value("_hulls")) {
        if (c != ' ' && c != ',' && c != '\t')
            names.back() += c;
        else if (!names.back().empty())
            names.emplace_back();
    }
    if (names.back().empty()) names.pop_back();
    return names;
}

}  // namespace

std::vector<MapModel> readModels(const MapFile& map) {
    std::vector<MapModel> models(1);
    for (std::size_t e = 0; e < map.entities.size(); ++e) {
        const MapEntity& entity = map.entities[e];
        if (entity.brushes.empty()) continue;
        const ClassRule rule = ruleOf(entity.classname());
        const std::vector<std::string> hulls = hullNames(entity);
        if (!rule.world) models.push_back({static_cast<std::uint32_t>(e), {}});
        MapModel& model = rule.world ? models.front() : models.back();
        for (std::size_t b = 0; b < entity.brushes.size(); ++b) {
            const Contents contents = brushContents(entity.brushes[b], rule.kind);
            if (!any(contents)) continue;
            if (auto bare = solveBrush(entity.brushes[b]))
                model.solids.push_back({std::move(*bare), contents, static_cast<std::uint32_t>(e),
                                        static_cast<std::uint32_t>(b), entity.brushes[b].pos.line, hulls});
        }
    }
    return models;
}

std::vector<GrownBrush> growModel(const MapModel& model, const Box& box, std::string_view hull) {
    const bool point = box.mins == box.maxs;
    std::vector<GrownBrush> grown;
    for (const MapSolid& solid : model.solids) {
        if (point && solid.contents == Contents::Clip) continue;
        if (!solid.hulls.empty() && std::find(solid.hulls.begin(), solid.hulls.end(), hull) == solid.hulls.end())
            continue;
        grown.push_back(growSolid(solid, box));
    }
    return grown;
}

}  // namespace hullbake::oracle
