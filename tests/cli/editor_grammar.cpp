#include "cli/editor_grammar.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace hullbake::test {
namespace {

// Collects faults of a JSON value.
class Faults {
  public:
    void add(const std::string& what) { text_ += what + '\n'; }
    const std::string& text() const { return text_; }

    // `kind` is how the value's text begins: `"`, `[`, `{`, `1` for a number, `t` for a bool.
    bool has(const Json& object, const std::string& key, char kind, bool required = true) {
        if (!object.isObject() || !object.contains(key)) {
            if (required) add("no " + key);
            return false;
        }
        const char first = object.at(key).dump().front();
        const char found = (std::isdigit(static_cast<unsigned char>(first)) != 0 || first == '-') ? '1'
                           : first == 'f'                                                         ? 't'
                                                                                                  : first;
        if (found != kind) add(key + " is of another kind");
        return found == kind;
    }
    void onlyKnows(const Json& object, std::initializer_list<std::string_view> keys) {
        for (const auto& [key, value] : object.items())
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) add("unknown key " + key);
    }
    void isOneOf(const Json& text, std::initializer_list<std::string_view> words) {
        if (std::find(words.begin(), words.end(), text.get<std::string>()) == words.end())
            add("unknown word " + text.dump());
    }
    void areTexts(const Json& list) {
        if (list.empty()) add("an empty list");
        for (const Json& text : list)
            if (text.dump().front() != '"') add(text.dump() + " is no text");
    }

  private:
    std::string text_;
};

void checkTag(Faults& faults, const Json& tag, std::initializer_list<std::string_view> matches) {
    faults.onlyKnows(tag, {"name", "attribs", "match", "pattern", "material"});
    faults.has(tag, "name", '"');
    faults.has(tag, "pattern", '"');
    if (faults.has(tag, "match", '"')) faults.isOneOf(tag.at("match"), matches);
    if (faults.has(tag, "attribs", '[', false))
        for (const Json& attribute : tag.at("attribs")) faults.isOneOf(attribute, {"transparent"});
}

void checkTags(Faults& faults, const Json& tags) {
    faults.onlyKnows(tags, {"brush", "brushface"});
    if (faults.has(tags, "brush", '['))
        for (const Json& tag : tags.at("brush")) checkTag(faults, tag, {"classname"});
    if (faults.has(tags, "brushface", '['))
        for (const Json& tag : tags.at("brushface"))
            checkTag(faults, tag, {"material", "surfaceparm", "contentflag", "surfaceflag"});
}

void checkFormats(Faults& faults, const Json& formats) {
    if (formats.empty()) faults.add("no format");
    for (const Json& format : formats) {
        faults.onlyKnows(format, {"format", "initialmap"});
        if (faults.has(format, "format", '"'))
            faults.isOneOf(format.at("format"), {"Standard", "Valve", "Quake2", "Quake2 (Valve)", "Quake3",
                                                 "Quake3 (Valve)", "Quake3 (legacy)", "Hexen2", "Daikatana"});
    }
}

void checkFiles(Faults& faults, const Json& config) {
    if (faults.has(config, "filesystem", '{')) {
        const Json& system = config.at("filesystem");
        faults.has(system, "searchpath", '"');
        if (faults.has(system, "packageformat", '{')) {
            faults.has(system.at("packageformat"), "extension", '"');
            faults.isOneOf(system.at("packageformat").at("format"), {"zip", "idpak", "dkpak"});
        }
    }
    if (faults.has(config, "materials", '{')) {
        const Json& materials = config.at("materials");
        faults.onlyKnows(materials,
                         {"root", "extensions", "format", "palette", "attribute", "shaderSearchPath", "excludes"});
        faults.has(materials, "root", '"');
        if (faults.has(materials, "extensions", '[')) faults.areTexts(materials.at("extensions"));
    }
    if (faults.has(config, "entities", '{')) {
        const Json& entities = config.at("entities");
        faults.onlyKnows(entities, {"definitions", "defaultcolor", "scale", "setDefaultProperties"});
        if (faults.has(entities, "definitions", '[')) faults.areTexts(entities.at("definitions"));
        faults.has(entities, "defaultcolor", '"');
        faults.has(entities, "setDefaultProperties", 't', false);
    }
}

std::size_t numbersIn(const std::string& text) {
    std::istringstream in(text);
    std::size_t count = 0;
    for (double value = 0; in >> value;) ++count;
    return in.eof() ? count : 0;
}

void checkTask(Faults& faults, const Json& task) {
    faults.onlyKnows(task, {"type", "tool", "parameters", "treatNonZeroResultCodeAsError", "enabled"});
    if (faults.has(task, "type", '"')) faults.isOneOf(task.at("type"), {"tool"});
    faults.has(task, "tool", '"');
    faults.has(task, "parameters", '"');
    faults.has(task, "treatNonZeroResultCodeAsError", 't', false);
}

}  // namespace

std::string faultsOfGameConfig(const Json& config) {
    Faults faults;
    faults.onlyKnows(config, {"version", "name", "icon", "experimental", "fileformats", "filesystem", "materials",
                              "entities", "tags", "faceattribs", "softMapBounds", "compilationTools"});
    if (faults.has(config, "version", '1') && config.at("version") != Json(9)) faults.add("another version");
    faults.has(config, "name", '"');
    faults.has(config, "icon", '"', false);
    if (faults.has(config, "fileformats", '[')) checkFormats(faults, config.at("fileformats"));
    checkFiles(faults, config);
    if (faults.has(config, "tags", '{', false)) checkTags(faults, config.at("tags"));
    if (faults.has(config, "softMapBounds", '"', false) &&
        numbersIn(config.at("softMapBounds").get<std::string>()) != 6)
        faults.add("softMapBounds are not six numbers");
    if (faults.has(config, "compilationTools", '[', false))
        for (const Json& tool : config.at("compilationTools")) {
            faults.onlyKnows(tool, {"name", "description"});
            faults.has(tool, "name", '"');
        }
    return faults.text();
}

std::string faultsOfProfiles(const Json& profiles) {
    Faults faults;
    faults.onlyKnows(profiles, {"version", "profiles"});
    if (faults.has(profiles, "version", '1') && profiles.at("version") != Json(1)) faults.add("another version");
    if (!faults.has(profiles, "profiles", '[')) return faults.text();
    for (const Json& profile : profiles.at("profiles")) {
        faults.onlyKnows(profile, {"name", "workdir", "tasks"});
        faults.has(profile, "name", '"');
        faults.has(profile, "workdir", '"');
        if (faults.has(profile, "tasks", '['))
            for (const Json& task : profile.at("tasks")) checkTask(faults, task);
    }
    return faults.text();
}

namespace {

class XmlReader {
  public:
    explicit XmlReader(std::string_view text) : text_(text) {}

    XmlElement document() {
        skipBeside();
        if (text_.substr(at_, 5) == "<?xml") at_ = after("?>");
        skipBeside();
        XmlElement root = element();
        skipBeside();
        if (at_ != text_.size()) fail("text behind the root");
        return root;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error(what + " at byte " + std::to_string(at_));
    }
    std::size_t after(std::string_view mark) const {
        const std::size_t found = text_.find(mark, at_);
        if (found == std::string_view::npos) fail("no " + std::string(mark));
        return found + mark.size();
    }
    void skipBlanks() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    // Blanks and comments.
    void skipBeside() {
        for (skipBlanks(); text_.substr(at_, 4) == "<!--"; skipBlanks()) at_ = after("-->");
    }
    void expect(std::string_view word) {
        if (text_.substr(at_, word.size()) != word) fail("no " + std::string(word));
        at_ += word.size();
    }
    std::string name() {
        const std::size_t from = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
            ++at_;
        if (at_ == from) fail("no name");
        return std::string(text_.substr(from, at_ - from));
    }
    XmlElement element() {
        XmlElement made;
        expect("<");
        made.name = name();
        for (skipBlanks(); text_.substr(at_, 1) != ">" && text_.substr(at_, 2) != "/>"; skipBlanks()) {
            const std::string key = name();
            expect("=\"");
            const std::size_t from = at_;
            at_ = after("\"");
            const std::string value(text_.substr(from, at_ - from - 1));
            if (value.find_first_of("<&") != std::string::npos) fail("a value with < or &");
            if (!made.attributes.emplace(key, value).second) fail("a key twice");
        }
        if (text_.substr(at_, 2) == "/>") return at_ += 2, made;
        expect(">");
        content(made);
        return made;
    }
    void content(XmlElement& made) {
        std::string text;
        while (text_.substr(at_, 2) != "</") {
            if (at_ >= text_.size()) fail("no end of " + made.name);
            if (text_.substr(at_, 4) == "<!--")
                at_ = after("-->");
            else if (text_[at_] == '<')
                made.children.push_back(element());
            else if (text_[at_] == '&')
                fail("an entity");
            else
                text += text_[at_++];
        }
        expect("</" + made.name + ">");
        const std::size_t from = text.find_first_not_of(" \t\n");
        if (from != std::string::npos) made.text = text.substr(from, text.find_last_not_of(" \t\n") - from + 1);
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

// Words of an FGD: names and numbers, texts in quotes, signs. Comments are left out.
class FgdReader {
  public:
    explicit FgdReader(std::string_view text) {
        static const std::regex word(
            R"(//[^\n]*|"[^"\n]*"|@?[A-Za-z_][A-Za-z0-9_]*|-?[0-9.]+|[\[\]():=,]|\n|[ \t\r]+|.)");
        std::size_t line = 1;
        const std::string whole(text);
        for (std::sregex_iterator at(whole.begin(), whole.end(), word), end; at != end; ++at) {
            const std::string found = at->str();
            if (found == "\n")
                ++line;
            else if (found.find_first_not_of(" \t\r") != std::string::npos && !found.starts_with("//"))
                words_.push_back({found, line});
        }
        words_.push_back({"", line});
    }

    std::map<std::string, std::set<std::string>> classes() {
        std::map<std::string, std::set<std::string>> all, bases;
        while (!peek().empty()) {
            const std::string kind = take();
            if (kind != "@BaseClass" && kind != "@SolidClass" && kind != "@PointClass") fail("no class: " + kind);
            std::set<std::string> keys;
            while (peek() != "=") header(keys, bases);
            take();
            const std::string name = identifier();
            if (peek() == ":") take(), quoted();
            properties(keys);
            if (!(kind == "@BaseClass" ? bases : all).emplace(name, keys).second) fail(name + " twice");
        }
        return all;
    }

  private:
    struct Word {
        std::string text;
        std::size_t line;
    };
    [[noreturn]] void fail(const std::string& what) const {
        throw std::runtime_error(what + ", line " + std::to_string(words_[at_].line));
    }
    const std::string& peek() const { return words_[at_].text; }
    std::string take() { return at_ + 1 < words_.size() ? words_[at_++].text : std::string(); }
    void expect(const std::string& word) {
        if (take() != word) fail("no " + word);
    }
    std::string identifier() {
        const std::string word = take();
        if (word.empty() || (std::isalpha(static_cast<unsigned char>(word[0])) == 0 && word[0] != '_'))
            fail("no name: " + word);
        return word;
    }
    void quoted() {
        if (!take().starts_with('"')) fail("no text in quotes");
    }
    void number() {
        static const std::regex form(R"(-?\d+(\.\d+)?)");
        if (!std::regex_match(peek(), form)) fail("no number: " + peek());
        take();
    }
    // base(A, B), size(x y z, x y z), color(r g b)
    void header(std::set<std::string>& keys, const std::map<std::string, std::set<std::string>>& bases) {
        const std::string word = identifier();
        expect("(");
        if (word == "base") {
            for (bool more = true; more; more = peek() == ",", more ? void(take()) : void()) {
                const auto base = bases.find(identifier());
                if (base == bases.end()) fail("an unknown base");
                keys.insert(base->second.begin(), base->second.end());
            }
        } else if (word == "size" || word == "color") {
            const int count = word == "size" ? 6 : 3;
            for (int i = 0; i < count; ++i) {
                if (i == 3) expect(",");
                number();
            }
        } else {
            fail("unknown: " + word);
        }
        expect(")");
    }
    // key(type) : "name" : default : "description" = [ choices ]
    void properties(std::set<std::string>& keys) {
        static const std::set<std::string> types = {"string",  "integer",       "float",
                                                    "choices", "target_source", "target_destination"};
        for (expect("["); peek() != "]";) {
            const std::string key = identifier();
            if (!keys.insert(key).second) fail(key + " twice");
            expect("(");
            const std::string type = identifier();
            if (!types.contains(type)) fail("an unknown type " + type);
            expect(")");
            if (peek() == ":") take(), quoted();
            if (peek() == ":") {
                take();
                if (type == "integer" || type == "choices")
                    number();
                else if (peek() != ":")
                    quoted();
            }
            if (peek() == ":") take(), quoted();
            if (type == "choices") choices();
        }
        take();
    }
    void choices() {
        expect("=");
        std::size_t count = 0;
        for (expect("["); peek() != "]"; ++count) {
            number();
            expect(":");
            quoted();
        }
        take();
        if (count < 2) fail("no choice");
    }

    std::vector<Word> words_;
    std::size_t at_ = 0;
};

}  // namespace

XmlElement parseXml(std::string_view text) {
    return XmlReader(text).document();
}

std::map<std::string, std::set<std::string>> classesOfFgd(std::string_view text) {
    return FgdReader(text).classes();
}

std::map<std::string, std::set<std::string>> classesOfEnt(const XmlElement& root) {
    static const std::set<std::string> kinds = {"string", "angle", "angles", "boolean", "target", "integer"};
    if (root.name != "classes") throw std::runtime_error("no classes");
    std::map<std::string, std::set<std::string>> all;
    for (const XmlElement& element : root.children) {
        if (element.name != "point" && element.name != "group") throw std::runtime_error("a " + element.name);
        if (element.attributes.contains("box") != (element.name == "point")) throw std::runtime_error("a box");
        if (numbersIn(element.attributes.at("color")) != 3) throw std::runtime_error("no color");
        if (element.name == "point" && numbersIn(element.attributes.at("box")) != 6) throw std::runtime_error("no box");
        std::set<std::string> keys;
        for (const XmlElement& key : element.children) {
            if (!kinds.contains(key.name)) throw std::runtime_error("a kind " + key.name);
            if (key.attributes.at("name").empty() || !keys.insert(key.attributes.at("key")).second)
                throw std::runtime_error("a key");
        }
        if (!all.emplace(element.attributes.at("name"), keys).second) throw std::runtime_error("a class twice");
    }
    return all;
}

bool matchesGlob(std::string_view name, std::string_view pattern) {
    if (pattern.empty()) return name.empty();
    if (pattern.starts_with("[*]")) return name.starts_with('*') && matchesGlob(name.substr(1), pattern.substr(3));
    if (pattern.front() == '*') {
        for (std::size_t skip = 0; skip <= name.size(); ++skip)
            if (matchesGlob(name.substr(skip), pattern.substr(1))) return true;
        return false;
    }
    if (name.empty()) return false;
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    return (pattern.front() == '?' || lower(pattern.front()) == lower(name.front())) &&
           matchesGlob(name.substr(1), pattern.substr(1));
}

}  // namespace hullbake::test
