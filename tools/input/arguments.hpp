// Parses numbers, points, boxes, hulls and masks of the command line and of batches.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/compile.hpp"
#include "hullbake/contents.hpp"
#include "hullbake/math.hpp"

namespace hullbake::cli {

/// Largest coordinate of a hull box, in units.
inline constexpr double kMaxHullExtent = 4096;
/// Largest number of hulls in a file: a brush's hull mask has 32 bits.
inline constexpr std::size_t kMaxHulls = 32;

/// Parses a decimal number, rounded to the nearest double. `text` must contain nothing else. "inf" and "nan" are
/// numbers: the tracer has a defined answer for them. Returns nothing for other text.
std::optional<double> parseNumber(std::string_view text);

/// Throws a UsageError that names `option` unless `least <= value <= most`; NaN throws. `unit` is for the message:
/// "units".
void checkRange(std::string_view option, double value, double least, double most, std::string_view unit);

/// Parses "X,Y,Z". Throws a UsageError that names `option` for anything else.
Vec3 parsePoint(std::string_view text, std::string_view option);

/// Parses "X,Y,Z:X,Y,Z", mins before maxs. Throws a UsageError that names `option` for mins above maxs and for
/// coordinates that are not finite or beyond +-kMaxHullExtent.
Box parseBox(std::string_view text, std::string_view option);

/// Parses "NAME=X,Y,Z:X,Y,Z", mins before maxs. Throws a UsageError for names other than [A-Za-z0-9_-]+ and for boxes
/// that parseBox refuses.
HullSpec parseHull(std::string_view text);

/// Parses comma-separated names of contents and of the groups `blocking`, `liquid`, `all`. Throws a UsageError for
/// unknown names.
Contents parseMask(std::string_view text);

}  // namespace hullbake::cli
