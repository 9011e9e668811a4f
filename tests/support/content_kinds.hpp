// One texture for each kind of contents.
#pragma once

#include <array>

#include "hullbake/contents.hpp"

namespace hullbake::test {

struct ContentKind {
    const char* texture;
    Contents contents;
};

/// Lists the kinds by priority: the first present one gives the name.
inline constexpr std::array kContentKinds = {
    ContentKind{"stone", Contents::Solid},
    ContentKind{"sky1", Contents::Sky},
    ContentKind{"clip", Contents::Clip},
    ContentKind{"playerclip", Contents::Playerclip},
    ContentKind{"monsterclip", Contents::Monsterclip},
    ContentKind{"*lava1", Contents::Lava},
    ContentKind{"*slime0", Contents::Slime},
    ContentKind{"*water1", Contents::Water},
};

}  // namespace hullbake::test
