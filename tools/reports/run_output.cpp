#include "tools/reports/run_output.hpp"

#include <filesystem>
#include <iterator>
#include <span>
#include <system_error>
#include <vector>

#include "formats/files.hpp"
#include "formats/utf8_path.hpp"
#include "tools/base/errors.hpp"
#include "tools/base/output.hpp"

namespace hullbake::cli {
namespace {

void append(fmt::memory_buffer& out, std::string_view text) {
    out.append(text);
}

/// Returns the side at `contact` that has the plane of `point`.
Surface surfaceAt(const RunPlayer& player, const Vec3& start, const Vec3& contact, const PathPoint& point) {
    Probe probe = player.probe();
    probe.model = point.model;
    Trace trace;
    trace.hit = true;
    trace.normal = point.plane.normal;
    trace.dist = point.plane.dist;
    trace.contents = point.contents;
    return player.map().surface(probe, start, contact, trace);
}

/// Returns a side near `point` that has its plane. At a seam, a box may hit a plane beside the face that has it.
Surface surfaceBeside(const RunPlayer& player, const PathPoint& point) {
    constexpr double kReach = 0.25;       // units beyond the skin
    constexpr double kSameNormal = 1e-6;  // length of the difference of two unit normals
    Probe probe = player.probe();
    probe.model = point.model;
    std::vector<TouchedPlane> near(kMaxTouchedPlanes);
    const NeighbourCount count = player.map().touching(probe, point.position, probe.skin + kReach, near);
    if (count.invalid) return {};
    for (const TouchedPlane& plane : std::span(near).first(count.count))
        if (length(plane.normal - point.plane.normal) < kSameNormal) return plane.surface;
    return {};
}

std::string distanceText(const Ground& ground) {
    return fmt::format("{:.6g} above {}", ground.gap, ground.surface.found ? ground.surface.texture : "ground");
}

std::string groundName(const Ground& ground) {
    return std::string(ground.surface.found ? ground.surface.texture : contentsName(ground.contents));
}

}  // namespace

void checkRecordPath(std::string_view option, const std::string& path, const HullFile& file) {
    if (path.empty()) return;
    std::error_code ignored;
    if (std::filesystem::equivalent(pathOf(path), pathOf(file.path), ignored))
        throw UsageError(fmt::format("{} {}: would overwrite the .hull file", option, path));
    std::string error;
    if (!canWriteFile(path, error)) throw Failure(fmt::format("{}: {}", path, error));
}

void writeRun(const std::string& path, const RecordedRun& run) {
    std::string error;
    if (!writeFile(path, runText(run), error)) throw Failure(fmt::format("{}: {}", path, error));
}

Surface metSurface(const RunPlayer& player, const Vec3& from, const PathPoint& point) {
    if (point.plane.normal == Vec3{}) return {};
    const double away = distanceTo(point.plane, point.position);
    // Tries the point where the path, continued, crosses the plane: that is the contact. Then tries the foot of the
    // perpendicular, which is on the face too unless the face ends within the skin.
    const Vec3 way = point.position - from;
    const double towards = -dot(way, point.plane.normal);
    if (towards > 0 && away >= 0 && away <= towards) {
        const Surface met = surfaceAt(player, point.position, point.position + way * (away / towards), point);
        if (met.found) return met;
    }
    const Surface below = surfaceAt(player, point.position, point.position - point.plane.normal * away, point);
    return below.found ? below : surfaceBeside(player, point);
}

std::string standingText(const Standing& standing) {
    const Ground& below = standing.below;
    std::string text;
    switch (standing.state.stance) {
        case RunStance::Ground:
            text = "on " + groundName(below);
            break;
        case RunStance::Air:
        case RunStance::Free:
        case RunStance::Blocked:
            text = standing.state.stance == RunStance::Air ? "in the air" : "flies";
            if (below.found) text += ", " + distanceText(below);
            break;
        case RunStance::Wedged:
            text = "wedged between steep planes";
            break;
        case RunStance::Stuck:
            text = "stuck in solid";
            break;
    }
    if (any(standing.inside & kMaskLiquid)) text += fmt::format(", in {}", contentsName(standing.inside));
    return text;
}

void appendStanding(fmt::memory_buffer& out, const Standing& standing) {
    append(out, "{\"position\":");
    appendVector(out, standing.state.origin);
    append(out, ",\"velocity\":");
    appendVector(out, standing.state.velocity);
    fmt::format_to(std::back_inserter(out),
                   ",\"stance\":\"{}\",\"contents\":\"{}\",\"ground\":", stanceName(standing.state.stance),
                   contentsName(standing.inside));
    const Ground& below = standing.below;
    if (!below.found) return append(out, "null}");
    append(out, "{\"gap\":");
    appendNumber(out, below.gap);
    append(out, ",\"walkable\":");
    appendBool(out, below.walkable);
    append(out, ",\"normal\":");
    appendVector(out, below.plane.normal);
    append(out, ",\"dist\":");
    appendNumber(out, below.plane.dist);
    fmt::format_to(std::back_inserter(out), ",\"contents\":\"{}\"", contentsName(below.contents));
    appendSurface(out, below.surface);
    fmt::format_to(std::back_inserter(out), ",\"model\":{}}}}}", below.model.value);
}

std::string endText(const RunPlayer& player) {
    const Standing standing = player.standing();
    const Ground& below = standing.below;
    std::string text = fmt::format("end      {} after {:.6g} s, {}\n", pointText(standing.state.origin),
                                   player.seconds(), standingText(standing));
    text += fmt::format("speed    {:.6g}, velocity {}\n", length(standing.state.velocity),
                        shortPoint(standing.state.velocity));
    if (!below.found) return text;
    text += fmt::format("ground   normal {}, dist {}, {:.6g} below{}\n", normalText(below.plane.normal),
                        below.plane.dist, below.gap, below.walkable ? "" : ", too steep to walk on");
    if (below.surface.found) {
        text += fmt::format("surface  {}{}, brush {} of entity {}, line {}\n",
                            below.surface.bevel ? "an edge of texture " : "texture ", below.surface.texture,
                            below.surface.brush, below.surface.entity, below.surface.line);
    }
    return text;
}

}  // namespace hullbake::cli
