#include "golden/golden_runs.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
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

}  // namespace

std::vector<GoldenRun> goldenRuns() {
    const std::filesystem::path root = HULLBAKE_SOURCE_ROOT;
    std::vector<GoldenRun> runs;
    for (const auto& entry : std::filesystem::directory_iterator(root / "tests/golden/runs")) {
        if (entry.path().extension() != ".run") continue;
        GoldenRun run{entry.path().stem().string(), entry.path().string(), std::nullopt, ""};
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
    const std::string command = shellWord(commandLine_) + " replay " + shellWord(run.path) + ' ' +
                                shellWord(hullOf(run.map.value())) + options + " >" + shellWord(answer) + " 2>&1";
    Replayed replayed;
    const int status = std::system(command.c_str());
    replayed.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::string error;
    if (!readFile(answer, replayed.output, error)) throw std::runtime_error(error);
    return replayed;
}

void RunReplayer::record(const GoldenRun& run) {
    const Replayed replayed = call(run, " --record " + shellWord(run.path));
    if (replayed.exitCode != 0) throw std::runtime_error(run.path + ": " + replayed.output);
}

}  // namespace hullbake::test
