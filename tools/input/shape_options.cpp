#include "tools/input/shape_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "formats/files.hpp"
#include "formats/shown_bytes.hpp"
#include "hullbake/clip_map.hpp"
#include "tools/base/errors.hpp"
#include "tools/input/arguments.hpp"

namespace hullbake::cli {
namespace {

[[noreturn]] void refuse(std::string_view option, const std::string& what) {
    throw UsageError(fmt::format("{}: {}", option, what));
}

/// "R,H@P,Y,R" in parts.
struct Sizes {
    std::string_view numbers;
    std::optional<std::string_view> angles;
};

Sizes splitTurn(std::string_view text) {
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos) return {text, std::nullopt};
    return {text.substr(0, at), text.substr(at + 1)};
}

Shape turnedBy(const Sizes& sizes, const Shape& shape, std::string_view option) {
    if (!sizes.angles) return shape;
    const Vec3 angles = parsePoint(*sizes.angles, option);
    if (!isFinite(angles)) refuse(option, "angles must be finite");
    return shape.turned(angles);
}

double parseSize(std::string_view text, std::string_view what, std::string_view option) {
    const std::optional<double> size = parseNumber(text);
    if (!size) refuse(option, fmt::format("expected a number as {}, found \"{}\"", what, text));
    if (!(*size >= 0 && *size <= kMaxBoxSize))
        refuse(option, fmt::format("{} must lie within 0 to {}, found {}", what, kMaxBoxSize, text));
    return *size;
}

/// Parses "R,H".
std::pair<double, double> parseRadiusAndHeight(std::string_view text, std::string_view option) {
    const std::size_t comma = text.find(',');
    if (comma == std::string_view::npos) refuse(option, fmt::format("expected R,H, found \"{}\"", text));
    return {parseSize(text.substr(0, comma), "the radius", option),
            parseSize(text.substr(comma + 1), "the height", option)};
}

Shape parseCapsule(const Sizes& sizes, std::string_view option) {
    const auto [radius, height] = parseRadiusAndHeight(sizes.numbers, option);
    if (height < 2 * radius)
        refuse(option,
               fmt::format("a capsule of radius {} is at least {} units high, found {}", radius, 2 * radius, height));
    const Vec3 end{0, 0, height / 2 - radius};
    return turnedBy(sizes, Shape::capsule(-end, end, radius), option);
}

Shape parseCylinder(const Sizes& sizes, std::string_view option) {
    const auto [radius, height] = parseRadiusAndHeight(sizes.numbers, option);
    return turnedBy(sizes, Shape::cylinder(radius, height / 2), option);
}

/// Returns the numbers of a line, without its comment. Throws a Failure that names `place`.
std::vector<double> numbersOf(std::string_view line, const std::string& place) {
    line = line.substr(0, line.find('#'));
    std::vector<double> numbers;
    constexpr std::string_view kBlanks = " \t\r";
    for (std::size_t from = line.find_first_not_of(kBlanks); from != std::string_view::npos;
         from = line.find_first_not_of(kBlanks, from)) {
        const std::size_t to = std::min(line.find_first_of(kBlanks, from), line.size());
        const std::string_view word = line.substr(from, to - from);
        const std::optional<double> number = parseNumber(word);
        if (!number) throw Failure(fmt::format("{}: expected a number, found \"{}\"", place, shownBytes(word)));
        numbers.push_back(*number);
        from = to;
    }
    return numbers;
}

std::vector<Vec3> readPoints(const std::string& path) {
    std::string error;
    std::ifstream file = openLines(path, error);
    if (!error.empty()) throw Failure(fmt::format("{}: {}", path, error));
    std::vector<Vec3> points;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        const std::string place = fmt::format("{}:{}", path, ++number);
        const std::vector<double> numbers = numbersOf(line, place);
        if (numbers.empty()) continue;
        if (numbers.size() != 3)
            throw Failure(fmt::format("{}: expected three numbers, found {}", place, numbers.size()));
        const Vec3 p{numbers[0], numbers[1], numbers[2]};
        if (!(std::abs(p.x) <= kMaxCoordinate && std::abs(p.y) <= kMaxCoordinate && std::abs(p.z) <= kMaxCoordinate))
            throw Failure(fmt::format("{}: coordinates must lie within +-{}", place, kMaxCoordinate));
        if (points.size() == kMaxConvexPoints)
            throw Failure(fmt::format("{}: more than {} points", place, kMaxConvexPoints));
        points.push_back(p);
    }
    if (file.bad()) throw Failure(fmt::format("{}: cannot be read", path));
    if (points.empty()) throw Failure(fmt::format("{}: no points", path));
    return points;
}

ParsedShape parsePoints(std::string_view text, std::string_view option) {
    if (text.empty()) refuse(option, "points: needs a file");
    ParsedShape parsed;
    parsed.convex = std::make_unique<ConvexShape>();
    prepare(readPoints(std::string(text)), *parsed.convex);
    parsed.shape = Shape::of(*parsed.convex);
    return parsed;
}

}  // namespace

ParsedShape parseShape(std::string_view text, std::string_view option) {
    const std::size_t colon = text.find(':');
    const std::string_view kind = text.substr(0, colon);
    const std::string_view rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    const Sizes sizes = splitTurn(rest);
    ParsedShape parsed;
    if (kind == "ball") {
        if (sizes.angles) refuse(option, "a ball does not turn");
        parsed.shape = Shape::ball(parseSize(rest, "the radius", option));
    } else if (kind == "capsule") {
        parsed.shape = parseCapsule(sizes, option);
    } else if (kind == "cylinder") {
        parsed.shape = parseCylinder(sizes, option);
    } else if (kind == "box") {
        parsed.shape = turnedBy(sizes, Shape::box(parseBox(sizes.numbers, option)), option);
    } else if (kind == "points") {
        parsed = parsePoints(rest, option);
    } else {
        refuse(option, fmt::format("expected {}; found \"{}\"", kShapeSyntax, text));
    }
    if (!parsed.shape.valid())
        refuse(option, fmt::format("{} is larger than {} units, or too far from its origin", text, kMaxBoxSize));
    return parsed;
}

}  // namespace hullbake::cli
