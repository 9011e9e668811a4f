#include "hullbake/contents.hpp"

namespace hullbake {

namespace {

struct NamedContents {
    std::string_view name;
    Contents bits;
};

// Names by descending priority.
constexpr NamedContents kNames[] = {
    {"solid", Contents::Solid},
    {"sky", Contents::Sky},
    {"clip", Contents::Clip},
    {"playerclip", Contents::Playerclip},
    {"monsterclip", Contents::Monsterclip},
    {"lava", Contents::Lava},
    {"slime", Contents::Slime},
    {"water", Contents::Water},
    {"empty", Contents::Empty},
};

}  // namespace

std::string_view contentsName(Contents bits) noexcept {
    for (const NamedContents& entry : kNames)
        if (any(bits & entry.bits)) return entry.name;
    return "empty";
}

bool contentsFromName(std::string_view name, Contents& bits) noexcept {
    for (const NamedContents& entry : kNames) {
        if (entry.name != name) continue;
        bits = entry.bits;
        return true;
    }
    return false;
}

}  // namespace hullbake
