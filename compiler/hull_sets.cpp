#include <array>

#include "compiler/compile.hpp"

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

struct GameSet {
    std::string_view game;
    std::array<NamedBox, 6> hulls;
    std::size_t count;
};

constexpr Box kPlayer = box(-16, -16, -24, 16, 16, 32);

constexpr GameSet kGames[] = {
    {"quake", {{{"point", {}}, {"player", kPlayer}, {"large", box(-32, -32, -24, 32, 32, 64)}}}, 3},
    {"halflife",
     {{{"point", {}},
       {"player", centred(16, 16, 36)},
       {"large", centred(32, 32, 32)},
       {"crouch", centred(16, 16, 18)}}},
     4},
    {"hexen2",
     {{{"point", {}},
       {"player", kPlayer},
       {"medium", centred(24, 24, 20)},
       {"crouch", box(-16, -16, -12, 16, 16, 16)},
       {"small", centred(8, 8, 8)},
       {"large", centred(28, 28, 40)}}},
     6},
    {"quake2", {{{"point", {}}, {"player", kPlayer}, {"crouch", box(-16, -16, -24, 16, 16, 4)}}}, 3},
    {"quake3",
     {{{"point", {}}, {"player", box(-15, -15, -24, 15, 15, 32)}, {"crouch", box(-15, -15, -24, 15, 15, 16)}}},
     3},
};

}  // namespace

std::vector<HullSpec> gameHulls(std::string_view game) {
    std::vector<HullSpec> hulls;
    for (const GameSet& set : kGames) {
        if (set.game != game) continue;
        for (std::size_t i = 0; i < set.count; ++i) hulls.push_back({std::string(set.hulls[i].name), set.hulls[i].box});
    }
    return hulls;
}

std::vector<std::string_view> gameNames() {
    std::vector<std::string_view> names;
    for (const GameSet& set : kGames) names.push_back(set.game);
    return names;
}

}  // namespace hullbake
