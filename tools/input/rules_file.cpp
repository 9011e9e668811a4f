#include "tools/input/rules_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/contents_mask.hpp"
#include "formats/files.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/json_bounds.hpp"

namespace hullbake::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kScopes[] = {"anywhere", "world", "models"};
constexpr std::string_view kEffects[] = {"is", "adds", "joins"};
constexpr std::string_view kParmKinds[] = {"", "unseen", "nothing", "origin"};

/// An element of the file with its place.
class Element {
  public:
    Element(const Json& json, std::string file, std::string place)
        : json_(json), file_(std::move(file)), place_(std::move(place)) {}

    [[noreturn]] void fail(const std::string& message) const {
        throw Failure(fmt::format("{}: {}{}{}", file_, place_, place_.empty() ? "" : ": ", message));
    }

    bool has(std::string_view key) const { return json_.contains(key); }

    Element at(std::string_view key) const {
        if (!has(key)) fail(fmt::format("\"{}\" is missing", key));
        return {json_.at(std::string(key)), file_,
                place_.empty() ? std::string(key) : fmt::format("{}.{}", place_, key)};
    }

    void allow(std::initializer_list<std::string_view> keys) const {
        if (!json_.is_object()) fail("expected an object");
        for (const auto& [key, value] : json_.items())
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) fail(fmt::format("unknown key \"{}\"", key));
    }

    std::string text() const {
        if (!json_.is_string()) fail("expected a text");
        return json_.get<std::string>();
    }

    bool truth() const {
        if (!json_.is_boolean()) fail("expected true or false");
        return json_.get<bool>();
    }

    std::vector<Element> list() const {
        if (!json_.is_array()) fail("expected a list");
        std::vector<Element> elements;
        for (std::size_t i = 0; i < json_.size(); ++i)
            elements.emplace_back(json_[i], file_, fmt::format("{}[{}]", place_, i));
        return elements;
    }

    std::string textOr(std::string_view key, const std::string& other) const {
        return has(key) ? at(key).text() : other;
    }

    bool truthOr(std::string_view key, bool other) const { return has(key) ? at(key).truth() : other; }

    FaceMeaning meaning() const {
        const std::optional<FaceMeaning> meaning = parseMeaning(text());
        if (!meaning)
            fail(
                fmt::format("'{}' is no meaning; expected neutral, nothing, origin or contents such as solid,water, "
                            "with mark, unseen or ungrown before it",
                            text()));
        return *meaning;
    }

    Contents contents() const {
        const std::string list = text();
        if (list == "nothing") return Contents::Empty;
        std::string unknown;
        const std::optional<Contents> mask = parseContentsMask(list, unknown);
        if (!mask) fail(fmt::format("'{}' is no contents", unknown));
        return *mask;
    }

    std::uint32_t bits() const {
        if (json_.is_number_unsigned() && json_.get<std::uint64_t>() <= 0xffffffff) return json_.get<std::uint32_t>();
        const std::string word = text();
        std::uint32_t value = 0;
        const std::string_view digits = std::string_view(word).substr(word.starts_with("0x") ? 2 : 0);
        const auto end =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, digits.size() < word.size() ? 16 : 10);
        if (digits.empty() || end.ec != std::errc{} || end.ptr != digits.data() + digits.size())
            fail(fmt::format("'{}' is no number of 32 bits", word));
        return value;
    }

    /// Returns the index of the text among `words`.
    template <std::size_t N>
    std::size_t oneOf(const std::string_view (&words)[N]) const {
        const std::string word = text();
        for (std::size_t i = 0; i < N; ++i)
            if (words[i] == word) return i;
        fail(fmt::format("unknown word '{}'", word));
    }

    HullNames hulls() const {
        HullNames names;
        if (!has("hulls")) return names;
        for (const Element& name : at("hulls").list()) names.push_back(name.text());
        if (names.empty()) at("hulls").fail("expected the name of a hull");
        return names;
    }

    std::optional<Contents> optionalContents() const {
        if (!has("is")) return std::nullopt;
        return at("is").contents();
    }

  private:
    const Json& json_;
    std::string file_, place_;
};

TextureRule textureRule(const Element& e) {
    e.allow({"name", "is", "in", "hulls"});
    const std::size_t scope = e.has("in") ? e.at("in").oneOf(kScopes) : 0;
    return {e.at("name").text(), e.at("is").meaning(), static_cast<RuleScope>(scope), e.hulls()};
}

FlagRule flagRule(const Element& e) {
    e.allow({"bits", "is", "adds", "joins"});
    for (std::size_t i = 0; i < std::size(kEffects); ++i) {
        if (!e.has(kEffects[i])) continue;
        return {e.at("bits").bits(), static_cast<FlagEffect>(i), e.at(kEffects[i]).meaning()};
    }
    e.fail("expected \"is\", \"adds\" or \"joins\"");
}

ClassRule classRule(const Element& e) {
    e.allow({"name", "model", "is", "hulls"});
    return {e.at("name").text(), e.truthOr("model", true), e.optionalContents(), e.hulls()};
}

KeyRule keyRule(const Element& e) {
    e.allow({"class", "key", "value", "is", "hulls"});
    return {e.textOr("class", "*"), e.at("key").text(), e.textOr("value", ""), e.optionalContents(), e.hulls()};
}

SurfaceParm parmRule(const Element& e) {
    e.allow({"name", "adds", "solid", "kind"});
    const std::size_t kind = e.has("kind") ? e.at("kind").oneOf(kParmKinds) : 0;
    return {e.at("name").text(), e.has("adds") ? e.at("adds").contents() : Contents::Empty, e.truthOr("solid", true),
            static_cast<SurfaceParm::Kind>(kind)};
}

template <typename Rule>
void readList(const Element& file, std::string_view key, Rule (*read)(const Element&), std::vector<Rule>& rules) {
    if (!file.has(key)) return;
    for (const Element& element : file.at(key).list()) rules.push_back(read(element));
}

Json hullsOf(const HullNames& hulls) {
    return Json(hulls);
}

std::string contentsWord(Contents contents) {
    return any(contents) ? contentsMaskText(contents) : "nothing";
}

template <typename Rule>
void addLast(Json& json, const Rule& rule) {
    if (rule.contents) json["is"] = contentsWord(*rule.contents);
    if (!rule.hulls.empty()) json["hulls"] = hullsOf(rule.hulls);
}

Json flagsJson(const std::vector<FlagRule>& rules) {
    Json list = Json::array();
    for (const FlagRule& rule : rules)
        list.push_back({{"bits", fmt::format("{:#x}", rule.bits)},
                        {std::string(kEffects[static_cast<std::size_t>(rule.effect)]), meaningText(rule.meaning)}});
    return list;
}

/// Prints a list with one element a line.
std::string listText(const Json& list) {
    std::string text = "[";
    for (std::size_t i = 0; i < list.size(); ++i) text += fmt::format("{}\n    {}", i == 0 ? "" : ",", list[i].dump());
    return text + (list.empty() ? "]" : "\n  ]");
}

/// Returns line and column of a byte, both from 1.
std::string placeOf(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
    const std::size_t line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t start = before.find_last_of('\n') + 1;  // npos + 1 is 0
    return fmt::format("{}:{}", line + 1, before.size() - start + 1);
}

}  // namespace

RulesFile readRulesFile(const std::string& path) {
    std::string text, error;
    if (!readFile(path, text, error)) throw Failure(fmt::format("{}: {}", path, error));
    constexpr JsonBounds kBounds = {8, 1'000'000};  // rules are flat
    if (const std::string broken = brokenBound(text, kBounds); !broken.empty())
        throw Failure(fmt::format("{}: {}", path, broken));
    Json json;
    try {
        json = Json::parse(text);
    } catch (const Json::parse_error& problem) {
        throw Failure(fmt::format("{}:{}: this is no JSON", path, placeOf(text, problem.byte)));
    } catch (const Json::exception&) {
        throw Failure(fmt::format("{}: a number is out of range", path));
    }
    const Element file(json, path, "");
    file.allow({"game", "alone", "textures", "surface_flags", "contents_flags", "classes", "keys", "surfaceparms"});
    RulesFile read;
    read.alone = file.truthOr("alone", false);
    read.rules.game = file.textOr("game", "own");  // a name for people
    readList(file, "textures", textureRule, read.rules.textures);
    readList(file, "surface_flags", flagRule, read.rules.surfaceFlags);
    readList(file, "contents_flags", flagRule, read.rules.contentsFlags);
    readList(file, "classes", classRule, read.rules.classes);
    readList(file, "keys", keyRule, read.rules.keys);
    readList(file, "surfaceparms", parmRule, read.rules.surfaceParms);
    return read;
}

std::string rulesJson(const GameRules& rules) {
    Json textures = Json::array(), classes = Json::array(), keys = Json::array(), parms = Json::array();
    for (const TextureRule& rule : rules.textures) {
        Json& one = textures.emplace_back(Json{{"name", rule.name}, {"is", meaningText(rule.meaning)}});
        if (rule.scope != RuleScope::Anywhere) one["in"] = kScopes[static_cast<std::size_t>(rule.scope)];
        if (!rule.hulls.empty()) one["hulls"] = hullsOf(rule.hulls);
    }
    for (const ClassRule& rule : rules.classes)
        addLast(classes.emplace_back(Json{{"name", rule.name}, {"model", rule.model}}), rule);
    for (const KeyRule& rule : rules.keys) {
        Json& one = keys.emplace_back(Json{{"class", rule.classname}, {"key", rule.key}});
        if (!rule.value.empty()) one["value"] = rule.value;
        addLast(one, rule);
    }
    for (const SurfaceParm& rule : rules.surfaceParms) {
        Json& one = parms.emplace_back(Json{{"name", rule.name}, {"solid", rule.solid}});
        if (any(rule.adds)) one["adds"] = contentsMaskText(rule.adds);
        if (rule.kind != SurfaceParm::Kind::Contents) one["kind"] = kParmKinds[static_cast<std::size_t>(rule.kind)];
    }
    return fmt::format(
        "{{\n  \"game\": {},\n  \"alone\": true,\n  \"textures\": {},\n  \"surface_flags\": {},\n"
        "  \"contents_flags\": {},\n  \"classes\": {},\n  \"keys\": {},\n  \"surfaceparms\": {}\n}}\n",
        Json(rules.game).dump(), listText(textures), listText(flagsJson(rules.surfaceFlags)),
        listText(flagsJson(rules.contentsFlags)), listText(classes), listText(keys), listText(parms));
}

}  // namespace hullbake::cli
