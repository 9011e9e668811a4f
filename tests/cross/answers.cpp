// Prints answers of the runtime, every double as its 64 bits, so that builds for other systems can be compared.
//
//   answers FILE.hull
//
// It needs the runtime alone. Its random numbers are its own: those of standard libraries differ.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <span>
#include <vector>

#include "hullbake/hullbake.hpp"

namespace {

using namespace hullbake;

constexpr int kTraces = 5000, kNeighbours = 800, kWalks = 40, kTicks = 150;

// SplitMix64, by Sebastiano Vigna (public domain).
class Random {
  public:
    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    double within(double low, double high) {
        return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
    }
    Vec3 point() { return {within(-1100, 1100), within(-600, 960), within(-260, 480)}; }

  private:
    std::uint64_t state_ = 20261127;
};

void print(double number) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    std::printf(" %016llx", static_cast<unsigned long long>(bits));
}

void print(const Vec3& v) {
    for (const double number : {v.x, v.y, v.z}) print(number);
}

Vec3 middleOf(const ClipMap& map, ModelId model) {
    const Box bounds = map.model(model).bounds;
    return (bounds.mins + bounds.maxs) * 0.5;
}

void traces(const ClipMap& map, const Probe& probe, const char* name, Random& random) {
    const Vec3 middle = middleOf(map, probe.model);
    int hits = 0;
    for (int i = 0; i < kTraces; ++i) {
        const Vec3 start = random.point();
        Vec3 end = random.point();
        if (probe.model.value != 0) end = start + (middle + end * 0.02 - start) * 2;  // most would miss the model
        const Trace trace = map.trace(probe, start, end);
        std::printf("%s %d%d%d %x", name, trace.hit, trace.startsolid, trace.allsolid,
                    static_cast<unsigned>(map.contentsAt(probe, start)));
        for (const double number : {trace.fraction, trace.hitFraction}) print(number);
        print(trace.endpos);
        print(trace.normal);
        std::printf("\n");
        hits += trace.hit && !trace.startsolid;
    }
    std::printf("hits %s %d\n", name, hits);
}

void neighbours(const ClipMap& map, const Probe& probe, Random& random) {
    std::vector<TouchedPlane> planes(kMaxTouchedPlanes);
    int touched = 0, found = 0;
    for (int i = 0; i < kNeighbours; ++i) {
        const Vec3 high = random.point();
        const Vec3 at = i % 2 == 0 ? high : map.trace(probe, high, high + Vec3{0, 0, -1000}).endpos;  // on a floor
        const Unstick unstick = map.unstick(probe, at, 64);
        const NeighbourCount count = map.touching(probe, unstick.position, 1.0 / 32, planes);
        std::printf("unstick %d %zu", static_cast<int>(unstick.status), count.count);
        print(unstick.position);
        for (std::size_t k = 0; k < count.count && k < planes.size(); ++k) {
            print(planes[k].normal);
            print(planes[k].gap);
        }
        std::printf("\n");
        touched += count.count > 0;
        found += unstick.status == UnstickStatus::Found;
    }
    std::printf("found %d\ntouched %d\n", found, touched);
}

void walks(const ClipMap& map, const Probe& probe, SlideMode mode, Random& random) {
    WalkRules rules;
    rules.mode = mode;
    int grounded = 0;
    for (int i = 0; i < kWalks; ++i) {
        WalkState state;
        state.origin = {random.within(-300, 300), random.within(-300, 300), 96};
        const double x = random.within(-320, 320), y = random.within(-320, 320);
        for (int tick = 0; tick < kTicks; ++tick) {
            state.velocity.x = x;
            state.velocity.y = y;
            state = walk(map, probe, rules, state, 1.0 / 60).state;
        }
        std::printf("walk %d %d", static_cast<int>(mode), state.onGround);
        print(state.origin);
        print(state.velocity);
        std::printf("\n");
        grounded += state.onGround;
    }
    std::printf("on the ground %d\n", grounded);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    const OpenResult opened = ClipMap::open(std::as_bytes(std::span(bytes)));
    if (!opened) return 1;
    const ClipMap& map = opened.map;
    const auto player = map.findHull("player"), point = map.findHull("point");
    if (!player || !point) return 1;
    Random random;
    Probe line, hull, box, turned;
    line.hull = *point;
    hull.hull = *player;
    turned.box = box.box = Box{{-5, -6, -7}, {8, 9, 10}};
    turned.model = {6};
    turned.transform = Transform::rotated({10, 20, 30}, middleOf(map, turned.model));
    traces(map, line, "point", random);
    traces(map, hull, "player", random);
    traces(map, box, "box", random);
    traces(map, turned, "turned", random);
    neighbours(map, box, random);
    walks(map, hull, SlideMode::Robust, random);
    walks(map, hull, SlideMode::Classic, random);
    return 0;
}
