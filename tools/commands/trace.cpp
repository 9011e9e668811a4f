// hullbake trace: moves a box or another shape through a model and prints what it hits.
#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <string>

#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/batch.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/hull_file.hpp"
#include "tools/input/probe_options.hpp"
#include "tools/input/shape_options.hpp"

namespace hullbake::cli {
namespace {

struct TraceOptions {
    std::string file;
    ProbeOptions probe;
    std::string mask = "blocking";
    double skin = kDefaultSkin;
    std::string shape, from, to, batch;
    bool json = false;
};

/// What a trace answers, and what it touched.
struct Answer {
    Trace trace;
    Surface surface;
    ContactPoint contact;
};

const char* featureName(Feature feature) {
    switch (feature) {
        case Feature::Face:
            return "face";
        case Feature::Edge:
            return "edge";
        case Feature::Corner:
            return "corner";
        case Feature::None:
            break;
    }
    return "none";
}

void appendJson(fmt::memory_buffer& out, ModelId model, const Answer& answer) {
    const Trace& trace = answer.trace;
    out.append(std::string_view("{\"fraction\":"));
    appendNumber(out, trace.fraction);
    out.append(std::string_view(",\"hitFraction\":"));
    appendNumber(out, trace.hitFraction);
    out.append(std::string_view(",\"endpos\":"));
    appendVector(out, trace.endpos);
    out.append(std::string_view(",\"hit\":"));
    appendBool(out, trace.hit);
    out.append(std::string_view(",\"normal\":"));
    appendVector(out, trace.normal);
    out.append(std::string_view(",\"dist\":"));
    appendNumber(out, trace.dist);
    fmt::format_to(std::back_inserter(out), ",\"contents\":\"{}\",\"startsolid\":", contentsName(trace.contents));
    appendBool(out, trace.startsolid);
    out.append(std::string_view(",\"allsolid\":"));
    appendBool(out, trace.allsolid);
    appendSurface(out, answer.surface);
    if (answer.contact.found) {
        out.append(std::string_view(",\"point\":"));
        appendVector(out, answer.contact.point);
        fmt::format_to(std::back_inserter(out), ",\"feature\":\"{}\"", featureName(answer.contact.feature));
    }
    fmt::format_to(std::back_inserter(out), ",\"model\":{}", model.value);
    if (trace.invalid)
        fmt::format_to(std::back_inserter(out), ",\"invalid\":true,\"reason\":\"{}\"", refusalText(trace.refusal));
    out.append(std::string_view("}\n"));
}

std::string outcomeText(const Segment& way, const Trace& trace) {
    if (trace.invalid) return fmt::format("invalid  {}: nothing was traced\n", refusalText(trace.refusal));
    if (trace.allsolid) {
        return fmt::format("stuck    in {} from start to end\n", contentsName(trace.contents));
    }
    std::string text;
    if (trace.startsolid) text += "start    in solid; nothing stops the box until it leaves solid\n";
    if (!trace.hit) {
        // Only a trace of zero length has contents without a hit: those at its point.
        const std::string inside = any(trace.contents) ? fmt::format(", in {}", contentsName(trace.contents)) : "";
        return text + fmt::format("free     reaches {}{}\n", pointText(trace.endpos), inside);
    }
    const double moved = length(trace.endpos - way.start), whole = length(way.end - way.start);
    return text + fmt::format("hit      {} after {:.6g} of {:.6g} units (fraction {}, contact at {})\n",
                              contentsName(trace.contents), moved, whole, trace.fraction, trace.hitFraction);
}

/// Describes the trace for people. `subject` is the text of the probe.
std::string humanText(const std::string& subject, const Segment& way, const Answer& answer) {
    const Trace& trace = answer.trace;
    const Surface& surface = answer.surface;
    std::string text = fmt::format("trace    {}, {} -> {}\n", subject, pointText(way.start), pointText(way.end));
    text += outcomeText(way, trace);
    if (!trace.hit || trace.invalid || trace.allsolid) return text;
    text += fmt::format("endpos   {}\n", pointText(trace.endpos));
    text += fmt::format("plane    normal {}, dist {}\n", normalText(trace.normal), trace.dist);
    if (answer.contact.found) {
        text += fmt::format("contact  {}, with {} {}\n", pointText(answer.contact.point),
                            answer.contact.feature == Feature::Edge ? "an" : "a", featureName(answer.contact.feature));
    }
    if (surface.found) {
        text += fmt::format("surface  {}{}, brush {} of entity {}, line {}\n",
                            surface.bevel ? "an edge of texture " : "texture ", surface.texture, surface.brush,
                            surface.entity, surface.line);
    }
    return text;
}

void checkOptions(const TraceOptions& options) {
    const bool single = !options.from.empty() && !options.to.empty();
    const bool part = !options.from.empty() || !options.to.empty();
    if (single ? !options.batch.empty() : (part || options.batch.empty())) {
        throw UsageError("give either --from P and --to P, or --batch FILE");
    }
    checkRange("--skin", options.skin, 0, kMaxCoordinate, "units");
}

/// Reads the shape that moves, into `parsed`.
void chooseShape(Probe& probe, const std::string& text, ParsedShape& parsed) {
    parsed = parseShape(text, "--shape");
    probe.box.reset();
    probe.shape = &parsed.shape;
}

void runTrace(const TraceOptions& options) {
    checkOptions(options);
    const Contents mask = parseMask(options.mask);
    Segment way;
    if (options.batch.empty()) way = {parsePoint(options.from, "--from"), parsePoint(options.to, "--to")};
    const HullFile file = openHullFile(options.file);
    Probe probe = parseProbe(file, options.probe);
    probe.mask = mask;
    probe.skin = options.skin;
    ParsedShape shape;
    if (!options.shape.empty()) chooseShape(probe, options.shape, shape);
    const auto answerTo = [&](const Segment& asked) {
        Answer answer{file.map.trace(probe, asked.start, asked.end), {}, {}};
        if (!answer.trace.hit) return answer;
        answer.surface = file.map.surface(probe, asked.start, asked.end, answer.trace);
        answer.contact = file.map.contactPoint(probe, asked.start, asked.end, answer.trace);
        return answer;
    };
    if (!options.batch.empty()) {
        answerBatch(options.batch, 6, [&](std::span<const double> n, fmt::memory_buffer& out) {
            appendJson(out, probe.model, answerTo({{n[0], n[1], n[2]}, {n[3], n[4], n[5]}}));
        });
        return;
    }
    const Answer answer = answerTo(way);
    if (!options.json) {
        const std::string subject = options.shape.empty()
                                        ? probeText(file.map, probe)
                                        : fmt::format("{}, model {}", options.shape, probe.model.value);
        writeOutput(humanText(subject, way, answer));
        return;
    }
    fmt::memory_buffer out;
    appendJson(out, probe.model, answer);
    writeOutput({out.data(), out.size()});
}

}  // namespace

Command traceCommand() {
    auto options = std::make_shared<TraceOptions>();
    Command command("trace", "Move a box through the map and tell what it hits");
    command.add({argument("FILE", options->file, "A .hull file")});
    command.add(boxOptions(options->probe, "move"));
    command.add({option("--shape", options->shape, "SHAPE",
                        "A shape instead: ball:R, capsule:R,H, cylinder:R,H, box:X,Y,Z:X,Y,Z, all but the ball\n"
                        "also with @P,Y,R, pitch, yaw and roll in degrees; or points:FILE, the hull of the\n"
                        "points of a file. Capsules and cylinders stand upright, H units high in all")
                     .without("--hull")
                     .without("--box")
                     .without("--mode")});
    command.add(modelOptions(options->probe, "The model to move it through"));
    command.add({
        option("--mask", options->mask, "LIST", "What stops it; default: blocking"),
        option("--skin", options->skin, "S", "Units to keep from what was hit; default: 1/32"),
        option("--from", options->from, "X,Y,Z", "Start, the box's origin"),
        option("--to", options->to, "X,Y,Z", "End, the box's origin"),
        option("--batch", options->batch, "FILE|-", "Queries 'x y z x y z', one a line, from a file or - for stdin"),
        flag("--json", options->json, "Print JSON for a single trace, too"),
    });
    command.notes =
        "A mask is a comma-separated list of solid, sky, clip, playerclip, monsterclip, lava,\n"
        "slime, water, illusionary, fog, ladder, trigger, areaportal, botclip, current_east,\n"
        "current_north, current_west, current_south, current_up, current_down, user1 to user8,\n"
        "and the groups blocking, liquid, all.\n"
        "A batch prints one JSON object a line, in order; # starts a comment.\n"
        "Positions are in the world, where the game has put the model.\n"
        "\nExample: drop the player's box by 128 units, a box of another size, a door turned by 30 degrees, a ball,\n"
        "then two traces from a pipe\n"
        "  hullbake trace demo.hull --hull player --from 0,0,64 --to 0,0,-64\n"
        "  hullbake trace demo.hull --box -4,-4,0:4,4,8 --from 0,0,64 --to 0,0,-64\n"
        "  hullbake trace demo.hull --model 6 --rotate 0,30,0 --pivot 96,-272,0 --from 128,-400,40 --to 128,-100,40\n"
        "  hullbake trace demo.hull --shape ball:8 --from 0,0,64 --to 0,0,-64\n"
        "  printf '0 0 64 0 0 -64\\n0 0 64 512 0 64\\n' | hullbake trace demo.hull --batch -";
    command.run = [options] { runTrace(*options); };
    return command;
}

}  // namespace hullbake::cli
