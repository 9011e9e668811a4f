// Proves that a hundred riders keep their places for as long as a game runs: on a lift, a train and a turntable, side
// by side and stacked, as bodies that rest and as walkers who stand.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "hullbake/slide.hpp"
#include "runtime/world/world_rig.hpp"
#include "support/test_size.hpp"

namespace hullbake::test {
namespace {

constexpr double kSkin = kDefaultSkin;
constexpr Box kSmall{{-4, -4, 0}, {4, 4, 8}};
// Units that a rider may be off its place after all ticks. Rounding of one tick is 1e-14 to 1e-13.
constexpr double kDrift = 1e-9;

struct Ride {
    const char* name;
    Vec3 way;
    double degrees = 0;
    bool stacked = false;
};
std::ostream& operator<<(std::ostream& out, const Ride& ride) {
    return out << ride.name;
}

class LongRides : public testing::TestWithParam<Ride> {
  protected:
    LongRides() : rig_(floorWith() + entityText("func_plat", boxText({-128, -128, 84}, {128, 128, 100}, "plate"))) {
        const Ride& ride = GetParam();
        rig_.addMover(1, ride.way, 1.37);
        if (ride.degrees != 0) {
            rig_.movers[0].axis = {0, 0, 1};
            rig_.movers[0].toDegrees = ride.degrees;
        }
        // Boxes do not turn: on what turns their corners need room.
        const double apart = ride.degrees == 0 ? 8 : 14;
        for (std::uint32_t i = 0; i < 100; ++i) {
            if (ride.stacked)
                rig_.addBody({50, 30, 100 + kSkin + i * (8 + kSkin)}, kSmall,
                             i == 0 ? MemberId::model(0) : MemberId::body(i - 1));
            else
                rig_.addBody({apart * (i % 10 - 4.5), apart * (std::floor(i / 10.0) - 4.5), 100 + kSkin}, kSmall,
                             MemberId::model(0));
        }
        before_ = rig_.bodies;
    }

    // Moves everything for a tick, and sends the mover back at its leg's end.
    void step() {
        rig_.step(1.0 / 60);
        ASSERT_EQ(rig_.events.size(), rig_.count(WorldEventKind::Arrived));
        Mover& mover = rig_.movers[0];
        if (mover.clock < mover.seconds) return;
        std::swap(mover.from, mover.to);
        std::swap(mover.fromDegrees, mover.toDegrees);
        mover.clock = 0;
        ++legs_;
    }
    // Returns how far a rider's foot is from where the plate has it, at the most.
    double drift() const {
        const Transform& transform = rig_.models[0].transform;
        double most = 0;
        for (std::size_t i = 0; i < before_.size(); ++i) {
            const Vec3 was = before_[i].origin;
            Vec3 place = transform.displacement;
            for (int a = 0; a < 3; ++a) place = place + transform.axes[a] * was[a];
            most = std::max(most, length(rig_.bodies[i].origin - place));
        }
        return most;
    }

    WorldRig rig_;
    std::vector<Body> before_;
    std::size_t legs_ = 0;
};

TEST_P(LongRides, RidersKeepTheirPlaces) {
    const int ticks = fullSize() ? 100000 : 3000;
    for (int tick = 0; tick < ticks && !HasFatalFailure(); ++tick) {
        step();
        if (tick % 100 != 0) continue;
        ASSERT_LE(drift(), kDrift) << tick;
    }
    EXPECT_LE(drift(), kDrift);
    EXPECT_GE(legs_, static_cast<std::size_t>(ticks / 90));
    RecordProperty("drift", std::to_string(drift()));
}

// Each stands on what it finds under its feet in each tick.
TEST_P(LongRides, StandingWalkersKeepTheirPlaces) {
    Scene scene{rig_.models, rig_.bodies};
    Probe probe;
    probe.box = kSmall;
    probe.scene = &scene;
    std::vector<WalkState> walkers(100);
    const int ticks = fullSize() ? 20000 : 200;
    for (int tick = 0; tick < ticks && !HasFatalFailure(); ++tick) {
        for (std::uint32_t i = 0; i < 100; ++i) {
            scene.self = MemberId::body(i);
            walkers[i].origin = rig_.bodies[i].origin;
            walkers[i] = walk(rig_.baked.map, probe, {}, walkers[i], 1.0 / 60).state;
            rig_.bodies[i].origin = walkers[i].origin;
            rig_.passengers[i].ground = walkers[i].groundMember;
            ASSERT_TRUE(walkers[i].onGround) << tick << ' ' << i;
        }
        step();
        // Landing in the first tick puts each of them a skin above its ground.
        if (tick == 1 && !HasFatalFailure()) {
            ASSERT_LE(drift(), 1e-3);
            const Transform& transform = rig_.models[0].transform;
            for (std::size_t i = 0; i < 100; ++i) {
                const Vec3 off = rig_.bodies[i].origin - transform.displacement;
                for (int a = 0; a < 3; ++a) before_[i].origin[a] = dot(transform.axes[a], off);
            }
        }
        if (tick <= 1 || tick % 10 != 0) continue;
        ASSERT_LE(drift(), kDrift) << tick;
    }
    EXPECT_LE(drift(), kDrift);
    EXPECT_GE(legs_, static_cast<std::size_t>(ticks / 90));
}

constexpr Ride kRides[] = {{"lift_beside", {0, 0, 61.7}},           {"lift_stacked", {0, 0, 61.7}, 0, true},
                           {"train_beside", {137.3, -41.9, 0}},     {"train_stacked", {137.3, -41.9, 0}, 0, true},
                           {"turntable_beside", {}, 117},           {"turntable_stacked", {}, 117, true},
                           {"spiral_beside", {13.1, 5.7, 33}, 117}, {"spiral_stacked", {13.1, 5.7, 33}, 117, true}};
INSTANTIATE_TEST_SUITE_P(Rides, LongRides, testing::ValuesIn(kRides),
                         [](const auto& ride) { return std::string(ride.param.name); });

}  // namespace
}  // namespace hullbake::test
