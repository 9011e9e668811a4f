#include "tools/kit/editor_kit.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "formats/rules.hpp"
#include "tools/kit/embedded_files.hpp"

namespace hullbake::cli {
namespace {

constexpr std::size_t kLongestName = 64;

// What Half-Life has beside, for its own rules and those of any game.
constexpr std::string_view kHalflifeFgdClasses =
    "\n@SolidClass base(Hulls) = func_ladder : \"A brush model that is a ladder\"\n[\n]\n"
    "\n@SolidClass = info_hullshape : \"Half-Life's compilers read it; its brushes are in no hull\"\n[\n]\n";
constexpr std::string_view kHalflifeFgdSkin =
    "\tskin(choices) : \"Contents\" : 0 : \"What fills the brushes\" =\n\t[\n\t\t0 : \"Illusionary\"\n"
    "\t\t-3 : \"Water\"\n\t\t-4 : \"Slime\"\n\t\t-5 : \"Lava\"\n\t\t-16 : \"Ladder\"\n\t]\n";
constexpr std::string_view kHalflifeFgdKeys =
    "\tzhlt_noclip(choices) : \"In the point hull alone\" : 0 =\n\t[\n\t\t0 : \"No\"\n\t\t1 : \"Yes\"\n\t]\n"
    "\tzhlt_usemodel(string) : \"Model of another entity: these brushes are in no hull\"\n";
constexpr std::string_view kHalflifeEntClasses =
    "  <group name=\"func_ladder\" color=\"0.8 0.6 0\">\n    A brush model that is a ladder.\n@ENT_HULLS@  </group>\n"
    "  <group name=\"info_hullshape\" color=\"0.5 0.5 0.5\">\n"
    "    Half-Life's compilers read it; its brushes are in no hull.\n  </group>\n";
constexpr std::string_view kHalflifeEntSkin =
    "    <string key=\"skin\" name=\"Contents\">-3 water, -4 slime, -5 lava, -16 ladder.</string>\n";
constexpr std::string_view kHalflifeEntKeys =
    "    <boolean key=\"zhlt_noclip\" name=\"In the point hull alone\">No box but a point stops.</boolean>\n"
    "    <string key=\"zhlt_usemodel\" name=\"Model of another entity\">These brushes are in no hull.</string>\n";
constexpr std::string_view kEntHulls =
    "    <string key=\"_hulls\" name=\"Hulls\">Names of the hulls that hold these brushes; none: all hulls.</string>\n"
    "    <boolean key=\"_illusionary\" name=\"Illusionary\">Nothing stops at these brushes.</boolean>\n"
    "    <boolean key=\"_omitbrushes\" name=\"Leave the brushes out\">The brushes are in no hull.</boolean>\n"
    "@ENT_KEYS@";

// The map formats that TrenchBroom writes for each game.
constexpr std::string_view kQuakeFormats = R"_({ "format": "Valve" }, { "format": "Standard" })_";
constexpr std::string_view kQuake2Formats = R"_({ "format": "Quake2 (Valve)" }, { "format": "Quake2" })_";
constexpr std::string_view kQuake3Formats = R"_({ "format": "Quake3 (Valve)" }, { "format": "Quake3" })_";

std::string_view formatsOf(std::string_view game) {
    return game == "quake2" ? kQuake2Formats : game == "quake3" ? kQuake3Formats : kQuakeFormats;
}

void replaceAll(std::string& text, std::string_view word, std::string_view by) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
        text.replace(at, word.size(), by);
}

// The name as a file's name: small letters, `_` for blanks.
std::string fileNameOf(std::string_view name) {
    std::string id(name);
    for (char& c : id) c = c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return id;
}

void fillIn(std::string& text, const EditorKit& kit) {
    const bool halflife = kit.game == "any" || kit.game == "halflife";
    const auto ofHalflife = [halflife](std::string_view piece) { return halflife ? piece : std::string_view(); };
    replaceAll(text, "@FGD_CLASSES@", ofHalflife(kHalflifeFgdClasses));
    replaceAll(text, "@FGD_SKIN@", ofHalflife(kHalflifeFgdSkin));
    replaceAll(text, "@FGD_KEYS@", ofHalflife(kHalflifeFgdKeys));
    replaceAll(text, "@ENT_CLASSES@", ofHalflife(kHalflifeEntClasses));
    replaceAll(text, "@ENT_SKIN@", ofHalflife(kHalflifeEntSkin));
    replaceAll(text, "@ENT_HULLS@", kEntHulls);
    replaceAll(text, "@ENT_KEYS@", ofHalflife(kHalflifeEntKeys));
    replaceAll(text, "@FORMATS@", formatsOf(kit.game));
    replaceAll(text, "@OPTIONS@", kit.game == "any" ? "" : " --game " + kit.game);
    replaceAll(text, "@ID@", fileNameOf(kit.name));
    replaceAll(text, "@NAME@", kit.name);
}

// Where a file goes: the places that it is written to.
std::vector<std::string> placesOf(std::string_view path, const EditorKit& kit) {
    const std::string id = fileNameOf(kit.name), broom = "editors/trenchbroom/" + kit.name + '/',
                      radiant = "editors/netradiant-custom/";
    if (path == "README.md") return {"README.md"};
    if (path == "start.map") return {"maps/start.map"};
    if (path == "hullbake.fgd") return {broom + id + ".fgd", "editors/jack-hammer/" + id + ".fgd"};
    if (path == "hullbake.ent") return {radiant + id + ".game/" + id + ".ent"};
    if (path == "netradiant/game.xml") return {radiant + "games/" + id + ".game"};
    if (path == "netradiant/default_build_menu.xml") return {radiant + id + ".game/default_build_menu.xml"};
    constexpr std::string_view kBroom = "trenchbroom/";
    if (path.starts_with(kBroom)) return {broom + std::string(path.substr(kBroom.size()))};
    return {std::string(path)};
}

// Quake's liquids are names with `!`, which Quake 2 (flags) and 3 (shaders) do not read.
bool isFor(std::string_view path, std::string_view game) {
    return path.find("/!") == std::string_view::npos || (game != "quake2" && game != "quake3");
}

}  // namespace

std::vector<std::string> kitGames() {
    std::vector<std::string> names;
    for (const std::string_view name : gameRuleNames())
        if (name != "doom3" && name != "source") names.emplace_back(name);
    return names;
}

bool isKitName(std::string_view name) {
    const auto fits = [](unsigned char c) {
        return c < 0x80 && (std::isalnum(c) != 0 || c == ' ' || c == '-' || c == '_');
    };
    return !name.empty() && name.size() <= kLongestName && name.front() != ' ' && name.back() != ' ' &&
           std::all_of(name.begin(), name.end(), fits);
}

std::vector<KitFile> kitFiles(const EditorKit& kit) {
    std::vector<KitFile> files;
    for (const EmbeddedFile& file : embeddedFiles()) {
        if (!isFor(file.path, kit.game)) continue;
        std::string bytes(file.bytes.begin(), file.bytes.end());
        if (!file.path.ends_with(".png")) fillIn(bytes, kit);
        for (const std::string& place : placesOf(file.path, kit)) files.push_back({place, bytes});
    }
    std::sort(files.begin(), files.end(), [](const KitFile& a, const KitFile& b) { return a.path < b.path; });
    return files;
}

}  // namespace hullbake::cli
