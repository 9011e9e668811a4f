// A level with models, and random members around them: what the tests of scenes share.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "hullbake/scene.hpp"
#include "runtime/runtime_support.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {

inline constexpr Box kCrate{{-16, -16, 0}, {16, 16, 32}};
inline constexpr std::uint32_t kDoor = 1, kLift = 3, kCrateModel = 4;
/// Where the map draws the crate's model: at the middle of its floor.
inline constexpr Vec3 kCratePlace{1024, 0, 0};

/// A floor, a wall, a door, water, a lift, and a model like the crate, far away.
inline std::string sceneLevel() {
    return worldText(boxText({-256, -256, -32}, {256, 256, 0}, "floor") +
                     boxText({-256, 128, 0}, {256, 160, 128}, "wall")) +
           entityText("func_door", boxText({-68, -64, 0}, {-60, 64, 96}, "door")) +
           entityText("func_water", boxText({16, -96, 0}, {96, 96, 40}, "*water")) +
           entityText("func_plat", boxText({80, -48, 0}, {128, 48, 64}, "lift")) +
           entityText("func_crate", boxText({1008, -16, 0}, {1040, 16, 32}, "crate"));
}

/// Draws a segment around the models. Some have no length, and some are on whole coordinates.
inline void drawWay(Random& random, int turn, TraceCall& call) {
    call.start = random.pointIn({{-160, -120, -8}, {160, 120, 120}});
    call.end = random.pointIn({{-160, -120, -40}, {160, 120, 120}});
    if (turn % 5 == 0) call.end = call.start;
    if (turn % 3 == 0)
        for (int a = 0; a < 3; ++a) call.start[a] = std::round(call.start[a] / 8) * 8;
    if (turn % 7 == 0) call.probe.skin = 0;
}

/// Random members around the models: placed ones, turned ones and crates.
struct DrawnScene {
    /// One model in `turned` is turned. There are fewer than `crates` crates.
    void draw(Random& random, std::size_t turned, std::size_t crates) {
        models.clear();
        bodies.clear();
        for (std::size_t i = random.index(4); i > 0; --i) {
            PlacedModel placed{{static_cast<std::uint32_t>(random.index(4)) + 1}, 1, {}, true};
            if (random.index(turned) == 0)
                placed.transform =
                    Transform::rotated({random.between(-180, 180), random.between(-180, 180), 0}, {0, 0, 16});
            placed.transform.displacement = random.pointIn({{-100, -100, -20}, {100, 100, 60}});
            models.push_back(placed);
        }
        for (std::size_t i = random.index(crates); i > 0; --i) {
            Body body;
            body.origin = random.pointIn({{-150, -110, 0}, {150, 110, 60}});
            body.box = kCrate;
            for (int a = 0; a < 3; ++a) body.origin[a] = std::round(body.origin[a] / 4) * 4;
            bodies.push_back(body);
        }
        scene = {models, bodies};
    }

    std::vector<PlacedModel> models;
    std::vector<Body> bodies;
    Scene scene;
};

}  // namespace hullbake::test
