#include "oracle/solids/map_solids.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace hullbake::oracle {
namespace {

std::string lowered(std::string_view text) {
    std::string name(text);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return name;
}

/// The last two components of a texture's path in lower case.
struct PathEnd {
    std::string folder, name;
};

PathEnd pathEnd(std::string_view texture) {
    PathEnd end;
    for (const char c : lowered(texture)) {
        if (c == '/' || c == '\\') {
            end.folder = std::move(end.name);
            end.name.clear();
        } else {
            end.name += c;
        }
    }
    return end;
}

/// The effect of one face on the contents of its brush.
struct FaceWord {
    enum Kind : std::uint8_t {
        Silent,   ///< none
        Volume,   ///< the brush consists of `contents`
        Nothing,  ///< the brush fills no space
    } kind = Silent;
    Contents contents = Contents::Empty;
    bool drawn = true;
};

/// Classifies a face by its content flags, which are those of Quake 2.
FaceWord flagWord(std::uint32_t flags) {
    constexpr std::uint32_t kMist = 0x40, kAreaPortal = 0x8000, kOrigin = 0x1000000;
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
    return {(flags & (kMist | kAreaPortal)) != 0 ? FaceWord::Nothing : FaceWord::Silent};
}

/// Classifies a face by its folder, where Quake 3's maps keep liquids and fog.
FaceWord folderWord(const PathEnd& path) {
    const auto named = [&](std::string_view part) { return path.name.find(part) != std::string::npos; };
    const bool liquids = path.folder.starts_with("liquids");
    if (path.folder.starts_with("fog") || ((liquids || path.folder.starts_with("sfx")) && named("fog")))
        return {FaceWord::Nothing};
    if (!liquids) return {};
    return {FaceWord::Volume, named("lava") ? Contents::Lava : named("slime") ? Contents::Slime : Contents::Water};
}

FaceWord nameWord(const PathEnd& path, EntityKind kind) {
    const std::string& name = path.name;
    constexpr std::array<std::string_view, 5> kSilent = {"skip", "null", "nodraw", "caulk", "bevel"};
    constexpr std::array<std::string_view, 11> kNothing = {
        "hint",    "hintskip",      "areaportal", "antiportal",     "donotenter", "lightgrid",
        "botclip", "clusterportal", "nodrop",     "nodrawnonsolid", "origin"};
    const auto among = [&](const auto& names) { return std::find(names.begin(), names.end(), name) != names.end(); };
    if (among(kSilent)) return {};
    if (among(kNothing) || (name == "trigger" && kind == EntityKind::World)) return {FaceWord::Nothing};
    struct Named {
        std::string_view name;
        Contents contents;
    };
    constexpr std::array<Named, 7> kNamed = {{{"clip", Contents::Clip},
                                              {"fullclip", Contents::Clip},
                                              {"playerclip", Contents::Playerclip},
                                              {"monsterclip", Contents::Monsterclip},
                                              {"watercaulk", Contents::Water},
                                              {"slimecaulk", Contents::Slime},
                                              {"lavacaulk", Contents::Lava}}};
    for (const Named& named : kNamed)
        if (name == named.name) return {FaceWord::Volume, named.contents};
    if (name == "slick" || name == "weapclip") return {FaceWord::Volume, Contents::Solid, false};
    if (const FaceWord word = folderWord(path); word.kind != FaceWord::Silent) return word;
    if (name.starts_with('*') || name.starts_with('!')) {
        const std::string liquid = name.substr(1);
        return {FaceWord::Volume, liquid.starts_with("lava")    ? Contents::Lava
                                  : liquid.starts_with("slime") ? Contents::Slime
                                                                : Contents::Water};
    }
    return {FaceWord::Volume, name.starts_with("sky") ? Contents::Sky : Contents::Solid};
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
    constexpr std::uint32_t kHintOrSkip = 0x300;  // surface flags of Quake 2
    if (kind == EntityKind::Nothing) return Contents::Empty;
    bool marked = false, solid = false;
    std::optional<Contents> first;
    for (const MapFace& face : brush.faces) {
        FaceWord word;
        if (face.flags)
            word = ((*face.flags)[1] & kHintOrSkip) != 0 ? FaceWord{FaceWord::Nothing} : flagWord((*face.flags)[0]);
        if (word.kind == FaceWord::Silent) word = nameWord(pathEnd(face.texture), kind);
        marked = marked || word.kind == FaceWord::Nothing;
        if (word.kind != FaceWord::Volume) continue;
        solid = solid || (word.drawn && word.contents == Contents::Solid);
        if (!first) first = word.contents;
    }
    if (!first) return marked ? Contents::Empty : Contents::Solid;
    return solid && *first != Contents::Sky ? Contents::Solid : *first;
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
            const auto bare = solveBrush(entity.brushes[b]);
            if (!bare) continue;
            // What blocks and what is liquid are looked up apart, so a brush that is both counts as two.
            for (const Contents part : {contents & kMaskBlocking, contents & kMaskLiquid})
                if (any(part))
                    model.solids.push_back({*bare, part, static_cast<std::uint32_t>(e), static_cast<std::uint32_t>(b),
                                            entity.brushes[b].pos.line, hulls});
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
