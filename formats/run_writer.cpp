// Writes recorded runs.
// In: head and lines. Out: text that parseRun reads back to the same values, with the count of ticks at its end.
#include <array>

#include "formats/contents_mask.hpp"
#include "formats/run_file.hpp"
#include "formats/run_text.hpp"

namespace hullbake {
namespace {

constexpr std::array<std::string_view, 6> kStances = {"ground", "air", "wedged", "free", "blocked", "stuck"};

void writeSolver(RunText& out, const WalkRules& rules) {
    const bool classic = rules.mode == SlideMode::Classic;
    out.word("solver").word(classic ? "classic" : "robust").end();
    if (!classic) return;
    out.word("bumps").whole(rules.classic.bumps).end();
    out.word("overbounce").number(rules.classic.overbounce).end();
    out.word("stopspeed").number(rules.classic.stopSpeed).end();
}

void writeHead(RunText& out, const RunHead& head) {
    out.word("hullbake-run").whole(kRunVersion).end();
    for (const std::string& comment : head.comments) out.comment(comment);
    if (head.source != 0) out.word("source").whole(head.source, 16).end();
    if (head.box)
        out.word("box").vector(head.box->mins).vector(head.box->maxs).end();
    else
        out.word("hull").word(head.hull).end();
    if (head.model == kAllModels)
        out.word("model").word("all").end();
    else
        out.word("model").whole(head.model.value).end();
    out.word("mask").word(contentsMaskText(head.mask)).end();
    out.word("skin").number(head.skin).end();
    const bool walks = head.mode == RunMode::Walk;
    out.word("mode").word(walks ? "walk" : "fly").end();
    writeSolver(out, head.rules);
    out.word("gravity").number(head.rules.gravity).end();
    if (walks) {
        out.word("step").number(head.rules.stepHeight).end();
        out.word("ground-normal").number(head.rules.groundNormal).end();
    }
    out.word("unstick").number(head.rules.unstick).end();
    out.word("rate").number(head.rate).end();
    out.word("start").vector(head.start).end();
}

/// Writes a position or velocity: two numbers for a walker, three for a flyer.
void writePlace(RunText& out, const Vec3& place, RunMode mode) {
    out.number(place.x).number(place.y);
    if (mode == RunMode::Fly) out.number(place.z);
}

void writeTicks(RunText& out, const RunLine& line) {
    if (!line.result) {
        out.word("ticks").whole(line.ticks).end();
        return;
    }
    const RunState& state = *line.result;
    out.word("tick").vector(state.origin).vector(state.velocity).word(stanceName(state.stance)).end();
}

void writeLine(RunText& out, const RunLine& line, RunMode mode) {
    switch (line.verb) {
        case RunVerb::Comment:
            return out.comment(line.text);
        case RunVerb::Say:
            return out.word("say").word(line.text).end();
        case RunVerb::Rate:
            return out.word("rate").number(line.number).end();
        case RunVerb::Coast:
            return out.word("coast").end();
        case RunVerb::Wish:
            out.word("wish");
            writePlace(out, line.vector, mode);
            return out.end();
        case RunVerb::Heading:
            return out.word("heading").number(line.vector.x).number(line.number).end();
        case RunVerb::Goal:
            out.word("goal");
            writePlace(out, line.vector, mode);
            return out.number(line.number).end();
        case RunVerb::Velocity:
            return out.word("velocity").vector(line.vector).end();
        case RunVerb::Jump:
            return out.word("jump").number(line.number).end();
        case RunVerb::Ticks:
            return writeTicks(out, line);
    }
}

}  // namespace

std::string_view stanceName(RunStance stance) {
    return kStances[static_cast<std::size_t>(stance)];
}

std::optional<RunStance> stanceFromName(std::string_view name) {
    for (std::size_t i = 0; i < kStances.size(); ++i)
        if (kStances[i] == name) return static_cast<RunStance>(i);
    return std::nullopt;
}

std::string runText(const RecordedRun& run) {
    RunText out;
    writeHead(out, run.head);
    std::uint64_t ticks = 0;
    for (const RunLine& line : run.lines) {
        writeLine(out, line, run.head.mode);
        ticks += line.ticks;
    }
    out.word("end").whole(ticks).end();
    return out.take();
}

}  // namespace hullbake
