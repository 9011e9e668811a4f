#include "compiler/hull_sets.hpp"

#include <span>

namespace hullbake {

namespace {

constexpr Box box(double x0, double y0, double z0, double x1, double y1, double z1) {
    return {{x0, y0, z0}, {x1, y1, z1}};
}
constexpr Box centred(double x, double y, double z) {
    return box(-x, -y, -z, x, y, z);
}

struct NamedBox {
    std::string_view name;
    Box box;
};

constexpr Box kPlayer = box(-16, -16, -24, 16, 16, 32);

constexpr NamedBox kQuake[] = {
    {"point", {}},
    {"player", kPlayer},
    {"large", box(-32, -32, -24, 32, 32, 64)},
};
constexpr NamedBox kHalflife[] = {
    {"point", {}},
    {"player", centred(16, 16, 36)},
    {"large", centred(32, 32, 32)},
    {"crouch", centred(16, 16, 18)},
};
constexpr NamedBox kHexen2[] = {
    {"point", {}},
    {"player", kPlayer},
    {"medium", centred(24, 24, 20)},
    {"crouch", box(-16, -16, -12, 16, 16, 16)},
    {"small", centred(8, 8, 8)},
    {"large", centred(28, 28, 40)},
};
constexpr NamedBox kQuake2[] = {
    {"point", {}},
    {"player", kPlayer},
    {"crouch", box(-16, -16, -24, 16, 16, 4)},
};
constexpr NamedBox kQuake3[] = {
    {"point", {}},
    {"player", box(-15, -15, -24, 15, 15, 32)},
    {"crouch", box(-15, -15, -24, 15, 15, 16)},
};
constexpr NamedBox kDoom3[] = {
    {"point", {}},
    {"player", box(-16, -16, 0, 16, 16, 74)},
    {"crouch", box(-16, -16, 0, 16, 16, 38)},
};
constexpr NamedBox kSource[] = {
    {"point", {}},
    {"player", box(-16, -16, 0, 16, 16, 72)},
    {"crouch", box(-16, -16, 0, 16, 16, 36)},
};

struct GameSet {
    std::string_view game;
    std::span<const NamedBox> hulls;
};

constexpr GameSet kGames[] = {
    {"quake", kQuake},   {"halflife", kHalflife}, {"hexen2", kHexen2}, {"quake2", kQuake2},
    {"quake3", kQuake3}, {"doom3", kDoom3},       {"source", kSource},
};

}  // namespace

bool isPointHull(const HullSpec& hull) {
    return hull.box.mins == hull.box.maxs;
}

std::vector<HullSpec> gameHulls(std::string_view game) {
    std::vector<HullSpec> hulls;
    for (const GameSet& set : kGames) {
        if (set.game != game) continue;
        for (const NamedBox& hull : set.hulls) hulls.push_back({std::string(hull.name), hull.box});
    }
    return hulls;
}

std::vector<std::string_view> gameNames() {
    std::vector<std::string_view> names;
    for (const GameSet& set : kGames) names.push_back(set.game);
    return names;
}

}  // namespace hullbake
