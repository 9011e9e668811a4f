// Opens a .hull file and damaged copies of it, and asks all of them. Uses the amalgamated runtime alone, so that it can
// be built for targets that have no GoogleTest. The output is one digest of all answers, which must be the same on
// every target.
//
//   hostile_bytes FILE.hull TRACES COPIES
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

#include "hullbake_runtime.hpp"

namespace {

using namespace hullbake;

constexpr std::uint64_t kSeed = 32;

class Random {
  public:
    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    std::size_t index(std::size_t count) { return static_cast<std::size_t>(next() % count); }
    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(next() >> 11) / 9007199254740992.0);
    }

  private:
    std::uint64_t state_ = kSeed;
};

class Digest {
  public:
    template <class T>
    void add(const T& value) {
        unsigned char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof value);
        for (const unsigned char byte : bytes) value_ = (value_ ^ byte) * 0x100000001b3u;
    }
    void add(const Vec3& v) {
        for (int a = 0; a < 3; ++a) add(v[a]);
    }
    void add(const Trace& trace) {
        add(trace.fraction);
        add(trace.hitFraction);
        add(trace.endpos);
        add(trace.normal);
        add(trace.dist);
        add(trace.contents);
        add(trace.model);
        add(trace.refusal);
        add(std::uint8_t(trace.hit << 2 | trace.startsolid << 1 | int{trace.allsolid}));
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

struct Counts {
    std::size_t hits = 0, stuck = 0, opened = 0, refused = 0;
};

// Draws a hull, a hull's box, or another box, in one model or all.
Probe randomProbe(const ClipMap& map, Random& random) {
    Probe probe;
    if (map.hullCount() == 0) return probe;
    probe.hull.value = static_cast<std::uint32_t>(random.index(map.hullCount()));
    const std::size_t kind = random.index(4);
    if (kind == 1) probe.box = map.hull(probe.hull).box;
    if (kind == 2) probe.box = Box{{-8, -8, -8}, {8, 8, random.between(8, 40)}};
    if (kind == 3) probe.model.value = static_cast<std::uint32_t>(random.index(map.modelCount() + 1));
    if (random.index(8) == 0) probe.model = kAllModels;
    if (random.index(4) == 0) probe.mask = kMaskAll;
    return probe;
}

void ask(const ClipMap& map, const Box& bounds, std::size_t traces, Random& random, Digest& digest, Counts& counts) {
    for (std::size_t i = 0; i < traces; ++i) {
        const Probe probe = randomProbe(map, random);
        Vec3 start, end;
        for (int a = 0; a < 3; ++a) {
            start[a] = random.between(bounds.mins[a], bounds.maxs[a]);
            // Short traces end in the cell of their start or in the next: there the lists of brushes are read at once.
            const double reach = i % 2 == 0 ? 24 : 400;
            end[a] = start[a] + random.between(-reach, reach);
        }
        const Trace trace = map.trace(probe, start, end);
        digest.add(trace);
        digest.add(map.contentsAt(probe, start));
        digest.add(map.surface(probe, start, end, trace).line);
        counts.hits += trace.hit && !trace.startsolid ? 1 : 0;
        counts.stuck += trace.startsolid && !trace.invalid ? 1 : 0;
        if (i % 16 != 0) continue;
        digest.add(static_cast<std::uint64_t>(map.overlap(probe, start, {}).count));
        digest.add(static_cast<std::uint64_t>(map.touching(probe, start, 1, {}).count));
        digest.add(map.unstick(probe, start, 16).position);
    }
}

// Changes one to three numbers of a copy, opens it, and asks it if it opens. The hash is left out: a file's maker can
// compute it.
void damage(const std::vector<std::byte>& block, const Box& bounds, std::size_t copies, Random& random, Digest& digest,
            Counts& counts) {
    std::vector<std::byte> copy = block;
    for (std::size_t i = 0; i < copies; ++i) {
        constexpr std::size_t kNumber = 4;
        for (std::size_t change = random.index(3) + 1; change > 0; --change) {
            const std::size_t at = random.index(block.size() / kNumber) * kNumber;
            const std::uint64_t kinds[] = {random.next(), 0xffffffffu, 0x7fffffffu,
                                           0x80000000u,   0,           0xfffffff8u + random.index(8)};
            const auto number = static_cast<std::uint32_t>(kinds[random.index(std::size(kinds))]);
            std::memcpy(copy.data() + at, &number, sizeof number);
        }
        const OpenResult opened = ClipMap::openWithoutHash(copy);
        digest.add(opened.status);
        digest.add(opened.offset);
        ++(opened ? counts.opened : counts.refused);
        if (opened) ask(opened.map, bounds, 24, random, digest, counts);
        copy = block;
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    const std::vector<char> text{std::istreambuf_iterator<char>(file), {}};
    std::vector<std::byte> block(text.size());  // of exactly that size: reads behind it are found by a sanitizer
    if (!text.empty()) std::memcpy(block.data(), text.data(), text.size());
    const OpenResult opened = ClipMap::open(block);
    if (!opened) return 1;
    Random random;
    Digest digest;
    Counts counts;
    const Box bounds = opened.map.model({0}).bounds;
    ask(opened.map, bounds, static_cast<std::size_t>(std::atol(argv[2])), random, digest, counts);
    damage(block, bounds, static_cast<std::size_t>(std::atol(argv[3])), random, digest, counts);
    std::printf("seed %u hits %u stuck %u opened %u refused %u digest %08x%08x\n", unsigned(kSeed),
                unsigned(counts.hits), unsigned(counts.stuck), unsigned(counts.opened), unsigned(counts.refused),
                unsigned(digest.value() >> 32), unsigned(digest.value() & 0xffffffffu));
    return 0;
}
