// Parses recorded runs.
// In: text. Out: head and lines, or the first error with its position.
// Reads one line at a time, a verb and its words; docs/recorded_runs.md lists the verbs.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include "formats/contents_mask.hpp"
#include "formats/files.hpp"
#include "formats/run_file.hpp"
#include "formats/run_words.hpp"
#include "formats/shown_bytes.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {
namespace {

constexpr std::string_view kMagic = "hullbake-run";

struct NumberKey {
    std::string_view name;
    double& (*of)(RunHead& head);
    double least, most;
};
constexpr NumberKey kNumberKeys[] = {
    {"rate", [](RunHead& head) -> double& { return head.rate; }, kMinRunRate, kMaxRunRate},
    {"skin", [](RunHead& head) -> double& { return head.skin; }, 0, 1},
    {"gravity", [](RunHead& head) -> double& { return head.rules.gravity; }, 0, kNoLimit},
    {"step", [](RunHead& head) -> double& { return head.rules.stepHeight; }, 0, kMaxCoordinate},
    {"ground-normal", [](RunHead& head) -> double& { return head.rules.groundNormal; }, 0, 1},
    {"unstick", [](RunHead& head) -> double& { return head.rules.unstick; }, 0, kMaxCoordinate},
    {"overbounce", [](RunHead& head) -> double& { return head.rules.classic.overbounce; }, 1, 2},
    {"stopspeed", [](RunHead& head) -> double& { return head.rules.classic.stopSpeed; }, 0, kMaxCoordinate},
};

class RunParser {
  public:
    explicit RunParser(std::string_view text) : words_(text) {}
    RecordedRun parse();

  private:
    void parseMagic();
    bool parseHeadKey();
    static bool isHeadKey(std::string_view key);
    void setSource() { run_.head.source = words_.hexadecimal(); }
    void setHull() { run_.head.hull = words_.word("the name of a hull"); }
    void setMode() { run_.head.mode = words_.oneOf({"walk", "fly"}) == 0 ? RunMode::Walk : RunMode::Fly; }
    void setSolver() {
        run_.head.rules.mode = words_.oneOf({"robust", "classic"}) == 0 ? SlideMode::Robust : SlideMode::Classic;
    }
    void setBumps() { run_.head.rules.classic.bumps = words_.whole("bumps", 1, 64); }
    void setStart() { run_.head.start = words_.vector("start", kMaxCoordinate); }
    void setBox();
    void setModel();
    void setMask();
    void endHead();
    void parseLine();
    void parsePlace(Vec3& place);
    void parseTicks(RunLine& line);
    void parseTick(RunLine& line);
    void parseEnd();
    void count(std::uint32_t ticks, SourcePos pos);
    void walkersOnly(std::string_view verb) {
        if (run_.head.mode == RunMode::Fly) words_.failHere("\"" + std::string(verb) + "\" is for mode walk");
    }

    struct OtherKey {
        std::string_view name;
        void (RunParser::*set)();
    };
    static const std::array<OtherKey, 9> kOtherKeys;

    RunWords words_;
    RecordedRun run_;
    std::map<std::string, SourcePos, std::less<>> seen_;  ///< keys of the head read so far
    std::uint32_t ticks_ = 0;
    bool results_ = false;
};

const std::array<RunParser::OtherKey, 9> RunParser::kOtherKeys = {{{"source", &RunParser::setSource},
                                                                   {"hull", &RunParser::setHull},
                                                                   {"box", &RunParser::setBox},
                                                                   {"model", &RunParser::setModel},
                                                                   {"mask", &RunParser::setMask},
                                                                   {"mode", &RunParser::setMode},
                                                                   {"solver", &RunParser::setSolver},
                                                                   {"bumps", &RunParser::setBumps},
                                                                   {"start", &RunParser::setStart}}};

bool RunParser::isHeadKey(std::string_view key) {
    const auto named = [&](const auto& entry) { return entry.name == key; };
    return std::any_of(std::begin(kNumberKeys), std::end(kNumberKeys), named) ||
           std::any_of(kOtherKeys.begin(), kOtherKeys.end(), named);
}

RecordedRun RunParser::parse() {
    parseMagic();
    bool head = true;
    while (words_.nextLine()) {
        if (words_.isComment()) {
            std::string text(words_.comment());
            if (head)
                run_.head.comments.push_back(std::move(text));
            else
                run_.lines.push_back({words_.pos(), RunVerb::Comment, 0, 0, {}, std::nullopt, std::move(text)});
            continue;
        }
        if (head && parseHeadKey()) continue;
        if (std::exchange(head, false)) endHead();
        if (words_.verb() == "end") {
            parseEnd();
            return std::move(run_);
        }
        parseLine();
    }
    if (head) endHead();
    // Runs with results or a source are recordings: they end with a count of ticks.
    if (results_ || run_.head.source != 0)
        words_.failHere("expected \"end " + std::to_string(ticks_) + "\": the run was cut short");
    return std::move(run_);
}

void RunParser::parseMagic() {
    while (words_.nextLine()) {
        if (words_.isComment()) {
            run_.head.comments.emplace_back(words_.comment());
            continue;
        }
        if (words_.verb() != kMagic) words_.failHere("not a recorded run: expected \"hullbake-run 1\"");
        const std::uint32_t version = words_.whole("the version", 0, std::numeric_limits<std::uint32_t>::max());
        words_.endOfLine();
        if (version != kRunVersion) {
            words_.failHere("version " + std::to_string(version) + " of the format is not known here, only " +
                            std::to_string(kRunVersion));
        }
        return;
    }
    words_.failHere("not a recorded run: expected \"hullbake-run 1\", found the end of the file");
}

/// Returns false for the first line after the head.
bool RunParser::parseHeadKey() {
    const std::string_view key = words_.verb();
    if (!isHeadKey(key)) return false;
    const auto [first, isNew] = seen_.try_emplace(std::string(key), words_.pos());
    if (!isNew) {
        if (key == "rate") return false;  // also valid as an input
        words_.failHere("\"" + std::string(key) + "\" stands on line " + std::to_string(first->second.line) +
                        " already");
    }
    for (const NumberKey& number : kNumberKeys)
        if (number.name == key) number.of(run_.head) = words_.number(key, number.least, number.most);
    for (const OtherKey& other : kOtherKeys)
        if (other.name == key) (this->*other.set)();
    words_.endOfLine();
    return true;
}

void RunParser::setBox() {
    Box box;
    box.mins = words_.vector("mins", kMaxCoordinate);
    box.maxs = words_.vector("maxs", kMaxCoordinate);
    if (!ClipMap::validBox(box)) {
        words_.failHere("no box: mins must not exceed maxs, and it must not be larger than " +
                        std::to_string(static_cast<int>(kMaxBoxSize)) + " units");
    }
    run_.head.box = box;
}

void RunParser::setModel() {
    if (words_.accept("all"))
        run_.head.model = kAllModels;
    else
        run_.head.model.value = words_.whole("a model", 0, kAllModels.value - 1);
}

void RunParser::setMask() {
    std::string unknown;
    const std::optional<Contents> mask = parseContentsMask(words_.word("a mask"), unknown);
    if (!mask) words_.failBefore("\"" + shownBytes(unknown) + "\" is none of " + std::string(kMaskNames));
    run_.head.mask = *mask;
}

/// Checks that required keys exist and that no keys contradict each other; sets the default gravity.
void RunParser::endHead() {
    RunHead& head = run_.head;
    const auto has = [&](std::string_view key) { return seen_.find(key) != seen_.end(); };
    const auto refuse = [&](std::string_view key, std::string_view why) {
        const auto found = seen_.find(key);
        if (found != seen_.end()) words_.fail(found->second, "\"" + std::string(key) + "\" is for " + std::string(why));
    };
    if (has("hull") && has("box")) words_.fail(seen_.find("box")->second, "give either a hull or a box");
    if (!has("hull") && !has("box")) words_.failHere("the head names no hull and no box");
    if (!has("start")) words_.failHere("the head has no start");
    if (head.mode == RunMode::Fly)
        for (const std::string_view key : {"step", "ground-normal"}) refuse(key, "mode walk");
    if (head.rules.mode == SlideMode::Robust)
        for (const std::string_view key : {"bumps", "overbounce", "stopspeed"}) refuse(key, "solver classic");
    if (has("ground-normal") && head.rules.groundNormal == 0)
        words_.fail(seen_.find("ground-normal")->second, "ground-normal must be over 0");
    if (!has("gravity")) head.rules.gravity = head.mode == RunMode::Walk ? kDefaultWalkGravity : 0;
}

/// Reads a position: two numbers for a walker, three for a flyer.
void RunParser::parsePlace(Vec3& place) {
    place.x = words_.number("x", -kNoLimit, kNoLimit);
    place.y = words_.number("y", -kNoLimit, kNoLimit);
    if (run_.head.mode == RunMode::Fly) place.z = words_.number("z", -kNoLimit, kNoLimit);
}

void RunParser::parseLine() {
    RunLine line;
    line.pos = words_.pos();
    const std::string_view verb = words_.verb();
    if (verb == "tick") {
        parseTick(line);
    } else if (verb == "ticks") {
        parseTicks(line);
    } else if (verb == "say") {
        line.verb = RunVerb::Say;
        line.text = words_.restOfLine("a text");
    } else if (verb == "rate") {
        line.verb = RunVerb::Rate;
        line.number = words_.number(verb, kMinRunRate, kMaxRunRate);
    } else if (verb == "coast") {
        line.verb = RunVerb::Coast;
    } else if (verb == "stop") {
        line.verb = RunVerb::Wish;
    } else if (verb == "wish") {
        line.verb = RunVerb::Wish;
        parsePlace(line.vector);
    } else if (verb == "heading") {
        walkersOnly(verb);
        line.verb = RunVerb::Heading;
        line.vector.x = words_.number("degrees", -kNoLimit, kNoLimit);
        line.number = words_.number("a speed", 0, kNoLimit);
    } else if (verb == "goal") {
        line.verb = RunVerb::Goal;
        parsePlace(line.vector);
        line.number = words_.number("a speed", 0, kNoLimit);
    } else if (verb == "velocity") {
        line.verb = RunVerb::Velocity;
        line.vector = words_.vector(verb, kNoLimit);
    } else if (verb == "jump") {
        walkersOnly(verb);
        line.verb = RunVerb::Jump;
        line.number = words_.lineIsOver() ? kDefaultJump : words_.number("a speed", 0, kNoLimit);
    } else if (isHeadKey(verb)) {
        words_.failHere("\"" + std::string(verb) + "\" belongs into the head, before the first input");
    } else {
        words_.failHere("expected an input, found \"" + shownBytes(verb) + "\"");
    }
    words_.endOfLine();
    run_.lines.push_back(std::move(line));
}

void RunParser::count(std::uint32_t ticks, SourcePos pos) {
    if (ticks > kMaxRunTicks - ticks_)
        words_.fail(pos, "more than " + std::to_string(kMaxRunTicks) + " ticks in one run");
    ticks_ += ticks;
}

void RunParser::parseTicks(RunLine& line) {
    line.verb = RunVerb::Ticks;
    line.ticks = words_.whole("a number of ticks", 1, kMaxRunTicks);
    count(line.ticks, line.pos);
}

void RunParser::parseTick(RunLine& line) {
    line.verb = RunVerb::Ticks;
    line.ticks = 1;
    count(1, line.pos);
    if (words_.lineIsOver()) return;
    RunState state;
    state.origin = words_.vector("origin", kNoLimit);
    state.velocity = words_.vector("velocity", kNoLimit);
    const std::optional<RunStance> stance = stanceFromName(words_.word("ground, air, wedged, free, blocked or stuck"));
    if (!stance) words_.failBefore("expected ground, air, wedged, free, blocked or stuck");
    state.stance = *stance;
    line.result = state;
    results_ = true;
}

void RunParser::parseEnd() {
    const std::uint32_t said = words_.whole("a number of ticks", 0, kMaxRunTicks);
    words_.endOfLine();
    if (said != ticks_)
        words_.failHere("the run has " + std::to_string(ticks_) + " ticks: something is missing or was added");
    if (words_.nextLine()) words_.failHere("nothing may follow \"end\"");
}

}  // namespace

std::variant<RecordedRun, Diagnostic> parseRun(std::string_view text, std::string path) {
    try {
        return RunParser(text).parse();
    } catch (const RunSyntaxError& error) {
        return Diagnostic{std::move(path), error.pos, error.message};
    }
}

std::variant<RecordedRun, Diagnostic> readRun(const std::string& path) {
    std::string text, error;
    if (!readFile(path, text, error)) return Diagnostic{path, {0, 0}, error};
    return parseRun(text, path);
}

}  // namespace hullbake
