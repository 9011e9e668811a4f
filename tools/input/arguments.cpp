#include "tools/input/arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "formats/contents_mask.hpp"
#include "tools/base/errors.hpp"

namespace hullbake::cli {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

bool validName(std::string_view name) {
    constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return !name.empty() && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

void checkBox(const Box& box, std::string_view place) {
    for (int axis = 0; axis < 3; ++axis) {
        const double low = box.mins[axis], high = box.maxs[axis];
        // NaN fails this test too.
        if (!(std::abs(low) <= kMaxHullExtent && std::abs(high) <= kMaxHullExtent)) {
            throw UsageError(fmt::format("{}: coordinates must lie within +-{}", place, kMaxHullExtent));
        }
        if (low > high) {
            throw UsageError(fmt::format("{}: mins must not exceed maxs, but {} does not hold: {} <= {}", place,
                                         "xyz"[axis], low, high));
        }
    }
}

}  // namespace

std::optional<double> parseNumber(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc::invalid_argument || rest != end) return std::nullopt;
    // from_chars does not set the value if it is too large or too small for a double. strtod returns infinity or zero.
    if (error == std::errc::result_out_of_range) return std::strtod(std::string(text).c_str(), nullptr);
    return value;
}

void checkRange(std::string_view option, double value, double least, double most, std::string_view unit) {
    if (value >= least && value <= most) return;
    throw UsageError(fmt::format("{}: expected a number of {} from {} to {}", option, unit, least, most));
}

Vec3 parsePoint(std::string_view text, std::string_view option) {
    const std::vector<std::string_view> parts = split(text, ',');
    Vec3 point;
    bool good = parts.size() == 3;
    for (int axis = 0; good && axis < 3; ++axis) {
        const std::optional<double> number = parseNumber(parts[static_cast<std::size_t>(axis)]);
        good = number.has_value();
        if (good) point[axis] = *number;
    }
    if (!good) throw UsageError(fmt::format("{}: expected a point X,Y,Z, found \"{}\"", option, text));
    return point;
}

Box parseBox(std::string_view text, std::string_view option) {
    const std::vector<std::string_view> corners = split(text, ':');
    if (corners.size() != 2) throw UsageError(fmt::format("{}: expected X,Y,Z:X,Y,Z, found \"{}\"", option, text));
    const Box box{parsePoint(corners[0], option), parsePoint(corners[1], option)};
    checkBox(box, option);
    return box;
}

HullSpec parseHull(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string_view box = equals == std::string_view::npos ? "" : text.substr(equals + 1);
    if (split(box, ':').size() != 2) {
        throw UsageError(fmt::format("--hull: expected NAME=X,Y,Z:X,Y,Z, found \"{}\"", text));
    }
    HullSpec hull;
    hull.name = text.substr(0, equals);
    if (!validName(hull.name)) {
        throw UsageError(fmt::format("--hull: \"{}\" is no name; use letters, digits, _ and -", hull.name));
    }
    hull.box = parseBox(box, "--hull " + hull.name);
    return hull;
}

Contents parseMask(std::string_view text) {
    std::string unknown;
    const std::optional<Contents> mask = parseContentsMask(text, unknown);
    if (!mask) throw UsageError(fmt::format("--mask: \"{}\" is none of {}", unknown, kMaskNames));
    return *mask;
}

}  // namespace hullbake::cli
