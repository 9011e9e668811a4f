#include "tools/reports/slide_output.hpp"

#include <algorithm>
#include <iterator>

#include "tools/base/output.hpp"
#include "tools/reports/run_output.hpp"

namespace hullbake::cli {
namespace {

bool samePlane(const Plane& a, const Plane& b) {
    return a.normal == b.normal && a.dist == b.dist;
}

std::string surfaceText(const Surface& surface) {
    if (!surface.found) return "-";
    return fmt::format("{}, brush {} of entity {}, line {}", surface.texture, surface.brush, surface.entity,
                       surface.line);
}

}  // namespace

SlideTable::SlideTable(const RunPlayer& player) : player_(player), from_(player.state().origin) {
    rows_.push_back({"time", "event", "position", "normal", "dist", "contents", "surface"});
    rows_.push_back({shortNumber(0), "start", shortPoint(from_), "-", "-", "-", "-"});
}

void SlideTable::add() {
    const auto again = [&](const PathPoint& point) {
        return std::any_of(before_.begin(), before_.end(), [&](const PathPoint& other) {
            return other.event == point.event && samePlane(other.plane, point.plane);
        });
    };
    for (const PathPoint& point : player_.path()) {
        const bool shown = point.event != PathEvent::End && !again(point);
        if (shown && point.plane.normal == Vec3{}) {
            rows_.push_back({shortNumber(player_.secondsBefore() + point.time), std::string(pathEventName(point.event)),
                             shortPoint(point.position), "-", "-", "-", "-"});
        } else if (shown) {
            rows_.push_back({shortNumber(player_.secondsBefore() + point.time), std::string(pathEventName(point.event)),
                             shortPoint(point.position), shortPoint(point.plane.normal), shortNumber(point.plane.dist),
                             std::string(contentsName(point.contents)),
                             surfaceText(metSurface(player_, from_, point))});
        }
        from_ = point.position;
    }
    before_.assign(player_.path().begin(), player_.path().end());
}

std::string SlideTable::text() const {
    std::vector<std::vector<std::string>> rows = rows_;
    rows.push_back({shortNumber(player_.seconds()), "end", shortPoint(player_.state().origin), "-", "-", "-", "-"});
    return formatTable(rows);
}

SlideJson::SlideJson(const RunPlayer& player, const RunHead& head, std::uint32_t ticks)
    : player_(player), from_(player.state().origin) {
    out_.append(std::string_view("{\"hull\":"));
    if (head.box)
        out_.append(std::string_view("null"));
    else
        appendString(out_, head.hull);
    if (head.box) {
        out_.append(std::string_view(",\"box\":["));
        appendVector(out_, head.box->mins);
        out_.push_back(',');
        appendVector(out_, head.box->maxs);
        out_.push_back(']');
    }
    const char* const mode = head.mode == RunMode::Walk ? "walk" : "fly";
    const char* const solver = head.rules.mode == SlideMode::Robust ? "robust" : "classic";
    fmt::format_to(std::back_inserter(out_), ",\"mode\":\"{}\",\"solver\":\"{}\",\"ticks\":{},\"rate\":", mode, solver,
                   ticks);
    appendNumber(out_, head.rate);
    out_.append(std::string_view(",\"start\":"));
    appendVector(out_, from_);
    out_.append(std::string_view(",\"path\":["));
}

void SlideJson::add() {
    for (const PathPoint& point : player_.path()) {
        out_.append(std::string_view(first_ ? "{\"time\":" : ",{\"time\":"));
        first_ = false;
        appendNumber(out_, player_.secondsBefore() + point.time);
        fmt::format_to(std::back_inserter(out_), ",\"event\":\"{}\",\"position\":", pathEventName(point.event));
        appendVector(out_, point.position);
        if (!(point.plane.normal == Vec3{})) {
            out_.append(std::string_view(",\"normal\":"));
            appendVector(out_, point.plane.normal);
            out_.append(std::string_view(",\"dist\":"));
            appendNumber(out_, point.plane.dist);
            fmt::format_to(std::back_inserter(out_), ",\"contents\":\"{}\"", contentsName(point.contents));
            appendSurface(out_, metSurface(player_, from_, point));
            fmt::format_to(std::back_inserter(out_), ",\"model\":{}", point.model.value);
        }
        out_.push_back('}');
        from_ = point.position;
    }
}

std::string SlideJson::finish() {
    out_.append(std::string_view("],\"end\":"));
    appendStanding(out_, player_.standing());
    fmt::format_to(std::back_inserter(out_), ",\"traces\":{},\"touchings\":{}}}\n", player_.traces(),
                   player_.touchings());
    return fmt::to_string(out_);
}

}  // namespace hullbake::cli
