// Words and braces of shader scripts.

#include "formats/shader_scripts.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "formats/files.hpp"
#include "formats/letters.hpp"
#include "formats/utf8_path.hpp"

namespace hullbake {

namespace {

// A word, and whether it is the first of its line.
struct Word {
    std::string_view text;
    SourcePos pos;
    bool first = false;
};

class Words {
  public:
    explicit Words(std::string_view text) : text_(text) {}

    // Returns false at the end of the text. A brace is a word of its own.
    bool next(Word& word) {
        skip();
        if (at_ == text_.size()) return false;
        const std::size_t start = at_;
        word.pos = {line_, static_cast<std::uint32_t>(at_ - lineStart_ + 1)};
        word.first = std::exchange(first_, false);
        if (isBrace(text_[at_])) {
            ++at_;
            first_ = true;  // what follows a brace starts a line of its own
        } else {
            while (at_ < text_.size() && !isBlank(text_[at_]) && !isBrace(text_[at_]) && !isComment()) ++at_;
        }
        word.text = text_.substr(start, at_ - start);
        return true;
    }

  private:
    static bool isBlank(char c) { return static_cast<unsigned char>(c) <= ' '; }
    static bool isBrace(char c) { return c == '{' || c == '}'; }
    bool isComment() const { return text_.substr(at_, 2) == "//" || text_.substr(at_, 2) == "/*"; }

    void step() {
        if (text_[at_++] != '\n') return;
        ++line_;
        lineStart_ = at_;
        first_ = true;
    }

    void skip() {
        while (at_ < text_.size()) {
            if (isBlank(text_[at_])) {
                step();
            } else if (text_.substr(at_, 2) == "//") {
                while (at_ < text_.size() && text_[at_] != '\n') ++at_;
            } else if (text_.substr(at_, 2) == "/*") {
                const std::size_t end = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
                while (at_ < end) step();
            } else {
                return;
            }
        }
    }

    std::string_view text_;
    std::size_t at_ = 0, lineStart_ = 0;
    std::uint32_t line_ = 1;
    bool first_ = true;
};

// Writes a name as a pattern that matches it alone, without the folder that maps leave out.
std::string patternOf(std::string_view name) {
    std::string pattern;
    for (const char c : name) {
        if (c == '*' || c == '?' || c == '[')
            pattern += {'[', c, ']'};
        else
            pattern += c;
    }
    constexpr std::string_view kFolder = "textures/";
    return lowerCase(pattern).starts_with(kFolder) ? pattern.substr(kFolder.size()) : pattern;
}

Diagnostic fault(const std::string& path, SourcePos pos, std::string message) {
    return {path, pos, std::move(message)};
}

}  // namespace

std::variant<std::vector<Shader>, Diagnostic> parseShaders(std::string_view text, const std::string& path) {
    std::vector<Shader> shaders;
    Words words(text);
    std::size_t depth = 0;
    bool named = false, parm = false;
    SourcePos opened;
    for (Word word; words.next(word);) {
        if (word.text == "{") {
            if (depth == 0 && !named) return fault(path, word.pos, "expected the name of a shader, found '{'");
            if (depth++ == 0) opened = word.pos;
            parm = false;
        } else if (word.text == "}") {
            if (depth == 0) return fault(path, word.pos, "'}' closes nothing");
            if (--depth == 0) named = false;
            parm = false;
        } else if (depth == 0) {
            if (named) continue;  // words behind the name
            shaders.push_back({std::string(word.text), {}});
            named = true;
        } else if (depth == 1) {
            if (parm && !word.first) shaders.back().parms.push_back(lowerCase(word.text));
            parm = word.first && lowerCase(word.text) == "surfaceparm";
        }
    }
    if (depth > 0) return fault(path, opened, "this '{' is not closed");
    return shaders;
}

FaceMeaning shaderMeaning(const Shader& shader, const GameRules& rules) {
    using Kind = SurfaceParm::Kind;
    FaceMeaning meaning{FaceSays::Volume, Contents::Empty};
    bool solid = true;
    for (const std::string& parm : shader.parms) {
        const auto rule = std::find_if(rules.surfaceParms.begin(), rules.surfaceParms.end(),
                                       [&](const SurfaceParm& known) { return lowerCase(known.name) == parm; });
        if (rule == rules.surfaceParms.end()) continue;
        if (rule->kind == Kind::Origin) return {FaceSays::Origin, Contents::Empty};
        if (rule->kind == Kind::Nothing) return {FaceSays::Mark, Contents::Empty};
        meaning.contents |= rule->adds;
        solid = solid && rule->solid;
        if (rule->kind == Kind::Unseen) meaning.seen = false;
    }
    if (solid && !meaning.seen && !any(meaning.contents)) return {FaceSays::Neutral, Contents::Empty};
    if (solid) meaning.contents |= Contents::Solid;
    if (!any(meaning.contents)) meaning.contents = Contents::Illusionary;
    if (!any(meaning.contents & (kMaskBlocking | kMaskLiquid))) meaning = {FaceSays::Mark, meaning.contents};
    return meaning;
}

std::variant<std::vector<TextureRule>, Diagnostic> readShaderRules(const std::string& folder, const GameRules& rules) {
    namespace fs = std::filesystem;
    std::vector<std::string> paths;
    for (const fs::path& place : {pathOf(folder), pathOf(folder) / "scripts"}) {
        std::error_code error;
        for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error))
            if (lowerCase(utf8Of(at->path().extension())) == ".shader") paths.push_back(utf8Of(at->path()));
        if (!paths.empty()) break;
    }
    if (paths.empty()) return fault(folder, {0, 0}, "has no .shader file, and no folder scripts with one");
    std::sort(paths.begin(), paths.end());
    std::vector<TextureRule> found;
    std::unordered_set<std::string> names;
    for (const std::string& path : paths) {
        std::string text, error;
        if (!readFile(path, text, error)) return fault(path, {0, 0}, error);
        auto parsed = parseShaders(text, path);
        if (auto* problem = std::get_if<Diagnostic>(&parsed)) return std::move(*problem);
        for (const Shader& shader : std::get<std::vector<Shader>>(parsed)) {
            std::string pattern = patternOf(shader.name);
            if (names.insert(lowerCase(pattern)).second)
                found.push_back({std::move(pattern), shaderMeaning(shader, rules), RuleScope::Anywhere, {}});
        }
    }
    return found;
}

}  // namespace hullbake
