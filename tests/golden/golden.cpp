#include "golden/golden.hpp"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <variant>

#include "compiler/compile.hpp"
#include "formats/files.hpp"
#include "formats/map_reader.hpp"
#include "formats/patch_brushes.hpp"
#include "hullbake/format.hpp"
#include "support/random.hpp"
#include "support/shared_maps.hpp"
#include "support/temporary_folder.hpp"

namespace hullbake::test {
namespace {

constexpr const char* kRealMaps[] = {"dm1", "e1m1", "e3m4"};
constexpr const char* kCurvedMaps[] = {"call_of_duty_curve", "patch_3x3",  "patch_arch",  "patch_bevel",
                                       "patch_cone",         "patch_def5", "patch_endcap"};
constexpr std::uint64_t kQuerySeed = 20240701;
constexpr std::size_t kQueries = 4000;  // traces, and as many points

struct Preset {
    const char* name;
    const char* game;
    bool fill;
};
constexpr Preset kPresets[] = {
    {"quake,fill", "quake", true}, {"quake,keep", "quake", false}, {"hexen2,fill", "hexen2", true}};

std::string hexOf(std::uint64_t hash) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
    return text;
}

std::vector<std::byte> compiled(const std::string& path, const Preset& preset, int threads) {
    std::string text, error;
    if (!readFile(path, text, error)) throw std::runtime_error(path + ": " + error);
    // Pass the bare file name: the path of the checkout must not affect the output.
    auto map = parseMap(text, std::filesystem::path(path).filename().string());
    if (const auto* fault = std::get_if<Diagnostic>(&map)) throw std::runtime_error(fault->text());
    addPatchBrushes(std::get<MapFile>(map));
    CompileSettings settings;
    settings.hulls = gameHulls(preset.game);
    settings.fill = preset.fill;
    settings.threads = threads;
    CompileResult result = compileMap(std::get<MapFile>(map), text, settings);
    if (result.blob.empty()) throw std::runtime_error(path + " does not compile");
    return std::move(result.blob);
}

GoldenItem hullItem(const std::string& name, const std::optional<std::string>& path, const Preset& preset,
                    const std::string& missing = "") {
    return {name, preset.name, missing, [=](int threads) -> std::optional<std::string> {
                if (!path) return std::nullopt;
                const std::vector<std::byte> blob = compiled(*path, preset, threads);
                return hexOf(hashBytes(blob.data(), blob.size()));
            }};
}

// Returns a line of numbers for each query. Every third has whole coordinates, like things on floors.
std::string queryText(std::size_t numbersPerLine) {
    constexpr double kMins[3] = {-1100, -600, -260}, kMaxs[3] = {1100, 960, 480};  // bounds around the demo level
    Random numbers(kQuerySeed);
    std::string text;
    for (std::size_t i = 0; i < kQueries; ++i) {
        for (std::size_t k = 0; k < numbersPerLine; ++k) {
            double value = numbers.between(kMins[k % 3], kMaxs[k % 3]);
            if (i % 3 == 0) value = static_cast<double>(static_cast<long long>(value));
            char word[40];
            std::snprintf(word, sizeof word, "%.17g ", value);
            text += word;
        }
        text += '\n';
    }
    return text;
}

// A batch of queries to the demo, run with several sets of options.
struct Batch {
    const char* name;
    const char* subcommand;
    std::size_t numbersPerLine;
    std::vector<std::string> ways;  // options of the subcommand
};

std::vector<Batch> batches() {
    const std::vector<std::string> hulls = {"--hull point", "--hull player", "--hull large"};
    const std::vector<std::string> boxes = {"--mode query --hull player", "--box -5,-6,-7:8,9,10", "--box 0,0,0:0,24,3",
                                            "--box -4,-4,0:4,4,40 --model 6 --move 1,2,3 --rotate 10,20,30"};
    return {{"trace", "trace", 6, hulls},
            {"contents", "contents", 3, hulls},
            {"trace_boxes", "trace", 6, boxes},
            {"contents_boxes", "contents", 3, boxes},
            {"around",
             "contents",
             3,
             {"--hull player --overlap", "--hull player --touching 4", "--hull player --unstick 16",
              "--box -5,-6,-7:8,9,10 --all --touching 2", "--box -5,-6,-7:8,9,10 --unstick 16"}}};
}

// Returns the bytes that the command line prints, one set of options after another.
std::string answersOf(const std::string& commandLine, const Batch& batch, int threads) {
    const TemporaryFolder folder;
    std::string error;
    const std::string map = std::string(HULLBAKE_SOURCE_ROOT) + "/maps/demo/demo.map";
    const std::vector<std::byte> blob = compiled(map, kPresets[0], threads);
    if (!writeFile(folder.file("demo.hull"), blob, error) ||
        !writeFile(folder.file("queries"), queryText(batch.numbersPerLine), error))
        throw std::runtime_error(error);
    for (const std::string& way : batch.ways) {
        const std::string command = "'" + commandLine + "' " + batch.subcommand + " '" + folder.file("demo.hull") +
                                    "' " + way + " --batch '" + folder.file("queries") + "' >>'" +
                                    folder.file("answers") + "'";
        if (std::system(command.c_str()) != 0) throw std::runtime_error("failed: " + command);
    }
    std::string answers;
    if (!readFile(folder.file("answers"), answers, error)) throw std::runtime_error(error);
    if (static_cast<std::size_t>(std::count(answers.begin(), answers.end(), '\n')) != batch.ways.size() * kQueries)
        throw std::runtime_error(std::string(batch.name) + ": not every query was answered");
    return answers;
}

GoldenItem answersItem(const std::string& commandLine, const Batch& batch) {
    return {"answers/" + std::string(batch.name) + "_demo", kPresets[0].name, "",
            [=](int threads) -> std::optional<std::string> {
                const std::string answers = answersOf(commandLine, batch, threads);
                return hexOf(hashBytes(answers.data(), answers.size()));
            }};
}

}  // namespace

std::string goldenPath() {
    return std::string(HULLBAKE_SOURCE_ROOT) + "/tests/golden/hull_hashes.txt";
}

std::vector<std::byte> compiledForGolden(const std::string& path, int threads) {
    return compiled(path, kPresets[0], threads);
}

std::vector<GoldenItem> goldenItems(const std::string& commandLine) {
    const std::filesystem::path maps = std::filesystem::path(HULLBAKE_SOURCE_ROOT) / "maps";
    std::vector<GoldenItem> items;
    for (const Preset& preset : kPresets) items.push_back(hullItem("demo", (maps / "demo/demo.map").string(), preset));
    std::vector<std::filesystem::path> scenes;
    for (const auto& entry : std::filesystem::directory_iterator(maps / "scenes"))
        if (entry.path().extension() == ".map") scenes.push_back(entry.path());
    std::sort(scenes.begin(), scenes.end());
    for (const auto& scene : scenes)
        items.push_back(hullItem("scenes/" + scene.stem().string(), scene.string(), kPresets[0]));
    for (const char* name : kCurvedMaps)
        items.push_back(
            hullItem(std::string("dialects/") + name, (maps / "dialects" / name).string() + ".map", kPresets[0]));
    for (const char* name : kRealMaps) {
        const std::string relative = std::string("maps/quake/") + name + ".map";
        items.push_back(
            hullItem(std::string("quake/") + name, sharedFile(relative), kPresets[0], missingShared(relative)));
    }
    for (const Batch& batch : batches()) items.push_back(answersItem(commandLine, batch));
    return items;
}

std::vector<GoldenLine> readGolden(const std::string& path, std::string& error) {
    std::vector<GoldenLine> lines;
    std::ifstream in(path);
    if (!in) error = path + ": cannot be read";
    for (std::string text; std::getline(in, text);) {
        if (text.empty() || text[0] == '#') continue;
        std::istringstream words(text);
        GoldenLine line;
        std::string rest;
        if (!(words >> line.name >> line.settings >> line.hash) || line.hash.size() != 16 || words >> rest)
            error = path + ": not NAME SETTINGS HASH: " + text;
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string goldenText(const std::vector<GoldenLine>& lines) {
    std::string text =
        "# Hashes of .hull files, and of the answers to a batch of queries: NAME SETTINGS HASH. After a change that "
        "is\n"
        "# meant to change them: ./dev golden, which says what changed.\n";
    for (const GoldenLine& line : lines) text += line.name + ' ' + line.settings + ' ' + line.hash + '\n';
    return text;
}

std::string pinnedHash(const std::vector<GoldenLine>& lines, const std::string& name, const std::string& settings) {
    for (const GoldenLine& line : lines)
        if (line.name == name && line.settings == settings) return line.hash;
    return "";
}

}  // namespace hullbake::test
