// ./dev bench: measures compiling and tracing beside the peers, and prints how far the figures are from their targets.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>

#include "tests/bench/compile_times.hpp"
#include "tests/bench/contact_times.hpp"
#include "tests/bench/report.hpp"
#include "tests/bench/scale.hpp"
#include "tests/bench/shape_times.hpp"
#include "tests/bench/trace_times.hpp"
#include "tests/bench/walk_times.hpp"
#include "tests/bench/world_times.hpp"

namespace {

using namespace hullbake::bench;

struct Options {
    std::string self, out = "build/bench", commit, peakOf;
    std::vector<std::string> maps,
        parts = {"compile", "trace", "accuracy", "walk", "shapes", "world", "contacts", "scale"};
    std::size_t traces = TraceBench{}.traces;
    int repetitions = 7, threads = 2;
    bool quick = false, large = false;

    bool does(const char* part) const { return std::find(parts.begin(), parts.end(), part) != parts.end(); }
    Repetition tracing() const { return quick ? Repetition{3, 0.002} : Repetition{repetitions, 0.005}; }
    Repetition compiling() const { return quick ? Repetition{1, 0} : Repetition{std::max(1, repetitions - 2), 0}; }
};

void say(const std::string& text) {
    static const auto start = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::cerr << fmt::format("[{:5.1f} s] {}\n", seconds, text);
}

class Bench {
  public:
    explicit Bench(const Options& options) : options_(options) {
        compile_.self = options.self;
        compile_.repetition = options.compiling();
        trace_.traces = options.traces;
        trace_.repetition = options.tracing();
    }

    int run() {
        for (const std::string& peer : missing()) say("built without " + peer + ": its columns are missing");
        const std::vector<MapPath> maps = chosenMaps();
        if (options_.does("compile")) compile(maps);
        bool traces = false;
        for (const char* part : {"trace", "accuracy", "walk", "shapes", "world"})
            traces = traces || options_.does(part);
        if (traces) trace(maps);
        if (options_.does("world")) largeWorld();
        if (options_.does("contacts")) contacts();
        if (options_.does("scale")) scale();
        return finish();
    }

  private:
    static std::vector<std::string> missing() {
        std::vector<std::string> peers = missingPeers();
        for (std::string& peer : missingPairPeers()) peers.push_back(std::move(peer));
        return peers;
    }

    std::vector<MapPath> chosenMaps() const {
        std::vector<MapPath> found;
        std::vector<std::string> names = options_.maps;
        if (names.empty()) names = {"demo", "dm1", "e1m1", "e2m1", "e3m4"};
        for (const std::string& name : names) {
            if (const auto map = findMap(name))
                found.push_back(*map);
            else
                say(name + " is not there (maps/quake in the folder that HULLBAKE_SHARED names)");
        }
        if (options_.maps.empty())
            for (const char* kind : {"city", "caves"})
                if (const auto map = generateMap(kind, 1000, options_.out + "/maps")) found.push_back(*map);
        return found;
    }

    void compile(const std::vector<MapPath>& maps) {
        for (const MapPath& map : maps) {
            say("compile " + map.name);
            benchCompile(map, compile_, results_);
        }
        const std::vector<MapPath> all = allQuakeMaps();
        if (all.empty() || !options_.maps.empty()) return;
        say("compile all quake maps");
        CompileBench bench = compile_;
        bench.repetition.count = std::min(bench.repetition.count, 3);
        benchAllMaps(all, bench, results_);
    }

    void trace(const std::vector<MapPath>& maps) {
        for (const MapPath& path : maps) {
            const auto level = loadLevel(path);
            if (level == nullptr) {
                say(path.name + " cannot be compiled");
                continue;
            }
            benchLevel(*level, trace_, results_);
            const Engines engines = makeEngines(*level);
            if (options_.does("trace")) {
                say("trace " + path.name);
                benchTraces(*level, engines, trace_, results_);
            }
            if (options_.does("accuracy")) {
                say("accuracy " + path.name);
                benchAccuracy(*level, engines, trace_, results_);
            }
            if (options_.does("walk")) {
                say("walk " + path.name);
                benchWalking(*level, {}, results_);
            }
            if (options_.does("shapes")) {
                say("shapes " + path.name);
                benchShapes(*level, trace_, results_);
            }
            if (options_.does("world")) {
                say("world " + path.name);
                benchWorld(*level, {}, results_);
            }
        }
    }

    void largeWorld() {
        say("world of 500 movers and 10,000 bodies");
        if (!benchLargeWorld(options_.out + "/maps", {}, results_)) say("the large world cannot be measured");
    }

    void contacts() {
        say("contacts of two bodies");
        ContactBench bench;
        bench.repetition = options_.tracing();
        if (options_.quick) bench.pairs = 128;
        benchContacts(bench, results_);
    }

    void scale() {
        ScaleBench scale;
        scale.folder = options_.out + "/maps";
        scale.say = [](const std::string& what) { say("scale: " + what); };
        if (options_.quick) scale.sizes = {1000, 3000};
        if (options_.large) scale.sizes = {1000, 3000, 10000, 30000, 100000};
        CompileBench compile = compile_;
        compile.repetition.count = std::min(compile.repetition.count, 3);
        benchScale(scale, compile, trace_, results_);
    }

    int finish() const {
        const std::vector<Target> wanted = targets(results_);
        const std::vector<Fact> facts = machineFacts(options_.commit);
        std::cout << '\n';
        for (const Fact& fact : facts) std::cout << fmt::format("{:<10} {}\n", fact.name, fact.value);
        std::cout << '\n' << reportText(results_) << targetTable(wanted);
        for (const std::string& peer : missing()) std::cout << "missing: " << peer << '\n';
        for (const std::string& file : writeReport(options_.out, results_, wanted, facts)) say("wrote " + file);
        return 0;
    }

    const Options& options_;
    CompileBench compile_;
    TraceBench trace_;
    Results results_;
};

void addOptions(CLI::App& app, Options& options) {
    app.add_option("--out", options.out, "folder for results.csv, results.json, tables.txt, scale.svg")
        ->capture_default_str()
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    app.add_option("--only", options.parts,
                   "parts to run: compile, trace, accuracy, walk, shapes, world, contacts, scale (default: all)")
        ->delimiter(',')
        ->check(CLI::IsMember({"compile", "trace", "accuracy", "walk", "shapes", "world", "contacts", "scale"}));
    app.add_option("--maps", options.maps,
                   "maps to compile and trace: demo, or names of real maps (default: demo, dm1, e1m1, e2m1, e3m4, and "
                   "generated ones)")
        ->delimiter(',');
    app.add_option("--traces", options.traces, "traces of each set, 64 to 1000000")
        ->capture_default_str()
        ->check(CLI::Range(64, 1000000));
    app.add_option("--repetitions", options.repetitions, "of each timing, 1 to 1000; medians count")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    app.add_flag("--quick", options.quick, "few repetitions and no large worlds: tells that all works, not how fast");
    app.add_flag("--large", options.large, "worlds of 30,000 and 100,000 brushes too: takes minutes more");
    app.add_option("--commit", options.commit, "named in the results")
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    app.add_option("--peak-memory", options.peakOf, "")->group("");
    app.add_option("--threads", options.threads, "")->group("");
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    options.self = argv[0];
    CLI::App app{
        "Measures compiling and tracing beside other engines on the same work, prints tables, and says how far the\n"
        "figures to reach are. Ratios hold within one run only; run it on an otherwise idle machine."};
    app.name("./dev bench");
    app.footer("example:\n  ./dev bench --maps e1m1 --only trace,accuracy --out /tmp/e1m1");
    addOptions(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (!options.peakOf.empty()) return printPeakMemory(options.peakOf, options.threads);
    try {
        initTiming(argv[0]);
        return Bench(options).run();
    } catch (const std::exception& error) {
        std::cerr << "bench: " << error.what() << '\n';
        return 1;
    }
}
