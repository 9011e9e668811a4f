// Levels that the tests of drawings cut and measure.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "compiler/compile.hpp"
#include "hullbake/clip_map.hpp"
#include "support/maps.hpp"

namespace hullbake::test {

/// A level together with the bytes that its map reads.
struct Level {
    CompileResult result;
    ClipMap map;
};

inline Level levelOf(const MapFile& file) {
    Level level;
    level.result = compileMap(file, "", {});
    const OpenResult opened = ClipMap::open(level.result.blob);
    EXPECT_TRUE(opened);
    level.map = opened.map;
    return level;
}

/// A sealed room, 256 units wide inside, with walls 16 thick, and a door, 16 by 64, from the floor to z = 0. `more` are
/// brushes of the world.
inline Level roomWith(const std::string& more) {
    std::string walls;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool high : {false, true}) {
            Vec3 mins{-144, -144, -144}, maxs{144, 144, 144};
            (high ? mins : maxs)[axis] = high ? 128 : -128;
            walls += boxText(mins, maxs, "wall");
        }
    return levelOf(parseText(worldText(walls + more) +
                             entityText("func_door", boxText({64, -32, -128}, {80, 32, 0}, "door")) +
                             "{\n\"classname\" \"info_player_start\"\n\"origin\" \"0 0 32\"\n\"angle\" \"90\"\n}\n"));
}

}  // namespace hullbake::test
