#include "compiler/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "compiler/base/hash_mix.hpp"
#include "hullbake/format.hpp"

namespace hullbake {

namespace {

constexpr std::size_t kMaxHulls = 32;   // a brush has one bit for each
constexpr double kMaxHullReach = 4096;  // world units, on either side of the origin

bool isPlainName(const std::string& name) {
    return std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 127 && c != '"' && c != '\\'; });
}

bool isValidBox(const Box& box) {
    for (int a = 0; a < 3; ++a)
        if (!(box.mins[a] <= box.maxs[a]) || !(box.mins[a] >= -kMaxHullReach) || !(box.maxs[a] <= kMaxHullReach))
            return false;
    return true;
}

}  // namespace

std::uint64_t rulesHash(const GameRules& rules) {
    if (rules == gameRules("any")) return 0;
    const std::string text = rulesText(rules);
    return hashBytes(text.data(), text.size());
}

bool validPassage(double units) {
    return units >= 0 && units <= kMostPassage;
}

bool validCellSize(double units) {
    int exponent = 0;
    return units == 0 ||
           (units >= format::kMinCellSize && units <= format::kMaxCellSize && std::frexp(units, &exponent) == 0.5);
}

std::string faultOf(const CompileSettings& settings) {
    if (settings.hulls.empty()) return "no hull to compile";
    if (!validCellSize(settings.cellSize))
        return fmt::format("cells of {} units: the size must be a power of two from 1 to 65536, or 0",
                           settings.cellSize);
    if (!validPassage(settings.passage))
        return fmt::format("a narrowest passage of {} units: it must be from 0 to {}", settings.passage, kMostPassage);
    if (settings.hulls.size() > kMaxHulls)
        return fmt::format("{} hulls are too many, {} is the limit", settings.hulls.size(), kMaxHulls);
    std::set<std::string> names;
    for (const HullSpec& hull : settings.hulls) {
        if (hull.name.empty()) return "a hull has no name";
        if (!isPlainName(hull.name)) return "a hull's name has odd characters";
        if (!names.insert(hull.name).second) return fmt::format("two hulls are named \"{}\"", hull.name);
        if (!isValidBox(hull.box))
            return fmt::format("the box of hull \"{}\" is inverted or larger than {} units", hull.name, kMaxHullReach);
    }
    return {};
}

}  // namespace hullbake
