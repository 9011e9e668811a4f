// Proves that every broken recorded run gives one clear error with its position, whatever the bytes.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "formats/run_file.hpp"
#include "support/temporary_folder.hpp"

namespace hullbake {
namespace {

std::string errorOf(std::string_view text) {
    auto parsed = parseRun(text, "test.run");
    const auto* error = std::get_if<Diagnostic>(&parsed);
    return error == nullptr ? "none" : error->text();
}

constexpr const char* kGood =
    "hullbake-run 1\nhull player\nmode walk\nrate 60\nstart 0 0 24\nwish 320 0\n"
    "tick 5.333333333333333 0 24 320 0 0 ground\nsay here\ntick 10.666666666666666 0 24 320 0 0 ground\nend 2\n";

/// Returns the good run with one part replaced.
std::string with(const std::string& part, const std::string& other) {
    std::string text = kGood;
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.replace(at, part.size(), other);
}

struct Case {
    std::string text, error;
};

void expectErrors(std::span<const Case> cases) {
    for (const Case& wrong : cases) {
        const std::string error = errorOf(wrong.text);
        EXPECT_NE(error.find(wrong.error), std::string::npos) << error << "\nexpected: " << wrong.error;
        EXPECT_TRUE(error.starts_with("test.run:")) << error;
        EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    }
}

TEST(RunErrors, NameThePlaceAndWhatIsWrong) {
    ASSERT_EQ(errorOf(kGood), "none");
    const Case cases[] = {
        {"", "test.run:1:1: not a recorded run: expected \"hullbake-run 1\", found the end of the file"},
        {"\n# only\n", "test.run:3:1: not a recorded run"},
        {"IBSP", "test.run:1:1: not a recorded run: expected \"hullbake-run 1\""},
        {with("run 1", "run 2"), "test.run:1:1: version 2 of the format is not known here, only 1"},
        {with("run 1", "run"),
         "test.run:1:13: expected the version, a whole number from 0 to 4294967295, found the end"},
        {with("run 1", "run one"), "test.run:1:14: expected the version"},
        {with("run 1", "run 1 2"), "test.run:1:16: expected the end of the line, found \"2\""},
        {with("hull player\n", ""), "the head names no hull and no box"},
        {with("hull player", "hull"), "test.run:2:5: expected the name of a hull, found the end of the line"},
        {with("hull player", "hull a b"), "test.run:2:8: expected the end of the line, found \"b\""},
        {with("hull player", "hull a\nbox 0 0 0 1 1 1"), "test.run:3:1: give either a hull or a box"},
        {with("hull player", "box 0 0 0 1 1"), "expected maxs.z, a finite number, found the end of the line"},
        {with("hull player", "box 0 0 1 1 1 0"), "test.run:2:1: no box: mins must not exceed maxs"},
        {with("hull player", "box 0 0 0 1 1 513"), "test.run:2:1: no box: mins must not exceed maxs"},
        {with("mode walk", "mode swim"), "test.run:3:6: expected walk or fly, found \"swim\""},
        {with("mode walk", "mode fly"), "test.run:6:11: expected z, a finite number, found the end of the line"},
        {with("mode walk", "mode walk\nmode walk"), "test.run:4:1: \"mode\" stands on line 3 already"},
        {with("mode walk", "solver neat"), "test.run:3:8: expected robust or classic, found \"neat\""},
        {with("mode walk", "bumps 4"), "test.run:3:1: \"bumps\" is for solver classic"},
        {with("mode walk", "solver classic\nbumps 0"), "test.run:4:7: expected bumps, a whole number from 1 to 64"},
        {with("mode walk", "solver classic\noverbounce 3"), "overbounce must be from 1 to 2"},
        {with("mode walk", "mode fly\nstep 18"), "test.run:4:1: \"step\" is for mode walk"},
        {with("mode walk", "ground-normal 0"), "test.run:3:1: ground-normal must be over 0"},
        {with("mode walk", "ground-normal 1.5"), "ground-normal must be from 0 to 1"},
        {with("mode walk", "gravity -1"), "test.run:3:9: gravity must be from 0 to"},
        {with("mode walk", "skin 2"), "test.run:3:6: skin must be from 0 to 1"},
        {with("mode walk", "model -1"), "test.run:3:7: expected a model, a whole number from 0 to 4294967294"},
        {with("mode walk", "mask jelly"), "test.run:3:6: \"jelly\" is none of solid, sky"},
        {with("mode walk", "source xyz"), "test.run:3:8: expected a hash of 16 hexadecimal digits, found \"xyz\""},
        {with("mode walk", "source 12345678901234567"), "expected a hash of 16 hexadecimal digits"},
        {with("rate 60", "rate 0"), "test.run:4:6: rate must be from 0.1 to 100000"},
        {with("rate 60", "rate nan"), "test.run:4:6: expected rate, a finite number, found \"nan\""},
        {with("rate 60", "rate 1e999"), "test.run:4:6: \"1e999\" is too large or too small for a double"},
        {with("rate 60", "rate 6O"), "test.run:4:6: expected rate, a finite number, found \"6O\""},
        {with("rate 60", "rate 0x10"), "found \"0x10\""},
        {with("start 0 0 24\n", ""), "test.run:5:1: the head has no start"},
        {with("start 0 0 24", "start 0 0 inf"), "test.run:5:11: expected start.z, a finite number, found \"inf\""},
        {with("start 0 0 24", "start 0 0 300000"), "test.run:5:11: start.z must be from -262144 to 262144"},
    };
    expectErrors(cases);
}

TEST(RunErrors, NameThePlaceInTheTicks) {
    const Case cases[] = {
        {with("wish 320 0", "gravity 1\nskin 1\nwish 1 0\nskin 0"), "test.run:9:1: \"skin\" belongs into the head"},
        {with("wish 320 0", "wash 320 0"), "test.run:6:1: expected an input, found \"wash\""},
        {with("wish 320 0", "wish 320"), "test.run:6:9: expected y, a finite number, found the end of the line"},
        {with("wish 320 0", "heading 0 -1"), "test.run:6:11: a speed must be from 0 to"},
        {with("wish 320 0", "jump high"), "test.run:6:6: expected a speed, a finite number, found \"high\""},
        {with("wish 320 0", "say   "), "test.run:6:7: expected a text, found the end of the line"},
        {with("wish 320 0", "say \x1b[31mred"), "test.run:6:5: a control character (\\x1b)"},
        {with("wish 320 0", "# \x7f"), "test.run:6:3: a control character (\\x7f)"},
        {with("wish 320 0", std::string("wish\0 1 0", 9)), "test.run:6:5: a control character (\\x00)"},
        {with("wish 320 0", "w\xc3\xa4sh 1 0"), "expected an input, found \"w\\xc3\\xa4sh\""},
        {with("wish 320 0", "ticks 0"), "test.run:6:7: expected a number of ticks, a whole number from 1 to 200000"},
        {with("wish 320 0", "ticks 1.5"), "expected a number of ticks"},
        {with("wish 320 0", "ticks 99999999999999999999"), "expected a number of ticks"},
        {with("wish 320 0", "ticks 200000"), "test.run:7:1: more than 200000 ticks in one run"},
        {with("wish 320 0", "ticks 150000\nticks 150000"), "test.run:7:1: more than 200000 ticks in one run"},
        {with("5.333333333333333 ", ""), "expected velocity.z, a finite number, found \"ground\""},
        {with("5.333333333333333", "5.33e"), "test.run:7:6: expected origin.x, a finite number, found \"5.33e\""},
        {with("5.333333333333333", "-nan"), "test.run:7:6: expected origin.x, a finite number, found \"-nan\""},
        {with("320 0 0 ground", "320 0 0 walking"),
         "test.run:7:37: expected ground, air, wedged, free, blocked or stuck"},
        {with("end 2", "end 3"), "test.run:10:1: the run has 2 ticks: something is missing or was added"},
        {with("end 2", "end"), "test.run:10:4: expected a number of ticks"},
        {with("end 2\n", ""), "test.run:10:1: expected \"end 2\": the run was cut short"},
        {with("end 2\n", "end 2\nticks 1\n"), "test.run:11:1: nothing may follow \"end\""},
    };
    expectErrors(cases);
    EXPECT_NE(errorOf("hullbake-run 1\nmode fly\nhull h\nstart 0 0 0\njump\n").find("\"jump\" is for mode walk"),
              std::string::npos);
    EXPECT_NE(errorOf("hullbake-run 1\nmode fly\nhull h\nstart 0 0 0\nheading 0 1\n").find("is for mode walk"),
              std::string::npos);
}

TEST(RunErrors, EveryTruncationOfARecordingIsNoticed) {
    const std::string good = with("mode walk", "source ab12\nmode walk");
    ASSERT_EQ(errorOf(good), "none");
    // Without its last line end the run is complete.
    for (std::size_t size = 0; size + 1 < good.size(); ++size)
        ASSERT_NE(errorOf(std::string_view(good).substr(0, size)), "none") << size;
}

TEST(RunErrors, DamagedBytesAreReadOrRefusedButNeverMore) {
    constexpr std::uint32_t kSeed = 23;
    std::mt19937 random(kSeed);
    std::size_t refused = 0, taken = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = kGood;
        for (auto edits = 1 + random() % 3; edits > 0; --edits) {
            const std::size_t at = random() % text.size();
            switch (random() % 4) {
                case 0:
                    text[at] = static_cast<char>(random());
                    break;
                case 1:
                    text.erase(at, 1 + random() % 8);
                    break;
                case 2:
                    text.insert(at, text.substr(random() % text.size(), random() % 16));
                    break;
                default:
                    text.insert(at, 1, "0123456789+-.eE\n\t #"[random() % 19]);
            }
            if (text.empty()) text = "x";
        }
        auto parsed = parseRun(text, "test.run");
        if (const auto* error = std::get_if<Diagnostic>(&parsed)) {
            ++refused;
            ASSERT_GE(error->pos.line, 1u) << "seed " << kSeed;
            ASSERT_GE(error->pos.column, 1u) << "seed " << kSeed;
            continue;
        }
        // Accepted text is a run: written and read again, it stays the same.
        ++taken;
        const std::string written = runText(std::get<RecordedRun>(parsed));
        auto again = parseRun(written, "again.run");
        ASSERT_TRUE(std::holds_alternative<RecordedRun>(again)) << std::get<Diagnostic>(again).text() << "\n"
                                                                << text << "\nseed " << kSeed;
        ASSERT_EQ(runText(std::get<RecordedRun>(again)), written) << "seed " << kSeed;
    }
    EXPECT_GE(refused, 5000u);
    EXPECT_GE(taken, 1000u);
}

TEST(RunErrors, FilesThatCannotBeReadAreNamed) {
    const test::TemporaryFolder folder;
    const auto errorOfFile = [](const std::string& path) {
        auto read = readRun(path);
        return std::holds_alternative<Diagnostic>(read) ? std::get<Diagnostic>(read).text() : "none";
    };
    EXPECT_EQ(errorOfFile(folder.file("none.run")), folder.file("none.run") + ": no such file");
    EXPECT_EQ(errorOfFile(folder.path().string()), folder.path().string() + ": is a directory");
}

}  // namespace
}  // namespace hullbake
