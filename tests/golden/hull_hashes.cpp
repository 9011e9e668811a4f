// Computes the pinned hashes with this build and replays the recorded runs. Compares both, or writes them again. `./dev
// golden` and `./dev determinism` run it.
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "formats/files.hpp"
#include "golden/golden.hpp"
#include "golden/golden_runs.hpp"

namespace {

using namespace hullbake::test;

constexpr const char* kUsage =
    "usage: hull_hashes check HULLBAKE THREADS   compares with what is pinned; exit 1 when anything differs\n"
    "       hull_hashes update HULLBAKE          writes it anew and says what changed\n";

void tell(const GoldenItem& item, const std::string& was, const std::string& is) {
    std::cout << "  " << item.name << ' ' << item.settings << ": " << (was.empty() ? "not pinned" : was) << " -> " << is
              << '\n';
}

struct RunCount {
    std::size_t replayed = 0, differ = 0, missing = 0;
};

RunCount checkRuns(const std::string& commandLine, int threads, std::string& differences) {
    RunReplayer replayer(commandLine, threads);
    RunCount count;
    for (const GoldenRun& run : goldenRuns()) {
        if (!run.map) {
            ++count.missing;
            continue;
        }
        ++count.replayed;
        const Replayed replayed = replayer.replay(run);
        if (replayed.sameBits()) continue;
        ++count.differ;
        differences += "\n  runs/" + run.name + ": " + replayed.lastLine();
    }
    return count;
}

void updateRuns(const std::string& commandLine) {
    RunReplayer replayer(commandLine, 0);
    std::size_t kept = 0, changed = 0;
    for (const GoldenRun& run : goldenRuns()) {
        if (!run.map) {
            std::cout << "  runs/" << run.name << ": kept as it was, " << run.missing << '\n';
            continue;
        }
        const Replayed replayed = replayer.replay(run);
        if (replayed.sameBits()) {
            ++kept;
            continue;
        }
        std::cout << "  runs/" << run.name << ": recorded anew; it was: " << replayed.lastLine() << '\n';
        replayer.record(run);
        ++changed;
    }
    std::cout << kept + changed << " runs, " << changed << " changed\n";
}

// Prints one row of the table of `./dev determinism`, then the differences.
int check(const std::string& commandLine, int threads) {
    std::string error;
    const std::vector<GoldenLine> pinned = readGolden(goldenPath(), error);
    if (!error.empty()) throw std::runtime_error(error);
    std::size_t hulls = 0, hullsDiffer = 0, answers = 0, answersDiffer = 0, missing = 0;
    std::string differences;
    for (const GoldenItem& item : goldenItems(commandLine)) {
        const auto hash = item.compute(threads);
        if (!hash) {
            ++missing;
            continue;
        }
        const bool isAnswer = item.name.starts_with("answers/");
        const std::string was = pinnedHash(pinned, item.name, item.settings);
        ++(isAnswer ? answers : hulls);
        if (*hash == was) continue;
        ++(isAnswer ? answersDiffer : hullsDiffer);
        differences += "\n  " + item.name + ' ' + item.settings + ": " + *hash + ", pinned " +
                       (was.empty() ? std::string("nothing") : was);
    }
    const RunCount runs = checkRuns(commandLine, threads, differences);
    std::cout << hulls << ' ' << hullsDiffer << ' ' << answers << ' ' << answersDiffer << ' ' << runs.replayed << ' '
              << runs.differ << ' ' << missing + runs.missing << differences << '\n';
    return hullsDiffer + answersDiffer + runs.differ > 0 ? 1 : 0;
}

int update(const std::string& commandLine) {
    std::string error;
    const std::vector<GoldenLine> pinned = readGolden(goldenPath(), error);
    if (!error.empty()) std::cout << error << ": written anew\n";
    std::vector<GoldenLine> lines;
    std::size_t changed = 0;
    for (const GoldenItem& item : goldenItems(commandLine)) {
        const std::string was = pinnedHash(pinned, item.name, item.settings);
        const auto hash = item.compute(0);
        if (!hash) {
            std::cout << "  " << item.name << ": kept as it was, " << item.missing << '\n';
            if (!was.empty()) lines.push_back({item.name, item.settings, was});
            continue;
        }
        lines.push_back({item.name, item.settings, *hash});
        if (*hash == was) continue;
        ++changed;
        tell(item, was, *hash);
    }
    for (const GoldenLine& line : pinned)
        if (pinnedHash(lines, line.name, line.settings).empty()) {
            ++changed;
            std::cout << "  " << line.name << ' ' << line.settings << ": no longer pinned\n";
        }
    if (!hullbake::writeFile(goldenPath(), goldenText(lines), error)) throw std::runtime_error(error);
    std::cout << lines.size() << " hashes, " << changed << " changed\n";
    updateRuns(commandLine);
    return 0;
}

}  // namespace

int main(int argc, char** argv) try {
    const std::string_view verb = argc > 1 ? argv[1] : "";
    if (verb == "check" && argc == 4) return check(argv[2], std::atoi(argv[3]));
    if (verb == "update" && argc == 3) return update(argv[2]);
    std::cerr << kUsage;
    return 2;
} catch (const std::exception& fault) {
    std::cerr << "hull_hashes: " << fault.what() << '\n';
    return 1;
}
