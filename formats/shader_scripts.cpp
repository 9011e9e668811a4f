// Words and braces of shader scripts.

#include "formats/shader_scripts.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "formats/files.hpp"
#include "formats/letters.hpp"
#include "formats/shown_bytes.hpp"
#include "formats/utf8_path.hpp"

namespace hullbake {

namespace {

// A word, and whether it is the first of its line.
struct Word {
    std::string_view text;
    SourcePos pos;
    bool first = false, brace = false;
};

// Reads as q3map2 does: lines may end with a comment after `//`, and after `;` or `#` before a word.
class Words {
  public:
    explicit Words(std::string_view text) : text_(text) {}

    // Returns false at the end of the text. A brace is a word of its own. What is in quotes is one word.
    bool next(Word& word) {
        skip();
        if (at_ == text_.size()) return false;
        const std::size_t start = at_;
        word.pos = {line_, static_cast<std::uint32_t>(at_ - lineStart_ + 1)};
        word.first = std::exchange(first_, false);
        word.brace = isBrace(text_[at_]);
        if (text_[at_] == '"') {
            const std::size_t end = text_.find_first_of("\"\r\n", ++at_);
            word.text = text_.substr(at_, end - at_);
            at_ += word.text.size();
            if (at_ < text_.size() && text_[at_] == '"') ++at_;
            return true;
        }
        if (word.brace) {
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
            } else if (text_.substr(at_, 2) == "//" || text_[at_] == ';' || text_[at_] == '#') {
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
            pattern += c == '\\' ? '/' : c;
    }
    constexpr std::string_view kFolder = "textures/";
    return "/" + (lowerCase(pattern).starts_with(kFolder) ? pattern.substr(kFolder.size()) : pattern);
}

// Upper bound of the shaders of all scripts.
constexpr std::size_t kMostShaders = 100'000;
// Bases of bases that are followed: some go in a circle.
constexpr int kMostBases = 32;

// Puts the files that a list names in front, in its order. A name may lack its ending.
void sortAsListed(std::vector<std::string>& paths, const std::string& list) {
    std::string text, ignored;
    if (!readFile(list, text, ignored)) return;
    auto next = paths.begin();
    Words words(text);
    for (Word word; words.next(word);)
        for (auto at = next; at != paths.end(); ++at) {
            const std::filesystem::path path = pathOf(*at);
            const std::string name = lowerCase(word.text);
            if (lowerCase(utf8Of(path.filename())) != name && lowerCase(utf8Of(path.stem())) != name) continue;
            std::rotate(next++, at, at + 1);
            break;
        }
}

std::string tooManyShaders() {
    return "there are more than " + std::to_string(kMostShaders) + " shaders";
}

Diagnostic fault(const std::string& path, SourcePos pos, std::string message) {
    return {path, pos, std::move(message)};
}

}  // namespace

std::variant<std::vector<Shader>, Diagnostic> parseShaders(std::string_view text, const std::string& path) {
    std::vector<Shader> shaders;
    if (constexpr std::string_view kMark = "\xef\xbb\xbf"; text.starts_with(kMark)) text.remove_prefix(kMark.size());
    Words words(text);
    std::size_t depth = 0;
    bool named = false;
    std::string key;  // the first word of the line
    SourcePos opened;
    for (Word word; words.next(word);) {
        if (word.brace && word.text == "{") {
            if (depth == 0 && !named) return fault(path, word.pos, "expected the name of a shader, found '{'");
            if (depth++ == 0) opened = word.pos;
        } else if (word.brace) {
            if (depth == 0) return fault(path, word.pos, "'}' closes nothing");
            if (--depth == 0) named = false;
        } else if (depth == 0) {
            if (named && word.first)
                return fault(path, word.pos,
                             "expected '{' of the shader '" + shownBytes(shaders.back().name) + "', found '" +
                                 shownBytes(word.text) + "'");
            if (std::exchange(named, true)) continue;  // other words on its line
            if (shaders.size() == kMostShaders) return fault(path, word.pos, tooManyShaders());
            shaders.push_back({std::string(word.text), {}, {}});
            opened = word.pos;
        } else if (depth == 1) {
            Shader& shader = shaders.back();
            if (!word.first && key == "surfaceparm") shader.parms.push_back(lowerCase(word.text));
            // It replaces what was said before.
            if (!word.first && key == "q3map_baseshader") shader = {shader.name, {}, std::string(word.text)};
            key = word.first ? lowerCase(word.text) : std::string();
        }
    }
    if (depth > 0) return fault(path, opened, "this '{' is not closed");
    if (named) return fault(path, opened, "the shader '" + shownBytes(shaders.back().name) + "' has no '{'");
    return shaders;
}

std::variant<std::vector<TextureRule>, Diagnostic> readShaderRules(const std::string& folder, const GameRules& rules) {
    namespace fs = std::filesystem;
    std::error_code error;
    if (!fs::is_directory(pathOf(folder), error)) return fault(folder, {0, 0}, "is no folder");
    std::vector<std::string> paths;
    for (const fs::path& place : {pathOf(folder), pathOf(folder) / "scripts"}) {
        for (fs::directory_iterator at(place, error), end; !error && at != end; at.increment(error))
            if (lowerCase(utf8Of(at->path().extension())) == ".shader") paths.push_back(utf8Of(at->path()));
        if (error && error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory)
            return fault(utf8Of(place), {0, 0}, "cannot be read: " + error.message());
        if (paths.empty()) continue;
        std::sort(paths.begin(), paths.end());
        sortAsListed(paths, utf8Of(place / "shaderlist.txt"));
        break;
    }
    if (paths.empty()) return fault(folder, {0, 0}, "has no .shader file, and no folder scripts with one");
    std::vector<Shader> shaders;
    std::unordered_map<std::string, std::size_t> places;  // by pattern in lower case: the first of a name
    for (const std::string& path : paths) {
        std::string text, problem;
        if (!readFile(path, text, problem)) return fault(path, {0, 0}, problem);
        auto parsed = parseShaders(text, path);
        if (auto* broken = std::get_if<Diagnostic>(&parsed)) return std::move(*broken);
        if (shaders.size() + std::get<std::vector<Shader>>(parsed).size() > kMostShaders)
            return fault(path, {0, 0}, tooManyShaders());
        for (Shader& shader : std::get<std::vector<Shader>>(parsed))
            if (places.emplace(lowerCase(patternOf(shader.name)), shaders.size()).second)
                shaders.push_back(std::move(shader));
    }
    std::vector<TextureRule> found;
    for (const Shader& shader : shaders) {
        Shader whole = shader;
        for (int depth = 0; depth < kMostBases && !whole.base.empty(); ++depth) {
            const auto base = places.find(lowerCase(patternOf(std::exchange(whole.base, {}))));
            if (base == places.end()) break;
            const Shader& next = shaders[base->second];
            whole.parms.insert(whole.parms.end(), next.parms.begin(), next.parms.end());
            whole.base = next.base;
        }
        found.push_back({patternOf(shader.name), shaderMeaning(whole, rules), RuleScope::Anywhere, {}});
    }
    return found;
}

}  // namespace hullbake
