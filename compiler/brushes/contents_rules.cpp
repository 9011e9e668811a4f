#include "compiler/brushes/contents_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace hullbake {

namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return out;
}

std::string baseName(std::string_view texture) {
    const std::size_t slash = texture.find_last_of("/\\");
    return lower(slash == std::string_view::npos ? texture : texture.substr(slash + 1));
}

template <std::size_t N>
bool isOneOf(std::string_view name, const std::array<std::string_view, N>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 5> kNeutral = {"skip", "null", "nodraw", "caulk", "bevel"};
constexpr std::array<std::string_view, 6> kNothing = {"hint",       "hintskip",  "areaportal",
                                                      "antiportal", "lightgrid", "donotenter"};

// What one face says: nothing (neutral), a role, or contents.
struct Telling {
    BrushRole role = BrushRole::Volume;
    Contents contents = Contents::Solid;
    bool operator==(const Telling&) const = default;
};

// Quake 2's contents bits.
constexpr std::uint32_t kFlagSolid = 0x1, kFlagWindow = 0x2, kFlagLava = 0x8, kFlagSlime = 0x10, kFlagWater = 0x20,
                        kFlagMist = 0x40, kFlagPlayerclip = 0x10000, kFlagMonsterclip = 0x20000,
                        kFlagOrigin = 0x1000000;

std::optional<Telling> tellingFlags(std::uint32_t flags) {
    if ((flags & kFlagOrigin) != 0) return Telling{BrushRole::Origin, Contents::Empty};
    if ((flags & (kFlagSolid | kFlagWindow)) != 0) return Telling{};
    Contents contents = Contents::Empty;
    if ((flags & kFlagLava) != 0) contents |= Contents::Lava;
    if ((flags & kFlagSlime) != 0) contents |= Contents::Slime;
    if ((flags & kFlagWater) != 0) contents |= Contents::Water;
    if ((flags & kFlagPlayerclip) != 0) contents |= Contents::Playerclip;
    if ((flags & kFlagMonsterclip) != 0) contents |= Contents::Monsterclip;
    if (any(contents)) return Telling{BrushRole::Volume, contents};
    if ((flags & kFlagMist) != 0) return Telling{BrushRole::Nothing, Contents::Empty};
    return std::nullopt;
}

std::optional<Telling> tellingName(const std::string& name, bool inWorld) {
    const auto volume = [](Contents contents) { return Telling{BrushRole::Volume, contents}; };
    if (isOneOf(name, kNeutral)) return std::nullopt;
    if (isOneOf(name, kNothing)) return Telling{BrushRole::Nothing, Contents::Empty};
    if (name == "origin") return Telling{BrushRole::Origin, Contents::Empty};
    if (name == "trigger" && inWorld) return Telling{BrushRole::Nothing, Contents::Empty};
    if (name == "clip" || name == "fullclip") return volume(Contents::Clip);
    if (name == "playerclip") return volume(Contents::Playerclip);
    if (name == "monsterclip") return volume(Contents::Monsterclip);
    if (name.starts_with("sky")) return volume(Contents::Sky);
    if (name.starts_with('*') || name.starts_with('!')) {
        const std::string_view liquid = std::string_view(name).substr(1);
        if (liquid.starts_with("lava")) return volume(Contents::Lava);
        if (liquid.starts_with("slime")) return volume(Contents::Slime);
        return volume(Contents::Water);
    }
    return Telling{};
}

std::optional<Telling> telling(const MapFace& face, bool inWorld) {
    if (face.flags)
        if (const auto byFlags = tellingFlags((*face.flags)[0])) return byFlags;
    return tellingName(baseName(face.texture), inWorld);
}

}  // namespace

BrushKind brushKind(const MapBrush& brush, bool inWorld) {
    std::optional<Telling> first;
    bool mixed = false;
    for (const MapFace& face : brush.faces) {
        const std::optional<Telling> next = telling(face, inWorld);
        if (!next) continue;
        // An origin brush is one whatever else is on it.
        if (next->role == BrushRole::Origin) return {BrushRole::Origin, Contents::Empty, false};
        // Hint brushes carry skip on their other faces, and portals of all kinds whatever is at hand.
        if (next->role == BrushRole::Nothing) return {BrushRole::Nothing, Contents::Empty, false};
        if (!first)
            first = next;
        else
            mixed = mixed || !(*first == *next);
    }
    if (!first) return {};
    return {first->role, first->contents, mixed};
}

bool isUngrown(const MapFace& face) {
    return baseName(face.texture) == "bevel";
}

EntityRole entityRole(std::string_view classname) {
    const std::string name = lower(classname);
    if (name == "worldspawn" || name == "func_group" || name == "func_detail" || name == "func_detail_wall" ||
        name == "func_detail_fence")
        return EntityRole::World;
    if (name == "func_detail_illusionary") return EntityRole::WorldNothing;
    if (name.starts_with("func_illusionary")) return EntityRole::ModelNothing;
    return EntityRole::Model;
}

bool isPlayerStart(std::string_view classname) {
    const std::string name = lower(classname);
    return name.starts_with("info_player_") || name.starts_with("info_team_start") || name == "info_coop_start";
}

}  // namespace hullbake
