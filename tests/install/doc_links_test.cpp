// Links of all pages: every relative link leads to a file and a heading that exist, every path in backticks to a file,
// and every section that a page or a comment names is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "install/install_support.hpp"

namespace hullbake::test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = HULLBAKE_SOURCE_ROOT;
constexpr std::string_view kFolders[] = {"compiler", "dev",     "docs",  "formats", "maps",
                                         "oracle",   "runtime", "tests", "tools"};

// Folders, seen from the root, in which pages may begin a path to save room.
constexpr std::string_view kBases[] = {"",     "docs",   "compiler", "runtime", "runtime/src", "runtime/include",
                                       "maps", "oracle", "tools"};

// Files that an installation makes, and headers of libraries.
const std::set<std::string> kNotInTree = {"hullbake_runtime.hpp", "hullbake_runtime.cpp", "nlohmann/json.hpp"};

void forFiles(const std::function<void(const fs::path&)>& visit) {
    for (const fs::directory_entry& entry : fs::directory_iterator(kRoot))
        if (entry.is_regular_file()) visit(entry.path());
    for (const std::string_view folder : kFolders) {
        if (!fs::is_directory(kRoot / folder)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kRoot / folder))
            if (entry.is_regular_file()) visit(entry.path());
    }
}

std::set<std::string> namesOfFiles() {
    std::set<std::string> names = kNotInTree;
    forFiles([&](const fs::path& path) { names.insert(path.filename().string()); });
    return names;
}

std::vector<fs::path> pages() {
    std::vector<fs::path> found;
    forFiles([&](const fs::path& path) {
        if (path.extension() == ".md") found.push_back(path);
    });
    std::sort(found.begin(), found.end());
    return found;
}

// Returns the page with empty lines in place of its code blocks.
std::string withoutCode(const std::string& page) {
    std::string text;
    bool inCode = false;
    for (std::size_t at = 0; at < page.size();) {
        const std::size_t end = std::min(page.find('\n', at), page.size());
        const std::string line = page.substr(at, end - at);
        const bool fence = line.starts_with("```");
        if (!inCode && !fence) text += line;
        if (fence) inCode = !inCode;
        text += '\n';
        at = end + 1;
    }
    return text;
}

std::vector<std::string> headingsOf(const std::string& page) {
    static const std::regex heading("(^|\n)#+ ([^\n]*)");
    const std::string text = withoutCode(page);
    std::vector<std::string> found;
    for (std::sregex_iterator it(text.begin(), text.end(), heading), end; it != end; ++it) found.push_back((*it)[2]);
    return found;
}

// Returns the anchors that a page's headings get on the web.
std::set<std::string> anchorsOf(const std::string& page) {
    std::set<std::string> anchors;
    std::map<std::string, int> seen;
    for (const std::string& heading : headingsOf(page)) {
        std::string anchor;
        for (const char c : heading) {
            const auto byte = static_cast<unsigned char>(c);
            if (std::isalnum(byte) || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(byte));
            if (c == ' ') anchor += '-';
        }
        const int before = seen[anchor]++;
        anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
    }
    return anchors;
}

bool hasSection(const std::string& page, const std::string& number) {
    const std::vector<std::string> headings = headingsOf(page);
    return std::any_of(headings.begin(), headings.end(),
                       [&](const std::string& heading) { return heading.starts_with(number + ". "); });
}

// Adds what is wrong with the link `target` of a page in `folder`.
void checkLink(const fs::path& folder, const std::string& page, const std::string& target,
               std::vector<std::string>& faults) {
    if (target.find("://") != std::string::npos) return;
    const std::size_t hash = target.find('#');
    const std::string file = target.substr(0, hash);
    if (!file.empty() && !fs::exists(folder / file)) {
        faults.push_back("no file: " + target);
        return;
    }
    if (hash == std::string::npos) return;
    const std::string linked = file.empty() ? page : fileText(folder / file);
    if (!anchorsOf(linked).contains(target.substr(hash + 1))) faults.push_back("no heading: " + target);
}

bool isPathSomewhere(const fs::path& folder, const std::string& path) {
    return fs::exists(folder / path) || std::any_of(std::begin(kBases), std::end(kBases), [&](std::string_view base) {
               return fs::exists(kRoot / base / path);
           });
}

// Returns whether code in backticks looks like a path to a file or folder of the repository, or the name of a source
// file. NAME and MAP stand for any name.
bool looksLikePath(const std::string& code) {
    static const std::regex path(R"(([\w-]+/)+([\w.-]+\.(cpp|hpp|h|c|py|md|map|run|txt|csv|svg|build))?)");
    static const std::regex source(R"([\w-]+\.(cpp|hpp|py))");
    static const std::regex placeholder("(NAME|MAP)[_.].*");
    const std::string name = code.substr(code.rfind('/') + 1);
    return !std::regex_match(name, placeholder) && (std::regex_match(code, path) || std::regex_match(code, source));
}

// Returns what is wrong with the links, paths and section numbers of a page in `folder`.
std::vector<std::string> faultsOf(const fs::path& folder, const std::string& page, const std::set<std::string>& names) {
    static const std::regex link(R"(\]\(([^)\s]+)\))"), code("`([^`\n]+)`"),
        section(R"(\]\(([^)\s#]+\.md)\)[,;]?\s+sections?\s+([0-9]+))");
    const std::string text = withoutCode(page);
    const std::sregex_iterator end;
    std::vector<std::string> faults;
    for (std::sregex_iterator it(text.begin(), text.end(), link); it != end; ++it)
        checkLink(folder, page, (*it)[1], faults);
    for (std::sregex_iterator it(text.begin(), text.end(), code); it != end; ++it) {
        const std::string path = (*it)[1];
        if (!looksLikePath(path) || names.contains(path)) continue;
        if (path.find('/') == std::string::npos || !isPathSomewhere(folder, path)) faults.push_back("no path: " + path);
    }
    for (std::sregex_iterator it(text.begin(), text.end(), section); it != end; ++it)
        if (fs::exists(folder / (*it)[1].str()) && !hasSection(fileText(folder / (*it)[1].str()), (*it)[2]))
            faults.push_back("no section: " + (*it)[2].str() + " of " + (*it)[1].str());
    return faults;
}

// Returns what is wrong with the pages and sections that the comments of a source file name.
std::vector<std::string> faultsOfSource(const std::string& text) {
    static const std::regex page(R"(docs/[\w/-]+\.md)");
    static const std::regex section(R"(^,?(?:\s|//)+section ([0-9]+))");
    std::vector<std::string> faults;
    for (std::sregex_iterator it(text.begin(), text.end(), page), end; it != end; ++it) {
        const std::string name = (*it)[0];
        if (!fs::exists(kRoot / name)) {
            faults.push_back("no page: " + name);
            continue;
        }
        std::smatch number;
        const std::string after = text.substr(static_cast<std::size_t>(it->position() + it->length()), 60);
        if (std::regex_search(after, number, section) && !hasSection(fileText(kRoot / name), number[1]))
            faults.push_back("no section: " + number[1].str() + " of " + name);
    }
    return faults;
}

TEST(DocLinks, LeadToWhatExists) {
    const std::set<std::string> names = namesOfFiles();
    const std::vector<fs::path> all = pages();
    EXPECT_GT(all.size(), 15u);
    for (const fs::path& path : all)
        for (const std::string& fault : faultsOf(path.parent_path(), fileText(path), names))
            ADD_FAILURE() << fs::relative(path, kRoot).string() << ": " << fault;
}

TEST(DocLinks, CommentsNamePagesAndSectionsThatExist) {
    static const std::set<std::string> kSources = {".cpp", ".hpp", ".h", ".c", ".py"};
    std::size_t sources = 0;
    forFiles([&](const fs::path& path) {
        if (!kSources.contains(path.extension().string())) return;
        ++sources;
        for (const std::string& fault : faultsOfSource(fileText(path)))
            ADD_FAILURE() << fs::relative(path, kRoot).string() << ": " << fault;
    });
    EXPECT_GT(sources, 200u);
}

TEST(DocLinks, BrokenOnesAreFound) {
    using Faults = std::vector<std::string>;
    const std::set<std::string> names = namesOfFiles();
    const auto faults = [&](const std::string& page) { return faultsOf(kRoot / "docs", page, names); };
    const std::string page = "# A page\n\n## 1. Two words\n\n";
    EXPECT_EQ(faults(page + "[a](glossary.md) [b](../README.md) [c](#1-two-words) [d](cli.md#trace)"), Faults{});
    EXPECT_EQ(faults(page + "`runtime/src/query/trace.cpp` `query/trace.cpp` `trace.cpp` `runtime/src/`"), Faults{});
    EXPECT_EQ(faults(page + "[e](https://example.org/none.md) `e1u1/clip` `maps/scenes/NAME.map`"), Faults{});
    EXPECT_EQ(faults(page + "```\n[f](none.md) `docs/none/`\n```\n"), Faults{});
    EXPECT_EQ(faults(page + "[g](none.md)"), Faults{"no file: none.md"});
    EXPECT_EQ(faults(page + "[h](#two-words)"), Faults{"no heading: #two-words"});
    EXPECT_EQ(faults(page + "[i](cli.md#none)"), Faults{"no heading: cli.md#none"});
    EXPECT_EQ(faults(page + "`runtime/src/query/none.cpp`"), Faults{"no path: runtime/src/query/none.cpp"});
    EXPECT_EQ(faults(page + "`nowhere/`"), Faults{"no path: nowhere/"});
    EXPECT_EQ(faults(page + "`none_at_all.cpp`"), Faults{"no path: none_at_all.cpp"});
    EXPECT_EQ(faults(page + "[compile.md](compile.md), section 6"), Faults{});
    EXPECT_EQ(faults(page + "[compile.md](compile.md),\nsection 99"), Faults{"no section: 99 of compile.md"});
    const std::string docs = "docs/";  // apart, for this file is read too
    EXPECT_EQ(faultsOfSource("// " + docs + "compile.md, section 6"), Faults{});
    EXPECT_EQ(faultsOfSource("// " + docs + "compile.md,\n// section 99"),
              Faults{"no section: 99 of " + docs + "compile.md"});
    EXPECT_EQ(faultsOfSource("// " + docs + "none.md"), Faults{"no page: " + docs + "none.md"});
}

}  // namespace
}  // namespace hullbake::test
