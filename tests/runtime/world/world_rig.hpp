// A world for tests of movers: a map, its state in arrays, and steps of it.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "hullbake/slide.hpp"
#include "hullbake/world.hpp"
#include "runtime/runtime_support.hpp"

namespace hullbake::test {

inline constexpr Box kManBox{{-16, -16, -24}, {16, 16, 32}};
inline constexpr Box kCrateBox{{-16, -16, 0}, {16, 16, 32}};

struct WorldRig {
    explicit WorldRig(const std::string& text) : baked(bakeText(text)) {}

    BakedMap baked;
    std::vector<PlacedModel> models;
    std::vector<Mover> movers;
    std::vector<Body> bodies;
    std::vector<Passenger> passengers;
    std::vector<WorldEvent> events;
    WorldRules rules;

    /// Places the map's brush entity of that number, from 1, and returns its index.
    std::uint32_t addModel(std::uint32_t number) {
        models.emplace_back();
        models.back().model = {number};
        return static_cast<std::uint32_t>(models.size() - 1);
    }
    /// Returns the index of a mover of a new model, with a leg from where the map draws it.
    std::uint32_t addMover(std::uint32_t number, const Vec3& way, double seconds) {
        Mover mover;
        mover.model = addModel(number);
        mover.to = way;
        mover.seconds = seconds;
        movers.push_back(mover);
        return static_cast<std::uint32_t>(movers.size() - 1);
    }
    std::uint32_t addBody(const Vec3& origin, const Box& box = kCrateBox, MemberId ground = kNoMember) {
        Body body;
        body.origin = origin;
        body.box = box;
        bodies.push_back(body);
        Passenger passenger;
        passenger.ground = ground;
        passengers.push_back(passenger);
        return static_cast<std::uint32_t>(bodies.size() - 1);
    }

    World world() { return {models, movers, bodies, passengers}; }
    StepResult step(double seconds) {
        std::vector<WorldScratch> scratch(scratchFor(world()));
        events.resize(4096);
        const StepResult result = stepMovers(baked.map, rules, world(), seconds, scratch, events);
        EXPECT_FALSE(result.invalid) << refusalText(result.refusal);
        EXPECT_FALSE(result.tooMuch);
        events.resize(std::min(result.events, events.size()));
        return result;
    }
    std::size_t count(WorldEventKind kind) const {
        return static_cast<std::size_t>(
            std::count_if(events.begin(), events.end(), [kind](const WorldEvent& e) { return e.kind == kind; }));
    }
    /// Returns the events of one kind of a body, or its first one.
    const WorldEvent* find(WorldEventKind kind, std::uint32_t body) const {
        for (const WorldEvent& event : events)
            if (event.kind == kind && event.body == MemberId::body(body)) return &event;
        return nullptr;
    }
};

/// A body of a rig that walks through its scene, and does not see itself. Make it when all models and bodies are there.
class RigWalker {
  public:
    RigWalker(WorldRig& rig, std::uint32_t body) : rig_(rig), body_(body), scene_{rig.models, rig.bodies} {
        scene_.self = MemberId::body(body);
        state.origin = rig.bodies[body].origin;
    }

    /// Walks for a tick. The body goes along, and its ground is what carries it.
    void walk(double seconds) {
        Probe probe;
        probe.box = rig_.bodies[body_].box;
        probe.scene = &scene_;
        state = hullbake::walk(rig_.baked.map, probe, {}, state, seconds).state;
        rig_.bodies[body_].origin = state.origin;
        rig_.passengers[body_].ground = state.groundMember;
    }
    /// After a step: goes where it was carried.
    void follow() { state.origin = rig_.bodies[body_].origin; }

    WalkState state;

  private:
    WorldRig& rig_;
    std::uint32_t body_;
    Scene scene_;
};

/// Returns a floor that ends at 0, 4096 units wide, and brushes of the world on it.
inline std::string floorWith(const std::string& brushes = {}) {
    return worldText(boxText({-2048, -2048, -32}, {2048, 2048, 0}, "floor") + brushes);
}

struct Corner {
    int x, y;
};
/// Returns a brush over a convex polygon, whose corners go round it counter-clockwise.
inline std::string prismText(const std::vector<Corner>& corners, int bottom, int top) {
    const auto point = [](int x, int y, int z) {
        return "( " + std::to_string(x) + ' ' + std::to_string(y) + ' ' + std::to_string(z) + " ) ";
    };
    const std::string end = "wall 0 0 0 1 1\n";
    std::string text = "{\n" + point(0, 0, bottom) + point(1, 0, bottom) + point(0, 1, bottom) + end;
    text += point(0, 0, top) + point(0, 1, top) + point(1, 0, top) + end;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Corner a = corners[i], b = corners[(i + 1) % corners.size()];
        text += point(a.x, a.y, bottom) + point(a.x, a.y, top) + point(b.x, b.y, bottom) + end;
    }
    return text + "}\n";
}

}  // namespace hullbake::test
