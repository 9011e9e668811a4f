// Measures compiling, opening and tracing over the demo and, where they are there, real maps. Fixed seeds; pass Google
// Benchmark's own options, e.g. --benchmark_filter=trace --benchmark_repetitions=5.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compile.hpp"
#include "formats/map_reader.hpp"
#include "hullbake/hullbake.hpp"
#include "support/shared_maps.hpp"

namespace hullbake {
namespace {

constexpr std::size_t kTraces = 4096;

struct LoadedMap {
    std::string name, text;
    MapFile map;
};

std::vector<std::shared_ptr<LoadedMap>> loadMaps() {
    std::vector<std::string> paths{HULLBAKE_SOURCE_ROOT "/maps/demo/demo.map"};
    for (const char* name : {"dm1", "e1m1", "e2m1", "e3m4"})
        if (const auto path = test::sharedFile(std::string("maps/quake/") + name + ".map")) paths.push_back(*path);
    std::vector<std::shared_ptr<LoadedMap>> maps;
    for (const std::string& path : paths) {
        auto loaded = std::make_shared<LoadedMap>();
        loaded->name = std::filesystem::path(path).stem().string();
        auto parsed = readMap(path, &loaded->text);
        if (std::holds_alternative<Diagnostic>(parsed)) continue;
        loaded->map = std::get<MapFile>(std::move(parsed));
        maps.push_back(std::move(loaded));
    }
    return maps;
}

void compileOnce(benchmark::State& state, const LoadedMap& loaded, int threads) {
    CompileSettings settings;
    settings.threads = threads;
    for (auto _ : state) benchmark::DoNotOptimize(compileMap(loaded.map, loaded.text, settings).blob.size());
}

struct Baked {
    std::vector<std::byte> blob;
    ClipMap map;
    std::vector<TraceInput> traces;
};

class Random {
  public:
    double between(double low, double high) {
        state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
        return low + (high - low) * (static_cast<double>(state_ >> 11) * 0x1p-53);
    }

  private:
    std::uint64_t state_ = 0x853c49e6748fea9bull;
};

// Segments of a length between `low` and `high` from places where the player's box stands free.
std::shared_ptr<Baked> bake(const LoadedMap& loaded, double low, double high) {
    auto baked = std::make_shared<Baked>();
    baked->blob = compileMap(loaded.map, loaded.text, {}).blob;
    baked->map = ClipMap::open(baked->blob).map;
    const HullId player = *baked->map.findHull("player");
    const Box box = baked->map.model({}).bounds;
    Random random;
    while (baked->traces.size() < kTraces) {
        TraceInput input;
        input.hull = player;
        for (int a = 0; a < 3; ++a) input.start[a] = random.between(box.mins[a], box.maxs[a]);
        if (any(baked->map.pointContents(input.start, player) & kMaskBlocking)) continue;
        Vec3 way{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
        way = way * (random.between(low, high) / length(way));
        input.end = input.start + way;
        baked->traces.push_back(input);
    }
    return baked;
}

void traceAll(benchmark::State& state, const Baked& baked) {
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(baked.map.trace(baked.traces[next]).fraction);
        next = (next + 1) % baked.traces.size();
    }
}

// The same questions, with the player's box expanded at query time.
void traceBoxAll(benchmark::State& state, const Baked& baked) {
    const Box box = baked.map.hull(baked.traces.front().hull).box;
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(baked.map.traceBox(box, baked.traces[next]).fraction);
        next = (next + 1) % baked.traces.size();
    }
}

void openOnce(benchmark::State& state, const Baked& baked) {
    for (auto _ : state) benchmark::DoNotOptimize(ClipMap::open(baked.blob).status);
}

void registerAll() {
    for (const auto& loaded : loadMaps()) {
        for (const int threads : {1, 2})
            benchmark::RegisterBenchmark(
                ("compile/" + loaded->name + "/threads:" + std::to_string(threads)).c_str(),
                [loaded, threads](benchmark::State& state) { compileOnce(state, *loaded, threads); })
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime();
        const auto shortOnes = bake(*loaded, 8, 64), mediumOnes = bake(*loaded, 256, 1024);
        benchmark::RegisterBenchmark(("open/" + loaded->name).c_str(), [shortOnes](benchmark::State& state) {
            openOnce(state, *shortOnes);
        })->Unit(benchmark::kMicrosecond);
        for (const auto& [lengths, baked] : {std::pair("/S:8..64", shortOnes), std::pair("/M:256..1024", mediumOnes)}) {
            benchmark::RegisterBenchmark(("trace/" + loaded->name + lengths).c_str(),
                                         [baked](benchmark::State& state) { traceAll(state, *baked); });
            benchmark::RegisterBenchmark(("traceBox/" + loaded->name + lengths).c_str(),
                                         [baked](benchmark::State& state) { traceBoxAll(state, *baked); });
        }
    }
}

}  // namespace
}  // namespace hullbake

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    hullbake::registerAll();
    benchmark::RunSpecifiedBenchmarks();
}
