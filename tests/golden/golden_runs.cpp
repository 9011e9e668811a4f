#include "golden/golden_runs.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "formats/files.hpp"
#include "golden/golden.hpp"
#include "support/shared_maps.hpp"

namespace hullbake::test {
namespace {

std::string shellWord(const std::string& path) {
    return "'" + path + "'";
}

/// Of so many ticks in a row the last one keeps its result.
constexpr int kTicksPerResult = 20;

std::string thinned(const std::string& text) {
    std::istringstream lines(text);
    std::string out, last;
    int ticks = 0;
    const auto flush = [&] {
        if (ticks > 1) out += "ticks " + std::to_string(ticks - 1) + '\n';
        if (ticks > 0) out += last + '\n';
        ticks = 0;
    };
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("tick ")) {
            flush();
            out += line + '\n';
            continue;
        }
        last = line;
        if (++ticks == kTicksPerResult) flush();
    }
    flush();
    return out;
}

}  // namespace

std::vector<GoldenRun> goldenRuns() {
    const std::filesystem::path root = HULLBAKE_SOURCE_ROOT;
    std::vector<GoldenRun> runs;
    for (const auto& entry : std::filesystem::directory_iterator(root / "tests/golden/runs")) {
        const bool isWorld = entry.path().extension() == ".world";
        if (!isWorld && entry.path().extension() != ".run") continue;
        GoldenRun run{entry.path().stem().string(), entry.path().string(), isWorld, std::nullopt, ""};
        const std::string map = run.name.substr(0, run.name.find('_'));
        if (map == "demo") {
            run.map = (root / "maps/demo/demo.map").string();
        } else {
            const std::string relative = "maps/quake/" + map + ".map";
            run.map = sharedFile(relative);
            run.missing = missingShared(relative);
        }
        runs.push_back(std::move(run));
    }
    std::sort(runs.begin(), runs.end(), [](const GoldenRun& a, const GoldenRun& b) { return a.name < b.name; });
    return runs;
}

bool Replayed::sameBits() const {
    if (isWorld) return exitCode == 0 && lastLine().ends_with(" ticks that have results");
    return exitCode == 0 && lastLine().ends_with(" ticks, the same bits");
}

std::string Replayed::lastLine() const {
    const std::size_t end = output.find_last_not_of('\n');
    if (end == std::string::npos) return "";
    const std::size_t before = output.rfind('\n', end);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return output.substr(begin, end + 1 - begin);
}

const std::string& RunReplayer::hullOf(const std::string& map) {
    const auto [hull, isNew] = hulls_.try_emplace(map, folder_.file(std::to_string(hulls_.size()) + ".hull"));
    std::string error;
    if (isNew && !writeFile(hull->second, compiledForGolden(map, threads_), error)) throw std::runtime_error(error);
    return hull->second;
}

Replayed RunReplayer::call(const GoldenRun& run, const std::string& options) {
    const std::string answer = folder_.file("answer");
    const std::string hull = shellWord(hullOf(run.map.value())), path = shellWord(run.path);
    const std::string call = run.isWorld ? " world " + hull + ' ' + path : " replay " + path + ' ' + hull;
    const std::string command = shellWord(commandLine_) + call + options + " >" + shellWord(answer) + " 2>&1";
    Replayed replayed;
    replayed.isWorld = run.isWorld;
    const int status = std::system(command.c_str());
    replayed.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::string error;
    if (!readFile(answer, replayed.output, error)) throw std::runtime_error(error);
    return replayed;
}

void RunReplayer::record(const GoldenRun& run) {
    const Replayed replayed = call(run, " --record " + shellWord(run.path));
    if (replayed.exitCode != 0) throw std::runtime_error(run.path + ": " + replayed.output);
    std::string text, error;
    if (!run.isWorld) return;
    if (!readFile(run.path, text, error) || !writeFile(run.path, thinned(text), error))
        throw std::runtime_error(run.path + ": " + error);
}

}  // namespace hullbake::test
