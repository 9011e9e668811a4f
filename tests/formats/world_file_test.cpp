// Proves that worlds read back to the same text, and that every broken one gives one error with its place.
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "formats/world_file.hpp"

namespace hullbake {
namespace {

constexpr const char* kGood =
    "hullbake-world 1\n# head\nsource 1f\nrate 50\nmodel 3 at 1 2 3 pivot 4 5 6\nmodel 4\n"
    "mover 0 1 2 3 4 5 6 2.5 clock 1 team 7 turn 0 0 1 -90 45 jumped blocked rollback\nmover 1 0 0 0 0 0 8 1 parent 0\n"
    "body -1 -1 -1 1 1 1 at 5 6 7\ntrigger model 2 on 1\ntrigger box 0 0 0 1 1 1\n"
    "wish 0 320 -0\njump 0\npush 0 1 2 3\nleg 1 0 0 0.1 2\nleg 0 0 0 0 2 turn 360\njumped 1 0 8 0\njumped 0 1 2 3 turn "
    "-45\nsay here\nticks 4\n"
    "tick 2 abc 1 2 3 0 0 0 1 2 3 4 5 6 air\n# note\nend 5\n";

std::string errorOf(std::string_view text) {
    const auto parsed = parseWorldRun(text, "w");
    const auto* error = std::get_if<Diagnostic>(&parsed);
    return error == nullptr ? "none" : error->text();
}

std::string with(const std::string& part, const std::string& other) {
    std::string text = kGood;
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return text.replace(at, part.size(), other);
}

TEST(WorldFile, ReadsBackToTheSameText) {
    auto parsed = parseWorldRun(kGood, "w");
    ASSERT_TRUE(std::holds_alternative<WorldRun>(parsed)) << errorOf(kGood);
    const WorldRun& run = std::get<WorldRun>(parsed);
    EXPECT_EQ(run.movers[0].blocked, Blocked::Rollback);
    EXPECT_EQ(run.movers[0].team, 7u);
    EXPECT_EQ(run.movers[1].parent, 0u);
    EXPECT_EQ(run.triggers[0].on, 1u);
    EXPECT_EQ(run.lines.size(), 11u);
    EXPECT_EQ(run.models[0].transform.pivot, (Vec3{4, 5, 6}));
    EXPECT_EQ(run.movers[0].axis, (Vec3{0, 0, 1}));
    EXPECT_EQ(run.movers[0].fromDegrees, -90);
    EXPECT_EQ(run.movers[0].toDegrees, 45);
    EXPECT_EQ(run.lines[4].degrees, 360.0);
    EXPECT_FALSE(run.lines[3].degrees.has_value());
    EXPECT_TRUE(run.movers[0].jumped);
    EXPECT_FALSE(run.movers[1].jumped);
    EXPECT_EQ(run.lines[5].verb, WorldVerb::Jumped);
    EXPECT_EQ(run.lines[5].to, (Vec3{0, 8, 0}));
    EXPECT_FALSE(run.lines[5].degrees.has_value());
    EXPECT_EQ(run.lines[6].degrees, -45.0);
    EXPECT_EQ(run.lines[1].number, kDefaultJump);
    const std::string text = worldRunText(run);
    auto again = parseWorldRun(text, "again");
    ASSERT_TRUE(std::holds_alternative<WorldRun>(again)) << text;
    EXPECT_EQ(worldRunText(std::get<WorldRun>(again)), text);
    EXPECT_NE(text.find("wish 0 320 -0\n"), std::string::npos);
}

TEST(WorldFile, ErrorsNameThePlace) {
    const std::pair<std::string, std::string> cases[] = {
        {with("rate 50", "rate 50\nrate 60"), "w:5:1: \"rate\" stands in the head already"},
        {with("model 4", "model 0"), "w:6:7: expected a model, a whole number from 1"},
        {with("mover 1 0", "mover 0 0"), "w:8:7: this model has a mover already"},
        {with("turn 0 0 1", "turn 0 0 0"), "expected an axis that is not zero"},
        {with("parent 0", "parent 1"), "w:8:30: expected mover, a whole number from 0 to 0"},
        {with("blocked rollback", "blocked maybe"), "expected stop or crush or through or rollback"},
        {with("at 5 6 7", ""), "w:9:1: expected a box, \"at\" and a place"},
        {with("on 1", "on 2"), "expected model, a whole number from 0 to 1"},
        {with("push 0", "push 1"), "expected body, a whole number from 0 to 0"},
        {with("jumped blocked", "jump blocked"),
         "w:7:58: expected clock or team or parent or turn or jumped or blocked"},
        {with("jumped 1", "jumped 2"), "w:17:8: expected mover, a whole number from 0 to 1"},
        {with("jumped 1 0 8 0", "jumped 1 0 8"), "w:17:13: expected to.z, a finite number"},
        {with("3 turn -45", "3 turned"), "w:18:16: "},
        {with("air", "free"), "expected ground or air or wedged or stuck, found \"free\""},
        {with("2 abc 1 2 3 0", "2 abc 1 2 0"), "a finite number"},
        {with("end 5", "end 6"), "the world has 5 ticks"},
        {with("end 5\n", ""), "expected \"end 5\": the world was cut short"},
        {with("end 5\n", "end 5\nsay more\n"), "nothing may follow \"end\""},
        {with("ticks 4", "ticks 200000"), "more than 200000 ticks in one world"},
        {with("say here", "dance"), "expected an input, found \"dance\""},
    };
    for (const auto& [text, error] : cases)
        EXPECT_NE(errorOf(text).find(error), std::string::npos) << errorOf(text) << " instead of " << error;
}

// Every prefix, and every byte changed, is read or refused with a place.
TEST(WorldFile, AnyBytesAreReadOrRefused) {
    const std::string good = kGood;
    std::size_t refused = 0;
    for (std::size_t i = 0; i < good.size(); ++i)
        for (const char byte : {'\0', ' ', '9', '\n', 'z'}) {
            std::string text = good;
            text[i] = byte;
            refused += errorOf(text) == "none" ? 0 : 1;
            refused += errorOf(good.substr(0, i)) == "none" ? 0 : 1;
        }
    EXPECT_GE(refused, good.size());
}

}  // namespace
}  // namespace hullbake
