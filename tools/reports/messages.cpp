#include "tools/reports/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/base/errors.hpp"
#include "tools/base/loopback.hpp"
#include "tools/base/output.hpp"
#include "tools/reports/compile_report.hpp"

namespace hullbake::cli {
namespace {

void printLine(const std::string& line) {
    std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string gccLine(Severity severity, const Diagnostic& where, bool coloured) {
    std::string word = fmt::format("{}:", severityName(severity));
    if (coloured && severity == Severity::Warning) word = yellowOnTerminal(word);
    if (coloured && severity == Severity::Error) word = redOnTerminal(word);
    // Line 0 means the file as a whole.
    const std::string place =
        where.pos.line == 0 ? where.file : fmt::format("{}:{}:{}", where.file, where.pos.line, where.pos.column);
    return fmt::format("{}: {} {}\n", place, word, where.message);
}

nlohmann::ordered_json numberOrNull(int number) {
    return number < 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(number);
}

std::string jsonLine(Severity severity, const Diagnostic& where, MapPlace place) {
    nlohmann::ordered_json json = {{"severity", severityName(severity)},
                                   {"file", where.file},
                                   {"line", where.pos.line},
                                   {"column", where.pos.column},
                                   {"entity", numberOrNull(place.entity)},
                                   {"brush", numberOrNull(place.brush)},
                                   {"message", where.message}};
    // Names come from files and may not be UTF-8: invalid bytes are replaced instead of refused.
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

/// Returns the text for XML. Control characters and bytes that are not ASCII become question marks: the monitor's
/// parser ends at the first byte that is no UTF-8.
std::string xmlText(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '<') {
            out += "&lt;";
        } else if (c == '>') {
            out += "&gt;";
        } else if (c == '&') {
            out += "&amp;";
        } else if (c == '"') {
            out += "&quot;";
        } else {
            out += (c >= ' ' && c <= '~') || c == '\n' ? c : '?';
        }
    }
    return out;
}

/// The levels of the monitor's messages: 1 plain, 2 warning, 3 error.
int levelOf(Severity severity) {
    return severity == Severity::Error ? 3 : severity == Severity::Warning ? 2 : 1;
}

std::string feedbackNode(const Feedback& message) {
    const int level = levelOf(message.severity);
    if (message.place.brush < 0)
        return fmt::format("<message level=\"{}\">{}\n</message>", level, xmlText(message.text));
    return fmt::format(
        "<select level=\"{}\">{}<brush>{} {}</brush></select>", level,
        xmlText(fmt::format("Entity {}, Brush {}: {}", message.place.entity, message.place.brush, message.text)),
        message.place.entity, message.place.brush);
}

std::string trailNode(const std::vector<Vec3>& trail) {
    std::string points;
    for (const Vec3& p : trail) points += fmt::format("<point>{:.6f} {:.6f} {:.6f}</point>", p.x, p.y, p.z);
    return fmt::format("<polyline level=\"2\">the way out{}</polyline>", points);
}

bool isBefore(SourcePos a, SourcePos b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

void sortUnique(std::vector<SourcePos>& all) {
    std::sort(all.begin(), all.end(), isBefore);
    const auto isSame = [](SourcePos a, SourcePos b) { return !isBefore(a, b) && !isBefore(b, a); };
    all.erase(std::unique(all.begin(), all.end(), isSame), all.end());
}

}  // namespace

MessageForm messageForm(std::string_view name) {
    if (name == "json") return MessageForm::Json;
    if (name == "radiant") return MessageForm::Radiant;
    return name == "trenchbroom" ? MessageForm::Trenchbroom : MessageForm::Gcc;
}

MapPlaces::MapPlaces(const MapFile& map) {
    // Prefabs replace the entity that places them: it counts by its place.
    for (const MapPart& part : map.parts) placed_.push_back(part.placed);
    entities_ = placed_;
    const auto addBrush = [&](SourcePos pos) {
        if (pos.part == 0) brushes_.push_back(pos);
    };
    for (const MapEntity& entity : map.entities) {
        if (entity.pos.part == 0) entities_.push_back(entity.pos);
        for (const MapBrush& brush : entity.brushes) addBrush(brush.pos);
        for (const MapPatch& patch : entity.patches) addBrush(patch.pos);
        for (const MapDisplacedBrush& displaced : entity.displaced) addBrush(displaced.brush.pos);
    }
    sortUnique(entities_);
    sortUnique(brushes_);
}

MapPlace MapPlaces::at(SourcePos pos) const {
    MapPlace place;
    if (pos.line == 0) return place;
    const SourcePos own = inMap(pos);
    const auto behind = std::upper_bound(entities_.begin(), entities_.end(), own, isBefore);
    if (behind == entities_.begin()) return place;
    place.entity = static_cast<int>(behind - entities_.begin()) - 1;
    if (pos.part != 0) return place;
    const auto first = std::lower_bound(brushes_.begin(), brushes_.end(), *(behind - 1), isBefore);
    place.brush = static_cast<int>(std::upper_bound(first, brushes_.end(), own, isBefore) - first) - 1;
    return place;
}

void Messages::print(Severity severity, const Diagnostic& where) {
    const MapPlace place = places_.at(where.pos);
    if (form_ == MessageForm::Json) {
        printLine(jsonLine(severity, where, place));
        return;
    }
    printLine(gccLine(severity, where, form_ == MessageForm::Gcc));
    if (severity != Severity::Note && where.pos.line != 0) lines_.push_back(places_.lineOf(where.pos));
    feedback_.push_back({severity, gccLine(severity, where, false), place, where.file});
    feedback_.back().text.pop_back();  // the newline
}

void Messages::finish(std::uint16_t monitorPort, const std::vector<Vec3>& leakTrail) {
    if (form_ == MessageForm::Trenchbroom && !lines_.empty()) {
        std::sort(lines_.begin(), lines_.end());
        lines_.erase(std::unique(lines_.begin(), lines_.end()), lines_.end());
        printLine(fmt::format("lines: {}\n", fmt::join(lines_, ", ")));
    }
    if (form_ != MessageForm::Radiant) return;
    LoopbackConnection monitor(monitorPort);
    for (const std::string& text : feedbackStrings(feedback_, leakTrail))
        if (!monitor.send(framed(text))) throw Failure("the editor's monitor does not take the messages");
}

std::vector<std::string> feedbackStrings(const std::vector<Feedback>& messages, const std::vector<Vec3>& leakTrail) {
    std::vector<std::string> strings = {"<?xml version=\"1.0\"?><q3map_feedback version=\"1\">"};
    for (const bool errors : {false, true}) {
        for (const Feedback& message : messages)
            if ((message.severity == Severity::Error) == errors) strings.push_back(feedbackNode(message));
        if (!errors && !leakTrail.empty()) strings.push_back(trailNode(leakTrail));
    }
    strings.push_back("</q3map_feedback>");
    return strings;
}

std::string framed(std::string_view text) {
    const auto length = static_cast<std::uint32_t>(text.size() + 1);
    std::string frame;
    for (int shift = 0; shift < 32; shift += 8) frame += static_cast<char>(length >> shift & 255);
    return frame.append(text) + '\0';
}

}  // namespace hullbake::cli
