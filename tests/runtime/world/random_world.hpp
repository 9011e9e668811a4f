// Random worlds: doors, lifts, wedges and frames that move among walls, with bodies in their way and on them.
#pragma once

#include <set>
#include <utility>

#include "runtime/world/world_rig.hpp"
#include "support/random_cases.hpp"

namespace hullbake::test {

/// The text of the map, whose five brush entities are what moves.
inline std::string randomWorldText() {
    const std::string walls =
        boxText({-300, -300, 0}, {300, -290, 200}, "wall") + boxText({-300, 290, 0}, {300, 300, 200}, "wall") +
        boxText({-300, -290, 0}, {-290, 290, 200}, "wall") + boxText({290, -290, 0}, {300, 290, 200}, "wall") +
        boxText({-60, -60, 0}, {-40, 100, 60}, "pillar") + boxText({80, -20, 40}, {140, 20, 60}, "beam") +
        prismText({{-200, -290}, {-290, -200}, {-290, -290}}, 0, 200) +
        prismText({{100, 290}, {200, 200}, {290, 290}}, 0, 200);
    return floorWith(walls) + entityText("func_door", boxText({-4, -40, -30}, {4, 40, 30}, "door")) +
           entityText("func_plat", boxText({-40, -40, -8}, {40, 40, 0}, "lift")) +
           entityText("func_door", boxText({-0.5, -60, -40}, {0.5, 60, 40}, "plate")) +
           entityText("func_door", prismText({{-30, -20}, {30, -20}, {30, 30}}, -20, 20)) +
           entityText("func_train", boxText({-30, -30, -4}, {30, 30, 0}, "car") +
                                        boxText({-30, -30, 0}, {-26, 30, 24}, "back") +
                                        boxText({-26, 26, 0}, {30, 30, 24}, "side"));
}

/// A pair of a body with another thing: a mover, a body after all movers, or the world.
using WorldPairs = std::set<std::pair<std::size_t, std::size_t>>;

class RandomWorld : public WorldRig {
  public:
    RandomWorld() : WorldRig(randomWorldText()) {}

    /// `straight`: movers along one axis only, no prisms, and no parents, whose children push at the same time.
    void draw(Random& random, bool straight) {
        movers.clear(), models.clear(), bodies.clear(), passengers.clear();
        const int moverCount = random.whole(1, 4);
        for (int i = 0; i < moverCount; ++i) drawMover(random, straight);
        const int bodyCount = random.whole(4, 12);
        for (int i = 0; i < bodyCount; ++i) drawBody(random);
    }

    /// Returns the pairs that overlap more deeply than the tolerance of the contract.
    WorldPairs overlaps() const {
        WorldPairs found;
        for (std::size_t b = 0; b < bodies.size(); ++b) {
            const Vec3 at = bodies[b].origin;
            for (std::size_t m = 0; m < movers.size(); ++m)
                if (overlapsModel(b, models[movers[m].model].model, models[movers[m].model].transform))
                    found.insert({b, m});
            for (std::size_t o = 0; o < b; ++o) {
                bool apart = false;
                for (int a = 0; a < 3; ++a) {
                    const Body &one = bodies[b], &two = bodies[o];
                    const double first = at[a] + one.box.mins[a] - two.origin[a] - two.box.maxs[a],
                                 second = two.origin[a] + two.box.mins[a] - at[a] - one.box.maxs[a];
                    apart = apart || std::max(first, second) >= -kSurfaceTolerance;
                }
                if (!apart) found.insert({b, movers.size() + o});
            }
            if (overlapsModel(b, ModelId{}, {})) found.insert({b, movers.size() + bodies.size()});
        }
        return found;
    }

  private:
    bool overlapsModel(std::size_t b, ModelId model, const Transform& transform) const {
        Probe probe;
        probe.box = bodies[b].box;
        probe.model = model;
        probe.transform = transform;
        const Vec3 at = bodies[b].origin;
        return baked.map.trace(probe, at, at + Vec3{0, 0, 1}).startsolid;
    }
    void drawMover(Random& random, bool straight) {
        static constexpr std::uint32_t kBoxes[] = {1, 2, 3, 5};
        const std::uint32_t number =
            straight ? kBoxes[random.index(4)] : 1 + static_cast<std::uint32_t>(random.index(5));
        const Vec3 from = random.pointIn({{-220, -220, 45}, {220, 220, 150}});
        Vec3 way = random.direction() * random.between(1, 250);
        if (straight || random.chance(0.5)) {
            const int axis = random.whole(0, 2);
            for (int a = 0; a < 3; ++a)
                if (a != axis) way[a] = 0;
        }
        // Down to the floor, onto what stands there, or to a wall.
        if (random.chance(0.35)) way = {0, 0, -from.z};
        if (random.chance(0.2)) way = {300 - from.x, 0, 0};
        const std::uint32_t m = addMover(number, {}, random.between(0.05, 1));
        Mover& mover = movers[m];
        mover.from = from;
        mover.to = from + way;
        mover.blocked = static_cast<Blocked>(random.chance(0.4) ? 0 : random.whole(0, 3));
        if (random.chance(0.3)) mover.team = 7;
        if (m > 0 && !straight && random.chance(0.3) && movers[m - 1].parent == kNoMover) {
            mover.parent = m - 1;
            mover.to = mover.to - mover.from;
            mover.from = {};
        }
        models[mover.model].transform.displacement = mover.from;
        if (mover.parent != kNoMover)
            models[mover.model].transform.displacement = mover.from + movers[mover.parent].from;
    }
    // In a free place: on a mover, on a body, or anywhere near a mover.
    void drawBody(Random& random) {
        const Vec3 half = random.pointIn({{1, 1, 1}, {12, 12, 20}});
        const std::uint32_t b = addBody({}, {-half, half});
        for (int tries = 0; tries < 40; ++tries) {
            const std::uint32_t m = static_cast<std::uint32_t>(random.index(movers.size()));
            const Vec3 near = models[movers[m].model].transform.displacement;
            const double gap = random.chance(0.5) ? kDefaultSkin : random.between(0, 0.25);
            passengers[b].ground = kNoMember;
            Vec3 at = near + random.pointIn({{-90, -90, -50}, {90, 90, 60}});
            if (random.chance(0.3)) at = near + random.pointIn({{-20, -20, 0}, {20, 20, 0}});
            if (random.chance(0.3)) at.z = half.z + kDefaultSkin;
            if (random.chance(0.4)) {
                static constexpr Vec3 kTops[] = {{4, 40, 30}, {40, 40, 0}, {0.5, 60, 40}, {20, 20, 20}, {20, 20, 0}};
                const Vec3 top = kTops[models[movers[m].model].model.value - 1];
                at = near + Vec3{random.between(-top.x, top.x), random.between(-top.y, top.y), top.z + half.z + gap};
                passengers[b].ground = MemberId::model(movers[m].model);
            } else if (b > 0 && random.chance(0.4)) {
                const auto under = static_cast<std::uint32_t>(random.index(b));
                const Body& below = bodies[under];
                at = below.origin + Vec3{random.between(-5, 5), random.between(-5, 5), below.box.maxs.z + half.z + gap};
                passengers[b].ground = MemberId::body(under);
            } else if (b > 0 && random.chance(0.4)) {
                const Body& beside = bodies[random.index(b)];
                at = beside.origin + Vec3{beside.box.maxs.x + half.x + (random.chance(0.5) ? 0 : gap), 0, 0};
            }
            bodies[b].origin = at;
            const WorldPairs pairs = overlaps();
            const bool free = std::none_of(pairs.begin(), pairs.end(), [&](const auto& p) { return p.first == b; });
            if (free) return;
        }
        bodies.pop_back();
        passengers.pop_back();
    }
};

}  // namespace hullbake::test
