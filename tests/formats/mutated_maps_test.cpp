// Proves on changed maps of every dialect that any text gives a map or one error inside the text. The same files are
// the first inputs of the fuzz target.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "formats/files.hpp"
#include "formats/map_reader.hpp"
#include "formats/patch_brushes.hpp"
#include "tests/support/test_size.hpp"

namespace hullbake {
namespace {

const std::string kFolder = HULLBAKE_SOURCE_ROOT "/tests/fuzz/seeds/map_reader/";

struct Seed {
    std::string name, text;
    MapDialect dialect = MapDialect::Quake;
};

/// Reads the files, in the order of their names. One that is no map is a failure.
std::vector<Seed> seeds() {
    std::vector<Seed> all;
    for (const auto& file : std::filesystem::directory_iterator(kFolder)) {
        Seed& seed = all.emplace_back();
        seed.name = file.path().filename().string();
        const auto result = readMap(file.path().string(), &seed.text);
        if (const auto* map = std::get_if<MapFile>(&result))
            seed.dialect = map->dialect;
        else
            ADD_FAILURE() << std::get<Diagnostic>(result).text();
    }
    std::sort(all.begin(), all.end(), [](const Seed& a, const Seed& b) { return a.name < b.name; });
    return all;
}

TEST(MutatedMaps, SeedsAreOfEveryDialect) {
    const std::map<std::string, MapDialect> expected = {
        {"doom3.map", MapDialect::Doom3},   {"hammer.vmf", MapDialect::Vmf},
        {"hexen2.map", MapDialect::Hexen2}, {"iwmap.map", MapDialect::CallOfDuty},
        {"quake3.map", MapDialect::Quake3}, {"quake_layers.map", MapDialect::Valve220},
        {"ritual.map", MapDialect::Ritual},
    };
    std::map<std::string, MapDialect> found;
    for (const Seed& seed : seeds()) found.emplace(seed.name, seed.dialect);
    EXPECT_EQ(found, expected);
}

/// Changes texts: a byte, a range that is left out, doubled or moved, or the end that is cut off.
class Mutator {
  public:
    explicit Mutator(std::uint32_t seed) : random_(seed) {}

    std::string change(std::string text, const std::string& other) {
        for (std::size_t i = 1 + pick(3); i > 0; --i) changeOnce(text, other);
        return text;
    }

  private:
    std::size_t pick(std::size_t count) { return count == 0 ? 0 : random_() % count; }

    void changeOnce(std::string& text, const std::string& other) {
        constexpr std::string_view kNasty("{}()[]\"\\/#; \n\r\t\0\xff\x80+-.e0", 23);
        if (text.empty()) return;
        const std::size_t at = pick(text.size()), size = 1 + pick(std::min<std::size_t>(40, text.size() - at));
        switch (pick(8)) {
            case 0:
                text.erase(at, size);
                break;
            case 1:
                text.insert(pick(text.size()), text.substr(at, size));
                break;
            case 2:
                text.insert(at, other.substr(pick(other.size()), size));
                break;
            case 3:
                text.resize(at);
                break;
            case 4:
                text[at] = static_cast<char>(random_() & 255);
                break;
            default:
                text[at] = kNasty[pick(kNasty.size())];
                break;
        }
    }

    std::mt19937 random_;
};

std::size_t linesOf(const std::string& text) {
    return 1 + static_cast<std::size_t>(
                   std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }));
}

TEST(MutatedMaps, AreMapsOrOneErrorInTheText) {
    constexpr std::uint32_t kSeed = 33;
    const int rounds = test::sized(3000, 100000);
    Mutator mutator(kSeed);
    const std::vector<Seed> all = seeds();
    for (std::size_t s = 0; s < all.size(); ++s) {
        int maps = 0, errors = 0;
        for (int i = 0; i < rounds; ++i) {
            const std::string text = mutator.change(all[s].text, all[(s + 1) % all.size()].text);
            const auto result = parseMap(text, "t.map");
            if (const auto* error = std::get_if<Diagnostic>(&result)) {
                ++errors;
                const bool inText = error->pos.line >= 1 && error->pos.line <= linesOf(text) &&
                                    error->pos.column >= 1 && error->pos.column <= text.size() + 1;
                ASSERT_TRUE(inText && !error->message.empty())
                    << "seed " << kSeed << ", " << all[s].name << ", round " << i << ": " << error->text();
            } else {
                ++maps;
                ASSERT_FALSE(std::get<MapFile>(result).entities.empty())
                    << "seed " << kSeed << ", " << all[s].name << ", round " << i;
            }
        }
        EXPECT_GE(maps, rounds / 20) << "seed " << kSeed << ", " << all[s].name;
        EXPECT_GE(errors, rounds / 5) << "seed " << kSeed << ", " << all[s].name;
    }
}

// The scenes have what the seeds have not: every kind of patch and terrain, and more notations.
TEST(MutatedMaps, ScenesAreMapsOrOneErrorInTheText) {
    constexpr std::uint32_t kSeed = 34;
    constexpr double kCoarse = 8;
    constexpr std::size_t kMostBytes = 3000, kMostPoints = 200;  // keeps the cells of patches few
    const int rounds = test::sized(200, 20000);
    Mutator mutator(kSeed);
    std::vector<std::string> texts;
    for (const auto& file : std::filesystem::directory_iterator(HULLBAKE_SOURCE_ROOT "/maps/dialects")) {
        std::string text, error;
        if (file.is_regular_file() && file.file_size() <= kMostBytes && readFile(file.path().string(), text, error))
            texts.push_back(text);
    }
    std::sort(texts.begin(), texts.end());
    ASSERT_GE(texts.size(), 35u);
    std::size_t maps = 0, errors = 0, patches = 0;
    for (std::size_t s = 0; s < texts.size(); ++s)
        for (int i = 0; i < rounds; ++i) {
            const std::string text = mutator.change(texts[s], texts[(s + 1) % texts.size()]);
            auto result = parseMap(text, "t.map");
            if (const auto* fault = std::get_if<Diagnostic>(&result)) {
                ++errors;
                ASSERT_TRUE(fault->pos.line >= 1 && fault->pos.line <= linesOf(text) && !fault->message.empty())
                    << "seed " << kSeed << ", round " << i << ": " << fault->text();
                continue;
            }
            ++maps;
            MapFile& map = std::get<MapFile>(result);
            std::size_t points = 0;
            for (const MapEntity& entity : map.entities)
                for (const MapPatch& patch : entity.patches) points += patch.points.size();
            if (points == 0 || points > kMostPoints) continue;
            ++patches;
            const PatchCount count = addPatchBrushes(map, kCoarse);
            ASSERT_TRUE(!count.fault || !count.fault->message.empty());
        }
    EXPECT_GE(maps, texts.size() * 40);
    EXPECT_GE(errors, texts.size() * 40);
    EXPECT_GE(patches, texts.size() * 10);
}

}  // namespace
}  // namespace hullbake
