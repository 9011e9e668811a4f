// Proves every expectation in the headers of the repository's maps. maps/README.md describes their syntax.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>

#include "compiler/compiler_support.hpp"

namespace hullbake::test {
namespace {

constexpr double kContact = 0.001;  // units along the segment
constexpr double kNormal = 1e-5;

struct Expectation {
    int line = 0;
    std::string text, kind;
    std::vector<std::string> hulls;
    std::uint32_t model = 0;
    Vec3 from, to, contact, normal;
    std::string outcome;  ///< outcome of a trace: hit, miss, startsolid
    std::string contents;
    std::uint32_t first = 0, last = 0;  ///< lines of `reported`
};

bool readVector(std::istream& in, Vec3& v) {
    return bool(in >> v.x >> v.y >> v.z);
}

bool readWord(std::istream& in, const std::string& word) {
    std::string found;
    return in >> found && found == word;
}

// Reads HULL [model N].
bool readWhere(std::istream& in, Expectation& e) {
    e.hulls.resize(1);
    if (!(in >> e.hulls[0])) return false;
    const auto before = in.tellg();
    if (readWord(in, "model")) return bool(in >> e.model);
    in.clear();
    in.seekg(before);
    return true;
}

bool readTrace(std::istream& in, Expectation& e) {
    if (!readWhere(in, e) || !readVector(in, e.from) || !readWord(in, "->") || !readVector(in, e.to) ||
        !(in >> e.outcome))
        return false;
    if (e.outcome == "miss" || e.outcome == "startsolid") return true;
    return e.outcome == "hit" && readVector(in, e.contact) && readWord(in, "normal") && readVector(in, e.normal) &&
           in >> e.contents;
}

bool readExpectation(const std::string& text, Expectation& e) {
    std::istringstream in(text);
    if (!(in >> e.kind)) return false;
    bool good = false;
    if (e.kind == "sealed" || e.kind == "leak") {
        for (std::string hull; in >> hull;) e.hulls.push_back(hull);
        return !e.hulls.empty();
    }
    if (e.kind == "contents") good = readWhere(in, e) && readVector(in, e.from) && in >> e.contents;
    if (e.kind == "filled") good = readWhere(in, e) && readVector(in, e.from);
    if (e.kind == "trace") good = readTrace(in, e);
    if (e.kind == "reported") {
        char dash = 0;
        good = in >> e.first >> dash >> e.last && dash == '-' && e.first <= e.last;
    }
    std::string rest;
    return good && !(in >> rest);
}

std::vector<Expectation> expectationsOf(const std::filesystem::path& path) {
    const std::string prefix = "// expect ";
    std::vector<Expectation> all;
    std::ifstream in(path);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (!line.starts_with(prefix)) continue;
        Expectation e;
        e.line = number;
        e.text = line.substr(prefix.size());
        if (readExpectation(e.text, e))
            all.push_back(std::move(e));
        else
            ADD_FAILURE() << path << ":" << number << ": no expectation: " << e.text;
    }
    return all;
}

class Scene : public testing::TestWithParam<std::filesystem::path> {
  protected:
    void checkFill(const Expectation& e) {
        const bool leaks = e.kind == "leak";
        for (const std::string& name : e.hulls) {
            const HullReport& hull = filled_.result.report.hulls.at(filled_.hull(name).value);
            EXPECT_EQ(hull.leaked, leaks) << name;
            EXPECT_EQ(hull.filled, !leaks) << name;
            EXPECT_EQ(hull.leakTrail.size() > 1, leaks) << name;
        }
    }

    void checkContents(const Expectation& e) {
        const Contents got = filled_.at(e.from, e.hulls[0], e.model);
        if (e.kind == "contents") {
            EXPECT_EQ(contentsName(got), e.contents);
            return;
        }
        EXPECT_EQ(contentsName(got), "solid");
        EXPECT_EQ(contentsName(bare_.at(e.from, e.hulls[0], e.model)), "empty") << "a brush is there";
    }

    void checkTrace(const Expectation& e) {
        const Probe probe{.hull = filled_.hull(e.hulls[0]), .model = {e.model}};
        const Trace trace = filled_.map.trace(probe, e.from, e.to);
        EXPECT_FALSE(trace.invalid);
        EXPECT_EQ(trace.startsolid, e.outcome == "startsolid");
        if (e.outcome == "startsolid") return;
        ASSERT_EQ(trace.hit, e.outcome == "hit") << "at " << trace.hitFraction;
        if (!trace.hit) {
            EXPECT_EQ(trace.fraction, 1);
            EXPECT_EQ(trace.endpos, e.to);
            return;
        }
        const Vec3 contact = e.from + (e.to - e.from) * trace.hitFraction;
        EXPECT_LE(length(contact - e.contact), kContact) << contact.x << ' ' << contact.y << ' ' << contact.z;
        EXPECT_LE(length(trace.normal - e.normal), kNormal)
            << trace.normal.x << ' ' << trace.normal.y << ' ' << trace.normal.z;
        EXPECT_NEAR(dot(trace.normal, contact), trace.dist, 1e-6);
        EXPECT_LE(trace.fraction, trace.hitFraction);
        EXPECT_EQ(contentsName(trace.contents), e.contents);
    }

    void checkReported(const Expectation& e) {
        const auto& remarks = filled_.result.report.remarks;
        EXPECT_TRUE(std::any_of(remarks.begin(), remarks.end(), [&](const Remark& r) {
            return r.severity == Severity::Warning && r.where.pos.line >= e.first && r.where.pos.line <= e.last;
        }));
    }

    Baked filled_, bare_;
};

TEST_P(Scene, MeetsItsExpectations) {
    const std::vector<Expectation> expectations = expectationsOf(GetParam());
    ASSERT_FALSE(expectations.empty());
    const MapFile map = loadMap(GetParam().string());
    filled_ = bake(map);
    CompileSettings bare;
    bare.fill = false;
    bare_ = bake(map, bare);
    for (const Expectation& e : expectations) {
        SCOPED_TRACE(GetParam().filename().string() + ":" + std::to_string(e.line) + ": " + e.text);
        if (e.kind == "sealed" || e.kind == "leak")
            checkFill(e);
        else if (e.kind == "contents" || e.kind == "filled")
            checkContents(e);
        else if (e.kind == "trace")
            checkTrace(e);
        else
            checkReported(e);
    }
    EXPECT_EQ(countRemarks(filled_.result.report, Severity::Error, "self-check"), 0u);
}

std::string sceneName(const testing::TestParamInfo<std::filesystem::path>& info) {
    return info.param.stem().string();
}

INSTANTIATE_TEST_SUITE_P(Maps, Scene, testing::ValuesIn(ownMaps()), sceneName);

// Guards the test above against reading no expectations.
TEST(Scenes, StateEnoughExpectations) {
    std::map<std::string, std::size_t> counts;
    for (const auto& path : ownMaps())
        for (const Expectation& e : expectationsOf(path))
            ++counts[e.kind == "trace" ? e.kind + " " + e.outcome : e.kind];
    EXPECT_GE(ownMaps().size(), 44u);
    EXPECT_GE(counts["trace hit"], 250u);
    EXPECT_GE(counts["trace miss"], 40u);
    EXPECT_GE(counts["trace startsolid"], 5u);
    EXPECT_GE(counts["contents"], 130u);
    EXPECT_GE(counts["filled"], 9u);
    EXPECT_GE(counts["sealed"], 45u);
    EXPECT_GE(counts["leak"], 1u);
    EXPECT_GE(counts["reported"], 10u);
    for (const auto& [kind, count] : counts) std::cout << kind << ": " << count << "\n";
}

TEST(Scenes, ParserRefusesWhatItDoesNotKnow) {
    for (const char* bad :
         {"", "sealed", "tracing player", "contents player 1 2 water", "contents player 1 2 3", "filled point 1 2",
          "trace player 0 0 0 1 0 0 miss", "trace player 0 0 0 -> 1 0 0", "trace player 0 0 0 -> 1 0 0 hit 1 0 0 solid",
          "contents player 1 2 3 water more", "reported 12", "reported 12-3"}) {
        Expectation e;
        EXPECT_FALSE(readExpectation(bad, e)) << bad;
    }
    Expectation e;
    ASSERT_TRUE(
        readExpectation("trace player model 2 -80 0 40 -> -80 150 40 hit -80 60 40 normal -0.2 -0.9 0 solid", e));
    EXPECT_EQ(e.model, 2u);
    EXPECT_EQ(e.contact, (Vec3{-80, 60, 40}));
    EXPECT_EQ(e.contents, "solid");
}

}  // namespace
}  // namespace hullbake::test
