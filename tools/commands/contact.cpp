// hullbake contact: tells where two shapes touch, how deep they overlap or how far they are apart.
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <memory>
#include <span>
#include <string>

#include "hullbake/contact.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"
#include "tools/input/arguments.hpp"
#include "tools/input/batch.hpp"
#include "tools/input/command_line.hpp"
#include "tools/input/shape_options.hpp"

namespace hullbake::cli {
namespace {

struct ContactOptions {
    std::string first, second, firstAt, secondAt, batch;
    bool json = false;
};

const char* familyName(ContactFamily family) {
    switch (family) {
        case ContactFamily::FaceA:
            return "face of the first";
        case ContactFamily::FaceB:
            return "face of the second";
        case ContactFamily::Edges:
            return "edges";
        case ContactFamily::Corner:
            return "corner";
        case ContactFamily::Round:
            return "round";
        case ContactFamily::None:
            break;
    }
    return "none";
}

void appendJson(fmt::memory_buffer& out, const BodyContact& contact) {
    if (contact.invalid) return out.append(std::string_view("{\"invalid\":true}\n"));
    out.append(std::string_view("{\"overlaps\":"));
    appendBool(out, contact.overlaps);
    out.append(std::string_view(",\"distance\":"));
    appendNumber(out, contact.distance);
    out.append(std::string_view(",\"normal\":"));
    appendVector(out, contact.normal);
    out.append(std::string_view(",\"onFirst\":"));
    appendVector(out, contact.onA);
    out.append(std::string_view(",\"onSecond\":"));
    appendVector(out, contact.onB);
    fmt::format_to(std::back_inserter(out), ",\"by\":\"{}\",\"exact\":", familyName(contact.family));
    appendBool(out, contact.exact);
    fmt::format_to(std::back_inserter(out), ",\"steps\":{}}}\n", contact.steps);
}

std::string decidedText(ContactFamily family) {
    if (family == ContactFamily::Edges) return familyName(family);
    if (family == ContactFamily::Corner) return "a corner or an edge";
    return fmt::format("a {}{}", familyName(family), family == ContactFamily::Round ? " side" : "");
}

/// Returns "x y z" to a billionth, for people.
std::string roundedPoint(const Vec3& p) {
    const auto rounded = [](double value) { return std::round(value * 1e9) / 1e9 + 0.0; };
    return fmt::format("{:.12g} {:.12g} {:.12g}", rounded(p.x), rounded(p.y), rounded(p.z));
}

std::string distanceText(const BodyContact& contact) {
    const std::string proven = contact.exact ? "" : contact.overlaps ? ", or less" : ", or more";
    if (contact.overlaps) return fmt::format("overlap  {:.9g} units deep{}\n", -contact.distance, proven);
    if (contact.distance > 0) return fmt::format("apart    by {:.9g} units{}\n", contact.distance, proven);
    return "touch    without a gap\n";
}

std::string humanText(const ContactOptions& options, const Vec3& firstAt, const Vec3& secondAt,
                      const BodyContact& contact) {
    std::string text = fmt::format("contact  {} at {}, {} at {}\n", options.first, pointText(firstAt), options.second,
                                   pointText(secondAt));
    if (contact.invalid) return text + "invalid  places must be finite and within the limits of coordinates\n";
    text += distanceText(contact);
    text += fmt::format("normal   {}, from the first to the second\n", roundedPoint(contact.normal));
    text += fmt::format("points   {} on the first, {} on the second\n", roundedPoint(contact.onA),
                        roundedPoint(contact.onB));
    return text + fmt::format("decided  by {}\n", decidedText(contact.family));
}

void runContact(const ContactOptions& options) {
    const bool places = !options.firstAt.empty() || !options.secondAt.empty();
    if (places == !options.batch.empty()) throw UsageError("give --at P, --other-at P or both, or --batch FILE");
    const auto place = [](const std::string& text, std::string_view option) {
        return text.empty() ? Vec3{} : parsePoint(text, option);
    };
    const Vec3 firstAt = place(options.firstAt, "--at"), secondAt = place(options.secondAt, "--other-at");
    const ParsedShape first = parseShape(options.first, "FIRST"), second = parseShape(options.second, "SECOND");
    if (!options.batch.empty()) {
        ContactCache cache;
        answerBatch(options.batch, 6, [&](std::span<const double> n, fmt::memory_buffer& out) {
            appendJson(out, contact(first.shape, {n[0], n[1], n[2]}, second.shape, {n[3], n[4], n[5]}, &cache));
        });
        return;
    }
    const BodyContact found = contact(first.shape, firstAt, second.shape, secondAt);
    if (!options.json) return writeOutput(humanText(options, firstAt, secondAt, found));
    fmt::memory_buffer out;
    appendJson(out, found);
    writeOutput({out.data(), out.size()});
}

}  // namespace

Command contactCommand() {
    auto options = std::make_shared<ContactOptions>();
    Command command("contact", "Tell where two shapes touch, how deep they overlap or how far they are apart");
    command.add({
        argument("FIRST", options->first,
                 "A shape: ball:R, capsule:R,H, cylinder:R,H, box:X,Y,Z:X,Y,Z, all but the ball also with\n"
                 "@P,Y,R, pitch, yaw and roll in degrees; or points:FILE, the hull of the points of a file"),
        argument("SECOND", options->second, "Another shape"),
        option("--at", options->firstAt, "X,Y,Z", "Where the origin of the first is; default: 0,0,0"),
        option("--other-at", options->secondAt, "X,Y,Z", "Where the origin of the second is; default: 0,0,0"),
        option("--batch", options->batch, "FILE|-",
               "Places 'x y z x y z' of both, one pair a line, from a file or - for stdin"),
        flag("--json", options->json, "Print JSON for a single pair, too"),
    });
    command.notes =
        "A capsule or cylinder stands upright, H units high in all, its origin in the middle.\n"
        "Moving the second by the depth along the normal makes the shapes touch.\n"
        "A batch prints one JSON object a line, in order; # starts a comment.\n"
        "\nExample: a ball beside a turned crate, a capsule that stands in one\n"
        "  hullbake contact ball:8 box:-16,-16,-16:16,16,16@0,45,0 --at 30,0,0\n"
        "  hullbake contact capsule:16,56 box:-16,-16,-16:16,16,16 --at 20,0,40 --json";
    command.run = [options] { runContact(*options); };
    return command;
}

}  // namespace hullbake::cli
