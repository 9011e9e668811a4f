// Writes recorded worlds.
// In: head and lines. Out: text that parseWorldRun reads back to the same values, with the count of ticks at its end.
#include <array>

#include "formats/run_text.hpp"
#include "formats/world_file.hpp"

namespace hullbake {
namespace {

constexpr std::array<std::string_view, 4> kBlocked = {"stop", "crush", "through", "rollback"};

void writeMembers(RunText& out, const WorldRun& run) {
    for (const PlacedModel& model : run.models) {
        out.word("model").whole(model.model.value).word("at").vector(model.transform.displacement);
        if (!(model.transform.pivot == Vec3{})) out.word("pivot").vector(model.transform.pivot);
        out.end();
    }
    for (const Mover& mover : run.movers) {
        out.word("mover").whole(mover.model).vector(mover.from).vector(mover.to).number(mover.seconds);
        out.word("clock").number(mover.clock);
        if (mover.team != kNoTeam) out.word("team").whole(mover.team);
        if (mover.parent != kNoMover) out.word("parent").whole(mover.parent);
        if (!(mover.axis == Vec3{}))
            out.word("turn").vector(mover.axis).number(mover.fromDegrees).number(mover.toDegrees);
        if (mover.jumped) out.word("jumped");
        out.word("blocked").word(kBlocked[static_cast<std::size_t>(mover.blocked)]).end();
    }
    for (const WorldRunBody& body : run.bodies)
        out.word("body").vector(body.box.mins).vector(body.box.maxs).word("at").vector(body.start).end();
    for (const WorldRunTrigger& trigger : run.triggers) {
        out.word("trigger");
        if (trigger.trigger.box)
            out.word("box").vector(trigger.trigger.box->mins).vector(trigger.trigger.box->maxs);
        else
            out.word("model").whole(trigger.trigger.model.value);
        if (trigger.on != UINT32_MAX) out.word("on").whole(trigger.on);
        out.end();
    }
}

void writeTicks(RunText& out, const WorldRunLine& line) {
    if (!line.result) return out.word("ticks").whole(line.ticks).end();
    out.word("tick").whole(line.result->events).whole(line.result->hash, 16);
    for (const Vec3& place : line.result->models) out.vector(place);
    for (const RunState& state : line.result->bodies)
        out.vector(state.origin).vector(state.velocity).word(stanceName(state.stance));
    out.end();
}

void writeLine(RunText& out, const WorldRunLine& line) {
    switch (line.verb) {
        case WorldVerb::Comment:
            return out.comment(line.text);
        case WorldVerb::Say:
            return out.word("say").word(line.text).end();
        case WorldVerb::Wish:
            return out.word("wish").whole(line.index).number(line.to.x).number(line.to.y).end();
        case WorldVerb::Jump:
            return out.word("jump").whole(line.index).number(line.number).end();
        case WorldVerb::Push:
            return out.word("push").whole(line.index).vector(line.to).end();
        case WorldVerb::Leg:
            out.word("leg").whole(line.index).vector(line.to).number(line.number);
            if (line.degrees) out.word("turn").number(*line.degrees);
            return out.end();
        case WorldVerb::Jumped:
            out.word("jumped").whole(line.index).vector(line.to);
            if (line.degrees) out.word("turn").number(*line.degrees);
            return out.end();
        case WorldVerb::Ticks:
            return writeTicks(out, line);
    }
}

}  // namespace

std::string worldRunText(const WorldRun& run) {
    RunText out;
    out.word("hullbake-world").whole(kWorldVersion).end();
    for (const std::string& comment : run.comments) out.comment(comment);
    if (run.source != 0) out.word("source").whole(run.source, 16).end();
    out.word("rate").number(run.rate).end();
    writeMembers(out, run);
    std::uint64_t ticks = 0;
    for (const WorldRunLine& line : run.lines) {
        writeLine(out, line);
        if (line.verb == WorldVerb::Ticks) ticks += line.ticks;
    }
    out.word("end").whole(ticks).end();
    return out.take();
}

}  // namespace hullbake
