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
    {"illusionary", Contents::Illusionary},
    {"fog", Contents::Fog},
    {"ladder", Contents::Ladder},
    {"trigger", Contents::Trigger},
    {"areaportal", Contents::Areaportal},
    {"botclip", Contents::Botclip},
    {"current_east", Contents::CurrentEast},
    {"current_north", Contents::CurrentNorth},
    {"current_west", Contents::CurrentWest},
    {"current_south", Contents::CurrentSouth},
    {"current_up", Contents::CurrentUp},
    {"current_down", Contents::CurrentDown},
    {"user1", Contents::User1},
    {"user2", Contents::User2},
    {"user3", Contents::User3},
    {"user4", Contents::User4},
    {"user5", Contents::User5},
    {"user6", Contents::User6},
    {"user7", Contents::User7},
    {"user8", Contents::User8},
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
