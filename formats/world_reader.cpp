// Parses recorded worlds.
// In: text. Out: head and lines, or the first error with its position.
#include <limits>
#include <utility>

#include "formats/files.hpp"
#include "formats/run_words.hpp"
#include "formats/shown_bytes.hpp"
#include "formats/world_file.hpp"
#include "hullbake/clip_map.hpp"

namespace hullbake {
namespace {

// A shorter axis has no direction.
constexpr double kLeastAxisLength = 1e-6;

class WorldParser {
  public:
    explicit WorldParser(std::string_view text) : words_(text) {}
    WorldRun parse();

  private:
    void parseMagic();
    bool parseHeadLine();
    void parseModel();
    void parseMover();
    void parseMoverWord(Mover& mover);
    void parseBody();
    void parseTrigger();
    void parseLine();
    void parseResult(WorldRunLine& line);
    RunState parseState();
    void count(std::uint32_t ticks);
    Box box();
    std::uint32_t index(std::string_view what, std::size_t size);
    void roomFor(std::size_t size, std::uint32_t most);

    RunWords words_;
    WorldRun run_;
    std::uint32_t ticks_ = 0;
    bool rate_ = false, source_ = false, results_ = false;
};

WorldRun WorldParser::parse() {
    parseMagic();
    bool head = true;
    while (words_.nextLine()) {
        if (words_.isComment()) {
            WorldRunLine line;
            line.pos = words_.pos();
            line.text = words_.comment();
            if (head)
                run_.comments.push_back(std::move(line.text));
            else
                run_.lines.push_back(std::move(line));
            continue;
        }
        if (head && parseHeadLine()) {
            words_.endOfLine();
            continue;
        }
        head = false;
        if (words_.verb() != "end") {
            parseLine();
            continue;
        }
        const std::uint32_t said = words_.whole("a number of ticks", 0, kMaxRunTicks);
        words_.endOfLine();
        if (said != ticks_)
            words_.failHere("the world has " + std::to_string(ticks_) + " ticks: something is missing or was added");
        if (words_.nextLine()) words_.failHere("nothing may follow \"end\"");
        return std::move(run_);
    }
    if (results_ || source_)
        words_.failHere("expected \"end " + std::to_string(ticks_) + "\": the world was cut short");
    return std::move(run_);
}

void WorldParser::parseMagic() {
    while (words_.nextLine()) {
        if (words_.isComment()) {
            run_.comments.emplace_back(words_.comment());
            continue;
        }
        if (words_.verb() != "hullbake-world") break;
        const std::uint32_t version = words_.whole("the version", 0, std::numeric_limits<std::uint32_t>::max());
        words_.endOfLine();
        if (version == kWorldVersion) return;
        words_.failHere("version " + std::to_string(version) + " of the format is not known here, only " +
                        std::to_string(kWorldVersion));
    }
    words_.failHere("not a recorded world: expected \"hullbake-world 1\"");
}

// Returns false for the first line after the head.
bool WorldParser::parseHeadLine() {
    const std::string_view key = words_.verb();
    const auto once = [&](bool& seen) {
        if (std::exchange(seen, true)) words_.failHere("\"" + std::string(key) + "\" stands in the head already");
    };
    if (key == "source") {
        once(source_);
        run_.source = words_.hexadecimal();
    } else if (key == "rate") {
        once(rate_);
        run_.rate = words_.number(key, kMinRunRate, kMaxRunRate);
    } else if (key == "model") {
        parseModel();
    } else if (key == "mover") {
        parseMover();
    } else if (key == "body") {
        parseBody();
    } else if (key == "trigger") {
        parseTrigger();
    } else {
        return false;
    }
    return true;
}

void WorldParser::roomFor(std::size_t size, std::uint32_t most) {
    if (size >= most) words_.failHere("more than " + std::to_string(most) + " of these");
}

std::uint32_t WorldParser::index(std::string_view what, std::size_t size) {
    if (size == 0) words_.failHere("there is no " + std::string(what) + " above this line");
    return words_.whole(what, 0, static_cast<std::uint32_t>(size - 1));
}

Box WorldParser::box() {
    Box box;
    box.mins = words_.vector("mins", kMaxCoordinate);
    box.maxs = words_.vector("maxs", kMaxCoordinate);
    if (!ClipMap::validBox(box)) {
        words_.failHere("no box: mins must not exceed maxs, and it must not be larger than " +
                        std::to_string(static_cast<int>(kMaxBoxSize)) + " units");
    }
    return box;
}

void WorldParser::parseModel() {
    roomFor(run_.models.size(), kMaxWorldRunMembers);
    PlacedModel model;
    model.model.value = words_.whole("a model", 1, kAllModels.value - 1);
    if (words_.accept("at")) model.transform.displacement = words_.vector("at", kMaxCoordinate);
    if (words_.accept("pivot")) model.transform.pivot = words_.vector("pivot", kMaxCoordinate);
    run_.models.push_back(model);
}

void WorldParser::parseMover() {
    roomFor(run_.movers.size(), kMaxWorldRunMembers);
    Mover mover;
    mover.model = index("model", run_.models.size());
    for (const Mover& other : run_.movers)
        if (other.model == mover.model) words_.failBefore("this model has a mover already");
    mover.from = words_.vector("from", kMaxCoordinate);
    mover.to = words_.vector("to", kMaxCoordinate);
    mover.seconds = words_.number("seconds", 0, kMaxLegSeconds);
    while (!words_.lineIsOver()) parseMoverWord(mover);
    run_.movers.push_back(mover);
}

void WorldParser::parseMoverWord(Mover& mover) {
    switch (words_.oneOf({"clock", "team", "parent", "turn", "jumped", "blocked"})) {
        case 0:
            mover.clock = words_.number("clock", 0, kMaxLegSeconds);
            return;
        case 1:
            mover.team = words_.whole("a team", 0, kMaxWorldRunMembers);
            return;
        case 2:
            mover.parent = index("mover", run_.movers.size());
            return;
        case 3:
            mover.axis = words_.vector("axis", kMaxCoordinate);
            if (!(length(mover.axis) >= kLeastAxisLength)) words_.failBefore("expected an axis that is not zero");
            mover.fromDegrees = words_.number("degrees", -kMaxTurn, kMaxTurn);
            mover.toDegrees = words_.number("degrees", -kMaxTurn, kMaxTurn);
            return;
        case 4:
            mover.jumped = true;
            return;
        default:
            mover.blocked = static_cast<Blocked>(words_.oneOf({"stop", "crush", "through", "rollback"}));
    }
}

void WorldParser::parseBody() {
    roomFor(run_.bodies.size(), kMaxWorldRunMembers);
    WorldRunBody body;
    body.box = box();
    if (!words_.accept("at")) words_.failHere("expected a box, \"at\" and a place");
    body.start = words_.vector("at", kMaxCoordinate);
    run_.bodies.push_back(body);
}

void WorldParser::parseTrigger() {
    roomFor(run_.triggers.size(), kMaxWorldRunTriggers);
    WorldRunTrigger trigger;
    if (words_.oneOf({"model", "box"}) == 0)
        trigger.trigger.model.value = words_.whole("a model", 0, kAllModels.value - 1);
    else
        trigger.trigger.box = box();
    if (words_.accept("on")) trigger.on = index("model", run_.models.size());
    run_.triggers.push_back(trigger);
}

void WorldParser::parseLine() {
    WorldRunLine line;
    line.pos = words_.pos();
    const std::string_view verb = words_.verb();
    if (verb == "tick") {
        line.verb = WorldVerb::Ticks;
        line.ticks = 1;
        count(1);
        if (!words_.lineIsOver()) parseResult(line);
    } else if (verb == "ticks") {
        line.verb = WorldVerb::Ticks;
        line.ticks = words_.whole("a number of ticks", 1, kMaxRunTicks);
        count(line.ticks);
    } else if (verb == "say") {
        line.verb = WorldVerb::Say;
        line.text = words_.restOfLine("a text");
    } else if (verb == "wish") {
        line.verb = WorldVerb::Wish;
        line.index = index("body", run_.bodies.size());
        line.to.x = words_.number("x", -kMaxCoordinate, kMaxCoordinate);
        line.to.y = words_.number("y", -kMaxCoordinate, kMaxCoordinate);
    } else if (verb == "jump") {
        line.verb = WorldVerb::Jump;
        line.index = index("body", run_.bodies.size());
        line.number = words_.lineIsOver() ? kDefaultJump : words_.number("a speed", 0, kMaxCoordinate);
    } else if (verb == "push") {
        line.verb = WorldVerb::Push;
        line.index = index("body", run_.bodies.size());
        line.to = words_.vector("push", kMaxCoordinate);
    } else if (verb == "leg") {
        line.verb = WorldVerb::Leg;
        line.index = index("mover", run_.movers.size());
        line.to = words_.vector("to", kMaxCoordinate);
        line.number = words_.number("seconds", 0, kMaxLegSeconds);
        if (words_.accept("turn")) line.degrees = words_.number("degrees", -kMaxTurn, kMaxTurn);
    } else if (verb == "jumped") {
        line.verb = WorldVerb::Jumped;
        line.index = index("mover", run_.movers.size());
        line.to = words_.vector("to", kMaxCoordinate);
        if (words_.accept("turn")) line.degrees = words_.number("degrees", -kMaxTurn, kMaxTurn);
    } else {
        words_.failHere("expected an input, found \"" + shownBytes(verb) + "\"");
    }
    words_.endOfLine();
    run_.lines.push_back(std::move(line));
}

void WorldParser::count(std::uint32_t ticks) {
    if (ticks > kMaxRunTicks - ticks_)
        words_.failHere("more than " + std::to_string(kMaxRunTicks) + " ticks in one world");
    ticks_ += ticks;
}

// Parses events, their hash, all models and all bodies.
void WorldParser::parseResult(WorldRunLine& line) {
    WorldRunResult result;
    result.events = words_.whole("a number of events", 0, std::numeric_limits<std::uint32_t>::max());
    result.hash = words_.hexadecimal();
    for (std::size_t i = 0; i < run_.models.size(); ++i) result.models.push_back(words_.vector("place", kNoLimit));
    for (std::size_t i = 0; i < run_.bodies.size(); ++i) result.bodies.push_back(parseState());
    line.result = std::move(result);
    results_ = true;
}

RunState WorldParser::parseState() {
    RunState state;
    state.origin = words_.vector("origin", kNoLimit);
    state.velocity = words_.vector("velocity", kNoLimit);
    constexpr RunStance kWritten[] = {RunStance::Ground, RunStance::Air, RunStance::Wedged, RunStance::Stuck};
    state.stance = kWritten[words_.oneOf({"ground", "air", "wedged", "stuck"})];
    return state;
}

}  // namespace

std::variant<WorldRun, Diagnostic> parseWorldRun(std::string_view text, std::string path) {
    try {
        return WorldParser(text).parse();
    } catch (const RunSyntaxError& error) {
        return Diagnostic{std::move(path), error.pos, error.message};
    }
}

std::variant<WorldRun, Diagnostic> readWorldRun(const std::string& path) {
    std::string text, error;
    if (!readFile(path, text, error)) return Diagnostic{path, {0, 0}, error};
    return parseWorldRun(text, path);
}

}  // namespace hullbake
