#include "tools/reports/neighbours_output.hpp"

#include <iterator>
#include <string_view>

#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

void appendText(fmt::memory_buffer& out, std::string_view text) {
    out.append(text);
}

void appendNamed(fmt::memory_buffer& out, std::string_view name, double value) {
    appendText(out, name);
    appendNumber(out, value);
}

/// Appends a JSON list. `each` appends one element.
template <class T, class Each>
void appendList(fmt::memory_buffer& out, std::span<const T> elements, const Each& each) {
    appendText(out, "[");
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) appendText(out, ",");
        each(elements[i]);
    }
    appendText(out, "]");
}

std::string_view statusName(UnstickStatus status) {
    switch (status) {
        case UnstickStatus::Free:
            return "free";
        case UnstickStatus::Found:
            return "found";
        case UnstickStatus::None:
            return "none";
        case UnstickStatus::Invalid:
            break;
    }
    return "invalid";
}

}  // namespace

void appendOverlaps(fmt::memory_buffer& out, std::span<const Overlap> overlaps) {
    appendText(out, "{\"overlap\":");
    appendList(out, overlaps, [&](const Overlap& o) {
        fmt::format_to(std::back_inserter(out),
                       "{{\"model\":{},\"entity\":{},\"brush\":{},\"line\":{},\"contents\":\"{}\",\"touches\":{}}}",
                       o.model.value, o.entity, o.brush, o.line, contentsName(o.contents), o.touches);
    });
    appendText(out, "}\n");
}

void appendTouched(fmt::memory_buffer& out, std::span<const TouchedPlane> planes) {
    appendText(out, "{\"touching\":");
    appendList(out, planes, [&](const TouchedPlane& plane) {
        appendText(out, "{\"normal\":");
        appendVector(out, plane.normal);
        appendNamed(out, ",\"dist\":", plane.dist);
        appendNamed(out, ",\"distance\":", plane.distance);
        appendNamed(out, ",\"gap\":", plane.gap);
        fmt::format_to(std::back_inserter(out), ",\"contents\":\"{}\",\"texture\":", contentsName(plane.contents));
        appendString(out, plane.surface.texture);
        fmt::format_to(std::back_inserter(out), ",\"bevel\":{},\"entity\":{},\"brush\":{},\"line\":{},\"model\":{}}}",
                       plane.surface.bevel, plane.surface.entity, plane.surface.brush, plane.surface.line,
                       plane.model.value);
    });
    appendText(out, "}\n");
}

void appendUnstick(fmt::memory_buffer& out, const Unstick& way) {
    fmt::format_to(std::back_inserter(out), "{{\"status\":\"{}\",\"direction\":", statusName(way.status));
    appendVector(out, way.direction);
    appendNamed(out, ",\"distance\":", way.distance);
    appendText(out, ",\"position\":");
    appendVector(out, way.position);
    if (way.status == UnstickStatus::Invalid)
        fmt::format_to(std::back_inserter(out), ",\"reason\":\"{}\"", refusalText(way.refusal));
    appendText(out, "}\n");
}

void appendInvalid(fmt::memory_buffer& out, Refusal refusal) {
    fmt::format_to(std::back_inserter(out), "{{\"invalid\":true,\"reason\":\"{}\"}}\n", refusalText(refusal));
}

}  // namespace hullbake::cli
